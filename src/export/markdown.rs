//! Markdown, annotated, for publishing.

use std::fmt::Write;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::journal::escaped;
use crate::record::{Record, RecordLens};

use super::page::{ArmyRoads, BetweenTurns, PageNote, PageTurn};
use super::{ExportError, Exporter, Page, acts_markdown};

/// The page in Markdown, the turns in a table with the notes between its rows.
///
/// It is not a journal and cannot be read as one.
#[derive(Clone, Copy, Debug)]
pub struct Markdown;

impl Exporter for Markdown {
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        let text = match record.lens() {
            RecordLens::Enochian(record) => markdown(&Page::of(record, correspondences)),
            RecordLens::Other(record) => acts_markdown::markdown(record),
        };
        Ok(text.into_bytes())
    }
}

fn markdown(page: &Page) -> String {
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
    let _ = write!(text, "\n## {}\n", page.headings.turns);
    turns(&mut text, page);
    afterwards(&mut text, page);
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
    let _ = write!(text, "\n## {}\n", page.headings.roads);
    for army in &page.roads {
        text.push_str(&roads(army));
    }
    text
}

fn turns(text: &mut String, page: &Page) {
    let mut open = false;
    for turn in &page.turns {
        let before = said_before(turn);
        // Text between the rows ends the table.
        if !open || !before.is_empty() {
            let _ = write!(text, "\n{before}");
            text.push_str(match page.mode {
                Mode::Reading => {
                    "| turn | army | throw | move | landed on | |\n| ---: | --- | ---: | --- | --- | --- |\n"
                }
                Mode::Game => "| turn | army | move | landed on | |\n| ---: | --- | --- | --- | --- |\n",
            });
            open = true;
        }
        text.push_str(&row(turn));
    }
    if page.turns.is_empty() {
        text.push_str("\nNo turn has been played.\n");
    }
    if let Some(after) = &page.after_turns {
        let _ = write!(text, "\n{}", interlude(after).trim_end_matches('\n').to_owned() + "\n");
    }
    if !page.concluded.is_empty() {
        let _ = write!(text, "\n{}\n", page.concluded);
    }
}

/// The text before a turn: pauses, what was taken back, the notes on the turn, and actions before its move.
fn said_before(turn: &PageTurn) -> String {
    let mut text = turn.interlude.as_ref().map_or(String::new(), interlude) + &quoted(&turn.notes);
    for action in &turn.before {
        let _ = write!(text, "{}\n\n", line(action));
    }
    text
}

pub(super) fn interlude(interlude: &BetweenTurns) -> String {
    let taken_back = interlude.taken_back.iter().map(|taken_back| &taken_back.sentence);
    let sentence = |sentence: &String| format!("*{}*\n\n", line(sentence));
    interlude.resumed.iter().chain(taken_back).map(sentence).collect::<String>() + &quoted(&interlude.notes)
}

fn afterwards(text: &mut String, page: &Page) {
    if page.afterwards.is_empty() && page.tags.is_empty() {
        return;
    }
    let _ = write!(text, "\n## {}\n\n", page.headings.afterwards);
    text.push_str(&quoted(&page.afterwards));
    if !page.tags.is_empty() {
        let _ = writeln!(text, "Tags: {}", line(&page.tags));
    }
}

fn row(turn: &PageTurn) -> String {
    let landed = match turn.landing.as_ref().map(|landing| (landing, &landing.gloss)) {
        None => "–".to_owned(),
        Some((landing, None)) => landing.to.clone(),
        Some((landing, Some(gloss))) => format!(
            "{} · **{}** · {} · {} {} · {}",
            landing.to, gloss.force, gloss.trump, gloss.letter, gloss.glyph, gloss.figure.name
        ),
    };
    // In a game there is no column for throws.
    let throw = turn.throw.map_or(String::new(), |throw| format!("{throw} | "));
    let sentences = line(&turn.sentences);
    format!("| {} | {} | {throw}{} | {landed} | {sentences} |\n", turn.ply, turn.army, turn.mv)
}

fn roads(army: &ArmyRoads) -> String {
    let mut text = format!("\n### {}\n\n", army.army);
    for road in &army.roads {
        let _ = write!(text, "- {}: {}", line(&road.piece), road.start);
        for step in &road.steps {
            let _ = write!(text, " → {} ({})", step.words(), step.ply);
        }
        let _ = writeln!(text, "{}", road.taken.map_or(String::new(), |ply| format!("; taken ({ply})")));
    }
    if !army.stayed.is_empty() {
        let _ = writeln!(text, "- stayed: {}", army.stayed);
    }
    text
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

/// Notes as quotations.
pub(super) fn quoted(notes: &[PageNote]) -> String {
    let quote = |note: &PageNote| {
        let label = if note.label.is_empty() { String::new() } else { format!("> *{}:*\n", line(&note.label)) };
        let words = note.words.lines().map(|words| format!("> {}\n", line(words)));
        // From the folder of the journal. What the program did not name is a text.
        let picture =
            note.picture.iter().map(|name| match name.chars().all(|c| c.is_alphanumeric() || "-.".contains(c)) {
                true => format!("> ![](pictures/{name})\n"),
                false => format!("> {}\n", line(name)),
            });
        label + &words.chain(picture).collect::<String>() + "\n"
    };
    notes.iter().map(quote).collect()
}
