//! Plots of simulations.

mod canvas;
mod heat;
mod rows;
mod scale;
mod simulation;

use crate::chess::Board;
use crate::correspondences::{Correspondences, Criterion, Tone};
use crate::render::Estimate;
use crate::simulate::{Grid, GridRow, Provenance, SimulationSummary};

use super::Picture;
use canvas::PlotCanvas;
pub use heat::HeatMap;
use rows::{MarkerShape, PlotLine, PlotRow, SeriesStyle};

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

/// The styles of the answers by the Ptah and by the kings.
const BY_PTAH: SeriesStyle = SeriesStyle { sign: "☥", tone: Tone(0x0f, 0x6e, 0x84), form: MarkerShape::Disc };
const BY_KINGS: SeriesStyle = SeriesStyle { sign: "♚", tone: Tone(0xf2, 0xb8, 0x3c), form: MarkerShape::Diamond };
const CRITERIA: [(Criterion, SeriesStyle); 2] = [(Criterion::Ptah, BY_PTAH), (Criterion::Kings, BY_KINGS)];

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
            Plot::Simulation(summary, board, correspondences) => simulation::picture(summary, *board, correspondences),
            Plot::Landings(summary, board, maps, correspondences) => {
                heat::picture(summary, *board, maps, correspondences)
            }
            Plot::Grid(grid) => shares(grid),
        }
    }
}

fn shares(grid: &Grid) -> Picture {
    let summaries: Vec<&SimulationSummary> = grid.summaries.iter().collect();
    let questions = grid.questions();
    let words = match (questions.as_slice(), summaries.first()) {
        ([_], Some(first)) => first.provenance.question.clone(),
        _ => questions.join(", "),
    };
    let look = if grid.by == "ptah" { BY_PTAH } else { BY_KINGS };
    let row = |row: &GridRow| {
        let estimate = Estimate { value: row.share, low: row.low, high: row.high };
        PlotRow { name: row.cell.clone(), lines: vec![PlotLine { estimate, text: estimate.as_share(), look }] }
    };
    let rows: Vec<PlotRow> = grid.rows.iter().map(row).collect();
    let mut sheet = PlotCanvas::new();
    sheet.question(&words, &summaries);
    sheet.heading("Yes in every cell, % of the readings");
    sheet.signs(&[(look, if grid.by == "ptah" { "by the Ptah" } else { "by the kings" })]);
    sheet.rows(&rows);
    sheet.aside("With 95 % confidence intervals (Wilson).");
    let description: Vec<String> = rows.iter().map(|row| format!("{}: {}.", row.name, row.lines[0].text)).collect();
    sheet.picture(&format!("Yes in every cell: {words}"), &description.join(" "))
}

/// The name of the answers by the kings.
fn by_kings(provenance: &Provenance) -> &'static str {
    if provenance.is_so_far(Criterion::Kings) { "by the kings so far" } else { "by the kings" }
}
