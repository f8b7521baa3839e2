//! Rendering for people: boards, pictures, tables, sentences; and the JSON of records.

mod acts_json;
mod acts_words;
mod board;
mod diagram_names;
mod diagram_text;
mod facts;
#[cfg(any(feature = "table", feature = "web"))]
mod instructions;
mod map;
mod numbers;
mod picture;
#[cfg(feature = "pdf")]
mod printed;
mod record_json;
mod seat_colours;
mod shared_setting;
mod shown_acts;
#[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "only the program needs all of it"))]
mod table;
mod table_setup;
mod text_page;
mod theme;
mod totals;
mod words;

pub use acts_json::ActsJson;
pub use acts_words::{ActLabel, act_label, acts_result, step_sentence};
pub use board::BoardPicture;
pub use diagram_text::DiagramText;
pub(crate) use facts::{force_facts, square_facts};
#[cfg(any(feature = "table", feature = "web"))]
pub(crate) use instructions::{act_instructions, instructions};
pub use map::BoardMap;
pub use numbers::Estimate;
pub(crate) use numbers::number;
#[cfg(feature = "cli")]
pub(crate) use numbers::share;
#[cfg(feature = "png")]
pub use picture::PngError;
pub use picture::{
    BoardBackground, Caption, DiagramPainting, Edge, HeatMap, Painting, Picture, Plot, Point, Shape, SquareCounts,
    SteppingBoard,
};
#[cfg(feature = "pdf")]
pub use printed::{Paper, ParsePaperError, ParsePrintedPartError, PrintedPart, PrintedSet, SquareSizeError};
pub use record_json::{AnswerJson, RecordJson};
pub(crate) use record_json::{winner, winning_side};
pub use seat_colours::SeatColour;
pub(crate) use shared_setting::shared_setting;
pub use shown_acts::{ShownAct, ShownEntry, hides_cards, shown_start, shown_state};
pub(crate) use table::{facts, table, table_within};
#[cfg(feature = "cli")]
pub(crate) use table::{table_columns, table_width};
pub use table_setup::{ArmySetup, SetupPiece, ThrowWords, corner};
pub(crate) use text_page::TextPage;
pub use theme::{Background, Notation, ParseNotationError, ParseThemeError, TerminalColours, Theme};
pub use totals::{Totals, TotalsTable};
pub(crate) use words::opposition;
pub(crate) use words::{action, house, landing_within};
pub use words::{
    capitalised, checks, count, day, effect, in_turns, in_words, landing, list, manner, moment, no_move, nth, plural,
    possessive, proposed, result, turn_sentences,
};
#[cfg(any(feature = "table", feature = "web"))]
pub(crate) use words::{clauses, dignity, turn_sentence};
