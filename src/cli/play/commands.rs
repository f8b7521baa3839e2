//! The commands at every prompt, besides throws and moves.

use crate::chess::{Army, Exchange, IllegalAction, Mode, Move, Square};
use crate::input::safe;
use crate::journal::EnochianJournal;
use crate::reading::DieThrower;
use crate::record::{Closing, EnochianRecord, Entry, Quiet};
use crate::render::{capitalised, list};
use crate::session::{Act, SessionEvent};

use super::super::prompt::Reply;
use super::super::tab::Words;
use super::super::{meaning, piece, square};
use super::choice::is_stop;
use super::{PromptFlow, Prompts, screen, setup_help};

const HELP: &str = "  board          show the board
  moves          list the legal moves, with their squares
  turns          list the turns so far
  square a7      show a square, its correspondences and the piece on it
  piece queen    show a piece: its meaning, god-form, card and planet
  meaning NAME   explain any other name: a sign, house, planet, trump, letter or figure
  setup          show how to set up the board and pieces on a table
  note WORDS     add a note on this turn to the journal
  back, undo     take back the last action (this is recorded in the journal)
  exchange       offer an exchange of prisoners, before the move
  withdraw       withdraw this army, before the move; its partner then commands both
  stop           stop here; resume later with --resume
  conclude       end it now, for good";

/// The additional commands of a reading.
const READING_HELP: &str = "
  dice           show which pieces each throw of the die moves";

/// The additional commands of a game.
const GAME_HELP: &str = "
  irregular MOVE record a move that breaks the rules on check
  draw           agree on a draw
  resign         resign for this side";

/// All commands, for the Tab key.
const COMMANDS: [&str; 16] = [
    "back", "board", "conclude", "dice", "exchange", "help", "meaning ", "moves", "note ", "piece ", "setup",
    "square ", "stop", "turns", "undo", "withdraw",
];

/// What Tab completes in a reading or a game: the commands, squares to move to, and any square after a word.
pub(super) fn words(mode: Mode, moves: &[Move]) -> Words {
    let squares = moves.iter().filter_map(|mv| mv.to()).map(|square| square.to_string());
    let game: &[&str] = if mode == Mode::Game { &["draw", "irregular ", "resign"] } else { &[] };
    let mut first: Vec<String> = COMMANDS.iter().chain(game).map(|word| (*word).to_owned()).chain(squares).collect();
    first.sort();
    first.dedup();
    Words { first, rest: Square::all().map(|square| square.to_string()).collect() }
}

