//! Standard output that cannot be written: a full disk is told, a closed pipe is nobody's fault.

use std::fs::{self, File};
use std::process::{Output, Stdio};

use crate::desk::{BROTHER, TestDesk, files, wait_for};

const ARRAY: &str = "Air of Air & Water";

/// The command, with the standard output that is given.
fn run(desk: &TestDesk, arguments: &[&str], out: impl Into<Stdio>) -> Output {
    desk.command(arguments).stdout(out).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap()
}

/// A desk with a journal, a simulation and what it came to, and the commands that print something there.
fn commands() -> (TestDesk, Vec<Vec<String>>) {
    let desk = TestDesk::new();
    desk.says(&["read", BROTHER, "--auto", "--seed", "1", "--limit", "40"]);
    let saved = desk.says(&["simulate", BROTHER, "--readings", "20", "--out", "run", "--json"]);
    let desk = desk.with_file("saved.json", saved);
    let start = desk.says(&["position", "start", "--array", ARRAY, "--board", "air"]).trim().to_owned();
    let lines = [
        "--help",
        "--version",
        "help simulate",
        "board air",
        "meaning a1",
        "meaning air king",
        "board arrays",
        "new notebook",
        "position start --array ARRAY --board air",
        "position show POSITION",
        "position moves POSITION",
        "position perft POSITION 1",
        "config",
        "completions bash",
        "completions manual",
        "journal list",
        "journal show brother",
        "journal explain brother",
        "journal check brother",
        "journal search brother",
        "journal stats",
        "journal list --json",
        "journal export --format sheet brother",
        "journal export brother --out page.html --force",
        "journal note brother x",
        "simulate BROTHER --readings 20",
        "simulate BROTHER --readings 20 --json",
        "simulate BROTHER --readings 20 --out - --format csv",
        #[cfg(feature = "parquet")]
        "simulate BROTHER --readings 20 --out - --format arrow",
        "simulate BROTHER --over array --readings 20",
        "simulate summary run",
        "simulate summary saved.json --json",
        "simulate verify run",
        "simulate --resume run",
    ];
    let word = |word: &str| match word {
        "BROTHER" => BROTHER.to_owned(),
        "ARRAY" => ARRAY.to_owned(),
        "POSITION" => start.clone(),
        word => word.to_owned(),
    };
    let commands = lines.iter().map(|line| line.split(' ').map(word).collect()).collect();
    (desk, commands)
}

#[test]
fn a_full_disk_behind_standard_output_is_named_with_the_way_out() {
    let (desk, commands) = commands();
    for command in commands {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = run(&desk, &words, full);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{words:?}: {said}");
        let told = "standard output could not be written: No space left on device\n  = help: free some disk space";
        assert!(said.contains(told), "{words:?}: {said}");
        assert_eq!(said.matches("No space left").count(), 1, "{words:?}: {said}");
    }
    // What was asked for is done all the same.
    assert!(desk.path("page.html").is_file() && desk.path("notebook/enochian.toml").is_file());
    assert!(desk.text().contains("**Note · whole** *"));
}

#[test]
fn a_closed_pipe_is_passed_over_in_silence() {
    let (desk, commands) = commands();
    for command in commands {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = run(&desk, &words, writer);
        assert!(output.status.success() && output.stderr.is_empty(), "{words:?}: {output:?}");
    }
}

/// What a command changes or judges is done to its end, whoever reads of it, and its exit code is that of the work.
#[test]
fn a_closed_pipe_stops_no_work_and_hides_no_fault() {
    let desk = TestDesk::new().with_reading("brother", "1");
    let text = desk.text();
    for name in ["one", "two", "three", "four"] {
        fs::write(desk.path(format!("journals/{name}.md")), text.replacen("id = \"", &format!("id = \"{name}"), 1))
            .unwrap();
    }
    let closed = |line: &str, code: i32| {
        let words: Vec<&str> = line.split(' ').collect();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(run(&desk, &words, writer).status.code(), Some(code), "{line}");
    };
    closed("journal remove one two three four", 0);
    assert_eq!(files(&desk.path("journals/trash"), "md").len(), 4);
    closed("journal remove --restore one two three", 0);
    assert_eq!(desk.journals().len(), 4);
    let changed = text.replacen("∴ ", "∴ Mine: ", 1);
    fs::write(desk.path("journals/two.md"), &changed).unwrap();
    fs::write(desk.path("journals/three.md"), &changed).unwrap();
    closed("journal annotate one two three", 0);
    assert!(!fs::read_to_string(desk.path("journals/three.md")).unwrap().contains("Mine"));
    closed("journal check", 0);
    fs::write(desk.path("journals/three.md"), text.replacen("**→** ", "**→** Qz9z9 ", 1)).unwrap();
    closed("journal check", 1);
    // A session goes on too.
    let input = "Anna\n\n\nhand\n3 6 f6 1 g3\nnote kept\nstop\n";
    let output = desk.shell(&format!("printf '{input}' | enochian read '{BROTHER}' --journals piped | true")).output();
    assert!(output.unwrap().status.success());
    wait_for("the note is kept", || {
        files(&desk.path("piped"), "md").iter().any(|it| fs::read_to_string(it).unwrap().contains("kept"))
    });
}
