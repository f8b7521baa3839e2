//! The Zobrist hash of a position.

use super::{Direction, Kind, Position};

/// What a key stands for; each has numbers of its own.
#[repr(u64)]
enum Part {
    Piece,
    Command,
    Captor,
    PawnsLost,
    Turn,
    Widdershins,
    Ply,
}

impl Position {
    /// The Zobrist hash: one 64-bit key for every piece on its square, for each army's command, captor and lost pawns, for
    /// the turn, the direction and the number of plies, joined by exclusive or.
    ///
    /// It covers just what `==` compares. Equal positions have the same hash, whatever moves led to them; two different
    /// ones share it by chance in 1 of 2⁶⁴ cases. The keys are fixed, so a hash may be stored: it is the same on every
    /// computer and stays the same in later versions. It is no defence against people who look for collisions.
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Position, Rules};
    /// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// let after = |moves: &str| {
    ///     moves.split(' ').fold(start.clone(), |mut position, text| {
    ///         let mv = text.parse().expect("a move");
    ///         position.play(mv, &Rules::CHESSVARIANTS, &mut ()).expect("a legal move");
    ///         position
    ///     })
    /// };
    /// let (one, two) = (after("Pa7a6 Pg5f5 Ph2h3 Pb4c4 Pb7b6"), after("Pb7b6 Pg5f5 Ph2h3 Pb4c4 Pa7a6"));
    /// assert_eq!(one.zobrist_hash(), two.zobrist_hash());
    /// assert_ne!(one.zobrist_hash(), start.zobrist_hash());
    /// ```
    #[must_use]
    pub fn zobrist_hash(&self) -> u64 {
        let pieces = self.pieces().map(|(square, piece)| {
            let kind = match piece.kind {
                Kind::King => 0,
                Kind::Officer(officer) => 1 + officer.index(),
                Kind::Pawn(officer) => 5 + officer.index(),
            };
            key(Part::Piece, (square.index() * 4 + piece.army.index()) * 9 + kind)
        });
        let armies = (0..4).map(|army| {
            let captor = self.prisoners[army].map_or(0, |captor| 1 + captor.index());
            key(Part::Command, 4 * army + self.command[army] as usize)
                ^ key(Part::Captor, 5 * army + captor)
                ^ key(Part::PawnsLost, 256 * army + usize::from(self.pawns_lost[army]))
        });
        let table = [
            key(Part::Turn, self.turn.index()),
            key(Part::Widdershins, usize::from(self.direction == Direction::Widdershins)),
            key(Part::Ply, self.ply as usize),
        ];
        pieces.chain(armies).chain(table).fold(0, |hash, key| hash ^ key)
    }
}

/// A key that looks like chance and never changes.
fn key(part: Part, number: usize) -> u64 {
    splitmix64((part as u64) << 32, number as u64)
}

/// The number of that index which SplitMix64 yields, begun from the seed.
#[inline]
pub const fn splitmix64(seed: u64, index: u64) -> u64 {
    /// 2^64 divided by the golden ratio, made odd.
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut z = seed.wrapping_add(STEP.wrapping_mul(index.wrapping_add(1)));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::chess::{Angle, Army, Array, Board, Control, Rules, Square};

    fn start() -> Position {
        Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil)
    }

    #[test]
    fn equal_positions_have_equal_hashes_and_others_have_others() {
        let (mut hashes, mut reached) = (HashMap::new(), 0);
        let mut see = |position: &Position| {
            reached += 1;
            *hashes.entry(position.clone()).or_insert_with(|| position.zobrist_hash()) == position.zobrist_hash()
        };
        fn tree(position: &Position, depth: u32, rules: &Rules, see: &mut impl FnMut(&Position) -> bool) {
            assert!(see(position), "{position}");
            if depth > 0 {
                for mv in position.moves(rules) {
                    let mut next = position.clone();
                    next.play(mv, rules, &mut ()).unwrap();
                    tree(&next, depth - 1, rules, see);
                }
            }
        }
        for array in Array::all() {
            for direction in [Direction::Deosil, Direction::Widdershins] {
                tree(&Position::start(array, Army::Air, direction), 3, &Rules::CHESSVARIANTS, &mut see);
            }
        }
        tree(&start(), 5, &Rules::CHESSVARIANTS, &mut see);
        // Readings at random, to their ends and beyond: captures, concourses, thrones, promotions.
        for game in 0..200 {
            let mut position = start();
            for ply in 0..400 {
                let moves = position.moves(&Rules::ZALEWSKI.reading());
                if moves.is_empty() {
                    break;
                }
                let mv = moves[(splitmix64(game, ply) % moves.len() as u64) as usize];
                position.play(mv, &Rules::ZALEWSKI.reading(), &mut ()).unwrap();
                assert!(see(&position), "{position}");
            }
        }
        let distinct: HashSet<u64> = hashes.values().copied().collect();
        assert_eq!(distinct.len(), hashes.len(), "two positions have one hash");
        assert!(hashes.len() > 100_000 && reached > hashes.len() + 50_000, "{} of {reached}", hashes.len());
    }

    #[test]
    fn every_part_of_a_position_counts() {
        type Change = fn(&mut Position);
        let changes: [Change; 9] = [
            |position| position.turn = Army::Water,
            |position| position.direction = Direction::Widdershins,
            |position| position.ply = 1,
            |position| position.ply = u32::MAX,
            |position| position.command[2] = Control::Frozen,
            |position| position.command[3] = Control::Frozen,
            |position| position.prisoners[1] = Some(Army::Air),
            |position| position.pawns_lost[1] = 1,
            |position| {
                let square: Square = "a1".parse().unwrap();
                position.clear(Army::Earth, square);
            },
        ];
        let changed = changes.iter().map(|change| {
            let mut position = start();
            change(&mut position);
            position.zobrist_hash()
        });
        let hashes: HashSet<u64> = changed.chain([start().zobrist_hash()]).collect();
        assert_eq!(hashes.len(), changes.len() + 1);
    }

    #[test]
    fn the_keys_do_not_change() {
        assert_eq!(start().zobrist_hash(), 0x7d32_f207_8e9d_b180);
    }
}
