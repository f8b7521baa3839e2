//! Simulation of many readings, for research: the answers of chance alone, and what influences them.
//!
//! A [`Plan`] determines its readings completely. They are numbered from 0, and reading *i* depends only on the question, the
//! seed and *i* ([`reading_seed`]): it is the same on any number of threads, in one run or in ranges, and `enochian read` can
//! play it again.
//!
//! [`Plan::run`] splits the range into chunks of consecutive readings. Each chunk gets an [`Observer`] of its own, which sees the
//! readings in order: a [`ReadingRow`] each, and the [`TurnRow`]s if it wants them. The chunks are returned in order, to be
//! summed or written. [`Tally`] is the observer that counts everything in a row. A [`Grid`] plays
//! many simulations and compares them.
//!
//! The counted effects of turns are listed in [`COUNTERS`]. To count something else, write an observer. How often does a
//! king take a king?
//!
//! ```
//! use std::convert::Infallible;
//! use enochian::chess::Role;
//! use enochian::correspondences::Correspondences;
//! use enochian::reading::QuestionDraft;
//! use enochian::simulate::{EffectFlags, Observer, Plan, ReadingRow, TurnRow};
//! use enochian::input::Source;
//!
//! struct Regicides(u64);
//!
//! impl Observer for Regicides {
//!     const TURNS: bool = true;
//!     fn reading(&mut self, _: &ReadingRow, turns: &[TurnRow]) {
//!         let by_king = |turn: &&TurnRow| turn.role == Role::King && turn.effects.has(EffectFlags::KING_TAKEN);
//!         self.0 += turns.iter().filter(by_king).count() as u64;
//!     }
//! }
//!
//! let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
//! let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
//! let mut all = 0;
//! let plan = Plan::new(question, 1, 0..100);
//! let played: Result<(), Infallible> = plan.run(2, || Regicides(0), |_, chunk| {
//!     all += chunk.0;
//!     Ok(())
//! });
//! assert!(played.is_ok());
//! assert!(all > 10, "{all}");
//! ```

mod grid;
mod grid_cell;
mod grid_factor;
mod landing_maps;
mod odds;
#[cfg(feature = "tables")]
pub mod output;
mod provenance;
mod summary;
mod until;

pub use enochian_engine::simulate::*;
pub use grid::{Grid, GridDifference, GridMean, GridRow};
pub use grid_cell::{GridCell, GridCells};
pub use grid_factor::{GridAxis, GridError, GridFactor};
pub use landing_maps::{LandingMap, LandingMaps, LandingSplit};
pub use odds::{AnswerShare, MoveOdds, NoOdds, TurnOdds, unplayable};
pub use provenance::Provenance;
pub use summary::{InconsistentSummary, MergeError, NamedCounts, SimulationSummary};
pub use until::{KnownWidth, UntilResult};
