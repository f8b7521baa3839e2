//! A canvas on which items are drawn from top to bottom.

use crate::correspondences::Tone;
use crate::input::safe;
use crate::render::shared_setting;
use crate::simulate::SimulationSummary;

use super::super::glyphs::{from, wrapped};
use super::super::painting::{INK, MARGIN, PAPER};
use super::super::{Picture, Shape};

/// The width of a canvas, narrow enough for the text to be legible on a phone.
pub(super) const WIDTH: f64 = 1060.0;
pub(super) const TEXT: f64 = 25.0;
pub(super) const SMALL: f64 = 23.0;
/// The colour of grid lines.
pub(super) const FAINT: Tone = Tone(0xd8, 0xd2, 0xc8);
/// The colour of remarks.
const ASIDE: Tone = Tone(0x5c, 0x55, 0x4c);

/// The shapes drawn so far, and where the next one begins.
pub(super) struct PlotCanvas {
    pub(super) y: f64,
    pub(super) shapes: Vec<Shape>,
}

impl PlotCanvas {
    pub(super) fn new() -> PlotCanvas {
        PlotCanvas { y: MARGIN, shapes: Vec::new() }
    }

    /// Text from the left edge, in at most some lines.
    fn text(&mut self, text: &str, size: f64, tone: Tone, most: usize) {
        for line in wrapped(text, size, WIDTH - 2.0 * MARGIN, most) {
            self.y += size * 1.25;
            self.shapes.push(from(&line, (MARGIN, self.y - size * 0.35), size, tone));
        }
    }

    /// The text of a question, and how it was played.
    pub(super) fn question(&mut self, words: &str, played: &[&SimulationSummary]) {
        self.text(words, 42.0, INK, 3);
        for line in shared_setting(played).iter().filter(|line| !line.is_empty()) {
            self.aside(line);
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

    pub(super) fn picture(self, title: &str, description: &str) -> Picture {
        let height = self.y + MARGIN;
        let paper = Shape::rectangle((0.0, 0.0), (WIDTH, height), Some(PAPER), None);
        let mut shapes = vec![paper];
        shapes.extend(self.shapes);
        Picture {
            width: WIDTH,
            height,
            top: 0.0,
            title: safe(title).into_owned(),
            description: safe(description).into_owned(),
            shapes,
            stamps: Default::default(),
        }
    }
}
