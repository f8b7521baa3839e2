//! The rules of Enochian chess.
//!
//! Nothing here reads a file, prints, or throws dice.

mod army;
mod array;
mod element;
mod piece;
mod rules;
mod square;

pub use army::{Army, Direction, Side};
pub use array::{Array, UnknownArray};
pub use element::{Element, UnknownElement};
pub use piece::{Kind, Officer, Piece};
pub use rules::{PartnerInConcourse, ReturnedKing, Rules};
pub use square::{Square, UnknownSquare};
