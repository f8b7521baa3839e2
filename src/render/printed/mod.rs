//! A set to play with, for a printer: boards, pieces and sheets as PDF, at true size.

mod boards;
mod folded_pieces;
mod pages;
mod pdf;
mod prose;

use std::fmt;
use std::str::FromStr;

use crate::chess::Board;
use crate::correspondences::{Correspondences, Naming, Palette};

use pdf::PdfBook;

/// A set to print.
///
/// ```
/// use enochian::{correspondences::Correspondences, render::{Paper, PrintedPart, PrintedSet}};
/// let set = PrintedSet::new(Correspondences::embedded(), Paper::A3, 30.0).unwrap();
/// let pdf = set.pdf(&["air".parse().unwrap(), PrintedPart::Dice]);
/// assert!(pdf.starts_with(b"%PDF"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PrintedSet<'p> {
    /// The source of colours, names and tables.
    pub correspondences: &'p Correspondences,
    /// The names of the game and its armies, and the colours of their pieces.
    pub naming: &'p Naming,
    /// The palette.
    pub palette: Palette,
    /// The paper.
    pub paper: Paper,
    /// The side of a square of the boards, in millimetres; the pieces fit it.
    pub square: f64,
    /// Whether the thrones are twice as large as the other squares, with room for two pieces ("Gnostic Chess").
    pub large_thrones: bool,
}

/// The sheets of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 297 by 420 mm.
    A3,
    /// 8½ by 11 inches.
    Letter,
}

/// A part of the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintedPart {
    /// A board, on as many sheets as it takes.
    Board(Board),
    /// How the pieces stand at the start, in each array.
    Arrays,
    /// The pieces of the four armies and the Ptah, to cut out, fold and glue.
    Pieces,
    /// The dice tables.
    Dice,
    /// A blank record.
    Record,
    /// The rules on a page.
    Rules,
    /// The procedure of a reading on a page.
    Procedure,
    /// The signs and elements, with what belongs to each.
    Correspondences,
}

/// The smallest and the largest squares.
const SQUARES: (f64, f64) = (15.0, 60.0);

/// Why a set cannot be printed so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("squares of a board are 15 to 60 mm wide")]
pub struct SquareSizeError;

impl<'p> PrintedSet<'p> {
    /// A set with usual names and colours.
    ///
    /// # Errors
    /// If the squares are smaller than 15 mm or larger than 60.
    pub fn new(
        correspondences: &'p Correspondences,
        paper: Paper,
        square: f64,
    ) -> Result<PrintedSet<'p>, SquareSizeError> {
        if !(SQUARES.0..=SQUARES.1).contains(&square) {
            return Err(SquareSizeError);
        }
        let (naming, palette) = (&correspondences.namings()[0], Palette::default());
        Ok(PrintedSet { correspondences, naming, palette, paper, square, large_thrones: false })
    }

    /// The parts as a PDF file.
    #[must_use]
    pub fn pdf(&self, parts: &[PrintedPart]) -> Vec<u8> {
        let mut book = PdfBook::new(&self.naming.game);
        for part in parts {
            match part {
                PrintedPart::Board(board) => self.board(*board, &mut book),
                PrintedPart::Arrays => self.arrays(&mut book),
                PrintedPart::Pieces => self.pieces(&mut book),
                PrintedPart::Dice => self.dice(&mut book),
                PrintedPart::Record => self.record(&mut book),
                PrintedPart::Rules => self.prose(include_str!("rules.txt"), &mut book),
                PrintedPart::Procedure => self.prose(include_str!("procedure.txt"), &mut book),
                PrintedPart::Correspondences => self.signs(&mut book),
            }
        }
        book.finish()
    }
}

impl Paper {
    /// The names of all.
    pub const NAMES: [&str; 3] = ["A4", "A3", "Letter"];

    /// The width and height of a sheet, upright, in millimetres.
    #[must_use]
    pub fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::A3 => (297.0, 420.0),
            Paper::Letter => (215.9, 279.4),
        }
    }
}

impl FromStr for Paper {
    type Err = UnknownPrint;

    fn from_str(text: &str) -> Result<Paper, UnknownPrint> {
        let place = Paper::NAMES.iter().position(|name| name.eq_ignore_ascii_case(text));
        Ok([Paper::A4, Paper::A3, Paper::Letter][place.ok_or(UnknownPrint("choose A4, A3 or Letter"))?])
    }
}

/// The error when a text names no paper and no part of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownPrint(&'static str);

impl PrintedPart {
    /// All parts, in the order in which they are printed.
    pub const ALL: [PrintedPart; 11] = [
        PrintedPart::Board(Board::Air),
        PrintedPart::Board(Board::Water),
        PrintedPart::Board(Board::Fire),
        PrintedPart::Board(Board::Earth),
        PrintedPart::Arrays,
        PrintedPart::Pieces,
        PrintedPart::Dice,
        PrintedPart::Record,
        PrintedPart::Rules,
        PrintedPart::Procedure,
        PrintedPart::Correspondences,
    ];
}

/// `air`, `arrays`.
impl fmt::Display for PrintedPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            PrintedPart::Board(Board::Air) => "air",
            PrintedPart::Board(Board::Water) => "water",
            PrintedPart::Board(Board::Fire) => "fire",
            PrintedPart::Board(Board::Earth) => "earth",
            PrintedPart::Arrays => "arrays",
            PrintedPart::Pieces => "pieces",
            PrintedPart::Dice => "dice",
            PrintedPart::Record => "record",
            PrintedPart::Rules => "rules",
            PrintedPart::Procedure => "procedure",
            PrintedPart::Correspondences => "correspondences",
        })
    }
}

impl FromStr for PrintedPart {
    type Err = UnknownPrint;

    fn from_str(text: &str) -> Result<PrintedPart, UnknownPrint> {
        let found = PrintedPart::ALL.into_iter().find(|part| part.to_string().eq_ignore_ascii_case(text));
        found.ok_or(UnknownPrint(
            "choose air, water, fire, earth, arrays, pieces, dice, record, rules, procedure or correspondences",
        ))
    }
}
