//! Odds from a turn, pivots and branches (INTERPRETATION 6), and what came of answers.

use std::fs;

use serde_json::Value;

use crate::desk::{TestDesk, succeeded};

/// Example B of INTERPRETATION: the king of Air falls in turn 64, that of Fire in turn 82.
fn project() -> TestDesk {
    TestDesk::new().with_reading("project", "12")
}

const BRANCH: &str = "project-flourish-turn-79-nh5f4";

fn texts(of: &Value) -> Vec<&str> {
    of.as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect()
}

#[test]
fn odds_are_shares_with_intervals_and_none_is_called_better_whose_intervals_overlap() {
    let desk = project();
    let ask = |more: &[&str]| {
        desk.json(&[&["simulate", "--from-journal", "@", "--turn", "79", "--readings", "2000"], more].concat())
    };
    let odds = ask(&["--threads", "1"]);
    assert_eq!(odds, ask(&["--threads", "2"]), "repeatable, on any number of threads");
    assert_ne!(odds["moves"], ask(&["--seed", "2"])["moves"]);
    assert_eq!((&odds["army"], &odds["throw"], &odds["played"]), (&"Fire".into(), &2.into(), &"Nh5f6".into()));
    assert_eq!(odds["policies"]["Fire"], "random");
    assert!(odds["note"].as_str().unwrap().contains("of nothing else"));
    let moves = odds["moves"].as_array().unwrap();
    let played = moves.iter().find(|it| it["move"] == "Nh5f6").unwrap();
    for it in moves {
        let counts = ["yes", "no", "undecided"].map(|answer| it[answer]["count"].as_u64().unwrap());
        assert_eq!(counts.iter().sum::<u64>(), 2000);
        let [low, high] = ["low", "high"].map(|end| it["yes"][end].as_f64().unwrap());
        let than = if low > played["yes"]["high"].as_f64().unwrap() {
            "more".into()
        } else if high < played["yes"]["low"].as_f64().unwrap() {
            "less".into()
        } else {
            Value::Null
        };
        assert_eq!(it["than_played"], than, "{it}");
    }
    let few = desk.says(&["simulate", "--from-journal", "@", "--turn", "79", "--readings", "50"]);
    assert!(few.contains("policy random") && few.contains("of nothing else"), "{few}");
    assert!(few.contains("no difference from Nh5f6") && !few.contains("more often"), "{few}");
}

/// What the turns before have decided is not forgotten: the round on the Ptah is running.
#[test]
fn odds_go_on_from_the_state_and_not_from_the_position_alone() {
    let desk = TestDesk::new().with_reading("brother", "11");
    let odds = desk.json(&["simulate", "--from-journal", "@", "--turn", "32", "--readings", "100"]);
    let played = odds["moves"].as_array().unwrap().iter().find(|it| it["move"] == odds["played"]).unwrap();
    assert_eq!(played["yes"]["count"], 100, "the move that completed the round is a yes: {played}");
}

