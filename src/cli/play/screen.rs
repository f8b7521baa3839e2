//! What the screen shows of a reading or a game of any kind: the turns with their boards, and the moves.

use std::fmt::Write;

use anstyle::Style;
use comfy_table::{ContentArrangement, Table as Grid, presets};
use unicode_width::UnicodeWidthStr;

use crate::chess::{Army, Kind, Move, Position, Role, Square};
use crate::games::{Actor, GameState, OfferedAct, PlayedAct};
use crate::input::{safe, safe_prose};
use crate::interpretation::Told;
use crate::reading::{Question, Throw};
use crate::record::{EnochianRecord, OtherRecord, Record, RecordLens};
use crate::render::{self, BoardPicture, DiagramText, SeatColour, landing_within, list, step_sentence, turn_sentences};
use crate::session::{MovePreview, PlayedTurn, Session, TurnMoves};

use super::super::cx::Cx;
use super::super::{colours, terminal};

/// The summary of a reading in plain sentences; none for a game.
pub(in super::super) fn text_of_end(record: EnochianRecord<'_>, cx: Cx) -> Option<String> {
    let bold = Style::new().bold();
    let paragraphs = Told::of(record, cx.correspondences)?.paragraphs();
    Some(format!("{bold}{}{bold:#}\n{}\n", Told::HEADING, safe_prose(&paragraphs.join("\n\n"))))
}

/// A turn as it is shown, or the start.
#[derive(Default)]
pub(in super::super) struct ShownTurn {
    /// Its number; the start has the one before the first.
    pub(in super::super) number: u32,
    /// Whose it was, and what was thrown: `Water throws 2`.
    pub(in super::super) title: String,
    /// The same above a board.
    heading: String,
    /// The board after it, with its key; empty if the game has none.
    board: String,
    /// What happened, in sentences.
    pub(in super::super) played: String,
    /// Its acts in a list, each in a line.
    lines: Vec<String>,
}

impl ShownTurn {
    /// The start, and the turns that were not taken back.
    pub(in super::super) fn all(record: &Record, cx: Cx) -> Vec<ShownTurn> {
        let (board, turns): (_, Vec<ShownTurn>) = match record.lens() {
            RecordLens::Enochian(of_chess) => {
                let state = record.state();
                let turns = of_chess.turns().iter().map(|turn| ShownTurn::of_turn(turn, of_chess, &*state, cx));
                (squares(of_chess, &of_chess.subject().start(), None, 0), turns.collect())
            }
            RecordLens::Other(other) => {
                let turns = other.session().steps().chunk_by(|one, next| one.turn == next.turn);
                (
                    diagram(&**other.session().start(), &[], 0),
                    turns.map(|acts| ShownTurn::of_acts(acts, other)).collect(),
                )
            }
        };
        let start = ShownTurn {
            number: record.heading().game.first_turn().saturating_sub(1),
            heading: format!("{0}── The start{0:#}", Style::new().bold()),
            board: board.join("\n"),
            ..ShownTurn::default()
        };
        [start].into_iter().chain(turns).collect()
    }

