//! The player: it looks ahead for the best move of a reading or a game of Enochian chess, and for the best act of another game.
//!
//! [`search`] is the search of Enochian chess, [`search_acts`] that of the other games. docs/PLAYER.md says how they were made and
//! measured.

mod act_search;

pub use act_search::{ActAdvice, search_acts};
pub use enochian_engine::player::*;
