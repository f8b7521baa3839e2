//! The subject of a record: a reading with its question, or a game with its settings.

use crate::chess::{Army, Array, Board, Direction, Mode, Position, Rules, Square};
use crate::correspondences::Ruleset;
use crate::reading::{DieThrower, Question};
use crate::session::SessionTerms;

/// The subject of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// A reading: its question, and the thrower of the die.
    Reading(Box<Question>, DieThrower),
    /// A game, without divination.
    Game(Box<GameSettings>),
}

impl Subject {
    /// The question, in a reading.
    #[must_use]
    pub fn question(&self) -> Option<&Question> {
        match self {
            Subject::Reading(question, _) => Some(question),
            Subject::Game(_) => None,
        }
    }

    /// The thrower of the die, in a reading.
    #[must_use]
    pub fn die(&self) -> Option<DieThrower> {
        match self {
            Subject::Reading(_, die) => Some(*die),
            Subject::Game(_) => None,
        }
    }

    /// The settings, in a game.
    #[must_use]
    pub fn setting(&self) -> Option<&GameSettings> {
        match self {
            Subject::Reading(..) => None,
            Subject::Game(setting) => Some(setting),
        }
    }

    /// The question, or the name of the game.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Subject::Reading(question, _) => &question.text,
            Subject::Game(setting) => &setting.title,
        }
    }

    /// Whether it is a reading or a game.
    #[must_use]
    pub fn mode(&self) -> Mode {
        match self {
            Subject::Reading(..) => Mode::Reading,
            Subject::Game(_) => Mode::Game,
        }
    }

    /// The terms of its session.
    #[must_use]
    pub fn terms(&self) -> SessionTerms {
        match self {
            Subject::Reading(question, _) => SessionTerms::of_question(question),
            Subject::Game(setting) => SessionTerms::of_rules(setting.rules()),
        }
    }

    /// The board, by its element.
    #[must_use]
    pub fn board(&self) -> Board {
        match self {
            Subject::Reading(question, _) => question.board,
            Subject::Game(setting) => setting.board,
        }
    }

    /// The starting array, if it is known.
    #[must_use]
    pub fn array(&self) -> Option<Array> {
        match self {
            Subject::Reading(question, _) => Some(question.array),
            Subject::Game(setting) => setting.array,
        }
    }

    /// The starting position, with the rules by which it is played.
    #[must_use]
    pub fn start(&self) -> Position {
        match self {
            Subject::Reading(question, _) => question.start(),
            Subject::Game(setting) => setting.start.clone().with_rules(self.terms().rules),
        }
    }

    /// The ruleset.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        match self {
            Subject::Reading(question, _) => &question.ruleset,
            Subject::Game(setting) => &setting.ruleset,
        }
    }

    /// Where the question or the game was published, if it was.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        match self {
            Subject::Reading(question, _) => question.source.as_deref(),
            Subject::Game(setting) => setting.source.as_deref(),
        }
    }

    /// The querent's army, in a reading.
    pub fn querent(&self) -> Option<Army> {
        self.question().map(Question::army)
    }

    /// Whether signs, houses and meanings are hidden until the end (INTERPRETATION 1.1).
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.question().is_some_and(|question| question.quiet)
    }

    /// The square of the Ptah, in a reading.
    #[must_use]
    pub fn ptah(&self) -> Option<Square> {
        self.question().map(|question| question.ptah)
    }
}

/// The settings of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSettings {
    /// The name given to it by the players.
    pub title: String,
    /// The board, by its element.
    pub board: Board,
    /// The starting array; unknown if a game starts from some position and the array was not given.
    pub array: Option<Array>,
    /// The starting position.
    pub start: Position,
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Where the game was published, if it was.
    pub source: Option<String>,
    /// The seed of the program's moves, if there is one.
    pub seed: Option<u64>,
}

impl GameSettings {
    /// A game from the opening position of an array, which belongs to its board (RULES 1.3, 1.4, 2).
    ///
    /// ```
    /// use enochian::{chess::{Angle, Army, Array, Board, Direction}, correspondences::Correspondences, record::GameSettings};
    /// let ruleset = Correspondences::embedded().ruleset("zalewski").unwrap();
    /// let (array, board) = (Array::of(Angle::Water, Board::Air), Board::Air);
    /// let setting = GameSettings::opening("First of three", board, array, board.first(), Direction::Deosil, ruleset);
    /// assert!(setting.begins_with_the_opening());
    /// assert_eq!(setting.start.turn(), Army::Air);
    /// ```
    pub fn opening(
        title: impl Into<String>,
        board: Board,
        array: Array,
        first: Army,
        direction: Direction,
        ruleset: &Ruleset,
    ) -> GameSettings {
        let start = Position::start(array, first, direction);
        let (title, ruleset) = (title.into(), ruleset.clone());
        GameSettings { title, board, array: Some(array), start, ruleset, source: None, seed: None }
    }

    /// The rules of the ruleset in a game from this array.
    #[must_use]
    pub fn rules(&self) -> Rules {
        match self.array {
            Some(array) => self.ruleset.rules.with_array(array),
            None => self.ruleset.rules,
        }
    }

    /// Whether the game starts from the opening position of its array.
    #[must_use]
    pub fn begins_with_the_opening(&self) -> bool {
        let start = &self.start;
        self.array.is_some_and(|array| Position::start(array, start.turn(), start.direction()) == *start)
    }
}
