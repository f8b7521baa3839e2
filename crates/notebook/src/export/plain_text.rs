//! Plain text for the screen.

use anstyle::Style;

use crate::chess::{Army, Position};
use crate::correspondences::{Correspondences, Gloss};
use crate::record::{EnochianRecord, Record, RecordLens};
use crate::render::{BoardPicture, DiagramText, TerminalColours, TextPage, Totals, landing_within};

use super::page::{ArmyRoads, BetweenTurns, PageNote, PageTurn};
use super::{ExportError, Exporter, Page, final_board};

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
        let page = &Page::of_any(record, correspondences);
        let mut text = TextPage::new(self.width);
        opening(&mut text, page);
        match record.lens() {
            RecordLens::Enochian(record) => {
                text.gap();
                text.paragraph("Before the first turn:");
                board(&mut text, record, &record.subject().start(), self.colours);
            }
            RecordLens::Other(record) => {
                let width = self.width;
                let drawn =
                    final_board(record, |board| DiagramText { width, ..board }.coloured(self.colours) + &board.key());
                if !drawn.is_empty() {
                    text.heading("The board");
                }
                drawn.lines().for_each(|line| text.raw(line));
            }
        }
        text.heading(page.headings.turns);
        if page.turns.is_empty() {
            text.paragraph("No turn has been played.");
        }
        for turn in &page.turns {
            page_turn(&mut text, turn, self);
        }
        if let Some(after) = &page.after_turns {
            text.gap();
            interlude(&mut text, after);
        }
        if !page.concluded.is_empty() {
            text.gap();
            text.paragraph(&page.concluded);
        }
        afterwards(&mut text, page);
        if let (Some(found), Some(record)) = (&page.totals, record.enochian()) {
            text.heading(page.headings.totals);
            totals(&mut text, found, record, self.colours);
        }
        if !page.roads.is_empty() {
            text.heading(page.headings.roads);
        }
        for army in &page.roads {
            roads(&mut text, army, self.colours);
        }
        own_lines(&mut text, own);
        text.finish()
    }
}

/// Writes the answer, then the question.
fn opening(text: &mut TextPage, page: &Page) {
    text.heading(&page.title);
    text.paragraph(&page.byline);
    text.heading(page.headings.answer);
    let bold = Style::new().bold();
    text.paragraph(&format!("{bold}{}{bold:#}", page.answer));
    for reason in &page.reasons {
        text.paragraph(reason);
    }
    if !page.summary.is_empty() {
        text.heading(page.headings.summary);
    }
    for (index, paragraph) in page.summary.iter().enumerate() {
        if index > 0 {
            text.gap();
        }
        text.paragraph(paragraph);
    }
    text.heading(page.headings.terms);
    if !page.about.is_empty() {
        text.paragraph(&page.about);
        text.gap();
    }
    let width = page.terms.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    for (label, term) in &page.terms {
        text.fact(label, width, term);
    }
}

fn board(text: &mut TextPage, record: EnochianRecord<'_>, position: &Position, colours: TerminalColours) {
    let picture = BoardPicture { position, ptah: record.subject().ptah(), last: None };
    for line in picture.coloured(colours).lines() {
        text.raw(line);
    }
    for line in picture.key().lines() {
        text.paragraph(line);
    }
}

fn page_turn(text: &mut TextPage, turn: &PageTurn, layout: Text) {
    if turn.sheet.is_empty() {
        return act(text, turn);
    }
    text.gap();
    if let Some(between) = &turn.interlude {
        interlude(text, between);
        text.gap();
    }
    let style = turn.army.parse().map_or(Style::new(), |army: Army| layout.colours.style(army).bold());
    let throw = turn.throw.map_or(String::new(), |throw| format!(" throws {throw}"));
    let played = match &turn.landing {
        Some(_) => format!(" · {} · {}", turn.mv, turn.sheet),
        None => String::new(),
    };
    text.raw(&format!("{style}{} · {}{throw}{style:#}{played}", turn.ply, turn.army));
    for action in &turn.before {
        text.paragraph(action);
    }
    text.paragraph(&turn.sentences);
    // A game has no Ptah, and its squares no meaning.
    if let Some(gloss) = turn.landing.as_ref().filter(|_| turn.throw.is_some()).and_then(|it| it.gloss.as_ref()) {
        square(text, gloss, layout.width);
    }
    notes(text, &turn.notes);
}

