//! The other games at the prompts: typed from a pipe, by a person at a terminal, and resumed.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal;
use enochian::record::VariantRecord;
use enochian::variants::{GameState, VariantSession};
use expectrl::{Eof, Expect, Session};
use serde_json::Value;
use tempfile::TempDir;

/// The command `game` of a person without settings, who keeps journals in the folder.
fn game(folder: &Path, arguments: &[&str]) -> Command {
    enochian(folder, &[&["game"], arguments].concat())
}

fn enochian(folder: &Path, arguments: &[&str]) -> Command {
    let mut enochian = Command::new(env!("CARGO_BIN_EXE_enochian"));
    enochian.args(arguments).arg("--journals").arg(folder).env("HOME", folder).env("TZ", "UTC").env("NO_COLOR", "1");
    enochian.env_remove("XDG_CONFIG_HOME").env_remove("XDG_CACHE_HOME");
    enochian
}

fn spawn(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn run(command: &mut Command, lines: &[&str]) -> Output {
    let mut child = spawn(command);
    let mut input = child.stdin.take().unwrap();
    // A command that ends before its input is read is no error here.
    let _ = input.write_all(lines.iter().map(|line| format!("{line}\n")).collect::<String>().as_bytes());
    drop(input);
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn succeeded(output: &Output) {
    assert!(output.status.success(), "{}\n{}", said(output), told(output));
}

fn journals(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    paths.sort();
    paths
}

fn only_journal(folder: &Path) -> PathBuf {
    let [path] = &journals(folder)[..] else { panic!("{:?}", journals(folder)) };
    path.clone()
}

/// The record of the only journal in a folder, whose every line is as the program writes it.
fn record(folder: &Path) -> VariantRecord {
    let (path, correspondences) = (only_journal(folder), Correspondences::embedded());
    let source = Source::read(&path, journal::LIMIT).unwrap();
    let checked = journal::check(&source, correspondences);
    assert!(checked.diagnostics.is_empty(), "{}", checked.diagnostics);
    journal::read_as::<VariantSession>(&path, correspondences).unwrap_or_else(|errors| panic!("{errors}"))
}

fn texts(record: &VariantRecord) -> Vec<&str> {
    record.play().steps().iter().map(|step| step.played.text.as_str()).collect()
}

/// A person at a terminal of 40 lines and 90 columns.
struct Person(expectrl::session::OsSession);

impl Person {
    fn at(mut command: Command) -> Person {
        command.env("TERM", "xterm-256color");
        let mut session = Session::spawn(command).unwrap();
        session.set_expect_timeout(Some(Duration::from_secs(20)));
        session.get_process_mut().set_window_size(90, 40).unwrap();
        Person(session)
    }

    /// Waits for words on the screen, and gives what stood before them.
    fn sees(&mut self, words: &str) -> String {
        let found = self.0.expect(words).unwrap_or_else(|error| panic!("waiting for {words:?}: {error}"));
        String::from_utf8_lossy(found.before()).into_owned()
    }

    fn types(&mut self, prompt: &str, line: &str) -> String {
        let before = self.sees(prompt);
        self.0.send_line(line).unwrap();
        before
    }

    /// Waits for the end of the command, and gives its exit code.
    fn leaves(mut self) -> i32 {
        self.0.expect(Eof).unwrap();
        match self.0.get_process().wait().unwrap() {
            expectrl::process::unix::WaitStatus::Exited(_, code) => code,
            other => panic!("{other:?}"),
        }
    }
}

const MOVE: &str = "Move (number or text):";

#[test]
fn acts_are_typed_by_number_by_text_and_by_a_part_of_it() {
    let folder = TempDir::new().unwrap();
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
    let output = run(&mut game(folder.path(), &["--kind", "three"]), &lines);
    assert_eq!(output.status.code(), Some(1));
    let errors = told(&output);
    let errors: Vec<&str> = errors.lines().collect();
    for (line, error) in [
        (6, "\"b7\" can mean several; type more of it, or a number: "),
        (11, "there is no number 99; choose 1 to "),
        (12, "\"hello\" is not an act; expected a move such as"),
    ] {
        let start = format!("error: line {line} of the input: {error}");
        assert!(errors.iter().any(|it| it.starts_with(&start)), "no {start:?} in {errors:#?}");
    }
    assert_eq!(errors.len(), 3, "{errors:#?}");
    let said = said(&output);
    for shown in [
        "White: Ann, Red: Ben, Black: Cleo.",
        "── Turn 1 · White · Ann plays",
        "   1 Ng8f6   3 Pb7b5",
        "White: pawn from g7 to g5.",
        "Note added.",
        "Taken back: the move Pb7b5 by White in turn 4.",
        "Stopped. Resume with: enochian game --resume",
        "3 lines of the input were invalid.",
    ] {
        assert!(said.contains(shown), "no {shown:?} in:\n{said}");
    }
    let record = record(folder.path());
    assert_eq!(texts(&record), ["Pg7g5", "Ng2e3", "Pd2d4", "Pb7b5"]);
    assert_eq!(record.notes().len(), 1);
    assert_eq!(record.heading().players, ["Ann", "Ben", "Cleo"]);
}

#[test]
fn cards_irregular_moves_and_resignations_are_acts() {
    let folder = TempDir::new().unwrap();
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
    let arguments = ["--kind", "three", "--start", start, "--players", "Ann", "--title", "Odd"];
    let output = run(&mut game(folder.path(), &arguments), &lines);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(told(&output).lines().filter(|line| line.starts_with("error: line")).count(), 4, "{}", told(&output));
    let record = record(folder.path());
    assert_eq!(texts(&record)[..2], ["Pa3a2", "card \"Haste\": move h2g3, turn b"]);
    let irregular: Vec<bool> = record.play().steps().iter().map(|step| step.played.irregular.is_some()).collect();
    assert_eq!(irregular[..2], [true, true]);
    assert!(texts(&record).contains(&"resign b"), "{:?}", texts(&record));
    assert!(said(&output).contains("is against the rules: "), "{}", said(&output));
    assert!(record.closing().is_some());
}

#[test]
fn a_game_without_a_referee_takes_free_texts() {
    let folder = TempDir::new().unwrap();
    let lines = [
        "North",
        "North, East, West",
        "Ann, Ben",
        "",
        "",
        "Ben",
        "Tiles",
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
    let output = run(&mut game(folder.path(), &["--kind", "other"]), &lines);
    let record = record(folder.path());
    assert_eq!(texts(&record), ["lays the green tile", "next West", "passes", "end North has won"]);
    assert_eq!(record.heading().players, ["Ann", "Ben", "Ben"]);
    assert!(record.closing().is_some());
    let said = said(&output);
    assert!(said.contains("Not refereed: what you type is recorded.") && said.contains("North has won"), "{said}");
    assert!(fs::read_to_string(only_journal(folder.path())).unwrap().contains("**Not refereed**"));
    // One seat is too few, and end needs a result.
    assert_eq!(told(&output).lines().filter(|line| line.starts_with("error: line")).count(), 2, "{}", told(&output));
}

/// What follows `--kind gods`, when the program deals from the seed 5.
const DEALT: [&str; 8] = ["--kind", "gods", "--seed", "5", "--players", "Ann, Ben", "--title", "Cards"];

#[test]
fn a_seed_deals_the_same_cards_again_also_after_a_pause_and_after_taking_back() {
    let (whole, broken) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let lines = ["Pe2e4", "keep", "Pd7d5", "keep", "Pe4xd5", "defend", "1", "high", "stop"];
    let output = run(&mut game(whole.path(), &DEALT), &lines);
    succeeded(&output);
    assert!(said(&output).contains("The journal file holds them all"), "{}", said(&output));
    run(&mut game(broken.path(), &DEALT), &["Pe2e4", "keep", "stop"]);
    // The deal is no decision, so the last one taken back is White's.
    let resumed = |lines: &[&str]| run(&mut game(broken.path(), &["--resume"]), lines);
    let output = resumed(&["back", "back", "back", "stop"]);
    assert!(told(&output).contains("there is nothing to take back"), "{}", told(&output));
    assert_eq!(texts(&record(broken.path())).len(), 1, "the deal stays");
    for lines in [&["Pe2e4", "keep", "Pd7d5", "stop"][..], &["keep", "Pe4xd5", "defend", "1", "high", "stop"]] {
        succeeded(&resumed(lines));
    }
    let (whole, broken) = (record(whole.path()), record(broken.path()));
    assert_eq!(texts(&whole), texts(&broken));
    assert!(whole.play().steps().iter().filter(|step| step.played.text.starts_with("deal ")).count() >= 1);
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

#[test]
fn on_one_screen_a_player_sees_only_that_players_cards() {
    let folder = TempDir::new().unwrap();
    let mut person = Person::at(game(folder.path(), &DEALT));
    let before = person.types("Hand the screen to Ann (White). Ann, press Enter:", "");
    assert!(before.contains("\u{1b}[2J") && before.contains("\u{1b}[3J"), "the screen is cleared: {before:?}");
    let dealt = record(folder.path());
    let [white, black] = hands(dealt.play().state().as_ref()).map(|hand| spaced(&hand));
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
    let folder = TempDir::new().unwrap();
    let output = run(&mut game(folder.path(), &DEALT), &["Pe2e4", "keep", "stop"]);
    assert!(!said(&output).contains("Hand the screen"), "{}", said(&output));
}

#[test]
fn at_a_real_table_cards_are_typed_as_they_are_shown() {
    let folder = TempDir::new().unwrap();
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
    let output = run(&mut game(folder.path(), &["--kind", "gods"]), &lines);
    let record = record(folder.path());
    let texts = texts(&record);
    assert_eq!(texts[..6], ["deal", "Pe2e4", "keep", "Pd7d5", "keep", "Pe4xd5"]);
    assert_eq!(texts[6..], ["defend", "field 2c3dTh", "discard 7h", "high", "battle 7c8c9cJc/7d8d9dTd 2s3s"]);
    // One card cannot lie twice.
    assert_eq!(
        told(&output).lines().filter(|line| line.starts_with("error: line 11 of")).count(),
        1,
        "{}",
        told(&output)
    );
    assert!(said(&output).contains("Cards for field ?????? (Enter: leave ?? open):"), "{}", said(&output));
}

#[test]
fn a_pass_is_seen_and_taking_back_is_meant() {
    let folder = TempDir::new().unwrap();
    let start = "8/8/8/5wK2/2nP5/3nK3bK/6nR1/2nP4rK r - - - - 130";
    let mut person =
        Person::at(game(folder.path(), &["--kind", "free", "--start", start, "--players", "Ann", "--title", "x"]));
    person.sees("── Turn 131 · Red");
    person.types("Press Enter to continue:", "note so be it");
    person.types("Press Enter to continue:", "");
    person.sees("── Turn 132 · Brown");
    person.types(MOVE, "undo");
    person.sees("there is nothing to take back");
    person.types(MOVE, "1");
    person.types(MOVE, "undo");
    person.types("in turn 132? (yes, no) [yes]", "no");
    person.types(MOVE, "undo");
    person.types("in turn 132? (yes, no) [yes]", "");
    person.types(MOVE, "stop");
    assert_eq!(person.leaves(), 0);
    let record = record(folder.path());
    assert_eq!(texts(&record), ["--"]);
    assert_eq!(record.entries().len(), 4, "a pass, a note, a move, and that it was taken back");
    // The end of a free game is meant too.
    let folder = TempDir::new().unwrap();
    let arguments = ["--kind", "other", "--seats", "North,East", "--players", "Ann", "--title", "x"];
    let mut person = Person::at(game(folder.path(), &arguments));
    person.types("What happens?", "end of the first round");
    person.types("(yes, no)", "no");
    person.types("What happens?", "end East has won");
    person.types("(yes, no)", "yes");
    person.sees("East has won");
    assert_eq!(person.leaves(), 0);
}

/// Waits until a journal holds a text.
fn until_saved(folder: &Path, text: &str) {
    let start = Instant::now();
    while !journals(folder).first().is_some_and(|path| fs::read_to_string(path).is_ok_and(|it| it.contains(text))) {
        assert!(start.elapsed() < Duration::from_secs(20), "{text} was not saved");
        sleep(Duration::from_millis(5));
    }
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
        let folder = TempDir::new().unwrap();
        let seats: &[&str] = if kind == "other" { &["--seats", "North,East,West"] } else { &[] };
        let arguments = [&["--kind", kind, "--players", "Ann", "--title", "x"], seats].concat();
        let (first, second) = lines.split_at(2);
        let mut child = spawn(&mut game(folder.path(), &arguments));
        let mut input = child.stdin.take().unwrap();
        input.write_all(first.iter().map(|line| format!("{line}\n")).collect::<String>().as_bytes()).unwrap();
        until_saved(folder.path(), "### 2 ·");
        child.kill().unwrap();
        child.wait().unwrap();
        let before = texts(&record(folder.path())).len();
        assert_eq!(before, 2, "{kind}");
        let output = run(&mut game(folder.path(), &["--resume"]), &[second, &["stop"]].concat());
        succeeded(&output);
        let record = record(folder.path());
        assert_eq!(texts(&record).len(), 4, "{kind}");
        assert_eq!(record.play().state().turn(), 5, "{kind}");
    }
}

#[test]
fn every_kind_plays_itself_and_its_journal_is_listed_checked_shown_and_replayed() {
    for kind in ["three", "free", "team", "gods", "faith"] {
        let folder = TempDir::new().unwrap();
        let auto = ["--kind", kind, "--auto", "--seed", "3", "--limit", "40"];
        let output = run(game(folder.path(), &auto).arg("--json"), &[]);
        succeeded(&output);
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        let record = record(folder.path());
        assert_eq!(json["kind"], kind);
        assert_eq!(json["position"], record.play().state().text());
        assert_eq!(json["acts"].as_array().unwrap().len(), texts(&record).len());
        assert_eq!(json["acts"][0]["text"], texts(&record)[0]);
        // The same seed plays the same game.
        let again = TempDir::new().unwrap();
        let other: Value = serde_json::from_slice(&run(game(again.path(), &auto).arg("--json"), &[]).stdout).unwrap();
        assert_eq!(json["acts"], other["acts"]);

        let shown = |arguments: &[&str], lines: &[&str]| {
            let output = run(&mut enochian(folder.path(), arguments), lines);
            succeeded(&output);
            said(&output)
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
        assert!(shown(&["journal", "show"], &[]).contains("Note: A word about penguins."));
        assert!(shown(&["journal", "list", "--kind", kind, "--tag", "liked"], &[]).contains("1 journal."));
        assert!(shown(&["journal", "list", "--kind", "other"], &[]).starts_with("No journal in "));
        assert!(shown(&["journal", "list", "--games", "--json"], &[]).contains(&format!("\"variant\": \"{kind}\"")));
        // What is for readings and games of Enochian chess says so.
        for command in ["explain", "compare", "outcome"] {
            let rest: &[&str] = match command {
                "explain" => &["@"],
                "compare" => &["@", "@"],
                _ => &["@", "true", "so"],
            };
            let output = run(&mut enochian(folder.path(), &[&["journal", command], rest].concat()), &[]);
            assert_eq!(output.status.code(), Some(1), "{command}");
            assert_eq!(
                told(&output).lines().filter(|line| line.starts_with("error: ")).count(),
                1,
                "{}",
                told(&output)
            );
        }
        let output = run(&mut enochian(folder.path(), &["journal", "stats"]), &[]);
        succeeded(&output);
        assert!(told(&output).contains("1 game other than Enochian chess left out"), "{}", told(&output));
        let output = run(&mut game(folder.path(), &["--resume", "@"]), &[]);
        assert!(
            told(&output).contains(&format!("start another game with enochian game --kind {kind}")),
            "{}",
            told(&output)
        );
    }
}

#[test]
fn options_that_do_not_belong_together_get_one_error() {
    let folder = TempDir::new().unwrap();
    let missing = folder.path().join("missing.toml");
    for (arguments, error) in [
        (
            &["--kind", "thre"][..],
            "there is no kind of game \"thre\"; expected one of enochian, three, free, team, gods, faith, other. Did you mean \"three\"?",
        ),
        (
            &["--kind", "three", "--board", "air"],
            "--board belongs to Enochian chess; leave it out, or leave out --kind three",
        ),
        (
            &["--kind", "three", "--ruleset", "zalewski"],
            "--ruleset belongs to Enochian chess; leave it out, or leave out --kind three",
        ),
        (
            &["--option", "cards=on"],
            "--option belongs to the other games; name one with --kind, or leave it out (see enochian kinds)",
        ),
        (
            &["--kind", "enochian", "--seats", "a,b"],
            "--seats belongs to the other games; name one with --kind, or leave it out (see enochian kinds)",
        ),
        (
            &["--kind", "three", "--seats", "a,b"],
            "--seats is for --kind other; the seats of three are given by its rules",
        ),
        (
            &["--kind", "three", "--setup", "x.toml"],
            "--setup is for --kind faith; other games can begin from a position with --start",
        ),
        (
            &["--kind", "three", "--option", "card=on"],
            "unknown option \"card\"; expected one of cards; see enochian kinds three",
        ),
        (
            &["--kind", "three", "--option", "cards=maybe"],
            "the option cards cannot be \"maybe\"; expected one of off, on; see enochian kinds three",
        ),
        (
            &["--kind", "three", "--option", "cards"],
            "\"cards\" is not an option; expected NAME=VALUE, such as cards=on",
        ),
        (&["--kind", "other", "--option", "cards=on"], "a game of the kind other has no options; leave out --option"),
        (
            &["--kind", "other", "--auto"],
            "--auto cannot be used with --kind other: no referee knows what can be played",
        ),
        (&["--kind", "three", "--seed", "7"], "--seed needs --auto, or --kind gods, where the program deals the cards"),
        (
            &["--kind", "three", "--players", "a,b,c,d"],
            "--players: 4 names for 3 seats; name one player for all, or one each for White, Red, Black",
        ),
        (
            &["--kind", "other", "--seats", "North"],
            "the number of seats is 1; expected 2 to 12 different names, such as North,East,West",
        ),
    ] {
        let output = run(&mut game(folder.path(), arguments), &[]);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_eq!(told(&output), format!("error: {error}\n"), "{arguments:?}");
    }
    for arguments in
        [&["--kind", "three", "--start", "x"][..], &["--kind", "faith", "--setup", missing.to_str().unwrap()]]
    {
        let output = run(&mut game(folder.path(), arguments), &[]);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(told(&output).starts_with("error: "), "{}", told(&output));
    }
    assert_eq!(journals(folder.path()), [] as [PathBuf; 0]);
}

#[test]
fn a_set_up_is_read_from_a_file_and_any_command_that_plays_resumes() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("mine.toml");
    // Without its pawns every army has 23 pieces.
    let setup = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/data/games/faith.toml")).unwrap();
    let (without, _) = setup.split_once("pawn = [").unwrap();
    fs::write(&file, without).unwrap();
    let arguments = ["--kind", "faith", "--setup", file.to_str().unwrap(), "--players", "Ann", "--title", "x"];
    let output = run(&mut game(folder.path(), &arguments), &["1", "stop"]);
    succeeded(&output);
    assert!(!record(folder.path()).heading().game.start.text().contains("rP"), "{}", said(&output));
    succeeded(&run(&mut enochian(folder.path(), &["read", "--resume", "x"]), &["1", "stop"]));
    assert_eq!(texts(&record(folder.path())).len(), 2);
    fs::write(&file, "king = [\"zz9\"]\n").unwrap();
    let output = run(&mut game(folder.path(), &arguments), &[]);
    assert!(told(&output).contains("mine.toml") && !output.status.success(), "{}", told(&output));
}

#[test]
fn a_folder_that_is_deleted_is_told_of_and_the_game_saved_elsewhere() {
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let path = folder.path().join("journals");
    fs::create_dir(&path).unwrap();
    let mut person = Person::at(game(&path, &["--kind", "three", "--players", "Ann", "--title", "x"]));
    person.types(MOVE, "1");
    until_saved(&path, "### 1 ·");
    fs::remove_dir_all(&path).unwrap();
    person.types(MOVE, "1");
    person.sees("memory.");
    let new = other.path().join("kept");
    person.types("Save the journal in which folder?", new.to_str().unwrap());
    person.sees("continued in");
    person.types(MOVE, "stop");
    assert_eq!(person.leaves(), 0);
    assert_eq!(texts(&record(&new)).len(), 2);
}

#[test]
fn kinds_are_listed_a_line_each_and_shown_with_their_set_up() {
    let folder = TempDir::new().unwrap();
    let shown = |arguments: &[&str]| {
        let output = run(&mut enochian(folder.path(), &[&["kinds"], arguments].concat()), &[]);
        succeeded(&output);
        said(&output)
    };
    let list = shown(&[]);
    for kind in ["three", "free", "team", "gods", "faith", "other"] {
        assert_eq!(list.lines().filter(|line| line.trim_start().starts_with(&format!("{kind} "))).count(), 1, "{list}");
        let page = shown(&[kind]);
        assert_eq!(page.contains("Set-up"), kind != "other", "{page}");
        assert!(kind == "other" || page.contains(&format!("docs/games/{kind}.md")), "{page}");
    }
    assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
    let json: Value = serde_json::from_str(&shown(&["--json"])).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 6);
    assert_eq!(json[0]["seats"][1]["name"], "Red");
    assert_eq!(json[0]["options"][0]["values"][0], "off");
    let output = run(&mut enochian(folder.path(), &["kinds", "zzz"]), &[]);
    assert_eq!(output.status.code(), Some(1));
}
