//! The acts of a record of any game, as anybody may see them.

use std::sync::Arc;

use crate::games::{Fact, GameState, PlayedAct};
use crate::record::{Entry, Record};

use super::step_sentence;

/// An act, as anybody may see it: while the program deals the cards of a game that is not concluded, `??` stands for those that a
/// player may not know.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ShownAct {
    /// The number of its turn.
    pub turn: u32,
    /// Who acted: the name of a seat, or `Chance`.
    pub actor: String,
    /// Its text.
    pub text: String,
    /// What it breaks or bypasses, if it is irregular.
    pub irregular: Option<String>,
    /// What happened, in a sentence.
    pub sentence: String,
    /// The same as facts.
    pub facts: Vec<Fact>,
    /// The cells that it touched.
    pub cells: Vec<String>,
    /// The state after it.
    pub state: Arc<dyn GameState>,
}

impl ShownAct {
    fn of(hides_cards: bool, before: &dyn GameState, step: &PlayedAct) -> ShownAct {
        let (text, state) = if hides_cards {
            (before.seen(&step.text, None), step.state.view(None))
        } else {
            (step.text.clone(), Arc::clone(&step.state))
        };
        ShownAct {
            turn: step.turn,
            actor: step.state.actor_name(step.actor).to_owned(),
            text,
            irregular: step.irregular.clone(),
            sentence: step_sentence(step),
            facts: step.facts.clone(),
            cells: step.cells(),
            state,
        }
    }

    /// The acts that were not taken back, in order.
    #[must_use]
    pub fn standing(record: &Record) -> Vec<ShownAct> {
        let (start, steps, hides_cards) = (record.play().start(), record.play().steps(), hides_cards(record));
        let before = std::iter::once(&start).chain(steps.iter().map(|step| &step.state));
        before.zip(steps.iter()).map(|(before, step)| ShownAct::of(hides_cards, &**before, step)).collect()
    }

    /// All acts in order, also those that were taken back.
    pub(crate) fn all(record: &Record) -> Vec<ShownAct> {
        let mut again = Record::begin(record.heading().clone());
        let mut shown = Vec::new();
        for entry in record.entries() {
            let before = again.state();
            // What could be entered once can be entered again.
            if again.enter(entry.clone()).is_err() {
                break;
            }
            if let Entry::Act(act) = entry {
                shown.push(ShownAct::of(hides_cards(record), &*before, &act.played_in(&*before)));
            }
        }
        shown
    }
}

/// Whether the record holds cards that a player may not see.
#[must_use]
pub fn hides_cards(record: &Record) -> bool {
    record.is_dealt() && record.closing().is_none()
}

/// The state before the first act, as anybody may see it.
#[must_use]
pub fn shown_start(record: &Record) -> Arc<dyn GameState> {
    let start = record.play().start();
    if hides_cards(record) { start.view(None) } else { start }
}

/// The current state, as anybody may see it.
#[must_use]
pub fn shown_state(record: &Record) -> Arc<dyn GameState> {
    let state = record.state();
    if hides_cards(record) { state.view(None) } else { state }
}
