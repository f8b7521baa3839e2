//! Which positions are sound: no piece or card too many, and rights and cards that fit the stage.

use super::gods_board::GodsSide;
use super::gods_cards::{FIELD, TURN_NEEDS};
use super::gods_position::{GodsPosition, GodsStage};
use super::playing_card::{CardSet, PlayingCard};
use crate::games::StateError;

fn unsound(problem: impl Into<String>, expected: impl Into<String>) -> StateError {
    StateError { problem: problem.into(), expected: expected.into() }
}

impl GodsPosition {
    /// # Errors
    /// If the position is not sound; the error says what is wrong.
    pub(super) fn check(&self) -> Result<(), StateError> {
        self.check_kings()?;
        self.check_rights()?;
        self.check_heroes()?;
        self.check_piles()?;
        self.check_repeated()?;
        self.check_battle()
    }

    fn check_kings(&self) -> Result<(), StateError> {
        let counts = GodsSide::ALL.map(|side| self.board.kings(side).count());
        let is_sound = match counts {
            [1, 1] => true,
            [0, 1] | [1, 0] => self.stage == GodsStage::Over,
            _ => false,
        };
        if !is_sound {
            let expected = "one king for each player, but for the loser of a game that is over";
            return Err(unsound(format!("White has {} kings and Black {}", counts[0], counts[1]), expected));
        }
        let has_moves = || !self.board.moves().is_empty();
        match self.stage {
            GodsStage::Move if !has_moves() => {
                Err(unsound(format!("{} has no move", self.turn().name()), "the stage over, since this is a draw"))
            }
            GodsStage::Over if counts == [1, 1] && has_moves() => {
                let expected = "a king that is missing, or a player to move who has no move";
                Err(unsound("the stage is over", expected))
            }
            _ => Ok(()),
        }
    }

    /// Whose double step a right to capture in passing can come from at this stage.
    fn can_have_stepped(&self, side: GodsSide) -> bool {
        match self.stage {
            GodsStage::MayDiscard => side == self.turn(),
            GodsStage::MustDiscard => false,
            GodsStage::Summon { .. } | GodsStage::Over => true,
            _ => side != self.turn(),
        }
    }

    pub(super) fn has_sound_en_passant(&self) -> bool {
        self.board
            .en_passant
            .is_none_or(|passed| self.board.stepper_over(passed).is_some_and(|stepper| self.can_have_stepped(stepper)))
    }

    pub(super) fn has_sound_undefendable(&self) -> bool {
        self.undefendable.is_none_or(|square| {
            self.board.at(square).is_some_and(|piece| match self.stage {
                GodsStage::Move | GodsStage::Refill => piece.side != self.turn(),
                GodsStage::MustDiscard => piece.side == self.turn(),
                GodsStage::Over => true,
                _ => false,
            })
        })
    }

    fn check_rights(&self) -> Result<(), StateError> {
        if !self.has_sound_en_passant() {
            return Err(unsound(
                "field 4, the en passant square, does not fit the stage",
                "the square passed over by a pawn of the opponent, or, after a move, of the player whose turn it is",
            ));
        }
        if !self.has_sound_undefendable() {
            return Err(unsound(
                "field 5, the undefendable piece, does not fit the board and the stage",
                "the square of a piece that has just captured, or -",
            ));
        }
        Ok(())
    }

    fn check_heroes(&self) -> Result<(), StateError> {
        let cards = &self.cards;
        let held = cards.hands.iter().filter_map(|hand| hand.hero);
        let mut seen = CardSet::default();
        let mut is_sound = cards.heroes.first().is_none_or(Option::is_some);
        let mut count = cards.heroes.iter().filter(|hero| hero.is_none()).count();
        for hero in cards.heroes.iter().copied().flatten().chain(cards.gone.iter().copied()).chain(held) {
            is_sound &= hero.is_hero() && seen.insert(hero);
            count += 1;
        }
        if is_sound && count == 4 {
            Ok(())
        } else {
            let expected = "each of the four aces once, to be gained, gone or held, and the next one known";
            Err(unsound("the heroes are not complete", expected))
        }
    }

