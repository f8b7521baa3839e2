//! The engine of `enochian`: the rules of Enochian chess, readings turn by turn, and the simulation of many.
//!
//! It knows nothing of journals, correspondences or screens, and of files only how to read one ([`input`]). It is a crate of its own because it
//! needs the optimiser even while the rest is being developed, and is seldom changed. The crate
//! [`enochian`](https://docs.rs/enochian) has all of it under the same names, with everything else.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod chess;
pub mod input;
pub mod player;
pub mod reading;
pub mod session;
pub mod simulate;
