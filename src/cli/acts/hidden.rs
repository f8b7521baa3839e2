//! Players who share a screen and must not see each other's cards.

use std::collections::HashMap;
use std::sync::Arc;

use crate::games::GameState;
use crate::input::safe;
use crate::journal::OtherJournal;
use crate::record::OtherRecord;

use super::super::play::choice::is_stop;
use super::super::prompt::Reply;
use super::{ActPrompts, screen};

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
    pub(super) fn begin(record: OtherRecord<'_>) -> Onlooker {
        Onlooker { begun: record.session().steps().len(), ..Onlooker::default() }
    }

    /// The state as the player of a seat may see it: all of it, unless the program deals to several players.
    pub(super) fn view(&self, record: OtherRecord<'_>, seat: usize) -> Arc<dyn GameState> {
        let state = record.session().state();
        if is_secret(record) { state.view(Some(seat)) } else { state.clone() }
    }
}

/// Whether players must not see each other's cards.
fn is_secret(record: OtherRecord<'_>) -> bool {
    let players = &record.heading().seats.players;
    record.is_dealt() && players.iter().any(|player| *player != players[0])
}

impl ActPrompts<'_> {
    /// Clears the screen before another player sees what is only for that player. False if the person stops.
    pub(super) fn hand_over(&mut self, journal: &OtherJournal<'_>, seat: usize) -> anyhow::Result<bool> {
        let record = journal.record();
        let Some(player) = record.heading().seats.players.get(seat) else { return Ok(true) };
        let acts = record.session().steps().len();
        let seen = self.onlooker.seen.insert(player.clone(), acts).unwrap_or(self.onlooker.begun);
        if !is_secret(record) || !self.prompt.is_person() || self.onlooker.player.as_ref() == Some(player) {
            return Ok(true);
        }
        let name = record.game().referee.seats()[seat].name.clone();
        self.prompt.clear_screen()?;
        self.shown = self.shown.take().map(|_| String::new());
        // What happened since, which everybody may know.
        for step in record.session().steps().iter().skip(seen) {
            self.prompt.say(&screen::played(record, step))?;
        }
        let question = format!("Hand the screen to {} ({name}). {0}, press Enter:", safe(player));
        loop {
            match self.prompt.ask(&question)? {
                Reply::End => return Ok(false),
                Reply::Line(line) if line.is_empty() => break,
                Reply::Line(line) if is_stop(&line) => return Ok(false),
                Reply::Line(_) => self.prompt.say("Press Enter to see your cards, or type stop to leave.")?,
            }
        }
        self.onlooker.player = Some(player.clone());
        Ok(true)
    }
}
