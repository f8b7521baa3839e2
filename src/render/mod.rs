//! What people see: the board as text, and the words for what happened.

mod account;
mod board;
mod map;
mod table;
mod words;

pub use account::Account;
pub use board::BoardPicture;
pub(crate) use board::army_style;
pub use map::BoardMap;
pub(crate) use table::{facts, table};
pub use words::{capitalised, checks, effect, landing, list, no_move, nth, result, turn_sentences};
