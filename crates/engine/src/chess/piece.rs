//! Pieces: the king, the four officers, and the pawn that serves each officer.

use std::fmt;

use super::Army;

/// One of the four pieces that an army has besides its king. Each has a pawn of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Officer {
    /// Leaps exactly two squares (RULES 3.2).
    Queen,
    /// Moves as in orthodox chess.
    Rook,
    /// Moves as in orthodox chess.
    Bishop,
    /// Moves as in orthodox chess.
    Knight,
}

impl Officer {
    /// The number 0 to 3 in [`Officer::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The upper-case letter in move texts: `Q`, `R`, `B`, `N` (RULES 9.1).
    #[must_use]
    #[inline]
    pub const fn letter(self) -> char {
        ['Q', 'R', 'B', 'N'][self.index()]
    }

    /// The officer with this letter, in upper or lower case.
    #[must_use]
    #[inline]
    pub fn from_letter(letter: char) -> Option<Officer> {
        Officer::ALL.into_iter().find(|o| o.letter() == letter.to_ascii_uppercase())
    }
}

crate::named_enum! {
    /// The English name: `queen`.
    Officer { Queen: "queen", Rook: "rook", Bishop: "bishop", Knight: "knight" }
}

/// A kind of piece, without its army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The king.
    King,
    /// A queen, rook, bishop or knight.
    Officer(Officer),
    /// The pawn that serves an officer, and promotes to it (RULES 5.1).
    Pawn(Officer),
}

impl Kind {
    /// All nine kinds.
    pub const ALL: [Kind; 9] = {
        use Officer::*;
        [
            Kind::King,
            Kind::Officer(Queen),
            Kind::Officer(Rook),
            Kind::Officer(Bishop),
            Kind::Officer(Knight),
            Kind::Pawn(Queen),
            Kind::Pawn(Rook),
            Kind::Pawn(Bishop),
            Kind::Pawn(Knight),
        ]
    };

    /// The number 0 to 8 in [`Kind::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Kind::King => 0,
            Kind::Officer(officer) => 1 + officer.index(),
            Kind::Pawn(officer) => 5 + officer.index(),
        }
    }

    /// The letter in move texts: `K Q R B N P`, with `P` for every pawn (RULES 9.1).
    #[must_use]
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Kind::Pawn(_) => 'P',
            kind => kind.position_letter(),
        }
    }

    /// The letter in position texts: `K Q R B N`, and `q r b n` for a pawn (RULES 9.3).
    #[must_use]
    #[inline]
    pub const fn position_letter(self) -> char {
        match self {
            Kind::King => 'K',
            Kind::Officer(officer) => officer.letter(),
            Kind::Pawn(officer) => officer.letter().to_ascii_lowercase(),
        }
    }

    /// The kind with this letter in position texts.
    #[must_use]
    #[inline]
    pub fn from_position_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|k| k.position_letter() == letter)
    }

    /// The English name: `king`, `queen`, `pawn of queen`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::King => "king",
            Kind::Officer(officer) => officer.name(),
            Kind::Pawn(officer) => {
                ["pawn of queen", "pawn of rook", "pawn of bishop", "pawn of knight"][officer.index()]
            }
        }
    }

    /// Whether this is a pawn.
    #[must_use]
    #[inline]
    pub const fn is_pawn(self) -> bool {
        matches!(self, Kind::Pawn(_))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A piece: a kind and the army to which it belongs.
///
/// ```
/// use enochian::chess::{Army, Kind, Officer, Piece};
/// let piece = Piece { army: Army::Water, kind: Kind::Pawn(Officer::Rook) };
/// assert_eq!(piece.to_string(), "pawn of rook of Water");
/// assert_eq!(piece.code(), "wr");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// The army.
    pub army: Army,
    /// The kind.
    pub kind: Kind,
}

impl Piece {
    /// The two letters in position texts: `wR`, or `wr` for its pawn (RULES 9.3).
    #[must_use]
    pub fn code(self) -> String {
        format!("{}{}", self.army.letter(), self.kind.position_letter())
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.kind, self.army)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_written_in_words_and_numbered_in_their_order() {
        assert_eq!(Kind::ALL.map(Kind::index), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        let words =
            [Kind::King, Kind::Officer(Officer::Knight), Kind::Pawn(Officer::Queen)].map(|kind| kind.to_string());
        assert_eq!(words, ["king", "knight", "pawn of queen"]);
        assert_eq!(format!("{:>6}", Kind::King), "  king");
    }
}
