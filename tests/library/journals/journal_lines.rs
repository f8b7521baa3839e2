//! Every line of a journal is the program's or a person's: what is changed in one is told, and what stands between is found.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use chrono::{DateTime, NaiveDate};
use enochian::chess::Mode;
use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, CheckedJournal, Journal, JournalError, Metadata};
use enochian::reading::{DieThrower, QuestionDraft};
use enochian::record::{
    Afterword, Closing, Correctness, Entry, GameDraft, Heading, Record, RecordedOutcome, Remark, Seats, Subject,
    Timestamp,
};
use enochian::session::Act;

use enochian::study::CountedRecord;

pub(crate) fn moment() -> Timestamp {
    DateTime::parse_from_rfc3339("2026-11-21T14:05:00+01:00").unwrap()
}

fn heading(subject: Subject) -> Heading {
    let players = ["Ann", "Ben", "Cid", "Dot"].map(str::to_owned);
    Heading {
        game: subject.into(),
        begun: moment(),
        zone: None,
        seats: Seats::in_turn(&players),
        automatic: false,
        branch: None,
    }
}

fn reading(more: &str) -> Heading {
    let text = format!("question = \"Is my brother happy?\"\ncategory = \"brother\"\n{more}");
    let draft = QuestionDraft::read(&Source::new("brother.toml", text), Correspondences::embedded()).unwrap();
    let question = draft.resolve(Correspondences::embedded()).unwrap();
    heading(Subject::Reading(Box::new(question), DieThrower::Seeded(5)))
}

fn game() -> Heading {
    heading(Subject::Game(Box::new(GameDraft::default().settle(None, Correspondences::embedded()))))
}

/// Plays turns until there are so many, or to the end of the reading.
fn play(journal: &mut Journal<'_>, turns: usize) {
    while journal.record().enochian().unwrap().turns().len() < turns
        && journal.record().enochian().unwrap().end().is_none()
    {
        if journal.record().mode() == Mode::Reading {
            let mut dice = journal.record().enochian().unwrap().dice_source().unwrap().unwrap();
            journal.enter(Entry::Act(Act::Throw(dice.draw().unwrap().throw()).into())).unwrap();
        }
        let moves = journal.record().enochian().unwrap().moves();
        journal.enter(Entry::Act(Act::Move(moves[moves.len() / 2]).into())).unwrap();
    }
}

fn afterwords() -> [Entry; 3] {
    let words = "he *was*".to_owned();
    let on = NaiveDate::from_ymd_opt(2027, 3, 1).unwrap();
    [
        Afterword::Tagged(vec!["love".parse().unwrap(), "winter solstice".parse().unwrap()]),
        Afterword::Remark(Remark { ply: Some(3), moment: Some(moment()), words: words.clone() }),
        Afterword::Outcome(RecordedOutcome { on, proved: Correctness::True, words }),
    ]
    .map(Entry::Afterword)
}

/// Plays a journal of so many turns, and gives its text and its record.
fn written(heading: Heading, turns: usize, entries: Vec<Entry>) -> (String, Record) {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), heading, Correspondences::embedded()).unwrap();
    play(&mut journal, turns.div_ceil(2));
    journal.enter(Entry::Note("the *kettle* boils".into())).unwrap();
    // In a reading the throw goes back with the move.
    let acts = if journal.record().mode() == Mode::Reading { 2 } else { 1 };
    journal.enter(Entry::TakenBack(acts)).unwrap();
    play(&mut journal, turns);
    for entry in entries {
        journal.enter(entry).unwrap();
    }
    (fs::read_to_string(journal.path()).unwrap(), journal.record().clone())
}

fn concluded(closing: Closing) -> Vec<Entry> {
    vec![Entry::Concluded(closing, moment())]
}

pub(crate) struct Written {
    pub(crate) name: &'static str,
    pub(crate) text: String,
    pub(crate) record: Record,
}

