//! Standard output and error: where all that the program prints is written, and nowhere else.
//!
//! Text for people is [`ScreenText`], in which no text from outside can control the terminal. Data, such as JSON and tables, is
//! printed as it is. Errors of standard output say so: those of the system do not name a file.

use std::borrow::Cow;
use std::env;
use std::io::{self, IsTerminal, StdoutLock, Write};
use std::sync::LazyLock;

use anstream::{AutoStream, ColorChoice};

use crate::cli::prelude::*;
use crate::input::{reason, safe_prose};

/// Standard output failed.
#[derive(Debug, thiserror::Error)]
#[error("standard output could not be written: {}", reason(.0))]
struct OutputLost(io::Error);

impl OutputLost {
    /// An error of standard output that says so.
    fn from_io(error: io::Error) -> io::Error {
        io::Error::new(error.kind(), OutputLost(error))
    }
}

/// What to do about an error, if it is of standard output.
pub(super) fn help_of_output(error: &io::Error) -> Option<String> {
    let is_output = error.get_ref().is_some_and(|inner| inner.is::<OutputLost>());
    is_output.then(|| "free some disk space, or send the output elsewhere".to_owned())
}

/// Standard output, locked.
pub(super) struct Stdout<W>(W);

impl<W: Write> Write for Stdout<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(OutputLost::from_io)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(OutputLost::from_io)
    }
}

/// Standard output for a stream of rows or answers, which ends when its reader has gone.
pub(super) fn plain() -> Stdout<StdoutLock<'static>> {
    Stdout(io::stdout().lock())
}

/// Whether styles are left out.
pub(super) fn is_plain() -> bool {
    AutoStream::choice(&io::stdout()) == ColorChoice::Never
}

/// Prints data as it is. A reader that has gone, as `head` does, stops nothing: what a command changes or judges is its work, and
/// what it prints is only told.
pub(super) fn print(bytes: &[u8]) -> io::Result<()> {
    told(plain().write_all(bytes))
}

/// Prints a file: in a pipe as it is; on a terminal, which would obey what is in it, as text that can be read.
pub(super) fn print_file(bytes: &[u8]) -> io::Result<()> {
    match std::str::from_utf8(bytes) {
        Ok(text) if io::stdout().is_terminal() => print(safe_prose(text).as_bytes()),
        _ => print(bytes),
    }
}

/// Shows a text, with styles where they are wanted.
pub(super) fn show(text: &ScreenText) -> io::Result<()> {
    if is_plain() {
        return print(drawable(&text.plain()).as_bytes());
    }
    told(Stdout(anstream::stdout().lock()).write_all(drawable(text.as_str()).as_bytes()))
}

/// Shows a text on standard error. If that cannot be written, there is no way to report it.
pub(super) fn show_on_stderr(text: &ScreenText) {
    let _ = anstream::stderr().lock().write_all(text.as_str().as_bytes());
}

/// The text without lines and signs that a terminal of a language without UTF-8 cannot draw.
pub(super) fn drawable(text: &str) -> Cow<'_, str> {
    static IS_PLAIN: LazyLock<bool> = LazyLock::new(|| {
        let set =
            ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| env::var(name).ok().filter(|it| !it.is_empty()));
        let is_utf8 = set.is_some_and(|it| it.to_lowercase().replace('-', "").contains("utf8"));
        cfg!(unix) && !is_utf8 && io::stdout().is_terminal()
    });
    let drawn = |c| match c {
        '─' | '–' | '═' | '━' => '-',
        '│' | '║' | '┃' => '|',
        '┌' | '┬' | '┐' | '├' | '┼' | '┤' | '└' | '┴' | '┘' | '╥' | '╫' | '╨' | '╞' | '╪' | '╬' | '╡' => {
            '+'
        }
        '·' => '.',
        '●' | '•' => '*',
        '“' | '”' => '"',
        '‘' | '’' => '\'',
        '↳' | '→' | '▶' => '>',
        c => c,
    };
    if *IS_PLAIN && !text.is_ascii() {
        text.replace('…', "...").chars().map(drawn).collect::<String>().into()
    } else {
        text.into()
    }
}

fn told(written: io::Result<()>) -> io::Result<()> {
    match written.and_then(|()| plain().flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
