//! Reads and writes the position text of RULES 9.3.

use std::fmt;
use std::str::FromStr;

use super::{Army, Control, Direction, File, Kind, Piece, Position, PositionError, Rank, Setup, Square};

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParsePositionError {
    /// The text cannot be read.
    #[error("invalid {field} in the position text, \"{found}\": expected {expected}")]
    Syntax {
        /// The field, one of six.
        field: &'static str,
        /// What was found.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The text can be read, but the position is illegal.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Illegal(Vec<PositionError>),
}

#[expect(clippy::disallowed_methods, reason = "the rules know of no screen, so they leave these out")]
fn unreadable(field: &'static str, found: &str, expected: &'static str) -> ParsePositionError {
    ParsePositionError::Syntax { field, found: found.chars().filter(|c| !c.is_control()).take(80).collect(), expected }
}

impl FromStr for Setup {
    type Err = ParsePositionError;

    /// Reads the six fields of RULES 9.3, separated by white space; anything else is an error.
    fn from_str(text: &str) -> Result<Setup, ParsePositionError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[board, turn, command, prisoners, lost, ply] = fields.as_slice() else {
            return Err(unreadable(
                "number of fields",
                text,
                "six fields: board, turn, command, prisoners, pawns lost, ply",
            ));
        };
        let (letter, direction) = match turn.strip_suffix('<') {
            Some(letter) => (letter, Direction::Widdershins),
            None => (turn, Direction::Deosil),
        };
        let turn = army(letter)
            .ok_or_else(|| unreadable("turn", turn, "a, w, f or e, followed by < if play is widdershins"))?;
        let expected =
            "four characters, for a, w, f, e: -, x or the partner's letter, which is upper case after a withdrawal";
        let command = four(command, |of, c| match c {
            '-' => Some(Control::Own),
            'x' => Some(Control::Frozen),
            c if c == of.partner().letter() => Some(Control::Seized),
            c if c == of.partner().letter().to_ascii_uppercase() => Some(Control::Withdrawn),
            _ => None,
        })
        .ok_or_else(|| unreadable("command", command, expected))?;
        let expected = "four characters, for a, w, f, e: - or the letter of the army that captured its king";
        let prisoners = four(prisoners, |_, c| match c {
            '-' => Some(None),
            c => army(c.encode_utf8(&mut [0; 4])).map(Some),
        })
        .ok_or_else(|| unreadable("prisoners", prisoners, expected))?;
        let pawns_lost = four(lost, |_, c| c.to_digit(10).map(|digit| digit as u8))
            .ok_or_else(|| unreadable("pawns lost", lost, "four digits, for a, w, f, e"))?;
        let digits = ply.bytes().all(|b| b.is_ascii_digit());
        let ply = ply.parse().ok().filter(|_| digits).ok_or_else(|| unreadable("ply", ply, "a number"))?;
        Ok(Setup { pieces: pieces(board)?, turn, direction, command, prisoners, pawns_lost, ply })
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Reads a position text and checks that the position is legal.
    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        text.parse::<Setup>()?.into_position().map_err(ParsePositionError::Illegal)
    }
}

fn army(letter: &str) -> Option<Army> {
    Army::ALL.into_iter().find(|a| letter.chars().eq([a.letter()]))
}

fn four<T: Copy>(text: &str, read: impl Fn(Army, char) -> Option<T>) -> Option<[T; 4]> {
    let read: Option<Vec<T>> = (text.chars().count() == 4)
        .then(|| Army::ALL.into_iter().zip(text.chars()).map(|(a, c)| read(a, c)).collect())?;
    read?.try_into().ok()
}

fn pieces(board: &str) -> Result<Vec<(Square, Piece)>, ParsePositionError> {
    const EXPECTED: &str = "ranks 8 to 1 joined by /, each of eight squares: a digit for empty squares, or an army a w f e and a kind K Q R B N q r b n, a pair joined with +";
    let wrong = |rank: &str| unreadable("board", rank, EXPECTED);
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return Err(wrong(board));
    }
    let mut pieces = Vec::new();
    for (number, rank) in Rank::ALL.into_iter().rev().zip(ranks) {
        let mut file = 0;
        let mut letters = rank.chars();
        let mut sharing = false;
        while let Some(letter) = letters.next() {
            match letter {
                '1'..='8' if !sharing => file += letter as usize - '0' as usize,
                // The next piece shares the square of the previous one.
                '+' if file > 0 && !sharing => {
                    sharing = true;
                    file -= 1;
                    continue;
                }
                _ => {
                    let army = army(letter.encode_utf8(&mut [0; 4]));
                    let kind = letters.next().and_then(Kind::from_position_letter);
                    let (Some(army), Some(kind), Some(&here)) = (army, kind, File::ALL.get(file)) else {
                        return Err(wrong(rank));
                    };
                    let square = Square::new(here, number);
                    if sharing && pieces.last().is_none_or(|&(last, _)| last != square) {
                        return Err(wrong(rank));
                    }
                    pieces.push((square, Piece { army, kind }));
                    file += 1;
                }
            }
            sharing = false;
            if file > 8 {
                return Err(wrong(rank));
            }
        }
        if file != 8 || sharing {
            return Err(wrong(rank));
        }
    }
    Ok(pieces)
}

/// Writes the position text of RULES 9.3.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let square = Square::new(file, rank);
                let mut here = self.pieces_at(square).peekable();
                if here.peek().is_none() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                while let Some(piece) = here.next() {
                    write!(f, "{}{}", piece.code(), if here.peek().is_some() { "+" } else { "" })?;
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank != Rank::First {
                f.write_str("/")?;
            }
        }
        let direction = if self.direction == Direction::Widdershins { "<" } else { "" };
        write!(f, " {}{direction} ", self.turn.letter())?;
        for army in Army::ALL {
            let partner = army.partner().letter();
            let letter = match self.command(army) {
                Control::Own => '-',
                Control::Frozen => 'x',
                Control::Seized => partner,
                Control::Withdrawn => partner.to_ascii_uppercase(),
            };
            write!(f, "{letter}")?;
        }
        f.write_str(" ")?;
        for army in Army::ALL {
            write!(f, "{}", self.captor(army).map_or('-', Army::letter))?;
        }
        let [a, w, fire, e] = self.pawns_lost;
        write!(f, " {a}{w}{fire}{e} {}", self.ply)
    }
}
