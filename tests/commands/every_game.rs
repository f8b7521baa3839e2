//! One list of commands for every game: played to an end and exported; the other games also at a terminal, resumed after a kill
//! and studied.

use std::fs;
use std::path::Path;

use enochian::games::{Actor, GameKind};
use enochian::record::{Closing, Entry, RecordedAct};
use enochian::render::ShownAct;

use crate::desk::{Person, TestDesk, read_journal, succeeded, told, wait_for_some};
use crate::sample::short_or_whole;

/// The prompt at which an act is typed.
const PROMPT: &str = "(number or text): ";

/// Types an act in one of three ways, and waits until it is in the journal. What chance does before is the program's.
fn types_an_act(terminal: &mut Person, journal: &Path, number: usize) {
    terminal.sees(PROMPT);
    let (before, length) = (read_journal(journal), fs::metadata(journal).unwrap().len());
    let state = before.state();
    assert!(matches!(state.actor(), Actor::Seat(_)), "{:?}", state.actor());
    let acts: Vec<String> = state.acts().into_iter().map(|act| act.text).collect();
    let index = number * 7 % acts.len();
    let act = &acts[index];
    // Whether an act takes something follows from the position, so the x tells nothing apart.
    let bare = |text: &str| text.replace('x', "");
    let unique = |part: &&str| acts.iter().filter(|act| bare(act).contains(&bare(part))).count() == 1;
    let typed = match number % 3 {
        0 => act.clone(),
        1 => (index + 1).to_string(),
        _ => (1..act.len()).map(|length| &act[..length]).find(unique).map_or(act.clone(), str::to_owned),
    };
    terminal.enters(&typed);
    let entries = before.entries().len();
    let after = wait_for_some(&format!("{act} (typed as {typed}) is saved"), || {
        // To read it takes long.
        let is_longer = fs::metadata(journal).unwrap().len() > length;
        is_longer.then(|| read_journal(journal)).filter(|record| record.entries().len() > entries)
    });
    let Some(Entry::Act(RecordedAct::Other(played))) = after.entries().get(entries) else {
        panic!("{:?}", after.entries().get(entries))
    };
    assert_eq!(&played.text, act, "typed as {typed}");
}

