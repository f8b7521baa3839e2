//! The notebook as its page shows it: what is unfinished, the journals, and the search in them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::games::{Actor, GameKind};
use crate::input::{Source, quoted, reason, safe, safe_path};
use crate::journal::{
    self, DueReading, IndexEntry, JournalCopy, Metadata, Query, QueryAnswer, UnfinishedQuestion, due_readings,
};
use crate::reading::QuestionDraft;
use crate::record::{EnochianRecord, OtherRecord, Record};
use crate::render::{self, capitalised, list};
use crate::study::{Recurring, RecurringThing};

use super::call::{Call, Problem};
use super::html::{Choice, View};
use super::named_file::named_file;
use super::near_dates::{short_day, when_changed};
use super::routes::Table;

/// The most journals of each list of the notebook's page.
const SHOWN: usize = 50;

/// The most characters of a note around the word that was found.
const EXCERPT: usize = 90;

/// The most lines and turns of a journal that a search shows.
const FOUND: usize = 4;

/// The most readings whose time has passed on the notebook's page.
const DUE_SHOWN: usize = 5;

/// The fewest readings in which anything can recur.
const RECURRING: usize = 8;

/// How often a page that shows the notebook asks whether it has changed, in ms: it can have thousands of files.
const FOLLOWED: u32 = 3000;

/// Queries, and what they find.
const WAYS: [(&str, &str); 7] = [
    ("my king on scorpio", "turns in which it landed there"),
    ("king taken", "turns in which any king was captured"),
    ("queen takes knight", "one piece captured by another"),
    ("rook on e3 check", "with a check given"),
    (
        "figure:carcer answer:no",
        "a landing, in readings with this answer; also sign: element: house: trump: letter: planet:",
    ),
    ("player:nadia since:2026-03", "also querent: tag: board: ptah: outcome: until: note: question:"),
    ("\"moved back\"", "these words together, in what was written"),
];

/// The notebook.
#[derive(Debug, Serialize)]
struct HomeView {
    name: String,
    folder: String,
    readings: usize,
    games: usize,
    drafts: Vec<DraftLine>,
    unfinished: Vec<JournalLine>,
    /// Readings whose time has passed without an outcome, the longest ago first.
    due: Vec<DueLine>,
    has_questions: bool,
    has_trash: bool,
    problems: Vec<String>,
    q: String,
    answers: Vec<Choice>,
    ways: [(&'static str, &'static str); 7],
    browse: Vec<Browse>,
    found: Vec<JournalLine>,
    total: usize,
    /// How many are shown if one asks for more.
    more: Option<usize>,
    recurs: bool,
    /// Why the search found nothing.
    wrong: Option<String>,
}

/// Things to click: each leads to a search.
#[derive(Debug, Serialize)]
struct Browse {
    title: &'static str,
    things: Vec<BrowseLink>,
}

#[derive(Debug, Serialize)]
struct BrowseLink {
    label: String,
    q: String,
    count: usize,
}

/// A question that is being asked.
#[derive(Debug, Serialize)]
struct DraftLine {
    draft: String,
    title: Option<String>,
    board: Option<&'static str>,
    modified: String,
}

/// A reading whose time has passed.
#[derive(Debug, Serialize)]
struct DueLine {
    journal: String,
    title: String,
    day: String,
}

/// A question file.
#[derive(Debug, Serialize)]
struct QuestionLine {
    file: String,
    text: String,
}

