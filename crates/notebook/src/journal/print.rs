//! The program's parts of a journal: the facts of an entry, and below them what is told of it.

use std::fmt::Write as _;

use crate::chess::{Mode, Move};
use crate::correspondences::Correspondences;
use crate::record::{EnochianRecord, Entry, Header, Heading, InvalidEntry, Record, RecordedAct};
use crate::render::result;
use crate::session::Act;

use super::annotate;
use super::line::{Fact, Place, Seals, WrittenAct};
use super::read::is_sealed;

/// The number of turns between two stated positions.
const STATED_EVERY: u32 = 12;

/// What stands last in a journal, on which depends what can follow it directly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LastLine {
    /// The throw of a turn.
    Throw,
    /// An act of which nothing is told.
    Act,
    /// Anything else; a blank line follows it.
    Other,
}

/// Writes the parts of one journal in order.
#[derive(Clone, Debug)]
pub(super) struct Printer<'c> {
    pub(super) correspondences: &'c Correspondences,
    pub(super) seals: Seals,
    pub(super) last: LastLine,
}

impl<'c> Printer<'c> {
    /// The text with which a journal begins, and the printer for what follows.
    pub(super) fn begin(heading: &Heading, correspondences: &'c Correspondences) -> (String, Printer<'c>) {
        let header = Header::of(heading);
        let text = header.text() + &annotate::opening(heading, correspondences);
        (text, Printer { correspondences, seals: header.seals(), last: LastLine::Other })
    }

    /// The text of a whole record.
    ///
    /// # Errors
    /// If it cannot be played again.
    pub(super) fn whole(
        record: &Record,
        correspondences: &'c Correspondences,
    ) -> Result<(String, Printer<'c>), InvalidEntry> {
        let (mut text, mut printer) = Printer::begin(record.heading(), correspondences);
        let mut again = Record::begin(record.heading().clone());
        for entry in record.entries() {
            again.enter(entry.clone())?;
            text.push_str(&printer.part(&again, entry));
        }
        Ok((text, printer))
    }

    /// The part for the last entry of a record.
    pub(super) fn part(&mut self, record: &Record, entry: &Entry) -> String {
        let told = annotate::after(record, entry, self.correspondences);
        let mut text = String::new();
        match entry {
            Entry::Act(act) => self.act(record, act, &told, &mut text),
            Entry::Concluded(closing, moment) => {
                let (turn, position) = self::position(record);
                self.line(Fact::Position { turn, text: position }, record, "\n", &mut text);
                let _ = write!(text, "\n{}", annotate::end_heading(record.mode()));
                let results = result_words(record).map(Fact::Result);
                let ends = answers(record).into_iter().chain(results).chain([Fact::Concluded(*closing, *moment)]);
                let facts: Vec<Fact> = ends.collect();
                let count = facts.len();
                for (at, fact) in facts.into_iter().enumerate() {
                    self.line(fact, record, if at == 0 { "\n" } else { "" }, &mut text);
                    if at + 1 < count {
                        // Two spaces make Markdown show the lines as lines.
                        text.insert_str(text.len() - 1, "  ");
                    }
                }
                self.told(&told, &mut text);
            }
            Entry::Note(words) => {
                self.line(Fact::Note(record.play().current_turn(), words.clone()), record, "\n", &mut text);
            }
            Entry::TakenBack(acts) => {
                let throw = record.enochian().and_then(|record| record.throw());
                self.line(Fact::TakenBack { acts: *acts, to: place(record), throw }, record, "\n", &mut text);
            }
            Entry::Resumed(moment) => self.line(Fact::Resumed(*moment), record, "\n", &mut text),
            Entry::Afterword(afterword) => self.line(Fact::Afterword(afterword.clone()), record, "\n", &mut text),
        }
        text
    }

    /// Writes a fact as a line.
    pub(super) fn line(&mut self, fact: Fact, record: &Record, before: &str, text: &mut String) {
        self.last = if matches!(fact, Fact::Throw(..)) { LastLine::Throw } else { LastLine::Other };
        // What is added to a closed journal is counted too; no fact of its own is to come that would do so.
        let is_added = record.closing().is_some() && matches!(fact, Fact::Afterword(_));
        let is_sealed = is_sealed(&fact) || is_added;
        let _ = writeln!(text, "{before}{}", self.seals.write(fact, is_sealed));
    }

