//! Characters that a terminal obeys or nobody sees, in every text that a person or a file can give.
//!
//! Each is given as an argument, in the environment, at a prompt, in every kind of file and in the names of journals, to every
//! command that shows such a text. What is printed, into a pipe and on a pseudo-terminal, has none of them. A text that was
//! accepted is in the journal as it was given; after a refusal nothing is changed.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};

use crate::desk::{Person, files, piped};
use crate::notebook::{Notebook, PROGRAM, ROOT, copy, reading};
use crate::sample::short_or_whole;
use crate::threads;

/// What a terminal would obey: titles, links, the clipboard, device control, colours, the cursor, the screen, queries.
const SEQUENCES: [&str; 14] = [
    "\u{1b}]0;title\u{7}",
    "\u{1b}]2;title\u{1b}\\",
    "\u{1b}]8;;http://example.com\u{1b}\\link\u{1b}]8;;\u{1b}\\",
    "\u{1b}]52;c;c2VjcmV0\u{7}",
    "\u{1b}]11;?\u{7}",
    "\u{1b}P$q\"p\u{1b}\\",
    "\u{1b}P+q544e\u{1b}\\",
    "\u{1b}[2J\u{1b}[H",
    "\u{1b}[31mred",
    "\u{1b}[6n",
    "\u{1b}c",
    "\u{9b}31mred\u{9c}",
    "\u{9d}0;title\u{9c}",
    "\u{90}$q\u{9c}",
];

/// Marks of direction, and separators of lines.
const DIRECTIONS: &str =
    "\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";
/// What has no width or cannot be seen.
const INVISIBLE: &str = "\u{ad}\u{180e}\u{200b}\u{200c}\u{200d}\u{2060}\u{2061}\u{2062}\u{2063}\u{2064}\u{206a}\u{206f}\u{feff}\u{fff9}\u{fffa}\u{fffb}";

#[test]
fn no_character_that_a_terminal_obeys_or_nobody_sees_is_shown() {
    let range = |from: u32, to: u32| (from..=to).filter_map(char::from_u32).collect::<String>();
    let tags = range(0xe0001, 0xe0001) + &range(0xe0020, 0xe007f);
    let each = [range(1, 0x1f), range(0x7f, 0x9f), DIRECTIONS.into(), INVISIBLE.into(), tags].concat();
    let each = each.chars().map(String::from).chain(SEQUENCES.map(str::to_owned)).collect();
    // One of each class, in the sixty characters that a message quotes, or each by itself.
    let sample = [SEQUENCES[0], SEQUENCES[11], "\u{2}\u{7f}\u{85}\u{202e}\u{2028}\u{200b}\u{e0041}\n"].concat();
    let given: Vec<String> = short_or_whole(vec![sample], each);
    threads::for_each(given.len() as u64, |number| {
        let place = Hostile { notebook: Notebook::new(), hostile: &given[number as usize] };
        place.is_kept_off_the_screen();
        place.is_kept_or_refused();
        Ok(())
    });
}

/// A text that is tried, in a notebook.
struct Hostile<'h> {
    notebook: Notebook,
    hostile: &'h str,
}

