//! `enochian meaning`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use crate::chess::{Army, Board, Kind, Piece, Square};
use crate::cli::prelude::*;
use crate::correspondences::Naming;
use crate::interpretation::About;
use crate::lookup::{
    NameLookup, Page, SquareLookup, SquareRequest, Thing, all_pieces, find_piece, find_square, is_square_name,
    piece_page, pieces_page, square_on_all_boards_page, squares_page,
};

use super::lookup::{self, screen};
use super::remember::{WithOwn, explained_beside};

/// Explain a square, a piece, a piece on a square, or any other name
///
/// The name can be a square, sign, element, house, planet, Tarot card, Hebrew letter, geomantic figure, quality, piece,
/// god-form, an event such as "promotion", or a term such as "throne". A square is shown on all four boards in brief, or on one
/// with --board. "squares" is a map of all squares, and "pieces" a list of all pieces. A piece can be named by its code in
/// position texts (aN; an is the pawn of the knight of Air), its court card or its god-form.
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  enochian meaning The Star\n  enochian meaning Tristitia\n  enochian meaning 7th house\n  \
                  enochian meaning Mars\n  enochian meaning knight of air\n  enochian meaning Knight of Cups\n  enochian meaning trump 8\n  enochian meaning frozen\n  enochian meaning a7\n  \
                  enochian meaning queen on a7\n  enochian meaning air queen on a7 --board water --about person\n  enochian meaning squares --board air"
)]
pub(super) struct MeaningArgs {
    /// The name, with or without quotation marks [default: ask for one after the other]
    name: Vec<String>,
    /// The board of the square: Air, Water, Fire or Earth
    #[arg(long, value_parser = lookup::board)]
    board: Option<Board>,
    /// The querent's army, which decides the planets of kings: Air, Water, Fire or Earth
    #[arg(long, value_name = "ARMY", value_parser = lookup::army)]
    army: Option<Army>,
    /// What a piece on the square stands for [default: happening]
    #[arg(long, value_name = "WHAT", value_parser = PossibleValuesParser::new(["person", "happening", "both"]).try_map(|word| word.parse::<About>()))]
    about: Option<About>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl MeaningArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        if !self.name.is_empty() {
            return self.explain(&self.name.join(" "), cx);
        }
        let mut prompt = Prompt::new(false)?;
        while let Some(name) = prompt.ask("Which square, piece, sign, card or word? (Enter to leave)")? {
            if name.is_empty() {
                break;
            }
            if let Err(error) = self.explain(&name, cx) {
                prompt.refuse(&error.to_string())?;
            }
        }
        prompt.finish()
    }

    fn explain(&self, name: &str, cx: &Cx) -> CommandResult<()> {
        let naming = cx.naming()?;
        if name == "squares" {
            return print_squares(name, self.board, self.json, cx);
        }
        if let Some((name, board)) = on_board(name).filter(|_| self.board.is_none()) {
            // The page of another name has its squares on all boards.
            let board = Some(board).filter(|_| ends_with_square(name));
            return MeaningArgs { board, ..self.clone() }.explain(name, cx);
        }
        if let Some((pieces, square)) = place(name, cx.correspondences, naming)? {
            if pieces.is_empty() && (self.army.is_some() || self.about.is_some()) {
                return Err(problem!("--army and --about are for a piece; name it too, such as \"queen on {square}\"")
                    .of_usage());
            }
            return self.print(name, square, &pieces, cx);
        }
        if self.board.is_some() || self.about.is_some() {
            return Err(problem!(
                "--board and --about are for squares, and {} is none; expected a square, such as a7 or \"queen on a7\"",
                quoted(name.trim())
            )
            .of_usage());
        }
        if name == "pieces" {
            let page = |piece| piece_page(piece, self.army, cx.correspondences, naming);
            let found = all_pieces().map(page).collect();
            return print_either(self.json, &NameLookup { name: name.to_owned(), found }, || {
                pieces_page(cx.correspondences).text(&screen())
            });
        }
        let found = NameLookup::find(name, self.army, cx.correspondences, naming)?;
        let beside = explained_beside(cx, |own| own.explained(&found.name, found.piece(), cx.correspondences))?;
        let (it, screen) = (&found, screen());
        print_either(self.json, &WithOwn { it, own: &beside.own }, || {
            beside.before(Page::texts(&found.found, &screen), screen.width)
        })
    }

    /// Prints a square, once for each of these pieces on it.
    fn print(&self, name: &str, square: Square, pieces: &[Piece], cx: &Cx) -> CommandResult<()> {
        let plain = SquareRequest { piece: None, querent: self.army, about: self.about, layers: cx.settings.layers() };
        let mut asked: Vec<_> =
            pieces.iter().map(|piece| SquareRequest { piece: Some(*piece), ..plain.clone() }).collect();
        if asked.is_empty() {
            asked.push(plain);
        }
        let boards = self.board.map_or(Board::ALL.to_vec(), |board| vec![board]);
        let beside = explained_beside(cx, |_| {
            let mut things: Vec<Thing> =
                boards.iter().flat_map(|board| Thing::of_square(square, *board, cx.correspondences)).collect();
            things.extend(pieces.iter().flat_map(|piece| Thing::of_piece(*piece)));
            things
        })?;
        let on = |asked: &SquareRequest, board| SquareLookup::of(board, square, asked, cx.correspondences);
        if self.json {
            let found = asked.iter().flat_map(|asked| boards.iter().map(|board| on(asked, *board))).collect();
            let it = FoundSquares { name: name.to_owned(), found };
            return print_json(&WithOwn { it, own: &beside.own });
        }
        let pages: Vec<Page> = match self.board {
            Some(board) => {
                let found: Vec<SquareLookup> = asked.iter().map(|asked| on(asked, board)).collect();
                let pieces = found.iter().filter_map(|found| found.piece_page(cx.correspondences));
                // The square is the same for all of them.
                pieces.chain([found[0].page(cx.correspondences)]).collect()
            }
            None => {
                let on_all = |asked| square_on_all_boards_page(&Board::ALL.map(|board| on(asked, board)));
                asked.iter().map(on_all).collect()
            }
        };
        print_page(beside.before(Page::texts(&pages, &screen()), screen().width))
    }
}

