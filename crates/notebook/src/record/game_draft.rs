//! A game that is being set up.

use crate::chess::{Angle, Army, Array, Board, Direction, Element, Position};
use crate::correspondences::Correspondences;
use crate::games::unrefereed;
use crate::input::{Words, alternatives, quoted};
use crate::reading::{Draft, DraftError, DraftKey, draft_error, slot};

use super::GameSettings;

/// The settings of a game that were given so far, with `None` for whatever is still open.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "each is the field of GameSettings or Seats with the same name, or a part of the start")]
pub struct GameDraft {
    pub title: Option<String>,
    pub board: Option<Board>,
    pub array: Option<Array>,
    pub first: Option<Army>,
    pub direction: Option<Direction>,
    /// The position to start from, instead of an array.
    pub start: Option<Position>,
    pub ruleset: Option<String>,
    pub players: Option<Vec<String>>,
    /// The seats of a game that is only recorded, in the order of play.
    pub seats: Option<Vec<String>>,
    /// Who deals the cards of a game that has some.
    pub deals: Option<CardDealer>,
}

enochian_engine::named_enum! {
    /// Who deals the cards of a game that has some.
    pub enum CardDealer or "expected program or players" {
        /// The program, which shows each player only that player's cards.
        Program: "program",
        /// The players, from a real pack.
        Players: "players",
    }
}

impl Draft for GameDraft {
    const TITLE: &'static str = "The game";
    const KEYS: &'static [DraftKey<GameDraft>] = &KEYS;

    fn errors(&self, correspondences: &Correspondences) -> Vec<DraftError> {
        let mut errors = Vec::new();
        if let (Some(array), Some(board)) = (self.array, self.board)
            && !array.belongs_to(board)
        {
            let names = GameDraft::arrays(board);
            let remedy = alternatives(names.iter().map(String::as_str));
            errors.push(draft_error("array", format!("{array} is not an array of the {board} board"), remedy));
        }
        if let Some(unknown) = self.ruleset.as_deref().and_then(|name| correspondences.ruleset(name).err()) {
            let remedy = alternatives(unknown.known.iter().map(String::as_str));
            errors.push(draft_error("ruleset", format!("there is no ruleset {}", quoted(&unknown.name)), remedy));
        }
        if let Some(error) = self.seats.as_deref().and_then(|seats| unrefereed(seats).err()) {
            errors.push(draft_error("seats", error.problem, error.expected));
        }
        errors
    }
}

type Key = DraftKey<GameDraft>;

