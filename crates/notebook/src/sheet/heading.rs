//! The heading of a sheet.

use chrono::DateTime;

use crate::chess::{Angle, Army, Array, Board, Direction, ELEMENT_NAMES, Mode, Position, Square};
use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Source, Words, alternatives, did_you_mean, nearest, quoted};
use crate::reading::{DieThrower, Draft, DraftKey, QuestionDraft, QuestionKind};
use crate::record::{DiceThrow, EnochianRecord, GameSettings, Heading, SeatThrow, Seats, Subject, Timestamp};

use super::tokens::SheetSpan;

/// The keys of a heading that are not also those of a question.
const KEYS: [&str; 21] = [
    "title",
    "begun",
    "zone",
    "board",
    "array",
    "first",
    "start",
    "columns",
    "mode",
    "ptah",
    "seed",
    "automatic",
    "branch",
    "air",
    "water",
    "fire",
    "earth",
    "choice",
    "as-played",
    "plies",
    "final",
];

/// The keys of a question file that a sheet has too.
const OF_QUESTION: [&str; 15] = [
    "question",
    "kind",
    "querent",
    "category",
    "known",
    "supposed",
    "asked",
    "term",
    "quiet",
    "source",
    "direction",
    "ruleset",
    "procedure",
    "dice",
    "die",
];

/// Those of them that games have too.
const OF_ALL: [&str; 3] = ["source", "direction", "ruleset"];

/// The keys of a question file that a sheet has too.
fn of_question() -> impl Iterator<Item = &'static DraftKey<QuestionDraft>> {
    OF_QUESTION.iter().filter_map(|name| QuestionDraft::key(name))
}

/// The armies of the columns, in the order of play, starting with the one that moves first.
pub(super) fn columns(start: &Position) -> [Army; 4] {
    let next = |army: Army| army.next(start.direction());
    let first = start.turn();
    [first, next(first), next(next(first)), next(next(next(first)))]
}

/// A text as written on a line: in quotation marks if spaces or quotation marks at its edges would be lost.
pub(super) fn quoted_if_needed(text: &str) -> String {
    let plain = text.trim() == text && !text.starts_with('"') && !text.contains('\n') && !text.is_empty();
    let escaped = || text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    if plain { text.to_owned() } else { format!("\"{}\"", escaped()) }
}

/// The text written by [`quoted_if_needed`].
pub(super) fn unquoted(text: &str) -> String {
    let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else { return text.to_owned() };
    let mut out = String::new();
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        let mut escaped = || letters.next().map(|letter| if letter == 'n' { '\n' } else { letter });
        out.extend(if letter == '\\' { escaped() } else { Some(letter) });
    }
    out
}

/// The heading of a record as lines.
pub(super) fn write(record: EnochianRecord<'_>) -> String {
    let heading = record.heading();
    let subject = record.subject();
    let mut text = String::new();
    let mut line = |key: &str, value: &str| text.push_str(&format!("{key}: {value}\n"));
    let start = subject.start();
    match subject {
        Subject::Reading(question, die) => {
            let draft = QuestionDraft { die: Some(*die), ..QuestionDraft::from(&**question) };
            let is_said = |name: &str| name != "kind" || question.kind != QuestionKind::default();
            for key in of_question().filter(|key| is_said(key.name)) {
                key.text(&draft).iter().for_each(|value| line(key.name, &quoted_if_needed(value)));
            }
            line("ptah", &question.ptah.to_string());
        }
        Subject::Game(setting) => {
            line("title", &quoted_if_needed(&setting.title));
            setting.source.iter().for_each(|source| line("source", &quoted_if_needed(source)));
            line("ruleset", &setting.ruleset.name);
            if setting.begins_with_the_opening() {
                line("direction", &start.direction().to_string());
            }
            setting.seed.iter().for_each(|seed| line("seed", &seed.to_string()));
        }
    }
    line("begun", &heading.begun.to_rfc3339());
    heading.zone.iter().for_each(|zone| line("zone", &quoted_if_needed(zone)));
    line("board", &lower(subject.board().name()));
    subject.array().iter().for_each(|array| line("array", &array_name(*array, subject.board())));
    if subject.setting().is_none_or(GameSettings::begins_with_the_opening) {
        line("first", &lower(start.turn().name()));
    } else {
        line("start", &start.to_string());
    }
    line("columns", &columns(&start).map(|army| lower(army.name())).join(" "));
    line("mode", subject.mode().name());
    if heading.automatic {
        line("automatic", "yes");
    }
    heading.branch.iter().for_each(|branch| line("branch", &branch.to_string()));
    for army in Army::ALL {
        line(&lower(army.name()), &quoted_if_needed(heading.seats.player(army)));
    }
    for seat in &heading.seats.throws {
        let throws: Vec<String> = seat.throws.iter().map(DiceThrow::sum_text).collect();
        line("choice", &format!("{} {} {}", lower(seat.army.name()), throws.join(","), quoted_if_needed(&seat.player)));
    }
    if record.turns().iter().any(|turn| turn.irregular.is_some()) {
        line("as-played", "yes");
    }
    line("plies", &record.turns().len().to_string());
    line("final", &record.position().to_string());
    text
}

