//! `enochian meaning`.

use std::process::ExitCode;

use crate::chess::{Army, Kind, Piece, Square};
use crate::correspondences::{Correspondences, Naming};
use crate::input::quoted;
use crate::lookup::{NameLookup, find_piece, find_square, is_square_name, names_page};

use super::command_error::CommandResult;
use super::cx::Cx;
use super::lookup::{self, screen};
use super::print_either;
use super::remember::{Beside, WithOwn};
use super::square::{self, SquareOptions};

/// Explain a square, a piece, a piece on a square, or any other name
///
/// The name can be a square, sign, element, house, planet, Tarot card, Hebrew letter, geomantic figure, quality, piece,
/// god-form, an event such as "promotion", or a term such as "throne". A square is shown on all four boards in brief, or on one with --board.
/// `enochian square` and `enochian piece` are names of this command; without an argument they show all.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  enochian meaning The Star\n  enochian meaning Tristitia\n  enochian meaning 7th house\n  \
                  enochian meaning Mars\n  enochian meaning knight of air\n  enochian meaning Knight of Cups\n  enochian meaning trump 8\n  enochian meaning frozen\n  enochian meaning a7\n  \
                  enochian meaning queen on a7\n  enochian meaning air queen on a7 --board water --about person"
)]
pub(super) struct MeaningArgs {
    /// The name, with or without quotation marks
    #[arg(required = true)]
    name: Vec<String>,
    /// The board of the square: Air, Water, Fire or Earth
    #[arg(long)]
    board: Option<String>,
    /// The querent's army: Air, Water, Fire or Earth
    #[arg(long, value_name = "ARMY")]
    querent: Option<String>,
    /// What a piece on the square stands for: person, happening or both [default: happening]
    #[arg(long, value_name = "WHAT")]
    about: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl MeaningArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<ExitCode> {
        let (name, naming) = (self.name.join(" "), cx.naming()?);
        if let Some((pieces, square)) = place(&name, cx.correspondences, naming)? {
            if pieces.is_empty() && (self.querent.is_some() || self.about.is_some()) {
                return Err(problem!(
                    "--querent and --about are for a piece; name it too, such as \"queen on {square}\""
                )
                .of_usage());
            }
            let asked = SquareOptions { board: self.board, querent: self.querent, about: self.about, json: self.json };
            return square::print(square, &pieces, &asked, cx);
        }
        if self.board.is_some() || self.about.is_some() {
            return Err(problem!(
                "--board and --about are for squares, and {} is none; expected a square, such as a7 or \"queen on a7\"",
                quoted(name.trim())
            )
            .of_usage());
        }
        let querent = self.querent.as_deref().map(lookup::army).transpose()?;
        let found = NameLookup::find(&name, querent, cx.correspondences, naming)?;
        let beside = Beside::explained(cx, |own| own.explained(&found.name, found.piece(), cx.correspondences))?;
        let (it, screen) = (&found, screen());
        print_either(self.json, &WithOwn { it, own: &beside.own }, || {
            beside.before(&names_page(&screen, &found, cx.correspondences, naming), screen.width)
        })
    }
}

/// The square that a text names, with the pieces that are said to stand there: four for a piece of any army.
fn place(
    text: &str,
    correspondences: &Correspondences,
    naming: &Naming,
) -> CommandResult<Option<(Vec<Piece>, Square)>> {
    let Some((named, on)) = text.rsplit_once(" on ") else {
        return if is_square_name(text) { Ok(Some((vec![], find_square(text)?))) } else { Ok(None) };
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

/// The pages of a name for the prompts, and the piece if it names one.
pub(super) fn look_up(
    name: &str,
    querent: Option<Army>,
    correspondences: &Correspondences,
    naming: &Naming,
) -> CommandResult<(String, Option<Piece>)> {
    let found = NameLookup::find(name, querent, correspondences, naming)?;
    Ok((names_page(&screen(), &found, correspondences, naming), found.piece()))
}
