//! `enochian square`.

use std::fmt::Write;
use std::process::ExitCode;

use anstyle::Style;
use serde::Serialize;

use crate::chess::{self, Angle, Board, Element};
use crate::correspondences::{Correspondences, Gloss, Layer, LayerGloss, PieceGloss, TriangleElement, TriangleGloss};
use crate::input::quoted;
use crate::interpretation::{About, Meaning, ParseAboutError, SquareLookup, SquareRequest};
use crate::record::EnochianRecord;
use crate::render::{BoardMap, TextPage, capitalised, facts, square_facts, table};

use super::board::KEY;
use super::colours;
use super::command_error::CommandResult;
use super::lookup::{self, print_page};
use super::settings::Settings;
use super::terminal::page_width;
use super::{piece, print_json};

/// Show a square and its correspondences, and what a piece on it means
///
/// Shows the sign or element, house, ruler, trump, letter, figure, world, time and the four triangles of a square. With
/// --piece and --board, the meaning of a piece landing there comes first: what it stands for, its planet and its strength.
/// Without a board, the square on all four boards in brief. Without a square, a map of all squares of the board. --layers
/// adds further layers.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  enochian square f5 --board air\n  enochian square W4c --board air --piece \"knight of water\"\n  \
                  enochian square b6 --board water --piece \"water queen\" --querent air\n  enochian square f5 --board air \
                  --layers all\n  enochian square f5\n  enochian square --board air"
)]
pub(super) struct SquareArgs {
    /// The square, such as f5, or W4c on Zalewski's sheets [default: an overview of all]
    square: Option<String>,
    /// A piece that lands there: "air knight", "pawn of rook of water", aN, or a god-form
    #[arg(long, requires = "square")]
    piece: Option<String>,
    #[command(flatten)]
    options: SquareOptions,
}

