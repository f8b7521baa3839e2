//! What is settled before the first move of a game.

use crate::chess::{Army, Array, Direction, Element, Position, Rules};
use crate::lore::Ruleset;

/// Everything that a game is played by.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// What the players call it.
    pub title: String,
    /// The board, by its element.
    pub board: Element,
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
    /// use enochian::{chess::{Array, Direction, Element}, game::Setting, lore::Lore};
    /// let ruleset = Lore::embedded().ruleset("zalewski").unwrap();
    /// let (array, board) = (Array::of(Element::Water, Element::Air), Element::Air);
    /// let setting = Setting::opening("First of three", board, array, board, Direction::Deosil, ruleset);
    /// assert!(setting.begins_with_the_opening());
    /// assert_eq!(setting.start.turn(), Element::Air);
    /// ```
    pub fn opening(
        title: impl Into<String>,
        board: Element,
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
