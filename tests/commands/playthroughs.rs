//! Whole readings and games that commands play, as they were when last looked at: their turns, where they ended, and the answers.
//!
//! `.ci/update playthroughs` writes them anew; then look at the difference.

use std::env;
use std::fs;

use enochian::correspondences::Correspondences;
use enochian::journal;
use enochian::record::Record;
use enochian::session::PlayedTurn;
use serde_json::{Value, json};

use crate::desk::{ROOT, TestDesk, succeeded};
use crate::kept::{folder, lines};

/// What a command enters into a journal.
fn played(arguments: &str) -> Value {
    let desk = TestDesk::new();
    let mut command = desk.command(&arguments.split(' ').collect::<Vec<_>>());
    succeeded(&command.current_dir(ROOT).arg("--journals").arg(desk.path("journals")).output().unwrap());
    kept(arguments, &journal::read(&desk.journal(), Correspondences::embedded()).unwrap())
}

fn kept(arguments: &str, record: &Record) -> Value {
    let session = record.enochian().unwrap();
    let turn = |turn: &PlayedTurn| {
        let throw = turn.thrown.map_or(String::new(), |thrown| thrown.throw.number().to_string());
        format!("{throw}{}", turn.mv)
    };
    let turns: Vec<String> = session.turns().iter().map(turn).collect();
    let answers = record.answer().map(|answer| {
        let [ptah, kings] = [answer.ptah, answer.kings]
            .map(|it| it.ply.map_or(it.verdict.to_string(), |ply| format!("{} in turn {ply}", it.verdict)));
        json!({"ptah": ptah, "kings": kings, "manner": answer.manner.to_string(), "opposing": answer.opposing})
    });
    json!({
        "command": arguments,
        "start": session.subject().start().to_string(),
        "turns": turns.join(","),
        "position": session.position().to_string(),
        "closing": record.closing().map(|closing| closing.to_string()),
        "answers": answers,
    })
}

/// In order: held the Ptah by the ruleset of Zalewski; ended by the fall of the querent's king; on an element's own square; played to
/// the last kings; with the dice of the Y manuscript; games won by the actives and by the passives, and drawn by stalemate; a
/// published game.
#[test]
fn commands_play_as_before() {
    let (file, kept) = ("playthroughs.jsonl", lines("playthroughs.jsonl"));
    assert_eq!(kept.len(), 9);
    let now: Vec<Value> = kept.iter().map(|line| played(line["command"].as_str().unwrap())).collect();
    if env::var_os("UPDATE_PLAYTHROUGHS").is_some() {
        fs::write(folder().join(file), now.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
        return;
    }
    for ((now, kept), number) in now.iter().zip(&kept).zip(1..) {
        for key in ["start", "turns", "position", "closing", "answers"] {
            assert_eq!(now[key], kept[key], "tests/kept/{file}:{number}: {key} (left now, right before)");
        }
    }
}
