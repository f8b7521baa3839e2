//! Gods of Chess as a [`Game`]: what an act does, what is seen beside the board, and how a game ended.

use super::super::chess_kind::ChessKind;
use super::super::game::{After, Game};
use super::super::lettered::Named;
use super::super::typed_move::{Step, TypedMove};
use super::gods_board::{GodsMove, GodsSide};
use super::gods_play::GodsAct;
use super::gods_position::{GodsEnd, GodsPosition, GodsStage, territory_of};
use super::gods_text::{HEROES_FIELD, read_position, write_position};
use super::playing_card::SeenCard;
use crate::chess::Square;
use crate::games::{ActError, Actor, DiagramPiece, Ending, Fact, StateError};

impl Game for GodsPosition {
    type Act = GodsAct;
    type Cell = Square;

    const ACTS: &'static str = "a move such as Pe2e4 or Pe4xd5, one of defend, refuse, keep, stay, high, low, summon, \
                                leave, discard 7h, or cards: deal, refill, field, battle";

    fn kind(letter: &str) -> Option<Named> {
        ChessKind::named(letter).map(Named::from)
    }

    fn text(&self) -> String {
        write_position(self)
    }

    fn read(&self, text: &str) -> Result<GodsPosition, StateError> {
        read_position(text, self.rule)
    }

    fn actor(&self) -> Actor {
        GodsPosition::actor(self)
    }

    fn turn(&self) -> u32 {
        self.turn_number()
    }

    fn acts(&self) -> Vec<GodsAct> {
        self.offered()
    }

    fn irregular_acts(&self) -> Vec<(GodsAct, String)> {
        self.forbidden_moves().into_iter().map(|(made, why)| (GodsAct::Step(made), why)).collect()
    }

    fn act_text(&self, act: &GodsAct) -> String {
        GodsPosition::act_text(self, act)
    }

    fn read_act(&self, text: &str) -> Option<Result<GodsAct, ActError>> {
        GodsPosition::read_act(self, text)
    }

    fn step(&self, act: &GodsAct) -> Option<Step<Square>> {
        if let GodsAct::Step(made) = act { Some(made.step()) } else { None }
    }

    /// A capture is tried first, and carried out later.
    fn carried_out(&self, act: &GodsAct, after: &GodsPosition) -> Option<Step<Square>> {
        let made = if let GodsAct::Step(made) = act { Some(made) } else { self.tried() };
        made.filter(|_| after.board != self.board).map(GodsMove::step)
    }

    fn after(&self, act: &GodsAct) -> Result<After<GodsPosition>, String> {
        let (next, written) = self.played(act)?;
        let facts = self.words(&written, &next).map(Fact::Other).into_iter().collect();
        Ok(After { written: Some(written), ..After::new(next, facts) })
    }

    /// The king leaves the board, as an army that is out has none.
    fn resigned(&self, seat: usize) -> Result<GodsPosition, String> {
        let mut next = self.clone();
        let king = GodsSide::ALL.get(seat).and_then(|side| self.board.kings(*side).next());
        if let Some(king) = king {
            next.board.lapse_castling_at(king);
            next.board.set(king, None);
        }
        next.stop();
        next.drop_unsound_rights();
        Ok(next)
    }

    fn is_in(&self, seat: usize) -> bool {
        GodsSide::ALL.get(seat).is_some_and(|side| self.board.has_king(*side))
    }

    /// There is one enemy.
    fn gives_check(&self, _by: Option<usize>, to: usize) -> bool {
        GodsSide::ALL.get(to).is_some_and(|side| self.board.attacks_king(side.other()))
    }

    fn ending(&self) -> Option<Ending> {
        let (code, places, words) = match self.end()? {
            GodsEnd::Won(winner) => (
                format!("won {}", winner.letter()),
                vec![vec![winner.index()], vec![winner.other().index()]],
                format!("{} has won: {} has no king left.", winner.name(), winner.other().name()),
            ),
            GodsEnd::NoMove(side) => (
                format!("drawn stalemate {}", side.letter()),
                vec![vec![0, 1]],
                format!("The game is drawn: {} has no move.", side.name()),
            ),
        };
        Some(Ending { code, places, words })
    }

