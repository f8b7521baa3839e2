//! The cards of a game: who sees them, and who deals.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::games::GameKind;

use super::html::card_name;
use super::windows_for_tests::*;

/// The cards in a text.
fn cards(text: &str) -> BTreeSet<String> {
    let is_card = |pair: &[char]| "23456789TJQKA".contains(pair[0]) && "cdhs".contains(pair[1]);
    // Hands are written together: 7hKd??2c.
    let mut found = BTreeSet::new();
    for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '?') {
        let characters: Vec<char> = word.chars().collect();
        let pairs: Vec<&[char]> = characters.chunks(2).collect();
        if pairs.iter().all(|pair| pair.len() == 2 && (is_card(pair) || *pair == ['?', '?'])) {
            found.extend(pairs.into_iter().filter(|pair| is_card(pair)).map(String::from_iter));
        }
    }
    found
}

#[test]
fn a_player_sees_only_what_is_that_players() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::dealt(&mut table);
    let mut watcher = Window::open(&mut table, &window.journal, "two");
    assert_eq!((&window.state["deals"], &window.state["view"]), (&json!("program"), &Value::Null));
    let journal = format!("journal={}", window.journal);
    let page = told(&mut table, "page.html", &journal).unwrap_err();
    assert_eq!(page.text, "The page would show the cards of all players. Conclude the game first.");
    // What each has seen: White, Black, an onlooker.
    let mut known = [BTreeSet::new(), BTreeSet::new(), BTreeSet::new()];
    let mut battles = 0;
    for number in 0..if is_long() { 160 } else { 66 } {
        // Captures are tried as often as possible.
        let tried = window.state["now"]["offers"].as_array().unwrap().iter().position(|act| {
            let text = act["text"].as_str().unwrap();
            text.contains('x') || text == "defend" || text == "summon"
        });
        if !window.goes_on(&mut table, tried.unwrap_or(number * 5)) {
            break;
        }
        let record = window.record(&table);
        let last = record.other().unwrap().session().steps().last().unwrap().text.clone();
        battles += usize::from(last.starts_with("battle "));
        let all = cards(&record.other().unwrap().session().state().text());
        let is_over = record.closing().is_some();
        for (index, seat) in [Some(0), Some(1), None].into_iter().enumerate() {
            known[index].extend(cards(&record.other().unwrap().session().state().view(seat).text()));
            // Nothing is secret in a battle, which can be cleaned up in the same act.
            if last.starts_with("battle ") {
                known[index].extend(cards(&last));
            }
            let state = match seat {
                Some(_) => window.look_as(&mut table, seat).clone(),
                None => watcher.look(&mut table).clone(),
            };
            let onlooker = Window { seat, ..Window::open(&mut table, &window.journal, "three") };
            let html = onlooker.html(&mut table, "");
            let ground = told(&mut table, "ground.svg", &journal).unwrap();
            let thumbnail = match seat {
                Some(_) => String::new(),
                None => told(&mut table, "thumbnail.svg", &journal).unwrap(),
            };
            let thumbnail = thumbnail.split("</desc>").next().unwrap();
            let secret = all.difference(&known[index]);
            let named: Vec<_> = secret.filter(|card| html.contains(&card_name(card))).collect();
            assert!(is_over || named.is_empty(), "{named:?} in the view of {seat:?}");
            let described = ground.split("<defs>").next().unwrap();
            let shown = cards(&format!("{state} {described} {thumbnail}"));
            let told: Vec<_> = shown.difference(&known[index]).filter(|card| all.contains(*card)).collect();
            assert!(is_over || told.is_empty(), "{told:?} in the view of {seat:?}: {state:#}");
            assert_eq!(state["hidden"], !is_over);
        }
    }
    assert!(battles > 0 && !known[2].is_empty(), "a battle shows cards to everybody");
    // Nobody acts for a player without that player's view.
    if let Some(acting) = window.state["now"]["seat"].as_u64() {
        let acting = acting as usize;
        window.look_as(&mut table, Some(1 - acting));
        let error = window.fails(&mut table, &play("keep"));
        assert!(error.contains("hand over to"), "{error}");
        window.does(&mut table, &[json!("conclude")]);
    }
    assert_eq!((&window.state["hidden"], &window.state["view"]), (&json!(false), &Value::Null), "then all is shown");
    let dealt = window.state["turns"][0]["move"].as_str().unwrap();
    assert_eq!(cards(dealt).len(), 48, "{dealt}");
}