/// Readings and games, finished and not, with what can vary in them.
pub(crate) static ALL: LazyLock<Vec<Written>> = LazyLock::new(|| {
    let notes = "known = \"he moved\"\nsupposed = \"he is well\"\nasked = \"how he is\"\n";
    let with_afterwords = |closing| concluded(closing).into_iter().chain(afterwords()).collect();
    let all = [
        ("an unfinished reading", reading(""), 8, Vec::new()),
        ("an unfinished quiet reading", reading("quiet = true\n"), 8, Vec::new()),
        ("a reading that was closed", reading(notes), 6, with_afterwords(Closing::ByPlayers)),
        ("a quiet reading that was closed", reading("quiet = true\n"), 9, concluded(Closing::ByPlayers)),
        ("a reading to its end", reading(""), usize::MAX, concluded(Closing::Ended)),
        (
            "a quiet reading to its end",
            reading(&format!("quiet = true\n{notes}")),
            500,
            with_afterwords(Closing::Ended),
        ),
        ("an unfinished game", game(), 7, Vec::new()),
        ("a game that was drawn", game(), 12, [concluded(Closing::Agreed), afterwords()[..2].to_vec()].concat()),
        ("a game to its limit", game(), 40, concluded(Closing::AtLimit(40))),
    ];
    all.map(|(name, heading, turns, entries)| {
        let (text, record) = written(heading, turns, entries);
        Written { name, text, record }
    })
    .into()
});

/// Those that can be checked hundreds of times.
pub(crate) fn short() -> impl Iterator<Item = &'static Written> {
    ALL.iter().filter(|it| it.record.enochian().unwrap().turns().len() < 15)
}

pub(crate) fn check(text: &str) -> CheckedJournal {
    journal::check(&Source::new("journal.md", text), Correspondences::embedded())
}

pub(crate) fn metadata(text: &str) -> Metadata {
    Metadata::read(&Source::new("journal.md", text), Correspondences::embedded()).unwrap()
}

/// The faults of a text with their lines; what they point at lies in these lines.
pub(crate) fn faults(text: &str) -> Vec<(usize, String)> {
    let checked = check(text);
    let faults = checked.diagnostics.files().iter().flat_map(|file| &file.errors);
    let places = faults.map(|fault| {
        let (before, marked) = (&text[..fault.span.start], &text[fault.span.clone()]);
        assert_eq!(before.matches('\n').count() + 1, fault.line, "{fault:?}");
        assert!(!marked.contains('\n') || fault.problem.contains("cut off"), "{fault:?}");
        (fault.line, fault.to_string())
    });
    places.collect()
}

/// The text with other lines in the place of one, which is counted from 1.
pub(crate) fn with(text: &str, number: usize, lines: &[&str]) -> String {
    let mut all: Vec<&str> = text.lines().collect();
    all.splice(number - 1..number, lines.iter().copied());
    all.join("\n") + "\n"
}

#[test]
fn what_was_written_is_read_and_written_again_in_the_same_words() {
    for Written { name, text, record } in ALL.iter() {
        let checked = check(text);
        assert!(checked.diagnostics.is_empty() && checked.warnings.is_empty(), "{name}: {}", checked.diagnostics);
        assert!(checked.own.is_empty(), "{name}: {:?}", checked.own);
        assert_eq!(checked.record, Some(record.clone()), "{name}");
        let folder = tempfile::tempdir().unwrap();
        let again = Journal::save_new(folder.path(), record, Correspondences::embedded()).unwrap();
        assert_eq!(&fs::read_to_string(again.path()).unwrap(), text, "{name}");
        let title = if record.mode() == Mode::Game { "a-game-from-air-of-air-water" } else { "is-my-brother-happy" };
        let found = again.path().file_name().unwrap().to_str().unwrap();
        assert_eq!(found, format!("2026-11-21-{title}.md"));
    }
}

/// What a list shows is told from the lines, and what is compared is as little as possible.
#[test]
fn what_is_told_in_brief_is_what_the_record_holds() {
    for Written { name, text, record } in ALL.iter() {
        let (it, closing) = (metadata(text), record.closing());
        assert_eq!((it.mode, it.turns as usize), (record.mode(), record.enochian().unwrap().turns().len()), "{name}");
        assert_eq!(it.is_concluded, closing.is_some(), "{name}");
        assert_eq!(it.title, record.heading().game.enochian().unwrap().title(), "{name}");
        assert_eq!(it.counted, Some(CountedRecord::of(record.enochian().unwrap())), "{name}");
        assert!(it.is_playable, "{name}");
        let tags = record.tags().iter().map(|tag| tag.as_str()).collect::<Vec<_>>();
        assert_eq!(it.tags, tags, "{name}");
        let outcome = it.outcome.as_ref().map(|it| format!("{} {}", it.on, it.proved));
        assert_eq!(outcome.is_some(), record.mode() == Mode::Reading && !it.tags.is_empty(), "{name}");
        assert!(outcome.is_none_or(|it| it == format!("2027-03-01 {}", Correctness::True)), "{name}");
        let said = text.lines().filter(|line| line.starts_with("**Note") || line.starts_with("**Outcome")).count();
        assert_eq!(it.own.len(), said, "{name}: {:?}", it.own);
        if let Some(answer) = record.answer().filter(|_| closing.is_some()) {
            assert_eq!(it.answer, answer.ptah.verdict.to_string(), "{name}");
        }
        // A quiet reading does not say before its end where the question stands.
        let question = record.heading().game.enochian().unwrap().question();
        let is_hidden = question.is_some_and(|question| question.quiet) && closing.is_none();
        let force = question.map(|question| question.force.to_string());
        assert_eq!((it.is_quiet, it.force), (is_hidden, force.filter(|_| !is_hidden)), "{name}");
    }
}

