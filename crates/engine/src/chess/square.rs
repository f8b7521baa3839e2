//! The 64 squares, their angles and their names.

use std::fmt;
use std::str::FromStr;

use crate::input::ParseError;

use super::Angle;

/// One of the 64 squares, numbered from a1 = 0 along the ranks to h8 = 63.
///
/// ```
/// use enochian::chess::{Angle, Square};
/// let square: Square = "f5".parse().unwrap();
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

    /// The square on a file (0 = a … 7 = h) and a rank (0 = first … 7 = eighth), if both are on the board.
    #[must_use]
    #[inline]
    pub const fn new(file: i8, rank: i8) -> Option<Square> {
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 { Some(Square((rank * 8 + file) as u8)) } else { None }
    }

    /// All 64 squares in the order a1, b1 … h8.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u8).map(Square)
    }

    /// The number 0 to 63.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        // Always so; but the compiler has to be told, or it checks every look at a table.
        (self.0 & 63) as usize
    }

    /// The file, 0 = a … 7 = h.
    #[must_use]
    #[inline]
    pub const fn file(self) -> i8 {
        (self.0 % 8) as i8
    }

    /// The rank, 0 = first … 7 = eighth.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> i8 {
        (self.0 / 8) as i8
    }

    /// The square that is this many files to the right and ranks up, if it is on the board.
    #[must_use]
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        Square::new(self.file() + files, self.rank() + ranks)
    }

    /// The distance in king's moves.
    #[must_use]
    #[inline]
    pub const fn distance(self, other: Square) -> u8 {
        let files = (self.file() - other.file()).unsigned_abs();
        let ranks = (self.rank() - other.rank()).unsigned_abs();
        if files > ranks { files } else { ranks }
    }

    /// The angle, the 4×4 quarter, in which the square lies (RULES 1.1).
    #[must_use]
    #[inline]
    pub const fn angle(self) -> Angle {
        match (self.file() < 4, self.rank() < 4) {
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
        let file = file.to_ascii_lowercase();
        if !(b'a'..=b'h').contains(&file) || !(b'1'..=b'8').contains(&rank) {
            return Err(NOT_A_SQUARE);
        }
        Ok(Square((rank - b'1') * 8 + file - b'a'))
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
