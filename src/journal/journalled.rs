//! What a journal can be kept of: what differs between Enochian chess and the other games.
//!
//! Everything else (locks, appending, parsing, replaying, checking, repairing) is the same for all journals.

use crate::chess::Square;
use crate::correspondences::Correspondences;
use crate::input::TomlTable;
use crate::record::{Closing, Entry, Playable, Record, Timestamp};
use crate::study::CountedRecord;

use super::conclusion::Contents;
use super::lines::JournalLine;
use super::parse::ParsedJournal;

/// A session that a journal can be kept of.
///
/// It is implemented for the sessions of this crate and of no use to others, so its methods are hidden.
#[doc(hidden)]
pub trait Journalled: Playable {
    /// The version of the format that is written.
    const FORMAT: u8;

    /// The name given by a person: the question, or the name of the game.
    fn title(heading: &Self::Heading) -> &str;

    /// When it was begun.
    fn begun(heading: &Self::Heading) -> Timestamp;

    /// The sign or element of the Ptah's square, in a reading.
    fn force(heading: &Self::Heading) -> Option<String>;

    /// The header's TOML.
    fn toml(heading: &Self::Heading, correspondences: &Correspondences) -> String;

    /// Reads the heading from the header's TOML; errors are reported to the fields.
    fn heading(fields: &TomlTable<'_>, correspondences: &Correspondences) -> Option<Self::Heading>;

    /// The opening after the header.
    fn opening(heading: &Self::Heading, correspondences: &Correspondences) -> String;

    /// The part for an act, the last one played.
    fn act_part(record: &Record<Self>, act: &Self::Act, correspondences: &Correspondences) -> String;

    /// The conclusion after its heading, in that edition of the wording.
    fn conclusion(record: &Record<Self>, closing: Closing, wording: u32, correspondences: &Correspondences) -> String;

    /// The entry that a line of an act stands for; `None` for other lines.
    fn act(line: &JournalLine) -> Option<Self::Act>;

    /// Who is to act, as the heading of a turn names it.
    fn actor(record: &Record<Self>) -> String;

    /// The state of a record after something was taken back.
    fn state(record: &Record<Self>) -> String;

    /// The last turn played, and the text of the position after it.
    fn position(record: &Record<Self>) -> (u32, String);

    /// What the lines of the result are called, and these lines.
    fn verdicts(record: &Record<Self>) -> (&'static str, Vec<String>);

    /// The sheet text of the last turn's move; `None` where there are no sheets.
    fn last_sheet(record: &Record<Self>) -> Option<String>;

    /// For each turn, the square landed on, whose gloss the journal has; empty where there are no glosses.
    fn landings(record: &Record<Self>) -> Vec<Option<Square>>;

    /// The beginnings of the lines of all acts that can be entered next.
    fn next_acts(record: &Record<Self>) -> Vec<String>;

    /// The counts of the turns; `None` where they are not counted.
    fn counted(record: &Record<Self>) -> Option<CountedRecord>;

    /// The counts of the turns without a record, and what its conclusion holds; `None` if that is not possible.
    fn count(
        parsed: &ParsedJournal<'_, Self>,
        heading: &Self::Heading,
        correspondences: &Correspondences,
    ) -> Option<(CountedRecord, Contents)>;
}

/// The entry that a line stands for; `None` for statements and the heading of a game's turn.
pub(super) fn entry<P: Journalled>(line: &JournalLine) -> Option<Entry<P::Act>> {
    Some(match line {
        JournalLine::Note { text, .. } => Entry::Note(text.clone()),
        JournalLine::TakenBack { acts, .. } => Entry::TakenBack(*acts),
        JournalLine::Resumed(moment) => Entry::Resumed(*moment),
        JournalLine::Concluded(closing, moment) => Entry::Concluded(*closing, *moment),
        JournalLine::Afterword(annotation) => Entry::Annotation(annotation.clone()),
        JournalLine::Position { .. } | JournalLine::Verdict(_) | JournalLine::Edition { .. } => return None,
        line => Entry::Act(P::act(line)?),
    })
}
