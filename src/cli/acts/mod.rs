//! The prompts of the other games: choose an act, or type the cards that are shown, until the end.

pub(super) mod automatic;
mod commands;
mod hidden;
pub(super) mod rules;
pub(super) mod screen;
mod shown_cards;
mod typed_act;

use crate::correspondences::Correspondences;
use crate::games::{Actor, GameAct, GameState, OfferedAct};
use crate::input::{quoted, safe_path, shell_word};
use crate::journal::OtherJournal;
use crate::record::{Closing, Entry};

use super::play::{PromptFlow, now, saving};
use super::prompt::{Prompt, Reply};
use hidden::Onlooker;
use shown_cards::{shape, short_form, with_cards};
use typed_act::{TypedAct, ambiguous, find_act, no_such_number};

const ACT_HELP: &str = "\
Type an act by its number in the list, by its text, or by any part of it that no other has. Or type:";

const CARDS_HELP: &str = "\
Type the cards as they are shown, such as 7h Kd ??, or press Enter to leave those open that you do not know. Or type:";

const TEXT_HELP: &str = "\
Type what happens in this turn, in your own words. next NAME gives the turn to another seat, end RESULT ends the game. Or type:";

const PASS_HELP: &str = "There is nothing to choose in this turn. Press Enter to continue, or type:";

/// A person, or a script, who plays one of the other games at the prompts.
pub(super) struct ActPrompts<'l> {
    prompt: Prompt,
    correspondences: &'l Correspondences,
    /// Who sees the screen, if players must not see each other's cards.
    onlooker: Onlooker,
    /// The state whose board was shown last: it is drawn once, or on request.
    shown: Option<String>,
}

