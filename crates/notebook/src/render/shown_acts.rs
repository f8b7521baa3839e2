//! The acts of one of the other games, as anybody may see them.

use std::sync::Arc;

use crate::games::{Fact, GameSession, GameState, PlayedAct};
use crate::record::{Entry, OtherRecord, RecordedAct};

use super::step_sentence;

/// An act of one of the other games, as anybody may see it: while the program deals the cards of a game that is not
/// concluded, `??` stands for those that a player may not know.
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

/// An entry of a record, as anybody may see it.
#[derive(Clone, Debug)]
pub enum ShownEntry<'r> {
    /// An act.
    Act(ShownAct),
    /// Anything else, with the number of the turn that was being played.
    Other(&'r Entry, u32),
}

impl ShownAct {
    fn of(record: OtherRecord<'_>, session: &GameSession, before: &Arc<dyn GameState>, step: &PlayedAct) -> ShownAct {
        let (text, state) = if hides_cards(record) {
            (before.seen(&step.text, None), step.state.view(None))
        } else {
            (step.text.clone(), Arc::clone(&step.state))
        };
        ShownAct {
            turn: step.turn,
            actor: session.state().actor_name(step.actor).to_owned(),
            text,
            irregular: step.irregular.clone(),
            sentence: step_sentence(session, step),
            facts: step.facts.clone(),
            cells: step.cells(),
            state,
        }
    }

    /// The acts that were not taken back, in order.
    #[must_use]
    pub fn standing(record: OtherRecord<'_>) -> Vec<ShownAct> {
        let session = record.session();
        let states = session.steps().iter().map(|step| &step.state);
        let before = std::iter::once(session.start()).chain(states);
        before.zip(session.steps()).map(|(before, step)| ShownAct::of(record, session, before, step)).collect()
    }

    /// All entries, also those that were taken back.
    #[must_use]
    pub fn entries<'r>(record: OtherRecord<'r>) -> Vec<ShownEntry<'r>> {
        let game = record.game();
        let mut session = game.begin();
        let mut shown = Vec::new();
        for entry in record.record().entries() {
            let turn = session.state().turn();
            match entry {
                Entry::Act(RecordedAct::Other(act)) => {
                    let before = Arc::clone(session.state());
                    // A record has no act that cannot be played.
                    if session.accept(act.clone()).is_err() {
                        break;
                    }
                    let step = session.steps().last().map(|step| ShownAct::of(record, &session, &before, step));
                    shown.extend(step.map(ShownEntry::Act));
                }
                Entry::TakenBack(acts) => {
                    if session.take_back(*acts).is_err() {
                        break;
                    }
                    shown.push(ShownEntry::Other(entry, session.state().turn()));
                }
                _ => shown.push(ShownEntry::Other(entry, turn)),
            }
        }
        shown
    }
}

/// Whether the record holds cards that a player may not see.
#[must_use]
pub fn hides_cards(record: OtherRecord<'_>) -> bool {
    record.is_dealt() && record.closing().is_none()
}

/// The state before the first act, as anybody may see it.
#[must_use]
pub fn shown_start(record: OtherRecord<'_>) -> Arc<dyn GameState> {
    let start = record.session().start();
    if hides_cards(record) { start.view(None) } else { Arc::clone(start) }
}

/// The current state, as anybody may see it.
#[must_use]
pub fn shown_state(record: OtherRecord<'_>) -> Arc<dyn GameState> {
    let state = record.session().state();
    if hides_cards(record) { state.view(None) } else { Arc::clone(state) }
}
