//! The glosses of squares, and the meanings of squares and pieces.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::chess::{Piece, Square};
use crate::correspondences::Correspondences;
use crate::input::quoted;
use crate::lookup::{all_pieces, standing};
use crate::record::EnochianRecord;
use crate::render::{capitalised, force_facts};

use super::call::{Call, CallAnswer, Problem};
use super::playing::other_kind;
use super::routes::Table;
use super::square_gloss::SquareGloss;

/// The problem that a quiet reading hides something.
pub(super) fn quiet() -> Problem {
    Problem::new("quiet", 409, "Quiet reading. Meanings wait until the reading is concluded.")
}

impl Table<'_> {
    /// `api/glosses`: the glosses of all squares of a board, or of that of a journal.
    pub(super) fn glosses(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let board = match (call.query("board"), call.query("journal")) {
            (Some(board), _) => board.parse().map_err(|_| Problem::invalid("Choose Air, Water, Fire or Earth."))?,
            (None, Some(name)) => {
                let record = self.record(name)?;
                let record = record.enochian().ok_or_else(other_kind)?;
                record.check_not_quiet().map_err(|_| quiet())?;
                record.subject().board()
            }
            (None, None) => return Err(Problem::invalid("Name a board or a journal.")),
        };
        let gloss = |square: Square| (square.to_string(), SquareGloss::of(board, square, self.correspondences));
        Ok(CallAnswer::json(&Square::all().map(gloss).collect::<BTreeMap<_, _>>()))
    }

    /// `api/meaning`: a square of a journal's board, and the piece on it or another one.
    pub(super) fn meaning(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let record = self.record(call.query("journal").unwrap_or_default())?;
        let record = record.enochian().ok_or_else(other_kind)?;
        record.check_not_quiet().map_err(|_| quiet())?;
        let square = call.query("square").unwrap_or_default();
        let square: Square =
            square.parse().map_err(|_| Problem::invalid(format!("{} is not a square.", quoted(square))))?;
        let pieces = match call.query("piece") {
            Some(code) => {
                let found = all_pieces().find(|piece| piece.code() == code);
                vec![found.ok_or_else(|| Problem::invalid(format!("{} is not a piece.", quoted(code))))?]
            }
            None => record.position().pieces_at(square).collect(),
        };
        Ok(CallAnswer::json(&MeaningView::of(square, &pieces, record, self.correspondences)))
    }
}

/// What a square means, and the pieces on it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct MeaningView {
    title: String,
    sections: Vec<MeaningSection>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct MeaningSection {
    heading: String,
    lines: Vec<String>,
}

impl MeaningView {
    fn of(
        square: Square,
        pieces: &[Piece],
        record: EnochianRecord<'_>,
        correspondences: &Correspondences,
    ) -> MeaningView {
        let board = record.subject().board();
        let force = correspondences.square(board, square).force;
        let of_piece = |piece: &Piece| {
            let (meaning, gloss) = standing(*piece, square, record, correspondences);
            let facts = gloss.piece.as_ref().map_or(Vec::new(), |piece| {
                meaning.facts(piece, &gloss.element, "depends on the querent’s army", correspondences)
            });
            MeaningSection { heading: meaning.title(), lines: labelled(facts) }
        };
        let gloss = correspondences.gloss(board, square, None, None);
        let mut sections: Vec<MeaningSection> = pieces.iter().map(of_piece).collect();
        let place = format!("{} on the sheets, in the {} angle of the {board} board", gloss.sheet, gloss.angle);
        let triangles =
            gloss.triangles.iter().map(|it| format!("{}: {}, {}", capitalised(&it.place), it.element, it.symbol));
        sections.push(MeaningSection {
            heading: "The square".to_owned(),
            lines: [capitalised(&gloss.phrase), place].into_iter().chain(triangles).collect(),
        });
        let facts = force_facts(force, correspondences);
        sections.push(MeaningSection { heading: force.to_string(), lines: labelled(facts) });
        MeaningView { title: format!("{force} on {square}"), sections }
    }
}

fn labelled(facts: Vec<(&'static str, String)>) -> Vec<String> {
    facts.into_iter().map(|(label, said)| format!("{label}: {said}")).collect()
}
