//! A battle: two hands, the field, and the two cards dealt beside it (GAMES G4.5–G4.7).

use std::cmp::Ordering;

use super::gods_board::GodsSide;
use super::omaha::{BattleManner, HandValue};
use super::playing_card::PlayingCard;

/// What a battle is decided by: all cards are shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownBattle {
    /// By player.
    pub(super) hands: [[PlayingCard; 4]; 2],
    /// By player: whether the fourth card of the hand is a hero.
    pub(super) heroes: [bool; 2],
    pub(super) table: [PlayingCard; 5],
    pub(super) manner: BattleManner,
}

impl ShownBattle {
    pub(super) fn value(&self, side: GodsSide) -> HandValue {
        HandValue::best(&self.hands[side.index()], &self.table, self.manner)
    }

    /// Who has won; `None` after a tie.
    pub(super) fn winner(&self) -> Option<GodsSide> {
        match self.manner.compare(&self.value(GodsSide::White), &self.value(GodsSide::Black)) {
            Ordering::Greater => Some(GodsSide::White),
            Ordering::Less => Some(GodsSide::Black),
            Ordering::Equal => None,
        }
    }

    /// Whether a player has lost, held no hero, and would have won with this hero in place of a battle card.
    pub(super) fn can_summon(&self, side: GodsSide, hero: PlayingCard) -> bool {
        if self.winner() != Some(side.other()) || self.heroes[side.index()] {
            return false;
        }
        let winning = self.value(side.other());
        (0..4).any(|place| {
            let mut hand = self.hands[side.index()];
            hand[place] = hero;
            self.manner.compare(&HandValue::best(&hand, &self.table, self.manner), &winning).is_gt()
        })
    }
}
