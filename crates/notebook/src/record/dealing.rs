//! What the program draws at random: the cards that it deals, and the acts of a game that plays itself.
//!
//! Every act has its own stream of numbers, found from the seed and the number of acts before it. So nothing needs to be
//! counted when a game is resumed, and an act of chance that was taken back comes again while the same cards are unseen
//! (GAMES C1).

use std::sync::Arc;

use crate::chess::splitmix64;
use crate::games::{Actor, GameAct, GameState, PlayedAct, Referee};
use crate::reading::{DiceSource, DieThrower, RandomSourceError};

use super::Record;

/// A new seed for the cards that the program deals.
///
/// # Errors
/// If the operating system returns no random numbers.
pub fn new_seed() -> Result<u64, RandomSourceError> {
    Ok(DiceSource::System.draw()?.choice(usize::MAX >> 1) as u64)
}

/// The state before the first act of a game with the standard set-up. Where the program deals, it also shuffles the heroes of Gods of
/// Chess, with a seed always into the same order; where the players deal, their order is not known (GAMES G3.2).
///
/// # Errors
/// If the operating system returns no random numbers.
///
/// ```
/// use enochian::games::{GameKind, GameOptions};
/// use enochian::record::opening;
/// let referee = GameKind::Gods.referee(&GameOptions::default()).unwrap();
/// assert_eq!(opening(&referee, true, Some(7)).unwrap().text(), opening(&referee, true, Some(7)).unwrap().text());
/// assert!(opening(&referee, false, None).unwrap().text().contains(" As??????/- "));
/// ```
pub fn opening(referee: &Referee, is_dealt: bool, seed: Option<u64>) -> Result<Arc<dyn GameState>, RandomSourceError> {
    if !is_dealt {
        return Ok(referee.start().shuffled(None));
    }
    let mut chance = seed.map_or(DiceSource::System, |seed| DiceSource::seeded(splitmix64(seed, u64::MAX)));
    drawing(&mut chance, |below| referee.start().shuffled(Some(below)))
}

/// What is made of numbers that are drawn below others.
fn drawing<T>(
    chance: &mut DiceSource,
    make: impl FnOnce(&mut dyn FnMut(usize) -> usize) -> T,
) -> Result<T, RandomSourceError> {
    let mut failed = None;
    let made = make(&mut |count: usize| match chance.draw() {
        Ok(draw) => draw.choice(count.max(1)),
        Err(error) => {
            failed = Some(error);
            0
        }
    });
    failed.map_or(Ok(made), Err)
}

/// What a stream of numbers is for.
#[derive(Clone, Copy)]
enum ChanceUse {
    Cards,
    Choice,
}

/// The part of chance.
impl Record {
    /// Whether the program deals the cards, and not the players from a real pack.
    #[must_use]
    pub fn is_dealt(&self) -> bool {
        self.game().kind().is_dealt() && (self.heading().automatic || self.game().seed().is_some())
    }

    /// The act of chance that is awaited, as the program deals it; `None` if none is awaited, or the players deal.
    ///
    /// # Errors
    /// If the operating system returns no random numbers.
    pub fn dealt_act(&self) -> Result<Option<GameAct>, RandomSourceError> {
        let state = self.state();
        if state.actor() != Actor::Chance || !self.is_dealt() {
            return Ok(None);
        }
        let dealt = self.play().steps().iter().filter(|step| step.actor == Actor::Chance).count();
        let mut chance = self.chance_source(ChanceUse::Cards, dealt);
        let act = drawing(&mut chance, |below| state.chance(below))?;
        Ok(act.map(|text| GameAct { text, is_irregular: false }))
    }

    /// An act drawn at random: the awaited act of chance, or one of those that a player can choose. `None` if there is none,
    /// because the game is over or no referee knows its acts.
    ///
    /// # Errors
    /// If the operating system returns no random numbers.
    pub fn drawn_act(&self) -> Result<Option<GameAct>, RandomSourceError> {
        if let Some(act) = self.dealt_act()? {
            return Ok(Some(act));
        }
        let mut acts = self.state().acts();
        if acts.is_empty() {
            return Ok(None);
        }
        let draw = self.chance_source(ChanceUse::Choice, self.play().acts().len()).draw()?;
        let text = acts.swap_remove(draw.choice(acts.len())).text;
        Ok(Some(GameAct { text, is_irregular: false }))
    }

    /// The number of acts to undo for undoing a person's last decision: the last act of a player, and what the program threw or
    /// dealt after it. `None` if there is none.
    #[must_use]
    pub fn last_decision(&self) -> Option<usize> {
        if let Some(record) = self.enochian() {
            return record.last_decision(record.subject().die() == Some(DieThrower::ByHand));
        }
        self.play().steps().iter().rev().position(|step| self.is_decided(step)).map(|index| index + 1)
    }

    /// Whether somebody decided on an act: not the program that dealt.
    #[must_use]
    pub fn is_decided(&self, step: &PlayedAct) -> bool {
        // A resignation or a card act can be entered while chance is awaited.
        let is_dealt = step.actor == Actor::Chance && step.irregular.is_none() && !step.text.starts_with("resign ");
        !(self.is_dealt() && is_dealt)
    }

    fn chance_source(&self, for_use: ChanceUse, number: usize) -> DiceSource {
        let of_act = |seed| DiceSource::seeded(splitmix64(seed, 2 * number as u64 + for_use as u64));
        self.game().seed().map_or(DiceSource::System, of_act)
    }
}
