//! Understanding the move that a person has typed.

use crate::chess::{Move, SheetMove, Square};
use crate::record::{Entry, Record};
use crate::text::quoted;

/// Understands a move: its number, its canonical text, its sheet text, or its square.
pub(super) fn read_move(line: &str, record: &Record, moves: &[Move]) -> Result<Move, String> {
    if let Ok(number) = line.parse::<usize>() {
        let count = moves.len();
        return number
            .checked_sub(1)
            .and_then(|index| moves.get(index).copied())
            .ok_or_else(|| format!("there is no move {number}; the list has {count}"));
    }
    let (position, rules) = (record.position(), record.rules());
    let mut capital = line.to_owned();
    if let Some(first) = capital.get_mut(..1).filter(|_| line.len() >= 5) {
        first.make_ascii_uppercase();
    }
    if let Ok(mv) = line.parse::<Move>().or_else(|_| capital.parse()) {
        if moves.contains(&mv) {
            return Ok(mv);
        }
        let refused = record.clone().enter(Entry::Move(mv));
        let why = refused.err().map_or_else(|| "it is not open now".to_owned(), |refused| refused.to_string());
        return Err(format!("{mv} cannot be played: {why}. {}", candidates(moves)));
    }
    let named: Vec<Move> = if let Ok(square) = line.parse::<Square>() {
        moves.iter().copied().filter(|mv| mv.to() == Some(square)).collect()
    } else {
        let (text, stated) = line.split_once(" =").unwrap_or((line, ""));
        let Ok(sheet) = text.parse::<SheetMove>() else {
            return Err(format!(
                "{} is no move. Give its number, the move, or its square; help tells more",
                quoted(line)
            ));
        };
        let stated = |mv: &Move| stated.is_empty() || mv.to_string() == stated;
        let fitting: Vec<Move> = moves.iter().copied().filter(|mv| sheet.fits(position, *mv) && stated(mv)).collect();
        if let Some(throw) = record.throw()
            && fitting.is_empty()
            && !sheet.candidates(position, rules).is_empty()
        {
            return Err(format!("{} is not what the throw of {throw} calls. {}", quoted(line), candidates(moves)));
        }
        fitting
    };
    match named.as_slice() {
        [mv] => Ok(*mv),
        [] => Err(format!("no move that is open fits {}. {}", quoted(line), candidates(moves))),
        several => Err(format!("{} could be several moves. {}", quoted(line), candidates(several))),
    }
}

fn candidates(moves: &[Move]) -> String {
    let names: Vec<String> = moves.iter().map(Move::to_string).collect();
    format!("Open are: {}", names.join(", "))
}
