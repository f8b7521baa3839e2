//! Tables and lists for the screen: no boxes, one thin line under the headings.

use std::fmt::Write;

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

/// What stands between two columns.
const GAP: &str = "  ";

/// A table, each row in a style.
///
/// It is laid out here and not by a library, since a list of thousands of journals is to come at once.
pub(crate) fn table(header: &[&str], rows: &[(Style, Vec<String>)]) -> String {
    let mut widths: Vec<usize> = header.iter().map(|cell| width(cell)).collect();
    for (_, row) in rows {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = width(cell).max(*widest);
        }
    }
    let dim = Style::new().dimmed();
    let mut text = String::new();
    put(&mut text, dim, &widths, header.iter().copied());
    let across = widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1);
    let _ = writeln!(text, "  {dim}{}{dim:#}", "─".repeat(across));
    for (style, row) in rows {
        put(&mut text, *style, &widths, row.iter().map(String::as_str));
    }
    text
}

/// Writes a row.
fn put<'c>(text: &mut String, style: Style, widths: &[usize], cells: impl Iterator<Item = &'c str>) {
    let _ = write!(text, "  {style}");
    let begun = text.len();
    // Spaces are written before what follows them, so that none stand at the end.
    let mut spaces = 0;
    for (cell, widest) in cells.zip(widths) {
        if !cell.is_empty() {
            let _ = write!(text, "{:spaces$}{cell}", "");
            spaces = 0;
        }
        spaces += widest - width(cell) + GAP.len();
    }
    text.truncate(begun + text[begun..].trim_end().len());
    let _ = writeln!(text, "{style:#}");
}

/// How many columns of the screen a text takes.
fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// Lines of a label and what is to be said under it. Those without anything to say are left out.
pub(crate) fn facts(facts: &[(&str, String)]) -> Vec<String> {
    let width = facts.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    let dim = Style::new().dimmed();
    let said = facts.iter().filter(|(_, text)| !text.is_empty());
    said.map(|(label, text)| format!("{dim}{label:width$}{dim:#}  {text}")).collect()
}
