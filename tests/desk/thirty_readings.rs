//! A notebook as a person has it after a year: thirty readings of nine questions, played at random, with notes, tags, links
//! and outcomes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Days};
use enochian::chess::{Army, Move, Role};
use enochian::correspondences::{Correspondences, SignOrElement};
use enochian::input::Source;
use enochian::journal::Journal;
use enochian::reading::{DiceSource, DieThrower, QuestionDraft};
use enochian::record::{
    Afterword, Closing, Correctness, Entry, Heading, Record, RecordedOutcome, Remark, Seats, Subject,
};
use enochian::session::Act;

const QUESTIONS: [&str; 9] =
    ["brother", "employees", "great-work", "health", "journey", "love", "opponent", "project", "vocation"];
const QUERENTS: [&str; 3] = ["Anna", "Nadia", "Bela"];
/// A longer reading is closed.
const TURNS: usize = 90;

/// Twelve questions that a person comes back with, each as one query.
pub(crate) const TWELVE: [&str; 12] = [
    "my king on scorpio",
    "nadia outcome:true",
    "player:nadia querent:anna",
    "king fallen death",
    "question:brother since:2025-03 until:2025-09",
    "my queen check",
    "answer:yes outcome:unknown",
    "note:garden",
    "tag:family outcome:unknown",
    "figure:carcer answer:no",
    "my bishop taken",
    "element:fire queen takes pawn",
];

/// What is written when the querent's king lands on Scorpio.
pub(crate) const GARDEN: &str = "The garden again.";

/// Writes the journals, the first of 5 January 2025, one every eleven days.
pub(crate) fn thirty_readings(folder: &Path) -> Vec<(PathBuf, Record)> {
    let written = (0..30).map(|number| {
        let record = reading(number);
        let journal = Journal::save_new(folder, &record, Correspondences::embedded()).unwrap();
        let path = journal.path().to_owned();
        drop(journal);
        // One that was just written is not remembered.
        let old = SystemTime::now() - Duration::from_secs(3600);
        File::options().append(true).open(&path).unwrap().set_modified(old).unwrap();
        (path, record)
    });
    written.collect()
}

fn reading(number: usize) -> Record {
    let correspondences = Correspondences::embedded();
    let file = format!("questions/{}.toml", QUESTIONS[number % QUESTIONS.len()]);
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file)).unwrap();
    let mut draft = QuestionDraft::read(&Source::new(&*file, text), correspondences).unwrap();
    let querent = QUERENTS[number % QUERENTS.len()];
    draft.querent = Some(querent.to_owned());
    let question = draft.resolve(correspondences).unwrap();
    let (board, own) = (question.board, Army::of(question.angle.element()));
    let first = DateTime::parse_from_rfc3339("2025-01-05T20:15:00+01:00").unwrap();
    let begun = first.checked_add_days(Days::new(11 * number as u64)).unwrap();
    // Nadia plays for the others now and then.
    let seats = Seats::alone(if number % 5 == 4 { "Nadia" } else { querent });
    let game = Subject::Reading(Box::new(question), DieThrower::ByHand).into();
    let mut record = Record::begin(Heading { game, begun, zone: None, seats, automatic: false, branch: None });
    let mut chance = DiceSource::seeded(number as u64 + 1);
    for _ in 0..TURNS {
        if record.enochian().unwrap().end().is_some() {
            break;
        }
        let draw = chance.draw().unwrap();
        record.enter(Act::Throw(draw.throw())).unwrap();
        let moves = record.enochian().unwrap().moves();
        let mv = moves[draw.choice(moves.len())];
        // A note belongs to the turn that is being played.
        let is_king = record.enochian().unwrap().turn() == own && matches!(mv, Move::Step { role: Role::King, .. });
        let force = mv.to().map(|square| correspondences.square(board, square).force);
        if is_king && force == Some(SignOrElement::Scorpio) {
            record.enter(Entry::Note(GARDEN.into())).unwrap();
        }
        record.enter(Act::Move(mv)).unwrap();
    }
    let is_over = record.enochian().unwrap().end().is_some();
    let closing = if is_over { Closing::Ended } else { Closing::ByPlayers };
    record.enter(Entry::Concluded(closing, begun)).unwrap();
    let mut after = Vec::new();
    if number.is_multiple_of(3) {
        after.push(Afterword::Tagged(vec!["family".parse().unwrap()]));
    }
    if number == 20 {
        let words = "It goes on from [[2025-01-05-is-my#5]].".to_owned();
        after.push(Afterword::Remark(Remark { ply: Some(7), moment: Some(begun), words }));
    }
    if number % 4 == 1 {
        let proved = Correctness::ALL[number / 4 % Correctness::ALL.len()];
        let (on, words) = (begun.date_naive() + Days::new(60), "A letter came.".to_owned());
        after.push(Afterword::Outcome(RecordedOutcome { on, proved, words }));
    }
    after.into_iter().for_each(|annotation| record.enter(Entry::Afterword(annotation)).unwrap());
    record
}
