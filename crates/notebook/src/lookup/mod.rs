//! Squares, pieces, boards and names, looked up: what they stand for, each on a page of rows.
//!
//! ```
//! use enochian::correspondences::Correspondences;
//! use enochian::lookup::{find_piece, find_square};
//!
//! let correspondences = Correspondences::embedded();
//! assert_eq!(find_square("W4c")?.to_string(), "f5");
//! assert_eq!(find_piece("Knight of Cups", correspondences, &correspondences.namings()[0])?.code(), "wN");
//! # Ok::<(), enochian::lookup::NotFound>(())
//! ```

mod board_page;
mod kind_page;
mod landing_names;
mod lesson_answer;
mod name_lookup;
mod name_page;
mod page;
mod piece_names;
mod piece_page;
mod related;
mod shown_position;
mod square_names;
mod square_page;
mod thing;

use crate::chess::{Element, Piece, Square};
use crate::correspondences::{Correspondences, Gloss};
use crate::input::{Help, nearest, quoted};
use crate::interpretation::{About, Meaning};
use crate::record::EnochianRecord;
use crate::render::TerminalColours;

pub use board_page::{arrays_page, board_page, boards_page};
pub use kind_page::{find_kind, kind_page, kinds_page};
pub(crate) use landing_names::{LandingName, LandingNames, NameSort};
pub use lesson_answer::{LessonVerdict, lesson_session};
pub use name_lookup::NameLookup;
pub use page::{Page, PageTable};
pub use piece_names::{all_pieces, find_piece};
pub use piece_page::{piece_page, pieces_page};
pub use shown_position::ShownPosition;
pub use square_names::{find_square, is_square_name};
pub use square_page::{SquareLookup, SquareRequest, square_on_all_boards_page, squares_page, standing_page};
pub use thing::Thing;

/// Nothing is called so; the message says what is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotFound {
    message: String,
    nearness: Nearness,
}

/// How near a name came to one that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nearness {
    /// Nothing is called so.
    #[default]
    Unknown,
    /// A similar name was probably meant.
    Similar,
    /// It is known, and leaves open what it is of.
    Ambiguous,
}

impl Help for NotFound {}

impl NotFound {
    pub(crate) fn new(message: String) -> NotFound {
        NotFound { message, nearness: Nearness::default() }
    }

    pub(crate) fn near(self, nearness: Nearness) -> NotFound {
        NotFound { nearness, ..self }
    }

    /// How near the name came to one that is known: of several errors the nearest helps most.
    #[must_use]
    pub fn nearness(&self) -> Nearness {
        self.nearness
    }
}

/// The screen that a page is written for.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// The columns.
    pub width: usize,
    /// The colours of its pages, with the escape sequences of terminals.
    pub colours: TerminalColours,
}

/// What a piece means on a square in a reading or game, which decides what it is about; and the gloss of both.
#[must_use]
pub fn standing(
    piece: Piece,
    square: Square,
    record: EnochianRecord<'_>,
    correspondences: &Correspondences,
) -> (Meaning, Gloss) {
    let subject = &record.subject();
    let (board, querent) = (subject.board(), subject.querent());
    // A game has no question.
    let house = subject.question().and_then(|question| correspondences.force(question.force).house);
    let meaning = Meaning::of(piece, board, square, querent, About::of(house), correspondences);
    (meaning, correspondences.gloss(board, square, Some(piece), querent))
}

/// Reads the name or letter of an element, for something of this `sort`, such as a board.
#[doc(hidden)]
pub fn find_element(sort: &str, text: &str) -> Result<Element, NotFound> {
    let letter = || match text.trim().as_bytes() {
        [letter] => Element::from_letter(char::from(*letter)),
        _ => None,
    };
    text.parse().ok().or_else(letter).ok_or_else(|| {
        let meant = suggestion(text, Element::ALL.map(Element::name));
        NotFound::new(format!("there is no {sort} {}; expected Air, Water, Fire or Earth{meant}", quoted(text)))
    })
}

/// The end of an error: the word that was probably meant, if one is similar.
#[doc(hidden)]
pub fn suggestion<'a>(text: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(text.trim(), known).map_or(String::new(), meant)
}

/// The end of an error: the word that was probably meant.
#[doc(hidden)]
pub fn meant(word: &str) -> String {
    format!(". Did you mean {}?", quoted(word))
}
