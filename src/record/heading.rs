//! The heading of a record: what is fixed before the first throw, and written at the top of a journal.

use chrono::{DateTime, FixedOffset};

use crate::chess::{Army, Mode};
use crate::input::{NAME_LIMIT, TEXT_LIMIT, TooLong};

use super::entry::check_year;
use super::{DiceThrow, InvalidEntry, Subject};

/// A moment in time, with the offset of the place.
pub type Timestamp = DateTime<FixedOffset>;

/// Everything about a reading or a game that does not change after the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Heading {
    /// The subject: a reading of a question, or a game.
    pub subject: Subject,
    /// When it began.
    pub begun: Timestamp,
    /// The name of the time zone, if the system knows it: `Europe/Berlin`.
    pub zone: Option<String>,
    /// The players of the armies.
    pub seats: Seats,
    /// Whether the program chose the moves.
    pub automatic: bool,
}

impl Heading {
    /// Checks that every text is short enough, and the date can be written and read back.
    ///
    /// # Errors
    /// The first text that is too long, or the year.
    pub fn check(&self) -> Result<(), InvalidEntry> {
        let (title, limit) = match self.subject.mode() {
            Mode::Reading => ("the question", TEXT_LIMIT),
            Mode::Game => ("the name of the game", NAME_LIMIT),
        };
        TooLong::check(title, self.subject.title(), limit)?;
        if let Some(question) = self.subject.question() {
            let notes = [
                ("what is known", &question.known, TEXT_LIMIT),
                ("what is supposed", &question.supposed, TEXT_LIMIT),
                ("what is asked", &question.asked, TEXT_LIMIT),
                ("the term", &question.term, NAME_LIMIT),
            ];
            for (what, text, limit) in notes {
                TooLong::check(what, text.as_deref().unwrap_or_default(), limit)?;
            }
        }
        let querent = self.subject.question().map(|question| &question.querent);
        let names = self.seats.players.iter().chain(self.seats.throws.iter().map(|seat| &seat.player)).chain(querent);
        for name in names {
            TooLong::check("the name of a player", name, NAME_LIMIT)?;
        }
        TooLong::check("the source", self.subject.source().unwrap_or_default(), NAME_LIMIT)?;
        TooLong::check("the name of the time zone", self.zone.as_deref().unwrap_or_default(), NAME_LIMIT)?;
        check_year(&self.begun)
    }
}

/// The players of the armies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats {
    /// The players' names, in the order of [`Army::ALL`].
    pub players: [String; 4],
    /// The throws that decided the choice of armies, in the order of choice; empty if no throws were needed (RULES 8.2).
    pub throws: Vec<SeatThrow>,
}

/// One player's throws for the choice of an army: a second and a third if there were ties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatThrow {
    /// The player.
    pub player: String,
    /// The throws; in older journals of one die each.
    pub throws: Vec<DiceThrow>,
    /// The army that was chosen.
    pub army: Army,
}

impl Seats {
    /// One person for all four armies.
    #[must_use]
    pub fn alone(player: &str) -> Seats {
        Seats { players: [(); 4].map(|()| player.to_owned()), throws: Vec::new() }
    }

    /// The players in turn around the board: two play a side each, four an army each. There must be at least one.
    #[must_use]
    pub fn in_turn(players: &[String]) -> Seats {
        Seats { players: Army::ALL.map(|army| players[army.index() % players.len()].clone()), throws: Vec::new() }
    }

    /// The player of an army.
    #[must_use]
    pub fn player(&self, army: Army) -> &str {
        &self.players[army.index()]
    }

    /// Whether one person plays both armies of a side, who then cannot withdraw (RULES 6.4).
    #[must_use]
    pub fn commands_both(&self, army: Army) -> bool {
        self.player(army) == self.player(army.partner())
    }
}
