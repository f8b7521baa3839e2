//! Reads `data/` with the library's own reader, and prepares the tables that the program needs when it starts: reading
//! and checking them, and their fingerprints, would take most of the time of a short command.
#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    unused_imports,
    reason = "the library uses the rest of these modules"
)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is how Cargo is told")]

#[path = "src/correspondences/mod.rs"]
mod correspondences;
#[path = "src/input/mod.rs"]
mod input;

use std::path::Path;
use std::process::ExitCode;

use enochian_engine::chess;
use std::{env, fs, io};

fn main() -> io::Result<ExitCode> {
    // The data are part of these modules, so a change of them builds this script again.
    println!("cargo::rerun-if-changed=build.rs");
    // What the library has and this script has not.
    println!("cargo::rustc-cfg=prepared");
    println!("cargo::rustc-check-cfg=cfg(prepared)");
    let bytes = match correspondences::prepare() {
        Ok(bytes) => bytes,
        Err(errors) => {
            eprintln!("{errors}");
            return Ok(ExitCode::FAILURE);
        }
    };
    let folder = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&folder).join("correspondences"), bytes)?;
    Ok(ExitCode::SUCCESS)
}
