//! A set to play with, for a printer: boards, pieces and sheets at true size, as a page that a browser prints.

mod boards;
mod pieces;
mod tables;

use minijinja::{AutoEscape, Value, context};

use crate::chess::{Army, Board};
use crate::correspondences::{Correspondences, Naming, Palette, Tone};
use crate::template_environment;

use super::{BoardBackground, Painting};

const INK: Tone = Tone(0x1c, 0x1a, 0x18);

/// A set to print.
///
/// ```
/// use enochian::{correspondences::Correspondences, render::{Paper, PrintedPart, PrintedSet}};
/// let set = PrintedSet::new(Correspondences::embedded(), Paper::A3, 30.0).unwrap();
/// let page = set.html(&["air".parse().unwrap(), PrintedPart::Dice]).unwrap();
/// assert!(page.contains("@page { size: A3; margin: 0; }"));
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

enochian_engine::named_enum! {
    /// The sheets of paper.
    #[derive(Default)]
    pub enum Paper or "choose A4, A3 or Letter" {
        /// 210 by 297 mm.
        #[default]
        A4: "A4",
        /// 297 by 420 mm.
        A3: "A3",
        /// 8½ by 11 inches.
        Letter: "Letter",
    }
}

enochian_engine::named_enum! {
    /// A part of the set; all in the order in which they are printed.
    pub enum PrintedPart
        or "choose air, water, fire, earth, arrays, pieces, dice, record, rules, procedure or correspondences"
    {
        /// The Air board, on as many sheets as it takes.
        Air: "air",
        /// The Water board.
        Water: "water",
        /// The Fire board.
        Fire: "fire",
        /// The Earth board.
        Earth: "earth",
        /// How the pieces stand at the start, in each array.
        Arrays: "arrays",
        /// The pieces of the four armies and the Ptah, to cut out, fold and glue.
        Pieces: "pieces",
        /// The dice tables.
        Dice: "dice",
        /// A blank record.
        Record: "record",
        /// The rules on a page.
        Rules: "rules",
        /// The procedure of a reading on a page.
        Procedure: "procedure",
        /// The signs and elements, with what belongs to each.
        Correspondences: "correspondences",
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

    /// The parts as a page that prints at true size.
    ///
    /// # Errors
    /// If the page cannot be built, which only a mistake in its template can cause.
    pub fn html(&self, parts: &[PrintedPart]) -> Result<String, minijinja::Error> {
        let part = |part: &PrintedPart| match part {
            PrintedPart::Air => context! { sheets => self.board(Board::Air) },
            PrintedPart::Water => context! { sheets => self.board(Board::Water) },
            PrintedPart::Fire => context! { sheets => self.board(Board::Fire) },
            PrintedPart::Earth => context! { sheets => self.board(Board::Earth) },
            PrintedPart::Arrays => context! { arrays => self.arrays() },
            PrintedPart::Pieces => context! { pieces => self.pieces() },
            PrintedPart::Dice => context! { dice => self.dice() },
            PrintedPart::Record => context! { armies => Army::ALL.map(|army| self.naming.army(army).name.clone()) },
            PrintedPart::Rules => context! { prose => include_str!("rules.html") },
            PrintedPart::Procedure => context! { prose => include_str!("procedure.html") },
            PrintedPart::Correspondences => context! { signs => self.signs() },
        };
        let symbols = match parts.contains(&PrintedPart::Arrays) {
            true => self.painting(BoardBackground::Chequered).pieces_svg(),
            false => String::new(),
        };
        let mut pages = template_environment();
        pages.set_auto_escape_callback(|_| AutoEscape::Html);
        pages.add_template("set.html", include_str!("set.html"))?;
        pages.get_template("set.html")?.render(context! {
            game => &self.naming.game,
            paper => self.paper.name(),
            width => self.paper.size().0,
            height => self.paper.size().1,
            style => include_str!("set.css"),
            symbols,
            parts => parts.iter().map(part).collect::<Vec<Value>>(),
        })
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
