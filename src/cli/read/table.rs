//! At the table: throw, choose, play, until the answer is there.

use std::fmt::Write;

use anstyle::Style;
use comfy_table::{ContentArrangement, Table as Grid, presets};

use crate::chess::{Effect, Exchange, Kind, Move, Role, SheetMove, Square};
use crate::journal::{Journal, JournalError};
use crate::lore::Lore;
use crate::reading::{Called, Chance, Die, Throw};
use crate::record::{Closing, Entry, Record};
use crate::render::{self, BoardPicture, capitalised, landing, list, turn_sentences};
use crate::text::{quoted, safe};

use super::super::prompt::{Prompt, Reply};
use super::choice::is_stop;
use super::{automatic, now};

const HELP: &str = "  board         the board again
  moves         the moves open to the thrown piece, again
  turns         the turns so far
  note WORDS    write words into the journal, for this turn
  back          take back the last thing done; the journal keeps a trace
  exchange      offer an exchange of prisoners, before the move
  withdraw      withdraw this army, before the move; its partner commands both
  stop          leave the reading for now; enochian read --resume goes on with it
  conclude      close the reading as it stands";

const MOVE_HELP: &str = "\
A move is given by its number in the list, as a move (Nc8d6), in sheet notation (N2c), or by its square (d6).
Or type:";

const THROW_HELP: &str = "Type what the die shows, 1 to 6. Or type:";

/// A reading being played at the prompts.
pub(super) struct Table<'l> {
    journal: Journal,
    prompt: Prompt,
    lore: &'l Lore,
}

/// What a line at a prompt led to.
enum Led {
    /// Ask again.
    On,
    /// Something was entered: look again at whose turn it is.
    Entered,
    /// Leave for now.
    Stop,
}

/// The question as it is laid out, for the screen.
pub(super) fn opening(record: &Record, lore: &Lore) -> String {
    let question = &record.heading().question;
    let gloss = lore.gloss(question.board, question.ptah, None, None);
    let bold = Style::new().bold();
    format!(
        "{bold}{}{bold:#}\nThe {} board, its {} angle; the Ptah on {}: {}, {}.\n{} plays {}; array {}; ruleset {}, procedure {}, dice table {}.\n",
        safe(&question.text),
        question.board,
        question.angle,
        question.ptah,
        gloss.force,
        gloss.phrase,
        capitalised(&safe(&question.querent)),
        question.army(),
        question.array,
        question.ruleset.name,
        question.procedure.name,
        question.dice.name,
    )
}

/// The answer, for the screen.
pub(super) fn answer(record: &Record) -> String {
    let answer = record.reading().answer();
    let since = |ply: Option<u32>| ply.map_or(String::new(), |ply| format!(" (turn {ply})"));
    let end = record.reading().end().map_or(String::new(), |end| format!("{}.\n", capitalised(&end.to_string())));
    let bold = Style::new().bold();
    format!(
        "{end}By the Ptah: {bold}{}{bold:#}{}\nBy the kings: {bold}{}{bold:#}{}\n{}: {} bearing upon the Ptah square or those next to it.\n",
        answer.ptah.verdict,
        since(answer.ptah.ply),
        answer.kings.verdict,
        since(answer.kings.ply),
        capitalised(&answer.manner.to_string()),
        match answer.opposing {
            0 => "no enemy".to_owned(),
            1 => "1 enemy".to_owned(),
            many => format!("{many} enemies"),
        },
    )
}

