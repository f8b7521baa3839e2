//! Plain text for the screen: the Markdown without its marks.

use std::fmt::Write;
use std::mem;

use anstyle::Style;

use crate::correspondences::Correspondences;
use crate::input::safe;
use crate::record::Record;
use crate::render::{ScreenText, TerminalColours, TextPage};

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
        Ok(self.lay_out(record, correspondences, &[]).as_str().into())
    }
}

impl Text {
    /// Lays out the page of a record, with a person's own lines from its file and their numbers.
    #[must_use]
    pub fn lay_out(self, record: &Record, correspondences: &Correspondences, own: &[(usize, String)]) -> ScreenText {
        let page = Page::of(record, correspondences);
        let text = PageText {
            page: &page,
            links: &Links::new(),
            board: &|is_now| board(record, is_now, self.width, TerminalColours::NONE).map(|it| it.plain().into_owned()),
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
            let _ = writeln!(markdown, "- {label}: {}", line(&safe(&words.join(" "))));
        }
        self.shown(&markdown, &page, record)
    }

    /// The style of an army or a seat.
    fn style(self, name: &str, record: &Record) -> Style {
        let mut seats = record.game().seats().iter().enumerate();
        let seat = seats.find(|(_, seat)| seat.name == name);
        seat.map_or_else(Style::new, |(at, seat)| self.colours.of_seat(seat, at)).bold()
    }

    /// Markdown of the kind that this program writes, on the screen: boards have their colours, and turns those of their armies.
    fn shown(self, markdown: &str, page: &Page, record: &Record) -> ScreenText {
        let mut text = TextPage::new(self.width);
        let (mut in_fence, mut is_headed, mut is_broken, mut table) = (false, false, false, Vec::new());
        let mut boards = [false, true].into_iter().filter_map(|is_now| board(record, is_now, self.width, self.colours));
        let mut turns = page.turns.iter().peekable();
        let bold = Style::new().bold();
        for line in markdown.lines() {
            let (mark, words) = line.split_once(' ').unwrap_or((line, ""));
            if !line.starts_with('|') && !table.is_empty() {
                put_table(&mut text, &mem::take(&mut table));
            }
            match mark {
                "```text" => {
                    in_fence = true;
                    boards.next().into_iter().for_each(|board| text.raw(board));
                }
                "```" => in_fence = false,
                _ if in_fence => {}
                "" if is_headed => {}
                "" => text.gap(),
                "#" | "##" | "###" => text.heading(&marked(words, bold).plain()),
                "-" => text.fill("  • ", "    ", marked(words, bold)),
                ">" => {
                    let picture = words.strip_prefix("![](").and_then(|file| file.strip_suffix(')'));
                    let words = picture.map_or_else(|| marked(words, bold), |file| format!("Picture: {file}").into());
                    text.fill("  > ", "  > ", words);
                }
                _ if line.starts_with('|') => table.push(line),
                // The first line of a turn.
                _ if line.ends_with("  ") && !is_broken => {
                    text.gap();
                    let turn = turns.next_if(|turn| line.starts_with(&format!("**{} · ", turn.ply)));
                    let style = turn.map_or(bold, |turn| self.style(&turn.army, record));
                    text.fill("", "    ", marked(line.trim_end(), style));
                }
                _ if is_broken => text.fill("  ", "    ", marked(line.trim_end(), bold)),
                _ => text.paragraph(marked(line.trim_end(), bold)),
            }
            is_broken = line.ends_with("  ");
            is_headed = mark.starts_with('#') || is_headed && line.is_empty();
        }
        text.finish()
    }
}

/// A table of lines of Markdown: the header, a rule, and the rows.
fn put_table(text: &mut TextPage, lines: &[&str]) {
    let cell = |cell: &str| marked(cell.trim(), Style::new()).plain().into_owned();
    let cells = |line: &&str| line.trim_matches('|').split(" | ").map(cell).collect::<Vec<_>>();
    let mut rows: Vec<Vec<String>> = lines.iter().filter(|line| !line.starts_with("|-")).map(cells).collect();
    let header = rows.remove(0);
    text.table(&header.iter().map(String::as_str).collect::<Vec<_>>(), &rows);
}

/// Words with styles for the marks of Markdown, and without the backslashes before characters that are none.
fn marked(words: &str, strong: Style) -> ScreenText {
    let (mut text, mut part, mut is_strong, mut is_italic) = (ScreenText::default(), String::new(), false, false);
    let mut rest = words.chars().peekable();
    while let Some(character) = rest.next() {
        if character != '*' {
            part.extend(if character == '\\' { rest.next() } else { Some(character) });
            continue;
        }
        let style = if is_strong { strong } else { Style::new() };
        text.push_styled(if is_italic { style.italic() } else { style }, mem::take(&mut part));
        match rest.next_if_eq(&'*') {
            Some(_) => is_strong = !is_strong,
            None => is_italic = !is_italic,
        }
    }
    text + part
}
