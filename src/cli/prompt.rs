//! Asking a person, or reading the same answers from a pipe.

use std::collections::VecDeque;
use std::env;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::mem;

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Editor};

use crate::cli::prelude::*;
use crate::correspondences::GlossaryEntry;
use crate::input::{Source, TEXT_LIMIT, Words, reason, unmarked, with_plain_digits};
use crate::render::wrapped;

use super::tab;
use super::terminal;

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
    failed: bool,
    /// The words that `help WORD` explains at every prompt.
    glossary: Vec<GlossaryEntry>,
}

enum PromptAnswers {
    /// A person at a terminal, with a line editor, and the lines of a pasted block that are still to be taken.
    Person { editor: Box<Editor<tab::Words, MemHistory>>, pasted: VecDeque<String> },
    /// Lines of a pipe or a file, until it ends or one of them is refused.
    Lines { number: usize, is_over: bool },
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
            PromptAnswers::Person { editor: Box::new(editor), pasted: VecDeque::new() }
        } else {
            PromptAnswers::Lines { number: 0, is_over: false }
        };
        Ok(Prompt { answers, to_stderr, failed: false, glossary: Vec::new() })
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
        matches!(self.answers, PromptAnswers::Person { .. })
    }

    /// Sets what Tab completes from now on.
    pub(super) fn offer(&mut self, words: tab::Words) {
        if let PromptAnswers::Person { editor, .. } = &mut self.answers {
            editor.set_helper(Some(words));
        }
    }

    /// Whether these texts fit on the screen, with a line for the answer.
    pub(super) fn is_room_for(&mut self, texts: &[&str]) -> bool {
        let PromptAnswers::Person { editor, .. } = &mut self.answers else { return true };
        let Some((columns, rows)) = editor.dimensions() else { return true };
        let lines = texts.iter().map(|text| wrapped(text, usize::from(columns)).lines().count());
        lines.sum::<usize>() < usize::from(rows)
    }

    /// The width of a message.
    pub(super) fn width(&self) -> usize {
        match self.answers {
            PromptAnswers::Person { .. } => textwrap::termwidth(),
            PromptAnswers::Lines { .. } => 80,
        }
    }

    /// Clears the screen of a person, with what was typed before, so that another person can take it.
    pub(super) fn clear_screen(&mut self) -> io::Result<()> {
        let PromptAnswers::Person { editor, .. } = &mut self.answers else { return Ok(()) };
        // Earlier lines could be called back with the arrow keys. An editor without history keeps nothing.
        let _ = editor.clear_history();
        let rows = editor.dimensions().map_or(24, |(_, rows)| usize::from(rows));
        // The whole screen, and what was scrolled out of it; a terminal without a cursor gets empty lines.
        let clear = match env::var_os("TERM").is_some_and(|terminal| terminal == "dumb") {
            true => "\n".repeat(rows),
            false => "\u{1b}[H\u{1b}[2J\u{1b}[3J".to_owned(),
        };
        match self.to_stderr {
            true => io::stderr().write_all(clear.as_bytes()),
            false => stdout::print(clear.as_bytes()),
        }
    }

    /// Prints a message, without styles where they are not wanted.
    pub(super) fn say(&self, text: impl Into<ScreenText>) -> io::Result<()> {
        let mut text = text.into();
        let columns = if self.is_person() { Some(self.width()) } else { terminal::size().map(|(columns, _)| columns) };
        if let Some(columns) = columns {
            text = text.laid_out(|text| wrapped(text, columns));
        }
        text += "\n";
        match self.to_stderr {
            true => stdout::show_on_stderr(&text),
            false => stdout::show(&text)?,
        }
        Ok(())
    }

    /// Reports an invalid answer. A person is asked again. From a pipe the input ends here: the lines after it were meant for
    /// another place.
    pub(super) fn refuse(&mut self, why: &str) -> io::Result<()> {
        match &mut self.answers {
            PromptAnswers::Person { pasted, .. } => {
                let ignored = mem::take(pasted).len();
                self.say(why)?;
                match ignored {
                    0 => Ok(()),
                    1 => self.say("The pasted line after it was ignored."),
                    many => self.say(format!("The {many} pasted lines after it were ignored.")),
                }
            }
            PromptAnswers::Lines { is_over, .. } => {
                *is_over = true;
                self.fail(why)
            }
        }
    }

    /// Reports an error that makes the command fail, at a terminal too; from a pipe with the number of the line.
    pub(super) fn fail(&mut self, what: &str) -> io::Result<()> {
        self.failed = true;
        // Errors of a script belong on standard error.
        match self.answers {
            PromptAnswers::Person { .. } => self.say(what),
            PromptAnswers::Lines { number, .. } => {
                let place = if number == 0 { String::new() } else { format!("line {number} of the input: ") };
                notice(format!("error: {place}{what}"));
                Ok(())
            }
        }
    }

    /// An invalid line from a pipe makes the command fail.
    pub(super) fn finish(&self) -> CommandResult<()> {
        reported(!self.failed)
    }

    /// Asks for a text: in one or more lines, of which all but the last end with `\`, or pasted; from a pipe all of the input.
    /// `None` at the end of the input.
    pub(super) fn ask_text(&mut self, question: &str) -> CommandResult<Option<String>> {
        if !self.is_person() {
            let source = Source::read_from("standard input", io::stdin().lock(), LONGEST)?;
            return Ok(Some(unmarked(&source.text).to_owned()).filter(|text| !text.trim().is_empty()));
        }
        self.ask_lines(question)
    }

    /// Asks for a text among other answers: in one or more lines, of which all but the last end with `\`, or pasted. `None` at the
    /// end of the input, or if the person stops.
    pub(super) fn ask_lines(&mut self, question: &str) -> CommandResult<Option<String>> {
        let mut words = String::new();
        loop {
            let Some(line) = self.line(if words.is_empty() { question } else { "  …" }, |_| true)? else {
                return Ok(Some(words).filter(|words| !words.is_empty()));
            };
            if words.is_empty() && is_stop(&line) {
                return Ok(None);
            }
            match line.strip_suffix('\\') {
                Some(line) => words += &format!("{}\n", line.trim_end()),
                None => return Ok(Some(words + &line)),
            }
        }
    }

    /// Asks a question. `None` if the person stops, or the input ends.
    pub(super) fn ask(&mut self, question: &str) -> CommandResult<Option<String>> {
        self.ask_with_text(question, |_| false)
    }

    /// Asks a question. The answer has several lines if they were pasted together, and the first of them takes them all.
    pub(super) fn ask_with_text(
        &mut self,
        question: &str,
        takes_all: impl Fn(&str) -> bool,
    ) -> CommandResult<Option<String>> {
        let line = self.line(question, takes_all)?.filter(|line| !is_stop(line));
        // What has letters may be a name, which is kept as it was typed.
        Ok(line.map(|line| match line.contains(char::is_alphabetic) {
            true => line,
            false => with_plain_digits(&line).into_owned(),
        }))
    }

    /// A line, as [`Words`] are kept; `None` at the end of the input, or if the person pressed Ctrl-C. What cannot be read, or is not
    /// UTF-8, is invalid, and the question is asked again.
    fn line(&mut self, question: &str, takes_all: impl Fn(&str) -> bool) -> CommandResult<Option<String>> {
        loop {
            let typed = match self.answers {
                PromptAnswers::Person { .. } => self.typed(question, &takes_all)?,
                PromptAnswers::Lines { .. } => self.next_line(question)?,
            };
            let Some(typed) = typed else { return Ok(None) };
            let words = if typed.contains('\n') { Words::LINES } else { Words::LINE };
            let line = match words.read(&typed) {
                Ok(line) => line,
                Err(error) => {
                    self.refuse(&format!("{} {error}", quoted(typed.trim())))?;
                    continue;
                }
            };
            match self.explained(&line) {
                Some(told) => self.say(&told)?,
                None => return Ok(Some(line)),
            }
        }
    }

    /// What a person types. Of a pasted block it is the first line, and the others answer what is asked next, unless the first takes
    /// them all.
    fn typed(&mut self, question: &str, takes_all: &impl Fn(&str) -> bool) -> CommandResult<Option<String>> {
        let PromptAnswers::Person { editor, pasted } = &mut self.answers else { return Ok(None) };
        if let Some(line) = pasted.pop_front() {
            if takes_all(&line) {
                let all: Vec<String> = [line].into_iter().chain(mem::take(pasted)).collect();
                return Ok(Some(all.join("\n")));
            }
            self.say(format!("{question} {line}"))?;
            return Ok(Some(line));
        }
        // Only the last line of a long question is drawn by the editor, which does not break between words.
        let columns = editor.dimensions().map_or(80, |(columns, _)| usize::from(columns));
        let question = ScreenText::from(question);
        let question = wrapped(question.as_str(), columns.saturating_sub(8).max(20));
        let (above, prompt) =
            question.rsplit_once('\n').map_or((None, &*question), |(above, last)| (Some(above), last));
        let prompt = format!("{prompt} ");
        if let Some(above) = above {
            self.say(above)?;
        }
        let PromptAnswers::Person { editor, pasted } = &mut self.answers else { return Ok(None) };
        let typed = match editor.readline(&prompt) {
            Ok(typed) => typed,
            // A closed terminal ends the input too.
            Err(ReadlineError::Eof | ReadlineError::Interrupted | ReadlineError::Io(_)) => return Ok(None),
            Err(error) => return Err(CommandError::other(error)),
        };
        let _ = editor.add_history_entry(&typed);
        let mut lines = typed.trim_end().lines();
        match lines.next() {
            Some(first) if !takes_all(first) => {
                pasted.extend(lines.map(str::to_owned));
                Ok(Some(first.to_owned()))
            }
            _ => Ok(Some(typed)),
        }
    }

    /// The next line of a pipe or a file.
    fn next_line(&mut self, question: &str) -> CommandResult<Option<String>> {
        let PromptAnswers::Lines { number, is_over: false } = &mut self.answers else { return Ok(None) };
        let mut bytes = Vec::new();
        *number += 1;
        // A line that never ends must not be waited for.
        let read = io::stdin().lock().take(LONGEST).read_until(b'\n', &mut bytes);
        let length = read
            .map_err(|error| problem!("standard input cannot be read: {}; expected lines of text", reason(&error)))?;
        let is_first = *number == 1;
        if length == 0 {
            return Ok(None);
        }
        if length as u64 == LONGEST && !bytes.ends_with(b"\n") {
            self.refuse(&format!("this line is longer than {TEXT_LIMIT} bytes; shorten it"))?;
            return Ok(None);
        }
        let Ok(line) = String::from_utf8(bytes) else {
            self.refuse("this line is not UTF-8 text; save the input as UTF-8")?;
            return Ok(None);
        };
        let line = if is_first { unmarked(&line).to_owned() } else { line };
        let shown = Words::LINE.read(&line).unwrap_or_else(|_| line.trim().to_owned());
        self.say(format!("{question} {shown}"))?;
        Ok(Some(line))
    }
}
