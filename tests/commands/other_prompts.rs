//! The other games at the prompts: typed from a pipe, by a person at a terminal, and resumed.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Output;

use enochian::correspondences::Correspondences;
use enochian::games::GameState;
use enochian::input::Source;
use enochian::journal;
use enochian::record::{Record, RecordedAct};
use serde_json::Value;

#[cfg(unix)]
use crate::desk::Person;
use crate::desk::{TestDesk, files, only, said, spawn, succeeded, told, wait_for};
use crate::sample::short_or_whole;

/// A command, with lines typed at its prompts.
fn run(desk: &TestDesk, arguments: &[&str], lines: &[&str]) -> Output {
    desk.types(arguments, lines.iter().map(|line| format!("{line}\n")).collect::<String>())
}

/// The command `game`, in the same way.
fn play(desk: &TestDesk, arguments: &[&str], lines: &[&str]) -> Output {
    run(desk, &[&["game"], arguments].concat(), lines)
}

#[cfg(unix)]
/// The command `game` at a terminal of 40 lines and 90 columns.
fn at_a_terminal(desk: &TestDesk, arguments: &[&str]) -> Person {
    let mut command = desk.command(&[&["game"], arguments].concat());
    command.env("NO_COLOR", "1");
    Person::with_size(90, 40, command)
}

/// The record of the only journal in a folder, whose every line is as the program writes it.
fn record(folder: &Path) -> Record {
    let (path, correspondences) = (only(files(folder, "md")), Correspondences::embedded());
    let source = Source::read(&path, journal::LIMIT).unwrap();
    let checked = journal::check(&source, correspondences);
    assert!(checked.diagnostics.is_empty(), "{}", checked.diagnostics);
    journal::read(&path, correspondences).unwrap_or_else(|errors| panic!("{errors}"))
}

fn texts(record: &Record) -> Vec<String> {
    record.play().acts().iter().map(RecordedAct::text).collect()
}

const MOVE: &str = "Move (number or text):";

#[test]
fn acts_are_typed_by_number_by_text_and_by_a_part_of_it() {
    let desk = TestDesk::new();
    let lines = [
        "Ann, Ben, Cleo",
        "",   // Names and title.
        "13", // Pg7g5
        "Ng2e3",
        "d2d4",
        "b7",
        "note The first.",
        "Pb7b5",
        "back",
        "b5",
        "99",
        "hello",
        "stop",
    ];
    let (said, errors) = desk.types_on(&["game", "--kind", "three"], &lines.join("\n"));
    for (error, start) in errors.iter().zip([
        "\"b7\" can mean several; type more of it, or a number: ",
        "there is no number 99; the last is ",
        "\"hello\" is none of the moves; type moves for a list",
    ]) {
        assert!(error.starts_with(start), "no {start:?} in {errors:#?}");
    }
    assert_eq!(errors.len(), 3, "{errors:#?}");
    for shown in [
        "White: Ann; Red: Ben; Black: Cleo",
        "── Turn 1 · White · Ann plays",
        "   1 Ng8f6   3 Pb7b5",
        "White: pawn from g7 to g5.",
        "Note added.",
        "Taken back: the move Pb7b5 by White in turn 4.",
        "Stopped. Resume with: enochian game --resume",
        "The last turn was 4, White.\nWhite: pawn from b7 to b5.",
        "The last note on turn 4: The first.",
    ] {
        assert!(said.contains(shown), "no {shown:?} in:\n{said}");
    }
    let record = record(&desk.path("journals"));
    assert_eq!(texts(&record), ["Pg7g5", "Ng2e3", "Pd2d4", "Pb7b5"]);
    assert_eq!(record.notes().len(), 1);
    assert_eq!(record.heading().seats.players, ["Ann", "Ben", "Cleo"]);
}

