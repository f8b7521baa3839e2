//! Pairs of copies of one journal, each gone on with at random: for `tests/library/journals/copies.rs`.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use enochian::chess::{Angle, Army, Array, Board, Direction, Mode};
use enochian::correspondences::Correspondences;
use enochian::games::{GameAct, GameOptions, unrefereed};
use enochian::input::Source;
use enochian::journal::{self, Journal, KeptTurns};
use enochian::reading::{DieThrower, QuestionDraft, Throw};
use enochian::record::{
    Afterword, Closing, Correctness, Entry, GameSettings, Heading, OtherGame, Record, RecordedAct, RecordedOutcome,
    Remark, Seats, Subject, Timestamp,
};
use enochian::session::Act;

/// A small generator, which needs no crate: numbers below a bound.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Plays a pair; panics if it is counted twice, or something is lost when it is joined. Gives the number of acts that stay as
/// taken back, and of words that a person wrote.
pub(crate) fn try_pair(number: u64) -> (usize, usize) {
    let mut numbers = Numbers(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let title = format!("Pair {number}");
    match numbers.below(4) {
        0 => Pair { numbers }.tried(other_game(title)),
        kind => Pair { numbers }.tried(enochian(title, kind, number)),
    }
}

fn begun() -> Timestamp {
    "2026-11-22T20:15:00+01:00".parse().unwrap()
}

fn other_game(title: String) -> Heading {
    let referee = unrefereed(&["North", "East", "West"].map(str::to_owned)).unwrap();
    let seats = Seats::of(referee.seats().iter().map(|seat| seat.name.clone()).collect());
    let (start, options) = (referee.start(), GameOptions::default());
    let game = OtherGame { title, referee, options, start, source: None, seed: None };
    Heading { game: game.into(), begun: begun(), zone: None, seats, automatic: false, branch: None }
}

/// An act that can be played now; `None` if it is over.
fn any_act(record: &Record, numbers: &mut Numbers) -> Option<RecordedAct> {
    match record.enochian() {
        Some(_) => enochian_act(record, numbers).map(RecordedAct::from),
        None => other_act(numbers).map(RecordedAct::from),
    }
}

/// The position in words.
fn state(record: &Record) -> String {
    record.play().position_text()
}

fn other_act(numbers: &mut Numbers) -> Option<GameAct> {
    let text = ["lays a tile", "a `b` *c*", "next West"][numbers.below(3)];
    Some(GameAct { text: text.to_owned(), is_irregular: false })
}

/// A reading, a quiet reading or a game.
fn enochian(title: String, kind: usize, seed: u64) -> Heading {
    let correspondences = Correspondences::embedded();
    let subject = if kind == 3 {
        let (board, ruleset) = (Board::Fire, correspondences.ruleset("zalewski").unwrap());
        let array = Array::of(Angle::Water, board);
        Subject::Game(Box::new(GameSettings::opening(title, board, array, Army::Fire, Direction::Deosil, ruleset)))
    } else {
        let (text, category) = (Some(title), Some("love".to_owned()));
        let draft = QuestionDraft { text, category, querent: Some("Anna".to_owned()), ..QuestionDraft::default() };
        let mut question = draft.resolve(correspondences).unwrap();
        question.quiet = kind == 2;
        Subject::Reading(Box::new(question), DieThrower::Seeded(seed))
    };
    Heading {
        game: subject.into(),
        begun: begun(),
        zone: None,
        seats: Seats::alone("Anna"),
        automatic: false,
        branch: None,
    }
}

fn enochian_act(record: &Record, numbers: &mut Numbers) -> Option<Act> {
    let moves = record.enochian().unwrap().moves();
    match record.enochian().unwrap().end() {
        Some(_) => None,
        None if moves.is_empty() => Throw::new(1 + numbers.below(6) as u8).map(Act::Throw),
        None => Some(Act::Move(moves[numbers.below(moves.len())])),
    }
}

/// How a pair is played.
struct Pair {
    numbers: Numbers,
}

impl Pair {
    fn tried(mut self, heading: Heading) -> (usize, usize) {
        let (folder, correspondences) = (tempfile::tempdir().unwrap(), Correspondences::embedded());
        let journal = Journal::create(folder.path(), heading, correspondences).unwrap();
        let first = journal.path().to_owned();
        drop(journal);
        let mut words = Vec::new();
        let entries = self.numbers.below(24);
        self.goes_on(&first, "both", entries, &mut words);
        let names =
            [" 2", "-DESKTOP-7", ".sync-conflict-20261125-101112-ABCDEFG", " (Anna's conflicted copy 2026-11-25)"];
        let stem = first.file_stem().unwrap().to_str().unwrap();
        let second = first.with_file_name(format!("{stem}{}.md", names[self.numbers.below(names.len())]));
        fs::copy(&first, &second).unwrap();
        for (path, label) in [(&first, "ours"), (&second, "theirs")] {
            let entries = self.numbers.below(16);
            self.goes_on(path, label, entries, &mut words);
        }
        assert_eq!(counted(folder.path()), (1, 1), "a copy is counted");
        let kept = self.joined(&first, &second, &words);
        (kept, words.len())
    }

    /// Joins them, and looks whether all is in it. Gives the number of entries and lines that were added.
    fn joined(&self, first: &Path, second: &Path, words: &[String]) -> usize {
        let correspondences = Correspondences::embedded();
        let [one, two] = [first, second].map(|path| journal::read(path, correspondences).unwrap());
        let joined = journal::join(first, second, correspondences).unwrap();
        for word in words {
            assert!(joined.text.contains(word), "{word} is lost:\n{}", joined.text);
        }
        let checked = journal::check(&Source::new(first.display().to_string(), joined.text.clone()), correspondences);
        assert!(checked.diagnostics.is_empty(), "{}\n{}", checked.diagnostics, joined.text);
        journal::rewrite(first, &joined.first, &joined.text).unwrap();
        assert_eq!(counted(first.parent().unwrap()), (1, 1), "the copy is one still");
        let record = journal::read(first, correspondences).unwrap();
        let kept = if joined.kept == KeptTurns::First { &one } else { &two };
        assert_eq!(state(&record), state(kept), "the turns that are kept stand");
        assert!(kept.closing().is_none() || record.closing() == kept.closing(), "how it was concluded");
        let again = first.with_file_name("again.md");
        fs::copy(first, &again).unwrap();
        let same = journal::join(first, &again, correspondences).unwrap();
        assert_eq!((same.text, same.added), (joined.text, 0), "nothing is joined twice");
        joined.added
    }

    /// Goes on with a journal: acts, and all that a person can write. What is written is put among the words.
    fn goes_on(&mut self, path: &Path, label: &str, entries: usize, words: &mut Vec<String>) {
        let mut journal = Journal::open(path, Correspondences::embedded()).unwrap();
        let is_reading = journal.record().play().mode() == Mode::Reading;
        for number in 0..entries {
            let word = format!("{label}{number}x");
            let remark = |ply| Afterword::Remark(Remark { ply, moment: Some(begun()), words: word.clone() });
            let entry = match self.numbers.below(14) {
                0 => Entry::Note(word.clone()),
                1 => Entry::Afterword(remark(None)),
                2 => Entry::Afterword(remark(Some(2))),
                3 => Entry::Afterword(Afterword::Tagged(vec![word.parse().unwrap()])),
                4 if is_reading => {
                    let (on, proved) = (begun().date_naive(), Correctness::True);
                    Entry::Afterword(Afterword::Outcome(RecordedOutcome { on, proved, words: word.clone() }))
                }
                5 => {
                    let mut file = OpenOptions::new().append(true).open(path).unwrap();
                    write!(file, "\nMy own line {word}\n").unwrap();
                    words.push(word);
                    continue;
                }
                6 => Entry::TakenBack(1 + self.numbers.below(3)),
                7 => Entry::Resumed(begun()),
                8 => match journal.record().tags().first() {
                    Some(tag) => Entry::Afterword(Afterword::Untagged(vec![(*tag).clone()])),
                    None => continue,
                },
                9 if label != "both" && self.numbers.below(4) == 0 => Entry::Concluded(Closing::ByPlayers, begun()),
                _ => match any_act(journal.record(), &mut self.numbers) {
                    Some(act) => Entry::Act(act),
                    None => continue,
                },
            };
            // What does not fit, such as a note after the conclusion, is left out.
            let is_of_words = matches!(&entry, Entry::Note(_) | Entry::Afterword(_))
                && !matches!(&entry, Entry::Afterword(Afterword::Untagged(_)));
            if journal.enter(entry).is_ok() && is_of_words {
                words.push(word);
            }
        }
    }
}

/// The number of journals of a folder, and of copies that are not counted.
fn counted(folder: &Path) -> (usize, usize) {
    let listed = journal::list(folder, Correspondences::embedded(), &|_, _| {}).unwrap();
    let (kept, copies) = journal::set_copies_aside(listed);
    (kept.len(), copies.len())
}
