//! Markdown, annotated, for publishing.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::games::PlayedAct;
use crate::input::is_word_part;
use crate::journal::{escaped, note_links};
use crate::record::{EnochianRecord, Record};
use crate::render::{DiagramText, ScreenText, TerminalColours, landing_lines, shown_start, shown_state};

use super::page::{BetweenTurns, PageNote, PageTurn};
use super::{ExportError, Exporter, Page};

/// Where links lead, by their names.
pub(super) type Links = BTreeMap<String, String>;

/// The page in Markdown: as `enochian journal show` has it too.
///
/// Title, date, answer, board and tags stand before it, as programs for notes read them. It is not a journal and cannot be read as
/// one.
#[derive(Clone, Debug, Default)]
pub struct Markdown {
    /// The journals to which the links in notes lead, by the names in the links, as in [`Html`](super::Html); a program for notes
    /// follows the link to a file of that name.
    pub links: BTreeMap<String, String>,
}

impl Exporter for Markdown {
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        let page = Page::of(record, correspondences);
        let mut own = vec![
            ("title", page.title.clone()),
            (if page.mode == Mode::Reading { "answer" } else { "result" }, page.answer.clone()),
        ];
        match record.enochian().map(EnochianRecord::subject) {
            Some(subject) => {
                own.extend(subject.question().map(|question| ("querent", question.querent.clone())));
                own.push(("board", subject.board().to_string()));
            }
            None => own.push(("game", page.kind.clone())),
        }
        let drawn = |is_now| {
            board(record, is_now, DiagramText::WIDTH, TerminalColours::NONE).map(|board| board.plain().into_owned())
        };
        let text = PageText { page: &page, links: &self.links, board: &drawn };
        Ok((front_matter(record, &own) + &text.markdown()).into_bytes())
    }
}

/// The board at the start or now, with its key; `None` for a game without one.
pub(super) fn board(record: &Record, is_now: bool, width: usize, colours: TerminalColours) -> Option<ScreenText> {
    let state = if is_now { shown_state(record) } else { shown_start(record) };
    let last = record.play().steps().last().filter(|_| is_now).map_or_else(Vec::new, PlayedAct::cells);
    let (drawn, keys) = DiagramText::of_record(record, &*state, &last, 0, (width, colours))?;
    Some(drawn + "\n" + key(&keys, width))
}

fn key(key: &str, width: usize) -> String {
    textwrap::indent(&textwrap::fill(key, width.saturating_sub(2)), "  ")
}

/// A page as Markdown, and what a file and a screen have differently.
pub(super) struct PageText<'p> {
    pub(super) page: &'p Page,
    pub(super) links: &'p Links,
    /// The board with its key: at the start, or with `true` now.
    pub(super) board: &'p dyn Fn(bool) -> Option<String>,
}

/// What programs for notes know of a file: keys with texts, the date, and the tags.
fn front_matter(record: &Record, texts: &[(&str, String)]) -> String {
    let mut text = "---\n".to_owned();
    for (key, value) in texts {
        let _ = writeln!(text, "{key}: {}", quoted_text(value));
    }
    let tags: Vec<String> = record.tags().into_iter().map(|tag| quoted_text(tag.as_str())).collect();
    let _ = write!(text, "date: {}\ntags: [{}]\n---\n\n", record.heading().begun.date_naive(), tags.join(", "));
    text
}

/// A text between quotation marks in YAML. What could mean something there, or in Markdown, is written as its number.
fn quoted_text(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for character in text.chars() {
        if is_word_part(character) || " ,.;:?()'-–’".contains(character) {
            quoted.push(character);
        } else {
            let _ = write!(quoted, "\\U{:08x}", character as u32);
        }
    }
    quoted + "\""
}

