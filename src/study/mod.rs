//! The study of records: what the landings, captures and roads of a reading come to, and of many readings together.
//!
//! Everything here is counted or derived from the standing turns of a [`Record`](crate::record::Record) by criteria
//! stated beforehand (`docs/STUDY.md`), and names the turns on which it rests. Nothing is interpreted: the words are
//! those of the correspondences, and the person's own notes.

mod aspects;
mod comparison;
mod conflicts;
mod counted;
mod explanation;
mod landings;
mod phase;
mod report;
mod roads;
mod serialize;
mod statistics;
mod turning;

pub use aspects::{Aspect, PlacedPiece, aspects, bearing};
pub use comparison::{ComparedRecord, LandingDifference, RecordComparison};
pub use conflicts::{Conflict, conflicts};
pub use counted::{CountedKind, CountedRecord, CountedTurn, CountedTurns};
pub use explanation::{Explanation, ExplanationNote, KingCheck, LostTurns, Pace, notes};
pub use landings::{
    Landing, LandingGroup, LandingRow, LandingShare, LandingTally, SquareProperty, SquareTrait, landings,
};
pub use phase::{Phase, Span};
pub use report::{ReportForm, write_comparison, write_report, write_statistics};
pub use roads::{Road, RoadCapture, RoadChange, RoadStep, roads};
pub use statistics::{
    AnswerStatistics, DiceStatistics, GameStatistics, LengthStatistics, OutcomeStatistics, Statistics,
    StatisticsCounter,
};
pub use turning::{TurningPoint, TurningReason, turning_points};