static KEYS: [Key; 9] = [
    Key {
        question: "Which board?",
        help: |_, _| {
            "The board decides which four arrays you can choose, and the default for who moves first.".to_owned()
        },
        choices: |_, _| Element::ALL.map(|element| element.to_string()).to_vec(),
        default: |draft, _| Some(draft.board().to_string()),
        ..Key::new("board", "The board: Air, Water, Fire or Earth", slot!(board))
    },
    Key {
        question: "Which array?",
        help: |_, _| "The starting position of all four armies.".to_owned(),
        choices: |draft, _| GameDraft::arrays(draft.board()).to_vec(),
        default: |draft, _| Some(GameDraft::default_array(draft.board()).to_string()),
        ..Key::new("array", "The array of the pieces (see `enochian board arrays`)", slot!(array))
    },
    Key {
        question: "Which army moves first?",
        help: |_, _| "The default is the army of the board.".to_owned(),
        choices: |_, _| Element::ALL.map(|element| element.to_string()).to_vec(),
        default: |draft, _| Some(draft.board().first().to_string()),
        ..Key::new("first", "The army that moves first [default: that of the board]", slot!(first))
    },
    Key {
        question: "Which direction of play?",
        help: |_, _| "deosil is clockwise, from Air to Water; widdershins is the reverse.".to_owned(),
        choices: |_, _| Direction::ALL.map(|direction| direction.to_string()).to_vec(),
        default: |_, _| Some(Direction::Deosil.to_string()),
        ..Key::new("direction", "The direction of play: deosil (clockwise) or widdershins", slot!(direction))
    },
    Key {
        question: "Which ruleset?",
        help: |_, correspondences| {
            let rulesets = correspondences.rulesets().iter();
            rulesets.map(|it| format!("{}: {}", it.name, it.description)).collect::<Vec<_>>().join("\n")
        },
        choices: |_, correspondences| correspondences.rulesets().iter().map(|it| it.name.clone()).collect(),
        default: |_, correspondences| Some(correspondences.rulesets().first()?.name.clone()),
        ..Key::new("ruleset", "The ruleset: chessvariants or zalewski", slot!(ruleset))
    },
    Key {
        question: "Which seats, in the order of play? (names, separated by commas)",
        words: Words::NAME,
        help: |_, _| {
            "A name for each seat at the table, such as North, East, West. Turns pass in this order.".to_owned()
        },
        ..Key::new("seats", "The seats in the order of play: North, East, West", slot!(seats))
    },
    Key {
        question: "Who plays? (names, separated by commas)",
        words: Words::NAME,
        help: |_, _| {
            "One player plays all four armies, or up to four players share them. A player can withdraw only if someone else plays the partner army.".to_owned()
        },
        ..Key::new("players", "The names of the players, separated by commas", slot!(players))
    },
    Key {
        question: "What is the game called?",
        words: Words::NAME,
        help: |_, _| "The title of the game, on one line. Its journal is named after it.".to_owned(),
        default: |draft, correspondences| Some(draft.clone().settle(None, correspondences).title),
        ..Key::new("title", "The title of the game", slot!(title))
    },
    Key {
        question: "Who deals the cards?",
        help: |_, _| {
            "program: the program shuffles and deals, and shows each player only that player's cards. players: you deal from a real pack, and type the cards as they are shown. The first hero is then As; to begin with another, give --start a position.".to_owned()
        },
        choices: |_, _| CardDealer::ALL.map(|dealer| dealer.to_string()).to_vec(),
        default: |_, _| Some(CardDealer::Program.to_string()),
        ..Key::new("deals", "Who deals the cards: program or players", slot!(deals))
    },
];

impl GameDraft {
    /// The names of a board's arrays.
    #[must_use]
    pub fn arrays(board: Board) -> [String; 4] {
        Angle::ALL.map(|angle| Array::of(angle, board).to_string())
    }

    /// The default array of a board, that of the army that moves first: Air of Air.
    #[must_use]
    pub fn default_array(board: Board) -> Array {
        Array::of(board.first().angle(), board)
    }

    /// The board that was given, or one to which the array belongs.
    #[must_use]
    pub fn board(&self) -> Board {
        let fits = |board: &Board| self.array.is_none_or(|array| array.belongs_to(*board));
        self.board.or_else(|| Board::ALL.into_iter().find(fits)).unwrap_or(Board::Air)
    }

    /// The settings, with defaults for everything that was not given.
    #[must_use]
    pub fn settle(self, seed: Option<u64>, correspondences: &Correspondences) -> GameSettings {
        let board = self.board();
        let ruleset = self.ruleset.as_deref().and_then(|name| correspondences.ruleset(name).ok());
        let ruleset = ruleset.unwrap_or(&correspondences.rulesets()[0]).clone();
        let settings = match self.start {
            Some(start) => GameSettings {
                title: self.title.unwrap_or_else(|| format!("A game on the {board} board")),
                board,
                array: self.array,
                start,
                ruleset,
                source: None,
                seed: None,
            },
            None => {
                let array = self.array.unwrap_or(GameDraft::default_array(board));
                let title = self.title.unwrap_or_else(|| format!("A game from {array}"));
                let first = self.first.unwrap_or(board.first());
                GameSettings::opening(title, board, array, first, self.direction.unwrap_or_default(), &ruleset)
            }
        };
        GameSettings { seed, ..settings }
    }
}
