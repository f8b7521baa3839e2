//! The other games of the sources: Knightmare Chess, Gods of Chess, Armies of Faith 3.
//!
//! Each is judged by a [`Referee`], whose only currency is text and small plain structs; [`GameKind::referee`] returns
//! it. The rules with their clauses and decisions are in `docs/games/`. The modules of Enochian chess know nothing of
//! these games; only records, journals and what shows them do. Enochian chess itself is served by a thin adapter
//! ([`enochian_state`]), by which its positions are played like all others.

mod act_search;
mod cell;
mod chess_kind;
mod diagram;
mod enochian;
mod error;
mod fact;
mod faith;
mod game;
mod game_session;
mod gods;
mod kind;
mod knightmare;
mod lettered;
mod options;
mod referee;
mod typed_act;
mod typed_move;
mod unrefereed;

pub use diagram::{CellShape, Diagram, DiagramCell, DiagramPanel, DiagramPiece, Ground};
pub use enochian::{enochian_seats, enochian_state};
pub use error::{ActError, OptionsError, StateError};
pub use fact::Fact;
pub use faith::{FaithSetup, faith_start};
pub use game_session::{GameAct, GameSession};
pub use gods::board_perft as gods_board_perft;
pub use kind::{GameKind, ParseKindError};
pub use options::{GameOptions, OptionSpec};
pub use referee::{Actor, Ending, GameState, OfferedAct, PlayedAct, Referee, Seat};
pub use typed_act::TypedAct;
pub use unrefereed::unrefereed;
