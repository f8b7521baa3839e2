//! The drawings of the page: the shapes of the exports, in parts that the page puts together.

use crate::chess::{Board, Square};
use crate::correspondences::Palette;
use crate::reading::QuestionDraft;
use crate::record::RecordLens;
use crate::render::{BoardBackground, Painting};

use super::call::{Call, CallAnswer, Problem};
use super::home::read_draft;
use super::named_file::named_file;
use super::routes::Table;

const SVG: &str = "image/svg+xml";

impl Table<'_> {
    /// The drawing at a path, if there is one.
    pub(super) fn drawing(&self, call: &Call) -> Option<Result<CallAnswer, Problem>> {
        let drawing = match call.path.as_str() {
            "board.svg" => self.board(call),
            "square.svg" => self.square(call),
            "pieces.svg" => Ok(self.painting(call, BoardBackground::Chequered).pieces_svg()),
            "thumbnail.svg" => self.thumbnail(call),
            "kind.svg" => self.kind_svg(call),
            _ => return None,
        };
        Some(drawing.map(|svg| CallAnswer::text(SVG, svg)))
    }

    fn board(&self, call: &Call) -> Result<String, Problem> {
        let symbols = call.query("symbols") != Some("false");
        Ok(self.painting(call, BoardBackground::Painted { board: board(call)?, symbols }).squares_svg())
    }

    fn square(&self, call: &Call) -> Result<String, Problem> {
        let square = call.query("square").unwrap_or_default();
        let square: Square = square.parse().map_err(|_| Problem::invalid(format!("{square:?} is not a square")))?;
        Ok(self.painting(call, BoardBackground::Painted { board: board(call)?, symbols: true }).square_svg(square))
    }

    /// The last position of a journal; or the first of a draft, as far as it is known.
    fn thumbnail(&self, call: &Call) -> Result<String, Problem> {
        let painted = |board| self.painting(call, BoardBackground::Painted { board, symbols: false });
        if let Some(name) = call.query("journal") {
            let record = self.record(name)?;
            let record = match record.lens() {
                RecordLens::Enochian(record) => record,
                RecordLens::Other(record) => return Ok(self.acts_thumbnail(record, call)),
            };
            let subject = record.subject();
            let (position, ptah) = (Some(record.position()), subject.ptah());
            return Ok(Painting { position, ptah, ..painted(subject.board()) }.bare_svg());
        }
        let draft = named_file(&self.settings.journals, call.query("draft").unwrap_or_default(), ".toml")?;
        let draft = read_draft(&draft, self.correspondences)?;
        let filled = draft.with_category(self.correspondences);
        // The place does not depend on the words.
        let placed = QuestionDraft { text: draft.text.or_else(|| Some(String::new())), ..filled.clone() };
        Ok(match (placed.resolve(self.correspondences), filled.board) {
            (Ok(question), _) => {
                let (start, ptah) = (question.start(), Some(question.ptah));
                Painting { position: Some(&start), ptah, ..painted(question.board) }.bare_svg()
            }
            (Err(_), Some(board)) => painted(board).bare_svg(),
            (Err(_), None) => self.painting(call, BoardBackground::Chequered).bare_svg(),
        })
    }

    /// The palette that a page asks for, or else that of the settings.
    pub(super) fn palette(&self, call: &Call) -> Palette {
        self.asked_palette(call).unwrap_or(self.settings.palette)
    }

    pub(super) fn asked_palette(&self, call: &Call) -> Option<Palette> {
        let asked = Palette::ALL.into_iter().find(|(name, _)| call.query("palette") == Some(name));
        asked.map(|(_, palette)| palette)
    }

    fn painting<'p>(&'p self, call: &Call, ground: BoardBackground<'p>) -> Painting<'p> {
        let (naming, palette) = (&self.settings.naming, self.palette(call));
        Painting { naming, palette, ..Painting::of(ground, self.correspondences) }
    }
}

fn board(call: &Call) -> Result<Board, Problem> {
    let name = call.query("board").unwrap_or_default();
    name.parse().map_err(|_| Problem::invalid(format!("{name:?} is not a board")))
}
