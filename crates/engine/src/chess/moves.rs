//! A move and its canonical text (RULES 9.1).

use std::fmt;
use std::str::FromStr;

use crate::input::ParseError;

use super::{Kind, Officer, Square};

/// The letter of a piece in a move. All pawns have the same, whichever officer they serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// `K`
    King,
    /// `Q R B N`
    Officer(Officer),
    /// `P`
    Pawn,
}

impl Role {
    /// All six, in the order of [`Role::index`].
    pub const ALL: [Role; 6] = [
        Role::King,
        Role::Officer(Officer::Queen),
        Role::Officer(Officer::Rook),
        Role::Officer(Officer::Bishop),
        Role::Officer(Officer::Knight),
        Role::Pawn,
    ];

    /// The number 0 to 5 in [`Role::ALL`].
    ///
    /// ```
    /// use enochian::chess::Role;
    /// assert!(Role::ALL.into_iter().enumerate().all(|(number, role)| role.index() == number));
    /// ```
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Role::King => 0,
            Role::Officer(officer) => 1 + officer.index(),
            Role::Pawn => 5,
        }
    }

    /// The upper-case letter (RULES 9.1).
    #[must_use]
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Role::King => 'K',
            Role::Officer(officer) => officer.letter(),
            Role::Pawn => 'P',
        }
    }

    /// The role with an upper-case letter.
    #[inline]
    pub fn from_letter(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letter() == letter)
    }
}

impl From<Kind> for Role {
    #[inline]
    fn from(kind: Kind) -> Role {
        match kind {
            Kind::King => Role::King,
            Kind::Officer(officer) => Role::Officer(officer),
            Kind::Pawn(_) => Role::Pawn,
        }
    }
}

/// `king`, `queen` … `pawn`.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Role::King => "king",
            Role::Officer(officer) => officer.name(),
            Role::Pawn => "pawn",
        })
    }
}

/// What an army does with its turn.
///
/// Captures, check, concourse and promotion to a pawn's own officer follow from the position and are not part of a
/// move (RULES 9.1). The role is needed because two pieces can share a throne.
///
/// ```
/// use enochian::chess::Move;
/// let mv: Move = "Nc8d6".parse().unwrap();
/// assert_eq!(mv.to_string(), "Nc8d6");
/// assert_eq!("--".parse(), Ok(Move::Pass));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A turn without a move, `--`: a pass in a game, a No Move in a reading.
    Pass,
    /// A piece moves from a square to another.
    Step {
        /// The role of the piece, which decides between two on `from`.
        role: Role,
        /// The starting square.
        from: Square,
        /// The target square.
        to: Square,
        /// What a privileged pawn becomes, if there is a choice (RULES 5.2).
        promotion: Option<Officer>,
    },
}

impl Move {
    /// The target square; `None` for a pass.
    #[must_use]
    #[inline]
    pub const fn to(self) -> Option<Square> {
        match self {
            Move::Pass => None,
            Move::Step { to, .. } => Some(to),
        }
    }

    /// The squares from which and to which it goes; `None` for a pass.
    #[must_use]
    #[inline]
    pub const fn ends(self) -> Option<(Square, Square)> {
        match self {
            Move::Pass => None,
            Move::Step { from, to, .. } => Some((from, to)),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Move::Pass => f.pad("--"),
            Move::Step { role, from, to, promotion } => {
                write!(f, "{}{from}{to}", role.letter())?;
                promotion.map_or(Ok(()), |officer| write!(f, "={}", officer.letter()))
            }
        }
    }
}

const NOT_A_MOVE: ParseError = ParseError(
    "expected a move: a piece K Q R B N P, the square it leaves and the square it goes to, such as Nc8d6 (with =Q for a choice of promotion), or --",
);

/// Reads exactly the canonical text of RULES 9.1: an upper-case letter and two lower-case squares, nothing else.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "--" {
            return Ok(Move::Pass);
        }
        let letters: Vec<char> = text.chars().collect();
        let (step, promotion) = match letters[..] {
            [ref step @ .., '=', officer @ ('Q' | 'R' | 'B' | 'N')] => (step, Officer::from_letter(officer)),
            ref step => (step, None),
        };
        let &[role, a, b, c, d] = step else { return Err(NOT_A_MOVE) };
        let square = |file: char, rank: char| {
            if file.is_ascii_uppercase() {
                Err(NOT_A_MOVE)
            } else {
                String::from_iter([file, rank]).parse().or(Err(NOT_A_MOVE))
            }
        };
        Ok(Move::Step {
            role: Role::from_letter(role).ok_or(NOT_A_MOVE)?,
            from: square(a, b)?,
            to: square(c, d)?,
            promotion,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_9_1_moves_read_back() {
        for text in ["Nc8d6", "Pb7b6", "Pb2b1=Q", "Ka8a7", "--", "Qh8f8", "Rh5h4", "Bh7g6"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        for wrong in ["", "-", "Nc8", "nc8d6", "NC8d6", "Nc8d9", "Pb2b1=K", "Pb2b1=", "Xb2b1", "Nc8d6 ", "é", "Nc8d6="]
        {
            assert_eq!(wrong.parse::<Move>(), Err(NOT_A_MOVE), "{wrong:?}");
        }
    }
}
