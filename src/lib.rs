//! Enochian chess: the rules, the correspondences, readings and their journals.
//!
//! The modules stand one upon another, and none knows of those above it
//! (`tests/layers.rs` keeps the walls):
//!
//! ```text
//! cli       the commands: the only place that prints, prompts, or reads the environment
//! export    a record as a page, a table, a picture
//! journal   the Markdown file of a reading: written, read back, kept safe
//! study     what a reading comes to, and many together: forces, roads, turning points
//! render    what people and programs see: boards, sentences, JSON
//! sheet     records in sheet notation
//! record    what was done, turn by turn
//! simulate  many readings at once, counted
//! game      a game that is no reading
//! reading   question, Ptah, throw, answer
//! lore      the correspondences of squares and pieces, from TOML
//! chess     the rules
//! text      texts from outside, read with all their faults
//! stats     how sure one may be of a count, and whether it is more than chance brings
//! ```
//!
//! A reading from its question to its first turn:
//!
//! ```
//! use enochian::lore::Lore;
//! use enochian::reading::{Draft, Reading, Throw};
//! use enochian::text::Source;
//!
//! let lore = Lore::embedded();
//! let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
//! let question = Draft::read(&file, lore)?.settle(lore).expect("the category settles the rest");
//! assert_eq!(question.ptah.to_string(), "a5");
//!
//! let mut reading = Reading::begin(question);
//! let throw = Throw::new(2).expect("a die has a two");
//! let knight = reading.called(throw).moves[0];
//! let mut effects = Vec::new();
//! reading.play(throw, knight, &mut effects).expect("it is among the moves called");
//!
//! let square = knight.to().expect("a move lands somewhere");
//! let gloss = lore.gloss(reading.question().board, square, None, None);
//! assert_eq!(gloss.force, "Scorpio");
//! assert_eq!(gloss.phrase, "the watery part of the watery part of the airy part of Water");
//! # Ok::<(), enochian::text::Faults>(())
//! ```

pub mod chess;
pub mod cli;
pub mod export;
pub mod game;
pub mod journal;
pub mod lore;
pub mod reading;
pub mod record;
pub mod render;
pub mod sheet;
pub mod simulate;
pub mod stats;
pub mod study;
pub mod text;
