//! Policies: how players choose their moves.

mod expectimax;
mod greedy;
mod purpose;

use std::fmt;
use std::sync::Arc;

use crate::chess::{Army, Kind, Move, Officer, Position, Side};
use crate::reading::{Question, RandomDraw};
use crate::session::SessionTerms;

pub use expectimax::Expectimax;
pub use greedy::Greedy;
pub use purpose::Purpose;

/// What a policy sees when it has to choose.
#[derive(Clone, Copy, Debug)]
pub struct PolicyContext<'s> {
    /// The question.
    pub question: &'s Question,
    /// The position; it is the turn of the army that chooses.
    pub position: &'s Position,
    /// The rules, and the roles of the throws.
    pub terms: &'s SessionTerms,
}

impl PolicyContext<'_> {
    /// The position after one of the moves.
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut after = self.position.clone();
        after.play_unchecked(mv, &self.terms.rules, &mut ());
        after
    }
}

/// A way of choosing moves. It must depend only on its arguments, or readings could not be reproduced.
///
/// ```
/// use enochian::chess::Move;
/// use enochian::reading::RandomDraw;
/// use enochian::simulate::{Policy, PolicyContext};
///
/// /// Always chooses the first move.
/// #[derive(Debug)]
/// struct First;
///
/// impl Policy for First {
///     fn name(&self) -> &str {
///         "first"
///     }
///
///     fn choose(&self, _: &PolicyContext<'_>, _: &[Move], _: RandomDraw) -> usize {
///         0
///     }
/// }
/// ```
pub trait Policy: fmt::Debug + Send + Sync {
    /// Its name in the output of a simulation.
    fn name(&self) -> &str;

    /// The index of the chosen move; there is at least one. `draw` is the random number of the turn.
    fn choose(&self, at: &PolicyContext<'_>, moves: &[Move], draw: RandomDraw) -> usize;
}

/// The player of an army.
#[derive(Clone, Debug, Default)]
pub enum ArmyPlayer {
    /// All moves are equally likely.
    #[default]
    Random,
    /// A policy.
    Policy(Arc<dyn Policy>),
}

impl ArmyPlayer {
    /// The names of [`ArmyPlayer::from_name`].
    pub const NAMES: [&str; 4] = ["random", "greedy", "purpose", "expectimax"];

    /// The player with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<ArmyPlayer> {
        Some(match name {
            "random" => ArmyPlayer::Random,
            "greedy" => ArmyPlayer::Policy(Arc::new(Greedy)),
            "purpose" => ArmyPlayer::Policy(Arc::new(Purpose)),
            "expectimax" => ArmyPlayer::Policy(Arc::new(Expectimax)),
            _ => return None,
        })
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            ArmyPlayer::Random => ArmyPlayer::NAMES[0],
            ArmyPlayer::Policy(policy) => policy.name(),
        }
    }

    /// The index of the chosen move.
    pub(super) fn choose(&self, at: &PolicyContext<'_>, moves: &[Move], draw: RandomDraw) -> usize {
        match self {
            ArmyPlayer::Random => draw.choice(moves.len()),
            ArmyPlayer::Policy(policy) => policy.choose(at, moves, draw),
        }
    }
}

/// The index of a move with the highest value, at random among equals.
fn best(moves: &[Move], draw: RandomDraw, mut value: impl FnMut(Move) -> i32) -> usize {
    let mut highest = i32::MIN;
    let mut places = Vec::new();
    for (place, &mv) in moves.iter().enumerate() {
        let value = value(mv);
        if value > highest {
            (highest, places) = (value, Vec::new());
        }
        if value == highest {
            places.push(place);
        }
    }
    places[draw.choice(places.len())]
}

/// The value of a piece in hundredths of a pawn; a queen leaps, so it is worth no more than a knight.
const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::King => 2000,
        Kind::Officer(Officer::Queen) => 300,
        Kind::Officer(Officer::Rook) => 500,
        Kind::Officer(Officer::Bishop) => 300,
        Kind::Officer(Officer::Knight) => 300,
        Kind::Pawn(_) => 100,
    }
}

/// The material of a side minus that of the other. Frozen armies do not count.
fn material(position: &Position, side: Side) -> i32 {
    let own = |army: Army| if army.side() == side { 1 } else { -1 };
    let moving = position.pieces().filter(|(_, piece)| !position.is_frozen(piece.army));
    moving.map(|(_, piece)| own(piece.army) * worth(piece.kind)).sum()
}
