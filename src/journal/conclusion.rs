//! The end of a journal.

use std::fmt::Write;

use comfy_table::{Table, presets};

use crate::chess::{Army, Element};
use crate::lore::Lore;
use crate::reading::{Answer, Question, Reading};
use crate::record::{Closing, Record, Summary};
use crate::render::{BoardPicture, count, list, manner, plural, result};

use super::lines;

/// The last part of a journal: how it came out, and what the turns come to.
pub(super) fn conclusion(record: &Record, closing: Closing, lore: &Lore) -> String {
    let noun = record.heading().matter.noun();
    let why = match (closing, record.end()) {
        (_, Some(end)) => format!("The {noun} came to its end: {end}."),
        (Closing::AtLimit(ply), None) => format!("The {noun} was stopped at its limit of {ply} plies."),
        (Closing::Agreed, None) => "The players agreed on a draw.".to_owned(),
        (Closing::Resigned(army), None) => format!("{army} gave the game up for the {}.", army.side()),
        (_, None) => format!("The players closed the {noun} before its end."),
    };
    let mut text = match record.reading().map(Reading::answer) {
        Some(answer) => {
            let [ptah, kings] = verdicts(&answer);
            format!("\n## The answer\n\n{why}\n\n{ptah}\n{kings}\n\n{}\n\n", manner(&answer))
        }
        None => format!("\n## The end\n\n{why}\n\n{}\n\n", lines::result(&result(record))),
    };
    let position = record.position();
    let _ = write!(text, "{}\n\n", lines::position(position.ply(), position));
    let picture = BoardPicture { position, ptah: record.heading().matter.ptah(), last: None };
    let _ = write!(text, "```text\n{}\n{}\n```\n", picture.plain(), picture.key());
    text + &summary(&Summary::of(record, lore), record, lore)
}

/// What a conclusion has to speak of: by that its lines are counted without writing them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Contents {
    pub(super) is_reading: bool,
    /// How many signs and elements were landed on.
    pub(super) forces: usize,
    pub(super) has_landings: bool,
    pub(super) has_checks: bool,
    pub(super) has_irregular: bool,
}

impl Contents {
    /// How many lines it has beside those that are read back, blank ones apart.
    pub(super) fn others(&self) -> usize {
        // Its heading and the reason; the board with its key between two fences; the heading of what the turns held, the
        // sentence on them, the table of the armies, the captures; the last line.
        let game = 2 + (2 + 11 + 1) + 2 + 6 + 1 + 1;
        // The manner, the Ptah in the key, the tables of elements and signs, the road of the king, the time.
        let reading = 1 + 1 + 6 + 2 + self.forces + 1 + usize::from(self.has_landings);
        let some = usize::from(self.has_checks) + usize::from(self.has_irregular);
        game + some + if self.is_reading { reading } else { 0 }
    }
}

/// The lines of the answer by both criteria.
pub(super) fn verdicts(answer: &Answer) -> [String; 2] {
    [(lines::PTAH, answer.ptah), (lines::KINGS, answer.kings)]
        .map(|(by, decision)| lines::verdict(by, decision, answer))
}

fn summary(summary: &Summary, record: &Record, lore: &Lore) -> String {
    // In a game a turn without a move is passed, in a reading lost.
    let without = if record.reading().is_some() { "No Move" } else { "pass" };
    let mut text = String::from("\n## What the turns held\n\n");
    let _ = write!(
        text,
        "{}: {} and {}; {} and {}.\n\n",
        count(record.turns().len(), "turn"),
        count(summary.landings() as usize, "landing"),
        count(summary.no_moves.iter().sum::<u32>() as usize, without),
        count(summary.captures.len(), "capture"),
        count(summary.checks.len(), "check"),
    );
    let mut armies = table(["army", "landings", &plural(without), "captures", "checks given"]);
    for army in Army::ALL {
        armies.add_row([
            army.to_string(),
            summary.by_army[army.index()].to_string(),
            summary.no_moves[army.index()].to_string(),
            summary.captures.iter().filter(|(_, by, ..)| *by == army).count().to_string(),
            summary.checks.iter().filter(|(_, by, _)| *by == army).count().to_string(),
        ]);
    }
    let _ = write!(text, "{armies}\n\n");
    if record.reading().is_some() {
        text.push_str(&landings(summary, lore));
    }
    text.push_str(&captures(summary));
    text.push_str(&irregular(record));
    if let Some(question) = record.heading().matter.question() {
        text.push_str(&road(summary, question, lore));
        text.push_str(&time(summary, lore));
    }
    text + &lines::end(record.heading().matter.noun()) + "\n"
}

