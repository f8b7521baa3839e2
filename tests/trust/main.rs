//! What docs/TRUST.md promises of people's data: that nothing is lost or torn by kills, full disks, other processes and damage,
//! and that nothing from outside harms. Each test takes a sample; with `ENOCHIAN_LONG=1` the whole, which may take an hour:
//!
//! ```console
//! $ ENOCHIAN_LONG=1 cargo test --release --test trust kills -- --nocapture
//! ```
#![allow(clippy::unwrap_used, missing_docs, clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "what needs libraries is tried on Linux only"))]

#[path = "../desk/mod.rs"]
#[allow(dead_code, reason = "the commands need other parts of it")]
mod desk;
mod file_names;
mod kills;
mod notebook;
mod preload;
mod processes;
#[path = "../desk/sample.rs"]
mod sample;
mod scripted_reading;
mod snapshot;

#[cfg(target_os = "linux")]
#[path = "../table/chromium.rs"]
#[allow(dead_code, reason = "other tests need other parts of it")]
mod chromium;
#[cfg(target_os = "linux")]
mod clocks;
#[cfg(target_os = "linux")]
mod control_characters;
#[cfg(target_os = "linux")]
mod damage;
#[cfg(target_os = "linux")]
mod full_disk;
#[cfg(target_os = "linux")]
mod fuzz;
#[cfg(target_os = "linux")]
mod mutation;
#[cfg(target_os = "linux")]
mod payloads;
#[cfg(target_os = "linux")]
mod played_games;
#[cfg(target_os = "linux")]
#[path = "../corpus/promises.rs"]
mod promises;
#[cfg(target_os = "linux")]
mod read_only;
#[cfg(target_os = "linux")]
mod results;
#[cfg(target_os = "linux")]
mod special_files;
#[cfg(target_os = "linux")]
mod threads;
#[cfg(target_os = "linux")]
mod throws;
