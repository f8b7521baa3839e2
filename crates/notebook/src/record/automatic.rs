//! A reading or a game that plays itself.

use crate::player::{Level, SearchLimit, search};
use crate::reading::{DiceSource, RandomSourceError};

use super::{Record, RecordedAct};

/// Plays a record by itself: a seat with a level as its player searches, and for the others the program chooses uniformly among all that
/// can be played. It never exchanges prisoners and never withdraws.
#[derive(Clone, Debug)]
pub struct AutomaticPlay {
    /// Throws the die of a reading, and chooses the moves of Enochian chess; other games have a stream of numbers for each act.
    chance: DiceSource,
}

impl AutomaticPlay {
    /// Plays on from what was played.
    ///
    /// # Errors
    /// If the operating system returns no random numbers.
    pub fn of(record: &Record) -> Result<AutomaticPlay, RandomSourceError> {
        let chance = record.enochian().map(|record| record.dice_source()).transpose()?.flatten();
        Ok(AutomaticPlay { chance: chance.unwrap_or(DiceSource::System) })
    }

    /// What is played next: a turn of Enochian chess with its throw, or an act of another game. Empty if nothing can be played. A level
    /// searches by the limit that is made of it.
    ///
    /// # Errors
    /// If the operating system returns no random numbers.
    pub fn next(
        &mut self,
        record: &Record,
        limit: impl Fn(Level) -> SearchLimit,
    ) -> Result<Vec<RecordedAct>, RandomSourceError> {
        let level = record.program_to_act();
        if let Some(record) = record.enochian() {
            let (session, draw) = (record.session(), self.chance.draw()?);
            let acts = session.automatic_turn(draw, |moves| {
                let Some(level) = level else { return draw.choice(moves.len()) };
                let best = search(session.state(), session.terms(), moves, &limit(level), draw.number()).best();
                moves.iter().position(|mv| *mv == best).unwrap_or_default()
            });
            return Ok(acts.into_iter().map(RecordedAct::from).collect());
        }
        Ok(match level.and_then(|level| record.proposed(&limit(level))) {
            Some(proposed) => vec![proposed.act],
            None => record.drawn_act()?.into_iter().map(RecordedAct::from).collect(),
        })
    }
}
