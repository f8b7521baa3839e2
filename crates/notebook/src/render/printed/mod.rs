//! A set to play with, for a printer: boards, pieces and sheets as PDF, at true size.

mod boards;
mod folded_pieces;
mod pages;
mod pdf;
mod prose;

use crate::chess::Board;
use crate::correspondences::{Correspondences, Naming, Palette};

use super::{BoardBackground, Painting};
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

enochian_engine::named_enum! {
    /// Its name.
    Paper or "choose A4, A3 or Letter" { A4: "A4", A3: "A3", Letter: "Letter" }
}

/// A part of the set; all in the order in which they are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintedPart {
    /// The Air board, on as many sheets as it takes.
    Air,
    /// The Water board.
    Water,
    /// The Fire board.
    Fire,
    /// The Earth board.
    Earth,
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

enochian_engine::named_enum! {
    /// `air`, `arrays`.
    PrintedPart or "choose air, water, fire, earth, arrays, pieces, dice, record, rules, procedure or correspondences" {
        Air: "air", Water: "water", Fire: "fire", Earth: "earth",
        Arrays: "arrays", Pieces: "pieces", Dice: "dice", Record: "record",
        Rules: "rules", Procedure: "procedure", Correspondences: "correspondences",
    }
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

    /// A painting with its names and colours.
    fn painting<'g>(&self, ground: BoardBackground<'g>) -> Painting<'g>
    where
        'p: 'g,
    {
        Painting { naming: self.naming, palette: self.palette, ..Painting::of(ground, self.correspondences) }
    }

    /// The parts as a PDF file.
    #[must_use]
    pub fn pdf(&self, parts: &[PrintedPart]) -> Vec<u8> {
        let mut book = PdfBook::new(&self.naming.game);
        for part in parts {
            match part {
                PrintedPart::Air => self.board(Board::Air, &mut book),
                PrintedPart::Water => self.board(Board::Water, &mut book),
                PrintedPart::Fire => self.board(Board::Fire, &mut book),
                PrintedPart::Earth => self.board(Board::Earth, &mut book),
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