    fn piece(&self, cell: Square) -> Option<DiagramPiece> {
        self.board.at(cell).map(|piece| DiagramPiece {
            seat: piece.side.index(),
            letter: piece.kind.letter(),
            beside: None,
            name: piece.kind.name(),
            is_out: false,
        })
    }

    /// The cards; of a view those that are not known are `??`.
    fn beside(&self) -> Vec<(String, String)> {
        let cards = &self.cards;
        let mut beside = Vec::new();
        for side in GodsSide::ALL {
            let hand = &cards.hands[side.index()];
            let hero = hand.hero.map(|hero| format!("hero {hero}"));
            let shown = Some(spaced(&hand.cards)).filter(|shown| !shown.is_empty());
            let texts: Vec<String> = shown.into_iter().chain(hero).collect();
            beside.push((format!("Hand of {}", side.name()), or_none(texts.join(", "))));
        }
        for side in GodsSide::ALL {
            beside.push((format!("Field of {}", side.name()), or_none(spaced(&cards.fields[side.index()]))));
        }
        if let Some(tried) = self.tried() {
            let manner = match self.stage {
                GodsStage::Battle(_, manner) | GodsStage::Instead(_, manner, _) => format!(", {}", manner.name()),
                _ => String::new(),
            };
            beside.push(("Battle".to_owned(), format!("{tried}{manner}")));
        }
        if let Some(two) = self.two() {
            beside.push(("Dealt beside the field".to_owned(), spaced(&two.map(Some))));
        }
        beside.push(("Next hero".to_owned(), or_none(spaced(&cards.heroes[..cards.heroes.len().min(1)]))));
        beside.push(("Heroes below".to_owned(), cards.heroes.len().saturating_sub(1).to_string()));
        let gone: Vec<SeenCard> = cards.gone.iter().copied().map(Some).collect();
        beside.push(("Heroes gone".to_owned(), or_none(spaced(&gone))));
        beside.push(("Deck".to_owned(), count(cards.deck.len())));
        beside.push(("Discards".to_owned(), count(cards.discards.len())));
        beside
    }

    fn awaited(&self) -> Option<String> {
        let is_of_moves = matches!(self.stage, GodsStage::Move | GodsStage::Instead(..));
        (!is_of_moves).then(|| self.awaits())
    }

    fn word_refusal(&self, text: &str) -> Option<String> {
        let cannot = || {
            let rule = "king and rook must not have moved, and the squares between must be empty";
            format!("{} cannot castle so: {rule}", self.turn().name())
        };
        ["O-O", "O-O-O"].contains(&text).then(|| if self.stage == GodsStage::Move { cannot() } else { self.awaits() })
    }

    fn move_refusal(&self, typed: &TypedMove<Square>) -> Option<String> {
        match &self.stage {
            GodsStage::Instead(tried, ..) if tried.from != typed.from || self.board.at(typed.to).is_some() => {
                Some(self.awaits())
            }
            _ => None,
        }
    }

    fn view(&self, seat: Option<usize>) -> GodsPosition {
        GodsPosition::view(self, side_of(seat))
    }

    fn seen(&self, act: &str, seat: Option<usize>) -> String {
        match GodsPosition::read_act(self, act) {
            Some(Ok(read)) => self.seen_text(&read, side_of(seat)),
            // A move and a resignation hide nothing.
            _ => act.to_owned(),
        }
    }

    fn chance(&self, below: &mut dyn FnMut(usize) -> usize) -> Option<GodsAct> {
        self.drawn(&mut |cards| shuffle(cards, below))
    }

    fn shuffled(&self, below: Option<&mut dyn FnMut(usize) -> usize>) -> GodsPosition {
        let Some(below) = below else { return GodsPosition::view(self, None) };
        let mut position = self.clone();
        shuffle(&mut position.cards.heroes, below);
        position
    }

