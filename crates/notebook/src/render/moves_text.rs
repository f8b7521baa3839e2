//! The legal moves, as a list for the screen.

use std::fmt::Write;

use comfy_table::{ContentArrangement, Table as Grid, presets};
use unicode_width::UnicodeWidthStr;

use crate::chess::{Kind, Move, Role, Square};
use crate::reading::{Question, Throw};
use crate::record::EnochianRecord;
use crate::session::{MovePreview, Session, TurnMoves};

use super::{DiagramText, TurnView, checks, effect, list};

/// The layout of the list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovesLayout {
    /// A line for each move, or in a game for each piece.
    Full,
    /// Each move with its details, side by side.
    Columns,
    /// The moves alone, side by side.
    Short,
}

/// The legal moves: in a reading below the throw and its pieces, in a game by piece.
#[must_use]
pub fn moves_text(record: EnochianRecord<'_>, turn: &TurnMoves, layout: MovesLayout, view: TurnView<'_>) -> String {
    match (record.subject().question(), record.throw()) {
        (Some(question), Some(throw)) => called(record, question, throw, turn, layout, view),
        _ => by_piece(record, &turn.moves, layout),
    }
}

/// Cells side by side, in as many columns as fit; what is numbered runs down the columns.
#[must_use]
pub fn side_by_side(cells: &[String], width: usize) -> String {
    let widest = cells.iter().map(|cell| cell.width()).max().unwrap_or(0) + 2;
    let columns = (width.saturating_sub(2) / widest).max(1);
    let rows = cells.len().div_ceil(columns);
    let row = |row: usize| {
        let cells = cells.iter().skip(row).step_by(rows.max(1));
        let line: String = cells.map(|cell| format!("  {cell}{:1$}", "", widest - 2 - cell.width())).collect();
        format!("\n{}", line.trim_end())
    };
    (0..rows).map(row).collect()
}

/// The moves of each piece with their numbers, on a line each or one after the other.
fn by_piece(record: EnochianRecord<'_>, moves: &[Move], width: MovesLayout) -> String {
    let position = record.position();
    // When lines are broken, a number stays with its move.
    let (bound, between) = if width == MovesLayout::Full { (" ", "  ") } else { ("\u{a0}", " ") };
    let mut pieces: Vec<(Square, Role, String)> = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let Move::Step { role, from, to, promotion } = *mv else { continue };
        let takes = position.pieces_at(to).next().map_or(String::new(), |piece| format!("x{}", piece.code()));
        let becomes = promotion.map_or(String::new(), |officer| format!("={}", officer.letter()));
        let step = format!("{between} {}{bound}{to}{takes}{becomes}", index + 1);
        match pieces.last_mut() {
            Some((square, same, line)) if *square == from && *same == role => line.push_str(&step),
            _ => {
                let piece = position.pieces_at(from).find(|piece| Role::from(piece.kind) == role);
                let name = piece.map_or(String::new(), |piece| match width {
                    MovesLayout::Full => format!("{piece} on {from}"),
                    MovesLayout::Columns | MovesLayout::Short => format!("{}{bound}{from}", piece.code()),
                });
                pieces.push((from, role, format!("{name}:{step}")));
            }
        }
    }
    let lines: Vec<String> = pieces.into_iter().map(|(.., line)| line).collect();
    let gap = if width == MovesLayout::Full { "\n  " } else { "   " };
    format!("{} may play:\n  {}", record.turn(), lines.join(gap))
}

/// The throw, its pieces with their god-forms, and the moves.
fn called(
    record: EnochianRecord<'_>,
    question: &Question,
    throw: Throw,
    turn: &TurnMoves,
    layout: MovesLayout,
    view: TurnView<'_>,
) -> String {
    let (session, is_quiet) = (record.session(), record.is_quiet());
    let (position, moves) = (session.position(), &turn.moves);
    let army = session.turn();
    // The pieces of the throw, each once, and only the pawns that can move.
    let mut names: Vec<String> = Vec::new();
    for (square, piece) in position.pieces() {
        let its =
            |mv: &Move| matches!(mv, Move::Step { from, role, .. } if *from == square && *role == piece.kind.into());
        if moves.iter().any(its) {
            let mut name = match piece.kind {
                Kind::Pawn(officer) => format!("of {officer}"),
                _ => format!("the {piece}"),
            };
            if !is_quiet {
                let _ = write!(name, ", {}", view.correspondences.piece(piece).god);
            }
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let calls = match (turn.instead_of_king, turn.role) {
        (true, _) => format!("the king, who cannot move; a pawn moves instead: {}", names.join("; ")),
        (false, Some(Role::Pawn)) => format!("any pawn: {}", names.join("; ")),
        (false, _) => list(&names),
    };
    let text = format!("{army} throws {throw}: {calls}.");
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let Some(to) = mv.to() else { continue };
        let mut row = vec![format!("{:>3}", index + 1)];
        row.extend(view.notation.of(mv.to_string(), position.sheet(*mv)));
        if layout != MovesLayout::Short {
            let mut here = Vec::new();
            if !is_quiet {
                let force = view.correspondences.square(question.board, to).force;
                here.push(force.to_string());
                here.extend(view.correspondences.force(force).house.map(|house| format!("house {house}")));
            }
            here.extend((to == question.ptah).then(|| "the Ptah".to_owned()));
            row.extend([here.join(", "), consequences(session, *mv)]);
        }
        rows.push(row);
    }
    if layout != MovesLayout::Full {
        let cells: Vec<String> = rows.iter().map(|row| row.join(" ").trim().to_owned()).collect();
        return text + &side_by_side(&cells, view.columns.unwrap_or(DiagramText::WIDTH));
    }
    let mut grid = Grid::new();
    grid.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    grid.add_rows(rows);
    text + &grid.lines().map(|line| format!("\n{}", line.trim_end())).collect::<String>()
}

/// What a move would do: captures, check, concourse, throne, promotion.
fn consequences(session: &Session, mv: Move) -> String {
    let Ok(MovePreview { turn, .. }) = session.preview(mv) else { return String::new() };
    let parts: Vec<String> = turn.effects.iter().map(effect).chain(checks(&turn.checks)).collect();
    parts.join("; ")
}
