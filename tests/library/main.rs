//! What the library does: the rules, what is read of a question, records and sheets, simulations and their tables, the other games, with the
//! feature `journal` the journals; and what holds of the sources themselves.
//!
//! `rules` checks the clauses of the rules, which are rows of text in `tests/rules`. Their expectations come from the text of the rules
//! alone. A clause that forbids is tested from both sides: what it forbids is absent, and what it leaves is there.
#![allow(clippy::unwrap_used, missing_docs)]

mod calibration;
mod categories;
mod colours;
#[path = "../desk/mod.rs"]
#[cfg(feature = "cli")]
#[allow(dead_code, reason = "the commands need other parts of it")]
mod desk;
mod games;
mod grid;
#[cfg(feature = "journal")]
mod journals;
#[path = "../desk/kept.rs"]
mod kept;
mod kept_readings;
mod left_out;
mod lore;
mod matters;
mod oracle;
mod owner;
mod published_games;
mod questions;
mod record;
mod rules;
#[path = "../desk/sample.rs"]
mod sample;
mod sheets;
mod simulate;
mod simulation_counts;
mod slowly;
#[cfg(feature = "tables")]
mod tables;
mod templates;
