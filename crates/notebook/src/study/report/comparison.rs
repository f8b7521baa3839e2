//! The report of a comparison.

use crate::input::safe;
use crate::render::TextPage;

use super::super::RecordComparison;
use super::super::landings::SquareProperty;
use super::forces::{marked, probability};

/// Writes the comparison of two records, in lines of at most `width` columns.
#[must_use]
pub fn write_comparison(comparison: &RecordComparison, width: usize) -> String {
    let mut page = TextPage::new(width);
    let [one, two] = &comparison.sides;
    page.heading("Side by side");
    page.beside_each_other("", &safe(&one.title), &safe(&two.title));
    page.beside_each_other("begun", &one.begun, &two.begun);
    for ((name, one), (_, two)) in one.facts.iter().zip(&two.facts) {
        if !one.is_empty() || !two.is_empty() {
            page.beside_each_other(name, &safe(one), &safe(two));
        }
    }
    page.heading("Forces");
    if comparison.differences.is_empty() {
        page.paragraph("Forces are compared only between two readings.");
        return page.finish();
    }
    for by in SquareProperty::ALL {
        let rows = comparison.differences.iter().filter(|difference| difference.by == by);
        let rows: Vec<Vec<String>> = rows
            .filter(|difference| difference.landings != [0, 0])
            .map(|difference| {
                let [one, two] = difference.shares.map(|share| share * 100.0);
                let mut cells = vec![
                    difference.of.to_string(),
                    difference.landings[0].to_string(),
                    difference.landings[1].to_string(),
                    format!("{one:.0}"),
                    format!("{two:.0}"),
                    points(two - one),
                ];
                cells.push(probability(difference.p));
                marked(cells, difference.stands_out())
            })
            .collect();
        let by = by.to_string();
        let mut header = vec![by.as_str(), "first", "second", "first %", "second %", "points"];
        header.push("p");
        page.table(&header, &rows);
        page.gap();
    }
    page.paragraph("Landings, their share of all landings, and the second share minus the first in percentage points.");
    page.paragraph("p is the p-value of each line (Fisher's exact test, two-sided); a * marks p < 0.05 after Holm's correction within the table.");
    page.finish()
}

/// Percentage points, with their sign.
fn points(difference: f64) -> String {
    let rounded = difference.round() as i64;
    if rounded == 0 { "0".to_owned() } else { format!("{rounded:+}") }
}
