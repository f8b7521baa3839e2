//! The header of a journal: TOML between two lines of `+++`.

use std::ops::Range;

use chrono::DateTime;
use serde::Serialize;

use crate::chess::{Army, Array, Mode, Position};
use crate::correspondences::{Correspondences, question_kind};
use crate::input::{Diagnostic, Diagnostics, Source, TomlTable, TomlValue, unmarked};
use crate::reading::{QuestionDraft, QuestionKind, Throw};
use crate::record::{Branch, DiceThrow, GameSettings, Heading, SeatThrow, Seats, Subject, Timestamp};

use super::format::{self, FORMAT};
use super::identity;
use super::wording;
use super::{lines, merge};

/// The line that opens and closes the header.
pub(super) const FENCE: &str = "+++";

/// The header as it is written. A reading has `question`, a game has `game`.
#[derive(Serialize)]
struct WrittenHeader<'h> {
    format: u8,
    id: String,
    branch: Option<String>,
    program: &'h str,
    data: &'h str,
    game: Option<&'h str>,
    question: Option<&'h str>,
    /// Not `kind`, which is the kind of game.
    question_kind: Option<&'static str>,
    querent: Option<&'h str>,
    category: Option<&'h str>,
    source: Option<&'h str>,
    known: Option<&'h str>,
    supposed: Option<&'h str>,
    asked: Option<&'h str>,
    term: Option<&'h str>,
    quiet: Option<bool>,
    begun: String,
    zone: Option<&'h str>,
    board: String,
    angle: Option<String>,
    force: Option<String>,
    house: Option<u8>,
    ptah: Option<String>,
    army: Option<String>,
    array: Option<String>,
    direction: Option<String>,
    ruleset: &'h str,
    procedure: Option<&'h str>,
    dice: Option<&'h str>,
    die: Option<String>,
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
    throws: Vec<Vec<u8>>,
    army: String,
}

/// Whether a header is that of one of the other games.
pub(super) fn is_of_other_game(fields: &TomlTable<'_>) -> bool {
    fields.optional("kind").is_some()
}

/// The header with its two fences.
pub(super) fn write(heading: &Heading, correspondences: &Correspondences) -> String {
    format!("{FENCE}\n{}{FENCE}\n", wording::toml(heading, correspondences))
}

pub(super) fn toml(heading: &Heading, subject: &Subject, correspondences: &Correspondences) -> String {
    let (question, setting) = (subject.question(), subject.setting());
    // The header is never rewritten, so that of a quiet reading never names the force; it follows from the Ptah's square.
    let shown = question.filter(|q| !q.quiet);
    let die = subject.die().map(|die| die.to_string());
    let seed = setting.and_then(|setting| setting.seed);
    let [air, water, fire, earth] = Army::ALL.map(|army| heading.seats.player(army));
    let written = WrittenHeader {
        format: FORMAT,
        id: identity::of_heading(heading),
        branch: heading.branch.as_ref().map(ToString::to_string),
        program: concat!("enochian ", env!("CARGO_PKG_VERSION")),
        data: correspondences.correspondences_digest(),
        game: setting.map(|setting| setting.title.as_str()),
        question: question.map(|q| q.text.as_str()),
        // Only written if it is not the default.
        question_kind: question.filter(|q| q.kind != QuestionKind::default()).map(|q| q.kind.name()),
        querent: question.map(|q| q.querent.as_str()),
        category: question.and_then(|q| q.category.as_deref()),
        source: subject.source(),
        known: question.and_then(|q| q.known.as_deref()),
        supposed: question.and_then(|q| q.supposed.as_deref()),
        asked: question.and_then(|q| q.asked.as_deref()),
        term: question.and_then(|q| q.term.as_deref()),
        // Only written if it is `true`.
        quiet: question.and_then(|q| q.quiet.then_some(true)),
        begun: heading.begun.to_rfc3339(),
        zone: heading.zone.as_deref(),
        board: subject.board().to_string(),
        angle: question.map(|q| q.angle.to_string()),
        force: shown.map(|q| q.force.to_string()),
        house: shown.and_then(|q| correspondences.force(q.force).house),
        ptah: question.map(|q| q.ptah.to_string()),
        army: question.map(|q| q.army().to_string()),
        array: subject.array().map(|array| array.to_string()),
        // A game's direction is part of its starting position.
        direction: question.map(|q| q.direction.to_string()),
        ruleset: &subject.ruleset().name,
        procedure: question.map(|q| q.procedure.name.as_str()),
        dice: question.map(|q| q.dice.name.as_str()),
        die,
        seed,
        automatic: heading.automatic,
        start: subject.start().to_string(),
        seats: WrittenSeats { Air: air, Water: water, Fire: fire, Earth: earth },
        choice: heading
            .seats
            .throws
            .iter()
            .map(|seat| WrittenChoice {
                player: &seat.player,
                throws: seat.throws.iter().map(numbers).collect(),
                army: seat.army.to_string(),
            })
            .collect(),
    };
    toml::to_string(&written).expect("a header serialises as TOML")
}

