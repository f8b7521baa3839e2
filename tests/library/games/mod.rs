//! The other games: what holds of all of them, their referees compared with slow implementations that were written apart
//! (`tests/games-data`), and what rows of text cannot say. The clauses of their rules are rows of `tests/rules`.

mod chance;
mod common;
mod comparison;
mod drawing;
mod faith_setup;
mod pages;
mod properties;
mod unrefereed;
