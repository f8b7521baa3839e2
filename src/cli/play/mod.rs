//! The prompts of readings and games: throw, choose and play until the end.

pub(super) mod args;
mod automatic;
pub(super) mod choice;
mod clock;
mod commands;
pub(super) mod resume;
pub(super) mod saving;
pub(super) mod screen;
pub(super) mod seats;
mod setup_help;

use crate::chess::{Mode, Move, Position};
use crate::correspondences::{Correspondences, Layer, Naming};
use crate::input::{quoted, safe_path, shell_word};
use crate::journal::EnochianJournal;
use crate::reading::{DiceSource, Throw};
use crate::record::{Closing, Entry};
use crate::render::Notation;
use crate::session::{Act, Flow, Player, TurnMoves, drive, read_move, read_throw_and_move};

use super::prompt::{Prompt, Reply};
use super::settings::Settings;
pub(super) use clock::{now, zone};
use screen::Width;

const MOVE_HELP: &str = "\
Type a move by its number in the list, as a move (Nc8d6), in sheet notation (N4c), or by its square (d6, 4c).
Or type:";

const THROW_HELP: &str = "Type the throw of the die, 1 to 6, or the throw and the move, such as 2 d6. Or type:";

const PASS_HELP: &str = "There is no move in this turn. Press Enter to continue, or type:";

/// Where the journal is, and how to resume it if it is not concluded.
fn where_it_is(journal: &EnochianJournal<'_>) -> String {
    let (path, mode) = (safe_path(journal.path()), journal.record().mode());
    match mode {
        _ if journal.record().closing().is_none() => {
            format!("\nStopped. Resume with: enochian {} --resume {}", args::command(mode), shell_word(journal.path()))
        }
        Mode::Reading => format!("The journal of this reading, with every landing: {path}"),
        Mode::Game => format!("The journal of this game: {path}"),
    }
}

/// A person, or a script, who plays a reading or a game at the prompts.
pub(super) struct Prompts<'l> {
    prompt: Prompt,
    notation: Notation,
    correspondences: &'l Correspondences,
    naming: &'l Naming,
    /// The further layers of a square that are shown.
    layers: Vec<Layer>,
    /// The program's die; none when the die is thrown by hand.
    chance: Option<DiceSource>,
    /// The turn whose board was shown last: it is drawn once for each turn, or on request.
    shown: Option<(u32, Position)>,
}

/// What a line at a prompt led to.
pub(super) enum PromptFlow {
    /// Ask again.
    On,
    /// Something was entered: look again at whose turn it is.
    Entered,
    /// Leave for now.
    Stop,
}

