//! Policies: how players choose their moves.

mod assignment;
mod material;
mod weights;

use std::fmt;
use std::sync::Arc;

use crate::chess::{EffectSink, Move, Position};
use crate::player::{Level, SearchLimit, StopSignal, search};
use crate::reading::{Question, RandomDraw};
use crate::session::{SessionState, SessionTerms};

pub use assignment::UnknownPlayer;
use weights::Weighted;
pub use weights::{InvalidWeights, Weights};

/// What a policy sees when it has to choose.
#[derive(Clone, Copy, Debug)]
pub struct PolicyContext<'s> {
    /// The question.
    pub question: &'s Question,
    /// The position; it is the turn of the army that chooses.
    pub position: &'s Position,
    /// The state with this position, which knows how long the querent's king has stood on the Ptah.
    pub state: &'s SessionState,
    /// The rules, and the roles of the throws.
    pub terms: &'s SessionTerms,
    /// Whether the choice has to be made at once, since what is played is thrown away.
    pub stop: &'s StopSignal,
}

impl PolicyContext<'_> {
    /// The position after one of the moves.
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        self.play(mv, &mut ())
    }

    /// The position after one of the moves, with its effects.
    fn play(&self, mv: Move, sink: &mut impl EffectSink) -> Position {
        let mut after = self.position.clone();
        after.play_unchecked(mv, sink);
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
    pub const NAMES: [&str; 7] = ["random", "greedy", "purpose", "level-1", "level-2", "level-3", "level-4"];

    /// The player with a name, which may be the text of [`Weights`].
    #[must_use]
    pub fn from_name(name: &str) -> Option<ArmyPlayer> {
        Some(match name {
            "random" => ArmyPlayer::Random,
            "greedy" => ArmyPlayer::Policy(Arc::new(Weighted::new(name, Weights::GREEDY))),
            "purpose" => ArmyPlayer::Policy(Arc::new(Weighted::new(name, Weights::PURPOSE))),
            _ => match name.parse::<Level>() {
                Ok(level) => ArmyPlayer::Policy(Arc::new(level)),
                Err(_) => ArmyPlayer::weighted(name.parse().ok()?),
            },
        })
    }

    /// A player that chooses by weights.
    #[must_use]
    pub fn weighted(weights: Weights) -> ArmyPlayer {
        ArmyPlayer::Policy(Arc::new(Weighted::new(weights.to_string(), weights)))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            ArmyPlayer::Random => ArmyPlayer::NAMES[0],
            ArmyPlayer::Policy(policy) => policy.name(),
        }
    }

    /// The index of the chosen move; there is at least one. `draw` is the random number of the turn.
    pub fn choose(&self, at: &PolicyContext<'_>, moves: &[Move], draw: RandomDraw) -> usize {
        match self {
            ArmyPlayer::Random => draw.choice(moves.len()),
            ArmyPlayer::Policy(policy) => policy.choose(at, moves, draw),
        }
    }
}

/// The search, as strong as its level.
impl Policy for Level {
    fn name(&self) -> &str {
        (*self).name()
    }

    fn choose(&self, at: &PolicyContext<'_>, moves: &[Move], draw: RandomDraw) -> usize {
        let limit = SearchLimit { stop: at.stop.clone(), ..self.limit() };
        let best = search(at.state, at.terms, moves, &limit, draw.number()).best();
        moves.iter().position(|mv| *mv == best).unwrap_or_default()
    }
}

/// The index of a move with the highest value, at random among equals.
fn best(moves: &[Move], draw: RandomDraw, mut value: impl FnMut(Move) -> i32) -> usize {
    let mut highest = i32::MIN;
    let mut places = Vec::with_capacity(moves.len());
    for (place, &mv) in moves.iter().enumerate() {
        let value = value(mv);
        if value > highest {
            highest = value;
            places.clear();
        }
        if value == highest {
            places.push(place);
        }
    }
    places[draw.choice(places.len())]
}