impl Hostile<'_> {
    /// The text between words that can be seen.
    fn text(&self) -> String {
        format!("left{}right", self.hostile)
    }

    /// The text as the name of a journal.
    fn name(&self) -> String {
        self.text().replace('/', "-")
    }

    /// The text in the middle of a string of TOML or JSON.
    fn escaped(&self) -> String {
        let json = serde_json::to_string(&self.text()).unwrap();
        json[1..json.len() - 1].replace('\u{7f}', "\\u007f")
    }

    /// Runs a command in a pipe, and looks at all that it prints.
    fn pipes(&self, arguments: &[&str], input: &str) -> Output {
        let output = piped(&mut self.notebook.command(arguments), input);
        for printed in [&output.stdout, &output.stderr] {
            self.is_safe(arguments, printed, "in a pipe");
        }
        output
    }

    /// Runs commands one after the other on a pseudo-terminal.
    fn shows(&self, commands: &[Vec<String>]) {
        let quoted = |word: &String| format!("'{}'", word.replace('\'', "'\\''"));
        let line = |(number, words): (usize, &Vec<String>)| {
            let words: Vec<String> = words.iter().map(quoted).collect();
            format!("{PROGRAM} {} </dev/null\necho; echo ' {number}'\n", words.join(" "))
        };
        let script = self.notebook.path("commands.sh");
        fs::write(&script, commands.iter().enumerate().map(line).collect::<String>()).unwrap();
        let mut shell = Command::new("sh");
        self.notebook.settle(shell.arg(&script));
        shell.env("PAGER", "cat");
        let shown = Person::at(shell).rest();
        let plain = without_styles(shown.as_bytes());
        let mut rest = &plain[..];
        for (number, command) in commands.iter().enumerate() {
            let end = format!("\n {number}\n");
            let at = rest.windows(end.len()).position(|part| part == end.as_bytes());
            let at = at.unwrap_or_else(|| panic!("{command:?} did not end on the terminal"));
            let arguments: Vec<&str> = command.iter().map(String::as_str).collect();
            self.is_safe(&arguments, &rest[..at], "on a terminal");
            rest = &rest[at + end.len()..];
        }
    }

    /// Fails if one of the characters stands in what was printed.
    fn is_safe(&self, arguments: &[&str], printed: &[u8], place: &str) {
        let raw = match std::str::from_utf8(printed) {
            Ok(text) => text.char_indices().find(|(_, c)| is_hidden(*c)).map(|(at, _)| at),
            Err(error) => Some(error.valid_up_to()),
        };
        if let Some(at) = raw {
            let around = &printed[at.saturating_sub(60)..printed.len().min(at + 20)];
            panic!(
                "{:?} is raw {place} in enochian {arguments:?}: {:?}",
                self.hostile,
                String::from_utf8_lossy(around)
            );
        }
    }

    /// All commands on a pseudo-terminal, where both streams are seen; in the whole measurement in a pipe too.
    fn is_kept_off_the_screen(&self) {
        self.furnish();
        let rows = include_str!("control_characters.txt").lines().filter(|row| !row.starts_with('#'));
        let mut commands: Vec<Vec<String>> = Vec::new();
        for row in rows.map(str::to_owned).chain(self.in_files()) {
            let journals = ["shown", "broken", "strange", &self.name()];
            let put = |word: &str, journal: &str| match word {
                "JOURNAL" => journal.to_owned(),
                word => word.replace("TEXT", &self.text()),
            };
            for journal in journals.into_iter().take(if row.contains("JOURNAL") { 4 } else { 1 }) {
                commands.push(row.split(' ').map(|word| put(word, journal)).collect());
            }
        }
        for command in commands.iter().filter(|_| short_or_whole(false, true)) {
            self.pipes(&command.iter().map(String::as_str).collect::<Vec<_>>(), "");
        }
        self.shows(&commands);
        self.in_the_environment();
        self.at_prompts();
    }

    /// Journals with the text wherever a person can write: in the header, in remarks and tags, in lines of their own; one with a
    /// line of the program that was spoilt by it, one with a header that was, and one with it in its name.
    fn furnish(&self) {
        let (text, escaped, notebook) = (self.text(), self.escaped(), &self.notebook);
        let (path, kept) = (notebook.add("shown"), reading());
        let querent = kept.lines().find(|line| line.starts_with("    querent = ")).unwrap();
        let mut shown = kept.replacen(querent, &format!("    querent = \"{escaped}\"\n    known = \"{escaped}\""), 1);
        shown = shown.replacen("\n\n**1 · ", &format!("\n\n{text}\n\n> {text}\n\n**1 · "), 1);
        shown.push_str(&format!("\n**Note · whole** *2026-12-01 20:15:00+01:00* {text}\n\n**Tagged · {text}**\n"));
        let turn = kept.lines().find(|line| line.starts_with("**2 · ")).unwrap();
        fs::write(&path, &shown).unwrap();
        let broken = kept.replacen(turn, &format!("{turn} · {text}"), 1);
        fs::write(notebook.journals().join("broken.md"), broken).unwrap();
        let strange = kept.replacen("board = ", &format!("board = \"{escaped}\"\n    {text} = "), 1);
        fs::write(notebook.journals().join("strange.md"), strange).unwrap();
        fs::write(notebook.journals().join(format!("{}.md", self.name())), kept).unwrap();
        fs::write(notebook.path("question.toml"), "question = \"Is it so?\"\ncategory = \"brother\"\n").unwrap();
    }

    /// With which of some commands the thing of a number is tried: with all, in a sample with one after the other.
    fn tried_with<T>(number: usize, commands: &[T]) -> impl Iterator<Item = &T> {
        let (skipped, taken) = short_or_whole((number % commands.len(), 1), (0, commands.len()));
        commands.iter().skip(skipped).take(taken)
    }

    fn in_the_environment(&self) {
        let names =
            ["NOTEBOOK", "JOURNALS", "DATA", "DIE", "NAMING", "COLOURS", "BACKGROUND", "NOTATION", "LAYERS", "QUIET"];
        let names = names.map(|name| format!("ENOCHIAN_{name}"));
        let more = ["PAGER", "EDITOR", "VISUAL", "TZ", "LANG", "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "BROWSER"];
        let commands = [&["config"][..], &["journal", "list"], &["journal", "edit", "shown"], &["meaning", "a1"]];
        for (number, name) in names.iter().map(String::as_str).chain(more).enumerate() {
            for arguments in Hostile::tried_with(number, &commands) {
                let mut command = self.notebook.command(arguments);
                let output = command.env(name, self.text()).output().unwrap();
                for printed in [&output.stdout, &output.stderr] {
                    self.is_safe(arguments, printed, &format!("by {name}"));
                }
            }
        }
        // The name by which it was called.
        let mut command = self.notebook.command(&["--help"]);
        let output = command.arg0(self.text()).output().unwrap();
        self.is_safe(&["--help"], &output.stdout, "by its own name");
    }

    /// Files with the text in them, and the commands that read them.
    fn in_files(&self) -> Vec<String> {
        let (text, escaped) = (self.text(), self.escaped());
        let mut commands = Vec::new();
        let write = |name: &str, content: &str| fs::write(self.notebook.path(name), content).unwrap();
        // Question files: every key with the text as its value, and the text where none belongs.
        let keys = "question querent category source known supposed asked term board angle house sign array direction \
                    ruleset procedure dice seed quiet";
        let of_key = |key: &str| {
            let given = [("question", "question = \"Is it so?\""), ("category", "category = \"brother\"")];
            let others = given.iter().filter(|(name, _)| *name != key).map(|(_, line)| *line);
            format!("{key} = \"{escaped}\"\n{}\n", others.collect::<Vec<_>>().join("\n"))
        };
        let strange = [format!("question = \"{text}\"\n"), format!("{text} = 1\n"), format!("\"{escaped}\" = 1\n")];
        for (number, question) in keys.split_whitespace().map(of_key).chain(strange).enumerate() {
            write(&format!("asked-{number}.toml"), &question);
            let asked = [
                "read QUESTION --auto --seed 1 --limit 4",
                "read QUESTION --auto --seed 1 --limit 4 --json",
                "simulate QUESTION --readings 5",
            ];
            let asked = Hostile::tried_with(number, &asked)
                .map(|words| words.replace("QUESTION", &format!("asked-{number}.toml")));
            commands.extend(asked);
        }
        let settings = [format!("colours = \"{escaped}\""), format!("\"{escaped}\" = 1"), text.clone()];
        for (number, line) in settings.iter().enumerate() {
            fs::create_dir(self.notebook.path(&format!("mine-{number}"))).unwrap();
            write(&format!("mine-{number}/enochian.toml"), line);
            commands.push(format!("config --notebook mine-{number}"));
        }
        let sheets = [
            format!("board: air\narray: air\ntitle: {text}\nair: {text}\n1 | P2c\n"),
            format!("board: {text}\narray: air\n1 | P2c\n"),
            format!("board: air\narray: air\n1 | {text}\n{text}: 1\n"),
        ];
        for (number, sheet) in sheets.iter().enumerate() {
            write(&format!("sheet-{number}.txt"), sheet);
            commands.push(format!("import sheet-{number}.txt"));
        }
        // The correspondences: the text at the first space of every string.
        let showing = ["piece air king", "meaning Mars", "square c4 --layers=all"];
        for (number, file) in ["pieces", "planets", "figures", "forces", "elements", "dice"].into_iter().enumerate() {
            let folder = self.notebook.path(file);
            copy(&Path::new(ROOT).join("data"), &folder);
            let path = folder.join(format!("{file}.toml"));
            let right = fs::read_to_string(&path).unwrap();
            let spoilt = right.lines().map(|line| match line.split_once(" = \"") {
                Some((key, value)) => format!("{key} = \"{}\n", value.replacen(' ', &format!(" {escaped} "), 1)),
                None => format!("{line}\n"),
            });
            fs::write(&path, spoilt.collect::<String>()).unwrap();
            commands.extend(Hostile::tried_with(number, &showing).map(|command| format!("{command} --data {file}")));
        }
        // What a simulation left, a set-up.
        let saved = ["simulate", "question.toml", "--readings", "5", "--json"];
        let saved = String::from_utf8(self.notebook.run(&saved, "").stdout).unwrap();
        write("saved.json", &saved.replace("regardie", &escaped));
        write("text.json", &text);
        commands
    }

    /// The text as every answer, then a game and a reading with it at the prompts of the turns.
    fn at_prompts(&self) {
        let (text, escaped) = (self.text(), self.escaped());
        let answers = format!("{text}\n").repeat(12);
        self.pipes(&["read"], &answers);
        self.pipes(&["game"], &answers);
        for command in ["help", "note", "tag", "show", "meaning", "remember", "back", "why", ""] {
            let lines = format!("{text}\n{command} {text}\n{text}\n1\nstop\n");
            self.pipes(&["game", "--kind", "three", "--players", "Ann"], &format!("\n\n\n\n{lines}"));
            self.pipes(&["read", "question.toml", "--die", "program"], &format!("{text}\n\n\n\n\n\n\n\n{lines}"));
        }
        self.pipes(&["journal", "note", "shown"], &format!("{text}\n"));
        self.pipes(&["journal", "replay", "shown"], &format!("{text}\nq\n"));
        let lines = format!("{{\"position\": \"{escaped}\"}}\n{text}\n{{\"{escaped}\": 1}}\n");
        self.pipes(&["position", "moves", "-"], &lines);
    }

    /// What is added is in the journal as it was given, or nothing is.
    fn is_kept_or_refused(&self) {
        let text = self.text();
        let added =
            ["note kept TEXT", "tag kept TEXT", "outcome kept true TEXT"].map(|words| format!("journal {words}"));
        for row in added {
            let place = Hostile { notebook: Notebook::new(), ..*self };
            let path = place.notebook.add("kept");
            let arguments: Vec<&str> = row.split(' ').map(|word| if word == "TEXT" { &*text } else { word }).collect();
            let output = place.pipes(&arguments, "");
            let is_unchanged = fs::read_to_string(&path).unwrap() == reading();
            self.is_kept(&arguments, &output, is_unchanged, &place.notebook);
        }
        let game = ["game", "--auto", "--seed", "1", "--limit", "4", "--kind", "three", "--title", &text];
        let read = ["read", "q.toml", "--auto", "--seed", "1", "--limit", "4"];
        let keys = ["question", "querent", "source", "known", "supposed", "asked", "term"];
        for (key, arguments) in keys.map(|key| (key, &read[..])).into_iter().chain([("question", &game[..])]) {
            let place = Hostile { notebook: Notebook::new(), ..*self };
            let question = if key == "question" { "" } else { "question = \"Is it so?\"\n" };
            let file = format!("{question}category = \"brother\"\n{key} = \"{}\"\n", self.escaped());
            fs::write(place.notebook.path("q.toml"), file).unwrap();
            let output = place.pipes(arguments, "");
            let is_empty = fs::read_dir(place.notebook.journals()).unwrap().next().is_none();
            self.is_kept(&[arguments, &[key]].concat(), &output, is_empty, &place.notebook);
        }
    }

    fn is_kept(&self, arguments: &[&str], output: &Output, is_unchanged: bool, notebook: &Notebook) {
        if !output.status.success() {
            assert!(is_unchanged, "{:?} was refused in enochian {arguments:?}, but not before it wrote", self.hostile);
            return;
        }
        let record = notebook.run(&["journal", "export", "@", "--format", "json"], "").stdout;
        let record: serde_json::Value = serde_json::from_slice(&record).unwrap();
        let header = &files(&notebook.journals(), "md")[0];
        let header = fs::read_to_string(header).unwrap();
        let header: serde_json::Value = toml::from_str(header.split("+++\n").nth(1).unwrap()).unwrap();
        let is_kept = has(&record, &self.text()) || has(&header, &self.text());
        assert!(is_kept, "{:?} was accepted in enochian {arguments:?}, but is not kept", self.hostile);
    }
}