fn every_command(kind: GameKind) {
    let desk = TestDesk::new();
    let name = kind.name();

    // Played at a terminal.
    let mut words = vec!["game", "--kind", name, "--players", "Anna", "--title", "Club *evening*"];
    if kind == GameKind::Gods {
        // The program deals, always the same.
        words.extend(["--seed", "5"]);
    }
    let mut terminal = Person::at(desk.command(&words));
    let path = wait_for_some("there is a journal", || desk.journals().pop());
    for number in 0..short_or_whole(3, 8) {
        types_an_act(&mut terminal, &path, number);
    }
    terminal.sees(PROMPT);
    terminal.enters("note an odd *opening*");
    wait_for_some("the note is saved", || {
        read_journal(&path).notes().first().map(|note| assert_eq!(note.words, "an odd *opening*"))
    });
    terminal.sees(PROMPT);
    let before = read_journal(&path).play().steps().len();
    terminal.enters("back");
    terminal.sees("Take back");
    terminal.enters("yes");
    wait_for_some("an act is taken back", || (read_journal(&path).play().steps().len() < before).then_some(()));
    types_an_act(&mut terminal, &path, 9);

    // Killed, and resumed.
    let whole = fs::read(&path).unwrap();
    terminal.0.get_process_mut().kill(expectrl::process::unix::Signal::SIGKILL).unwrap();
    drop(terminal);
    assert!(fs::read(&path).unwrap().starts_with(&whole), "what was acknowledged is there");
    let mut terminal = Person::at(desk.command(&["game", "--resume"]));
    for number in 10..short_or_whole(11, 13) {
        types_an_act(&mut terminal, &path, number);
    }
    terminal.sees(PROMPT);
    terminal.enters("stop");
    terminal.sees("Stopped");
    terminal.rest();

    // Studied.
    let record = read_journal(&path);
    let file = path.to_str().unwrap();
    assert!(desk.says(&["journal", "check"]).contains("No errors"));
    let listed = desk.says(&["journal", "list"]);
    assert!(listed.contains("Club") && listed.contains(name), "{listed}");
    assert!(desk.says(&["journal", "search", "opening"]).contains("opening"));
    // Without the cards that a player may not know.
    let last = ShownAct::standing(&record).pop().unwrap();
    let shown = desk.says(&["journal", "show", file]);
    assert!(shown.contains("an odd") && shown.contains("Anna") && shown.contains(&last.text), "{shown}");
    let mut terminal = Person::at(desk.command(&["journal", "replay", file]));
    for turn in 1..=record.play().steps().iter().map(|step| step.turn).max().unwrap() {
        terminal.sees("Enter");
        terminal.enters("");
        terminal.sees(&format!("Turn {turn} ·"));
    }
    drop(terminal);
    desk.says(&["journal", "tag", file, "club"]);
    desk.says(&["journal", "note", file, "A good evening."]);
    assert!(read_journal(&path).tags().iter().any(|tag| tag.as_str() == "club"));
    for journals in [&[file][..], &[file, file]] {
        let refused = desk.command(&[&["journal", "explain"], journals].concat()).output().unwrap();
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(!refused.status.success() && told.contains("Enochian"), "{journals:?}: {told}");
    }

    // Exported, also as a picture of an earlier turn; the test of every game below exports in each format.
    let formats = ["html", "svg", "markdown", "png", "json"];
    for format in &formats[..short_or_whole(2, formats.len())] {
        let out = desk.path(format!("out.{format}"));
        desk.says(&["journal", "export", file, "--format", format, "--out", out.to_str().unwrap()]);
        let bytes = fs::read(&out).unwrap();
        assert!(bytes.len() > 200, "{format}: {} bytes", bytes.len());
        if !["svg", "png"].contains(format) {
            let text = String::from_utf8(bytes).unwrap();
            // A card is not shown while the game lasts, a move is.
            let steps = record.play().steps();
            let mv = steps.iter().find(|step| step.cells().len() > 1).unwrap();
            assert!(text.contains(&mv.text), "{format}: {text}");
        }
    }
    desk.says(&[
        "journal",
        "export",
        file,
        "--format",
        "svg",
        "--turn",
        "2",
        "--out",
        desk.path("turn.svg").to_str().unwrap(),
    ]);

    // The acts lead to the same position for other programs.
    let acts: Vec<String> = record.play().steps().iter().map(|step| step.text.clone()).collect();
    let request = serde_json::json!({ "kind": name, "position": record.game().start().text(), "play": acts });
    let answer = position(&desk, &request.to_string());
    assert_eq!(answer["position"], record.state().text());
    let request = serde_json::json!({ "kind": name, "position": record.state().text() });
    let moves: Vec<String> = record.state().acts().into_iter().map(|act| act.text).collect();
    assert_eq!(position(&desk, &request.to_string())["moves"], serde_json::json!(moves));

    // Played by the program to its end; tests/commands/other_prompts.rs plays the first acts.
    if short_or_whole(false, true) {
        let other = TestDesk::new();
        other.says(&["game", "--kind", name, "--auto", "--seed", "11", "--limit", "1500"]);
        other.says(&["journal", "check"]);
        assert!(read_journal(&other.journal()).closing().is_some());
    }
}

/// The lines that end a game of a kind: all seats resign, until it is over.
fn last_lines(kind: GameKind) -> String {
    match kind {
        GameKind::Other => "waits\nend North has won\n".to_owned(),
        GameKind::Enochian => "resign\nyes\n".to_owned(),
        _ => {
            let referee = kind.referee(&enochian::games::GameOptions::default()).unwrap();
            referee.seats().iter().map(|seat| format!("resign {}\nyes\n", seat.letter)).collect()
        }
    }
}