#[test]
fn cards_irregular_moves_and_resignations_are_acts() {
    let desk = TestDesk::new();
    // White's king on d8 is attacked along the file, so a move of another piece is irregular.
    let start = "#2wK3#/#6#/8/3rR4/8/wP7/7rK/bK7 w - - - - 0";
    let lines = [
        "irregular",
        "irregular Kd8c8",
        "irregular Pa3a2",
        "yes",
        "resign x",
        "resign",
        "no",
        "card",
        "card \"Haste\": move h2g3, turn b",
        "resign black",
        "yes",
        "moves",
        "board",
        "turns",
        "conclude",
        "yes",
    ];
    let arguments = ["game", "--kind", "three", "--start", start, "--players", "Ann", "--title", "Odd"];
    let (said, refused) = desk.types_on(&arguments, &lines.join("\n"));
    assert_eq!(refused.len(), 4, "{refused:?}");
    let record = record(&desk.path("journals"));
    assert_eq!(texts(&record)[..2], ["Pa3a2", "card \"Haste\": move h2g3, turn b"]);
    let irregular: Vec<bool> = record.play().steps().iter().map(|step| step.irregular.is_some()).collect();
    assert_eq!(irregular[..2], [true, true]);
    assert!(texts(&record).iter().any(|text| text == "resign b"), "{:?}", texts(&record));
    assert!(said.contains("is against the rules: "), "{said}");
    assert!(record.closing().is_some());
}

#[test]
fn a_game_without_a_referee_takes_free_texts() {
    let desk = TestDesk::new();
    // One seat is too few.
    let output = play(&desk, &["--kind", "other"], &["North"]);
    assert!(told(&output).starts_with("error: line 1 of the input: "), "{}", told(&output));
    let lines = [
        "North, East, West",
        "Ann, Ben",
        "Tiles",
        "",
        "",
        "Ben",
        "lays the green tile",
        "draws a card",
        "undo",
        "note Slow.",
        "next west",
        "passes",
        "turns",
        "end",
        "end North has won",
    ];
    let (said, refused) = desk.types_on(&["game", "--kind", "other"], &lines.join("\n"));
    let record = record(&desk.path("journals"));
    assert_eq!(texts(&record), ["lays the green tile", "next West", "passes", "end North has won"]);
    assert_eq!(record.heading().seats.players, ["Ann", "Ben", "Ben"]);
    assert!(record.closing().is_some());
    assert!(
        said.contains("not refereed: the acts are recorded as they were typed") && said.contains("North has won"),
        "{said}"
    );
    assert!(
        fs::read_to_string(desk.journal())
            .unwrap()
            .contains("> ∴ Not refereed: the acts are recorded as they were typed")
    );
    assert_eq!(refused.len(), 1, "end needs a result: {refused:?}");
}

/// What follows `--kind gods`, when the program deals from the seed 5.
const DEALT: [&str; 8] = ["--kind", "gods", "--seed", "5", "--players", "Ann, Ben", "--title", "Cards"];

#[test]
fn a_seed_deals_the_same_cards_again_also_after_a_pause_and_after_taking_back() {
    let (whole, broken) = (TestDesk::new(), TestDesk::new());
    let lines = ["Pe2e4", "keep", "Pd7d5", "keep", "Pe4xd5", "defend", "1", "high", "stop"];
    let output = play(&whole, &DEALT, &lines);
    succeeded(&output);
    assert!(said(&output).contains("the journal file holds them all"), "{}", said(&output));
    play(&broken, &DEALT, &["Pe2e4", "keep", "stop"]);
    // The deal is no decision, so the last one taken back is White's.
    let resumed = |lines: &[&str]| play(&broken, &["--resume"], lines);
    let output = resumed(&["back", "back", "back"]);
    assert!(told(&output).contains("there is nothing to take back"), "{}", told(&output));
    assert_eq!(texts(&record(&broken.path("journals"))).len(), 1, "the deal stays");
    for lines in [&["Pe2e4", "keep", "Pd7d5", "stop"][..], &["keep", "Pe4xd5", "defend", "1", "high", "stop"]] {
        succeeded(&resumed(lines));
    }
    let (whole, broken) = (record(&whole.path("journals")), record(&broken.path("journals")));
    assert_eq!(texts(&whole), texts(&broken));
    assert!(whole.play().steps().iter().filter(|step| step.text.starts_with("deal ")).count() >= 1);
    assert!(texts(&whole).iter().any(|text| text.starts_with("battle ")), "{:?}", texts(&whole));
}

