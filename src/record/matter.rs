//! What a record is of: a reading or a game, before its first turn and while it goes on.

use crate::chess::{ActionRefused, Army, Array, Element, Exchange, Position, Rules, Square};
use crate::game::{Game, Setting};
use crate::lore::Ruleset;
use crate::reading::{Die, End, Question, Reading};

/// What a record is of.
#[derive(Clone, Debug, PartialEq)]
pub enum Matter {
    /// A reading: its question, and who throws the die.
    Reading(Box<Question>, Die),
    /// A game that is no reading.
    Game(Box<Setting>),
}

impl Matter {
    /// The question, in a reading.
    pub fn question(&self) -> Option<&Question> {
        match self {
            Matter::Reading(question, _) => Some(question),
            Matter::Game(_) => None,
        }
    }

    /// Who throws the die, in a reading.
    pub fn die(&self) -> Option<Die> {
        match self {
            Matter::Reading(_, die) => Some(*die),
            Matter::Game(_) => None,
        }
    }

    /// The setting, in a game.
    pub fn setting(&self) -> Option<&Setting> {
        match self {
            Matter::Reading(..) => None,
            Matter::Game(setting) => Some(setting),
        }
    }

    /// The question, or the name of the game.
    pub fn title(&self) -> &str {
        match self {
            Matter::Reading(question, _) => &question.text,
            Matter::Game(setting) => &setting.title,
        }
    }

    /// `reading` or `game`.
    pub fn noun(&self) -> &'static str {
        match self {
            Matter::Reading(..) => "reading",
            Matter::Game(_) => "game",
        }
    }

    /// The board, by its element.
    pub fn board(&self) -> Element {
        match self {
            Matter::Reading(question, _) => question.board,
            Matter::Game(setting) => setting.board,
        }
    }

    /// The array from which the armies started, if it is known.
    pub fn array(&self) -> Option<Array> {
        match self {
            Matter::Reading(question, _) => Some(question.array),
            Matter::Game(setting) => setting.array,
        }
    }

    /// Where it begins.
    pub fn start(&self) -> Position {
        match self {
            Matter::Reading(question, _) => question.start(),
            Matter::Game(setting) => setting.start.clone(),
        }
    }

    /// Where the books differ.
    pub fn ruleset(&self) -> &Ruleset {
        match self {
            Matter::Reading(question, _) => &question.ruleset,
            Matter::Game(setting) => &setting.ruleset,
        }
    }

    /// Where it was published, if it was.
    pub fn source(&self) -> Option<&str> {
        match self {
            Matter::Reading(question, _) => question.source.as_deref(),
            Matter::Game(setting) => setting.source.as_deref(),
        }
    }

    /// The querent's army, in a reading.
    pub fn querent(&self) -> Option<Army> {
        self.question().map(Question::army)
    }

    /// The square of the Ptah, in a reading.
    pub fn ptah(&self) -> Option<Square> {
        self.question().map(|question| question.ptah)
    }
}

/// A reading or a game in progress.
#[derive(Clone, Debug)]
pub(super) enum Play {
    Reading(Box<Reading>),
    Game(Box<Game>),
}

impl Play {
    pub(super) fn begin(matter: &Matter) -> Play {
        match matter {
            Matter::Reading(question, _) => Play::Reading(Box::new(Reading::begin((**question).clone()))),
            Matter::Game(setting) => Play::Game(Box::new(Game::begin(setting))),
        }
    }

    pub(super) fn position(&self) -> &Position {
        match self {
            Play::Reading(reading) => reading.position(),
            Play::Game(game) => game.position(),
        }
    }

    pub(super) fn rules(&self) -> &Rules {
        match self {
            Play::Reading(reading) => reading.rules(),
            Play::Game(game) => game.rules(),
        }
    }

    pub(super) fn end(&self) -> Option<End> {
        match self {
            Play::Reading(reading) => reading.end(),
            Play::Game(game) => game.outcome().map(End::Game),
        }
    }

    pub(super) fn exchange(&mut self, exchange: Exchange) -> Result<(), ActionRefused> {
        match self {
            Play::Reading(reading) => reading.exchange(exchange).map(drop),
            Play::Game(game) => game.exchange(exchange, &mut ()),
        }
    }

    pub(super) fn withdraw(&mut self) -> Result<(), ActionRefused> {
        match self {
            Play::Reading(reading) => reading.withdraw(),
            Play::Game(game) => game.withdraw(&mut ()),
        }
    }
}
