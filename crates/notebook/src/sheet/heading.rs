//! The heading of a sheet: the facts of a journal's header, and how the pieces and the columns stand.

use crate::chess::{Angle, Army, Array, Board, Direction, ELEMENT_NAMES, Mode, Position, Square};
use crate::correspondences::Correspondences;
use crate::games::GameKind;
use crate::input::{Diagnostic, Source, Words, did_you_mean, nearest, quoted};
use crate::record::{DiceThrow, EnochianRecord, GameSettings, Header, Heading, READING, Timestamp, time};

use super::tokens::SheetSpan;

/// The facts of a header, in the order in which they are written. `kind` is what a question asks for, as in a question file.
const FACTS: [&str; 22] = [
    "question",
    "title",
    "kind",
    "querent",
    "category",
    "source",
    "known",
    "supposed",
    "asked",
    "term",
    "quiet",
    "begun",
    "zone",
    "board",
    "ptah",
    "ruleset",
    "procedure",
    "dice",
    "die",
    "seed",
    "automatic",
    "branch",
];

/// The other keys.
const OWN: [&str; 14] = [
    "array",
    "direction",
    "first",
    "start",
    "columns",
    "mode",
    "air",
    "water",
    "fire",
    "earth",
    "choice",
    "as-played",
    "plies",
    "final",
];