    /// All of it: the heading, the board, and what happened.
    pub(in super::super) fn whole(&self) -> String {
        let parts = [&self.heading, &self.board, &self.played];
        parts.map(String::as_str).into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    fn of_turn(turn: &PlayedTurn, record: EnochianRecord<'_>, state: &dyn GameState, cx: Cx) -> ShownTurn {
        let (actor, throw) = (Actor::Seat(turn.army.index()), turn.thrown.map(|thrown| thrown.throw));
        ShownTurn {
            board: squares(record, &turn.position, Some(turn.mv), 0).join("\n"),
            played: played(turn, record, cx),
            lines: vec![listed(turn.ply, turn.army.name(), turn.irregular.is_some(), &in_a_line(turn, record, cx))],
            ..ShownTurn::titled(turn.ply, actor, state, throw)
        }
    }

    /// All acts of a turn, such as a tried capture with its battle.
    fn of_acts(acts: &[PlayedAct], record: OtherRecord<'_>) -> ShownTurn {
        let (first, last) = (&acts[0], &acts[acts.len() - 1]);
        // The cards that are dealt before a turn belong to it.
        let first = acts.iter().find(|step| matches!(step.actor, Actor::Seat(_))).unwrap_or(first);
        let state = record.session().state();
        let line = |step: &PlayedAct| {
            let text = open_text(record, step);
            listed(step.turn, state.actor_name(step.actor), step.irregular.is_some(), &safe(&text))
        };
        ShownTurn {
            board: diagram(&*last.state, acts, 0).join("\n"),
            played: acts.iter().map(act_played).collect::<Vec<_>>().join("\n"),
            lines: acts.iter().map(line).collect(),
            ..ShownTurn::titled(first.turn, first.actor, &**state, None)
        }
    }

    fn titled(number: u32, actor: Actor, state: &dyn GameState, throw: Option<Throw>) -> ShownTurn {
        let (style, name) = (actor_style(state, actor), state.actor_name(actor));
        let (throws, thrown) = match throw {
            Some(throw) => (format!(" throws {throw}"), format!(" · throw {throw}")),
            None => Default::default(),
        };
        ShownTurn {
            number,
            title: format!("{name}{throws}"),
            heading: format!("{style}── Turn {number} · {name}{thrown}{style:#}"),
            ..ShownTurn::default()
        }
    }
}

/// The turns that were not taken back, a line for each act. Cards that not everybody has seen are left out.
pub(in super::super) fn turns(record: &Record, cx: Cx) -> String {
    let lines: Vec<String> = ShownTurn::all(record, cx).into_iter().flat_map(|turn| turn.lines).collect();
    if lines.is_empty() { "No turns yet.".to_owned() } else { lines.join("\n") }
}

/// A line of a list of turns.
fn listed(number: u32, actor: &str, is_irregular: bool, act: &str) -> String {
    let irregular = if is_irregular { "  irregular" } else { "" };
    format!("{number:>4}  {actor:<6}  {}{irregular}", act.trim_end())
}

/// The throw and the move of a turn in a list; in a reading with the force of the square.
fn in_a_line(turn: &PlayedTurn, record: EnochianRecord<'_>, cx: Cx) -> String {
    let texts = (format!("{:<7}", turn.mv.to_string()), format!("{:<10}", turn.sheet));
    let shown = cx.settings.notation().of(texts.0, texts.1).join(" ");
    let Some(thrown) = turn.thrown else { return shown };
    let force = match turn.landing() {
        None => "No Move".to_owned(),
        Some(_) if record.is_quiet() => String::new(),
        Some(square) => cx.correspondences.square(record.subject().board(), square).force.to_string(),
    };
    format!("{}  {shown} {force}", thrown.throw)
}

/// The current board as whoever acts may see it, turned by quarters, and its key; both are empty if the game has none.
pub(super) fn board_and_key(record: &Record, state: &dyn GameState, quarters: u8) -> [String; 2] {
    match record.lens() {
        RecordLens::Enochian(record) => {
            squares(record, record.position(), record.last_turn().map(|turn| turn.mv), quarters)
        }
        RecordLens::Other(record) => diagram(state, record.session().steps(), quarters),
    }
}

/// The columns for a board.
fn screen_width() -> usize {
    terminal::size().map_or(DiagramText::WIDTH, |(columns, _)| columns)
}

/// A board and its key, without an empty line after either.
fn drawn(board: &str, key: &str) -> [String; 2] {
    [board, key].map(|text| text.trim_end_matches('\n').to_owned())
}

/// A board of Enochian chess after a move, and its key.
fn squares(record: EnochianRecord<'_>, position: &Position, mv: Option<Move>, quarters: u8) -> [String; 2] {
    let last = match mv {
        Some(Move::Step { from, to, .. }) => Some((from, to)),
        Some(Move::Pass) | None => None,
    };
    let picture = BoardPicture { position, ptah: record.subject().ptah(), last };
    drawn(&picture.within(screen_width(), colours::screen(), quarters), &picture.key())
}

/// A board of another game after some acts, with the cells of the last move, and its key.
fn diagram(state: &dyn GameState, steps: &[PlayedAct], quarters: u8) -> [String; 2] {
    let diagram = state.diagram().turned(quarters);
    if diagram.panels.is_empty() {
        return Default::default();
    }
    // An answer or a card touches no cell.
    let last = steps.iter().rev().map(PlayedAct::cells).find(|cells| !cells.is_empty()).unwrap_or_default();
    let width = screen_width();
    let picture = DiagramText { last: &last, width, ..DiagramText::of(&diagram, state.seats()) };
    drawn(&picture.coloured(colours::screen()), &picture.key())
}

/// The style of the heading of a turn: the colour of its seat.
pub(super) fn actor_style(state: &dyn GameState, actor: Actor) -> Style {
    let Actor::Seat(index) = actor else { return Style::new().bold() };
    let style = state.seats().get(index).map_or(Style::new(), |seat| {
        let of_army = seat.name.parse().map(|army: Army| colours::screen().style(army));
        of_army.unwrap_or_else(|_| SeatColour::of(seat, index).style(colours::screen()))
    });
    style.bold()
}

/// What an act of another game did, in a sentence.
pub(super) fn act_played(step: &PlayedAct) -> String {
    safe_prose(&step_sentence(step)).into_owned()
}

/// The text of an act that everybody at the table may read: without the cards of the deck and those that were thrown.
pub(super) fn open_text(record: OtherRecord<'_>, step: &PlayedAct) -> String {
    let text = &step.text;
    match text.split_once(' ') {
        Some((word @ ("deal" | "refill" | "discard"), _)) if record.is_dealt() => word.to_owned(),
        _ => text.clone(),
    }
}

/// The acts of another game with their numbers, in as many columns as fit.
pub(super) fn acts(name: &str, offered: &[OfferedAct], width: usize) -> String {
    let digits = offered.len().to_string().len();
    let cells: Vec<String> =
        offered.iter().zip(1..).map(|(act, number)| format!("{number:>digits$} {}", safe(&act.text))).collect();
    format!("{name} may play:{}", side_by_side(&cells, width))
}

/// A turn that was played; in a reading, with the square of the landing.
pub(super) fn played(turn: &PlayedTurn, record: EnochianRecord<'_>, cx: Cx) -> String {
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
fn side_by_side(cells: &[String], width: usize) -> String {
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
