//! Simulations as pictures.

mod rows;
mod scale;
mod sheet;
mod simulation;

use crate::chess::Board;
use crate::lore::{Lore, Tone};
use crate::render::Estimate;
use crate::simulate::Summary;

use super::Picture;
use super::painting::INK;
use rows::{Form, Line, Look, Row};
use sheet::Sheet;

/// What is drawn of simulations.
#[derive(Clone, Copy, Debug)]
pub enum Plot<'p> {
    /// The answers, the lengths, and the landings on the squares of a board.
    Simulation(&'p Summary, Board, &'p Lore),
    /// The shares of yes in all variants of a question, each with its name.
    Variants(&'p [(&'p str, &'p Summary)]),
    /// How far two simulations lie apart, the one less the other, and in what.
    Differences([&'p Summary; 2], &'p [(String, Estimate)]),
}

/// By the Ptah, and by the kings.
const BY_PTAH: Look = Look { sign: "☥", tone: Tone(0x0f, 0x6e, 0x84), form: Form::Disc };
const BY_KINGS: Look = Look { sign: "♚", tone: Tone(0xf2, 0xb8, 0x3c), form: Form::Diamond };
const CRITERIA: [(&str, Look); 2] = [("ptah", BY_PTAH), ("kings", BY_KINGS)];
/// A difference whose interval leaves out 0, and one whose interval does not.
const CLEAR: Look = Look { sign: "", tone: INK, form: Form::Disc };
const UNCLEAR: Look = Look { sign: "", tone: INK, form: Form::Ring };

impl Plot<'_> {
    /// What is drawn.
    ///
    /// ```
    /// use enochian::lore::Lore;
    /// use enochian::reading::Draft;
    /// use enochian::render::Plot;
    /// use enochian::simulate::{Plan, Premises, Summary, Tally};
    /// use enochian::text::Source;
    ///
    /// let lore = Lore::embedded();
    /// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    /// let question = Draft::read(&file, lore)?.settle(lore).expect("the category settles the rest");
    /// let plan = Plan::new(question, 1, 0..100);
    /// let mut tally = Tally::new();
    /// plan.run(1, Tally::new, |_, piece| Ok::<_, ()>(tally.merge(&piece))).unwrap();
    /// let summary = Summary::of(Premises::of(&plan, lore), plan.range.clone(), &tally, 0.0);
    /// let picture = Plot::Simulation(&summary, plan.question.board, lore).picture();
    /// assert!(picture.svg().contains("<title>Simulation: Is my brother happy?</title>"));
    /// # Ok::<(), enochian::text::Faults>(())
    /// ```
    pub fn picture(&self) -> Picture {
        match self {
            Plot::Simulation(summary, board, lore) => simulation::picture(summary, *board, lore),
            Plot::Variants(variants) => side_by_side(variants),
            Plot::Differences(two, differences) => apart(*two, differences),
        }
    }
}

fn side_by_side(variants: &[(&str, &Summary)]) -> Picture {
    let summaries: Vec<&Summary> = variants.iter().map(|(_, summary)| *summary).collect();
    let question = summaries.first().map_or("", |summary| &summary.premises.question);
    let rows: Vec<Row> = variants
        .iter()
        .map(|(name, summary)| {
            let line = |(criterion, look)| {
                let estimate = Estimate::share(summary.answer(criterion, "yes"), summary.readings);
                Line { estimate, told: estimate.as_share(), look }
            };
            Row { name: (*name).to_owned(), lines: CRITERIA.map(line).into() }
        })
        .collect();
    let mut sheet = Sheet::new();
    sheet.question(question, &summaries);
    sheet.heading("Yes in every variant, % of the readings");
    sheet.signs(&[(BY_PTAH, "by the Ptah"), (BY_KINGS, "by the kings")]);
    sheet.rows(&rows);
    sheet.aside("With the intervals in which the true shares lie (Wilson, 95 %).");
    let told =
        |row: &Row| format!("{}: by the Ptah {}, by the kings {}.", row.name, row.lines[0].told, row.lines[1].told);
    let description: Vec<String> = rows.iter().map(told).collect();
    sheet.picture(&format!("Yes in every variant: {question}"), &description.join(" "))
}

fn apart(two: [&Summary; 2], differences: &[(String, Estimate)]) -> Picture {
    let row = |(name, estimate): &(String, Estimate)| {
        let (look, mark) = if estimate.is_clear() { (CLEAR, " *") } else { (UNCLEAR, "") };
        let line = Line { estimate: *estimate, told: format!("{}{mark}", estimate.as_difference()), look };
        Row { name: name.clone(), lines: vec![line] }
    };
    let rows: Vec<Row> = differences.iter().map(row).collect();
    let mut sheet = Sheet::new();
    for (which, summary) in ["One", "The other"].into_iter().zip(two) {
        sheet.question(&format!("{which}: {}", summary.premises.question), &[summary]);
        sheet.y += 14.0;
    }
    sheet.heading("The one less the other, in % of the readings");
    sheet.signs(&[(CLEAR, "the interval leaves out 0"), (UNCLEAR, "the interval holds 0")]);
    sheet.rows(&rows);
    sheet.aside(
        "With the intervals in which the true differences lie (Newcombe, 95 %); a * marks one that leaves out 0.",
    );
    let description: Vec<String> = rows.iter().map(|row| format!("{}: {}.", row.name, row.lines[0].told)).collect();
    let title = format!("Two simulations: {} / {}", two[0].premises.question, two[1].premises.question);
    sheet.picture(&title, &description.join(" "))
}

/// What a criterion is called.
fn name(criterion: &str) -> &str {
    if criterion == "ptah" { "Ptah" } else { criterion }
}
