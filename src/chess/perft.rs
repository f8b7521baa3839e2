//! Perft: counting sequences of moves, to compare programs (RULES 9.4).

use super::{Move, Position, Rules};

impl Position {
    /// The number of sequences of so many moves (RULES 9.4).
    ///
    /// An army without a legal move has one child, the pass; a finished game has none; the skipped turn of a frozen
    /// army is no node. Exchanges and withdrawals are not counted.
    ///
    /// ```
    /// use enochian::chess::{Army, Array, Direction, Element, Position, Rules};
    /// let position = Position::start(Array::of(Element::Air, Element::Air), Army::Air, Direction::Deosil);
    /// assert_eq!(position.perft(1, &Rules::CHESSVARIANTS), 12);
    /// ```
    pub fn perft(&self, depth: u32, rules: &Rules) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.outcome(rules).is_some() {
            return 0;
        }
        let mut moves = self.moves(rules);
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
        if depth == 1 {
            return moves.len() as u64;
        }
        let counts = moves.into_iter().map(|mv| {
            let mut next = self.clone();
            // A move that was listed is never refused.
            next.play(mv, rules, &mut ()).map_or(0, |()| next.perft(depth - 1, rules))
        });
        counts.fold(0, u64::saturating_add)
    }
}
