//! The figures of `docs/TRUST.md`: what the program promises, tried so often that the figure means something.
//!
//! ```console
//! $ cargo test --test trust                                       # every figure, a small sample
//! $ ENOCHIAN_LONG=1 cargo test --release --test trust             # a larger part, and without each protection
//! $ cargo test --release --test trust -- --whole kills            # one figure, whole
//! $ cargo test --test trust -- kills --broken late-writes         # one protection taken away: this fails
//! ```
//!
//! A figure without one of its protections has to fail; that takes the larger part, so `.ci/long` looks at it.
#![allow(clippy::unwrap_used, missing_docs, clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "the figures that need it are measured on Linux only"))]

#[cfg(target_os = "linux")]
#[path = "../table/chromium.rs"]
#[allow(dead_code, reason = "other tests need other parts of it")]
mod chromium;
#[cfg(target_os = "linux")]
mod clocks;
#[cfg(target_os = "linux")]
mod control_characters;
#[cfg(target_os = "linux")]
#[path = "../corpus/copied_journals.rs"]
mod copied_journals;
#[cfg(target_os = "linux")]
mod copies;
#[cfg(target_os = "linux")]
mod damage;
#[cfg(target_os = "linux")]
#[path = "../corpus/designs.rs"]
mod designs;
#[path = "../desk/mod.rs"]
#[allow(dead_code, reason = "the commands need other parts of it")]
mod desk;
#[cfg(target_os = "linux")]
mod faults;
mod figure;
mod file_names;
#[cfg(target_os = "linux")]
mod fuzz;
mod kills;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(target_os = "linux")]
mod memory_disk;
#[cfg(target_os = "linux")]
mod mutation;
mod notebook;
mod old_journals;
mod open_table;
#[cfg(target_os = "linux")]
mod payloads;
#[cfg(target_os = "linux")]
mod played_games;
#[cfg(target_os = "linux")]
mod power_cuts;
mod preload;
mod processes;
#[cfg(target_os = "linux")]
#[path = "../table/program.rs"]
#[allow(dead_code, reason = "the table needs other parts of it")]
mod program;
#[cfg(target_os = "linux")]
#[path = "../corpus/promises.rs"]
mod promises;
#[cfg(target_os = "linux")]
mod read_only;
#[cfg(target_os = "linux")]
mod recorded_calls;
#[cfg(target_os = "linux")]
mod results;
mod scripted_reading;
mod snapshot;
#[cfg(target_os = "linux")]
mod special_files;
#[cfg(target_os = "linux")]
mod threads;
#[cfg(target_os = "linux")]
mod throws;

/// What needs neither `strace` nor libraries between the program and the system; elsewhere without their parts that do.
#[cfg(not(target_os = "linux"))]
const FIGURES: &[figure::Figure] = &[kills::FIGURE, processes::FIGURE, file_names::FIGURE, old_journals::FIGURE];

#[cfg(target_os = "linux")]
const FIGURES: &[figure::Figure] = &[
    kills::FIGURE,
    faults::FIGURE,
    power_cuts::FIGURE,
    processes::FIGURE,
    damage::FIGURE,
    fuzz::FIGURE,
    special_files::FIGURE,
    file_names::FIGURE,
    control_characters::FIGURE,
    payloads::FIGURE,
    clocks::FIGURE,
    old_journals::FIGURE,
    read_only::FIGURE,
    throws::FIGURE,
    results::FIGURE,
    copies::FIGURE,
];

fn main() -> std::process::ExitCode {
    figure::measure(FIGURES)
}
