//! What people see: the board as text, and the words for what happened.

mod account;
mod board;
mod look;
mod map;
mod numbers;
mod picture;
mod table;
mod text_page;
mod totals;
mod words;

pub use account::{Account, AnswerAccount};
pub(crate) use account::{winner, winning_side};
pub use board::BoardPicture;
pub use look::{Background, Notation, Theme};
pub(crate) use look::{element_style, use_theme};
pub use map::BoardMap;
pub use numbers::Estimate;
pub(crate) use numbers::{number, share};
pub use picture::{Edge, Ground, Landings, Painting, Picture, Plot, Point, Shape, Unpaintable};
pub(crate) use table::{facts, table, table_columns, table_width, table_within};
pub(crate) use text_page::TextPage;
pub use totals::{Totals, TotalsTable};
pub(crate) use words::landing_within;
pub use words::{
    capitalised, checks, count, day, effect, landing, list, manner, moment, no_move, nth, plural, result,
    turn_sentences,
};
