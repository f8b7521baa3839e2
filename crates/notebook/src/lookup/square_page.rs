//! The pages of squares.

use std::fmt::Write;

use anstyle::Style;

use crate::chess::{Board, Element, Piece, Square};
use crate::correspondences::{Correspondences, Gloss, LayerGloss, PieceGloss, TriangleElement, TriangleGloss};
use crate::interpretation::Meaning;
use crate::record::EnochianRecord;
use crate::render::{BoardMap, TextPage, capitalised, facts, square_facts, table_within};

use super::board_page::KEY;
use super::square_names::sheet_name;
use super::{Screen, SquareOnAllBoards, SquareRequest, standing};

/// All squares: with their correspondences on a board, or with their names alone.
#[must_use]
pub fn squares_page(screen: &Screen, board: Option<Board>, correspondences: &Correspondences) -> String {
    let dim = Style::new().dimmed();
    if let Some(board) = board {
        let map = BoardMap { correspondences, board, angle: None };
        return format!("{}\n  {dim}{KEY}{dim:#}\n", map.within(screen.width, screen.colours));
    }
    let squares: Vec<_> = Square::top_down().collect();
    let row = |squares: &[Square]| {
        (Style::new(), squares.iter().map(|square| format!("{square} {}", sheet_name(*square))).collect())
    };
    let rows: Vec<_> = squares.chunks(8).map(row).collect();
    format!(
        "{}\n  {dim}Beside each square: its name on the sheets, with its angle first.\n  \
         On one board: enochian meaning squares --board air\n  One square: enochian meaning f5{dim:#}\n",
        table_within(screen.width, &["a", "b", "c", "d", "e", "f", "g", "h"], &rows)
    )
}

/// What a piece means on the square where it stands in a reading or game.
#[must_use]
pub fn standing_page(
    screen: &Screen,
    piece: Piece,
    square: Square,
    record: EnochianRecord<'_>,
    correspondences: &Correspondences,
) -> String {
    let (meaning, gloss) = standing(piece, square, record, correspondences);
    gloss.piece.map_or(String::new(), |piece| {
        described(screen, &meaning, &piece, &gloss.element, "stands on", correspondences)
    })
}

/// A square on a board, and what the piece asked about means there.
#[must_use]
pub fn square_page(
    screen: &Screen,
    board: Board,
    square: Square,
    asked: &SquareRequest,
    correspondences: &Correspondences,
) -> String {
    let gloss = correspondences.gloss(board, square, asked.piece, asked.querent);
    let ground = correspondences.square(board, square).force.element();
    let (bold, dim, style) = (Style::new().bold(), Style::new().dimmed(), screen.colours.style(ground).bold());
    let mut text = format!(
        "  {bold}{square}{bold:#} on the {board} board {dim}· {} on the sheets, in the {} angle{dim:#}\n  \
         {style}{}{style:#}, {}\n\n",
        gloss.sheet, gloss.angle, gloss.force, gloss.phrase,
    );
    if let (Some(piece), Some(meaning)) = (&gloss.piece, asked.meaning(board, square, correspondences)) {
        text.push_str(&described(screen, &meaning, piece, &gloss.element, "lands on", correspondences));
        text.push('\n');
    }
    text.push_str(&beside_figure(&gloss, &facts(&square_facts(&gloss, correspondences))));
    let _ = write!(text, "\n  {bold}The four triangles{bold:#}\n\n{}", triangles(screen, &gloss, correspondences));
    let _ = writeln!(text, "\n  {dim}The top between them is {}.{dim:#}", correspondences.top());
    let layers = asked.layers(board, square, correspondences);
    if !layers.is_empty() {
        let mut page = TextPage::new(screen.width);
        page.gap();
        page.paragraph(&format!("{bold}Further layers{bold:#}"));
        page.gap();
        for LayerGloss { layer, says, source } in &layers {
            page.fact(&capitalised(layer), 7, &format!("{says} {dim}· {source}{dim:#}"));
        }
        text.push_str(&page.finish());
    }
    text
}

