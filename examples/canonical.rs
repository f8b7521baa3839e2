//! Writes a journal again.
#![allow(clippy::unwrap_used, missing_docs)]
use enochian::{
    correspondences::Correspondences,
    input::Source,
    journal::{self, Journal},
};
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(&name).unwrap();
    match journal::read_text(&Source::new(name, text), Correspondences::embedded()) {
        Ok(record) => print!("{}", Journal::text_of(&record, Correspondences::embedded()).unwrap()),
        Err(errors) => {
            eprintln!("{errors}");
            std::process::exit(1)
        }
    }
}