    fn is_opening(&self, text: &str) -> bool {
        let own = self.text();
        let but_heroes = |text: &'_ str| {
            let fields = text.split(' ').enumerate().filter(|(field, _)| *field != HEROES_FIELD);
            fields.map(|(_, text)| text.to_owned()).collect::<Vec<_>>()
        };
        but_heroes(text) == but_heroes(&own)
    }

    /// Chance has one child (GAMES G7.3).
    fn perft_while(&self, depth: u32, goes_on: &mut dyn FnMut(usize) -> bool) -> Option<u64> {
        self.count_sequences(depth, goes_on)
    }
}

impl GodsPosition {
    /// What an act does besides moving a piece. A card that is thrown is secret, so it is not named.
    fn words(&self, act: &GodsAct, after: &GodsPosition) -> Option<String> {
        Some(match act {
            GodsAct::Step(made) if matches!(after.stage, GodsStage::Answer(_)) => {
                let taken = made.taken.and_then(|at| self.board.at(at).map(|piece| format!("{piece} on {at}")));
                let taken = taken.unwrap_or_default();
                format!("tries to take the {taken} with the {} on {}", made.kind.name(), made.from)
            }
            GodsAct::Step(made) => return made.is_castling.then(|| "castles".to_owned()),
            GodsAct::Defend => "defends".to_owned(),
            GodsAct::Refuse => "refuses the battle".to_owned(),
            GodsAct::Keep => "discards nothing".to_owned(),
            GodsAct::Stay => "makes no other move".to_owned(),
            GodsAct::Declare(manner) => format!("declares {}", manner.name()),
            GodsAct::Summon(_) => {
                let hero = self.cards.heroes.first().copied().flatten();
                hero.map_or_else(|| "summons a hero".to_owned(), |hero| format!("summons {hero}"))
            }
            GodsAct::Leave => "leaves the hero".to_owned(),
            GodsAct::Discard { .. } => "discards a card".to_owned(),
            GodsAct::Deal(_) => "the cards are dealt".to_owned(),
            GodsAct::Refill(_) => "the discards are shuffled into the deck".to_owned(),
            GodsAct::Field(cards) => {
                let owner = self.tried().map_or("nobody", |tried| territory_of(tried).name());
                format!("the field of {owner} is shown: {}", spaced(cards))
            }
            GodsAct::Battle { hands, two } => return self.battle_words(hands, two),
        })
    }

    fn battle_words(&self, hands: &[Vec<SeenCard>; 2], two: &[SeenCard]) -> Option<String> {
        let (GodsStage::Battle(tried, manner), &[Some(first), Some(second)]) = (self.stage, two) else { return None };
        let mut shown = self.clone();
        for side in GodsSide::ALL {
            shown.cards.hands[side.index()].cards.clone_from(&hands[side.index()]);
        }
        let battle = shown.battle_with(territory_of(&tried), manner, [first, second])?;
        let winner = battle.winner();
        let verdict = winner.map_or_else(|| "the battle is a tie".to_owned(), |side| format!("{} wins", side.name()));
        let (white, black) = (battle.value(GodsSide::White), battle.value(GodsSide::Black));
        Some(format!("{verdict}: White has {white}, Black has {black}"))
    }
}

/// Cards with a space between: `2c 3d 4h`.
fn spaced(cards: &[SeenCard]) -> String {
    let cards: Vec<String> =
        cards.iter().map(|card| card.map_or_else(|| "??".to_owned(), |card| card.to_string())).collect();
    cards.join(" ")
}

fn count(cards: usize) -> String {
    if cards == 1 { "1 card".to_owned() } else { format!("{cards} cards") }
}

fn or_none(text: String) -> String {
    if text.is_empty() { "none".to_owned() } else { text }
}

/// Puts cards into the order that chance gives.
fn shuffle<T>(cards: &mut [T], below: &mut dyn FnMut(usize) -> usize) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, below(last + 1).min(last));
    }
}

/// The side of a seat, by its index.
fn side_of(seat: Option<usize>) -> Option<GodsSide> {
    GodsSide::ALL.into_iter().find(|side| Some(side.index()) == seat)
}