#[test]
fn odds_need_a_throw_of_a_reading() {
    let text = "question = \"Is it so?\"\ncategory = \"brother\"\ndirection = \"deosil\"\n";
    let desk = project().with_game().with_file("sunwise.toml", text);
    let position = "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0";
    let question = concat!(env!("CARGO_MANIFEST_DIR"), "/questions/brother.toml");
    let of =
        |throw: &str| desk.json(&["simulate", question, "--position", position, "--throw", throw, "--readings", "100"]);
    assert_eq!(of("1")["moves"].as_array().unwrap().len(), 2);
    assert_eq!(of("1")["played"], Value::Null);
    assert_eq!(of("4")["moves"][0]["move"], "--", "no queen");
    let from = ["simulate", "--from-journal"];
    desk.refuses(&[&from[..], &["project", "--turn", "83"]].concat(), 1, &["no turn 83", "from 1 to 82"]);
    desk.refuses(&[&from[..], &["project", "--turn", "0"]].concat(), 2, &["--turn"]);
    desk.refuses(&[&from[..], &["project"]].concat(), 1, &["no die is thrown", "--turn"]);
    desk.refuses(&[&from[..], &["game", "--turn", "1"]].concat(), 1, &["is a game", "no die"]);
    desk.refuses(&[&from[..], &[question, "--turn", "1"]].concat(), 1, &["does not begin with a journal's header"]);
    desk.refuses(&["simulate", question, "--position", "8/8 a", "--throw", "1"], 2, &["six fields"]);
    desk.refuses(
        &["simulate", "sunwise.toml", "--position", &position.replace(" a ", " a< "), "--throw", "1"],
        1,
        &["is played widdershins, and the question deosil"],
    );
    let game = ["simulate", question, "--procedure", "game", "--position", position, "--throw", "1"];
    desk.refuses(&game, 1, &["a game has no die"]);
    let whole = desk.json(&["simulate", question, "--position", position, "--readings", "100"]);
    assert_eq!(
        whole["setting"]["position"].as_str().or(whole["provenance"]["setting"]["position"].as_str()),
        Some(position)
    );
}

/// INTERPRETATION 6.2: event 82 has pivot 79 with Nh5f4, event 64 has pivot 47 with three other moves of the king.
#[test]
fn after_a_game_the_turns_that_cost_most_are_listed_and_the_same_each_time() {
    let desk = TestDesk::new().with_game();
    let ask = ["journal", "pivots", "game", "--level", "level-2"];
    let found = desk.json(&ask);
    assert_eq!((&found, &found["level"]), (&desk.json(&ask), &"level-2".into()));
    let turns = found["turns"].as_array().unwrap();
    assert!((1..=12).contains(&turns.len()), "{found}");
    for turn in turns {
        let [played, better] = ["estimate", "better_estimate"].map(|name| turn[name].as_f64().unwrap());
        assert!(0.0 <= played && played + 0.09 < better && better <= 1.0 && turn["played"] != turn["better"], "{turn}");
    }
    let page = desk.says(&ask);
    assert!(page.contains(turns[0]["better"].as_str().unwrap()) && page.contains("The estimate is no proof"), "{page}");
    desk.refuses(&["journal", "pivots", "game", "--level", "level-9"], 2, &["level-9", "expected level-1, level-2"]);

    let desk = TestDesk::new();
    let players = ["--players", "Ann, Ben, Cleo"];
    succeeded(&desk.types(&[&["game", "--kind", "three"][..], &players].concat(), "stop\n"));
    desk.refuses(&["journal", "pivots"], 1, &["not concluded", "hint"]);
    desk.says(&["game", "--kind", "three", "--auto", "--seed", "7", "--limit", "12", "--title", "auto"]);
    let turns = desk.json(&["journal", "pivots", "auto", "--level", "level-2"])["turns"].clone();
    assert!(turns.as_array().unwrap().iter().any(|turn| turn["better"].as_str().unwrap().contains('x')), "{turns}");
}

#[test]
fn pivots_are_listed_with_the_moves_that_would_have_stopped_it() {
    let desk = project().with_game();
    let found = desk.json(&["journal", "pivots", "project"]);
    let [first, second] = found["events"].as_array().unwrap().as_slice() else { panic!("{found}") };
    assert_eq!((&first["turn"], &first["king"], &first["pivot"]["turn"]), (&64.into(), &"Air".into(), &47.into()));
    assert_eq!(texts(&first["pivot"]["moves"]).len(), 3);
    assert_eq!((&second["turn"], &second["event"]), (&82.into(), &"king taken".into()));
    assert_eq!((&second["pivot"]["throw"], texts(&second["pivot"]["moves"])), (&2.into(), vec!["Nh5f4"]));
    let page = desk.says(&["journal", "pivots", "project"]);
    assert!(page.contains("Nh5f6 was played, and Nh5f4 would have") && page.contains("journal branch"), "{page}");
    desk.refuses(&["journal", "pivots", "project", "--level", "level-2"], 1, &["is a reading", "leave out --level"]);
    let yes = TestDesk::new().with_reading("brother", "11").says(&["journal", "pivots"]);
    assert!(yes.contains("Nothing decided it against the querent"), "{yes}");
}

