//! The README's commands do what it says.
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The commands of the `console` blocks, each with the lines that the README shows of its output.
fn commands() -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            "…" | "" => {}
            line if inside => match line.strip_prefix("$ ") {
                Some(command) => found.push((command.to_owned(), Vec::new())),
                None => found.last_mut().unwrap().1.push(line.to_owned()),
            },
            _ => {}
        }
    }
    found
}

/// The words of a command line; quotation marks keep words together.
fn words(line: &str) -> Vec<String> {
    let (quoted, plain): (Vec<_>, Vec<_>) = line.split('"').enumerate().partition(|(index, _)| index % 2 == 1);
    let mut parts: Vec<(usize, String)> = quoted.into_iter().map(|(index, word)| (index, word.to_owned())).collect();
    for (index, text) in plain {
        parts.extend(text.split_whitespace().map(|word| (index, word.to_owned())));
    }
    parts.sort_by_key(|(index, _)| *index);
    parts.into_iter().map(|(_, word)| word).collect()
}

#[test]
fn every_command_shown_runs_and_says_what_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    for used in ["questions", "tests/games"] {
        let copy = folder.path().join(used);
        fs::create_dir_all(&copy).unwrap();
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(used)).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, copy.join(path.file_name().unwrap())).unwrap();
        }
    }
    let mut run = 0;
    for (command, shown) in commands() {
        if command == "cargo test" {
            continue;
        }
        let arguments = command.strip_prefix("cargo run --release --").or(command.strip_prefix("enochian"));
        let arguments = words(arguments.unwrap_or_else(|| panic!("{command}")));
        let output = Command::new(env!("CARGO_BIN_EXE_enochian"))
            .args(&arguments)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        // Without a question under way there is nothing to resume; that too is said.
        let nothing_to_resume = arguments.contains(&"--resume".to_owned());
        assert_eq!(
            output.status.success(),
            !nothing_to_resume,
            "{command}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        for line in &shown {
            assert!(said.lines().any(|other| other.trim_end() == line.trim_end()), "{command}\nno longer says: {line}");
        }
        run += 1;
    }
    assert!(run >= 6, "{run} commands");
}
