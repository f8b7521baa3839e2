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
mod json;
mod landings;
mod phase;
mod roads;
mod statistics;
mod telling;
mod turning;

pub use aspects::{Aspect, Standing, aspects, bearing};
pub use comparison::{Compared, Comparison, Difference};
pub use conflicts::{Conflict, conflicts};
pub use counted::{Counted, CountedKind, CountedTurn, CountedTurns};
pub use explanation::{Check, Delay, Explanation, Note, Pace, notes};
pub use landings::{By, Landing, Row, Share, Tally, Trait, Whose, landings};
pub use phase::{Phase, Span};
pub use roads::{Change, Road, Step, Taken, roads};
pub use statistics::{Answers, Came, Counter, Dice, Games, Lengths, Statistics};
pub use telling::{Form, tell, tell_comparison, tell_statistics};
pub use turning::{TurningPoint, Why, turning_points};
