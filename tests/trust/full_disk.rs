//! A system that takes no more bytes, as a full disk does: what fits is written in part, the rest is refused.

use std::process::Command;

use crate::desk::piped;
use crate::notebook::{Notebook, PROGRAM};
use crate::scripted_reading::{ScriptedReading, journal_in, question};

/// Runs the program where no file may become larger than so many blocks of 512 bytes. Gives the exit code, and what it said.
fn run(notebook: &Notebook, blocks: u64, arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f $0; exec \"$@\"", &blocks.to_string(), PROGRAM]).args(arguments);
    notebook.settle(&mut command);
    let output = piped(&mut command, input);
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    (output.status.code(), said)
}

#[test]
fn a_full_disk_is_told_and_what_was_told_before_is_kept() {
    let script = ScriptedReading::plain();
    for blocks in (0..).step_by(3) {
        let notebook = Notebook::new();
        let (code, said) = run(&notebook, blocks, &["read", question(&notebook)], &script.rest(0));
        let done = journal_in(&notebook).map_or(0, |journal| script.done(&journal));
        if code == Some(0) {
            assert!(done == script.0.len() && blocks > 20, "{blocks} blocks: {done} steps; {said}");
            return;
        }
        let is_told = said.contains("cannot write to journals") && said.contains("File too large");
        let has_way_out = said.contains("free some disk space") || said.contains("Resume with: enochian read --resume");
        assert!(code == Some(1) && is_told && has_way_out, "{blocks} blocks: {said}");
        let acknowledged = script.acknowledged(0, &said);
        assert!(done >= acknowledged, "{blocks} blocks: of {acknowledged} steps {done} are left");
        // With more room it goes on.
        let is_begun = journal_in(&notebook).is_some();
        let arguments = if is_begun { ["read", "--resume"] } else { ["read", "question.toml"] };
        let output = notebook.run(&arguments, &script.rest(done));
        assert!(output.status.success(), "{blocks} blocks: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(script.done(&journal_in(&notebook).unwrap()), script.0.len());
    }
}

#[test]
fn what_plays_itself_leaves_no_journal_behind_that_does_not_fit() {
    for blocks in 0.. {
        let notebook = Notebook::new();
        let (code, said) = run(&notebook, blocks, &["read", question(&notebook), "--auto", "--seed", "7"], "");
        if code == Some(0) {
            assert!(blocks > 20, "{said}");
            return;
        }
        assert!(code == Some(1) && said.contains("nothing was changed"), "{blocks} blocks: {said}");
        assert_eq!(journal_in(&notebook), None, "{blocks} blocks: {said}");
    }
}