#[test]
fn a_branch_is_a_journal_of_its_own_that_names_its_parent() {
    let desk = project();
    let before = fs::read(desk.journal()).unwrap();
    let listed = desk.says(&["journal", "branch", "@", "79"]);
    assert!(listed.contains("Nh5f6 was played; possible were Nh5f4 and Nh5g7"), "{listed}");
    desk.refuses(&["journal", "branch", "@", "79", "Nh5f6"], 1, &["is not another move", "Nh5f4, Nh5g7"]);
    desk.refuses(&["journal", "branch", "@", "83", "Nh5f6"], 1, &["no turn 83", "1 to 82"]);
    desk.says(&["journal", "branch", "@", "79", "Nh5f4"]);
    let [parent, branch] = desk
        .journals()
        .try_into()
        .map(|mut both: [_; 2]| (both.sort(), both).1)
        .map(|[a, b]| if a.to_string_lossy().contains("turn") { [b, a] } else { [a, b] })
        .unwrap();
    assert_eq!(fs::read(&parent).unwrap(), before, "the first reading stays as it is");
    let text = fs::read_to_string(&branch).unwrap();
    assert!(
        text.starts_with("+++\nformat = 1\n") && text.contains("\nbranch = \"turn 79 with Nh5f4, of "),
        "{text:.300}"
    );
    let known = |name: &str| {
        let rows = desk.json(&["journal", "list"]);
        let row = rows.as_array().unwrap().iter().find(|row| row["name"].as_str().unwrap().contains(name)).cloned();
        row.unwrap()
    };
    assert_eq!((&known(BRANCH)["branch"]["turn"], &known(BRANCH)["turns"]), (&79.into(), &79.into()));
    assert!(desk.says(&["journal", "list"]).contains("↳ turn 79, Nh5f4: Will my project"));
    assert_eq!(desk.json(&["journal", "list", "only:branches"]).as_array().unwrap().len(), 1);
    assert!(desk.says(&["journal", "check", "--all"]).contains("no errors"));
    // The reading itself is meant by the part of a name that both have.
    assert_eq!(desk.json(&["journal", "pivots", "project"])["branches"][0]["move"], "Nh5f4");
    // Its own turns are found in it, and those before in its parent.
    let hits = |words: &str| desk.says(&["journal", "search", words]).matches("will-my-project").count();
    assert_eq!((hits("piece:knight square:f4"), hits("captured:king")), (1, 1));
    // The turns that it has from its parent cannot be taken back, its own can.
    let played = String::from_utf8(desk.types(&["read", "--resume", BRANCH], "back\nboard\nstop\n").stdout).unwrap();
    assert!(!played.contains("Taken back"), "{played}");
    assert!(fs::read_to_string(&branch).unwrap().contains("Nh5f4"));
    // It is no reading of its own for the statistics, and is never due.
    let counted = desk.run(&["journal", "stats", "--json"]);
    assert!(String::from_utf8_lossy(&counted.stderr).contains("1 branch left out"));
    assert_eq!(serde_json::from_slice::<Value>(&counted.stdout).unwrap()["readings"], 1);
    // As a sheet it is not lost.
    desk.says(&["journal", "export", BRANCH, "--format", "sheet", "--out", "branch.txt"]);
    assert!(fs::read_to_string(desk.path("branch.txt")).unwrap().contains("\nbranch: turn 79 with Nh5f4, of "));
}