#[test]
fn who_plays_both_sides_needs_no_handing_over() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::of_form(&mut table, &people(GameKind::Gods, &["Anna"]));
    window.does(&mut table, &[json!("deal")]);
    assert_eq!((&window.state["view"], &window.state["hidden"]), (&json!(0), &json!(true)));
    window.does(&mut table, &[play("e2e4"), play("keep"), play("Ng8f6")]);
    let discard = window.state["now"]["offers"].as_array().unwrap().iter().find(|act| act["text"] != "keep").unwrap();
    assert_eq!((&window.state["view"], cards(discard["text"].as_str().unwrap()).len()), (&json!(1), 1), "{discard}");
}

#[test]
fn a_hint_is_given_to_whose_turn_it_is_and_to_nobody_else() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::dealt(&mut table);
    window.does(&mut table, &[json!("deal")]);
    for (seat, is_shown) in [(None, false), (Some(1), false), (Some(0), true)] {
        window.look_as(&mut table, seat);
        let has_tool = window.state["now"]["tools"].as_array().unwrap().iter().any(|tool| tool["name"] == "advice");
        let answer = window.act(&mut table, &json!("hint"));
        let offers = window.state["now"]["offers"].as_array().unwrap();
        let is_named = |it: &Value| answer.html.contains(&format!("data-selected={}", it["from"]));
        assert_eq!((has_tool, offers.iter().any(is_named)), (is_shown, is_shown), "{seat:?}: {}", answer.html);
        assert!(is_shown || answer.refused() == "Nothing can be chosen now.", "{}", answer.html);
    }
}

#[test]
fn the_program_deals_the_same_cards_again_and_nobody_else_deals() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::of_form(&mut table, &request(GameKind::Gods));
    let error = window.fails(&mut table, &play("deal 7h8h9hTh/???????? 2c3c4c/??????"));
    assert_eq!(error, "The program deals the cards in this game.");
    window.does(&mut table, &[json!("deal")]);
    assert_eq!(window.state["turns"][0]["move"], "deal", "an onlooker sees no cards");
    let dealt = window.record(&table).other().unwrap().session().state().text();
    assert_eq!(window.fails(&mut table, &json!("undo")), "There is nothing to take back.");
    assert_eq!(window.look_as(&mut table, Some(0))["view"], 0);
    window.does(&mut table, &[play("Pe2e4"), play("keep"), json!("undo"), json!("undo")]);
    assert_eq!(window.record(&table).other().unwrap().session().state().text(), dealt);
}

#[test]
fn cards_of_a_real_pack_are_typed_as_they_are_shown() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut begin = request(GameKind::Gods);
    begin["deals"] = json!("players");
    let mut window = Window::of_form(&mut table, &begin);
    assert_eq!((&window.state["deals"], &window.state["hidden"]), (&json!("table"), &json!(false)));
    assert_eq!(window.state["now"]["offers"][0]["open"], true);
    window.does(&mut table, &[play("deal 7h8h9hTh/???????? 2c3c4c/??????")]);
    assert_eq!(window.state["turns"][0]["move"], "deal 7h8h9hTh/???????? 2c3c4c/??????");
    let html = window.html(&mut table, "");
    let hand = html.split("<dt>Hand of White</dt>").nth(1).unwrap().split("</dd>").next().unwrap();
    assert!(["7h", "8h", "9h", "Th"].iter().all(|card| hand.contains(&card_name(card))), "{hand}");
    // What was typed can be corrected.
    window.does(&mut table, &[json!("undo"), play("deal"), play("Pe2e4"), play("discard ??")]);
    assert_eq!(window.record(&table).other().unwrap().session().steps().len(), 3);
}
