//! Where the panels and cells of another game's board lie in its picture.

use std::f64::consts::FRAC_PI_3;

use crate::games::{CellShape, Diagram, DiagramCell, DiagramPanel};

use super::Point;

/// The side of a square, or the distance of the middles of two hexes, on a board of one panel.
const ONE: f64 = 100.0;
/// The same on a board of several.
const SEVERAL: f64 = 48.0;
/// The space around a panel, in sides of a square: coordinates stand in it.
const AROUND: f64 = 0.46;
/// The band above a panel with a title, in sides of a square.
const TITLE: f64 = 0.66;
/// The rows of hexes are closer than their middles.
const HEX_ROW: f64 = 0.866_025_403_784_438_6;

/// The geometry of a board.
pub(super) struct DiagramLayout {
    /// The side of a square, or the distance of the middles of two hexes.
    pub(super) side: f64,
    /// The width and height of all panels.
    pub(super) size: Point,
    /// The upper left corner and the size of the place that the panels leave free in their last row.
    pub(super) free: Option<(Point, Point)>,
    /// The upper left corner of each panel's cells, and the place and row there.
    corners: Vec<(Point, (i32, i32))>,
}

impl DiagramLayout {
    /// Arranges panels in rows, below a point.
    pub(super) fn of(diagram: &Diagram, (left, top): Point) -> DiagramLayout {
        let count = diagram.panels.len().max(1);
        let side = if count == 1 { ONE } else { SEVERAL };
        let columns = (1..=count).find(|columns| columns * columns >= count).unwrap_or(1);
        let title = if diagram.panels.iter().any(|panel| panel.title.is_some()) { TITLE * side } else { 0.0 };
        let (mut wide, mut high) = (0.0_f64, 0.0_f64);
        for panel in &diagram.panels {
            let (width, height) = extent(panel, side);
            (wide, high) = (wide.max(width), high.max(height));
        }
        let around = AROUND * side;
        let (wide, high) = (wide + 2.0 * around, high + title + 2.0 * around);
        let place = |index: usize| (left + wide * (index % columns) as f64, top + high * (index / columns) as f64);
        let corner = |(index, panel)| {
            let (x, y) = place(index);
            ((x + around, y + title + around), first(panel))
        };
        let rows = count.div_ceil(columns);
        let free = (count < rows * columns).then(|| {
            let (x, y) = place(count);
            ((x, y), (left + wide * columns as f64 - x, high))
        });
        DiagramLayout {
            side,
            size: (wide * columns as f64, high * rows as f64),
            free,
            corners: diagram.panels.iter().enumerate().map(corner).collect(),
        }
    }

    /// A length, given in hundredths of a side.
    pub(super) fn scaled(&self, length: f64) -> f64 {
        length * self.side / 100.0
    }

    /// The middle of a cell.
    pub(super) fn centre(&self, panel: usize, of: &DiagramPanel, cell: &DiagramCell) -> Point {
        let ((x, y), (left, top)) = self.corners.get(panel).copied().unwrap_or_default();
        let (right, down) = (f64::from(cell.x - left), f64::from(cell.y - top));
        match of.shape {
            CellShape::Square => (x + (right + 1.0) * self.side / 2.0, y + (down + 0.5) * self.side),
            CellShape::Hex => (x + (right + 1.0) * self.side / 2.0, y + radius(self.side) + down * HEX_ROW * self.side),
        }
    }

    /// The corners of a cell around its middle.
    pub(super) fn outline(&self, shape: CellShape, (x, y): Point) -> Vec<Point> {
        match shape {
            CellShape::Square => {
                let half = self.side / 2.0;
                vec![(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
            }
            CellShape::Hex => {
                let radius = radius(self.side);
                let corner = |corner: u8| {
                    let (sine, cosine) = (f64::from(corner) * FRAC_PI_3).sin_cos();
                    (x + radius * sine, y - radius * cosine)
                };
                (0..6).map(corner).collect()
            }
        }
    }

    /// The middle of the line on which the title of a panel stands.
    pub(super) fn title(&self, panel: usize, of: &DiagramPanel) -> Point {
        let top = of.cells.iter().map(|cell| cell.y).min();
        let row: Vec<f64> =
            of.cells.iter().filter(|cell| Some(cell.y) == top).map(|cell| self.centre(panel, of, cell).0).collect();
        let (low, high) = row.iter().fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(*x), high.max(*x)));
        let y = self.corners.get(panel).map_or(0.0, |((_, y), _)| y - self.scaled(26.0));
        ((low + high) / 2.0, y)
    }
}

/// The distance from the middle of a hex to its corners.
fn radius(side: f64) -> f64 {
    side / (2.0 * HEX_ROW)
}

/// The lowest place and row of a panel's cells.
fn first(panel: &DiagramPanel) -> (i32, i32) {
    let least = |of: fn(&DiagramCell) -> i32| panel.cells.iter().map(of).min().unwrap_or(0);
    (least(|cell| cell.x), least(|cell| cell.y))
}

/// The width and height of a panel's cells.
fn extent(panel: &DiagramPanel, side: f64) -> Point {
    let (left, top) = first(panel);
    let most = |of: fn(&DiagramCell) -> i32| panel.cells.iter().map(of).max().unwrap_or(0);
    let (right, down) = (f64::from(most(|cell| cell.x) - left), f64::from(most(|cell| cell.y) - top));
    let width = (right + 2.0) * side / 2.0;
    match panel.shape {
        CellShape::Square => (width, (down + 1.0) * side),
        CellShape::Hex => (width, down * HEX_ROW * side + 2.0 * radius(side)),
    }
}
