//! Whole readings on the built program: typed by hand, killed and resumed, and played by itself.

use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};

use enochian::chess::Move;
use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::{DiceSource, DieThrower, QuestionDraft};
use enochian::record::{DiceThrow, Record};
use enochian::render::RecordJson;
use enochian::session::{Act, Session};
use serde_json::Value;

#[cfg(unix)]
use crate::desk::Person;
use crate::desk::{BROTHER, TestDesk, read_journal, said, spawn, succeeded, told, wait_for, wait_for_some};
use crate::sample::short_or_whole;

fn json(output: &Output) -> Value {
    serde_json::from_str(&succeeded(output)).unwrap()
}

/// The record of a journal agrees with what `--json` printed.
fn assert_agrees(record: &Record, account: &Value) {
    assert_eq!(&serde_json::to_value(RecordJson::of(record, Correspondences::embedded())).unwrap(), account);
}

/// The whole of a reading that played itself, and the lines a person would type to play it again.
fn played(seed: &str) -> (Value, String) {
    let desk = TestDesk::new();
    let account = json(&desk.run(&["read", BROTHER, "--auto", "--json", "--seed", seed]));
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
    for key in ["question", "board", "array", "army", "ptah", "dice", "ruleset", "start", "turns", "position", "answer"]
    {
        assert_eq!(one[key], other[key], "{key}");
    }
}

#[test]
fn an_automatic_reading_is_the_same_every_time_and_reads_back() {
    let (account, _) = played("7");
    for key in ["question", "board", "array", "army", "ptah", "dice", "ruleset", "start", "position"] {
        assert!(account[key].is_string(), "{key}");
    }
    assert_eq!(account["ptah"], "a5");
    assert_eq!(account["army"], "Air");
    for turn in account["turns"].as_array().unwrap() {
        assert!(turn["actor"].is_string() && turn["throw"].is_u64() && turn["sheet"].is_string());
        assert_eq!(turn["move"] == "--", turn.get("force").is_none(), "{turn}");
    }
    for key in ["ptah", "kings"] {
        assert!(["yes", "no", "undecided"].contains(&account["answer"][key].as_str().unwrap()));
    }
    assert!(account["answer"]["turn"].is_u64() && account["answer"]["manner"].is_string());

    let desk = TestDesk::new();
    let again = json(&desk.run(&["read", BROTHER, "--auto", "--json", "--seed", "7"]));
    assert_same_game(&account, &again);
    assert_agrees(&read_journal(&desk.journal()), &again);

    // Apart from dates the journals are the same, byte for byte.
    desk.run(&["read", BROTHER, "--auto", "--seed", "7"]);
    let texts: Vec<String> = desk.journals().iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let undated = |text: &str| -> Vec<String> {
        let dated = |line: &&str| line.contains("begun = ") || line.starts_with("**Concluded · ");
        // The date is among what is marked.
        let unmarked = |line: &str| match line.split_once(" entries · ") {
            Some((before, after)) => format!("{before}{}", after.split_once('*').unwrap().1),
            None => line.to_owned(),
        };
        text.lines().filter(|line| !dated(line)).map(unmarked).collect()
    };
    assert_eq!(texts.len(), 2, "the second did not write over the first");
    assert_eq!(undated(&texts[0]), undated(&texts[1]));

    let other = TestDesk::new();
    let other = json(&other.run(&["read", BROTHER, "--auto", "--json", "--seed", "8"]));
    assert_ne!(account["turns"], other["turns"]);
}

#[test]
fn a_limit_ends_an_automatic_reading() {
    let desk = TestDesk::new();
    let account = json(&desk.run(&["read", BROTHER, "--auto", "--json", "--seed", "7", "--limit", "9"]));
    assert_eq!(account["turns"].as_array().unwrap().len(), 9);
    assert_eq!(account["answer"]["ptah"], "undecided");
    assert!(account["answer"]["turn"].is_null());
    assert_agrees(&read_journal(&desk.journal()), &account);
}

#[test]
fn a_complete_reading_typed_in_reads_back_equal() {
    let (account, lines) = played("10");
    let desk = TestDesk::new();
    let output = desk.types(&["read", BROTHER, "--json"], format!("{ANSWERS}{lines}"));
    let typed = json(&output);
    assert_same_game(&account, &typed);
    assert_eq!(typed["querent"], "Anna");
    let record = read_journal(&desk.journal());
    assert_agrees(&record, &typed);
    assert!(record.closing().is_some());
}

