//! Sets of squares, one bit per square.

use std::fmt;
use std::num::NonZeroU64;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::Square;

/// A set of squares.
///
/// ```
/// use enochian::chess::{Bitboard, Square};
/// let a1: Square = "a1".parse().unwrap();
/// let h8: Square = "h8".parse().unwrap();
/// let corners: Bitboard = [a1, h8].into_iter().collect();
/// assert_eq!(corners.len(), 2);
/// assert!(corners.has(a1));
/// assert_eq!(corners.into_iter().last(), Some(h8));
/// ```
///
/// It is printed as a board, the eighth rank first:
///
/// ```
/// # use enochian::chess::Bitboard;
/// let second_rank = Bitboard(0xff00);
/// assert!(second_rank.to_string().ends_with(". . . . . . . .\nX X X X X X X X\n. . . . . . . .\n"));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// The set with one square.
    #[must_use]
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// Whether the square is in the set.
    #[must_use]
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Whether the sets have a square in common.
    #[must_use]
    #[inline]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// The number of squares in the set.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it has at most one square; cheaper than counting them.
    #[must_use]
    #[inline]
    pub const fn has_at_most_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) == 0
    }

    /// Whether it is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first square in the order a1, b1 … h8.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Square> {
        match NonZeroU64::new(self.0) {
            Some(squares) => Some(Square::wrapping(squares.trailing_zeros() as usize)),
            None => None,
        }
    }

    /// The set without a square.
    #[must_use]
    #[inline]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square.index()))
    }

    /// The set with a square.
    #[must_use]
    #[inline]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square.index())
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Bitboard(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl FromIterator<Square> for Bitboard {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

/// The squares of a set in the order a1, b1 … h8.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// Writes a board of `X` and `.`, the eighth rank first.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in self.0.to_be_bytes() {
            let squares: Vec<&str> = (0..8).map(|file| if rank >> file & 1 == 1 { "X" } else { "." }).collect();
            writeln!(f, "{}", squares.join(" "))?;
        }
        Ok(())
    }
}

/// Writes the same board, on lines of its own.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &str) -> Bitboard {
        squares.split(' ').map(|square| square.parse::<Square>().unwrap()).collect()
    }

    #[test]
    fn sets_with_squares_in_common_are_joined_and_cut() {
        let (one, other) = (set("a1 d4 h8"), set("b1 d4"));
        assert_eq!(one | other, set("a1 b1 d4 h8"));
        assert_eq!(one & other, set("d4"));
        assert_eq!(one ^ other, set("a1 b1 h8"));
        let mut joined = one;
        joined |= other;
        assert_eq!(joined, one | other);
    }
}
