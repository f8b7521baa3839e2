//! Counting: the turning points, roads and totals of one record, and statistics of many.
//!
//! Everything here is counted or derived from the standing turns of a [`Record`](crate::record::Record) by criteria fixed
//! in advance (`docs/RESEARCH.md`), and names the turns it is derived from. Nothing is interpreted: the words are those of the
//! correspondences and the person's own notes.

mod aspects;
mod chance;
mod comparison;
mod consequences;
mod counted;
mod counts;
mod explanation;
mod landings;
mod no_move;
mod recurring;
mod report;
mod roads;
mod statistics;
mod turning;

pub use aspects::{Aspect, PlacedPiece, aspects, pieces_reaching};
pub use chance::CountedQuestion;
pub use comparison::ComparedRecord;
pub use consequences::Consequence;
pub use counted::{CountedKind, CountedRecord, CountedTurn, CountedTurns};
pub(crate) use counted::{PieceSet, TurnClause};
pub use counts::{BorderCounts, BuildUp, Delay, HouseCounts, KingCounts, PtahCounts, ReadingCounts};
pub use explanation::{Conflict, Explanation, ExplanationNote, KingCheck, LostTurns, notes};
pub use landings::{LandingRow, landings};
pub use no_move::BlockedPieces;
pub use recurring::{Recurring, RecurringByChance, RecurringThing};
pub use report::{write_comparison, write_costly, write_recurring, write_report, write_statistics};
pub use roads::{Road, RoadCapture, RoadChange, RoadStep, roads};
pub use statistics::{
    Agreement, AnswerStatistics, AnsweredOutcomes, DiceStatistics, ForceLandings, GameStatistics, LengthStatistics,
    OutcomeStatistics, Statistics, StatisticsCounter,
};
pub use turning::{TurningPoint, turning_points};
