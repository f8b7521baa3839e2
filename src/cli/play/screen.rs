//! What the prompts show: the question or game, the board, the moves, the outcome.

use std::fmt::Write;

use anstyle::Style;
use comfy_table::{ContentArrangement, Table as Grid, presets};
use unicode_width::UnicodeWidthStr;

use crate::chess::{Army, Kind, Move, Role, Square};
use crate::input::safe_prose;
use crate::interpretation::Told;
use crate::reading::{Question, Throw};
use crate::record::EnochianRecord;
use crate::render::{self, BoardPicture, landing_within, list, turn_sentences};
use crate::session::{MovePreview, PlayedTurn, Session, TurnMoves};

use super::super::cx::Cx;
use super::super::{colours, terminal};

/// The summary of a reading in plain sentences; none for a game.
pub(in super::super) fn text_of_end(record: EnochianRecord<'_>, cx: Cx) -> Option<String> {
    let bold = Style::new().bold();
    let paragraphs = Told::of(record, cx.correspondences)?.paragraphs();
    Some(format!("{bold}{}{bold:#}\n{}\n", Told::HEADING, safe_prose(&paragraphs.join("\n\n"))))
}

/// The board with its marks, turned by quarters.
pub(super) fn board(record: EnochianRecord<'_>, quarters: u8) -> String {
    let last = record.last_turn().and_then(|turn| match turn.mv {
        Move::Step { from, to, .. } => Some((from, to)),
        Move::Pass => None,
    });
    let picture = BoardPicture { position: record.position(), ptah: record.subject().ptah(), last };
    format!("{}{}", picture.turned(colours::screen(), quarters), picture.key())
}

/// What stands beside the army whose turn it is: a check, and frozen armies.
pub(super) fn marks(record: EnochianRecord<'_>) -> String {
    let check = if record.position().in_check(record.turn()) { " · the king is in check" } else { "" };
    let frozen: Vec<&str> =
        Army::ALL.into_iter().filter(|&army| record.position().is_frozen(army)).map(Army::name).collect();
    match frozen[..] {
        [] => check.to_owned(),
        _ => format!("{check} · frozen: {}", list(&frozen)),
    }
}

/// A turn that was played; in a reading, with the square of the landing.
pub(in super::super) fn played(turn: &PlayedTurn, record: EnochianRecord<'_>, cx: Cx) -> String {
    let subject = &record.subject();
    let querent = subject.querent().filter(|_| !record.is_quiet());
    let mut text = turn_sentences(turn, querent, cx.correspondences);
    if let (Some(querent), Some(square), Some(piece)) = (querent, turn.landing(), turn.piece) {
        let gloss = cx.correspondences.gloss(subject.board(), square, Some(piece), Some(querent));
        text.push('\n');
        let width = terminal::size().map_or(usize::MAX, |(columns, _)| columns);
        text.push_str(landing_within(width, &gloss).trim_end());
    }
    text
}

/// The layout of the list of moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    /// A line for each move, or in a game for each piece.
    Full,
    /// Each move with its details, side by side.
    Columns,
    /// The moves alone, side by side.
    Short,
}

/// The legal moves: in a reading below the throw and its pieces, in a game by piece.
pub(super) fn moves(record: EnochianRecord<'_>, turn: &TurnMoves, width: Width, cx: Cx) -> String {
    match (record.subject().question(), record.throw()) {
        (Some(question), Some(throw)) => called(record, question, throw, turn, width, cx),
        _ => by_piece(record, &turn.moves, width),
    }
}

/// Cells side by side, in as many columns as fit; what is numbered runs down the columns.
pub(super) fn side_by_side(cells: &[String], width: usize) -> String {
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
fn by_piece(record: EnochianRecord<'_>, moves: &[Move], width: Width) -> String {
    let position = record.position();
    // When lines are broken, a number stays with its move.
    let (bound, between) = if width == Width::Full { (" ", "  ") } else { ("\u{a0}", " ") };
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
                    Width::Full => format!("{piece} on {from}"),
                    Width::Columns | Width::Short => format!("{}{bound}{from}", piece.code()),
                });
                pieces.push((from, role, format!("{name}:{step}")));
            }
        }
    }
    let lines: Vec<String> = pieces.into_iter().map(|(.., line)| line).collect();
    let gap = if width == Width::Full { "\n  " } else { "   " };
    format!("{} may play:\n  {}", record.turn(), lines.join(gap))
}

/// The throw, its pieces with their god-forms, and the moves.
fn called(
    record: EnochianRecord<'_>,
    question: &Question,
    throw: Throw,
    turn: &TurnMoves,
    width: Width,
    cx: Cx,
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
                let _ = write!(name, ", {}", cx.correspondences.piece(piece).god);
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
        row.extend(cx.settings.notation().of(mv.to_string(), position.sheet(*mv)));
        if width != Width::Short {
            let mut here = Vec::new();
            if !is_quiet {
                let force = cx.correspondences.square(question.board, to).force;
                here.push(force.to_string());
                here.extend(cx.correspondences.force(force).house.map(|house| format!("house {house}")));
            }
            here.extend((to == question.ptah).then(|| "the Ptah".to_owned()));
            row.extend([here.join(", "), consequences(session, *mv)]);
        }
        rows.push(row);
    }
    if width != Width::Full {
        let cells: Vec<String> = rows.iter().map(|row| row.join(" ").trim().to_owned()).collect();
        return text + &side_by_side(&cells, textwrap::termwidth());
    }
    let mut grid = Grid::new();
    grid.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    grid.add_rows(rows);
    text + &grid.lines().map(|line| format!("\n{}", line.trim_end())).collect::<String>()
}

/// What a move would do: captures, check, concourse, throne, promotion.
fn consequences(session: &Session, mv: Move) -> String {
    let Ok(MovePreview { turn, .. }) = session.preview(mv) else { return String::new() };
    let parts: Vec<String> = turn.effects.iter().map(render::effect).chain(render::checks(&turn.checks)).collect();
    parts.join("; ")
}

/// The turns that were not taken back, one on each line.
pub(in super::super) fn turns(record: EnochianRecord<'_>, cx: Cx) -> String {
    let subject = &record.subject();
    let line = |turn: &PlayedTurn| {
        let army = turn.army.name();
        let shown =
            cx.settings.notation().of(format!("{:<7}", turn.mv.to_string()), format!("{:<10}", turn.sheet)).join(" ");
        let Some(thrown) = turn.thrown else { return format!("{:>4}  {army:<5}  {}", turn.ply, shown.trim_end()) };
        let force = match turn.landing() {
            None => "No Move".to_owned(),
            Some(_) if record.is_quiet() => String::new(),
            Some(square) => cx.correspondences.square(subject.board(), square).force.to_string(),
        };
        let line = format!("{:>4}  {army:<5}  {}  {shown} {force}", turn.ply, thrown.throw);
        line.trim_end().to_owned()
    };
    let lines: Vec<String> = record.turns().iter().map(line).collect();
    if lines.is_empty() { "No turns yet.".to_owned() } else { lines.join("\n") }
}
