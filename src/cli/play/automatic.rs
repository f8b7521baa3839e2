//! A reading or a game that plays itself.

use crate::cli::prelude::*;
use crate::journal::Journal;
use crate::player::{SearchLimit, StopSignal};
use crate::record::{AutomaticPlay, Closing, Entry, Record};
use crate::render::ShownTurn;

use super::super::interrupt::{Stopped, workers};
use super::args::command;
use super::{Prompts, now, turn_view, view, where_saved};

/// An error after Ctrl-C. What was chosen last is not played: the search had no time.
fn check_not_stopped(stop: &StopSignal, record: &Record) -> CommandResult<()> {
    if !stop.is_set() {
        return Ok(());
    }
    let mode = record.mode();
    let after = format!("in turn {}", record.play().current_turn());
    let way_on = format!("resume the {mode} with: enochian {} --resume --auto", command(mode));
    Err(Stopped { after, way_on }.into())
}

/// Plays to the end, or to the limit of turns.
pub(super) fn play(journal: &mut Journal<'_>, limit: u32) -> CommandResult<()> {
    let stop = StopSignal::from(workers(1).stop);
    let is_over = match play_on(journal, limit, &stop) {
        Ok(is_over) => is_over,
        Err(error) => {
            journal.save()?;
            return Err(error);
        }
    };
    let closing = if is_over { Closing::Ended } else { Closing::AtLimit(limit) };
    journal.enter_unsaved(Entry::Concluded(closing, now()))?;
    Ok(journal.save()?)
}

/// Plays, and returns whether it is over.
fn play_on(journal: &mut Journal<'_>, limit: u32, stop: &StopSignal) -> CommandResult<bool> {
    let mut automatic = AutomaticPlay::of(journal.record())?;
    loop {
        let record = journal.record();
        let is_over = record.play().is_over();
        if is_over || record.play().turns_played() >= limit {
            return Ok(is_over);
        }
        let acts = automatic.next(record, |level| SearchLimit { stop: stop.clone(), ..level.limit() })?;
        check_not_stopped(stop, record)?;
        if acts.is_empty() {
            return Ok(false);
        }
        for act in acts {
            journal.enter_unsaved(act)?;
        }
    }
}

/// The number of turns shown at the start and at the end.
const SHOWN: usize = 20;

impl Prompts {
    /// Shows what has played itself: its setting, the first and last turns, and the outcome.
    pub(super) fn say_whole(&self, journal: &Journal<'_>) -> CommandResult<()> {
        let record = journal.record();
        let told = |turn: &ShownTurn| format!("{}. {}\n{}", turn.number, turn.title, turn.played);
        let mut turns: Vec<String> = ShownTurn::all(record, turn_view(self.cx)).iter().skip(1).map(told).collect();
        if let Some(more @ 1..) = turns.len().checked_sub(2 * SHOWN) {
            turns.splice(SHOWN..SHOWN + more, [format!("     … {more} more turns in the journal …")]);
        }
        self.prompt.say(view::opening(record, self.cx))?;
        self.prompt.say(&(turns.join("\n\n") + "\n"))?;
        self.say_outcome(record)?;
        Ok(self.prompt.say(where_saved(journal))?)
    }
}