fn numbers(throw: &DiceThrow) -> Vec<u8> {
    throw.dice().iter().map(|die| die.number()).collect()
}

/// The differences between a header and what the program writes for the same heading: changed values, and misspelt keys of
/// the program. Other keys are a person's own.
pub(super) fn differences(source: &Source, heading: &Heading, correspondences: &Correspondences) -> Vec<Diagnostic> {
    let Ok(range) = find(source) else { return Vec::new() };
    let tables =
        [&source.text[range.clone()], &wording::toml(heading, correspondences)].map(toml::from_str::<toml::Table>);
    let [Ok(found), Ok(written)] = tables else { return Vec::new() };
    let compared = TomlTable::read_part(source, range, |fields| {
        fields.allow_unknown();
        for (key, right) in written.iter().filter(|(key, _)| !NOT_COMPARED.contains(&key.as_str())) {
            if found.get(key) != Some(right)
                && let Some(item) = fields.required(key)
            {
                item.error(format!("`{key}` differs from what the program would write"), right.to_string());
            }
        }
        for item in fields.entries() {
            if let Some(key) = KEYS.iter().find(|key| is_one_bit_apart(key, item.key())) {
                item.error(
                    format!("the key `{}` looks like a misspelt key of the program", item.key()),
                    format!("`{key}`"),
                );
            }
        }
        Some(())
    });
    compared.err().map_or_else(Vec::new, |errors| errors.files().iter().flat_map(|file| file.errors.clone()).collect())
}

/// Whether a key, including the space after it, differs from another in a single bit.
fn is_one_bit_apart(key: &str, other: &str) -> bool {
    let differ = |(one, other): (u8, u8)| (one ^ other).count_ones();
    (key.len()..=key.len() + 1).contains(&other.len())
        && key.bytes().chain([b' ']).zip(other.bytes()).map(differ).sum::<u32>() == 1
}

/// The keys that depend on the program and the correspondences with which the journal was begun.
const NOT_COMPARED: [&str; 2] = ["program", "data"];

/// The keys that nothing else in the journal depends on, so that damage to them would go unnoticed.
const KEYS: [&str; 15] = [
    "id",
    "program",
    "question_kind",
    "querent",
    "category",
    "source",
    "known",
    "supposed",
    "asked",
    "term",
    "quiet",
    "zone",
    "house",
    "seed",
    "choice",
];

/// Finds the header's TOML in a journal.
///
/// # Errors
/// If the fences are missing, the TOML between them exceeds the limit, or the file is an unfinished merge of two journals.
pub(super) fn find(source: &Source) -> Result<Range<usize>, Diagnostics> {
    merge::check(source)?;
    let range = range(&source.text).ok_or_else(|| missing(source))?;
    if range.len() as u64 <= Source::TOML_LIMIT {
        return Ok(range);
    }
    let problem = format!("the header is {} bytes long", range.len());
    let expected = format!("at most {} bytes; put longer texts below the header", Source::TOML_LIMIT);
    Err(Diagnostics::of(source, vec![source.error(0..0, problem, expected)]))
}

/// The range between the fences, if they are there.
fn range(text: &str) -> Option<Range<usize>> {
    let start = unmarked(text).strip_prefix(FENCE)?;
    let start = start.strip_prefix('\r').unwrap_or(start).strip_prefix('\n')?;
    let start = text.len() - start.len();
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        if lines::trimmed(line) == FENCE {
            return Some(start..at);
        }
        at += line.len();
    }
    None
}

/// The error for a file without a header.
fn missing(source: &Source) -> Diagnostics {
    let error = source.error(
        0..0,
        "this file does not begin with a journal's header",
        "a line +++, the header, and another line +++; if the file was truncated, restore it from a backup",
    );
    Diagnostics::of(source, vec![error])
}

