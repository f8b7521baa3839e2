//! The rules of Enochian chess.
//!
//! Nothing here reads a file, prints, or throws dice. The heart is
//! [`Position`]: it lists its moves, plays them and tells their [`Effect`]s,
//! says who is in check and how the game has ended. What may differ from table
//! to table is a value of [`Rules`]. Clauses are cited as RULES n.m; they stand
//! in `docs/RULES.md` with their sources.

mod army;
mod array;
mod attacks;
mod bitboard;
mod board;
mod check;
mod concourse;
mod effect;
mod element;
mod exchange;
mod movegen;
mod moves;
mod outcome;
mod perft;
mod piece;
mod play;
mod position;
mod promotion;
mod refusal;
mod rules;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod sheet;
mod square;
mod text;
mod zobrist;

pub use army::{Army, Direction, Side};
pub use array::{Array, UnknownArray};
pub use bitboard::{Bitboard, Squares};
pub use board::{Angle, Board};
pub(crate) use concourse::FOUR_OF;
pub use effect::{Effect, EffectSink};
pub use element::{Element, UnknownElement};
pub use exchange::{ActionRefused, Exchange, NotAnExchange};
pub use movegen::{MoveSet, Movers, attacked_from};
pub use moves::{Move, NotAMove, Role};
pub use outcome::{Draw, Outcome};
pub use piece::{Kind, Officer, Piece};
pub use position::{Command, Position};
pub use refusal::{NotIrregular, Refusal};
pub use rules::{Mode, PartnerInConcourse, ReturnedKing, Rules, UnknownMode};
pub use setup::{Setup, Unsound};
pub use sheet::{SheetError, SheetMove};
pub use square::{Square, UnknownSquare};
pub use text::PositionTextError;
pub(crate) use zobrist::splitmix64;
