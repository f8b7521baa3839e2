//! Journals of readings and games of Enochian chess.

use crate::chess::{Mode, Square};
use crate::correspondences::Correspondences;
use crate::input::TomlTable;
use crate::record::{Closing, Heading, Record, Timestamp};
use crate::render::result;
use crate::session::{Act, Session};
use crate::study::CountedRecord;

use super::conclusion::{self, Contents};
use super::format::FORMAT;
use super::journalled::Journalled;
use super::lines::{self, JournalLine};
use super::parse::ParsedJournal;
use super::{header, metadata, opening, print};

impl Journalled for Session {
    const FORMAT: u8 = FORMAT;

    fn title(heading: &Heading) -> &str {
        heading.subject.title()
    }

    fn begun(heading: &Heading) -> Timestamp {
        heading.begun
    }

    fn force(heading: &Heading) -> Option<String> {
        heading.subject.question().map(|question| question.force.to_string())
    }

    fn toml(heading: &Heading, correspondences: &Correspondences) -> String {
        header::toml(heading, correspondences)
    }

    fn heading(fields: &TomlTable<'_>, correspondences: &Correspondences) -> Option<Heading> {
        header::heading(fields, correspondences)
    }

    fn opening(heading: &Heading, correspondences: &Correspondences) -> String {
        opening::text(heading, correspondences)
    }

    fn act_part(record: &Record, act: &Act, correspondences: &Correspondences) -> String {
        print::act(record, *act, correspondences)
    }

    fn conclusion(record: &Record, closing: Closing, wording: u32, correspondences: &Correspondences) -> String {
        conclusion::conclusion(record, closing, wording, correspondences)
    }

    fn act(line: &JournalLine) -> Option<Act> {
        Some(match line {
            JournalLine::Turn { throw, .. } => Act::Throw((*throw)?),
            JournalLine::Played { mv, irregular: false, .. } => Act::Move(*mv),
            JournalLine::Played { mv, irregular: true, .. } => Act::Irregular(*mv),
            JournalLine::Exchange { exchange, .. } => Act::Exchange(*exchange),
            JournalLine::Withdrawal { army, .. } => Act::Withdrawal(*army),
            _ => return None,
        })
    }

    fn actor(record: &Record) -> String {
        record.turn().to_string()
    }

    fn state(record: &Record) -> String {
        let turn = format!("turn {}", record.ply());
        match (record.mode(), record.throw()) {
            (_, Some(throw)) => format!("{turn}, after its throw of {throw}"),
            (Mode::Reading, None) => format!("{turn}, before its throw"),
            (Mode::Game, None) => turn,
        }
    }

    fn position(record: &Record) -> (u32, String) {
        let position = record.position();
        (position.ply(), position.to_string())
    }

    fn verdicts(record: &Record) -> (&'static str, Vec<String>) {
        match record.answer() {
            Some(answer) => ("answer", conclusion::verdicts(&answer).to_vec()),
            None => ("result", vec![lines::result(&result(record))]),
        }
    }

    fn last_sheet(record: &Record) -> Option<String> {
        record.last_turn().map(|turn| turn.sheet.clone())
    }

    fn landings(record: &Record) -> Vec<Option<Square>> {
        record.turns().iter().map(|turn| turn.landing()).collect()
    }

    fn next_acts(record: &Record) -> Vec<String> {
        let (ply, army) = (record.ply(), record.turn());
        let turn = lines::turn(ply, army, None);
        let mut next = vec![
            format!("### Exchange of prisoners before {ply} · "),
            lines::withdrawal(ply, army),
            if record.mode() == Mode::Reading { turn + " · throw " } else { turn },
        ];
        next.extend(record.moves().iter().map(|mv| format!("**{mv}** · sheet ")));
        next
    }

    fn counted(record: &Record) -> Option<CountedRecord> {
        Some(CountedRecord::of(record))
    }

    fn count(
        parsed: &ParsedJournal<'_, Session>,
        heading: &Heading,
        correspondences: &Correspondences,
    ) -> Option<(CountedRecord, Contents)> {
        metadata::count(parsed, heading, correspondences)
    }
}
