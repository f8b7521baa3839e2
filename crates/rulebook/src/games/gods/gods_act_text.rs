//! Acts as text (GAMES G7.1).

use super::super::chess_kind::ChessKind;
use super::gods_board::{GodsMove, GodsSide, GodsSquare};
use super::gods_play::GodsAct;
use super::gods_position::{GodsPosition, GodsStage};
use super::omaha::BattleManner;
use super::playing_card::{CardSet, PlayingCard, SeenCard, read_cards, write_cards};
use crate::games::ActError;
use crate::input::quoted;

const EXPECTED: &str = "a move such as Pe2e4 or Pe4xd5, one of defend, refuse, keep, stay, high, low, summon, leave, \
                        discard 7h, or cards: deal, refill, field, battle";

impl GodsPosition {
    /// The text of an act that is played in this position.
    pub(super) fn act_text(&self, act: &GodsAct) -> String {
        match act {
            GodsAct::Step(made) => made.to_string(),
            GodsAct::Defend => "defend".to_owned(),
            GodsAct::Refuse => "refuse".to_owned(),
            GodsAct::Keep => "keep".to_owned(),
            GodsAct::Stay => "stay".to_owned(),
            GodsAct::Leave => "leave".to_owned(),
            GodsAct::Declare(manner) => manner.name().to_owned(),
            GodsAct::Summon(next) if self.cards.heroes.get(1) == Some(&None) => {
                format!("summon {}", write_cards(&[*next]))
            }
            GodsAct::Summon(_) => "summon".to_owned(),
            GodsAct::Discard { thrown, drawn } => {
                let drawn = drawn.map_or_else(String::new, |drawn| format!(" {drawn}"));
                format!("discard {}{drawn}", write_cards(&[*thrown]))
            }
            GodsAct::Deal(cards) if cards.is_empty() => "deal".to_owned(),
            GodsAct::Deal(cards) if cards.len() == PlayingCard::DECK => format!("deal {}", write_cards(cards)),
            GodsAct::Deal(cards) => {
                let mut rest = cards.iter().copied();
                let piles =
                    self.cards.deal_sizes().map(|size| write_cards(&rest.by_ref().take(size).collect::<Vec<_>>()));
                format!("deal {}/{} {}/{}", piles[0], piles[1], piles[2], piles[3])
            }
            GodsAct::Refill(cards) if cards.is_empty() => "refill".to_owned(),
            GodsAct::Refill(cards) => format!("refill {}", write_cards(cards)),
            GodsAct::Field(cards) => format!("field {}", write_cards(cards)),
            GodsAct::Battle { hands, two } => {
                let hand = |side: GodsSide| {
                    let hero = self.cards.hands[side.index()].hero.map_or_else(String::new, |hero| format!("+{hero}"));
                    format!("{}{hero}", write_cards(&hands[side.index()]))
                };
                format!("battle {}/{} {}", hand(GodsSide::White), hand(GodsSide::Black), write_cards(two))
            }
        }
    }

    /// The text of an act that is played in this position, as a player, or with `None` an onlooker, may know it (GAMES G6.1):
    /// cards that are dealt are their holder's, and a thrown card is its thrower's.
    pub(super) fn seen_text(&self, act: &GodsAct, viewer: Option<GodsSide>) -> String {
        let seen = match act {
            GodsAct::Deal(cards) => {
                let owners = [GodsSide::White, GodsSide::Black, GodsSide::White, GodsSide::Black];
                let piles = owners.into_iter().zip(self.cards.deal_sizes());
                let owners = piles.flat_map(|(owner, size)| std::iter::repeat_n(owner, size));
                let cards = cards.iter().zip(owners);
                GodsAct::Deal(cards.map(|(card, owner)| card.filter(|_| Some(owner) == viewer)).collect())
            }
            GodsAct::Refill(_) => GodsAct::Refill(Vec::new()),
            GodsAct::Discard { .. } if viewer != Some(self.turn()) => GodsAct::Discard { thrown: None, drawn: None },
            act => act.clone(),
        };
        match &seen {
            GodsAct::Deal(cards) if cards.iter().all(Option::is_none) => self.act_text(&GodsAct::Deal(Vec::new())),
            seen => self.act_text(seen),
        }
    }