/// A journal in a list.
#[derive(Debug, Serialize)]
struct JournalLine {
    journal: String,
    /// The kind of game, and whether it is a reading.
    kind: String,
    reading: bool,
    title: String,
    /// The board's element, or what one of the other games is called.
    board: String,
    /// The name of another game, if the title does not say it.
    game: Option<&'static str>,
    /// Where a branch of a reading leaves it: `from turn 79`.
    branch: Option<String>,
    /// Whether it has a board to be shown.
    has_board: bool,
    /// The querent's army.
    army: Option<String>,
    answer: String,
    turns: u32,
    /// What comes next, if it is shown among the unfinished ones.
    next: Option<String>,
    /// Who plays, if it is shown among the unfinished ones.
    with: Option<String>,
    date: String,
    day: String,
    modified: String,
    tags: Vec<String>,
    /// What a search found in it, the notes first.
    found: Vec<FoundLine>,
    /// How much more was found.
    more: usize,
}

/// What a search found in a journal.
#[derive(Debug, Serialize)]
struct FoundLine {
    /// The turn that it is about.
    turn: Option<u32>,
    text: String,
    /// Whether a person wrote it.
    own: bool,
}

/// What recurs in readings.
#[derive(Debug, Serialize)]
struct RecurringView {
    about: &'static str,
    /// The things that recur, and those nearest to it.
    things: Vec<RecurringThing>,
    conclusion: String,
}

/// Journals, copies of them, and sentences on what cannot be shown.
pub(super) type Listing = (Vec<IndexEntry>, Vec<JournalCopy>, Vec<String>);

impl<'l> Table<'l> {
    /// The notebook, or what a search in it finds.
    pub(super) fn home_view(&self, call: &Call) -> View {
        let settings = self.settings;
        let (entries, copies, mut problems) = match self.entries() {
            Ok(entries) => entries,
            Err(problem) => (Vec::new(), Vec::new(), vec![problem.text]),
        };
        problems.extend(self.own_meanings().fault_messages());
        problems.extend(copies.iter().take(SHOWN).map(|copy| format!("{}.", copy.sentence(self.correspondences))));
        let known: Vec<(&IndexEntry, &Metadata)> = known(&entries).collect();
        problems.extend(entries.iter().filter_map(|entry| {
            let error = entry.metadata.as_ref().err()?;
            Some(format!("Cannot be read: {}", safe(error.lines().next().unwrap_or_default())))
        }));
        let has_questions = !self.question_files(&mut problems).is_empty();
        let count = |mode: Mode| known.iter().filter(|(_, metadata)| metadata.mode == mode).count();
        let mut open: Vec<_> = known.iter().filter(|(_, metadata)| !metadata.is_concluded).collect();
        open.sort_by_key(|(entry, _)| Reverse(entry.modified));
        let unfinished = open.into_iter().take(SHOWN).map(|(entry, metadata)| self.unfinished_line(entry, metadata));
        let (q, answer) = (call.query("q").unwrap_or_default().trim(), call.query("answer").unwrap_or_default());
        let limit = call.query("limit").and_then(|limit| limit.parse().ok()).unwrap_or(SHOWN);
        let (found, total, wrong) = match self.query(call) {
            Ok(query) => {
                let found = self.found(call, &query, &entries);
                (found.iter().take(limit).map(|found| self.found_line(found, &query)).collect(), found.len(), None)
            }
            Err(problem) => (Vec::new(), 0, Some(problem.text)),
        };
        let left = total.saturating_sub(limit);
        let answers = [("", "All"), ("yes", "Yes"), ("no", "No"), ("undecided", "Undecided")];
        let is_plain = q.is_empty() && answer.is_empty();
        let said = match total {
            _ if is_plain => String::new(),
            0 => wrong.clone().unwrap_or_else(|| "Nothing found.".to_owned()),
            total => format!("{} found.", render::count(total, "journal")),
        };
        let view = HomeView {
            name: settings.name.clone(),
            folder: settings.place.clone(),
            readings: count(Mode::Reading),
            games: count(Mode::Game),
            drafts: self.draft_lines(),
            unfinished: unfinished.collect(),
            due: self.due_lines(&known),
            has_questions,
            has_trash: !journal::removed_journals(&settings.journals).is_empty(),
            problems,
            q: q.to_owned(),
            answers: Choice::of(answers.map(|(value, label)| Choice::new(value, label, "")), answer),
            ways: WAYS,
            browse: browse(&known, q),
            found,
            total,
            more: (left > 0).then_some(limit + SHOWN),
            recurs: total >= RECURRING,
            wrong,
        };
        let revision = Some(format!("{:x}", files_digest(&settings.journals)));
        View { revision, poll: Some(FOLLOWED), said, ..View::new("home.html", &settings.name, view) }
    }

