//! Reading a sheet and playing it through.

use chrono::DateTime;

use crate::chess::{Army, Mode, Move, SheetMove};
use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Diagnostics, Source, quoted};
use crate::reading::Throw;
use crate::record::{Annotation, Closing, Entry, InvalidEntry, Record, Timestamp};
use crate::session::{Act, Action, IllegalAct};

use super::cell::{Cell, CellTurn};
use super::heading::{SheetHeading, unquoted};
use super::tokens::{SheetLine, SheetSpan, lines};
use super::write::stated_throw;

/// How a sheet is to be read.
#[derive(Clone, Copy, Debug)]
pub struct ImportOptions {
    /// The moment taken for the beginning and the end where the sheet tells none.
    pub begun: Timestamp,
    /// Whether turns against RULES 4 are kept, and marked, where they fit RULES 3. A sheet can ask for it too.
    pub as_played: bool,
}

/// Reads a sheet and plays it through.
///
/// # Errors
/// Everything found wrong: faults of the head, cells that cannot be read, and the first turn that does not fit,
/// with the reason and the moves that were open. What follows that turn cannot be played.
pub fn read(
    source: &Source,
    keeping: &ImportOptions,
    correspondences: &Correspondences,
) -> Result<Record, Diagnostics> {
    let mut values = Vec::new();
    let mut happenings = Vec::new();
    let mut strange = Vec::new();
    for line in lines(source) {
        match line {
            SheetLine::Value { key, value }
                if EVENTS.contains(&key.text.as_str()) || afterword(&key.text).is_some() =>
            {
                happenings.push(SheetEvent::Event(key, value))
            }
            SheetLine::Value { key, value } => values.push((key, value)),
            SheetLine::Round(cells) => happenings.push(SheetEvent::Round(cells)),
            SheetLine::Strange(part) => strange.push(part),
        }
    }
    let mut head = SheetHeading::new(source, values);
    for part in strange {
        head.fault(&part, "this line is neither a key with its value nor a round", "1 | P3c | P4c | Q1c | N3c");
    }
    let as_played = keeping.as_played | head.as_played();
    let heading = head.heading(keeping.begun, correspondences);
    let columns = heading.as_ref().map(|heading| head.columns(&heading.matter.start()));
    let end = head.end();
    let faults = head.into_faults();
    let record = heading.map(Record::begin);
    let mut reader =
        SheetReader { source, as_played, now: keeping.begun, faults, columns: columns.unwrap_or_default(), record };
    let last = happenings.iter().rposition(SheetEvent::is_turn);
    for (index, happening) in happenings.into_iter().enumerate() {
        match happening {
            SheetEvent::Round(cells) => reader.round(&cells, last == Some(index)),
            SheetEvent::Event(key, value) => reader.event(&key, &value),
        }
    }
    reader.finish(end)
}

/// The keys of what happens among the rounds.
const EVENTS: [&str; 4] = ["note", "back", "resumed", "closed"];

/// The sort of afterword that a key names, with what its text looks like.
fn afterword(key: &str) -> Option<(&'static str, &'static str)> {
    Annotation::SORTS.into_iter().find(|(sort, _)| *sort == key)
}

enum SheetEvent {
    Round(Vec<SheetSpan>),
    Event(SheetSpan, SheetSpan),
}

impl SheetEvent {
    /// Whether it is a round in which somebody did something.
    fn is_turn(&self) -> bool {
        matches!(self, SheetEvent::Round(cells) if cells.iter().any(|cell| !matches!(cell.text.as_str(), "" | ".")))
    }
}

struct SheetReader<'s> {
    source: &'s Source,
    as_played: bool,
    now: Timestamp,
    faults: Vec<Diagnostic>,
    columns: Vec<Army>,
    /// The record so far; none once it was lost at something that does not fit.
    record: Option<Record>,
}

