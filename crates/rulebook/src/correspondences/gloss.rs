//! The gloss of a square: everything in the tables about it.

use serde::Serialize;

use crate::chess::{Army, Board, Element, Piece, Square};

use super::{Correspondences, HouseCorrespondences, TriangleSymbol};

/// The gloss of a square on a board, and of a piece on it.
///
/// It consists of texts, ready to be shown or written as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Gloss {
    /// `f5`.
    pub square: String,
    /// The name on Zalewski's sheets, with the angle's letter: `W4c`.
    pub sheet: String,
    /// The board: `Air`.
    pub board: String,
    /// The angle: `Water`.
    pub angle: String,
    /// `the earthy part of the fiery part of the watery part of Air`: column, rank, angle and board.
    pub phrase: String,
    /// The sign or element: `Capricorn`.
    pub force: String,
    /// The element of the letter above the column.
    pub element: String,
    /// Its quality: `cardinal`.
    pub quality: String,
    /// The pace of the element of the column: `slow`.
    pub pace: String,
    /// The time of the quality: `hours to days`.
    pub time: String,
    /// The house that the sign governs; `None` for an element.
    pub house: Option<HouseCorrespondences>,
    /// The ruling planet or planets.
    pub rulers: Vec<String>,
    /// `XV The Devil`.
    pub trump: String,
    /// The name of the Hebrew letter: `Ayin`.
    pub letter: String,
    /// The Hebrew letter: `ע`.
    pub glyph: String,
    /// The geomantic figure.
    pub figure: FigureGloss,
    /// Keywords.
    pub keywords: Vec<String>,
    /// The four triangles, in the order of the data.
    pub triangles: Vec<TriangleGloss>,
    /// The piece, if one was given.
    pub piece: Option<PieceGloss>,
}

/// A geomantic figure in a [`Gloss`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FigureGloss {
    /// `Carcer`.
    pub name: String,
    /// One or two points in each row, from top to bottom.
    pub rows: [u8; 4],
    /// The same as four lines of three characters.
    pub drawn: [&'static str; 4],
    /// Its meaning.
    pub words: String,
}

/// One of the four triangles of a square in a [`Gloss`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TriangleGloss {
    /// `left`, `top`, `right` or `bottom`.
    pub place: String,
    /// Its element.
    pub element: String,
    /// The element's colour: that of the triangle.
    pub colour: String,
    /// The complementary colour: that of the symbol.
    pub flashing: String,
    /// Its symbol in words: `Capricorn`, `XV The Devil`, `Carcer`, `Ayin ע`.
    pub symbol: String,
}

/// A piece on the square in a [`Gloss`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PieceGloss {
    /// `knight of Water`.
    pub name: String,
    /// The god-form.
    pub god: String,
    /// The form of a pawn's god: `hawk`.
    pub form: Option<String>,
    /// The court card with its suit; `None` for a pawn.
    pub court_card: Option<String>,
    /// The planet; `None` for a king while the querent's army is not known.
    pub planet: Option<String>,
    /// The element, or `Spirit`.
    pub element: String,
    /// The dignity of the piece's element on the square: `friendly`. `None` for a king.
    pub dignity: Option<String>,
    /// The meaning of the dignity; for a king, who has none, what he represents.
    pub meaning: String,
}

impl Correspondences {
    /// The gloss of a square, and of a piece on it, for a question of this querent.
    ///
    /// ```
    /// use enochian::chess::{Army, Board, Kind, Officer, Piece};
    /// use enochian::correspondences::Correspondences;
    ///
    /// let knight = Piece { army: Army::Water, kind: Kind::Officer(Officer::Knight) };
    /// let gloss = Correspondences::embedded().gloss(Board::Air, "f5".parse().unwrap(), Some(knight), Some(Army::Air));
    /// assert_eq!(gloss.phrase, "the earthy part of the fiery part of the watery part of Air");
    /// assert_eq!((gloss.force.as_str(), gloss.trump.as_str()), ("Capricorn", "XV The Devil"));
    ///
    /// let piece = gloss.piece.unwrap();
    /// assert_eq!((piece.god.as_str(), piece.court_card.as_deref()), ("Sebek", Some("Knight of Cups")));
    /// assert_eq!(piece.dignity.as_deref(), Some("friendly"), "fire on an earthy square");
    /// ```
    #[must_use]
    pub fn gloss(&self, board: Board, square: Square, piece: Option<Piece>, querent: Option<Army>) -> Gloss {
        let here = *self.square(board, square);
        let (force, trump, figure) = (self.force(here.force), self.trump(here.force), self.figure(here.force));
        let parts = [here.column, here.rank.element(), here.angle.element()];
        let phrase = parts.map(|element| format!("the {} part of ", self.element(element).adjective)).concat();
        let house = force.house.and_then(|number| self.house(number));
        Gloss {
            square: square.to_string(),
            sheet: format!("{}{}", here.angle.letter().to_ascii_uppercase(), square.sheet()),
            board: board.to_string(),
            angle: here.angle.to_string(),
            phrase: format!("{phrase}{board}"),
            force: here.force.to_string(),
            element: here.force.element().to_string(),
            quality: here.rank.to_string(),
            pace: self.element(here.column).pace.clone(),
            time: self.quality(here.rank).time.clone(),
            house: house.cloned(),
            rulers: force.rulers.clone(),
            trump: trump.to_string(),
            letter: trump.letter.name.clone(),
            glyph: trump.letter.glyph.clone(),
            figure: FigureGloss {
                name: figure.name.clone(),
                rows: figure.rows,
                drawn: figure.drawn(),
                words: figure.words.clone(),
            },
            keywords: force.keywords.clone(),
            triangles: self.triangle_glosses(board, square),
            piece: piece.map(|piece| self.piece_gloss(piece, here.force.element(), querent)),
        }
    }

    fn triangle_glosses(&self, board: Board, square: Square) -> Vec<TriangleGloss> {
        let here = self.square(board, square);
        let trump = self.trump(here.force);
        let gloss = |triangle: &super::Triangle| {
            let element = triangle.element(board, here);
            let symbol = match triangle.symbol {
                TriangleSymbol::Force => here.force.to_string(),
                TriangleSymbol::Trump => trump.to_string(),
                TriangleSymbol::Figure => self.figure(here.force).name.clone(),
                TriangleSymbol::Letter => trump.letter.to_string(),
            };
            let correspondences = self.element(element);
            TriangleGloss {
                place: triangle.place.to_string(),
                element: element.to_string(),
                colour: correspondences.colour.name.clone(),
                flashing: correspondences.flashing.name.clone(),
                symbol,
            }
        };
        self.triangles().iter().map(gloss).collect()
    }

    fn piece_gloss(&self, piece: Piece, ground: Element, querent: Option<Army>) -> PieceGloss {
        let correspondences = self.piece(piece);
        let dignity = correspondences.nature.map(|element| self.dignity(element, ground));
        PieceGloss {
            name: piece.to_string(),
            god: correspondences.god.clone(),
            form: correspondences.form.clone(),
            court_card: self.court_card(piece),
            planet: self.known_planet(piece, querent).map(str::to_owned),
            element: correspondences.nature_name().to_owned(),
            dignity: dignity.map(|dignity| dignity.dignity.to_string()),
            meaning: match dignity {
                Some(dignity) => dignity.meaning.clone(),
                None if querent == Some(piece.army) => {
                    format!("{}; {}", self.kind(piece.kind).own, self.person(piece).person)
                }
                None => self.person(piece).person.to_owned(),
            },
        }
    }
}
