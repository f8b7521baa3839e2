//! A page of text for the screen, in lines of a maximum width.

use anstyle::Style;
use textwrap::{Options, WordSplitter, core::display_width};

use crate::input::safe;

use super::{ScreenText, table_within};

/// A page being written.
#[derive(Debug)]
pub struct TextPage {
    text: ScreenText,
    width: usize,
}

impl TextPage {
    /// An empty page of so many columns.
    pub fn new(width: usize) -> TextPage {
        TextPage { text: ScreenText::default(), width }
    }

    /// A heading, with an empty line before it unless it is the first.
    pub fn heading(&mut self, heading: &str) {
        if !self.text.is_empty() {
            self.gap();
        }
        self.fill("", "", ScreenText::styled(Style::new().bold(), heading));
    }

    /// An indented paragraph.
    pub fn paragraph(&mut self, words: impl Into<ScreenText>) {
        self.fill("  ", "  ", words);
    }

    /// A text beside a label of a fixed width.
    pub fn fact(&mut self, label: &str, width: usize, words: &str) {
        let rest = format!("  {:width$}  ", "");
        let label = ScreenText::styled(Style::new().dimmed(), format!("{label:width$}"));
        self.fill(ScreenText::from("  ") + label + "  ", &rest, words);
    }

    /// A labelled line with a hanging indent.
    pub fn item(&mut self, label: impl Into<ScreenText>, words: &str) {
        self.fill("  ", "      ", label.into() + "  " + words);
    }

    /// A paragraph that belongs to the line before, indented further.
    pub fn beside(&mut self, words: impl Into<ScreenText>) {
        self.fill("      ", "      ", words);
    }

    /// A table with numbers aligned right.
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

    /// A table with styled rows, fitted to the page.
    pub fn styled_table(&mut self, header: &[&str], rows: &[(Style, Vec<String>)]) {
        self.text += table_within(self.width, header, rows);
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
        let wrap = |text: &str| -> Vec<String> {
            textwrap::wrap(&safe(text), column).iter().map(|line| line.to_string()).collect()
        };
        let (one, two) = (wrap(one), wrap(two));
        for line in 0..one.len().max(two.len()) {
            let cell = |lines: &[String]| lines.get(line).cloned().unwrap_or_default();
            let label = if line == 0 { label } else { "" };
            let gap = column - display_width(&cell(&one));
            self.raw(format!("  {label:LABEL$}  {}{:gap$}  {}", cell(&one), "", cell(&two)));
        }
    }

    /// An empty line, unless there is one.
    pub fn gap(&mut self) {
        if !self.text.as_str().ends_with("\n\n") {
            self.text += "\n";
        }
    }

    /// Lines without wrapping.
    pub fn raw(&mut self, lines: impl Into<ScreenText>) {
        self.text += lines.into().trimmed() + "\n";
    }

    /// Whether a line of that many columns fits.
    pub fn fits(&self, columns: usize) -> bool {
        columns <= self.width
    }

    /// A text whose first line begins with one mark, and the others with another.
    pub fn fill(&mut self, first: impl Into<ScreenText>, rest: &str, words: impl Into<ScreenText>) {
        let first = first.into();
        // Words are not broken, so that they can be searched for.
        let options = Options::new(self.width)
            .initial_indent(first.as_str())
            .subsequent_indent(rest)
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation);
        self.text += words.into().laid_out(|words| textwrap::fill(words, options)) + "\n";
    }

    /// The text, which ends with a line break.
    pub fn finish(self) -> ScreenText {
        self.text
    }
}
