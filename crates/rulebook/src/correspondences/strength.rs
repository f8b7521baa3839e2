//! The strength of a piece on a square, from `strength.toml`, and the word for the sum of its parts.

use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error};
use toml::Spanned;

use crate::chess::{Angle, Army, Board, Piece, Role};
use crate::input::{Checked, quoted};

use super::each::Each;
use super::files::DataTable;
use super::tables::Tables;

enochian_engine::named_enum! {
    /// The strength of a piece by the board and the angle (INTERPRETATION 3.2).
    pub enum Grade {
        /// -2.
        Weakest: "weakest",
        /// -1.
        Detriment: "detriment",
        /// 0: the place is not in the data.
        Ordinary: "ordinary",
        /// 1.
        Strong: "strong",
        /// 2.
        Strongest: "strongest",
    }
}

impl Grade {
    /// Its value in the sum of strengths: -2 to 2.
    #[must_use]
    pub const fn value(self) -> i8 {
        self as i8 - 2
    }
}

/// The three parts of a piece's strength on a square, and the word for their sum (INTERPRETATION 3.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strength {
    /// By board and angle, -2 to 2.
    pub grade: i8,
    /// By the dignity of its planet in the sign, -2 to 2; 0 without a planet or on the square of an element.
    pub sign: i8,
    /// By the dignity of its element on the square, -1 to 1; 0 for a king.
    pub element: i8,
    /// `very strong`.
    pub word: String,
}

impl Strength {
    /// The sum of the parts.
    #[must_use]
    pub const fn sum(&self) -> i8 {
        self.grade + self.sign + self.element
    }

    /// The level from 0, very weak, to 4, very strong.
    pub(super) const fn level(&self) -> usize {
        match self.sum() {
            ..=-3 => 0,
            -2..=-1 => 1,
            0 => 2,
            1..=2 => 3,
            3.. => 4,
        }
    }
}

/// An angle of one board, an angle of any board, or any angle of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StrengthPlace {
    angle: Option<Angle>,
    board: Option<Board>,
}

impl StrengthPlace {
    fn has(self, board: Board, angle: Angle) -> bool {
        self.board.is_none_or(|it| it == board) && self.angle.is_none_or(|it| it == angle)
    }
}

impl<'de> Deserialize<'de> for StrengthPlace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StrengthPlace, D::Error> {
        fn place(text: &str) -> Option<StrengthPlace> {
            let (angle, board) = text.split_once(" of ")?;
            let angle = if angle == "any" { None } else { Some(angle.parse().ok()?) };
            let board = if board == "any" { None } else { Some(board.parse().ok()?) };
            (angle.is_some() || board.is_some()).then_some(StrengthPlace { angle, board })
        }
        let text = String::deserialize(deserializer)?;
        let expected = "an angle and a board, such as \"Water of Fire\" or \"Water of any\"";
        place(&text).ok_or_else(|| D::Error::custom(format!("{} is not a place; expected {expected}", quoted(&text))))
    }
}

/// The places of one piece.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct StrengthRow {
    strongest: StrengthPlace,
    strong: StrengthPlace,
    detriment: StrengthPlace,
    weakest: StrengthPlace,
}

impl StrengthRow {
    fn places(&self) -> [(Grade, StrengthPlace); 4] {
        use Grade::{Detriment, Strong, Strongest, Weakest};
        let StrengthRow { strongest, strong, detriment, weakest } = *self;
        [(Weakest, weakest), (Detriment, detriment), (Strong, strong), (Strongest, strongest)]
    }
}

/// The contents of the file.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Strengths {
    words: [String; 5],
    places: Each<Role, Each<Army, Spanned<StrengthRow>>>,
}

impl DataTable for Strengths {
    type File = Strengths;

    fn of(file: Strengths, _: &Tables, checked: &mut Checked<'_>) -> Strengths {
        for row in file.places.values().iter().flat_map(Each::values) {
            let places = row.get_ref().places();
            let is_twice = |at: usize| places[..at].iter().any(|(_, other)| *other == places[at].1);
            if (1..places.len()).any(is_twice) {
                checked.wrong(row.span(), "two grades have one place", "a place of no other grade of this piece");
            }
        }
        file
    }
}

impl Strengths {
    pub(super) fn grade(&self, piece: Piece, board: Board, angle: Angle) -> Grade {
        let row = self.places[Role::from(piece.kind)][piece.army].get_ref().places();
        let here = row.into_iter().filter(|(_, place)| place.has(board, angle));
        // A place that names an angle takes precedence over one that names only the board.
        let nearest = here.max_by_key(|(_, place)| (place.angle.is_some(), place.board.is_some()));
        nearest.map_or(Grade::Ordinary, |(grade, _)| grade)
    }

    /// The parts with the word for their sum.
    pub(super) fn whole(&self, grade: i8, sign: i8, element: i8) -> Strength {
        let parts = Strength { grade, sign, element, word: String::new() };
        Strength { word: self.words[parts.level()].clone(), ..parts }
    }
}
