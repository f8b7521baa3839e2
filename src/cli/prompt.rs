//! Asking a person, or reading the same answers from a pipe.

use std::env;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::process::ExitCode;

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Editor};

use crate::correspondences::{Correspondences, GlossaryEntry};
use crate::input::{TEXT_LIMIT, Words, quoted, reason, safe, safe_styled};

use super::command_error::{CommandError, CommandResult};
use super::stdout;
use super::tab;
use super::wrap::wrapped;

/// The longest line, with its newline: no answer is longer.
const LONGEST: u64 = TEXT_LIMIT as u64 + 2;

/// Whether a line asks to stop, at any prompt.
pub(super) fn is_stop(line: &str) -> bool {
    ["stop", "quit", "exit"].iter().any(|word| line.eq_ignore_ascii_case(word))
}

/// Where answers come from and where prompts and messages go.
pub(super) struct Prompt {
    answers: PromptAnswers,
    /// Prompts and messages go to standard error when standard output is for JSON.
    to_stderr: bool,
    refused: usize,
    failed: bool,
    /// The words that `help WORD` explains at every prompt.
    glossary: Vec<GlossaryEntry>,
}

enum PromptAnswers {
    /// A person at a terminal, with a line editor.
    Person(Box<Editor<tab::Words, MemHistory>>),
    /// Lines of a pipe or a file.
    Lines { number: usize },
}

impl Prompt {
    /// Asks at the terminal, if there is one, and takes lines from standard input otherwise.
    pub(super) fn new(to_stderr: bool) -> CommandResult<Prompt> {
        let person =
            io::stdin().is_terminal() && (io::stdout().is_terminal() || to_stderr && io::stderr().is_terminal());
        let answers = if person {
            let config = Config::builder().completion_type(CompletionType::List).build();
            let mut editor = Editor::with_history(config, MemHistory::new()).map_err(CommandError::other)?;
            editor.set_helper(Some(tab::Words::default()));
            PromptAnswers::Person(Box::new(editor))
        } else {
            PromptAnswers::Lines { number: 0 }
        };
        Ok(Prompt { answers, to_stderr, refused: 0, failed: false, glossary: Vec::new() })
    }

    /// Lets `help WORD` explain the words of the glossary at every prompt.
    pub(super) fn explaining(self, correspondences: &Correspondences) -> Prompt {
        Prompt { glossary: correspondences.glossary().cloned().collect(), ..self }
    }

    /// What `help WORD` answers to this line, if it asks for a word of the glossary.
    fn explained(&self, line: &str) -> Option<String> {
        let word = line.strip_prefix("help ")?.trim();
        let entries = self.glossary.iter().filter(|entry| entry.is_named(word));
        let told: Vec<String> = entries.map(GlossaryEntry::told).collect();
        (!told.is_empty()).then(|| told.join("\n"))
    }

    /// Whether a person answers at a terminal.
    pub(super) fn is_person(&self) -> bool {
        matches!(self.answers, PromptAnswers::Person(_))
    }

    /// Sets what Tab completes from now on.
    pub(super) fn offer(&mut self, words: tab::Words) {
        if let PromptAnswers::Person(editor) = &mut self.answers {
            editor.set_helper(Some(words));
        }
    }

    /// Whether these texts fit on the screen, with a line for the answer.
    pub(super) fn is_room_for(&mut self, texts: &[&str]) -> bool {
        let PromptAnswers::Person(editor) = &mut self.answers else { return true };
        let Some((columns, rows)) = editor.dimensions() else { return true };
        let lines = texts.iter().map(|text| wrapped(text, usize::from(columns)).lines().count());
        lines.sum::<usize>() < usize::from(rows)
    }

    /// The width of a message.
    pub(super) fn width(&self) -> usize {
        match self.answers {
            PromptAnswers::Person(_) => textwrap::termwidth(),
            PromptAnswers::Lines { .. } => 80,
        }
    }

    /// Clears the screen of a person, with what was typed before, so that another person can take it.
    pub(super) fn clear_screen(&mut self) -> io::Result<()> {
        let PromptAnswers::Person(editor) = &mut self.answers else { return Ok(()) };
        // Earlier lines could be called back with the arrow keys. An editor without history keeps nothing.
        let _ = editor.clear_history();
        let rows = editor.dimensions().map_or(24, |(_, rows)| usize::from(rows));
        // The whole screen, and what was scrolled out of it; a terminal without a cursor gets empty lines.
        let clear = match env::var_os("TERM").is_some_and(|terminal| terminal == "dumb") {
            true => "\n".repeat(rows),
            false => "\u{1b}[H\u{1b}[2J\u{1b}[3J".to_owned(),
        };
        if self.to_stderr {
            let mut out = io::stderr().lock();
            out.write_all(clear.as_bytes())?;
            out.flush()
        } else {
            let mut out = stdout::plain();
            out.write_all(clear.as_bytes())?;
            out.flush()
        }
    }

