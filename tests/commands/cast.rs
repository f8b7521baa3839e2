//! The cast and one piece, as `journal explain --cast` and `--follow` print them (INTERPRETATION 8.9).

use std::collections::BTreeSet;
use std::path::Path;

use enochian::correspondences::Correspondences;
use enochian::interpretation::{LinkKind, PieceHistory, Told, cast_page, history_page};
use enochian::journal;
use enochian::record::Record;
use serde_json::{Value, json};

use crate::desk::{ROOT, TestDesk};
use crate::facts::chosen;

fn sample() -> String {
    format!("{ROOT}/journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md")
}

/// Readings of many kinds, with exchanges, withdrawals, thrones and promotions among them, and the one that comes with the program.
fn readings() -> Vec<Record> {
    let sample = journal::read(Path::new(&sample()), Correspondences::embedded()).unwrap();
    chosen(|number, _| number % 13 == 0).chain([sample]).collect()
}

fn cast(record: &Record) -> Vec<PieceHistory> {
    PieceHistory::cast(record.enochian().unwrap(), Correspondences::embedded(), None).unwrap()
}

#[test]
fn interpretation_8_9_the_cast_tells_who_each_is_and_what_became_of_it() {
    let told = TestDesk::new().says(&["journal", "explain", &sample(), "--cast"]);
    let expected = "\
Is my brother happy in his present situation?
  Anna asks with Air, Fire helps, Water and Earth oppose.

Air's king, the querent's own: self-awareness
  Road      Libra, Aquarius, Gemini
  Took      Earth's rook (turn 21)
  End       stands on a5

Earth's rook, against the querent: a reliable younger woman
  Road      Aquarius
  Took      the pawn of Air's bishop (turn 16)
  Check     in turn 16
  End       taken in turn 21 by Air's king

Fire's rook, the querent's support: a strong-willed younger woman
  Road      Fire
  Took      the pawn of Earth's bishop (turn 11)
  End       stands on b1

Air's bishop, the querent's own, which stands for the matter: thought and plans
  Road      did not move
  End       stands on a8

These neither took nor gave check
  Air       queen, knight and rook
  Water     king, queen, knight, bishop and rook
  Fire      king, queen, knight and bishop
  Earth     king, queen, knight and bishop
";
    assert_eq!(told, expected);
}

#[test]
fn interpretation_8_9_each_of_the_cast_stands_on_its_page_once() {
    for record in readings() {
        let (record, cast) = (record.enochian().unwrap(), cast(&record));
        let told = Told::of(record, Correspondences::embedded()).unwrap();
        let members: Vec<_> = cast.iter().map(|it| &it.member).collect();
        assert_eq!(members, told.cast.iter().collect::<Vec<_>>());
        let page = cast_page(record, &cast, 80);
        let (own, others) = page.split_once("These neither took nor gave check").unwrap_or((&page, ""));
        let mut last = 0;
        let mut folded = 0;
        for it in &cast {
            let heading = format!("\u{1b}[1m{}{}, ", it.name[..1].to_uppercase(), &it.name[1..]);
            let Some(place) = own.lines().position(|line| line.starts_with(&heading)) else {
                assert!(it.is_quiet(), "{heading}");
                folded += 1;
                continue;
            };
            assert!(place > last, "{heading} is out of order");
            last = place;
        }
        let words = others.split([',', ';', ':', '(', ')', ' ', '\n']);
        let kinds = words.filter(|word| ["king", "queen", "knight", "bishop", "rook"].contains(word)).count();
        assert_eq!(kinds, folded, "{page}");
        assert!(page.lines().all(|line| line.chars().count() <= 80 || line.contains('\u{1b}')), "{page}");
    }
}

#[test]
fn interpretation_8_9_a_piece_is_followed_turn_by_turn() {
    let told = TestDesk::new().says(&["journal", "explain", &sample(), "--follow", "earth rook"]);
    let expected = "\
Is my brother happy in his present situation?
  Anna asks with Air, Fire helps, Water and Earth oppose.

Earth's rook, against the querent: a reliable younger woman
  turn 16  to a6, Aquarius, among friends and hopes; takes the pawn of Air's
           bishop; gives check to the querent's king
  turn 21  on a6; is taken by Air's king

Links
  turns 16 and 21  Air's king took Earth's rook, which had given check
  turn 21  Air's king took Earth's rook
";
    assert_eq!(told, expected);
    let of_pawn = TestDesk::new().says(&["journal", "explain", &sample(), "--follow", "ab"]);
    assert!(of_pawn.contains("turn 16  on a6; is taken by Earth's rook"), "{of_pawn}");
    let of_queen = TestDesk::new().says(&["journal", "explain", &sample(), "--follow", "aQ"]);
    assert!(of_queen.contains("It did not move.\n  In the end it stands on b8."), "{of_queen}");
}

