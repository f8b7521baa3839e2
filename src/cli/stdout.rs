//! Standard output with errors that say so: those of the system do not name a file.

use std::borrow::Cow;
use std::env;
use std::io::{self, IsTerminal, StdoutLock, Write};
use std::sync::LazyLock;

use anstream::{AutoStream, ColorChoice};

use crate::input::reason;

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

/// Prints text without styles. A reader that has gone, as `head` does, stops nothing: what a command changes or judges is its
/// work, and what it prints is only told.
pub(super) fn print(bytes: &[u8]) -> io::Result<()> {
    told(plain().write_all(bytes))
}

/// Prints text with styles, in the same way.
pub(super) fn print_styled(text: &str) -> io::Result<()> {
    let text = &*drawable(text);
    told(Stdout(anstream::stdout().lock()).write_all(text.as_bytes()))
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
