//! A position of Gods of Chess: the board, the cards, and the act that is awaited.

use super::battle::ShownBattle;
use super::gods_board::{CastlingRight, GodsBoard, GodsMove, GodsSide};
use super::gods_cards::{GodsCards, TURN_NEEDS};
use super::omaha::BattleManner;
use super::playing_card::PlayingCard;
use crate::chess::Square;
use crate::games::Actor;

/// The act that is awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GodsStage {
    /// Cards are dealt.
    Deal,
    /// The discards are shuffled into the deck.
    Refill,
    /// A move, or a capture that is tried.
    Move,
    /// A discard, which is a choice.
    MayDiscard,
    /// A discard, which is a duty.
    MustDiscard,
    /// The answer to a capture that is tried.
    Answer(GodsMove),
    /// The field cards of the territory are shown.
    Field(GodsMove),
    /// The attacker throws a card.
    Throw(GodsMove),
    /// The attacker declares high or low.
    Declare(GodsMove),
    /// Hands and two cards are shown.
    Battle(GodsMove, BattleManner),
    /// Another move of the piece whose capture failed; the two cards lie beside the field.
    Instead(GodsMove, BattleManner, [PlayingCard; 2]),
    /// The loser may take a hero.
    Summon { territory: GodsSide, manner: BattleManner, two: [PlayingCard; 2] },
    /// Nothing: the game is over.
    Over,
}

