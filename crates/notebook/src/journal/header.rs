//! The header of a journal: what is fixed before the first turn, as lines of TOML between two lines of `+++`.
//!
//! Each of its facts is one line, indented by four spaces so that every Markdown viewer shows them as a block. What follows from
//! another fact is not among them. Any other line there is a person's, as everywhere.

use std::io;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::chess::{Army, Array, Board, Mode, ParsePositionError, Position, Square};
use crate::correspondences::Correspondences;
use crate::games::{GameKind, GameOptions, Referee, unrefereed};
use crate::input::{Diagnostic, Diagnostics, Source, unmarked};
use crate::reading::{Draft, QuestionDraft, QuestionKind, Throw};
use crate::record::{DiceThrow, Game, GameSettings, Heading, OtherGame, SeatThrow, Seats, Subject};

use super::line::{Grammar, Seals, is_annotation, read_time, time};

/// The number of the format of journals.
pub const FORMAT: u8 = 1;

/// The line that opens and closes the header.
pub(super) const FENCE: &str = "+++";

/// What stands before each fact of the header.
const INDENT: &str = "    ";

/// The kind of a reading; a game has that of its rules.
const READING: &str = "reading";

/// The facts of a header. Keys that are not known here are left as they are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Header {
    format: u8,
    /// `reading`, or the kind of game: `enochian`, `three`.
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<String>,
    /// The name of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    question_kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) querent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) category: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    supposed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    term: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) quiet: bool,
    begun: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    zone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ptah: Option<String>,
    /// Of a game that begins from a later position.
    #[serde(skip_serializing_if = "Option::is_none")]
    array: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ruleset: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) procedure: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    die: Option<String>,
    /// Those that are not at their default.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    options: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) automatic: bool,
    /// Each seat with its player, in the order of play.
    seats: Vec<(String, String)>,
    /// Who threw what for an army: player, throws, army.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choice: Vec<(String, Vec<Vec<u8>>, String)>,
    start: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<String>,
    program: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this form")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// Writes an object as lines of TOML: JSON is TOML but for what stands around its keys.
struct TomlLines;

impl serde_json::ser::Formatter for TomlLines {
    fn begin_object<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        Ok(())
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        Ok(())
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, _: bool) -> io::Result<()> {
        writer.write_all(b"\n")
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b" = ")
    }

    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }
}

impl Header {
    /// The header of a record with this heading.
    pub(super) fn of(heading: &Heading) -> Header {
        let optional = |text: Option<&str>| text.map(str::to_owned);
        let mut header = Header {
            format: FORMAT,
            source: optional(heading.game.source()),
            begun: time(&heading.begun),
            zone: heading.zone.clone(),
            automatic: heading.automatic,
            choice: heading.seats.throws.iter().map(written_throw).collect(),
            branch: heading.branch.as_ref().map(ToString::to_string),
            program: concat!("enochian ", env!("CARGO_PKG_VERSION")).to_owned(),
            ..Header::default()
        };
        let players = heading.seats.players.iter().cloned();
        match &heading.game {
            Game::Enochian(subject) => {
                header.board = Some(subject.board().to_string());
                header.ruleset = Some(subject.ruleset().name.clone());
                header.start = subject.start().to_string();
                header.seats = Army::ALL.iter().map(ToString::to_string).zip(players).collect();
                match subject {
                    Subject::Reading(question, die) => {
                        header.kind = READING.to_owned();
                        header.question = Some(question.text.clone());
                        // Only written if it is not the default.
                        let kind = Some(question.kind).filter(|kind| *kind != QuestionKind::default());
                        header.question_kind = kind.map(|kind| kind.name().to_owned());
                        header.querent = Some(question.querent.clone());
                        header.category.clone_from(&question.category);
                        header.known.clone_from(&question.known);
                        header.supposed.clone_from(&question.supposed);
                        header.asked.clone_from(&question.asked);
                        header.term.clone_from(&question.term);
                        header.quiet = question.quiet;
                        header.ptah = Some(question.ptah.to_string());
                        header.direction = Some(question.direction.to_string());
                        header.procedure = Some(question.procedure.name.clone());
                        header.dice = Some(question.dice.name.clone());
                        header.die = Some(die.to_string());
                    }
                    Subject::Game(setting) => {
                        header.kind = GameKind::default().name().to_owned();
                        header.title = Some(setting.title.clone());
                        header.array =
                            setting.array.filter(|_| !setting.begins_with_the_opening()).map(|array| array.to_string());
                        header.seed = setting.seed;
                    }
                }
            }
            Game::Other(game) => {
                header.kind = game.referee.kind().name().to_owned();
                header.title = Some(game.title.clone());
                header.options = game.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
                header.seed = game.seed;
                header.start = game.start.text();
                header.seats = game.referee.seats().iter().map(|seat| seat.name.clone()).zip(players).collect();
            }
        }
        header
    }