/// The names of elements are written in lower case.
fn lower(name: &str) -> String {
    name.to_lowercase()
}

/// An array by its angle if it belongs to the board; in unusual games it may not.
fn array_name(array: Array, board: Board) -> String {
    let angle = array.angle();
    if Array::of(angle, board) == array { lower(angle.name()) } else { array.to_string() }
}

/// The heading of a sheet being read, with all its errors.
pub(super) struct SheetHeading<'s> {
    source: &'s Source,
    values: Vec<(SheetSpan, SheetSpan)>,
    errors: Vec<Diagnostic>,
}

impl<'s> SheetHeading<'s> {
    /// Collects the lines; unknown and duplicate keys are errors.
    pub(super) fn new(source: &'s Source, values: Vec<(SheetSpan, SheetSpan)>) -> SheetHeading<'s> {
        let mut heading = SheetHeading { source, values: Vec::new(), errors: Vec::new() };
        for (key, value) in values {
            let name = key.text.to_lowercase();
            let mut known = KEYS.into_iter().chain(OF_QUESTION);
            if !known.clone().any(|known| known == name) {
                // With many unknown keys, suggestions would not help.
                let near = if heading.errors.len() < 100 { nearest(&name, &mut known) } else { None };
                let expected = near.map_or("a key listed in docs/JOURNAL.md".to_owned(), did_you_mean);
                heading.error(&key, format!("unknown key {}", quoted(&key.text)), expected);
            } else if name != "choice" && heading.get(&name).is_some() {
                heading.error(&key, format!("duplicate key `{name}`"), "one line with this key");
            } else if value.text.is_empty() {
                heading.error(&key, format!("`{name}` is empty"), "a value on the same line");
            } else if let Err(error) = Words::LINE.check(&value.text) {
                heading.error(&key, format!("the value of `{name}` {error}"), "a value on the same line");
            } else {
                heading.values.push((SheetSpan { text: name, ..key }, value));
            }
        }
        heading
    }

    pub(super) fn error(&mut self, part: &SheetSpan, problem: impl Into<String>, expected: impl Into<String>) {
        self.errors.push(part.error(problem, expected));
    }

    pub(super) fn into_errors(self) -> Vec<Diagnostic> {
        self.errors
    }

    pub(super) fn get(&self, key: &str) -> Option<SheetSpan> {
        self.values.iter().find(|(name, _)| name.text == key).map(|(_, value)| value.clone())
    }

    /// All values of a key that may occur several times.
    fn all(&self, key: &str) -> Vec<SheetSpan> {
        self.values.iter().filter(|(name, _)| name.text == key).map(|(_, value)| value.clone()).collect()
    }

    fn text(&self, key: &str) -> Option<String> {
        self.get(key).map(|part| unquoted(&part.text))
    }

    /// A value, or the default if the key is missing. `None` if it is invalid.
    fn read<T>(&mut self, key: &str, default: T, expected: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let Some(part) = self.get(key) else { return Some(default) };
        let found = read(&part.text);
        if found.is_none() {
            self.error(&part, format!("`{key}` is {}", quoted(&part.text)), expected);
        }
        found
    }

    fn yes(&mut self, key: &str) -> bool {
        let read = |text: &str| [("yes", true), ("no", false)].into_iter().find(|(word, _)| *word == text);
        self.read(key, ("no", false), "yes or no", read).is_some_and(|(_, yes)| yes)
    }

    fn missing(&mut self, key: &str, expected: &str) {
        self.errors.push(self.source.error(0..0, format!("missing key `{key}`"), expected));
    }

    /// Whether the sheet asks for irregular moves to be kept.
    pub(super) fn as_played(&mut self) -> bool {
        self.yes("as-played")
    }

    /// The number of plies and the final position, if the sheet has them.
    pub(super) fn end(&self) -> [Option<SheetSpan>; 2] {
        [self.get("plies"), self.get("final")]
    }

    /// The columns of the rounds.
    pub(super) fn columns(&mut self, start: &Position) -> Vec<Army> {
        let expected = "the four armies in the order of the columns, such as air water fire earth";
        let read = |text: &str| -> Option<Vec<Army>> {
            let armies: Vec<Army> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
            let once = Army::ALL.iter().all(|army| armies.iter().filter(|other| *other == army).count() == 1);
            once.then_some(armies)
        };
        self.read("columns", columns(start).to_vec(), expected, read).unwrap_or_default()
    }

    /// The heading; for whatever the sheet leaves out, the default.
    pub(super) fn heading(&mut self, now: Timestamp, correspondences: &Correspondences) -> Option<Heading> {
        let mode = self.read("mode", Mode::Game, "game or reading", |text| text.parse().ok());
        let moment = |text: &str| DateTime::parse_from_rfc3339(text).ok();
        let begun = self.read("begun", now, "a moment with its offset, such as 2026-11-21T14:05:00+01:00", moment);
        if self.get("board").is_none() {
            self.missing("board", "a line such as board: air");
        }
        let board = self.read("board", Board::Air, ELEMENT_NAMES, |text| text.parse().ok());
        let subject = match (mode, board) {
            (Some(Mode::Reading), Some(board)) => self.reading(board, correspondences),
            (Some(Mode::Game), Some(board)) => self.game(board, correspondences),
            _ => None,
        };
        let seats = self.seats();
        let automatic = self.yes("automatic");
        let branch = self.read(
            "branch",
            None,
            "such as turn 79 with Nh5f4, of ae41238de6754989, after 0123456789abcdef",
            |text| text.parse().ok().map(Some),
        );
        let (begun, branch) = (begun?, branch?);
        Some(Heading { game: subject?.into(), begun, zone: self.text("zone"), seats, automatic, branch })
    }

    fn array(&mut self, board: Board) -> Option<Option<Array>> {
        let four = Angle::ALL.map(|angle| Array::of(angle, board).to_string());
        let expected = format!("an angle, or an array of the board: {}", four.join(", "));
        self.read("array", None, &expected, |text| {
            let array = match text.parse() {
                Ok(angle) => Array::of(angle, board),
                Err(_) => text.parse().ok()?,
            };
            Some(Some(array)).filter(|_| array.belongs_to(board))
        })
    }

    fn direction(&mut self) -> Option<Direction> {
        let both = [Direction::Deosil, Direction::Widdershins];
        self.read("direction", Direction::Deosil, "deosil or widdershins", |text| {
            both.into_iter().find(|direction| direction.to_string() == text)
        })
    }

    fn seed(&mut self) -> Option<Option<u64>> {
        let expected = format!("a whole number from 0 to {}", i64::MAX);
        self.read("seed", None, &expected, |text| {
            text.parse().ok().filter(|seed| i64::try_from(*seed).is_ok()).map(Some)
        })
    }

    fn game(&mut self, board: Board, correspondences: &Correspondences) -> Option<Subject> {
        for key in OF_QUESTION.into_iter().filter(|name| !OF_ALL.contains(name)).chain(["ptah"]) {
            if let Some(part) = self.get(key) {
                self.error(&part, format!("`{key}` is only for a reading"), "mode: reading, or no such line");
            }
        }
        let (array, direction, seed) = (self.array(board), self.direction(), self.seed());
        let first = self.read("first", board.first(), ELEMENT_NAMES, |text| text.parse().ok());
        let start = self.get("start").map(|part| (part.text.parse::<Position>(), part));
        let ruleset = match self.get("ruleset") {
            None => correspondences.rulesets().first(),
            Some(part) => match correspondences.ruleset(&part.text) {
                Ok(ruleset) => Some(ruleset),
                Err(unknown) => {
                    let problem = format!("unknown {} {}", unknown.kind, quoted(&unknown.name));
                    self.error(&part, problem, alternatives(unknown.known.iter().map(String::as_str)));
                    None
                }
            },
        };
        let title = self.text("title").or_else(|| self.text("source"));
        let mut setting = match (start, array?) {
            (Some((Ok(start), _)), array) => {
                let title = title.unwrap_or_else(|| "A recorded game".to_owned());
                GameSettings { title, board, array, start, ruleset: ruleset?.clone(), source: None, seed: None }
            }
            (Some((Err(error), part)), _) => {
                self.error(&part, error.to_string(), "a position text");
                return None;
            }
            (None, Some(array)) => {
                let title = title.unwrap_or_else(|| format!("A game from {array}"));
                GameSettings::opening(title, board, array, first?, direction?, ruleset?)
            }
            (None, None) => {
                self.missing("array", "array: with an angle of the board, or start: with a position text");
                return None;
            }
        };
        setting.source = self.text("source");
        setting.seed = seed?;
        Some(Subject::Game(Box::new(setting)))
    }

    fn reading(&mut self, board: Board, correspondences: &Correspondences) -> Option<Subject> {
        for key in ["title", "start", "seed"] {
            if let Some(part) = self.get(key) {
                self.error(&part, format!("`{key}` is only for a game"), "mode: game, or no such line");
            }
        }
        let array = self.array(board);
        if self.get("ptah").is_none() {
            self.missing("ptah", "the square of the question, such as ptah: f5");
        }
        let ptah: Option<Square> =
            self.read("ptah", None, "a square from a1 to h8", |text| text.parse().ok().map(Some))?;
        let ptah = ptah?;
        let querent = ptah.angle().army();
        let first = self.read("first", querent, ELEMENT_NAMES, |text| text.parse().ok());
        if let (Some(first), Some(part)) = (first.filter(|first| *first != querent), self.get("first")) {
            let problem = format!("{first} cannot move first: a reading begins with the querent's army");
            self.error(&part, problem, querent.to_string());
        }
        let mut draft = QuestionDraft {
            text: self.text("source").or(Some("A recorded reading".to_owned())),
            kind: Some(QuestionKind::default()),
            board: Some(board),
            angle: Some(ptah.angle()),
            force: Some(correspondences.square(board, ptah).force),
            array: array?,
            ..QuestionDraft::default()
        };
        for key in of_question() {
            let Some(part) = self.get(key.name) else { continue };
            if let Err(expected) = (key.slot.put)(&mut draft, &unquoted(&part.text).into(), correspondences) {
                self.error(&part, format!("`{}` is {}", key.name, quoted(&part.text)), expected);
                return None;
            }
        }
        let question = match draft.resolve(correspondences) {
            Ok(question) => question,
            Err(errors) => {
                for error in errors {
                    let key = if error.key == "force" { "ptah" } else { error.key };
                    match self.get(key) {
                        Some(part) => self.error(&part, error.problem, error.remedy),
                        None => self.missing(key, &error.to_string()),
                    }
                }
                return None;
            }
        };
        Some(Subject::Reading(Box::new(question), draft.die.unwrap_or(DieThrower::ByHand)))
    }

    /// The players; an army without a name gets a player of its own.
    fn seats(&mut self) -> Seats {
        let players = Army::ALL
            .map(|army| self.text(&army.name().to_lowercase()).unwrap_or_else(|| format!("the player of {army}")));
        let mut throws = Vec::new();
        for part in self.all("choice") {
            let mut words = part.text.splitn(3, ' ');
            let mut word = || words.next().unwrap_or_default();
            let army = word().parse();
            let thrown: Option<Vec<DiceThrow>> = word().split(',').map(|number| number.parse().ok()).collect();
            let player = unquoted(word());
            match (army, thrown) {
                (Ok(army), Some(throws_of)) if !player.is_empty() => {
                    throws.push(SeatThrow { player, throws: throws_of, army });
                }
                _ => self.error(&part, "invalid choice of an army", "choice: water 3+4,2+6 Ben"),
            }
        }
        Seats { players: players.to_vec(), throws }
    }
}
