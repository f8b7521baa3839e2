//! What `enochian journal pivots` shows of a game: the turns that cost their side most.

use std::cmp::Reverse;

use serde_json::json;

use crate::input::safe;
use crate::player::Level;
use crate::record::{CostlyTurn, Record};
use crate::render::{TextPage, count};

use super::super::command_error::CommandResult;
use super::super::journal_names::ProgressLine;
use super::super::lookup::print_page;
use super::super::print_json;
use super::super::terminal::page_width;

/// What a turn must cost to be listed, in hundredths of a won game, and how many are listed at most.
const LEAST: i64 = 10;
const MOST: usize = 12;

/// Prints the turns of a game that cost most, by the estimate of a level.
pub(super) fn print(record: &Record, level: Level, as_json: bool) -> CommandResult<()> {
    if record.other().is_some_and(|it| !it.game().referee.kind().is_refereed()) {
        fail!("the program does not know the rules of this game, so it cannot say what was better");
    }
    if record.closing().is_none() {
        fail!("the game is not concluded; resume it, and type hint to see what the program would play");
    }
    let hundredths = |share: f64| (100.0 * share).round() as i64;
    let cost = |it: &CostlyTurn| hundredths(it.better_estimate) - hundredths(it.estimate);
    let progress = ProgressLine::of("turns");
    let mut costly = record.costly_turns(&level.limit(), &|done, all| progress.update(done, all));
    progress.finish();
    costly.retain(|it| cost(it) >= LEAST);
    costly.sort_by_key(|it| Reverse(cost(it)));
    costly.truncate(MOST);
    costly.sort_by_key(|it| it.turn);
    if as_json {
        let row = |it: &CostlyTurn| {
            json!({
                "turn": it.turn, "actor": it.actor, "played": it.played, "estimate": it.estimate,
                "better": it.better, "better_estimate": it.better_estimate,
            })
        };
        return print_json(&json!({ "level": level.name(), "turns": costly.iter().map(row).collect::<Vec<_>>() }));
    }
    let mut page = TextPage::new(page_width());
    page.heading(&safe(record.heading().game.title()));
    page.paragraph(&match costly.len() {
        0 => format!("No turn cost its side {LEAST} of 100 or more, by the estimate of {level}."),
        turns => format!(
            "The {} that cost most, by the estimate of {level}: what the side that moved could expect, of 100, after what it \
             played and after what {level} would have played. The estimate is no proof.",
            count(turns, "turn")
        ),
    });
    let row = |it: &CostlyTurn| {
        let [played, better] = [it.estimate, it.better_estimate].map(|share| hundredths(share).to_string());
        let (actor, act, other) = (safe(&it.actor), safe(&it.played), safe(&it.better));
        vec![it.turn.to_string(), actor.into_owned(), act.into_owned(), played, other.into_owned(), better]
    };
    if !costly.is_empty() {
        let rows: Vec<_> = costly.iter().map(row).collect();
        page.table(&["turn", "side", "played", "estimate", "better", "estimate"], &rows);
    }
    print_page(&page.finish())
}
