//! Many readings at once, for research: what chance alone answers, and what moves the answer.
//!
//! A [`Plan`] holds everything that its readings follow from. They are numbered from 0, and reading *i* follows from the
//! question, the seed and *i* alone ([`reading_seed`]): on however many threads, whole or in ranges, it is the same, and
//! `enochian read` plays it again.
//!
//! [`Plan::run`] cuts the range into pieces of consecutive readings. Each piece gets an [`Observer`] of its own, which
//! sees the readings one after another: a [`Row`], and the [`Turn`]s if it wants them. The pieces come back in the order
//! of their numbers, to be added up or written down. [`Tally`] is the observer that counts everything there is in a row.
//!
//! What a simulation counts of the effects of its turns is described once, in [`COUNTERS`]. To count something else, write
//! an observer. How often does a king take a king?
//!
//! ```
//! use std::convert::Infallible;
//! use enochian::chess::Role;
//! use enochian::lore::Lore;
//! use enochian::reading::Draft;
//! use enochian::simulate::{Effects, Observer, Plan, Row, Turn};
//! use enochian::text::Source;
//!
//! struct Regicides(u64);
//!
//! impl Observer for Regicides {
//!     const TURNS: bool = true;
//!     fn reading(&mut self, _: &Row, turns: &[Turn]) {
//!         let by_king = |turn: &&Turn| turn.role == Role::King && turn.effects.has(Effects::KING_TAKEN);
//!         self.0 += turns.iter().filter(by_king).count() as u64;
//!     }
//! }
//!
//! let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
//! let question = Draft::read(&file, Lore::embedded()).unwrap().settle(Lore::embedded()).unwrap();
//! let mut all = 0;
//! let plan = Plan::new(question, 1, 0..100);
//! let played: Result<(), Infallible> = plan.run(2, || Regicides(0), |_, piece| {
//!     all += piece.0;
//!     Ok(())
//! });
//! assert!(played.is_ok());
//! assert!(all > 10, "{all}");
//! ```

mod bits;
#[cfg(target_arch = "x86_64")]
mod bmi;
mod chance;
mod counts;
mod kernel;
mod lane;
#[cfg(feature = "parquet")]
pub mod output;
mod plan;
mod policy;
mod premises;
mod row;
mod summary;
mod table;
mod tally;
mod workers;

pub use chance::{CHANCE, reading_seed};
pub use counts::{COUNTERS, Counter, Counts, Events, Per, ROLES, place};
pub use plan::{LIMIT, Observer, PIECE, Plan, pieces};
pub use policy::{Expectimax, Greedy, Player, Policy, Purpose, Situation};
pub use premises::Premises;
pub use row::{Effects, Ending, FATES, Row, Turn};
pub use summary::{Contradiction, Named, NotParts, Summary};
pub use tally::Tally;
pub use workers::Workers;
