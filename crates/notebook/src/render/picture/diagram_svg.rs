//! Pictures of the boards of the other games.

use std::collections::BTreeMap;

use crate::correspondences::{Palette, Tone};
use crate::games::{CellShape, Diagram, DiagramCell, DiagramPanel, DiagramPiece, Ground, Seat};
use crate::render::diagram_names::{common, short_name};

use super::cells::{PlacedCell, PlacedPiece, description, marks, pieces};
use super::diagram_layout::DiagramLayout;
use super::diagram_tokens::{token, token_name};
use super::glyphs::around;
use super::painting::{INK, PAPER, group};
use super::{Edge, Picture, Point, Shape};

/// A painting of the board of another game.
///
/// ```
/// use enochian::render::DiagramPainting;
/// use enochian::games::{CellShape, Diagram, DiagramCell, DiagramPanel, DiagramPiece, Ground, Seat};
/// let seats = [Seat { letter: 'w', name: "White".into(), side: 0 }];
/// let king = DiagramPiece { seat: 0, letter: 'K', beside: None, name: "king", is_out: false };
/// let cell = DiagramCell { name: "d8".into(), x: 0, y: 0, ground: Ground::Light, piece: Some(king) };
/// let panel = DiagramPanel { title: None, shape: CellShape::Square, cells: vec![cell] };
/// let diagram = Diagram { panels: vec![panel], beside: vec![], barriers: vec![] };
/// let painting = DiagramPainting { heading: Some("The start"), ..DiagramPainting::of(&diagram, &seats) };
/// assert!(painting.picture().svg().contains("<title>d8: king of White</title>"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DiagramPainting<'d> {
    /// The board.
    pub diagram: &'d Diagram,
    /// The seats, in the order of their indexes.
    pub seats: &'d [Seat],
    /// The cells that the last act touched: of a move, first where it began and where it ended.
    pub last: &'d [String],
    /// The heading above the board.
    pub heading: Option<&'d str>,
    /// Pieces that stand on the board in other positions, for pages that show these later: their tokens are defined, and they
    /// stand in the key.
    pub others: &'d [DiagramPiece],
    /// The palette.
    pub palette: Palette,
}

/// The space at the edges of the picture.
pub(super) const EDGE: f64 = 24.0;
/// The band above a board with a heading.
const HEAD: f64 = 84.0;
const LIGHT: Tone = Tone(0xf4, 0xee, 0xe2);
const DARK: Tone = Tone(0xcf, 0xc3, 0xae);
/// The line between cells.
const LINE: Tone = Tone(0x6e, 0x67, 0x5c);
pub(super) const BARRIER: Tone = INK;