#[cfg(unix)]
#[test]
fn a_complete_reading_typed_at_a_terminal_reads_back_equal() {
    let (account, _) = played("10");
    let desk = TestDesk::new();
    let mut person = Person::at(desk.command(&["read", BROTHER]));
    person.types("Who asks?", "Anna");
    person.types("Keep these rules", "");
    person.types("Who plays?", "");
    person.types("Who throws the die?", "hand");
    for question in ["What is known already?", "What is supposed?", "What should the reading answer?"] {
        person.types(question, "");
    }
    for turn in account["turns"].as_array().unwrap() {
        person.types("throws (1 to 6):", &turn["throw"].to_string());
        match turn["move"].as_str().unwrap() {
            "--" => {}
            mv => drop(person.types("Move (number, move or square):", mv)),
        }
    }
    person.sees("The journal of this reading");
    person.rest();
    let record = read_journal(&desk.journal());
    assert_same_game(&account, &serde_json::to_value(RecordJson::of(&record, Correspondences::embedded())).unwrap());
}

#[test]
fn a_reading_killed_at_any_prompt_loses_nothing_and_goes_on() {
    let (account, lines) = played("10");
    let typed: Vec<&str> = lines.lines().collect();
    let desk = TestDesk::new();
    // Killed after a throw, after a move, and again; each time resumed.
    let mut done = 0;
    for (sitting, until) in [21, 50, 77].into_iter().enumerate() {
        let mut command = desk.command(&["read", if sitting == 0 { BROTHER } else { "--resume" }]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        if sitting == 0 {
            input.write_all(ANSWERS.as_bytes()).unwrap();
        }
        input.write_all((typed[done..until].join("\n") + "\n").as_bytes()).unwrap();
        // What was typed is on disk before the next prompt; wait until it is, then pull the plug.
        let written = || -> usize {
            let texts = desk.journals();
            let text = texts.first().map_or(String::new(), |path| fs::read_to_string(path).unwrap_or_default());
            let throws = text.matches("· throw ").count();
            // After a pause a move names its turn again.
            let is_move = |line: &&str| line.starts_with("**") && line.contains("→") && !line.contains("→** No Move");
            throws + text.lines().filter(is_move).count()
        };
        wait_for(&format!("{until} lines are written"), || written() >= until);
        child.kill().unwrap();
        child.wait().unwrap();
        done = until;
    }
    let output = desk.types(&["read", "--json", "--resume"], &(typed[done..].join("\n") + "\n"));
    assert_same_game(&account, &json(&output));
    assert_agrees(&read_journal(&desk.journal()), &json(&output));
}

#[test]
fn a_seeded_reading_goes_on_with_the_same_throws_after_a_stop() {
    let desk = TestDesk::new();
    let first = "Anna\n\n\n1\n1\n1\nstop\n";
    desk.types(&["read", BROTHER, "--seed", "10"], first);
    desk.types(&["read", "--resume"], "1\n1\nstop\n");
    let (account, _) = played("10");
    let record = read_journal(&desk.journal());
    let throws: Vec<u64> = account["turns"].as_array().unwrap().iter().map(|t| t["throw"].as_u64().unwrap()).collect();
    let mine: Vec<u64> =
        record.enochian().unwrap().turns().iter().map(|turn| u64::from(turn.thrown.unwrap().throw.number())).collect();
    assert!(mine.len() >= 5);
    // Other moves lead elsewhere, but the die is the same.
    assert_eq!(mine, throws[..mine.len()]);
}

#[test]
fn end_of_input_stops_at_every_prompt_and_keeps_everything() {
    let (_, lines) = played("10");
    let all = format!("{ANSWERS}{lines}");
    let lines: Vec<&str> = all.lines().collect();
    // The questions and the first turns; then one line in so many.
    for length in (0..14).chain((14..40).step_by(short_or_whole(5, 1))) {
        let desk = TestDesk::new();
        let output = desk.types(&["read", BROTHER], &(lines[..length].join("\n") + "\n"));
        let said = said(&output);
        assert!(said.contains("Stopped"), "after {length} lines:\n{said}");
        if length >= 4 {
            let record = read_journal(&desk.journal());
            assert!(record.closing().is_none());
        } else if length > 0 {
            let draft = fs::read_to_string(desk.path("journals/unfinished-question.toml")).unwrap();
            assert!(draft.contains("querent = \"Anna\""));
        }
    }
}

#[test]
fn an_unfinished_question_goes_on_where_it_stopped() {
    let desk = TestDesk::new();
    desk.types(&["read"], "Shall I travel?\nAnna\njourney\nWater\n");
    let output = desk.types(&["read", "--resume"], "\n\n\n\n\n\nstop\n");
    succeeded(&output);
    let record = read_journal(&desk.journal());
    let question = record.heading().game.enochian().unwrap().question().unwrap();
    assert_eq!((question.text.as_str(), question.querent.as_str()), ("Shall I travel?", "Anna"));
    assert_eq!((question.board.name(), question.angle.name()), ("Water", "Earth"));
    assert!(!desk.path("journals/unfinished-question.toml").exists());
}

#[test]
fn one_goes_back_to_what_was_answered_another_day() {
    let desk = TestDesk::new();
    desk.types(&["read"], "Shall I travel?\nA lost thing\n");
    // From the matter back to the querent, and to the question before, which Enter leaves as it is.
    desk.types(&["read", "--resume"], "back\nAnna\nback\nback\n\n\njourney\n");
    let draft = fs::read_to_string(desk.path("journals/unfinished-question.toml")).unwrap();
    assert!(draft.contains("question = \"Shall I travel?\"") && draft.contains("querent = \"Anna\""), "{draft}");
    let output = desk.types(&["read", "--resume"], "back\nback\nback\nback\nstop\n");
    assert!(told(&output).contains("this is the first question"));
}

#[test]
fn an_earlier_question_is_mentioned_and_gone_on_with_by_its_file() {
    let desk = TestDesk::new();
    desk.types(&["read"], "Shall I travel?\nAnna\njourney\n");
    let output = desk.types(&["read"], "Shall I stay?\n");
    let [earlier, later] = ["journals/unfinished-question.toml", "journals/unfinished-question-2.toml"];
    let way = format!("enochian read --resume {earlier}");
    assert!(said(&output).contains(&way), "no {way}");
    for name in [earlier, "unfinished-question"] {
        desk.types(&["read", "--resume", name], "stop\n");
    }
    desk.types(&["read", "--resume", "unfinished-question"], "\n\n\n\n\n\n\nstop\n");
    let record = read_journal(&desk.journal());
    assert_eq!(record.heading().game.enochian().unwrap().question().unwrap().text, "Shall I travel?");
    assert!(!desk.path(earlier).exists(), "its reading has begun");
    assert!(fs::read_to_string(desk.path(later)).unwrap().contains("Shall I stay?"));
}

/// Whoever has thrown already types what the die shows where it is asked who throws.
#[test]
fn a_throw_where_the_thrower_is_asked_for_does_not_hand_over_the_die() {
    let desk = TestDesk::new();
    let (_, refused) = desk.types_on(&["read", BROTHER], "Anna\n\n\n6\nhand\nstop\n");
    assert!(refused[0].contains("by hand (the throws are asked for later)"));
    assert_eq!(read_journal(&desk.journal()).heading().game.enochian().unwrap().die(), Some(DieThrower::ByHand));
    let desk = TestDesk::new();
    let output = desk.types(&["read", BROTHER], "Anna\n\n\nseed 6\nstop\n");
    assert!(said(&output).contains("Die: thrown by the program with the seed 6;"));
    assert_eq!(read_journal(&desk.journal()).heading().game.enochian().unwrap().die(), Some(DieThrower::Seeded(6)));
}

#[test]
fn what_a_person_writes_between_the_parts_survives_byte_for_byte() {
    let (account, lines) = played("10");
    let typed: Vec<&str> = lines.lines().collect();
    let desk = TestDesk::new();
    desk.types(&["read", BROTHER], format!("{ANSWERS}{}\n", typed[..31].join("\n")));
    let path = desk.journal();
    let text = fs::read_to_string(&path).unwrap();
    // Words before every turn and at the end, without a line end, with trailing blanks and CRs.
    let mine = "My own words:  \r\n\ttabs, *stars*, ``` and +++\n\u{5e2}\n> a quotation\n\n";
    let edited = text.replace("\n\n**", &format!("\n\n{mine}**")) + "the last word";
    fs::write(&path, &edited).unwrap();
    let output = desk.types(&["read", "--json", "--resume"], &(typed[31..].join("\n") + "\n"));
    assert_same_game(&account, &json(&output));
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(&edited));
    assert_agrees(&read_journal(&path), &json(&output));
}

