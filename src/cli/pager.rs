//! Showing long pages in a pager.

use std::env;
use std::io::{self, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::cli::prelude::*;
use crate::input::reason;

/// Shows a page in the pager named by PAGER, or in less. False if the page must still be printed, since PAGER is empty, the
/// terminal cannot move its cursor, or the pager failed.
///
/// # Errors
/// When the pager named by PAGER cannot be started.
pub(super) fn show(page: &ScreenText) -> CommandResult<bool> {
    let named = env::var("PAGER").ok();
    let mut words = named.as_deref().unwrap_or("less").split_whitespace();
    let is_dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    let Some(program) = words.next().filter(|_| !is_dumb) else {
        return Ok(false);
    };
    // During paging, Ctrl-C belongs to the pager: if it ended this program, the pager would lose its terminal.
    let ends_program = Arc::new(AtomicBool::new(false));
    let _ = flag::register_conditional_default(SIGINT, Arc::clone(&ends_program));
    let is_shown = start(program, words).map(|pager| shown(pager, page));
    ends_program.store(true, Ordering::Relaxed);
    match is_shown {
        Ok(is_shown) => Ok(is_shown),
        // Not every system has less.
        Err(_) if named.is_none() => Ok(false),
        Err(error) => fail!(
            "the pager {program} could not be started: {}; name another in PAGER, or set PAGER to nothing",
            reason(&error)
        ),
    }
}

fn start<'w>(program: &str, arguments: impl Iterator<Item = &'w str>) -> io::Result<Child> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        // Pages that fit are only printed and stay on the screen; colours are passed through.
        command.env("LESS", "FRX");
    }
    command.spawn()
}

/// Sends the page to the pager and waits for it; false if it failed.
fn shown(mut pager: Child, page: &ScreenText) -> bool {
    let shows_colours = env::var("LESS").map_or(true, |options| options.contains('R'));
    let is_coloured = shows_colours && !stdout::is_plain();
    if let Some(mut pages) = pager.stdin.take() {
        // A person may leave before the last page.
        let _ = match is_coloured {
            true => pages.write_all(stdout::drawable(page.as_str()).as_bytes()),
            false => pages.write_all(stdout::drawable(&page.plain()).as_bytes()),
        };
    }
    // A pager that was ended by a signal has no code, and has done its work.
    pager.wait().is_ok_and(|status| status.success() || status.code().is_none())
}
