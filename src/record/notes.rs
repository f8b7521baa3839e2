//! What the players said, and at which turn.

use super::{Entry, Record};

impl Record {
    /// The notes with the ply of the turn then being played, in the order in which they were written. What was taken
    /// back afterwards takes nothing from them.
    pub fn notes(&self) -> Vec<(u32, &str)> {
        let first = self.heading().matter.start().ply() + 1;
        // Of each act that stands, whether it ended a turn.
        let mut acts = Vec::new();
        let mut notes = Vec::new();
        for entry in self.entries() {
            match entry {
                Entry::Note(text) => {
                    let played = acts.iter().filter(|&&ended| ended).count() as u32;
                    notes.push((first + played, text.as_str()));
                }
                Entry::TakenBack(steps) => acts.truncate(acts.len().saturating_sub(*steps)),
                act if act.is_act() => acts.push(matches!(act, Entry::Move(_) | Entry::Irregular(_))),
                _ => {}
            }
        }
        notes
    }
}
