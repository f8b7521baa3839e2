//! Asking a person, or reading the same answers from a pipe.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::process::ExitCode;

use anyhow::anyhow;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Editor};
use textwrap::core::display_width;

use crate::input::{TEXT_LIMIT, is_plain, quoted, reason, safe};

use super::stdout;

/// The longest line, with its end: nothing that is asked for is longer.
const LONGEST: u64 = TEXT_LIMIT as u64 + 2;

use super::tab::Words;

/// What came of asking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// A line, without the white space around it.
    Line(String),
    /// The input has ended, or the person pressed Ctrl-C.
    End,
}

/// Where answers come from and where talk goes.
pub(super) struct Prompt {
    answers: PromptAnswers,
    /// Talk goes to standard error when standard output is for JSON.
    to_stderr: bool,
    refused: usize,
    failed: bool,
}

enum PromptAnswers {
    /// A person at a terminal, with a line editor.
    Person(Box<Editor<Words, MemHistory>>),
    /// Lines of a pipe or a file.
    Lines { number: usize },
}

impl Prompt {
    /// Asks at the terminal, if there is one, and takes lines from standard input otherwise.
    pub(super) fn new(to_stderr: bool) -> anyhow::Result<Prompt> {
        let person =
            io::stdin().is_terminal() && (io::stdout().is_terminal() || to_stderr && io::stderr().is_terminal());
        let answers = if person {
            let config = Config::builder().completion_type(CompletionType::List).build();
            let mut editor = Editor::with_history(config, MemHistory::new())?;
            editor.set_helper(Some(Words::default()));
            PromptAnswers::Person(Box::new(editor))
        } else {
            PromptAnswers::Lines { number: 0 }
        };
        Ok(Prompt { answers, to_stderr, refused: 0, failed: false })
    }

    /// Whether a person answers at a terminal.
    pub(super) fn is_person(&self) -> bool {
        matches!(self.answers, PromptAnswers::Person(_))
    }

    /// Sets what Tab completes from now on.
    pub(super) fn offer(&mut self, words: Words) {
        if let PromptAnswers::Person(editor) = &mut self.answers {
            editor.set_helper(Some(words));
        }
    }

    /// Whether these texts fit on a person's screen one below the other, with a line for the answer.
    pub(super) fn is_room_for(&mut self, texts: &[&str]) -> bool {
        let PromptAnswers::Person(editor) = &mut self.answers else { return true };
        let Some((columns, rows)) = editor.dimensions() else { return true };
        let lines = texts.iter().map(|text| wrapped(text, usize::from(columns)).lines().count());
        lines.sum::<usize>() < usize::from(rows)
    }

