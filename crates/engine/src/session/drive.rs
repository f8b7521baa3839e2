//! The loop that plays every session; simulations have loops of their own.

use std::fmt;

use crate::chess::Move;
use crate::reading::{EndReason, RandomDraw};

use super::{Act, SessionState, SessionTerms, TurnMoves, TurnOptions};

/// Where a session is played: a plain session, a journal, a simulation that counts.
pub trait SessionHost {
    /// Why an act can fail.
    type Error;

    /// The state of the session, and its terms.
    fn session_state(&self) -> (&SessionState, &SessionTerms);

    /// Carries out an act.
    ///
    /// # Errors
    /// If it is not possible, or cannot be saved; then nothing has changed.
    fn act(&mut self, act: Act) -> Result<(), Self::Error>;
}

/// A player who chooses the acts at a host.
pub trait Player<T> {
    /// Why the player cannot continue.
    type Error;

    /// Called when the die has to be thrown.
    ///
    /// # Errors
    /// Those of the player.
    fn throw(&mut self, host: &mut T) -> Result<Flow, Self::Error>;

    /// Called when one of these moves has to be chosen; a turn without a move has only the pass.
    ///
    /// # Errors
    /// Those of the player.
    fn play(&mut self, host: &mut T, turn: TurnMoves) -> Result<Flow, Self::Error>;
}

/// Whether a session continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The options of the turn are determined again.
    Continue,
    /// The player stops.
    Stop,
}

/// Plays until the session ends, and returns the reason, or until the player stops.
///
/// # Errors
/// Those of the player.
///
/// ```
/// use enochian::chess::{Angle, Army, Array, Board, Direction, Move, Position, Rules};
/// use enochian::reading::{DiceSource, RandomDraw};
/// use enochian::session::{AutoPlayer, Session, SessionTerms, drive};
/// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
/// let mut game = Session::begin(SessionTerms::of_rules(Rules::CHESSVARIANTS), start);
/// let mut chance = DiceSource::seeded(7);
/// // Ten turns, with equally probable moves.
/// let draw = || Ok(chance.draw().expect("a seed always gives numbers"));
/// let choose = |_: &Session, moves: &[Move], draw: RandomDraw| draw.choice(moves.len());
/// assert_eq!(drive(&mut game, &mut AutoPlayer::new(10, draw, choose)), Ok(None));
/// assert_eq!(game.turns().len(), 10);
/// ```
pub fn drive<T: SessionHost, P: Player<T>>(host: &mut T, player: &mut P) -> Result<Option<EndReason>, P::Error> {
    loop {
        let (state, terms) = host.session_state();
        let flow = match state.options(terms) {
            TurnOptions::Over(end) => return Ok(Some(end)),
            TurnOptions::Throw => player.throw(host)?,
            TurnOptions::Moves(turn) => player.play(host, turn)?,
        };
        if flow == Flow::Stop {
            return Ok(None);
        }
    }
}

/// Plays automatically: takes random draws from one function and lets another choose the moves.
///
/// It never exchanges prisoners or withdraws.
pub struct AutoPlayer<D, C> {
    /// The number of turns left to play.
    left: u32,
    draw: D,
    choose: C,
    /// The random draw of the current throw.
    current: Option<RandomDraw>,
}

impl<D, C> fmt::Debug for AutoPlayer<D, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AutoPlayer").field("left", &self.left).field("current", &self.current).finish_non_exhaustive()
    }
}

impl<D, C> AutoPlayer<D, C> {
    /// Plays at most `turns` turns. `draw` returns a turn's random draw, `choose` the index of a move.
    pub const fn new(turns: u32, draw: D, choose: C) -> AutoPlayer<D, C> {
        AutoPlayer { left: turns, draw, choose, current: None }
    }
}

impl<T, D, C> Player<T> for AutoPlayer<D, C>
where
    T: SessionHost,
    D: FnMut() -> Result<RandomDraw, T::Error>,
    C: FnMut(&T, &[Move], RandomDraw) -> usize,
{
    type Error = T::Error;

    fn throw(&mut self, host: &mut T) -> Result<Flow, T::Error> {
        if self.left == 0 {
            return Ok(Flow::Stop);
        }
        let draw = (self.draw)()?;
        self.current = Some(draw);
        host.act(Act::Throw(draw.throw()))?;
        Ok(Flow::Continue)
    }

    fn play(&mut self, host: &mut T, turn: TurnMoves) -> Result<Flow, T::Error> {
        if self.left == 0 {
            return Ok(Flow::Stop);
        }
        // In a game nothing is thrown; and a throw may have been made before this player started.
        let draw = self.current.take().map_or_else(&mut self.draw, Ok)?;
        let mv = match turn.moves.as_slice() {
            [Move::Pass] => Move::Pass,
            moves => moves[(self.choose)(host, moves, draw)],
        };
        host.act(Act::Move(mv))?;
        self.left -= 1;
        Ok(Flow::Continue)
    }
}
