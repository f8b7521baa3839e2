//! Players who share a screen and must not see each other's cards.

use std::collections::HashMap;
use std::sync::Arc;

use crate::cli::prelude::*;
use crate::games::{Actor, GameState};
use crate::record::{Record, program_level};
use crate::render::step_sentence;

use super::Prompts;

/// Who sees the screen.
#[derive(Debug, Default)]
pub(super) struct Onlooker {
    /// The player who took the screen last.
    player: Option<String>,
    /// The number of acts when play began or was resumed.
    begun: usize,
    /// The number of acts that each player has seen.
    seen: HashMap<String, usize>,
}

impl Onlooker {
    /// Before the first turn at these prompts.
    pub(super) fn begin(record: &Record) -> Onlooker {
        let begun = record.play().acts().len();
        Onlooker { begun, ..Onlooker::default() }
    }
}

/// The state as the player of a seat may see it: all of it, unless the program deals to several players.
pub(super) fn onlooker_view(record: &Record, seat: usize) -> Arc<dyn GameState> {
    let state = record.state();
    let is_program = record.heading().seats.players.get(seat).is_some_and(|player| program_level(player).is_some());
    // Nobody looks over the program's shoulder.
    if is_secret(record) { state.view(Some(seat).filter(|_| !is_program)) } else { state }
}

/// Whether players must not see each other's cards.
fn is_secret(record: &Record) -> bool {
    let players = &record.heading().seats.players;
    record.is_dealt() && players.iter().any(|player| *player != players[0])
}

impl Prompts {
    /// Clears the screen before another player sees what is only for that player. False if the person stops.
    pub(super) fn hand_over(&mut self, record: &Record) -> CommandResult<bool> {
        if !is_secret(record) {
            return Ok(true);
        }
        let Actor::Seat(seat) = record.state().actor() else { return Ok(true) };
        let Some(player) = record.heading().seats.players.get(seat) else { return Ok(true) };
        if program_level(player).is_some() {
            return Ok(true);
        }
        let steps = record.play().steps();
        let seen = self.onlooker.seen.insert(player.clone(), steps.len()).unwrap_or(self.onlooker.begun);
        if !self.prompt.is_person() || self.onlooker.player.as_ref() == Some(player) {
            return Ok(true);
        }
        let name = &record.game().seats()[seat].name;
        self.prompt.clear_screen()?;
        self.shown = self.shown.take().map(|_| String::new());
        // What happened since, which everybody may know.
        for step in steps.iter().skip(seen) {
            self.prompt.say(step_sentence(step))?;
        }
        let question = format!("Hand the screen to {} ({name}). {0}, press Enter:", player);
        loop {
            match self.prompt.ask(&question)? {
                None => return Ok(false),
                Some(line) if line.is_empty() => break,
                Some(_) => self.prompt.say("Press Enter to see your cards, or type stop to leave.")?,
            }
        }
        self.onlooker.player = Some(player.clone());
        Ok(true)
    }
}
