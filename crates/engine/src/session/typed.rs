//! Parsing typed moves.

use crate::chess::{Move, Position, Square};
use crate::input::quoted;
use crate::reading::Throw;

use super::{Act, Session, SheetMove};

/// Reads a move: by its number, canonical text, sheet text, square, or any unambiguous part.
///
/// # Errors
/// If it is none of the moves, or could be several; the text says which it could be.
///
/// ```
/// use enochian::chess::{Angle, Army, Array, Board, Direction, Position, Rules};
/// use enochian::session::{Session, SessionTerms, read_move};
/// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
/// let session = Session::begin(SessionTerms::of_rules(Rules::CHESSVARIANTS), start);
/// for text in ["Nc8d6", "nc8d6", "N4c", "c8-d6"] {
///     assert_eq!(read_move(text, &session, &session.moves()).unwrap().to_string(), "Nc8d6", "{text}");
/// }
/// ```
pub fn read_move(line: &str, session: &Session, moves: &[Move]) -> Result<Move, String> {
    if let Ok(number) = line.parse::<usize>() {
        let count = moves.len();
        return number
            .checked_sub(1)
            .and_then(|index| moves.get(index).copied())
            .ok_or_else(|| format!("there is no move {number}; the last is {count}"));
    }
    let position = session.position();
    let capital = if line.len() >= 5 { with_capital(line) } else { line.to_owned() };
    if let Ok(mv) = line.parse::<Move>().or_else(|_| capital.parse()) {
        if moves.contains(&mv) {
            return Ok(mv);
        }
        let refused = session.state().clone().play(session.terms(), mv, &mut ());
        let why = refused.err().map_or_else(|| "it is not a legal move".to_owned(), |refused| refused.to_string());
        return Err(format!("{mv} is illegal: {why}; {}", candidates(moves)));
    }
    let (text, stated) = line.split_once(" =").unwrap_or((line, ""));
    let sheet = text.parse::<SheetMove>().or_else(|_| with_capital(text).parse()).ok();
    let sheet = sheet.filter(|_| line.parse::<Square>().is_err());
    let is_named = |mv: &Move| match &sheet {
        Some(sheet) => sheet.fits(position, *mv) && (stated.is_empty() || mv.to_string() == stated),
        None => is_named_by(line, position, *mv),
    };
    let named: Vec<Move> = moves.iter().copied().filter(is_named).collect();
    match (named.as_slice(), &sheet, session.throw()) {
        ([mv], ..) => Ok(*mv),
        ([], Some(sheet), Some(throw)) if !sheet.candidates(position).is_empty() => {
            Err(format!("the throw {throw} does not allow {}; {}", quoted(line), candidates(moves)))
        }
        ([], None, _) if !ends_in_square(line) => Err(format!(
            "{} is not a move; type its number in the list, the square it goes to, such as d6, or both squares, such as c8d6",
            quoted(line)
        )),
        ([], ..) => Err(format!("no legal move matches {}; {}", quoted(line), candidates(moves))),
        (several, ..) => Err(format!("more than one move matches {}; {}", quoted(line), candidates(several))),
    }
}

/// Reads a throw and a move on one line, such as `2 d6`; `None` if the line does not begin with a throw.
///
/// # Errors
/// If the die cannot be thrown, or the throw does not allow the move.
pub fn read_throw_and_move(line: &str, session: &Session) -> Option<Result<(Throw, Move), String>> {
    let (throw, line) = line.split_once(char::is_whitespace)?;
    let throw = throw.parse().ok()?;
    Some(move_after(throw, line.trim(), session).map(|mv| (throw, mv)))
}

fn move_after(throw: Throw, line: &str, session: &Session) -> Result<Move, String> {
    let mut ahead = session.clone();
    ahead.accept(Act::Throw(throw)).map_err(|refused| refused.to_string())?;
    let moves = ahead.moves();
    if moves == [Move::Pass] {
        return Err(format!("there is no move for the throw {throw}; type {throw} alone"));
    }
    // The numbers of the list are unknown before the throw, and this could be two throws.
    if line.parse::<usize>().is_ok() {
        return Err("after a throw, name the square of the move, such as 2 d6, or type the throw alone".to_owned());
    }
    read_move(line, &ahead, &moves)
}

/// The text with its first letter as a capital, as that of a piece is.
fn with_capital(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Whether a text names a move in part: by its target, which may be a square of the sheets, `2c`, or `W2c` in another angle, and perhaps
/// by its origin and its piece: `d6`, `Nd6`, `c8-d6`, `n c8 d6`.
fn is_named_by(text: &str, position: &Position, mv: Move) -> bool {
    let Move::Step { role, from, to, .. } = mv else { return false };
    let (text, piece, angle) = (text.replace(['-', 'x', 'X', ' '], ""), role.letter(), to.angle());
    let is_own = position.mover(role, from).is_some_and(|piece| piece.army.angle() == angle);
    let sheet = format!("{}{}", if is_own && text.len() == 2 { "" } else { &angle.name()[..1] }, to.sheet());
    let names = [format!("{to}"), format!("{piece}{to}"), format!("{from}{to}"), format!("{piece}{from}{to}"), sheet];
    names.iter().any(|name| name.eq_ignore_ascii_case(&text))
}

/// Whether a text ends as the name of a square does, on the board or on the sheets.
fn ends_in_square(text: &str) -> bool {
    let text = text.to_lowercase();
    matches!(text.as_bytes(), [.., b'a'..=b'h', b'1'..=b'8'] | [.., b'1'..=b'4', b'a'..=b'd'])
}

fn candidates(moves: &[Move]) -> String {
    let names: Vec<String> = moves.iter().map(Move::to_string).collect();
    format!("choose {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Angle, Army, Array, Board, Direction};

    #[test]
    fn a_move_may_be_named_in_part() {
        let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
        let names = |text: &str, mv: &str| is_named_by(text, &start, mv.parse().unwrap());
        for text in ["d6", "D6", "Nd6", "nd6", "c8d6", "c8-d6", "c8 d6", "N c8 x d6", "NC8D6", "Nc8-d6", "4c", "A4c"] {
            assert!(names(text, "Nc8d6"), "{text}");
        }
        for text in
            ["Bd6", "b8d6", "d5", "Nc8d5", "Nb8d6", "", "N", "xd6x7", "zd6", "knight d6", "N4c", "c8d6e4", "éd6", "d6é"]
        {
            assert!(!names(text, "Nc8d6"), "{text}");
        }
        for text in ["b4", "bb4", "b3b4", "bb3b4"] {
            assert!(names(text, "Bb3b4"), "{text}");
        }
    }
}