/// Whether a string within a value contains this.
fn has(value: &serde_json::Value, text: &str) -> bool {
    match value {
        serde_json::Value::String(string) => string.contains(text),
        serde_json::Value::Array(items) => items.iter().any(|item| has(item, text)),
        serde_json::Value::Object(fields) => fields.values().any(|field| has(field, text)),
        _ => false,
    }
}

/// Whether nothing that is printed may have it. Line feeds and tabs are the program's own.
fn is_hidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || DIRECTIONS.contains(c)
        || INVISIBLE.contains(c)
        || matches!(c, '\u{e0000}'..='\u{e0fff}')
}

/// What a terminal was sent, without the colours and the progress of the program, and the line ends of the
/// terminal.
fn without_styles(shown: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(shown.len());
    let mut at = 0;
    while at < shown.len() {
        let rest = &shown[at..];
        let style = rest.strip_prefix(b"\x1b[").and_then(|style| {
            let length = style.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b';').count();
            // The program has no colour 31, which would be of the text that is tried.
            (style.get(length) == Some(&b'm') && &style[..length] != b"31").then_some(length + 3)
        });
        match style {
            Some(length) => at += length,
            None if rest.starts_with(b"\r\n") => at += 1,
            // The progress of a simulation begins its line again.
            None if rest.starts_with(b"\r\x1b[2K") => at += 5,
            None => {
                plain.push(rest[0]);
                at += 1;
            }
        }
    }
    plain
}
