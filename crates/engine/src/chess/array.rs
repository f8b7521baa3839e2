//! The eight arrays: the arrangements of the pieces at the start (RULES 2).

use std::fmt;
use std::str::FromStr;

use crate::input::ParseError;

use super::{Angle, Board, Officer};

/// One of the eight arrays of RULES 2 (CVP Appendix II).
///
/// An array is named by an angle and by the pair of boards to which it
/// belongs: `Water of Air & Water`. "Water of Air" and "Water of Water" are the
/// same arrangement, so an angle and one board name an array too.
///
/// ```
/// use enochian::chess::{Angle, Array, Board, Officer};
/// let array = Array::of(Angle::Air, Board::Water);
/// assert_eq!(array.to_string(), "Air of Air & Water");
/// assert_eq!(array.officers()[0], Officer::Bishop);
/// assert_eq!("Air of Air & Water".parse(), Ok(array));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Array {
    angle: Angle,
    pair: Pair,
}

/// The boards that share their four arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Pair {
    AirAndWater,
    FireAndEarth,
}

impl Pair {
    const fn of(board: Board) -> Pair {
        match board {
            Board::Air | Board::Water => Pair::AirAndWater,
            Board::Fire | Board::Earth => Pair::FireAndEarth,
        }
    }
}

impl Array {
    /// The array named for an angle on a board (RULES 8.1): the Water angle of the Air board gives Water of Air & Water.
    ///
    /// The angle comes first, as in the name. Swapped arguments do not compile:
    ///
    /// ```compile_fail,E0308
    /// use enochian::chess::{Angle, Array, Board};
    /// let array = Array::of(Board::Air, Angle::Water);
    /// ```
    ///
    /// ```
    /// use enochian::chess::{Angle, Array, Board};
    /// let array = Array::of(Angle::Water, Board::Air);
    /// assert_eq!(array.to_string(), "Water of Air & Water");
    /// ```
    #[must_use]
    pub const fn of(angle: Angle, board: Board) -> Array {
        Array { angle, pair: Pair::of(board) }
    }

    /// All eight, in the order of RULES 2.
    #[must_use]
    pub fn all() -> [Array; 8] {
        let of_board =
            |board| [Angle::Air, Angle::Water, Angle::Earth, Angle::Fire].map(|angle| Array::of(angle, board));
        let ([a, b, c, d], [e, f, g, h]) = (of_board(Board::Air), of_board(Board::Fire));
        [a, b, c, d, e, f, g, h]
    }

    /// The angle it is named after: the first word of the name.
    #[must_use]
    pub const fn angle(self) -> Angle {
        self.angle
    }

    /// Whether the array may be used on that board (RULES 2, CVP Appendix IV).
    #[must_use]
    pub fn belongs_to(self, board: Board) -> bool {
        self.pair == Pair::of(board)
    }

    /// The officers on squares 1 to 4 of the home edge; the first shares the throne with the king (RULES 2).
    #[must_use]
    pub const fn officers(self) -> [Officer; 4] {
        use Officer::{Bishop as B, Knight as N, Queen as Q, Rook as R};
        match (self.pair, self.angle) {
            (Pair::AirAndWater, Angle::Air) => [B, Q, N, R],
            (Pair::AirAndWater, Angle::Water) => [Q, B, R, N],
            (Pair::AirAndWater, Angle::Earth) => [R, N, Q, B],
            (Pair::AirAndWater, Angle::Fire) => [N, R, B, Q],
            (Pair::FireAndEarth, Angle::Air) => [B, R, N, Q],
            (Pair::FireAndEarth, Angle::Water) => [Q, N, R, B],
            (Pair::FireAndEarth, Angle::Earth) => [R, B, Q, N],
            (Pair::FireAndEarth, Angle::Fire) => [N, Q, B, R],
        }
    }
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = match self.pair {
            Pair::AirAndWater => "Air & Water",
            Pair::FireAndEarth => "Fire & Earth",
        };
        write!(f, "{} of {pair}", self.angle)
    }
}

const NOT_AN_ARRAY: ParseError = ParseError("expected an array, such as \"Water of Air & Water\" or \"Water of Air\"");

/// Reads the full name in upper or lower case, `and` for `&`, or the short form with one board: `Water of Air`.
impl FromStr for Array {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.to_lowercase().replace('&', " and ");
        let words: Vec<&str> = text.split_whitespace().collect();
        let angle = |word: &str| word.parse::<Angle>().map_err(|_| NOT_AN_ARRAY);
        let board = |word: &str| word.parse::<Board>().map_err(|_| NOT_AN_ARRAY);
        match words[..] {
            [name, "of", one] => Ok(Array::of(angle(name)?, board(one)?)),
            [name, "of", one, "and", two] => {
                let (one, two) = (board(one)?, board(two)?);
                if one == two || Pair::of(one) != Pair::of(two) {
                    return Err(NOT_AN_ARRAY);
                }
                Ok(Array::of(angle(name)?, one))
            }
            _ => Err(NOT_AN_ARRAY),
        }
    }
}
