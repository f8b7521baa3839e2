//! One reading of a simulation as an ordinary journal.

use crate::chess::Mode;
use crate::cli::prelude::*;
use crate::journal::Journal;
use crate::reading::{DieThrower, Throw};
use crate::record::{Closing, Entry, Heading, Record, Seats, Subject};
use crate::session::Act;
use crate::simulate::{ArmyPlayer, Plan, ReadingEnd, reading_seed};

use super::super::play::args::writable;
use super::super::play::{now, zone};

/// Saves the reading with a number as a journal, and gives its path and answer.
pub(super) fn save(plan: &Plan, index: u64, cx: &Cx) -> CommandResult<String> {
    if plan.mode == Mode::Game {
        misuse!("--save is for a reading, which a game is not; leave out --procedure game");
    }
    let (row, turns) = plan.one(index);
    let die = DieThrower::Seeded(reading_seed(plan.seed, index));
    let subject = Subject::Reading(Box::new(plan.question.clone()), die);
    let named = plan.players.each_ref().map(|player| format!("the program ({})", player.name()));
    let is_by_chance = plan.players.iter().all(|player| matches!(player, ArmyPlayer::Random));
    let seats = if is_by_chance { Seats::alone("the program") } else { Seats::of(named.to_vec()) };
    let heading = Heading { game: subject.into(), begun: now(), zone: zone(), seats, automatic: true, branch: None };
    let mut record = Record::begin(heading);
    record.enter(Entry::Note(format!("Reading {index} of a simulation with seed {}.", plan.seed)))?;
    for turn in turns {
        if let Some(throw) = Throw::new(turn.throw) {
            record.enter(Act::Throw(throw))?;
        }
        record.enter(Act::Move(turn.to_move()))?;
    }
    let closing = if row.ending == ReadingEnd::Limit { Closing::AtLimit(plan.limit.into()) } else { Closing::Ended };
    record.enter(Entry::Concluded(closing, now()))?;
    let journal = Journal::save_new(&writable(cx.settings)?, &record, cx.correspondences)?;
    let (ptah, kings) = (row.answer.ptah.verdict, row.answer.kings.verdict);
    let path = safe_path(journal.path());
    Ok(format!("  Reading {index}, {} turns: by the Ptah {ptah}, by the kings {kings}.\n  {path}\n", row.length))
}
