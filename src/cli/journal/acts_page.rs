//! A game of another kind as a page.

use std::fmt::Write;

use anstyle::Style;

use crate::cli::play::other_screen as screen;
use crate::input::{safe, safe_prose};
use crate::record::{Note, OtherRecord};
use crate::render::{TextPage, acts_result, capitalised, facts, moment};

/// The page: the game, its result, the last board, the acts, and what people wrote.
pub(super) fn acts_page(record: OtherRecord<'_>, own: &[(usize, String)], width: usize) -> String {
    let session = record.session();
    let (game, bold) = (record.game(), Style::new().bold());
    let mut page = TextPage::new(width);
    page.heading(&safe(&game.title));
    for line in about(record) {
        page.paragraph(&line);
    }
    let mut text = page.finish();
    let board = screen::board(record, session.state().as_ref(), session.steps());
    if !board.is_empty() {
        let _ = write!(text, "\n{bold}The board{bold:#}\n\n{board}");
    }
    let mut page = TextPage::new(width);
    page.gap();
    page.heading("The turns");
    if session.steps().is_empty() {
        page.paragraph("No turns yet.");
    }
    // A note on a turn stands below its last act.
    let is_on = |note: &&Note<'_>, turn| note.ply == Some(turn) && !note.is_taken_back;
    let (notes, mut last) = (record.notes(), 0);
    for (index, step) in session.steps().iter().enumerate() {
        let sentence = screen::played(record, step);
        page.item(&format!("{:>4}  {bold}{}{bold:#}", step.turn, safe(&step.played.text)), &sentence);
        last = step.turn;
        if session.steps().get(index + 1).is_none_or(|next| next.turn != step.turn) {
            for note in notes.iter().filter(|note| is_on(note, step.turn)) {
                page.beside(&format!("Note: {}", safe_prose(note.words)));
            }
        }
    }
    let has_turn = |turn| session.steps().iter().any(|step| step.turn == turn) && turn <= last;
    let others = notes.iter().filter(|note| !note.ply.is_some_and(|turn| is_on(note, turn) && has_turn(turn)));
    let others: Vec<String> = others
        .map(|note| {
            let turn = note.ply.map_or(String::new(), |turn| format!("on turn {turn}: "));
            format!("{turn}{}", safe_prose(note.words))
        })
        .chain(own.iter().map(|(number, line)| format!("line {number}: {line}")))
        .collect();
    if !others.is_empty() {
        page.heading("Notes");
    }
    for note in others {
        page.paragraph(&note);
    }
    text + &page.finish()
}

/// The facts of a game, a line for each.
fn about(record: OtherRecord<'_>) -> Vec<String> {
    let heading = record.heading();
    let game = record.game();
    let kind = game.referee.kind();
    let seats = game.referee.seats().iter().zip(&heading.seats.players);
    let seats: Vec<String> = seats.map(|(seat, player)| format!("{}: {}", seat.name, safe(player))).collect();
    let options: Vec<String> = game.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let rules = if kind.is_refereed() { kind.source() } else { "not refereed" }.to_owned();
    let tags: Vec<&str> = record.tags().into_iter().map(|tag| tag.as_str()).collect();
    facts(&[
        ("Game", kind.title().to_owned()),
        ("Rules", rules),
        ("Options", options.join(", ")),
        ("Seats", seats.join(", ")),
        ("Begun", moment(&heading.begun)),
        ("Source", game.source.as_deref().map_or_else(String::new, |source| safe(source).into_owned())),
        ("Result", capitalised(&safe(&acts_result(record)))),
        ("Tags", tags.join(", ")),
    ])
}
