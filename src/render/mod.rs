//! What people see: the board as text, and the words for what happened.

mod account;
mod board;
mod look;
mod map;
mod numbers;
mod picture;
#[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "only the program needs all of it"))]
mod table;
mod text_page;
mod totals;
mod words;

pub use account::{Account, AnswerAccount};
pub(crate) use account::{winner, winning_side};
pub use board::BoardPicture;
pub(crate) use look::element_style;
#[cfg(feature = "cli")]
pub(crate) use look::use_theme;
pub use look::{Background, Notation, Theme};
pub use map::BoardMap;
pub use numbers::Estimate;
pub(crate) use numbers::number;
#[cfg(feature = "cli")]
pub(crate) use numbers::share;
#[cfg(feature = "png")]
pub use picture::Unpaintable;
pub use picture::{Edge, Ground, Landings, Painting, Picture, Plot, Point, Shape};
pub(crate) use table::table;
#[cfg(feature = "cli")]
pub(crate) use table::{facts, table_columns, table_width, table_within};
pub(crate) use text_page::TextPage;
pub use totals::{Totals, TotalsTable};
pub(crate) use words::landing_within;
pub use words::{
    capitalised, checks, count, day, effect, landing, list, manner, moment, no_move, nth, plural, result,
    turn_sentences,
};
