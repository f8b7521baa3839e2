//! The totals of a record, as sentences and tables.

use comfy_table::{Table, presets};
use serde::Serialize;

use crate::chess::{Army, Element, Mode};
use crate::correspondences::Correspondences;
use crate::reading::Question;
use crate::record::{EnochianRecord, RecordTotals};

use super::{count, list, plural};

/// The [`RecordTotals`] of a record as text, for the end of a journal and for pages.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Totals {
    /// `32 turns: 25 landings and 7 No Moves; 3 captures and 1 check.`
    pub counts: String,
    /// The counts by army; in a reading that is not quiet also by element and by sign.
    pub tables: Vec<TotalsTable>,
    /// Sentences, each after a label, which may be empty.
    pub facts: Vec<(&'static str, String)>,
}

/// A table of counts.
#[derive(Clone, Debug, Serialize)]
pub struct TotalsTable {
    /// The column headings; the first column names the rows.
    pub header: Vec<String>,
    /// The rows, with a cell for each column.
    pub rows: Vec<Vec<String>>,
}

impl TotalsTable {
    fn new(header: &[&str]) -> TotalsTable {
        TotalsTable { header: header.iter().map(ToString::to_string).collect(), rows: Vec::new() }
    }

    /// The table in Markdown, with aligned columns.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN).set_header(&self.header);
        table.add_rows(&self.rows);
        table.to_string()
    }
}

impl Totals {
    /// Counts the standing turns.
    ///
    /// ```
    /// use enochian::{journal, correspondences::Correspondences, render::Totals};
    /// let correspondences = Correspondences::embedded();
    /// let journal = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
    /// let record = journal::read(journal.as_ref(), correspondences).unwrap();
    /// let totals = Totals::of(record.enochian().unwrap(), correspondences);
    /// assert_eq!(totals.counts, "32 turns: 25 landings and 7 No Moves; 3 captures and 1 check.");
    /// assert_eq!(totals.tables[0].rows[1], ["Water", "5", "3", "0", "0"]);
    /// assert_eq!(totals.facts[1], ("Checks.", "Earth to Air (16).".to_owned()));
    /// ```
    #[must_use]
    pub fn of(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Totals {
        let summary = RecordTotals::of(record, correspondences);
        // A turn without a move is a pass in a game and a No Move in a reading.
        let without = match record.mode() {
            Mode::Reading => "No Move",
            Mode::Game => "pass",
        };
        let counts = format!(
            "{}: {} and {}; {} and {}.",
            count(record.turns().len(), "turn"),
            count(summary.landings() as usize, "landing"),
            count(summary.no_moves.iter().sum::<u32>() as usize, without),
            count(summary.captures.len(), "capture"),
            count(summary.checks.len(), "check"),
        );
        let mut tables = vec![armies(&summary, without)];
        let mut facts = vec![captures(&summary)];
        facts.extend(checks(&summary));
        facts.extend(irregular(record));
        if let Some(question) = record.subject().question() {
            let has_signs = !record.is_quiet();
            facts.push(kings_road(&summary, question, correspondences, has_signs));
            if has_signs {
                tables.extend([elements(&summary), forces(&summary, correspondences)]);
                facts.extend(time(&summary, correspondences));
            }
        }
        Totals { counts, tables, facts }
    }
}

fn armies(summary: &RecordTotals, without: &str) -> TotalsTable {
    let mut table = TotalsTable::new(&["army", "landings", &plural(without), "captures", "checks given"]);
    let row = |army: Army| {
        vec![
            army.to_string(),
            summary.by_army[army.index()].to_string(),
            summary.no_moves[army.index()].to_string(),
            summary.captures.iter().filter(|(_, by, ..)| *by == army).count().to_string(),
            summary.checks.iter().filter(|(_, by, _)| *by == army).count().to_string(),
        ]
    };
    table.rows.extend(Army::ALL.map(row));
    table
}

fn elements(summary: &RecordTotals) -> TotalsTable {
    let mut table = TotalsTable::new(&["element", "landings", "in the angle"]);
    let row = |element: Element| {
        let (landings, angle) = (summary.by_element[element.index()], summary.by_angle[element.index()]);
        vec![element.to_string(), landings.to_string(), angle.to_string()]
    };
    table.rows.extend(Element::ALL.map(row));
    table
}

fn forces(summary: &RecordTotals, correspondences: &Correspondences) -> TotalsTable {
    let mut table = TotalsTable::new(&["sign or element", "landings", "house", "trump", "figure"]);
    table.rows.extend(summary.forces().into_iter().map(|(force, count)| {
        let known = correspondences.force(force);
        vec![
            force.to_string(),
            count.to_string(),
            known.house.map_or("–".to_owned(), |house| house.to_string()),
            correspondences.trump(force).to_string(),
            correspondences.figure(force).name.clone(),
        ]
    }));
    table
}

fn captures(summary: &RecordTotals) -> (&'static str, String) {
    let captures: Vec<String> =
        summary.captures.iter().map(|(ply, by, piece, at)| format!("{by} took the {piece} on {at} ({ply})")).collect();
    match captures.as_slice() {
        [] => ("", "Nothing was taken.".to_owned()),
        captures => ("Captures.", format!("{}.", captures.join("; "))),
    }
}

fn checks(summary: &RecordTotals) -> Option<(&'static str, String)> {
    let checks: Vec<String> =
        summary.checks.iter().map(|(ply, by, checked)| format!("{by} to {checked} ({ply})")).collect();
    (!checks.is_empty()).then(|| ("Checks.", format!("{}.", checks.join("; "))))
}

/// The irregular turns of a game.
fn irregular(record: EnochianRecord<'_>) -> Option<(&'static str, String)> {
    let plies: Vec<String> =
        record.turns().iter().filter(|turn| turn.irregular.is_some()).map(|turn| turn.ply.to_string()).collect();
    (!plies.is_empty()).then(|| ("Irregular turns, recorded as played:", format!("{}.", list(&plies))))
}

fn kings_road(
    summary: &RecordTotals,
    question: &Question,
    correspondences: &Correspondences,
    has_signs: bool,
) -> (&'static str, String) {
    let throne = question.army().throne();
    let step = |(ply, square): &(u32, _)| {
        let mark = if *square == question.ptah { ", the Ptah" } else { "" };
        let force = correspondences.square(question.board, *square).force;
        if has_signs { format!("{square} {force}{mark} ({ply})") } else { format!("{square}{mark} ({ply})") }
    };
    let road = match summary.kings_road.as_slice() {
        [] => format!("never left {throne}."),
        [to] => format!("went from {throne} to {}.", step(to)),
        [via @ .., to] => {
            format!("went from {throne} via {} to {}.", list(&via.iter().map(step).collect::<Vec<_>>()), step(to))
        }
    };
    ("The querent's king", road)
}

/// The time indicated by the landings: the paces of the elements and the spans of the qualities (ZAL).
fn time(summary: &RecordTotals, correspondences: &Correspondences) -> Option<(&'static str, String)> {
    if summary.landings() == 0 {
        return None;
    }
    let of = |count: u32| format!("{count} of {}", summary.landings());
    let paces: Vec<String> = summary
        .elements()
        .iter()
        .map(|(element, count)| format!("{} {} ({})", element, correspondences.element(*element).pace, of(*count)))
        .collect();
    let spans: Vec<String> = summary
        .qualities()
        .iter()
        .map(|(quality, count)| format!("{quality} {} ({})", correspondences.quality(*quality).time, of(*count)))
        .collect();
    Some(("Time.", format!("By element: {}. By quality: {}.", paces.join("; "), spans.join("; "))))
}
