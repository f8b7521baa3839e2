//! `enochian board --arrays`.

use anstyle::Style;
use serde::Serialize;

use crate::chess::{Array, Board, Officer};
use crate::render::{list, table};

use super::command_error::CommandResult;
use super::lookup::print_page;
use super::print_json;

#[derive(Serialize)]
struct ArrayEntry {
    name: String,
    boards: Vec<&'static str>,
    officers: [&'static str; 4],
}

/// Prints the eight arrays.
pub(super) fn print(json: bool) -> CommandResult<()> {
    let arrays = Array::all().map(|array| ArrayEntry {
        name: array.to_string(),
        boards: boards(array),
        officers: array.officers().map(Officer::name),
    });
    if json { print_json(&arrays) } else { print_page(&page(&arrays)) }
}

/// The boards on which an array may be used, in the order of its name.
fn boards(array: Array) -> Vec<&'static str> {
    Board::ALL.into_iter().filter(|board| array.belongs_to(*board)).map(Board::name).collect()
}

fn page(arrays: &[ArrayEntry]) -> String {
    let row = |array: &ArrayEntry| {
        let officers = array.officers.iter().map(|officer| (*officer).to_owned());
        (Style::new(), [array.name.clone(), list(&array.boards)].into_iter().chain(officers).collect())
    };
    let rows: Vec<_> = arrays.iter().map(row).collect();
    table(&["Array", "Boards", "1, king", "2", "3", "4"], &rows)
}
