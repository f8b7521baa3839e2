//! The prompts at which readings and games are played: throw, choose, play, until the answer or the end is there.

pub(super) mod automatic;
pub(super) mod choice;
mod clock;
mod commands;
pub(super) mod resume;
pub(super) mod screen;
pub(super) mod seats;
pub(super) mod sitting;
mod typed;

use crate::chess::{Mode, Move, Position};
use crate::journal::{Journal, JournalError};
use crate::lore::Lore;
use crate::reading::{Chance, Throw};
use crate::record::{Closing, Entry};
use crate::render::{Notation, capitalised, turn_sentences};
use crate::session::{Act, Flow, Player, TurnMoves, drive};
use crate::text::{quoted, safe};

use super::prompt::{Prompt, Reply};
pub(super) use clock::{now, zone};
use typed::read_move;

const MOVE_HELP: &str = "\
A move is given by its number in the list, as a move (Nc8d6), in sheet notation (N4c), or by its square (d6).
Or type:";

const THROW_HELP: &str = "Type what the die shows, 1 to 6. Or type:";

/// Where the finished record is.
fn where_it_is(journal: &Journal<'_>) -> String {
    let path = journal.path().display().to_string();
    match journal.record().mode() {
        Mode::Reading => format!("The whole reading, with every square landed on: {}", safe(&path)),
        Mode::Game => format!("The whole game: {}", safe(&path)),
    }
}

/// A person, or a script, who plays a reading or a game at the prompts.
pub(super) struct Prompts<'l> {
    prompt: Prompt,
    notation: Notation,
    lore: &'l Lore,
    /// The program's die; none when the die is thrown by hand.
    chance: Option<Chance>,
    /// The turn whose board was shown last: it is drawn once a turn, unless it is asked for.
    shown: Option<(u32, Position)>,
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

