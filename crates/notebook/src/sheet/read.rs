//! Reads a sheet and replays it.

use crate::chess::{Army, Mode, Move};
use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Diagnostics, Source, quoted};
use crate::reading::Throw;
use crate::record::{Closing, Entry, InvalidEntry, Record, Timestamp, read_time};
use crate::session::{Act, Action, IllegalAct, SheetMove};

use super::cell::{Cell, CellTurn};
use super::heading::{SheetHeading, unquoted};
use super::tokens::{SheetLine, SheetSpan, lines};
use super::write::implied_throw;

/// Options for importing a sheet.
#[derive(Clone, Copy, Debug)]
pub struct ImportOptions {
    /// The moment to use for the beginning and the end if the sheet has none.
    pub begun: Timestamp,
    /// Whether to keep irregular moves, which break RULES 4 but not RULES 3. A sheet can ask for this too.
    pub as_played: bool,
}

/// Reads a sheet and replays it.
///
/// # Errors
/// All errors: those in the heading, invalid cells, and the first move that is not possible, with the reason and the
/// possible moves. The turns after it cannot be replayed.
pub fn read(
    source: &Source,
    options: &ImportOptions,
    correspondences: &Correspondences,
) -> Result<Record, Diagnostics> {
    let mut values = Vec::new();
    let mut events = Vec::new();
    let mut invalid = Vec::new();
    for line in lines(source) {
        match line {
            SheetLine::Value { key, value } if EVENTS.contains(&key.text.as_str()) => {
                events.push(SheetEvent::Event(key, value));
            }
            SheetLine::Value { key, value } => values.push((key, value)),
            SheetLine::Round { number, cells } => events.push(SheetEvent::Round(number, cells)),
            SheetLine::Invalid(part) => invalid.push(part),
        }
    }
    let mut head = SheetHeading::new(source, values);
    for part in invalid {
        head.error(&part, "invalid line", "a key with its value, or a round such as 1 | P3c | P4c | Q1c | N3c");
    }
    let as_played = options.as_played | head.as_played();
    let heading = head.heading(options.begun, correspondences);
    let columns = heading.as_ref().and_then(|heading| Some(head.columns(&heading.game.enochian()?.start())));
    let end = head.end();
    let errors = head.into_errors();
    let record = heading.map(Record::begin);
    let columns = columns.unwrap_or_default();
    let mut reader = SheetReader { source, as_played, now: options.begun, errors, columns, last: None, record };
    let last = events.iter().rposition(SheetEvent::is_turn);
    for (index, event) in events.into_iter().enumerate() {
        match event {
            SheetEvent::Round(number, cells) => {
                reader.number(&number, &cells);
                reader.round(&cells, last == Some(index));
            }
            SheetEvent::Event(key, value) => reader.event(&key, &value),
        }
    }
    reader.finish(end)
}

/// The keys of the events between rounds.
const EVENTS: [&str; 4] = ["note", "back", "resumed", "closed"];

enum SheetEvent {
    Round(SheetSpan, Vec<SheetSpan>),
    Event(SheetSpan, SheetSpan),
}

impl SheetEvent {
    /// Whether it is a round with at least one turn.
    fn is_turn(&self) -> bool {
        matches!(self, SheetEvent::Round(_, cells) if cells.iter().any(|cell| !matches!(cell.text.as_str(), "" | ".")))
    }
}

struct SheetReader<'s> {
    source: &'s Source,
    as_played: bool,
    now: Timestamp,
    errors: Vec<Diagnostic>,
    columns: Vec<Army>,
    /// The number of the last round, and the column after the last turn in it.
    last: Option<(u32, usize)>,
    /// The record so far; `None` after an entry that could not be replayed.
    record: Option<Record>,
}

