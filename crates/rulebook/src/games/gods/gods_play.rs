//! What can be done at each stage of a turn, and what follows from it (GAMES G4).

use super::super::chess_kind::ChessKind;
use super::super::game::sum;
use super::gods_board::{GodsMove, GodsSide};
use super::gods_position::{GodsPosition, GodsStage, territory_of};
use super::omaha::BattleManner;
use super::playing_card::{PlayingCard, SeenCard};

/// An act of a player or of chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GodsAct {
    /// A move, or a capture that is tried.
    Step(GodsMove),
    Defend,
    Refuse,
    Keep,
    /// No other move after a failed capture.
    Stay,
    Declare(BattleManner),
    /// A hero is taken; the next one, where it was not known.
    Summon(SeenCard),
    Leave,
    Discard {
        thrown: SeenCard,
        /// The card drawn, where the top of the deck was not known.
        drawn: SeenCard,
    },
    /// As many cards as were written: none, those of hands and fields, or the whole deck. The rest is not known.
    Deal(Vec<SeenCard>),
    /// No cards, or the whole deck.
    Refill(Vec<SeenCard>),
    Field(Vec<SeenCard>),
    Battle {
        hands: [Vec<SeenCard>; 2],
        two: Vec<SeenCard>,
    },
}

impl GodsAct {
    /// The places of cards that chance fills.
    fn chance_cards(&mut self) -> Vec<&mut SeenCard> {
        match self {
            GodsAct::Deal(cards) | GodsAct::Refill(cards) | GodsAct::Field(cards) => cards.iter_mut().collect(),
            GodsAct::Battle { hands: [white, black], two } => white.iter_mut().chain(black).chain(two).collect(),
            _ => Vec::new(),
        }
    }
}

impl GodsPosition {
    /// Every act that can be played; an act of chance is one act, with what is known.
    pub(super) fn offered(&self) -> Vec<GodsAct> {
        match &self.stage {
            GodsStage::Deal => vec![GodsAct::Deal(vec![None; PlayingCard::DECK])],
            GodsStage::Refill => vec![GodsAct::Refill(vec![None; self.cards.pile().0])],
            GodsStage::Move => self.moves().into_iter().map(GodsAct::Step).collect(),
            GodsStage::MayDiscard => {
                let mut acts = self.discards();
                acts.push(GodsAct::Keep);
                acts
            }
            GodsStage::MustDiscard | GodsStage::Throw(_) => self.discards(),
            GodsStage::Answer(tried) if self.takes_king(tried) => vec![GodsAct::Defend],
            GodsStage::Answer(_) => vec![GodsAct::Defend, GodsAct::Refuse],
            GodsStage::Field(tried) => vec![GodsAct::Field(self.cards.fields[territory_of(tried).index()].clone())],
            GodsStage::Declare(_) => BattleManner::BOTH.map(GodsAct::Declare).to_vec(),
            GodsStage::Battle(..) => {
                let hands = [0, 1].map(|side: usize| self.cards.hands[side].cards.clone());
                vec![GodsAct::Battle { hands, two: self.cards.deck.iter().take(2).copied().collect() }]
            }
            GodsStage::Instead(..) => {
                let mut acts: Vec<GodsAct> = self.moves().into_iter().map(GodsAct::Step).collect();
                acts.push(GodsAct::Stay);
                acts
            }
            GodsStage::Summon { .. } => vec![GodsAct::Summon(None), GodsAct::Leave],
            GodsStage::Over => Vec::new(),
        }
    }

    /// The cards of the hand that can be thrown; those that are not known are one act.
    fn discards(&self) -> Vec<GodsAct> {
        let hand = &self.cards.hands[self.turn().index()].cards;
        let known = hand.iter().filter(|card| card.is_some());
        let unknown = hand.iter().find(|card| card.is_none());
        known.chain(unknown).map(|&thrown| GodsAct::Discard { thrown, drawn: None }).collect()
    }

    /// Whether a capture takes a king.
    pub(super) fn takes_king(&self, tried: &GodsMove) -> bool {
        let taken = tried.taken.and_then(|taken| self.board.at(taken));
        taken.is_some_and(|piece| piece.kind == ChessKind::King)
    }

