//! The rulebook of `enochian`: the correspondences of squares and pieces, and the rules of the other games.
//!
//! Both are seldom edited and used everywhere, so they are a crate of their own, which is optimised while the rest is being developed.
//! The crate [`enochian`](https://docs.rs/enochian) has all of it under the same names.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

use enochian_engine::{chess, input, player, reading, session};

pub mod correspondences;
pub mod games;
mod templates;

#[doc(hidden)]
pub use templates::template_environment;
