//! What the built program prints, as it was when last looked at. A change of words is read here as a difference.
//!
//! Each file of `tests/transcripts` is a case, and runs in a folder of its own: with `questions` and the journal of the repository in
//! `journals`, and the files ending in `.typed`, which are what a person types. Every file is found and run; a new one needs no Rust.
//!
//! A file begins with comment lines that say what it shows, and a blank line. Then come commands of the shell, on lines that begin
//! with `$`, in which `enochian` is the program, and what they print. A line that ends with a backslash is continued by the next. Comment
//! lines, which begin with `#`, can stand just above a command. Lines of standard error begin with `!`, unless the command sends them
//! elsewhere. The exit code is the last line, if it is not 0. The folder is shown as `DESK`, and today's date as `TODAY`.
//!
//! `…` stands for what may vary: in a line for any text, and on a line of its own for any lines, also none; `! …` for any lines of
//! standard error. So a transcript can be exact in what matters, and short elsewhere.
//!
//! `UPDATE_TRANSCRIPTS=1 cargo test --test commands transcripts::` writes the files anew, and keeps each `…` that still fits. Read the
//! result as a difference, and commit it by itself. `TRANSCRIPT=game` runs only files with this in their names.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use chrono::{DateTime, Utc};

use crate::desk::{TestDesk, files, said, told, without_today};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn transcripts() -> PathBuf {
    root().join("tests/transcripts")
}

fn is_update() -> bool {
    env::var_os("UPDATE_TRANSCRIPTS").is_some()
}

/// The journal of the repository; beside it there may be journals that somebody has recorded there.
const JOURNAL: &str = "2026-11-21-is-my-brother-happy-in-his-present-situation.md";

/// A folder with the questions and the journal of the repository, and what is typed.
fn desk() -> TestDesk {
    let desk = TestDesk::new();
    for (from, to) in [("questions", "questions"), ("journals", "journals"), ("tests/transcripts", "")] {
        let to = desk.path(to);
        fs::create_dir_all(&to).unwrap();
        for file in fs::read_dir(root().join(from)).unwrap().map(|entry| entry.unwrap().path()) {
            let is_wanted = match from {
                "journals" => file.ends_with(JOURNAL),
                _ => file.extension().is_some_and(|it| ["toml", "md", "typed"].map(OsStr::new).contains(&it)),
            };
            if is_wanted {
                fs::copy(&file, to.join(file.file_name().unwrap())).unwrap();
            }
        }
    }
    desk
}

/// The lines that a command prints, and its exit code unless it is 0, without a terminal or settings. The folder, the date and the
/// time are masked; what happened since `begun` may be told of.
fn printed(command: &str, desk: &TestDesk, begun: DateTime<Utc>) -> Vec<String> {
    let output = desk.shell(command).output().unwrap();
    let mask = |text: String| without_today(&text.replace(desk.folder().to_str().unwrap(), "DESK"), begun);
    let mut lines: Vec<String> = mask(said(&output)).lines().map(str::to_owned).collect();
    lines.extend(mask(told(&output)).lines().map(|line| format!("! {line}")));
    if output.status.code() != Some(0) {
        lines.push(format!("exit code {}", output.status.code().unwrap()));
    }
    lines
}

/// A command of a transcript, and what it should print.
struct Case {
    /// The number of the first line of what it should print.
    line: usize,
    /// The comment and the command, as they stand.
    head: String,
    command: String,
    patterns: Vec<String>,
}

