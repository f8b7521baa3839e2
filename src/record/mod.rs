//! Records: everything done in a reading or a game, and what people wrote about it.
//!
//! A [`Record`] is a [`Heading`] and a list of [`Entry`]s over a [`Session`](crate::session::Session). Adding an entry
//! plays it, and an invalid entry is rejected; so a record that exists can be replayed. A [`RecordObserver`] is notified
//! of every entry, such as the journal that saves it. Records of the other games are kept in the same way, as
//! [`VariantRecord`]s over a [`GameSession`](crate::games::GameSession).

mod annotation;
mod dice_throw;
mod entry;
mod game_draft;
mod heading;
mod history;
mod playable;
mod seating;
mod subject;
mod totals;
mod variant_chance;
mod variant_heading;

#[cfg(feature = "journal")]
pub(crate) use annotation::borne;
pub use annotation::{Annotation, Correctness, ParseCorrectnessError, ParseTagError, RecordedOutcome, Remark, Tag};
pub use dice_throw::{DiceThrow, ParseDiceThrowError};
pub use entry::{Closing, Entry};
pub use game_draft::{ForeignArray, GameDraft};
pub use heading::{Heading, SeatThrow, Seats, Timestamp};
pub use history::{EnterError, InvalidEntry, Note, Quiet, Record, RecordObserver};
pub use playable::Playable;
pub use seating::{InvalidPlayers, Seating, SeatingError, SeatingStep, check_players};
pub use subject::{GameSettings, Subject};
pub use totals::RecordTotals;
pub use variant_chance::new_seed;
pub use variant_heading::{VariantHeading, VariantRecord, VariantSettings};