impl<'l> Prompts<'l> {
    pub(super) fn new(prompt: Prompt, notation: Notation, lore: &'l Lore) -> Prompts<'l> {
        Prompts { prompt, notation, lore, chance: None, shown: None }
    }

    /// Plays a journal on until it is closed or left, and gives the prompt back.
    pub(super) fn play(mut self, journal: &mut Journal<'_>) -> anyhow::Result<Prompt> {
        self.chance = automatic::chance(journal.record())?;
        self.prompt.say(&screen::opening(journal.record(), self.lore))?;
        let path = safe(&journal.path().display().to_string()).into_owned();
        self.prompt.say(&format!("Every turn is kept in {path}. Type help for what can be typed.\n"))?;
        if drive(journal, &mut self)?.is_some() {
            self.finish(journal, Closing::Ended)?;
        }
        if journal.record().closing().is_some() {
            self.say_outcome(journal)?;
        } else if journal.record().end().is_none() {
            let command = sitting::command(journal.record().mode());
            self.prompt.say(&format!("\nStopped. Go on with: enochian {command} --resume {path}"))?;
        }
        match self.prompt.refused() {
            0 => {}
            1 => self.prompt.say("One line of the input could not be taken.")?,
            many => self.prompt.say(&format!("{many} lines of the input could not be taken."))?,
        }
        Ok(self.prompt)
    }

    fn say_outcome(&self, journal: &Journal<'_>) -> anyhow::Result<()> {
        self.prompt.say(&screen::board(journal.record()))?;
        self.prompt.say(&screen::outcome(journal.record()))?;
        self.prompt.say(&where_it_is(journal))?;
        Ok(())
    }

    /// Enters something, and tells what is wrong when it cannot be entered.
    fn enter(&mut self, journal: &mut Journal<'_>, entry: impl Into<Entry>) -> anyhow::Result<bool> {
        match journal.enter(entry) {
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
    fn finish(&mut self, journal: &mut Journal<'_>, closing: Closing) -> anyhow::Result<bool> {
        self.enter(journal, Entry::Concluded(closing, now()))
    }

    fn show_turn(&mut self, journal: &Journal<'_>) -> anyhow::Result<()> {
        let record = journal.record();
        let here = (record.ply(), record.position().clone());
        if self.shown.as_ref() != Some(&here) {
            self.prompt.say(&screen::turn(record))?;
            self.shown = Some(here);
        }
        Ok(())
    }

    fn ask_throw(&mut self, journal: &mut Journal<'_>) -> anyhow::Result<Led> {
        if let Some(chance) = &mut self.chance {
            let throw = chance.draw()?.throw();
            // A throw that cannot be written down is not thrown again and again.
            return Ok(if self.enter(journal, Act::Throw(throw))? { Led::Entered } else { Led::Stop });
        }
        let line = match self.prompt.ask(&format!("{} throws (1 to 6):", journal.record().turn()))? {
            Reply::End => return Ok(Led::Stop),
            Reply::Line(line) => line,
        };
        if let Ok(throw) = line.parse::<Throw>() {
            return Ok(if self.enter(journal, Act::Throw(throw))? { Led::Entered } else { Led::On });
        }
        if let Some(led) = self.command(journal, &line, THROW_HELP)? {
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

    fn choose(&mut self, journal: &mut Journal<'_>, turn: &TurnMoves) -> anyhow::Result<Led> {
        if turn.moves == [Move::Pass] {
            return self.pass(journal);
        }
        self.prompt.say(&screen::moves(journal.record(), turn, self.notation, self.lore))?;
        loop {
            let line = match self.prompt.ask("Move (number, move or square):")? {
                Reply::End => return Ok(Led::Stop),
                Reply::Line(line) => line,
            };
            if let Some(led) = self.command(journal, &line, MOVE_HELP)? {
                match led {
                    Led::On => continue,
                    led => return Ok(led),
                }
            }
            if line.eq_ignore_ascii_case("moves") {
                self.prompt.say(&screen::moves(journal.record(), turn, self.notation, self.lore))?;
                continue;
            }
            match read_move(&line, journal.record().session(), &turn.moves) {
                Ok(mv) => {
                    if self.enter(journal, Act::Move(mv))? {
                        if let Some(turn) = journal.record().last_turn() {
                            self.prompt.say(&screen::played(turn, journal.record(), self.lore))?;
                        }
                        return Ok(Led::Entered);
                    }
                }
                Err(why) => self.prompt.refuse(&why)?,
            }
        }
    }

    /// A turn without a move: the thrown piece has none, or in a game the whole army.
    fn pass(&mut self, journal: &mut Journal<'_>) -> anyhow::Result<Led> {
        if !self.enter(journal, Act::Move(Move::Pass))? {
            return Ok(Led::Stop);
        }
        if let Some(turn) = journal.record().last_turn() {
            let throws = turn.thrown.map_or(String::new(), |thrown| format!("{} throws {}. ", turn.army, thrown.throw));
            let told = turn_sentences(turn, journal.record().heading().matter.querent(), self.lore);
            self.prompt.say(&format!("{throws}{told}"))?;
        }
        Ok(Led::Entered)
    }
}

impl<'j> Player<Journal<'j>> for Prompts<'_> {
    type Error = anyhow::Error;

    fn throw(&mut self, journal: &mut Journal<'j>) -> anyhow::Result<Flow> {
        self.show_turn(journal)?;
        Ok(self.ask_throw(journal)?.flow(journal))
    }

    fn play(&mut self, journal: &mut Journal<'j>, turn: TurnMoves) -> anyhow::Result<Flow> {
        self.show_turn(journal)?;
        Ok(self.choose(journal, &turn)?.flow(journal))
    }
}

impl Led {
    fn flow(self, journal: &Journal<'_>) -> Flow {
        match self {
            Led::Stop => Flow::Stop,
            Led::On | Led::Entered if journal.record().closing().is_some() => Flow::Stop,
            Led::On | Led::Entered => Flow::GoOn,
        }
    }
}
