//! A reading or a game that plays itself.

use crate::games::GameStep;
use crate::journal::Journal;
use crate::player::{Level, SearchLimit, StopSignal, search};
use crate::reading::DiceSource;
use crate::record::{Closing, Entry, Record, RecordLens, RecordedAct};
use crate::session::PlayedTurn;

use super::super::command_error::CommandResult;
use super::super::interrupt::{Stopped, workers};
use super::args::command;
use super::{Prompts, now, other_screen, screen, view, where_saved};

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

/// Plays to the end, or to the limit of turns. A seat with a level as its player searches; for the others the program chooses
/// uniformly among the moves that the throw allows, in a game among all. It never exchanges prisoners and never withdraws.
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
    let limit_of = |level: Level| SearchLimit { stop: stop.clone(), ..level.limit() };
    Ok(match journal.record().enochian() {
        Some(record) => {
            let mut chance = record.dice_source()?.unwrap_or(DiceSource::System);
            loop {
                let record = journal.record();
                let session = record.known_enochian().session();
                let is_over = session.end().is_some();
                if is_over || session.turns().len() as u64 >= limit.into() {
                    break is_over;
                }
                let (draw, level) = (chance.draw()?, record.program_to_act());
                let acts = session.automatic_turn(draw, |moves| {
                    let Some(level) = level else { return draw.choice(moves.len()) };
                    let best = search(session.state(), session.terms(), moves, &limit_of(level), draw.number()).best();
                    moves.iter().position(|mv| *mv == best).unwrap_or_default()
                });
                check_not_stopped(stop, record)?;
                for act in acts {
                    journal.enter_unsaved(act)?;
                }
            }
        }
        None => loop {
            let Some(record) = journal.record().other() else { break false };
            let state = record.session().state();
            if state.ending().is_some() {
                break true;
            }
            let is_at_limit = state.turn().saturating_sub(record.game().start.turn()) >= limit;
            if is_at_limit {
                break false;
            }
            let searched = journal.record().program_to_act().and_then(|it| journal.record().proposed(&limit_of(it)));
            let act = match searched {
                Some(searched) => Some(searched.act),
                None => record.drawn_act()?.map(RecordedAct::from),
            };
            check_not_stopped(stop, journal.record())?;
            match act {
                Some(act) => journal.enter_unsaved(act)?,
                None => break false,
            }
        },
    })
}

/// The number of turns or acts shown at the start and at the end.
const SHOWN: usize = 20;

impl Prompts {
    /// Shows what has played itself: its setting, the first and last turns, and the outcome.
    pub(super) fn say_whole(&self, journal: &Journal<'_>) -> CommandResult<()> {
        let record = journal.record();
        let (mut lines, what, gap): (Vec<String>, _, _) = match record.lens() {
            RecordLens::Enochian(record) => {
                let line = |turn: &PlayedTurn| {
                    let throws = turn.thrown.map_or(String::new(), |thrown| format!(" throws {}", thrown.throw));
                    format!("{}. {}{throws}\n{}", turn.ply, turn.army, screen::played(turn, record, self.cx))
                };
                (record.turns().iter().map(line).collect(), "turns", "\n\n")
            }
            RecordLens::Other(record) => {
                let line = |step: &GameStep| format!("{}. {}", step.turn, other_screen::played(record, step));
                (record.session().steps().iter().map(line).collect(), "acts", "\n")
            }
        };
        if let Some(more @ 1..) = lines.len().checked_sub(2 * SHOWN) {
            lines.splice(SHOWN..SHOWN + more, [format!("     … {more} more {what} in the journal …")]);
        }
        self.prompt.say(&view::opening(record, self.cx))?;
        self.prompt.say(&(lines.join(gap) + "\n"))?;
        self.say_outcome(record)?;
        Ok(self.prompt.say(&where_saved(journal))?)
    }
}
