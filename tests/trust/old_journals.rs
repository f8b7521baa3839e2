//! Journals of every format that was ever written, kept as they were.
//!
//! `tests/kept-journals/SHA256SUMS` lists them, so that none is changed to fit a new program. A journal that is added to the list
//! stays there for ever.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::thread;

use enochian::input::safe_prose;
use sha2::{Digest, Sha256};

use crate::figure::{Figure, Run};
use crate::notebook::{Notebook, ROOT};

pub(crate) const FIGURE: Figure =
    Figure { number: 12, name: "old-journals", protections: &["untouched-fixtures", "newer-number"], measure };

/// The formats, with the number that a journal of it has after an upgrade.
const FORMATS: [(u8, u8); 7] = [(1, 5), (2, 5), (3, 5), (4, 6), (5, 5), (6, 6), (7, 7)];

/// The exports of every journal, and of those of Enochian chess.
const EXPORTS: [&[&str]; 2] = [&["html", "markdown", "svg", "png", "csv", "json"], &["sheet"]];

fn measure(run: &Run) -> String {
    let mut fixtures = fixtures(run);
    // In a sample some of each format.
    let mut formats: BTreeMap<u8, usize> = BTreeMap::new();
    fixtures.retain(|fixture| {
        let of_format = formats.entry(fixture.format).or_default();
        *of_format += 1;
        (*of_format - 1).is_multiple_of(run.every(36))
    });
    assert!(formats.keys().eq(FORMATS.iter().map(|(format, _)| format)), "formats without a journal: {formats:?}");
    formats.values_mut().for_each(|count| *count = count.div_ceil(run.every(36)));
    // Everything that is told of a newer one needs only some of them.
    let every = run.times(4, 4, 1) as usize;
    let tried = |part: usize| -> u64 {
        let mine = fixtures.iter().enumerate().skip(part).step_by(2);
        mine.map(|(at, fixture)| {
            let newer = if at / 2 % every == 0 { fixture.is_refused_if_newer(run) } else { 0 };
            fixture.is_read(at, run.every(3))
                + fixture.is_resumed()
                + fixture.is_upgraded()
                + fixture.is_added_to()
                + newer
        })
        .sum()
    };
    let commands: u64 = thread::scope(|scope| {
        let other = scope.spawn(|| tried(1));
        tried(0) + other.join().unwrap()
    });
    let counts: Vec<String> = formats.iter().map(|(format, count)| format!("{count} of format {format}")).collect();
    format!(
        "{commands} commands on {} kept journals ({}): read, checked, exported, resumed, upgraded and added to; those of a newer \
         format are shown and never written",
        fixtures.len(),
        counts.join(", ")
    )
}

/// A kept journal.
struct KeptJournal {
    path: PathBuf,
    text: String,
    format: u8,
}

/// The journals of the list, as it has them; none is missing in it.
fn fixtures(run: &Run) -> Vec<KeptJournal> {
    let folder = Path::new(ROOT).join("tests/kept-journals");
    let list = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    let mut listed = BTreeSet::new();
    let mut fixtures = Vec::new();
    for line in list.lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        let path = folder.join(name).canonicalize().unwrap_or_else(|error| panic!("{name} is kept no more: {error}"));
        let mut text = fs::read_to_string(&path).unwrap();
        if run.is_without("untouched-fixtures") {
            text = text.replacen("throw 3", "throw 4", 1);
        }
        let found: String = Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found, sum, "{name} was changed; restore it, and keep another journal if you need one");
        let format = value(&text, "format").unwrap().parse().unwrap();
        listed.insert(path.clone());
        fixtures.push(KeptJournal { path, text, format });
    }
    for folder in [folder.clone(), folder.with_file_name("journals-of-old-formats")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path().canonicalize().unwrap();
            let is_journal = path.extension().is_some_and(|ending| ending == "md");
            assert!(!is_journal || listed.contains(&path), "{} is not in SHA256SUMS", path.display());
        }
    }
    fixtures
}

/// The value of a key in the header.
fn value<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let header = text.lines().skip(1).take_while(|line| *line != "+++");
    header.filter_map(|line| line.split_once(" = ")).find(|(name, _)| *name == key).map(|(_, value)| value)
}

/// What stands below the header.
fn body(text: &str) -> &str {
    &text[text.find("\n+++").unwrap()..]
}

impl KeptJournal {
    fn is_other(&self) -> bool {
        value(&self.text, "kind").is_some()
    }

    fn is_reading(&self) -> bool {
        value(&self.text, "question").is_some()
    }

    fn is_concluded(&self) -> bool {
        self.text.contains("\n### Concluded · ")
    }

