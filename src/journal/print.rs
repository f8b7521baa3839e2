//! The program's parts of a journal, in Markdown.
//!
//! A journal only ever grows at its end: each [`Entry`] adds one part, and
//! nothing already in the file is written again.

use std::fmt::Write;

use comfy_table::{Table, presets};

use crate::chess::{Army, Element};
use crate::lore::Lore;
use crate::reading::{Answer, Die, Manner};
use crate::record::{Closing, Entry, Heading, Record, Summary, Turn};
use crate::render::{BoardPicture, landing, list, nth, turn_sentences};

use super::header;
use super::marks::{self, escaped};

/// How many plies lie between two positions stated in full.
const STATED_EVERY: u32 = 12;

/// The heading under which the turns follow, and with which the opening ends.
pub(super) const TURNS: &str = "## The turns";

/// The beginning of a journal: the header, the question, the board.
pub(super) fn opening(heading: &Heading, lore: &Lore) -> String {
    let question = &heading.question;
    let gloss = lore.gloss(question.board, question.ptah, None, None);
    let mut text = header::write(heading, lore);
    let zone = heading.zone.as_ref().map_or(String::new(), |zone| format!(", {}", escaped(zone)));
    let begun = heading.begun.format("%A %-d %B %Y at %H:%M");
    let _ = write!(
        text,
        "\n# {}\n\n*Asked by {} on {begun} ({}{zone}).*\n\n",
        escaped(&question.text),
        escaped(&question.querent),
        heading.begun.offset(),
    );
    let about =
        question.category.as_ref().map_or("The question".to_owned(), |c| format!("A question of {}: it", escaped(c)));
    let house = match &gloss.house {
        Some(house) => format!("the {} house, **{}** ({})", nth(house.number), gloss.force, house.matters.join(", ")),
        None => format!("the square of **{}** itself", gloss.force),
    };
    let _ = write!(
        text,
        "{about} falls to the **{} board**, its **{} angle**, and there to {house}. The Ptah stands on **{}**, {}.\n\n",
        question.board, question.angle, question.ptah, gloss.phrase,
    );
    let die = match heading.die {
        Die::ByHand => "thrown by hand".to_owned(),
        Die::ByProgram => "thrown by the program".to_owned(),
        Die::Seeded(seed) => format!("thrown by the program from the seed {seed}"),
    };
    let _ = write!(
        text,
        "The querent's army is **{}**, and moves first. The armies stand in the array {}; turns pass {}. \
         Ruleset {}, procedure {}, dice table {}, the die {die}{}.\n\n",
        question.army(),
        question.array,
        question.direction,
        question.ruleset.name,
        question.procedure.name,
        question.dice.name,
        if heading.automatic { ", the moves chosen by the program at random" } else { "" },
    );
    text.push_str(&seats(heading));
    let start = question.start();
    let picture = BoardPicture { position: &start, ptah: Some(question.ptah), last: None };
    let _ = write!(text, "```text\n{}\n{}\n```\n\n{TURNS}\n", picture.plain(), picture.key());
    text
}

fn seats(heading: &Heading) -> String {
    let seats = &heading.seats;
    let one = &seats.players[0];
    if seats.players.iter().all(|player| player == one) {
        return format!("All four armies are played by {}.\n\n", escaped(one));
    }
    let mut text = String::new();
    for army in Army::ALL {
        let _ = writeln!(text, "- {army}: {}", escaped(seats.player(army)));
    }
    if !seats.throws.is_empty() {
        text.push_str("\nThe die was thrown for the choice of armies, the highest choosing first:\n\n");
    }
    for seat in &seats.throws {
        let throws: Vec<String> = seat.throws.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "- {} threw {} and took {}", escaped(&seat.player), throws.join(", then "), seat.army);
    }
    text + "\n"
}

/// The part that an entry adds, once the record has it.
pub(super) fn part(record: &Record, entry: &Entry, lore: &Lore) -> String {
    match entry {
        Entry::Throw(throw) => format!("\n{}\n", marks::throw(record.ply(), record.reading().turn(), *throw)),
        Entry::Move(_) => record.last_turn().map_or(String::new(), |turn| played(record, turn, lore)),
        Entry::Note(text) => format!("\n{}\n", marks::note(record.ply(), text)),
        Entry::Exchange(exchange) => format!("\n{}\n", marks::exchange(record.ply(), *exchange)),
        Entry::Withdrawal(army) => format!("\n{}\n", marks::withdrawal(record.ply(), *army)),
        Entry::TakenBack(acts) => format!("\n{}\n", marks::taken_back(*acts, record.ply(), record.throw())),
        Entry::Resumed(moment) => format!("\n{}\n", marks::resumed(moment)),
        Entry::Concluded(closing, moment) => {
            format!("\n{}\n{}", marks::concluded(*closing, moment), conclusion(record, *closing, lore))
        }
    }
}