#[test]
fn a_branch_is_checked_against_its_parent_and_opens_alone() {
    let desk = project();
    let parent = desk.journal();
    desk.says(&["journal", "branch", "@", "79", "Nh5f4"]);
    let branch = desk.journals().into_iter().find(|path| *path != parent).unwrap();
    let sound = fs::read_to_string(&branch).unwrap();
    // The header names other turns.
    let (from, to) = ("after ", "after 0");
    let line = sound.lines().find(|line| line.starts_with("branch")).unwrap();
    let spoilt = line.replacen(from, to, 1);
    let spoilt = format!("{}\"", &spoilt[..spoilt.len() - 2]);
    fs::write(&branch, sound.replacen(line, &spoilt, 1)).unwrap();
    desk.refuses(&["journal", "check", BRANCH], 1, &["these are not the turns of this branch before turn 79"]);
    fs::write(&branch, sound.replacen("turn 79 with", "turn seventy with", 1)).unwrap();
    desk.refuses(&["journal", "check", BRANCH], 1, &["branch", "such as"]);
    fs::write(&branch, &sound).unwrap();
    // The parent has other turns: another reading in its file, with its id.
    let first = fs::read_to_string(&parent).unwrap();
    fs::rename(&parent, desk.path("away.md")).unwrap();
    let alone = desk.says(&["journal", "check", BRANCH]);
    assert!(alone.contains("is not among the journals") && alone.contains("No errors"), "{alone}");
    assert!(desk.says(&["journal", "show", BRANCH]).contains("turn 79 of another reading"));
    desk.says(&["read", "--resume", BRANCH, "--auto"]);
    fs::write(&parent, first).unwrap();
    assert!(!desk.says(&["journal", "check", BRANCH]).contains("is not among"));
}

#[test]
fn a_quiet_reading_is_not_asked_what_if() {
    let question = concat!(env!("CARGO_MANIFEST_DIR"), "/questions/brother.toml");
    let desk = TestDesk::new();
    desk.types(&["read", question, "--quiet"], "Anna\n\n\nhand\n6\n1\nstop\n");
    for command in [
        &["journal", "pivots"][..],
        &["journal", "branch", "@", "1"],
        &["journal", "branch", "@", "1", "Pa7a6"],
        &["simulate", "--from-journal", "@", "--turn", "1"],
    ] {
        desk.refuses(command, 1, &["quiet until the reading is concluded"]);
    }
}

#[test]
fn few_outcomes_say_nothing_and_more_have_an_interval() {
    let mut desk = TestDesk::new();
    for seed in 1..=6 {
        desk = desk.with_reading("brother", &seed.to_string());
    }
    let paths = desk.journals();
    let record = |path: &std::path::Path, proved: &str| {
        desk.says(&["journal", "outcome", path.to_str().unwrap(), proved, "So it was."]);
    };
    paths[..5].iter().for_each(|path| record(path, "true"));
    let few = desk.says(&["journal", "stats"]);
    assert!(few.contains("Nothing is said") && few.contains("before 6 outcomes"), "{few}");
    assert_eq!(desk.json(&["journal", "stats"])["agreement"], Value::Null);
    record(&paths[5], "false");
    let found = desk.json(&["journal", "stats"]);
    let answered = |answer: &str, came: &str| found["beside"][answer][came].as_u64().unwrap();
    let outcomes: u64 = ["yes", "no"].iter().map(|answer| answered(answer, "true") + answered(answer, "false")).sum();
    assert_eq!(found["agreement"]["outcomes"].as_u64().unwrap(), outcomes);
    assert_eq!((outcomes, found["agreement"]["true"].as_u64().unwrap()), (6, 5));
    // R: binom.test(5, 6)$conf.int
    let [low, high] = ["low", "high"].map(|end| found["agreement"][end].as_f64().unwrap());
    assert!((low - 0.358_765).abs() < 1e-4 && (high - 0.995_789).abs() < 1e-4, "{low} {high}");
    let page = desk.says(&["journal", "stats"]);
    assert!(page.contains("proved true in 5 of 6: 83%") && page.contains("It includes one half"), "{page}");
}