    /// Reads an act.
    ///
    /// # Errors
    /// If the text is not an act, or a move that cannot be made. Whether another act is awaited is seen when it is played.
    pub(super) fn read_act(&self, text: &str) -> Result<GodsAct, ActError> {
        let unreadable = |expected: &str| ActError::Unreadable { text: quoted(text), expected: expected.to_owned() };
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_awaited = match words.first() {
            Some(&"deal") => self.stage == GodsStage::Deal,
            Some(&"refill") => self.stage == GodsStage::Refill,
            Some(&"field") => matches!(self.stage, GodsStage::Field(_)),
            Some(&"battle") => matches!(self.stage, GodsStage::Battle(..)),
            _ => true,
        };
        if !is_awaited {
            return Err(ActError::Illegal(self.awaited()));
        }
        Ok(match words.as_slice() {
            ["defend"] => GodsAct::Defend,
            ["refuse"] => GodsAct::Refuse,
            ["keep"] => GodsAct::Keep,
            ["stay"] => GodsAct::Stay,
            ["leave"] => GodsAct::Leave,
            ["high"] => GodsAct::Declare(BattleManner::High),
            ["low"] => GodsAct::Declare(BattleManner::Low),
            ["summon"] | ["summon", "??"] => GodsAct::Summon(None),
            ["summon", hero] => {
                let hero = PlayingCard::read(hero).filter(|hero| hero.is_hero());
                GodsAct::Summon(Some(hero.ok_or_else(|| unreadable("summon Ah"))?))
            }
            ["discard", thrown, drawn @ ..] if drawn.len() < 2 => {
                let card = |text: &str| match read_cards(text).as_deref() {
                    Some(&[card]) if card.is_none_or(|card| !card.is_hero()) => Ok(card),
                    _ => Err(unreadable("discard 7h, or discard 7h Kd with the card drawn; no ace can be thrown")),
                };
                let drawn = drawn.first().map_or(Ok(None), |drawn| card(drawn))?;
                GodsAct::Discard { thrown: card(thrown)?, drawn }
            }
            ["deal", piles @ ..] => GodsAct::Deal(self.read_deal(piles).map_err(|expected| unreadable(&expected))?),
            ["refill"] => GodsAct::Refill(Vec::new()),
            ["refill", cards] => {
                let (count, _) = self.cards.pile();
                let cards = distinct(read_cards(cards)).filter(|cards| cards.len() == count);
                let expected = || unreadable(&format!("refill, or refill with {count} different cards"));
                GodsAct::Refill(cards.ok_or_else(expected)?)
            }
            ["field", cards] => {
                let cards =
                    distinct(read_cards(cards)).ok_or_else(|| unreadable("field and three cards: field 2c3d4h"))?;
                GodsAct::Field(cards)
            }
            ["battle", cards @ ..] => self.read_battle(cards).ok_or_else(|| {
                // What an onlooker knows: the size of the hands, and the heroes.
                let open = self.view(None);
                let open = open.offered().iter().map(|act| open.act_text(act)).collect::<String>();
                unreadable(&format!("{open} with different cards in the place of ??"))
            })?,
            &[step] => {
                let written = WrittenMove::read(step).ok_or_else(|| unreadable(EXPECTED))?;
                GodsAct::Step(self.find_move(&written).map_err(ActError::Illegal)?)
            }
            _ => return Err(unreadable(EXPECTED)),
        })
    }

    /// Reads what stands after `deal`.
    fn read_deal(&self, piles: &[&str]) -> Result<Vec<SeenCard>, String> {
        let sizes = self.cards.deal_sizes();
        let cards = match *piles {
            [] => Some(Vec::new()),
            [order] => distinct(read_cards(order)).filter(|cards| cards.len() == PlayingCard::DECK),
            [hands, fields] => {
                let piles = hands.split_once('/').zip(fields.split_once('/'));
                let piles = piles.map(|((white, black), (left, right))| [white, black, left, right].map(read_cards));
                let piles = piles.and_then(|piles| piles.into_iter().collect::<Option<Vec<_>>>());
                let piles = piles.filter(|piles| piles.iter().map(Vec::len).eq(sizes));
                distinct(piles.map(|piles| piles.concat()))
            }
            _ => None,
        };
        cards.ok_or_else(|| {
            let [white, black, ..] = sizes;
            format!(
                "deal, deal with 48 different cards, or deal with hands of {white} and {black} and two fields of three: \
                 deal {}/{} ??????/??????",
                "??".repeat(white),
                "??".repeat(black)
            )
        })
    }

