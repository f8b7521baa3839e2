//! Finding the header in the text of a journal, and reading it back to the heading of a record.

use std::ops::Range;

use crate::chess::{Array, Board, ParsePositionError, Position, Square};
use crate::correspondences::Correspondences;
use crate::games::{GameKind, GameOptions, Referee, unrefereed};
use crate::input::{Diagnostic, Diagnostics, Source, unmarked};
use crate::reading::{DieThrower, Draft, QuestionDraft, QuestionKind, Throw};
use crate::record::{Branch, DiceThrow, Game, GameSettings, Heading, OtherGame, SeatThrow, Seats, Subject};

use super::header::{FENCE, FORMAT, Header, INDENT, READING, is_counted};
use super::line::{Seals, is_annotation};

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

/// The range of the lines between two fences, and where the text goes on. The first fence is followed by what every header has, and
/// the last is the last before what the program tells below the header; so a fence that a person wrote in between ends nothing.
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
        is_header |= open.is_some() && line.contains('=') && FOUND_BY.contains(&key.trim_end());
        at += line.len();
    }
    close
}

/// Whether a text looks like that of a journal, whole or not: it has an open header.
pub(super) fn is_begun(text: &str) -> bool {
    unmarked(text).lines().any(is_fence) && !is_of_another_program(text)
}

/// Whether a text begins like a page of another program, which has its own keys between the fences: Hugo has `title = "…"` there. The
/// facts of a journal are indented.
pub(super) fn is_of_another_program(text: &str) -> bool {
    let mut lines = unmarked(text).lines().skip_while(|line| !is_fence(line)).skip(1);
    let first = lines.find(|line| !line.trim().is_empty()).unwrap_or_default();
    let key = first.split('=').next().unwrap_or_default().trim_end();
    first.contains('=') && !first.starts_with(char::is_whitespace) && !FOUND_BY.contains(&key)
}

/// The keys by which a header is found, indented or not.
const FOUND_BY: [&str; 4] = ["format", "kind", "begun", "start"];

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
            let right: Vec<&str> = game.seats().iter().map(|seat| seat.name.as_str()).collect();
            if names != right {
                return fault("seats", "these are not the seats of the game", right.join(", "));
            }
            let branch = match &header.branch {
                Some(text) => match text.parse::<Branch>() {
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
                return Ok(Subject::Reading(Box::new(question), draft.die.unwrap_or(DieThrower::ByHand)));
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
                    let expected = "an array of the board; enochian board arrays lists them";
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
