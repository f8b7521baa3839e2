//! What a record is of: a reading with its question, or a game with its setting.

use crate::chess::{Army, Array, Board, Direction, Mode, Position, Rules, Square};
use crate::lore::Ruleset;
use crate::reading::{Die, Question};
use crate::session::Terms;

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

    /// Whether it is a reading or a game.
    pub fn mode(&self) -> Mode {
        match self {
            Matter::Reading(..) => Mode::Reading,
            Matter::Game(_) => Mode::Game,
        }
    }

    /// By what it is played.
    pub fn terms(&self) -> Terms {
        match self {
            Matter::Reading(question, _) => Terms::of_question(question),
            Matter::Game(setting) => Terms::of_rules(setting.rules()),
        }
    }

    /// The board, by its element.
    pub fn board(&self) -> Board {
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

    /// Whether signs, houses and meanings are kept back until the end (INTERPRETATION 1.1).
    pub fn is_quiet(&self) -> bool {
        self.question().is_some_and(|question| question.quiet)
    }

    /// The square of the Ptah, in a reading.
    pub fn ptah(&self) -> Option<Square> {
        self.question().map(|question| question.ptah)
    }
}

/// Everything that a game is played by.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// What the players call it.
    pub title: String,
    /// The board, by its element.
    pub board: Board,
    /// The array from which the armies started; unknown where a game begins in the middle and nobody says.
    pub array: Option<Array>,
    /// Where the game begins.
    pub start: Position,
    /// Where the books differ.
    pub ruleset: Ruleset,
    /// Where the game was published, if it was.
    pub source: Option<String>,
    /// The seed from which the program chose the moves, where it did.
    pub seed: Option<u64>,
}

impl Setting {
    /// A game from the opening of an array, which belongs to its board (RULES 1.3, 1.4, 2).
    ///
    /// ```
    /// use enochian::{chess::{Angle, Army, Array, Board, Direction}, lore::Lore, record::Setting};
    /// let ruleset = Lore::embedded().ruleset("zalewski").unwrap();
    /// let (array, board) = (Array::of(Angle::Water, Board::Air), Board::Air);
    /// let setting = Setting::opening("First of three", board, array, board.first(), Direction::Deosil, ruleset);
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
    ) -> Setting {
        let start = Position::start(array, first, direction);
        let (title, ruleset) = (title.into(), ruleset.clone());
        Setting { title, board, array: Some(array), start, ruleset, source: None, seed: None }
    }

    /// The rules of the ruleset in a game from this array.
    pub fn rules(&self) -> Rules {
        match self.array {
            Some(array) => self.ruleset.rules.with_array(array),
            None => self.ruleset.rules,
        }
    }

    /// Whether the game begins with the opening position of its array.
    pub fn begins_with_the_opening(&self) -> bool {
        let start = &self.start;
        self.array.is_some_and(|array| Position::start(array, start.turn(), start.direction()) == *start)
    }
}