/// The geomantic figure, its name below it, with lines of text to its right.
fn beside_figure(gloss: &Gloss, lines: &[String]) -> String {
    let width = gloss.figure.name.chars().count().max(8);
    let left = gloss.figure.drawn.iter().copied().chain(["", &gloss.figure.name]);
    let mut left: Vec<&str> = left.collect();
    left.resize(left.len().max(lines.len()), "");
    let lines = lines.iter().map(String::as_str).chain(std::iter::repeat(""));
    let rows = left.iter().zip(lines);
    rows.map(|(left, line)| format!("  {left:^width$}    {line}").trim_end().to_owned() + "\n").collect()
}

fn triangles(screen: &Screen, gloss: &Gloss, correspondences: &Correspondences) -> String {
    let rows = gloss.triangles.iter().zip(correspondences.triangles()).map(|(triangle, known)| {
        let whose = match known.of {
            TriangleElement::Board => "the board",
            TriangleElement::Column => "the column",
            TriangleElement::Angle => "the angle",
            TriangleElement::Rank => "the rank",
        };
        let style = triangle.element.parse::<Element>().map_or_else(|_| Style::new(), |of| screen.colours.style(of));
        let TriangleGloss { place, element, colour, flashing, symbol, .. } = triangle.clone();
        (style, vec![place, element, whose.to_owned(), colour, symbol, flashing])
    });
    table_within(screen.width, &["Triangle", "Element", "Of", "Colour", "Bears", "Flashing"], &rows.collect::<Vec<_>>())
}

/// The meaning of the piece there, and its correspondences.
fn described(
    screen: &Screen,
    meaning: &Meaning,
    piece: &PieceGloss,
    ground: &str,
    verb: &str,
    correspondences: &Correspondences,
) -> String {
    let bold = Style::new().bold();
    let whose = meaning.allegiance.map_or(String::new(), |whose| format!(", {whose}"));
    let mut page = TextPage::new(screen.width);
    page.paragraph(&format!("{bold}{} {verb} {}{bold:#}{whose}", capitalised(&meaning.piece), meaning.square));
    page.gap();
    let unknown = "depends on the querent's army (--querent)";
    for (label, said) in meaning.facts(piece, ground, unknown, correspondences) {
        page.fact(label, 10, &said);
    }
    page.finish()
}

/// A square on the four boards.
#[must_use]
pub fn square_on_all_boards_page(screen: &Screen, square: SquareOnAllBoards) -> String {
    let SquareOnAllBoards { square, sheet, angle, boards } = square;
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let mut text = format!(
        "  {bold}{square}{bold:#} on the four boards {dim}· {sheet} on the sheets, in the {angle} angle{dim:#}\n\n"
    );
    let mut header = vec!["Board", "Sign", "House", "Ruler", "Trump", "Letter", "Figure"];
    let piece = boards[0].piece.as_ref().map(|piece| piece.name.clone());
    if piece.is_some() {
        header.extend(["Dignity", "Strength"]);
    }
    let rows = Board::ALL.into_iter().zip(boards).map(|(board, entry)| {
        let house = entry.house.map_or_else(|| "–".to_owned(), |house| house.to_string());
        let letter = format!("{} {}", entry.letter, entry.glyph);
        let mut row =
            vec![entry.board, entry.force, house, entry.rulers.join(", "), entry.trump, letter, entry.figure.name];
        row.extend(entry.piece.map(|piece| piece.dignity.unwrap_or_else(|| "–".to_owned())));
        row.extend(entry.meaning.map(|meaning| meaning.strength.word));
        (screen.colours.style(board), row)
    });
    text.push_str(&table_within(screen.width, &header, &rows.collect::<Vec<_>>()));
    if let Some(piece) = piece {
        let _ = writeln!(text, "\n  {dim}Dignity and strength are those of the {piece} landing there.{dim:#}");
    }
    let _ = writeln!(text, "\n  {dim}More about one board: enochian meaning {square} --board air{dim:#}");
    text
}
