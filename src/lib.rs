//! Enochian chess: the rules, the correspondences, readings and their journals.

pub mod chess;
pub mod cli;
pub mod journal;
pub mod lore;
pub mod reading;
pub mod record;
pub mod render;
pub mod text;
