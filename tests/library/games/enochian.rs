//! Enochian chess behind the interface of the other games, which shows that the interface serves it.

use std::sync::Arc;

use enochian::chess::{Position, Rules};
use enochian::games::{Actor, Fact, GameKind, GameState};

use crate::games::common;

const KIND: GameKind = GameKind::Enochian;

/// The kings of Fire and Earth are each held by the other side, and Air may exchange with Water (RULES 6.2).
const PRISONERS: &str = "aK6wK/8/8/8/8/8/eR6fR/8 a --xx --wa 0000 12";

fn start() -> Arc<dyn GameState> {
    common::referee(KIND, &[]).start()
}

fn read(text: &str) -> Arc<dyn GameState> {
    common::referee(KIND, &[]).read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_seats_are_the_armies_in_the_order_of_play() {
    let referee = common::referee(KIND, &[]);
    let seats: Vec<_> = referee.seats().iter().map(|seat| (seat.letter, seat.name.as_str(), seat.side)).collect();
    assert_eq!(seats, [('a', "Air", 0), ('w', "Water", 1), ('f', "Fire", 0), ('e', "Earth", 1)]);
    assert_eq!(GameKind::ALL[0], KIND);
}

#[test]
fn options_choose_board_angle_and_ruleset() {
    let position = start().text();
    assert!(position.ends_with(" a ---- ---- 0000 0"));
    assert!(common::referee(KIND, &[("board", "earth")]).start().text().ends_with(" e ---- ---- 0000 0"));
    assert_ne!(common::referee(KIND, &[("angle", "fire")]).start().text(), position);
    assert_eq!(common::referee(KIND, &[("ruleset", "zalewski")]).start().text(), position);
}

#[test]
fn rules_9_1_and_9_3_texts_are_those_of_the_game() {
    let played = start().play("Nc8d6").unwrap();
    let mut position: Position = start().text().parse().unwrap();
    position.play("Nc8d6".parse().unwrap(), &Rules::CHESSVARIANTS, &mut ()).unwrap();
    assert_eq!(played.state.text(), position.to_string());
    assert_eq!(played.facts, [Fact::Moved { piece: "knight", from: "c8".to_owned(), to: "d6".to_owned() }]);
    assert!(played.ends_turn);
    assert_eq!((played.state.actor(), played.state.turn()), (Actor::Seat(1), 2));
    assert_eq!(start().play("Nc8c6").unwrap_err().to_string(), "the knight of Air on c8 cannot reach c6");
    let error = start().play("Nc8xd6").unwrap_err().to_string();
    assert!(error.starts_with("\"Nc8xd6\" is not an act; expected a move"), "{error}");
    let problem = |text: &str| common::referee(KIND, &[]).read(text).unwrap_err().to_string();
    assert!(problem("8 a ---- ---- 0000 0").starts_with("invalid board in the position text, \"8\"; expected ranks"));
    assert!(problem("8/8/8/8/8/8/8/8 a ---- ---- 0000 0").ends_with("; expected a position that a game can reach"));
}

#[test]
fn rules_6_2_an_exchange_is_an_act_and_no_turn() {
    let state = read(PRISONERS);
    assert!(common::offered(&*state).contains(&"exchange w h1 a1".to_owned()));
    let played = state.play("exchange w h1 a1").unwrap();
    assert!(!played.ends_turn);
    assert_eq!(played.state.text(), "aK6wK/8/8/8/8/8/eR6fR/eK6fK a ---- ---- 0000 12");
    assert!(played.facts.contains(&Fact::Other("the king of Fire returns to h1".to_owned())));
    assert!(state.play("exchange w h1 b1").is_err());
    assert!(state.play("exchange").unwrap_err().to_string().contains("expected an exchange"));
}

#[test]
fn rules_6_3_a_withdrawal_is_an_act_and_no_turn() {
    let played = start().play("withdraw").unwrap();
    assert_eq!((played.ends_turn, played.state.actor()), (false, Actor::Seat(0)));
    assert!(played.state.text().ends_with(" a F--- ---- 0000 0"));
    assert!(played.state.play("withdraw").is_err());
}

#[test]
fn rules_7_a_side_resigns_on_its_turn() {
    let resigned = start().play("resign a").unwrap().state;
    let ending = resigned.ending().unwrap();
    assert_eq!(ending.code, "won we");
    assert_eq!(ending.places, [vec![1, 3], vec![0, 2]]);
    assert_eq!(ending.words, "The passives win: the actives have resigned.");
    assert_eq!((resigned.actor(), resigned.acts().len(), resigned.perft(1)), (Actor::Nobody, 0, 0));
    assert!(start().play("resign w").is_err());
    assert!(start().play("card \"Betrayal\"").is_err());
}

#[test]
fn rules_4_can_be_broken_and_rules_3_not() {
    let checked = read("aK6wK/8/8/wR7/8/8/1aR6/eK6fK a ---- ---- 0000 4");
    let error = checked.play("Rb2b3").unwrap_err().to_string();
    assert_eq!(error, "the king of Air is in check and must move");
    let kept = checked.play_irregular("Rb2b3").unwrap();
    assert_eq!(kept.irregular.as_deref(), Some("the king of Air is in check and must move"));
    assert!(checked.play_irregular("Rb2c3").is_err());
    assert!(checked.play_irregular("Ka8a7").is_err());
}

#[test]
fn rules_9_4_perft_is_that_of_the_game() {
    assert_eq!(start().perft(3), 1475);
}

#[test]
fn a_shared_throne_is_drawn_with_its_king_and_named_beside() {
    let diagram = start().diagram();
    let throne = diagram.panels[0].cells.iter().find(|cell| cell.name == "a8").unwrap();
    assert_eq!(throne.piece.as_ref().unwrap().letter, 'K');
    assert_eq!(diagram.beside[0], ("a8".to_owned(), "king and bishop of Air".to_owned()));
    assert_eq!(diagram.beside.len(), 4);
}
