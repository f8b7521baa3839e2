//! Plain text for the screen.

use anstyle::Style;

use crate::chess::Army;
use crate::correspondences::{Correspondences, Gloss};
use crate::record::{Record, RecordLens};
use crate::render::{
    BoardPicture, DiagramText, SeatColour, TerminalColours, TextPage, landing_within, shown_start, shown_state,
};

use super::page::{ArmyRoads, BetweenTurns, PageNote, PageTurn};
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
        let page = &Page::of(record, correspondences);
        let mut text = TextPage::new(self.width);
        opening(&mut text, page);
        board(&mut text, "Before the first turn:", self.board(record, false));
        text.heading(page.headings.turns);
        if page.turns.is_empty() {
            text.paragraph("No turn has been played.");
        }
        for turn in &page.turns {
            page_turn(&mut text, turn, self.style(&turn.army, record), self.width);
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
        if !page.turns.is_empty() {
            totals(&mut text, page, self.board(record, true));
        }
        if !page.roads.is_empty() {
            text.heading(page.headings.roads);
        }
        for army in &page.roads {
            roads(&mut text, army, self.style(&army.army, record));
        }
        own_lines(&mut text, own);
        text.finish()
    }

    /// The style of an army or a seat.
    fn style(self, name: &str, record: &Record) -> Style {
        let style = match record.lens() {
            RecordLens::Enochian(_) => name.parse().map(|army: Army| self.colours.style(army)).ok(),
            RecordLens::Other(record) => {
                let mut seats = record.game().referee.seats().iter().enumerate();
                seats.find(|(_, seat)| seat.name == name).map(|(at, seat)| SeatColour::of(seat, at).style(self.colours))
            }
        };
        style.unwrap_or_default().bold()
    }

    /// The board at the start or now, and its key; `None` for a game without one.
    fn board(self, record: &Record, is_now: bool) -> Option<(String, String)> {
        match record.lens() {
            RecordLens::Enochian(record) => {
                let (subject, start) = (record.subject(), record.subject().start());
                let position = if is_now { record.position() } else { &start };
                let picture = BoardPicture { position, ptah: subject.ptah(), last: None };
                Some((picture.coloured(self.colours), picture.key()))
            }
            RecordLens::Other(record) => {
                let diagram = if is_now { shown_state(record) } else { shown_start(record) }.diagram();
                let seats = record.game().referee.seats();
                let picture = DiagramText { width: self.width, ..DiagramText::of(&diagram, seats) };
                (!diagram.panels.is_empty()).then(|| (picture.coloured(self.colours), picture.key()))
            }
        }
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

fn board(text: &mut TextPage, title: &str, board: Option<(String, String)>) {
    let Some((board, key)) = board else { return };
    text.gap();
    text.paragraph(title);
    for line in board.lines() {
        text.raw(line);
    }
    for line in key.lines() {
        text.paragraph(line);
    }
}

fn page_turn(text: &mut TextPage, turn: &PageTurn, style: Style, width: usize) {
    text.gap();
    if let Some(between) = &turn.interlude {
        interlude(text, between);
        text.gap();
    }
    let throw = turn.throw.map_or(String::new(), |throw| format!(" throws {throw}"));
    let played = match &turn.landing {
        Some(_) => format!(" · {} · {}", turn.mv, turn.sheet),
        // An act of another game.
        None if turn.sheet.is_empty() => format!(" · {}", turn.mv),
        None => String::new(),
    };
    text.raw(&format!("{style}{} · {}{throw}{style:#}{played}", turn.ply, turn.army));
    for action in &turn.before {
        text.paragraph(action);
    }
    text.paragraph(&turn.sentences);
    // A game has no Ptah, and its squares no meaning.
    if let Some(gloss) = turn.landing.as_ref().filter(|_| turn.throw.is_some()).and_then(|it| it.gloss.as_ref()) {
        square(text, gloss, width);
    }
    notes(text, &turn.notes);
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

fn totals(text: &mut TextPage, page: &Page, last: Option<(String, String)>) {
    match &page.totals {
        Some(totals) => {
            text.heading(page.headings.totals);
            text.paragraph(&totals.counts);
        }
        None if last.is_some() => text.heading("The board"),
        None => {}
    }
    board(text, "After the last turn:", last);
    let Some(totals) = &page.totals else { return };
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

fn roads(text: &mut TextPage, army: &ArmyRoads, style: Style) {
    text.gap();
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
