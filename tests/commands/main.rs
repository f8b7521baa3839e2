//! What runs the program as people and other programs do: its commands, prompts, pages and errors.
#![cfg_attr(not(unix), allow(unused_imports, dead_code, reason = "some tests need a terminal of Unix"))]
#![allow(clippy::unwrap_used, missing_docs)]

mod analysis;
mod book;
mod cast;
mod checked;
#[path = "../desk/mod.rs"]
mod desk;
mod errors;
#[cfg(unix)]
mod every_game;
mod export;
mod facts;
mod game;
mod glossary;
mod in_brief;
mod interpretation;
mod journals;
#[path = "../desk/kept.rs"]
mod kept;
#[cfg(unix)]
mod limits;
mod lookups;
mod other_exports;
mod other_positions;
mod other_prompts;
mod own_meanings;
mod pictures;
mod playthroughs;
mod position;
mod printed;
mod prompts;
mod quiet;
mod reading;
mod readme;
mod relations;

#[path = "../desk/sample.rs"]
mod sample;
#[cfg(unix)]
mod screen;
mod simulate;
#[path = "../library/slowly.rs"]
mod slowly;
#[cfg(target_os = "linux")]
mod stdout;
mod study;
mod summaries;
#[cfg(unix)]
mod transcripts;
mod wording;
