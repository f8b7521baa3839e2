//! Position texts (GAMES F6.2), and what makes a position sound.

use super::super::StateError;
use super::super::cell::cells_text;
use super::faith_armies::{FaithArmy, FaithOrder};
use super::faith_board::FaithBoard;
use super::faith_columns::{FaithCell, FaithColumn, HexPoint, LEVELS, ROWS};
use super::faith_pieces::{FaithKind, FaithPiece};
use super::faith_position::{FaithPassed, FaithPosition, must_promote};
use crate::input::quoted;

fn error<T>(problem: impl Into<String>, expected: impl Into<String>) -> Result<T, StateError> {
    Err(StateError { problem: problem.into(), expected: expected.into() })
}

/// Writes the position text.
pub(super) fn write_position(position: &FaithPosition) -> String {
    let letters = |armies: &[FaithArmy]| match armies {
        [] => "-".to_owned(),
        armies => armies.iter().map(|army| army.letter()).collect(),
    };
    let passed = |army: FaithArmy| {
        let FaithPassed { cell, pawn } = position.passed[army.index()]?;
        Some(format!("{}{cell}{pawn}", army.letter()))
    };
    let passed: String = FaithArmy::ALL.into_iter().filter_map(passed).collect();
    format!(
        "{} {} {} {} {} {}",
        write_board(&position.board),
        position.turn.letter(),
        letters(&position.out),
        position.won.map_or('-', FaithArmy::letter),
        if passed.is_empty() { "-" } else { &passed },
        position.ply,
    )
}

fn write_board(board: &FaithBoard) -> String {
    let mark = |cell| board.at(cell).map(|FaithPiece { army, kind }| format!("{}{}", army.letter(), kind.letter()));
    let level = |level| {
        let mut columns = FaithColumn::all();
        let rows = ROWS.map(|(_, count)| {
            cells_text(columns.by_ref().take(count).map(|column| mark(FaithCell::new(column, level))))
        });
        rows.join(",")
    };
    (1..=LEVELS).map(level).collect::<Vec<_>>().join("/")
}

/// Reads a position text. Each position has one text only, so what is read writes the same text.
pub(super) fn read_position(text: &str, order: FaithOrder) -> Result<FaithPosition, StateError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [board, turn, out, won, passed, ply] = fields[..] else {
        return error(
            format!("the number of fields in the position {} is {}", quoted(text), fields.len()),
            "six, separated by single spaces: board, turn, armies that are out, winner, en passant, ply",
        );
    };
    let position = FaithPosition {
        board: read_board(board)?,
        turn: read_army(turn, "field 2, the turn,")?,
        out: read_out(out)?,
        won: if won == "-" { None } else { Some(read_army(won, "field 4, the winner by the second checkmate,")?) },
        passed: read_passed(passed)?,
        ply: read_ply(ply)?,
        order,
    };
    check_position(&position)?;
    Ok(position)
}

fn read_army(text: &str, field: &str) -> Result<FaithArmy, StateError> {
    let problem =
        || StateError { problem: format!("{field} is {}", quoted(text)), expected: "one of r, o, g, b".into() };
    FaithArmy::named(text).ok_or_else(problem)
}

fn read_out(text: &str) -> Result<Vec<FaithArmy>, StateError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let armies: Option<Vec<FaithArmy>> = text.chars().map(FaithArmy::from_letter).collect();
    let is_repeated = |armies: &[FaithArmy]| armies.iter().enumerate().any(|(i, army)| armies[..i].contains(army));
    match armies {
        Some(armies) if (1..=3).contains(&armies.len()) && !is_repeated(&armies) => Ok(armies),
        _ => error(
            format!("field 3, the armies that are out, is {}", quoted(text)),
            "- or one to three of r, o, g, b, each once, in the order in which they went out",
        ),
    }
}

fn read_passed(text: &str) -> Result<[Option<FaithPassed>; 4], StateError> {
    let mut passed = [None; 4];
    if text == "-" {
        return Ok(passed);
    }
    let wrong = || StateError {
        problem: format!("field 5, en passant, is {}", quoted(text)),
        expected:
            "- or army, cell passed over and cell of the pawn for each double step, such as rrf3qf3, in the order \
                   r, o, g, b"
                .into(),
    };
    let mut rest = text;
    loop {
        let (entry, others) = rest.split_at_checked(7).ok_or_else(wrong)?;
        rest = others;
        let army = entry.chars().next().and_then(FaithArmy::from_letter).ok_or_else(wrong)?;
        let cell = |range| entry.get(range).and_then(FaithCell::named).ok_or_else(wrong);
        let (cell, pawn) = (cell(1..4)?, cell(4..7)?);
        if passed[army.index()..].iter().any(Option::is_some) {
            return Err(wrong());
        }
        passed[army.index()] = Some(FaithPassed { cell, pawn });
        if rest.is_empty() {
            return Ok(passed);
        }
    }
}

