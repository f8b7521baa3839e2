//! Plots of simulations.

mod canvas;
mod rows;
mod scale;
mod simulation;

use crate::chess::Board;
use crate::correspondences::{Correspondences, Tone};
use crate::render::Estimate;
use crate::simulate::SimulationSummary;

use super::Picture;
use super::painting::INK;
use canvas::PlotCanvas;
use rows::{MarkerShape, PlotLine, PlotRow, SeriesStyle};

/// A plot of simulations.
#[derive(Clone, Copy, Debug)]
pub enum Plot<'p> {
    /// The answers, the lengths, and the landings on the squares of a board.
    Simulation(&'p SimulationSummary, Board, &'p Correspondences),
    /// The shares of yes in all variants of a question, each with its name.
    Variants(&'p [(&'p str, &'p SimulationSummary)]),
    /// The differences between two simulations, first minus second.
    Differences([&'p SimulationSummary; 2], &'p [(String, Estimate)]),
}

/// The styles of the answers by the Ptah and by the kings.
const BY_PTAH: SeriesStyle = SeriesStyle { sign: "☥", tone: Tone(0x0f, 0x6e, 0x84), form: MarkerShape::Disc };
const BY_KINGS: SeriesStyle = SeriesStyle { sign: "♚", tone: Tone(0xf2, 0xb8, 0x3c), form: MarkerShape::Diamond };
const CRITERIA: [(&str, SeriesStyle); 2] = [("ptah", BY_PTAH), ("kings", BY_KINGS)];
/// The styles of significant differences, whose interval excludes 0, and of others.
const CLEAR: SeriesStyle = SeriesStyle { sign: "", tone: INK, form: MarkerShape::Disc };
const UNCLEAR: SeriesStyle = SeriesStyle { sign: "", tone: INK, form: MarkerShape::Ring };

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
            Plot::Variants(variants) => side_by_side(variants),
            Plot::Differences(two, differences) => apart(*two, differences),
        }
    }
}

fn side_by_side(variants: &[(&str, &SimulationSummary)]) -> Picture {
    let summaries: Vec<&SimulationSummary> = variants.iter().map(|(_, summary)| *summary).collect();
    let question = summaries.first().map_or("", |summary| &summary.provenance.question);
    let rows: Vec<PlotRow> = variants
        .iter()
        .map(|(name, summary)| {
            let line = |(criterion, look)| {
                let estimate = Estimate::share(summary.answer(criterion, "yes"), summary.readings);
                PlotLine { estimate, text: estimate.as_share(), look }
            };
            PlotRow { name: (*name).to_owned(), lines: CRITERIA.map(line).into() }
        })
        .collect();
    let mut sheet = PlotCanvas::new();
    sheet.question(question, &summaries);
    sheet.heading("Yes in every variant, % of the readings");
    sheet.signs(&[(BY_PTAH, "by the Ptah"), (BY_KINGS, "by the kings")]);
    sheet.rows(&rows);
    sheet.aside("With 95 % confidence intervals (Wilson).");
    let description =
        |row: &PlotRow| format!("{}: by the Ptah {}, by the kings {}.", row.name, row.lines[0].text, row.lines[1].text);
    let description: Vec<String> = rows.iter().map(description).collect();
    sheet.picture(&format!("Yes in every variant: {question}"), &description.join(" "))
}

fn apart(two: [&SimulationSummary; 2], differences: &[(String, Estimate)]) -> Picture {
    let row = |(name, estimate): &(String, Estimate)| {
        let (look, mark) = if estimate.is_clear() { (CLEAR, " *") } else { (UNCLEAR, "") };
        let line = PlotLine { estimate: *estimate, text: format!("{}{mark}", estimate.as_difference()), look };
        PlotRow { name: name.clone(), lines: vec![line] }
    };
    let rows: Vec<PlotRow> = differences.iter().map(row).collect();
    let mut sheet = PlotCanvas::new();
    for (which, summary) in ["First", "Second"].into_iter().zip(two) {
        sheet.question(&format!("{which}: {}", summary.provenance.question), &[summary]);
        sheet.y += 14.0;
    }
    sheet.heading("First minus second, in % of the readings");
    sheet.signs(&[(CLEAR, "the interval excludes 0"), (UNCLEAR, "the interval includes 0")]);
    sheet.rows(&rows);
    sheet.aside("With 95 % confidence intervals (Newcombe); a * marks those that exclude 0.");
    let description: Vec<String> = rows.iter().map(|row| format!("{}: {}.", row.name, row.lines[0].text)).collect();
    let title = format!("Two simulations: {} / {}", two[0].provenance.question, two[1].provenance.question);
    sheet.picture(&title, &description.join(" "))
}

/// The name of a criterion.
fn name(criterion: &str) -> &str {
    if criterion == "ptah" { "Ptah" } else { criterion }
}
