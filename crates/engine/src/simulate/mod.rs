//! Playing many readings, fast: the moves and throws of each follow from its number.
//!
//! A [`Plan`] determines its readings completely, and [`Plan::run`] plays them on several threads, each chunk seen by an
//! [`Observer`] of its own.

pub mod agents;
mod bits;
mod counts;
mod kernel;
mod lanes;
mod plan;
mod policy;
#[cfg(target_arch = "x86_64")]
mod processors;
mod row;
mod seeds;
mod tally;
mod workers;

pub use counts::{COUNTERS, CountUnit, CounterInfo, Counts, EventCounts, add_counts};
pub use plan::{CHUNK, LIMIT, Observer, Plan, chunks};
pub use policy::{ArmyPlayer, InvalidWeights, Policy, PolicyContext, UnknownPlayer, Weights};
pub use row::{EffectFlags, FATES, ReadingEnd, ReadingRow, TurnRow, fate};
pub use seeds::{CHANCE, reading_seed};
pub use tally::Tally;
pub use workers::Workers;
