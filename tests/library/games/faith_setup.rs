//! Another set-up for Armies of Faith, from a file (GAMES F5).

use std::sync::Arc;

use enochian::games::{FaithSetup, GameKind, GameOptions, GameState, faith_start};
use enochian::input::{Diagnostics, Source};

use super::common::{offered, referee};

fn setup(text: &str) -> Result<FaithSetup, Diagnostics> {
    FaithSetup::read(&Source::new("my.toml", text))
}

fn start(text: &str) -> Arc<dyn GameState> {
    faith_start(&setup(text).unwrap(), &GameOptions::default())
}

#[test]
fn the_file_that_is_built_in_is_the_start() {
    let built_in = start(FaithSetup::FILE);
    assert_eq!(built_in.text(), referee(GameKind::Faith, &[]).start().text());
    let reverse = GameOptions::new([("order", "reverse")], GameKind::Faith.options()).unwrap();
    let reverse = faith_start(&setup(FaithSetup::FILE).unwrap(), &reverse);
    let next = reverse.play(&offered(&*reverse)[0]).unwrap().state;
    assert_eq!(next.text().split(' ').nth(1), Some("b"));
}

#[test]
fn another_set_up_gives_a_start_that_its_text_keeps() {
    let small = start("king = ['ec3']\nrook = ['db1', 'fb5']\nqueen = ['eb3']\npawn = ['ea3', 'qf2']\n");
    let text = small.text();
    assert_eq!(referee(GameKind::Faith, &[]).read(&text).unwrap().text(), text);
    // Each of the others is the image of Red's.
    for army in ["rK", "oK", "gK", "bK", "rQ", "bQ"] {
        assert_eq!(text.matches(army).count(), 1, "{army}");
    }
    assert_eq!(text.matches('P').count(), 8);
    assert!(text.contains("oQ") && !offered(&*small).is_empty());
    let alone = start("king = ['dc3']").text();
    let level_3 = "rK1,3,4,bK7,9,9,9,9,7oK,4,3,1gK";
    let empty = "2,3,4,8,9,9,9,9,8,4,3,2";
    assert_eq!(alone, format!("{empty}/{empty}/{level_3}/{empty}/{empty} r - - - 0"));
    // A king that stands beside another threatens it.
    assert_eq!(offered(&*start("king = ['qg3']")), ["Kqg3#ph3"]);
}

#[test]
fn all_errors_of_a_set_up_are_told() {
    let errors = setup(
        "king = ['dc3', 'ec3']\n\
         rook = ['zz1', 'db6', 3, 'db2', 'db2']\n\
         knight = ['dc3']\n\
         bishop = ['rd1']\n\
         pawn = ['jh1', 'mk1']\n\
         rabbit = ['db1']\n\
         emperor = ['eb3']\n",
    )
    .unwrap_err()
    .to_string();
    let expected = [
        "my.toml:1: the army has 2 kings; expected one king for each army",
        "my.toml:2: `rook` contains \"zz1\"; expected a cell: a column and a level from 1 to 5, such as ec2",
        "my.toml:2: `rook` contains \"db6\"; expected a cell",
        "my.toml:2: `rook` contains 3; expected a string",
        "my.toml:2: \"db2\": the rook would stand on the cell of a rook",
        "my.toml:3: \"dc3\": the knight would stand on the cell of a king",
        "my.toml:4: \"rd1\": this is also the cell of the bishop of Blue",
        "my.toml:5: \"jh1\": no column lies before a pawn there",
        "my.toml:5: \"mk1\": no column lies before a pawn there",
        "my.toml:6: unknown key `rabbit`; did you mean `rabbi`?",
        "my.toml:7: unknown key `emperor`",
    ];
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines.len(), expected.len(), "{errors}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line}\n{expected}");
    }
}

#[test]
fn unsound_set_ups_are_refused() {
    for (text, error) in [
        ("", "missing key `king`"),
        ("king = []", "the army has 0 kings"),
        ("king = 'dc3'", "`king` is \"dc3\"; expected a list"),
        // The image of ml1 in the camp of Orange is dc1, and the other way round.
        ("king = ['dc1']\nrook = ['ml1']", "the rook of Orange would stand on the cell of a king"),
        ("king = ['dc1'", "my.toml:1"),
    ] {
        let errors = setup(text).unwrap_err().to_string();
        assert!(errors.contains(error), "{text}: {errors}");
    }
}