    /// Reads what stands after `battle`.
    fn read_battle(&self, cards: &[&str]) -> Option<GodsAct> {
        let &[hands, two] = cards else { return None };
        let (white, black) = hands.split_once('/')?;
        let hand = |side: GodsSide, text: &str| {
            let (cards, hero) = text.split_once('+').map_or((text, None), |(cards, hero)| (cards, Some(hero)));
            let held = self.cards.hands[side.index()].hero.map(|hero| hero.to_string());
            (held.as_deref() == hero).then(|| read_cards(cards))?
        };
        let hands = [hand(GodsSide::White, white)?, hand(GodsSide::Black, black)?];
        let two = read_cards(two)?;
        distinct(Some([&hands[0][..], &hands[1], &two].concat()))?;
        Some(GodsAct::Battle { hands, two })
    }

    /// The move that a text means.
    fn find_move(&self, written: &WrittenMove) -> Result<GodsMove, String> {
        if !matches!(self.stage, GodsStage::Move | GodsStage::Instead(..)) {
            return Err(self.awaited());
        }
        let found = self.moves().into_iter().find(|made| match *written {
            WrittenMove::Castling { is_short } => made.is_castling && (made.to.file() == 6) == is_short,
            WrittenMove::Step { kind, from, to, promotion } => {
                !made.is_castling && (made.kind, made.from, made.to, made.promotion) == (kind, from, to, promotion)
            }
        });
        found.ok_or_else(|| self.why_not(written))
    }

    /// Why a move is not possible.
    fn why_not(&self, written: &WrittenMove) -> String {
        let turn = self.turn();
        let WrittenMove::Step { kind, from, to, promotion } = *written else {
            return match self.stage {
                GodsStage::Move => format!(
                    "{} cannot castle so: king and rook must not have moved, and the squares between must be empty",
                    turn.name()
                ),
                _ => self.awaited(),
            };
        };
        let Some(piece) = self.board.at(from) else { return format!("{from} is empty") };
        if piece.side != turn {
            return format!("it is {}'s turn, and the piece on {from} is a {piece}", turn.name());
        }
        if piece.kind != kind {
            return format!("the piece on {from} is a {}, not a {}", piece.kind.name(), kind.name());
        }
        if matches!(&self.stage, GodsStage::Instead(tried, ..) if tried.from != from || self.board.at(to).is_some()) {
            return self.awaited();
        }
        let others = self.moves().into_iter().filter(|made| made.from == from && made.to == to && !made.is_castling);
        let is_promotion = others.map(|made| made.promotion.is_some()).next();
        match (self.board.at(to), is_promotion) {
            (_, Some(true)) => format!("a pawn that reaches {to} becomes another piece: add =Q, =R, =B or =N"),
            (_, Some(false)) if promotion.is_some() => format!("the {piece} is not promoted on {to}"),
            (Some(own), None) if own.side == turn => format!("the {own} stands on {to}"),
            _ => format!("the {piece} on {from} cannot reach {to}"),
        }
    }
}

/// Cards among which none comes twice, and no hero.
fn distinct(cards: Option<Vec<SeenCard>>) -> Option<Vec<SeenCard>> {
    let cards = cards?;
    let is_sound =
        CardSet::default().insert_all(&cards).is_none() && !cards.iter().flatten().any(|card| card.is_hero());
    is_sound.then_some(cards)
}

/// A text that has the shape of a move.
#[derive(Clone, Copy, Debug)]
enum WrittenMove {
    Castling { is_short: bool },
    Step { kind: ChessKind, from: GodsSquare, to: GodsSquare, promotion: Option<ChessKind> },
}

impl WrittenMove {
    fn read(text: &str) -> Option<WrittenMove> {
        match text {
            "O-O" => return Some(WrittenMove::Castling { is_short: true }),
            "O-O-O" => return Some(WrittenMove::Castling { is_short: false }),
            _ if !text.is_ascii() => return None,
            _ => {}
        }
        let kind = ChessKind::from_letter(text.chars().next()?)?;
        let from = GodsSquare::read(text.get(1..3)?)?;
        let rest = text.get(3..)?;
        // The `x` follows from the position (GAMES C2).
        let rest = rest.strip_prefix('x').unwrap_or(rest);
        let to = GodsSquare::read(rest.get(..2)?)?;
        let promotion = match rest.get(2..)? {
            "" => None,
            promoted => {
                let mut letters = promoted.strip_prefix('=')?.chars();
                let kind = ChessKind::from_letter(letters.next()?)?;
                letters.next().is_none().then_some(Some(kind))?
            }
        };
        Some(WrittenMove::Step { kind, from, to, promotion })
    }
}
