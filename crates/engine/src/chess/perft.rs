//! Counts sequences of moves, to compare programs (RULES 9.4).

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::{Movers, Position};

impl Position {
    /// Counts the sequences of `depth` plies from this position (RULES 9.4).
    ///
    /// The skipped turn of a frozen army is not a ply. An army without a legal move has one continuation, the pass; a
    /// finished game has none. Exchanges and withdrawals are not counted. Under
    /// [`Rules::reading`](crate::chess::Rules::reading) the dice are ignored: any piece may move, and a No Move is counted
    /// only if there is no move.
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Position};
    /// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// assert_eq!(start.perft(0), 1);
    /// assert_eq!(start.perft(1), start.moves().len() as u64);
    /// assert_eq!(start.perft(3), 1475);
    /// ```
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            // The moves of the last ply are counted, not played.
            1 => {
                let mut count = 0;
                let ControlFlow::Continue(()) = self.each_set::<Infallible>(Movers::Any, &mut |set| {
                    count += set.map_or(1, |set| set.len() as u64);
                    ControlFlow::Continue(())
                });
                count
            }
            _ => {
                let mut count = 0;
                self.each_child(&mut |_, child| count += child.perft(depth - 1));
                count
            }
        }
    }
}
