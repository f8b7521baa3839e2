//! The header of a journal: TOML between two lines of `+++`.

use std::ops::Range;

use chrono::DateTime;
use serde::Serialize;

use crate::chess::Army;
use crate::lore::Lore;
use crate::reading::{Die, Draft, Throw};
use crate::record::{Heading, Moment, SeatThrow, Seats};
use crate::text::{Faults, Fields, Source};

/// The version of the journal's format that this program writes.
pub const FORMAT: u8 = 1;

/// The line that opens and closes the header.
pub(super) const FENCE: &str = "+++";

#[derive(Serialize)]
struct Written<'h> {
    format: u8,
    program: &'h str,
    question: &'h str,
    querent: &'h str,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'h str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'h str>,
    begun: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    zone: Option<&'h str>,
    board: String,
    angle: String,
    force: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    house: Option<u8>,
    ptah: String,
    army: String,
    array: String,
    direction: String,
    ruleset: &'h str,
    procedure: &'h str,
    dice: &'h str,
    die: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    automatic: bool,
    start: String,
    seats: WrittenSeats<'h>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choice: Vec<WrittenChoice<'h>>,
}

#[derive(Serialize)]
#[allow(non_snake_case, reason = "the keys are the names of the armies")]
struct WrittenSeats<'h> {
    Air: &'h str,
    Water: &'h str,
    Fire: &'h str,
    Earth: &'h str,
}

#[derive(Serialize)]
struct WrittenChoice<'h> {
    player: &'h str,
    throws: Vec<u8>,
    army: String,
}

/// The header with its two fences.
pub(super) fn write(heading: &Heading, lore: &Lore) -> String {
    let question = &heading.question;
    let (die, seed) = match heading.die {
        Die::ByHand => ("by hand", None),
        Die::ByProgram => ("by the program", None),
        Die::Seeded(seed) => ("seeded", Some(seed)),
    };
    let [air, water, fire, earth] = &heading.seats.players;
    let written = Written {
        format: FORMAT,
        program: concat!("enochian ", env!("CARGO_PKG_VERSION")),
        question: &question.text,
        querent: &question.querent,
        category: question.category.as_deref(),
        source: question.source.as_deref(),
        begun: heading.begun.to_rfc3339(),
        zone: heading.zone.as_deref(),
        board: question.board.to_string(),
        angle: question.angle.to_string(),
        force: question.force.to_string(),
        house: lore.force(question.force).house,
        ptah: question.ptah.to_string(),
        army: question.army().to_string(),
        array: question.array.to_string(),
        direction: question.direction.to_string(),
        ruleset: &question.ruleset.name,
        procedure: &question.procedure.name,
        dice: &question.dice.name,
        die,
        seed,
        automatic: heading.automatic,
        start: question.start().to_string(),
        seats: WrittenSeats { Air: air, Water: water, Fire: fire, Earth: earth },
        choice: heading
            .seats
            .throws
            .iter()
            .map(|seat| WrittenChoice {
                player: &seat.player,
                throws: seat.throws.iter().map(|throw| throw.number()).collect(),
                army: seat.army.to_string(),
            })
            .collect(),
    };
    let toml = toml::to_string(&written).expect("a table of texts and numbers can be written as TOML");
    format!("{FENCE}\n{toml}{FENCE}\n")
}

/// Where the header's TOML stands in a journal, if the fences are there.
pub(super) fn range(text: &str) -> Option<Range<usize>> {
    let start = text.strip_prefix(FENCE)?.strip_prefix("\r").unwrap_or(&text[FENCE.len()..]).strip_prefix('\n')?;
    let start = text.len() - start.len();
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        if line.trim_end() == FENCE {
            return Some(start..at);
        }
        at += line.len();
    }
    None
}

/// Reads the header back. Keys that it does not know it lets be.
pub(super) fn read(source: &Source, range: Range<usize>, lore: &Lore) -> Result<Heading, Faults> {
    Fields::read_part(source, range, |fields| heading(fields, lore))
}

fn heading(fields: &Fields<'_>, lore: &Lore) -> Option<Heading> {
    fields.keep_unknown();
    let format = fields.integer("format", 1..=FORMAT);
    let army = "one of Air, Water, Fire, Earth";
    let begun: Option<Moment> = fields.required("begun").and_then(|item| {
        item.parse_with("a moment with its offset, such as 2026-11-21T14:05:00+01:00", |text| {
            DateTime::parse_from_rfc3339(text).ok()
        })
    });
    let zone = fields.optional("zone").and_then(|item| item.text());
    for key in ["question", "querent", "board", "angle", "force", "array", "ruleset", "procedure", "dice", "die"] {
        let _ = fields.required(key);
    }
    // The house is told for people; the force says the same.
    let draft = Draft::from_fields(fields, lore);
    let automatic = fields.boolean("automatic");
    let players = fields.table("seats", |seats| {
        let [air, water, fire, earth] = Army::ALL.map(|army| seats.text(army.name()));
        Some([air?, water?, fire?, earth?])
    });
    let throws = match fields.optional("choice") {
        None => Some(Vec::new()),
        Some(item) => item.list(|choice| {
            choice.table(|choice| {
                let throws = choice.required("throws").and_then(|item| {
                    item.list(|item| item.integer(1..=6u8)).map(|all| all.into_iter().filter_map(Throw::new).collect())
                });
                let (player, army) = (choice.text("player"), choice.parse("army", army));
                Some(SeatThrow { player: player?, throws: throws?, army: army? })
            })
        }),
    };
    let question = draft.as_ref()?.settle(lore).ok()?;
    let facts = [
        ("ptah", question.ptah.to_string(), "the square of its force in its angle"),
        ("army", question.army().to_string(), "the army of its angle"),
        ("start", question.start().to_string(), "where its array begins"),
    ];
    for (key, right, what) in facts {
        if let Some(item) = fields.required(key)
            && let Some(text) = item.text()
            && text != right
        {
            item.fault(format!("`{key}` is {text}"), format!("{right}, {what}"));
        }
    }
    format?;
    Some(Heading {
        question,
        begun: begun?,
        zone,
        die: draft?.die?,
        seats: Seats { players: players?, throws: throws? },
        automatic: automatic?,
    })
}