    /// Whether the notebook is still at a revision.
    pub(super) fn is_home_at(&self, revision: Option<&str>) -> bool {
        revision.is_some_and(|revision| *revision == format!("{:x}", files_digest(&self.settings.journals)))
    }

    /// The query of a call.
    fn query(&self, call: &Call) -> Result<Query, Problem> {
        let text = call.query("q").unwrap_or_default();
        Query::read(text, self.correspondences, &self.settings.naming).map_err(|error| {
            let text = capitalised(&error.to_string());
            Problem::invalid(if text.ends_with('?') { text } else { text + "." })
        })
    }

    /// The journals that a call asks for, with what was found in each.
    fn found<'e>(
        &self,
        call: &Call,
        query: &Query,
        entries: &'e [IndexEntry],
    ) -> Vec<(&'e IndexEntry, &'e Metadata, QueryAnswer<'e>)> {
        let answer = call.query("answer").filter(|answer| !answer.is_empty());
        // What is unfinished stands in a list of its own, unless something is searched for.
        let only_concluded = answer.is_none() && call.query("q").is_none_or(|q| q.trim().is_empty());
        known(entries)
            .filter(|(_, metadata)| metadata.is_concluded || !only_concluded)
            .filter(|(_, metadata)| answer.is_none_or(|answer| metadata.answer == answer))
            .filter_map(|(entry, metadata)| Some((entry, metadata, query.find(metadata, self.correspondences)?)))
            .collect()
    }

    /// A journal that answers a query, with what was found in it.
    fn found_line(
        &self,
        (entry, metadata, found): &(&IndexEntry, &Metadata, QueryAnswer<'_>),
        query: &Query,
    ) -> JournalLine {
        let notes = found.lines.iter().map(|own| FoundLine {
            turn: own.turn,
            text: excerpt(&own.text, &query.texts()),
            own: true,
        });
        let turns = found.turns.iter();
        let turns =
            turns.map(|turn| FoundLine { turn: Some(turn.turn), text: capitalised(&turn.to_string()), own: false });
        let more = (found.lines.len() + found.turns.len()).saturating_sub(FOUND);
        JournalLine { found: notes.chain(turns).take(FOUND).collect(), more, ..self.line(entry, metadata) }
    }

    /// What came up in more of the readings that answer a query than chance brings.
    pub(super) fn recurring_view(&self, call: &Call) -> Result<View, Problem> {
        let query = self.query(call)?;
        let (entries, ..) = self.entries()?;
        let readings = journal::countable(self.found(call, &query, &entries).into_iter().map(|(_, it, _)| it));
        let recurring = Recurring::of(&readings, self.correspondences);
        let title = format!("What recurs in {}", render::count(recurring.readings as usize, "reading"));
        let (about, conclusion) = (Recurring::ABOUT, recurring.conclusion());
        let view = RecurringView { about, things: recurring.shown().to_vec(), conclusion };
        Ok(View::new("recurring.html", title, view))
    }

    /// The question files of the notebook.
    pub(super) fn files_view(&self) -> View {
        View::new("files.html", "Question files", self.question_files(&mut Vec::new()))
    }

    /// The journals of the folder, the latest begun first, their copies, and a sentence on each that a page cannot name.
    pub(super) fn entries(&self) -> Result<Listing, Problem> {
        // Thousands of files are not read again for each letter of a search.
        let digest = files_digest(&self.settings.journals);
        if let Some((at, listing)) = &*self.listed.borrow()
            && *at == digest
        {
            return Ok(listing.clone());
        }
        let listing = self.read_entries()?;
        self.listed.replace(Some((digest, listing.clone())));
        Ok(listing)
    }

    fn read_entries(&self) -> Result<Listing, Problem> {
        let settings = self.settings;
        let folder = settings.journals.as_path();
        let listed = journal::list(folder, self.correspondences, &|_, _| {});
        let mut entries = listed.map_err(|error| {
            let problem = format!("{} cannot be read: {}", safe_path(folder), reason(&error));
            Problem::new("not_found", 404, problem).help("Put the folder back, or allow reading it.")
        })?;
        let mut outside = Vec::new();
        entries.retain(|entry| {
            let is_inside = !entry.path.is_symlink() || named_file(folder, &entry.name(), ".md").is_ok();
            if !is_inside {
                outside.push(format!("{} is a link out of the folder of journals.", safe_path(&entry.path)));
            }
            is_inside
        });
        let (entries, copies) = journal::set_copies_aside(entries);
        Ok((entries, copies, outside))
    }

    fn line(&self, entry: &IndexEntry, metadata: &Metadata) -> JournalLine {
        let now = (self.settings.now)();
        let (day, game) = (metadata.begun.date_naive(), other_game(metadata));
        JournalLine {
            journal: entry.name(),
            kind: metadata.kind.clone(),
            reading: metadata.mode == Mode::Reading,
            title: metadata.title.clone(),
            board: game.map_or_else(|| metadata.board.clone(), |kind| kind.title().to_owned()),
            game: game.map(GameKind::title).filter(|title| *title != metadata.title),
            branch: metadata.branch.as_ref().map(|branch| format!("another way from turn {}", branch.turn)),
            has_board: game.is_none_or(GameKind::is_refereed),
            army: metadata.angle.clone(),
            // Of a game only the result, not the reason.
            answer: metadata.answer.split(": ").next().unwrap_or_default().to_owned(),
            turns: metadata.turns,
            next: None,
            with: None,
            date: short_day(day, &now),
            day: day.to_string(),
            modified: when_changed(entry.modified, &now),
            tags: metadata.tags.clone(),
            found: Vec::new(),
            more: 0,
        }
    }

    fn unfinished_line(&self, entry: &IndexEntry, metadata: &Metadata) -> JournalLine {
        let line = self.line(entry, metadata);
        let Ok(record) = journal::read(&entry.path, self.correspondences) else { return line };
        let next = match (record.enochian(), record.other()) {
            (Some(record), _) => Some(next(record)),
            (None, other) => other.map(next_act),
        };
        JournalLine { next, with: Some(company(&record)), ..line }
    }

    fn due_lines(&self, known: &[(&IndexEntry, &Metadata)]) -> Vec<DueLine> {
        let now = (self.settings.now)();
        let due = due_readings(known.iter().map(|(entry, _)| *entry), now.date_naive(), self.correspondences);
        let line = |it: DueReading<'_>| DueLine {
            journal: it.entry.name(),
            title: it.metadata.title.clone(),
            day: short_day(it.due.on, &now),
        };
        due.into_iter().filter(|it| it.has_passed).take(DUE_SHOWN).map(line).collect()
    }

    fn draft_lines(&self) -> Vec<DraftLine> {
        let now = (self.settings.now)();
        let folder = &self.settings.journals;
        let line = |(modified, path): (_, PathBuf)| {
            let name = path.file_stem()?.to_str()?;
            named_file(folder, name, ".toml").ok()?;
            let draft = read_draft(&path, self.correspondences).unwrap_or_default();
            let board = draft.with_category(self.correspondences).board;
            let modified = when_changed(modified, &now);
            Some(DraftLine { draft: name.to_owned(), title: draft.text, board: board.map(|it| it.name()), modified })
        };
        UnfinishedQuestion::list(folder).into_iter().filter_map(line).collect()
    }

    /// Removes an unfinished question of the prompts.
    pub(super) fn discard(&self, name: &str) -> Result<(), Problem> {
        let path = self.unfinished_question(name)?;
        UnfinishedQuestion::resume(&path).remove();
        let stays = || {
            let text = format!("The question {} could not be removed.", quoted(name));
            Problem::new("not_saved", 507, text).help("Allow writing in the folder of journals, then try again.")
        };
        if path.exists() { Err(stays()) } else { Ok(()) }
    }

    /// The question files of the notebook that have a question.
    fn question_files(&self, problems: &mut Vec<String>) -> Vec<QuestionLine> {
        let Some(folder) = &self.settings.questions else { return Vec::new() };
        let names = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        // The catalogue stands beside the questions.
        let is_question = |name: &String| name.ends_with(".toml") && !Correspondences::files().any(|file| file == name);
        let mut questions = Vec::new();
        for file in names.into_iter().filter(is_question) {
            let Ok(path) = named_file(folder, &file, "") else { continue };
            match read_draft(&path, self.correspondences) {
                Ok(QuestionDraft { text: Some(text), .. }) => questions.push(QuestionLine { file, text }),
                Ok(_) => {}
                Err(problem) => problems.push(format!("Cannot be read: {}", problem.text)),
            }
        }
        questions
    }
}

