//! The four boards, and the four angles of each.

use super::element::four;
use super::{Army, Square};

four! { named for Element:
    /// One of the four boards on which a game may be played. They differ in the meanings of their squares, the arrays
    /// that belong to them (RULES 2) and the army that moves first.
    ///
    /// ```
    /// use enochian::chess::{Army, Board};
    /// assert_eq!("fire".parse(), Ok(Board::Fire));
    /// assert_eq!(Board::Fire.first(), Army::Fire);
    /// ```
    pub enum Board {
        /// The board of Air.
        Air,
        /// The board of Water.
        Water,
        /// The board of Fire.
        Fire,
        /// The board of Earth.
        Earth,
    }
}

impl Board {
    /// The army that moves first in a game: that of the board's own element (RULES 1.4). In a reading the querent's
    /// army moves first (RULES 8.1).
    #[must_use]
    pub const fn first(self) -> Army {
        Army::of(self.element())
    }
}

four! { named for Element:
    /// One of the four angles of a board: its 4×4 quarters (RULES 1.1).
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Square};
    /// let square: Square = "f5".parse().unwrap();
    /// assert_eq!(square.angle(), Angle::Water);
    /// assert_eq!(Angle::Water.army(), Army::Water);
    /// assert_eq!(Angle::Water.throne().to_string(), "h8");
    /// ```
    pub enum Angle {
        /// The upper left angle.
        Air,
        /// The upper right angle.
        Water,
        /// The lower right angle.
        Fire,
        /// The lower left angle.
        Earth,
    }
}

impl Angle {
    /// The army that sits in the angle and has the same name (RULES 1.2).
    #[must_use]
    pub const fn army(self) -> Army {
        Army::of(self.element())
    }

    /// The throne: the corner square of the board in this angle (RULES 1.1).
    #[must_use]
    pub const fn throne(self) -> Square {
        Square::wrapping([56, 63, 7, 0][self.index()])
    }
}
