//! The commands that write, in notebooks that have what each needs: those of `commands.txt`.

use std::fs;

use crate::notebook::Notebook;
use crate::scripted_reading::{ScriptedReading, question};

/// A command that writes.
pub(crate) struct Writing {
    /// The notebook before.
    pub(crate) before: Notebook,
    pub(crate) arguments: Vec<String>,
    pub(crate) input: String,
    /// The reading of which some lines are typed.
    pub(crate) script: Option<ScriptedReading>,
}

impl Writing {
    /// All of them.
    pub(crate) fn all() -> Vec<Writing> {
        let scripts = [("plain", ScriptedReading::plain()), ("corrected", ScriptedReading::corrected())];
        let rows = include_str!("commands.txt").lines().filter(|line| !line.starts_with('#'));
        rows.map(|row| Writing::of(row, &scripts)).collect()
    }

    fn of(row: &str, scripts: &[(&str, ScriptedReading)]) -> Writing {
        let (prepared, command) = row.split_once("| ").unwrap_or_else(|| panic!("commands.txt: no command in {row}"));
        let before = Notebook::new();
        for step in prepared.split(';').map(str::trim).filter(|step| !step.is_empty()) {
            match step {
                "question" => drop(question(&before)),
                "reading" => drop(before.add("reading")),
                "copies" => before.add_copies(),
                "page" => fs::write(before.path("page.html"), "An earlier page.\n").unwrap(),
                "damage" => fs::remove_file(before.first_part()).unwrap(),
                command => {
                    let (arguments, input, _) = parts(command, scripts);
                    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                    let output = before.run(&arguments, &input);
                    assert!(output.status.success(), "{row}: {}", String::from_utf8_lossy(&output.stderr));
                }
            }
        }
        let (arguments, input, script) = parts(command, scripts);
        Writing { before, arguments, input, script }
    }
}

/// The arguments of a command, what is typed, and the reading from which that is.
fn parts(command: &str, scripts: &[(&str, ScriptedReading)]) -> (Vec<String>, String, Option<ScriptedReading>) {
    let (command, typed) = command.split_once(" < ").unwrap_or((command, ""));
    let arguments = command.split(' ').map(str::to_owned).collect();
    let from = scripts.iter().find_map(|(name, script)| Some((script, typed.strip_prefix(name)?.trim())));
    let Some((script, range)) = from else { return (arguments, typed.replace('/', "\n"), None) };
    let lines = script.rest(0);
    let lines: Vec<&str> = lines.split_inclusive('\n').collect();
    let place = |number: &str, default: usize| match number.parse::<isize>() {
        Ok(number) if number < 0 => lines.len() - number.unsigned_abs(),
        Ok(number) => number.unsigned_abs(),
        Err(_) => default,
    };
    let (from, to) = range.split_once("..").unwrap_or_else(|| panic!("commands.txt: no lines in {typed}"));
    (arguments, lines[place(from, 0)..place(to, lines.len())].concat(), Some(script.clone()))
}