/// The journals that can be listed.
fn known(entries: &[IndexEntry]) -> impl Iterator<Item = (&IndexEntry, &Metadata)> {
    entries.iter().filter_map(|entry| Some((entry, entry.metadata.as_deref().ok()?)))
}

/// Reads a question file, or an unfinished question.
pub(super) fn read_draft(path: &Path, correspondences: &Correspondences) -> Result<QuestionDraft, Problem> {
    let source = Source::read(path, Source::TOML_LIMIT);
    let read = source.and_then(|source| QuestionDraft::read(&source, correspondences));
    read.map_err(|errors| Problem::invalid(errors.to_string()))
}

/// The kind of another game.
fn other_game(metadata: &Metadata) -> Option<GameKind> {
    metadata.kind.parse().ok().filter(|_| !metadata.is_enochian())
}

/// The months, tags, persons and outcomes of journals, each as a search; of the month that is shown, the days.
fn browse(known: &[(&IndexEntry, &Metadata)], q: &str) -> Vec<Browse> {
    let all = known.iter().map(|(_, metadata)| *metadata);
    let spoken = |text: &str| if text.contains(char::is_whitespace) { format!("\"{text}\"") } else { text.to_owned() };
    let of = |title: &'static str, key: &str, names: Vec<String>| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        names.into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
        let link =
            |(name, count): (String, usize)| BrowseLink { q: format!("{key}:{}", spoken(&name)), label: name, count };
        Browse { title, things: counts.into_iter().map(link).collect() }
    };
    let spans = |title: &'static str, parts: Vec<(String, String)>| {
        let mut counts: BTreeMap<String, (String, usize)> = BTreeMap::new();
        parts.into_iter().for_each(|(key, label)| counts.entry(key).or_insert((label, 0)).1 += 1);
        let link = |(key, (label, count)): (String, (String, usize))| BrowseLink {
            label,
            q: format!("since:{key} until:{key}"),
            count,
        };
        Browse { title, things: counts.into_iter().rev().map(link).collect() }
    };
    let begun = |metadata: &Metadata, key: &str, label: &str| {
        (metadata.begun.format(key).to_string(), metadata.begun.format(label).to_string())
    };
    let months = spans("Months", all.clone().map(|it| begun(it, "%Y-%m", "%B %Y")).collect());
    let month =
        q.split_once("since:").map(|(_, rest)| rest.get(..7).unwrap_or_default()).filter(|month| !month.is_empty());
    let in_month = |it: &&Metadata| month.is_some_and(|month| begun(it, "%Y-%m", "").0 == month);
    let days = spans("Days", all.clone().filter(in_month).map(|it| begun(it, "%Y-%m-%d", "%-d %B")).collect());
    let people = all.clone().flat_map(|it| {
        let people: BTreeSet<String> = it.players.iter().chain(&it.querent).cloned().collect();
        people.into_iter().filter(|name| !name.starts_with("the "))
    });
    let outcomes = all.clone().filter_map(|it| Some(it.outcome.as_ref()?.proved.split(' ').next()?.to_owned()));
    let all = [
        months,
        days,
        of("Tags", "tag", all.clone().flat_map(|it| it.tags.clone()).collect()),
        of("People", "player", people.collect()),
        of("Outcomes", "outcome", outcomes.collect()),
    ];
    all.into_iter().filter(|browse| !browse.things.is_empty()).collect()
}

