//! Designs: many simulations that vary a question by factors, planned before they are played.
//!
//! A [`Design`] names a question and its factors. Each combination of their levels is a [`DesignCell`]. A [`DesignPlan`] fixes
//! all of them, with the hashes of the question, the data, the program and the design; its own hash can be published before
//! anything is played. A [`DesignDir`] holds the plan, plays the cells, and keeps a receipt of what it has written.
//! `docs/DESIGNS.md` describes the files.

mod cell_player;
mod cells;
#[cfg(feature = "parquet")]
mod cells_parquet;
mod cells_table;
mod design_check;
mod design_dir;
mod design_file;
mod design_plan;
mod error;
mod factor;
mod folder_files;
mod interaction;
mod receipt;

pub use cells::{CellFault, DesignCell};
pub use design_dir::{DesignDir, DesignProgress};
pub use design_file::{CellChance, Design};
pub use design_plan::{DesignPlan, PlannedCell};
pub use error::DesignError;
pub use factor::Factor;
pub use interaction::FactorInteraction;