impl PageText<'_> {
    pub(super) fn markdown(&self) -> String {
        let (page, links) = (self.page, self.links);
        let mut text = format!("# {}\n\n*{}*\n", line(&page.title), line(&page.byline));
        let _ = write!(text, "\n## {}\n\n**{}**\n\n", page.headings.answer, line(&page.answer));
        for reason in &page.reasons {
            let _ = writeln!(text, "- {}", line(reason));
        }
        if !page.summary.is_empty() {
            let _ = writeln!(text, "\n## {}", page.headings.summary);
        }
        for paragraph in &page.summary {
            let _ = write!(text, "\n{}\n", line(paragraph));
        }
        let _ = write!(text, "\n## {}\n\n", page.headings.terms);
        if !page.about.is_empty() {
            let _ = write!(text, "{}\n\n", line(&page.about));
        }
        for (label, what) in &page.terms {
            let _ = writeln!(text, "- {label}: {}", line(what));
        }
        self.board(&mut text, false);
        let _ = write!(text, "\n## {}\n", page.headings.turns);
        for turn in &page.turns {
            self.turn(&mut text, turn);
        }
        if page.turns.is_empty() {
            text.push_str("\nNo turn has been played.\n");
        }
        if let Some(after) = &page.after_turns {
            let _ = write!(text, "\n{}", interlude(after, links).trim_end_matches('\n').to_owned() + "\n");
        }
        if !page.concluded.is_empty() {
            let _ = write!(text, "\n{}\n", page.concluded);
        }
        afterwards(&mut text, page, links);
        if !page.turns.is_empty() {
            self.board(&mut text, true);
        }
        if let Some(totals) = &page.totals {
            let _ = write!(text, "\n## {}\n\n{}\n\n", page.headings.totals, totals.counts);
            for table in &totals.tables {
                let _ = write!(text, "{}\n\n", table.markdown());
            }
            for (label, fact) in &totals.facts {
                let label = if label.is_empty() { String::new() } else { format!("**{label}** ") };
                let _ = writeln!(text, "- {label}{}", line(fact));
            }
        }
        text
    }

    fn board(&self, text: &mut String, is_now: bool) {
        let heading = if is_now { "## The board\n\nAfter the last turn:" } else { "Before the first turn:" };
        if let Some(board) = (self.board)(is_now) {
            let _ = write!(text, "\n{heading}\n\n```text\n{}\n```\n", board.trim_end());
        }
    }

    /// A turn: who threw what and moved, what happened, in a reading what the square means, and the notes.
    fn turn(&self, text: &mut String, turn: &PageTurn) {
        let between = turn.interlude.as_ref().map_or(String::new(), |between| interlude(between, self.links));
        let throw = turn.throw.map_or(String::new(), |throw| format!(" throws {throw}"));
        let heading = format!("{} · {}{throw}", turn.ply, line(&turn.army));
        let mut lines = vec![format!("**{heading}**")];
        lines.extend(turn.before.iter().map(|action| line(action)));
        if !turn.played.is_empty() {
            let irregular = if turn.is_irregular { " (irregular)" } else { "" };
            let _ = write!(lines[0], " · {}{irregular}", line(&turn.played));
        }
        let landing = turn.gloss.iter().flat_map(landing_lines);
        lines.extend([turn.sentences.clone()].into_iter().chain(landing).map(|words| line(&words)));
        // Two spaces at the end of a line keep the next from joining it.
        let _ = write!(text, "\n{between}{}\n\n{}", lines.join("  \n"), quoted(&turn.notes, self.links));
        text.truncate(text.trim_end_matches('\n').len() + 1);
    }
}

fn interlude(interlude: &BetweenTurns, links: &Links) -> String {
    let turns = interlude.taken_back.join("; ");
    let taken_back = (!turns.is_empty()).then(|| format!("Taken back here. {turns}."));
    let sentence = |sentence: &String| format!("*{}*\n\n", line(sentence));
    interlude.resumed.iter().chain(&taken_back).map(sentence).collect::<String>() + &quoted(&interlude.notes, links)
}

fn afterwards(text: &mut String, page: &Page, links: &Links) {
    if page.afterwards.is_empty() && page.tags.is_empty() {
        return;
    }
    let _ = write!(text, "\n## {}\n\n", page.headings.afterwards);
    text.push_str(&quoted(&page.afterwards, links));
    if !page.tags.is_empty() {
        let _ = writeln!(text, "Tags: {}", line(&page.tags));
    }
}

/// A person's text on one line, escaped for Markdown.
pub(super) fn line(text: &str) -> String {
    let escaped = escaped(&text.replace('\n', " "));
    // At the beginning of a line these would start a list.
    if escaped.starts_with(['-', '+', '=']) {
        return format!("\\{escaped}");
    }
    let digits = escaped.bytes().take_while(u8::is_ascii_digit).count();
    match escaped.get(digits..) {
        Some(rest) if digits > 0 && rest.starts_with(['.', ')']) => format!("{}\\{rest}", &escaped[..digits]),
        _ => escaped,
    }
}

/// A person's line, in which the links to other journals are as programs for notes have them.
fn linked_line(text: &str, links: &Links) -> String {
    let is_plain = |text: &str| text.chars().all(|c| is_word_part(c) || " -_.#".contains(c));
    let (mut written, mut end) = (String::new(), 0);
    for link in note_links(text) {
        let words = &text[link.range.start + 2..link.range.end - 2];
        if let Some(to) = links.get(&link.name).filter(|to| !to.is_empty() && is_plain(to) && is_plain(words)) {
            let _ = write!(written, "{}[[{to}|{words}]]", part(&text[end..link.range.start]));
            end = link.range.end;
        }
    }
    written + &part(&text[end..])
}

/// A part of a person's line; the spaces at its ends are none at those of the line.
fn part(text: &str) -> String {
    let words = text.trim_matches(' ');
    text.replacen(words, &line(words), 1)
}

/// Notes as quotations.
fn quoted(notes: &[PageNote], links: &Links) -> String {
    let quote = |note: &PageNote| {
        let label = if note.label.is_empty() { String::new() } else { format!("*{}:* ", line(&note.label)) };
        let words: Vec<String> = note.words.lines().map(|words| linked_line(words, links)).collect();
        let words = format!("> {label}{}\n", words.join("  \n> "));
        // From the folder of the journal. What the program did not name is a text.
        let picture = note.picture.iter().map(|name| match name.chars().all(|c| is_word_part(c) || "-.".contains(c)) {
            true => format!("> ![](pictures/{name})\n"),
            false => format!("> {}\n", line(name)),
        });
        words + &picture.collect::<String>() + "\n"
    };
    notes.iter().map(quote).collect()
}
