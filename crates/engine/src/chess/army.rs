//! The armies: partners, thrones, forward directions, the order of play.

use super::element::four;
use super::{Angle, Bitboard, Square};

four! { named for Element:
    /// One of the four armies, named after the angle in which it sits (RULES 1.2).
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Element};
    /// assert_eq!(Army::Air.angle(), Angle::Air);
    /// assert_eq!(Army::Air.element(), Element::Air);
    /// assert_eq!("water".parse(), Ok(Army::Water));
    /// ```
    pub enum Army {
        /// The army of Air, which moves down the board.
        Air,
        /// The army of Water, which moves to the left.
        Water,
        /// The army of Fire, which moves up the board.
        Fire,
        /// The army of Earth, which moves to the right.
        Earth,
    }
}

impl Army {
    /// The ally, who faces this army diagonally (RULES 1.2).
    ///
    /// ```
    /// use enochian::chess::Army;
    /// assert_eq!(Army::Air.partner(), Army::Fire);
    /// ```
    #[must_use]
    #[inline]
    pub const fn partner(self) -> Army {
        Army::ALL[(self.index() + 2) % 4]
    }

    /// The two opposing armies, in clockwise order from this one.
    #[must_use]
    #[inline]
    pub const fn enemies(self) -> [Army; 2] {
        [Army::ALL[(self.index() + 1) % 4], Army::ALL[(self.index() + 3) % 4]]
    }

    /// Actives or passives (RULES 1.2).
    #[must_use]
    #[inline]
    pub const fn side(self) -> Side {
        match self {
            Army::Air | Army::Fire => Side::Actives,
            Army::Water | Army::Earth => Side::Passives,
        }
    }

    /// The angle in which the army sits, which has its name (RULES 1.2).
    #[must_use]
    #[inline]
    pub const fn angle(self) -> Angle {
        Angle::of(self.element())
    }

    /// The corner of the army's angle (RULES 1.1).
    #[must_use]
    #[inline]
    pub const fn throne(self) -> Square {
        self.angle().throne()
    }

    /// The step of its pawns, in files and ranks (RULES 1.5): Air down, Water left, Fire up, Earth right.
    #[must_use]
    #[inline]
    pub const fn forward(self) -> (i8, i8) {
        [(0, -1), (-1, 0), (0, 1), (1, 0)][self.index()]
    }

    /// The far edge for this army's pawns, where they promote (RULES 5.1).
    #[must_use]
    #[inline]
    pub const fn far_edge(self) -> Bitboard {
        /// A table in memory: one in the code would be built anew at each call.
        static EDGES: [u64; 4] = [0xff, 0x0101_0101_0101_0101, 0xff << 56, 0x8080_8080_8080_8080];
        Bitboard(EDGES[self.index()])
    }

    /// The army whose turn follows in that direction, whether or not it is frozen (RULES 1.3).
    #[must_use]
    #[inline]
    pub const fn next(self, direction: Direction) -> Army {
        let step = match direction {
            Direction::Deosil => 1,
            Direction::Widdershins => 3,
        };
        Army::ALL[(self.index() + step) % 4]
    }

    /// The four squares of the home edge, starting from the throne (RULES 2).
    #[must_use]
    #[inline]
    pub fn home_edge(self) -> [Square; 4] {
        let step = [1, -8, -1, 8][self.index()];
        [0, 1, 2, 3].map(|i| Square::wrapping((self.throne().index() as isize + i * step) as usize))
    }
}

/// Two armies that win or lose together (RULES 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Air and Fire.
    Actives,
    /// Water and Earth.
    Passives,
}

impl Side {
    /// The two armies of the side, partners of each other.
    #[must_use]
    #[inline]
    pub const fn armies(self) -> [Army; 2] {
        match self {
            Side::Actives => [Army::Air, Army::Fire],
            Side::Passives => [Army::Water, Army::Earth],
        }
    }

    /// The other side.
    #[must_use]
    #[inline]
    pub const fn opponent(self) -> Side {
        match self {
            Side::Actives => Side::Passives,
            Side::Passives => Side::Actives,
        }
    }
}

crate::named_enum! {
    /// The name: `actives`.
    Side { Actives: "actives", Passives: "passives" }
}

/// The direction of play: the order in which turns pass (RULES 1.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Clockwise: Air, Water, Fire, Earth.
    #[default]
    Deosil,
    /// Anticlockwise, which may be chosen before play (ZAL 4.2).
    Widdershins,
}

crate::named_enum! {
    /// The name in lower case.
    Direction or "expected deosil or widdershins" { Deosil: "deosil", Widdershins: "widdershins" }
}
