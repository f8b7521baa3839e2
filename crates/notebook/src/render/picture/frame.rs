//! The frame of a painting: labels, borders, heading and keys.

use crate::chess::Army;

use super::background::{SquareCounts, ink_on, short};
use super::glyphs::{around, from, until, width};
use super::painting::{INK, MARGIN, PAPER};
use super::pieces::snowflake;
use super::{Edge, Painting, Point, Shape};

impl Painting<'_> {
    /// The letters of the files and the numbers of the ranks.
    pub(super) fn frame(&self) -> Vec<Shape> {
        let (left, top) = self.corner(Army::Air.throne());
        let mut shapes = Vec::new();
        for index in 0..8u8 {
            let middle = 100.0 * f64::from(index) + 50.0;
            let file = char::from(b'a' + index).to_string();
            let rank = (8 - index).to_string();
            for y in [top - 16.0, top + 832.0] {
                shapes.push(around(&file, (left + middle, y), 26.0, INK));
            }
            for x in [left - 23.0, left + 823.0] {
                shapes.push(around(&rank, (x, top + middle + 9.0), 26.0, INK));
            }
        }
        shapes
    }

    /// The lines between the four angles, and around them.
    pub(super) fn cross(&self) -> Vec<Shape> {
        let (x, y) = self.corner(Army::Air.throne());
        let line = |points: [Point; 2], edge| Shape::Line { points: points.to_vec(), edge };
        // A light line inside a dark one is visible on any colour.
        let both = [Edge { tone: INK, width: 6.0 }, Edge { tone: PAPER, width: 2.0 }];
        let mut shapes: Vec<Shape> = both
            .into_iter()
            .flat_map(|edge| {
                [[(x + 400.0, y), (x + 400.0, y + 800.0)], [(x, y + 400.0), (x + 800.0, y + 400.0)]]
                    .map(|points| line(points, edge))
            })
            .collect();
        shapes.push(Shape::rectangle((x, y), (800.0, 800.0), None, Some(Edge { tone: INK, width: 5.0 })));
        shapes
    }

    /// The heading, and the names of the armies at their corners.
    pub(super) fn heading_and_names(&self) -> Vec<Shape> {
        let Some(heading) = self.heading else { return Vec::new() };
        let middle = MARGIN + 400.0;
        let mut shapes = vec![
            around(heading, (middle, 62.0), 46.0, INK),
            around(&self.naming.game, (middle, 98.0), 24.0, INK.mixed(PAPER, 0.3)),
        ];
        for army in Army::ALL {
            let name = &self.naming.army(army).name;
            let name = if *name == army.name() { name.clone() } else { format!("{name} · {army}") };
            let (x, y) = self.corner(army.throne());
            let above = matches!(army, Army::Air | Army::Water);
            let y = if above { y - 50.0 } else { y + 172.0 };
            shapes.push(match army {
                Army::Air | Army::Earth => from(&name, (x, y), 26.0, INK),
                Army::Water | Army::Fire => until(&name, (x + 100.0, y), 26.0, INK),
            });
        }
        shapes
    }

    /// The key to the tones of landings.
    pub(super) fn key(&self, landings: &SquareCounts, y: f64) -> Vec<Shape> {
        let most = landings.most();
        let mut steps: Vec<u64> = (0..=8).map(|step| most * step / 8).collect();
        steps.dedup();
        let (size, words) = (34.0, landings.words);
        let wide = 70.0 * steps.len() as f64 + 16.0 + width(words, 24.0);
        let mut x = MARGIN + 400.0 - wide / 2.0;
        let mut shapes = Vec::new();
        for step in steps {
            let edge = Edge { tone: INK, width: 1.0 };
            shapes.push(Shape::rectangle((x, y), (70.0, size), Some(landings.tone(step)), Some(edge)));
            let ink = ink_on(landings.tone(step));
            shapes.push(around(&short(step), (x + 35.0, y + 25.0), 22.0, ink));
            x += 70.0;
        }
        shapes.push(from(words, (x + 16.0, y + 25.0), 24.0, INK));
        shapes
    }

    /// The key to the mark of frozen pieces.
    pub(super) fn frozen_key(&self, y: f64) -> Vec<Shape> {
        const WORD: &str = "frozen";
        let (size, radius, gap) = (24.0, 16.0, 10.0);
        let left = MARGIN + 400.0 - (2.0 * radius + gap + width(WORD, size)) / 2.0;
        let mut shapes = snowflake((left + radius, y + 17.0), radius);
        shapes.push(from(WORD, (left + 2.0 * radius + gap, y + 25.0), size, INK));
        shapes
    }
}
