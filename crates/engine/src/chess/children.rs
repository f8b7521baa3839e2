//! The positions after the moves, without looking up the pieces that move.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::{Bitboard, Kind, Move, MoveSet, Movers, Officer, Piece, Position, Role};

impl Position {
    /// Calls `each` with every legal move and the position after it, piece by piece.
    ///
    /// This is faster than a clone and [`Position::play_unchecked`] for each move: the piece is known, it is lifted from
    /// its square once, and put on each of its quiet targets in turn.
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Position};
    /// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// let mut replies = 0;
    /// start.each_child(&mut |_, child| replies += child.moves().len());
    /// assert_eq!(replies as u64, start.perft(2));
    /// ```
    pub fn each_child(&self, each: &mut impl FnMut(Move, &Position)) {
        // After a pass, and after a quiet move as soon as its piece is on the new square.
        let mut child = self.clone();
        child.ply = self.ply.saturating_add(1);
        child.turn = self.turn_after(self.turn);
        let ControlFlow::Continue(()) = self.each_set::<Infallible>(Movers::Any, &mut |set| {
            match set {
                Some(set) => self.each_child_of(set, &mut child, each),
                None => each(Move::Pass, &child),
            }
            ControlFlow::Continue(())
        });
    }

    /// Calls `each` with the moves of one piece and the positions after them. `child` is the position after a pass, and
    /// is so again afterwards.
    fn each_child_of(&self, set: MoveSet, child: &mut Position, each: &mut impl FnMut(Move, &Position)) {
        let (piece, from, eventful) = (set.piece, set.from, self.eventful(set.piece));
        let role = Role::from(piece.kind);
        child.place_on_each(piece, from, set.to & !eventful, |to, child| {
            each(Move::Step { role, from, to, promotion: None }, child);
        });
        for mv in set.within(eventful) {
            let Move::Step { to, promotion, .. } = mv else { continue };
            let mut child = self.clone();
            child.ply = self.ply.saturating_add(1);
            child.step(piece, from, to, promotion, &mut ());
            child.turn = child.turn_after(self.turn);
            each(mv, &child);
        }
    }

    /// The squares where a piece that lands may do more than stand there: capture (RULES 3.4), complete a concourse
    /// (RULES 3.6), arrive at the far edge (RULES 5.1) or seize a throne (RULES 6.1).
    #[inline]
    fn eventful(&self, piece: Piece) -> Bitboard {
        let empty = match piece.kind {
            Kind::King => Bitboard::of(piece.army.partner().throne()),
            Kind::Officer(officer @ (Officer::Bishop | Officer::Queen)) => self.nearly_concourse(officer),
            Kind::Officer(Officer::Rook | Officer::Knight) => Bitboard::EMPTY,
            Kind::Pawn(_) => piece.army.far_edge(),
        };
        self.occupied() | empty
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Army, Array, Direction, Rules, splitmix64};

    /// All children as they come from playing the listed moves one by one.
    fn played(position: &Position) -> Vec<(Move, Position)> {
        let after = |mv| {
            let mut child = position.clone();
            child.play(mv, &mut ()).unwrap();
            (mv, child)
        };
        let mut moves = position.moves();
        moves.sort_unstable();
        moves.into_iter().map(after).collect()
    }

    /// The children as they are listed.
    fn listed(position: &Position) -> Vec<(Move, Position)> {
        let mut children = Vec::new();
        position.each_child(&mut |mv, child| children.push((mv, child.clone())));
        children.sort_unstable_by_key(|(mv, _)| *mv);
        children
    }

    #[test]
    fn the_children_are_the_positions_after_the_moves() {
        let (mut seen, mut captures, mut promotions) = (0, 0, 0);
        for (number, array) in Array::all().into_iter().enumerate() {
            let direction = [Direction::Deosil, Direction::Widdershins][number % 2];
            for rules in [Rules::CHESSVARIANTS, Rules::ZALEWSKI.with_array(array)] {
                for rules in [rules, rules.reading()] {
                    let mut position = Position::start(array, Army::Air, direction).with_rules(rules);
                    for ply in 0..600 {
                        let mut children = listed(&position);
                        assert_eq!(children, played(&position), "{position}");
                        let hash = position.zobrist_hash();
                        let has_its_hash =
                            |child: &Position| child.zobrist_hash_from(&position, hash) == child.zobrist_hash();
                        assert!(children.iter().all(|(_, child)| has_its_hash(child)), "{position}");
                        if children.is_empty() {
                            break;
                        }
                        let pieces = |position: &Position| position.pieces().count();
                        let pawns = |position: &Position| Army::ALL.map(|army| position.pawns(army).len());
                        seen += children.len();
                        captures += children.iter().filter(|(_, child)| pieces(child) < pieces(&position)).count();
                        promotions += children
                            .iter()
                            .filter(|(_, child)| pieces(child) == pieces(&position) && pawns(child) != pawns(&position))
                            .count();
                        let chosen = splitmix64(number as u64, ply) % children.len() as u64;
                        position = children.swap_remove(chosen as usize).1;
                    }
                }
            }
        }
        assert!(seen > 100_000 && captures > 10_000 && promotions > 100, "{seen} {captures} {promotions}");
    }

    #[test]
    fn a_concourse_is_among_the_children() {
        for (text, mv) in [
            ("aK7/5wr1wK/1ar4eB1/3aBfB3/3wB4/6fr1/2er5/eK6fK e ---- ---- 0000 0", "Bg6e4"),
            ("aK7/5wr1wK/1ar2eQ3/3aQfQ3/3wQ4/6fr1/2er5/eK6fK e ---- ---- 0000 0", "Qe6e4"),
        ] {
            let (before, mv): (Position, Move) = (text.parse().unwrap(), mv.parse().unwrap());
            for rules in [Rules::CHESSVARIANTS, Rules::ZALEWSKI.reading()] {
                let before = before.clone().with_rules(rules);
                let children = listed(&before);
                assert_eq!(children, played(&before));
                let after = &children.iter().find(|child| child.0 == mv).unwrap().1;
                assert!(before.occupied().len() - after.occupied().len() >= 2, "{after}");
            }
        }
    }

    #[test]
    fn an_army_without_a_move_has_one_child_and_a_finished_game_none() {
        let rules = Rules::CHESSVARIANTS.reading();
        let read = |text: &str| text.parse::<Position>().unwrap().with_rules(rules);
        let shut_in = read("aKfR6/fNfQ6/8/8/8/8/5wr1wK/eK6fK a ---- ---- 0000 7");
        let children = listed(&shut_in);
        assert_eq!(children, played(&shut_in));
        assert_eq!((children[0].0, children[0].1.turn(), children[0].1.ply()), (Move::Pass, Army::Water, 8));
        let over = read("8/6ar1/8/8/aK7/5fb2/wq7/6erfK f -x-x -f-a 0000 9");
        assert_eq!(listed(&over), []);
    }
}
