//! A reading that plays itself.

use crate::chess::Move;
use crate::journal::Journal;
use crate::lore::Lore;
use crate::reading::{Chance, Die};
use crate::record::{Closing, Entry, Record};
use crate::render::BoardPicture;
use crate::text::safe;

use super::super::prompt::Prompt;
use super::{now, screen};

/// The program's die before its first throw; none when the die is thrown by hand.
pub(super) fn fresh_chance(die: Die) -> Option<Chance> {
    match die {
        Die::ByHand => None,
        Die::ByProgram => Some(Chance::System),
        Die::Seeded(seed) => Some(Chance::seeded(seed)),
    }
}

/// The die of a reading, taken up where the record leaves it; none when it is thrown by hand.
pub(super) fn chance(record: &Record) -> anyhow::Result<Option<Chance>> {
    let mut chance = fresh_chance(record.heading().die);
    if let Some(Chance::Seeded(_)) = chance {
        for _ in 0..record.throws_made() {
            chance.as_mut().map(Chance::draw).transpose()?;
        }
    }
    Ok(chance)
}

/// Plays a reading to its end, or to a limit of plies. The program chooses evenly among the moves that the
/// throw allows; it never exchanges prisoners and never withdraws.
pub(super) fn play(journal: &mut Journal, limit: u32, lore: &Lore) -> anyhow::Result<()> {
    let mut chance = chance(journal.record())?.unwrap_or(Chance::System);
    let closing = loop {
        let record = journal.record();
        if record.reading().end().is_some() {
            break Closing::Ended;
        }
        if record.position().ply() >= limit {
            break Closing::AtLimit(limit);
        }
        let draw = chance.draw()?;
        let throw = match record.throw() {
            // A reading that was stopped with the die on the table: that throw stands.
            Some(throw) => throw,
            None => {
                journal.enter_unsaved(Entry::Throw(draw.throw()), lore)?;
                draw.throw()
            }
        };
        let moves = journal.record().reading().called(throw).moves;
        let mv = if moves.is_empty() { Move::Pass } else { moves[draw.choice(moves.len())] };
        journal.enter_unsaved(Entry::Move(mv), lore)?;
    };
    journal.enter_unsaved(Entry::Concluded(closing, now()), lore)?;
    journal.save(lore)?;
    Ok(())
}

/// How many turns are told on the screen at either end of a reading.
const TOLD: usize = 20;

/// Tells a finished reading: the question, the first turns and the last, the answer.
pub(super) fn tell(journal: &Journal, prompt: &Prompt, lore: &Lore) -> anyhow::Result<()> {
    let record = journal.record();
    let question = &record.heading().question;
    prompt.say(&screen::opening(record, lore))?;
    let turns = record.turns();
    for (index, turn) in turns.iter().enumerate() {
        if index == TOLD && turns.len() > 2 * TOLD {
            prompt.say(&format!("     … {} turns more, each told in the journal …\n", turns.len() - 2 * TOLD))?;
        }
        if index >= TOLD && index + TOLD < turns.len() {
            continue;
        }
        prompt.say(&format!("{}. {} throws {}", turn.ply, turn.army, turn.throw))?;
        prompt.say(&(screen::played(turn, record, lore) + "\n"))?;
    }
    let picture = BoardPicture { position: record.position(), ptah: Some(question.ptah), last: None };
    prompt.say(&picture.coloured())?;
    prompt.say(&screen::answer(record))?;
    prompt.say(&format!(
        "The whole reading, with every square landed on: {}",
        safe(&journal.path().display().to_string())
    ))?;
    Ok(())
}
