//! Stepping through one of the other games, turn by turn.

use anstyle::Style;

use crate::cli::play::other_screen as screen;
use crate::cli::prompt::Prompt;
use crate::games::{Actor, GameStep};
use crate::input::safe_prose;
use crate::record::{Note, OtherRecord};

use super::super::command_error::CommandResult;
use super::replay::ReplayPages;

/// One of the other games that is shown turn by turn. A turn has all its acts, such as a tried capture with its battle.
pub(super) struct ActsReplay<'r> {
    record: OtherRecord<'r>,
    /// The acts of each turn.
    turns: Vec<&'r [GameStep]>,
    notes: Vec<Note<'r>>,
}

impl<'r> ActsReplay<'r> {
    pub(super) fn new(record: OtherRecord<'r>) -> ActsReplay<'r> {
        let turns = record.session().steps().chunk_by(|one, next| one.turn == next.turn).collect();
        ActsReplay { record, turns, notes: record.record().notes() }
    }
}

impl ReplayPages for ActsReplay<'_> {
    fn len(&self) -> usize {
        self.turns.len()
    }

    fn number(&self, at: usize) -> u32 {
        let before = self.record.game().start.turn().saturating_sub(1);
        let turn = at.checked_sub(1).and_then(|index| self.turns.get(index)?.first());
        turn.map_or(before, |step| step.turn)
    }

    fn opening(&self) -> String {
        screen::opening(self.record)
    }

    fn list(&self) -> String {
        screen::turns(self.record)
    }

    fn show(&self, at: usize, prompt: &Prompt) -> CommandResult<()> {
        let record = self.record;
        let acts = at.checked_sub(1).and_then(|index| self.turns.get(index)).copied().unwrap_or_default();
        let last = acts.last();
        let state = last.map_or(&record.game().start, |step| &step.played.state);
        // The cards that are dealt before a turn belong to it.
        let first = acts.iter().find(|step| matches!(step.actor, Actor::Seat(_))).or_else(|| acts.first());
        let (style, title) = match first {
            None => (Style::new().bold(), "The start".to_owned()),
            Some(step) => {
                let title = format!("Turn {} · {}", step.turn, record.session().actor_name(step.actor));
                (screen::seat_style(record, step.actor), title)
            }
        };
        let board = screen::board(record, state.as_ref(), acts);
        prompt.say(&format!("{style}── {title}{style:#}\n{board}"))?;
        for step in acts {
            prompt.say(&screen::played(record, step))?;
        }
        let number = self.number(at);
        let notes = self.notes.iter().filter(|note| note.ply == Some(number) && !note.is_taken_back);
        for note in notes.filter(|_| !acts.is_empty()) {
            prompt.say(&format!("  Note: {}", safe_prose(note.words)))?;
        }
        Ok(prompt.say("")?)
    }

    /// The result, and the notes that were shown with no turn.
    fn end(&self) -> String {
        let is_shown = |note: &&Note<'_>| {
            let has_turn = |turn| self.turns.iter().any(|acts| acts[0].turn == turn);
            !note.is_taken_back && note.ply.is_some_and(has_turn)
        };
        let mut text = screen::result(self.record);
        for note in self.notes.iter().filter(|note| !is_shown(note)) {
            let about = match note.ply {
                Some(turn) if note.is_taken_back => format!(" on turn {turn}, which was taken back"),
                Some(turn) => format!(" on turn {turn}"),
                None => String::new(),
            };
            text.push_str(&format!("  Note{about}: {}\n", safe_prose(note.words)));
        }
        text
    }
}
