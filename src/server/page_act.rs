//! The acts that a page sends.

use crate::chess::Move;
use crate::games::Actor;
use crate::player::Level;
use crate::reading::DieThrower;
use crate::record::{Closing, Entry, OtherRecord, ProposedAct, Timestamp};
use crate::render;
use crate::session::TurnOptions;

use super::call::Problem;
use super::open_journal::{OpenJournal, illegal, is_over, words};
use super::playing::quiet;
use super::routes::Table;
use super::sight::Sight;
use super::{enochian_acting, other_acting};

/// An act of a page.
#[derive(Debug)]
pub(super) enum PageAct {
    /// The number on the die.
    Throw { number: u8 },
    /// Lets the program do what chance awaits: throw the die, or deal the cards.
    Deal,
    /// Lets the program act in a seat that it plays.
    Program,
    /// An act in its canonical text.
    Move { text: String },
    /// Anything that the prompts would read.
    Typed { text: String },
    /// A move against the rules.
    Irregular { text: String },
    /// Goes on after a No Move.
    Pass,
    /// Takes back the last decision, and what chance did after it.
    TakeBack,
    /// Takes back the throw, and throws again.
    CorrectThrow { number: u8 },
    /// A note on the present turn.
    Note { text: String },
    /// An exchange of prisoners in its canonical text.
    Exchange { text: String },
    /// The army to move withdraws.
    Withdraw,
    /// Concludes without an answer or a result.
    Conclude,
    /// All players agree to a draw.
    Draw,
    /// The side to move resigns, or the player of a seat.
    Resign { seat: Option<usize> },
}

/// What the program chose.
#[derive(Debug)]
pub(super) struct ProgramChoice {
    /// The revision of the journal for which it did.
    pub(super) revision: u64,
    pub(super) level: Level,
    pub(super) proposed: Option<ProposedAct>,
}

impl OpenJournal<'_> {
    /// Makes an act of a window that sees the game as the player of a seat does.
    pub(super) fn make(&mut self, act: PageAct, seat: Option<usize>, now: Timestamp) -> Result<(), Problem> {
        match act {
            PageAct::Note { text } => self.enter(Entry::Note(words(&text)?)),
            PageAct::Draw => self.enter(Entry::Concluded(Closing::Agreed, now)),
            PageAct::Conclude => self.enter(Entry::Concluded(Closing::ByPlayers, now)),
            PageAct::Program => {
                let (act, seat) = self.program_act()?;
                self.make(act, seat, now)
            }
            act if self.record().enochian().is_some() => enochian_acting::make(self, act, now),
            act => other_acting::make(self, act, seat),
        }
    }
}

impl Table<'_> {
    /// What the program would play at its strongest, for who may see what can be played; and the cell of the piece that moves.
    pub(super) fn hint(&self, name: &str, seat: Option<usize>) -> Result<(String, Option<String>), Problem> {
        let record = self.record(name)?;
        record.check_not_quiet().map_err(|_| quiet())?;
        let sees_acts = |other: OtherRecord<'_>| Sight::of(other, seat).shows_acts(record.state().actor());
        let is_shown = record.other().is_none_or(sees_acts);
        let propose = || match self.journals.get(name) {
            Some(open) => open.proposed(Level::STRONGEST),
            None => record.proposed(&Level::STRONGEST.limit()),
        };
        let proposed = (is_shown && !is_over(&record)).then(propose).flatten();
        let proposed = proposed.ok_or_else(|| illegal("Nothing can be chosen now"))?;
        let from = record.state().acts().into_iter().find(|act| act.text == proposed.text).and_then(|act| act.from);
        Ok((render::proposed(&proposed), from))
    }
}

impl OpenJournal<'_> {
    /// Whether the program can act now, in a seat that it plays: not while a die is thrown by hand.
    pub(super) fn awaits_program(&self) -> bool {
        self.level_to_act().is_some()
    }

    /// The level of the program in the seat in which it can act now.
    pub(super) fn level_to_act(&self) -> Option<Level> {
        let record = self.record();
        let awaits_hand = record.enochian().is_some_and(|it| {
            matches!(it.session().options(), TurnOptions::Throw) && it.subject().die() == Some(DieThrower::ByHand)
        });
        record.program_to_act().filter(|_| !awaits_hand && !is_over(record))
    }

    /// What the program would play; it may have chosen already.
    pub(super) fn proposed(&self, level: Level) -> Option<ProposedAct> {
        match &self.choice {
            Some(choice) if (choice.revision, choice.level) == (self.revision(), level) => choice.proposed.clone(),
            _ => self.record().proposed(&level.limit()),
        }
    }

    /// What the program does in the seat whose turn it is, and the number of the seat.
    fn program_act(&self) -> Result<(PageAct, Option<usize>), Problem> {
        let record = self.record();
        let level = self.level_to_act().ok_or_else(|| illegal("The program plays no seat whose turn it is"))?;
        match record.enochian().map(|record| record.session().options()) {
            Some(TurnOptions::Throw) => return Ok((PageAct::Deal, None)),
            Some(TurnOptions::Moves(turn)) if turn.moves == [Move::Pass] => return Ok((PageAct::Pass, None)),
            _ => {}
        }
        let seat = match record.state().actor() {
            Actor::Seat(seat) => Some(seat),
            Actor::Chance | Actor::Nobody => None,
        };
        let text = self.proposed(level).ok_or_else(|| illegal("The program finds no move"))?.text;
        Ok((PageAct::Move { text }, seat))
    }
}

/// The problem that an act is not one of this game.
pub(super) fn not_here() -> Problem {
    illegal("This act is not one of this game")
}
