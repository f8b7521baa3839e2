//! The metadata of a journal, for lists, filters, searches and statistics.

use chrono::NaiveDate;
use serde::{Serialize, Serializer};

use crate::chess::Mode;
use crate::correspondences::{Correspondences, Criterion};
use crate::games::GameKind;
use crate::input::{Diagnostics, Source};
use crate::record::{Afterword, Branch, Entry, RecordedOutcome, Tag, Timestamp};
use crate::study::CountedRecord;

use super::header;
use super::line::Fact;
use super::print::{KINGS, PTAH};
use super::read::{OwnText, ReadJournal, read};

/// The metadata of a journal.
///
/// A journal with an error is still listed, with its turns up to there and the answer that it states; [`check`](super::check())
/// verifies a journal.
///
/// It is serialised without a person's texts and the counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metadata {
    /// The id of the reading or game, which is the same in every copy of its journal.
    pub id: String,
    /// Whether it is a reading or a game.
    pub mode: Mode,
    /// The kind of game: `enochian`, `three`.
    pub kind: String,
    /// The question, or the name of the game.
    pub title: String,
    /// The person who asked.
    pub querent: Option<String>,
    /// The category of the question.
    pub category: Option<String>,
    /// The board's element; empty in the other games.
    pub board: String,
    /// The angle's element, in a reading.
    pub angle: Option<String>,
    /// The sign or element of the Ptah square, in a reading that is not quiet.
    pub force: Option<String>,
    /// When it was begun.
    #[serde(serialize_with = "moment")]
    pub begun: Timestamp,
    /// Whether it is concluded.
    #[serde(rename = "concluded")]
    pub is_concluded: bool,
    /// The stated answer by the procedure's criterion, or the result of a game; `unfinished` if it is not concluded.
    pub answer: String,
    /// The number of standing turns.
    pub turns: u32,
    /// Its tags.
    pub tags: Vec<String>,
    /// The last recorded outcome.
    pub outcome: Option<LastOutcome>,
    /// The players, each once.
    pub players: Vec<String>,
    /// A person's texts: notes, remarks, and other lines.
    #[serde(skip)]
    pub own: Vec<OwnLine>,
    /// The counts of the turns, as far as they can be replayed; `None` if the header is invalid.
    #[serde(skip)]
    pub counted: Option<CountedRecord>,
    /// Whether signs and houses are hidden: in a quiet reading until it is concluded.
    #[serde(rename = "quiet")]
    pub is_quiet: bool,
    /// Whether every turn can be replayed, and no line is damaged.
    #[serde(rename = "playable")]
    pub is_playable: bool,
    /// Where it leaves another reading, if it is a branch of one.
    pub branch: Option<Branch>,
}

/// An outcome, without the words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LastOutcome {
    /// Its date.
    pub on: NaiveDate,
    /// Whether the answer proved true: `true`, `false` or `partly true`.
    pub proved: String,
}

/// A line that a person wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwnLine {
    /// Its number in the file, from 1.
    pub line: usize,
    /// The turn that it is about, or after which it stands; `None` for the whole journal.
    pub turn: Option<u32>,
    /// The text.
    pub text: String,
}

impl Metadata {
    /// Reads the metadata of a journal.
    ///
    /// # Errors
    /// If there is no header, or not enough of one to list the journal.
    pub fn read(source: &Source, correspondences: &Correspondences) -> Result<Metadata, Diagnostics> {
        Ok(Metadata::of(&read(source, correspondences)?, correspondences))
    }

