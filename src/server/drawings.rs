//! The drawings of the page: the shapes of the exports, in parts that the page puts together.

use crate::chess::{Board, Direction, Position};
use crate::correspondences::Palette;
use crate::games::{Diagram, GameOptions, Seat};
use crate::reading::QuestionDraft;
use crate::record::OtherRecord;
use crate::render::{BoardBackground, DiagramPainting, Painting, capitalised};

use super::beginning::kind;
use super::call::{Call, CallAnswer, Problem};
use super::field_reader::read_fields;
use super::home::read_draft;
use super::playing::other_kind;
use super::routes::Table;
use super::sight::Sight;

const SVG: &str = "image/svg+xml";

impl Table<'_> {
    /// The drawing at a path, if there is one.
    pub(super) fn drawing(&self, call: &Call) -> Option<Result<CallAnswer, Problem>> {
        let drawing = match call.path.as_str() {
            "board.svg" => self.board(call),
            "ground.svg" => self.ground(call),
            "pieces.svg" => Ok(self.painting(call, BoardBackground::Chequered).pieces_svg()),
            "thumbnail.svg" => self.thumbnail(call),
            "place.svg" => self.place(call),
            "kind.svg" => self.kind_svg(call),
            _ => return None,
        };
        Some(drawing.map(|svg| CallAnswer::text(SVG, svg)))
    }

    fn board(&self, call: &Call) -> Result<String, Problem> {
        let symbols = call.query("symbols") != Some("false");
        Ok(self.painting(call, BoardBackground::Painted { board: board(call)?, symbols }).squares_svg())
    }

    /// The last position of a journal; or the first of an unfinished question, as far as it is known.
    fn thumbnail(&self, call: &Call) -> Result<String, Problem> {
        let Some(name) = call.query("journal") else {
            let draft = self.unfinished_question(call.query("draft").unwrap_or_default())?;
            return Ok(self.placed(&read_draft(&draft, self.correspondences)?, false, call));
        };
        let record = self.record(name)?;
        if let Some(record) = record.other() {
            return Ok(self.acts_thumbnail(record, call));
        }
        let record = record.enochian().ok_or_else(other_kind)?;
        let subject = record.subject();
        let (position, ptah) = (Some(record.position()), subject.ptah());
        let ground = BoardBackground::Painted { board: subject.board(), symbols: false };
        Ok(Painting { position, ptah, ..self.painting(call, ground) }.bare_svg())
    }

    /// The board of a question, by its place: with the Ptah and the first position, as far as it is known.
    fn place(&self, call: &Call) -> Result<String, Problem> {
        let place = ["board", "angle", "force", "array", "direction"];
        let given = call.query.iter().filter(|(key, _)| place.contains(&key.as_str()));
        let fields = given.map(|(key, value)| (key.clone(), Some(value.as_str().into()))).collect();
        let mut draft = QuestionDraft::default();
        match read_fields(&fields, &mut draft, self.correspondences)?.first() {
            None => Ok(self.placed(&draft, true, call)),
            Some(error) => Err(Problem::invalid(error.text.clone())),
        }
    }

    fn placed(&self, draft: &QuestionDraft, symbols: bool, call: &Call) -> String {
        let painted = |board| self.painting(call, BoardBackground::Painted { board, symbols });
        let filled = draft.with_category(self.correspondences);
        // The place does not depend on the words.
        let placed = QuestionDraft { text: Some(String::new()), ..filled.clone() };
        match (placed.resolve(self.correspondences), filled.board) {
            (Ok(question), _) => {
                let (start, ptah) = (question.start(), Some(question.ptah));
                Painting { position: Some(&start), ptah, ..painted(question.board) }.bare_svg()
            }
            (Err(_), Some(board)) => {
                let start = filled.array.map(|array| Position::start(array, board.first(), Direction::default()));
                Painting { position: start.as_ref(), ..painted(board) }.bare_svg()
            }
            (Err(_), None) => self.painting(call, BoardBackground::Chequered).bare_svg(),
        }
    }

    /// The palette that a page asks for, or else that of the settings.
    pub(super) fn palette(&self, call: &Call) -> Palette {
        self.asked_palette(call).unwrap_or(self.settings.palette)
    }

    pub(super) fn asked_palette(&self, call: &Call) -> Option<Palette> {
        Palette::ALL.into_iter().find(|palette| call.query("palette") == Some(palette.name()))
    }

    /// `kind.svg`: the set-up of a kind of game.
    fn kind_svg(&self, call: &Call) -> Result<String, Problem> {
        let referee = kind(call.query("kind").unwrap_or_default())?.referee(&GameOptions::default());
        let referee = referee.map_err(|error| Problem::invalid(capitalised(&format!("{error}."))))?;
        Ok(board_svg(&referee.start().diagram(), referee.seats(), self.palette(call)))
    }

    /// The last position of a journal.
    fn acts_thumbnail(&self, record: OtherRecord<'_>, call: &Call) -> String {
        let session = record.session();
        // Its description tells what lies beside the board.
        let seen = Sight::of(record, None).state(session.state());
        board_svg(&seen.diagram(), session.state().seats(), self.palette(call))
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

/// The picture of a board; an empty one if the game has none.
fn board_svg(diagram: &Diagram, seats: &[Seat], palette: Palette) -> String {
    if diagram.panels.is_empty() {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\"/>".to_owned();
    }
    DiagramPainting { palette, ..DiagramPainting::of(diagram, seats) }.picture().inline_svg()
}
