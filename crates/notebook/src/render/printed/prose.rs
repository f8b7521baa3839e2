//! A page of text in two columns, as large as fits.

use super::PrintedSet;
use super::pdf::{INK, PdfBook, PdfSheet, wide};

const EDGE: f64 = 14.0;
const GUTTER: f64 = 8.0;
/// Where the columns begin.
const TOP: f64 = EDGE + 14.0;
/// The sizes of the letters, the largest first.
const SIZES: [f64; 8] = [4.2, 4.0, 3.8, 3.6, 3.4, 3.2, 3.0, 2.8];

/// A line of a column.
struct ProseLine {
    text: String,
    is_bold: bool,
    /// The room above it, in lines.
    above: f64,
}

/// The lines of each column, with their distance from its top.
type ProseColumns = Vec<Vec<(f64, ProseLine)>>;

impl PrintedSet<'_> {
    /// A page from a text: its title after `# `, headings after `## `, and paragraphs.
    pub(super) fn prose(&self, text: &str, book: &mut PdfBook) {
        let (width, height) = self.paper.size();
        let (title, text) = text.split_once('\n').unwrap_or((text, ""));
        let (size, columns) = fitted(text, (width, height));
        let mut sheet = PdfSheet::new((width, height), "");
        sheet.text((EDGE, EDGE + 6.0), 7.0, true, INK, title.trim_start_matches("# "));
        for (number, lines) in columns.iter().enumerate() {
            for (y, line) in lines {
                let x = EDGE + number as f64 * (column(width) + GUTTER);
                sheet.text((x, TOP + y), size, line.is_bold, INK, &line.text);
            }
        }
        book.add(sheet);
    }
}

/// The width of a column on a sheet.
fn column(width: f64) -> f64 {
    (width - 2.0 * EDGE - GUTTER) / 2.0
}

/// The largest letters with which a text fits a sheet, and its columns.
fn fitted(text: &str, (width, height): (f64, f64)) -> (f64, ProseColumns) {
    let laid = SIZES.map(|size| (size, columns(lines(text, size, column(width)), size, height - EDGE - 4.0 - TOP)));
    let smallest = SIZES.len() - 1;
    let place = laid.iter().position(|(_, columns)| columns.len() <= 2).unwrap_or(smallest);
    laid.into_iter().nth(place).unwrap_or_default()
}

fn lines(text: &str, size: f64, column: f64) -> Vec<ProseLine> {
    let mut found = Vec::new();
    for paragraph in text.lines() {
        let heading = paragraph.strip_prefix("## ");
        let mut above = if heading.is_some() { 0.9 } else { 0.25 };
        // Bold letters are wider.
        let room = if heading.is_some() { column * 0.92 } else { column };
        let mut put = |line: &str| {
            found.push(ProseLine {
                text: line.to_owned(),
                is_bold: heading.is_some(),
                above: std::mem::take(&mut above),
            });
        };
        let mut line = String::new();
        for word in heading.unwrap_or(paragraph).split(' ') {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if wide(&longer, size) > room {
                put(&line);
                line = word.to_owned();
            } else {
                line = longer;
            }
        }
        put(&line);
    }
    found
}

/// The lines column by column, each with its distance from the top; a heading stays with what follows it.
fn columns(lines: Vec<ProseLine>, size: f64, height: f64) -> ProseColumns {
    let leading = size * 1.22;
    let mut columns: ProseColumns = vec![Vec::new()];
    let mut y = 0.0;
    for line in lines {
        let wanted = y + leading * (1.0 + line.above);
        let last = if line.is_bold { height - 2.0 * leading } else { height };
        if wanted > last {
            columns.push(Vec::new());
            y = leading;
        } else {
            y = wanted;
        }
        if let Some(column) = columns.last_mut() {
            column.push((y, line));
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::super::Paper;
    use super::*;

    #[test]
    fn the_texts_fit_a_sheet_in_letters_that_can_be_read() {
        for text in [include_str!("rules.txt"), include_str!("procedure.txt")] {
            for paper in [Paper::A4, Paper::A3, Paper::Letter] {
                let (size, columns) = fitted(text, paper.size());
                assert!(columns.len() <= 2 && size >= 3.0, "{paper:?}: {} columns of {size} mm", columns.len());
            }
        }
        assert!(fitted(&include_str!("rules.txt").repeat(4), Paper::A4.size()).1.len() > 2, "too much is noticed");
    }
}
