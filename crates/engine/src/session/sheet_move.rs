//! Zalewski's sheet notation of a move (RULES 9.2): written strictly, read leniently.
//!
//! A sheet text does not give the starting square, so it has a meaning only in a position: reading one gives the
//! moves that match it.

use std::str::FromStr;

use crate::chess::{Angle, Army, Effect, Kind, Move, Movers, Officer, Piece, Position, Role, Square};
use crate::input::ParseError;

/// A move in sheet notation, before it is matched with a position.
///
/// Accepted beyond the strict form: the mover's own angle letter (`BA4d`), the army before the piece (`FQA1d`), the
/// square after the capture (`KxN1a`), a capture without a square (`RxB`) or without its mark, and the marks for
/// check, promotion and annotation in any order.
///
/// ```
/// use enochian::chess::{Angle, Army, Array, Board, Direction, Position};
/// use enochian::session::SheetMove;
/// let position = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
/// let sheet: SheetMove = "P3c".parse().unwrap();
/// let found = sheet.candidates(&position);
/// assert_eq!(found[0].to_string(), "Pc7c6");
/// assert_eq!(position.sheet(found[0]), "P3c");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetMove {
    army: Option<Army>,
    role: Role,
    /// The angle, if it is named, and the square's name within it.
    square: Option<(Option<Angle>, String)>,
    /// Present if the text has an `x`: the army and the role of the captured piece, if given.
    capture: Option<(Option<Army>, Option<Role>)>,
    promotion: Option<Officer>,
}

/// Takes the first letter if `read` accepts it.
fn take<T>(rest: &mut &str, read: impl Fn(char) -> Option<T>) -> Option<T> {
    let mut letters = rest.chars();
    let found = read(letters.next()?)?;
    *rest = letters.as_str();
    Some(found)
}

/// Accepts only upper-case letters, which sheets use for armies, angles and officers.
fn capital<T>(read: impl Fn(char) -> Option<T>) -> impl Fn(char) -> Option<T> {
    move |letter| read(letter).filter(|_| letter.is_ascii_uppercase())
}

fn take_square(rest: &mut &str) -> Option<String> {
    let name = rest.get(..2).filter(|n| matches!(n.as_bytes(), [b'1'..=b'4', b'a'..=b'd']))?;
    let name = name.to_owned();
    *rest = &rest[2..];
    Some(name)
}

const NOT_A_SHEET_MOVE: ParseError = ParseError(
    "expected a move in sheet notation: a piece K Q R B N P, the angle A W F E if it is not the army's own, the square 1a to 4d, and x with the captured piece, such as P3c or NW3bxP",
);

impl FromStr for SheetMove {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<SheetMove, ParseError> {
        let rest = &mut text.trim();
        let army = take(rest, capital(Army::from_letter));
        let role = take(rest, Role::from_letter).ok_or(NOT_A_SHEET_MOVE)?;
        let angle = take(rest, capital(Angle::from_letter));
        let mut square = take_square(rest).map(|name| (angle, name));
        if angle.is_some() && square.is_none() {
            return Err(NOT_A_SHEET_MOVE);
        }
        let mut capture = None;
        if take(rest, |c| (c == 'x').then_some(())).is_some() {
            let captured_army = take(rest, capital(Army::from_letter));
            let captured_role = take(rest, Role::from_letter);
            let angle = if captured_role.is_some() { take(rest, capital(Angle::from_letter)) } else { None };
            if square.is_none() {
                square = take_square(rest).map(|name| (angle, name));
            }
            capture = Some((captured_army, captured_role));
        }
        let mut promotion = None;
        while let Some(mark) = take(rest, |c| "+#?*!".contains(c).then_some(c)) {
            match mark {
                '#' => promotion = promotion.or(take(rest, capital(Officer::from_letter))),
                // `+A` names the army in check.
                '+' => drop(take(rest, capital(Army::from_letter))),
                _ => {}
            }
        }
        if !rest.is_empty() || square.is_none() && capture.is_none() {
            return Err(NOT_A_SHEET_MOVE);
        }
        Ok(SheetMove { army, role, square, capture, promotion })
    }
}

impl SheetMove {
    /// The legal moves of a position that match the text. More than one means that the text is ambiguous.
    #[must_use]
    pub fn candidates(&self, position: &Position) -> Vec<Move> {
        let mut fitting = Vec::new();
        position.each_move(Movers::Only(self.role), &mut |mv| {
            if self.fits(position, mv) {
                fitting.push(mv);
            }
        });
        fitting
    }

