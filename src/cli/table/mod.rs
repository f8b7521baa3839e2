//! At the table: throw, choose, play, until the answer or the end of the game is there.
//!
//! Readings and games are played at the same prompts; a game has no throws.

pub(super) mod automatic;
pub(super) mod choice;
mod commands;
pub(super) mod resume;
pub(super) mod screen;
pub(super) mod seats;
pub(super) mod sitting;
mod typed;

use chrono::{Local, SubsecRound};

use crate::chess::Move;
use crate::journal::{Journal, JournalError};
use crate::lore::Lore;
use crate::reading::{Chance, Throw};
use crate::record::{Closing, Entry, Moment, Record};
use crate::render::{Notation, capitalised, turn_sentences};
use crate::text::{quoted, safe};

use super::prompt::{Prompt, Reply};
use typed::read_move;

const MOVE_HELP: &str = "\
A move is given by its number in the list, as a move (Nc8d6), in sheet notation (N4c), or by its square (d6).
Or type:";

const THROW_HELP: &str = "Type what the die shows, 1 to 6. Or type:";

/// The moment, to the second, with the offset of the place.
pub(super) fn now() -> Moment {
    Local::now().fixed_offset().trunc_subsecs(0)
}

/// The name of the time zone: that of the environment, by which the clock goes, or the system's where it tells one.
pub(super) fn zone() -> Option<String> {
    let named = std::env::var("TZ").ok().filter(|name| name.contains('/') && !name.starts_with([':', '/']));
    named.or_else(|| iana_time_zone::get_timezone().ok()).filter(|name| safe(name) == *name)
}

/// Where the finished record is.
fn where_it_is(journal: &Journal) -> String {
    let path = journal.path().display().to_string();
    match journal.record().reading() {
        Some(_) => format!("The whole reading, with every square landed on: {}", safe(&path)),
        None => format!("The whole game: {}", safe(&path)),
    }
}

/// A reading or a game being played at the prompts.
pub(super) struct Table<'l> {
    journal: Journal,
    prompt: Prompt,
    notation: Notation,
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

impl<'l> Table<'l> {
    pub(super) fn new(journal: Journal, prompt: Prompt, notation: Notation, lore: &'l Lore) -> Table<'l> {
        Table { journal, prompt, notation, lore }
    }

    fn record(&self) -> &Record {
        self.journal.record()
    }

    /// Plays until it is closed or left, and gives back what it was given.
    pub(super) fn play(mut self) -> anyhow::Result<(Journal, Prompt)> {
        let mut chance = automatic::chance(self.record())?;
        self.prompt.say(&screen::opening(self.record(), self.lore))?;
        let path = safe(&self.journal.path().display().to_string()).into_owned();
        self.prompt.say(&format!("Every turn is kept in {path}. Type help for what can be typed.\n"))?;
        let mut shown = None;
        loop {
            if self.record().end().is_some() {
                if !self.finish(Closing::Ended)? {
                    break;
                }
                self.say_outcome()?;
                break;
            }
            // The board is drawn once a turn, unless it is asked for.
            let here = (self.record().ply(), self.record().position().clone());
            if shown.as_ref() != Some(&here) {
                self.prompt.say(&screen::turn(self.record()))?;
                shown = Some(here);
            }
            let is_reading = self.record().reading().is_some();
            let led = match self.record().throw() {
                None if is_reading => self.throw(&mut chance)?,
                _ => self.choose()?,
            };
            if let Led::Stop = led {
                let command = sitting::command(self.record().heading().matter.noun());
                self.prompt.say(&format!("\nStopped. Go on with: enochian {command} --resume {path}"))?;
                break;
            }
            if self.record().closing().is_some() {
                self.say_outcome()?;
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

    fn say_outcome(&self) -> anyhow::Result<()> {
        self.prompt.say(&screen::board(self.record()))?;
        self.prompt.say(&screen::outcome(self.record()))?;
        self.prompt.say(&where_it_is(&self.journal))?;
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

    /// Closes the record; false when it could not be written.
    fn finish(&mut self, closing: Closing) -> anyhow::Result<bool> {
        self.enter(Entry::Concluded(closing, now()))
    }

    fn throw(&mut self, chance: &mut Option<Chance>) -> anyhow::Result<Led> {
        let army = self.record().turn();
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
        if line.eq_ignore_ascii_case("moves") {
            self.prompt.say("The die comes first: what it shows tells which pieces may move.")?;
            return Ok(Led::On);
        }
        self.prompt
            .refuse(&format!("{} is no throw: a die shows 1 to 6. Type what it shows, or help", quoted(&line)))?;
        Ok(Led::On)
    }

    fn choose(&mut self) -> anyhow::Result<Led> {
        let moves = self.record().moves();
        if moves.is_empty() {
            return self.pass();
        }
        self.prompt.say(&screen::moves(self.record(), &moves, self.notation, self.lore))?;
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
                self.prompt.say(&screen::moves(self.record(), &moves, self.notation, self.lore))?;
                continue;
            }
            match read_move(&line, self.record(), &moves) {
                Ok(mv) => {
                    if self.enter(Entry::Move(mv))? {
                        if let Some(turn) = self.record().last_turn() {
                            self.prompt.say(&screen::played(turn, self.record(), self.lore))?;
                        }
                        return Ok(Led::Entered);
                    }
                }
                Err(why) => self.prompt.refuse(&why)?,
            }
        }
    }
    /// A turn without a move: the thrown piece has none, or in a game the whole army.
    fn pass(&mut self) -> anyhow::Result<Led> {
        if !self.enter(Entry::Move(Move::Pass))? {
            return Ok(Led::Stop);
        }
        if let Some(turn) = self.record().last_turn() {
            let throws = turn.thrown.map_or(String::new(), |thrown| format!("{} throws {}. ", turn.army, thrown.throw));
            let told = turn_sentences(turn, self.record().heading().matter.querent(), self.lore);
            self.prompt.say(&format!("{throws}{told}"))?;
        }
        Ok(Led::Entered)
    }
}
