//! A game that plays itself.

use crate::journal::OtherJournal;
use crate::record::{Closing, Entry};

use super::super::command_error::CommandError;
use super::super::play::now;
use super::super::prompt::Prompt;
use super::{screen, where_it_is};

/// Plays to the end, or to the limit of turns. The program chooses uniformly among the acts.
pub(in super::super) fn play(journal: &mut OtherJournal<'_>, limit: u32) -> anyhow::Result<()> {
    let first = journal.record().game().start.turn();
    let end = loop {
        let state = journal.record().session().state();
        if state.ending().is_some() {
            break Closing::Ended;
        }
        if state.turn().saturating_sub(first) >= limit {
            break Closing::AtLimit(limit);
        }
        match journal.record().drawn_act()? {
            Some(act) => journal.enter_unsaved(act)?,
            None => break Closing::AtLimit(limit),
        }
    };
    journal.enter_unsaved(Entry::Concluded(end, now()))?;
    Ok(journal.save().map_err(CommandError::from)?)
}

/// The number of acts shown at the start and at the end.
const SHOWN: usize = 20;

/// Shows a finished game: its setting, the first and last acts, and the result.
pub(in super::super) fn print_end(journal: &OtherJournal<'_>, prompt: &Prompt) -> anyhow::Result<()> {
    let record = journal.record();
    prompt.say(&screen::opening(record))?;
    let steps = record.session().steps();
    for (index, step) in steps.iter().enumerate() {
        if index == SHOWN && steps.len() > 2 * SHOWN {
            prompt.say(&format!("     … {} more acts in the journal …", steps.len() - 2 * SHOWN))?;
        }
        if index >= SHOWN && index + SHOWN < steps.len() {
            continue;
        }
        prompt.say(&format!("{}. {}", step.turn, screen::played(record, step)))?;
    }
    prompt.say("")?;
    prompt.say(&screen::board(record, record.session().state().as_ref(), steps))?;
    prompt.say(&screen::result(record))?;
    prompt.say(&where_it_is(journal))?;
    Ok(())
}
