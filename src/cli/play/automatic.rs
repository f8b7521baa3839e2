//! A reading or a game that plays itself.

use crate::chess::Move;
use crate::games::GameStep;
use crate::journal::Journal;
use crate::reading::{DiceSource, RandomDraw};
use crate::record::{Closing, Entry, RecordLens};
use crate::session::{Act, AutoPlayer, PlayedTurn, SessionHost, SessionState, SessionTerms, drive};

use super::super::command_error::{CommandError, CommandResult};
use super::{Prompts, now, other_screen, screen, view, where_saved};

/// A journal of Enochian chess that is written at the end.
struct Unsaved<'j, 'l>(&'j mut Journal<'l>);

impl SessionHost for Unsaved<'_, '_> {
    type Error = CommandError;

    fn session_state(&self) -> (&SessionState, &SessionTerms) {
        self.0.record().known_enochian().session().session_state()
    }

    fn act(&mut self, act: Act) -> CommandResult<()> {
        Ok(self.0.enter_unsaved(act)?)
    }
}

/// Plays to the end, or to the limit of turns. The program chooses uniformly among the moves that the throw allows, in a
/// game among all; it never exchanges prisoners and never withdraws.
pub(super) fn play(journal: &mut Journal<'_>, limit: u32) -> CommandResult<()> {
    let is_over = match journal.record().enochian() {
        Some(record) => {
            let mut chance = record.dice_source()?.unwrap_or(DiceSource::System);
            let played = u32::try_from(record.turns().len()).unwrap_or(u32::MAX);
            let draw = || Ok(chance.draw()?);
            let choose = |_: &Unsaved<'_, '_>, moves: &[Move], draw: RandomDraw| draw.choice(moves.len());
            let mut player = AutoPlayer::new(limit.saturating_sub(played), draw, choose);
            drive(&mut Unsaved(journal), &mut player)?.is_some()
        }
        None => loop {
            let Some(record) = journal.record().other() else { break false };
            let state = record.session().state();
            if state.ending().is_some() {
                break true;
            }
            let is_at_limit = state.turn().saturating_sub(record.game().start.turn()) >= limit;
            match record.drawn_act()?.filter(|_| !is_at_limit) {
                Some(act) => journal.enter_unsaved(act)?,
                None => break false,
            }
        },
    };
    let closing = if is_over { Closing::Ended } else { Closing::AtLimit(limit) };
    journal.enter_unsaved(Entry::Concluded(closing, now()))?;
    Ok(journal.save()?)
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
