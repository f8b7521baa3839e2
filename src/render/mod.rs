//! Rendering for people: boards, pictures, tables, sentences; and the JSON of records.

mod board;
mod map;
mod numbers;
mod picture;
mod record_json;
mod table;
mod text_page;
mod theme;
mod totals;
mod words;

pub use board::BoardPicture;
pub use map::BoardMap;
pub use numbers::Estimate;
pub(crate) use numbers::{number, share};
pub use picture::{BoardBackground, Edge, Painting, Picture, Plot, PngError, Point, Shape, SquareCounts};
pub use record_json::{AnswerJson, RecordJson};
pub(crate) use record_json::{winner, winning_side};
pub(crate) use table::{facts, table, table_columns, table_width, table_within};
pub(crate) use text_page::TextPage;
pub use theme::{Background, Notation, Theme};
pub(crate) use theme::{element_style, use_theme};
pub use totals::{Totals, TotalsTable};
pub(crate) use words::landing_within;
pub use words::{
    capitalised, checks, count, day, effect, landing, list, manner, moment, no_move, nth, plural, result,
    turn_sentences,
};