impl<'l> Prompts<'l> {
    pub(super) fn new(
        prompt: Prompt,
        settings: &Settings,
        correspondences: &'l Correspondences,
    ) -> anyhow::Result<Prompts<'l>> {
        let (notation, naming) = (settings.notation.value, settings.naming(correspondences)?);
        let layers = settings.layers.value.0.clone();
        Ok(Prompts { prompt, notation, correspondences, naming, layers, chance: None, shown: None })
    }

    /// Plays until the journal is concluded or the person stops, and returns the prompt.
    pub(super) fn play(mut self, journal: &mut EnochianJournal<'l>) -> anyhow::Result<Prompt> {
        self.chance = journal.record().dice_source()?;
        self.prompt.say(&screen::opening(journal.record(), self.correspondences))?;
        let path = safe_path(journal.path());
        self.prompt.say(&format!(
            "Every turn is saved in {path}. Type help to see what you can type, or setup to set up a table.\n"
        ))?;
        if drive(journal, &mut self)?.is_some() {
            self.finish(journal, Closing::Ended)?;
        }
        let is_saved = saving::leave(&mut self.prompt, journal, self.correspondences)?;
        if journal.record().closing().is_some() {
            self.say_outcome(journal)?;
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

    fn say_outcome(&self, journal: &EnochianJournal<'_>) -> anyhow::Result<()> {
        self.prompt.say(&screen::board(journal.record()))?;
        self.prompt.say(&screen::outcome(journal.record()))?;
        match screen::text_of_end(journal.record(), self.correspondences) {
            Some(message) => Ok(self.prompt.say(&message)?),
            None => Ok(()),
        }
    }

    /// Closes the record.
    fn finish(&mut self, journal: &mut EnochianJournal<'l>, closing: Closing) -> anyhow::Result<PromptFlow> {
        self.enter(journal, Entry::Concluded(closing, now()))
    }

    fn show_turn(&mut self, journal: &EnochianJournal<'_>) -> anyhow::Result<()> {
        let record = journal.record();
        let here = (record.ply(), record.position().clone());
        if self.shown.as_ref() != Some(&here) {
            self.prompt.say(&screen::turn(record))?;
            self.shown = Some(here);
        }
        Ok(())
    }

    fn ask_throw(&mut self, journal: &mut EnochianJournal<'l>) -> anyhow::Result<PromptFlow> {
        if let Some(chance) = &mut self.chance {
            let throw = chance.draw()?.throw();
            return Ok(self.enter(journal, Act::Throw(throw))?.or_stop());
        }
        self.prompt.offer(commands::words(journal.record().mode(), &[]));
        let line = match self.prompt.ask(&format!("{} throws (1 to 6):", journal.record().turn()))? {
            Reply::End => return Ok(PromptFlow::Stop),
            Reply::Line(line) => line,
        };
        if let Ok(throw) = line.parse::<Throw>() {
            return self.enter(journal, Act::Throw(throw));
        }
        if let Some(both) = read_throw_and_move(&line, journal.record().session()) {
            return self.throw_and_move(journal, both);
        }
        if let Some(led) = self.command(journal, &line, THROW_HELP)? {
            return Ok(led);
        }
        if line.eq_ignore_ascii_case("moves") {
            self.prompt.say("Throw the die first: it decides which pieces can move.")?;
            return Ok(PromptFlow::On);
        }
        self.prompt.refuse(&format!("{} is not a throw; type a number from 1 to 6, or help", quoted(&line)))?;
        Ok(PromptFlow::On)
    }

    /// A throw and a move on one line: both, or neither.
    fn throw_and_move(
        &mut self,
        journal: &mut EnochianJournal<'l>,
        both: Result<(Throw, Move), String>,
    ) -> anyhow::Result<PromptFlow> {
        let (throw, mv) = match both {
            Ok(both) => both,
            Err(why) => {
                self.prompt.refuse(&format!("neither the throw nor the move was played: {why}"))?;
                return Ok(PromptFlow::On);
            }
        };
        match self.enter(journal, Act::Throw(throw))? {
            PromptFlow::Entered => self.play_act(journal, Act::Move(mv)),
            led => Ok(led),
        }
    }

    /// Shows the moves, in as few lines as it takes to leave the board on the screen.
    fn show_moves(&mut self, journal: &EnochianJournal<'_>, turn: &TurnMoves) -> anyhow::Result<()> {
        let record = journal.record();
        let board = screen::turn(record);
        let throw = if self.chance.is_none() && record.mode() == Mode::Reading { "throws" } else { "" };
        let mut shown = String::new();
        for width in [Width::Full, Width::Columns, Width::Short] {
            shown = screen::moves(record, turn, width, self.notation, self.correspondences);
            if self.prompt.is_room_for(&[board.trim_start(), throw, &shown]) {
                break;
            }
        }
        Ok(self.prompt.say(&shown)?)
    }

    fn choose(&mut self, journal: &mut EnochianJournal<'l>, turn: &TurnMoves) -> anyhow::Result<PromptFlow> {
        if turn.moves == [Move::Pass] {
            return self.pass(journal);
        }
        self.show_moves(journal, turn)?;
        loop {
            self.prompt.offer(commands::words(journal.record().mode(), &turn.moves));
            let line = match self.prompt.ask("Move (number, move or square):")? {
                Reply::End => return Ok(PromptFlow::Stop),
                Reply::Line(line) => line,
            };
            if let Some(led) = self.command(journal, &line, MOVE_HELP)? {
                match led {
                    PromptFlow::On => continue,
                    led => return Ok(led),
                }
            }
            if line.eq_ignore_ascii_case("moves") {
                self.prompt.say(&screen::moves(
                    journal.record(),
                    turn,
                    Width::Full,
                    self.notation,
                    self.correspondences,
                ))?;
                continue;
            }
            match read_move(&line, journal.record().session(), &turn.moves) {
                Ok(mv) => match self.play_act(journal, Act::Move(mv))? {
                    PromptFlow::On => {}
                    led => return Ok(led),
                },
                Err(why) => self.prompt.refuse(&why)?,
            }
        }
    }

    fn play_act(&mut self, journal: &mut EnochianJournal<'l>, act: Act) -> anyhow::Result<PromptFlow> {
        let led = self.enter(journal, act)?;
        if let (PromptFlow::Entered, Some(turn)) = (&led, journal.record().last_turn()) {
            self.prompt.say(&screen::played(turn, journal.record(), self.correspondences))?;
        }
        Ok(led)
    }

    /// A turn without a move: the thrown piece has none, or in a game the whole army.
    fn pass(&mut self, journal: &mut EnochianJournal<'l>) -> anyhow::Result<PromptFlow> {
        if let PromptFlow::Stop = self.enter(journal, Act::Move(Move::Pass))?.or_stop() {
            return Ok(PromptFlow::Stop);
        }
        if let Some(turn) = journal.record().last_turn() {
            let throws = turn.thrown.map_or(String::new(), |thrown| format!("{} throws {}. ", turn.army, thrown.throw));
            let message = screen::played(turn, journal.record(), self.correspondences);
            self.prompt.say(&format!("{throws}{message}"))?;
        }
        // Wait until the person has seen it, before the next board is shown.
        while self.prompt.is_person() {
            match self.prompt.ask("Press Enter to continue:")? {
                Reply::End => return Ok(PromptFlow::Stop),
                Reply::Line(line) if line.is_empty() => break,
                Reply::Line(line) => match self.command(journal, &line, PASS_HELP)? {
                    Some(PromptFlow::On) => {}
                    Some(led) => return Ok(led),
                    None => self.prompt.refuse("there is no move to choose; press Enter, or type help")?,
                },
            }
        }
        Ok(PromptFlow::Entered)
    }
}

impl<'l> Player<EnochianJournal<'l>> for Prompts<'l> {
    type Error = anyhow::Error;

    fn throw(&mut self, journal: &mut EnochianJournal<'l>) -> anyhow::Result<Flow> {
        self.show_turn(journal)?;
        Ok(self.ask_throw(journal)?.flow(journal))
    }

    fn play(&mut self, journal: &mut EnochianJournal<'l>, turn: TurnMoves) -> anyhow::Result<Flow> {
        self.show_turn(journal)?;
        Ok(self.choose(journal, &turn)?.flow(journal))
    }
}

impl PromptFlow {
    /// Stops if an automatic entry is rejected, which would otherwise repeat forever.
    pub(super) fn or_stop(self) -> PromptFlow {
        match self {
            PromptFlow::On | PromptFlow::Stop => PromptFlow::Stop,
            PromptFlow::Entered => PromptFlow::Entered,
        }
    }

    fn flow(self, journal: &EnochianJournal<'_>) -> Flow {
        match self {
            PromptFlow::Stop => Flow::Stop,
            PromptFlow::On | PromptFlow::Entered if journal.record().closing().is_some() => Flow::Stop,
            PromptFlow::On | PromptFlow::Entered => Flow::Continue,
        }
    }
}
