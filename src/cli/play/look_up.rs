//! What a name means, at the prompts of a reading or game.

use crate::chess::{Kind, Piece, Square};
use crate::cli::prelude::*;
use crate::disk::folder_of;
use crate::journal::Journal;
use crate::lookup::{NameLookup, Page, SquareLookup, SquareRequest, Thing, find_piece, piece_page, standing_page};
use crate::record::{EnochianRecord, Quiet};
use crate::render::capitalised;

use super::super::lookup::{self, screen};
use super::super::remember::read_beside;
use super::{PromptFlow, Prompts};

impl Prompts {
    /// Explains a square, a piece or any other name; not before a quiet reading is concluded.
    pub(super) fn look_up(&mut self, journal: &Journal<'_>, named: &str) -> CommandResult<PromptFlow> {
        let record = journal.record().known_enochian();
        if record.is_quiet() {
            return self.say(capitalised(&format!("{Quiet}.")));
        }
        let found = lookup::square(named).and_then(|square| match square {
            Some(square) => Ok((self.square(square, record), Some(square))),
            None => Ok((self.name(named, record)?, None)),
        });
        let (page, square) = match found {
            Ok(found) => found,
            Err(error) => return self.refuse(&error.to_string()),
        };
        let folder = folder_of(journal.path());
        let beside = read_beside(folder, self.cx.correspondences, self.naming, |own| match square {
            Some(square) => {
                let pieces = record.position().pieces_at(square).flat_map(Thing::of_piece);
                let square = Thing::of_square(square, record.subject().board(), self.cx.correspondences);
                square.into_iter().chain(pieces).collect()
            }
            None => own.explained(named, None, self.cx.correspondences),
        });
        self.say(beside.before(page, screen().width).trimmed())
    }

    /// A square, with the meaning of the pieces on it.
    fn square(&self, square: Square, record: EnochianRecord<'_>) -> ScreenText {
        let asked = SquareRequest { layers: self.cx.settings.layers(), ..SquareRequest::default() };
        let pieces = record.position().pieces_at(square).map(|piece| self.standing(piece, square, record) + "\n");
        let found = SquareLookup::of(record.subject().board(), square, &asked, self.cx.correspondences);
        let page = found.page(self.cx.correspondences).text(&screen());
        pieces.collect::<ScreenText>() + page
    }

    /// What a piece means on the square where it stands.
    fn standing(&self, piece: Piece, square: Square, record: EnochianRecord<'_>) -> ScreenText {
        standing_page(piece, square, record, self.cx.correspondences).text(&screen())
    }

    /// The pages of a name, and what it means where it stands if it is that of a piece: `queen` and `q` are the queen of the army
    /// to move.
    fn name(&self, named: &str, record: EnochianRecord<'_>) -> CommandResult<ScreenText> {
        let (turn, querent) = (record.turn(), record.subject().querent());
        let is_kind = Kind::ALL.iter().any(|kind| kind.to_string().eq_ignore_ascii_case(named));
        let own = match named.parse::<char>() {
            Ok(letter) => Some(format!("{}{}", turn.letter(), letter.to_ascii_uppercase())),
            Err(_) => is_kind.then(|| format!("{turn} {named}")),
        };
        let own = own.and_then(|own| find_piece(&own, self.cx.correspondences, self.naming).ok());
        let (page, piece) = match own {
            Some(piece) => {
                let page = piece_page(piece, querent, self.cx.correspondences, self.naming);
                (page.text(&screen()), Some(piece))
            }
            None => {
                let found = NameLookup::find(named, querent, self.cx.correspondences, self.naming)?;
                (Page::texts(&found.found, &screen()), found.piece())
            }
        };
        let Some(piece) = piece else { return Ok(page) };
        let stands = Square::all().filter(|square| record.position().pieces_at(*square).any(|there| there == piece));
        Ok(stands.fold(page, |page, square| page + "\n" + self.standing(piece, square, record)))
    }
}