    /// The position after an act, and the act as it is written: with the cards that it showed.
    ///
    /// A move must be one of [`GodsPosition::moves`] or [`GodsPosition::forbidden_moves`].
    ///
    /// # Errors
    /// If the act is not awaited, or its cards contradict what is known.
    pub(super) fn played(&self, act: &GodsAct) -> Result<(GodsPosition, GodsAct), String> {
        let mut next = self.clone();
        let mut written = act.clone();
        match (self.stage, act) {
            (GodsStage::Move, GodsAct::Step(made)) => next.step(made),
            (GodsStage::Answer(tried), GodsAct::Defend) => next.stage = GodsStage::Field(tried),
            (GodsStage::Answer(tried), GodsAct::Refuse) if !self.takes_king(&tried) => {
                next.capture(&tried);
                next.undefendable = Some(tried.to);
            }
            (GodsStage::Field(tried), GodsAct::Field(cards)) => {
                let side = territory_of(&tried);
                let whose = format!("the field cards of {}", side.name());
                let shown = self.cards.shown(&whose, &self.cards.fields[side.index()], cards)?;
                if shown.contains(&None) {
                    return Err(format!("{whose} are shown: write all three"));
                }
                next.cards.fields[side.index()].clone_from(&shown);
                next.stage = GodsStage::Throw(tried);
                written = GodsAct::Field(shown);
            }
            (
                GodsStage::Throw(_) | GodsStage::MayDiscard | GodsStage::MustDiscard,
                GodsAct::Discard { thrown, drawn },
            ) => {
                next.cards.discard(self.turn(), *thrown, *drawn)?;
                if self.cards.deck.first().copied().flatten().is_some() {
                    written = GodsAct::Discard { thrown: *thrown, drawn: None };
                }
                if let GodsStage::Throw(tried) = self.stage {
                    next.stage = GodsStage::Declare(tried);
                } else {
                    next.pass_turn();
                }
            }
            (GodsStage::MayDiscard, GodsAct::Keep) => next.pass_turn(),
            (GodsStage::Declare(tried), GodsAct::Declare(manner)) => next.stage = GodsStage::Battle(tried, *manner),
            (GodsStage::Battle(tried, manner), GodsAct::Battle { hands, two }) => {
                let two = next.show_battle(hands, two)?;
                let hands = [0, 1].map(|side: usize| next.cards.hands[side].cards.clone());
                written = GodsAct::Battle { hands, two: two.map(Some).to_vec() };
                next.fight(&tried, manner, two)?;
            }
            (GodsStage::Instead(..), GodsAct::Step(made)) if self.takes_king(made) => {
                next.stop();
                next.board = self.board.after(made);
            }
            (GodsStage::Instead(tried, manner, two), GodsAct::Step(_) | GodsAct::Stay) => {
                if let GodsAct::Step(made) = act {
                    next.board = self.board.after(made);
                }
                next.after_battle(territory_of(&tried), manner, two);
            }
            // A second move in one turn, against the rules.
            (GodsStage::MayDiscard | GodsStage::MustDiscard, GodsAct::Step(made)) => {
                if made.taken.is_some() {
                    next.capture(made);
                } else {
                    next.board = self.board.after(made);
                }
                next.drop_unsound_rights();
            }
            (GodsStage::Summon { .. }, GodsAct::Summon(named)) => {
                let summoner = self.summoner().ok_or("no hero can be summoned")?;
                next.cards.summon(summoner, *named)?;
                written = GodsAct::Summon(next.cards.heroes.first().copied().flatten());
                // The hero was not held during the battle, so that it stays.
                next.clean_up(None);
                next.end_turn();
            }
            (GodsStage::Summon { .. }, GodsAct::Leave) => {
                next.clean_up(None);
                next.end_turn();
            }
            (GodsStage::Deal, GodsAct::Deal(cards)) => {
                let mut order = cards.clone();
                order.resize(PlayingCard::DECK, None);
                next.cards.deal(&order);
                next.begin_turn();
            }
            (GodsStage::Refill, GodsAct::Refill(cards)) => {
                let (count, known) = self.cards.pile();
                let mut order = cards.clone();
                order.resize(count, None);
                self.check_refill(&order, &known)?;
                next.cards.deck = order;
                next.cards.discards.clear();
                next.begin_turn();
            }
            _ => return Err(self.awaits()),
        }
        Ok((next, written))
    }

