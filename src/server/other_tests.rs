//! The other games played through the calls of pages.

use std::fs;

use serde_json::{Value, json};

use crate::games::GameKind;
use crate::record::Closing;

use super::html::views_tests::{call, shown};
use super::routes::Table;
use super::windows_for_tests::*;

#[test]
fn the_kinds_are_listed_with_their_seats_and_boards() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    for kind in all_kinds() {
        let (status, form) = shown(&mut table, &format!("game={}", kind.name()));
        assert_eq!(status, 200, "{form}");
        let has = |words: &str| form.contains(words);
        assert!(has(&format!("value=\"{}\" selected", kind.name())) && has(kind.title()), "{kind}: {form}");
        assert_eq!(
            (has("Who deals the cards?"), has("name=\"against\"")),
            (kind == GameKind::Gods, kind.is_refereed())
        );
        assert_eq!(
            has("name=\"option cards\""),
            [GameKind::Three, GameKind::Team, GameKind::Free].contains(&kind),
            "{kind}"
        );
        if kind != GameKind::Other {
            let svg = told(&mut table, "kind.svg", &format!("kind={}", kind.name())).unwrap();
            assert!(svg.starts_with("<svg") && svg.contains("<use href=\"#token-"), "{kind}");
        }
    }
    for wrong in ["", "other", "chess", "<script>"] {
        assert_eq!(told(&mut table, "kind.svg", &format!("kind={wrong}")).unwrap_err().code, "invalid", "{wrong}");
    }
}

#[test]
fn what_cannot_be_begun_is_refused_with_the_reason() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let long = "a".repeat(5000);
    let three = |key: &str, value: &str| {
        let mut fields = request(GameKind::Three);
        fields[key] = json!(value);
        fields
    };
    for (fields, reason) in [
        (json!({ "kind": "chess" }), "There is no kind of game &quot;chess&quot;; choose three"),
        (json!({ "kind": "<b>\u{1b}[2J" }), "There is no kind of game"),
        (three("option cards", "maybe"), "The option cards cannot be &quot;maybe&quot;"),
        (three("seat Red", "An\u{1b}na"), "control character ESC (U+001B) as character 3"),
        (three("title", &long), "expected 1024 bytes or less, not 5000 bytes"),
        (json!({ "kind": "other" }), "The number of seats is 0"),
        (people(GameKind::Other, &["North", "north"]), "is named twice"),
        (people(GameKind::Other, &["a · b", "<script>"]), "is not a name"),
        (json!({ "kind": "gods", "deals": "nobody" }), "expected program or players"),
    ] {
        let html = begins(&mut table, "game", &fields).unwrap_err();
        assert!(html.contains("role=\"alert\"") && html.contains(reason), "{fields}: {html}");
        assert!(!html.contains("<script>"), "{html}");
    }
    assert_eq!(fs::read_dir(notebook.folder.path()).unwrap().count(), 0, "nothing was begun");
    let mut fields = people(GameKind::Team, &["Anna"]);
    (fields["option cards"], fields["title"]) = (json!("on"), json!(" A  long\nevening "));
    let window = Window::of_form(&mut table, &fields);
    assert_eq!((&window.state["title"], &window.state["options"]), (&json!("A  long evening"), &json!(["cards=on"])));
    assert_eq!(window.state["seats"][3]["player"], "Anna");
}