    /// Whether a person's line in it would be taken for one of the program after an upgrade, so that nothing is added to it.
    fn stays_in_its_format(&self) -> bool {
        self.format == 1 && self.text.lines().any(|line| line.starts_with("**Tagged** · "))
    }

    /// Fails if a command writes this journal, or does not say why it cannot.
    fn is_refused(&self, arguments: &[&str]) {
        let (notebook, path) = self.notebook(&self.text);
        let output = notebook.run(arguments, "stop\n");
        let is_told = String::from_utf8_lossy(&output.stderr).contains("this line is your own");
        if output.status.success() || !is_told || fs::read_to_string(path).unwrap() != self.text {
            self.fails(arguments, &output, "a person's line is taken for one of the program");
        }
    }

    /// A notebook with this text as its only journal, and the journal's path.
    fn notebook(&self, text: &str) -> (Notebook, PathBuf) {
        let notebook = Notebook::new();
        let path = notebook.journals().join("kept.md");
        fs::write(&path, text).unwrap();
        (notebook, path)
    }

    fn fails(&self, arguments: &[&str], output: &Output, why: &str) -> ! {
        let name = self.path.file_name().unwrap();
        panic!("{name:?}: enochian {}: {why}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr))
    }

    /// What a command prints that must succeed.
    fn says(&self, notebook: &Notebook, arguments: &[&str], input: &str) -> Vec<u8> {
        let output = notebook.run(arguments, input);
        if !output.status.success() {
            self.fails(arguments, &output, "refused");
        }
        output.stdout
    }

    /// The commands that only read. Of the formats only some are exported, one of `every`: the next journal has the next ones.
    fn reading_commands(&self, number: usize, every: usize) -> Vec<Vec<&'static str>> {
        let mut commands: Vec<Vec<&str>> = [
            &["journal", "check", "kept"][..],
            &["journal", "show", "kept"],
            &["journal", "show", "kept", "--raw"],
            &["journal", "list", "--json"],
            &["journal", "search", "a"],
            &["journal", "replay", "kept", "--auto=0"],
        ]
        .map(<[&str]>::to_vec)
        .into();
        let exports = if self.is_other() { &EXPORTS[..1] } else { &EXPORTS };
        // A game that the program does not know has no board to draw.
        let is_drawn = value(&self.text, "kind") != Some("\"other\"");
        let fits = |format: &&&str| is_drawn || !["svg", "png"].contains(*format);
        for format in exports.iter().copied().flatten().filter(fits).skip(number % every).step_by(every) {
            commands.push(vec!["journal", "export", "kept", "--format", format]);
        }
        if !self.is_other() {
            commands.extend([vec!["journal", "stats"], vec!["journal", "explain", "kept", "kept"]]);
        }
        if self.is_reading() {
            commands.push(vec!["journal", "explain", "kept"]);
        }
        commands
    }

    /// Every command that reads reads it, and changes nothing.
    fn is_read(&self, number: usize, every: usize) -> u64 {
        let (notebook, path) = self.notebook(&self.text);
        let commands = self.reading_commands(number, every);
        for command in &commands {
            let said = self.says(&notebook, command, "");
            match command[..] {
                [.., "--raw"] => {
                    let shown = String::from_utf8(said).unwrap();
                    assert_eq!(shown.trim_end(), safe_prose(&self.text).trim_end(), "{:?}", self.path);
                }
                [_, "list", ..] => {
                    let list: serde_json::Value = serde_json::from_slice(&said).unwrap();
                    assert_eq!(list.as_array().unwrap().len(), 1, "{:?} is not listed: {list}", self.path);
                }
                _ => {}
            }
            assert_eq!(fs::read_to_string(&path).unwrap(), self.text, "{:?} is changed by {command:?}", self.path);
        }
        commands.len() as u64
    }

    /// An open one is resumed where it was left, a concluded one stays as it is.
    fn is_resumed(&self) -> u64 {
        let (notebook, path) = self.notebook(&self.text);
        let command = [if self.is_reading() { "read" } else { "game" }, "--resume", "kept"];
        if self.stays_in_its_format() {
            self.is_refused(&command);
            return 1;
        }
        let output = notebook.run(&command, "stop\n");
        let after = fs::read_to_string(&path).unwrap();
        if self.is_concluded() {
            if after != self.text {
                self.fails(&command, &output, "a concluded journal was changed");
            }
        } else if !output.status.success() || !body(&after).starts_with(body(&self.text).trim_end()) {
            self.fails(&command, &output, "not resumed where it was left");
        }
        self.says(&notebook, &["journal", "check", "kept"], "");
        2
    }