    /// Prints a message, without styles where they are not wanted.
    pub(super) fn say(&self, text: &str) -> io::Result<()> {
        let text = safe_styled(text);
        let text = match self.answers {
            PromptAnswers::Person(_) => wrapped(&text, textwrap::termwidth()).into(),
            PromptAnswers::Lines { .. } => text,
        };
        if self.to_stderr {
            let mut out = anstream::stderr().lock();
            writeln!(out, "{text}")?;
            out.flush()
        } else {
            let mut out = stdout::styled();
            writeln!(out, "{text}")?;
            out.flush()
        }
    }

    /// Reports an invalid answer. For input that is not a terminal, this includes the line number, and the line is counted
    /// in [`Prompt::refused`].
    pub(super) fn refuse(&mut self, why: &str) -> io::Result<()> {
        self.refused += 1;
        self.complain(why)
    }

    /// Reports an error that makes the command fail, at a terminal too.
    pub(super) fn fail(&mut self, what: &str) -> io::Result<()> {
        self.failed = true;
        self.complain(what)
    }

    fn complain(&self, what: &str) -> io::Result<()> {
        // Errors of a script belong on standard error.
        match self.answers {
            PromptAnswers::Person(_) => self.say(what),
            PromptAnswers::Lines { number: 0 } => writeln!(anstream::stderr(), "error: {what}"),
            PromptAnswers::Lines { number } => {
                writeln!(anstream::stderr(), "error: line {number} of the input: {what}")
            }
        }
    }

    /// The number of invalid lines of input that is not a terminal.
    pub(super) fn refused(&self) -> usize {
        match self.answers {
            PromptAnswers::Person(_) => 0,
            PromptAnswers::Lines { .. } => self.refused,
        }
    }

    /// The exit code: invalid lines from a pipe make the command fail, even if it continued.
    pub(super) fn exit_code(&self) -> ExitCode {
        if self.failed || self.refused() > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }

    /// Asks for words in one or more lines: one that ends with `\` goes on in the next. `None` at the end of the input.
    pub(super) fn ask_lines(&mut self, question: &str) -> CommandResult<Option<String>> {
        let mut words = String::new();
        loop {
            let Some(line) = self.line(if words.is_empty() { question } else { "  …" })? else {
                return Ok(Some(words).filter(|words| !words.is_empty()));
            };
            match line.strip_suffix('\\') {
                Some(line) => words += &format!("{}\n", line.trim_end()),
                None => return Ok(Some(words + &line)),
            }
        }
    }

    /// Asks a question. `None` if the person stops, or the input ends.
    pub(super) fn ask(&mut self, question: &str) -> CommandResult<Option<String>> {
        Ok(self.line(question)?.filter(|line| !is_stop(line)))
    }

    /// A line, as [`Words`] are kept; `None` at the end of the input, or if the person pressed Ctrl-C. What cannot be read, or is not
    /// UTF-8, is invalid, and the question is asked again.
    fn line(&mut self, question: &str) -> CommandResult<Option<String>> {
        loop {
            let line = match &mut self.answers {
                PromptAnswers::Person(editor) => match editor.readline(&format!("{} ", safe_styled(question))) {
                    Ok(line) => {
                        let _ = editor.add_history_entry(&line);
                        line
                    }
                    // A closed terminal ends the input too.
                    Err(ReadlineError::Eof | ReadlineError::Interrupted | ReadlineError::Io(_)) => return Ok(None),
                    Err(error) => return Err(CommandError::other(error)),
                },
                PromptAnswers::Lines { number } => {
                    let mut bytes = Vec::new();
                    *number += 1;
                    let mut input = io::stdin().lock();
                    // A line that never ends must not be waited for.
                    let length = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).map_err(|error| {
                        problem!("standard input cannot be read: {}; expected lines of text", reason(&error))
                    })?;
                    if length == 0 {
                        return Ok(None);
                    }
                    if length as u64 == LONGEST && !bytes.ends_with(b"\n") {
                        input.skip_until(b'\n')?;
                        drop(input);
                        self.refuse(&format!("this line is longer than {TEXT_LIMIT} bytes; shorten it"))?;
                        continue;
                    }
                    drop(input);
                    let Ok(line) = String::from_utf8(bytes) else {
                        self.refuse("this line is not UTF-8 text; save the input as UTF-8")?;
                        continue;
                    };
                    let shown = Words::LINE.read(&line).unwrap_or_else(|_| safe(line.trim()).into_owned());
                    self.say(&format!("{question} {}", safe(&shown)))?;
                    line
                }
            };
            let line = match Words::LINE.read(&line) {
                Ok(line) => line,
                Err(error) => {
                    self.refuse(&format!("{} {error}", quoted(line.trim())))?;
                    continue;
                }
            };
            match self.explained(&line) {
                Some(told) => self.say(&told)?,
                None => return Ok(Some(line)),
            }
        }
    }
}
