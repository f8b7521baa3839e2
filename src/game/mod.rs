//! A game that is no reading: no question, no Ptah, no die, and all of RULES 4.

mod setting;
mod state;

pub use setting::Setting;
pub use state::{Game, NotIrregular};
