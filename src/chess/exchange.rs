//! The two actions before a turn's move: the exchange of prisoners and the withdrawal (RULES 6.2, 6.3).

use std::fmt;
use std::str::FromStr;

use super::{Army, Bitboard, Control, Effect, EffectSink, Kind, Piece, Position, ReturnedKing, Rules, Square};

/// An exchange of prisoners: with whom, and where the two kings return to.
///
/// Its text is `exchange w h1 a1`: the enemy, the square of the mover's partner's king, the square of
/// the enemy's partner's king (RULES 9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exchange {
    /// The enemy who gives back the mover's partner's king.
    pub with: Army,
    /// Where the mover's partner's king returns to.
    pub partners_king: Square,
    /// Where the enemy's partner's king returns to.
    pub enemys_king: Square,
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exchange {} {} {}", self.with.letter(), self.partners_king, self.enemys_king)
    }
}

/// The text is no exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an exchange: the enemy's letter and two squares, such as exchange w h1 a1")]
pub struct ParseExchangeError;

/// Reads exactly what is written: `exchange w h1 a1`.
impl FromStr for Exchange {
    type Err = ParseExchangeError;

    fn from_str(text: &str) -> Result<Exchange, ParseExchangeError> {
        let words: Vec<&str> = text.split(' ').collect();
        let &["exchange", with, ours, theirs] = words.as_slice() else { return Err(ParseExchangeError) };
        let with = Army::ALL.into_iter().find(|army| with.chars().eq([army.letter()])).ok_or(ParseExchangeError)?;
        let square = |name: &str| name.parse().or(Err(ParseExchangeError));
        let exchange = Exchange { with, partners_king: square(ours)?, enemys_king: square(theirs)? };
        // A square may be written with a capital; an exchange may not.
        if exchange.to_string() == text { Ok(exchange) } else { Err(ParseExchangeError) }
    }
}

/// Why an action before the move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAction {
    /// Nobody is in a position to exchange prisoners now (RULES 6.2).
    #[error(
        "no exchange can be offered: both other kings must be captured, each by the one who would give it back, and both bargainers must have their own"
    )]
    NoExchange,
    /// The exchange is possible, but not with these squares or this enemy.
    #[error("a returned king stands on its own throne or, if that is occupied, on a nearest empty square")]
    WrongSquares,
    /// The army cannot withdraw (RULES 6.3, 6.4).
    #[error(
        "{0} may not withdraw: its player must command this army alone, and the partner must be under its own command"
    )]
    NoWithdrawal(Army),
}

impl Position {
    /// The enemy with whom the army to move may exchange prisoners (RULES 6.2).
    ///
    /// There is at most one: the captor of the partner's king.
    #[must_use]
    pub fn exchange_partner(&self) -> Option<Army> {
        let (mover, partner) = (self.turn, self.turn.partner());
        let enemy = self.captor(partner)?;
        let possible =
            self.captor(enemy.partner()) == Some(mover) && self.king(mover).is_some() && self.king(enemy).is_some();
        possible.then_some(enemy)
    }

    /// Every exchange that may be offered now, in the order of its squares a1, b1 … h8; none once the game is over.
    #[must_use]
    pub fn exchanges(&self, rules: &Rules) -> Vec<Exchange> {
        let Some(with) = self.exchange_partner().filter(|_| self.outcome(rules).is_none()) else { return Vec::new() };
        let (ours, theirs) = (self.turn.partner(), with.partner());
        let mut thawed = self.clone();
        thawed.thaw(ours, &mut ());
        thawed.thaw(theirs, &mut ());
        let mut found = Vec::new();
        for partners_king in thawed.places_of_return(ours, rules) {
            let mut one = thawed.clone();
            one.put(Piece { army: ours, kind: Kind::King }, partners_king);
            for enemys_king in one.places_of_return(theirs, rules) {
                found.push(Exchange { with, partners_king, enemys_king });
            }
        }
        found
    }

    /// Where an army's king may return: its throne, or if that is occupied the nearest empty squares,
    /// by `zalewski` the nearest that its enemies do not attack, if there are any (RULES 6.2).
    fn places_of_return(&self, army: Army, rules: &Rules) -> Bitboard {
        let throne = army.throne();
        let occupied = self.occupied();
        if !occupied.has(throne) {
            return Bitboard::of(throne);
        }
        let empty = !occupied;
        let unattacked = match rules.returned_king {
            ReturnedKing::Nearest => Bitboard::EMPTY,
            ReturnedKing::NearestUnattacked => {
                empty.into_iter().filter(|&s| !self.attacked(s, army, occupied)).collect()
            }
        };
        let among = if unattacked.is_empty() { empty } else { unattacked };
        let nearest = among.into_iter().map(|s| s.distance(throne)).min();
        among.into_iter().filter(|s| Some(s.distance(throne)) == nearest).collect()
    }

    fn thaw(&mut self, army: Army, sink: &mut impl EffectSink) {
        self.prisoners[army.index()] = None;
        // An army that its partner's king has awakened keeps that commander.
        if self.is_frozen(army) {
            self.command[army.index()] = Control::Own;
            sink.effect(Effect::Thawed(army));
        }
    }

    /// Carries out an exchange to which both sides agree; the turn does not pass.
    ///
    /// # Errors
    /// When it is not among [`Position::exchanges`]; the position stays as it was.
    pub fn exchange(
        &mut self,
        exchange: Exchange,
        rules: &Rules,
        sink: &mut impl EffectSink,
    ) -> Result<(), IllegalAction> {
        let possible = self.exchanges(rules);
        if possible.is_empty() {
            return Err(IllegalAction::NoExchange);
        }
        if !possible.contains(&exchange) {
            return Err(IllegalAction::WrongSquares);
        }
        let (ours, theirs) = (self.turn.partner(), exchange.with.partner());
        for (army, at) in [(ours, exchange.partners_king), (theirs, exchange.enemys_king)] {
            self.put(Piece { army, kind: Kind::King }, at);
            sink.effect(Effect::KingReturned { army, at });
            self.thaw(army, sink);
        }
        Ok(())
    }

    /// Whether the army to move may withdraw (RULES 6.3, 6.4): its player commands this army and no other,
    /// and the partner's army is under its own command.
    #[must_use]
    pub fn may_withdraw(&self, rules: &Rules) -> bool {
        self.outcome(rules).is_none()
            && [self.turn, self.turn.partner()].into_iter().all(|a| self.command(a) == Control::Own)
    }

    /// Withdraws the army to move: its partner commands both from now on, and this turn is played under
    /// the new command (RULES 6.3).
    ///
    /// # Errors
    /// When [`Position::may_withdraw`] says no; the position stays as it was.
    pub fn withdraw(&mut self, rules: &Rules, sink: &mut impl EffectSink) -> Result<(), IllegalAction> {
        if !self.may_withdraw(rules) {
            return Err(IllegalAction::NoWithdrawal(self.turn));
        }
        self.command[self.turn.index()] = Control::Withdrawn;
        sink.effect(Effect::Withdrew(self.turn));
        Ok(())
    }
}