/// Who can gain a hero by losing a battle (GAMES G4.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SummoningRule {
    Attacker,
    Loser,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GodsEnd {
    Won(GodsSide),
    /// The player whose turn it is has no move.
    NoMove(GodsSide),
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GodsPosition {
    pub(super) board: GodsBoard,
    /// The square of the piece that may be retaken without a battle (GAMES G4.9).
    pub(super) undefendable: Option<Square>,
    pub(super) stage: GodsStage,
    pub(super) cards: GodsCards,
    /// The turns that have ended.
    pub(super) ply: u32,
    /// Who can gain a hero by losing a battle.
    pub(super) rule: SummoningRule,
}

/// The half of the board in which the piece to be taken stands (GAMES G4.3).
pub(super) fn territory_of(tried: &GodsMove) -> GodsSide {
    GodsSide::owner_of(tried.taken.unwrap_or(tried.to))
}

impl GodsPosition {
    /// The player whose turn it is.
    pub(super) const fn turn(&self) -> GodsSide {
        self.board.turn
    }

    pub(super) fn actor(&self) -> Actor {
        let seat = |side: GodsSide| Actor::Seat(side.index());
        match self.stage {
            _ if self.awaits_chance() => Actor::Chance,
            GodsStage::Answer(_) => seat(self.turn().other()),
            GodsStage::Summon { .. } => {
                let winner = self.battle().and_then(|battle| battle.winner());
                seat(winner.map_or(self.turn(), GodsSide::other))
            }
            GodsStage::Over => Actor::Nobody,
            _ => seat(self.turn()),
        }
    }

    /// Whether cards are awaited, and nobody's decision.
    pub(super) const fn awaits_chance(&self) -> bool {
        matches!(self.stage, GodsStage::Deal | GodsStage::Refill | GodsStage::Field(_) | GodsStage::Battle(..))
    }

    /// The capture that is being tried.
    pub(super) const fn tried(&self) -> Option<&GodsMove> {
        match &self.stage {
            GodsStage::Answer(tried)
            | GodsStage::Field(tried)
            | GodsStage::Throw(tried)
            | GodsStage::Declare(tried)
            | GodsStage::Battle(tried, _)
            | GodsStage::Instead(tried, ..) => Some(tried),
            _ => None,
        }
    }

    /// The owner of the field that lies open.
    pub(super) fn open_field(&self) -> Option<GodsSide> {
        match &self.stage {
            GodsStage::Throw(tried)
            | GodsStage::Declare(tried)
            | GodsStage::Battle(tried, _)
            | GodsStage::Instead(tried, ..) => Some(territory_of(tried)),
            GodsStage::Summon { territory, .. } => Some(*territory),
            _ => None,
        }
    }

    /// The manner and the two cards of a battle that has been fought and not cleaned up.
    const fn fought(&self) -> Option<(BattleManner, [PlayingCard; 2])> {
        match self.stage {
            GodsStage::Instead(_, manner, two) | GodsStage::Summon { manner, two, .. } => Some((manner, two)),
            _ => None,
        }
    }

    /// The two cards beside the field.
    pub(super) fn two(&self) -> Option<[PlayingCard; 2]> {
        self.fought().map(|(_, two)| two)
    }

    /// The battle that has been fought, if its cards are known.
    pub(super) fn battle(&self) -> Option<ShownBattle> {
        let (manner, two) = self.fought()?;
        self.battle_with(self.open_field()?, manner, two)
    }

    /// The battle on a territory with these two cards, if hands and field are known.
    pub(super) fn battle_with(
        &self,
        territory: GodsSide,
        manner: BattleManner,
        two: [PlayingCard; 2],
    ) -> Option<ShownBattle> {
        let hands = [self.cards.hands[0].four()?, self.cards.hands[1].four()?];
        let heroes = [0, 1].map(|side: usize| self.cards.hands[side].hero.is_some());
        let &[Some(left), Some(middle), Some(right)] = self.cards.fields[territory.index()].as_slice() else {
            return None;
        };
        Some(ShownBattle { hands, heroes, table: [left, middle, right, two[0], two[1]], manner })
    }

    /// Who may take the showing hero after the battle that has been fought.
    pub(super) fn summoner(&self) -> Option<GodsSide> {
        let battle = self.battle()?;
        let hero = self.cards.heroes.first().copied().flatten()?;
        let loser = battle.winner()?.other();
        let may = self.rule == SummoningRule::Loser || loser == self.turn();
        (may && battle.can_summon(loser, hero)).then_some(loser)
    }

    /// How the game ended; `None` while it is not over.
    pub(super) fn end(&self) -> Option<GodsEnd> {
        if self.stage != GodsStage::Over {
            return None;
        }
        let loser = GodsSide::ALL.into_iter().find(|&side| !self.board.has_king(side));
        Some(loser.map_or(GodsEnd::NoMove(self.turn()), |loser| GodsEnd::Won(loser.other())))
    }

    /// The number of the current turn; of the turn after the last one if the game is over.
    pub(super) fn turn_number(&self) -> u32 {
        let was_last = self.end() == Some(GodsEnd::Won(self.turn()));
        self.ply + 1 + u32::from(was_last)
    }

    /// The moves of the stage: all of them, or those without a capture of a piece whose capture failed.
    pub(super) fn moves(&self) -> Vec<GodsMove> {
        match &self.stage {
            GodsStage::Move => self.board.moves(),
            GodsStage::Instead(tried, ..) => self.board.quiet_moves_from(tried.from),
            _ => Vec::new(),
        }
    }

    /// The moves that the pieces can make but the stage or an earlier move forbids, and why (GAMES C4).
    pub(super) fn forbidden_moves(&self) -> Vec<(GodsMove, String)> {
        let turn = self.turn().name();
        let why = match &self.stage {
            GodsStage::Move => String::new(),
            GodsStage::Instead(..) => self.awaits(),
            GodsStage::MayDiscard | GodsStage::MustDiscard => format!("{turn} has moved already in this turn"),
            _ => return Vec::new(),
        };
        let mut board = self.board.clone();
        board.castling = CastlingRight::ALL.map(|right| board.has_pieces_of(right));
        let legal = self.moves();
        let may_castle = |made: &GodsMove| !made.is_castling || self.board.moves().contains(made);
        let forbidden = board.moves().into_iter().filter(|made| !legal.contains(made));
        let moved = || format!("the king or the rook of {turn} has moved before");
        forbidden.map(|made| (made, if may_castle(&made) { why.clone() } else { moved() })).collect()
    }

    /// What a player, or with `None` an onlooker, may know (GAMES G6.1).
    pub(super) fn view(&self, viewer: Option<GodsSide>) -> GodsPosition {
        let mut seen = self.clone();
        let hide = |cards: &mut Vec<Option<PlayingCard>>| cards.fill(None);
        for side in GodsSide::ALL.into_iter().filter(|&side| Some(side) != viewer) {
            if self.two().is_none() {
                hide(&mut seen.cards.hands[side.index()].cards);
            }
            if self.open_field() != Some(side) {
                hide(&mut seen.cards.fields[side.index()]);
            }
        }
        seen.cards.heroes.iter_mut().skip(1).for_each(|hero| *hero = None);
        hide(&mut seen.cards.deck);
        hide(&mut seen.cards.discards);
        seen
    }

    /// Ends the turn of the player whose turn it is.
    pub(super) fn end_turn(&mut self) {
        let opponent = self.turn().other();
        // A right to capture in passing that was not used lasts until the end of the turn (GAMES G2.6).
        self.board.en_passant =
            self.board.en_passant.filter(|&passed| self.board.stepper_over(passed) == Some(self.turn()));
        self.board.turn = opponent;
        self.ply += 1;
    }

    /// Sets what is awaited when a turn begins.
    pub(super) fn begin_turn(&mut self) {
        self.stage = if self.board.moves().is_empty() {
            GodsStage::Over
        } else if self.cards.deck.len() < TURN_NEEDS {
            GodsStage::Refill
        } else {
            GodsStage::Move
        };
    }

    /// The game is over; the cards of a battle go to the discards.
    pub(super) fn stop(&mut self) {
        self.cards.discards.extend(self.two().into_iter().flatten().map(Some));
        self.stage = GodsStage::Over;
    }

    /// Drops the rights that the board and the stage no longer bear out.
    pub(super) fn drop_unsound_rights(&mut self) {
        if !self.has_sound_en_passant() {
            self.board.en_passant = None;
        }
        if !self.has_sound_undefendable() {
            self.undefendable = None;
        }
    }

    /// Collects all cards after a battle; a hero held by the loser is out of the game (GAMES G4.7, G4.8).
    pub(super) fn clean_up(&mut self, loser: Option<GodsSide>) {
        if let Some(loser) = loser {
            let lost = self.cards.hands[loser.index()].hero.take();
            self.cards.gone.extend(lost);
        }
        self.cards.collect();
        self.stage = GodsStage::Deal;
    }
}
