//! Armies of Faith 3: a test for each clause of GAMES F, and the data.

mod rules;
mod setup;
mod texts;

use std::sync::Arc;

use enochian::games::{ActError, GameKind, GameState, Referee};

use crate::games::common;

fn referee() -> Arc<dyn Referee> {
    common::referee(GameKind::Faith, &[])
}

fn read(text: &str) -> Arc<dyn GameState> {
    referee().read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn offered(state: &Arc<dyn GameState>) -> Vec<String> {
    common::offered(state.as_ref())
}

/// The state after these acts.
fn played(state: &Arc<dyn GameState>, acts: &[&str]) -> Arc<dyn GameState> {
    acts.iter().fold(state.clone(), |state, act| state.play(act).unwrap_or_else(|error| panic!("{act}: {error}")).state)
}

/// Why an act is refused.
fn refusal(state: &Arc<dyn GameState>, act: &str) -> String {
    let error: ActError = state.play(act).unwrap_err();
    error.to_string()
}

/// The columns by rows, as GAMES F2.3 writes them.
const ROWS: [&str; 12] = [
    "dc ec",
    "db eb fb",
    "da ea fa ga",
    "ra rb rc rd re rf rg rh",
    "qa qb qc qd qe qf qg qh qi",
    "pb pc pd pe pf pg ph pi pj",
    "oc od oe of og oh oi oj ok",
    "nd ne nf ng nh ni nj nk nl",
    "me mf mg mh mi mj mk ml",
    "lf lg lh li",
    "kg kh ki",
    "jh ji",
];

/// A position text with these pieces (`rKdc3 bKra3`) and the fields after the board.
fn text_of(pieces: &str, fields: &str) -> String {
    let pieces: Vec<(&str, &str)> = pieces.split_whitespace().map(|piece| piece.split_at(2)).collect();
    let level = |level: usize| {
        let row = |row: &str| {
            let (mut text, mut empty) = (String::new(), 0);
            let flush = |text: &mut String, empty: &mut usize| {
                if *empty > 0 {
                    text.push_str(&std::mem::take(empty).to_string());
                }
            };
            for column in row.split(' ') {
                match pieces.iter().find(|(_, cell)| *cell == format!("{column}{level}")) {
                    Some((piece, _)) => {
                        flush(&mut text, &mut empty);
                        text.push_str(piece);
                    }
                    None => empty += 1,
                }
            }
            flush(&mut text, &mut empty);
            text
        };
        ROWS.iter().map(|columns| row(columns)).collect::<Vec<_>>().join(",")
    };
    format!("{} {fields}", (1..=5).map(level).collect::<Vec<_>>().join("/"))
}

/// The position with these pieces and fields; kings that are not named stand where they are in nobody's way.
fn state_of(pieces: &str, fields: &str) -> Arc<dyn GameState> {
    read(&text_of(pieces, fields))
}

/// The cells to which the piece on a cell can go, sorted.
fn reached(state: &Arc<dyn GameState>, from: &str) -> Vec<String> {
    let acts = state.acts().into_iter().filter(|act| act.from.as_deref() == Some(from));
    let mut cells: Vec<String> = acts.filter_map(|act| act.to).collect();
    cells.sort();
    cells.dedup();
    cells
}
