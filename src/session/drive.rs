//! The loop in which every session is played but those of the fast simulation.

use crate::chess::Move;
use crate::reading::{EndReason, RandomDraw};

use super::{Act, SessionState, SessionTerms, TurnMoves, TurnOptions};

/// Where a session is played: a bare session, a journal, a simulation that counts.
pub trait SessionHost {
    /// Why an act can fail.
    type Error;

    /// How things stand, and by what is played.
    fn session_state(&self) -> (&SessionState, &SessionTerms);

    /// Makes an act.
    ///
    /// # Errors
    /// When it does not fit, or cannot be kept; then it has not happened.
    fn act(&mut self, act: Act) -> Result<(), Self::Error>;
}

/// Somebody who makes the acts at a table.
pub trait Player<T> {
    /// Why the player cannot go on.
    type Error;

    /// The die is to be thrown.
    ///
    /// # Errors
    /// The player's own.
    fn throw(&mut self, table: &mut T) -> Result<Flow, Self::Error>;

    /// One of these moves is to be made; the pass alone is a turn without a move.
    ///
    /// # Errors
    /// The player's own.
    fn play(&mut self, table: &mut T, turn: TurnMoves) -> Result<Flow, Self::Error>;
}

/// Whether a session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It is looked again what the turn can be.
    GoOn,
    /// The player stops here.
    Stop,
}

/// Plays until the end, which it gives, or until the player stops.
///
/// # Errors
/// The player's.
///
/// ```
/// use enochian::chess::{Angle, Army, Array, Board, Direction, Move, Position, Rules};
/// use enochian::reading::{DiceSource, RandomDraw};
/// use enochian::session::{AutoPlayer, Session, SessionTerms, drive};
/// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
/// let mut game = Session::begin(SessionTerms::of_rules(Rules::CHESSVARIANTS), start);
/// let mut chance = DiceSource::seeded(7);
/// // Ten turns, each move as likely as another.
/// let draw = || Ok(chance.draw().expect("a seed always gives numbers"));
/// let choose = |_: &Session, moves: &[Move], draw: RandomDraw| draw.choice(moves.len());
/// assert_eq!(drive(&mut game, &mut AutoPlayer::new(10, draw, choose)), Ok(None));
/// assert_eq!(game.turns().len(), 10);
/// ```
pub fn drive<T: SessionHost, P: Player<T>>(table: &mut T, player: &mut P) -> Result<Option<EndReason>, P::Error> {
    loop {
        let (state, terms) = table.session_state();
        let flow = match state.options(terms) {
            TurnOptions::Over(end) => return Ok(Some(end)),
            TurnOptions::Throw => player.throw(table)?,
            TurnOptions::Moves(turn) => player.play(table, turn)?,
        };
        if flow == Flow::Stop {
            return Ok(None);
        }
    }
}

/// Plays by itself: takes each turn's share of chance from one place, and lets another choose among the moves.
///
/// It never exchanges prisoners and never withdraws.
pub struct AutoPlayer<D, C> {
    /// How many turns it still plays.
    left: u32,
    draw: D,
    choose: C,
    /// The share of chance from which the throw on the table came.
    drawn: Option<RandomDraw>,
}

impl<D, C> AutoPlayer<D, C> {
    /// Plays at most so many turns. `draw` gives a turn's share of chance, `choose` the place of a move among several.
    pub const fn new(turns: u32, draw: D, choose: C) -> AutoPlayer<D, C> {
        AutoPlayer { left: turns, draw, choose, drawn: None }
    }
}

impl<T, D, C> Player<T> for AutoPlayer<D, C>
where
    T: SessionHost,
    D: FnMut() -> Result<RandomDraw, T::Error>,
    C: FnMut(&T, &[Move], RandomDraw) -> usize,
{
    type Error = T::Error;

    fn throw(&mut self, table: &mut T) -> Result<Flow, T::Error> {
        if self.left == 0 {
            return Ok(Flow::Stop);
        }
        let draw = (self.draw)()?;
        self.drawn = Some(draw);
        table.act(Act::Throw(draw.throw()))?;
        Ok(Flow::GoOn)
    }

    fn play(&mut self, table: &mut T, turn: TurnMoves) -> Result<Flow, T::Error> {
        if self.left == 0 {
            return Ok(Flow::Stop);
        }
        // In a game nothing was thrown; and a throw that lay on the table already stands.
        let draw = self.drawn.take().map_or_else(&mut self.draw, Ok)?;
        let mv = match turn.moves.as_slice() {
            [Move::Pass] => Move::Pass,
            moves => moves[(self.choose)(table, moves, draw)],
        };
        table.act(Act::Move(mv))?;
        self.left -= 1;
        Ok(Flow::GoOn)
    }
}