    /// Says something. Terminal styles are left out where they are not wanted.
    pub(super) fn say(&self, text: &str) -> io::Result<()> {
        let text = match self.answers {
            PromptAnswers::Person(_) => wrapped(text, textwrap::termwidth()),
            PromptAnswers::Lines { .. } => text.to_owned(),
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

    /// Says why an answer cannot be taken. Input that is no terminal is told of its line, and remembered
    /// as faulty: see [`Prompt::refused`].
    pub(super) fn refuse(&mut self, why: &str) -> io::Result<()> {
        self.refused += 1;
        self.complain(why)
    }

    /// Says what went wrong so that the command fails, whoever answers.
    pub(super) fn fail(&mut self, what: &str) -> io::Result<()> {
        self.failed = true;
        self.complain(what)
    }

    fn complain(&self, what: &str) -> io::Result<()> {
        // A script's mistakes belong where scripts look for them.
        match self.answers {
            PromptAnswers::Person(_) => self.say(what),
            PromptAnswers::Lines { number: 0 } => writeln!(anstream::stderr(), "{what}"),
            PromptAnswers::Lines { number } => writeln!(anstream::stderr(), "line {number} of the input: {what}"),
        }
    }

    /// How many lines of input that is no terminal were refused.
    pub(super) fn refused(&self) -> usize {
        match self.answers {
            PromptAnswers::Person(_) => 0,
            PromptAnswers::Lines { .. } => self.refused,
        }
    }

    /// The exit code of a command that asked: lines of a pipe that could not be taken were faulty input, even if it went on.
    pub(super) fn exit_code(&self) -> ExitCode {
        if self.failed || self.refused() > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }

    /// Asks, and gives the answer. Lines with control characters, or that are not UTF-8, are refused and asked for again.
    pub(super) fn ask(&mut self, question: &str) -> anyhow::Result<Reply> {
        loop {
            let line = match &mut self.answers {
                PromptAnswers::Person(editor) => match editor.readline(&format!("{question} ")) {
                    Ok(line) => {
                        let _ = editor.add_history_entry(&line);
                        line
                    }
                    // A terminal that was closed ends the input too.
                    Err(ReadlineError::Eof | ReadlineError::Interrupted | ReadlineError::Io(_)) => {
                        return Ok(Reply::End);
                    }
                    Err(error) => return Err(error.into()),
                },
                PromptAnswers::Lines { number } => {
                    let mut bytes = Vec::new();
                    *number += 1;
                    let mut input = io::stdin().lock();
                    // Nothing that is asked for is longer, and a line that never ends is not waited for.
                    let length = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).map_err(|error| {
                        anyhow!("standard input cannot be read: {}; send lines of text to it", reason(&error))
                    })?;
                    if length == 0 {
                        return Ok(Reply::End);
                    }
                    if length as u64 == LONGEST && !bytes.ends_with(b"\n") {
                        input.skip_until(b'\n')?;
                        drop(input);
                        self.refuse(&format!("this line is longer than {TEXT_LIMIT} bytes; please shorten it"))?;
                        continue;
                    }
                    drop(input);
                    let Ok(line) = String::from_utf8(bytes) else {
                        self.refuse("this line is not UTF-8 text; save the input as UTF-8")?;
                        continue;
                    };
                    self.say(&format!("{question} {}", safe(line.trim())))?;
                    line
                }
            };
            let line = line.trim();
            if !is_plain(line) {
                let shown = quoted(line);
                self.refuse(&format!("{shown} holds control characters; please leave them out"))?;
                continue;
            }
            return Ok(Reply::Line(line.to_owned()));
        }
    }
}

/// The text with lines no wider than a terminal, broken between words. What follows a broken line that was
/// set in stays set in, below the words that stand beside its label, number or figure. A command stays on one line, so that
/// it can be pasted.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let broken = |line: &str| {
        // Words stay whole, so that the path of a journal can be copied.
        let indent = " ".repeat(hanging(line).min(width / 2));
        let options = textwrap::Options::new(width)
            .subsequent_indent(&indent)
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::fill(line, options)
    };
    let lines = text.split('\n').map(|line| match line.split_once(COMMAND) {
        Some((before, command)) if display_width(line) > width => {
            format!("{}:\n  {}{command}", broken(before), &COMMAND[2..])
        }
        _ => broken(line),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What stands before a command that a person is to type.
const COMMAND: &str = ": enochian ";

/// How far the lines are set in that follow the first of a line that is.
fn hanging(line: &str) -> usize {
    let Some(inside) = line.strip_prefix("  ") else { return 0 };
    let label = inside.trim_start();
    let gap = label.find("  ").map_or(label, |gap| label[gap..].trim_start());
    if gap.len() < label.len() { display_width(line) - display_width(gap) } else { 8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_and_short_ones_left() {
        assert_eq!(wrapped("a b c\n  \u{1b}[1mx\u{1b}[0m  y", 10), "a b c\n  \u{1b}[1mx\u{1b}[0m  y");
        assert_eq!(wrapped("one two three", 8), "one two\nthree");
        assert_eq!(wrapped("in journals/2026-11-21.md", 8), "in\njournals/2026-11-21.md");
        assert_eq!(wrapped("  ● ●   one two three", 16), "  ● ●   one two\n        three");
        assert_eq!(wrapped("  Name      one two three", 18), "  Name      one\n         two three");
        assert_eq!(wrapped("   1  one two three", 14), "   1  one two\n      three");
        assert_eq!(
            wrapped("Stopped. Go on with: enochian read --resume brother", 20),
            "Stopped. Go on with:\n  enochian read --resume brother"
        );
    }
}
