//! A board of any game, as the template draws it: the ground, which a page asks for once; the pieces, which are morphed; the cells,
//! which one can point at; and the marks.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use minijinja::Value;
use serde::Serialize;

use crate::chess::{Army, Kind, Move, Piece, Position, Role, Square};
use crate::correspondences::Palette;
use crate::games::{CellShape, Diagram, Ground, PlayedAct, Seat};
use crate::render::{DiagramPainting, PlacedCell};

use super::super::move_options::OfferView;
use super::super::open_journal::WindowView;
use super::super::page_state::NoMoveView;
use super::drawn::query;
use super::shown;

/// The smallest width of a cell on a screen that scrolls, in pixels.
const SMALLEST: f64 = 26.0;

/// A board.
#[derive(Debug, Default, Serialize)]
pub(in crate::server) struct BoardLook {
    /// What it is called: `Water board, Air at the top left`.
    name: String,
    /// The part of the picture that is seen: left, top, width and height.
    view: String,
    /// Where the ground is.
    ground: String,
    /// Whether the program draws the ground, which is in other games.
    is_drawn: bool,
    /// The side of a cell.
    size: f64,
    /// Whether a veil lies on what cannot be chosen, also while no piece is selected.
    has_die: bool,
    outline: Outline,
    letters: Vec<Value>,
    /// The boards, or the levels of one.
    panels: Vec<Value>,
    pieces: Vec<PieceLook>,
    ptah: Option<Place>,
    last: Vec<Place>,
    checks: Vec<Place>,
    /// The squares of a piece that is followed.
    road: Vec<Place>,
    /// The cells that keep their colours, where nothing is to be chosen: `a5 b6`.
    lit: Option<String>,
    /// The cells of the pieces that can move.
    called: Vec<Place>,
    targets: Vec<TargetLook>,
    ghost: Option<PieceLook>,
    /// So wide is a board of several levels at least, in pixels.
    least: Option<u32>,
}

/// The shape of all cells around their middles, and frames in it.
#[derive(Debug, Default, Serialize)]
struct Outline {
    frame: String,
    inner: String,
    outer: String,
    road: String,
    brackets: String,
}

#[derive(Clone, Debug, Serialize)]
pub(in crate::server) struct Place {
    pub(in crate::server) cell: String,
    pub(in crate::server) x: f64,
    pub(in crate::server) y: f64,
}

#[derive(Clone, Debug, Serialize)]
struct PieceLook {
    /// The same as long as the piece stands on the board.
    id: String,
    symbol: String,
    #[serde(flatten)]
    at: Place,
    scale: f64,
    /// Whether it shares the throne of a piece that moves, and does not move itself.
    beside: bool,
}

/// Where a piece can go.
#[derive(Debug, PartialEq, Serialize)]
struct TargetLook {
    from: String,
    to: String,
    x: f64,
    y: f64,
    takes: bool,
}

/// What is to be shown on a board, beside what stands on it.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::server) struct Shown<'s> {
    pub(in crate::server) offers: &'s [OfferView],
    pub(in crate::server) no_move: Option<&'s NoMoveView>,
    /// What the squares stand for, each with its name; none while it is quiet.
    pub(in crate::server) glosses: &'s [(String, String)],
    pub(in crate::server) ptah: Option<&'s str>,
    pub(in crate::server) road: &'s [String],
    /// Whether a die says what can move.
    pub(in crate::server) has_die: bool,
    /// Whether it is said of a square to which a piece can move whether it is attacked there.
    pub(in crate::server) warns: bool,
    /// The move that waits until it can be saved.
    pub(in crate::server) waiting: Option<&'s OfferView>,
    /// The quarters by which the board is turned.
    pub(in crate::server) side: u8,
    /// What it is about, where nothing is to be chosen.
    pub(in crate::server) lit: &'s [String],
}

/// A cell of a picture.
struct Cell {
    at: Place,
    panel: usize,
}