#[test]
fn interpretation_8_9_what_is_followed_is_what_the_record_has() {
    let mut kinds = BTreeSet::new();
    for record in readings() {
        let record = record.enochian().unwrap();
        let told = Told::of(record, Correspondences::embedded()).unwrap();
        let start = record.subject().start();
        let (mut moves, mut deeds, mut falls) = (0, 0, 0);
        for (_, piece) in start.pieces() {
            let history = PieceHistory::of(record, Correspondences::embedded(), None, piece).unwrap();
            let landed = history.turns.iter().filter(|turn| turn.moved);
            assert_eq!(landed.clone().count(), history.member.moves, "{}", history.name);
            for turn in landed.clone() {
                let played = &record.turns()[turn.turn as usize - 1];
                assert_eq!(played.landing().unwrap().to_string(), turn.at.square, "{}", history.name);
            }
            let becomes = history.turns.iter().filter(|turn| turn.did.iter().any(|did| did.starts_with("becomes a ")));
            let promoted = becomes.filter(|turn| !turn.did.contains(&"becomes a pawn again".to_owned()));
            assert_eq!(promoted.map(|turn| turn.turn).next_back(), history.member.promoted, "{}", history.name);
            moves += landed.count();
            deeds += history.member.deeds.len();
            falls +=
                history.turns.iter().flat_map(|turn| &turn.did).filter(|did| did.starts_with("is taken by")).count();
            let links: Vec<_> = told.links.iter().filter(|link| link.pieces.contains(&piece)).collect();
            assert_eq!(history.links.iter().map(|it| &it.link).collect::<Vec<_>>(), links, "{}", history.name);
            let page = history_page(record, &history, 80);
            assert!(!page.contains("  ,") && !page.contains("by ;"), "{page}");
        }
        assert_eq!(moves, record.turns().iter().filter(|turn| turn.piece.is_some()).count());
        assert_eq!(deeds, falls, "who took and who was taken agree");
        for link in &told.links {
            kinds.insert(link.kind);
            let says = link.says();
            assert!(!says.contains("  ") && !says.ends_with(' ') && !says.contains(" ,"), "{says}");
            assert!(link.pieces.is_empty() || says.contains("'s "), "{says}");
        }
    }
    assert!(kinds.len() > 20, "{kinds:?}");
    assert!(kinds.contains(&LinkKind::Agreement), "{kinds:?}");
}

#[test]
fn what_cannot_be_followed_is_an_error() {
    let (desk, journal) = (TestDesk::new().with_game(), sample());
    let refuses = |more: &[&str], code, words| {
        desk.refuses(&[&["journal", "explain", journal.as_str()], more].concat(), code, &[words]);
    };
    refuses(&["--follow", "earth rock"], 1, "there is no piece \"earth rock\"");
    refuses(&["--follow", "eR", "--cast"], 2, "cannot be used with '--cast'");
    for option in [&["--cast"][..], &["--follow", "eR"]] {
        refuses(&[option, &["--statistics"]].concat(), 2, "cannot be used with '--statistics'");
        refuses(&[option, &["--json"]].concat(), 2, "cannot be used with '--json'");
        refuses(&[option, &["--form", "short"]].concat(), 2, "cannot be used with '--form <FORM>'");
        let of_game = [&["journal", "explain"], option].concat();
        desk.refuses(&of_game, 1, &["a game has no cast, since it answers no question"]);
    }
}

#[test]
fn interpretation_8_9_what_is_followed_is_there_for_programs() {
    let record = journal::read(Path::new(&sample()), Correspondences::embedded()).unwrap();
    let rook = &cast(&record)[1];
    let told: Value = serde_json::to_value(rook).unwrap();
    assert_eq!(told["name"], "Earth's rook");
    assert_eq!(told["fate"], json!({"taken": 21, "by": "aK"}));
    assert_eq!(
        told["turns"][0],
        json!({
            "turn": 16, "square": "a6", "force": "Aquarius", "house": 11, "moved": true, "field": "among friends and hopes",
            "did": ["takes the pawn of Air's bishop", "gives check to the querent's king"],
        })
    );
    assert_eq!(told["links"][0]["says"], "Air's king took Earth's rook, which had given check");
}

#[test]
fn interpretation_8_10_who_asks_for_persons_whatever_the_house() {
    let cast = |kind: &str| {
        let question = format!("question = \"?\"\ncategory = \"project\"\nkind = \"{kind}\"\n");
        let desk = TestDesk::new().with_file("question.toml", question);
        desk.says(&["read", "question.toml", "--auto", "--seed", "12"]);
        desk.says(&["journal", "explain", "--cast"])
    };
    let (things, people) = (cast("whether"), cast("who"));
    let of_rook = |cast: &str| cast.lines().find(|line| line.starts_with("Earth's rook, ")).unwrap().to_owned();
    assert_eq!(of_rook(&things), "Earth's rook, against the querent: the end of one cycle and the start of the");
    assert_eq!(of_rook(&people), "Earth's rook, against the querent: a reliable younger woman");
}