/// A note, shortened around the first of the words in it.
fn excerpt(text: &str, words: &[&str]) -> String {
    let lower = text.to_lowercase();
    let at = words.iter().filter_map(|word| lower.find(word)).min().unwrap_or_default();
    // Lower case can be longer than upper case, so this is only about the place.
    let before = lower[..at].chars().count().saturating_sub(EXCERPT / 3);
    let shown: String = text.chars().skip(before).take(EXCERPT).collect();
    let start = if before > 0 { "…" } else { "" };
    let end = if text.chars().count() > before + EXCERPT { "…" } else { "" };
    format!("{start}{}{end}", shown.trim())
}

/// What comes next in an unfinished record.
fn next(record: EnochianRecord<'_>) -> String {
    if record.session().acts().is_empty() {
        return "Set up, not begun".to_owned();
    }
    if record.end().is_some() {
        return "Over, not concluded".to_owned();
    }
    let act = if record.mode() == Mode::Reading && record.throw().is_none() { "throw" } else { "move" };
    format!("{} to {act}, turn {}", record.turn(), record.ply())
}

/// What comes next in an unfinished game of another kind.
fn next_act(record: OtherRecord<'_>) -> String {
    let (session, state) = (record.session(), record.session().state());
    match state.actor() {
        _ if session.steps().is_empty() => "Set up, not begun".to_owned(),
        Actor::Nobody => "Over, not concluded".to_owned(),
        Actor::Chance => format!("Cards to deal or show, turn {}", state.turn()),
        actor @ Actor::Seat(_) => {
            format!("{} to act, turn {}", session.state().actor_name(actor), state.turn())
        }
    }
}