impl BoardLook {
    /// A board of Enochian chess.
    pub(in crate::server) fn of_squares(
        board: &str,
        symbols: bool,
        palette: Option<Palette>,
        (position, last): (&Position, Option<Move>),
        shown: Shown<'_>,
    ) -> BoardLook {
        let side = shown.side;
        let cells: Vec<Cell> = Square::from_a8().map(|square| Cell { at: at(square, side), panel: 0 }).collect();
        let is_mover = |square: Square, piece: Piece| {
            let (cell, code) = (square.to_string(), piece.code());
            shown.offers.iter().any(|it| it.from.as_ref() == Some(&cell) && it.piece.as_ref() == Some(&code))
        };
        let mut ids: Vec<String> = Vec::new();
        let piece = |(square, piece): (Square, Piece)| {
            let pair: Vec<Piece> = position.pieces_at(square).collect();
            // On a throne the king stands before the other piece.
            let (off, scale) = match pair.len() {
                1 => (0.0, 1.0),
                _ if pair[0] == piece => (-17.0, 0.7),
                _ => (17.0, 0.7),
            };
            let mut id = format!("pc-{}", piece.code());
            while ids.contains(&id) {
                id.push('i');
            }
            ids.push(id.clone());
            let Place { cell, x, y } = at(square, side);
            PieceLook {
                id,
                symbol: symbol(&code_in(position, piece)),
                at: Place { cell, x: x + off, y: y + off },
                scale,
                beside: !is_mover(square, piece) && pair.iter().any(|piece| is_mover(square, *piece)),
            }
        };
        let pieces: Vec<PieceLook> = position.pieces().map(piece).collect();
        let standing = |cell: &str| {
            let pieces = cell.parse().ok().into_iter().flat_map(|square: Square| position.pieces_at(square));
            let frozen = |piece: Piece| if position.is_frozen(piece.army) { ", frozen" } else { "" };
            let names = pieces.map(|it| format!("{} of {}{}", piece_name(it), it.army, frozen(it)));
            names.collect::<Vec<_>>().join(" and ")
        };
        let checked = Army::ALL.into_iter().filter(|army| position.in_check(*army));
        let checked: Vec<Square> = checked.filter_map(|army| position.king(army)).collect();
        let last = match last {
            Some(Move::Step { from, to, .. }) => vec![at(from, side), at(to, side)],
            _ => Vec::new(),
        };
        let corner = ["Air", "Earth", "Fire", "Water"][usize::from(side % 4)];
        let ground = [("board", board.to_owned()), ("symbols", symbols.to_string())];
        let ground = ground.into_iter().chain(palette.map(|it| ("palette", it.name().to_owned())));
        let board = BoardLook {
            name: format!("{board} board, {corner} at the top left"),
            view: "-32 -4 836 836".to_owned(),
            ground: format!("board.svg?{}", query(ground)),
            letters: letters(side),
            checks: checked.iter().map(|square| at(*square, side)).collect(),
            last,
            ptah: shown.ptah.and_then(|cell| Some(at(cell.parse().ok()?, side))),
            pieces,
            size: 100.0,
            ..BoardLook::default()
        };
        let square = [(-50.0, -50.0), (50.0, -50.0), (50.0, 50.0), (-50.0, 50.0)];
        let checked: Vec<String> = checked.iter().map(ToString::to_string).collect();
        board.with_cells(&cells, &square, shown, standing, &checked)
    }