fn read_ply(text: &str) -> Result<u32, StateError> {
    let ply = text.parse().ok().filter(|ply: &u32| ply.to_string() == text);
    ply.ok_or_else(|| StateError {
        problem: format!("field 6, the ply, is {}", quoted(text)),
        expected: "a whole number below 2^32, without leading zeros".to_owned(),
    })
}

fn read_board(text: &str) -> Result<FaithBoard, StateError> {
    let levels: Vec<&str> = text.split('/').collect();
    if levels.len() != LEVELS {
        return error(format!("field 1, the board, has {} levels", levels.len()), "five, separated by /");
    }
    let mut board = FaithBoard::EMPTY;
    for (index, level) in levels.into_iter().enumerate() {
        let level_number = index + 1;
        let rows: Vec<&str> = level.split(',').collect();
        if rows.len() != ROWS.len() {
            return error(format!("level {level_number} has {} rows", rows.len()), "twelve, separated by commas");
        }
        let mut columns = FaithColumn::all();
        for (row, (&(_, count), row_text)) in ROWS.iter().zip(rows).enumerate() {
            let cells = read_row(row_text, count).ok_or_else(|| StateError {
                problem: format!("row {} of level {level_number} is {}", row + 1, quoted(row_text)),
                expected: format!("{count} cells: pieces such as rK, and numbers for runs of empty cells"),
            })?;
            for (piece, column) in cells.into_iter().zip(columns.by_ref()) {
                board.put(FaithCell::new(column, level_number), piece);
            }
        }
    }
    Ok(board)
}

/// The cells of a row, if there are `count`.
fn read_row(text: &str, count: usize) -> Option<Vec<Option<FaithPiece>>> {
    let mut cells = Vec::with_capacity(count);
    let mut letters = text.chars();
    let mut was_run = false;
    while let Some(letter) = letters.next() {
        let is_run = letter.is_ascii_digit();
        match letter {
            '1'..='9' if !was_run => cells.extend(vec![None; letter.to_digit(10)? as usize]),
            _ => {
                let army = FaithArmy::from_letter(letter)?;
                cells.push(Some(FaithPiece { army, kind: FaithKind::from_letter(letters.next()?)? }));
            }
        }
        was_run = is_run;
        if cells.len() > count {
            return None;
        }
    }
    (cells.len() == count).then_some(cells)
}

/// Checks that a position is sound: one King or Emperor for each army that is in, nothing of one that is out, no pawn
/// that has had to promote, a turn for an army that is in, and rights that their pieces bear out.
pub(super) fn check_position(position: &FaithPosition) -> Result<(), StateError> {
    for army in FaithArmy::ALL {
        let (name, royals) = (army.name(), position.board.royals(army));
        if position.is_in(army) {
            if royals != 1 {
                return error(format!("{name} has {royals} kings and emperors"), "one for each army that is in");
            }
        } else if let Some((cell, piece)) = position.board.pieces().find(|(_, piece)| piece.army == army) {
            return error(format!("{name} is out, but there is {}", piece.on(cell)), "no piece of an army that is out");
        }
    }
    let is_stuck = |&(cell, piece): &(FaithCell, FaithPiece)| {
        piece.kind == FaithKind::Pawn && must_promote(piece.army, cell.column())
    };
    if let Some((cell, piece)) = position.board.pieces().find(is_stuck) {
        return error(
            format!("no column lies before {}", piece.on(cell)),
            "another piece, since it must be promoted there",
        );
    }
    if !position.is_in(position.turn) {
        return error(
            format!("it is the turn of {}, which is out", position.turn.name()),
            "the turn of an army that is in",
        );
    }
    if let Some(winner) = position.won
        && (winner != position.turn || position.out.len() != 2)
    {
        return error(
            format!("field 4 says that {} has won by the second checkmate", winner.name()),
            "two armies that are out, and the turn with the winner",
        );
    }
    FaithArmy::ALL.into_iter().try_for_each(|army| check_passed(position, army))
}

fn check_passed(position: &FaithPosition, army: FaithArmy) -> Result<(), StateError> {
    let Some(FaithPassed { cell, pawn }) = position.passed[army.index()] else { return Ok(()) };
    let (over, here) = (cell.column().point(), pawn.column().point());
    let start = FaithColumn::at(over.plus(HexPoint::new(here.x - over.x, here.y - over.y), -1));
    let is_double_step = cell.level() == pawn.level()
        && cell.column().forward(army).any(|column| column == pawn.column())
        && start.is_some_and(|column| column.is_pawn_rank(army));
    let has_pawn = position.board.at(pawn) == Some(FaithPiece { army, kind: FaithKind::Pawn });
    if is_double_step && has_pawn && position.board.is_empty(cell) && army != position.turn {
        return Ok(());
    }
    error(
        format!("field 5 says that a pawn of {} stepped over {cell} to {pawn}", army.name()),
        "a double step from its pawn rank since its last turn, with the pawn where it went and nothing on the cell passed over",
    )
}