    /// An upgrade changes the number and the edition in the header, and what is recorded stays the same.
    fn is_upgraded(&self) -> u64 {
        if self.stays_in_its_format() {
            self.is_refused(&["journal", "check", "--upgrade", "kept"]);
            return 1;
        }
        let (notebook, path) = self.notebook(&self.text);
        let record = ["journal", "export", "kept", "--format", "json"];
        let before = self.says(&notebook, &record, "");
        self.says(&notebook, &["journal", "check", "--upgrade", "kept"], "");
        let after = fs::read_to_string(&path).unwrap();
        let (_, present) = FORMATS.into_iter().find(|(format, _)| *format == self.format).unwrap();
        assert_eq!(value(&after, "format"), Some(&*present.to_string()), "{:?}", self.path);
        assert_eq!(body(&after), body(&self.text), "{:?}: an upgrade changes more than the header", self.path);
        assert!(self.says(&notebook, &record, "") == before, "{:?} holds something else after an upgrade", self.path);
        self.says(&notebook, &["journal", "check", "kept"], "");
        4
    }

    /// The commands that add to it, each with what is then in the file.
    fn adding_commands(&self) -> Vec<(Vec<&'static str>, &'static str)> {
        let mut commands = vec![
            (vec!["journal", "note", "kept", "Long ago."], "Long ago."),
            (vec!["journal", "tag", "kept", "kept for ever"], "**Tagged** · kept for ever"),
        ];
        if self.is_reading() {
            commands.push((vec!["journal", "outcome", "kept", "true", "It came true."], "It came true."));
        }
        commands
    }

    fn is_added_to(&self) -> u64 {
        let (notebook, path) = self.notebook(&self.text);
        let commands = self.adding_commands();
        if self.stays_in_its_format() {
            commands.iter().for_each(|(command, _)| self.is_refused(command));
            return commands.len() as u64;
        }
        for (command, added) in &commands {
            let before = fs::read_to_string(&path).unwrap();
            self.says(&notebook, command, "");
            let after = fs::read_to_string(&path).unwrap();
            let tail = body(&after).strip_prefix(body(&before).trim_end());
            assert!(tail.is_some_and(|tail| tail.contains(added)), "{:?}: {command:?} adds {tail:?}", self.path);
        }
        self.says(&notebook, &["journal", "check", "kept"], "");
        commands.len() as u64 + 1
    }

    /// As a journal of a format that is still to come: it is shown, with the reason why it is shown as it is, and no command
    /// writes it.
    fn is_refused_if_newer(&self, run: &Run) -> u64 {
        let number = format!("\nformat = {}", self.format);
        let newer = if run.is_without("newer-number") { number.clone() } else { "\nformat = 99".to_owned() };
        // The second has nothing else that this program knows.
        let strange = format!("+++{newer}\nkind = [\"unknown\"]\n+++\n\n# Something else\n");
        let mut tried = 0;
        for text in [self.text.replacen(&number, &newer, 1), strange] {
            let (notebook, path) = self.notebook(&text);
            let is_whole = || fs::read(&path).is_ok_and(|bytes| bytes == text.as_bytes());
            let names = |told: &str| told.contains("format 99") && told.contains("newer version of enochian");
            let mut writing: Vec<Vec<&str>> = self.adding_commands().into_iter().map(|(command, _)| command).collect();
            writing.extend([
                vec!["journal", "check", "--upgrade", "kept"],
                vec!["journal", "check", "--upgrade", "--all"],
                vec!["journal", "edit", "kept"],
                vec!["read", "--resume", "kept"],
                vec!["game", "--resume", "kept"],
            ]);
            for arguments in &writing {
                let mut command = notebook.command(arguments);
                let output = command.env("EDITOR", "sed -i 1,9s/$/\\ /").output().unwrap();
                if !is_whole() {
                    self.fails(arguments, &output, "a newer journal was written");
                }
                // What an editor wrote is checked after it.
                let is_told = arguments[1] == "edit" || names(&String::from_utf8_lossy(&output.stderr));
                if output.status.success() || !is_told {
                    self.fails(arguments, &output, "a newer journal is not refused with the reason");
                }
            }
            let shown = notebook.run(&["journal", "show", "kept"], "");
            let told = String::from_utf8_lossy(&shown.stderr);
            if !shown.status.success()
                || String::from_utf8_lossy(&shown.stdout).trim_end() != safe_prose(&text).trim_end()
                || !names(&told)
            {
                self.fails(&["journal", "show"], &shown, "a newer journal is not shown with the reason");
            }
            // It can be moved, whole.
            for arguments in [&["journal", "remove", "kept"][..], &["journal", "remove", "--restore", "kept"]] {
                self.says(&notebook, arguments, "");
            }
            self.says(&notebook, &["journal", "rename", "kept", "other"], "");
            assert_eq!(fs::read_to_string(path.with_file_name("other.md")).unwrap(), text);
            tried += writing.len() as u64 + 4;
        }
        tried
    }
}
