//! Rows of shares or differences with their intervals.

use crate::correspondences::Tone;

use super::super::glyphs::{around, fitted, from, until, width, wrapped};
use super::super::painting::{INK, MARGIN, PAPER};
use super::super::{Edge, Point, Shape};
use super::canvas::{FAINT, PlotCanvas, SMALL, TEXT, WIDTH};
use super::scale::Scale;
use crate::render::Estimate;

/// A row: its name, and its lines.
pub(super) struct PlotRow {
    pub(super) name: String,
    pub(super) lines: Vec<PlotLine>,
}

/// A value with its interval.
pub(super) struct PlotLine {
    pub(super) estimate: Estimate,
    /// The estimate as text.
    pub(super) text: String,
    pub(super) look: SeriesStyle,
}

/// How the values of a series are distinguished: by form, symbol and tone.
#[derive(Clone, Copy)]
pub(super) struct SeriesStyle {
    pub(super) sign: &'static str,
    pub(super) tone: Tone,
    pub(super) form: MarkerShape,
}

#[derive(Clone, Copy)]
pub(super) enum MarkerShape {
    Bar,
    Disc,
    Diamond,
}

/// The line height, and the gap between rows.
const LINE: f64 = 38.0;
const GAP: f64 = 18.0;
/// Half the length of the end caps of an interval.
const END: f64 = 12.0;
/// The right end of the names, and the ends of the axis; the numbers follow.
const NAMES: f64 = 304.0;
const AXIS: (f64, f64) = (356.0, 700.0);

impl PlotCanvas {
    /// The rows above an axis that covers all intervals; bars begin at 0.
    pub(super) fn rows(&mut self, rows: &[PlotRow]) {
        let shown = rows.iter().flat_map(|row| &row.lines);
        let from_zero = shown.clone().any(|line| matches!(line.look.form, MarkerShape::Bar));
        let ends = shown.map(|line| line.estimate.in_percent()).map(|shown| (shown.low, shown.high));
        let (least, greatest) =
            ends.reduce(|(least, greatest), (low, high)| (least.min(low), greatest.max(high))).unwrap_or((0.0, 1.0));
        let scale = Scale::over((if from_zero { 0.0 } else { least }, greatest), AXIS);
        let (top, mut y) = (self.y, self.y + GAP);
        let mut drawn = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            let name = wrapped(&row.name, TEXT, NAMES - MARGIN, 2);
            let height = LINE * name.len().max(row.lines.len()) as f64;
            let said: Vec<&str> = row.lines.iter().map(|line| line.text.as_str()).collect();
            let mut shapes = Vec::new();
            // Names and lines are centred vertically in the row.
            let middle = |of: usize, place: usize| y + height / 2.0 + LINE * (place as f64 - (of as f64 - 1.0) / 2.0);
            for (place, part) in name.iter().enumerate() {
                shapes.push(from(part, (MARGIN, middle(name.len(), place) + 9.0), TEXT, INK));
            }
            for (place, line) in row.lines.iter().enumerate() {
                line.draw(&scale, middle(row.lines.len(), place), &mut shapes);
            }
            let title = Some(format!("{}: {}", row.name, said.join("; ")));
            drawn.push(Shape::Group { name: format!("row{number}"), title, shapes });
            y += height + GAP;
        }
        self.axis(&scale, top, y);
        self.shapes.extend(drawn);
        self.y = y + 40.0;
    }

    /// The ticks and grid lines; the line at 0 is darker.
    fn axis(&mut self, scale: &Scale, top: f64, bottom: f64) {
        for tick in scale.ticks() {
            let (x, zero) = (scale.at(tick), tick == 0.0);
            let edge = if zero { Edge { tone: INK, width: 2.5 } } else { Edge { tone: FAINT, width: 1.5 } };
            self.shapes.push(Shape::Line { points: vec![(x, top), (x, bottom)], edge });
            self.shapes.push(around(&scale.label(tick), (x, bottom + 26.0), SMALL, INK));
        }
    }

    /// The legend.
    pub(super) fn signs(&mut self, meanings: &[(SeriesStyle, &str)]) {
        let mut x = MARGIN;
        for (look, words) in meanings {
            let at = (x + 14.0, self.y + 10.0);
            if look.sign.is_empty() {
                mark(*look, at, &mut self.shapes);
            } else {
                self.shapes.push(fitted(look.sign, (x + 10.0, at.1), (24.0, 26.0), INK));
                mark(*look, (x + 42.0, at.1), &mut self.shapes);
                x += 30.0;
            }
            self.shapes.push(from(words, (x + 38.0, self.y + 18.0), SMALL, INK));
            x += 38.0 + width(words, SMALL) + 40.0;
        }
        self.y += 38.0;
    }
}

impl PlotLine {
    fn draw(&self, scale: &Scale, y: f64, shapes: &mut Vec<Shape>) {
        let Estimate { value, low, high } = self.estimate.in_percent();
        let SeriesStyle { sign, tone, form } = self.look;
        if !sign.is_empty() {
            shapes.push(fitted(sign, (AXIS.0 - 26.0, y), (22.0, 24.0), INK));
        }
        let (start, at) = (scale.at(low), scale.at(high));
        if let MarkerShape::Bar = form {
            let (zero, end) = (scale.at(0.0), scale.at(value));
            let edge = Edge { tone: INK, width: 1.5 };
            shapes.push(Shape::rectangle((zero, y - 13.0), (end - zero, 26.0), Some(tone), Some(edge)));
        }
        // A light outline, so that the interval is visible on its bar.
        let both = [Edge { tone: PAPER, width: 5.0 }, Edge { tone: INK, width: 2.5 }];
        let edges = match form {
            _ if !self.estimate.has_interval() => &[],
            MarkerShape::Bar => &both[..],
            _ => &both[1..],
        };
        for &edge in edges {
            let line = |points: [Point; 2]| Shape::Line { points: points.to_vec(), edge };
            let end = |x| line([(x, y - END), (x, y + END)]);
            shapes.extend([line([(start, y), (at, y)]), end(start), end(at)]);
        }
        if !matches!(form, MarkerShape::Bar) {
            mark(self.look, (scale.at(value), y), shapes);
        }
        shapes.push(until(&self.text, (WIDTH - MARGIN, y + 8.5), SMALL, INK));
    }
}

/// The marker of a series.
fn mark(SeriesStyle { tone, form, .. }: SeriesStyle, (x, y): Point, shapes: &mut Vec<Shape>) {
    let edge = |width| Some(Edge { tone: INK, width });
    shapes.push(match form {
        MarkerShape::Bar => Shape::rectangle((x - 12.0, y - 10.0), (24.0, 20.0), Some(tone), edge(1.5)),
        MarkerShape::Disc => Shape::Disc { centre: (x, y), radius: 6.5, fill: Some(tone), edge: edge(1.5) },
        MarkerShape::Diamond => {
            let points = vec![(x, y - 9.0), (x + 9.0, y), (x, y + 9.0), (x - 9.0, y)];
            Shape::Polygon { points, fill: Some(tone), edge: edge(1.5) }
        }
    });
}
