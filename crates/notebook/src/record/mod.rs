//! Records: everything done in a reading or a game, and what people wrote about it.
//!
//! A [`Record`] is a [`Heading`] and a list of [`Entry`]s of any game. Adding an entry plays it, and an invalid entry is rejected; so
//! a record that exists can be replayed. What only Enochian chess has, such as turns and answers, is asked of [`Record::enochian`].

mod afterword;
mod any_session;
mod automatic;
mod branch;
mod costly_turns;
mod dealing;
mod dice_throw;
mod entry;
mod game;
mod game_draft;
mod header;
mod heading;
mod history;
mod lens;
mod note;
mod program_player;
mod seating;
mod subject;
mod totals;
mod typed;

pub use afterword::{
    Afterword, Attachment, Correction, Correctness, ParseTagError, RecordedOutcome, Remark, Tag, read_day,
};
pub use any_session::{AnySession, RecordedAct};
pub use automatic::AutomaticPlay;
pub use branch::Branch;
pub use costly_turns::{CostlyTurn, CostlyTurns, NotJudged};
pub use dealing::{new_seed, opening};
pub use dice_throw::DiceThrow;
pub use entry::{Closing, Entry};
pub use game::{Game, OtherGame};
pub use game_draft::{CardDealer, GameDraft};
#[doc(hidden)]
pub use header::FORMAT;
pub(crate) use header::{Header, READING, read_time, time};
pub use heading::{Heading, SeatThrow, Seats, Timestamp};
pub use history::{InvalidEntry, Quiet, Record};
pub use lens::{EnochianRecord, OtherRecord};
pub use note::{Note, NoteId};
pub use program_player::{ProposedAct, UnknownLevel, player_names, program_level};
pub use seating::{InvalidPlayers, Seating, SeatingError, SeatingStep, check_players};
pub use subject::{GameSettings, Subject};
pub use totals::RecordTotals;
