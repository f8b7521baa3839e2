//! A reading from a script of throws and moves, as a bot or a web page would play one.
//!
//! ```console
//! $ cargo run --no-default-features --example reading
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::QuestionDraft;
use enochian::session::{Act, Session};

/// The throw and the move of each turn: those that open the reading in `journals/`. A turn without a move is `--`.
const SCRIPT: &str = "6 Pa7a6, 5 Rh5h4, 6 Ph2h3, 4 Qa2c4, 2 Nc8a7, 5 Rh4d4, 1 Kh1h2, 1 Ka1a2";

fn main() -> Result<(), Box<dyn Error>> {
    let correspondences = Correspondences::embedded();
    // The same text as a question file; the category chooses the board, the angle and the square of the Ptah.
    let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    let question =
        QuestionDraft::read(&file, correspondences)?.resolve(correspondences).expect("the category settles the rest");
    println!("{} The {} board, the Ptah on {}.", question.text, question.board, question.ptah);

    let mut session = Session::of_question(&question);
    for turn in SCRIPT.split(", ") {
        let (throw, mv) = turn.split_once(' ').expect("a throw and a move");
        // An act against the rules is refused with its reason, and changes nothing.
        session.accept(Act::Throw(throw.parse()?))?;
        session.accept(Act::Move(mv.parse()?))?;
        let turn = session.turns().last().expect("it was just played");
        println!("{}. {} throws {throw} and plays {}", turn.ply, turn.army, turn.mv);
        if let Some(square) = turn.landing() {
            let gloss = correspondences.gloss(question.board, square, turn.piece, None);
            println!("   {square}: {}, {}", gloss.force, gloss.phrase);
        }
    }
    println!("{}", session.position());
    match session.end() {
        Some(end) => println!("{end}"),
        None => println!("The reading goes on: it is the turn of {}.", session.turn()),
    }
    Ok(())
}