impl<'l> Prompts<'l> {
    /// Runs a command, if the line is one.
    pub(super) fn command(
        &mut self,
        journal: &mut EnochianJournal<'l>,
        line: &str,
        help: &str,
    ) -> anyhow::Result<Option<PromptFlow>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Ok(Some(match word.to_lowercase().as_str() {
            "" => {
                self.prompt.say("Type help to see what you can type here.")?;
                PromptFlow::On
            }
            "help" | "h" | "?" => {
                let more = match journal.record().mode() {
                    Mode::Game => GAME_HELP,
                    Mode::Reading => READING_HELP,
                };
                self.prompt.say(&format!("{help}\n{HELP}{more}"))?;
                PromptFlow::On
            }
            "board" => {
                self.prompt.say(&screen::board(journal.record()))?;
                PromptFlow::On
            }
            "turns" => {
                self.prompt.say(&screen::turns(journal.record(), self.notation, self.correspondences))?;
                PromptFlow::On
            }
            "dice" => {
                self.prompt.say(&match journal.record().subject().question() {
                    Some(question) => setup_help::dice(question),
                    None => "There is no die in a game.".to_owned(),
                })?;
                PromptFlow::On
            }
            "setup" => {
                self.prompt.say(&setup_help::setup(journal.record()))?;
                PromptFlow::On
            }
            "square" | "piece" | "meaning" if journal.record().is_quiet() => {
                self.prompt.say(&capitalised(&format!("{Quiet}.")))?;
                PromptFlow::On
            }
            "square" | "piece" | "meaning" => {
                match self.look_up(journal.record(), word, rest.trim()) {
                    Ok(page) => self.prompt.say(page.trim_end())?,
                    Err(error) => self.prompt.refuse(&format!("{error:#}"))?,
                }
                PromptFlow::On
            }
            "note" => self.note(journal, rest.trim())?,
            "back" | "undo" => self.back(journal)?,
            "exchange" => self.exchange(journal)?,
            "withdraw" => self.withdraw(journal)?,
            "conclude" => self.conclude(journal)?,
            "irregular" if journal.record().mode() == Mode::Game => self.irregular(journal, rest.trim())?,
            "draw" if journal.record().mode() == Mode::Game => self.draw(journal)?,
            "resign" if journal.record().mode() == Mode::Game => self.resign(journal)?,
            word if is_stop(word) => PromptFlow::Stop,
            _ => return Ok(None),
        }))
    }

    /// Looks up a square, a piece or any other name; for a piece on the board, with its meaning there.
    fn look_up(&self, record: EnochianRecord<'_>, what: &str, named: &str) -> anyhow::Result<String> {
        let querent = record.subject().querent();
        let (page, piece) = match what.to_lowercase().as_str() {
            "square" => return Ok(square::look_up(named, record, &self.layers, self.correspondences)?),
            "piece" => piece::look_up(named, record.turn(), querent, self.correspondences, self.naming)?,
            _ => meaning::look_up(named, querent, self.correspondences, self.naming)?,
        };
        let Some(piece) = piece else { return Ok(page) };
        let stands = Square::all().filter(|square| record.position().pieces_at(*square).any(|there| there == piece));
        Ok(stands
            .fold(page, |page, square| page + "\n" + &square::standing(piece, square, record, self.correspondences)))
    }

    fn note(&mut self, journal: &mut EnochianJournal<'l>, words: &str) -> anyhow::Result<PromptFlow> {
        let words = if words.is_empty() {
            match self.prompt.ask("Note:")? {
                Reply::End => return Ok(PromptFlow::Stop),
                // The word is needed at the other prompts, and easily typed here.
                Reply::Line(line) => line.strip_prefix("note ").map(|it| it.trim().to_owned()).unwrap_or(line),
            }
        } else {
            words.to_owned()
        };
        if words.is_empty() {
            self.prompt.say("No note was added.")?;
            return Ok(PromptFlow::On);
        }
        match self.enter(journal, Entry::Note(words))? {
            PromptFlow::Entered => {
                self.prompt.say("Note added.")?;
                Ok(PromptFlow::On)
            }
            led => Ok(led),
        }
    }

    fn back(&mut self, journal: &mut EnochianJournal<'l>) -> anyhow::Result<PromptFlow> {
        let by_hand = journal.record().subject().die() == Some(DieThrower::ByHand);
        let Some(acts) = journal.record().last_decision(by_hand) else {
            self.prompt.refuse("there is nothing to take back")?;
            return Ok(PromptFlow::On);
        };
        let parts: Vec<String> = journal.record().standing().rev().take(acts).map(act_words).collect();
        // Taking back leaves a permanent trace in the journal, so a person confirms it.
        if self.prompt.is_person() {
            match self.yes(journal, &format!("Take back {}? (yes, no) [yes]", list(&parts)), Some(true))? {
                None => return Ok(PromptFlow::Stop),
                Some(false) => return Ok(PromptFlow::On),
                Some(true) => {}
            }
        }
        let led = self.enter(journal, Entry::TakenBack(acts))?;
        if let PromptFlow::Entered = led {
            self.prompt.say(&format!("Taken back: {}.", list(&parts)))?;
        }
        Ok(led)
    }

    fn exchange(&mut self, journal: &mut EnochianJournal<'l>) -> anyhow::Result<PromptFlow> {
        let record = journal.record();
        let possible = record.position().exchanges(record.rules());
        let Some(first) = possible.first().copied() else {
            self.prompt.refuse(&IllegalAction::NoExchange.to_string())?;
            return Ok(PromptFlow::On);
        };
        let army = record.turn();
        let offer = format!(
            "{army} gives back the king of {}, and {} that of {}. Does {} agree? (yes, no)",
            first.with.partner(),
            first.with,
            army.partner(),
            safe(record.heading().seats.player(first.with)),
        );
        match self.yes(journal, &offer, None)? {
            None => return Ok(PromptFlow::Stop),
            Some(false) => {
                self.prompt.say("There was no exchange.")?;
                return Ok(PromptFlow::On);
            }
            Some(true) => {}
        }
        let ours: Vec<Square> = distinct(possible.iter().map(|exchange| exchange.partners_king));
        let Some(partners_king) = self.place(journal, army.partner(), &ours)? else { return Ok(PromptFlow::Stop) };
        let theirs: Vec<Square> =
            distinct(possible.iter().filter(|e| e.partners_king == partners_king).map(|e| e.enemys_king));
        let Some(enemys_king) = self.place(journal, first.with.partner(), &theirs)? else {
            return Ok(PromptFlow::Stop);
        };
        let exchange = Exchange { with: first.with, partners_king, enemys_king };
        let led = self.enter(journal, Act::Exchange(exchange))?;
        if let PromptFlow::Entered = led {
            self.prompt.say(&format!(
                "The king of {} returns to {partners_king}, the king of {} to {enemys_king}.",
                army.partner(),
                first.with.partner()
            ))?;
        }
        Ok(led)
    }

    /// The square of a returned king: its owner chooses if there are several.
    fn place(
        &mut self,
        journal: &mut EnochianJournal<'l>,
        army: Army,
        squares: &[Square],
    ) -> anyhow::Result<Option<Square>> {
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
                    _ if line.eq_ignore_ascii_case("board") => self.prompt.say(&screen::board(journal.record()))?,
                    _ => self.prompt.refuse(&format!("choose {}", names.join(" or ")))?,
                },
            }
        }
    }

    fn withdraw(&mut self, journal: &mut EnochianJournal<'l>) -> anyhow::Result<PromptFlow> {
        let army = journal.record().turn();
        let led = self.enter(journal, Act::Withdrawal(army))?;
        if let PromptFlow::Entered = led {
            self.prompt.say(&format!("{army} has withdrawn; {} commands both armies.", army.partner()))?;
        }
        Ok(led)
    }

    /// A move that breaks RULES 4 but not RULES 3, recorded as it was played.
    fn irregular(&mut self, journal: &mut EnochianJournal<'l>, text: &str) -> anyhow::Result<PromptFlow> {
        let Ok(mv) = text.parse::<Move>() else {
            self.prompt.refuse("type irregular and the move, such as irregular Pb7b6")?;
            return Ok(PromptFlow::On);
        };
        let why = match journal.record().session().clone().accept(Act::Irregular(mv)) {
            Ok(SessionEvent::Played(turn)) => turn.irregular.map(|why| why.to_string()).unwrap_or_default(),
            Ok(_) => unreachable!("an irregular act is a move"),
            Err(error) => {
                self.prompt.refuse(&error.to_string())?;
                return Ok(PromptFlow::On);
            }
        };
        match self.yes(journal, &format!("{mv} is against the rules: {why}. Record it? (yes, no)"), None)? {
            None => Ok(PromptFlow::Stop),
            Some(false) => Ok(PromptFlow::On),
            Some(true) => self.play_act(journal, Act::Irregular(mv)),
        }
    }

    fn conclude(&mut self, journal: &mut EnochianJournal<'l>) -> anyhow::Result<PromptFlow> {
        let mode = journal.record().mode();
        let question = format!("End the {mode} now, for good? (yes, no)");
        self.close(journal, &question, Closing::ByPlayers)
    }

    /// RULES 7, **Decided**.
    fn draw(&mut self, journal: &mut EnochianJournal<'l>) -> anyhow::Result<PromptFlow> {
        self.close(journal, "Do all players agree to a draw? (yes, no)", Closing::Agreed)
    }

    fn resign(&mut self, journal: &mut EnochianJournal<'l>) -> anyhow::Result<PromptFlow> {
        let army = journal.record().turn();
        let question = format!(
            "Do both {army} and {} resign? To leave the game to a partner, withdraw instead. (yes, no)",
            army.partner()
        );
        self.close(journal, &question, Closing::Resigned(army))
    }

    fn close(
        &mut self,
        journal: &mut EnochianJournal<'l>,
        question: &str,
        closing: Closing,
    ) -> anyhow::Result<PromptFlow> {
        match self.yes(journal, question, None)? {
            None => Ok(PromptFlow::Stop),
            Some(false) => Ok(PromptFlow::On),
            Some(true) => self.finish(journal, closing),
        }
    }

    /// Asks for yes or no. An empty line is the default, if there is one.
    fn yes(
        &mut self,
        journal: &mut EnochianJournal<'l>,
        question: &str,
        usual: Option<bool>,
    ) -> anyhow::Result<Option<bool>> {
        loop {
            match self.prompt.ask(question)? {
                Reply::End => return Ok(None),
                Reply::Line(line) => match line.to_lowercase().as_str() {
                    "" if usual.is_some() => return Ok(usual),
                    "yes" | "y" => return Ok(Some(true)),
                    "no" | "n" => return Ok(Some(false)),
                    "help" | "h" | "?" => self.prompt.say("Type yes, no, or stop to leave and resume later.")?,
                    "board" => self.prompt.say(&screen::board(journal.record()))?,
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

fn act_words(act: Act) -> String {
    match act {
        Act::Throw(throw) => format!("the throw of {throw}"),
        Act::Move(Move::Pass) => "a turn without a move".to_owned(),
        Act::Move(mv) | Act::Irregular(mv) => format!("the move {mv}"),
        Act::Exchange(_) => "the exchange".to_owned(),
        Act::Withdrawal(army) => format!("the withdrawal of {army}"),
    }
}
