//! The beginning of a journal.

use std::fmt::Write;

use crate::chess::Army;
use crate::correspondences::Correspondences;
use crate::reading::{DieThrower, Question};
use crate::record::{Branch, GameSettings, Heading, Subject, Timestamp};
use crate::render::{BoardPicture, capitalised, nth};

use super::header;
use super::lines::escaped;
use super::wording;

/// The heading of the turns, the last line of the opening.
pub(super) const TURNS: &str = "## The turns";

/// The beginning of a journal: the header, the question, the board.
pub(super) fn opening(heading: &Heading, correspondences: &Correspondences) -> String {
    header::write(heading, correspondences) + &wording::opening(heading, correspondences)
}

/// The opening after the header, all derived from the header.
pub(super) fn text(heading: &Heading, subject: &Subject, correspondences: &Correspondences) -> String {
    let mut text = format!("\n# {}\n\n", escaped(subject.title()));
    text.push_str(&match subject {
        Subject::Reading(question, die) => reading(heading, question, *die, correspondences),
        Subject::Game(setting) => game(heading, setting),
    });
    text.push_str(&seats(heading));
    let start = subject.start();
    let picture = BoardPicture { position: &start, ptah: subject.ptah(), last: None };
    let _ = write!(text, "```text\n{}\n{}\n```\n\n{TURNS}\n", picture.plain(), picture.key());
    text
}

/// `Saturday 21 November 2026 at 14:05 (+01:00, Europe/Berlin)`.
pub(super) fn begun(begun: Timestamp, zone: Option<&str>) -> String {
    let zone = zone.map_or(String::new(), |zone| format!(", {}", escaped(zone)));
    format!("{} ({}{zone})", begun.format("%A %-d %B %Y at %H:%M"), begun.offset())
}

fn reading(heading: &Heading, question: &Question, die: DieThrower, correspondences: &Correspondences) -> String {
    let mut text =
        format!("*Asked by {} on {}.*\n\n", escaped(&question.querent), begun(heading.begun, heading.zone.as_deref()));
    if let Some(Branch { turn, mv, .. }) = &heading.branch {
        let _ = write!(
            text,
            "*A branch of another reading: what if turn {turn} had been {mv}? The turns before it are the same.*\n\n"
        );
    }
    if question.quiet {
        let _ = write!(
            text,
            "{} **{} board**, its **{} angle**. The Ptah stands on **{}**.\n\n{QUIET}\n\n",
            category(question),
            question.board,
            question.angle,
            question.ptah,
        );
    } else {
        let _ = write!(text, "{}\n\n", place(question, correspondences));
    }
    text.push_str(&notes(question));
    let die = match die {
        DieThrower::ByHand => "thrown by hand".to_owned(),
        DieThrower::ByProgram => "thrown by the program".to_owned(),
        DieThrower::Seeded(seed) => format!("thrown by the program with the seed {seed}"),
    };
    let _ = write!(
        text,
        "The querent's army is **{}** and moves first. Array {}, direction of play {}, ruleset {}, procedure {}, \
         dice table {}. The die is {die}{}.\n\n",
        question.army(),
        question.array,
        question.direction,
        question.ruleset.name,
        question.procedure.name,
        question.dice.name,
        heading.chosen().map_or(String::new(), |how| format!(", and the program chooses the moves {how}")),
    );
    text
}

/// Written in a quiet journal instead of the house and the phrase.
const QUIET: &str = "*Quiet reading: signs, houses and the glosses of the squares follow when it is concluded.*";

/// `New job: the`, or only `The`, for the place of the question to follow.
fn category(question: &Question) -> String {
    question.category.as_ref().map_or("The".to_owned(), |name| format!("{}: the", escaped(&capitalised(name))))
}

/// The place of the question, and what it stands for.
pub(super) fn place(question: &Question, correspondences: &Correspondences) -> String {
    let gloss = correspondences.gloss(question.board, question.ptah, None, None);
    let house = match &gloss.house {
        Some(house) => format!("the {} house, **{}** ({})", nth(house.number), gloss.force, house.matters.join(", ")),
        None => format!("the square of **{}** itself", gloss.force),
    };
    format!(
        "{} **{} board**, its **{} angle**, {house}. The Ptah stands on **{}**, {}.",
        category(question),
        question.board,
        question.angle,
        question.ptah,
        gloss.phrase,
    )
}

/// The notes from before the first turn, one line each.
fn notes(question: &Question) -> String {
    let notes = question.notes_before_play().map(|(label, words)| format!("- {label}: {}\n", escaped(words)));
    let lines: String = notes.collect();
    if lines.is_empty() { lines } else { lines + "\n" }
}

fn game(heading: &Heading, setting: &GameSettings) -> String {
    let source = setting.source.as_ref().map_or(String::new(), |source| format!(" Source: {}.", escaped(source)));
    let array = match setting.array {
        Some(array) if setting.begins_with_the_opening() => format!("array {array}"),
        Some(array) => format!("array {array}, from a later position"),
        None => "from a given position".to_owned(),
    };
    let seed = setting.seed.map_or(String::new(), |seed| format!(" with the seed {seed}"));
    let chosen = heading.chosen().map_or(String::new(), |how| format!(" The program chooses the moves {how}{seed}."));
    format!(
        "*A game on {}.*\n\nThe **{} board**, {array}. **{}** moves first, direction of play {}, ruleset {}.{chosen}{source}\n\n",
        begun(heading.begun, heading.zone.as_deref()),
        setting.board,
        setting.start.turn(),
        setting.start.direction(),
        setting.ruleset.name,
    )
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
        text.push_str("\nThe players threw the dice to choose armies, the highest total first:\n\n");
    }
    for seat in &seats.throws {
        let throws: Vec<String> = seat.throws.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "- {} threw {} and took {}", escaped(&seat.player), throws.join(", then "), seat.army);
    }
    text + "\n"
}
