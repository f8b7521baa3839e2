//! The program as a player: in its seats, for who asks for a hint, and as a judge of a game that is over.

use serde_json::{Value, json};

use crate::chess::{Angle, Army, Array, Board, Direction, Position};
use crate::reading::DieThrower;
use crate::record::player_names;

use super::html::views_tests::{call, shown};
use super::windows_for_tests::*;

#[test]
fn the_program_acts_in_the_seats_that_it_plays() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let level_1 = player_names(&["level-1".to_owned()]).unwrap().remove(0);
    let mut heading = brother(DieThrower::ByHand, false);
    for army in [Army::Water, Army::Fire] {
        heading.seats.players[army.index()] = level_1.clone();
    }
    let mut window = Window::begin(&mut table, heading);
    let program = json!("program");
    assert_eq!(window.state["now"]["program"], false);
    window.does(&mut table, &[throw(2)]);
    assert_eq!(window.fails(&mut table, &program), "The program plays no seat whose turn it is.");
    window.does(&mut table, &[json!("Nc8d6")]);
    assert_eq!((&window.state["now"]["actor"], &window.state["now"]["program"]), (&json!("Water"), &json!(false)));
    assert_eq!(
        window.fails(&mut table, &program),
        "The program plays no seat whose turn it is.",
        "the die is thrown by hand"
    );
    window.does(&mut table, &[throw(6)]);
    assert_eq!(window.state["now"]["program"], true);
    window.does(&mut table, std::slice::from_ref(&program));
    assert_eq!(window.state["now"]["actor"], "Fire");
    let record = window.record(&table);
    assert_eq!(record.enochian().unwrap().turns()[1].army, Army::Water);
    // Who withdraws leaves the army to the partner (RULES 6.3), here to the program.
    let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil).to_string();
    let mut heading = game(&start);
    heading.seats.players[Army::Fire.index()] = level_1.clone();
    let mut window = Window::begin(&mut table, heading);
    assert_eq!(window.state["now"]["program"], false);
    window.does(&mut table, &[json!("withdraw")]);
    assert_eq!((&window.state["now"]["actor"], &window.state["now"]["program"]), (&json!("Air"), &json!(true)));
    window.does(&mut table, std::slice::from_ref(&program));
    assert_eq!(window.state["now"]["actor"], "Water");
    // The other way round, the program's army is left to its partner.
    let mut heading = game(&start);
    heading.seats.players[Army::Air.index()] = level_1.clone();
    let mut window = Window::begin(&mut table, heading);
    assert_eq!(window.state["now"]["program"], true);
    window.does(&mut table, &[json!("withdraw")]);
    assert_eq!(window.state["now"]["program"], false);
    // The same question with a die that the program throws: it throws for itself too.
    let mut heading = brother(DieThrower::Seeded(7), false);
    heading.seats.players = vec![level_1; 4];
    let mut window = Window::begin(&mut table, heading);
    for _ in 0..9 {
        assert_eq!(window.state["now"]["program"], true);
        window.does(&mut table, std::slice::from_ref(&program));
    }
    assert!(window.record(&table).enochian().unwrap().turns().len() >= 4);
}

#[cfg(feature = "table")]
#[test]
fn while_the_program_chooses_the_table_answers_others() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil).to_string();
    let mut heading = game(&start);
    heading.seats.players[Army::Air.index()] = player_names(&["level-1".to_owned()]).unwrap().remove(0);
    let mut window = Window::begin(&mut table, heading);
    let act = json!({ "id": "1", "act": "program", "revision": window.state["revision"].to_string() });
    let (sender, mut answer) = tokio::sync::oneshot::channel();
    table.take(call("act", &window.address(""), &act.to_string()), sender);
    assert!(answer.try_recv().is_err(), "it has been answered before the program chose");
    assert_eq!(shown(&mut table, "home").0, 200);
    let answer = loop {
        table.answer_waiting();
        match answer.try_recv() {
            Ok(answer) => break answer,
            Err(_) => std::thread::sleep(std::time::Duration::from_millis(1)),
        }
    };
    assert_eq!(answer.status, 200);
    assert!(window.looks(&mut table));
    assert_eq!(window.state["now"]["actor"], "Water");
    // What it chose is not thought over again, and not kept for another position.
    let open = &table.journals[&window.journal];
    let choice = open.choice.as_ref().unwrap();
    let played = window.record(&table).enochian().unwrap().turns()[0].mv;
    assert_eq!(choice.proposed.as_ref().unwrap().text, played.to_string());
    assert_ne!(choice.revision, open.revision());
}

#[cfg(feature = "table")]
#[test]
fn a_hint_for_which_nobody_waits_is_not_thought_over_further() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil).to_string();
    let window = Window::begin(&mut table, game(&start));
    let (sender, answer) = tokio::sync::oneshot::channel();
    table.take(call("act", &window.address(""), r#"{ "act": "hint" }"#), sender);
    table.answer_waiting();
    assert_eq!(table.waiting.len(), 1);
    drop(answer);
    table.answer_waiting();
    assert!(table.waiting.is_empty());
}

#[test]
fn a_hint_is_given_on_request_but_not_in_a_quiet_reading() {
    for is_quiet in [false, true] {
        let notebook = Notebook::new();
        let mut table = notebook.table();
        let mut window = Window::begin(&mut table, brother(DieThrower::ByHand, is_quiet));
        let early = window.act(&mut table, &json!("hint")).refused();
        let expected = if is_quiet { "Quiet reading." } else { "Nothing can be chosen now." };
        assert!(early.starts_with(expected), "the die comes first: {early}");
        window.does(&mut table, &[throw(5)]);
        let has_tool = window.state["now"]["tools"].as_array().unwrap().iter().any(|it| it["name"] == "advice");
        let hint = window.act(&mut table, &json!("hint"));
        assert_eq!((has_tool, hint.refused().starts_with("Quiet reading.")), (!is_quiet, is_quiet));
        let offers = window.state["now"]["offers"].as_array().unwrap();
        let is_named = |it: &Value| hint.html.contains(&format!("data-selected={}", it["from"]));
        assert!(
            is_quiet || hint.html.contains(">The program would play ") && offers.iter().any(is_named),
            "{}",
            hint.html
        );
    }
}

#[test]
fn after_a_game_its_turns_are_judged_for_who_asks() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, game("aK7/aR7/6wR1/8/wK7/8/8/eK1eR3fRfK a ---- ---- 0000 9"));
    window.does(&mut table, &[json!("Ka8b8")]);
    assert_eq!(window.act(&mut table, &json!("better")).refused(), "The game is not concluded.");
    window.does(&mut table, &[json!("draw")]);
    let judged = loop {
        let judged = window.act(&mut table, &json!("better")).html;
        if !judged.contains("<progress aria-label=\"Turns judged\"") {
            break judged;
        }
    };
    assert!(judged.contains("<td>Ra7a4</td>") && judged.contains(">What would have been better</h3>"), "{judged}");
    // A reading has pivots instead, which need no search.
    let mut other = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    assert!(other.act(&mut table, &json!("better")).refused().contains("is a reading"));
}
