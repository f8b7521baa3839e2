//! What `enochian journal pivots` shows of a game: the turns that cost their side most.

use serde_json::json;

use crate::cli::prelude::*;
use crate::player::Level;
use crate::record::{CostlyTurn, Record};
use crate::study::write_costly;

use super::super::journal_names::ProgressLine;
use super::super::terminal::page_width;

/// Prints the turns of a game that cost most, by the estimate of a level.
pub(super) fn print(record: &Record, level: Level, as_json: bool) -> CommandResult<()> {
    record.check_can_be_judged()?;
    let mut costly = Vec::new();
    let judged = record.costly_turns(&level.limit());
    let all = judged.len();
    let progress = ProgressLine::of("turns");
    for (done, turn) in judged.enumerate() {
        costly.extend(turn);
        progress.update(done + 1, all);
    }
    progress.finish();
    CostlyTurn::keep_costliest(&mut costly);
    let found = json!({ "level": level.name(), "turns": costly });
    print_either(as_json, &found, || write_costly(record, level, &costly, page_width()))
}