impl<'l> ActPrompts<'l> {
    pub(super) fn new(prompt: Prompt, correspondences: &'l Correspondences) -> ActPrompts<'l> {
        ActPrompts { prompt, correspondences, onlooker: Onlooker::default(), shown: None }
    }

    /// Plays until the journal is concluded or the person stops, and returns the prompt.
    pub(super) fn play(mut self, journal: &mut OtherJournal<'l>) -> anyhow::Result<Prompt> {
        self.onlooker = Onlooker::begin(journal.record());
        self.prompt.say(&screen::opening(journal.record()))?;
        let path = safe_path(journal.path());
        self.prompt.say(&format!("Every turn is saved in {path}. Type help to see what you can type.\n"))?;
        while journal.record().closing().is_none() {
            let flow = match journal.record().session().state().actor() {
                Actor::Nobody => self.finish(journal, Closing::Ended)?.or_stop(),
                Actor::Chance => self.chance(journal)?,
                Actor::Seat(seat) => self.turn(journal, seat)?,
            };
            if let PromptFlow::Stop = flow {
                break;
            }
        }
        let is_saved = saving::leave(&mut self.prompt, journal, self.correspondences)?;
        if journal.record().closing().is_some() {
            self.say_result(journal)?;
        }
        if is_saved {
            self.prompt.say(&where_it_is(journal))?;
        }
        match self.prompt.refused() {
            0 => {}
            1 => self.prompt.say("One line of the input was invalid.")?,
            many => self.prompt.say(&format!("{many} lines of the input were invalid."))?,
        }
        Ok(self.prompt)
    }

    fn say_result(&self, journal: &OtherJournal<'_>) -> anyhow::Result<()> {
        let record = journal.record();
        let session = record.session();
        self.prompt.say(&screen::board(record, session.state().as_ref(), session.steps()))?;
        Ok(self.prompt.say(&screen::result(record))?)
    }

    /// Makes an entry, and saves it.
    fn enter(&mut self, journal: &mut OtherJournal<'l>, entry: impl Into<Entry>) -> anyhow::Result<PromptFlow> {
        saving::enter(&mut self.prompt, journal, entry, self.correspondences)
    }

    /// Closes the record.
    fn finish(&mut self, journal: &mut OtherJournal<'l>, closing: Closing) -> anyhow::Result<PromptFlow> {
        self.enter(journal, Entry::Concluded(closing, now()))
    }

    /// Plays an act, and says what happened.
    fn play_act(&mut self, journal: &mut OtherJournal<'l>, act: GameAct) -> anyhow::Result<PromptFlow> {
        let flow = self.enter(journal, act)?;
        if let (PromptFlow::Entered, Some(step)) = (&flow, journal.record().session().steps().last()) {
            self.prompt.say(&screen::played(journal.record(), step))?;
        }
        Ok(flow)
    }

    /// Reads a whole act and plays it.
    fn play_text(&mut self, journal: &mut OtherJournal<'l>, text: &str) -> anyhow::Result<PromptFlow> {
        match journal.record().session().read(text) {
            Ok(act) => self.play_act(journal, act),
            Err(error) => {
                self.prompt.refuse(&error.to_string())?;
                Ok(PromptFlow::On)
            }
        }
    }

    fn show_turn(&mut self, journal: &OtherJournal<'_>, state: &dyn GameState) -> anyhow::Result<()> {
        let here = state.text();
        if self.shown.as_ref() != Some(&here) {
            // The key is told once, and on request.
            self.prompt.say(&screen::turn(journal.record(), state, self.shown.is_none()))?;
            self.shown = Some(here);
        }
        Ok(())
    }

    /// An act of chance: the program deals, or a person types the cards.
    fn chance(&mut self, journal: &mut OtherJournal<'l>) -> anyhow::Result<PromptFlow> {
        if let Some(act) = journal.record().dealt_act()? {
            return Ok(self.play_act(journal, act)?.or_stop());
        }
        let state = journal.record().session().state().clone();
        match &state.acts()[..] {
            [open] if open.is_open => self.ask_cards(journal, open),
            // Nothing is left open, because everything is known.
            [known] => Ok(self.play_text(journal, &known.text)?.or_stop()),
            _ => self.choose(journal, state.as_ref()),
        }
    }

    /// A turn, or a part of one, of a seat.
    fn turn(&mut self, journal: &mut OtherJournal<'l>, seat: usize) -> anyhow::Result<PromptFlow> {
        if !self.hand_over(journal, seat)? {
            return Ok(PromptFlow::Stop);
        }
        let state = self.onlooker.view(journal.record(), seat);
        self.show_turn(journal, state.as_ref())?;
        if !journal.record().game().referee.kind().is_refereed() {
            return self.ask_text(journal);
        }
        match &state.acts()[..] {
            [forced] if is_forced(&forced.text) => self.forced(journal, &forced.text),
            [open] if open.is_open && !journal.record().is_dealt() => self.ask_cards(journal, open),
            _ => self.choose(journal, state.as_ref()),
        }
    }

    /// Asks for one of the acts of a state.
    fn choose(&mut self, journal: &mut OtherJournal<'l>, state: &dyn GameState) -> anyhow::Result<PromptFlow> {
        let offered = state.acts();
        self.show_acts(journal, state, &offered)?;
        loop {
            self.prompt.offer(commands::words(&offered));
            let line = match self.prompt.ask("Move (number or text):")? {
                Reply::End => return Ok(PromptFlow::Stop),
                Reply::Line(line) => line,
            };
            if let Some(flow) = self.command(journal, &line, ACT_HELP)? {
                match flow {
                    PromptFlow::On => continue,
                    flow => return Ok(flow),
                }
            }
            match self.typed(journal, &line, &offered)? {
                PromptFlow::On => {}
                flow => return Ok(flow),
            }
        }
    }

    /// Shows the acts with their numbers, or only how many there are if they would push the board off the screen and fill
    /// more than half of it themselves.
    fn show_acts(
        &mut self,
        journal: &OtherJournal<'_>,
        state: &dyn GameState,
        offered: &[OfferedAct],
    ) -> anyhow::Result<()> {
        let name = journal.record().session().actor_name(state.actor()).to_owned();
        let list = screen::acts(&name, offered, self.prompt.width());
        let board = screen::turn(journal.record(), state, false);
        let fits = self.prompt.is_room_for(&[board.trim_start(), &list]) || self.prompt.is_room_for(&[&list, &list]);
        let shown = match fits {
            true => list,
            false => format!("{name} may play {} acts; type moves to list them.", offered.len()),
        };
        Ok(self.prompt.say(&shown)?)
    }

    /// Plays the act that a line means.
    fn typed(
        &mut self,
        journal: &mut OtherJournal<'l>,
        line: &str,
        offered: &[OfferedAct],
    ) -> anyhow::Result<PromptFlow> {
        // A whole act comes first: its text may be a part of another.
        if no_such_number(line, offered).is_none()
            && let Ok(act) = journal.record().session().read(line)
        {
            return self.play_act(journal, act);
        }
        match find_act(line, offered) {
            TypedAct::One(index) if offered[index].is_open && !journal.record().is_dealt() => {
                self.ask_cards(journal, &offered[index])
            }
            TypedAct::One(index) => self.play_text(journal, &offered[index].text),
            TypedAct::Several(found) => {
                self.prompt.refuse(&ambiguous(line, &found, offered))?;
                Ok(PromptFlow::On)
            }
            TypedAct::Nothing => {
                let refused = journal.record().session().read(line).err();
                let why = no_such_number(line, offered)
                    .or_else(|| refused.map(|error| error.to_string()))
                    .unwrap_or_else(|| format!("{} is not an act; type help", quoted(line)));
                self.prompt.refuse(&why)?;
                Ok(PromptFlow::On)
            }
        }
    }

    /// Asks for the cards of an open act.
    fn ask_cards(&mut self, journal: &mut OtherJournal<'l>, open: &OfferedAct) -> anyhow::Result<PromptFlow> {
        let question = format!("Cards for {} (Enter: leave ?? open):", shape(&open.text));
        loop {
            self.prompt.offer(commands::words(&[]));
            let line = match self.prompt.ask(&question)? {
                Reply::End => return Ok(PromptFlow::Stop),
                Reply::Line(line) => line,
            };
            if !line.is_empty()
                && let Some(flow) = self.command(journal, &line, CARDS_HELP)?
            {
                match flow {
                    PromptFlow::On => continue,
                    flow => return Ok(flow),
                }
            }
            let text = match short_form(&open.text) {
                // A whole deck that nobody has seen is recorded in one word.
                Some(word) if line.is_empty() && journal.record().session().read(word).is_ok() => word.to_owned(),
                _ => with_cards(&open.text, &line),
            };
            match self.play_text(journal, &text)? {
                PromptFlow::On => {}
                flow => return Ok(flow),
            }
        }
    }

    /// Asks for the free text of a game without a referee.
    fn ask_text(&mut self, journal: &mut OtherJournal<'l>) -> anyhow::Result<PromptFlow> {
        self.prompt.offer(commands::free_words(journal.record()));
        let line = match self.prompt.ask("What happens?")? {
            Reply::End => return Ok(PromptFlow::Stop),
            Reply::Line(line) => line,
        };
        if let Some(flow) = self.free_command(journal, &line, TEXT_HELP)? {
            return Ok(flow);
        }
        self.play_text(journal, &line)
    }

    /// An act that is not a choice: it is played, and waits until the person has seen it.
    fn forced(&mut self, journal: &mut OtherJournal<'l>, text: &str) -> anyhow::Result<PromptFlow> {
        if let PromptFlow::Stop | PromptFlow::On = self.play_text(journal, text)?.or_stop() {
            return Ok(PromptFlow::Stop);
        }
        while self.prompt.is_person() {
            match self.prompt.ask("Press Enter to continue:")? {
                Reply::End => return Ok(PromptFlow::Stop),
                Reply::Line(line) if line.is_empty() => break,
                Reply::Line(line) => match self.command(journal, &line, PASS_HELP)? {
                    Some(PromptFlow::On) => {}
                    Some(flow) => return Ok(flow),
                    None => self.prompt.refuse("there is nothing to choose; press Enter, or type help")?,
                },
            }
        }
        Ok(PromptFlow::Entered)
    }
}

/// Whether an act is not a choice where it is the only one: a pass, or the defence of a king.
fn is_forced(text: &str) -> bool {
    ["--", "defend"].contains(&text)
}

/// Where the journal is, and how to resume it if it is not concluded.
fn where_it_is(journal: &OtherJournal<'_>) -> String {
    match journal.record().closing() {
        None => format!("\nStopped. Resume with: enochian game --resume {}", shell_word(journal.path())),
        Some(_) => format!("The journal of this game: {}", safe_path(journal.path())),
    }
}
