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
use std::process::{Command, ExitCode};

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
    println!("cargo::rustc-env=ENOCHIAN_TARGET={}", env::var("TARGET").unwrap_or_default());
    if let Some(commit) = commit() {
        println!("cargo::rustc-env=ENOCHIAN_COMMIT={commit}");
    }
    Ok(ExitCode::SUCCESS)
}

/// The commit that is built: git knows it in a clone, and a packed crate has it in a file. Elsewhere it is not known.
fn commit() -> Option<String> {
    let git = |words: &[&str]| {
        let output = Command::new("git").args(words).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    // Another repository around a packed crate is not that of the program.
    if Path::new(".git").exists() {
        // A new commit is written there.
        let log = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists());
        log.iter().for_each(|log| println!("cargo::rerun-if-changed={log}"));
        return git(&["rev-parse", "--short=12", "HEAD"]);
    }
    let about: serde_json::Value = serde_json::from_slice(&fs::read(".cargo_vcs_info.json").ok()?).ok()?;
    Some(about["git"]["sha1"].as_str()?.get(..12)?.to_owned())
}
