//! The heading of a record: what is fixed before the first throw, and written at the top of a journal.

use chrono::{DateTime, FixedOffset};

use crate::chess::{Army, Mode};
use crate::input::Words;

use super::entry::{check_length, check_year};
use super::{Branch, DiceThrow, Game, InvalidEntry, Subject};

/// A moment in time, with the offset of the place.
pub type Timestamp = DateTime<FixedOffset>;

/// Everything about a reading or a game that does not change after the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Heading {
    /// What is played: a reading of a question, or a game.
    pub game: Game,
    /// When it began.
    pub begun: Timestamp,
    /// The name of the time zone, if the system knows it: `Europe/Berlin`.
    pub zone: Option<String>,
    /// The players.
    pub seats: Seats,
    /// Whether the program chose the moves.
    pub automatic: bool,
    /// Where it leaves another reading, if it is a branch of one.
    pub branch: Option<Branch>,
}

impl Heading {
    /// Checks that every text is short enough, and the date can be written and read back.
    ///
    /// # Errors
    /// The first text that is too long, or the year.
    pub fn check(&self) -> Result<(), InvalidEntry> {
        match self.game.mode() {
            Mode::Reading => check_length("the question", self.game.title(), Words::LINE)?,
            Mode::Game => check_length("the name of the game", self.game.title(), Words::NAME)?,
        }
        let question = self.game.enochian().and_then(Subject::question);
        if let Some(question) = question {
            let notes = [
                ("what is known", &question.known, Words::LINE),
                ("what is supposed", &question.supposed, Words::LINE),
                ("what is asked", &question.asked, Words::LINE),
                ("the term", &question.term, Words::NAME),
            ];
            for (what, text, words) in notes {
                check_length(what, text.as_deref().unwrap_or_default(), words)?;
            }
        }
        let mut names: Vec<&str> = self.seats.players.iter().map(String::as_str).collect();
        names.extend(self.seats.throws.iter().map(|seat| seat.player.as_str()));
        match &self.game {
            Game::Enochian(_) => names.extend(question.map(|question| question.querent.as_str())),
            Game::Other(game) => names.extend(game.referee.seats().iter().map(|seat| seat.name.as_str())),
        }
        for name in names {
            check_length("the name of a player", name, Words::NAME)?;
        }
        check_length("the source", self.game.source().unwrap_or_default(), Words::NAME)?;
        check_length("the name of the time zone", self.zone.as_deref().unwrap_or_default(), Words::NAME)?;
        check_year(&self.begun)
    }

    /// How the program chose the moves of what it played by itself, from the names of its seats: `at random`, or
    /// `as level-3 and level-4`. None where people play.
    #[must_use]
    pub fn chosen(&self) -> Option<String> {
        if !self.automatic {
            return None;
        }
        let mut ways: Vec<&str> = Vec::new();
        for player in &self.seats.players {
            let way = player.strip_prefix("the program (").and_then(|rest| rest.strip_suffix(')')).unwrap_or("random");
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        Some(match ways.split_last() {
            None | Some((&"random", [])) => "at random".to_owned(),
            Some((one, [])) => format!("as {one}"),
            Some((last, others)) => format!("as {} and {last}", others.join(", ")),
        })
    }
}

/// The players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats {
    /// The players' names: in Enochian chess in the order of [`Army::ALL`], in other games in that of the referee's seats.
    pub players: Vec<String>,
    /// The throws that decided the choice of armies, in the order of choice; empty if no throws were needed (RULES 8.2).
    pub throws: Vec<SeatThrow>,
}

/// One player's throws for the choice of an army: a second and a third if there were ties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatThrow {
    /// The player.
    pub player: String,
    /// The throws.
    pub throws: Vec<DiceThrow>,
    /// The army that was chosen.
    pub army: Army,
}

impl Seats {
    /// The players in the order of the seats, who were not chosen by throws.
    #[must_use]
    pub fn of(players: Vec<String>) -> Seats {
        Seats { players, throws: Vec::new() }
    }

    /// One person for all four armies.
    #[must_use]
    pub fn alone(player: &str) -> Seats {
        Seats::of(vec![player.to_owned(); 4])
    }

    /// The players in turn around the board: two play a side each, four an army each. There must be at least one.
    #[must_use]
    pub fn in_turn(players: &[String]) -> Seats {
        Seats::of(Army::ALL.map(|army| players[army.index() % players.len()].clone()).to_vec())
    }

    /// The seats of what the program plays by itself: its levels by turns, or without them it plays at random.
    #[must_use]
    pub fn automatic(levels: &[String], seats: usize) -> Seats {
        let player = |seat: usize| if levels.is_empty() { "the program" } else { levels[seat % levels.len()].as_str() };
        Seats::of((0..seats).map(|seat| player(seat).to_owned()).collect())
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