/// The comment at the top of a transcript, and its commands.
fn parse(text: &str) -> (String, Vec<Case>) {
    let lines: Vec<&str> = text.lines().collect();
    let is_command = |at: &usize| lines[*at].starts_with("$ ") && !(*at > 0 && lines[at - 1].ends_with('\\'));
    let begins = |command: usize| (0..command).rev().find(|at| !lines[*at].starts_with('#')).map_or(0, |at| at + 1);
    let commands: Vec<usize> = (0..lines.len()).filter(is_command).collect();
    let top = commands.first().map_or(lines.len(), |first| begins(*first));
    let cases = commands.iter().enumerate().map(|(number, &command)| {
        let last = (command..).find(|at| !lines[*at].ends_with('\\')).unwrap();
        // A blank line is between two commands.
        let end = commands.get(number + 1).map_or(lines.len(), |next| begins(*next));
        let is_apart = end < lines.len() && end > last + 1 && lines[end - 1].is_empty();
        let end = end - usize::from(is_apart);
        Case {
            line: last + 2,
            head: lines[begins(command)..=last].join("\n"),
            command: lines[command..=last].join("\n")[2..].to_owned(),
            patterns: lines[last + 1..end].iter().map(|line| (*line).to_owned()).collect(),
        }
    });
    (lines[..top].join("\n").trim_end().to_owned(), cases.collect())
}

/// The lines that the commands of a transcript print.
pub(crate) fn printed_in(text: &str) -> String {
    parse(text).1.into_iter().flat_map(|case| case.patterns).collect::<Vec<_>>().join("\n")
}

/// Where a line was printed to.
fn stream(line: &str) -> u8 {
    match line {
        _ if line.starts_with("! ") => 2,
        _ if line.starts_with("exit code ") => 0,
        _ => 1,
    }
}

/// Whether a pattern stands for any lines.
fn is_gap(pattern: &str) -> bool {
    matches!(pattern, "…" | "! …")
}

/// Whether a line is what a pattern says, in which each `…` is any text.
fn fits(pattern: &str, line: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('…') else { return pattern == line };
    let Some(line) = line.strip_prefix(start) else { return false };
    line.char_indices().map(|(at, _)| at).chain([line.len()]).any(|at| fits(rest, &line[at..]))
}

fn is_for(pattern: &str, line: &str) -> bool {
    stream(pattern) == stream(line) && (is_gap(pattern) || fits(pattern, line))
}

/// The first pattern that no line fits, and the first line that could have, both by number; none if everything fits.
fn first_difference(patterns: &[String], lines: &[String]) -> Option<(usize, usize)> {
    // Whether the patterns so far fit so many lines.
    let mut reached = vec![false; lines.len() + 1];
    reached[0] = true;
    for (number, pattern) in patterns.iter().enumerate() {
        let mut next = vec![false; lines.len() + 1];
        next[0] = reached[0] && is_gap(pattern);
        for (at, line) in lines.iter().enumerate() {
            next[at + 1] = match is_gap(pattern) {
                true => reached[at + 1] || next[at] && is_for(pattern, line),
                false => reached[at] && is_for(pattern, line),
            };
        }
        if !next.contains(&true) {
            return Some((number, reached.iter().position(|it| *it).unwrap()));
        }
        reached = next;
    }
    (!reached[lines.len()]).then(|| (patterns.len(), reached.iter().rposition(|it| *it).unwrap()))
}

/// What to do with a pattern or a line, where a transcript is written anew.
#[derive(Clone, Copy)]
enum Step {
    Keep,
    Skip,
    EndGap,
    Replace,
    Drop,
    Insert,
}

