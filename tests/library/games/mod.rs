//! The other games: a test for each clause of their rules, and their referees compared with slow implementations that were
//! written apart (`tests/games-data`).

mod common;
mod enochian;
mod faith;
mod gods;
mod knightmare;
mod turned_boards;
mod unrefereed;
