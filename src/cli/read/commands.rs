//! What can be typed at every prompt beside a throw or a move.

use crate::chess::{ActionRefused, Army, Exchange, Move, Square};
use crate::reading::Die;
use crate::record::{Closing, Entry};
use crate::render::{capitalised, list};
use crate::text::safe;

use super::super::prompt::Reply;
use super::choice::is_stop;
use super::screen;
use super::table::{Led, Table};

const HELP: &str = "  board         the board again
  moves         the moves open to the thrown piece, again
  turns         the turns so far
  note WORDS    write words into the journal, for this turn
  back          take back the last thing done; the journal keeps a trace
  exchange      offer an exchange of prisoners, before the move
  withdraw      withdraw this army, before the move; its partner commands both
  stop          leave the reading for now; enochian read --resume goes on with it
  conclude      close the reading as it stands";

impl Table<'_> {
    /// Carries out a command, if the line is one.
    pub(super) fn command(&mut self, line: &str, help: &str) -> anyhow::Result<Option<Led>> {
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
                self.prompt.say(&screen::board(self.record()))?;
                Led::On
            }
            "turns" => {
                self.prompt.say(&screen::turns(self.record(), self.lore))?;
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
            self.prompt.refuse(&format!("{}.", capitalised(&ActionRefused::NoExchange.to_string())))?;
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
    fn place(&mut self, army: Army, squares: &[Square]) -> anyhow::Result<Option<Square>> {
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
                    _ if line.eq_ignore_ascii_case("board") => self.prompt.say(&screen::board(self.record()))?,
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
                    "board" => self.prompt.say(&screen::board(self.record()))?,
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
