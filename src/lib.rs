//! Enochian chess: the rules, the correspondences, readings and their journals.

pub mod chess;
pub mod text;
