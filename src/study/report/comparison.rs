//! Two readings beside each other, in words.

use crate::input::safe;
use crate::render::TextPage;

use super::super::RecordComparison;
use super::super::landings::SquareProperty;
use super::forces::{marked, probability};

/// Tells what two records have in common and what not, in lines of a width; with the p-values where `statistics` are
/// wanted.
#[must_use]
pub fn write_comparison(comparison: &RecordComparison, width: usize) -> String {
    let mut page = TextPage::new(width);
    let [one, two] = &comparison.sides;
    page.heading("Beside each other");
    page.beside_each_other("", &safe(&one.title), &safe(&two.title));
    page.beside_each_other("begun", &one.begun, &two.begun);
    for ((name, one), (_, two)) in one.facts.iter().zip(&two.facts) {
        if !one.is_empty() || !two.is_empty() {
            page.beside_each_other(name, &safe(one), &safe(two));
        }
    }
    page.heading("Forces");
    if comparison.differences.is_empty() {
        page.paragraph("Only readings have forces to be compared, and these are not two readings.");
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
    page.paragraph("Landings, their share of all landings, and by how many parts in a hundred the second share is greater. A * marks a difference that chance alone would bring less than once in twenty, the lines of its table taken together (Fisher's exact test).");
    page.paragraph("p is how often chance would bring as large a difference to that line alone.");
    page.finish()
}

/// Points of a hundred, with their sign.
fn points(difference: f64) -> String {
    let rounded = difference.round() as i64;
    if rounded == 0 { "0".to_owned() } else { format!("{rounded:+}") }
}
