//! What needs journals, but not the program that keeps them: written, read, found, drawn and checked by the library.

mod by_chance;
#[path = "../../corpus/copied_journals.rs"]
mod copied_journals;
mod copies;
mod corpus;
mod diagrams;
mod journal;
mod journal_lines;
mod listing;
mod other_journals;
mod proof;
mod properties;
mod recurring;
mod search;
mod store;
#[path = "../../desk/thirty_readings.rs"]
mod thirty_readings;
mod twelve_questions;
