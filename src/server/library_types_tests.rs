//! The library's types in what pages get, declared again for `page_types_tests`: the library knows nothing of the page's scripts. Each
//! is made of the library's, so that a field that changes there has to change here.
#![allow(dead_code, reason = "only their declarations are used")]

use ts_rs::TS;

use crate::render;

#[derive(TS)]
pub(super) struct ArmySetup {
    /// The army's name.
    army: String,
    /// The corner of its throne, with a1 at the lower left: `upper left`; none in another game.
    corner: Option<&'static str>,
    /// Its pieces from the throne outward, then its pawns.
    #[ts(as = "Vec<SetupPiece>")]
    pieces: Vec<render::SetupPiece>,
}

const _: fn(render::ArmySetup) -> ArmySetup =
    |render::ArmySetup { army, corner, pieces }| ArmySetup { army, corner, pieces };

#[derive(TS)]
pub(super) struct SetupPiece {
    /// The square: `a8`.
    square: String,
    /// The code of a piece of Enochian chess: `aK`.
    piece: Option<String>,
    /// The piece in words: `king, on the throne`.
    text: String,
}

const _: fn(render::SetupPiece) -> SetupPiece =
    |render::SetupPiece { square, piece, text }| SetupPiece { square, piece, text };

#[derive(TS)]
pub(super) struct ThrowWords {
    /// The throw.
    throw: u8,
    /// The piece: `king`, `knight`, `pawn`.
    piece: &'static str,
    /// The piece in words: `the king, or any pawn if the king cannot move`.
    text: String,
}

const _: fn(render::ThrowWords) -> ThrowWords =
    |render::ThrowWords { throw, piece, text }| ThrowWords { throw, piece, text };
