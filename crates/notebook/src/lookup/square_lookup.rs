//! A square looked up: its correspondences, and what a piece on it means.

use serde::Serialize;

use crate::chess::{Army, Board, Piece, Square};
use crate::correspondences::{Correspondences, Layer, LayerGloss, PieceGloss, TriangleGloss};
use crate::interpretation::{About, Meaning};

use super::SquareName;

/// A square looked up: a [`Gloss`](crate::correspondences::Gloss) with the number of its house instead of the house.
#[derive(Clone, Debug, Serialize)]
pub struct SquareLookup {
    /// The square: `a5`.
    pub square: String,
    /// Its name on sheets.
    pub sheet: String,
    /// The board.
    pub board: String,
    /// The angle.
    pub angle: String,
    /// Its part of the elements, in words.
    pub phrase: String,
    /// The sign or element that governs it.
    pub force: String,
    /// The element of its column.
    pub element: String,
    /// The quality of its rank.
    pub quality: String,
    /// The world of its element.
    pub world: String,
    /// The pace of its element.
    pub pace: String,
    /// The span of its quality.
    pub time: String,
    /// The number of its house, if it has a sign.
    pub house: Option<u8>,
    /// The name of the house.
    pub house_name: Option<String>,
    /// The matters of the house.
    pub matters: Vec<String>,
    /// Its planets.
    pub rulers: Vec<String>,
    /// Its Tarot trump.
    pub trump: String,
    /// The name of its Hebrew letter.
    pub letter: String,
    /// The Hebrew letter.
    pub glyph: String,
    /// Its geomantic figure.
    pub figure: FigureLookup,
    /// Its keywords.
    pub keywords: Vec<String>,
    /// The four triangles of its pyramid.
    pub triangles: Vec<TriangleGloss>,
    /// Present when a piece was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceGloss>,
    /// Present when a piece was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<Meaning>,
    /// Present when layers were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<LayerGloss>,
}

/// What is asked about a square besides the square itself.
#[derive(Clone, Debug, Default)]
pub struct SquareRequest {
    /// The piece asked about.
    pub piece: Option<Piece>,
    /// The querent's army.
    pub querent: Option<Army>,
    /// What pieces stand for; a happening by default.
    pub about: Option<About>,
    /// Further layers.
    pub layers: Vec<Layer>,
}

impl SquareRequest {
    /// What the piece asked about means there.
    #[must_use]
    pub fn meaning(&self, board: Board, square: Square, correspondences: &Correspondences) -> Option<Meaning> {
        let about = self.about.unwrap_or(About::Happening);
        Some(Meaning::of(self.piece?, board, square, self.querent, about, correspondences))
    }

    /// The layers asked for.
    #[must_use]
    pub fn layers(&self, board: Board, square: Square, correspondences: &Correspondences) -> Vec<LayerGloss> {
        self.layers.iter().map(|layer| correspondences.layer(*layer, board, square)).collect()
    }
}

/// A geomantic figure.
#[derive(Clone, Debug, Serialize)]
pub struct FigureLookup {
    /// The name.
    pub name: String,
    /// The points of its four rows.
    pub rows: [u8; 4],
}

impl SquareLookup {
    /// What a square of a board stands for.
    #[must_use]
    pub fn of(board: Board, square: Square, asked: &SquareRequest, correspondences: &Correspondences) -> SquareLookup {
        let world = correspondences.element(correspondences.square(board, square).force.element()).world.clone();
        let gloss = correspondences.gloss(board, square, asked.piece, asked.querent);
        let (house, house_name, matters) = match gloss.house {
            Some(house) => (Some(house.number), Some(house.name), house.matters),
            None => (None, None, vec![]),
        };
        SquareLookup {
            square: gloss.square,
            sheet: gloss.sheet,
            board: gloss.board,
            angle: gloss.angle,
            phrase: gloss.phrase,
            force: gloss.force,
            element: gloss.element,
            quality: gloss.quality,
            world,
            pace: gloss.pace,
            time: gloss.time,
            house,
            house_name,
            matters,
            rulers: gloss.rulers,
            trump: gloss.trump,
            letter: gloss.letter,
            glyph: gloss.glyph,
            figure: FigureLookup { name: gloss.figure.name, rows: gloss.figure.rows },
            keywords: gloss.keywords,
            triangles: gloss.triangles,
            piece: gloss.piece,
            meaning: asked.meaning(board, square, correspondences),
            layers: asked.layers(board, square, correspondences),
        }
    }
}

/// A square on all boards.
#[derive(Clone, Debug, Serialize)]
pub struct SquareOnAllBoards {
    /// The square: `a5`.
    pub square: String,
    /// Its name on sheets.
    pub sheet: String,
    /// The angle.
    pub angle: String,
    /// The square on each board.
    pub boards: [SquareLookup; 4],
}

impl SquareOnAllBoards {
    /// What a square stands for on each board.
    #[must_use]
    pub fn of(square: Square, asked: &SquareRequest, correspondences: &Correspondences) -> SquareOnAllBoards {
        let SquareName { square: name, sheet, angle } = SquareName::of(square);
        let boards = Board::ALL.map(|board| SquareLookup::of(board, square, asked, correspondences));
        SquareOnAllBoards { square: name, sheet, angle: angle.to_owned(), boards }
    }
}
