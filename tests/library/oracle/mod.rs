//! The rules a second time, slowly, and the engine compared with it.
//!
//! What stands in this folder was written from `docs/RULES.md` alone and shares nothing with the engine: a mailbox for
//! the board, whole copies instead of undoing, attack found by asking every enemy where it may go. At each position it
//! and the engine must agree on the moves, on check, on the end of the game, on exchanges and withdrawals, and on the
//! position text after every one of the moves. What it once said of throws and answers is kept in `tests/kept`.
//!
//! `cargo test` compares a sample. For more, state how many positions:
//! `ORACLE_POSITIONS=1000000 cargo test --release --test library oracle:: -- --nocapture`, and another seed in `ORACLE_SEED`.

mod board;
mod chance;
mod compare;
mod moves;
mod play;
mod suite;
