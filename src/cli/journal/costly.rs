//! What `enochian journal pivots` shows of a game: the turns that cost their side most.

use std::process::ExitCode;

use serde_json::json;

use crate::input::safe;
use crate::player::Level;
use crate::record::{CostlyTurn, Record};
use crate::render::TextPage;

use super::super::command_error::CommandResult;
use super::super::journal_names::ProgressLine;
use super::super::print_either;
use super::super::terminal::page_width;

/// Prints the turns of a game that cost most, by the estimate of a level.
pub(super) fn print(record: &Record, level: Level, as_json: bool) -> CommandResult<ExitCode> {
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
    CostlyTurn::keep_worst(&mut costly);
    let found = json!({ "level": level.name(), "turns": costly });
    print_either(as_json, &found, || page(record, level, &costly))
}

fn page(record: &Record, level: Level, costly: &[CostlyTurn]) -> String {
    let mut page = TextPage::new(page_width());
    page.heading(&safe(record.heading().game.title()));
    page.paragraph(&CostlyTurn::introduction(costly, level));
    let row = |it: &CostlyTurn| {
        let [played, better] = it.hundredths().map(|share| share.to_string());
        let (actor, act, other) = (safe(&it.actor), safe(&it.played), safe(&it.better));
        vec![it.turn.to_string(), actor.into_owned(), act.into_owned(), played, other.into_owned(), better]
    };
    if !costly.is_empty() {
        let rows: Vec<_> = costly.iter().map(row).collect();
        page.table(&["turn", "side", "played", "estimate", "better", "estimate"], &rows);
    }
    page.finish()
}
