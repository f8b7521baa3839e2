//! What things mean to a person, and what came up again, in the commands and at the prompts.

use std::fs;

use crate::desk::TestDesk;

const FILE: &str = "journals/meanings.toml";

#[test]
fn what_is_remembered_stands_before_the_tradition_with_the_readings_in_which_it_came_up() {
    let desk = TestDesk::new().with_reading("brother", "11");
    let said = desk.says(&["remember", "Gemini", "Two doors."]);
    assert!(said.starts_with("Remembered: Gemini (sign), in ") && said.ends_with("meanings.toml\n"), "{said}");
    desk.says(&["remember", "knight", "of", "air", "my sister"]);
    desk.says(&["remember", "a5 of water", "The gate."]);
    let page = desk.says(&["meaning", "gemini"]);
    let [own, tradition] = ["Two doors.", "sign of the zodiac"].map(|text| page.find(text).unwrap());
    assert!(own < tradition && page.contains("Came up in 1 reading: Is my brother happy"), "{page}");
    // Beside what belongs to it, a square, a piece, and as JSON.
    assert!(desk.says(&["meaning", "Albus"]).contains("Two doors."));
    assert!(desk.says(&["square", "a5", "--board", "water"]).contains("The gate."));
    assert!(!desk.says(&["square", "a5", "--board", "air"]).contains("The gate."));
    assert!(desk.says(&["piece", "aN"]).contains("my sister"));
    let json = desk.json(&["meaning", "gemini"]);
    assert_eq!((&json["own"][0]["sort"], &json["own"][0]["meaning"]), (&"sign".into(), &"Two doors.".into()));
    assert!(json["own"][0]["readings"][0]["turns"].as_array().unwrap().len() > 1, "{json}");
    assert!(desk.json(&["meaning", "leo"])["own"].is_null());
    assert_eq!(desk.json(&["remember"]).as_array().unwrap().len(), 3);
    let log = desk.says(&["journal", "explain", "--form", "landings"]);
    assert!(log.contains("Gemini (sign): Two doors."), "{log}");
}

#[test]
fn a_meaning_is_changed_or_removed_only_when_it_is_asked_for() {
    let desk = TestDesk::new();
    desk.says(&["remember", "Leo", "The lion."]);
    desk.refuses(&["remember", "leo", "again"], 1, &["\"The lion.\"", "enochian remember sign:Leo --edit"]);
    desk.refuses(&["remember", "Virgo", "--edit", "x"], 1, &["nothing is kept of Virgo (sign)"]);
    desk.refuses(&["remember", "Leu", "x"], 1, &["there is nothing called \"Leu\"", "Did you mean \"leo\"?"]);
    desk.refuses(&["remember", "e3", "x"], 1, &["e3 of water"]);
    desk.refuses(&["remember", "sun", "x"], 1, &["planet:Sun or trump:The Sun"]);
    desk.refuses(&["remember", "Virgo"], 1, &["no words were given"]);
    desk.refuses(&["remember", "Leo", "--show", "x"], 1, &["no words"]);
    assert!(desk.says(&["remember", "leo", "--edit", "The heart."]).contains("It was: The lion."));
    let edited = desk.command(&["remember", "Leo", "--edit"]).env("EDITOR", "sed -i s/heart/head/").output().unwrap();
    assert!(edited.status.success(), "{edited:?}");
    assert!(desk.says(&["remember", "Leo", "--show"]).contains("The head."));
    assert!(desk.says(&["remember", "Leo", "--remove"]).contains("It was: The head."));
    assert!(desk.says(&["remember"]).starts_with("Nothing is kept in "));
}

#[test]
fn faults_of_the_file_are_told_with_their_places_and_the_rest_is_shown() {
    let desk = TestDesk::new().with_file(FILE, "# mine\nLeo = \"The lion.\"\nVirgo = \"no end\nLeu = \"x\"\n");
    let shown = desk.run(&["remember"]);
    let [out, err] = [&shown.stdout, &shown.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert_eq!(shown.status.code(), Some(1), "{err}");
    assert!(out.contains("The lion."), "{out}");
    assert!(err.contains("meanings.toml:3:16") && err.contains("meanings.toml:4:7"), "{err}");
    desk.says(&["remember", "Aries", "A door."]);
    let text = fs::read_to_string(desk.path(FILE)).unwrap();
    assert!(text.starts_with("# mine\n") && text.ends_with("Leu = \"x\"\n\"Aries\" = \"A door.\"\n"), "{text}");
    assert!(desk.says(&["meaning", "leo"]).contains("The lion."));
}

#[test]
fn at_the_prompts_a_thing_is_remembered_and_shown_when_a_piece_lands() {
    let desk = TestDesk::new().with_reading("brother", "11");
    let lines = "Anna\n\n\n\n\n\n\nremember Tristitia: Grief that passes.\nremember a5 The gate.\nremember a5 again\nremember Leu: x\nmeaning tristitia\nstop\n";
    let reading = ["read", crate::desk::BROTHER, "--die", "program"];
    let output = desk.types(&reading, lines);
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    for told in [
        "Remembered: Tristitia (figure), in meanings.toml.",
        "Remembered: a5 of Water (square)",
        "a5 of Water (square) means \"The gate.\" to you already",
        "Did you mean \"leo\"?",
        "Tristitia · figure, to you",
    ] {
        assert!(said.contains(told), "{told} in {said}");
    }
}

#[test]
fn what_came_up_in_another_reading_too_is_said_at_the_end() {
    let desk = TestDesk::new().with_reading("brother", "11").with_reading("brother", "12");
    // The same reading once more has all in common.
    let first = desk.journals().remove(0);
    let text = fs::read_to_string(&first).unwrap();
    let (before, id) = text.split_once("id = \"").unwrap();
    let text = format!("{before}id = \"{}{}", if id.starts_with('0') { '1' } else { '0' }, &id[1..]);
    let shown = desk.says(&["journal", "show", first.to_str().unwrap()]);
    assert!(!shown.contains("Named elsewhere"), "{shown}");
    fs::write(desk.path("journals/once-more.md"), text).unwrap();
    for words in [["journal", "show", "once-more"], ["journal", "explain", "once-more"]] {
        let page = desk.says(&words);
        assert!(page.contains("\nCame up again\n  Turn ") && page.contains("; also in [["), "{page}");
    }
    let again = desk.json(&["journal", "explain", "once-more"])["again"].clone();
    assert!(again.as_array().unwrap().len() > 2, "{again}");
}

#[test]
fn what_recurs_takes_eight_readings() {
    let desk = TestDesk::new().with_reading("brother", "11");
    assert!(desk.says(&["journal", "stats", "--recurring"]).contains("Too few to say: it takes at least 8."));
    let json = desk.json(&["journal", "stats", "--recurring"]);
    assert_eq!((&json["readings"], &json["least"], &json["things"]), (&1.into(), &8.into(), &serde_json::json!([])));
}