    /// The lines of its facts.
    fn lines(&self) -> Vec<String> {
        let mut json = Vec::new();
        self.serialize(&mut serde_json::Serializer::with_formatter(&mut json, TomlLines))
            .expect("a header is plain data");
        // JSON leaves one control character as it is.
        let text = String::from_utf8_lossy(&json).replace('\u{7f}', "\\u007f");
        text.lines().skip(1).map(|line| format!("{INDENT}{}", line.replacen('"', "", 2))).collect()
    }

    /// The header with its two fences.
    pub(super) fn text(&self) -> String {
        format!("{FENCE}\n\n{}\n\n{FENCE}\n", self.lines().join("\n"))
    }

    /// Counts its facts as the first of a journal.
    pub(super) fn seals(&self) -> Seals {
        let mut seals = Seals::default();
        self.lines().iter().filter(|line| is_counted(line)).for_each(|line| seals.header(line));
        seals
    }

    /// Whether it is a reading or a game.
    pub(super) fn mode(&self) -> Mode {
        if self.kind == READING { Mode::Reading } else { Mode::Game }
    }

    /// The kind of game.
    pub(super) fn game(&self) -> &str {
        if self.kind == READING { GameKind::default().name() } else { &self.kind }
    }

    /// The question, or the name of the game.
    pub(super) fn title(&self) -> &str {
        self.question.as_deref().or(self.title.as_deref()).unwrap_or_default()
    }

    /// The players, each once.
    pub(super) fn players(&self) -> Vec<String> {
        let mut players: Vec<String> = Vec::new();
        for (_, player) in &self.seats {
            if !player.is_empty() && !players.contains(player) {
                players.push(player.clone());
            }
        }
        players
    }

    /// What the lines of its journal can be.
    pub(super) fn grammar(&self) -> Grammar {
        let seats =
            self.seats.iter().map(|(seat, _)| seat.clone()).chain(["Chance", "Nobody"].map(str::to_owned)).collect();
        let is_reading = self.kind == READING;
        Grammar { is_reading, has_sheet: is_reading || self.kind == GameKind::default().name(), seats }
    }

    /// The id of the reading or game, the same in every copy of its journal: a hash of what makes it the one it is.
    pub(super) fn id(&self) -> String {
        let Header { kind, begun, die, start, branch, .. } = self;
        let mut texts = vec![kind, self.title(), begun, start];
        texts.extend([die, branch].map(|text| text.as_deref().unwrap_or_default()));
        texts.extend(self.seats.iter().flat_map(|(seat, player)| [seat.as_str(), player.as_str()]));
        let seed = self.seed.map_or_else(String::new, |seed| seed.to_string());
        texts.push(&seed);
        hash(texts)
    }

    /// When it was begun, if that can be read.
    pub(super) fn begun(&self) -> Option<crate::record::Timestamp> {
        read_time(&self.begun)
    }

    /// Where the Ptah stands, if that can be read.
    pub(super) fn ptah(&self) -> Option<(Board, Square)> {
        Some((self.board.as_ref()?.parse().ok()?, self.ptah.as_ref()?.parse().ok()?))
    }