/// The landings by element and angle, and by sign.
fn landings(summary: &Summary, lore: &Lore) -> String {
    let mut elements = table(["element", "landings", "in the angle"]);
    for element in Element::ALL {
        elements.add_row([
            element.to_string(),
            summary.by_element[element.index()].to_string(),
            summary.by_angle[element.index()].to_string(),
        ]);
    }
    let mut forces = table(["sign or element", "landings", "house", "trump", "figure"]);
    for (force, count) in summary.forces() {
        let known = lore.force(force);
        forces.add_row([
            force.to_string(),
            count.to_string(),
            known.house.map_or("–".to_owned(), |house| house.to_string()),
            known.trump.to_string(),
            known.figure.name.clone(),
        ]);
    }
    format!("{elements}\n\n{forces}\n\n")
}

/// A Markdown table that people can read as it stands.
fn table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(header);
    table
}

fn captures(summary: &Summary) -> String {
    let told: Vec<String> =
        summary.captures.iter().map(|(ply, by, piece, at)| format!("{by} took the {piece} on {at} ({ply})")).collect();
    let mut text = match told.as_slice() {
        [] => "Nothing was taken.\n\n".to_owned(),
        told => format!("**Captures.** {}.\n\n", told.join("; ")),
    };
    if !summary.checks.is_empty() {
        let told: Vec<String> =
            summary.checks.iter().map(|(ply, by, checked)| format!("{by} to {checked} ({ply})")).collect();
        let _ = write!(text, "**Checks.** {}.\n\n", told.join("; "));
    }
    text
}

/// The turns of a game that were kept though they are against the rules.
fn irregular(record: &Record) -> String {
    let plies: Vec<String> =
        record.turns().iter().filter(|turn| turn.irregular.is_some()).map(|turn| turn.ply.to_string()).collect();
    match plies.as_slice() {
        [] => String::new(),
        plies => format!("**Against the rules, and kept as they were played:** {}.\n\n", list(plies)),
    }
}

fn road(summary: &Summary, question: &Question, lore: &Lore) -> String {
    let throne = question.army().throne();
    if summary.kings_road.is_empty() {
        return format!("**The querent's king** never left {throne}.\n\n");
    }
    let steps: Vec<String> = summary
        .kings_road
        .iter()
        .map(|(ply, square)| {
            let mark = if *square == question.ptah { ", the Ptah" } else { "" };
            format!("{square} {}{mark} ({ply})", lore.square(question.board, *square).force)
        })
        .collect();
    format!("**The querent's king** went from {throne} by {}.\n\n", list(&steps))
}

/// What the landings say of time: the paces of the elements and the spans of the qualities (ZAL).
fn time(summary: &Summary, lore: &Lore) -> String {
    if summary.landings() == 0 {
        return String::new();
    }
    let of = |count: u32| format!("{count} of {}", summary.landings());
    let paces: Vec<String> = summary
        .elements()
        .iter()
        .map(|(element, count)| format!("{} {} ({})", element, lore.element(*element).pace, of(*count)))
        .collect();
    let spans: Vec<String> = summary
        .qualities()
        .iter()
        .map(|(quality, count)| format!("{quality} {} ({})", lore.quality(*quality).time, of(*count)))
        .collect();
    format!("**Time.** By element: {}. By quality: {}.\n\n", paces.join("; "), spans.join("; "))
}
