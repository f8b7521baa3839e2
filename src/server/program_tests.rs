//! The program as a player: in its seats, for who asks for a hint, and as a judge of a game that is over.

use serde_json::{Value, json};

use crate::chess::{Angle, Army, Array, Board, Direction, Position};
use crate::reading::DieThrower;
use crate::record::player_names;

#[cfg(feature = "table")]
use super::call::Call;
use super::routes::Table;
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
    let program = json!({ "kind": "program" });
    assert_eq!(window.state["now"]["program"], false);
    window.does(&mut table, &[throw(2)]);
    assert_eq!(window.fails(&mut table, &program), "illegal", "it is Air's turn");
    window.does(&mut table, &[mv("Nc8d6")]);
    assert_eq!((&window.state["now"]["actor"], &window.state["now"]["program"]), (&json!("Water"), &json!(false)));
    assert_eq!(window.fails(&mut table, &program), "illegal", "the die is thrown by hand");
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
    window.does(&mut table, &[json!({ "kind": "withdraw" })]);
    assert_eq!((&window.state["now"]["actor"], &window.state["now"]["program"]), (&json!("Air"), &json!(true)));
    window.does(&mut table, std::slice::from_ref(&program));
    assert_eq!(window.state["now"]["actor"], "Water");
    // The other way round, the program's army is left to its partner.
    let mut heading = game(&start);
    heading.seats.players[Army::Air.index()] = level_1.clone();
    let mut window = Window::begin(&mut table, heading);
    assert_eq!(window.state["now"]["program"], true);
    window.does(&mut table, &[json!({ "kind": "withdraw" })]);
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
    let query = vec![("journal".to_owned(), window.journal.clone())];
    let (sender, mut answer) = tokio::sync::oneshot::channel();
    table.take(Call { is_post: true, path: "act".into(), query, body: act.to_string().into_bytes() }, sender);
    assert!(answer.try_recv().is_err(), "it has been answered before the program chose");
    assert_eq!(part(&mut table, &[("home", "")]).0, 200);
    let answer = loop {
        table.answer_waiting();
        match answer.try_recv() {
            Ok(answer) => break answer,
            Err(_) => std::thread::sleep(std::time::Duration::from_millis(1)),
        }
    };
    assert_eq!(answer.status, 200);
    window.looks(&mut table).unwrap();
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
    let query = vec![("journal".to_owned(), window.journal.clone())];
    let (sender, answer) = tokio::sync::oneshot::channel();
    table.take(Call { is_post: true, path: "act".into(), query, body: br#"{ "act": "hint" }"#.to_vec() }, sender);
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
        let hint = |table: &mut Table<'_>, window: &Window| {
            get(table, "api/hint", &[("journal", window.state["journal"].as_str().unwrap())])
        };
        let code = |hint: &Value| hint["error"]["code"].clone();
        assert_eq!(code(&hint(&mut table, &window)), if is_quiet { "quiet" } else { "illegal" }, "the die comes first");
        window.does(&mut table, &[throw(5)]);
        let has_tool = window.state["now"]["tools"].as_array().unwrap().iter().any(|it| it["name"] == "advice");
        let hint = hint(&mut table, &window);
        assert_eq!((has_tool, code(&hint) == "quiet"), (!is_quiet, is_quiet));
        assert!(is_quiet || hint["text"].as_str().unwrap().starts_with("The program would play "), "{hint}");
        assert!(
            is_quiet || window.state["now"]["offers"].as_array().unwrap().iter().any(|it| it["from"] == hint["from"])
        );
    }
}

#[test]
fn after_a_game_its_turns_are_judged_for_who_asks() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, game("aK7/aR7/6wR1/8/wK7/8/8/eK1eR3fRfK a ---- ---- 0000 9"));
    window.does(&mut table, &[mv("Ka8b8")]);
    let refused = window.get(&mut table, "api/better", &[]);
    assert_eq!(refused["error"]["text"], "The game is not concluded.", "{refused}");
    window.does(&mut table, &[kind("draw")]);
    let mut view = window.get(&mut table, "api/better", &[]);
    while view["text"].is_null() {
        let next = window.get(&mut table, "api/better", &[]);
        assert!(next["done"].as_u64() > view["done"].as_u64());
        view = next;
    }
    assert_eq!((&view["turns"][0]["better"], &view["done"]), (&json!("Ra7a4"), &json!(1)), "{view}");
    // A reading has pivots instead, which need no search.
    let other = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    assert!(other.get(&mut table, "api/better", &[])["error"]["text"].as_str().unwrap().contains("is a reading"));
}
