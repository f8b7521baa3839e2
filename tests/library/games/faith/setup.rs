//! The set-up as data (GAMES F5).

use enochian::games::{FaithSetup, GameOptions, faith_start};
use enochian::input::{Diagnostics, Source};

use super::*;

fn setup(text: &str) -> Result<FaithSetup, Diagnostics> {
    FaithSetup::read(&Source::new("my.toml", text))
}

fn start(text: &str) -> Arc<dyn GameState> {
    faith_start(&setup(text).unwrap(), &GameOptions::default())
}

/// The columns with a piece of Red on a level, by kinds.
fn columns(level: usize, letter: char) -> String {
    let cells = referee().start().diagram().panels.remove(level - 1).cells;
    let of_red =
        cells.iter().filter(|cell| cell.piece.as_ref().is_some_and(|piece| piece.seat == 0 && piece.letter == letter));
    of_red.map(|cell| &cell.name[..2]).collect::<Vec<_>>().join(" ")
}

#[test]
fn f5_1_each_level_has_its_pieces_and_pawns() {
    for level in 1..=5 {
        let front = if level == 3 { "" } else { " rf" };
        assert_eq!(columns(level, 'P'), format!("da ea fa ga{front}"));
    }
}

#[test]
fn f5_2_king_and_simurgh_stand_on_the_back_columns() {
    assert_eq!((columns(3, 'K'), columns(3, 'M')), ("dc".into(), "ec".into()));
}

#[test]
fn f5_3_no_rabbi_or_unicorn_has_a_move_at_the_start() {
    assert_eq!((columns(1, 'A'), columns(1, 'S')), ("dc ec eb".into(), "db fb".into()));
    assert_eq!((columns(5, 'U'), columns(5, 'L')), ("dc ec eb".into(), "db fb".into()));
    assert!(!offered(&referee().start()).iter().any(|act| act.starts_with(['A', 'U'])));
}

#[test]
fn f5_4_elephants_behind_and_rooks_before_them() {
    assert_eq!((columns(2, 'E'), columns(2, 'R')), ("dc ec".into(), "db eb fb".into()));
}

#[test]
fn f5_5_the_front_pawns_stand_on_four_levels() {
    let front: Vec<usize> = (1..=5).filter(|&level| columns(level, 'P').ends_with("rf")).collect();
    assert_eq!(front, [1, 2, 4, 5]);
}

#[test]
fn f5_6_bishops_camels_and_knights() {
    assert_eq!([columns(3, 'B'), columns(4, 'C'), columns(4, 'N')], ["db fb", "dc ec", "db fb"]);
}

#[test]
fn f5_7_at_the_start_nobody_threatens_a_king() {
    let mut state = referee().start();
    for army in ["r", "o", "g", "b"] {
        assert_eq!(state.text().split(' ').nth(1), Some(army));
        assert!(!offered(&state).iter().any(|act| act.contains('#')), "{army}");
        state = played(
            &state,
            &[&format!(
                "card \"Next\": turn {}",
                if army == "r" {
                    "o"
                } else if army == "o" {
                    "g"
                } else {
                    "b"
                }
            )],
        );
    }
}

#[test]
fn the_file_that_is_built_in_is_the_start() {
    let built_in = start(FaithSetup::FILE);
    assert_eq!(built_in.text(), referee().start().text());
    let reverse = GameOptions::new([("order", "reverse")], GameKind::Faith.options()).unwrap();
    let reverse = faith_start(&setup(FaithSetup::FILE).unwrap(), &reverse);
    let next = played(&reverse, &[&offered(&reverse)[0]]);
    assert_eq!(next.text().split(' ').nth(1), Some("b"));
}

#[test]
fn another_set_up_gives_a_start_that_its_text_keeps() {
    let small = start("king = ['ec3']\nrook = ['db1', 'fb5']\nqueen = ['eb3']\npawn = ['ea3', 'qf2']\n");
    let text = small.text();
    assert_eq!(read(&text).text(), text);
    // Each of the others is the image of Red's.
    for army in ["rK", "oK", "gK", "bK", "rQ", "bQ"] {
        assert_eq!(text.matches(army).count(), 1, "{army}");
    }
    assert_eq!(text.matches('P').count(), 8);
    assert!(text.contains("oQ") && !offered(&small).is_empty());
    let alone = start("king = ['dc3']").text();
    assert_eq!(alone, text_of("rKdc3 oKml3 gKji3 bKra3", "r - - - 0"));
    // A king that stands beside another threatens it.
    assert_eq!(offered(&start("king = ['qg3']")), ["Kqg3#ph3"]);
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