#[test]
fn a_journal_edited_while_the_reading_goes_on_keeps_the_edit() {
    let desk = TestDesk::new();
    let mut child = spawn(&mut desk.command(&["read", BROTHER]));
    let mut input = child.stdin.take().unwrap();
    input.write_all(format!("{ANSWERS}6\n1\n").as_bytes()).unwrap();
    let text = wait_for_some("a move is written", || {
        let text = desk.journals().first().and_then(|path| fs::read_to_string(path).ok());
        text.filter(|text| text.contains("**→** "))
    });
    let path = desk.journal();
    fs::write(&path, text.replace("\n\n**1 · ", "\n\nWritten meanwhile.\n\n**1 · ")).unwrap();
    input.write_all(b"6\n1\nstop\n").unwrap();
    drop(input);
    assert!(child.wait().unwrap().success());
    assert!(fs::read_to_string(&path).unwrap().contains("Written meanwhile.\n"));
    assert_eq!(read_journal(&path).enochian().unwrap().turns().len(), 2);
}

#[test]
fn what_is_taken_back_leaves_a_trace() {
    let desk = TestDesk::new();
    let output = desk.types(&["read", BROTHER, "--json"], format!("{ANSWERS}6\n1\nback\n2\nback\nback\n2\n1\nstop\n"));
    let account = json(&output);
    let turns = account["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 1);
    assert_eq!(turns[0]["throw"], 2);
    let text = fs::read_to_string(desk.journal()).unwrap();
    assert_eq!(text.matches("**Taken back · 1 act** · to 1 · Air").count(), 3);
    assert!(text.contains("**→** Pa7a6 · P1c"), "the move taken back is still to be read");
    assert_agrees(&read_journal(&desk.journal()), &account);
}

#[test]
fn notes_are_kept_as_they_were_typed() {
    let desk = TestDesk::new();
    let words = "a <script>alert(1)</script> *star* `tick` # and \u{5d0} [x](y)";
    desk.types(&["read", BROTHER], format!("{ANSWERS}note {words}\n6\nnote\n{words}\n1\nstop\n"));
    let path = desk.journal();
    let notes: Vec<_> = read_journal(&path)
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
        let desk = TestDesk::new();
        let output = desk.types(&["read", BROTHER, "--json"], format!("{ANSWERS}6\n{typed}\nstop\n"));
        assert_eq!(json(&output)["turns"][0]["move"], "Pb7b6", "{typed}");
    }
}

