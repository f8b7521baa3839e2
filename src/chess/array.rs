//! The eight arrays: how the pieces stand at the start (RULES 2).

use std::fmt;
use std::str::FromStr;

use super::{Element, Officer};

/// One of the eight arrays of RULES 2 (CVP Appendix II).
///
/// An array is named by an element and by the pair of boards to which it
/// belongs: `Water of Air & Water`. "Water of Air" and "Water of Water" are the
/// same arrangement, so a board and an angle name an array too.
///
/// ```
/// use enochian::chess::{Array, Element, Officer};
/// let array = Array::of(Element::Air, Element::Water);
/// assert_eq!(array.to_string(), "Air of Air & Water");
/// assert_eq!(array.officers()[0], Officer::Bishop);
/// assert_eq!("Air of Air & Water".parse(), Ok(array));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Array {
    element: Element,
    pair: Pair,
}

/// The boards that share their four arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Pair {
    AirAndWater,
    FireAndEarth,
}

impl Pair {
    const fn of(board: Element) -> Pair {
        match board {
            Element::Air | Element::Water => Pair::AirAndWater,
            Element::Fire | Element::Earth => Pair::FireAndEarth,
        }
    }
}

impl Array {
    /// The array named for an angle on a board (RULES 8.1): the Water angle of the Air board gives Water of Air & Water.
    pub const fn of(angle: Element, board: Element) -> Array {
        Array { element: angle, pair: Pair::of(board) }
    }

    /// All eight, in the order of RULES 2.
    pub fn all() -> [Array; 8] {
        let of_board =
            |board| [Element::Air, Element::Water, Element::Earth, Element::Fire].map(|angle| Array::of(angle, board));
        let ([a, b, c, d], [e, f, g, h]) = (of_board(Element::Air), of_board(Element::Fire));
        [a, b, c, d, e, f, g, h]
    }

    /// The element that comes first in the name.
    pub const fn element(self) -> Element {
        self.element
    }

    /// Whether the array may be used on that board (RULES 2, CVP Appendix IV).
    pub fn belongs_to(self, board: Element) -> bool {
        self.pair == Pair::of(board)
    }

    /// The officers in places 1 to 4 of the home edge; the first shares the throne with the king (RULES 2).
    pub const fn officers(self) -> [Officer; 4] {
        use Officer::{Bishop as B, Knight as N, Queen as Q, Rook as R};
        match (self.pair, self.element) {
            (Pair::AirAndWater, Element::Air) => [B, Q, N, R],
            (Pair::AirAndWater, Element::Water) => [Q, B, R, N],
            (Pair::AirAndWater, Element::Earth) => [R, N, Q, B],
            (Pair::AirAndWater, Element::Fire) => [N, R, B, Q],
            (Pair::FireAndEarth, Element::Air) => [B, R, N, Q],
            (Pair::FireAndEarth, Element::Water) => [Q, N, R, B],
            (Pair::FireAndEarth, Element::Earth) => [R, B, Q, N],
            (Pair::FireAndEarth, Element::Fire) => [N, Q, B, R],
        }
    }

    /// The officer who shares the throne with the king: place 1.
    pub const fn throne_officer(self) -> Officer {
        self.officers()[0]
    }
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = match self.pair {
            Pair::AirAndWater => "Air & Water",
            Pair::FireAndEarth => "Fire & Earth",
        };
        write!(f, "{} of {pair}", self.element)
    }
}

/// The text names no array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an array, such as \"Water of Air & Water\" or \"Water of Air\"")]
pub struct UnknownArray;

/// Reads the full name in any case, `and` for `&`, or the short form with one board: `Water of Air`.
impl FromStr for Array {
    type Err = UnknownArray;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.to_lowercase().replace('&', " and ");
        let words: Vec<&str> = text.split_whitespace().collect();
        let element = |word: &str| word.parse::<Element>().map_err(|_| UnknownArray);
        match words[..] {
            [name, "of", board] => Ok(Array::of(element(name)?, element(board)?)),
            [name, "of", one, "and", two] => {
                let (one, two) = (element(one)?, element(two)?);
                if one == two || Pair::of(one) != Pair::of(two) {
                    return Err(UnknownArray);
                }
                Ok(Array::of(element(name)?, one))
            }
            _ => Err(UnknownArray),
        }
    }
}
