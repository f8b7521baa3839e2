//! The commands of the README and of the guide do what these say, from top to bottom.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::desk::{ROOT, TestDesk, piped};

const JOURNAL: &str = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";

/// Stands for the reading at the table, of which the `text` blocks are excerpts.
const TABLE: &str = "the reading at the table";

/// A command, with the lines that are shown of its output.
struct Shown {
    command: String,
    output: Vec<String>,
}

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(name)).unwrap()
}

/// The commands of the `console` blocks and of the tables, in their order. The `text` blocks together are one reading.
fn commands(page: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut block = "";
    for line in page.lines() {
        let new = |command: &str| Shown { command: command.to_owned(), output: Vec::new() };
        match line {
            "```" => block = "",
            "```console" => block = "console",
            "```text" => {
                block = "text";
                if !found.iter().any(|it| it.command == TABLE) {
                    found.push(new(TABLE));
                }
                table(&mut found).push("…".to_owned());
            }
            line if line.starts_with("```") => block = "other",
            line if block == "console" => match line.strip_prefix("$ ") {
                Some(command) => found.push(new(command)),
                None => found.last_mut().unwrap().output.push(line.to_owned()),
            },
            line if block == "text" => table(&mut found).push(line.to_owned()),
            line if block.is_empty() && line.starts_with('|') => {
                let code = line.split('`').skip(1).step_by(2);
                found.extend(code.filter(|it| it.starts_with("enochian ")).map(new));
            }
            _ => {}
        }
    }
    table(&mut found).push("…".to_owned());
    found
}

fn table(found: &mut [Shown]) -> &mut Vec<String> {
    &mut found.iter_mut().find(|it| it.command == TABLE).unwrap().output
}

/// What is in a fresh clone and the commands use.
fn clone() -> TestDesk {
    let clone = TestDesk::new();
    // Of the journals the one that the guide names; others may have been made in this folder since.
    for used in ["data", "questions", "tests/games", JOURNAL] {
        let copy = clone.path(used);
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        assert!(Command::new("cp").arg("-rT").arg(Path::new(ROOT).join(used)).arg(copy).status().unwrap().success());
    }
    clone
}

/// What is typed at the table: the throws and moves of the journal that the guide names.
fn typed_at_the_table() -> String {
    let journal = fs::read_to_string(Path::new(ROOT).join(JOURNAL)).unwrap();
    let mut typed = "Anna\n\n\n\nsetup\n".to_owned();
    let (mut throw, mut turn) = ("", 0);
    for line in journal.lines() {
        let Some(fact) = line.strip_prefix("**") else { continue };
        if let Some((_, thrown)) = fact.split_once("** · throw ") {
            (throw, turn) = (thrown, turn + 1);
        } else if let Some((mv, _)) = fact.split_once("→").and_then(|(_, act)| act.split_once(" · ")) {
            typed += &match (turn, mv.trim_start_matches(['*', ' '])) {
                // As it is shown: first the throw, then the square.
                (4, mv) => format!("{throw}\n{}\n", &mv[3..]),
                (_, "No Move") => format!("{throw}\n"),
                (_, mv) => format!("{throw} {mv}\n"),
            };
        }
    }
    typed
}

/// Runs a command line as a person would who has the program, and answers what it asks.
fn run(command: &str, clone: &TestDesk) -> Output {
    let (command, typed) = match command {
        TABLE => {
            // `@` is the latest journal, and moments are seconds.
            sleep(Duration::from_millis(1100));
            ("enochian read questions/brother.toml", typed_at_the_table())
        }
        "enochian read" | "enochian read --seed 7" => {
            (command, "Will it rain?\nAnna\njourney\n\n\n\n\n\n\n\n\nstop\n".to_owned())
        }
        _ if command.ends_with(" --quiet") => (command, "Anna\n\n\n\n\n\n\n\nstop\n".to_owned()),
        _ => (command, String::new()),
    };
    let command = command.replacen("cargo run --", "enochian", 1);
    // The same with fewer readings.
    let command = command.replace("1000000", "10000").replace("1100000", "11000");
    let command = command.replace(" --over ", " --readings 100 --over ");
    // The table is open until it is closed, here when it has said where it is.
    let closed = "said=$(mktemp); enochian table >$said & until [ -s $said ]; do sleep 0.05; kill -0 $!; done; kill -INT $!; wait $!; cat $said";
    let command = if command == "enochian table" { format!("set -e; {closed}") } else { command };
    piped(clone.program("bash", &["-c", &command]).env("EDITOR", "true"), typed)
}