#[test]
fn rules_8_2_several_players_throw_for_their_armies_and_the_journal_keeps_the_throws() {
    let desk = TestDesk::new();
    // Anna asks; Ben and Cleo tie, throw again; Dan is last.
    let seats = "Anna\n\nAnna, Ben, Cleo, Dan\nhand\n";
    let mut refused = String::new();
    for wrong in ["7", "5", "3 4\n2 2 2"] {
        let desk = TestDesk::new();
        refused += &told(&desk.types(&["read", BROTHER], format!("{seats}{wrong}\n")));
    }
    let input = format!("{seats}3 4\n1+6\n2 1\n2 1\n6 1\nfire\nwater\nstop\n");
    refused += &said(&desk.types(&["read", BROTHER], input));
    assert!(refused.contains("type what each of the dice shows, 1 to 6"), "{refused}");
    assert!(refused.contains("throw two to six dice; type what each of them shows"), "{refused}");
    assert!(refused.contains("throw 2 dice, as those before did; type what each of them shows"), "{refused}");
    assert!(refused.contains("Cleo throws 1 + 6 = 7."), "{refused}");
    let record = read_journal(&desk.journal());
    let seats = &record.heading().seats;
    assert_eq!(seats.players, ["Anna", "Ben", "Cleo", "Dan"]);
    let throws: Vec<String> =
        seats.throws.iter().map(|seat| format!("{} {:?} {}", seat.player, sums(&seat.throws), seat.army)).collect();
    assert_eq!(throws, [r#"Cleo ["1+6", "6+1"] Fire"#, r#"Ben ["3+4", "2+1"] Water"#, r#"Dan ["2+1"] Earth"#]);
    let journal = fs::read_to_string(desk.journal()).unwrap();
    assert!(journal.contains("choice = [[\"Cleo\", [[1, 6], [6, 1]], \"Fire\"], "), "{journal}");
}

fn sums(throws: &[DiceThrow]) -> Vec<String> {
    throws.iter().map(DiceThrow::sum_text).collect()
}

/// Anna asks; Ben, Cleo and Dan throw 10, 9 and 8 and take Water, Fire and Earth; the die is thrown by hand.
const FOUR_PLAYERS: &str = "Anna\n\nAnna, Ben, Cleo, Dan\nhand\n6 4\n5 4\n4 4\nwater\nfire\n";

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
    let possible = reading.position().exchanges();
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
    let desk = TestDesk::new();
    // Taken back, made again, and no second one is possible.
    let input = format!("{FOUR_PLAYERS}{lines}{answers}back\n{answers}exchange\nstop\n");
    let output = desk.types(&["read", BROTHER], &input);
    let told = told(&output);
    assert!(told.contains("no exchange is possible"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    let record = read_journal(&desk.journal());
    let mut expected = reading;
    expected.accept(Act::Exchange(exchange)).unwrap();
    assert_eq!(record.enochian().unwrap().position(), expected.position());
    for army in [expected.turn(), expected.turn().partner(), exchange.with, exchange.with.partner()] {
        assert!(record.enochian().unwrap().position().king(army).is_some());
    }
    assert!(fs::read_to_string(desk.journal()).unwrap().contains(&format!(" → {exchange}\n")));
}

#[test]
fn rules_6_3_a_player_withdraws_at_the_prompt_and_the_turn_is_played_on() {
    let desk = TestDesk::new();
    let output = desk.types(&["read", BROTHER, "--json"], format!("{FOUR_PLAYERS}withdraw\n6\n1\nstop\n"));
    let account = json(&output);
    assert_eq!(account["turns"][0]["before"][0], "withdraw");
    assert_eq!(account["turns"][0]["actor"], "Air");
    assert!(account["position"].as_str().unwrap().contains(" w F--- "));
    assert_agrees(&read_journal(&desk.journal()), &account);
}

#[test]
fn rules_6_4_whoever_plays_both_armies_of_a_side_may_not_withdraw() {
    let desk = TestDesk::new();
    let output = desk.types(&["read", BROTHER], format!("{ANSWERS}withdraw\nstop\n"));
    let told = told(&output);
    assert!(told.contains("Anna plays both armies of the side, and so cannot withdraw"), "{told}");
    assert!(read_journal(&desk.journal()).entries().is_empty());
}

#[test]
fn rules_8_7_every_piece_moved_and_every_square_landed_on_is_recorded() {
    let desk = TestDesk::new();
    let account = json(&desk.run(&["read", BROTHER, "--auto", "--json", "--seed", "7"]));
    let text = fs::read_to_string(desk.journal()).unwrap();
    let correspondences = Correspondences::embedded();
    let record = read_journal(&desk.journal());
    let board = record.heading().game.enochian().unwrap().board();
    let mut rest = text.as_str();
    for turn in record.enochian().unwrap().turns() {
        let throw = format!("\n**{} · {}** · throw {}\n", turn.ply, turn.army, turn.thrown.unwrap().throw);
        rest = &rest[rest.find(&throw).unwrap_or_else(|| panic!("{throw}")) + throw.len()..];
        let part = &rest[..rest.find("\n\n").unwrap()];
        let mv = if turn.mv == Move::Pass { "No Move".to_owned() } else { turn.mv.to_string() };
        assert!(part.starts_with(&format!("**→** {mv} · {}\n", turn.sheet)), "{part}");
        let Some(square) = turn.landing() else { continue };
        let gloss =
            correspondences.gloss(board, square, turn.piece, record.heading().game.enochian().unwrap().querent());
        let piece = gloss.piece.unwrap();
        // How it stands on the square, or what it means where it has no element of its own.
        let of_the_piece = piece.dignity.unwrap_or(piece.meaning);
        let figure = gloss.figure;
        for words in [&gloss.phrase, &gloss.force, &gloss.trump, &gloss.glyph, &piece.god, &of_the_piece] {
            assert!(part.contains(words.as_str()), "{words} in {part}");
        }
        for words in [figure.name.as_str(), figure.words.as_str()] {
            assert!(part.contains(words), "{words} in {part}");
        }
        for words in [piece.court_card, piece.planet, gloss.house.map(|h| h.matters.join(", "))].iter().flatten() {
            assert!(part.contains(words.as_str()), "{words} in {part}");
        }
    }
    assert_eq!(account["turns"].as_array().unwrap().len(), record.enochian().unwrap().turns().len());
}