/// The patterns that fit these lines, with as few changes as can be. What a gap stands for stays a gap.
fn rewritten(patterns: &[String], lines: &[String]) -> Vec<String> {
    // The least cost, and the step to it, from each pattern and line to the end.
    let mut steps = vec![vec![(0, Step::Insert); lines.len() + 1]; patterns.len() + 1];
    for at in (0..=patterns.len()).rev() {
        for to in (0..=lines.len()).rev() {
            let mut choices = Vec::new();
            let line = lines.get(to);
            if let Some(pattern) = patterns.get(at) {
                if is_gap(pattern) {
                    choices.push((steps[at + 1][to].0, Step::EndGap));
                    if line.is_some_and(|line| is_for(pattern, line)) {
                        choices.push((steps[at][to + 1].0, Step::Skip));
                    }
                } else {
                    choices.push((steps[at + 1][to].0 + 25, Step::Drop));
                    if let Some(line) = line {
                        // A line that has the same words is likely the one that was changed.
                        let (words, same) = (pattern.split_whitespace(), |word: &&str| line.contains(*word));
                        let alike = 20 * words.clone().filter(same).count() / words.count().max(1);
                        let (cost, step) = if is_for(pattern, line) { (0, Step::Keep) } else { (30, Step::Replace) };
                        choices.push((steps[at + 1][to + 1].0 + cost - alike.min(cost), step));
                    }
                }
            }
            if line.is_some() {
                choices.push((steps[at][to + 1].0 + 20, Step::Insert));
            }
            steps[at][to] = choices.into_iter().min_by_key(|(cost, _)| *cost).unwrap_or((0, Step::Insert));
        }
    }
    let (mut now, mut at, mut to) = (Vec::new(), 0, 0);
    while at < patterns.len() || to < lines.len() {
        let step = steps[at][to].1;
        match step {
            Step::Keep | Step::EndGap => now.push(patterns[at].clone()),
            Step::Replace => now.push(with_gaps(&patterns[at], &lines[to])),
            Step::Insert => now.push(lines[to].clone()),
            Step::Skip | Step::Drop => {}
        }
        at += usize::from(matches!(step, Step::Keep | Step::EndGap | Step::Replace | Step::Drop));
        to += usize::from(matches!(step, Step::Keep | Step::Skip | Step::Replace | Step::Insert));
    }
    now
}

/// A line that takes the place of a pattern, with each `…` of this that stands between the same words.
fn with_gaps(pattern: &str, line: &str) -> String {
    let (mut now, mut at) = (line.to_owned(), 0);
    for two in pattern.split('…').collect::<Vec<_>>().windows(2) {
        let before = &two[0][two[0].trim_end().rfind(' ').map_or(0, |space| space + 1)..];
        let after = &two[1][..two[1]
            .trim_start()
            .find(' ')
            .map_or(two[1].len(), |space| two[1].len() - two[1].trim_start().len() + space)];
        let Some(start) = now[at..].find(before).map(|found| at + found + before.len()) else { continue };
        let end = if after.is_empty() { Some(now.len()) } else { now[start..].find(after).map(|found| start + found) };
        if let Some(end) = end {
            now.replace_range(start..end, "…");
            at = start + "…".len();
        }
    }
    if is_for(&now, line) { now } else { line.to_owned() }
}

/// Runs the commands of a transcript, one after another in one folder. Gives what differs, with its line; or writes it anew.
fn run(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let (top, cases) = parse(&text);
    let (desk, begun) = (desk(), Utc::now());
    let place = file.strip_prefix(root()).unwrap().display();
    let mut differences = String::new();
    if !top.starts_with("# ") {
        writeln!(differences, "{place}:1: begin with a comment that says what this shows, and a blank line").unwrap();
    }
    let mut now = vec![top];
    for Case { line, head, command, mut patterns } in cases {
        let lines = printed(&command, &desk, begun);
        for printed in lines.iter().filter(|line| line.contains(char::is_control) || line.contains("panicked")) {
            writeln!(differences, "{place}:{line}: no command may print {printed:?}").unwrap();
        }
        if let Some((pattern, first)) = first_difference(&patterns, &lines) {
            if is_update() {
                patterns = rewritten(&patterns, &lines);
            } else {
                let expected = patterns.get(pattern).map_or("nothing more", String::as_str);
                let rest = lines[first..].iter().take(40).map(|line| format!("    {line}\n")).collect::<String>();
                writeln!(differences, "{place}:{}: $ {command}", line + pattern).unwrap();
                writeln!(differences, "  expected: {expected}\n  printed, from its line {}:\n{rest}", first + 1)
                    .unwrap();
            }
        }
        now.push([vec![head], patterns].concat().join("\n"));
    }
    let now = now.join("\n\n") + "\n";
    if is_update() && now != text {
        fs::write(file, now).unwrap();
    }
    differences
}

#[test]
fn every_transcript() {
    let wanted = env::var("TRANSCRIPT").unwrap_or_default();
    let mut all = files(&transcripts(), "txt");
    all.retain(|file| file.file_name().unwrap().to_str().unwrap().contains(&wanted));
    let (left, differences) = (Mutex::new(all), Mutex::new(Vec::new()));
    let next = || left.lock().unwrap().pop();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(file) = next() {
                    let differs = run(&file);
                    differences.lock().unwrap().push(differs);
                }
            });
        }
    });
    let mut differences = differences.into_inner().unwrap();
    differences.sort();
    let differences = differences.concat();
    assert!(
        differences.is_empty(),
        "{differences}if this should be so, run .ci/update transcripts, and read the difference"
    );
}

