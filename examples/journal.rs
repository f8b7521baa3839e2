//! A journal read back: its record, what it tells, and the facts of that as JSON.
//!
//! ```console
//! $ cargo run --no-default-features --features journal --example journal -- JOURNAL
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::Path;

use enochian::correspondences::Correspondences;
use enochian::interpretation::SummaryFacts;
use enochian::journal;

/// A journal of the project.
const JOURNAL: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md");

fn main() -> Result<(), Box<dyn Error>> {
    let correspondences = Correspondences::embedded();
    let path = std::env::args().nth(1).unwrap_or_else(|| JOURNAL.to_owned());
    // Every turn is played again, and every fact compared with what the file says.
    let record = journal::read(Path::new(&path), correspondences)?;
    println!("{}", record.heading().game.title());
    let Some(record) = record.enochian() else { return Ok(()) };
    println!("{} turns; the position at the end: {}", record.turns().len(), record.position());
    if let Some(answer) = record.answer() {
        println!("by the Ptah: {}; by the kings: {}", answer.ptah.verdict, answer.kings.verdict);
    }
    for note in record.notes() {
        let about = note.ply.map_or("the whole".to_owned(), |turn| format!("turn {turn}"));
        println!("note to {about}: {}", note.words);
    }
    // A game has no summary.
    let Some(told) = SummaryFacts::of(record, correspondences) else { return Ok(()) };
    for sentence in &told.sentences {
        println!("\n{}\nturns {:?}, links {:?}", sentence.text, sentence.turns, sentence.links);
    }
    Ok(())
}