/// The name of a key in a header, which has the kind of game as its `kind`.
fn in_header(key: &str) -> &str {
    if key == "kind" { "question_kind" } else { key }
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
    let (heading, subject, start) = (record.heading(), record.subject(), record.subject().start());
    let mut text = String::new();
    let mut line = |key: &str, value: &str| text.push_str(&format!("{key}: {value}\n"));
    let facts = Header::of(heading).to_table();
    for key in FACTS {
        match facts.get(in_header(key)) {
            Some(toml::Value::String(value)) => line(key, &quoted_if_needed(value)),
            Some(toml::Value::Boolean(true)) => line(key, "yes"),
            Some(toml::Value::Integer(value)) => line(key, &value.to_string()),
            _ => {}
        }
    }
    line("mode", subject.mode().name());
    subject.array().iter().for_each(|array| line("array", &array_name(*array, subject.board())));
    if subject.setting().is_none_or(GameSettings::begins_with_the_opening) {
        line("direction", &start.direction().to_string());
        line("first", &lower(start.turn().name()));
    } else {
        line("start", &start.to_string());
    }
    line("columns", &columns(&start).map(|army| lower(army.name())).join(" "));
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
            let mut known = FACTS.into_iter().chain(OWN);
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
        let words = [("yes", true), ("true", true), ("no", false), ("false", false)];
        let read = |text: &str| words.into_iter().find(|(word, _)| *word == text).map(|(_, is)| is);
        self.read(key, false, "yes or no", read).unwrap_or_default()
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
        let errors = self.errors.len();
        let mode = self.read("mode", Mode::Game, "game or reading", |text| text.parse().ok()).unwrap_or(Mode::Game);
        if self.get("board").is_none() {
            self.missing("board", "a line such as board: air");
        }
        let mut header = self.facts();
        header.begun = self.text("begun").unwrap_or_else(|| time(&now));
        let title = || self.text("source").unwrap_or_else(|| format!("A recorded {mode}"));
        match mode {
            Mode::Reading => {
                header.kind = READING.to_owned();
                header.question.get_or_insert_with(title);
            }
            Mode::Game => {
                header.kind = GameKind::default().name().to_owned();
                header.title.get_or_insert_with(title);
                header.ruleset.get_or_insert_with(|| correspondences.rulesets()[0].name.clone());
            }
        }
        let board: Option<Board> = header.board.as_ref().and_then(|board| board.parse().ok());
        if let Some(board) = board {
            self.place(board, mode, &mut header)?;
        }
        (header.seats, header.choice) = self.seats();
        match header.heading(correspondences) {
            Ok(heading) => {
                let facts = Header::of(&heading).to_table();
                for (name, _) in self.values.clone() {
                    let is_fact = FACTS.contains(&name.text.as_str());
                    if is_fact && !facts.contains_key(in_header(&name.text)) {
                        self.error(
                            &name,
                            format!("`{}` is not for a {mode}", name.text),
                            "another mode, or no such line",
                        );
                    }
                }
                Some(heading).filter(|_| self.errors.len() == errors)
            }
            Err(faults) => {
                for (key, problem, expected) in faults {
                    // What the Ptah stands on is the house of the question.
                    let key = if key == "force" { "ptah" } else { key.trim_start_matches("question_") };
                    match self.get(key) {
                        Some(part) => self.error(&part, problem, expected),
                        None if key == "board" => {}
                        None => self.missing(key, &expected),
                    }
                }
                None
            }
        }
    }

    /// What stands in the lines as it does in a header.
    fn facts(&mut self) -> Header {
        let mut facts = toml::Table::new();
        for key in FACTS {
            let Some(part) = self.get(key) else { continue };
            let value: Option<toml::Value> = match key {
                "quiet" | "automatic" => Some(self.yes(key).into()),
                "seed" => {
                    let expected = format!("a whole number from 0 to {}", i64::MAX);
                    let read = |text: &str| text.parse::<i64>().ok().filter(|seed| *seed >= 0).map(Some);
                    self.read(key, None, &expected, read).flatten().map(toml::Value::from)
                }
                _ => Some(unquoted(&part.text).into()),
            };
            facts.extend(value.map(|value| (in_header(key).to_owned(), value)));
        }
        Header::of_table(&facts)
    }

    /// How the pieces stand at the start, and whose turn it is: by the position text, or by the array.
    fn place(&mut self, board: Board, mode: Mode, header: &mut Header) -> Option<()> {
        let four = Angle::ALL.map(|angle| Array::of(angle, board).to_string());
        let expected = format!("an angle, or an array of the board: {}", four.join(", "));
        let array = self.read("array", None, &expected, |text| {
            let array = match text.parse() {
                Ok(angle) => Array::of(angle, board),
                Err(_) => text.parse().ok()?,
            };
            Some(Some(array)).filter(|_| array.belongs_to(board))
        });
        let both = [Direction::Deosil, Direction::Widdershins];
        let direction = self.read("direction", Direction::Deosil, "deosil or widdershins", |text| {
            both.into_iter().find(|direction| direction.to_string() == text)
        });
        if let Some(part) = self.get("start") {
            (header.start, header.array) = (part.text, array?.map(|array| array.to_string()));
            return Some(());
        }
        let square = "the square of the question, such as ptah: f5";
        let querent = match (mode, self.get("ptah")) {
            (Mode::Game, _) => None,
            (Mode::Reading, None) => {
                self.missing("ptah", square);
                return None;
            }
            (Mode::Reading, Some(_)) => {
                let ptah: Square =
                    self.read("ptah", None, "a square from a1 to h8", |text| text.parse().ok().map(Some))??;
                Some(ptah.angle())
            }
        };
        let first =
            self.read("first", querent.map_or(board.first(), Angle::army), ELEMENT_NAMES, |text| text.parse().ok())?;
        if let (Some(querent), Some(part)) = (querent.map(Angle::army).filter(|army| *army != first), self.get("first"))
        {
            let problem = format!("{first} cannot move first: a reading begins with the querent's army");
            self.error(&part, problem, querent.to_string());
        }
        let Some(array) = array?.or(querent.map(|angle| Array::of(angle, board))) else {
            self.missing("array", "array: with an angle of the board, or start: with a position text");
            return None;
        };
        header.direction = querent.and(direction).map(|direction| direction.to_string());
        header.start = Position::start(array, first, direction?).to_string();
        Some(())
    }

    /// The players; an army without a name gets a player of its own. And who threw what for an army.
    #[allow(clippy::type_complexity, reason = "they are as in the header")]
    fn seats(&mut self) -> (Vec<(String, String)>, Vec<(String, Vec<Vec<u8>>, String)>) {
        let player = |army: Army| self.text(&lower(army.name())).unwrap_or_else(|| format!("the player of {army}"));
        let players = Army::ALL.map(|army| (army.name().to_owned(), player(army))).to_vec();
        let mut choices = Vec::new();
        for part in self.all("choice") {
            let mut words = part.text.splitn(3, ' ');
            let mut word = || words.next().unwrap_or_default();
            let army = word().parse::<Army>();
            let thrown: Option<Vec<DiceThrow>> = word().split(',').map(|number| number.parse().ok()).collect();
            let player = unquoted(word());
            match (army, thrown) {
                (Ok(army), Some(throws)) if !player.is_empty() => {
                    let dice = |throw: &DiceThrow| throw.dice().iter().map(|die| die.number()).collect();
                    choices.push((player, throws.iter().map(dice).collect(), army.to_string()));
                }
                _ => self.error(&part, "invalid choice of an army", "choice: water 3+4,2+6 Ben"),
            }
        }
        (players, choices)
    }
}