    /// A move is made, or a capture tried (GAMES G4.1, G4.2, G4.9).
    fn step(&mut self, made: &GodsMove) {
        let right = self.undefendable.take();
        if made.taken.is_none() {
            self.board = self.board.after(made);
            self.stage = GodsStage::MayDiscard;
        } else if made.taken == right {
            self.capture(made);
        } else {
            self.stage = GodsStage::Answer(*made);
        }
    }

    /// A capture is carried out that nobody defends.
    fn capture(&mut self, made: &GodsMove) {
        self.stage = if self.takes_king(made) { GodsStage::Over } else { GodsStage::MustDiscard };
        self.board = self.board.after(made);
    }

    /// The turn passes to the other player without a battle.
    fn pass_turn(&mut self) {
        self.end_turn();
        self.begin_turn();
    }

    /// The hands are shown, and two cards dealt beside the field.
    fn show_battle(&mut self, hands: &[Vec<SeenCard>; 2], two: &[SeenCard]) -> Result<[PlayingCard; 2], String> {
        let mut seen = self.cards.clone();
        for side in GodsSide::ALL {
            let whose = format!("the battle cards of {}", side.name());
            let hand = seen.shown(&whose, &seen.hands[side.index()].cards, &hands[side.index()])?;
            // What is shown now is known when the next cards are looked at, so that no card lies twice.
            seen.hands[side.index()].cards = hand;
        }
        let top: Vec<SeenCard> = seen.deck.iter().take(2).copied().collect();
        let shown = seen.shown("the two cards dealt", &top, two)?;
        let all_shown = seen.hands.iter().all(|hand| hand.four().is_some());
        match *shown.as_slice() {
            [Some(first), Some(second)] if all_shown => {
                seen.deck.drain(..2);
                self.cards = seen;
                Ok([first, second])
            }
            _ => Err("a battle shows both hands and two cards: write every card in the place of ??".to_owned()),
        }
    }

    /// The battle is decided (GAMES G4.5, G4.6).
    fn fight(&mut self, tried: &GodsMove, manner: BattleManner, two: [PlayingCard; 2]) -> Result<(), String> {
        let territory = territory_of(tried);
        let battle = self.battle_with(territory, manner, two).ok_or("the field cards are not known")?;
        let attacker = self.turn();
        match battle.winner() {
            None => self.clean_up(None),
            Some(winner) if winner == attacker => {
                self.capture(tried);
                if self.stage == GodsStage::Over {
                    // The game ends before the cleanup, so that a hero of the loser stays.
                    self.cards.discards.extend(two.map(Some));
                } else {
                    self.after_battle(territory, manner, two);
                }
            }
            Some(_) => {
                self.stage = GodsStage::Instead(*tried, manner, two);
                if self.moves().is_empty() {
                    self.after_battle(territory, manner, two);
                }
            }
        }
        Ok(())
    }

    /// After the move that follows a battle: a hero may be summoned, or all cards are collected (GAMES G4.7, G4.8).
    fn after_battle(&mut self, territory: GodsSide, manner: BattleManner, two: [PlayingCard; 2]) {
        self.stage = GodsStage::Summon { territory, manner, two };
        if self.summoner().is_none() {
            let winner = self.battle().and_then(|battle| battle.winner());
            self.clean_up(winner.map(GodsSide::other));
            self.end_turn();
        }
    }

    /// Whether the whole deck after a refill can be made of the deck, the discards, and cards that are not known.
    fn check_refill(&self, order: &[SeenCard], known: &[PlayingCard]) -> Result<(), String> {
        let in_play = self.cards.known_in_play();
        if let Some(card) = order.iter().flatten().find(|&&card| in_play.contains(card)) {
            return Err(format!("{card} is in a hand or a field"));
        }
        let unnamed = order.iter().filter(|card| card.is_none()).count();
        let missing: Vec<_> = known.iter().filter(|&&card| !order.contains(&Some(card))).collect();
        match missing.first() {
            Some(card) if missing.len() > unnamed => Err(format!("{card} is missing among the cards of the new deck")),
            _ => Ok(()),
        }
    }