/// Squares as data, in the form of other names.
#[derive(Serialize)]
struct FoundSquares {
    name: String,
    found: Vec<SquareLookup>,
}

/// A name and the board on which it is meant: `e3 on the water board`, `queen on f5 of air`.
fn on_board(text: &str) -> Option<(&str, Board)> {
    let (name, board) = match text.strip_suffix(" board") {
        Some(text) => text.rsplit_once(" on the ").or_else(|| text.rsplit_once(" on "))?,
        // Not `king of water`.
        None => text.rsplit_once(" of ").filter(|(name, _)| ends_with_square(name))?,
    };
    Some((name, lookup::board(board).ok()?))
}

fn ends_with_square(text: &str) -> bool {
    text.rsplit(' ').next().is_some_and(is_square_name)
}

/// The square that a text names, with the pieces that are said to stand there: four for a piece of any army.
fn place(
    text: &str,
    correspondences: &Correspondences,
    naming: &Naming,
) -> CommandResult<Option<(Vec<Piece>, Square)>> {
    let Some((named, on)) = text.rsplit_once(" on ") else {
        return Ok(lookup::square(text)?.map(|square| (vec![], square)));
    };
    // `threat on a covered piece` is a name.
    if NameLookup::find(text, None, correspondences, naming).is_ok() {
        return Ok(None);
    }
    let of_any_army = Kind::ALL.into_iter().find(|kind| kind.to_string().eq_ignore_ascii_case(named.trim()));
    let pieces = match of_any_army {
        Some(kind) => Army::ALL.map(|army| Piece { army, kind }).to_vec(),
        None => vec![find_piece(named, correspondences, naming)?],
    };
    Ok(Some((pieces, find_square(on)?)))
}

/// Prints all squares, of one board or of all.
fn print_squares(name: &str, board: Option<Board>, json: bool, cx: &Cx) -> CommandResult<()> {
    let asked = SquareRequest { layers: cx.settings.layers(), ..SquareRequest::default() };
    let boards = board.map_or(Board::ALL.to_vec(), |board| vec![board]);
    let on = |board| Square::from_a8().map(move |square| (board, square));
    let squares = boards.into_iter().flat_map(on);
    let found = || squares.map(|(board, square)| SquareLookup::of(board, square, &asked, cx.correspondences)).collect();
    if json {
        print_json(&FoundSquares { name: name.to_owned(), found: found() })?;
    } else {
        print_page(squares_page(&screen(), board, cx.correspondences).text(&screen()))?;
    }
    Ok(())
}
