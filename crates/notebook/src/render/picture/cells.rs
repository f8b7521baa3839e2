//! The cells of a drawn board of any game, and what stands on them. The ground of a board stays from position to position; its marks
//! and pieces change.

use crate::correspondences::Tone;

use super::painting::{INK, PAPER, group};
use super::{Edge, Point, Shape};

/// Where a cell lies in a picture, and what stands on it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedCell {
    /// Its name.
    pub cell: String,
    /// The index of its panel.
    pub panel: usize,
    /// Its middle.
    pub middle: Point,
    /// The side of a square, or the distance of the middles of two hexes.
    pub side: f64,
    /// Its corners around its middle.
    pub outline: Vec<Point>,
    /// Where a piece on it stands.
    pub token_at: Point,
    /// How large a piece on it is.
    pub token_scale: f64,
    /// The pieces on it: two on a shared throne.
    pub pieces: Vec<PlacedPiece>,
}

/// A piece on a drawn board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    /// The name of its token.
    pub token: String,
    /// The index of its seat.
    pub seat: usize,
    /// What it is: `knight`.
    pub kind: &'static str,
    /// The piece in words: `knight of White`, `rook of Fire, frozen`.
    pub words: String,
    /// Whether it is frozen, or its army out of the game.
    pub is_out: bool,
}

impl PlacedCell {
    /// Its corners, moved inwards by hundredths of its side.
    pub(super) fn frame(&self, inset: f64) -> Vec<Point> {
        let (x, y) = self.middle;
        let part = 1.0 - inset / 50.0;
        self.outline.iter().map(|(right, down)| (x + right * part, y + down * part)).collect()
    }

    /// A frame in it in two tones, one line within the other, by the tones and widths of these.
    pub(super) fn framed(&self, inset: f64, lines: [(Tone, f64); 2]) -> [Shape; 2] {
        lines.map(|line| Shape::Polygon { points: self.frame(inset), fill: None, edge: Some(self.edge(line)) })
    }

    /// A line of a width in hundredths of its side.
    fn edge(&self, (tone, width): (Tone, f64)) -> Edge {
        Edge { tone, width: width * self.side / 100.0 }
    }
}

/// How far from the place of one piece several on a cell stand, and how large they are.
pub(super) fn beside_each_other(count: usize) -> (&'static [f64], f64) {
    if count > 1 { (&[-19.0, 19.0], 0.72) } else { (&[0.0], 1.0) }
}

/// The pieces, by their stamps.
pub(super) fn pieces(cells: &[PlacedCell]) -> Shape {
    let on = |cell: &PlacedCell| {
        let ((x, y), (offs, part)) = (cell.token_at, beside_each_other(cell.pieces.len()));
        let scale = part * cell.token_scale;
        let piece = |(piece, off): (&PlacedPiece, &f64)| Shape::Group {
            name: String::new(),
            title: Some(format!("{}: {}", cell.cell, piece.words)),
            shapes: vec![Shape::Stamp { name: piece.token.clone(), at: (x + off, y + off), scale }],
        };
        cell.pieces.iter().zip(offs).map(piece).collect::<Vec<_>>()
    };
    group("pieces", cells.iter().flat_map(on).collect())
}

/// The frames of the cells that the last act touched, and a line along a move within a panel. A light line inside a dark one is seen
/// on any colour.
pub(super) fn marks(cells: &[PlacedCell], last: &[String], ptah: Option<&str>) -> Vec<Shape> {
    let find = |name: &String| cells.iter().find(|cell| cell.cell == *name);
    let touched: Vec<&PlacedCell> = last.iter().filter_map(find).collect();
    let framed = |cell: &&PlacedCell| {
        // Inside the frame of the Ptah.
        let inset = if ptah == Some(&cell.cell) { 12.0 } else { 6.0 };
        cell.framed(inset, [(INK, 7.0), (PAPER, 3.5)])
    };
    let mut shapes: Vec<Shape> = touched.iter().flat_map(framed).collect();
    if let [from, to] = touched[..]
        && from.panel == to.panel
    {
        let line = |line| Shape::Line { points: vec![from.middle, to.middle], edge: from.edge(line) };
        shapes.extend([(INK, 10.0), (PAPER, 6.0)].map(line));
    }
    shapes
}

const MEN: [&str; 5] = ["king", "queen", "rook", "bishop", "knight"];

/// What stands on a board, a sentence for each seat; `out` is how an army is that is frozen or out of the game.
pub(super) fn description<'s>(cells: &[PlacedCell], seats: impl Iterator<Item = &'s str>, out: &str) -> Vec<String> {
    let standing = |(index, name): (usize, &str)| {
        let all = cells.iter().flat_map(|cell| cell.pieces.iter().map(move |piece| (piece, &cell.cell)));
        let mut own: Vec<_> = all.filter(|(piece, _)| piece.seat == index).collect();
        // The men of chess in their order, then the others.
        own.sort_by_key(|(piece, _)| MEN.iter().position(|kind| *kind == piece.kind).unwrap_or(MEN.len()));
        let out = if own.iter().any(|(piece, _)| piece.is_out) { format!(" ({out})") } else { String::new() };
        let told: Vec<String> = own.iter().map(|(piece, cell)| format!("{} {cell}", piece.kind)).collect();
        if told.is_empty() { format!("{name}: none left.") } else { format!("{name}{out}: {}.", told.join(", ")) }
    };
    seats.enumerate().map(standing).collect()
}
