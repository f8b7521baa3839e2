//! The table: its server, and its page and the exported page in a real browser.
#![allow(clippy::unwrap_used, clippy::print_stderr, missing_docs)]

mod against_program;
mod browser;
mod cast;
mod chromium;
#[path = "../desk/mod.rs"]
#[allow(dead_code, reason = "the commands need other parts of it")]
mod desk;
mod firefox;
mod hand;
mod learning;
mod other_games;
mod program;
mod questions_by_hand;
#[path = "../desk/sample.rs"]
mod sample;
mod sitting;
mod sittings;
#[cfg(target_os = "linux")]
mod table_acts;
#[cfg(unix)]
mod table_guard;
mod table_notebook;
#[path = "../desk/thirty_readings.rs"]
mod thirty_readings;
mod web;
mod web_space;