#[test]
fn a_game_against_the_program_is_a_level_and_a_side() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut players = |fields: Value| {
        let window = Window::of_form(&mut table, &fields);
        let seats = window.state["seats"].as_array().unwrap();
        seats.iter().map(|seat| seat["player"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let program = |level: u8| format!("the program (level-{level})");
    let one = json!({ "kind": "enochian", "against": "program", "level": "level-1", "side": "Water", "name": "Anna" });
    assert_eq!(players(one), [program(1), "Anna".into(), program(1), "Anna".into()]);
    assert_eq!(players(json!({})), ["the player".into(), program(2), "the player".into(), program(2)]);
    let three = json!({ "kind": "three", "level": "level-3", "side": "Red", "name": "Anna" });
    assert_eq!(players(three), [program(3), "Anna".into(), program(3)]);
}

#[test]
fn acts_are_typed_leniently_and_refused_with_the_reason() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::of_form(&mut table, &request(GameKind::Three));
    window.does(&mut table, &[play("pg7-g6"), play("Ng2f4"), play("Pd2d4")]);
    let acts: Vec<String> =
        window.record(&table).other().unwrap().session().steps().iter().map(|step| step.text.clone()).collect();
    assert_eq!(acts, ["Pg7g6", "Ng2f4", "Pd2d4"]);
    // What to do on a real board, where the board is one of squares.
    assert_eq!(window.state["turns"][1]["table"], json!(["Move the knight from g2 to f4."]));
    let armies: Vec<&Value> = window.state["setup"].as_array().unwrap().iter().map(|setup| &setup["army"]).collect();
    assert_eq!(armies, ["White", "Red", "Black"]);
    assert_eq!(window.state["setup"][0]["pieces"][0]["text"], "rook");
    let levels = Window::of_form(&mut table, &request(GameKind::Faith));
    assert_eq!(levels.state["setup"], json!([]));
    let taken = window.state["now"]["offers"].as_array().unwrap().iter().find(|act| act["consequences"] != json!([]));
    assert!(taken.is_none(), "{taken:?}");
    for (act, reason) in [
        (play("g8"), "more than one act matches"),
        (play("Pz9z8"), "is not an act; expected"),
        (play("Ng8g5"), "."),
        (play(""), "is not an act"),
        (play("deal"), "is not an act"),
        (play("resign x"), "There is no seat x."),
        (play("card \"x\": remove z9"), "."),
        (written("irregular", "Ng8f6"), "within the rules"),
        (written("irregular", "Ng8g5"), "."),
        (json!("resign 3"), "The seat 3 cannot resign now."),
        (written("note", " \n "), "The text is empty; write some text."),
    ] {
        let text = window.fails(&mut table, &act);
        assert!(text.to_lowercase().contains(&reason.to_lowercase()) && text.ends_with('.'), "{act}: {text}");
    }
    window.does(&mut table, &[play("card \"Thief\": remove a3")]);
    let card = &window.state["turns"][3];
    assert_eq!((&card["move"], &card["irregular"]), (&json!("card \"Thief\": remove a3"), &json!("a card act")));
    assert!(window.record(&table).other().unwrap().session().acts()[3].is_irregular);
}

#[test]
fn acts_are_taken_back_noted_resigned_drawn_and_ended() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::of_form(&mut table, &request(GameKind::Three));
    let resign = ["resign 0", "resign 1", "resign 2"];
    assert_eq!(tools(&window.state), [&["advice", "card", "irregular", "draw"][..], &resign, &["conclude"]].concat());
    assert_eq!(window.fails(&mut table, &json!("undo")), "There is nothing to take back.");
    window.does(&mut table, &[play("Pg7g6"), written("note", "In  a\thurry.")]);
    let note = &window.state["notes"][0];
    assert_eq!((&note["turn"], &note["text"], &note["when"]), (&json!(2), &json!("In  a hurry."), &Value::Null));
    window.does(&mut table, &[json!("undo")]);
    assert_eq!((&window.state["now"]["turn"], &window.state["turns"]), (&json!(1), &json!([])));
    assert_eq!(window.state["notes"][0]["taken_back"], true);
    // Black resigns on White's turn.
    window.does(&mut table, &[json!("resign 2")]);
    let resigned = &window.state["turns"][0];
    assert_eq!((&resigned["move"], &resigned["actor"]), (&json!("resign b"), &json!("Black")));
    assert!(resigned["sentence"].as_str().unwrap().starts_with("Black: resigns"), "{resigned}");
    assert_eq!(
        (&window.state["seats"][2]["out"], tools(&window.state).contains(&"resign 2".into())),
        (&json!(true), false)
    );
    window.does(&mut table, &[json!("resign 0")]);
    assert_eq!(window.record(&table).closing(), Some(Closing::Ended), "the last army left has won");
    let ending = window.record(&table).other().unwrap().session().state().ending().unwrap();
    assert_eq!(ending.places, [[1], [0], [2]], "Red, White, Black");
    assert_eq!((&window.state["now"]["state"], &window.state["now"]["seat"]), (&json!("concluded"), &Value::Null));
    assert!(window.state["now"]["end"].as_str().unwrap().starts_with("Red has won"));
    assert_eq!(window.state["now"]["concluded"], "at its end, 21 November 2026, 14:05");
    assert_eq!(window.fails(&mut table, &play("Pg7g6")), "The game is already concluded.");

    let mut window = Window::of_form(&mut table, &request(GameKind::Free));
    window.does(&mut table, &[json!("draw")]);
    assert_eq!(window.record(&table).closing(), Some(Closing::Agreed));
    assert_eq!(window.state["now"]["end"], "Drawn by agreement");

    let mut window = Window::of_form(&mut table, &request(GameKind::Other));
    assert_eq!(
        (&window.state["refereed"], tools(&window.state)),
        (&json!(false), vec!["end".into(), "draw".into(), "conclude".into()])
    );
    window.does(&mut table, &[play("lays a tile"), play("next West"), play("resign n"), play("end  North has won")]);
    assert_eq!(window.state["turns"][2]["actor"], "West", "without a referee it is only a text");
    assert_eq!(window.state["now"]["end"], "North has won");
    assert_eq!(window.record(&table).closing(), Some(Closing::Ended));
}

