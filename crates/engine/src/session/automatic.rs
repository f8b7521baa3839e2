//! Turns that play themselves.

use crate::chess::Move;
use crate::reading::RandomDraw;

use super::{Act, Session, TurnOptions};

impl Session {
    /// The acts of the current turn with a random draw: its throw, if the die is still to be thrown, and the move that `choose` takes
    /// among those that are possible, by its index. A turn without a move has no choice. Empty when the session is over.
    ///
    /// It never exchanges prisoners or withdraws.
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Position, Rules};
    /// use enochian::reading::DiceSource;
    /// use enochian::session::{Session, SessionTerms};
    /// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// let mut game = Session::begin(SessionTerms::of_rules(Rules::CHESSVARIANTS), start);
    /// let mut chance = DiceSource::seeded(7);
    /// // Ten turns, with equally probable moves.
    /// while game.turns().len() < 10 {
    ///     let draw = chance.draw().expect("a seed always gives numbers");
    ///     for act in game.automatic_turn(draw, |moves| draw.choice(moves.len())) {
    ///         game.accept(act).expect("it is possible");
    ///     }
    /// }
    /// ```
    #[must_use]
    pub fn automatic_turn(&self, draw: RandomDraw, choose: impl FnOnce(&[Move]) -> usize) -> Vec<Act> {
        let (mut acts, mut options) = (Vec::new(), self.options());
        if options == TurnOptions::Throw {
            let throw = draw.throw();
            acts.push(Act::Throw(throw));
            options = TurnOptions::Moves(self.terms().moves_for(self.position(), throw));
        }
        if let TurnOptions::Moves(turn) = options {
            acts.push(Act::Move(match *turn.moves {
                [Move::Pass] => Move::Pass,
                ref moves => moves[choose(moves)],
            }));
        }
        acts
    }
}