/// Every game at the prompts by the same commands to an end, exported in every format, and read again.
#[test]
fn every_game_is_played_to_an_end_exported_and_read_again() {
    for kind in GameKind::EVERY.iter().copied() {
        let desk = TestDesk::new();
        let mut words = vec!["game", "--kind", kind.name(), "--players", "Anna", "--title", "Club *evening*"];
        let (played, on_squares) = match kind {
            GameKind::Other => {
                words.extend(["--seats", "North,East"]);
                ("lays a tile\nnext east\npasses\nnote odd\nback\n", "")
            }
            GameKind::Faith => {
                ("board\nrotate\nmoves\ntry 1\n1\n1\nnote odd\ntag club\nremark 1 well\nturns\nturn 1\nback\n1\n", "")
            }
            _ => (
                "board\nrotate\nmoves\ntry 1\n1\n1\n1\nnote odd\ntag club\nremark 1 well\nturns\nturn 1\nback\n1\n",
                "setup\n",
            ),
        };
        if kind == GameKind::Gods {
            words.extend(["--seed", "5"]);
        }
        let output = desk.types(&words, format!("{on_squares}{played}{}", last_lines(kind)));
        let said = succeeded(&output);
        assert_eq!(said.contains("Setting up the table"), !on_squares.is_empty(), "{kind}: {said}");
        let path = desk.journal();
        let record = read_journal(&path);
        assert!(matches!(record.closing(), Some(Closing::Ended | Closing::Resigned(_))), "{kind}: {said}");
        assert!(record.notes().iter().any(|note| note.words == "odd"), "{kind}");
        assert_eq!(record.entries().iter().filter(|entry| matches!(entry, Entry::TakenBack(_))).count(), 1, "{kind}");
        if kind != GameKind::Other {
            assert!(record.notes().iter().any(|note| note.words == "well" && note.ply == Some(1)), "{kind}");
            assert_eq!(record.tags().len(), 1, "{kind}");
        }
        assert!(desk.says(&["journal", "check"]).contains("No errors"), "{kind}");
        let file = path.to_str().unwrap();
        for format in ["html", "markdown", "svg", "png", "json", "sheet"] {
            let out = desk.path(format!("out.{format}"));
            let words = ["journal", "export", file, "--format", format, "--out", out.to_str().unwrap()];
            // What is only recorded has no board, and the other games no notation of sheets.
            let has_format = match format {
                "svg" | "png" => kind.is_refereed(),
                "sheet" => kind.has_readings(),
                _ => true,
            };
            let output = desk.run(&words);
            assert_eq!(output.status.success(), has_format, "{kind} {format}: {}", told(&output));
            assert_eq!(out.exists(), has_format, "{kind} {format}");
        }
        if kind.has_readings() {
            desk.says(&["import", "--again", desk.path("out.sheet").to_str().unwrap()]);
            let imported = desk.journals().into_iter().find(|it| *it != path).unwrap();
            assert_eq!(read_journal(&imported).enochian().unwrap().turns(), record.enochian().unwrap().turns());
        }
    }
}

/// The answer to one line of JSON.
fn position(desk: &TestDesk, request: &str) -> serde_json::Value {
    let output = desk.types(&["position", "moves", "-"], format!("{request}\n"));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn knightmare_chess_for_three() {
    every_command(GameKind::Three);
}

#[test]
fn knightmare_chess_for_four() {
    every_command(GameKind::Free);
}

#[test]
fn knightmare_chess_in_teams() {
    every_command(GameKind::Team);
}

#[test]
fn gods_of_chess() {
    every_command(GameKind::Gods);
}

#[test]
fn armies_of_faith() {
    every_command(GameKind::Faith);
}
