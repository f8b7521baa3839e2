//! Tells `enochian --version` the commit and the system that it is built for.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=ENOCHIAN_TARGET={}", env::var("TARGET").unwrap_or_default());
    if let Some(commit) = commit() {
        println!("cargo::rustc-env=ENOCHIAN_COMMIT={commit}");
    }
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
    let about = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, from) = about.split_once("\"sha1\": \"")?;
    Some(from.get(..12)?.to_owned())
}