/// The number of the first line that begins so.
pub(crate) fn line_of(text: &str, beginning: &str) -> usize {
    1 + text.lines().position(|line| line.starts_with(beginning)).unwrap()
}

pub(crate) fn named(name: &str) -> &'static str {
    &ALL.iter().find(|it| it.name == name).unwrap().text
}

#[test]
fn what_follows_an_entry_that_does_not_fit_is_said_to_be_unchecked() {
    for name in ["a reading that was closed", "a game that was drawn"] {
        let text = named(name);
        let number = line_of(text, "**4 · ");
        let edited = text.replacen("\n**4 · ", "\n**5 · ", 1);
        let found = faults(&edited);
        let last = text.lines().count();
        assert_eq!(found[0].0, number, "{found:?}");
        let told = format!("lines {} to {last} could not be checked", number + 1);
        assert!(found[1].1.contains(&told) && (number + 1..number + 6).contains(&found[1].0), "{found:?}");
        let it = metadata(&edited);
        assert!(it.turns > 0 && !it.is_playable, "{name}");
    }
}

/// What the answer says is not taken from its line, but from the turns.
#[test]
fn a_stated_answer_that_is_not_that_of_the_turns_is_noticed_in_brief() {
    let text = named("a reading to its end");
    let verdict = text.lines().find(|line| line.starts_with("**Answer by the Ptah · ")).unwrap();
    let other =
        if verdict.contains(" · yes**") { verdict.replace("yes**", "no**") } else { verdict.replace("no**", "yes**") };
    assert_ne!(other, verdict);
    let it = metadata(&text.replacen(verdict, &other, 1));
    assert!(!it.is_playable && metadata(text).is_playable);
    assert_eq!(it.counted, metadata(text).counted, "what was played is the same");
}

#[test]
fn entries_made_unsaved_are_in_the_file_once_they_are_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), game(), Correspondences::embedded()).unwrap();
    let before = fs::read_to_string(journal.path()).unwrap();
    for _ in 0..3 {
        let mv = journal.record().enochian().unwrap().moves()[0];
        journal.enter_unsaved(Act::Move(mv)).unwrap();
    }
    assert!(journal.enter_unsaved(Entry::Concluded(Closing::Ended, moment())).is_err(), "it has not ended");
    assert_eq!(fs::read_to_string(journal.path()).unwrap(), before);
    journal.save().unwrap();
    let text = fs::read_to_string(journal.path()).unwrap();
    assert_eq!(check(&text).record, Some(journal.record().clone()));
    assert_eq!(journal.record().entries().len(), 3);
}

/// The date, and as many words of the question as fit into sixty bytes.
#[test]
fn a_journal_is_named_after_its_question() {
    let (a, b) = ("a".repeat(29), "b".repeat(30));
    for (question, words) in [
        ("Will it rain?".to_owned(), "-will-it-rain".to_owned()),
        ("  Über—alles: 7, c’est  ÇA!".to_owned(), "-über-alles-7-c-est-ça".to_owned()),
        (format!("{a} {b} c"), format!("-{a}-{b}")),
        (format!("{a} {b}b c"), format!("-{a}")),
        (format!("{a}aa {b} c"), format!("-{a}aa")),
        ("D".repeat(70), format!("-{}", "d".repeat(40))),
        (format!("{} e", "d".repeat(70)), format!("-{}-e", "d".repeat(40))),
    ] {
        let text = format!("question = \"{question}\"\ncategory = \"brother\"\n");
        let draft = QuestionDraft::read(&Source::new("q.toml", text), Correspondences::embedded()).unwrap();
        let question = draft.resolve(Correspondences::embedded()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let heading = heading(Subject::Reading(Box::new(question), DieThrower::ByHand));
        let journal = Journal::create(folder.path(), heading, Correspondences::embedded()).unwrap();
        assert_eq!(journal.path().file_name().unwrap().to_str().unwrap(), format!("2026-11-21{words}.md"));
    }
}

#[test]
fn a_journal_is_never_made_longer_than_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.md");
    let text = named("an unfinished game");
    fs::write(&path, text).unwrap();
    let longer = |by: usize| text.to_owned() + &" ".repeat(journal::LIMIT as usize - text.len() + by);
    let refused = journal::rewrite(&path, text, &longer(1)).unwrap_err();
    assert!(matches!(refused, JournalError::TooLong(_)), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    journal::rewrite(&path, text, &longer(0)).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), journal::LIMIT);
}

