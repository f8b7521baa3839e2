//! What stands on a board: its marks and pieces, which change from position to position while the squares stay.

use std::collections::BTreeMap;

use crate::chess::{Piece, Square};

use super::glyphs::fitted;
use super::painting::{INK, PAPER, TURQUOISE, group};
use super::pieces::Token;
use super::svg::fragment;
use super::{BoardBackground, Edge, Painting, Shape};

/// A part of what stands on a board. On the board of one record it always looks the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum StandingPart {
    /// The mark of the Ptah square.
    Ptah,
    /// The frame of a square of the last move.
    Frame(Square),
    /// The line of the last move.
    Line(Square, Square),
    /// The pieces on a square, two on a shared throne.
    Pieces { square: Square, here: [Option<Piece>; 2], is_frozen: bool },
}

impl Painting<'_> {
    /// The Ptah square and the squares of the last move.
    pub(super) fn marks(&self) -> Shape {
        group(MARKS, self.mark_parts().flat_map(|part| self.shapes_of(part)).collect())
    }

    pub(super) fn pieces(&self) -> Shape {
        group(PIECES, self.piece_parts().flat_map(|part| self.shapes_of(part)).collect())
    }

    fn mark_parts(&self) -> impl Iterator<Item = StandingPart> {
        let ptah = self.ptah.map(|_| StandingPart::Ptah);
        let last = self
            .last
            .map(|(start, end)| [StandingPart::Frame(start), StandingPart::Frame(end), StandingPart::Line(start, end)]);
        ptah.into_iter().chain(last.into_iter().flatten())
    }

    fn piece_parts(&self) -> impl Iterator<Item = StandingPart> {
        self.position.into_iter().flat_map(|position| {
            position.occupied().into_iter().map(|square| {
                let mut pieces = position.pieces_at(square);
                let here = [pieces.next(), pieces.next()];
                // Both are of one army.
                let is_frozen = here[0].is_some_and(|piece| position.is_frozen(piece.army));
                StandingPart::Pieces { square, here, is_frozen }
            })
        })
    }

    fn shapes_of(&self, part: StandingPart) -> Vec<Shape> {
        match part {
            StandingPart::Ptah => self.ptah.map_or_else(Vec::new, |ptah| self.ptah_mark(ptah)),
            StandingPart::Frame(square) => {
                // Inside the frame of the Ptah.
                let inset = if self.ptah == Some(square) { 12.0 } else { 6.0 };
                vec![
                    self.square_frame(square, inset, Edge { tone: INK, width: 6.5 }),
                    self.square_frame(square, inset, Edge { tone: PAPER, width: 3.5 }),
                ]
            }
            StandingPart::Line(start, end) => {
                let points = vec![self.centre(start), self.centre(end)];
                let line = |tone, width| Shape::Line { points: points.clone(), edge: Edge { tone, width } };
                vec![line(INK, 10.0), line(PAPER, 6.0)]
            }
            StandingPart::Pieces { square, here, is_frozen } => {
                let (x, y) = self.centre(square);
                let stamp = |piece, at, scale| Shape::Stamp { name: Token { piece, is_frozen }.name(), at, scale };
                match here {
                    // A shared throne: side by side.
                    [Some(one), Some(two)] => {
                        vec![stamp(one, (x - 19.0, y - 19.0), 0.72), stamp(two, (x + 19.0, y + 19.0), 0.72)]
                    }
                    pieces => pieces.into_iter().flatten().map(|piece| stamp(piece, (x, y), 1.0)).collect(),
                }
            }
        }
    }

    fn ptah_mark(&self, ptah: Square) -> Vec<Shape> {
        let ((x, y), counted) = (self.centre(ptah), matches!(self.ground, BoardBackground::Landings(_)));
        let (centre, radius) = if counted { ((x + 30.0, y - 30.0), 13.0) } else { ((x, y), 15.0) };
        vec![
            self.square_frame(ptah, 4.0, Edge { tone: INK, width: 9.0 }),
            self.square_frame(ptah, 4.0, Edge { tone: TURQUOISE, width: 6.0 }),
            Shape::Disc { centre, radius, fill: Some(TURQUOISE), edge: Some(Edge { tone: INK, width: 1.5 }) },
            fitted("☥", centre, (radius * 1.5, radius * 1.5), INK),
        ]
    }

    fn square_frame(&self, square: Square, inset: f64, edge: Edge) -> Shape {
        let ((x, y), side) = (self.corner(square), 100.0 - 2.0 * inset);
        Shape::rectangle((x + inset, y + inset), (side, side), None, Some(edge))
    }
}

const MARKS: &str = "marks";
const PIECES: &str = "pieces";

/// The marks and pieces of one position after another as SVG, to replace those of another position in a picture. A position
/// differs from the one before by a piece or two, so what was drawn once is kept.
///
/// ```
/// use enochian::chess::{Army, Array, Direction, Position};
/// use enochian::correspondences::Correspondences;
/// use enochian::render::{BoardBackground, Painting, StandingSvg};
/// let board = Painting::of(BoardBackground::Chequered, Correspondences::embedded());
/// let start = Position::start(Array::all()[0], Army::Air, Direction::Deosil);
/// let painting = Painting { position: Some(&start), ..board };
/// let (mut standing, mut text) = (StandingSvg::new(str::to_uppercase), String::new());
/// standing.write(&painting, &mut text);
/// assert!(text.starts_with("<G ID=\"MARKS\"></G>\n<G ID=\"PIECES\"><USE HREF=\"#"));
/// ```
#[derive(Clone, Debug)]
pub struct StandingSvg<E> {
    /// What is done to a text before it is written.
    escape: E,
    /// The parts, escaped.
    drawn: BTreeMap<StandingPart, String>,
    /// The groups of the marks and of the pieces: how each begins and ends, escaped.
    groups: [(String, String); 2],
}

impl<E: Fn(&str) -> String> StandingSvg<E> {
    /// Nothing has been drawn. `escape` is given parts of the text and returns them as they are to be written.
    pub fn new(escape: E) -> StandingSvg<E> {
        let groups = [MARKS, PIECES].map(|name| {
            let group = fragment(&[group(name, Vec::new())]);
            let (begins, ends) = group.split_at(group.find("</").unwrap_or(group.len()));
            (escape(begins), escape(ends))
        });
        StandingSvg { escape, drawn: BTreeMap::new(), groups }
    }

    /// Appends the marks and the pieces of a painting. All paintings must be of the same board: they may differ only in the
    /// position and the last move.
    pub fn write(&mut self, painting: &Painting<'_>, text: &mut String) {
        let StandingSvg { escape, drawn, groups: [marks, pieces] } = self;
        let mut draw = |part, text: &mut String| {
            text.push_str(drawn.entry(part).or_insert_with(|| escape(&fragment(&painting.shapes_of(part)))));
        };
        text.push_str(&marks.0);
        painting.mark_parts().for_each(|part| draw(part, text));
        text.push_str(&marks.1);
        text.push_str(&pieces.0);
        painting.piece_parts().for_each(|part| draw(part, text));
        text.push_str(&pieces.1);
    }
}
