//! Tables and lists for the screen, without boxes, with one thin line under the headings.

use std::borrow::Cow;

use anstyle::Style;
use textwrap::{Options, WordSplitter};
use unicode_width::UnicodeWidthStr;

use crate::input::safe;

use super::ScreenText;

/// The gap between columns.
const GAP: &str = "  ";

/// A table with styled rows.
///
/// Not laid out by a library, which is too slow for thousands of journals.
pub fn table(header: &[&str], rows: &[(Style, Vec<String>)]) -> ScreenText {
    let rows = &*visible(rows);
    let widths = table_columns(header, rows);
    let dim = Style::new().dimmed();
    let mut text = ScreenText::default();
    put(&mut text, dim, &widths, header.iter().copied());
    text += GAP;
    text.push_styled(dim, "─".repeat(table_width(&widths) - GAP.len()));
    text += "\n";
    for (style, row) in rows {
        put(&mut text, *style, &widths, row.iter().map(String::as_str));
    }
    text
}

/// The same, fitted to a width by wrapping the cells of the last column, and then those of the widest; or if that is not enough, in
/// lines of text, one for each row.
pub fn table_within(columns: usize, header: &[&str], rows: &[(Style, Vec<String>)]) -> ScreenText {
    let rows = &*visible(rows);
    let longest_word = |cell: &str| cell.split_whitespace().map(width).max().unwrap_or(0);
    let least = widths(header, rows, longest_word);
    let mut widths = table_columns(header, rows);
    while table_width(&widths) > columns {
        let breakable = (0..widths.len()).filter(|&column| widths[column] > least[column]);
        let first = breakable.max_by_key(|&column| (column + 1 == widths.len(), widths[column]));
        let Some(column) = first else { break };
        widths[column] -= 1;
    }
    if table_width(&widths) > columns {
        return rows.iter().map(|(style, row)| as_text(columns, header, *style, row)).collect();
    }
    let broken = rows.iter().flat_map(|(style, row)| {
        let cells: Vec<_> = row.iter().zip(&widths).map(|(cell, width)| broken(cell, *width)).collect();
        let lines = cells.iter().map(Vec::len).max().unwrap_or(0);
        (0..lines)
            .map(move |line| (*style, cells.iter().map(|cell| cell.get(line).cloned().unwrap_or_default()).collect()))
    });
    table(header, &broken.collect::<Vec<_>>())
}

/// The rows as they can be shown, so that the widths of cells are those on the screen.
fn visible(rows: &[(Style, Vec<String>)]) -> Cow<'_, [(Style, Vec<String>)]> {
    match rows.iter().flat_map(|(_, row)| row).all(|cell| matches!(safe(cell), Cow::Borrowed(_))) {
        true => Cow::Borrowed(rows),
        false => {
            rows.iter().map(|(style, row)| (*style, row.iter().map(|cell| safe(cell).into_owned()).collect())).collect()
        }
    }
}

/// A row in lines of text: its first cell, and the others with their headings.
fn as_text(columns: usize, header: &[&str], style: Style, row: &[String]) -> ScreenText {
    let told = header.iter().zip(row).skip(1).filter(|(_, cell)| !cell.is_empty());
    let told: Vec<String> = told.map(|(heading, cell)| format!("{heading} {cell}").trim().to_owned()).collect();
    let first = row.first().map_or("", String::as_str);
    let text = ScreenText::styled(style, first) + GAP + told.join(", ");
    let options = Options::new(columns)
        .initial_indent(GAP)
        .subsequent_indent("      ")
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    text.laid_out(|text| textwrap::fill(text.trim(), options)) + "\n"
}

/// The lines of a wrapped cell.
fn broken(cell: &str, width: usize) -> Vec<String> {
    let options = Options::new(width).break_words(false).word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(cell, options).into_iter().map(|line| line.into_owned()).collect()
}

/// The widths of the columns, given the widths of cells; headings are not wrapped.
fn widths(header: &[&str], rows: &[(Style, Vec<String>)], of_cell: impl Fn(&str) -> usize) -> Vec<usize> {
    let mut widths: Vec<usize> = header.iter().map(|cell| width(cell)).collect();
    for (_, row) in rows {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = of_cell(cell).max(*widest);
        }
    }
    widths
}

/// The widths of the columns of a table.
pub fn table_columns(header: &[&str], rows: &[(Style, Vec<String>)]) -> Vec<usize> {
    widths(header, rows, width)
}

/// The width of a table with these columns.
pub fn table_width(columns: &[usize]) -> usize {
    columns.iter().map(|column| GAP.len() + column).sum()
}

/// Writes a row.
fn put<'c>(text: &mut ScreenText, style: Style, widths: &[usize], cells: impl Iterator<Item = &'c str>) {
    let mut line = String::new();
    // Spaces are written before the next cell, so that there are no trailing ones.
    let mut spaces = 0;
    for (cell, widest) in cells.zip(widths) {
        if !cell.is_empty() {
            line.extend(std::iter::repeat_n(' ', spaces));
            line.push_str(cell);
            spaces = 0;
        }
        spaces += widest - width(cell) + GAP.len();
    }
    *text += GAP;
    text.push_styled(style, line.trim_end());
    *text += "\n";
}

/// The display width of a text.
fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// Lines of labels and texts; those without text are left out.
pub fn facts(facts: &[(&str, String)]) -> Vec<ScreenText> {
    let width = facts.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    let dim = Style::new().dimmed();
    let said = facts.iter().filter(|(_, text)| !text.is_empty());
    said.map(|(label, text)| ScreenText::styled(dim, format!("{label:width$}")) + GAP + text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_fitted_between_words_or_written_in_lines() {
        let row = |cells: [&str; 3]| (Style::new(), cells.map(str::to_owned).to_vec());
        let rows = [row(["a", "one two three four", "five six"]), row(["b", "", "indivisible"])];
        let header = ["", "Numbers", "More"];
        let wide = table(&header, &rows);
        for columns in [100, 36, 30, 26, 25, 24, 20] {
            let text = table_within(columns, &header, &rows);
            let text = text.plain();
            let widest = text.lines().map(width).max().unwrap_or(0);
            assert!(widest <= columns, "{columns}:\n{text}");
            for word in ["one", "two", "three", "four", "five", "six", "indivisible", "Numbers"] {
                assert!(
                    text.split_whitespace().any(|it| it.trim_end_matches(',') == word),
                    "{word} in {columns} columns:\n{text}"
                );
            }
        }
        assert_eq!(table_within(100, &header, &rows), wide);
    }
}
