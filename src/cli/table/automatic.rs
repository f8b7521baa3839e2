//! A reading or a game that plays itself.

use crate::chess::Move;
use crate::journal::Journal;
use crate::lore::Lore;
use crate::reading::{Chance, Die};
use crate::record::{Closing, Entry, Matter, Record};

use super::super::prompt::Prompt;
use super::{now, screen, where_it_is};

/// The program's die before its first throw; none when the die is thrown by hand.
pub(in super::super) fn fresh_chance(die: Die) -> Option<Chance> {
    match die {
        Die::ByHand => None,
        Die::ByProgram => Some(Chance::System),
        Die::Seeded(seed) => Some(Chance::seeded(seed)),
    }
}

/// The chance of a record, taken up where it leaves it: the die of a reading, and what chooses the moves of an
/// automatic game. None when the die is thrown by hand, or people play a game.
pub(super) fn chance(record: &Record) -> anyhow::Result<Option<Chance>> {
    let (mut chance, drawn) = match &record.heading().matter {
        Matter::Reading(_, die) => (fresh_chance(*die), record.throws_made()),
        Matter::Game(_) if !record.heading().automatic => (None, 0),
        Matter::Game(setting) => (Some(setting.seed.map_or(Chance::System, Chance::seeded)), record.turns().len()),
    };
    if let Some(Chance::Seeded(_)) = chance {
        for _ in 0..drawn {
            chance.as_mut().map(Chance::draw).transpose()?;
        }
    }
    Ok(chance)
}

/// Plays to the end, or to a limit of plies. The program chooses evenly among the moves that the throw
/// allows, in a game among all; it never exchanges prisoners and never withdraws.
pub(super) fn play(journal: &mut Journal, limit: u32, lore: &Lore) -> anyhow::Result<()> {
    let mut chance = chance(journal.record())?.unwrap_or(Chance::System);
    let closing = loop {
        let record = journal.record();
        if record.end().is_some() {
            break Closing::Ended;
        }
        if record.position().ply() >= limit {
            break Closing::AtLimit(limit);
        }
        let draw = chance.draw()?;
        // A reading that was stopped with the die on the table: that throw stands.
        if record.reading().is_some() && record.throw().is_none() {
            journal.enter_unsaved(Entry::Throw(draw.throw()), lore)?;
        }
        let moves = journal.record().moves();
        let mv = if moves.is_empty() { Move::Pass } else { moves[draw.choice(moves.len())] };
        journal.enter_unsaved(Entry::Move(mv), lore)?;
    };
    journal.enter_unsaved(Entry::Concluded(closing, now()), lore)?;
    journal.save(lore)?;
    Ok(())
}

/// How many turns are told on the screen at either end.
const TOLD: usize = 20;

/// Tells a finished reading or game: what it is, the first turns and the last, how it came out.
pub(super) fn tell(journal: &Journal, prompt: &Prompt, lore: &Lore) -> anyhow::Result<()> {
    let record = journal.record();
    prompt.say(&screen::opening(record, lore))?;
    let turns = record.turns();
    for (index, turn) in turns.iter().enumerate() {
        if index == TOLD && turns.len() > 2 * TOLD {
            prompt.say(&format!("     … {} turns more, each told in the journal …\n", turns.len() - 2 * TOLD))?;
        }
        if index >= TOLD && index + TOLD < turns.len() {
            continue;
        }
        let throws = turn.thrown.map_or(String::new(), |thrown| format!(" throws {}", thrown.throw));
        prompt.say(&format!("{}. {}{throws}", turn.ply, turn.army))?;
        prompt.say(&(screen::played(turn, record, lore) + "\n"))?;
    }
    prompt.say(&screen::board(record))?;
    prompt.say(&screen::outcome(record))?;
    prompt.say(&where_it_is(journal))?;
    Ok(())
}
