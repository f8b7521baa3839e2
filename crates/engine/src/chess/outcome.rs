//! The end of a game (RULES 4.4, 7).

use std::fmt;
use std::ops::ControlFlow;

use super::{Army, Control, Mode, Position, Side};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The other side has no king on the board.
    Won(Side),
    /// Nobody won.
    Drawn(DrawReason),
}

/// Why a game was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawReason {
    /// Both armies of this side are bare kings (RULES 7).
    BareKings(Side),
    /// This army is stalemated and its partner is out of the game (RULES 4.4).
    Stalemate(Army),
}

/// `the actives win`, `drawn: …`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Won(side) => write!(f, "the {side} win: the {} have no king left", side.opponent()),
            Outcome::Drawn(DrawReason::BareKings(side)) => write!(f, "drawn: both armies of the {side} are bare kings"),
            Outcome::Drawn(DrawReason::Stalemate(army)) => {
                write!(f, "drawn: {army} is stalemated and its partner {} is out of the game", army.partner())
            }
        }
    }
}

impl Position {
    /// How the game has ended, if it has.
    #[must_use]
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.decided().or_else(|| {
            let turn = self.turn;
            let has_move = || self.sets_of_turn(None, &mut |_| ControlFlow::Break(())).is_break();
            let drawn =
                self.rules.mode == Mode::Game && self.is_stalemated(turn, has_move()) && self.is_out_beside(turn);
            drawn.then_some(Outcome::Drawn(DrawReason::Stalemate(turn)))
        })
    }

    /// The end of a game that can be seen without generating moves: no kings, or bare kings (RULES 7).
    #[inline]
    pub(crate) fn decided(&self) -> Option<Outcome> {
        for side in Side::ALL {
            if !self.side(side).meets(self.kings) {
                // A reading may continue, and then nothing in RULES 7 ends it (RULES 8.6).
                return self.rules.ends_without_kings.then_some(Outcome::Won(side.opponent()));
            }
        }
        Side::ALL
            .into_iter()
            .find(|side| side.armies().into_iter().all(|army| self.is_bare_king(army)))
            .map(|side| Outcome::Drawn(DrawReason::BareKings(side)))
    }

    /// Whether an army has a king that is not in check, and no legal move (RULES 4.4).
    #[inline]
    fn is_stalemated(&self, army: Army, has_move: bool) -> bool {
        !has_move && self.king(army).is_some() && !self.in_check(army)
    }

    /// Whether the partner of a stalemated army is out of the game (RULES 4.4).
    #[inline]
    fn is_out_beside(&self, stalemated: Army) -> bool {
        let partner = stalemated.partner();
        // If it were its turn.
        let has_move = || self.sets_of_army(partner, None, &mut |_| ControlFlow::Break(())).is_break();
        self.king(partner).is_none()
            || matches!(self.command(partner), Control::Withdrawn | Control::Seized)
            || self.is_stalemated(partner, has_move())
    }
}
