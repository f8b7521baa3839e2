//! What is on the screen at the table: the question, the board, the moves, the answer.

use std::fmt::Write;

use anstyle::Style;
use comfy_table::{ContentArrangement, Table as Grid, presets};

use crate::chess::{Army, Effect, Kind, Move, Role};
use crate::lore::Lore;
use crate::reading::{Called, Throw};
use crate::record::{Record, Turn};
use crate::render::{self, BoardPicture, capitalised, landing, list, turn_sentences};
use crate::text::safe;

/// The question as it is laid out, for the screen.
pub(super) fn opening(record: &Record, lore: &Lore) -> String {
    let question = &record.heading().question;
    let gloss = lore.gloss(question.board, question.ptah, None, None);
    let bold = Style::new().bold();
    format!(
        "{bold}{}{bold:#}\nThe {} board, its {} angle; the Ptah on {}: {}, {}.\n{} plays {}; array {}; ruleset {}, procedure {}, dice table {}.\n",
        safe(&question.text),
        question.board,
        question.angle,
        question.ptah,
        gloss.force,
        gloss.phrase,
        capitalised(&safe(&question.querent)),
        question.army(),
        question.array,
        question.ruleset.name,
        question.procedure.name,
        question.dice.name,
    )
}

/// The answer, for the screen.
pub(super) fn answer(record: &Record) -> String {
    let answer = record.reading().answer();
    let since = |ply: Option<u32>| ply.map_or(String::new(), |ply| format!(" (turn {ply})"));
    let end = record.reading().end().map_or(String::new(), |end| format!("{}.\n", capitalised(&end.to_string())));
    let bold = Style::new().bold();
    format!(
        "{end}By the Ptah: {bold}{}{bold:#}{}\nBy the kings: {bold}{}{bold:#}{}\n{}: {} bearing upon the Ptah square or those next to it.\n",
        answer.ptah.verdict,
        since(answer.ptah.ply),
        answer.kings.verdict,
        since(answer.kings.ply),
        capitalised(&answer.manner.to_string()),
        match answer.opposing {
            0 => "no enemy".to_owned(),
            1 => "1 enemy".to_owned(),
            many => format!("{many} enemies"),
        },
    )
}

/// The board with its marks.
pub(super) fn board(record: &Record) -> String {
    let last = record.last_turn().and_then(|turn| match turn.mv {
        Move::Step { from, to, .. } => Some((from, to)),
        Move::Pass => None,
    });
    let picture = BoardPicture { position: record.position(), ptah: Some(record.heading().question.ptah), last };
    format!("{}{}", picture.coloured(), picture.key())
}

/// Whose turn it is, and how the board stands.
pub(super) fn turn(record: &Record) -> String {
    let army = record.reading().turn();
    let style = render::army_style(army).bold();
    let player = safe(record.heading().seats.player(army)).into_owned();
    let mut text = format!("\n{style}── Turn {} · {army}{style:#}", record.ply());
    if record.heading().seats.players.iter().any(|other| *other != record.heading().seats.players[0]) {
        let _ = write!(text, " · {player} plays");
    }
    if record.position().in_check(army) {
        let _ = write!(text, " · the king is in check");
    }
    let frozen: Vec<String> =
        Army::ALL.into_iter().filter(|&army| record.position().is_frozen(army)).map(|army| army.to_string()).collect();
    if !frozen.is_empty() {
        let _ = write!(text, " · frozen: {}", list(&frozen));
    }
    format!("{text}\n{}", board(record))
}

/// A turn that was played, with the square landed on.
pub(super) fn played(turn: &Turn, record: &Record, lore: &Lore) -> String {
    let question = &record.heading().question;
    let mut text = turn_sentences(turn, question.army(), lore);
    if let (Some(square), Some(piece)) = (turn.landing(), turn.piece) {
        let gloss = lore.gloss(question.board, square, Some(piece), Some(question.army()));
        text.push('\n');
        text.push_str(landing(&gloss).trim_end());
    }
    text
}

/// The throw, the piece it calls with its god-form, and the moves.
pub(super) fn moves(record: &Record, throw: Throw, called: &Called, lore: &Lore) -> String {
    let (position, question) = (record.position(), &record.heading().question);
    let army = record.reading().turn();
    // The pieces that were called, each once, and of the pawns only those that can move.
    let mut names: Vec<String> = Vec::new();
    for (square, piece) in position.pieces() {
        let moves =
            |mv: &Move| matches!(mv, Move::Step { from, role, .. } if *from == square && *role == piece.kind.into());
        if called.moves.iter().any(moves) {
            let name = match piece.kind {
                Kind::Pawn(officer) => format!("of {officer}, {}", lore.piece(piece).god),
                _ => format!("the {piece}, {}", lore.piece(piece).god),
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let calls = match (called.instead_of_king, called.role) {
        (true, _) => format!("the king, who cannot move; a pawn moves instead: {}", names.join("; ")),
        (false, Role::Pawn) => format!("any pawn: {}", names.join("; ")),
        (false, _) => list(&names),
    };
    let mut text = format!("{army} throws {throw}: {calls}.");
    let mut grid = Grid::new();
    grid.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    for (index, mv) in called.moves.iter().enumerate() {
        let Some(to) = mv.to() else { continue };
        let here = lore.square(question.board, to);
        let house = lore.force(here.force).house.map_or(String::new(), |house| format!(", house {house}"));
        let ptah = if to == question.ptah { ", the Ptah" } else { "" };
        grid.add_row([
            format!("{:>3}", index + 1),
            mv.to_string(),
            position.sheet(*mv, record.reading().rules()),
            format!("{}{house}{ptah}", here.force),
            consequences(record, throw, *mv),
        ]);
    }
    for line in grid.lines() {
        let _ = write!(text, "\n{}", line.trim_end());
    }
    text
}

/// What a move would do: captures, check, concourse, throne, promotion.
fn consequences(record: &Record, throw: Throw, mv: Move) -> String {
    let mut tried = record.reading().clone();
    let before = tried.position().clone();
    let army = match mv {
        Move::Step { from, .. } => before.pieces_at(from).next().map_or(tried.turn(), |piece| piece.army),
        Move::Pass => tried.turn(),
    };
    let mut effects: Vec<Effect> = Vec::new();
    if tried.play(throw, mv, &mut effects).is_err() {
        return String::new();
    }
    let checks: Vec<_> = mv.to().map_or(Vec::new(), |to| tried.position().checks_given(&before, army, to).collect());
    let told: Vec<String> = effects.iter().map(render::effect).chain(render::checks(&checks)).collect();
    told.join("; ")
}

/// The turns that stand, a line each.
pub(super) fn turns(record: &Record, lore: &Lore) -> String {
    let board = record.heading().question.board;
    let line = |turn: &&Turn| {
        let force = turn.landing().map_or("No Move".to_owned(), |s| lore.square(board, s).force.to_string());
        let (mv, army) = (turn.mv.to_string(), turn.army.name());
        format!("{:>4}  {army:<5}  {}  {mv:<7} {:<10} {force}", turn.ply, turn.throw, turn.sheet)
    };
    let lines: Vec<String> = record.turns().iter().map(line).collect();
    if lines.is_empty() { "No turn has been played yet.".to_owned() } else { lines.join("\n") }
}
