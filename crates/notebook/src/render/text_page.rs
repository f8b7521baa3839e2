//! A page of text for the screen, in lines of a maximum width.

use anstyle::Style;
use textwrap::{Options, WordSplitter, core::display_width};

use super::table;

/// A page being written.
#[derive(Debug)]
pub struct TextPage {
    text: String,
    width: usize,
}

impl TextPage {
    /// An empty page of so many columns.
    pub fn new(width: usize) -> TextPage {
        TextPage { text: String::new(), width }
    }

    /// A heading, with an empty line before it unless it is the first.
    pub fn heading(&mut self, heading: &str) {
        if !self.text.is_empty() {
            self.gap();
        }
        let bold = Style::new().bold();
        self.fill("", "", &format!("{bold}{heading}{bold:#}"));
    }

    /// An indented paragraph.
    pub fn paragraph(&mut self, words: &str) {
        self.fill("  ", "  ", words);
    }

    /// A text beside a label of a fixed width.
    pub fn fact(&mut self, label: &str, width: usize, words: &str) {
        let dim = Style::new().dimmed();
        let rest = format!("  {:width$}  ", "");
        self.fill(&format!("  {dim}{label:width$}{dim:#}  "), &rest, words);
    }

    /// A labelled line with a hanging indent.
    pub fn item(&mut self, label: &str, words: &str) {
        self.fill("  ", "      ", &format!("{label}  {words}"));
    }

    /// A paragraph that belongs to the line before, indented further.
    pub fn beside(&mut self, words: &str) {
        self.fill("      ", "      ", words);
    }

    /// A table with numbers aligned right; if it is too wide for the page, a line for each row.
    pub fn table(&mut self, header: &[&str], rows: &[Vec<String>]) {
        let aligned = rows.iter().map(|row| {
            let cells = row.iter().zip(header).map(|(cell, heading)| {
                match cell.starts_with(['<', '+', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']) {
                    true => format!("{cell:>width$}", width = heading.len()),
                    false => cell.clone(),
                }
            });
            (Style::new(), cells.collect())
        });
        self.styled_table(header, &aligned.collect::<Vec<_>>());
    }

    /// A table with styled rows; if it is too wide for the page, a line for each row.
    pub fn styled_table(&mut self, header: &[&str], rows: &[(Style, Vec<String>)]) {
        let drawn = table(header, rows);
        if drawn.lines().all(|line| self.fits(display_width(line))) {
            self.text.push_str(&drawn);
            return;
        }
        if !header[0].is_empty() {
            self.paragraph(&format!("By {}:", header[0]));
        }
        for (style, row) in rows {
            let cells = header.iter().zip(row).skip(1).filter(|(_, cell)| !cell.is_empty());
            let cells: Vec<String> =
                cells.map(|(heading, cell)| format!("{heading} {}", cell.trim()).trim().to_owned()).collect();
            self.item(&format!("{style}{}{style:#}", row[0]), &cells.join(", "));
        }
    }

    /// Two texts side by side, after a label; on a narrow page on one line.
    pub(crate) fn beside_each_other(&mut self, label: &str, one: &str, two: &str) {
        const LABEL: usize = 14;
        let column = self.width.saturating_sub(LABEL + 6) / 2;
        if column < 20 {
            let label = if label.is_empty() { "which" } else { label };
            self.item(label, &format!("{one} | {two}"));
            return;
        }
        let wrap =
            |text: &str| -> Vec<String> { textwrap::wrap(text, column).iter().map(|line| line.to_string()).collect() };
        let (one, two) = (wrap(one), wrap(two));
        for line in 0..one.len().max(two.len()) {
            let cell = |lines: &[String]| lines.get(line).cloned().unwrap_or_default();
            let label = if line == 0 { label } else { "" };
            let gap = column - display_width(&cell(&one));
            self.raw(&format!("  {label:LABEL$}  {}{:gap$}  {}", cell(&one), "", cell(&two)));
        }
    }

    /// An empty line, unless there is one.
    pub fn gap(&mut self) {
        if !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// A line without wrapping.
    pub fn raw(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// Whether a line of that many columns fits.
    pub fn fits(&self, columns: usize) -> bool {
        columns <= self.width
    }

    /// A text whose first line begins with one mark, and the others with another.
    pub fn fill(&mut self, first: &str, rest: &str, words: &str) {
        // Words are not broken, so that they can be searched for.
        let options = Options::new(self.width)
            .initial_indent(first)
            .subsequent_indent(rest)
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation);
        self.text.push_str(&textwrap::fill(words, options));
        self.text.push('\n');
    }

    /// The text, which ends with a line break.
    pub fn finish(self) -> String {
        self.text
    }
}
