//! Plain text for the screen: the Markdown without its marks.

use std::fmt::Write;
use std::mem;

use anstyle::Style;

use crate::correspondences::Correspondences;
use crate::record::Record;
use crate::render::{TerminalColours, TextPage};

use super::markdown::{Links, PageText, board, line};
use super::{ExportError, Exporter, Page};

/// The page as text, in lines of at most `width` columns. Headings and armies have terminal styles, which the caller may strip.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// The most columns of a line.
    pub width: usize,
    /// The colours of the armies.
    pub colours: TerminalColours,
}

impl Exporter for Text {
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        Ok(self.lay_out(record, correspondences, &[]).into_bytes())
    }
}

impl Text {
    /// Lays out the page of a record, with a person's own lines from its file and their numbers.
    #[must_use]
    pub fn lay_out(self, record: &Record, correspondences: &Correspondences, own: &[(usize, String)]) -> String {
        let page = Page::of(record, correspondences);
        let text = PageText {
            page: &page,
            links: &Links::new(),
            board: &|is_now| board(record, is_now, self.width, Some(self.colours)),
            turn: &|army, words| {
                let style = self.style(army, record);
                format!("{style}{words}{style:#}")
            },
        };
        let mut markdown = text.markdown();
        if !own.is_empty() {
            markdown.push_str("\n## Your own lines in the file\n\n");
        }
        // Lists, quotations, tables and the like stay line by line.
        let is_prose = |words: &str| words.starts_with(char::is_alphanumeric) && !words.contains(": ");
        let goes_on = |one: &(usize, String), next: &(usize, String)| {
            one.0 + 1 == next.0 && is_prose(&one.1) && is_prose(&next.1)
        };
        for paragraph in own.chunk_by(goes_on) {
            let (first, last) = (paragraph[0].0, paragraph[paragraph.len() - 1].0);
            let label = if first == last { format!("line {first}") } else { format!("lines {first}–{last}") };
            let words: Vec<&str> = paragraph.iter().map(|(_, words)| words.as_str()).collect();
            let _ = writeln!(markdown, "- {label}: {}", line(&words.join(" ")));
        }
        self.shown(&markdown)
    }

    /// The style of an army or a seat.
    fn style(self, name: &str, record: &Record) -> Style {
        let mut seats = record.game().seats().iter().enumerate();
        let seat = seats.find(|(_, seat)| seat.name == name);
        seat.map_or_else(Style::new, |(at, seat)| self.colours.of_seat(seat, at)).bold()
    }

    /// Markdown of the kind that this program writes, on the screen.
    fn shown(self, markdown: &str) -> String {
        let mut text = TextPage::new(self.width);
        let (mut in_fence, mut is_headed, mut is_broken, mut table) = (false, false, false, Vec::new());
        for line in markdown.lines() {
            let (mark, words) = line.split_once(' ').unwrap_or((line, ""));
            if !line.starts_with('|') && !table.is_empty() {
                put_table(&mut text, &mem::take(&mut table));
            }
            match mark {
                "```text" | "```" => in_fence = !in_fence,
                _ if in_fence => text.raw(line),
                "" if is_headed => {}
                "" => text.gap(),
                "#" | "##" | "###" => text.heading(&styled(words)),
                "-" => text.fill("  • ", "    ", &styled(words)),
                ">" => {
                    let picture = words.strip_prefix("![](").and_then(|file| file.strip_suffix(')'));
                    let words = picture.map_or_else(|| styled(words), |file| format!("Picture: {file}"));
                    text.fill("  > ", "  > ", &words);
                }
                _ if line.starts_with('|') => table.push(line),
                // The first line of a turn.
                _ if line.ends_with("  ") && !is_broken => {
                    text.gap();
                    text.fill("", "    ", &styled(line.trim_end()));
                }
                _ if is_broken => text.fill("  ", "    ", &styled(line.trim_end())),
                _ => text.paragraph(&styled(line.trim_end())),
            }
            is_broken = line.ends_with("  ");
            is_headed = mark.starts_with('#') || is_headed && line.is_empty();
        }
        text.finish()
    }
}

/// A table of lines of Markdown: the header, a rule, and the rows.
fn put_table(text: &mut TextPage, lines: &[&str]) {
    let cells = |line: &&str| line.trim_matches('|').split(" | ").map(|cell| styled(cell.trim())).collect::<Vec<_>>();
    let mut rows: Vec<Vec<String>> = lines.iter().filter(|line| !line.starts_with("|-")).map(cells).collect();
    let header = rows.remove(0);
    text.table(&header.iter().map(String::as_str).collect::<Vec<_>>(), &rows);
}

/// Words with terminal styles for the marks of Markdown, and without the backslashes before characters that are none.
fn styled(words: &str) -> String {
    let (bold, italic) = (Style::new().bold(), Style::new().italic());
    let (mut text, mut is_bold, mut is_italic) = (String::new(), false, false);
    let mut rest = words.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '\\' => text.extend(rest.next()),
            '*' if rest.next_if_eq(&'*').is_some() => {
                is_bold = !is_bold;
                text += &if is_bold { bold.render().to_string() } else { bold.render_reset().to_string() };
            }
            '*' => {
                is_italic = !is_italic;
                text += &if is_italic { italic.render().to_string() } else { italic.render_reset().to_string() };
            }
            _ => text.push(character),
        }
    }
    text
}