    /// The board of another game, with what was played on it.
    pub(in crate::server) fn of_diagram(
        ground: &str,
        diagram: &Diagram,
        seats: &[Seat],
        steps: &[PlayedAct],
        shown: Shown<'_>,
    ) -> Option<BoardLook> {
        let painting = DiagramPainting::of(diagram, seats);
        let mut places = painting.cells();
        let void = |cell: &crate::games::DiagramCell| cell.ground == Ground::Void;
        let cells: Vec<&str> = diagram
            .panels
            .iter()
            .flat_map(|panel| &panel.cells)
            .filter(|it| void(it))
            .map(|it| it.name.as_str())
            .collect();
        places.retain(|it| !cells.contains(&it.cell.as_str()));
        let first = places.first()?;
        let cell = |it: &PlacedCell| {
            let (x, y) = it.middle;
            Cell { at: Place { cell: it.cell.clone(), x, y }, panel: it.panel }
        };
        let cells: Vec<Cell> = places.iter().map(cell).collect();
        let ids = identities(steps);
        let piece = |it: &PlacedCell| {
            Some(PieceLook {
                id: ids.get(&it.cell).map_or_else(|| format!("pc-{}", it.cell), |id| format!("pc-{id}")),
                symbol: it.pieces.first()?.token.clone(),
                at: Place { cell: it.cell.clone(), x: it.token_at.0, y: it.token_at.1 },
                scale: it.token_scale,
                beside: false,
            })
        };
        let last = steps.iter().rev().map(PlayedAct::cells).find(|cells| !cells.is_empty()).unwrap_or_default();
        let place_of = |name: &String| cells.iter().find(|it| it.at.cell == *name).map(|it| it.at.clone());
        let is_of_levels = diagram.panels.len() > 1;
        let picture = painting.picture();
        let board = BoardLook {
            name: "Board".to_owned(),
            view: if is_of_levels {
                format!("0 0 {} {}", picture.width, picture.height)
            } else {
                around(&cells.iter().collect::<Vec<_>>(), first.side * 0.92, first.side * 0.92)
            },
            ground: ground.to_owned(),
            is_drawn: true,
            pieces: places.iter().filter_map(piece).collect(),
            last: last.iter().filter_map(place_of).collect(),
            size: first.side,
            least: is_of_levels.then(|| (picture.width / first.side * SMALLEST).ceil() as u32),
            ..BoardLook::default()
        };
        let named = |cell: &str| {
            places
                .iter()
                .find(|it| it.cell == cell)
                .and_then(|it| Some(it.pieces.first()?.words.clone()))
                .unwrap_or_default()
        };
        Some(board.with_cells(&cells, &first.outline, shown, named, &[]))
    }

