//! The library of `enochian` above the rules: records of readings and games, their journals, and what these tell.
//!
//! It prints nothing and asks nothing; the program's commands and its page stand above it. The crate
//! [`enochian`](https://docs.rs/enochian) has all of it under the same names. What is hidden from the documentation is for the program.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub use enochian_engine::{chess, player, session};
#[doc(hidden)]
pub use enochian_rulebook::template_environment;
pub use enochian_rulebook::{correspondences, games};

#[cfg(any(feature = "journal", feature = "tables"))]
#[cfg_attr(not(feature = "journal"), allow(dead_code, reason = "journals need all of it"))]
#[doc(hidden)]
pub mod disk;
#[cfg(feature = "journal")]
pub mod export;
pub mod input;
#[cfg(feature = "journal")]
pub mod interpretation;
#[cfg(feature = "journal")]
pub mod journal;
#[cfg(feature = "journal")]
pub mod lookup;
pub mod reading;
pub mod record;
#[cfg(feature = "journal")]
pub mod render;
pub mod sheet;
pub mod simulate;
pub mod stats;
#[cfg(feature = "journal")]
pub mod study;