/// Compares the output with what is shown of it, where … stands for any lines.
fn compare(shown: &[String], said: &str) -> Result<(), String> {
    let said: Vec<&str> = said.lines().map(str::trim_end).collect();
    let mut from = 0;
    let mut skips = false;
    for line in shown.iter().map(|line| line.trim_end()) {
        if line == "…" {
            skips = true;
            continue;
        }
        let at = said[from..].iter().position(|other| *other == line).filter(|at| skips || *at == 0);
        from += at.ok_or_else(|| format!("no longer says there: {line}\nbut: {:#?}", &said[from..]))? + 1;
        skips = false;
    }
    if skips || shown.is_empty() || from == said.len() { Ok(()) } else { Err(format!("and: {:#?}", &said[from..])) }
}

#[cfg(unix)]
#[test]
fn every_command_shown_runs_in_a_fresh_clone_and_says_what_is_shown() {
    let clone = clone();
    let mut run_so_far = 0;
    for Shown { command, output: shown } in ["README.md", "docs/GUIDE.md"].iter().flat_map(|name| commands(&page(name)))
    {
        // `.ci/run` runs these.
        if command == "cargo test" || command.starts_with("pip install") {
            continue;
        }
        let output = run(&command, &clone);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {told}");
        compare(&shown, &String::from_utf8_lossy(&output.stdout)).unwrap_or_else(|why| panic!("{command}\n{why}"));
        run_so_far += 1;
    }
    assert!(run_so_far >= 50, "{run_so_far} commands");
}

#[test]
fn readings_are_as_long_as_it_says() {
    let guide = page("docs/GUIDE.md");
    for policy in ["random", "purpose"] {
        for procedure in ["ptah", "ptah-conclude"] {
            let words = ["simulate", "questions/love.toml", "--json", "--policy", policy, "--procedure", procedure];
            let output = TestDesk::new().command(&words).current_dir(ROOT).output().unwrap();
            let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
            let mut lengths: Vec<(u64, u64)> = summary["lengths"]
                .as_object()
                .unwrap()
                .iter()
                .map(|(turns, readings)| (turns.parse().unwrap(), readings.as_u64().unwrap()))
                .collect();
            lengths.sort_unstable();
            let all = summary["readings"].as_u64().unwrap();
            let [quarter, median, three] = [1, 2, 3].map(|quarters| {
                let mut so_far = 0;
                let reached = |(_, readings): &&(u64, u64)| {
                    so_far += readings;
                    4 * so_far >= quarters * all
                };
                lengths.iter().find(reached).unwrap().0
            });
            let cell = format!("| {median} turns ({quarter} to {three}): ");
            let row = guide.lines().find(|line| line.contains(&format!("(`{policy}`)"))).unwrap();
            assert!(row.contains(&cell), "{policy}, {procedure}: {cell}");
        }
    }
}

/// The name of a heading in a link, as the places that show Markdown make it.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    words.chars().filter(|it| it.is_alphanumeric() || "-_ ".contains(*it)).collect::<String>().replace(' ', "-")
}

#[test]
fn links_of_the_documents_lead_somewhere() {
    let mut pages: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "questions/README.md"]
            .iter()
            .map(|name| Path::new(ROOT).join(name))
            .collect();
    for folder in ["docs", "docs/games"] {
        let files = fs::read_dir(Path::new(ROOT).join(folder)).unwrap().map(|it| it.unwrap().path());
        // Journals have links of people.
        pages.extend(
            files.filter(|it| it.extension() == Some("md".as_ref()) && !it.to_string_lossy().contains("sample-")),
        );
    }
    let mut followed = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            // An address elsewhere, or a link in an example, which stands between angle brackets.
            if link.starts_with("http") || link.starts_with('<') {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(target.exists(), "{}: {link}", page.display());
            if !heading.is_empty() {
                let there = fs::read_to_string(&target).unwrap();
                let found = there.lines().any(|line| line.starts_with('#') && anchor(line) == heading);
                assert!(found, "{}: no heading {link}", page.display());
            }
            followed += 1;
        }
    }
    assert!(followed > 100, "{followed} links");
}
