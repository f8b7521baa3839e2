//! The 64 squares, their angles and their names.

use std::fmt;
use std::str::FromStr;

use crate::input::ParseError;

use super::Angle;

/// One of the eight files, from the left.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

crate::named_enum! {
    /// Its letter: `a`.
    File { A: "a", B: "b", C: "c", D: "d", E: "e", F: "f", G: "g", H: "h" }
}

impl File {
    /// The number 0 to 7 in [`File::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// One of the eight ranks, from the bottom.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

crate::named_enum! {
    /// Its number: `1`.
    Rank { First: "1", Second: "2", Third: "3", Fourth: "4", Fifth: "5", Sixth: "6", Seventh: "7", Eighth: "8" }
}

impl Rank {
    /// The number 0 to 7 in [`Rank::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// One of the 64 squares, numbered from a1 = 0 along the ranks to h8 = 63.
///
/// ```
/// use enochian::chess::{Angle, File, Rank, Square};
/// let square: Square = "f5".parse().unwrap();
/// assert_eq!(square, Square::new(File::F, Rank::Fifth));
/// assert_eq!(square.angle(), Angle::Water);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with a number 0 to 63, or `None` for a larger number.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square(index as u8)) } else { None }
    }

    /// The square whose number is the lowest six bits.
    #[inline]
    pub(crate) const fn wrapping(index: usize) -> Square {
        Square((index & 63) as u8)
    }

    /// The square on a file and a rank.
    #[must_use]
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank as u8 * 8 + file as u8)
    }

    /// All 64 squares in the order a1, b1 … h8.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u8).map(Square)
    }

    /// All 64 squares as a board shows them, in the order a8, b8 … h1.
    pub fn from_a8() -> impl Iterator<Item = Square> {
        Rank::ALL.into_iter().rev().flat_map(|rank| File::ALL.map(|file| Square::new(file, rank)))
    }

    /// The number 0 to 63.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        // Always so; but the compiler has to be told, or it checks every look at a table.
        (self.0 & 63) as usize
    }

    /// The file.
    #[must_use]
    #[inline]
    pub const fn file(self) -> File {
        File::ALL[self.index() % 8]
    }

    /// The rank.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() / 8]
    }

    /// Whether it has the colour of a1, which is dark.
    #[must_use]
    #[inline]
    pub const fn is_dark(self) -> bool {
        (self.file().index() + self.rank().index()).is_multiple_of(2)
    }

    /// The square that is this many files to the right and ranks up, if it is on the board.
    #[must_use]
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 { Some(Square((rank * 8 + file) as u8)) } else { None }
    }

    /// The distance in king's moves.
    #[must_use]
    #[inline]
    pub fn distance(self, other: Square) -> u8 {
        let (files, ranks) = (self.file() as u8, self.rank() as u8);
        files.abs_diff(other.file() as u8).max(ranks.abs_diff(other.rank() as u8))
    }

    /// The angle, the 4×4 quarter, in which the square lies (RULES 1.1).
    #[must_use]
    #[inline]
    pub const fn angle(self) -> Angle {
        match (self.file().index() < 4, self.rank().index() < 4) {
            (true, false) => Angle::Air,
            (false, false) => Angle::Water,
            (false, true) => Angle::Fire,
            (true, true) => Angle::Earth,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.0 % 8, b'1' + self.0 / 8];
        f.pad(std::str::from_utf8(&name).unwrap_or_default())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

const NOT_A_SQUARE: ParseError = ParseError("expected a square: a letter a to h and a number 1 to 8, such as f5");

/// Reads `f5`, or `F5`.
impl FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let &[file, rank] = text.as_bytes() else { return Err(NOT_A_SQUARE) };
        let file = File::ALL.get(usize::from(file.to_ascii_lowercase().wrapping_sub(b'a')));
        let rank = Rank::ALL.get(usize::from(rank.wrapping_sub(b'1')));
        file.zip(rank).map(|(&file, &rank)| Square::new(file, rank)).ok_or(NOT_A_SQUARE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_the_numbers_0_to_63() {
        assert_eq!(Square::from_index(0), "a1".parse().ok());
        assert_eq!(Square::from_index(63), "h8".parse().ok());
        assert_eq!(Square::from_index(64), None);
    }

    #[test]
    fn every_square_reads_back_by_its_name() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(format!("{square:?}"), square.to_string());
        }
        for wrong in ["", "a", "a0", "i1", "a9", "a11", "ä1"] {
            assert_eq!(wrong.parse::<Square>(), Err(NOT_A_SQUARE), "{wrong:?}");
        }
    }
}