#[test]
fn facts_about_turns_are_checked() {
    let kept =
        |name: &str| fs::read_to_string(format!("{}/tests/kept-journals/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    for (name, from, to, told) in [
        ("game-with-an-exchange.md", "**13 · ", "**12 · ", "turn 12 of Air does not follow here"),
        ("game-with-a-withdrawal.md", "**1 · Air** → withdraw", "**1 · Fire** → withdraw", "does not follow here"),
        ("game-taken-back.md", " · to ", " · to 1", "this is not the state that was restored"),
        ("reading-taken-back.md", " · to ", " · to 1", "this is not the state that was restored"),
    ] {
        let text = kept(name);
        assert!(faults(&text).is_empty(), "{name}");
        assert!(text.contains(from), "{name}");
        let found = faults(&text.replacen(from, to, 1));
        assert!(found.iter().any(|(_, found)| found.contains(told)), "{name}: {found:?}");
    }
    // A last line without an end was cut off.
    assert!(!faults(kept("game-drawn.md").trim_end()).is_empty());
}

/// What was meant is among the moves that are possible.
#[test]
fn of_a_move_that_cannot_be_it_is_said_what_was_probably_meant() {
    let text = named("a reading that was closed");
    let (number, line) = (1..)
        .zip(text.lines())
        .filter(|(_, line)| line.starts_with("**→** ") && !line.contains("No Move"))
        .nth(1)
        .unwrap();
    let mv = line.strip_prefix("**→** ").unwrap().split(' ').next().unwrap();
    // No square is called so; and one to which the piece cannot go.
    for other in [format!("{}9", &mv[..4]), format!("{}{}", &mv[..4], if mv.ends_with('8') { 1 } else { 8 })] {
        let found = faults(&with(text, number, &[&line.replacen(mv, &other, 1)]));
        assert!(
            found[0].0 == number && found[0].1.contains("did you mean ") && found[0].1.contains(mv),
            "{other} for {mv}: {found:?}"
        );
        // The turns before it are there.
        let it = metadata(&with(text, number, &[&line.replacen(mv, &other, 1)]));
        assert!(!it.is_playable && it.counted.unwrap().turns.len() == 1);
    }
}

/// A damaged journal is counted as far as it can be played, and known as damaged.
#[test]
fn a_damaged_journal_is_not_played_as_a_whole_one() {
    for Written { name, text, record } in short() {
        let turn = text.rfind("\n**4 · ").unwrap();
        let damaged = format!("{}\n**4 · Wa{}", &text[..turn], &text[turn + 10..]);
        let it = metadata(&damaged);
        assert!(!it.is_playable && it.counted.is_some(), "{name}");
        assert_ne!(it.counted, Some(CountedRecord::of(record.enochian().unwrap())), "{name}");
    }
}

#[test]
fn a_journal_that_was_removed_while_it_is_open_is_said_to_be_gone() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), game(), Correspondences::embedded()).unwrap();
    fs::remove_file(journal.path()).unwrap();
    let refused = journal.enter(Entry::Note("later".into())).unwrap_err();
    assert!(matches!(&refused, JournalError::Gone(path) if path == journal.path()), "{refused}");
    assert!(journal.record().entries().is_empty());
}

#[test]
fn the_sample_is_written_again_in_the_same_words() {
    let name = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let record = journal::read(&path, Correspondences::embedded()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let again = Journal::save_new(folder.path(), &record, Correspondences::embedded()).unwrap();
    // Another version may have written it.
    let words = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let line = text.lines().find(|line| line.starts_with("    program = ")).unwrap().to_owned();
        text.replacen(&line, "", 1)
    };
    assert_eq!(words(again.path()), words(&path));
    assert_eq!(again.path().file_name(), path.file_name());
}