/// The hands of a position of Gods of Chess.
fn hands(state: &dyn GameState) -> [String; 2] {
    let text = state.text();
    let hands = text.split(' ').nth(6).unwrap();
    let (white, black) = hands.split_once('/').unwrap();
    [white, black].map(str::to_owned)
}

/// The cards of a hand as the screen shows them.
fn spaced(hand: &str) -> String {
    let cards: Vec<String> = hand.as_bytes().chunks(2).map(|card| String::from_utf8_lossy(card).into_owned()).collect();
    cards.join(" ")
}

#[cfg(unix)]
#[test]
fn on_one_screen_a_player_sees_only_that_players_cards() {
    let desk = TestDesk::new();
    let mut person = at_a_terminal(&desk, &DEALT);
    let before = person.types("Hand the screen to Ann (White). Ann, press Enter:", "");
    assert!(before.contains("\u{1b}[2J") && before.contains("\u{1b}[3J"), "the screen is cleared: {before:?}");
    let dealt = record(&desk.path("journals"));
    let [white, black] = hands(dealt.state().as_ref()).map(|hand| spaced(&hand));
    let shown = person.types(MOVE, "Pe2e4");
    assert!(shown.contains(&white) && !shown.contains(&black), "{shown}");
    let shown = person.types(MOVE, "keep");
    assert!(!shown.contains(&black), "{shown}");
    let shown = person.types("Hand the screen to Ben (Black). Ben, press Enter:", "");
    assert!(!shown.contains(&white) && !shown.contains(&black), "{shown}");
    // What White did is told to Black, but what White typed cannot be called back.
    assert!(shown.contains("pawn from e2 to e4"), "{shown}");
    let shown = person.types(MOVE, "\u{1b}[A");
    assert!(shown.contains(&black) && !shown.contains(&white), "{shown}");
    person.types(MOVE, "turns");
    assert!(!person.types(MOVE, "stop").contains(&white.replace(' ', "")));
    assert_eq!(person.leaves(), 0);
    // Whoever plays both sides sees everything, and so does nobody at a pipe.
    let desk = TestDesk::new();
    let output = play(&desk, &DEALT, &["Pe2e4", "keep", "stop"]);
    assert!(!said(&output).contains("Hand the screen"), "{}", said(&output));
}

