//! `board`, `square` and `piece`, as they are run.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test may fail so")]

use std::io::Read;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};

fn enochian(arguments: &[&str]) -> Output {
    Command::new(cargo_bin!("enochian")).args(arguments).env_remove("CLICOLOR_FORCE").output().unwrap()
}

/// What a command that succeeds prints: legible without a terminal, so without anything a terminal obeys.
fn page(arguments: &[&str]) -> String {
    let output = enochian(arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100 && line.trim_end() == line), "{text}");
    text
}

fn json(arguments: &[&str]) -> Value {
    let arguments = [arguments, &["--json"]].concat();
    let output = enochian(&arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What a command that fails says, and its exit code.
fn refusal(arguments: &[&str]) -> (i32, String) {
    let output = enochian(arguments);
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    (output.status.code().unwrap(), text)
}

/// The piece that a name finds.
fn code(name: &str) -> String {
    json(&["piece", name])["code"].as_str().unwrap().to_owned()
}

#[test]
fn f5_of_the_air_board_as_the_published_reading_has_it() {
    let square = json(&["square", "f5", "--board", "air"]);
    assert_eq!(square["square"], "f5");
    assert_eq!(square["sheet"], "W4c");
    assert_eq!(square["board"], "Air");
    assert_eq!(square["angle"], "Water");
    assert_eq!(square["phrase"], "the earthy part of the fiery part of the watery part of Air");
    assert_eq!(square["force"], "Capricorn");
    assert_eq!(square["house"], 10);
    assert_eq!(square["house_name"], "Honour");
    assert_eq!(square["trump"], "XV The Devil");
    assert_eq!((&square["letter"], &square["glyph"]), (&json!("Ayin"), &json!("ע")));
    assert_eq!(square["figure"], json!({ "name": "Carcer", "rows": [1, 2, 2, 1] }));
    assert_eq!(square["world"], "Assiah");
    assert_eq!(square["triangles"].as_array().unwrap().len(), 4);
    assert_eq!(square["triangles"][0]["colour"], "yellow");
    assert_eq!(square["triangles"][0]["flashing"], "mauve");
    assert_eq!(square.get("piece"), None);
}

#[test]
fn an_elements_own_square_has_no_house() {
    let square = json(&["square", "a8", "--board", "Air"]);
    assert_eq!((&square["force"], &square["house"], &square["matters"]), (&json!("Air"), &Value::Null, &json!([])));
    assert!(page(&["square", "a8", "--board", "Air"]).contains("none: Air itself in the Air angle"));
}

#[test]
fn a_square_is_found_by_both_its_names_in_any_case() {
    let f5 = json(&["square", "f5", "--board", "air"]);
    for (name, board) in [("F5", "AIR"), ("W4c", "Air"), ("w4C", "a")] {
        assert_eq!(json(&["square", name, "--board", board]), f5, "{name}");
    }
}

#[test]
fn the_page_of_a_square_says_everything_of_it() {
    let text = page(&["square", "f5", "--board", "air", "--piece", "water knight"]);
    for said in [
        "f5 on the Air board",
        "W4c on the sheets, in the Water angle",
        "Capricorn, the earthy part of the fiery part of the watery part of Air",
        "10th, Honour: career, honour, rulers",
        "Saturn",
        "XV The Devil",
        "Ayin ע",
        "Carcer",
        "Assiah",
        "slow; hours to days",
        "mauve",
        "Knight of Water lands here",
        "Sebek",
        "friendly, Fire on Earth · each supports the other",
    ] {
        assert!(text.contains(said), "{said} in\n{text}");
    }
}

#[test]
fn a_kings_planet_waits_for_the_querent() {
    let king = ["square", "f5", "--board", "air", "--piece", "king of earth"];
    assert_eq!(json(&king)["piece"]["planet"], Value::Null);
    assert!(page(&king).contains("see --querent"));
    assert_eq!(json(&[&king[..], &["--querent", "water"]].concat())["piece"]["planet"], "Neptune");
    assert_eq!(json(&["piece", "eK", "--querent", "earth"])["planet"], "Sun");
    let by_querent = &json(&["piece", "eK"])["planet_by_querent"];
    assert_eq!(by_querent, &json!({ "Air": "Uranus", "Earth": "Sun", "Fire": "Pluto", "Water": "Neptune" }));
    assert!(page(&["piece", "aK"]).contains("Sun if the querent is Air, otherwise Uranus"));
}

#[test]
fn without_a_board_a_square_is_shown_on_all_four() {
    let square = json(&["square", "f5"]);
    assert_eq!((&square["square"], &square["sheet"]), (&json!("f5"), &json!("W4c")));
    let boards: Vec<_> = square["boards"].as_array().unwrap().iter().map(|on| (&on["board"], &on["force"])).collect();
    assert_eq!(boards[0], (&json!("Air"), &json!("Capricorn")));
    assert_eq!(boards[3], (&json!("Earth"), &json!("Virgo")));
    let text = page(&["square", "f5", "--piece", "Sebek"]);
    assert!(text.contains("on the four boards") && text.contains("knight of Water landing there"), "{text}");
}

#[test]
fn a_board_shows_its_64_squares_twice() {
    for board in ["air", "Water", "FIRE", "eArTh"] {
        let text = page(&["board", board]);
        let grid: Vec<&str> = text.lines().take(30).collect();
        assert!(grid.iter().all(|line| line.chars().count() <= 80), "{text}");
        let squares = json(&["board", board])["squares"].as_array().unwrap().clone();
        assert_eq!(squares.len(), 64);
        for square in squares {
            let (name, sheet) = (square["square"].as_str().unwrap(), square["sheet"].as_str().unwrap());
            assert_eq!(text.matches(&format!(" {sheet} ")).count(), 2, "{sheet} in\n{text}");
            assert_eq!(square, json(&["square", name, "--board", board]));
            if board != "air" {
                break; // One board all through is proof enough, and 64 runs are slow enough.
            }
        }
    }
}

#[test]
fn a_board_may_be_limited_to_an_angle_and_named_otherwise() {
    let squares = json(&["board", "air", "--angle", "water"])["squares"].clone();
    assert_eq!(squares.as_array().unwrap().len(), 16);
    assert_eq!((&squares[0]["square"], &squares[15]["square"]), (&json!("e8"), &json!("h5")));
    let text = page(&["board", "air", "--angle", "water", "--naming", "gnostic"]);
    assert!(text.contains("Gnostic chess") && text.contains("Thrones: Blue (Water) on h8."), "{text}");
    assert!(!text.contains("The Air angle"));
}

#[test]
fn pieces_are_found_by_whatever_they_are_called() {
    for name in
        ["air knight", "knight of air", "Knight of the Air", "Air's knight", "aN", "AN", "Seb", "Knight of Swords"]
    {
        assert_eq!(code(name), "aN", "{name}");
    }
    for name in ["an", "air knight pawn", "pawn of knight of Air", "Kabexnuv of air", "hawk of air"] {
        assert_eq!(code(name), "an", "{name}");
    }
    for (name, found) in [
        ("pawn of rook of water", "wr"),
        ("water rook pawn", "wr"),
        ("king of fire", "fK"),
        ("Horus", "eN"),
        ("Sebek", "wN"),
        ("ptah", "wK"),
        ("Chnupis", "fK"),
        ("shu zoan", "aB"),
        ("ace of wands", "fK"),
    ] {
        assert_eq!(code(name), found, "{name}");
    }
    let unquoted = json(&["piece", "knight", "of", "air"]);
    assert_eq!(unquoted["code"], "aN");
    assert_eq!(json(&["piece", "purple queen", "--naming", "gnostic"])["code"], "aQ");
}

#[test]
fn a_piece_as_programs_hear_of_it() {
    let piece = json(&["piece", "aN"]);
    assert_eq!(piece["piece"], "knight of Air");
    assert_eq!(piece["god"], "Seb");
    assert_eq!(piece["element"], "Fire");
    assert_eq!(
        (&piece["court_card"], &piece["court_card_also"]),
        (&json!("Knight of Swords"), &json!(["King of Swords"]))
    );
    assert_eq!(
        (&piece["planet"], &piece["reverse"], &piece["colour"]),
        (&json!("Jupiter"), &json!("red"), &json!("yellow"))
    );
    assert_eq!(piece["pawn"]["god"], "Kabexnuv");
    assert_eq!(piece["starts"][0], json!({ "array": "Air of Air & Water", "square": "c8" }));
    assert_eq!(piece["starts"].as_array().unwrap().len(), 8);

    let pawn = json(&["piece", "wr"]);
    assert_eq!((&pawn["god"], &pawn["form"], &pawn["planet"]), (&json!("Ameshet"), &json!("man"), &json!("Venus")));
    assert_eq!(pawn["serves"]["code"], "wR");
    assert!(page(&["piece", "wr"]).contains("one step left, towards file a"));
}

/// The starting squares are told without a position; here they are held against one.
#[test]
fn pieces_start_where_the_arrays_set_them() {
    use enochian::chess::{Army, Array, Direction, Position};
    for piece in ["aN", "wr", "fQ", "eb", "eK"] {
        for start in json(&["piece", piece])["starts"].as_array().unwrap() {
            let array: Array = start["array"].as_str().unwrap().parse().unwrap();
            let square = start["square"].as_str().unwrap().parse().unwrap();
            let position = Position::start(array, Army::Air, Direction::Deosil);
            assert!(position.pieces_at(square).any(|there| there.code() == piece), "{piece} in {array}");
        }
    }
}

#[test]
fn what_is_wrong_is_told_with_the_way_out() {
    for (arguments, said) in [
        (
            &["board", "eart"][..],
            "there is no board \"eart\"; expected Air, Water, Fire or Earth. Did you mean \"Earth\"?",
        ),
        (&["board", "air", "--angle", "spirit"], "there is no angle \"spirit\""),
        (&["board", "air", "--naming", "gnostik"], "Did you mean \"gnostic\"?"),
        (&["square", "i9"], "such as f5"),
        (&["square", "4c", "--board", "air"], "say which: A4c, W4c, F4c, E4c"),
        (&["square", "f5", "--board", "aire"], "Did you mean \"Air\"?"),
        (&["square", "f5", "--piece", "aN", "--querent", "me"], "there is no army \"me\""),
        (&["piece", "knihgt of air"], "Did you mean \"knight of Air\"?"),
        (&["piece", "Horas"], "Did you mean \"Horus\"?"),
        (&["piece", "Kabexnuv"], "the pawn of knight of Air or the pawn of knight of Water"),
        (&["piece", "pawn"], "may be any of 16 pieces"),
        (&["piece", ""], "there is no piece \"\""),
        (&["board", "\u{1b}[31m"], "␛[31m"),
        (&["square", "\u{1b}]0;x\u{7}"], "␛]0;x␇"),
        (&["piece", "\u{202e}\u{9b}2J\r"], "\\u{202e}\\u{9b}2J"),
    ] {
        let (code, text) = refusal(arguments);
        assert_eq!(code, 1, "{arguments:?}");
        assert!(text.contains(said), "{said} in {text}");
    }
}

#[test]
fn a_command_that_cannot_be_understood_exits_with_2() {
    for arguments in
        [&["board"][..], &["square"], &["piece"], &["square", "f5", "--querent", "air"], &["board", "air", "-x"]]
    {
        assert_eq!(refusal(arguments).0, 2, "{arguments:?}");
    }
}

#[test]
fn a_pipe_is_coloured_only_when_that_is_asked_for() {
    let coloured = |variable, value| {
        let mut command = Command::new(cargo_bin!("enochian"));
        command.args(["board", "air"]).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env(variable, value);
        command.output().unwrap().stdout.contains(&0x1b)
    };
    assert!(coloured("CLICOLOR_FORCE", "1"));
    assert!(!coloured("NO_COLOR", "1"));
}

/// A reader's terminal has 80 columns; where there is none, a page has as many.
#[test]
fn pages_fit_80_columns_and_break_no_word() {
    let notebook = tempfile::tempdir().unwrap();
    let mut config = Command::new(cargo_bin!("enochian"));
    let config = config.args(["config", "--journals", "/a/folder/of/thirty/letters/more"]).current_dir(&notebook);
    let config = String::from_utf8(config.output().unwrap().stdout).unwrap();
    let boards = ["air", "water", "fire", "earth"].map(|board| page(&["board", board]));
    for text in boards.iter().chain([&page(&["arrays"]), &page(&["square", "f5"]), &config]) {
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
    for word in ["Judgement", "Temperance", "Hierophant", "Acquisitio", "Sagittarius", "Draconis"] {
        assert!(boards[0].split_whitespace().any(|it| it == word), "{word} in {}", boards[0]);
    }
    assert!(config.contains("/a/folder/of/thirty/letters/more ") && config.contains(" golden-dawn,"), "{config}");
}

#[test]
fn a_reader_may_leave_early() {
    for arguments in [&["board", "air"][..], &["board", "air", "--json"], &["piece", "aN"]] {
        let mut child = Command::new(cargo_bin!("enochian"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(child.wait().unwrap().success() && said.is_empty(), "{arguments:?}: {said}");
    }
}
