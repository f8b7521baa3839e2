//! Plots of simulations: shares with their intervals, lengths, and landings.

mod canvas;
mod shares;

use crate::chess::{Board, Square};
use crate::correspondences::{Correspondences, Criterion, Tone};
use crate::render::Estimate;
use crate::simulate::{Grid, GridRow, SimulationSummary, Tally};

use super::Picture;
use canvas::PlotCanvas;
use shares::ShareRow;

/// A plot of simulations.
#[derive(Clone, Copy, Debug)]
pub enum Plot<'p> {
    /// The answers, the lengths, and the landings on the squares of a board.
    Simulation(&'p SimulationSummary, Board, &'p Correspondences),
    /// The landings on the squares of a board, in a map for each part of them.
    Landings(&'p SimulationSummary, Board, &'p [HeatMap], &'p Correspondences),
    /// The shares of yes in all cells of a grid.
    Grid(&'p Grid),
}

/// The landings of a part of a simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatMap {
    /// The part: an army, a piece, a phase or an answer.
    pub name: String,
    /// The landings in a hundred readings, in the order of [`Square::all`].
    pub counts: [u64; 64],
}

/// The tones of the answers by the Ptah and by the kings.
const CRITERIA: [(Criterion, Tone); 2] =
    [(Criterion::Ptah, Tone(0x0f, 0x6e, 0x84)), (Criterion::Kings, Tone(0xf2, 0xb8, 0x3c))];

const LANDINGS: &str = "Landings on each square, for every 100 readings";
const INTERVALS: &str = "With 95 % confidence intervals (Wilson).";

impl Plot<'_> {
    /// The picture of the plot.
    ///
    /// ```
    /// use enochian::correspondences::Correspondences;
    /// use enochian::reading::QuestionDraft;
    /// use enochian::render::Plot;
    /// use enochian::simulate::{Plan, Provenance, SimulationSummary, Tally};
    /// use enochian::input::Source;
    ///
    /// let correspondences = Correspondences::embedded();
    /// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    /// let question = QuestionDraft::read(&file, correspondences)?.resolve(correspondences).expect("the category settles the rest");
    /// let plan = Plan::new(question, 1, 0..100);
    /// let mut tally = Tally::new();
    /// plan.run(1, Tally::new, |_, chunk| Ok::<_, ()>(tally.merge(&chunk))).unwrap();
    /// let summary = SimulationSummary::of(Provenance::of(&plan, correspondences), plan.range.clone(), &tally, 0.0);
    /// let picture = Plot::Simulation(&summary, plan.question.board, correspondences).picture();
    /// assert!(picture.svg().contains("<title>Simulation: Is my brother happy?</title>"));
    /// # Ok::<(), enochian::input::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn picture(&self) -> Picture {
        match self {
            Plot::Simulation(summary, board, correspondences) => simulation(summary, *board, correspondences),
            Plot::Landings(summary, board, maps, correspondences) => {
                let question = &summary.provenance.question;
                let mut canvas = PlotCanvas::new(question, &[summary]);
                canvas.heading(LANDINGS);
                canvas.boards(summary, *board, maps, correspondences);
                canvas.aside("Each board has its own scale, and its numbers are those of 100 of its readings.");
                canvas.picture("Landings", question)
            }
            Plot::Grid(grid) => shares(grid),
        }
    }
}

fn simulation(summary: &SimulationSummary, board: Board, correspondences: &Correspondences) -> Picture {
    let question = &summary.provenance.question;
    let mut canvas = PlotCanvas::new(question, &[summary]);
    canvas.heading("The answers, % of the readings");
    let row = |verdict, (criterion, tone): (Criterion, Tone)| {
        let so_far = if summary.provenance.is_so_far(criterion) { " so far" } else { "" };
        let name = format!("{verdict} by {}{so_far}", criterion.words());
        ShareRow { name, estimate: Estimate::answer(summary, criterion, verdict), tone }
    };
    let rows = Tally::VERDICTS.iter().flat_map(|verdict| CRITERIA.map(|of| row(*verdict, of)));
    canvas.rows(&rows.collect::<Vec<_>>());
    if summary.provenance.is_so_far(Criterion::Kings) {
        canvas.aside("The readings ended with the answer by the Ptah; that by the kings is only the one at that time.");
    }
    canvas.aside(INTERVALS);
    canvas.heading("Turns of a reading");
    canvas.lengths(summary, CRITERIA[0].1);
    canvas.heading(LANDINGS);
    let landings = |square: Square| summary.landings.get(&square.to_string()).copied().unwrap_or(0);
    let mut counts = [0; 64];
    for square in Square::all() {
        let per_reading = landings(square) as f64 / summary.readings.max(1) as f64;
        counts[square.index()] = (100.0 * per_reading).round() as u64;
    }
    canvas.boards(summary, board, &[HeatMap { name: "All readings".to_owned(), counts }], correspondences);
    canvas.picture("Simulation", question)
}

fn shares(grid: &Grid) -> Picture {
    let summaries: Vec<&SimulationSummary> = grid.summaries.iter().collect();
    let questions = grid.questions();
    let words = match (questions.as_slice(), summaries.first()) {
        ([_], Some(first)) => first.provenance.question.clone(),
        _ => questions.join(", "),
    };
    let (by, tone) = if grid.by == "ptah" { CRITERIA[0] } else { CRITERIA[1] };
    let row = |row: &GridRow| {
        let estimate = Estimate { value: row.share, low: row.low, high: row.high };
        ShareRow { name: row.cell.clone(), estimate, tone }
    };
    let mut canvas = PlotCanvas::new(&words, &summaries);
    canvas.heading(&format!("Yes by {} in every cell, % of the readings", by.words()));
    canvas.rows(&grid.rows.iter().map(row).collect::<Vec<_>>());
    canvas.aside(INTERVALS);
    canvas.picture("Yes in every cell", &words)
}
