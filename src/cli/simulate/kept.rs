//! One reading of a simulation as an ordinary journal.

use anyhow::bail;

use crate::chess::Mode;
use crate::journal::Journal;
use crate::lore::Lore;
use crate::reading::{Die, Throw};
use crate::record::{Closing, Entry, Heading, Matter, Seats};
use crate::session::Act;
use crate::simulate::{Ending, Plan, reading_seed};
use crate::text::safe;

use super::super::play::sitting::writable;
use super::super::play::{now, zone};
use super::super::settings::Settings;

/// Writes the reading of a number as a journal, and says where it is and what it answers.
pub(super) fn keep(plan: &Plan, index: u64, settings: &Settings, lore: &Lore) -> anyhow::Result<String> {
    if plan.mode == Mode::Game {
        bail!("only a reading is kept as a journal; leave out --procedure game");
    }
    let (row, turns) = plan.one(index);
    let die = Die::Seeded(reading_seed(plan.seed, index));
    let matter = Matter::Reading(Box::new(plan.question.clone()), die);
    let players = plan.players.each_ref().map(|player| format!("the program ({})", player.name()));
    let seats = Seats { players, throws: vec![] };
    let heading = Heading { matter, begun: now(), zone: zone(), seats, automatic: true };
    let mut journal = Journal::create(&writable(settings)?, heading, lore)?;
    journal.enter_unsaved(Entry::Note(format!("Reading {index} of a simulation with seed {}.", plan.seed)))?;
    for turn in turns {
        if let Some(throw) = Throw::new(turn.throw) {
            journal.enter_unsaved(Act::Throw(throw))?;
        }
        journal.enter_unsaved(Act::Move(turn.to_move()))?;
    }
    let closing = if row.ending == Ending::Limit { Closing::AtLimit(plan.limit.into()) } else { Closing::Ended };
    journal.enter_unsaved(Entry::Concluded(closing, now()))?;
    journal.save()?;
    let (ptah, kings) = (row.answer.ptah.verdict, row.answer.kings.verdict);
    let path = safe(&journal.path().display().to_string()).into_owned();
    Ok(format!("  Reading {index}, {} turns: by the Ptah {ptah}, by the kings {kings}.\n  {path}\n", row.plies))
}
