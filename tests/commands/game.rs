//! Games that are no readings, at the prompts of the built binary.

use std::fs;
use std::process::Output;

use enochian::correspondences::Correspondences;
use enochian::journal;
use enochian::record::{Closing, Record};

use crate::desk::{BROTHER, TestDesk, said, succeeded, told};

/// What all games here are: on the Air board, by two players.
const SETTING: [&str; 10] = [
    "--board",
    "air",
    "--array",
    "Air of Air & Water",
    "--first",
    "air",
    "--direction",
    "deosil",
    "--ruleset",
    "chessvariants",
];

/// Plays a game, with these lines at the prompts.
fn run(desk: &TestDesk, arguments: &[&str], lines: &str) -> Output {
    desk.types(&[&["game"], arguments].concat(), lines)
}

/// Plays from the opening: the players' names, then the lines after the seats by name.
fn play(players: &str, lines: &str) -> (TestDesk, Output) {
    let desk = TestDesk::new();
    let arguments = [&SETTING[..], &["--title", "A test"]].concat();
    let output = run(&desk, &arguments, &format!("{players}\n{lines}"));
    (desk, output)
}

fn moves(record: &Record) -> String {
    record.enochian().unwrap().turns().iter().map(|turn| turn.mv.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_is_laid_out_at_the_prompts() {
    let desk = TestDesk::new();
    let output = run(&desk, &[], "water\nfire\nearth\nwiddershins\nzal\nAnn\nback\nBen\n\nstop\n");
    succeeded(&output);
    let record = desk.record();
    let setting = record.heading().game.enochian().unwrap().setting().unwrap();
    assert_eq!(setting.title, "A game from Fire of Air & Water");
    assert_eq!((setting.board.name(), setting.start.turn().name()), ("Water", "Earth"));
    assert_eq!(setting.start.direction().to_string(), "widdershins");
    assert_eq!(setting.ruleset.name, "zalewski");
    assert!(record.heading().seats.players.iter().all(|player| player == "Ben"));
}

/// Who names the players in the command is asked nothing but what their number leaves open.
#[test]
fn named_players_begin_at_once() {
    let desk = TestDesk::new();
    succeeded(&run(&desk, &["--players", "Ann, Ben, Cy, Di"], "Nc8d6\nstop\n"));
    let played = desk.record();
    assert_eq!(played.heading().seats.players, ["Ann", "Ben", "Cy", "Di"]);
    assert_eq!(moves(&played), "Nc8d6");
    let desk = TestDesk::new();
    succeeded(&run(&desk, &["--players", "Ann, Ben", "--board", "water"], "throw\n3 3\n5 5\nearth\nstop\n"));
    assert_eq!(desk.record().heading().seats.players, ["Ann", "Ben", "Ann", "Ben"]);
    let desk = TestDesk::new();
    succeeded(&run(&desk, &["--kind", "three", "--players", "Ann, Ben, Cy"], "Pg7g6\nstop\n"));
    assert_eq!(desk.record().entries().len(), 1, "its name has a default");
}

#[test]
fn everybody_moves_what_they_like_and_check_is_a_duty() {
    let (desk, output) = play("Ann", "Nc8d6\nP3c\nNf1e3\nb5\nNd5f6\nnote one day\nstop\n");
    let told = told(&output) + &said(&output);
    assert!(told.contains("── Turn 4 · Earth"), "{told}");
    let record = desk.record();
    assert!(moves(&record).starts_with("Nc8d6 Pg6f6 Nf1e3"), "{}", moves(&record));
    assert!(record.enochian().unwrap().turns().iter().all(|turn| turn.thrown.is_none()));
    assert!(desk.text().contains("\n**2 · Water** → Pg6f6 · P3c"));
}

/// RULES 8.2, CVP: the players throw for the choice of armies.
#[test]
fn seats_by_throws_of_the_die() {
    let (desk, _) = play("Ann, Ben, Cy, Di", "throw\n3 4\n5 6\n5 6\n1 1\n2 2\n6 3\nfire\nwater\nearth\nstop\n");
    let record = desk.record();
    let seats = &record.heading().seats;
    assert_eq!(seats.players, ["Di", "Ben", "Cy", "Ann"]);
    assert_eq!(seats.throws.len(), 4);
    assert!(desk.text().contains("[\"Cy\", [[5, 6], [6, 3]], \"Fire\"]"), "{}", desk.text());
    // Two players take a side each.
    let (desk, _) = play("Ann, Ben", "throw\n3 3\n5 5\nearth\nstop\n");
    assert_eq!(desk.record().heading().seats.players, ["Ann", "Ben", "Ann", "Ben"]);
}

#[test]
fn rules_6_3_withdrawal_and_6_4_who_may_not() {
    let (desk, output) = play("Ann, Ben, Cy, Di", "\n\n\n\n\nwithdraw\nP2c\nstop\n");
    succeeded(&output);
    assert!(desk.record().enochian().unwrap().position().to_string().contains(" F--- "));
    let (_, output) = play("Ann, Ben", "\n\n\n\n\nwithdraw\nstop\n");
    let told = told(&output);
    assert!(told.contains("Ann plays both armies of the side, and so cannot withdraw"), "{told}");
    assert_eq!(output.status.code(), Some(1), "a line could not be taken");
}

#[test]
fn rules_6_2_an_exchange_at_the_prompts() {
    let desk = TestDesk::new();
    let start = "aK6wK/5wr2/1ar6/3aN4/8/6fr1/2er5/8 a --xx --wa 0000 12";
    let arguments = [
        "--board",
        "air",
        "--start",
        start,
        "--ruleset",
        "zalewski",
        "--players",
        "Ann, Ben",
        "--title",
        "An exchange",
    ];
    let output = run(&desk, &arguments, "name\n\n\n\n\nexchange\nyes\nNd5f4\nstop\n");
    succeeded(&output);
    let record = desk.record();
    assert!(
        record.enochian().unwrap().position().to_string().contains(" ---- ---- "),
        "{}",
        record.enochian().unwrap().position()
    );
    assert!(desk.text().contains("\n**13 · Air** → exchange w h1 a1\n"));
}

#[test]
fn a_draw_by_agreement_and_giving_up() {
    let (desk, _) = play("Ann", "P2c\ndraw\nno\ndraw\nyes\n");
    assert_eq!(desk.record().closing(), Some(Closing::Agreed));
    assert!(desk.text().contains("\n**Result · drawn by agreement**"));
    let (desk, output) = play("Ann", "P2c\nresign\nyes\n");
    assert_eq!(desk.record().closing(), Some(Closing::Resigned("Water".parse().unwrap())));
    let shown = said(&output);
    assert!(shown.contains("The actives win: Water resigned\nWater resigned for the passives."), "{shown}");
    // A reading knows neither.
    let output = desk.types(&["read", BROTHER, "--seed", "3"], "Ann\n\n\ndraw\nstop\n");
    assert!(told(&output).contains("\"draw\" is not a command of this reading"));
}

#[test]
fn taking_back_stopping_and_going_on() {
    let (desk, _) = play("Ann", "P2c\nP3c\nback\nback\nNc8d6\nstop\n");
    assert_eq!(moves(&desk.record()), "Nc8d6");
    let output = run(&desk, &["--resume"], "P3c\nconclude\nyes\n");
    succeeded(&output);
    let record = desk.record();
    assert_eq!(moves(&record), "Nc8d6 Pg6f6");
    assert_eq!(record.closing(), Some(Closing::ByPlayers));
    assert!(desk.text().contains("\n**Taken back · 1 act** · to 2 · Water\n"));
    let output = run(&desk, &["--resume"], "");
    assert!(told(&output).contains("no unfinished game"));
}

#[test]
fn an_automatic_game_is_the_same_again_and_goes_on_by_itself() {
    let whole = TestDesk::new();
    let halves = TestDesk::new();
    assert!(run(&whole, &["--auto", "--seed", "9", "--limit", "60"], "").status.success());
    let again = TestDesk::new();
    assert!(run(&again, &["--auto", "--seed", "9", "--limit", "60"], "").status.success());
    assert_eq!(moves(&whole.record()), moves(&again.record()));
    // Taken up again by hand, it is an automatic game still.
    assert!(run(&halves, &["--auto", "--seed", "9", "--limit", "30"], "").status.success());
    assert!(moves(&whole.record()).starts_with(&moves(&halves.record())));
    assert_eq!(halves.record().closing(), Some(Closing::AtLimit(30)));
}

#[test]
fn the_record_for_programs() {
    let desk = TestDesk::new();
    let output = run(&desk, &["--auto", "--seed", "24", "--board", "water", "--ruleset", "zalewski", "--json"], "");
    let account: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(account["outcome"], "actives");
    assert_eq!(account["game"], "A game from Water of Air & Water");
    assert!(account.get("answer").is_none() && account["turns"][0].get("throw").is_none());
}

/// RULES 4.2: a move that leaves the king in check is recorded only when the players say so.
#[test]
fn an_irregular_move_at_the_prompts() {
    let desk = TestDesk::new();
    let start = "aK6wR/1ar6/8/7wK/8/8/5fr1fK/eK1er5 a ---- ---- 0000 8";
    let arguments = ["game", "--board", "air", "--start", start, "--players", "Ann, Ben, Cy, Di"];
    let lines = "Pb7b6\nirregular\nirregular Ka8a7\nirregular Pb7e5\nirregular Pb7b6\nno\nirregular Pb7b6\nyes\nstop\n";
    let (said, refused) = desk.types_on(&arguments, lines);
    let told = refused.join("\n") + &said;
    for expected in [
        "the king of Air is in check and must move",
        "such as irregular Pb2b3",
        "it is within the rules, so it is not irregular",
        "Pb7b6 is against the rules: the king of Air is in check and must move. Record it?",
    ] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    assert_eq!(moves(&desk.record()), "Pb7b6");
    assert!(desk.text().contains(" → Pb7b6 · P2c · irregular"), "{}", desk.text());
    // A reading has none (RULES 8).
    let output = desk.types(&["read", BROTHER, "--seed", "3"], "Ann\n\n\nirregular Pb7b6\nstop\n");
    assert!(self::told(&output).contains("\"irregular\" is not a command of this reading"));
}

/// What a hand can do to a game's journal, and what it is told.
#[test]
fn a_journal_that_was_torn_or_edited_is_told_of() {
    let (desk, _) = play("Ann", "P2c\nP3c\nP3c\nstop\n");
    let path = desk.journal();
    let sound = desk.text();
    for (from, to, told) in [
        ("→ Pg6f6", "→ Pg6g5", "does not fit here"),
        ("**2 · Water** → Pg6f6 · P3c", "", "turn 3 of Fire does not follow here; expected turn 2 of Water"),
        ("**2 · Water** → Pg6f6 · P3c", "**2 · Water** →", "and the turns do not go on without it"),
        ("**2 · Water**", "**2 · Fire**", "does not follow here"),
        ("**2 · Water** → Pg6f6 · P3c", "**2 · Water** · throw 3", "and the turns do not go on without it"),
        ("P3c", "P3d", "is not that of the move"),
        ("Pf2f3 · P3c", "Pf2f3 · P3c · irregular", "the move is legal, so it cannot be recorded as irregular"),
        ("board = \"Air\"", "board = \"Air\"\n    array = \"Air of Fire & Earth\"", "is not an array of the Air board"),
        ("ruleset = \"chess", "ruleset = \"cheese", "unknown ruleset \"cheese"),
        ("start = \"aK+aB", "start = \"aK+aK", "holds two pieces"),
    ] {
        assert!(sound.contains(from), "{from}");
        fs::write(&path, sound.replacen(from, to, 1)).unwrap();
        let faults =
            journal::read(&path, Correspondences::embedded()).map(|record| moves(&record)).unwrap_err().to_string();
        assert!(faults.contains(told), "{from} → {to}: {faults}");
    }
}

#[test]
fn a_limit_counts_the_turns_that_are_played_wherever_the_game_begins() {
    for (ply, last) in [("0", 5), ("500", 505), ("4294967293", u32::MAX)] {
        let desk = TestDesk::new();
        let start = format!("aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 {ply}");
        let output = run(&desk, &["--auto", "--seed", "9", "--limit", "5", "--start", &start], "");
        succeeded(&output);
        let record = desk.record();
        assert_eq!(
            (record.enochian().unwrap().turns().len(), record.enochian().unwrap().position().ply()),
            (5, last),
            "{ply}"
        );
        assert_eq!(record.closing(), Some(Closing::AtLimit(5)));
        // It reads back and is sound, as a journal and as a sheet.
        let checked = desk.run(&["journal", "check"]);
        succeeded(&checked);
        let sheet = enochian::sheet::write(record.enochian().unwrap());
        assert!(sheet.contains("\nplies: 5\n"), "{sheet}");
        let shown = desk.run(&["journal", "show"]);
        assert!(shown.status.success());
    }
}

#[test]
fn the_program_plays_the_seats_that_have_a_level_and_the_record_says_so() {
    let (desk, output) = play("Ann, level-1", "\n\n\n\n\nhint level-1\nhint level-7\nNc8d6\nstop\n");
    succeeded(&output);
    let screen = said(&output);
    assert!(screen.contains("gives that side") && screen.contains("expected level-1, level-2"), "{screen}");
    assert!(desk.text().contains("[\"Water\", \"the program (level-1)\"], [\"Fire\", \"Ann\"]"), "{}", desk.text());
    // Ann's turn is awaited again, after that of the program.
    assert_eq!(desk.record().enochian().unwrap().turns().len(), 2);
    assert_eq!(desk.record().enochian().unwrap().turn().name(), "Fire");

    let desk = TestDesk::new();
    succeeded(&run(&desk, &["--kind", "three", "--players", "level-2, Ann, level-1"], "resign\nyes\nstop\n"));
    let record = desk.record();
    assert!(record.play().acts().len() >= 3, "{}", desk.text());
    assert_eq!(record.heading().seats.players[2], "the program (level-1)");
}
