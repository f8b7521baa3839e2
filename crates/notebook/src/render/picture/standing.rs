//! What stands on a board: its marks and pieces, which change from position to position while the squares stay.

use crate::chess::{Position, Square};

use super::glyphs::fitted;
use super::painting::{INK, PAPER, TURQUOISE, group};
use super::pieces::Token;
use super::{BoardBackground, Edge, Painting, Shape};

impl Painting<'_> {
    /// The Ptah square and the squares of the last move.
    pub(super) fn marks(&self) -> Shape {
        let mut shapes = self.ptah.map_or_else(Vec::new, |ptah| self.ptah_mark(ptah));
        if let Some((start, end)) = self.last {
            for square in [start, end] {
                // Inside the frame of the Ptah.
                let inset = if self.ptah == Some(square) { 12.0 } else { 6.0 };
                shapes.push(self.square_frame(square, inset, Edge { tone: INK, width: 6.5 }));
                shapes.push(self.square_frame(square, inset, Edge { tone: PAPER, width: 3.5 }));
            }
            let points = vec![self.centre(start), self.centre(end)];
            let line = |tone, width| Shape::Line { points: points.clone(), edge: Edge { tone, width } };
            shapes.extend([line(INK, 10.0), line(PAPER, 6.0)]);
        }
        group("marks", shapes)
    }

    pub(super) fn pieces(&self) -> Shape {
        group("pieces", self.standing())
    }

    /// The pieces, by their stamps.
    pub(super) fn standing(&self) -> Vec<Shape> {
        let squares = self.position.into_iter().flat_map(|position| {
            position.occupied().into_iter().flat_map(move |square| self.tokens_on(position, square))
        });
        squares.collect()
    }

    /// The pieces on a square, on a shared throne side by side.
    fn tokens_on(&self, position: &Position, square: Square) -> Vec<Shape> {
        let (x, y) = self.centre(square);
        let names: Vec<String> = tokens(position, square).map(Token::name).collect();
        let places: &[(f64, f64)] = if names.len() > 1 { &[(-19.0, 0.72), (19.0, 0.72)] } else { &[(0.0, 1.0)] };
        let stamp =
            |(name, (off, scale)): (String, &(f64, f64))| Shape::Stamp { name, at: (x + off, y + off), scale: *scale };
        names.into_iter().zip(places).map(stamp).collect()
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

/// The tokens of the pieces on a square, two on a shared throne.
pub(super) fn tokens(position: &Position, square: Square) -> impl Iterator<Item = Token> {
    position.pieces_at(square).map(|piece| Token { piece, is_frozen: position.is_frozen(piece.army) })
}