impl SheetReader<'_> {
    fn fault(&mut self, part: &SheetSpan, problem: impl Into<String>, expected: impl Into<String>) {
        self.faults.push(part.fault(problem, expected));
    }

    /// What follows can no longer be played.
    fn lose(&mut self, part: &SheetSpan, problem: impl Into<String>, expected: impl Into<String>) {
        self.record = None;
        self.fault(part, problem, expected);
    }

    fn round(&mut self, cells: &[SheetSpan], last: bool) {
        if let Some(extra) = cells.get(4) {
            self.fault(extra, "a round has four cells, one for each army", "no more than four");
        }
        let done = cells.iter().take(4).rposition(|cell| !matches!(cell.text.as_str(), "" | "."));
        for (column, part) in cells.iter().take(4).enumerate() {
            match part.text.parse::<Cell>() {
                Err(expected) => {
                    // The rest is read on for its faults, but the game is lost here.
                    self.lose(part, format!("{} cannot be read", quoted(&part.text)), expected);
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
        let moment = |text: &str| DateTime::parse_from_rfc3339(text).ok();
        let entry = match (key.text.as_str(), afterword(&key.text)) {
            ("note", _) => Ok(Entry::Note(unquoted(&value.text))),
            ("back", _) => value.text.parse().map(Entry::TakenBack).map_err(|_| "how many steps were taken back"),
            ("resumed", _) => {
                moment(&value.text).map(Entry::Resumed).ok_or("a moment such as 2026-11-21T14:05:00+01:00")
            }
            (_, Some((sort, expected))) => {
                Annotation::read(sort, &unquoted(&value.text)).map(Entry::Afterword).ok_or(expected)
            }
            (_, None) => {
                let parts =
                    value.text.rsplit_once(" · ").and_then(|(closing, at)| Some((closing.parse().ok()?, moment(at)?)));
                let expected = "how it was closed and when: at its end · 2026-11-21T14:05:00+01:00";
                parts.map(|(closing, at)| Entry::Concluded(closing, at)).ok_or(expected)
            }
        };
        match entry {
            Ok(entry) => self.enter(value, entry),
            Err(expected) => self.lose(value, format!("{} cannot be read", quoted(&value.text)), expected),
        }
    }

    /// Enters something, or says why it does not fit.
    fn enter(&mut self, part: &SheetSpan, entry: Entry) {
        let Some(record) = &mut self.record else { return };
        if let Err(refused) = record.enter(entry) {
            let problem = format!("{} does not fit here: {refused}", quoted(&part.text));
            self.lose(part, problem, "what was possible in the position reached");
        }
    }

    fn cell(&mut self, army: Army, part: &SheetSpan, cell: Cell, last: bool) {
        let Some(record) = &self.record else { return };
        if record.turn() != army {
            self.not_its_turn(army, part);
        }
        for action in cell.before {
            self.enter(
                part,
                match action {
                    Action::Withdrawal => Entry::Act(Act::Withdrawal(army)),
                    Action::Exchange(exchange) => Entry::Act(Act::Exchange(exchange)),
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
            // Others played on: whoever resigned left the army to the partner (RULES 6.3).
            Some(CellTurn::Resigns) => self.enter(part, Entry::Act(Act::Withdrawal(army))),
            Some(CellTurn::Sheet { sheet, stated, .. }) => self.sheet_move(part, &sheet, stated, cell.throw),
        }
    }

    /// The turn of another army stands here. A withdrawal that took the turn can be kept as it was played.
    fn not_its_turn(&mut self, army: Army, part: &SheetSpan) {
        let Some(record) = &mut self.record else { return };
        let turn = record.turn();
        let withdrawn = matches!(record.entries().last(), Some(Entry::Act(Act::Withdrawal(_))));
        if withdrawn && self.as_played {
            let regular = record.moves() == [Move::Pass];
            let act = if regular { Act::Move(Move::Pass) } else { Act::Irregular(Move::Pass) };
            self.enter(part, act.into());
            if self.record.as_ref().is_none_or(|record| record.turn() == army) {
                return;
            }
        }
        let problem = format!("{} stands here for {army}, but it is the turn of {turn}", quoted(&part.text));
        let expected = match withdrawn {
            true => format!(
                "the move of {turn} after its withdrawal, which takes no turn (withdraw; P3c); --as-played keeps it as it is"
            ),
            false => format!("what {turn} did"),
        };
        self.lose(part, problem, expected);
    }

    fn throw(&mut self, part: &SheetSpan, throw: Option<Throw>) {
        if let Some(throw) = throw {
            self.enter(part, Entry::Act(Act::Throw(throw)));
        }
    }

    fn resign(&mut self, army: Army, part: &SheetSpan) {
        let is_game = self.record.as_ref().is_some_and(|record| record.mode() == Mode::Game);
        let closing = if is_game { Closing::Resigned(army) } else { Closing::ByPlayers };
        self.enter(part, Entry::Concluded(closing, self.now));
    }

    /// Finds the move that a sheet text means, and plays it.
    fn sheet_move(&mut self, part: &SheetSpan, sheet: &SheetMove, stated: Option<Move>, throw: Option<Throw>) {
        self.throw(part, throw);
        let Some(record) = &self.record else { return };
        let (position, rules) = (record.position(), record.rules());
        // Where the sheet does not tell the throw, any piece may have been called.
        let open = if record.throw().is_some() { record.moves() } else { position.moves(rules) };
        let is_stated = |mv: &Move| stated.is_none_or(|stated| stated == *mv);
        let fitting: Vec<Move> = open.iter().copied().filter(|mv| sheet.fits(position, *mv) && is_stated(mv)).collect();
        // Moves that RULES 4 forbids, in a game.
        let reading_rules = rules.reading();
        let irregular: Vec<Move> = match record.mode() {
            Mode::Reading => Vec::new(),
            Mode::Game => sheet.candidates(position, &reading_rules).into_iter().filter(is_stated).collect(),
        };
        match (fitting.as_slice(), irregular.as_slice()) {
            (&[mv], _) => {
                let told = match (record.mode(), record.throw()) {
                    (Mode::Reading, None) => stated_throw(record.session(), mv),
                    _ => None,
                };
                self.throw(part, told);
                self.play(part, mv);
            }
            ([], &[mv]) if self.as_played => self.enter(part, Entry::Act(Act::Irregular(mv))),
            ([], []) => {
                let expected = format!("one of the moves that were open: {}", names(&open));
                self.lose(part, format!("{} fits no move that was open", quoted(&part.text)), expected);
            }
            ([], against) => {
                let why = position.refusal(against[0], rules).map_or(String::new(), |refusal| format!(": {refusal}"));
                let problem = format!("{} is against the rules{why}", quoted(&part.text));
                let remedy = match against {
                    [_] => "--as-played keeps it, marked irregular",
                    _ => "with --as-played which of them was meant, after ` =`",
                };
                let expected = format!("one of {}; {remedy} ({})", names(&open), names(against));
                self.lose(part, problem, expected);
            }
            (several, _) => {
                let problem = format!("{} fits {} moves", quoted(&part.text), several.len());
                let expected = format!("after it which was meant, ` ={}`: one of {}", several[0], names(several));
                self.lose(part, problem, expected);
            }
        }
    }

    fn play(&mut self, part: &SheetSpan, mv: Move) {
        let as_played = self.as_played;
        let Some(record) = &mut self.record else { return };
        let refused = record.enter(Act::Move(mv)).err();
        let kept = match refused {
            Some(InvalidEntry::Act(IllegalAct::Illegal(_))) if as_played => record.enter(Act::Irregular(mv)).err(),
            refused => refused,
        };
        if let Some(refused) = kept {
            let problem = format!("{} does not fit here: {refused}", quoted(&part.text));
            let open = self.record.as_ref().map_or(Vec::new(), Record::moves);
            let expected = match open.as_slice() {
                [] | [Move::Pass] => "a turn without a move".to_owned(),
                open => format!("one of {}", names(open)),
            };
            self.lose(part, problem, expected);
        }
    }

    /// Compares the end with what the sheet says of it, and closes what is over.
    fn finish(mut self, [plies, last]: [Option<SheetSpan>; 2]) -> Result<Record, Diagnostics> {
        if let Some(record) = &self.record {
            let (turns, position) = (record.turns().len().to_string(), record.position().to_string());
            let over = record.end().is_some() && record.closing().is_none();
            if let Some(part) = plies.filter(|part| part.text != turns) {
                self.fault(
                    &part,
                    format!("the sheet says {} plies", quoted(&part.text)),
                    format!("{turns}, which the rounds hold"),
                );
            }
            if let Some(part) = last.filter(|part| part.text != position) {
                self.fault(&part, "the rounds do not lead to this position", position);
            }
            if over {
                let at = SheetSpan { text: "the end".to_owned(), span: 0..0, line: 1 };
                self.enter(&at, Entry::Concluded(Closing::Ended, self.now));
            }
        }
        match self.record {
            Some(record) if self.faults.is_empty() => Ok(record),
            _ => Err(Diagnostics::of(self.source, self.faults)),
        }
    }
}

fn names(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(", ")
}
