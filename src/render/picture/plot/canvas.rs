//! A canvas on which items are drawn from top to bottom.

use std::collections::BTreeMap;

use crate::correspondences::Tone;
use crate::input::safe;
use crate::render::{list, number};
use crate::simulate::{Plan, SimulationSummary};

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
        for line in setting(played).iter().filter(|line| !line.is_empty()) {
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
            title: safe(title).into_owned(),
            description: safe(description).into_owned(),
            shapes,
            stamps: Default::default(),
        }
    }
}

/// The settings that simulations have in common: `Water board, Air angle, the Ptah on a5, policy random` and `100,000 readings, seed 1`.
fn setting(summaries: &[&SimulationSummary]) -> [String; 3] {
    fn shared<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Option<T> {
        let mut values = values.into_iter();
        let first = values.next()?;
        values.all(|value| value == first).then_some(first)
    }
    let of = |name: &str| shared(summaries.iter().map(|summary| summary.provenance.setting.get(name))).flatten();
    let place = [
        of("board").map(|board| format!("{board} board")),
        of("angle").map(|angle| format!("{angle} angle")),
        of("ptah").map(|ptah| format!("the Ptah on {ptah}")),
    ];
    let rules = [
        of("array").cloned(),
        of("ruleset").map(|name| format!("ruleset {name}")),
        of("procedure").map(|name| format!("procedure {name}")),
        of("dice")
            .map(|name| format!("dice table {name}"))
            .filter(|_| of("procedure").is_none_or(|name| name != Plan::GAME)),
        of("direction").cloned(),
    ];
    let run = [
        shared(summaries.iter().map(|summary| summary.readings)).map(|count| format!("{} readings", number(count))),
        shared(summaries.iter().map(|summary| summary.provenance.seed)).map(|seed| format!("seed {seed}")),
        shared(summaries.iter().map(|summary| summary.provenance.limit)).map(|limit| format!("at most {limit} turns")),
        shared(summaries.iter().map(|summary| &summary.provenance.policies)).map(players),
    ];
    let joined = |parts: &[Option<String>]| parts.iter().flatten().cloned().collect::<Vec<_>>().join(", ");
    [joined(&place), joined(&rules), joined(&run)]
}

/// The policies: `policy random`, `policy purpose for Air and Fire, random for Earth and Water`.
fn players(policies: &BTreeMap<String, String>) -> String {
    let mut names: Vec<&str> = policies.values().map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    let whose = |name: &&str| {
        let armies = policies.iter().filter(|(_, policy)| policy == name).map(|(army, _)| army.as_str());
        format!("{name} for {}", list(&armies.collect::<Vec<_>>()))
    };
    match names.as_slice() {
        [one] => format!("policy {one}"),
        several => format!("policy {}", several.iter().map(whose).collect::<Vec<_>>().join(", ")),
    }
}