    /// Whether a legal move matches the text.
    #[must_use]
    pub fn fits(&self, position: &Position, mv: Move) -> bool {
        let Move::Step { role, from, to, promotion } = mv else { return false };
        // Most moves are another piece's, and the other checks are slower.
        if self.role != role {
            return false;
        }
        let Some(piece) = position.mover(role, from) else { return false };
        let square_fits = self
            .square
            .as_ref()
            .is_none_or(|(angle, name)| Square::from_sheet(angle.unwrap_or(piece.army.angle()), name) == Some(to));
        let capture_fits = self.capture.is_none_or(|(captured_army, captured_role)| {
            position.pieces_at(to).any(|taken| {
                captured_army.is_none_or(|army| army == taken.army)
                    && captured_role.is_none_or(|role| role == Role::from(taken.kind))
            })
        });
        self.army.is_none_or(|army| army == piece.army)
            && square_fits
            && capture_fits
            && (self.promotion.is_none() || self.promotion == promotion)
    }
}

impl Position {
    /// The strict sheet text of a legal move in this position (RULES 9.2); `--` for a turn without a move.
    ///
    /// If the text matches another legal move too, ` =` and the canonical move follow. Capturing both pieces on a throne
    /// is written as the capture of the king. The captures of a concourse are not written: they follow from the move.
    pub fn sheet(&self, mv: Move) -> String {
        let Move::Step { role, from, to, promotion } = mv else { return "--".to_owned() };
        let Some(piece) = self.mover(role, from) else { return "--".to_owned() };
        let mut text = role.letter().to_string();
        if to.angle() != piece.army.angle() {
            text.push(to.angle().letter().to_ascii_uppercase());
        }
        text.push_str(&to.sheet());
        if let Some(taken) = self.pieces_at(to).next() {
            text.push('x');
            if to.angle() != taken.army.angle() {
                text.push(taken.army.letter().to_ascii_uppercase());
            }
            text.push(taken.kind.letter());
        }
        let (mut after, mut effects) = (self.clone(), Vec::new());
        after.step(piece, from, to, promotion, &mut effects);
        let captures_king = |e: &Effect| matches!(e, Effect::Captured { piece: Piece { kind: Kind::King, .. }, .. });
        if effects.iter().any(captures_king) {
            text.push_str("++");
        } else if after.checks_given(self, piece.army, to).next().is_some() {
            text.push('+');
        }
        if effects.iter().any(|e| matches!(e, Effect::Promoted { at, .. } if *at == to)) {
            text.push('#');
            text.extend(promotion.map(Officer::letter));
        }
        let unambiguous = text.parse::<SheetMove>().is_ok_and(|sheet| sheet.candidates(self).len() == 1);
        if !unambiguous {
            text.push_str(&format!(" ={mv}"));
        }
        text
    }
}

impl Square {
    /// The square's name within its angle on Zalewski's sheets: a number 1 to 4 counted from the throne along the home
    /// edge, and a letter a to d away from that edge (RULES 9.2). Every throne is `1a`.
    ///
    /// ```
    /// use enochian::chess::{Angle, Square};
    /// let square: Square = "f5".parse().expect("a square");
    /// assert_eq!(square.sheet(), "4c");
    /// assert_eq!(Square::from_sheet(Angle::Water, "4c"), Some(square));
    /// ```
    #[must_use]
    pub fn sheet(self) -> String {
        let (n, l) = self.sheet_place();
        format!("{}{}", n, char::from(b'a' + l - 1))
    }

    /// The coordinates along the home edge and away from it, each 1 to 4.
    const fn sheet_place(self) -> (u8, u8) {
        let (file, rank) = (self.file() as u8 + 1, self.rank() as u8 + 1);
        match self.angle() {
            Angle::Air => (file, 9 - rank),
            Angle::Water => (9 - rank, 9 - file),
            Angle::Fire => (9 - file, rank),
            Angle::Earth => (rank, file),
        }
    }

    /// The square with a sheet name in an angle; the inverse of [`Square::sheet`].
    #[must_use]
    #[inline]
    pub fn from_sheet(angle: Angle, name: &str) -> Option<Square> {
        let &[along, away] = name.as_bytes() else { return None };
        let place = (along.wrapping_sub(b'0'), away.wrapping_sub(b'a').wrapping_add(1));
        Square::all().find(|square| square.angle() == angle && square.sheet_place() == place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_9_2_sheet_names_as_the_text_gives_them() {
        let at = |angle, name| Square::from_sheet(angle, name).map(|s| s.to_string());
        assert_eq!(at(Angle::Water, "4c").as_deref(), Some("f5"));
        assert_eq!(at(Angle::Earth, "3d").as_deref(), Some("d3"));
        assert_eq!(at(Angle::Fire, "4d").as_deref(), Some("e4"));
        assert_eq!(at(Angle::Water, "2c").as_deref(), Some("f7"));
        assert_eq!(at(Angle::Air, "3c").as_deref(), Some("c6"));
        for angle in Angle::ALL {
            assert_eq!(Square::from_sheet(angle, "1a"), Some(angle.throne()));
        }
        for square in Square::all() {
            assert_eq!(Square::from_sheet(square.angle(), &square.sheet()), Some(square));
        }
    }
}