    /// Where it leaves another reading, if it is a branch of one.
    pub(super) fn branch(&self) -> Option<crate::record::Branch> {
        self.branch.as_ref()?.parse().ok()
    }
}

/// A short hash of texts and their order.
pub(super) fn hash<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    hasher.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn written_throw(seat: &SeatThrow) -> (String, Vec<Vec<u8>>, String) {
    let throw = |throw: &DiceThrow| throw.dice().iter().map(|die| die.number()).collect();
    (seat.player.clone(), seat.throws.iter().map(throw).collect(), seat.army.to_string())
}

/// A header that was found in a text.
#[derive(Debug)]
pub(super) struct FoundHeader<'s> {
    source: &'s Source,
    /// Where the lines between the fences are.
    range: Range<usize>,
    /// Where the body begins.
    pub(super) body: usize,
    /// The facts as TOML, with blanks in the place of everything else.
    facts: String,
    pub(super) header: Header,
    pub(super) seals: Seals,
    /// A person's lines, above the header and in it, by the bytes at which they begin.
    pub(super) own: Vec<Range<usize>>,
}

/// Whether a line is a fence; programs that put two texts together leave the mark of UTF-8 at the beginning of the second.
fn is_fence(line: &str) -> bool {
    line.trim_start_matches('\u{feff}').trim_end() == FENCE
}

/// The range of the lines between two fences, of which the first is followed by what every header has, and the last is the last before what the
/// program tells below the header; and where the text goes on. So a fence that a person wrote in between ends nothing.
pub(super) fn range(text: &str) -> Option<(Range<usize>, usize)> {
    let (mut open, mut close, mut is_header, mut at) = (None, None, false, text_start(text));
    for line in text[at..].split_inclusive('\n') {
        match open {
            Some(start) if is_fence(line) && is_header => close = Some((start..at, at + line.len())),
            // What stood above it was a person's.
            _ if is_fence(line) => open = Some(at + line.len()),
            _ if close.is_some() && is_annotation(line) => break,
            _ => {}
        }
        let key = line.trim_start().split('=').next().unwrap_or_default();
        is_header |=
            open.is_some() && line.contains('=') && ["format", "kind", "begun", "start"].contains(&key.trim_end());
        at += line.len();
    }
    close
}

/// Whether a text looks like that of a journal, whole or not: it has an open header.
pub(super) fn is_begun(text: &str) -> bool {
    unmarked(text).lines().any(is_fence)
}

/// Finds the header in the text of a journal.
///
/// # Errors
/// If there is none, it is of another format, or its facts cannot be read.
pub(super) fn find(source: &Source) -> Result<FoundHeader<'_>, Diagnostics> {
    let Some((range, body)) = range(&source.text) else { return Err(missing(source)) };
    if range.len() as u64 > Source::TOML_LIMIT {
        let problem = format!("the header is {} bytes long", range.len());
        let expected = format!("at most {} bytes; put longer texts below the header", Source::TOML_LIMIT);
        return Err(Diagnostics::of(source, vec![source.error(0..0, problem, expected)]));
    }
    let (mut facts, mut own, mut seals) = (String::new(), Vec::new(), Seals::default());
    let mut at = text_start(&source.text);
    for line in source.text[at..range.end].split_inclusive('\n') {
        let is_inside = at >= range.start;
        let content = line.trim_end();
        let is_fact =
            is_inside && content.starts_with(INDENT) && content.contains('=') && content.parse::<toml::Table>().is_ok();
        if is_fact {
            if is_counted(content) {
                seals.header(content);
            }
            facts.push_str(line);
        } else if is_inside {
            facts.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        }
        let is_opening = is_fence(line) && at + line.len() == range.start;
        if !(is_fact || content.trim().is_empty() || is_opening) {
            own.push(at..at + content.len());
        }
        at += line.len();
    }
    let problem = |error: toml::de::Error| {
        let span = error.span().map_or(0..0, |span| range.start + span.start..range.start + span.end);
        let error = source.error(span, format!("the header cannot be read: {}", error.message()), "");
        Diagnostics::of(source, vec![error])
    };
    let header: Header = toml::from_str(&facts).map_err(problem)?;
    let found = FoundHeader { source, range, body, facts, header, seals, own };
    if found.header.format == 0 {
        let expected = format!("a line of four spaces and format = {FORMAT}");
        return Err(Diagnostics::of(source, vec![found.error("format", "`format` is missing", expected)]));
    }
    if found.header.format != FORMAT {
        let problem =
            format!("this journal has format {}, which this version of enochian cannot read", found.header.format);
        return Err(Diagnostics::of(source, vec![found.error("format", problem, format!("format = {FORMAT}"))]));
    }
    if found.header.begun().is_none() {
        let expected = "a date and time with offset, such as \"2026-11-21 14:05:00+01:00\"";
        let problem = if found.header.begun.is_empty() { "`begun` is missing" } else { "this is not a date and time" };
        return Err(Diagnostics::of(source, vec![found.error("begun", problem, expected)]));
    }
    Ok(found)
}

