//! Markdown, annotated, for publishing.

use std::fmt::Write;

use crate::journal::escaped;
use crate::lore::Lore;
use crate::record::Record;

use super::story::{ArmyStory, TurnStory};
use super::{ExportError, Exporter, Story};

/// A page of Markdown: the question, the answer, the turns in a table with the notes to them, the roads of the pieces.
///
/// It is not a journal, and does not read back as one.
#[derive(Clone, Copy, Debug)]
pub struct Markdown;

impl Exporter for Markdown {
    fn export(&self, record: &Record, lore: &Lore) -> Result<Vec<u8>, ExportError> {
        Ok(page(&Story::of(record, lore)).into_bytes())
    }
}

fn page(story: &Story) -> String {
    let mut text = format!("# {}\n\n*{}*\n\n", line(&story.title), line(&story.byline));
    if !story.about.is_empty() {
        let _ = write!(text, "{}\n\n", line(&story.about));
    }
    for (label, what) in &story.terms {
        let _ = writeln!(text, "- {label}: {}", line(what));
    }
    let heading = if story.noun == "reading" { "The answer" } else { "The result" };
    let _ = write!(text, "\n## {heading}\n\n**{}**\n\n", line(&story.answer));
    for reason in &story.reasons {
        let _ = writeln!(text, "- {}", line(reason));
    }
    text.push_str("\n## The turns\n");
    let mut open = false;
    for turn in &story.turns {
        // Notes stand between the rows, and so end the table.
        if !open || !turn.notes.is_empty() || !turn.before.is_empty() {
            let _ = write!(text, "\n{}", said_before(turn));
            text.push_str(match story.noun {
                "reading" => "| turn | army | throw | move | landed on | |\n| ---: | --- | ---: | --- | --- | --- |\n",
                _ => "| turn | army | move | landed on | |\n| ---: | --- | --- | --- | --- |\n",
            });
            open = true;
        }
        text.push_str(&row(turn));
    }
    if !story.notes.is_empty() {
        let _ = write!(text, "\n{}", quoted(&story.notes));
    }
    text.push_str("\n## The roads of the pieces\n");
    for army in &story.roads {
        text.push_str(&roads(army));
    }
    text
}

/// The notes to a turn, and what was done before its move.
fn said_before(turn: &TurnStory) -> String {
    let mut text = quoted(&turn.notes);
    for action in &turn.before {
        let _ = write!(text, "{}\n\n", line(action));
    }
    text
}

fn row(turn: &TurnStory) -> String {
    let landed = turn.landing.as_ref().map_or("–".to_owned(), |landing| {
        let gloss = &landing.gloss;
        format!(
            "{} · **{}** · {} · {} {} · {}",
            gloss.square, gloss.force, gloss.trump, gloss.letter, gloss.glyph, gloss.figure.name
        )
    });
    // A game has no throws, and its table no column for them.
    let throw = turn.throw.map_or(String::new(), |throw| format!("{throw} | "));
    let sentences = line(&turn.sentences);
    format!("| {} | {} | {throw}{} | {landed} | {sentences} |\n", turn.ply, turn.army, turn.mv)
}

fn roads(army: &ArmyStory) -> String {
    let mut text = format!("\n### {}\n\n", army.army);
    for road in &army.roads {
        let _ = write!(text, "- {}: {}", line(&road.piece), road.start);
        for step in &road.steps {
            let became = step.became.as_ref().map_or(String::new(), |kind| format!(", now {kind}"));
            let ptah = if step.ptah { ", the Ptah" } else { "" };
            let _ = write!(text, " → {} {}{ptah}{became} ({})", step.square, step.force, step.ply);
        }
        let _ = writeln!(text, "{}", road.taken.map_or(String::new(), |ply| format!("; taken ({ply})")));
    }
    if !army.stayed.is_empty() {
        let _ = writeln!(text, "- stayed: {}", army.stayed);
    }
    text
}

/// What a person typed, on one line, so that Markdown shows it and does nothing else.
fn line(text: &str) -> String {
    let escaped = escaped(&text.replace('\n', " "));
    // At the beginning of a line these begin a list.
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
fn quoted(notes: &[String]) -> String {
    let quote = |note: &String| note.lines().map(|words| format!("> {}\n", line(words))).collect::<String>() + "\n";
    notes.iter().map(quote).collect()
}
