//! Squares looked up: what they stand for on a board or on all four, and what a piece on them means.

use serde::Serialize;

use crate::chess::{Army, Board, Piece, Square};
use crate::correspondences::{Correspondences, Gloss, Layer, LayerGloss, TriangleElement, TriangleGloss};
use crate::interpretation::{About, Meaning};
use crate::record::EnochianRecord;
use crate::render::{BoardMap, capitalised, square_facts};

use super::board_page::map_picture;
use super::square_names::sheet_name;
use super::{Page, PageTable, Screen, standing};

/// A square of a board looked up, as data.
#[derive(Clone, Debug, Serialize)]
pub struct SquareLookup {
    /// What it stands for, and the piece asked about.
    #[serde(flatten)]
    pub gloss: Gloss,
    /// The world of its element.
    pub world: String,
    /// What the piece asked about means there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<Meaning>,
    /// The layers asked for.
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

impl SquareLookup {
    /// What a square of a board stands for.
    #[must_use]
    pub fn of(board: Board, square: Square, asked: &SquareRequest, correspondences: &Correspondences) -> SquareLookup {
        let about = asked.about.unwrap_or(About::Happening);
        let meaning = |piece| Meaning::of(piece, board, square, asked.querent, about, correspondences);
        let element = correspondences.square(board, square).force.element();
        SquareLookup {
            world: correspondences.element(element).world.clone(),
            gloss: correspondences.gloss(board, square, asked.piece, asked.querent),
            meaning: asked.piece.map(meaning),
            layers: asked.layers.iter().map(|layer| correspondences.layer(*layer, board, square)).collect(),
        }
    }

    /// What the piece asked about means there.
    #[must_use]
    pub fn piece_page(&self, correspondences: &Correspondences) -> Option<Page> {
        let unknown = "depends on the querent's army (--army)";
        Some(meaning_page(self.meaning.as_ref()?, &self.gloss, "lands on", unknown, correspondences))
    }

