//! A reading or a game that plays itself.

use crate::chess::Move;
use crate::correspondences::Correspondences;
use crate::journal::EnochianJournal;
use crate::reading::{DiceSource, RandomDraw};
use crate::record::{Closing, Entry};
use crate::session::{Act, AutoPlayer, SessionHost, SessionState, SessionTerms, drive};

use super::super::command_error::CommandError;
use super::super::prompt::Prompt;
use super::{now, screen, where_it_is};

/// A journal that is written at the end.
struct Unsaved<'j, 'l>(&'j mut EnochianJournal<'l>);

impl SessionHost for Unsaved<'_, '_> {
    type Error = anyhow::Error;

    fn session_state(&self) -> (&SessionState, &SessionTerms) {
        self.0.session_state()
    }

    fn act(&mut self, act: Act) -> anyhow::Result<()> {
        Ok(self.0.enter_unsaved(act)?)
    }
}

/// Plays to the end, or to the limit of turns. The program chooses uniformly among the moves that the throw allows, in a
/// game among all; it never exchanges prisoners and never withdraws.
pub(super) fn play(journal: &mut EnochianJournal<'_>, limit: u32) -> anyhow::Result<()> {
    let mut chance = journal.record().dice_source()?.unwrap_or(DiceSource::System);
    let played = u32::try_from(journal.record().turns().len()).unwrap_or(u32::MAX);
    let draw = || Ok(chance.draw()?);
    let choose = |_: &Unsaved<'_, '_>, moves: &[Move], draw: RandomDraw| draw.choice(moves.len());
    let mut player = AutoPlayer::new(limit.saturating_sub(played), draw, choose);
    let end = drive(&mut Unsaved(journal), &mut player)?;
    let closing = if end.is_some() { Closing::Ended } else { Closing::AtLimit(limit) };
    journal.enter_unsaved(Entry::Concluded(closing, now()))?;
    journal.save().map_err(CommandError::from)?;
    Ok(())
}

/// The number of turns shown at the start and at the end.
const SHOWN: usize = 20;

/// Shows a finished reading or game: its setting, the first and last turns, and the outcome.
pub(super) fn print_end(
    journal: &EnochianJournal<'_>,
    prompt: &Prompt,
    correspondences: &Correspondences,
) -> anyhow::Result<()> {
    let record = journal.record();
    prompt.say(&screen::opening(record, correspondences))?;
    let turns = record.turns();
    for (index, turn) in turns.iter().enumerate() {
        if index == SHOWN && turns.len() > 2 * SHOWN {
            prompt.say(&format!("     … {} more turns in the journal …\n", turns.len() - 2 * SHOWN))?;
        }
        if index >= SHOWN && index + SHOWN < turns.len() {
            continue;
        }
        let throws = turn.thrown.map_or(String::new(), |thrown| format!(" throws {}", thrown.throw));
        prompt.say(&format!("{}. {}{throws}", turn.ply, turn.army))?;
        prompt.say(&(screen::played(turn, record, correspondences) + "\n"))?;
    }
    prompt.say(&screen::board(record))?;
    prompt.say(&screen::outcome(record))?;
    if let Some(message) = screen::text_of_end(record, correspondences) {
        prompt.say(&message)?;
    }
    prompt.say(&where_it_is(journal))?;
    Ok(())
}