    fn check_piles(&self) -> Result<(), StateError> {
        let cards = &self.cards;
        // A game can be resigned before cards are dealt.
        let is_dealt = match self.stage {
            GodsStage::Deal => false,
            GodsStage::Over => cards.hands.iter().any(|hand| !hand.cards.is_empty()),
            _ => true,
        };
        for side in GodsSide::ALL {
            let (hand, field) = (&cards.hands[side.index()], &cards.fields[side.index()]);
            let (hand_size, field_size) = if is_dealt { (hand.size(), FIELD) } else { (0, 0) };
            if hand.cards.len() != hand_size || field.len() != field_size {
                return Err(unsound(
                    format!("{} has {} battle cards and {} field cards", side.name(), hand.cards.len(), field.len()),
                    format!("{hand_size} and {field_size}"),
                ));
            }
        }
        let in_play: usize = GodsSide::ALL
            .map(|side| cards.hands[side.index()].cards.len() + cards.fields[side.index()].len())
            .iter()
            .sum();
        let total = in_play + cards.pile().0 + self.two().map_or(0, |two| two.len());
        if total != PlayingCard::DECK {
            return Err(unsound(format!("there are {total} cards without the heroes"), "48"));
        }
        let deck = cards.deck.len();
        let (is_enough, expected) = match self.stage {
            GodsStage::Deal => (
                deck == PlayingCard::DECK && cards.pile().1.is_empty(),
                "48 cards in the deck of which none is known: 48?",
            ),
            GodsStage::Refill => (deck < TURN_NEEDS, "fewer than three before a refill"),
            GodsStage::Declare(_) | GodsStage::Battle(..) => (deck >= 2, "two or more for the battle"),
            GodsStage::Instead(..) | GodsStage::Summon { .. } | GodsStage::Over => (true, ""),
            _ => (deck >= TURN_NEEDS, "three or more during a turn, or the stage refill"),
        };
        if is_enough { Ok(()) } else { Err(unsound(format!("the deck has {deck} cards"), expected)) }
    }

    fn check_repeated(&self) -> Result<(), StateError> {
        let cards = &self.cards;
        let two = self.two().map(|two| two.map(Some).to_vec()).unwrap_or_default();
        let mut seen = CardSet::default();
        let piles = [&cards.hands[0].cards, &cards.hands[1].cards, &cards.fields[0], &cards.fields[1]];
        for pile in piles.into_iter().chain([&cards.deck, &cards.discards, &two]) {
            if let Some(card) = seen.insert_all(pile) {
                return Err(unsound(format!("{card} lies in two places"), "each card once"));
            }
            if let Some(hero) = pile.iter().flatten().find(|card| card.is_hero()) {
                return Err(unsound(format!("{hero} is among the cards of the deck"), "aces as heroes only"));
            }
        }
        Ok(())
    }

    /// What has been shown is known, and leads to this stage.
    fn check_battle(&self) -> Result<(), StateError> {
        if let Some(side) = self.open_field()
            && self.cards.fields[side.index()].contains(&None)
        {
            let problem = format!("the field cards of {} are not known", side.name());
            return Err(unsound(problem, "three cards, since they lie open"));
        }
        if self.two().is_none() {
            return Ok(());
        }
        let Some(battle) = self.battle() else {
            return Err(unsound("the battle cards are not known", "all of them, since the battle has shown them"));
        };
        let winner = battle.winner().map_or("nobody", GodsSide::name);
        match self.stage {
            GodsStage::Instead(..) if battle.winner() != Some(self.turn().other()) || self.moves().is_empty() => {
                let expected = "a battle won by the defender, and a piece that can move without a capture";
                Err(unsound(format!("{winner} has won the battle"), expected))
            }
            GodsStage::Summon { .. } if self.summoner().is_none() => {
                let expected = "a loser who can summon the hero that is showing";
                Err(unsound(format!("{winner} has won the battle"), expected))
            }
            _ => Ok(()),
        }
    }
}
