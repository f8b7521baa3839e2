//! Whole readings on the built program: typed by hand, killed and resumed, and played by itself.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use enochian::chess::Move;
use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal;
use enochian::reading::{DiceSource, DieThrower, QuestionDraft};
use enochian::record::Record;
use enochian::render::RecordJson;
use enochian::session::{Act, Session};
use serde_json::Value;
use tempfile::TempDir;

const BROTHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/questions/brother.toml");

fn enochian() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_enochian"));
    command.env_remove("NO_COLOR").env("TZ", "UTC");
    command
}

fn read_in(folder: &TempDir) -> Command {
    let mut command = enochian();
    command.args(["read", "--journals"]).arg(folder.path());
    command
}

fn run(command: &mut Command, input: &str) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn journals(folder: &TempDir) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .collect();
    paths.sort();
    // A folder that changes while it is listed may name a file twice.
    paths.dedup();
    paths
}

fn only_journal(folder: &TempDir) -> PathBuf {
    let paths = journals(folder);
    assert_eq!(paths.len(), 1, "{paths:?}");
    paths[0].clone()
}

fn read_back(path: &Path) -> Record {
    journal::read(path, Correspondences::embedded()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The record of a journal agrees with what `--json` printed.
fn assert_agrees(record: &Record, account: &Value) {
    assert_eq!(&serde_json::to_value(RecordJson::of(record, Correspondences::embedded())).unwrap(), account);
}

/// The whole of a reading that played itself, and the lines a person would type to play it again.
fn played(seed: &str) -> (Value, String) {
    let folder = TempDir::new().unwrap();
    let account = json(&read_in(&folder).args([BROTHER, "--auto", "--json", "--seed", seed]).output().unwrap());
    let mut lines = String::new();
    for turn in account["turns"].as_array().unwrap() {
        lines += &format!("{}\n", turn["throw"]);
        if turn["move"] != "--" {
            lines += &format!("{}\n", turn["move"].as_str().unwrap());
        }
    }
    (account, lines)
}

/// Anna asks, keeps the customs, plays alone, and throws by hand.
const ANSWERS: &str = "Anna\n\n\n\n";

fn assert_same_game(one: &Value, other: &Value) {
    for key in ["question", "board", "array", "querent", "ptah", "dice", "ruleset", "start", "turns", "final", "answer"]
    {
        assert_eq!(one[key], other[key], "{key}");
    }
}

#[test]
fn an_automatic_reading_is_the_same_every_time_and_reads_back() {
    let (account, _) = played("7");
    for key in ["question", "board", "array", "querent", "ptah", "dice", "ruleset", "start", "final"] {
        assert!(account[key].is_string(), "{key}");
    }
    assert_eq!(account["ptah"], "a5");
    assert_eq!(account["querent"], "Air");
    for turn in account["turns"].as_array().unwrap() {
        assert!(turn["army"].is_string() && turn["throw"].is_u64() && turn["sheet"].is_string());
        assert_eq!(turn["move"] == "--", turn.get("force").is_none(), "{turn}");
    }
    for key in ["ptah", "kings"] {
        assert!(["yes", "no", "undecided"].contains(&account["answer"][key].as_str().unwrap()));
    }
    assert!(account["answer"]["turn"].is_u64() && account["answer"]["manner"].is_string());

    let folder = TempDir::new().unwrap();
    let again = json(&read_in(&folder).args([BROTHER, "--auto", "--json", "--seed", "7"]).output().unwrap());
    assert_same_game(&account, &again);
    assert_agrees(&read_back(&only_journal(&folder)), &again);

    // Apart from dates the journals are the same, byte for byte.
    run(read_in(&folder).args([BROTHER, "--auto", "--seed", "7"]), "");
    let texts: Vec<String> = journals(&folder).iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let undated = |text: &str| -> Vec<String> {
        let dated =
            |line: &&str| line.contains("begun = ") || line.starts_with("*Asked by") || line.contains("### Concluded");
        text.lines().filter(|line| !dated(line)).map(str::to_owned).collect()
    };
    assert_eq!(texts.len(), 2, "the second did not write over the first");
    assert_eq!(undated(&texts[0]), undated(&texts[1]));

    let other = TempDir::new().unwrap();
    let other = json(&read_in(&other).args([BROTHER, "--auto", "--json", "--seed", "8"]).output().unwrap());
    assert_ne!(account["turns"], other["turns"]);
}

#[test]
fn a_limit_ends_an_automatic_reading() {
    let folder = TempDir::new().unwrap();
    let account =
        json(&read_in(&folder).args([BROTHER, "--auto", "--json", "--seed", "7", "--limit", "9"]).output().unwrap());
    assert_eq!(account["turns"].as_array().unwrap().len(), 9);
    assert_eq!(account["answer"]["ptah"], "undecided");
    assert!(account["answer"]["turn"].is_null());
    assert_agrees(&read_back(&only_journal(&folder)), &account);
}

#[test]
fn a_complete_reading_typed_in_reads_back_equal() {
    let (account, lines) = played("10");
    let folder = TempDir::new().unwrap();
    let output = run(read_in(&folder).args([BROTHER, "--json"]), &format!("{ANSWERS}{lines}"));
    let typed = json(&output);
    assert_same_game(&account, &typed);
    assert_eq!(typed["asked_by"], "Anna");
    let record = read_back(&only_journal(&folder));
    assert_agrees(&record, &typed);
    assert!(record.closing().is_some());
}

#[test]
fn a_complete_reading_typed_at_a_terminal_reads_back_equal() {
    use expectrl::{Eof, Expect, Session};
    let (account, _) = played("10");
    let folder = TempDir::new().unwrap();
    let mut command = read_in(&folder);
    command.arg(BROTHER).env("TERM", "xterm-256color");
    let mut terminal = Session::spawn(command).unwrap();
    terminal.set_expect_timeout(Some(Duration::from_secs(20)));
    let mut type_at = |prompt: &str, line: &str| {
        terminal.expect(prompt).unwrap_or_else(|error| panic!("waiting for {prompt}: {error}"));
        terminal.send_line(line).unwrap();
    };
    type_at("Who asks?", "Anna");
    type_at("keep or change?", "");
    type_at("Who plays?", "");
    type_at("Who throws the die?", "hand");
    for question in ["What is known already?", "What is supposed?", "What should the reading answer?"] {
        type_at(question, "");
    }
    for turn in account["turns"].as_array().unwrap() {
        type_at("throws (1 to 6):", &turn["throw"].to_string());
        match turn["move"].as_str().unwrap() {
            "--" => type_at("Press Enter to continue:", ""),
            mv => type_at("Move (number, move or square):", mv),
        }
    }
    terminal.expect("The journal of this reading").unwrap();
    terminal.expect(Eof).unwrap();
    let record = read_back(&only_journal(&folder));
    assert_same_game(&account, &serde_json::to_value(RecordJson::of(&record, Correspondences::embedded())).unwrap());
}

#[test]
fn a_reading_killed_at_any_prompt_loses_nothing_and_goes_on() {
    let (account, lines) = played("10");
    let typed: Vec<&str> = lines.lines().collect();
    let folder = TempDir::new().unwrap();
    // Killed after a throw, after a move, and again; each time resumed.
    let mut done = 0;
    for (sitting, until) in [21, 50, 77].into_iter().enumerate() {
        let mut command = read_in(&folder);
        if sitting == 0 {
            command.arg(BROTHER)
        } else {
            command.arg("--resume")
        };
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        if sitting == 0 {
            input.write_all(ANSWERS.as_bytes()).unwrap();
        }
        input.write_all((typed[done..until].join("\n") + "\n").as_bytes()).unwrap();
        // What was typed is on disk before the next prompt; wait until it is, then pull the plug.
        let written = || -> usize {
            let texts = journals(&folder);
            let text = texts.first().map_or(String::new(), |path| fs::read_to_string(path).unwrap_or_default());
            let throws = text.matches("· throw ").count();
            throws + text.matches("** · sheet `").count() - text.matches("**--** · sheet").count()
        };
        let start = Instant::now();
        while written() < until {
            assert!(start.elapsed() < Duration::from_secs(20), "{} of {until} lines were written", written());
            sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        done = until;
    }
    let output = run(read_in(&folder).args(["--json", "--resume"]), &(typed[done..].join("\n") + "\n"));
    assert_same_game(&account, &json(&output));
    assert_agrees(&read_back(&only_journal(&folder)), &json(&output));
}

#[test]
fn a_seeded_reading_goes_on_with_the_same_throws_after_a_stop() {
    let folder = TempDir::new().unwrap();
    let first = "Anna\n\n\n1\n1\n1\nstop\n";
    run(read_in(&folder).args([BROTHER, "--seed", "10"]), first);
    run(read_in(&folder).args(["--resume"]), "1\n1\nstop\n");
    let (account, _) = played("10");
    let record = read_back(&only_journal(&folder));
    let throws: Vec<u64> = account["turns"].as_array().unwrap().iter().map(|t| t["throw"].as_u64().unwrap()).collect();
    let mine: Vec<u64> = record.turns().iter().map(|turn| u64::from(turn.thrown.unwrap().throw.number())).collect();
    assert!(mine.len() >= 5);
    // Other moves lead elsewhere, but the die is the same.
    assert_eq!(mine, throws[..mine.len()]);
}

#[test]
fn end_of_input_stops_at_every_prompt_and_keeps_everything() {
    let (_, lines) = played("10");
    let all = format!("{ANSWERS}{lines}");
    let lines: Vec<&str> = all.lines().collect();
    for length in 0..40 {
        let folder = TempDir::new().unwrap();
        let output = run(read_in(&folder).arg(BROTHER), &(lines[..length].join("\n") + "\n"));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("Stopped"), "after {length} lines:\n{said}");
        if length >= 4 {
            let record = read_back(&only_journal(&folder));
            assert!(record.closing().is_none());
        } else if length > 0 {
            let draft = fs::read_to_string(folder.path().join("unfinished-question.toml")).unwrap();
            assert!(draft.contains("querent = \"Anna\""));
        }
    }
}

#[test]
fn an_unfinished_question_goes_on_where_it_stopped() {
    let folder = TempDir::new().unwrap();
    run(&mut read_in(&folder), "Shall I travel?\nAnna\njourney\nWater\n");
    let output = run(read_in(&folder).arg("--resume"), "\n\n\n\n\n\nstop\n");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let record = read_back(&only_journal(&folder));
    let question = record.heading().subject.question().unwrap();
    assert_eq!((question.text.as_str(), question.querent.as_str()), ("Shall I travel?", "Anna"));
    assert_eq!((question.board.name(), question.angle.name()), ("Water", "Earth"));
    assert!(!folder.path().join("unfinished-question.toml").exists());
}

#[test]
fn one_goes_back_to_what_was_answered_another_day() {
    let folder = TempDir::new().unwrap();
    run(&mut read_in(&folder), "Shall I travel?\nA lost thing\n");
    // From the matter back to the querent, and to the question before, which Enter leaves as it is.
    run(read_in(&folder).arg("--resume"), "back\nAnna\nback\nback\n\njourney\n");
    let draft = fs::read_to_string(folder.path().join("unfinished-question.toml")).unwrap();
    assert!(draft.contains("question = \"Shall I travel?\"") && draft.contains("querent = \"Anna\""), "{draft}");
    let output = run(read_in(&folder).arg("--resume"), "back\nback\nback\nback\nstop\n");
    assert!(String::from_utf8(output.stderr).unwrap().contains("this is the first question"));
}

#[test]
fn an_earlier_question_is_mentioned_and_gone_on_with_by_its_file() {
    let folder = TempDir::new().unwrap();
    run(&mut read_in(&folder), "Shall I travel?\nAnna\njourney\n");
    let output = run(&mut read_in(&folder), "Shall I stay?\n");
    let [earlier, later] = ["unfinished-question.toml", "unfinished-question-2.toml"].map(|it| folder.path().join(it));
    let way = format!("enochian read --resume {}", earlier.display());
    assert!(String::from_utf8(output.stdout).unwrap().contains(&way), "no {way}");
    for name in [earlier.to_str().unwrap(), "unfinished-question"] {
        run(read_in(&folder).args(["--resume", name]), "stop\n");
    }
    run(read_in(&folder).args(["--resume", "unfinished-question"]), "\n\n\n\n\n\n\nstop\n");
    let record = read_back(&only_journal(&folder));
    assert_eq!(record.heading().subject.question().unwrap().text, "Shall I travel?");
    assert!(!earlier.exists(), "its reading has begun");
    assert!(fs::read_to_string(later).unwrap().contains("Shall I stay?"));
}

/// Whoever has thrown already types what the die shows where it is asked who throws.
#[test]
fn a_throw_where_the_thrower_is_asked_for_does_not_hand_over_the_die() {
    let folder = TempDir::new().unwrap();
    let output = run(read_in(&folder).arg(BROTHER), "Anna\n\n\n6\nhand\nstop\n");
    assert!(String::from_utf8(output.stderr).unwrap().contains("throws of your die are asked for later"));
    assert_eq!(read_back(&only_journal(&folder)).heading().subject.die(), Some(DieThrower::ByHand));
    let folder = TempDir::new().unwrap();
    let output = run(read_in(&folder).arg(BROTHER), "Anna\n\n\nseed 6\nstop\n");
    assert!(String::from_utf8(output.stdout).unwrap().contains("The program throws the die, with seed 6."));
    assert_eq!(read_back(&only_journal(&folder)).heading().subject.die(), Some(DieThrower::Seeded(6)));
}

#[test]
fn what_a_person_writes_between_the_parts_survives_byte_for_byte() {
    let (account, lines) = played("10");
    let typed: Vec<&str> = lines.lines().collect();
    let folder = TempDir::new().unwrap();
    run(read_in(&folder).arg(BROTHER), &format!("{ANSWERS}{}\n", typed[..31].join("\n")));
    let path = only_journal(&folder);
    let text = fs::read_to_string(&path).unwrap();
    // Words before every heading and at the end, without a line end, with trailing blanks and CRs.
    let mine = "My own words:  \r\n\ttabs, *stars*, ``` and +++\n\u{5e2}\n> a quotation\n\n";
    let edited = text.replace("\n### ", &format!("\n{mine}### ")) + "the last word";
    fs::write(&path, &edited).unwrap();
    let output = run(read_in(&folder).args(["--json", "--resume"]), &(typed[31..].join("\n") + "\n"));
    assert_same_game(&account, &json(&output));
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(&edited));
    assert_agrees(&read_back(&path), &json(&output));
}

#[test]
fn a_journal_edited_while_the_reading_goes_on_keeps_the_edit() {
    let folder = TempDir::new().unwrap();
    let mut command = read_in(&folder);
    let mut child =
        command.arg(BROTHER).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(format!("{ANSWERS}6\n1\n").as_bytes()).unwrap();
    let start = Instant::now();
    let text = loop {
        let text = journals(&folder).first().map_or(String::new(), |path| fs::read_to_string(path).unwrap_or_default());
        if text.contains("** · sheet") {
            break text;
        }
        assert!(start.elapsed() < Duration::from_secs(20));
        sleep(Duration::from_millis(5));
    };
    let path = only_journal(&folder);
    fs::write(&path, text.replace("## The turns\n", "## The turns\n\nWritten meanwhile.\n")).unwrap();
    input.write_all(b"6\n1\nstop\n").unwrap();
    drop(input);
    assert!(child.wait().unwrap().success());
    assert!(fs::read_to_string(&path).unwrap().contains("Written meanwhile.\n"));
    assert_eq!(read_back(&path).turns().len(), 2);
}

#[test]
fn what_is_taken_back_leaves_a_trace() {
    let folder = TempDir::new().unwrap();
    let output =
        run(read_in(&folder).args([BROTHER, "--json"]), &format!("{ANSWERS}6\n1\nback\n2\nback\nback\n2\n1\nstop\n"));
    let account = json(&output);
    let turns = account["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 1);
    assert_eq!(turns[0]["throw"], 2);
    let text = fs::read_to_string(only_journal(&folder)).unwrap();
    assert_eq!(text.matches("### Taken back · 1 step").count(), 3);
    assert!(text.contains("**Pa7a6** · sheet `P1c`"), "the move taken back is still to be read");
    assert_agrees(&read_back(&only_journal(&folder)), &account);
}

#[test]
fn notes_are_kept_as_they_were_typed() {
    let folder = TempDir::new().unwrap();
    let words = "a <script>alert(1)</script> *star* `tick` # and \u{5d0} [x](y)";
    run(read_in(&folder).arg(BROTHER), &format!("{ANSWERS}note {words}\n6\nnote\n{words}\n1\nstop\n"));
    let path = only_journal(&folder);
    let notes: Vec<_> = read_back(&path)
        .entries()
        .iter()
        .filter_map(|entry| match entry {
            enochian::record::Entry::Note(text) => Some(text.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(notes, [words, words]);
    assert!(
        !fs::read_to_string(&path).unwrap().contains("<script>"),
        "Markdown shows the words, and does not obey them"
    );
}

#[test]
fn a_move_is_given_by_number_text_sheet_or_square() {
    for typed in ["2", "Pb7b6", "pb7b6", "P2c", "p2c", "b6", "B6", "Pb6", "b7-b6", "b7 B6"] {
        let folder = TempDir::new().unwrap();
        let output = run(read_in(&folder).args([BROTHER, "--json"]), &format!("{ANSWERS}6\n{typed}\nstop\n"));
        assert_eq!(json(&output)["turns"][0]["move"], "Pb7b6", "{typed}");
    }
}

#[test]
fn rules_8_2_several_players_throw_for_their_armies_and_the_journal_keeps_the_throws() {
    let folder = TempDir::new().unwrap();
    // Anna asks; Ben and Cleo tie, throw again; Dan is last.
    let input = "Anna\n\nAnna, Ben, Cleo, Dan\nhand\n5\n5\n2\n3\n6\nfire\nwater\nstop\n";
    let output = run(read_in(&folder).arg(BROTHER), input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let record = read_back(&only_journal(&folder));
    let seats = &record.heading().seats;
    assert_eq!(seats.players, ["Anna", "Ben", "Cleo", "Dan"]);
    let throws: Vec<(String, Vec<u8>, String)> = seats
        .throws
        .iter()
        .map(|seat| (seat.player.clone(), seat.throws.iter().map(|t| t.number()).collect(), seat.army.to_string()))
        .collect();
    let expected = [("Cleo", vec![5, 6], "Fire"), ("Ben", vec![5, 3], "Water"), ("Dan", vec![2], "Earth")];
    assert_eq!(throws, expected.map(|(name, throws, army)| (name.to_owned(), throws, army.to_owned())));
}

/// Anna asks; Ben, Cleo and Dan throw 6, 5 and 4 and take Water, Fire and Earth; the die is thrown by hand.
const FOUR_PLAYERS: &str = "Anna\n\nAnna, Ben, Cleo, Dan\nhand\n6\n5\n4\nwater\nfire\n";

/// Lines that lead a reading to a turn at which prisoners can be exchanged, and the reading there.
fn to_an_exchange() -> (String, Session) {
    let source = Source::read(BROTHER.as_ref(), Source::TOML_LIMIT).unwrap();
    let question = QuestionDraft::read(&source, Correspondences::embedded())
        .unwrap()
        .resolve(Correspondences::embedded())
        .unwrap();
    for seed in 0..10_000 {
        let (mut reading, mut chance, mut lines) =
            (Session::of_question(&question), DiceSource::seeded(seed), String::new());
        while reading.end().is_none() {
            if reading.position().exchange_partner().is_some() {
                return (lines, reading);
            }
            let draw = chance.draw().unwrap();
            reading.accept(Act::Throw(draw.throw())).unwrap();
            lines += &format!("{}\n", draw.throw());
            let moves = reading.moves();
            let mv = moves[draw.choice(moves.len())];
            if mv != Move::Pass {
                lines += &format!("{mv}\n");
            }
            reading.accept(Act::Move(mv)).unwrap();
        }
    }
    panic!("no seed leads to an exchange");
}

#[test]
fn rules_6_2_prisoners_are_exchanged_at_the_prompt_and_the_journal_keeps_it() {
    let (lines, reading) = to_an_exchange();
    let possible = reading.position().exchanges(reading.rules());
    let exchange = possible[0];
    let mut answers = String::from("exchange\nno\nexchange\nyes\n");
    let several = |mut squares: Vec<_>| {
        squares.dedup();
        squares.len() > 1
    };
    if several(possible.iter().map(|e| e.partners_king).collect()) {
        answers += &format!("{}\n", exchange.partners_king);
    }
    let with_it = possible.iter().filter(|e| e.partners_king == exchange.partners_king);
    if several(with_it.map(|e| e.enemys_king).collect()) {
        answers += &format!("{}\n", exchange.enemys_king);
    }
    let folder = TempDir::new().unwrap();
    // Taken back, made again, and no second one is possible.
    let input = format!("{FOUR_PLAYERS}{lines}{answers}back\n{answers}exchange\nstop\n");
    let output = run(read_in(&folder).arg(BROTHER), &input);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("no exchange is possible"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    let record = read_back(&only_journal(&folder));
    let mut expected = reading;
    expected.accept(Act::Exchange(exchange)).unwrap();
    assert_eq!(record.position(), expected.position());
    for army in [expected.turn(), expected.turn().partner(), exchange.with, exchange.with.partner()] {
        assert!(record.position().king(army).is_some());
    }
    assert!(fs::read_to_string(only_journal(&folder)).unwrap().contains(&format!(" · {exchange}\n")));
}

#[test]
fn rules_6_3_a_player_withdraws_at_the_prompt_and_the_turn_is_played_on() {
    let folder = TempDir::new().unwrap();
    let output = run(read_in(&folder).args([BROTHER, "--json"]), &format!("{FOUR_PLAYERS}withdraw\n6\n1\nstop\n"));
    let account = json(&output);
    assert_eq!(account["turns"][0]["before"][0], "withdraw");
    assert_eq!(account["turns"][0]["army"], "Air");
    assert!(account["final"].as_str().unwrap().contains(" w F--- "));
    assert_agrees(&read_back(&only_journal(&folder)), &account);
}

#[test]
fn rules_6_4_whoever_plays_both_armies_of_a_side_may_not_withdraw() {
    let folder = TempDir::new().unwrap();
    let output = run(read_in(&folder).arg(BROTHER), &format!("{ANSWERS}withdraw\nstop\n"));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("Anna plays both armies of the side, and so cannot withdraw"), "{told}");
    assert!(read_back(&only_journal(&folder)).entries().is_empty());
}

#[test]
fn rules_8_7_every_piece_moved_and_every_square_landed_on_is_recorded() {
    let folder = TempDir::new().unwrap();
    let account = json(&read_in(&folder).args([BROTHER, "--auto", "--json", "--seed", "7"]).output().unwrap());
    let text = fs::read_to_string(only_journal(&folder)).unwrap();
    let correspondences = Correspondences::embedded();
    let record = read_back(&only_journal(&folder));
    let board = record.heading().subject.board();
    let mut rest = text.as_str();
    for turn in record.turns() {
        let heading = format!("\n### {} · {} · throw {}\n", turn.ply, turn.army, turn.thrown.unwrap().throw);
        rest = &rest[rest.find(&heading).unwrap_or_else(|| panic!("{heading}")) + heading.len()..];
        let part = &rest[..rest.find("\n### ").unwrap()];
        assert!(part.contains(&format!("**{}** · sheet `{}`", turn.mv, turn.sheet)), "{part}");
        let Some(square) = turn.landing() else { continue };
        let gloss = correspondences.gloss(board, square, turn.piece, record.heading().subject.querent());
        let piece = gloss.piece.unwrap();
        for words in
            [&gloss.phrase, &gloss.force, &gloss.trump, &gloss.glyph, &gloss.figure.name, &piece.god, &piece.meaning]
        {
            assert!(part.contains(words.as_str()), "{words} in {part}");
        }
        for words in
            [piece.court_card, piece.planet, piece.dignity, gloss.house.map(|h| h.matters.join(", "))].iter().flatten()
        {
            assert!(part.contains(words.as_str()), "{words} in {part}");
        }
        for row in gloss.figure.drawn {
            assert!(part.contains(row), "{row} in {part}");
        }
    }
    assert_eq!(account["turns"].as_array().unwrap().len(), record.turns().len());
}
