//! The acts of the other games.

use crate::games::{ActError, Actor, GameAct, GameKind, GameSession};
use crate::record::{Closing, Entry, Timestamp, VariantRecord};
use crate::render::capitalised;

use super::any_open_journal::AnyOpenJournal;
use super::call::Problem;
use super::open_journal::{OpenJournal, PagePlayed, illegal, on_one_line};
use super::page_act::VariantPageAct;
use super::variant_sight::VariantSight;

impl PagePlayed for GameSession {
    type PageAct = VariantPageAct;

    const IS_VARIANT: bool = true;

    fn of<'a, 'l>(any: &'a AnyOpenJournal<'l>) -> Option<&'a OpenJournal<'l, GameSession>> {
        match any {
            AnyOpenJournal::Enochian(_) => None,
            AnyOpenJournal::Variant(open) => Some(open),
        }
    }

    fn of_mut<'a, 'l>(any: &'a mut AnyOpenJournal<'l>) -> Option<&'a mut OpenJournal<'l, GameSession>> {
        match any {
            AnyOpenJournal::Enochian(_) => None,
            AnyOpenJournal::Variant(open) => Some(open),
        }
    }

    fn any(open: OpenJournal<'_, GameSession>) -> AnyOpenJournal<'_> {
        AnyOpenJournal::Variant(open)
    }

    fn is_over(record: &VariantRecord) -> bool {
        record.play().state().ending().is_some()
    }

    fn is_quiet(_: &VariantRecord) -> bool {
        false
    }

    fn turns(_: &VariantRecord) -> usize {
        0
    }

    fn same_turns(_: &VariantRecord, _: &VariantRecord) -> usize {
        0
    }

    fn make(
        open: &mut OpenJournal<'_, GameSession>,
        act: VariantPageAct,
        seat: Option<usize>,
        now: Timestamp,
    ) -> Result<(), Problem> {
        open.make(act, seat, now)
    }
}

impl OpenJournal<'_, GameSession> {
    fn make(&mut self, act: VariantPageAct, seat: Option<usize>, now: Timestamp) -> Result<(), Problem> {
        match act {
            VariantPageAct::Play { text } => {
                let act = self.typed(text.trim(), seat)?;
                self.enter(Entry::Act(act))
            }
            VariantPageAct::Irregular { text } => {
                let act = self.record().play().read_irregular(text.trim()).map_err(|error| refused(&error))?;
                self.enter(Entry::Act(act))
            }
            VariantPageAct::Deal => {
                let dealt = self.record().dealt_act().map_err(|error| illegal(&capitalised(&error.to_string())))?;
                let act = dealt.ok_or_else(|| illegal("There is nothing for the program to deal"))?;
                self.enter(Entry::Act(act))
            }
            VariantPageAct::TakeBack => {
                let acts = self.record().last_decision().ok_or_else(|| illegal("There is nothing to take back"))?;
                self.enter(Entry::TakenBack(acts))
            }
            VariantPageAct::Note { text } => self.enter(Entry::Note(on_one_line(&text)?)),
            VariantPageAct::Resign { seat } => {
                let act = resignation(self.record(), seat)
                    .ok_or_else(|| illegal(&format!("The seat {seat} cannot resign now")))?;
                self.enter(Entry::Act(act))
            }
            VariantPageAct::Draw => self.enter(Entry::Concluded(Closing::Agreed, now)),
            VariantPageAct::Conclude => self.enter(Entry::Concluded(Closing::ByPlayers, now)),
        }
    }

    /// Reads an act as a page sends it or a person types it. Nobody acts for a player without seeing what that player sees,
    /// or answers would betray that player's cards.
    fn typed(&self, text: &str, seat: Option<usize>) -> Result<GameAct, Problem> {
        let record = self.record();
        let (session, state) = (record.play(), record.play().state());
        let sight = VariantSight::of(record, seat);
        let actor = state.actor();
        if !sight.shows_acts(actor) {
            let player = match actor {
                Actor::Seat(seat) => record.heading().players.get(seat).map_or("", String::as_str),
                Actor::Chance | Actor::Nobody => "",
            };
            return Err(illegal(&format!("It is {}’s turn; hand over to {player} first", session.actor_name(actor))));
        }
        let act = session.read_typed(text, &sight.state(state).acts()).map_err(|error| refused(&error))?;
        let is_of_chance = actor == Actor::Chance && !act.is_irregular && !act.text.starts_with("resign ");
        if record.is_dealt() && is_of_chance {
            return Err(illegal("The program deals the cards in this game"));
        }
        Ok(act)
    }
}

/// The resignation of a seat, if it can resign now.
pub(super) fn resignation(record: &VariantRecord, seat: usize) -> Option<GameAct> {
    let session = record.play();
    let referee = session.referee();
    // Without a referee any text is an act of whose turn it is.
    if referee.kind() == GameKind::Other {
        return None;
    }
    let seat = referee.seats().get(seat)?;
    session.read(&format!("resign {}", seat.letter)).ok()
}

fn refused(error: &ActError) -> Problem {
    match error {
        ActError::Unreadable { text, expected } => illegal(&format!("{text} is not an act; expected {expected}")),
        error => illegal(&capitalised(&error.to_string())),
    }
}