fn played(record: &Record, turn: &Turn, lore: &Lore) -> String {
    let question = &record.heading().question;
    let mut text = format!("\n{}\n\n", marks::played(turn.mv, &turn.sheet));
    let _ = writeln!(text, "{}", turn_sentences(turn, question.army(), lore));
    if let (Some(square), Some(piece)) = (turn.landing(), turn.piece) {
        let gloss = lore.gloss(question.board, square, Some(piece), Some(question.army()));
        let _ = write!(text, "\n{}\n{}{}\n", marks::GLOSS, landing(&gloss), marks::GLOSS_END);
    }
    if turn.ply.is_multiple_of(STATED_EVERY) {
        let _ = write!(text, "\n{}\n", marks::position(turn.ply, &turn.position));
    }
    text
}

fn conclusion(record: &Record, closing: Closing, lore: &Lore) -> String {
    let answer = record.reading().answer();
    let question = &record.heading().question;
    let mut text = String::from("\n## The answer\n\n");
    let why = match (closing, record.reading().end()) {
        (_, Some(end)) => format!("The reading came to its end: {end}."),
        (Closing::AtLimit(ply), None) => format!("The reading was stopped at its limit of {ply} plies."),
        (_, None) => "The players closed the reading before its end.".to_owned(),
    };
    let _ = write!(
        text,
        "{why}\n\n{}\n{}\n",
        marks::verdict(marks::PTAH, answer.ptah, &answer),
        marks::verdict(marks::KINGS, answer.kings, &answer)
    );
    let _ = write!(text, "\n{}\n\n", in_words(&answer));
    let position = record.position();
    let _ = write!(text, "{}\n\n", marks::position(position.ply(), position));
    let picture = BoardPicture { position, ptah: Some(question.ptah), last: None };
    let _ = write!(text, "```text\n{}\n{}\n```\n", picture.plain(), picture.key());
    text + &summary(&Summary::of(record, lore), record, lore)
}

/// The manner of the answer in a sentence.
fn in_words(answer: &Answer) -> String {
    let bearing = match answer.opposing {
        0 => "No enemy bears upon the Ptah square or those next to it".to_owned(),
        1 => "One enemy bears upon the Ptah square or those next to it".to_owned(),
        many => format!("{many} enemies bear upon the Ptah square or those next to it"),
    };
    let manner = match answer.manner {
        Manner::Unopposed => "the answer stands unopposed",
        Manner::UnderOpposition => "the answer stands under opposition",
        Manner::UnderStrongOpposition => "the answer stands under strong opposition",
    };
    format!("{bearing}: {manner}.")
}

fn summary(summary: &Summary, record: &Record, lore: &Lore) -> String {
    let mut text = String::from("\n## What the turns held\n\n");
    let _ = write!(
        text,
        "{}: {} and {}; {} and {}.\n\n",
        count(record.turns().len(), "turn"),
        count(summary.landings() as usize, "landing"),
        count(summary.no_moves.iter().sum::<u32>() as usize, "No Move"),
        count(summary.captures.len(), "capture"),
        count(summary.checks.len(), "check"),
    );
    let mut armies = table(["army", "landings", "No Moves", "captures", "checks given"]);
    for army in Army::ALL {
        armies.add_row([
            army.to_string(),
            summary.by_army[army.index()].to_string(),
            summary.no_moves[army.index()].to_string(),
            summary.captures.iter().filter(|(_, by, ..)| *by == army).count().to_string(),
            summary.checks.iter().filter(|(_, by, _)| *by == army).count().to_string(),
        ]);
    }
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
    let _ = write!(text, "{armies}\n\n{elements}\n\n{forces}\n\n");
    text.push_str(&captures(summary));
    text.push_str(&road(summary, record, lore));
    text.push_str(&time(summary, lore));
    text + marks::END + "\n"
}

/// `1 capture`, `2 captures`.
fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

/// A Markdown table that people can read as it stands.
fn table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(header);
    table
}

fn captures(summary: &Summary) -> String {
    if summary.captures.is_empty() {
        return "Nothing was taken.\n\n".to_owned();
    }
    let mut text = String::from("**Captures.** ");
    let told: Vec<String> =
        summary.captures.iter().map(|(ply, by, piece, at)| format!("{by} took the {piece} on {at} ({ply})")).collect();
    let _ = write!(text, "{}.\n\n", told.join("; "));
    if !summary.checks.is_empty() {
        let told: Vec<String> =
            summary.checks.iter().map(|(ply, by, checked)| format!("{by} to {checked} ({ply})")).collect();
        let _ = write!(text, "**Checks.** {}.\n\n", told.join("; "));
    }
    text
}

fn road(summary: &Summary, record: &Record, lore: &Lore) -> String {
    let question = &record.heading().question;
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