#[test]
fn at_a_real_table_cards_are_typed_as_they_are_shown() {
    let desk = TestDesk::new();
    let lines = [
        "Ann, Ben",
        "",
        "players",
        "",
        "Pe2e4",
        "keep",
        "Pd7d5",
        "keep",
        "e4xd5",
        "defend",
        "2c 3d 2c",
        "2C, 3D 10h",
        "7h",
        "high",
        "7c8c9cJc/7d8d9dTd 2s3s",
        "stop",
    ];
    let (said, refused) = desk.types_on(&["game", "--kind", "gods"], &lines.join("\n"));
    let record = record(&desk.path("journals"));
    let texts = texts(&record);
    assert_eq!(texts[..6], ["deal", "Pe2e4", "keep", "Pd7d5", "keep", "Pe4xd5"]);
    assert_eq!(texts[6..], ["defend", "field 2c3dTh", "discard 7h", "high", "battle 7c8c9cJc/7d8d9dTd 2s3s"]);
    assert_eq!(refused.len(), 1, "one card cannot lie twice: {refused:?}");
    assert!(said.contains("Cards for field ?????? (Enter: leave ?? open):"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_pass_takes_no_line_of_its_own_and_taking_back_is_meant() {
    let desk = TestDesk::new();
    let start = "8/8/8/5wK2/2nP5/3nK3bK/6nR1/2nP4rK r - - - - 130";
    let mut person = at_a_terminal(&desk, &["--kind", "free", "--start", start, "--players", "Ann", "--title", "x"]);
    person.sees("── Turn 131 · Red");
    person.sees("── Turn 132 · Brown");
    person.types(MOVE, "note so be it");
    person.types(MOVE, "undo");
    person.sees("there is nothing to take back");
    person.types(MOVE, "1");
    person.types(MOVE, "undo");
    person.types("in turn 132? (yes, no) [yes]", "no");
    person.types(MOVE, "undo");
    person.types("in turn 132? (yes, no) [yes]", "");
    person.types(MOVE, "stop");
    assert_eq!(person.leaves(), 0);
    let record = record(&desk.path("journals"));
    assert_eq!(texts(&record), ["--"]);
    assert_eq!(record.entries().len(), 4, "a pass, a note, a move, and that it was taken back");
    // The end of a free game is meant too.
    let desk = TestDesk::new();
    let arguments = ["--kind", "other", "--seats", "North,East", "--players", "Ann", "--title", "x"];
    let mut person = at_a_terminal(&desk, &arguments);
    person.types("What happens?", "end of the first round");
    person.types("(yes, no)", "no");
    person.types("What happens?", "end East has won");
    person.types("(yes, no)", "yes");
    person.sees("East has won");
    assert_eq!(person.leaves(), 0);
}

/// Waits until a journal holds a text.
fn until_saved(folder: &Path, text: &str) {
    let holds = |path: &PathBuf| fs::read_to_string(path).is_ok_and(|it| it.contains(text));
    wait_for(&format!("{text} is saved"), || files(folder, "md").first().is_some_and(holds));
}

#[test]
fn a_killed_game_is_resumed_where_it_was() {
    for (kind, lines) in [
        ("three", ["Pg7g5", "Ng2e3", "Pd2d4", "Pb7b5"]),
        ("free", ["1", "1", "1", "1"]),
        ("team", ["1", "1", "1", "1"]),
        ("faith", ["1", "2", "3", "4"]),
        ("other", ["north waits", "east waits", "west waits", "north again"]),
    ] {
        let desk = TestDesk::new();
        let seats: &[&str] = if kind == "other" { &["--seats", "North,East,West"] } else { &[] };
        let arguments = [&["--kind", kind, "--players", "Ann", "--title", "x"], seats].concat();
        let (first, second) = lines.split_at(2);
        let mut child = spawn(desk.command(&["game"]).args(arguments));
        let mut input = child.stdin.take().unwrap();
        input.write_all(first.iter().map(|line| format!("{line}\n")).collect::<String>().as_bytes()).unwrap();
        until_saved(&desk.path("journals"), "**2 · ");
        child.kill().unwrap();
        child.wait().unwrap();
        let before = texts(&record(&desk.path("journals"))).len();
        assert_eq!(before, 2, "{kind}");
        let output = play(&desk, &["--resume"], &[second, &["stop"]].concat());
        succeeded(&output);
        let record = record(&desk.path("journals"));
        assert_eq!(texts(&record).len(), 4, "{kind}");
        assert_eq!(record.state().turn(), 5, "{kind}");
    }
}

#[test]
fn every_kind_plays_itself_and_its_journal_is_listed_checked_shown_and_replayed() {
    for kind in ["three", "free", "team", "gods", "faith"] {
        let desk = TestDesk::new();
        let auto = ["--kind", kind, "--auto", "--seed", "3", "--limit", short_or_whole("12", "40"), "--json"];
        let output = play(&desk, &auto, &[]);
        succeeded(&output);
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        let record = record(&desk.path("journals"));
        assert_eq!(json["kind"], kind);
        assert_eq!(json["position"], record.state().text());
        assert_eq!(json["turns"].as_array().unwrap().len(), texts(&record).len());
        assert_eq!(json["turns"][0]["move"], texts(&record)[0]);
        // The same seed plays the same game.
        let again = TestDesk::new();
        let other: Value = serde_json::from_slice(&play(&again, &auto, &[]).stdout).unwrap();
        assert_eq!(json["turns"], other["turns"]);

        let shown = |arguments: &[&str], lines: &[&str]| {
            let output = run(&desk, arguments, lines);
            succeeded(&output)
        };
        assert!(shown(&["journal", "check"], &[]).starts_with("No errors: "));
        let list = shown(&["journal", "list"], &[]);
        assert!(list.lines().nth(2).unwrap().contains(&format!("  {kind} ")), "{list}");
        let page = shown(&["journal", "show"], &[]);
        assert!(page.contains("The board") && page.contains(texts(&record).last().unwrap()), "{page}");
        let replay = shown(&["journal", "replay"], &["", "n", "b", "5", "0", "turns", "q"]);
        assert!(replay.contains("── The start") && replay.contains("── Turn 5 ·"), "{replay}");
        shown(&["journal", "note", "@", "--turn", "3", "A word about penguins."], &[]);
        shown(&["journal", "tag", "@", "liked"], &[]);
        assert!(shown(&["journal", "search", "penguins"], &[]).contains("penguins"));
        assert!(shown(&["journal", "show"], &[]).contains(": A word about penguins."));
        assert!(shown(&["journal", "list", &format!("only:{kind}"), "tag:liked"], &[]).contains("1 journal."));
        assert!(shown(&["journal", "list", "only:other"], &[]).starts_with("No journal in "));
        assert!(shown(&["journal", "list", "only:games", "--json"], &[]).contains(&format!("\"kind\": \"{kind}\"")));
        // What is for readings and games of Enochian chess says so.
        for command in [&["explain", "@"][..], &["explain", "@", "@"], &["outcome", "@", "true", "so"]] {
            let output = run(&desk, &[&["journal"], command].concat(), &[]);
            assert_eq!(output.status.code(), Some(1), "{command:?}");
            assert_eq!(
                told(&output).lines().filter(|line| line.starts_with("error: ")).count(),
                1,
                "{}",
                told(&output)
            );
        }
        let output = run(&desk, &["journal", "stats"], &[]);
        succeeded(&output);
        assert!(told(&output).contains("1 game other than Enochian chess left out"), "{}", told(&output));
        let output = play(&desk, &["--resume", "@"], &[]);
        assert!(
            told(&output).contains(&format!("start another game with enochian game --kind {kind}")),
            "{}",
            told(&output)
        );
    }
}

#[test]
fn a_set_up_is_read_from_a_file_and_any_command_that_plays_resumes() {
    let desk = TestDesk::new();
    let file = desk.path("mine.toml");
    // Without its pawns every army has 23 pieces.
    let setup = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/data/games/faith.toml")).unwrap();
    let (without, _) = setup.split_once("pawn = [").unwrap();
    fs::write(&file, without).unwrap();
    let arguments = ["--kind", "faith", "--start", file.to_str().unwrap(), "--players", "Ann", "--title", "x"];
    let output = play(&desk, &arguments, &["1", "stop"]);
    succeeded(&output);
    assert!(!record(&desk.path("journals")).game().start().text().contains("rP"), "{}", said(&output));
    succeeded(&run(&desk, &["read", "--resume", "x"], &["1", "stop"]));
    assert_eq!(texts(&record(&desk.path("journals"))).len(), 2);
    fs::write(&file, "king = [\"zz9\"]\n").unwrap();
    let output = play(&desk, &arguments, &[]);
    assert!(told(&output).contains("mine.toml") && !output.status.success(), "{}", told(&output));
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_deleted_is_told_of_and_the_game_saved_elsewhere() {
    let desk = TestDesk::new();
    let path = desk.path("journals");
    let mut person = at_a_terminal(&desk, &["--kind", "three", "--players", "Ann", "--title", "x"]);
    person.types(MOVE, "1");
    until_saved(&path, "**1 · ");
    fs::remove_dir_all(&path).unwrap();
    person.types(MOVE, "1");
    person.sees("memory.");
    let new = desk.path("kept");
    person.types("Save the journal in which folder?", new.to_str().unwrap());
    person.sees("continued in");
    person.types(MOVE, "stop");
    assert_eq!(person.leaves(), 0);
    assert_eq!(texts(&record(&new)).len(), 2);
}
