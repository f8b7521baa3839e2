//! The cast of a reading, as pages show it beside the board (INTERPRETATION 8.9).

use serde::Serialize;

use crate::correspondences::Correspondences;
use crate::interpretation::PieceHistory;
use crate::record::EnochianRecord;
use crate::render::capitalised;

use super::outcome_view::TotalView;

/// A piece, and what became of it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct CastView {
    /// Its code at the start: `eR`.
    piece: String,
    name: String,
    /// Whose it is, and what it stands for.
    about: String,
    /// Whether it took nothing, gave no check and was not promoted.
    quiet: bool,
    facts: Vec<TotalView>,
    /// The squares that it stood on, each once.
    squares: Vec<String>,
    turns: Vec<CastTurnView>,
}

/// A turn in which a piece did or suffered something.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct CastTurnView {
    turn: u32,
    text: String,
}

impl CastView {
    /// The cast; nobody in a game.
    pub(super) fn all(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Vec<CastView> {
        let cast = PieceHistory::cast(record, correspondences, None).unwrap_or_default();
        cast.iter().map(|it| CastView::of(it, record)).collect()
    }

    fn of(it: &PieceHistory, record: EnochianRecord<'_>) -> CastView {
        let start = record.subject().start();
        let home = start.pieces().find(|(_, piece)| *piece == it.member.piece).map(|(at, _)| at.to_string());
        let landings = it.turns.iter().map(|turn| turn.at.square.clone());
        let mut squares: Vec<String> = Vec::new();
        for square in home.into_iter().chain(landings) {
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        CastView {
            piece: it.member.piece.code(),
            name: capitalised(&it.name),
            about: it.about(),
            quiet: it.is_quiet(),
            facts: it.facts().into_iter().map(|(label, text)| TotalView { label, text }).collect(),
            squares,
            turns: it.turns.iter().map(|turn| CastTurnView { turn: turn.turn, text: turn.says() }).collect(),
        }
    }
}