#[cfg(test)]
mod tests {
    use super::material::material;
    use super::*;
    use crate::chess::{Kind, Mode, Officer, Rules, Side};
    use crate::player::PieceValues;
    use crate::reading::{DiceSource, samples};
    use crate::session::{Act, Session};

    fn worth(kind: Kind) -> i32 {
        match kind {
            Kind::King => 2000,
            Kind::Officer(Officer::Rook) => 500,
            Kind::Officer(_) => 300,
            Kind::Pawn(_) => 100,
        }
    }

    /// The material, piece by piece.
    fn summed(position: &Position, side: Side) -> i32 {
        let moving = position.pieces().filter(|(_, piece)| !position.is_frozen(piece.army));
        moving.map(|(_, piece)| if piece.army.side() == side { worth(piece.kind) } else { -worth(piece.kind) }).sum()
    }

    fn greedily(at: &PolicyContext<'_>, mv: Move) -> i32 {
        let (army, after) = (at.position.turn(), at.after(mv));
        let Some(to) = mv.to() else { return summed(&after, army.side()) };
        let is_attacker = |enemy| !after.attackers(to, enemy, after.occupied()).is_empty();
        let risk: i32 = after.pieces_at(to).map(|piece| worth(piece.kind)).sum();
        summed(&after, army.side()) - if army.enemies().into_iter().any(is_attacker) { risk } else { 0 }
    }

    fn purposefully(at: &PolicyContext<'_>, mv: Move) -> i32 {
        let (side, querent, ptah, after) =
            (at.position.turn().side(), at.question.army(), at.question.ptah, at.after(mv));
        let yes = after.king(querent).map_or(-1000, |king| {
            let attackers = |enemy| after.attackers(ptah, enemy, after.occupied()).len() as i32;
            let is_in_the_way = after.pieces_at(ptah).any(|piece| {
                piece.army.side() == querent.side() && (piece.army != querent || piece.kind != Kind::King)
            });
            200 * i32::from(king == ptah)
                - 30 * i32::from(king.distance(ptah))
                - 20 * querent.enemies().map(attackers).into_iter().sum::<i32>()
                - 150 * i32::from(after.in_check(querent))
                - 40 * i32::from(is_in_the_way)
        });
        summed(&after, side) / 10 + if side == querent.side() { yes } else { -yes }
    }

    #[test]
    fn the_policies_choose_what_their_definitions_say() {
        let mut chosen = 0;
        for (seed, question) in samples::varied(24).enumerate() {
            let game = Rules { mode: Mode::Game, ends_without_kings: true, ..question.rules() };
            let start = question.start();
            let game = Session::begin(SessionTerms::of_rules(game), start);
            for mut session in [Session::of_question(&question), game] {
                let mut chance = DiceSource::seeded(seed as u64);
                while session.end().is_none() && session.turns().len() < 300 {
                    let draw = chance.draw().unwrap();
                    if session.terms().rules.mode == Mode::Reading {
                        session.accept(Act::Throw(draw.throw())).unwrap();
                    }
                    let (position, moves) = (session.position(), session.moves());
                    for side in Side::ALL {
                        assert_eq!(
                            material(position, side, &PieceValues::STANDARD),
                            summed(position, side),
                            "{position}"
                        );
                    }
                    let at = PolicyContext {
                        question: &question,
                        position,
                        state: session.state(),
                        terms: session.terms(),
                        stop: &StopSignal::NEVER,
                    };
                    let [greedy, purpose] = ["greedy", "purpose"].map(|name| {
                        let player = ArmyPlayer::from_name(name).unwrap();
                        player.choose(&at, &moves, draw)
                    });
                    assert_eq!(greedy, best(&moves, draw, |mv| greedily(&at, mv)), "{position}");
                    assert_eq!(purpose, best(&moves, draw, |mv| purposefully(&at, mv)), "{position}");
                    chosen += usize::from(moves.len() > 1);
                    let mv = moves[draw.choice(moves.len())];
                    session.accept(Act::Move(mv)).unwrap();
                }
            }
        }
        assert!(chosen > 3000, "{chosen}");
    }
}