impl<'d> DiagramPainting<'d> {
    /// A board without marks and heading.
    #[must_use]
    pub fn of(diagram: &'d Diagram, seats: &'d [Seat]) -> DiagramPainting<'d> {
        DiagramPainting { diagram, seats, last: &[], heading: None, others: &[], palette: Palette::default() }
    }

    /// The picture.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let layout = self.layout();
        let (wide, high) = layout.size;
        let top = EDGE + self.head();
        let width = wide + 2.0 * EDGE;
        // In the place that the panels leave free, or below them.
        let (key, foot) = match layout.free {
            Some(((x, y), (wide, high))) => {
                let (_, needed) = self.key((x, y), wide);
                (self.key((x, y + (high - needed) / 2.0), wide).0, 0.0)
            }
            None => self.key((EDGE, top + high), wide),
        };
        let height = top + high + foot + EDGE;
        let mut shapes = vec![group("paper", vec![Shape::rectangle((0.0, 0.0), (width, height), Some(PAPER), None)])];
        shapes.extend(self.heading.map(|heading| around(heading, (width / 2.0, EDGE + 50.0), 46.0, INK)));
        for (index, panel) in self.diagram.panels.iter().enumerate() {
            shapes.extend(self.panel(&layout, index, panel));
        }
        shapes.push(group("key", key));
        let cells = self.cells();
        shapes.extend([group("marks", marks(&cells, self.last, None)), pieces(&cells)]);
        let stamps = self.pieces().map(|piece| (token_name(piece), token(piece, self.seats, self.palette)));
        let title = self.heading.unwrap_or("A board").to_owned();
        Picture {
            width,
            height,
            top: 0.0,
            title,
            description: self.description(),
            shapes,
            stamps: stamps.chain(self.key_stamps()).collect(),
        }
    }

    /// What lies under the pieces, for a page that has its own pieces, marks and names: with the tokens of all pieces.
    #[must_use]
    pub fn ground(&self) -> Picture {
        let Picture { shapes, .. } = self.picture();
        let is_ground =
            |shape: &Shape| !matches!(shape, Shape::Group { name, .. } if ["marks", "pieces"].contains(&name.as_str()));
        let unnamed = |shape: Shape| match shape {
            Shape::Group { shapes, .. } => Shape::Group { name: String::new(), title: None, shapes },
            shape => shape,
        };
        let shapes = shapes.into_iter().filter(is_ground).map(unnamed).collect();
        Picture { shapes, description: String::new(), ..self.picture() }
    }

    /// All cells with what stands on them, in the order of the diagram.
    #[must_use]
    pub fn cells(&self) -> Vec<PlacedCell> {
        let layout = self.layout();
        let place = |(index, panel, cell): (usize, &DiagramPanel, &DiagramCell)| {
            let (x, y) = layout.centre(index, panel, cell);
            // Below the name of a hex.
            let (low, part) = if panel.shape == CellShape::Hex { (10.0, 0.84) } else { (0.0, 1.0) };
            PlacedCell {
                cell: cell.name.clone(),
                panel: index,
                middle: (x, y),
                side: layout.side,
                outline: layout.outline(panel.shape, (0.0, 0.0)),
                token_at: (x, y + layout.scaled(low)),
                token_scale: part * layout.side / 100.0,
                pieces: cell.piece.iter().map(|piece| self.placed(piece)).collect(),
            }
        };
        let panels = self.diagram.panels.iter().enumerate();
        panels.flat_map(|(index, panel)| panel.cells.iter().map(move |cell| place((index, panel, cell)))).collect()
    }

    pub(super) fn placed(&self, piece: &DiagramPiece) -> PlacedPiece {
        let seat = self.seats.get(piece.seat).map_or("nobody", |seat| seat.name.as_str());
        PlacedPiece {
            token: token_name(piece),
            seat: piece.seat,
            kind: piece.name,
            words: format!("{} of {seat}{}", piece.name, if piece.is_out { ", out of the game" } else { "" }),
            is_out: piece.is_out,
        }
    }

    /// The position in words.
    #[must_use]
    pub fn description(&self) -> String {
        let mut words = description(&self.cells(), self.seats.iter().map(|seat| seat.name.as_str()), "out");
        words.extend(
            self.diagram.barriers.iter().map(|(one, other)| format!("A barrier is between {one} and {other}.")),
        );
        if !self.last.is_empty() {
            words.push(format!("The last move touched {}.", self.last.join(", ")));
        }
        words.extend(self.diagram.beside.iter().map(|(label, text)| format!("{label}: {text}.")));
        words.join(" ")
    }

    fn layout(&self) -> DiagramLayout {
        DiagramLayout::of(self.diagram, (EDGE, EDGE + self.head()))
    }

    fn head(&self) -> f64 {
        if self.heading.is_some() { HEAD } else { 0.0 }
    }

    /// All pieces, also those of other positions.
    pub(super) fn pieces(&self) -> impl Iterator<Item = &'d DiagramPiece> + Clone {
        let cells = self.diagram.panels.iter().flat_map(|panel| &panel.cells);
        cells.filter_map(|cell| cell.piece.as_ref()).chain(self.others)
    }

    /// A panel: its cells within a strong line, its title, and the names of its cells.
    fn panel(&self, layout: &DiagramLayout, index: usize, panel: &DiagramPanel) -> Vec<Shape> {
        let board = || panel.cells.iter().filter(|cell| cell.ground != Ground::Void);
        let polygon = |cell: &DiagramCell, fill, edge| Shape::Polygon {
            points: layout.outline(panel.shape, layout.centre(index, panel, cell)),
            fill,
            edge: Some(edge),
        };
        // The outer half of these lines stays visible around the whole.
        let rim = Edge { tone: INK, width: layout.scaled(10.0) };
        let mut shapes: Vec<Shape> = board().map(|cell| polygon(cell, None, rim)).collect();
        let line = Edge { tone: LINE, width: layout.scaled(1.4) };
        shapes.extend(board().map(|cell| {
            let tone = if cell.ground == Ground::Dark { DARK } else { LIGHT };
            let mut shapes = vec![polygon(cell, Some(tone), line)];
            if panel.shape == CellShape::Hex {
                let (x, y) = layout.centre(index, panel, cell);
                let name = short_name(self.diagram, cell);
                let foot = (x, y - layout.scaled(29.5));
                shapes.push(around(name, foot, layout.scaled(16.5), tone.mixed(INK, 0.72)));
            }
            Shape::Group { name: cell.name.clone(), title: Some(cell.name.clone()), shapes }
        }));
        if panel.shape == CellShape::Square {
            shapes.extend(self.coordinates(layout, index, panel));
        }
        let title = panel.title.as_deref();
        shapes.extend(title.map(|title| around(title, layout.title(index, panel), layout.scaled(38.0), INK)));
        shapes.extend(self.barriers(layout, index, panel));
        shapes
    }

    /// The names of the files and ranks, on all four sides.
    fn coordinates(&self, layout: &DiagramLayout, index: usize, panel: &DiagramPanel) -> Vec<Shape> {
        let file: fn(&DiagramCell) -> i32 = |cell| cell.x;
        let rank: fn(&DiagramCell) -> i32 = |cell| cell.y;
        let mut shapes = Vec::new();
        for (of, (across, down)) in [(file, (0.0, layout.scaled(74.0))), (rank, (layout.scaled(73.0), 0.0))] {
            let mut lines: BTreeMap<i32, Vec<&DiagramCell>> = BTreeMap::new();
            for cell in &panel.cells {
                lines.entry(of(cell)).or_default().push(cell);
            }
            for cells in lines.values() {
                let name = common(cells.iter().map(|cell| short_name(self.diagram, cell)));
                for (cell, side) in [(cells.first(), -1.0), (cells.last(), 1.0)] {
                    let Some(cell) = cell else { continue };
                    let (x, y) = layout.centre(index, panel, cell);
                    let foot = (x + side * across, y + side * down + layout.scaled(9.0));
                    shapes.push(around(&name, foot, layout.scaled(26.0), INK));
                }
            }
        }
        shapes
    }

    /// The barriers between cells of a panel: the side that two cells share.
    fn barriers(&self, layout: &DiagramLayout, index: usize, panel: &DiagramPanel) -> Vec<Shape> {
        let outline = |name: &str| {
            let cell = panel.cells.iter().find(|cell| cell.name == name)?;
            Some(layout.outline(panel.shape, layout.centre(index, panel, cell)))
        };
        let mut shapes = Vec::new();
        for (one, other) in &self.diagram.barriers {
            let (Some(one), Some(other)) = (outline(one), outline(other)) else { continue };
            let is_near = |a: &Point, b: &Point| (a.0 - b.0).hypot(a.1 - b.1) < 0.01 * layout.side;
            let shared: Vec<Point> =
                one.into_iter().filter(|corner| other.iter().any(|near| is_near(corner, near))).collect();
            for (tone, width) in [(PAPER, 16.0), (BARRIER, 11.0)] {
                shapes.push(Shape::Line { points: shared.clone(), edge: Edge { tone, width: layout.scaled(width) } });
            }
        }
        shapes
    }
}
