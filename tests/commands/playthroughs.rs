//! Whole journals as they were when last looked at: what a reader sees changes only when somebody means it to.
//!
//! `UPDATE_PLAYTHROUGHS=1 cargo test --test commands playthroughs::` writes them anew; then look at the difference.

use std::env;
use std::fs;
use std::path::Path;

use crate::desk::{ROOT, TestDesk, succeeded};

/// The journal that a command makes, its dates taken out.
fn journal(arguments: &[&str]) -> String {
    let desk = TestDesk::new();
    let mut command = desk.command(arguments);
    succeeded(&command.current_dir(ROOT).arg("--journals").arg(desk.path("journals")).output().unwrap());
    let text = fs::read_to_string(desk.journal()).unwrap();
    let undated = |line: &str| -> Option<String> {
        // The id follows from when it was begun.
        if line.starts_with("id = ")
            || line.starts_with("begun = ")
            || line.starts_with("zone = ")
            || line.starts_with("program = ")
        {
            None
        } else if line.starts_with("*Asked by ") || line.starts_with("*A game on ") {
            line.split(" on ").next().map(|who| format!("{who} on …"))
        } else if line.starts_with("### Concluded · ") {
            line.rsplit_once(" · ").map(|(how, _)| format!("{how} · …"))
        } else {
            Some(line.to_owned())
        }
    };
    text.lines().filter_map(undated).map(|line| line + "\n").collect()
}

/// Compares an automatic reading.
fn reading(question: &str, seed: &str) {
    let file = format!("questions/{question}.toml");
    compare(&format!("{question}-{seed}"), &["read", &file, "--auto", "--seed", seed]);
}

/// Compares an automatic game on the Water board.
fn game(seed: &str) {
    let arguments = ["game", "--board", "water", "--ruleset", "zalewski", "--auto", "--seed", seed];
    compare(&format!("game-{seed}"), &arguments);
}

fn compare(name: &str, arguments: &[&str]) {
    let file = Path::new(ROOT).join("tests/playthroughs").join(format!("{name}.md"));
    let now = journal(arguments);
    if env::var_os("UPDATE_PLAYTHROUGHS").is_some() {
        fs::write(&file, &now).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    let differs = kept.lines().zip(now.lines()).position(|(kept, now)| kept != now);
    assert!(
        kept == now,
        "{} differs from line {}; if it should, run UPDATE_PLAYTHROUGHS=1 cargo test --test commands playthroughs::",
        file.display(),
        differs.map_or(kept.lines().count().min(now.lines().count()), |line| line) + 1
    );
}

#[test]
fn held_the_ptah_by_the_ruleset_of_zalewski() {
    reading("brother", "11");
}

#[test]
fn ended_by_the_fall_of_the_querents_king() {
    reading("health", "19");
}

#[test]
fn on_an_elements_own_square() {
    reading("great-work", "8");
}

#[test]
fn played_to_the_last_kings() {
    reading("opponent", "51");
}

#[test]
fn with_the_dice_of_the_y_manuscript() {
    reading("study", "13");
}

#[test]
fn a_game_won_by_the_actives() {
    game("24");
}

#[test]
fn a_game_won_by_the_passives() {
    game("20");
}

#[test]
fn a_game_drawn_by_stalemate() {
    game("25");
}

#[test]
fn a_published_game() {
    compare("zal-op-air-of-air-1", &["import", "tests/games/zal-op-air-of-air-1.txt"]);
}