/// Who plays: `Alone`, or with whom; if one of them asks the question, the others.
fn company(record: &Record) -> String {
    let players = &record.heading().seats.players;
    let querent = record.enochian().and_then(|record| record.subject().querent());
    let own = querent.map(|army| record.heading().seats.player(army));
    let mut seen = BTreeSet::new();
    let all: Vec<&str> = players.iter().map(String::as_str).filter(|player| seen.insert(*player)).collect();
    let others: Vec<&str> = all.iter().copied().filter(|player| Some(*player) != own).collect();
    match (all.as_slice(), own) {
        ([_], _) => "Alone".to_owned(),
        (_, Some(_)) => format!("With {}", list(&others)),
        (_, None) => list(&all),
    }
}

/// A number that differs when the journals and unfinished questions do.
fn files_digest(folder: &Path) -> u64 {
    let mut digest = 0_u64;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let bytes = name.as_encoded_bytes();
        let is_shown = !bytes.starts_with(b".") && (bytes.ends_with(b".md") || bytes.ends_with(b".toml"));
        if let Some(about) = is_shown.then(|| entry.metadata().ok()).flatten() {
            let mut hasher = DefaultHasher::new();
            (name, about.len(), about.modified().ok()).hash(&mut hasher);
            // The order of a folder is not fixed.
            digest = digest.wrapping_add(hasher.finish());
        }
    }
    digest
}