    fn with_cells(
        self,
        cells: &[Cell],
        outline: &[(f64, f64)],
        shown: Shown<'_>,
        standing: impl Fn(&str) -> String,
        checked: &[String],
    ) -> BoardLook {
        let Shown { offers, no_move, glosses, ptah, road, waiting, has_die, warns, .. } = shown;
        let moves: Vec<(&str, &str, &OfferView)> = match waiting {
            Some(_) => Vec::new(),
            None => offers.iter().filter_map(|it| Some((it.from.as_deref()?, it.to.as_deref()?, it))).collect(),
        };
        let lit: Vec<String> = match (waiting, no_move) {
            (Some(it), _) => it.from.iter().chain(&it.to).cloned().collect(),
            (None, Some(it)) => it.pieces.iter().chain(&it.blockers).cloned().collect(),
            _ => shown.lit.to_vec(),
        };
        let called: Vec<&str> = match (waiting, no_move) {
            (Some(it), _) => it.from.iter().map(String::as_str).collect(),
            (None, Some(it)) => it.pieces.iter().map(String::as_str).collect(),
            _ => unique(moves.iter().map(|(from, ..)| *from)),
        };
        let froms = unique(moves.iter().map(|(from, ..)| *from));
        // Where there is no choice between pieces, it is said where the piece can go.
        let says_targets = has_die || froms.len() == 1;
        let place_of = |name: &str| cells.iter().find(|it| it.at.cell == name).map(|it| it.at.clone());
        let label = |cell: &str| {
            let mut parts = vec![cell.to_owned()];
            parts.extend(glosses.iter().find(|(square, _)| square == cell).map(|(_, force)| force.clone()));
            parts.extend((ptah == Some(cell)).then(|| "Ptah".to_owned()));
            let standing = standing(cell);
            parts.push(if standing.is_empty() { "empty".to_owned() } else { standing });
            parts.extend(checked.iter().any(|it| it == cell).then(|| "in check".to_owned()));
            parts.extend(road.iter().any(|it| it == cell).then(|| "on the road".to_owned()));
            parts.extend(froms.contains(&cell).then(|| "can move".to_owned()));
            for (.., it) in moves.iter().filter(|(_, to, _)| says_targets && *to == cell) {
                parts.push(format!("{} can {}", it.name, if it.takes { "take it" } else { "move here" }));
                match it.piece {
                    Some(_) if !warns => {}
                    Some(_) if it.is_attacked => parts.push("attacked".to_owned()),
                    Some(_) => parts.push("not attacked".to_owned()),
                    None => parts.extend(it.consequences.iter().cloned()),
                }
            }
            unique(parts.iter().map(String::as_str)).join(", ")
        };
        let cell_look = |it: &&Cell| {
            let Place { cell, x, y } = &it.at;
            shown! { label: label(cell), path: path(outline, (*x, *y)), cell, x, y }
        };
        let panels = cells.iter().map(|cell| cell.panel).max().map_or(0, |last| last + 1);
        let panel = |index: usize| {
            let mut own: Vec<&Cell> = cells.iter().filter(|cell| cell.panel == index).collect();
            let row_of = |cell: &Cell| (cell.at.y / self.size * 2.0).round() as i64;
            own.sort_by(|one, other| {
                let order = (row_of(one), one.at.x).partial_cmp(&(row_of(other), other.at.x));
                order.unwrap_or(std::cmp::Ordering::Equal)
            });
            let rows = own.chunk_by(|one, other| row_of(one) == row_of(other));
            shown! {
                // The name of a cell of a board of levels ends with its level.
                name: own[0].at.cell.chars().last().filter(|_| panels > 1).map_or(String::new(), String::from),
                // The part of the picture that shows it alone.
                view: around(&own, self.size * 0.92, self.size * 1.3),
                // From the top, each with its cells from the left.
                rows: rows.map(|row| row.iter().map(cell_look).collect::<Vec<_>>()).collect::<Vec<_>>(),
            }
        };
        let mut targets: Vec<TargetLook> = Vec::new();
        for (from, to, it) in &moves {
            let Some(Place { x, y, .. }) = place_of(to) else { continue };
            let target = TargetLook { from: (*from).to_owned(), to: (*to).to_owned(), x, y, takes: it.takes };
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        let ghost = waiting.and_then(|it| {
            let (from, to) = (it.from.as_deref()?, place_of(it.to.as_deref()?)?);
            let piece = self.pieces.iter().find(|piece| piece.at.cell == from)?;
            Some(PieceLook { id: "ghost".to_owned(), at: to, ..piece.clone() })
        });
        BoardLook {
            panels: (0..panels).map(panel).collect(),
            outline: Outline::of(outline),
            road: road.iter().filter_map(|cell| place_of(cell)).collect(),
            lit: (!lit.is_empty()).then(|| lit.join(" ")),
            called: called.iter().filter_map(|cell| place_of(cell)).collect(),
            targets,
            ghost,
            has_die,
            ..self
        }
    }
}

/// The address of the ground of a board of another game: another one as soon as it looks otherwise.
pub(in crate::server) fn ground_address(journal: &str, diagram: &Diagram, window: WindowView) -> String {
    let mut hasher = DefaultHasher::new();
    let mut tokens: Vec<String> = Vec::new();
    for cell in diagram.panels.iter().flat_map(|panel| &panel.cells) {
        (&cell.name, cell.x, cell.y, cell.ground == Ground::Void).hash(&mut hasher);
        tokens.extend(cell.piece.as_ref().map(|piece| format!("{} {} {}", piece.seat, piece.letter, piece.is_out)));
    }
    tokens.sort();
    tokens.dedup();
    (tokens, &diagram.barriers).hash(&mut hasher);
    let look = format!("{:x}", hasher.finish());
    let parts = [("journal", journal.to_owned()), ("side", window.side.to_string()), ("look", look)];
    let palette = window.palette.map(|it| ("palette", it.name().to_owned()));
    format!("ground.svg?{}", query(parts.into_iter().chain(palette)))
}

impl Outline {
    fn of(corners: &[(f64, f64)]) -> Outline {
        let framed = |inset: f64| points(&corners.iter().map(|(x, y)| (x * inset, y * inset)).collect::<Vec<_>>());
        let near = |corner: usize| {
            let (x, y) = corners[corner % corners.len()];
            (x * 0.88, y * 0.88)
        };
        let count = corners.len();
        let bracket = |index: usize| {
            let ((x, y), before, after) = (near(index), near(index + count - 1), near(index + 1));
            let beside =
                |(to_x, to_y): (f64, f64)| format!("{:.2} {:.2}", x + (to_x - x) * 0.23, y + (to_y - y) * 0.23);
            format!("M{}L{x:.2} {y:.2}L{}", beside(before), beside(after))
        };
        Outline {
            frame: framed(0.93),
            inner: framed(0.9),
            outer: framed(0.92),
            road: framed(0.78),
            brackets: (0..count).map(bracket).collect(),
        }
    }
}

/// The cell at which each piece stood at the start that has moved since.
fn identities(steps: &[PlayedAct]) -> HashMap<String, String> {
    let mut ids: HashMap<String, String> = HashMap::new();
    for step in steps {
        let cells = step.cells();
        if let [from, to] = cells.as_slice() {
            let id = ids.remove(from).unwrap_or_else(|| from.clone());
            ids.insert(to.clone(), id);
            // Whoever comes there later is another piece.
            ids.entry(from.clone()).or_insert_with(|| format!("{from}-{}", step.turn));
        }
    }
    ids
}

/// The middle of a square on a board that was turned clockwise by some quarters.
pub(in crate::server) fn at(square: Square, side: u8) -> Place {
    let (mut column, mut row) = (square.file().index(), 7 - square.rank().index());
    for _ in 0..side % 4 {
        (column, row) = (7 - row, column);
    }
    Place { cell: square.to_string(), x: column as f64 * 100.0 + 50.0, y: row as f64 * 100.0 + 50.0 }
}

/// The letters and numbers at the left and below. A turned board has its files beside it, and its ranks below.
fn letters(side: u8) -> Vec<Value> {
    let is_aside = usize::from(side % 2);
    let part = |name: &str, of: usize| name.chars().nth(of).map(String::from).unwrap_or_default();
    let mut all: Vec<Place> = Square::all().map(|square| at(square, side)).collect();
    all.sort_by(|one, other| one.y.total_cmp(&other.y).then(one.x.total_cmp(&other.x)));
    let beside = all.iter().filter(|it| it.x == 50.0);
    let beside = beside.map(|it| shown! { text: part(&it.cell, 1 - is_aside), x: -18.0, y: it.y });
    let below = all.iter().filter(|it| it.y == 750.0);
    let below = below.map(|it| shown! { text: part(&it.cell, is_aside), x: it.x, y: 818.0 });
    beside.chain(below).collect()
}

/// The part of a picture around the middles of some cells.
fn around(cells: &[&Cell], beside: f64, above: f64) -> String {
    let (mut left, mut top, mut right, mut bottom) = (f64::MAX, f64::MAX, f64::MIN, f64::MIN);
    for Place { x, y, .. } in cells.iter().map(|it| &it.at) {
        (left, right) = (left.min(*x), right.max(*x));
        (top, bottom) = (top.min(*y), bottom.max(*y));
    }
    let (width, height) = (right - left + 2.0 * beside, bottom - top + above + beside);
    format!("{:.1} {:.1} {width:.1} {height:.1}", left - beside, top - above)
}

fn points(corners: &[(f64, f64)]) -> String {
    corners.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect::<Vec<_>>().join(" ")
}

/// A cell as a path.
fn path(outline: &[(f64, f64)], (x, y): (f64, f64)) -> String {
    let corners: Vec<String> =
        outline.iter().map(|(right, down)| format!("{:.1} {:.1}", x + right, y + down)).collect();
    format!("M{}Z", corners.join("L"))
}

/// The id of the drawing of a piece, from its code.
pub(in crate::server) fn symbol(code: &str) -> String {
    let bare = code.trim_end_matches('*');
    format!("p-{bare}{}", if code.ends_with('*') { "-frozen" } else { "" })
}

/// The code of a piece: `eN`, of a frozen one `eN*`.
pub(in crate::server) fn code_in(position: &Position, piece: Piece) -> String {
    format!("{}{}", piece.code(), if position.is_frozen(piece.army) { "*" } else { "" })
}

/// `king`, `rook’s pawn`: the name of a pawn says which officer it serves.
pub(in crate::server) fn piece_name(piece: Piece) -> String {
    match piece.kind {
        Kind::Pawn(officer) => format!("{officer}’s pawn"),
        kind => kind.to_string(),
    }
}

/// The figure of a piece: `king`, `pawn`.
pub(in crate::server) fn figure(piece: Piece) -> String {
    Role::from(piece.kind).to_string()
}

pub(in crate::server) fn unique<'a>(items: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = Vec::new();
    for item in items {
        if !seen.contains(&item) {
            seen.push(item);
        }
    }
    seen
}

/// How far a board is turned next, in quarters: hexes stand upright only after half a turn.
pub(in crate::server) fn next_side(diagram: Option<&Diagram>, side: u8) -> u8 {
    let is_of_hexes = diagram.is_some_and(|it| it.panels.iter().any(|panel| panel.shape == CellShape::Hex));
    let step = if is_of_hexes { 2 } else { 1 };
    (side - side % step + step) % 4
}
