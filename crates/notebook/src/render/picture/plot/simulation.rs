//! The plot of one simulation: answers, lengths and landings.

use crate::chess::{Board, Square};
use crate::correspondences::{Correspondences, Criterion};
use crate::render::{Estimate, number};
use crate::simulate::{SimulationSummary, Tally};

use super::super::glyphs::{around, from, until, width};
use super::super::painting::{INK, MARGIN};
use super::super::{BoardBackground, Edge, Painting, Picture, Shape, SquareCounts};
use super::canvas::{FAINT, PlotCanvas, SMALL, TEXT, WIDTH};
use super::rows::{MarkerShape, PlotLine, PlotRow, SeriesStyle};
use super::scale::{Scale, round};
use super::{BY_KINGS, BY_PTAH, CRITERIA, by_kings};

/// The most columns in the histogram of lengths.
const STEPS: f64 = 60.0;
/// The ends of the axis of lengths, and the height of the greatest column.
const AXIS: (f64, f64) = (190.0, WIDTH - MARGIN - 10.0);
const HIGH: f64 = 300.0;

pub(super) fn picture(summary: &SimulationSummary, board: Board, correspondences: &Correspondences) -> Picture {
    let mut sheet = PlotCanvas::new();
    sheet.question(&summary.provenance.question, &[summary]);
    sheet.heading("The answers, % of the readings");
    let bar = |look| SeriesStyle { form: MarkerShape::Bar, ..look };
    sheet.signs(&[(bar(BY_PTAH), "by the Ptah"), (bar(BY_KINGS), by_kings(&summary.provenance))]);
    sheet.rows(&Tally::VERDICTS.map(|verdict| {
        PlotRow {
            name: verdict.to_string(),
            lines: CRITERIA
                .map(|(criterion, look)| {
                    let estimate = Estimate::answer(summary, criterion, verdict);
                    PlotLine { estimate, text: estimate.as_share(), look: bar(look) }
                })
                .into(),
        }
    }));
    if summary.provenance.is_so_far(Criterion::Kings) {
        sheet.aside("The readings ended with the answer by the Ptah; that by the kings is only the one at that time.");
    }
    sheet.aside("The lines at the ends of the bars are 95 % confidence intervals (Wilson).");
    sheet.heading("Turns of a reading");
    let half = summary.length(0.5);
    sheet.lengths(summary, half);
    sheet.heading("Landings on each square, for every 100 readings");
    let landings = in_a_hundred(summary, board);
    let ptah = summary.provenance.setting.get("ptah").and_then(|ptah| ptah.parse().ok());
    let painting = Painting { ptah, ..Painting::of(BoardBackground::Landings(&landings), correspondences) };
    let board = painting.picture();
    let at = ((WIDTH - board.width) / 2.0, sheet.y);
    sheet.shapes.push(Shape::Stamp { name: "board".to_owned(), at, scale: 1.0 });
    sheet.y = at.1 + board.height;
    sheet.aside("Framed: the Ptah.");
    let answers = CRITERIA.map(|(criterion, _)| {
        let of = |verdict| format!("{verdict} {}", Estimate::answer(summary, criterion, verdict).as_share());
        let so_far = if summary.provenance.is_so_far(criterion) { " so far" } else { "" };
        format!("By {}{so_far}: {}.", criterion.words(), Tally::VERDICTS.map(of).join(", "))
    });
    let description =
        format!("{} Median: {half} turns. Landings in 100 readings: {}", answers.join(" "), painting.description());
    let mut picture = sheet.picture(&format!("Simulation: {}", summary.provenance.question), &description);
    picture.stamps.insert("board".to_owned(), board.shapes);
    picture
}

/// The landings per hundred readings.
fn in_a_hundred(summary: &SimulationSummary, board: Board) -> SquareCounts {
    let mut landings = SquareCounts::of(board, []);
    landings.words = "in 100 readings";
    for square in Square::all() {
        let count = summary.landings.get(&square.to_string()).copied().unwrap_or(0);
        landings.counts[square.index()] = (100.0 * count as f64 / summary.readings.max(1) as f64).round() as u64;
    }
    landings
}

impl PlotCanvas {
    /// Draws a histogram of lengths, up to the 99th percentile.
    fn lengths(&mut self, summary: &SimulationSummary, half: u32) {
        let longest = summary.length(0.99);
        let step = round((f64::from(longest + 1) / STEPS).max(1.0)) as u32;
        let mut columns = vec![0; (longest / step + 1) as usize];
        for (plies, count) in &summary.lengths {
            if let Some(column) = columns.get_mut((plies / step) as usize) {
                *column += count;
            }
        }
        let end = f64::from(step) * columns.len() as f64;
        let (top, bottom) = (self.y + 44.0, self.y + 44.0 + HIGH);
        // At least 5, so that all ticks are whole readings.
        let most = columns.iter().copied().max().unwrap_or(0).max(5);
        let across = Scale::over((0.0, end), AXIS);
        let up = Scale::over((0.0, most as f64), (bottom, top));
        for tick in up.ticks() {
            let (y, edge) = (up.at(tick), Edge { tone: FAINT, width: 1.5 });
            self.shapes.push(Shape::Line { points: vec![(AXIS.0, y), (AXIS.1, y)], edge });
            self.shapes.push(until(&number(tick as u64), (AXIS.0 - 14.0, y + 8.0), SMALL, INK));
        }
        for (place, &count) in columns.iter().enumerate() {
            let first = place as u32 * step;
            let [left, right] = [first, first + step].map(|turns| across.at(f64::from(turns)));
            let y = up.at(count as f64);
            let edge = Edge { tone: INK, width: 1.0 };
            let shape = Shape::rectangle((left, y), (right - left, bottom - y), Some(BY_PTAH.tone), Some(edge));
            let turns = if step == 1 { first.to_string() } else { format!("{first} to {}", first + step - 1) };
            let title = Some(format!("{turns} turns: {} readings", number(count)));
            self.shapes.push(Shape::Group { name: format!("turns{first}"), title, shapes: vec![shape] });
        }
        let edge = Edge { tone: INK, width: 2.5 };
        self.shapes.push(Shape::Line { points: vec![(AXIS.0, bottom), (AXIS.1, bottom)], edge });
        for tick in across.ticks() {
            self.shapes.push(around(&across.label(tick), (across.at(tick), bottom + 28.0), SMALL, INK));
        }
        let x = across.at(f64::from(half) + 0.5);
        self.shapes.push(Shape::Line { points: vec![(x, top - 10.0), (x, bottom)], edge });
        let words = format!("median {half} turns");
        let left = (x - 4.0).min(AXIS.1 - width(&words, TEXT));
        self.shapes.push(from(&words, (left, top - 20.0), TEXT, INK));
        self.shapes.push(from("readings", (MARGIN, top - 20.0), SMALL, INK));
        self.y = bottom + 40.0;
        let beyond = summary.readings.saturating_sub(columns.iter().sum());
        if beyond > 0 {
            self.aside(&format!("Not shown: {} readings of more than {} turns.", number(beyond), end - 1.0));
        }
    }
}