/// What can be asked of a square.
#[derive(Debug, clap::Args)]
pub(super) struct SquareOptions {
    /// The board: Air, Water, Fire or Earth
    #[arg(long)]
    pub(super) board: Option<String>,
    /// The querent's army: Air, Water, Fire or Earth
    #[arg(long, requires = "piece", value_name = "ARMY")]
    pub(super) querent: Option<String>,
    /// What the piece stands for: person, happening or both [default: happening]
    #[arg(long, requires = "piece", value_name = "WHAT")]
    pub(super) about: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// A square on all boards.
#[derive(Serialize)]
struct OnAllBoards {
    square: String,
    sheet: String,
    angle: String,
    boards: Vec<SquareLookup>,
}

/// A square without a board.
#[derive(Serialize)]
struct NamedSquare {
    square: String,
    sheet: String,
    angle: &'static str,
}

impl NamedSquare {
    fn of(square: chess::Square) -> NamedSquare {
        NamedSquare { square: square.to_string(), sheet: sheet(square), angle: square.angle().name() }
    }
}

/// All squares, from rank 8 down.
fn top_down() -> impl Iterator<Item = chess::Square> {
    (0..8).rev().flat_map(|rank| (0..8).filter_map(move |file| chess::Square::new(file, rank)))
}

/// All squares: with their correspondences on a board, or with their names alone.
fn overview(board: Option<Board>, correspondences: &Correspondences) -> String {
    let dim = Style::new().dimmed();
    if let Some(board) = board {
        let map = BoardMap { correspondences, board, angle: None };
        return format!("{}\n  {dim}{KEY}{dim:#}\n", map.coloured(colours::screen()));
    }
    let squares: Vec<_> = top_down().collect();
    let row = |squares: &[chess::Square]| {
        (Style::new(), squares.iter().map(|square| format!("{square} {}", sheet(*square))).collect())
    };
    let rows: Vec<_> = squares.chunks(8).map(row).collect();
    format!(
        "{}\n  {dim}Beside each square: its name on the sheets, with its angle first.\n  \
         On one board: enochian square --board air\n  One square: enochian square f5{dim:#}\n",
        table(&["a", "b", "c", "d", "e", "f", "g", "h"], &rows)
    )
}

impl SquareArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> CommandResult<ExitCode> {
        let naming = settings.naming(correspondences)?;
        if let Some(square) = self.square.as_deref().map(find).transpose()? {
            let piece = self.piece.as_deref().map(|text| piece::find(text, correspondences, naming)).transpose()?;
            return print(square, &Vec::from_iter(piece), &self.options, correspondences, settings);
        }
        let asked = SquareRequest { layers: settings.layers.value.0.clone(), ..SquareRequest::default() };
        let board = self.options.board.as_deref().map(lookup::board).transpose()?;
        match (board, self.options.json) {
            (Some(board), true) => {
                let entries = top_down().map(|square| SquareLookup::of(board, square, &asked, correspondences));
                print_json(&entries.collect::<Vec<_>>())?;
            }
            (None, true) => print_json(&top_down().map(NamedSquare::of).collect::<Vec<_>>())?,
            (board, false) => print_page(&overview(board, correspondences))?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Prints a square, once for each of these pieces on it.
pub(super) fn print(
    square: chess::Square,
    pieces: &[chess::Piece],
    options: &SquareOptions,
    correspondences: &Correspondences,
    settings: &Settings,
) -> CommandResult<ExitCode> {
    let board = options.board.as_deref().map(lookup::board).transpose()?;
    let plain = SquareRequest {
        piece: None,
        querent: options.querent.as_deref().map(lookup::army).transpose()?,
        about: options.about.as_deref().map(about).transpose()?,
        layers: settings.layers.value.0.clone(),
    };
    let mut asked: Vec<_> = pieces.iter().map(|piece| SquareRequest { piece: Some(*piece), ..plain.clone() }).collect();
    if asked.is_empty() {
        asked.push(plain);
    }
    let entry = |asked: &SquareRequest, board| SquareLookup::of(board, square, asked, correspondences);
    let on_all = |asked: &SquareRequest| OnAllBoards {
        square: square.to_string(),
        sheet: sheet(square),
        angle: square.angle().to_string(),
        boards: Board::ALL.map(|board| entry(asked, board)).into(),
    };
    if options.json {
        match board {
            Some(board) => print_one_or_all(asked.iter().map(|asked| entry(asked, board)))?,
            None => print_one_or_all(asked.iter().map(on_all))?,
        }
        return Ok(ExitCode::SUCCESS);
    }
    let pages = asked.iter().map(|asked| match board {
        Some(board) => page(correspondences, board, square, asked),
        None => on_all_boards(square, Board::ALL.map(|board| (board, entry(asked, board)))),
    });
    print_page(&pages.collect::<Vec<_>>().join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints one value as it is, and several as an array.
fn print_one_or_all<T: Serialize>(values: impl Iterator<Item = T>) -> CommandResult<()> {
    let values: Vec<T> = values.collect();
    if let [value] = values.as_slice() { print_json(value) } else { print_json(&values) }
}

/// A square of the current board for the prompts, with the meaning of the pieces on it.
pub(super) fn look_up(
    text: &str,
    record: EnochianRecord<'_>,
    layers: &[Layer],
    correspondences: &Correspondences,
) -> CommandResult<String> {
    let (square, board) = (find(text)?, record.subject().board());
    let asked = SquareRequest { layers: layers.to_vec(), ..SquareRequest::default() };
    let mut text = String::new();
    for piece in record.position().pieces_at(square) {
        text.push_str(&standing(piece, square, record, correspondences));
        text.push('\n');
    }
    Ok(text + &page(correspondences, board, square, &asked))
}

/// What a piece means on the square where it stands in a reading or game.
pub(super) fn standing(
    piece: chess::Piece,
    square: chess::Square,
    record: EnochianRecord<'_>,
    correspondences: &Correspondences,
) -> String {
    let subject = &record.subject();
    // A game has no question.
    let house = subject
        .ptah()
        .and_then(|ptah| correspondences.force(correspondences.square(subject.board(), ptah).force).house);
    let meaning = Meaning::of(piece, subject.board(), square, subject.querent(), About::of(house), correspondences);
    let gloss = correspondences.gloss(subject.board(), square, Some(piece), subject.querent());
    gloss.piece.map_or(String::new(), |piece| described(&meaning, &piece, &gloss.element, "stands on", correspondences))
}

/// Reads what a piece should stand for.
fn about(text: &str) -> CommandResult<About> {
    text.parse().map_err(|expected: ParseAboutError| {
        let meant = lookup::suggestion(text, About::ALL.map(|about| about.to_string()).iter().map(String::as_str));
        problem!("invalid value {} for --about; expected {expected}{meant}", quoted(text))
    })
}

/// Whether a text is a square, or one of the sheets of any angle.
pub(super) fn is_named(text: &str) -> bool {
    find(text).is_ok() || chess::Square::from_sheet(Angle::Air, &text.trim().to_ascii_lowercase()).is_some()
}

/// Reads `f5`, or `W4c`, in any case.
pub(super) fn find(text: &str) -> CommandResult<chess::Square> {
    let name = text.trim().to_ascii_lowercase();
    if let Ok(square) = name.parse() {
        return Ok(square);
    }
    let mut letters = name.chars();
    let angle = letters.next().and_then(Angle::from_letter);
    if let Some(square) = angle.and_then(|angle| chess::Square::from_sheet(angle, letters.as_str())) {
        return Ok(square);
    }
    // The sheets leave out the mover's own angle, but here there is no mover.
    if chess::Square::from_sheet(Angle::Air, &name).is_some() {
        let names = Angle::ALL.map(|angle| format!("{}{name}", angle.letter().to_ascii_uppercase()));
        return Err(problem!("every angle has a square {}; choose one of {}", quoted(&name), names.join(", ")));
    }
    Err(problem!(
        "there is no square {}; expected a letter a to h and a number 1 to 8, such as f5, or the letter A, W, F or E of an \
         angle and a square of the sheets, such as W4c",
        quoted(text)
    ))
}

/// The name on the sheets, after the letter of the angle.
fn sheet(square: chess::Square) -> String {
    format!("{}{}", square.angle().letter().to_ascii_uppercase(), square.sheet())
}

fn page(correspondences: &Correspondences, board: Board, square: chess::Square, asked: &SquareRequest) -> String {
    let gloss = correspondences.gloss(board, square, asked.piece, asked.querent);
    let ground = correspondences.square(board, square).force.element();
    let (bold, dim, style) = (Style::new().bold(), Style::new().dimmed(), colours::screen().style(ground).bold());
    let mut text = format!(
        "  {bold}{square}{bold:#} on the {board} board {dim}· {} on the sheets, in the {} angle{dim:#}\n  \
         {style}{}{style:#}, {}\n\n",
        gloss.sheet, gloss.angle, gloss.force, gloss.phrase,
    );
    if let (Some(piece), Some(meaning)) = (&gloss.piece, asked.meaning(board, square, correspondences)) {
        text.push_str(&described(&meaning, piece, &gloss.element, "lands on", correspondences));
        text.push('\n');
    }
    text.push_str(&beside_figure(&gloss, &facts(&square_facts(&gloss, correspondences))));
    let _ = write!(text, "\n  {bold}The four triangles{bold:#}\n\n{}", triangles(correspondences, &gloss));
    let _ = writeln!(text, "\n  {dim}The top between them is {}.{dim:#}", correspondences.top());
    let layers = asked.layers(board, square, correspondences);
    if !layers.is_empty() {
        let mut page = TextPage::new(page_width());
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

fn triangles(correspondences: &Correspondences, gloss: &Gloss) -> String {
    let rows = gloss.triangles.iter().zip(correspondences.triangles()).map(|(triangle, known)| {
        let whose = match known.of {
            TriangleElement::Board => "the board",
            TriangleElement::Column => "the column",
            TriangleElement::Angle => "the angle",
            TriangleElement::Rank => "the rank",
        };
        let style = triangle.element.parse::<Element>().map_or_else(|_| Style::new(), |of| colours::screen().style(of));
        let TriangleGloss { place, element, colour, flashing, symbol } = triangle.clone();
        (style, vec![place, element, whose.to_owned(), colour, symbol, flashing])
    });
    table(&["Triangle", "Element", "Of", "Colour", "Bears", "Flashing"], &rows.collect::<Vec<_>>())
}

/// The meaning of the piece there, and its correspondences.
fn described(
    meaning: &Meaning,
    piece: &PieceGloss,
    ground: &str,
    verb: &str,
    correspondences: &Correspondences,
) -> String {
    let bold = Style::new().bold();
    let whose = meaning.allegiance.map_or(String::new(), |whose| format!(", {whose}"));
    let mut page = TextPage::new(page_width());
    page.paragraph(&format!("{bold}{} {verb} {}{bold:#}{whose}", capitalised(&meaning.piece), meaning.square));
    page.gap();
    let unknown = "depends on the querent's army (--querent)";
    for (label, said) in meaning.facts(piece, ground, unknown, correspondences) {
        page.fact(label, 10, &said);
    }
    page.finish()
}

fn on_all_boards(square: chess::Square, boards: [(Board, SquareLookup); 4]) -> String {
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let mut text = format!(
        "  {bold}{square}{bold:#} on the four boards {dim}· {} on the sheets, in the {} angle{dim:#}\n\n",
        sheet(square),
        square.angle(),
    );
    let mut header = vec!["Board", "Sign", "House", "Ruler", "Trump", "Letter", "Figure"];
    let piece = boards[0].1.piece.as_ref().map(|piece| piece.name.clone());
    if piece.is_some() {
        header.extend(["Dignity", "Strength"]);
    }
    let rows = boards.map(|(board, entry)| {
        let house = entry.house.map_or_else(|| "–".to_owned(), |house| house.to_string());
        let letter = format!("{} {}", entry.letter, entry.glyph);
        let mut row =
            vec![entry.board, entry.force, house, entry.rulers.join(", "), entry.trump, letter, entry.figure.name];
        row.extend(entry.piece.map(|piece| piece.dignity.unwrap_or_else(|| "–".to_owned())));
        row.extend(entry.meaning.map(|meaning| meaning.strength.word));
        (colours::screen().style(board), row)
    });
    text.push_str(&table(&header, &rows));
    if let Some(piece) = piece {
        let _ = writeln!(text, "\n  {dim}Dignity and strength are those of the {piece} landing there.{dim:#}");
    }
    let _ = writeln!(text, "\n  {dim}More about one board: enochian square {square} --board air{dim:#}");
    text
}
