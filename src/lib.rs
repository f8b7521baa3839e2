//! Enochian chess: the rules, the correspondences, readings and their journals.
//!
//! The modules form layers, and none uses those above it; between crates the compiler sees to that:
//!
//! ```text
//! cli             the commands: the only place that prints, prompts, or reads the environment
//! server          the table: readings and games played in the browser
//! export          a record as a page, a table, a picture
//! journal         the Markdown file of a reading: written, read back, kept safe
//! lookup          squares, pieces, boards and names: what they stand for
//! interpretation  what a reading tells, in the words of the tradition
//! study           what a reading comes to, and many together: forces, roads, turning points
//! render          what people and programs see: boards, sentences, JSON
//! sheet           records in sheet notation
//! record          what was done and said, turn by turn
//! simulate        many readings at once, counted
//! player          the best move of a position, by looking ahead
//! session         a reading or a game while it is played: what the turn can be, and what comes of it
//! reading         question, Ptah, throw, answer
//! correspondences what squares and pieces stand for, from TOML
//! chess           the rules
//! games           the other games of the sources, each behind a referee
//! disk            files written whole or not at all, by one at a time
//! input           text from outside, read with all its errors
//! stats           how sure one may be of a count, and whether it is more than chance brings
//! ```
//!
//! `cli` and `server` are the program. `input`, `chess`, `session`, and the lower part of `reading`, `simulate` and `player` are the crate
//! `enochian-engine`, `correspondences` and `games` are `enochian-rulebook`, and the rest is `enochian-notebook`; their paths here are the
//! ones to use.
//!
//! A reading from its question to its first turn:
//!
//! ```
//! use enochian::correspondences::Correspondences;
//! use enochian::input::Source;
//! use enochian::reading::{QuestionDraft, Throw};
//! use enochian::session::{Act, Session};
//!
//! let correspondences = Correspondences::embedded();
//! let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
//! let question = QuestionDraft::read(&file, correspondences)?.resolve(correspondences).expect("the category settles the rest");
//! assert_eq!(question.ptah.to_string(), "a5");
//!
//! let mut session = Session::of_question(&question);
//! let throw = Throw::new(2).expect("a die has a two");
//! session.accept(Act::Throw(throw)).expect("the die comes first");
//! let knight = session.moves()[0];
//! session.accept(Act::Move(knight)).expect("it is among the moves called");
//!
//! let square = knight.to().expect("a move lands somewhere");
//! let gloss = correspondences.gloss(question.board, square, None, None);
//! assert_eq!(gloss.force, "Scorpio");
//! assert_eq!(gloss.phrase, "the watery part of the watery part of the airy part of Water");
//! # Ok::<(), enochian::input::Diagnostics>(())
//! ```
//!
//! # Features
//!
//! All but `parquet` and `web` are on by default. Without any, the crate is `chess`, `correspondences`, `reading`, `session`, `simulate`, `record` and
//! `sheet`, with few dependencies:
//!
//! ```toml
//! enochian = { version = "0.1", default-features = false }
//! ```
//!
//! - `journal`: the modules `journal`, `study`, `interpretation`, `lookup`, `render` and `export`.
//! - `tables`: `simulate::design`, and `simulate::output`, the tables of a simulation as CSV; with `journal` those of journals.
//! - `parquet`: the tables as Parquet and Arrow too; it includes `tables`.
//! - `png`: pictures as PNG; as SVG they come with `journal`.
//! - `table`: the command `enochian table`; it includes `cli`.
//! - `web`: the table for a page that has the program with it; off by default.
//! - `cli`: the program `enochian`; it needs `journal`, `png` and `tables`.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(feature = "cli", feature = "web"))]
use enochian_notebook::disk;
#[doc(inline)]
pub use enochian_notebook::{
    chess, correspondences, games, input, player, reading, record, session, sheet, simulate, stats,
};
#[cfg(feature = "journal")]
#[doc(inline)]
pub use enochian_notebook::{export, interpretation, journal, lookup, render, study};

#[cfg(feature = "cli")]
mod cli;
#[cfg(any(feature = "table", feature = "web"))]
mod server;

/// The table for a page that has the program with it, as `crates/web` makes it.
#[cfg(feature = "web")]
pub mod web {
    pub use crate::server::web::WebTable;
}

/// Runs the program `enochian` with the arguments of the process.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub fn run() -> std::process::ExitCode {
    cli::main()
}