#[test]
fn a_difference_is_found_and_what_still_fits_is_kept() {
    let lines = |text: &str| text.split(" / ").map(str::to_owned).collect::<Vec<_>>();
    let check = |patterns: &str, printed: &str, differs: Option<(usize, usize)>, now: &str| {
        let (patterns, printed) = (lines(patterns), lines(printed));
        assert_eq!(first_difference(&patterns, &printed), differs, "{patterns:?}");
        assert_eq!(rewritten(&patterns, &printed), lines(now), "{patterns:?}");
        assert_eq!(first_difference(&rewritten(&patterns, &printed), &printed), None, "{patterns:?}");
    };
    check("one / two", "one / two", None, "one / two");
    check("o…e / … / four", "one / two / three / four", None, "o…e / … / four");
    check("one / …", "one", None, "one / …");
    check("… / t…o…s / …", "one / two steps / three", None, "… / t…o…s / …");
    check("one / o…o", "one / three", Some((1, 1)), "one / three");
    check("… / the old words / …", "one / the new words / three", Some((1, 0)), "… / the new words / …");
    check("one / …", "zero / one / two", Some((0, 0)), "zero / one / …");
    check("an old one of … words, …", "a new one of 32 words, and more", Some((0, 0)), "a new one of … words, …");
    check("one", "one / two", Some((1, 1)), "one / two");
    check("one / two", "one", Some((1, 1)), "one");
    // What goes wrong is never what may vary.
    check("…", "one / ! error: two / exit code 1", Some((1, 1)), "… / ! error: two / exit code 1");
    check("… / ! …", "one / ! error: two / exit code 1", Some((2, 2)), "… / ! … / exit code 1");
    check("…e…", "! error", Some((0, 0)), "! error");
}

/// The commands that a help lists.
fn listed(help: &str) -> impl Iterator<Item = &str> {
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    names.map(|line| line.split(' ').next().unwrap()).filter(|name| *name != "help")
}

#[test]
fn help_of_every_command() {
    let (desk, folder) = (desk(), transcripts().join("help"));
    let mut commands = vec!["enochian".to_owned()];
    let mut all = BTreeSet::new();
    let (mut doors, mut options) = (0, 0);
    while let Some(command) = commands.pop() {
        let line = format!("{command} --help");
        let help = format!("$ {line}\n{}\n", printed(&line, &desk, Utc::now()).join("\n"));
        commands.extend(listed(&help).map(|name| format!("{command} {name}")));
        let file = folder.join(command.replace(' ', "-") + ".txt");
        if is_update() {
            fs::write(&file, &help).unwrap();
        }
        let stands = fs::read_to_string(&file).unwrap_or_default();
        let differs = stands.lines().zip(help.lines()).position(|(stands, now)| stands != now);
        let line = differs.unwrap_or_else(|| stands.lines().count().min(help.lines().count()));
        assert!(
            stands == help,
            "{}:{}: printed: {:?}; if it should be so, run .ci/update transcripts",
            file.display(),
            line + 1,
            help.lines().nth(line)
        );
        all.insert(file);
        doors += usize::from(!help.contains("\nCommands:\n"));
        let named = help.lines().skip_while(|line| *line != "Options:").map(str::trim_start);
        let named = named.filter(|line| line.starts_with("--") || line.starts_with('-') && line.contains(", --"));
        options += named.filter(|line| !line.contains("--help") && !line.contains("--version")).count();
    }
    for file in files(&folder, "txt").into_iter().filter(|file| !all.contains(file)) {
        assert!(is_update(), "{} is of no command", file.display());
        fs::remove_file(file).unwrap();
    }
    // Whoever adds one finds another that can go, or be an option of its neighbour.
    assert!(doors <= 36 && options <= 135, "{doors} commands without those below them, {options} options");
}