    fn told(&mut self, told: &str, text: &mut String) {
        text.push_str(told);
        self.last = if told.is_empty() { LastLine::Act } else { LastLine::Other };
    }

    fn act(&mut self, record: &Record, act: &RecordedAct, told: &str, text: &mut String) {
        let below = if self.last == LastLine::Act { "" } else { "\n" };
        if let (Some(record), RecordedAct::Enochian(act)) = (record.enochian(), act) {
            return self.enochian_act(record, *act, below, told, text);
        }
        let steps = record.play().steps();
        let Some(step) = steps.last() else { return };
        let place = (step.turn, step.state.actor_name(step.actor).to_owned());
        let act = WrittenAct { text: step.text.clone(), sheet: None, is_irregular: step.irregular.is_some() };
        self.line(Fact::Act(Some(place), act), record, below, text);
        if step.ends_turn {
            self.ended(told, text);
            self.stated(record, step.turn, text);
        } else {
            self.told(told, text);
        }
    }

    /// A throw and its move stand on a line each, and a move has its sheet text.
    fn enochian_act(&mut self, record: EnochianRecord<'_>, act: Act, below: &str, told: &str, text: &mut String) {
        let (mode, here) = (record.mode(), (record.ply(), record.turn().to_string()));
        match (act, record.last_turn()) {
            (Act::Throw(throw), _) => self.line(Fact::Throw(here, throw), &record, "\n", text),
            (Act::Move(_) | Act::Irregular(_), Some(turn)) => {
                let written = WrittenAct::of_enochian(act, mode, Some(&turn.sheet));
                let place = (turn.ply, turn.army.to_string());
                if self.last == LastLine::Throw {
                    self.line(Fact::Act(None, written), &record, "", text);
                } else {
                    self.line(Fact::Act(Some(place), written), &record, below, text);
                }
                self.ended(told, text);
                self.stated(&record, turn.ply, text);
            }
            _ => {
                let written = WrittenAct::of_enochian(act, mode, None);
                self.line(Fact::Act(Some(here), written), &record, "\n", text);
            }
        }
    }

    /// The end of a turn: what is told of it, or two spaces that make Markdown show the next turn on a line of its own.
    fn ended(&mut self, told: &str, text: &mut String) {
        if told.is_empty() {
            text.insert_str(text.len() - 1, "  ");
        }
        self.told(told, text);
    }

    /// States the position after every twelfth turn.
    fn stated(&mut self, record: &Record, turn: u32, text: &mut String) {
        if turn.is_multiple_of(STATED_EVERY) {
            let (turn, position) = position(record);
            self.line(Fact::Position { turn, text: position }, record, "\n", text);
        }
    }
}

/// The turn to be played, and who acts in it.
pub(super) fn place(record: &Record) -> Place {
    (record.play().current_turn(), record.play().actor_name())
}

/// The last turn played, and the text of the position after it.
pub(super) fn position(record: &Record) -> (u32, String) {
    (record.play().current_turn().saturating_sub(1), record.play().position_text())
}

/// The answers of a reading by both criteria.
pub(super) fn answers(record: &Record) -> Vec<Fact> {
    let Some(answer) = record.answer() else { return Vec::new() };
    let manner = answer.manner.to_string();
    let fact = |by: &str, decision: crate::reading::Decision| Fact::Answer {
        by: by.to_owned(),
        verdict: decision.verdict.to_string(),
        turn: decision.ply,
        manner: manner.clone(),
    };
    vec![fact(PTAH, answer.ptah), fact(KINGS, answer.kings)]
}

/// The criterion of the Ptah, in an answer.
pub(super) const PTAH: &str = "Ptah";
/// The criterion of the kings.
pub(super) const KINGS: &str = "kings";

/// The result of a game in a few words; `None` in a reading.
pub(super) fn result_words(record: &Record) -> Option<String> {
    (record.mode() == Mode::Game).then(|| result(record))
}

/// The texts of the acts that are possible now.
pub(super) fn possible_acts(record: &Record) -> Vec<String> {
    let Some(record) = record.enochian() else {
        return record.state().acts().into_iter().map(|act| act.text).collect();
    };
    let text = |mv: &Move| WrittenAct::of_enochian(Act::Move(*mv), record.mode(), None).text;
    record.moves().iter().map(text).collect()
}