/// Writes an act of another game.
fn act(text: &mut TextPage, act: &PageTurn) {
    if let Some(between) = &act.interlude {
        interlude(text, between);
    }
    let bold = Style::new().bold();
    let irregular = if act.is_irregular { " (irregular)" } else { "" };
    text.item(&format!("{:>4}  {bold}{}{bold:#}{irregular}", act.ply, act.mv), &act.sentences);
    notes(text, &act.notes);
}

/// Writes the gloss of the square beside its geomantic figure.
fn square(text: &mut TextPage, gloss: &Gloss, width: usize) {
    for line in landing_within(width.saturating_sub(2), gloss).lines() {
        text.raw(&format!("  {line}"));
    }
}

fn interlude(text: &mut TextPage, interlude: &BetweenTurns) {
    for resumed in &interlude.resumed {
        text.paragraph(resumed);
    }
    if let Some(taken_back) = &interlude.taken_back {
        text.paragraph(&taken_back.sentence);
    }
    notes(text, &interlude.notes);
}

fn notes(text: &mut TextPage, notes: &[PageNote]) {
    for note in notes {
        let label = if note.label.is_empty() { "Note" } else { &note.label };
        for (number, words) in note.words.lines().enumerate() {
            text.paragraph(&if number == 0 { format!("{label}: {words}") } else { words.to_owned() });
        }
        if let Some(picture) = &note.picture {
            text.paragraph(&format!("Picture: pictures/{picture}"));
        }
    }
}

fn afterwards(text: &mut TextPage, page: &Page) {
    if page.afterwards.is_empty() && page.tags.is_empty() {
        return;
    }
    text.heading(page.headings.afterwards);
    notes(text, &page.afterwards);
    if !page.tags.is_empty() {
        text.paragraph(&format!("Tags: {}", page.tags));
    }
}

fn totals(text: &mut TextPage, totals: &Totals, record: EnochianRecord<'_>, colours: TerminalColours) {
    text.paragraph(&totals.counts);
    text.gap();
    text.paragraph("After the last turn:");
    board(text, record, record.position(), colours);
    for table in &totals.tables {
        text.gap();
        let header: Vec<&str> = table.header.iter().map(String::as_str).collect();
        text.table(&header, &table.rows);
    }
    for (label, fact) in &totals.facts {
        text.gap();
        text.paragraph(format!("{label} {fact}").trim_start());
    }
}

fn roads(text: &mut TextPage, army: &ArmyRoads, colours: TerminalColours) {
    text.gap();
    let style = army.army.parse().map_or(Style::new(), |army: Army| colours.style(army).bold());
    text.raw(&format!("{style}{}{style:#}", army.army));
    for road in &army.roads {
        let steps = road.steps.iter().map(|step| format!(" → {} ({})", step.words(), step.ply));
        let taken = road.taken.map_or(String::new(), |ply| format!("; taken ({ply})"));
        text.item(&road.piece, &format!("{}{}{taken}", road.start, steps.collect::<String>()));
    }
    if !army.stayed.is_empty() {
        text.item("not moved", &army.stayed);
    }
}

/// Writes a person's own lines.
fn own_lines(text: &mut TextPage, own: &[(usize, String)]) {
    if own.is_empty() {
        return;
    }
    text.heading("Your own lines in the file");
    for paragraph in own.chunk_by(|(one, _), (next, _)| one + 1 == *next) {
        let (first, last) = (paragraph[0].0, paragraph[paragraph.len() - 1].0);
        let label = if first == last { format!("line {first}") } else { format!("lines {first}–{last}") };
        let words: Vec<&str> = paragraph.iter().map(|(_, words)| words.as_str()).collect();
        text.item(&label, &words.join(" "));
    }
}
