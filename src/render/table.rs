//! Tables and lists for the screen: no boxes, one thin line under the headings.

use std::fmt::Write;

use anstyle::Style;
use comfy_table::{LineStyle, Table, TableStyle};

/// No frame: a line under the headings parts them from the rows.
const QUIET: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// A table, each row in a style.
pub(crate) fn table(header: &[&str], rows: &[(Style, Vec<String>)]) -> String {
    let mut table = Table::new();
    table.load_style(QUIET).set_header(header.to_vec());
    for (_, row) in rows {
        table.add_row(row.clone());
    }
    let last = header.len().saturating_sub(1);
    for (i, column) in table.column_iter_mut().enumerate() {
        // With the space that stands for the line between columns, two.
        column.set_padding((0, u16::from(i < last)));
    }
    // The styles come last: a table would count their codes as letters.
    let dim = Style::new().dimmed();
    let styles = [dim, dim].into_iter().chain(rows.iter().map(|(style, _)| *style));
    let mut text = String::new();
    for (line, style) in table.lines().zip(styles) {
        let _ = writeln!(text, "  {style}{}{style:#}", line.trim_end());
    }
    text
}

/// Lines of a label and what is to be said under it. Those without anything to say are left out.
pub(crate) fn facts(facts: &[(&str, String)]) -> Vec<String> {
    let width = facts.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    let dim = Style::new().dimmed();
    let said = facts.iter().filter(|(_, text)| !text.is_empty());
    said.map(|(label, text)| format!("{dim}{label:width$}{dim:#}  {text}")).collect()
}
