//! Rendering for people: boards, pictures, tables, sentences; and the JSON of records.

mod acts_words;
mod diagram_names;
mod diagram_text;
mod facts;
mod instructions;
mod landing;
mod map;
mod moves_text;
mod numbers;
mod picture;
mod printed;
mod record_json;
mod screen_text;
mod seat_colours;
mod setup_text;
mod shared_setting;
mod shown_acts;
mod table;
mod table_setup;
mod text_page;
mod theme;
mod totals;
mod turns_text;
mod words;
mod wrap;

pub use acts_words::{ActLabel, act_label, step_sentence};
pub use diagram_text::DiagramText;
pub use landing::{attributions, house};
pub(crate) use landing::{landing_lines, with_titles};
pub use map::BoardMap;
pub use numbers::Estimate;
#[cfg(feature = "png")]
pub use picture::PngError;
pub use picture::{
    BoardBackground, Caption, DiagramPainting, Edge, HeatMap, Painting, Picture, PlacedCell, PlacedPiece, Plot, Point,
    Shape, SquareCounts, SteppingBoard,
};
pub use printed::{Paper, PrintedPart, PrintedSet, SquareSizeError};
pub(crate) use record_json::winner;
pub use record_json::{AnswerJson, RecordJson};
pub use screen_text::ScreenText;
pub use seat_colours::SeatColour;
pub use shown_acts::{ShownAct, hides_cards, shown_start, shown_state};
pub use table_setup::{ArmySetup, SetupPiece, ThrowWords, corner};
pub use theme::{Background, Notation, TerminalColours, Theme};
pub use totals::{Totals, TotalsTable};
pub use words::{
    capitalised, checks, count, day, effect, in_turns, in_words, list, manner, moment, no_move, nth, plural,
    possessive, proposed, result, turn_sentences, why_over,
};
pub(crate) use words::{is_about_piece, no_move_sentence, opposition};

// What only the program needs.
#[doc(hidden)]
pub use self::{
    facts::{force_facts, square_facts},
    instructions::{act_instructions, instructions},
    landing::{dignity, landing_within},
    moves_text::{MovesLayout, moves_text, side_by_side},
    numbers::{number, share},
    setup_text::{dice_text, setup_text},
    shared_setting::shared_setting,
    table::{facts, table, table_columns, table_width, table_within},
    text_page::TextPage,
    turns_text::{ShownTurn, TurnView, actor_style, acts, board_and_key, open_text, played, text_of_end, turns},
    words::{action, clauses, turn_sentence},
    wrap::wrapped,
};