    /// The act of chance that is awaited, with all cards: `mix` brings those that nobody has seen into an order.
    pub(super) fn drawn(&self, mix: &mut dyn FnMut(&mut Vec<PlayingCard>)) -> Option<GodsAct> {
        let mut act = if self.awaits_chance() { self.offered().pop()? } else { return None };
        let mut unseen: Vec<PlayingCard> = match act {
            GodsAct::Deal(_) => PlayingCard::perft_order().collect(),
            GodsAct::Refill(_) => {
                let (count, known) = self.cards.pile();
                let in_play = self.cards.known_in_play();
                let is_open = |card: &PlayingCard| !in_play.contains(*card) && !known.contains(card);
                // More are open than lie in deck and discards if some in the hands are not known.
                let mut open: Vec<PlayingCard> = PlayingCard::perft_order().filter(is_open).collect();
                mix(&mut open);
                open.truncate(count - known.len());
                PlayingCard::perft_order().filter(|card| known.contains(card) || open.contains(card)).collect()
            }
            GodsAct::Field(_) | GodsAct::Battle { .. } => {
                let known = self.cards.known();
                PlayingCard::perft_order().filter(|card| !known.contains(*card)).collect()
            }
            _ => return None,
        };
        mix(&mut unseen);
        let mut unseen = unseen.into_iter();
        for place in act.chance_cards() {
            *place = place.or_else(|| unseen.next());
        }
        Some(act)
    }

    /// The number of sequences of acts, chance having one child (GAMES G7.3).
    pub(super) fn count_sequences(&self, depth: u32, goes_on: &mut dyn FnMut(usize) -> bool) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let mut acts = self.offered();
        if !goes_on(acts.len()) {
            return None;
        }
        if depth == 1 {
            return Some(acts.len() as u64);
        }
        if let Some(act) = self.drawn(&mut |_| {}) {
            acts = vec![act];
        }
        for act in &mut acts {
            if *act == GodsAct::Summon(None) && self.cards.heroes.get(1) == Some(&None) {
                let seen = self.cards.heroes_seen();
                *act = GodsAct::Summon(PlayingCard::heroes().find(|hero| !seen.contains(*hero)));
            }
        }
        let after = acts.iter().filter_map(|act| self.played(act).ok());
        sum(after, |(next, _)| next.count_sequences(depth - 1, goes_on))
    }

    /// What is awaited, as a sentence.
    pub(super) fn awaits(&self) -> String {
        let turn = self.turn().name();
        match &self.stage {
            GodsStage::Deal => "the cards are dealt now: deal".to_owned(),
            GodsStage::Refill => "the discards are shuffled into the deck now: refill".to_owned(),
            GodsStage::Move => format!("it is {turn}'s turn to move"),
            GodsStage::MayDiscard => format!("{turn} may discard a card now: discard 7h, or keep"),
            GodsStage::MustDiscard | GodsStage::Throw(_) => format!("{turn} must discard a card now: discard 7h"),
            GodsStage::Answer(tried) => {
                let answerer = self.turn().other().name();
                if self.takes_king(tried) {
                    format!("{answerer} must defend the king now: defend")
                } else {
                    format!("{answerer} answers now: defend or refuse")
                }
            }
            GodsStage::Field(tried) => {
                format!("the field cards of {} are shown now: field 2c3d4h", territory_of(tried).name())
            }
            GodsStage::Declare(_) => format!("{turn} declares now: high or low"),
            GodsStage::Battle(..) => {
                "hands and two cards are shown now: battle 2c3c4c5c/2d3d4d5d 2h3h, with a hero after +".to_owned()
            }
            GodsStage::Instead(tried, ..) => {
                format!("{turn} may now move the {} on {} without a capture, or stay", tried.kind.name(), tried.from)
            }
            GodsStage::Summon { .. } => "a hero can be taken now: summon or leave".to_owned(),
            GodsStage::Over => "the game is over".to_owned(),
        }
    }
}