/// A parsed header.
#[derive(Debug)]
pub(super) struct Header {
    /// Its values, unchecked.
    pub(super) raw: RawHeader,
    /// The heading for replaying the journal, or all errors in the header.
    pub(super) heading: Result<Heading, Diagnostics>,
}

/// The unchecked values of a header that lists need.
#[derive(Clone, Debug)]
pub(super) struct RawHeader {
    /// The digest of the correspondences with which it was begun.
    pub(super) data: String,
    pub(super) mode: Mode,
    /// The kind of one of the other games.
    pub(super) kind: Option<String>,
    /// The question, or the name of the game.
    pub(super) title: String,
    pub(super) querent: Option<String>,
    pub(super) category: Option<String>,
    pub(super) board: String,
    pub(super) angle: Option<String>,
    pub(super) force: Option<String>,
    pub(super) begun: Timestamp,
    pub(super) procedure: Option<String>,
    /// The players, each once.
    pub(super) players: Vec<String>,
    pub(super) is_quiet: bool,
    /// Whether the program chose the acts.
    pub(super) is_automatic: bool,
    /// The id, which follows from the header.
    pub(super) id: String,
    /// Where a branch leaves its parent.
    pub(super) branch: Option<Branch>,
}

/// Parses the header. Unknown keys are ignored.
///
/// # Errors
/// If not even a list could show the journal.
pub(super) fn read(
    source: &Source,
    range: Range<usize>,
    correspondences: &Correspondences,
) -> Result<Header, Diagnostics> {
    let mut raw = None;
    let heading = TomlTable::read_part(source, range, |fields| {
        fields.allow_unknown();
        if !format::is_known(fields) {
            return None;
        }
        raw = RawHeader::of(fields);
        wording::heading(fields, correspondences)
    });
    // Both passes report the errors in keys that both read.
    let heading = heading.map_err(|errors| {
        let mut distinct = Vec::new();
        for error in errors.files().iter().flat_map(|file| &file.errors) {
            if !distinct.contains(error) {
                distinct.push(error.clone());
            }
        }
        Diagnostics::of(source, distinct)
    });
    match (raw, heading) {
        (Some(raw), heading) => Ok(Header { raw, heading }),
        (None, Err(errors)) => Err(errors),
        (None, Ok(_)) => Err(missing(source)),
    }
}

impl RawHeader {
    fn of(fields: &TomlTable<'_>) -> Option<RawHeader> {
        let text = |key| fields.optional(key).and_then(|item| item.text());
        let flag = |key| fields.optional(key).and_then(|item| item.boolean()).unwrap_or_default();
        let (data, begun) = (fields.text("data"), moment(fields, "begun"));
        let mode = if fields.optional("game").is_some() { Mode::Game } else { Mode::Reading };
        let (title, kind) = (fields.text(if mode == Mode::Game { "game" } else { "question" })?, text("kind"));
        Some(RawHeader {
            mode,
            id: fields.text("id")?,
            branch: branch(fields)?,
            kind,
            data: data?,
            title,
            querent: text("querent"),
            category: text("category"),
            board: if is_of_other_game(fields) { String::new() } else { fields.text("board")? },
            angle: text("angle"),
            force: text("force"),
            begun: begun?,
            procedure: text("procedure"),
            players: identity::distinct_players(fields),
            is_quiet: flag("quiet"),
            is_automatic: flag("automatic"),
        })
    }
}

pub(super) fn heading(fields: &TomlTable<'_>, correspondences: &Correspondences) -> Option<Heading> {
    let begun = moment(fields, "begun");
    let zone = fields.optional("zone").and_then(|item| item.text());
    let subject = match fields.optional("game") {
        Some(_) => game(fields, correspondences),
        None => reading(fields, correspondences),
    };
    let automatic = fields.boolean("automatic");
    let players = fields.table("seats", |seats| {
        let [air, water, fire, earth] = Army::ALL.map(|army| seats.text(army.name()));
        Some(vec![air?, water?, fire?, earth?])
    });
    let throws = match fields.optional("choice") {
        None => Some(Vec::new()),
        Some(item) => item.list(|choice| {
            choice.table(|choice| {
                let throws = choice.required("throws").and_then(|item| {
                    let throws = item.list(dice_throw)?;
                    // Nobody chooses without having thrown.
                    if throws.is_empty() {
                        item.error("`throws` is empty", "one throw or more, such as [[4, 2]]");
                        return None;
                    }
                    Some(throws)
                });
                let (player, army) = (choice.text("player"), choice.parse("army", ARMY));
                Some(SeatThrow { player: player?, throws: throws?, army: army? })
            })
        }),
    };
    let seats = Seats { players: players?, throws: throws? };
    let branch = branch(fields)?;
    Some(Heading { game: subject?.into(), begun: begun?, zone, seats, automatic: automatic?, branch })
}

