//! The strength of a piece on a square, from `strength.toml`, and the word for the sum of its parts.

use serde::Serialize;

use crate::chess::{Angle, Army, Board, Kind, Officer, Piece};
use crate::input::{TomlTable, TomlValue};

use super::entries::all;

/// The strength of a piece by the board and the angle (INTERPRETATION 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Grade {
    /// -2.
    Weakest,
    /// -1.
    Detriment,
    /// 0: the place is not in the data.
    Ordinary,
    /// 1.
    Strong,
    /// 2.
    Strongest,
}

impl Grade {
    /// Its value in the sum of strengths: -2 to 2.
    #[must_use]
    pub const fn value(self) -> i8 {
        self as i8 - 2
    }
}

enochian_engine::named_enum! {
    /// The name in the data files: `detriment`.
    Grade { Weakest: "weakest", Detriment: "detriment", Ordinary: "ordinary", Strong: "strong", Strongest: "strongest" }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct StrengthPlace {
    angle: Option<Angle>,
    board: Option<Board>,
}

impl StrengthPlace {
    fn has(self, board: Board, angle: Angle) -> bool {
        self.board.is_none_or(|it| it == board) && self.angle.is_none_or(|it| it == angle)
    }
}

/// The places of one piece.
type StrengthRow = Vec<(Grade, StrengthPlace)>;

/// The contents of the file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Strengths {
    words: [String; 5],
    king: [StrengthRow; 4],
    officers: [[StrengthRow; 4]; 4],
    pawn: [StrengthRow; 4],
}

impl Strengths {
    pub(super) fn grade(&self, piece: Piece, board: Board, angle: Angle) -> Grade {
        let rows = match piece.kind {
            Kind::King => &self.king,
            Kind::Officer(officer) => &self.officers[officer.index()],
            Kind::Pawn(_) => &self.pawn,
        };
        let here = rows[piece.army.index()].iter().filter(|(_, place)| place.has(board, angle));
        // A place that names an angle takes precedence over one that names only the board.
        let nearest = here.max_by_key(|(_, place)| (place.angle.is_some(), place.board.is_some()));
        nearest.map_or(Grade::Ordinary, |(grade, _)| *grade)
    }

    /// The parts with the word for their sum.
    pub(super) fn whole(&self, grade: i8, sign: i8, element: i8) -> Strength {
        let parts = Strength { grade, sign, element, word: String::new() };
        Strength { word: self.words[parts.level()].clone(), ..parts }
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Strengths> {
    let words = fields.required("words").and_then(|item| {
        let words = item.list(TomlValue::text)?;
        words.try_into().ok().or_else(|| item.wrong("five words, from the weakest to the strongest"))
    });
    let king = fields.table("king", rows);
    let officers = Officer::ALL.map(|officer| fields.table(officer.name(), rows));
    let pawn = fields.table("pawn", rows);
    Some(Strengths { words: words?, king: king?, officers: all(officers)?, pawn: pawn? })
}

fn rows(fields: &TomlTable<'_>) -> Option<[StrengthRow; 4]> {
    all(Army::ALL.map(|army| fields.table(army.name(), row)))
}

fn row(fields: &TomlTable<'_>) -> Option<StrengthRow> {
    let mut row: StrengthRow = vec![];
    for grade in Grade::ALL.into_iter().filter(|grade| *grade != Grade::Ordinary) {
        let Some(item) = fields.required(grade.name()) else { continue };
        let expected = "an angle and a board, such as \"Water of Fire\" or \"Water of any\"";
        let Some(place) = item.parse_with(expected, place) else { continue };
        if row.iter().any(|(_, other)| *other == place) {
            let _: Option<()> = item.wrong("a place of no other grade of this piece");
        }
        row.push((grade, place));
    }
    // For values that could not be read, an error is already recorded.
    Some(row)
}

fn place(text: &str) -> Option<StrengthPlace> {
    let (angle, board) = text.split_once(" of ")?;
    let angle = if angle == "any" { None } else { Some(angle.parse().ok()?) };
    let board = if board == "any" { None } else { Some(board.parse().ok()?) };
    (angle.is_some() || board.is_some()).then_some(StrengthPlace { angle, board })
}
