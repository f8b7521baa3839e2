//! Rows of shares with their intervals.

use crate::correspondences::Tone;
use crate::render::Estimate;

use super::super::glyphs::{around, from, until, wrapped};
use super::super::painting::{INK, MARGIN};
use super::super::{Edge, Shape};
use super::canvas::{PlotCanvas, SMALL, TEXT, WIDTH};

/// A share with its name.
pub(super) struct ShareRow {
    pub(super) name: String,
    pub(super) estimate: Estimate,
    pub(super) tone: Tone,
}

/// The height of a line, and the gap between rows.
const LINE: f64 = 34.0;
const GAP: f64 = 10.0;
/// The right end of the names, and the ends of the axis; the numbers follow.
const NAMES: f64 = 350.0;
const AXIS: (f64, f64) = (380.0, 710.0);
/// The colour of grid lines.
const FAINT: Tone = Tone(0xd8, 0xd2, 0xc8);

/// The ticks of an axis: the first, the distance to the next, and how many steps there are.
#[derive(Clone, Copy, Debug)]
struct Ticks {
    first: f64,
    step: f64,
    steps: u32,
}

impl Ticks {
    /// Round ticks from the least to the greatest of some percentages, or somewhat beyond.
    fn over(least: f64, greatest: f64) -> Ticks {
        let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0];
        let step = steps.into_iter().find(|step| greatest - least <= 5.0 * step).unwrap_or(25.0);
        let (first, last) = ((least / step).floor(), (greatest / step).ceil());
        Ticks { first: first * step, step, steps: ((last - first) as u32).max(1) }
    }

    /// Where a percentage lies.
    fn at(self, percent: f64) -> f64 {
        AXIS.0 + (percent - self.first) / (self.step * f64::from(self.steps)) * (AXIS.1 - AXIS.0)
    }

    /// The percentages of the ticks, with their labels.
    fn labels(self) -> impl Iterator<Item = (f64, String)> {
        let places = (-self.step.log10()).ceil().max(0.0) as usize;
        let tick = move |number| self.first + f64::from(number) * self.step;
        (0..=self.steps).map(tick).map(move |tick| (tick, format!("{tick:.places$}")))
    }
}

impl PlotCanvas {
    /// The rows above an axis that covers all intervals.
    pub(super) fn rows(&mut self, rows: &[ShareRow]) {
        let shown = rows.iter().map(|row| row.estimate.in_percent());
        let least = shown.clone().map(|shown| shown.low).fold(100.0, f64::min);
        let ticks = Ticks::over(least, shown.map(|shown| shown.high).fold(0.0, f64::max));
        let (top, mut y, mut drawn) = (self.y, self.y + GAP, Vec::new());
        for row in rows {
            let name = wrapped(&row.name, TEXT, NAMES - MARGIN, 2);
            let middle = y + LINE * name.len() as f64 / 2.0;
            let lines =
                (1..).zip(&name).map(|(line, part)| from(part, (MARGIN, y + LINE * f64::from(line) - 8.0), TEXT, INK));
            let shapes = lines.chain(row.shapes(ticks, middle)).collect();
            let said = format!("{}: {}", row.name, row.estimate.as_share());
            self.description.push(format!("{said}."));
            drawn.push(Shape::Group { name: String::new(), title: Some(said), shapes });
            y += LINE * name.len() as f64 + GAP;
        }
        for (tick, label) in ticks.labels() {
            let x = ticks.at(tick);
            self.shapes.push(Shape::Line { points: vec![(x, top), (x, y)], edge: Edge { tone: FAINT, width: 1.5 } });
            self.shapes.push(around(&label, (x, y + 26.0), SMALL, INK));
        }
        self.shapes.append(&mut drawn);
        self.y = y + 40.0;
    }
}

impl ShareRow {
    /// The interval, the share on it, and both in numbers.
    fn shapes(&self, ticks: Ticks, y: f64) -> Vec<Shape> {
        let Estimate { value, low, high } = self.estimate.in_percent();
        let [low, at, high] = [low, value, high].map(|percent| ticks.at(percent));
        let line =
            |points: [(f64, f64); 2]| Shape::Line { points: points.into(), edge: Edge { tone: INK, width: 2.5 } };
        let end = |x| line([(x, y - 9.0), (x, y + 9.0)]);
        let edge = Some(Edge { tone: INK, width: 1.5 });
        let mut shapes = if self.estimate.has_interval() {
            vec![line([(low, y), (high, y)]), end(low), end(high)]
        } else {
            Vec::new()
        };
        shapes.push(Shape::Disc { centre: (at, y), radius: 8.0, fill: Some(self.tone), edge });
        shapes.push(until(&self.estimate.as_share(), (WIDTH - MARGIN, y + 8.5), SMALL, INK));
        shapes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_round_numbers_lie_on_an_axis_and_cover_it() {
        let labels =
            |least, greatest| Ticks::over(least, greatest).labels().map(|(_, label)| label).collect::<Vec<_>>();
        assert_eq!(labels(0.0, 100.0), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(labels(53.1, 57.9), ["53", "54", "55", "56", "57", "58"]);
        assert_eq!(labels(0.0, 0.0), ["0.00", "0.01"]);
        for tenth in 1..1000 {
            let ticks = Ticks::over(3.3, 3.3 + f64::from(tenth) / 10.0);
            assert!((2..=7).contains(&ticks.labels().count()), "{tenth}: {ticks:?}");
            assert!(ticks.at(3.3) >= AXIS.0 - 1e-6 && ticks.at(3.3 + f64::from(tenth) / 10.0) <= AXIS.1 + 1e-6);
        }
    }
}
