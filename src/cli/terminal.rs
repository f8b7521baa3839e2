//! The terminal: how large it is, and whether it is dark or light.

use std::env;
use std::io::{self, IsTerminal};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};
use terminal_size::{Height, Width, terminal_size_of};

use crate::render::Background;

/// The width of a page if standard output is not a terminal.
const DEFAULT_WIDTH: usize = 80;

/// The columns and lines of the terminal, if standard output is one.
pub(super) fn size() -> Option<(usize, usize)> {
    size_of(&io::stdout())
}

/// The width of the terminal, if standard error is one.
pub(super) fn error_width() -> Option<usize> {
    size_of(&io::stderr()).map(|(columns, _)| columns)
}

/// The width of a page: that of the terminal, up to a width that is easy to read. The width of piped output is fixed.
pub(super) fn page_width() -> usize {
    size().map_or(DEFAULT_WIDTH, |(columns, _)| columns.clamp(24, 110))
}

#[cfg(unix)]
fn size_of(stream: &(impl IsTerminal + std::os::fd::AsFd)) -> Option<(usize, usize)> {
    stream.is_terminal().then(|| known(terminal_size_of(stream)))
}

#[cfg(windows)]
fn size_of(stream: &(impl IsTerminal + std::os::windows::io::AsHandle)) -> Option<(usize, usize)> {
    stream.is_terminal().then(|| known(terminal_size_of(stream)))
}

/// The size; for a terminal that does not report it, that of the classic ones.
fn known(size: Option<(Width, Height)>) -> (usize, usize) {
    match size {
        Some((Width(columns @ 1..), Height(lines @ 1..))) => (columns.into(), lines.into()),
        _ => (DEFAULT_WIDTH, 24),
    }
}

/// The background that the terminal reports; none if it is not asked, or does not answer in time.
///
/// It is asked only if standard input and output are the terminal and colours are used. Over a network, the answer could
/// arrive after the program has ended and look like typed input.
pub(super) fn background() -> Option<Background> {
    const WAIT: Duration = Duration::from_millis(50);
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let is_terminal = stdin.is_terminal() && stdout.is_terminal();
    let is_coloured = AutoStream::choice(&stdout) != ColorChoice::Never;
    let is_far = ["SSH_CONNECTION", "SSH_TTY"].iter().any(|name| env::var_os(name).is_some());
    if !is_terminal || !is_coloured || is_far || !may_be_read(&stdin) {
        return None;
    }
    let mut options = QueryOptions::default();
    options.timeout = WAIT;
    match theme_mode(options).ok()? {
        ThemeMode::Dark => Some(Background::Dark),
        ThemeMode::Light => Some(Background::Light),
    }
}

/// Whether an answer can be read: a background program would be stopped, and input typed ahead must not be lost.
#[cfg(unix)]
fn may_be_read(stdin: &io::Stdin) -> bool {
    let is_in_front = rustix::termios::tcgetpgrp(stdin) == Ok(rustix::process::getpgrp());
    is_in_front && rustix::io::ioctl_fionread(stdin) == Ok(0)
}

#[cfg(not(unix))]
fn may_be_read(_: &io::Stdin) -> bool {
    true
}
