//! What the commands that look something up share.

use crate::chess::{Angle, Army, Array, Board, Direction, Element, Piece, Square};
use crate::cli::prelude::*;
use crate::correspondences::{Naming, UnknownName};
use crate::lookup::{Page, Screen, find_element, find_piece, find_square, is_square_name, meant};

use crate::render::{TerminalColours, wrapped};

pub(super) use crate::lookup::suggestion;

use super::error_report::report;
use super::{colours, pager, terminal};

/// Reads the name of an element, or its letter.
fn element(what: &str, text: &str) -> CommandResult<Element> {
    find_element(what, text).map_err(|error| CommandError::from(error).of_usage())
}

/// Reads the name of a board, or its letter.
///
/// Names are not read by clap, whose errors would print control characters as typed.
pub(super) fn board(text: &str) -> CommandResult<Board> {
    Ok(Board::of(element("board", text)?))
}

/// Reads the name of an angle, or its letter.
pub(super) fn angle(text: &str) -> CommandResult<Angle> {
    Ok(Angle::of(element("angle", text)?))
}

/// Reads the name of an army, or its letter.
pub(super) fn army(text: &str) -> CommandResult<Army> {
    Ok(Army::of(element("army", text)?))
}

/// The square with this name; an error for what looks like one, which says how squares are named.
pub(super) fn square(text: &str) -> CommandResult<Option<Square>> {
    let is_like_one =
        matches!(text.as_bytes(), [letter, digit] if letter.is_ascii_alphabetic() && digit.is_ascii_digit());
    Ok(if is_square_name(text) || is_like_one { Some(find_square(text)?) } else { None })
}

/// Reads the name of a piece, or its code.
pub(super) fn piece(text: &str, cx: &Cx) -> CommandResult<Piece> {
    find_piece(text, cx.correspondences, cx.naming()?).map_err(|error| CommandError::from(error).of_usage())
}

/// The naming with this name; by default the first.
pub(super) fn naming<'l>(correspondences: &'l Correspondences, name: Option<&str>) -> CommandResult<&'l Naming> {
    let Some(name) = name else { return Ok(&correspondences.namings()[0]) };
    entry(correspondences.naming(name))
}

/// The entry with a name, or an error with the name that was probably meant.
pub(super) fn entry<T>(found: Result<T, UnknownName>) -> CommandResult<T> {
    found.map_err(|error| {
        let meant = error.suggestion.as_ref().map_or(String::new(), |name| meant(name));
        problem!("{error}{meant}").of_usage()
    })
}

/// Reads the name of an array.
pub(super) fn array(text: &str) -> CommandResult<Array> {
    text.parse().map_err(|_| {
        let names = Array::all().map(|array| array.to_string());
        let meant = suggestion(text, names.iter().map(String::as_str));
        problem!("there is no array {}; there are {}{meant}", quoted(text), names.join(", ")).of_usage()
    })
}

/// Reads a direction of play.
pub(super) fn direction(text: &str) -> CommandResult<Direction> {
    let both = [Direction::Deosil, Direction::Widdershins];
    let named = both.into_iter().find(|direction| direction.to_string().eq_ignore_ascii_case(text.trim()));
    named.ok_or_else(|| {
        let meant = suggestion(text, ["deosil", "widdershins"]);
        problem!("there is no direction {}; expected deosil or widdershins{meant}", quoted(text)).of_usage()
    })
}

/// The screen that pages are written for.
pub(super) fn screen() -> Screen {
    let colours = if stdout::is_plain() { TerminalColours::NONE } else { colours::screen() };
    Screen { width: terminal::page_width(), colours }
}

/// Prints what was looked up, as JSON or for the screen.
pub(super) fn print_looked_up(json: bool, page: &Page) -> CommandResult<()> {
    print_either(json, page, || page.text(&screen()))
}

/// Prints a page, without styles where they are not wanted. On a terminal, lines are broken between words, and a page that
/// is longer than the screen is shown in a pager.
pub(super) fn print_page(page: impl Into<ScreenText>) -> CommandResult<()> {
    let page = page.into();
    let Some((columns, lines)) = terminal::size() else { return Ok(stdout::show(&page)?) };
    let page = page.laid_out(|page| wrapped(page, columns));
    if page.as_str().lines().count() < lines {
        return Ok(stdout::show(&page)?);
    }
    match pager::show(&page) {
        Ok(true) => {}
        Ok(false) => stdout::show(&page)?,
        // Reported below the page, where it is seen.
        Err(error) => {
            stdout::show(&page)?;
            report(&error);
        }
    }
    Ok(())
}
