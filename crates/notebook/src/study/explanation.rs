//! The explanation of a record: everything that reports are written from, derived once.

use serde::Serialize;

use crate::chess::{Army, Board, Kind, Piece, Square};
use crate::correspondences::Correspondences;
use crate::interpretation::log::{Followed, Happening, Log};
use crate::record::{self, EnochianRecord};
use crate::render::AnswerJson;

use super::{Aspect, LandingRow, ReadingCounts, Road, TurningPoint, aspects, landings, roads, turning_points};

/// Everything derived from a record.
///
/// A game has turning points, conflicts, roads and notes, but nothing that depends on a question.
///
/// ```no_run
/// use enochian::{journal, correspondences::Correspondences, study::Explanation};
/// let correspondences = Correspondences::embedded();
/// let record = journal::read("journals/2026-11-21-is-my-brother-happy.md".as_ref(), correspondences).unwrap();
/// let explanation = Explanation::of(record.enochian().unwrap(), correspondences);
/// println!("{} turning points", explanation.turning_points.len());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Explanation {
    /// The question, or the name of the game.
    pub title: String,
    /// The board, by its element.
    pub board: Board,
    /// The querent's army.
    pub querent: Option<Army>,
    /// The square of the Ptah.
    pub ptah: Option<Square>,
    /// The answer so far.
    pub answer: Option<AnswerJson>,
    /// The number of turns.
    pub turns: usize,
    /// The turning points.
    pub turning_points: Vec<TurningPoint>,
    /// The landings on each sign and element; a game has none.
    pub landings: Vec<LandingRow>,
    /// The turns that each army lost.
    pub delays: Vec<LostTurns>,
    /// Every capture.
    pub conflicts: Vec<Conflict>,
    /// The pieces that attack the Ptah square.
    pub aspects: Vec<Aspect>,
    /// The road of every piece.
    pub roads: Vec<Road>,
    /// The checks to the querent's king: the turn, and the army that gave it.
    pub checks: Vec<KingCheck>,
    /// The totals of a reading with turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<ReadingCounts>,
    /// The players' notes.
    pub notes: Vec<ExplanationNote>,
}

/// A capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The turn.
    pub turn: u32,
    /// The piece that took.
    pub taker: Piece,
    /// The piece that was taken.
    pub taken: Piece,
    /// Where it stood.
    pub at: Square,
    /// Whether it was taken by a concourse, not on the square landed on.
    pub by_concourse: bool,
}

/// A check to the querent's king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct KingCheck {
    /// The turn.
    pub turn: u32,
    /// The army that gave it.
    pub by: Army,
}

/// The turns that an army lost: its No Moves, or in a game its passes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LostTurns {
    /// The army.
    pub army: Army,
    /// The number of its turns.
    pub of: u32,
    /// The turns that it lost.
    pub turns: Vec<u32>,
    /// The longest run of consecutive lost turns.
    pub longest: u32,
}

/// A note of a player, or a remark made afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplanationNote {
    /// The turn being played then, or the turn it is about; `None` for the whole.
    pub turn: Option<u32>,
    /// The words.
    pub words: String,
    /// Whether that turn was taken back, so that the note is not about the turn that stands.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub taken_back: bool,
}

impl ExplanationNote {
    /// Whether it is about this turn, as it stands.
    #[must_use]
    pub fn is_on(&self, turn: u32) -> bool {
        self.turn == Some(turn) && !self.taken_back
    }
}

impl Explanation {
    /// Derives everything from the standing turns.
    #[must_use]
    pub fn of(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Explanation {
        let subject = &record.subject();
        let mut it = Explanation {
            title: subject.title().to_owned(),
            board: subject.board(),
            querent: subject.querent(),
            ptah: subject.ptah(),
            answer: AnswerJson::of(record),
            turns: record.turns().len(),
            turning_points: turning_points(record),
            landings: landings(record, correspondences),
            delays: Army::ALL.map(|army| delay(record, army)).to_vec(),
            conflicts: conflicts(&Log::of(record)),
            aspects: aspects(record),
            roads: roads(record, correspondences),
            checks: checks(record),
            counts: None,
            notes: notes(record),
        };
        it.counts = ReadingCounts::of(&it, record);
        it
    }

    /// The road of the querent's king.
    #[must_use]
    pub fn kings_road(&self) -> Option<&Road> {
        let querent = self.querent?;
        self.roads.iter().find(|road| road.piece.army == querent && road.piece.kind == Kind::King)
    }
}

/// Every capture of the standing turns, in order.
fn conflicts(log: &Log<'_>) -> Vec<Conflict> {
    let of = |stroke: &Happening| -> Vec<Conflict> {
        let (turn, landing) = (log.turn_number(stroke.index), log.turns()[stroke.index].landing());
        let one = |it: &Followed| Conflict {
            turn,
            taker: stroke.was,
            taken: it.was.piece,
            at: it.was.at,
            by_concourse: stroke.is_elsewhere(*it, landing),
        };
        stroke.to.iter().map(one).collect()
    };
    log.strokes().flat_map(of).collect()
}

fn delay(record: EnochianRecord<'_>, army: Army) -> LostTurns {
    let mut delay = LostTurns { army, of: 0, turns: Vec::new(), longest: 0 };
    let mut run = 0;
    for turn in record.turns().iter().filter(|turn| turn.army == army) {
        delay.of += 1;
        if turn.landing().is_some() {
            run = 0;
            continue;
        }
        delay.turns.push(turn.ply);
        run += 1;
        delay.longest = delay.longest.max(run);
    }
    delay
}

fn checks(record: EnochianRecord<'_>) -> Vec<KingCheck> {
    let querent = record.subject().querent();
    let given = record.turns().iter().filter(|turn| turn.checks.iter().any(|army| Some(*army) == querent));
    given.map(|turn| KingCheck { turn: turn.ply, by: turn.piece.map_or(turn.army, |piece| piece.army) }).collect()
}

/// The players' notes, each with the turn being played when it was written; then the remarks made afterwards.
#[must_use]
pub fn notes(record: EnochianRecord<'_>) -> Vec<ExplanationNote> {
    let note = |it: record::Note<'_>| ExplanationNote {
        turn: it.ply,
        words: it.words.to_owned(),
        taken_back: it.is_taken_back,
    };
    record.notes().into_iter().map(note).collect()
}
