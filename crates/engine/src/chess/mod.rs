//! The rules of Enochian chess.
//!
//! Nothing here reads a file, prints, or throws dice. The central type is [`Position`]: it lists its moves, plays
//! them and reports their [`Effect`]s, and knows who is in check and how the game has ended. Options on which tables
//! differ are a value of [`Rules`], which the position holds. Clauses are cited as RULES n.m and listed with their
//! sources in `docs/RULES.md`.

mod army;
mod array;
mod attacks;
mod bitboard;
mod board;
mod check;
mod children;
mod concourse;
mod effect;
mod element;
mod exchange;
mod illegal;
mod movegen;
mod moves;
mod outcome;
mod perft;
mod piece;
mod play;
mod position;
mod position_text;
mod promotion;
mod rules;
mod serde;
mod setup;
mod square;
mod zobrist;

pub use army::{Army, Direction, Side};
pub use array::Array;
pub use bitboard::{Bitboard, Squares};
pub use board::{Angle, Board};
pub(crate) use concourse::FOUR_OF;
pub use effect::{Effect, EffectSink};
pub use element::{ELEMENT_NAMES, Element};
pub use exchange::{Exchange, IllegalAction};
pub use illegal::{IllegalMove, IrregularMoveError};
pub use movegen::{MoveSet, Movers, SetMoves, attacked_from};
pub use moves::{Move, Role};
pub use outcome::{DrawReason, Outcome};
pub use piece::{Kind, Officer, Piece};
pub use position::{Control, Position};
pub use position_text::ParsePositionError;
pub use rules::{Mode, PartnerInConcourse, ReturnedKing, Rules};
pub use setup::{PositionError, Setup};
pub use square::{File, Rank, Square};
pub use zobrist::splitmix64;