impl<'l> Table<'l> {
    pub(super) fn new(journal: Journal, prompt: Prompt, lore: &'l Lore) -> Table<'l> {
        Table { journal, prompt, lore }
    }

    fn record(&self) -> &Record {
        self.journal.record()
    }

    /// Plays until the reading is closed or left, and gives back what it was given.
    pub(super) fn play(mut self) -> anyhow::Result<(Journal, Prompt)> {
        let mut chance = automatic::chance(self.record())?;
        self.prompt.say(&opening(self.record(), self.lore))?;
        let path = safe(&self.journal.path().display().to_string()).into_owned();
        self.prompt.say(&format!("Every turn is kept in {path}. Type help for what can be typed.\n"))?;
        let mut shown = None;
        loop {
            if self.record().reading().end().is_some() {
                if !self.finish(Closing::Ended)? {
                    break;
                }
                self.say_answer()?;
                break;
            }
            // The board is drawn once a turn, unless it is asked for.
            let here = (self.record().ply(), self.record().position().clone());
            if shown.as_ref() != Some(&here) {
                self.announce()?;
                shown = Some(here);
            }
            let led = match self.record().throw() {
                None => self.throw(&mut chance)?,
                Some(throw) => self.choose(throw)?,
            };
            if let Led::Stop = led {
                self.prompt.say(&format!("\nStopped. Go on with: enochian read --resume {path}"))?;
                break;
            }
            if self.record().closing().is_some() {
                self.say_answer()?;
                break;
            }
        }
        match self.prompt.refused() {
            0 => {}
            1 => self.prompt.say("One line of the input could not be taken.")?,
            many => self.prompt.say(&format!("{many} lines of the input could not be taken."))?,
        }
        Ok((self.journal, self.prompt))
    }

    fn say_answer(&self) -> anyhow::Result<()> {
        self.prompt.say(&self.board())?;
        self.prompt.say(&answer(self.record()))?;
        let path = self.journal.path().display().to_string();
        self.prompt.say(&format!("The whole reading, with every square landed on: {}", safe(&path)))?;
        Ok(())
    }

    fn board(&self) -> String {
        let record = self.record();
        let last = record.last_turn().and_then(|turn| match turn.mv {
            Move::Step { from, to, .. } => Some((from, to)),
            Move::Pass => None,
        });
        let picture = BoardPicture { position: record.position(), ptah: Some(record.heading().question.ptah), last };
        format!("{}{}", picture.coloured(), picture.key())
    }

    /// Whose turn it is, and how the board stands.
    fn announce(&self) -> anyhow::Result<()> {
        let record = self.record();
        let army = record.reading().turn();
        let style = render::army_style(army).bold();
        let player = safe(record.heading().seats.player(army)).into_owned();
        let mut text = format!("\n{style}── Turn {} · {army}{style:#}", record.ply());
        if record.heading().seats.players.iter().any(|other| *other != record.heading().seats.players[0]) {
            let _ = write!(text, " · {player} plays");
        }
        if record.position().in_check(army) {
            let _ = write!(text, " · the king is in check");
        }
        let frozen: Vec<String> = crate::chess::Army::ALL
            .into_iter()
            .filter(|&army| record.position().is_frozen(army))
            .map(|army| army.to_string())
            .collect();
        if !frozen.is_empty() {
            let _ = write!(text, " · frozen: {}", list(&frozen));
        }
        self.prompt.say(&format!("{text}\n{}", self.board()))?;
        Ok(())
    }

    /// Enters something, and tells what is wrong when it cannot be entered.
    fn enter(&mut self, entry: Entry) -> anyhow::Result<bool> {
        match self.journal.enter(entry, self.lore) {
            Ok(()) => Ok(true),
            Err(JournalError::Refused(refused)) => {
                self.prompt.refuse(&format!("{}.", capitalised(&refused.to_string())))?;
                Ok(false)
            }
            // The disk may have room again in a moment, a slip in the file be mended; what was typed can be typed again.
            Err(error) => {
                self.prompt.refuse(&format!(
                    "This could not be written down, so it has not happened:\n{error}\nMend that and type it again, or stop; the turns before are safe."
                ))?;
                Ok(false)
            }
        }
    }

    /// Closes the reading; false when it could not be written.
    fn finish(&mut self, closing: Closing) -> anyhow::Result<bool> {
        self.enter(Entry::Concluded(closing, now()))
    }

    fn throw(&mut self, chance: &mut Option<Chance>) -> anyhow::Result<Led> {
        let army = self.record().reading().turn();
        if let Some(chance) = chance {
            let throw = chance.draw()?.throw();
            // A throw that cannot be written down is not thrown again and again.
            return Ok(if self.enter(Entry::Throw(throw))? { Led::Entered } else { Led::Stop });
        }
        let line = match self.prompt.ask(&format!("{army} throws (1 to 6):"))? {
            Reply::End => return Ok(Led::Stop),
            Reply::Line(line) => line,
        };
        if let Ok(throw) = line.parse::<Throw>() {
            return Ok(if self.enter(Entry::Throw(throw))? { Led::Entered } else { Led::On });
        }
        if let Some(led) = self.command(&line, THROW_HELP)? {
            return Ok(led);
        }
        self.prompt
            .refuse(&format!("{} is no throw: a die shows 1 to 6. Type what it shows, or help", quoted(&line)))?;
        Ok(Led::On)
    }

    fn choose(&mut self, throw: Throw) -> anyhow::Result<Led> {
        let called = self.record().reading().called(throw);
        let army = self.record().reading().turn();
        if called.moves.is_empty() {
            if !self.enter(Entry::Move(Move::Pass))? {
                return Ok(Led::Stop);
            }
            if let Some(turn) = self.record().last_turn() {
                let querent = self.record().heading().question.army();
                self.prompt.say(&format!("{army} throws {throw}. {}", turn_sentences(turn, querent, self.lore)))?;
            }
            return Ok(Led::Entered);
        }
        self.list_moves(throw, &called)?;
        loop {
            let line = match self.prompt.ask("Move (number, move or square):")? {
                Reply::End => return Ok(Led::Stop),
                Reply::Line(line) => line,
            };
            if let Some(led) = self.command(&line, MOVE_HELP)? {
                match led {
                    Led::On => continue,
                    led => return Ok(led),
                }
            }
            if line.eq_ignore_ascii_case("moves") {
                self.list_moves(throw, &called)?;
                continue;
            }
            match self.read_move(&line, throw, &called) {
                Ok(mv) => {
                    if self.enter(Entry::Move(mv))? {
                        self.tell_turn()?;
                        return Ok(Led::Entered);
                    }
                }
                Err(why) => self.prompt.refuse(&why)?,
            }
        }
    }

    fn tell_turn(&self) -> anyhow::Result<()> {
        let question = &self.record().heading().question;
        if let Some(turn) = self.record().last_turn() {
            self.prompt.say(&turn_sentences(turn, question.army(), self.lore))?;
            if let (Some(square), Some(piece)) = (turn.landing(), turn.piece) {
                let gloss = self.lore.gloss(question.board, square, Some(piece), Some(question.army()));
                self.prompt.say(landing(&gloss).trim_end())?;
            }
        }
        Ok(())
    }

    /// The throw, the piece it calls with its god-form, and the moves.
    fn list_moves(&self, throw: Throw, called: &Called) -> anyhow::Result<()> {
        let record = self.record();
        let (position, question) = (record.position(), &record.heading().question);
        let army = record.reading().turn();
        // The pieces that were called, each once, and of the pawns only those that can move.
        let mut names: Vec<String> = Vec::new();
        for (square, piece) in position.pieces() {
            let moves = |mv: &Move| matches!(mv, Move::Step { from, role, .. } if *from == square && *role == piece.kind.into());
            if called.moves.iter().any(moves) {
                let name = match piece.kind {
                    Kind::Pawn(officer) => format!("of {officer}, {}", self.lore.piece(piece).god),
                    _ => format!("the {piece}, {}", self.lore.piece(piece).god),
                };
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let calls = match (called.instead_of_king, called.role) {
            (true, _) => format!("the king, who cannot move; a pawn moves instead: {}", names.join("; ")),
            (false, Role::Pawn) => format!("any pawn: {}", names.join("; ")),
            (false, _) => list(&names),
        };
        self.prompt.say(&format!("{army} throws {throw}: {calls}."))?;
        let mut grid = Grid::new();
        grid.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        for (index, mv) in called.moves.iter().enumerate() {
            let Some(to) = mv.to() else { continue };
            let here = self.lore.square(question.board, to);
            let house = self.lore.force(here.force).house.map_or(String::new(), |house| format!(", house {house}"));
            let ptah = if to == question.ptah { ", the Ptah" } else { "" };
            grid.add_row([
                format!("{:>3}", index + 1),
                mv.to_string(),
                position.sheet(*mv, record.reading().rules()),
                format!("{}{house}{ptah}", here.force),
                self.consequences(throw, *mv),
            ]);
        }
        for line in grid.lines() {
            self.prompt.say(line.trim_end())?;
        }
        Ok(())
    }

    /// What a move would do: captures, check, concourse, throne, promotion.
    fn consequences(&self, throw: Throw, mv: Move) -> String {
        let mut tried = self.record().reading().clone();
        let before = tried.position().clone();
        let army = match mv {
            Move::Step { from, .. } => before.pieces_at(from).next().map_or(tried.turn(), |piece| piece.army),
            Move::Pass => tried.turn(),
        };
        let mut effects: Vec<Effect> = Vec::new();
        if tried.play(throw, mv, &mut effects).is_err() {
            return String::new();
        }
        let checks: Vec<_> =
            mv.to().map_or(Vec::new(), |to| tried.position().checks_given(&before, army, to).collect());
        let told: Vec<String> = effects.iter().map(render::effect).chain(render::checks(&checks)).collect();
        told.join("; ")
    }

    /// Understands a move: its number, its canonical text, its sheet text, or its square.
    fn read_move(&self, line: &str, throw: Throw, called: &Called) -> Result<Move, String> {
        if let Ok(number) = line.parse::<usize>() {
            let count = called.moves.len();
            return number
                .checked_sub(1)
                .and_then(|index| called.moves.get(index).copied())
                .ok_or_else(|| format!("there is no move {number}; the list has {count}"));
        }
        let reading = self.record().reading();
        let position = reading.position();
        let mut capital = line.to_owned();
        if let Some(first) = capital.get_mut(..1).filter(|_| line.len() >= 5) {
            first.make_ascii_uppercase();
        }
        if let Ok(mv) = line.parse::<Move>().or_else(|_| capital.parse()) {
            if called.moves.contains(&mv) {
                return Ok(mv);
            }
            let refused = reading.clone().play(throw, mv, &mut ());
            let why = refused.err().map_or_else(|| "it is not open now".to_owned(), |refused| refused.to_string());
            return Err(format!("{mv} cannot be played: {why}. {}", candidates(&called.moves)));
        }
        let named: Vec<Move> = if let Ok(square) = line.parse::<Square>() {
            called.moves.iter().copied().filter(|mv| mv.to() == Some(square)).collect()
        } else {
            let (text, stated) = line.split_once(" =").unwrap_or((line, ""));
            let Ok(sheet) = text.parse::<SheetMove>() else {
                return Err(format!(
                    "{} is no move. Give its number, the move, or its square; help tells more",
                    quoted(line)
                ));
            };
            let stated = |mv: &Move| stated.is_empty() || mv.to_string() == stated;
            let fitting: Vec<Move> =
                called.moves.iter().copied().filter(|mv| sheet.fits(position, *mv) && stated(mv)).collect();
            if fitting.is_empty() && !sheet.candidates(position, reading.rules()).is_empty() {
                return Err(format!(
                    "{} is not what the throw of {throw} calls. {}",
                    quoted(line),
                    candidates(&called.moves)
                ));
            }
            fitting
        };
        match named.as_slice() {
            [mv] => Ok(*mv),
            [] => Err(format!("no move of the thrown piece fits {}. {}", quoted(line), candidates(&called.moves))),
            several => Err(format!("{} could be several moves. {}", quoted(line), candidates(several))),
        }
    }

    /// Carries out a command, if the line is one.
    fn command(&mut self, line: &str, help: &str) -> anyhow::Result<Option<Led>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Ok(Some(match word.to_lowercase().as_str() {
            "" => {
                self.prompt.say("Type help for what can be typed here.")?;
                Led::On
            }
            "help" | "?" => {
                self.prompt.say(&format!("{help}\n{HELP}"))?;
                Led::On
            }
            "board" => {
                self.prompt.say(&self.board())?;
                Led::On
            }
            "turns" => {
                self.list_turns()?;
                Led::On
            }
            "note" => self.note(rest.trim())?,
            "back" => self.back()?,
            "exchange" => self.exchange()?,
            "withdraw" => self.withdraw()?,
            "conclude" => self.conclude()?,
            word if is_stop(word) => Led::Stop,
            _ => return Ok(None),
        }))
    }

    fn list_turns(&self) -> anyhow::Result<()> {
        let record = self.record();
        let turns = record.turns();
        if turns.is_empty() {
            self.prompt.say("No turn has been played yet.")?;
        }
        let board = record.heading().question.board;
        for turn in turns {
            let force = turn.landing().map_or("No Move".to_owned(), |s| self.lore.square(board, s).force.to_string());
            self.prompt.say(&format!(
                "{:>4}  {:<5}  {}  {:<7} {:<10} {force}",
                turn.ply,
                turn.army.name(),
                turn.throw,
                turn.mv.to_string(),
                turn.sheet
            ))?;
        }
        Ok(())
    }

    fn note(&mut self, words: &str) -> anyhow::Result<Led> {
        let words = if words.is_empty() {
            match self.prompt.ask("Note:")? {
                Reply::End => return Ok(Led::Stop),
                Reply::Line(line) => line,
            }
        } else {
            words.to_owned()
        };
        if words.is_empty() {
            self.prompt.say("Nothing was noted.")?;
        } else if self.enter(Entry::Note(words))? {
            self.prompt.say("Noted.")?;
        }
        Ok(Led::On)
    }

    fn back(&mut self) -> anyhow::Result<Led> {
        let by_hand = self.record().heading().die == Die::ByHand;
        let Some(acts) = self.record().last_decision(by_hand) else {
            self.prompt.refuse("there is nothing to take back yet")?;
            return Ok(Led::On);
        };
        let told: Vec<String> = self.record().standing().rev().take(acts).map(act_words).collect();
        if !self.enter(Entry::TakenBack(acts))? {
            return Ok(Led::On);
        }
        self.prompt.say(&format!("Taken back: {}.", list(&told)))?;
        Ok(Led::Entered)
    }

    fn exchange(&mut self) -> anyhow::Result<Led> {
        let record = self.record();
        let possible = record.position().exchanges(record.reading().rules());
        let Some(first) = possible.first().copied() else {
            self.prompt.refuse(&format!("{}.", capitalised(&crate::chess::ActionRefused::NoExchange.to_string())))?;
            return Ok(Led::On);
        };
        let army = record.reading().turn();
        let offer = format!(
            "{army} gives back the king of {}, and {} that of {}. Does {} agree? (yes, no)",
            first.with.partner(),
            first.with,
            army.partner(),
            safe(record.heading().seats.player(first.with)),
        );
        match self.yes(&offer)? {
            None => return Ok(Led::Stop),
            Some(false) => {
                self.prompt.say("No exchange was made.")?;
                return Ok(Led::On);
            }
            Some(true) => {}
        }
        let ours: Vec<Square> = distinct(possible.iter().map(|exchange| exchange.partners_king));
        let Some(partners_king) = self.place(army.partner(), &ours)? else { return Ok(Led::Stop) };
        let theirs: Vec<Square> =
            distinct(possible.iter().filter(|e| e.partners_king == partners_king).map(|e| e.enemys_king));
        let Some(enemys_king) = self.place(first.with.partner(), &theirs)? else { return Ok(Led::Stop) };
        let exchange = Exchange { with: first.with, partners_king, enemys_king };
        if self.enter(Entry::Exchange(exchange))? {
            self.prompt.say(&format!(
                "The king of {} returns to {partners_king}, the king of {} to {enemys_king}.",
                army.partner(),
                first.with.partner()
            ))?;
        }
        Ok(Led::Entered)
    }

    /// Where a returned king is to stand: its owner chooses among equals.
    fn place(&mut self, army: crate::chess::Army, squares: &[Square]) -> anyhow::Result<Option<Square>> {
        if let [one] = squares {
            return Ok(Some(*one));
        }
        let names: Vec<String> = squares.iter().map(Square::to_string).collect();
        loop {
            match self.prompt.ask(&format!("Where does the king of {army} return to? ({})", names.join(", ")))? {
                Reply::End => return Ok(None),
                Reply::Line(line) => match line.parse() {
                    Ok(square) if squares.contains(&square) => return Ok(Some(square)),
                    _ if is_stop(&line) => return Ok(None),
                    _ if line.eq_ignore_ascii_case("board") => self.prompt.say(&self.board())?,
                    _ => self.prompt.refuse(&format!("choose one of {}", names.join(", ")))?,
                },
            }
        }
    }

    fn withdraw(&mut self) -> anyhow::Result<Led> {
        let army = self.record().reading().turn();
        if self.enter(Entry::Withdrawal(army))? {
            self.prompt.say(&format!("{army} has withdrawn; {} commands both armies.", army.partner()))?;
            return Ok(Led::Entered);
        }
        Ok(Led::On)
    }

    fn conclude(&mut self) -> anyhow::Result<Led> {
        match self.yes("Close the reading as it stands? It cannot be opened again. (yes, no)")? {
            None => Ok(Led::Stop),
            Some(false) => Ok(Led::On),
            Some(true) => Ok(if self.finish(Closing::ByPlayers)? { Led::Entered } else { Led::On }),
        }
    }

    fn yes(&mut self, question: &str) -> anyhow::Result<Option<bool>> {
        loop {
            match self.prompt.ask(question)? {
                Reply::End => return Ok(None),
                Reply::Line(line) => match line.to_lowercase().as_str() {
                    "yes" | "y" => return Ok(Some(true)),
                    "no" | "n" => return Ok(Some(false)),
                    "help" | "?" => self.prompt.say("yes, no, or stop to leave the reading for now.")?,
                    "board" => self.prompt.say(&self.board())?,
                    word if is_stop(word) => return Ok(None),
                    _ => self.prompt.refuse("type yes or no")?,
                },
            }
        }
    }
}

fn distinct(squares: impl Iterator<Item = Square>) -> Vec<Square> {
    let mut found = Vec::new();
    for square in squares {
        if !found.contains(&square) {
            found.push(square);
        }
    }
    found
}

fn act_words(act: &Entry) -> String {
    match act {
        Entry::Throw(throw) => format!("the throw of {throw}"),
        Entry::Move(Move::Pass) => "a No Move".to_owned(),
        Entry::Move(mv) => format!("the move {mv}"),
        Entry::Exchange(_) => "the exchange".to_owned(),
        Entry::Withdrawal(army) => format!("the withdrawal of {army}"),
        _ => "a word".to_owned(),
    }
}

fn candidates(moves: &[Move]) -> String {
    let names: Vec<String> = moves.iter().map(Move::to_string).collect();
    format!("Open are: {}", names.join(", "))
}
