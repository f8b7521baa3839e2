//! A canvas on which items are drawn from top to bottom.

use std::collections::BTreeMap;

use crate::chess::{Board, Square};
use crate::correspondences::{Correspondences, Tone};
use crate::input::safe;
use crate::render::{number, shared_setting};
use crate::simulate::SimulationSummary;

use super::super::glyphs::{around, from, wrapped};
use super::super::painting::{INK, MARGIN, PAPER};
use super::super::{BoardBackground, Edge, Painting, Picture, Shape, SquareCounts};
use super::HeatMap;

/// The width of a canvas, narrow enough for the text to be legible on a phone.
pub(super) const WIDTH: f64 = 1060.0;
pub(super) const TEXT: f64 = 25.0;
pub(super) const SMALL: f64 = 23.0;
/// The colour of remarks.
const ASIDE: Tone = Tone(0x5c, 0x55, 0x4c);
/// The height of the tallest column of lengths, and the most columns.
const HIGH: f64 = 220.0;
const COLUMNS: u32 = 60;
/// The space between two boards.
const GAP: f64 = 24.0;

/// What is drawn so far, and where the next item begins.
pub(super) struct PlotCanvas {
    pub(super) y: f64,
    pub(super) shapes: Vec<Shape>,
    stamps: BTreeMap<String, Vec<Shape>>,
    /// The same in words, for who does not see it.
    pub(super) description: Vec<String>,
}

impl PlotCanvas {
    /// A canvas that begins with a question and how it was played.
    pub(super) fn new(question: &str, played: &[&SimulationSummary]) -> PlotCanvas {
        let mut canvas = PlotCanvas { y: MARGIN, shapes: Vec::new(), stamps: BTreeMap::new(), description: Vec::new() };
        canvas.text(question, 42.0, INK, 3);
        shared_setting(played).iter().filter(|line| !line.is_empty()).for_each(|line| canvas.aside(line));
        canvas
    }

    /// Text from the left edge, in at most some lines.
    fn text(&mut self, text: &str, size: f64, tone: Tone, most: usize) {
        for line in wrapped(text, size, WIDTH - 2.0 * MARGIN, most) {
            self.y += size * 1.25;
            self.shapes.push(from(&line, (MARGIN, self.y - size * 0.35), size, tone));
        }
    }

    /// A remark.
    pub(super) fn aside(&mut self, words: &str) {
        self.text(words, SMALL, ASIDE, 4);
    }

    pub(super) fn heading(&mut self, words: &str) {
        self.y += 30.0;
        self.text(words, 31.0, INK, 2);
        self.y += 10.0;
    }

    /// A histogram of lengths, up to the 99th percentile.
    pub(super) fn lengths(&mut self, summary: &SimulationSummary, tone: Tone) {
        let (half, longest) = (summary.length(0.5), summary.length(0.99));
        let step = (longest + 1).div_ceil(COLUMNS);
        let mut columns = vec![0; (longest / step + 1) as usize];
        for (turns, count) in &summary.lengths {
            if let Some(column) = columns.get_mut((turns / step) as usize) {
                *column += count;
            }
        }
        let wide = (WIDTH - 2.0 * MARGIN) / columns.len() as f64;
        let most = columns.iter().copied().max().unwrap_or(0).max(1) as f64;
        let bottom = self.y + HIGH;
        for (place, count) in (0..).zip(columns) {
            let (x, high) = (MARGIN + f64::from(place) * wide, HIGH * count as f64 / most);
            let edge = Some(Edge { tone: INK, width: 1.0 });
            let column = Shape::rectangle((x, bottom - high), (wide, high), Some(tone), edge);
            let title = format!("{} to {} turns: {} readings", place * step, (place + 1) * step - 1, number(count));
            self.shapes.push(Shape::Group { name: String::new(), title: Some(title), shapes: vec![column] });
        }
        self.y = bottom + 10.0;
        let words =
            format!("Median: {half} turns. Each column has {step} more, up to {longest}; the longest 1 % is left out.");
        self.aside(&words);
        self.description.push(words);
    }

    /// The landings on a board for each part of them: one in all the width, or two beside each other.
    pub(super) fn boards(
        &mut self,
        summary: &SimulationSummary,
        board: Board,
        maps: &[HeatMap],
        correspondences: &Correspondences,
    ) {
        let ptah = summary.provenance.setting.get("ptah").and_then(|ptah| ptah.parse().ok());
        let columns = maps.len().clamp(1, 2);
        let wide = (WIDTH - 2.0 * MARGIN - GAP * (columns - 1) as f64) / columns as f64;
        for row in maps.chunks(columns) {
            let mut height: f64 = 0.0;
            for (column, HeatMap { name, counts }) in row.iter().enumerate() {
                let landings = SquareCounts { board, counts: *counts, words: "in 100 readings" };
                let ground = BoardBackground::Landings(&landings);
                let drawn = Painting { ptah, ..Painting::of(ground, correspondences) }.picture();
                let (scale, left) = (wide / drawn.width, MARGIN + column as f64 * (wide + GAP));
                self.shapes.push(around(name, (left + wide / 2.0, self.y + TEXT), TEXT, INK));
                let stamp = format!("board-{}", self.stamps.len());
                self.shapes.push(Shape::Stamp { name: stamp.clone(), at: (left, self.y + TEXT + 8.0), scale });
                height = height.max(TEXT + 8.0 + scale * drawn.height);
                self.stamps.insert(stamp, drawn.shapes);
                if let Some(square) = Square::all().max_by_key(|square| counts[square.index()]) {
                    let most = counts[square.index()];
                    self.description.push(format!("{name}: most landings on {square}, {most} in 100 readings."));
                }
            }
            self.y += height + GAP;
        }
        self.aside("Framed: the Ptah.");
    }

    pub(super) fn picture(self, what: &str, question: &str) -> Picture {
        let height = self.y + MARGIN;
        let mut shapes = vec![Shape::rectangle((0.0, 0.0), (WIDTH, height), Some(PAPER), None)];
        shapes.extend(self.shapes);
        Picture {
            width: WIDTH,
            height,
            top: 0.0,
            title: safe(&format!("{what}: {question}")).into_owned(),
            description: safe(&self.description.join(" ")).into_owned(),
            shapes,
            stamps: self.stamps,
        }
    }
}
