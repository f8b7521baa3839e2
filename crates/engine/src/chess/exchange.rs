//! The two actions possible before a turn's move: the exchange of prisoners and the withdrawal (RULES 6.2, 6.3).

use std::fmt;
use std::str::FromStr;

use crate::input::ParseError;

use super::{Army, Bitboard, Control, Effect, EffectSink, Kind, Piece, Position, ReturnedKing, Square};

/// An exchange of prisoners: the enemy, and the squares to which the two kings return.
///
/// Its text is `exchange w h1 a1`: the enemy, the square for the king of the mover's partner, the square for the king
/// of the enemy's partner (RULES 9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exchange {
    /// The enemy who returns the king of the mover's partner.
    pub with: Army,
    /// The square to which the king of the mover's partner returns.
    pub partners_king: Square,
    /// The square to which the king of the enemy's partner returns.
    pub enemys_king: Square,
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exchange {} {} {}", self.with.letter(), self.partners_king, self.enemys_king)
    }
}

const NOT_AN_EXCHANGE: ParseError =
    ParseError("expected an exchange: the enemy's letter and two squares, such as exchange w h1 a1");

/// Reads exactly the form that is written: `exchange w h1 a1`.
impl FromStr for Exchange {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Exchange, ParseError> {
        let words: Vec<&str> = text.split(' ').collect();
        let &["exchange", with, our_partner, their_partner] = words.as_slice() else { return Err(NOT_AN_EXCHANGE) };
        let with = Army::ALL.into_iter().find(|army| with.chars().eq([army.letter()])).ok_or(NOT_AN_EXCHANGE)?;
        let square = |name: &str| name.parse().or(Err(NOT_AN_EXCHANGE));
        let exchange = Exchange { with, partners_king: square(our_partner)?, enemys_king: square(their_partner)? };
        // A square is read in upper case too; in an exchange it is not allowed.
        if exchange.to_string() == text { Ok(exchange) } else { Err(NOT_AN_EXCHANGE) }
    }
}

/// Why an action before the move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalAction {
    /// No exchange of prisoners is possible now (RULES 6.2).
    #[error(
        "no exchange is possible: the kings of both partners must be captured, each by the army that would return it, and both armies that exchange must have their own king"
    )]
    NoExchange,
    /// The exchange is possible, but not with these squares or this enemy.
    #[error(
        "a returned king must be placed on its own throne or, if that is occupied, on one of the nearest empty squares"
    )]
    WrongSquares,
    /// The army cannot withdraw (RULES 6.3, 6.4).
    #[error(
        "{0} cannot withdraw: its player must command only this army, and the partner must be under its own command"
    )]
    NoWithdrawal(Army),
}

impl Position {
    /// The enemy with which the army to move may exchange prisoners (RULES 6.2).
    ///
    /// There is at most one: the captor of the partner's king.
    #[must_use]
    #[inline]
    pub fn exchange_partner(&self) -> Option<Army> {
        let (mover, partner) = (self.turn, self.turn.partner());
        let enemy = self.captor(partner)?;
        let possible =
            self.captor(enemy.partner()) == Some(mover) && self.king(mover).is_some() && self.king(enemy).is_some();
        possible.then_some(enemy)
    }

    /// Every exchange possible now, in the order of its squares a1, b1 … h8; none once the game is over.
    #[must_use]
    pub fn exchanges(&self) -> Vec<Exchange> {
        let Some(with) = self.exchange_partner().filter(|_| self.outcome().is_none()) else { return Vec::new() };
        let (our_partner, their_partner) = (self.turn.partner(), with.partner());
        let mut thawed = self.clone();
        thawed.thaw(our_partner, &mut ());
        thawed.thaw(their_partner, &mut ());
        let mut found = Vec::new();
        for partners_king in thawed.return_squares(our_partner) {
            let mut one = thawed.clone();
            one.put(Piece { army: our_partner, kind: Kind::King }, partners_king);
            for enemys_king in one.return_squares(their_partner) {
                found.push(Exchange { with, partners_king, enemys_king });
            }
        }
        found
    }

    /// The squares to which an army's king may return: its throne or, if that is occupied, the nearest empty squares; by
    /// `zalewski` the nearest ones that its enemies do not attack, if there are any (RULES 6.2).
    fn return_squares(&self, army: Army) -> Bitboard {
        let throne = army.throne();
        let occupied = self.occupied();
        if !occupied.has(throne) {
            return Bitboard::of(throne);
        }
        let empty = !occupied;
        let unattacked = match self.rules.returned_king {
            ReturnedKing::Nearest => Bitboard::EMPTY,
            ReturnedKing::NearestUnattacked => {
                empty.into_iter().filter(|&s| !self.attacked(s, army, occupied)).collect()
            }
        };
        let among = if unattacked.is_empty() { empty } else { unattacked };
        let nearest = among.into_iter().map(|s| s.distance(throne)).min();
        among.into_iter().filter(|s| Some(s.distance(throne)) == nearest).collect()
    }

    #[inline]
    fn thaw(&mut self, army: Army, sink: &mut impl EffectSink) {
        self.prisoners[army.index()] = None;
        // An army awakened by its partner's king stays under that king.
        if self.is_frozen(army) {
            self.command[army.index()] = Control::Own;
            sink.effect(Effect::Thawed(army));
        }
    }

    /// Carries out an exchange to which both sides have agreed; the turn does not pass.
    ///
    /// # Errors
    /// If it is not among [`Position::exchanges`]; the position is then unchanged.
    pub fn exchange(&mut self, exchange: Exchange, sink: &mut impl EffectSink) -> Result<(), IllegalAction> {
        let possible = self.exchanges();
        if possible.is_empty() {
            return Err(IllegalAction::NoExchange);
        }
        if !possible.contains(&exchange) {
            return Err(IllegalAction::WrongSquares);
        }
        let (our_partner, their_partner) = (self.turn.partner(), exchange.with.partner());
        for (army, at) in [(our_partner, exchange.partners_king), (their_partner, exchange.enemys_king)] {
            self.put(Piece { army, kind: Kind::King }, at);
            sink.effect(Effect::KingReturned { army, at });
            self.thaw(army, sink);
        }
        Ok(())
    }

    /// Whether the army to move may withdraw (RULES 6.3, 6.4): its player commands this army and no other,
    /// and the partner's army is under its own command.
    #[must_use]
    #[inline]
    pub fn may_withdraw(&self) -> bool {
        self.outcome().is_none()
            && [self.turn, self.turn.partner()].into_iter().all(|a| self.command(a) == Control::Own)
    }

    /// Withdraws the army to move: its partner commands both from now on, and this turn is played under
    /// the new command (RULES 6.3).
    ///
    /// # Errors
    /// If [`Position::may_withdraw`] is false; the position is then unchanged.
    #[inline]
    pub fn withdraw(&mut self, sink: &mut impl EffectSink) -> Result<(), IllegalAction> {
        if !self.may_withdraw() {
            return Err(IllegalAction::NoWithdrawal(self.turn));
        }
        self.command[self.turn.index()] = Control::Withdrawn;
        sink.effect(Effect::Withdrew(self.turn));
        Ok(())
    }
}