    pub(super) fn of(read: &ReadJournal<'_>, correspondences: &Correspondences) -> Metadata {
        let header = &read.header;
        let is_concluded = read.lines.iter().any(|line| matches!(line.fact, Fact::Concluded(..)));
        let is_quiet = header.quiet && !is_concluded;
        let place = header.ptah().map(|(board, ptah)| correspondences.square(board, ptah));
        let record = read.record.as_ref().ok();
        Metadata {
            id: id(read),
            mode: header.mode(),
            kind: header.game().to_owned(),
            title: header.title().to_owned(),
            querent: header.querent.clone(),
            category: header.category.clone(),
            board: header.board.clone().unwrap_or_default(),
            angle: place.map(|place| place.angle.to_string()),
            force: place.filter(|_| !is_quiet).map(|place| place.force.to_string()),
            begun: header.begun().unwrap_or_default(),
            is_concluded,
            answer: if is_concluded { answer(read, correspondences) } else { None }
                .unwrap_or_else(|| "unfinished".to_owned()),
            turns: record.map_or(0, |record| record.play().turns_played()),
            tags: record.map_or_else(Vec::new, |record| record.tags().into_iter().map(Tag::to_string).collect()),
            outcome: record.and_then(|record| record.outcomes().last()).map(LastOutcome::of),
            players: header.players(),
            own: own_lines(read),
            counted: record.and_then(|record| record.enochian()).map(CountedRecord::of),
            is_quiet,
            is_playable: record.is_some() && read.errors.is_empty(),
            branch: header.branch(),
        }
    }

    /// Whether it is a reading or a game of Enochian chess.
    #[must_use]
    pub fn is_enochian(&self) -> bool {
        self.kind == GameKind::default().name()
    }
}

impl LastOutcome {
    fn of(outcome: &RecordedOutcome) -> LastOutcome {
        LastOutcome { on: outcome.on, proved: outcome.proved.to_string() }
    }
}

fn moment<S: Serializer>(moment: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&moment.to_rfc3339())
}

/// The stated answer by the criterion of the procedure, or the result of a game.
fn answer(read: &ReadJournal<'_>, correspondences: &Correspondences) -> Option<String> {
    let procedure = read.header.procedure.as_ref().and_then(|name| correspondences.procedure(name).ok());
    let criterion = match procedure.map(|procedure| procedure.ends_by) {
        Some(Criterion::Kings) => KINGS,
        _ => PTAH,
    };
    read.lines.iter().find_map(|line| match &line.fact {
        Fact::Answer { by, verdict, .. } if by == criterion => Some(verdict.clone()),
        Fact::Result(words) => Some(words.clone()),
        _ => None,
    })
}

/// What makes a journal the one it is, the same in every copy of it.
///
/// A person cannot begin two in one second, but a program can. It plays a reading whole before it is saved, so of these the acts
/// tell one from another.
pub(super) fn id(read: &ReadJournal<'_>) -> String {
    let id = read.header.id();
    if !read.header.automatic {
        return id;
    }
    let acts = read.lines.iter().filter(|line| matches!(line.fact, Fact::Throw(..) | Fact::Act(..)));
    format!("{id}-{}", header::hash(acts.map(|line| &read.source.text[line.span.clone()])))
}

/// A person's texts in the order of the file: the lines of their own, and the notes and outcomes as they stand now.
fn own_lines(read: &ReadJournal<'_>) -> Vec<OwnLine> {
    let line = |own: &OwnText| OwnLine { line: own.number, turn: own.turn, text: read.text(own).to_owned() };
    let mut lines: Vec<OwnLine> = read.own.iter().map(line).collect();
    if let Ok(record) = &read.record {
        let noted = |number: usize, turn: Option<u32>, text: &str| {
            (!text.is_empty()).then(|| OwnLine { line: read.entry_lines[number], turn, text: text.to_owned() })
        };
        lines.extend(record.notes().iter().filter_map(|note| noted(note.said, note.ply, note.words)));
        let outcome = |(number, entry): (usize, &Entry)| match entry {
            Entry::Afterword(Afterword::Outcome(outcome)) => noted(number, None, &outcome.words),
            _ => None,
        };
        lines.extend(record.entries().iter().enumerate().filter_map(outcome));
    }
    lines.sort_by_key(|own| own.line);
    lines
}