    /// What the square stands for.
    #[must_use]
    pub fn page(&self, correspondences: &Correspondences) -> Page {
        square_page(&self.gloss, &self.layers, correspondences)
    }
}

fn square_page(gloss: &Gloss, layers: &[LayerGloss], correspondences: &Correspondences) -> Page {
    let triangles = gloss.triangles.iter().zip(correspondences.triangles()).map(|(triangle, known)| {
        let whose = match known.of {
            TriangleElement::Board => "the board",
            TriangleElement::Column => "the column",
            TriangleElement::Angle => "the angle",
            TriangleElement::Rank => "the rank",
        };
        let TriangleGloss { place, element, colour, flashing, symbol, .. } = triangle.clone();
        (element.parse().ok(), vec![place, element, whose.to_owned(), colour, symbol, flashing])
    });
    let header = ["Triangle", "Element", "Of", "Colour", "Bears", "Flashing"];
    let title = format!("The four triangles; the top between them is {}", correspondences.top());
    let mut tables = vec![PageTable::new(title, &header, triangles)];
    if !layers.is_empty() {
        let row = |it: &LayerGloss| (None, vec![capitalised(it.layer), format!("{} · {}", it.says, it.source)]);
        tables.push(PageTable::new("Further layers", &["Layer", "Says"], layers.iter().map(row)));
    }
    let whole = ("Is", format!("{}, {}", gloss.force, gloss.phrase));
    let rows = [whole].into_iter().chain(square_facts(gloss, correspondences));
    let mut figure = gloss.figure.drawn.map(|line| format!("     {line}").trim_end().to_owned()).to_vec();
    figure.push(format!("  {}", gloss.figure.name));
    Page {
        tables,
        picture: figure.join("\n").into(),
        element: gloss.element.parse().ok(),
        ..Page::new(format!("{} on the {} board", gloss.square, gloss.board), sheet(gloss), rows)
    }
}

fn sheet(gloss: &Gloss) -> String {
    format!("{} on the sheets, in the {} angle", gloss.sheet, gloss.angle)
}

/// The headings of [`square_cells`].
pub(super) const SQUARE_COLUMNS: &[&str] = &["Sign", "House", "Ruler", "Trump", "Letter", "Figure"];

/// What belongs to a square, in a line of a table.
pub(super) fn square_cells(gloss: &Gloss) -> [String; 6] {
    let house = gloss.house.as_ref().map_or_else(|| "–".to_owned(), |house| house.number.to_string());
    let letter = format!("{} {}", gloss.letter, gloss.glyph);
    let (force, trump, figure) = (gloss.force.clone(), gloss.trump.clone(), gloss.figure.name.clone());
    [force, house, gloss.rulers.join(", "), trump, letter, figure]
}

/// A square on the four boards.
#[must_use]
pub fn square_on_all_boards_page(squares: &[SquareLookup; 4]) -> Page {
    let gloss = &squares[0].gloss;
    let piece = gloss.piece.as_ref();
    let ends: &[&str] = if piece.is_some() { &["Dignity", "Strength"] } else { &[] };
    let rows = squares.iter().map(|SquareLookup { gloss, meaning, .. }| {
        let mut row = vec![gloss.board.clone()];
        row.extend(square_cells(gloss));
        row.extend(gloss.piece.as_ref().map(|piece| piece.dignity.clone().unwrap_or_else(|| "–".to_owned())));
        row.extend(meaning.as_ref().map(|meaning| meaning.strength.word.clone()));
        (gloss.board.parse().ok(), row)
    });
    let about = piece.map(|piece| format!("Dignity and strength are those of the {} landing there.", piece.name));
    let more = format!("More about one board: enochian meaning {} --board air", gloss.square);
    let title = format!("{} on the four boards", gloss.square);
    let header = [&["Board"], SQUARE_COLUMNS, ends].concat();
    Page { what: sheet(gloss), ..Page::overview(&title, &header, rows, about.into_iter().chain([more])) }
}

/// All squares: with their correspondences on a board, or with their names alone.
#[must_use]
pub fn squares_page(screen: &Screen, board: Option<Board>, correspondences: &Correspondences) -> Page {
    if let Some(board) = board {
        let map = BoardMap { correspondences, board, angle: None };
        let page = Page::new(format!("The squares of the {board} board"), "", []);
        return Page { picture: map_picture(screen, &map), element: Some(board.element()), ..page };
    }
    let squares: Vec<_> = Square::from_a8().collect();
    let cell = |square: &Square| format!("{square} {}", sheet_name(*square));
    let rows = squares.chunks(8).map(|rank| (None, rank.iter().map(cell).collect()));
    let notes = [
        "Beside each square: its name on the sheets, with its angle first.",
        "On one board: enochian meaning squares --board air",
        "One square: enochian meaning f5",
    ];
    Page::overview("The squares", &["a", "b", "c", "d", "e", "f", "g", "h"], rows, notes.map(str::to_owned))
}

/// What a piece means on the square where it stands in a reading or game.
#[must_use]
pub fn standing_page(
    piece: Piece,
    square: Square,
    record: EnochianRecord<'_>,
    correspondences: &Correspondences,
) -> Page {
    let (meaning, gloss) = standing(piece, square, record, correspondences);
    meaning_page(&meaning, &gloss, "stands on", "depends on the querent's army", correspondences)
}

/// The meaning of a piece on a square, and its correspondences.
fn meaning_page(
    meaning: &Meaning,
    gloss: &Gloss,
    verb: &str,
    unknown: &str,
    correspondences: &Correspondences,
) -> Page {
    let rows = gloss.piece.as_ref().map(|piece| meaning.facts(piece, &gloss.element, unknown, correspondences));
    let title = format!("{} {verb} {}", capitalised(&meaning.piece), meaning.square);
    let whose = meaning.allegiance.map_or(String::new(), |whose| whose.to_string());
    Page::new(title, whose, rows.unwrap_or_default())
}
