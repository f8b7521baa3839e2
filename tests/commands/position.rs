//! `position`, as programs run it that read each answer before they ask again. `tests/transcripts/position*.txt` have what it prints.

use std::io::{BufRead, BufReader, Read, Write};

use serde_json::json;

use crate::desk::{TestDesk, spawn, succeeded};

/// RULES 9.3 gives this text.
const OPENING: &str =
    "aK+aBaQaNaR2wbwK+wB/abaqanar2wqwQ/6wnwN/6wrwR/eRer6/eNen6/eQeq2frfnfqfb/eK+eBeb2fRfNfQfK+fB a ---- ---- 0000 0";

#[test]
fn an_answer_comes_before_the_next_question() {
    let desk = TestDesk::new();
    let mut child = spawn(&mut desk.command(&["position", "moves", "-"]));
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for depth in 0..4 {
        writeln!(stdin, "{}", json!({ "position": OPENING, "depth": depth })).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let count = [1, 12, 133, 1475][depth];
        assert_eq!(line, format!("{{\"perft\":{count}}}\n"));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn no_count_holds_up_the_lines_after_it() {
    let asked =
        [json!({ "position": OPENING, "depth": 32, "divide": true }), json!({ "position": OPENING, "depth": 1 })];
    let lines: String = asked.map(|line| format!("{line}\n")).concat();
    let answers = succeeded(&TestDesk::new().types(&["position", "moves", "-"], lines));
    let (refused, counted) = answers.split_once('\n').unwrap();
    assert!(
        refused.contains("the count reaches more than 10,000,000 positions") && refused.contains("depth"),
        "{refused}"
    );
    assert_eq!(counted, "{\"perft\":12}\n");
}

#[test]
fn a_reader_may_leave_early() {
    let request = format!("{}\n", json!({ "position": OPENING })).repeat(2000);
    let desk = TestDesk::new();
    let mut child = spawn(&mut desk.command(&["position", "moves", "-"]));
    drop(child.stdout.take());
    // The program may be gone before everything is written.
    let _ = child.stdin.take().unwrap().write_all(request.as_bytes());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(child.wait().unwrap().success() && said.is_empty(), "{said}");
}

#[cfg(unix)]
#[test]
fn the_examples_of_the_help_texts_run() {
    let mut run = 0;
    // One of them paints a picture.
    let desk = TestDesk::new();
    for command in ["position", "board"] {
        let help = desk.says(&[command, "--help"]);
        for example in help.lines().filter(|line| line.starts_with("  enochian ")) {
            if example.contains('<') {
                continue; // It reads somebody's file.
            }
            succeeded(&desk.shell(example).output().unwrap());
            run += 1;
        }
    }
    assert!(run >= 12, "only {run} examples were found");
}