/// Whether a line of the header is one on which something depends; which program wrote it is not.
fn is_counted(line: &str) -> bool {
    !line.trim_start().starts_with("program ")
}

fn text_start(text: &str) -> usize {
    text.len() - unmarked(text).len()
}

/// The error for a file without a whole header.
fn missing(source: &Source) -> Diagnostics {
    let (problem, expected) = if source.text.trim().is_empty() {
        ("this file is empty", "a journal; restore it from a backup, or remove it")
    } else {
        (
            "this file has no header of a journal",
            "a line +++, the header, and another line +++; if the file was truncated, restore it from a backup",
        )
    };
    Diagnostics::of(source, vec![source.error(0..0, problem, expected)])
}

/// A value of the header that is not one.
type Fault = (&'static str, String, String);

fn fault<T>(key: &'static str, problem: impl Into<String>, expected: impl Into<String>) -> Result<T, Vec<Fault>> {
    Err(vec![(key, problem.into(), expected.into())])
}

/// Parses the text under a key, which must be there.
fn parsed<T: std::str::FromStr>(key: &'static str, text: Option<&String>, expected: &str) -> Result<T, Vec<Fault>> {
    match text {
        None => fault(key, format!("`{key}` is missing"), expected),
        Some(text) => text.parse().or_else(|_| fault(key, format!("`{key}` cannot be {text:?}"), expected)),
    }
}

/// The expected name of an element.
const ELEMENT: &str = "one of Air, Water, Fire, Earth";

impl FoundHeader<'_> {
    /// An error at the line of a key, or at the beginning of the header.
    pub(super) fn error(&self, key: &str, problem: impl Into<String>, expected: impl Into<String>) -> Diagnostic {
        let mut at = self.range.start;
        for line in self.facts.split_inclusive('\n') {
            if line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('=')) {
                return self.source.error(at + INDENT.len()..at + line.trim_end().len(), problem, expected);
            }
            at += line.len();
        }
        // The line may be there, and not be one of TOML.
        let is_at = |text: &str| text.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
        let inside = self.own.iter().filter(|span| span.start >= self.range.start);
        if let Some(span) = inside.into_iter().find(|span| is_at(self.source.text[(*span).clone()].trim_start())) {
            let expected = "four spaces, the key, an equals sign and its value, on one line; a text between quotation marks, and a \
                            backslash before each of these in it";
            return self.source.error(span.clone(), "this line of the header cannot be read", expected);
        }
        self.source.error(self.range.start..self.range.start, problem, expected)
    }

    /// The heading of the record.
    ///
    /// # Errors
    /// All values that are missing, or do not go with the others.
    pub(super) fn heading(&self, correspondences: &Correspondences) -> Result<Heading, Diagnostics> {
        let read = || {
            let header = &self.header;
            let (names, players): (Vec<String>, Vec<String>) = header.seats.iter().cloned().unzip();
            let game: Game = match header.kind.as_str() {
                READING => self.reading(correspondences)?.into(),
                kind if kind == GameKind::default().name() => self.game(correspondences)?.into(),
                kind => match kind.parse::<GameKind>() {
                    Ok(kind) => self.other(kind, &names)?.into(),
                    Err(_) => {
                        return fault(
                            "kind",
                            format!("there is no kind of journal {kind:?}"),
                            "reading, enochian, three, free, team, gods, faith or other",
                        );
                    }
                },
            };
            let right: Vec<&str> = match &game {
                Game::Enochian(_) => Army::ALL.iter().map(|army| army.name()).collect(),
                Game::Other(game) => game.referee.seats().iter().map(|seat| seat.name.as_str()).collect(),
            };
            if names != right {
                return fault("seats", "these are not the seats of the game", right.join(", "));
            }
            let branch = match &header.branch {
                Some(text) => match text.parse::<crate::record::Branch>() {
                    Ok(branch) => Some(branch),
                    Err(error) => {
                        return fault("branch", "this is not a branch", error.to_string().replace("expected ", ""));
                    }
                },
                None => None,
            };
            let throws = header.choice.iter().map(read_throw).collect::<Option<_>>();
            let Some(throws) = throws else {
                return fault(
                    "choice",
                    "this is not a choice of an army",
                    "player, throws and army: [\"Anna\", [[4, 2]], \"Air\"]",
                );
            };
            Ok(Heading {
                game,
                begun: header.begun().unwrap_or_default(),
                zone: header.zone.clone(),
                seats: Seats { players, throws },
                automatic: header.automatic,
                branch,
            })
        };
        read().map_err(|faults| {
            let errors = faults.into_iter().map(|(key, problem, expected)| self.error(key, problem, expected));
            Diagnostics::of(self.source, errors.collect())
        })
    }

    fn start<T>(&self, read: impl FnOnce(&str) -> Result<T, String>) -> Result<T, Vec<Fault>> {
        read(&self.header.start).or_else(|problem| fault("start", problem, "the position text in which the game began"))
    }

    fn reading(&self, correspondences: &Correspondences) -> Result<Subject, Vec<Fault>> {
        let header = &self.header;
        let board: Board = parsed("board", header.board.as_ref(), ELEMENT)?;
        let ptah: Square = parsed("ptah", header.ptah.as_ref(), "a square from a1 to h8")?;
        for (key, value) in [
            ("question", &header.question),
            ("querent", &header.querent),
            ("ruleset", &header.ruleset),
            ("procedure", &header.procedure),
            ("dice", &header.dice),
            ("die", &header.die),
        ] {
            parsed::<String>(key, value.as_ref(), "its value, as the program wrote it")?;
        }
        // What the Ptah stands on says which angle and sign it is.
        let place = correspondences.square(board, ptah);
        let mut draft =
            QuestionDraft { angle: Some(place.angle), force: Some(place.force), ..QuestionDraft::default() };
        let facts: toml::Table = self.facts.parse().unwrap_or_default();
        for key in QuestionDraft::KEYS.iter().filter(|key| !["kind", "angle", "force", "array"].contains(&key.name)) {
            if let Some(value) = facts.get(key.name)
                && let Err(expected) = (key.slot.put)(&mut draft, value, correspondences)
            {
                return fault(key.name, format!("`{}` cannot be {value}", key.name), expected);
            }
        }
        draft.kind = match &header.question_kind {
            None => Some(QuestionKind::default()),
            Some(name) => match QuestionKind::ALL.into_iter().find(|kind| kind.name() == name) {
                None => {
                    return fault(
                        "question_kind",
                        format!("there is no kind of question {name:?}"),
                        QuestionKind::ALL.map(|kind| kind.name()).join(", "),
                    );
                }
                kind => kind,
            },
        };
        let question = |array: Array| {
            let question = QuestionDraft { array: Some(array), ..draft.clone() }.resolve(correspondences);
            question
                .map_err(|errors| errors.into_iter().map(|it| (it.key, it.problem, it.remedy)).collect::<Vec<Fault>>())
        };
        // The array is that of the start.
        for array in Array::all().into_iter().filter(|array| array.belongs_to(board)) {
            let question = question(array)?;
            if question.start().to_string() == header.start {
                return Ok(Subject::Reading(
                    Box::new(question),
                    draft.die.unwrap_or(crate::reading::DieThrower::ByHand),
                ));
            }
        }
        fault("start", "this is not the start of an array of the board", "the position text in which the reading began")
    }

    fn game(&self, correspondences: &Correspondences) -> Result<Subject, Vec<Fault>> {
        let header = &self.header;
        let title = parsed("title", header.title.as_ref(), "the name of the game")?;
        let board: Board = parsed("board", header.board.as_ref(), ELEMENT)?;
        let ruleset: String = parsed("ruleset", header.ruleset.as_ref(), "the name of a ruleset")?;
        let ruleset = correspondences
            .ruleset(&ruleset)
            .cloned()
            .or_else(|unknown| fault("ruleset", unknown.to_string(), "the name of a ruleset"))?;
        let start: Position = self.start(|text| text.parse().map_err(|error: ParsePositionError| error.to_string()))?;
        let is_start = |array: &Array| Position::start(*array, start.turn(), start.direction()) == start;
        let array = match &header.array {
            Some(_) => {
                let array: Array =
                    parsed("array", header.array.as_ref(), "an array, such as \"Water of Air & Water\"")?;
                if !array.belongs_to(board) {
                    let expected = "an array of the board; enochian board --arrays lists them";
                    return fault("array", format!("{array} is not an array of the {board} board"), expected);
                }
                Some(array)
            }
            None => Array::all().into_iter().filter(|array| array.belongs_to(board)).find(is_start),
        };
        let (source, seed) = (header.source.clone(), header.seed);
        Ok(Subject::Game(Box::new(GameSettings { title, board, array, start, ruleset, source, seed })))
    }

    fn other(&self, kind: GameKind, names: &[String]) -> Result<OtherGame, Vec<Fault>> {
        let header = &self.header;
        let title = parsed("title", header.title.as_ref(), "the name of the game")?;
        let mut chosen = Vec::new();
        for option in &header.options {
            match option.split_once('=') {
                Some(option) => chosen.push(option),
                None => return fault("options", "this is not an option", "a name and a value, such as cards=on"),
            }
        }
        let made: Result<(Referee, GameOptions), _> = if kind.is_refereed() {
            GameOptions::new(chosen, kind.options()).and_then(|options| Ok((kind.referee(&options)?, options)))
        } else {
            unrefereed(names).map(|referee| (referee, GameOptions::default()))
        };
        let key = if kind.is_refereed() { "options" } else { "seats" };
        let (referee, options) = made.or_else(|error| fault(key, error.problem, error.expected))?;
        let start = self.start(|text| referee.read(text).map_err(|error| error.problem))?;
        Ok(OtherGame { title, referee, options, start, source: header.source.clone(), seed: header.seed })
    }
}

fn read_throw((player, throws, army): &(String, Vec<Vec<u8>>, String)) -> Option<SeatThrow> {
    let dice = |dice: &Vec<u8>| DiceThrow::new(dice.iter().map(|die| Throw::new(*die)).collect::<Option<_>>()?);
    let throws: Vec<DiceThrow> = throws.iter().map(dice).collect::<Option<_>>()?;
    // Nobody chooses without having thrown.
    (!throws.is_empty()).then_some(())?;
    Some(SeatThrow { player: player.clone(), throws, army: army.parse().ok()? })
}

impl<'s> FoundHeader<'s> {
    /// The text in which it stands.
    pub(super) fn source(&self) -> &'s Source {
        self.source
    }

    /// What a person wrote among the facts of the header, which are not read.
    pub(super) fn warnings(&self) -> Vec<Diagnostic> {
        let inside = self.own.iter().filter(|span| span.start >= self.range.start);
        let expected = "a fact on one line, indented by four spaces; or nothing, if it is yours";
        inside.map(|span| self.source.error(span.clone(), "this line of the header is not read", expected)).collect()
    }
}
