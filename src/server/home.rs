//! The notebook as its page shows it: what is unfinished, the journals, and the search in them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use minijinja::Value;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::games::{Actor, GameKind};
use crate::input::{Source, quoted, reason, safe, safe_path, search_key};
use crate::journal::{
    self, DueReading, IndexEntry, JournalCopy, Metadata, Query, QueryAnswer, UnfinishedQuestion, due_readings,
};
use crate::reading::QuestionDraft;
use crate::record::Record;
use crate::render::{self, capitalised, list};
use crate::study::Recurring;

use super::call::{Call, Problem};
use super::html::{Choice, View, shown};
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
                (
                    found.iter().take(limit).map(|found| self.found_line(found, &query)).collect::<Vec<_>>(),
                    found.len(),
                    None,
                )
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
        let view = shown! {
            name: settings.name.clone(),
            folder: settings.place.clone(),
            readings: count(Mode::Reading),
            games: count(Mode::Game),
            drafts: self.draft_lines(),
            unfinished: unfinished.collect::<Vec<_>>(),
            // Those whose time has passed without an outcome, the longest ago first.
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
            // So many are shown if one asks for more.
            more: (left > 0).then_some(limit + SHOWN),
            recurs: total >= RECURRING,
            // Why the search found nothing.
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
    fn found_line(&self, (entry, metadata, found): &(&IndexEntry, &Metadata, QueryAnswer<'_>), query: &Query) -> Value {
        // What a person wrote, and what happened.
        let line = |turn: Option<u32>, text: String, own: bool| shown! { turn, text, own };
        let notes = found.lines.iter().map(|own| line(own.turn, excerpt(&own.text, &query.texts()), true));
        let turns = found.turns.iter().map(|turn| line(Some(turn.turn), capitalised(&turn.to_string()), false));
        let more = (found.lines.len() + found.turns.len()).saturating_sub(FOUND);
        shown! { found: notes.chain(turns).take(FOUND).collect::<Vec<_>>(), more, ..self.line(entry, metadata) }
    }

    /// What came up in more of the readings that answer a query than chance brings.
    pub(super) fn recurring_view(&self, call: &Call) -> Result<View, Problem> {
        let query = self.query(call)?;
        let (entries, ..) = self.entries()?;
        let readings = journal::countable(self.found(call, &query, &entries).into_iter().map(|(_, it, _)| it));
        let recurring = Recurring::of(&readings, self.correspondences);
        let title = format!("What recurs in {}", render::count(recurring.readings as usize, "reading"));
        let (about, conclusion) = (Recurring::ABOUT, recurring.conclusion());
        let view = shown! { about, things: recurring.shown().to_vec(), conclusion };
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

    /// A journal in a list.
    fn line(&self, entry: &IndexEntry, metadata: &Metadata) -> Value {
        let (now, game) = ((self.settings.now)(), other_game(metadata));
        shown! {
            journal: entry.name(),
            reading: metadata.mode == Mode::Reading,
            title: &metadata.title,
            // The board's element, or what one of the other games is called.
            board: game.map_or(metadata.board.as_str(), |kind| kind.title()),
            // The name of another game, if the title does not say it.
            game: game.map(GameKind::title).filter(|title| *title != metadata.title),
            branch: metadata.branch.as_ref().map(|branch| format!("another way from turn {}", branch.turn)),
            has_board: game.is_none_or(GameKind::is_refereed),
            army: &metadata.angle,
            // Of a game only the result, not the reason.
            answer: metadata.answer.split(": ").next(),
            // What comes next, and who plays, among the unfinished ones.
            next: (),
            with: (),
            date: short_day(metadata.begun.date_naive(), &now),
            modified: when_changed(entry.modified, &now),
            tags: &metadata.tags,
            // What a search found in it, the notes first, and how much more.
            found: (),
            more: 0,
        }
    }

    fn unfinished_line(&self, entry: &IndexEntry, metadata: &Metadata) -> Value {
        let line = self.line(entry, metadata);
        let Ok(record) = journal::read(&entry.path, self.correspondences) else { return line };
        shown! { next: next(&record), with: company(&record), ..line }
    }

    fn due_lines(&self, known: &[(&IndexEntry, &Metadata)]) -> Vec<Value> {
        let now = (self.settings.now)();
        let due = due_readings(known.iter().map(|(entry, _)| *entry), now.date_naive(), self.correspondences);
        let line = |it: DueReading<'_>| shown! { journal: it.entry.name(), title: &it.metadata.title, day: short_day(it.due.on, &now) };
        due.into_iter().filter(|it| it.has_passed).take(DUE_SHOWN).map(line).collect()
    }

    fn draft_lines(&self) -> Vec<Value> {
        let now = (self.settings.now)();
        let folder = &self.settings.journals;
        let line = |(modified, path): (_, PathBuf)| {
            let name = path.file_stem()?.to_str()?;
            named_file(folder, name, ".toml").ok()?;
            let draft = read_draft(&path, self.correspondences).unwrap_or_default();
            let board = draft.with_category(self.correspondences).board;
            let modified = when_changed(modified, &now);
            Some(shown! { draft: name, title: draft.text, board: board.map(|it| it.name()), modified })
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
    fn question_files(&self, problems: &mut Vec<String>) -> Vec<(String, String)> {
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
                Ok(QuestionDraft { text: Some(text), .. }) => questions.push((file, text)),
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
fn browse(known: &[(&IndexEntry, &Metadata)], q: &str) -> Vec<(&'static str, Vec<Value>)> {
    let all = || known.iter().map(|(_, metadata)| *metadata);
    // By a key the name of each thing, and how often it is there.
    let counted = |things: Vec<(String, String)>| {
        let mut counts: BTreeMap<String, (String, usize)> = BTreeMap::new();
        things.into_iter().for_each(|(key, name)| counts.entry(key).or_insert((name, 0)).1 += 1);
        counts
    };
    let of = |key: &str, names: Vec<String>| {
        let spoken =
            |name: &str| if name.contains(char::is_whitespace) { format!("\"{name}\"") } else { name.to_owned() };
        let counts = counted(names.into_iter().map(|name| (name.clone(), name)).collect());
        counts
            .into_values()
            .map(|(label, count)| shown! { q: format!("{key}:{}", spoken(&label)), label, count })
            .collect()
    };
    let begun = |metadata: &Metadata, format: &str| metadata.begun.format(format).to_string();
    let spans = |readings: Vec<&Metadata>, key: &str, name: &str| {
        let counts = counted(readings.into_iter().map(|it| (begun(it, key), begun(it, name))).collect());
        let link = |(key, (label, count))| shown! { q: format!("since:{key} until:{key}"), label, count };
        counts.into_iter().rev().map(link).collect()
    };
    let month = q.split_once("since:").and_then(|(_, rest)| rest.get(..7));
    let in_month = all().filter(|it| month.is_some_and(|month| begun(it, "%Y-%m") == month));
    let people = all().flat_map(|it| {
        let people: BTreeSet<String> = it.players.iter().chain(&it.querent).cloned().collect();
        people.into_iter().filter(|name| !name.starts_with("the "))
    });
    let outcomes = all().filter_map(|it| Some(it.outcome.as_ref()?.proved.split(' ').next()?.to_owned()));
    let all: [(&str, Vec<Value>); 5] = [
        ("Months", spans(all().collect(), "%Y-%m", "%B %Y")),
        ("Days", spans(in_month.collect(), "%Y-%m-%d", "%-d %B")),
        ("Tags", of("tag", all().flat_map(|it| it.tags.clone()).collect())),
        ("People", of("player", people.collect())),
        ("Outcomes", of("outcome", outcomes.collect())),
    ];
    all.into_iter().filter(|(_, things)| !things.is_empty()).collect()
}

/// A note, shortened around the first of the words in it.
fn excerpt(text: &str, words: &[&str]) -> String {
    let lower = search_key(text);
    let at = words.iter().filter_map(|word| lower.find(word)).min().unwrap_or_default();
    // The key can be longer or shorter than the text, so this is only about the place.
    let before = lower[..at].chars().count().saturating_sub(EXCERPT / 3);
    let shown: String = text.chars().skip(before).take(EXCERPT).collect();
    let start = if before > 0 { "…" } else { "" };
    let end = if text.chars().count() > before + EXCERPT { "…" } else { "" };
    format!("{start}{}{end}", shown.trim())
}

/// What comes next in an unfinished record.
fn next(record: &Record) -> String {
    let (play, turn) = (record.play(), record.play().current_turn());
    let does = match record.enochian() {
        Some(it) if it.mode() == Mode::Reading && it.throw().is_none() => "throw",
        Some(_) => "move",
        None => "act",
    };
    match record.state().actor() {
        _ if play.acts().is_empty() => "Set up, not begun".to_owned(),
        Actor::Nobody => "Over, not concluded".to_owned(),
        Actor::Chance => format!("Cards to deal or show, turn {turn}"),
        Actor::Seat(_) => format!("{} to {does}, turn {turn}", play.actor_name()),
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
