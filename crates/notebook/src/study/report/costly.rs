//! The turns of a game that cost most, as a page.

use crate::player::Level;
use crate::record::{CostlyTurn, Record};
use crate::render::{ScreenText, TextPage};

/// The turns of a game that cost their side most, by the estimate of a level.
#[must_use]
pub fn write_costly(record: &Record, level: Level, costly: &[CostlyTurn], width: usize) -> ScreenText {
    let mut page = TextPage::new(width);
    page.heading(record.heading().game.title());
    page.paragraph(CostlyTurn::introduction(costly, level));
    let row = |it: &CostlyTurn| {
        let [played, better] = it.hundredths().map(|share| share.to_string());
        vec![it.turn.to_string(), it.actor.to_string(), it.played.to_string(), played, it.better.to_string(), better]
    };
    if !costly.is_empty() {
        let rows: Vec<_> = costly.iter().map(row).collect();
        page.table(&["turn", "side", "played", "estimate", "better", "estimate"], &rows);
    }
    page.finish()
}
