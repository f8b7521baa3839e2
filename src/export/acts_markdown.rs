//! The other games in Markdown.

use std::fmt::Write;

use crate::record::OtherRecord;
use crate::render::{DiagramText, ShownAct, shown_state};

use super::markdown::{Links, interlude, line, quoted};
use super::{ActOnPage, ActsPage};

/// The page, and the board.
pub(super) fn markdown(acts: &ActsPage, record: OtherRecord<'_>, links: &Links) -> String {
    page(acts, links) + &board(record)
}

fn page(page: &ActsPage, links: &Links) -> String {
    let mut text = format!("# {}\n\n*{}*\n", line(&page.title), line(&page.byline));
    let _ = write!(text, "\n## The result\n\n**{}**\n\n", line(&page.result));
    for reason in &page.reasons {
        let _ = writeln!(text, "- {}", line(reason));
    }
    text.push_str("\n## The game\n\n");
    for (label, what) in &page.terms {
        let _ = writeln!(text, "- {label}: {}", line(what));
    }
    text.push_str("\n## The turns\n");
    acts(&mut text, &page.acts, links);
    if let Some(after) = &page.after_acts {
        let _ = write!(text, "\n{}\n", interlude(after, links).trim_end_matches('\n'));
    }
    if !page.concluded.is_empty() {
        let _ = write!(text, "\n{}\n", page.concluded);
    }
    if !page.afterwards.is_empty() || !page.tags.is_empty() {
        let _ = write!(text, "\n## Afterwards\n\n{}", quoted(&page.afterwards, links));
        if !page.tags.is_empty() {
            let _ = writeln!(text, "Tags: {}", line(&page.tags));
        }
    }
    text
}

fn acts(text: &mut String, acts: &[ActOnPage], links: &Links) {
    let mut is_open = false;
    for act in acts {
        let between = act.interlude.as_ref().map_or(String::new(), |between| interlude(between, links));
        let before = between + &quoted(&act.notes, links);
        // Text between the rows ends the table.
        if !is_open || !before.is_empty() {
            let _ = write!(text, "\n{before}| turn | seat | act | what happened |\n| ---: | --- | --- | --- |\n");
            is_open = true;
        }
        let irregular = if act.is_irregular { " (irregular)" } else { "" };
        let ActOnPage { turn, actor, text: act, sentence, .. } = act;
        let _ = writeln!(text, "| {turn} | {} | {}{irregular} | {} |", line(actor), line(act), line(sentence));
    }
    if acts.is_empty() {
        text.push_str("\nNo turn has been played.\n");
    }
}

/// The final board as text; nothing if the game has none.
fn board(record: OtherRecord<'_>) -> String {
    let diagram = shown_state(record).diagram();
    if diagram.panels.is_empty() {
        return String::new();
    }
    let last = ShownAct::standing(record).pop().map_or(Vec::new(), |act| act.cells);
    let seats = record.game().referee.seats();
    let drawn = DiagramText { last: &last, ..DiagramText::of(&diagram, seats) };
    format!("\n## The board\n\n```text\n{}\n{}```\n", drawn.plain(), drawn.key())
}