impl SheetReader<'_> {
    fn error(&mut self, part: &SheetSpan, problem: impl Into<String>, expected: impl Into<String>) {
        self.errors.push(part.error(problem, expected));
    }

    /// Reports an error after which nothing can be replayed.
    fn lose(&mut self, part: &SheetSpan, problem: impl Into<String>, expected: impl Into<String>) {
        self.record = None;
        self.error(part, problem, expected);
    }

    /// Checks that the numbers of the rounds run on. A round can go on in another line, after a note; what was taken back is played
    /// again in its round or in one before it.
    fn number(&mut self, part: &SheetSpan, cells: &[SheetSpan]) {
        let turns = || cells.iter().map(|cell| !matches!(cell.text.as_str(), "" | "."));
        let first = turns().position(|is_turn| is_turn).unwrap_or(0);
        let number = part.text.parse().unwrap_or(u32::MAX);
        if let Some((last, next)) = self.last {
            let expected = if first < next { last.saturating_add(1) } else { last };
            if number != expected && number != last.saturating_add(1) {
                let problem = format!("round {} follows round {last}", quoted(&part.text));
                self.error(part, problem, format!("round {expected}"));
            }
        }
        let is_played = |cell: &SheetSpan| cell.text.parse::<Cell>().is_ok_and(|cell| cell.turn.is_some());
        let next = cells.iter().rposition(is_played).map_or(0, |column| column + 1);
        self.last = Some((number, next));
    }

    fn round(&mut self, cells: &[SheetSpan], last: bool) {
        if let Some(extra) = cells.get(4) {
            self.error(extra, "a round has only four cells, one for each army", "four cells or fewer");
        }
        let done = cells.iter().take(4).rposition(|cell| !matches!(cell.text.as_str(), "" | "."));
        for (column, part) in cells.iter().take(4).enumerate() {
            match part.text.parse::<Cell>() {
                Err(expected) => {
                    // The rest is still read for its errors, but cannot be replayed.
                    self.lose(part, format!("invalid cell {}", quoted(&part.text)), expected);
                }
                Ok(cell) if cell.is_empty() => {}
                Ok(cell) => {
                    if let Some(&army) = self.columns.get(column) {
                        self.cell(army, part, cell, last && done == Some(column));
                    }
                }
            }
        }
    }

    fn event(&mut self, key: &SheetSpan, value: &SheetSpan) {
        let entry = match key.text.as_str() {
            "note" => Ok(Entry::Note(unquoted(&value.text))),
            "back" => {
                self.last = None;
                value.text.parse().map(Entry::TakenBack).map_err(|_| "the number of steps that were taken back")
            }
            "resumed" => read_time(&value.text).map(Entry::Resumed).ok_or("a moment such as 2026-11-21 14:05:00+01:00"),
            _ => {
                let parts = value
                    .text
                    .rsplit_once(" · ")
                    .and_then(|(closing, at)| Some((closing.parse().ok()?, read_time(at)?)));
                let expected = "how it was closed and when: at its end · 2026-11-21 14:05:00+01:00";
                parts.map(|(closing, at)| Entry::Concluded(closing, at)).ok_or(expected)
            }
        };
        match entry {
            Ok(entry) => self.enter(value, entry),
            Err(expected) => self.lose(value, format!("invalid value {}", quoted(&value.text)), expected),
        }
    }

    /// Adds an entry, or reports why it is not possible.
    fn enter(&mut self, part: &SheetSpan, entry: Entry) {
        let Some(record) = &mut self.record else { return };
        if let Err(error) = record.enter(entry) {
            let problem = format!("{} is not possible here: {error}", quoted(&part.text));
            self.lose(part, problem, "an entry that is possible in this position");
        }
    }

    fn cell(&mut self, army: Army, part: &SheetSpan, cell: Cell, last: bool) {
        let Some(record) = &self.record else { return };
        if record.known_enochian().turn() != army {
            self.not_its_turn(army, part);
        }
        for action in cell.before {
            self.enter(
                part,
                match action {
                    Action::Withdrawal => Act::Withdrawal(army).into(),
                    Action::Exchange(exchange) => Act::Exchange(exchange).into(),
                },
            );
        }
        if !cell.judgement.is_empty() {
            self.enter(part, Entry::Note(format!("marked {} in the sheet", cell.judgement)));
        }
        match cell.turn {
            None => self.throw(part, cell.throw),
            Some(CellTurn::Pass) => {
                self.throw(part, cell.throw);
                self.play(part, Move::Pass);
            }
            Some(CellTurn::Resigns) if last => self.resign(army, part),
            // The others continued, so the army was left to its partner (RULES 6.3).
            Some(CellTurn::Resigns) => self.enter(part, Act::Withdrawal(army).into()),
            Some(CellTurn::Sheet { sheet, stated, .. }) => self.sheet_move(part, &sheet, stated, cell.throw),
        }
    }

    /// Handles a cell of another army. A withdrawal that used up the turn can be kept as it was played.
    fn not_its_turn(&mut self, army: Army, part: &SheetSpan) {
        let Some(record) = &mut self.record else { return };
        let turn = record.known_enochian().turn();
        let withdrawn = matches!(record.entries().last().and_then(Entry::enochian_act), Some(Act::Withdrawal(_)));
        if withdrawn && self.as_played {
            let regular = record.known_enochian().moves() == [Move::Pass];
            let act = if regular { Act::Move(Move::Pass) } else { Act::Irregular(Move::Pass) };
            self.enter(part, act.into());
            if self.record.as_ref().is_none_or(|record| record.known_enochian().turn() == army) {
                return;
            }
        }
        let problem = format!("{} is a turn of {army}, but it is the turn of {turn}", quoted(&part.text));
        let expected = match withdrawn {
            true => format!(
                "the move of {turn} after its withdrawal, which does not use the turn (withdraw; P3c); --as-played keeps it as it is"
            ),
            false => format!("a turn of {turn}"),
        };
        self.lose(part, problem, expected);
    }

    fn throw(&mut self, part: &SheetSpan, throw: Option<Throw>) {
        if let Some(throw) = throw {
            self.enter(part, Act::Throw(throw).into());
        }
    }

    fn resign(&mut self, army: Army, part: &SheetSpan) {
        let is_game = self.record.as_ref().is_some_and(|record| record.mode() == Mode::Game);
        let closing = if is_game { Closing::Resigned(army) } else { Closing::ByPlayers };
        self.enter(part, Entry::Concluded(closing, self.now));
    }

    /// Finds the move that a sheet text stands for, and plays it.
    fn sheet_move(&mut self, part: &SheetSpan, sheet: &SheetMove, stated: Option<Move>, throw: Option<Throw>) {
        self.throw(part, throw);
        let Some(record) = self.record.as_ref().map(Record::known_enochian) else { return };
        let position = record.position();
        // Without a throw, any piece may have been called.
        let open = if record.throw().is_some() { record.moves() } else { position.moves() };
        let is_stated = |mv: &Move| stated.is_none_or(|stated| stated == *mv);
        let matching: Vec<Move> =
            open.iter().copied().filter(|mv| sheet.fits(position, *mv) && is_stated(mv)).collect();
        // Moves that RULES 4 forbids, in a game.
        let suspended = position.clone().with_rules(record.rules().reading());
        let irregular: Vec<Move> = match record.mode() {
            Mode::Reading => Vec::new(),
            Mode::Game => sheet.candidates(&suspended).into_iter().filter(is_stated).collect(),
        };
        match (matching.as_slice(), irregular.as_slice()) {
            (&[mv], _) => {
                let implied = match (record.mode(), record.throw()) {
                    (Mode::Reading, None) => implied_throw(record.session(), mv),
                    _ => None,
                };
                self.throw(part, implied);
                self.play(part, mv);
            }
            ([], &[mv]) if self.as_played => self.enter(part, Act::Irregular(mv).into()),
            ([], []) => {
                let expected = format!("a possible move: {}", names(&open));
                self.lose(part, format!("{} does not match a possible move", quoted(&part.text)), expected);
            }
            ([], irregular) => {
                let why = position.why_illegal(irregular[0]).map_or(String::new(), |refusal| format!(": {refusal}"));
                let problem = format!("{} is illegal{why}", quoted(&part.text));
                let remedy = match irregular {
                    [_] => "--as-played keeps it as irregular",
                    _ => "with --as-played, add the one that was meant after ` =`",
                };
                let expected = format!("a legal move: {}; {remedy} ({})", names(&open), names(irregular));
                self.lose(part, problem, expected);
            }
            (several, _) => {
                let problem = format!("{} is ambiguous: it matches {} moves", quoted(&part.text), several.len());
                let expected =
                    format!("the move that was meant after it, as in ` ={}`: {}", several[0], names(several));
                self.lose(part, problem, expected);
            }
        }
    }

    fn play(&mut self, part: &SheetSpan, mv: Move) {
        let as_played = self.as_played;
        let Some(record) = &mut self.record else { return };
        let error = match record.enter(Act::Move(mv)).err() {
            Some(InvalidEntry::Act(IllegalAct::Illegal(_))) if as_played => record.enter(Act::Irregular(mv)).err(),
            error => error,
        };
        if let Some(error) = error {
            let problem = format!("{} is not possible here: {error}", quoted(&part.text));
            let open = self.record.as_ref().map_or(Vec::new(), |record| record.known_enochian().moves());
            let expected = match open.as_slice() {
                [] | [Move::Pass] => "a turn without a move".to_owned(),
                open => format!("a possible move: {}", names(open)),
            };
            self.lose(part, problem, expected);
        }
    }

    /// Compares the end with the sheet's, and closes a record that is over.
    fn finish(mut self, [plies, last]: [Option<SheetSpan>; 2]) -> Result<Record, Diagnostics> {
        if let Some(record) = self.record.as_ref().map(Record::known_enochian) {
            let (turns, position) = (record.turns().len().to_string(), record.position().to_string());
            let over = record.end().is_some() && record.closing().is_none();
            if let Some(part) = plies.filter(|part| part.text != turns) {
                self.error(
                    &part,
                    format!("the sheet says {} plies", quoted(&part.text)),
                    format!("{turns}, as in the rounds"),
                );
            }
            if let Some(part) = last.filter(|part| part.text != position) {
                self.error(&part, "this is not the position after the last round", position);
            }
            if over {
                let at = SheetSpan { text: "the end".to_owned(), span: 0..0, line: 1 };
                self.enter(&at, Entry::Concluded(Closing::Ended, self.now));
            }
        }
        match self.record {
            Some(record) if self.errors.is_empty() => Ok(record),
            _ => Err(Diagnostics::of(self.source, self.errors)),
        }
    }
}

fn names(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(", ")
}
