//! The Zobrist hash of a position.

use super::{Bitboard, Direction, Kind, Position};

/// One key for every piece of every army on every square.
static PIECES: [[[u64; Kind::ALL.len()]; 4]; 64] = {
    let mut keys = [[[0; Kind::ALL.len()]; 4]; 64];
    let mut number = 0;
    while number < 64 * 4 * Kind::ALL.len() {
        let (square, piece) = (number / (4 * Kind::ALL.len()), number % (4 * Kind::ALL.len()));
        keys[square][piece / Kind::ALL.len()][piece % Kind::ALL.len()] = splitmix64(0, number as u64);
        number += 1;
    }
    keys
};

impl Position {
    /// The Zobrist hash: one 64-bit key for every piece on its square, and one for the turn, the direction and each army's
    /// command, captor and lost pawns, joined by exclusive or.
    ///
    /// It covers just what [`Position::same_position`] compares, so not the number of plies: the same position has the same
    /// hash, whatever moves led to it. Two different ones share it by chance in 1 of 2⁶⁴ cases. The keys are the same on
    /// every computer. It is no defence against people who look for collisions.
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Position};
    /// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// let after = |moves: &str| {
    ///     moves.split(' ').fold(start.clone(), |mut position, text| {
    ///         let mv = text.parse().expect("a move");
    ///         position.play(mv, &mut ()).expect("a legal move");
    ///         position
    ///     })
    /// };
    /// // Four knights go out and back: the same position, eight plies later.
    /// let back = after("Nc8d6 Nh6f5 Nf1e3 Na3c4 Nd6c8 Nf5h6 Ne3f1 Nc4a3");
    /// assert_eq!(back.zobrist_hash(), start.zobrist_hash());
    /// assert_ne!(after("Nc8d6").zobrist_hash(), start.zobrist_hash());
    /// ```
    #[must_use]
    pub fn zobrist_hash(&self) -> u64 {
        let empty = Position::empty(self.turn, self.direction);
        self.zobrist_hash_from(&empty, empty.state_key())
    }

    /// The same hash, made from that of a position from which this one differs little, such as the one before a move.
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Position};
    /// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// let hash = start.zobrist_hash();
    /// start.each_child(&mut |_, child| {
    ///     assert_eq!(child.zobrist_hash_from(&start, hash), child.zobrist_hash());
    /// });
    /// ```
    #[must_use]
    pub fn zobrist_hash_from(&self, other: &Position, hash: u64) -> u64 {
        let changed = self.changed_squares(other);
        hash ^ self.pieces_key(changed) ^ other.pieces_key(changed) ^ self.state_key() ^ other.state_key()
    }

    /// The keys of the pieces on some squares.
    fn pieces_key(&self, squares: Bitboard) -> u64 {
        let keys = squares.into_iter().flat_map(|square| {
            self.pieces_at(square).map(move |piece| PIECES[square.index()][piece.army.index()][piece.kind.index()])
        });
        keys.fold(0, |hash, key| hash ^ key)
    }

    /// The key of all but the pieces and the plies.
    fn state_key(&self) -> u64 {
        let mut state = self.turn.index() as u64 * 2 + u64::from(self.direction == Direction::Widdershins);
        for army in 0..4 {
            let captor = self.prisoners[army].map_or(0, |captor| 1 + captor.index() as u64);
            state = (state * 4 + self.command[army] as u64) * 5 + captor;
            state = state * 256 + u64::from(self.pawns_lost[army]);
        }
        splitmix64(1, state)
    }
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
    use crate::chess::{Angle, Army, Array, Board, Control, Square};

    fn start() -> Position {
        Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil)
    }

    #[test]
    fn equal_positions_have_equal_hashes_and_others_have_others() {
        let (mut hashes, mut reached) = (HashMap::new(), 0);
        let mut see = |position: &Position| {
            reached += 1;
            let mut timeless = position.clone();
            timeless.ply = 0;
            *hashes.entry(timeless).or_insert_with(|| position.zobrist_hash()) == position.zobrist_hash()
        };
        fn tree(position: &Position, depth: u32, see: &mut impl FnMut(&Position) -> bool) {
            assert!(see(position), "{position}");
            if depth > 0 {
                let hash = position.zobrist_hash();
                position.each_child(&mut |_, child| {
                    assert_eq!(child.zobrist_hash_from(position, hash), child.zobrist_hash());
                    tree(child, depth - 1, see);
                });
            }
        }
        for array in Array::all() {
            for direction in [Direction::Deosil, Direction::Widdershins] {
                tree(&Position::start(array, Army::Air, direction), 3, &mut see);
            }
        }
        tree(&start(), 5, &mut see);
        let distinct: HashSet<u64> = hashes.values().copied().collect();
        assert_eq!(distinct.len(), hashes.len(), "two positions have one hash");
        assert!(hashes.len() > 100_000 && reached > hashes.len() + 50_000, "{} of {reached}", hashes.len());
    }

    #[test]
    fn every_part_of_a_position_counts_but_not_the_plies() {
        type Change = fn(&mut Position);
        let changes: [Change; 7] = [
            |position| position.turn = Army::Water,
            |position| position.direction = Direction::Widdershins,
            |position| position.command[2] = Control::Frozen,
            |position| position.command[3] = Control::Frozen,
            |position| position.prisoners[1] = Some(Army::Air),
            |position| position.pawns_lost[1] = 1,
            |position| position.clear(Army::Earth, Square::wrapping(0)),
        ];
        let mut hashes = HashSet::from([start().zobrist_hash()]);
        for change in changes {
            let mut changed = start();
            change(&mut changed);
            assert!(!changed.same_position(&start()));
            hashes.insert(changed.zobrist_hash());
        }
        assert_eq!(hashes.len(), changes.len() + 1);
        let mut later = start();
        later.ply = u32::MAX;
        assert!(later != start() && later.same_position(&start()) && later.zobrist_hash() == start().zobrist_hash());
    }

    #[test]
    fn the_keys_do_not_change() {
        assert_eq!(start().zobrist_hash(), 0x4362_efde_5b32_466f);
    }
}