#[test]
fn hostile_texts_are_refused_or_stay_texts() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let long = "a".repeat(100_000);
    let texts = [
        "<script>alert(1)</script>",
        "\u{1b}[2J",
        "a\nb",
        "\u{202e}Pa3a4",
        "**3 · White** → Pa3a4",
        "**Result**: won by White",
        "``` | <!-- --> [x](javascript:alert(1))",
        "deal ????????/",
        "card \"\": ,,,",
        "resign \u{1f600}",
        "discard 7h 7h 7h",
        "next",
        "end",
        "\0",
        "x",
        "-",
        "??",
        // The last, since every state after it would show it.
        &long,
    ];
    for (number, kind) in all_kinds().enumerate() {
        let mut window = Window::of_form(&mut table, &request(kind));
        for (place, text) in texts.into_iter().enumerate() {
            // Without a referee every text is recorded; of the games with one, each text is tried in a third, or in all.
            if kind != GameKind::Other && (number + place) % 3 != 0 && !is_long() {
                continue;
            }
            let before = window.record(&table).other().unwrap().session().steps().len();
            for act in [play(text), written("irregular", text), written("note", text)] {
                let html = window.act(&mut table, &act).html;
                assert!(html.contains("<section class=\"panel\"") && !html.contains("<script>"), "{kind} {text:?}");
            }
            // Whatever was recorded can be read again, and is the text.
            let record = window.record(&table);
            let played = record.other().unwrap().session().steps().len() - before;
            assert!(played == 0 || kind == GameKind::Other, "{kind} {text:?}");
            if played == 1 {
                assert_eq!(record.other().unwrap().session().steps()[before].text, text.trim());
            }
        }
        for body in ["", "{}", "[]", "7", "{\"act\": 7}", "{\"act\": \"x\", \"kind\": \"x\"}"] {
            let refused = table.answer(&call("act", &window.address(""), body)).unwrap_err();
            assert_eq!(refused.code, "invalid", "{body}");
        }
        let refused = window.fails(&mut table, &json!(format!("resign {}", u32::MAX)));
        assert!(!refused.is_empty());
        assert_eq!(shown(&mut table, &format!("{}&seat=-1", window.address(""))).0, 400);
        assert_eq!(shown(&mut table, &format!("{}&seat=99", window.address(""))).0, 200);
    }
}

#[test]
fn each_call_is_for_its_kind_of_journal() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let game = Window::of_form(&mut table, &request(GameKind::Three)).journal;
    let enochian = begins(&mut table, "game", &json!({ "board": "Air" })).unwrap();
    for is_open in [true, false] {
        let refused = |table: &mut Table<'_>, path: &str, journal: &str| {
            told(table, path, &format!("journal={journal}")).unwrap_err().code
        };
        assert_eq!(refused(&mut table, "glosses", &game), "invalid");
        assert_eq!(refused(&mut table, "ground.svg", &enochian), "invalid");
        assert_eq!(shown(&mut table, &format!("meaning={game}&square=a5")).0, 400);
        let mut window = Window::open(&mut table, &game, "one");
        for wrong in ["pass", "withdraw", "rethrow 3"] {
            let refused = window.act(&mut table, &json!(wrong)).refused();
            assert_eq!(refused, "This act is not one of this game.", "{wrong}");
        }
        if is_open {
            table.journals.clear();
        }
    }
}

/// A game for three that one person plays.
fn alone() -> Value {
    let mut fields = people(GameKind::Three, &["Anna"]);
    fields["title"] = json!("Alone");
    fields
}

#[test]
fn the_notebook_lists_and_finds_games_of_all_kinds() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    for kind in all_kinds() {
        Window::of_form(&mut table, &request(kind));
    }
    let mut three = Window::of_form(&mut table, &alone());
    three.does(&mut table, &[play("Pg7g6"), written("note", "A quiet opening.")]);
    let (_, home) = shown(&mut table, "home");
    assert!(home.contains("7 games") && !home.contains("<p class=\"problem\">"), "{home}");
    let line = |title: &str| {
        let line = home.split("<a class=\"resume\"").find(|line| line.contains(&format!(">{title}</span>")));
        line.unwrap_or_else(|| panic!("{title} in {home}"))
    };
    for (title, next, with) in [
        ("Alone", "<span>Red to act, turn 2</span>", "Knightmare Chess for three · Alone · "),
        ("Gods of Chess", "<span>Set up, not begun</span>", "Anna and Bela · "),
    ] {
        assert!(line(title).contains(next) && line(title).contains(with), "{}", line(title));
    }
    let found = |table: &mut Table<'_>, words: &str| {
        shown(table, &format!("search&q={words}")).1.matches("<a class=\"whole\"").count()
    };
    assert_eq!(found(&mut table, "knightmare three"), 2);
    assert_eq!(found(&mut table, "opening"), 1);
}

#[test]
fn a_copy_of_a_journal_is_told_of_and_not_listed() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    Window::of_form(&mut table, &alone());
    let journals = fs::read_dir(notebook.folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let path = journals.into_iter().find(|path| path.extension().is_some_and(|it| it == "md")).unwrap();
    fs::copy(&path, path.with_file_name(format!("{} 2.md", path.file_stem().unwrap().to_str().unwrap()))).unwrap();
    let (_, home) = shown(&mut table, "home");
    assert_eq!((home.contains("1 game<"), home.matches("<a class=\"resume\"").count()), (true, 1), "{home}");
    assert!(home.contains(" 2 is a copy of "), "{home}");
    assert_eq!(shown(&mut table, "search&q=alone").1.matches("<a class=\"whole\"").count(), 1);
}