/// A throw for an army: a list of dice.
fn dice_throw(item: &TomlValue<'_>) -> Option<DiceThrow> {
    let dice = item.list(|item| item.integer(1..=6u8).and_then(Throw::new))?;
    DiceThrow::new(dice).or_else(|| item.wrong("one to six dice, such as [4, 2]"))
}

/// Where a branch leaves its parent, if the journal is one.
#[allow(clippy::option_option, reason = "the outer one is that of an error, as everywhere here")]
fn branch(fields: &TomlTable<'_>) -> Option<Option<Branch>> {
    let expected = "such as \"turn 79 with Nh5f4, of ae41238de6754989, after 0123456789abcdef\"";
    fields.optional("branch").map_or(Some(None), |item| item.parse(expected).map(Some))
}

/// A timestamp, under a key.
pub(super) fn moment(fields: &TomlTable<'_>, key: &str) -> Option<Timestamp> {
    let expected = "a date and time with offset, such as 2026-11-21T14:05:00+01:00";
    fields.required(key)?.parse_with(expected, |text| DateTime::parse_from_rfc3339(text).ok())
}

/// The expected name of an army.
const ARMY: &str = "one of Air, Water, Fire, Earth";

fn reading(fields: &TomlTable<'_>, correspondences: &Correspondences) -> Option<Subject> {
    let is_quiet = fields.optional("quiet").is_some_and(|item| item.boolean() == Some(true));
    for key in ["question", "querent", "board", "angle", "force", "array", "ruleset", "procedure", "dice", "die"] {
        let _ = (key != "force" || !is_quiet).then(|| fields.required(key));
    }
    let force = is_quiet.then(|| {
        let board = fields.optional("board")?.text()?.parse().ok()?;
        Some(correspondences.square(board, fields.parse("ptah", "a square from a1 to h8")?).force)
    });
    // The house is only written for people; it follows from the force.
    let draft = QuestionDraft::from_fields(fields, force.flatten(), correspondences)?;
    // Without the key it is the default, whatever the catalogue says of the category by now.
    let kind = question_kind(fields, "question_kind").unwrap_or_default();
    let draft = QuestionDraft { kind: Some(kind), ..draft };
    let question = draft.resolve(correspondences).ok()?;
    let facts = [
        ("ptah", question.ptah.to_string(), "the square of the force in the angle"),
        ("army", question.army().to_string(), "the army of the angle"),
        ("start", question.start().to_string(), "the starting position of the array"),
    ];
    for (key, right, what) in facts {
        if let Some(item) = fields.required(key)
            && let Some(text) = item.text()
            && text != right
        {
            item.error(format!("`{key}` is {text}"), format!("{right}, {what}"));
        }
    }
    Some(Subject::Reading(Box::new(question), draft.die?))
}

fn game(fields: &TomlTable<'_>, correspondences: &Correspondences) -> Option<Subject> {
    let title = fields.text("game");
    let board = fields.parse("board", ARMY);
    let array: Option<Array> =
        fields.optional("array").and_then(|item| item.parse("an array, such as \"Water of Air & Water\""));
    if let (Some(array), Some(board), Some(item)) = (array, board, fields.optional("array"))
        && !array.belongs_to(board)
    {
        item.error(
            format!("{array} is not an array of the {board} board"),
            "an array of the board; enochian board --arrays lists them",
        );
    }
    let start = fields.required("start").and_then(|item| {
        let start: Result<Position, _> = item.text()?.parse();
        start.map_err(|error| item.error(error.to_string(), "the position text in which the game began")).ok()
    });
    let ruleset = fields.required("ruleset").and_then(|item| {
        let found = correspondences.ruleset(&item.text()?).cloned();
        found.map_err(|unknown| item.error(unknown.to_string(), "the name of a ruleset")).ok()
    });
    let source = fields.optional("source").and_then(|item| item.text());
    let seed = fields.optional("seed").and_then(|item| item.integer(0..=i64::MAX)).map(|seed| seed as u64);
    let (title, board, start, ruleset) = (title?, board?, start?, ruleset?);
    Some(Subject::Game(Box::new(GameSettings { title, board, array, start, ruleset, source, seed })))
}
