//! What the library does: the rules, what is read of a question, records and sheets, simulations and their tables, the other games, with the
//! feature `journal` the journals; and what holds of the sources themselves.
//!
//! `section_*` has every clause of sections 1 to 7 of the rules (docs/RULES.md), each test named after the clause it tests. The
//! expectations come from the text of the rules alone. A clause that forbids is tested from both sides: what it forbids is absent,
//! and what it leaves is there.
#![allow(clippy::unwrap_used, missing_docs)]

mod calibration;
mod categories;
mod colours;
#[cfg(feature = "tables")]
mod design;
#[cfg(feature = "tables")]
mod designs_of_corpus;
#[path = "../desk/mod.rs"]
#[cfg(feature = "cli")]
#[allow(dead_code, reason = "the commands need other parts of it")]
mod desk;
mod games;
#[cfg(feature = "journal")]
mod journals;
#[path = "../desk/kept.rs"]
mod kept;
mod kept_readings;
mod layers;
mod lore;
mod matters;
mod names;
mod oracle;
mod owner;
mod prepared;
mod programs;
mod published_games;
mod questions;
mod record;
#[path = "../desk/sample.rs"]
mod sample;
mod section_1_board;
mod section_2_arrays;
mod section_3_concourse;
mod section_3_moves;
mod section_4_check;
mod section_4_stalemate;
mod section_5_pawns;
mod section_6_exchange;
mod section_6_throne;
mod section_6_withdrawal;
mod section_7_end;
mod section_9_texts;
mod sheets;
mod simulate;
mod simulation_counts;
mod slowly;
mod table;
#[cfg(feature = "tables")]
mod tables;
mod templates;
