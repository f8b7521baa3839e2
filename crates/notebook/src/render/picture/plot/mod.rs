//! Plots of simulations.

mod canvas;
mod heat;
mod rows;
mod scale;
mod simulation;

use crate::chess::Board;
use crate::correspondences::{Correspondences, Criterion, Tone};
use crate::reading::Verdict;
use crate::render::Estimate;
use crate::simulate::{Provenance, SimulationSummary};

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
    /// The shares of yes in all versions of a question, each with its name.
    Versions(&'p [(&'p str, &'p SimulationSummary)]),
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
            Plot::Versions(versions) => side_by_side(versions),
        }
    }
}

fn side_by_side(versions: &[(&str, &SimulationSummary)]) -> Picture {
    let summaries: Vec<&SimulationSummary> = versions.iter().map(|(_, summary)| *summary).collect();
    let question = summaries.first().map_or("", |summary| &summary.provenance.question);
    // An answer so far would look like an effect of what varies.
    let is_played_out = |criterion| summaries.iter().all(|summary| !summary.provenance.is_so_far(criterion));
    let shown: Vec<_> = CRITERIA.into_iter().filter(|(criterion, _)| is_played_out(*criterion)).collect();
    let by = |criterion: Criterion| if criterion == Criterion::Ptah { "by the Ptah" } else { "by the kings" };
    let rows: Vec<PlotRow> = versions
        .iter()
        .map(|(name, summary)| {
            let line = |&(criterion, look)| {
                let estimate = Estimate::answer(summary, criterion, Verdict::Yes);
                PlotLine { estimate, text: estimate.as_share(), look }
            };
            PlotRow { name: (*name).to_owned(), lines: shown.iter().map(line).collect() }
        })
        .collect();
    let mut sheet = PlotCanvas::new();
    sheet.question(question, &summaries);
    sheet.heading("Yes in every version, % of the readings");
    sheet.signs(&shown.iter().map(|&(criterion, look)| (look, by(criterion))).collect::<Vec<_>>());
    sheet.rows(&rows);
    sheet.aside("With 95 % confidence intervals (Wilson).");
    let description = |row: &PlotRow| {
        let lines =
            shown.iter().zip(&row.lines).map(|((criterion, _), line)| format!("{} {}", by(*criterion), line.text));
        format!("{}: {}.", row.name, lines.collect::<Vec<_>>().join(", "))
    };
    let description: Vec<String> = rows.iter().map(description).collect();
    sheet.picture(&format!("Yes in every version: {question}"), &description.join(" "))
}

/// The name of the answers by the kings.
fn by_kings(provenance: &Provenance) -> &'static str {
    if provenance.is_so_far(Criterion::Kings) { "by the kings so far" } else { "by the kings" }
}
