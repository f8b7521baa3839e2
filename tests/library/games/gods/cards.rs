//! The cards: parts G3, G5.4, G6 and G7.

use enochian::games::{Actor, GameKind};

use super::{OPENING, ORDER, WHITE, after, at_stage, field, on_board, refusal, state};
use crate::games::common::{offered, referee};

const PAWNS: &str = "4k3/8/8/3p4/4P3/8/8/4K3 w - -";

/// The opening with all cards known: White KcQdJhTs KdQhJs?, in the order of the deal.
fn dealt() -> std::sync::Arc<dyn enochian::games::GameState> {
    after(&state(OPENING), &[&format!("deal {ORDER}")])
}

/// A numbers-only source of chance: the next number of a simple series.
fn series(mut seed: usize) -> impl FnMut(usize) -> usize {
    move |below| {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        (seed / 65_536) % below
    }
}

#[test]
fn c1_an_act_of_chance_is_one_line_and_replays_without_chance() {
    let start = state(OPENING);
    let act = start.chance(&mut series(1)).unwrap();
    assert_eq!(act.len(), "deal ".len() + 96);
    assert!(!act.contains('?'));
    let played = start.play(&act).unwrap();
    assert_eq!(played.text, act);
    assert_eq!(start.play(&act).unwrap().state.text(), played.state.text());
    assert_eq!(start.chance(&mut series(1)).unwrap(), act);
    assert_ne!(start.chance(&mut series(2)).unwrap(), act);
    assert_eq!(played.state.chance(&mut series(1)), None);
}

#[test]
fn g3_1_heroes_and_deck() {
    let start = state(OPENING);
    assert_eq!((field(&start, 9), field(&start, 10)), ("AsAhAdAc/-".to_owned(), "48?".to_owned()));
    assert!(refusal(&start, &format!("deal {}", ORDER.replace("Kc", "As"))).contains("expected deal"));
    assert!(refusal(&start, &format!("deal {}", ORDER.replace("Kc", "Qd"))).contains("expected deal"));
    assert!(refusal(&start, &format!("deal {}", &ORDER[2..])).contains("48 different cards"));
    assert!(refusal(&start, "deal 10c").contains("expected deal"));
}

#[test]
fn g3_2_only_the_top_hero_must_be_known() {
    let known = |heroes: &str| referee(GameKind::Gods, &[]).read(&OPENING.replace("AsAhAdAc/-", heroes));
    for heroes in ["As??????/-", "AhAdAcAs/-", "Ac??/AsAh", "-/AsAhAdAc"] {
        assert!(known(heroes).is_ok(), "{heroes}");
    }
    for heroes in
        ["????????/-", "??AhAdAc/-", "AsAhAd/-", "AsAhAdAcAc/-", "AsAsAdAc/-", "AsAhAdKc/-", "AsAhAd/??", "AsAhAdAc"]
    {
        assert!(known(heroes).is_err(), "{heroes}");
    }
}

#[test]
fn g3_3_to_discard_is_to_throw_and_to_draw() {
    let moved = after(&dealt(), &["Pe2e4"]);
    assert_eq!((field(&moved, 7), field(&moved, 11)), ("KcQdJhTs/9c8d7h6s".to_owned(), "-".to_owned()));
    assert_eq!(offered(&*moved), ["discard Jh", "discard Kc", "discard Qd", "discard Ts", "keep"]);
    let top = field(&moved, 10)[..2].to_owned();
    let thrown = after(&moved, &["discard Qd"]);
    assert_eq!((field(&thrown, 7), field(&thrown, 11)), (format!("Kc{top}JhTs/9c8d7h6s"), "Qd".to_owned()));
    assert_eq!(field(&thrown, 10), field(&moved, 10)[2..]);
    assert!(refusal(&moved, "discard 9c").contains("9c is not among the battle cards of White"));
    assert!(refusal(&moved, "discard ??").contains("write which of KcQdJhTs is thrown"));
    assert!(refusal(&moved, "discard Qd 9c").contains("the card drawn is"));
    assert_eq!(moved.play(&format!("discard Qd {top}")).unwrap().text, "discard Qd");
    // A hero is no battle card.
    let held = state(&OPENING.replace("-/- -/- AsAhAdAc/-", "+As/- -/- AhAdAc/-"));
    let moved = after(&held, &[&format!("deal {ORDER}"), "Pe2e4"]);
    assert_eq!((field(&moved, 7), offered(&*moved).len()), ("KcQdJh+As/Ts9c8d7h".to_owned(), 4));
    assert!(refusal(&moved, "discard As").contains("no ace can be thrown"));
}

#[test]
fn g3_4_the_order_of_the_deal() {
    let dealt = dealt();
    assert_eq!((field(&dealt, 7), field(&dealt, 8)), ("KcQdJhTs/9c8d7h6s".to_owned(), "5c4d3h/2sKdQh".to_owned()));
    assert_eq!(field(&dealt, 10), ORDER[28..]);
    assert_eq!(dealt.actor(), WHITE);
}

#[test]
fn g3_5_the_discards_are_shuffled_into_the_deck() {
    let start = on_board(PAWNS).text();
    let low = state(&start.replace("34? -", "3? 31?"));
    let moved = after(&low, &["Pe4e5", "keep"]);
    assert_eq!(field(&moved, 6), "move");
    let short = after(&low, &["Pe4e5", "discard ??"]);
    assert_eq!(
        (short.actor(), field(&short, 6), field(&short, 2)),
        (Actor::Chance, "refill".to_owned(), "b".to_owned())
    );
    assert_eq!(offered(&*short), [format!("refill {}", "??".repeat(34))]);
    let full = after(&short, &["refill"]);
    assert_eq!(
        (field(&full, 6), field(&full, 10), field(&full, 11)),
        ("move".to_owned(), "34?".to_owned(), "-".to_owned())
    );
    let act = short.chance(&mut series(3)).unwrap();
    assert_eq!(field(&after(&short, &[&act]), 10), act["refill ".len()..]);
    assert!(refusal(&short, "refill 2c").contains("34 different cards"));
    assert!(referee(GameKind::Gods, &[]).read(&start.replace("34? -", "2? 32?")).is_err());
}

#[test]
fn g3_5_a_refill_agrees_with_what_is_known() {
    // White holds KcQdJhTs; two cards of the deck and one of the discards are known.
    let text = "4k3/8/8/8/8/8/8/4K3 w - - - refill KcQdJhTs/???????? ??????/?????? AsAhAdAc/- 2c3c 4c";
    let rest = "??".repeat(31);
    let short = state(&format!("{text}{rest} 9"));
    assert!(refusal(&short, &format!("refill Kc{}", "??".repeat(33))).contains("Kc is in a hand"));
    let named: String = (0..12)
        .map(|place| {
            format!(
                "{}d{}h{}s",
                &"23456789TJQK"[place..=place],
                &"23456789TJQK"[place..=place],
                &"23456789TJQK"[place..=place]
            )
        })
        .collect();
    let named = named.replace("Qd", "").replace("Jh", "").replace("Ts", "");
    assert!(refusal(&short, &format!("refill {named}5c")).contains("is missing"));
    after(&short, &[&format!("refill 4c2c??3c{}", "??".repeat(30))]);
    let act = short.chance(&mut series(4)).unwrap();
    assert!(["2c", "3c", "4c"].iter().all(|card| act.contains(card)), "{act}");
    after(&short, &[&act]);
}

#[test]
fn g5_4_equal_fives_are_a_tie() {
    let start = at_stage(PAWNS, "-", "move");
    let acts = ["Pe4xd5", "defend", "field 8c9dTh", "discard ??", "high", "battle KcQd2c3d/KdQc2h3h 7s4s"];
    let tied = after(&start, &acts);
    assert_eq!((field(&tied, 2), field(&tied, 12)), ("w".to_owned(), "0".to_owned()));
}

#[test]
fn g6_1_a_player_sees_the_own_cards_and_what_is_shown() {
    let dealt = dealt();
    let views = |state: &std::sync::Arc<dyn enochian::games::GameState>| {
        [Some(0), Some(1), None]
            .map(|seat| state.view(seat).text().split(' ').skip(6).take(5).collect::<Vec<_>>().join(" "))
    };
    let rest = "As??????/- 34? -";
    assert_eq!(
        views(&dealt),
        [
            format!("KcQdJhTs/???????? 5c4d3h/?????? {rest}"),
            format!("????????/9c8d7h6s ??????/2sKdQh {rest}"),
            format!("????????/???????? ??????/?????? {rest}"),
        ]
    );
    // The field of Black lies open from `field` on; hands and the two cards from `battle` on.
    let text = format!("{PAWNS} - move KcQdJhTs/9c8d7h6s 5c4d3h/2sKdQh AsAhAdAc/- 34? - 0");
    let shown = after(&state(&text), &["Pe4xd5", "defend", "field 2sKdQh"]);
    assert_eq!(views(&shown)[2], "????????/???????? ??????/2sKdQh As??????/- 34? -");
    let thrown = after(&shown, &["discard Kc 3c", "high"]);
    assert_eq!(views(&thrown)[2], "????????/???????? ??????/2sKdQh As??????/- 33? 1?");
    assert_eq!(views(&thrown)[1], "????????/9c8d7h6s ??????/2sKdQh As??????/- 33? 1?");
    let fought = after(&thrown, &["battle ????????/???????? KhKs"]);
    assert_eq!(field(&fought, 6), "deal");
    let fought = after(&thrown, &["battle ????????/???????? 6c6d"]);
    assert_eq!(field(&fought, 6), "instead:Pe4xd5:high:6c6d");
    assert_eq!(views(&fought)[2], "3cQdJhTs/9c8d7h6s ??????/2sKdQh As??????/- 31? 1?");
    let cleaned = after(&fought, &["stay"]);
    assert_eq!(views(&cleaned)[0], "-/- -/- As??????/- 48? -");
}

#[test]
fn g6_1_a_view_offers_its_player_the_same_acts() {
    let moved = after(&dealt(), &["Pe2e4"]);
    assert_eq!(offered(&*moved.view(Some(0))), offered(&*moved));
    assert_eq!(offered(&*moved.view(Some(1))), ["discard ??", "keep"]);
    assert!(moved.view(None).acts()[0].is_open);
}

#[test]
fn g6_2_a_real_table_needs_no_cards_but_those_that_are_shown() {
    let acts =
        ["deal", "Pe2e4", "discard ??", "Pd7d5", "keep", "Pe4xd5", "defend", "field 2c3d4h", "discard ??", "low"];
    let declared = after(&state(OPENING), &acts);
    assert_eq!(offered(&*declared), ["battle ????????/???????? ????"]);
    for (act, why) in [
        ("battle ????????/???????? ????", "write every card"),
        ("battle 5c6c7c8c/9cTcJcQc 5d??", "write every card"),
        ("battle 5c6c7c8c/9cTcJcQc 5d5d", "expected battle ????????/???????? ????"),
        ("battle 5c6c7c8c/9cTcJc5c 5d6d", "expected battle"),
        ("battle 5c6c7c/9cTcJcQc 5d6d", "White: write 4 cards, not 3"),
        ("battle 5c6c7c2c/9cTcJcQc 5d6d", "the battle cards of White: 2c is elsewhere"),
        ("battle 5c6c7c8c/9cTcJcQc 5d3d", "the two cards dealt: 3d is elsewhere"),
        ("battle 5c6c7c+As/9cTcJcQc 5d6d", "expected battle"),
        ("battle 5c6c7cAc/9cTcJcQc 5d6d", "expected battle"),
    ] {
        assert!(refusal(&declared, act).contains(why), "{act}: {}", refusal(&declared, act));
    }
    let fought = after(&declared, &["battle 5c6c7c8c/9cTcJcQc 5d6d"]);
    assert_eq!(field(&fought, 1), "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR");
}

#[test]
fn g6_2_a_recorder_may_enter_what_is_known() {
    let start = state(OPENING);
    let dealt = start.play("deal 7h8h9hTh/???????? 2c3c4c/??????").unwrap();
    assert_eq!(dealt.text, "deal 7h8h9hTh/???????? 2c3c4c/??????");
    assert_eq!(field(&dealt.state, 7), "7h8h9hTh/????????");
    let moved = after(&dealt.state, &["Pe2e4"]);
    let thrown = moved.play("discard 7h Kd").unwrap();
    assert_eq!((thrown.text.as_str(), field(&thrown.state, 7)), ("discard 7h Kd", "Kd8h9hTh/????????".to_owned()));
    assert_eq!((field(&thrown.state, 10), field(&thrown.state, 11)), ("33?".to_owned(), "7h".to_owned()));
    assert!(refusal(&moved, "discard 7h 2c").contains("2c is elsewhere"));
    assert!(refusal(&moved, "discard 7h 7h").contains("7h is elsewhere"));
    let black = after(&thrown.state, &["Pe7e5"]);
    assert!(refusal(&black, "discard 7h").contains("not among the battle cards of Black"));
    // A card of a hand that is not known may be named.
    assert_eq!(field(&after(&black, &["discard 5s"]), 11), "7h5s");
    assert!(refusal(&black, "discard 5s 5s").contains("5s is elsewhere"));
    for bad in ["deal 7h8h9hTh/????????", "deal 7h8h9h/???????? 2c3c4c/??????", "deal 7h8h9h7h/???????? 2c3c4c/??????"]
    {
        assert!(refusal(&start, bad).contains("hands of 4 and 4"), "{bad}");
    }
    // Cards known to be in a hand must be shown there; their order does not matter.
    let text = format!("{PAWNS} - declare:Pe4xd5 7h8h????/???????? ??????/2c3d4h AsAhAdAc/- 33? 1? 0");
    let declared = after(&state(&text), &["high"]);
    assert_eq!(offered(&*declared), ["battle 7h8h????/???????? ????"]);
    assert!(refusal(&declared, "battle 7h9hThJh/2d3c4c5c KsKc").contains("8h is known to be there"));
    let fought = declared.play("battle Kd8hQd7h/2d3c4c5c KsKc").unwrap();
    assert_eq!(fought.text, "battle 7h8hKdQd/2d3c4c5c KsKc");
}

#[test]
fn g6_3_the_program_deals_the_whole_order() {
    let act = state(OPENING).chance(&mut series(5)).unwrap();
    let dealt = after(&state(OPENING), &[&act, "Pe2e4", "keep", "Pd7d5", "keep", "Pe4xd5", "defend"]);
    // Nothing is left to chance until the cleanup.
    let field_act = dealt.chance(&mut series(6)).unwrap();
    assert_eq!(offered(&*dealt), [field_act]);
    // Of what a player sees the rest is drawn from the cards that the player has not seen.
    let view = dealt.view(Some(0));
    let drawn = view.chance(&mut series(7)).unwrap();
    after(&view, &[&drawn]);
}

#[test]
fn g6_3_a_source_that_oversteps_does_no_harm() {
    assert!(state(OPENING).chance(&mut |below| below + 7).is_some());
}

#[test]
fn g7_2_unsound_positions_are_refused() {
    let gods = referee(GameKind::Gods, &[]);
    let good = format!("{PAWNS} - move KcQdJhTs/???????? ??????/?????? AsAhAdAc/- 34? - 0");
    assert_eq!(gods.read(&good).unwrap().text(), good);
    let instead =
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - - instead:Pe4xd5:high:Kh7s 2c3d4h6s/KcKdQcQd ??????/8c9dTh AsAhAdAc/- 31? 1? 0";
    assert_eq!(gods.read(instead).unwrap().text(), instead);
    let summon =
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - - summon:b:high:7s5c Kc2c3d4h/Qc6s6d8s ??????/ThJhQd AsAhAdAc/- 31? 1? 0";
    assert_eq!(gods.read(summon).unwrap().text(), summon);
    for (text, from, to, why) in [
        (good.as_str(), " 0", "", "the number of fields in the position is 11"),
        (&good, " ", "  ", "fields"),
        (&good, "3p4", "3p5", "field 1, the board"),
        (&good, "3p4", "3p31", "field 1, the board"),
        (&good, "3p4", "3x4", "field 1, the board"),
        (&good, "4K3", "8", "White has 0 kings"),
        (&good, "3p4", "3K4", "White has 2 kings"),
        (&good, " w ", " r ", "field 2, the turn"),
        (&good, "w -", "w K", "field 3, the castling"),
        (&good, "w - -", "w - e6", "field 4, the en passant"),
        (&good, "w - -", "w - e3", "field 4, the en passant"),
        (&good, "- move", "e4 move", "field 5, the undefendable"),
        (&good, "- move", "z move", "field 5, the undefendable"),
        (&good, "move", "answer:Pe4xe5", "field 6, the stage"),
        (&good, "move", "answer:Pe4e5", "field 6, the stage"),
        (&good, "move", "over", "the stage is over"),
        (&good, "move", "deal", "battle cards"),
        (&good, "move", "throw:Pe4xd5", "the field cards of Black are not known"),
        (&good, "KcQdJhTs", "KcQdJh", "White has 3 battle cards"),
        (&good, "KcQdJhTs", "KcQdJhAc", "aces"),
        (&good, "KcQdJhTs", "KcQdJhKc", "Kc lies in two places"),
        (&good, "KcQdJhTs", "KcQdJh+Ks", "field 7, the hands"),
        (&good, "KcQdJhTs", "KcQdJh+As", "heroes"),
        (&good, "KcQdJhTs/", "KcQdJhTs", "field 7, the hands"),
        (&good, "??????/??????", "??????/????", "field cards"),
        (&good, "34?", "33?", "there are 47 cards"),
        (&good, "34? -", "2? 32?", "the deck has 2 cards"),
        (&good, "34?", "034?", "expected \"34?\""),
        (&good, "34?", &"??".repeat(34), "expected \"34?\""),
        (&good, "34?", "99?", "field 10, the deck"),
        (&good, "34? -", "34? x", "field 11, the discards"),
        (&good, " 0", " 01", "field 12, the ply"),
        (&good, " 0", " -1", "field 12, the ply"),
        (&good, " 0", " 4294967295", "field 12, the ply"),
        (instead, "2c3d4h6s", "????????", "the battle cards are not known"),
        (instead, "2c3d4h6s/KcKdQcQd", "KcKdQcQd/2c3d4h6s", "White has won the battle"),
        (instead, "Kh7s", "Kh", "field 6, the stage"),
        (summon, "Kc2c3d4h/Qc6s6d8s", "9c2c3d4h/Qc6s6d8s", "Black has won the battle"),
        (summon, "summon:b", "summon:w", "the field cards of White are not known"),
    ] {
        let bad = text.replacen(from, to, 1);
        let error = gods.read(&bad).map(|state| state.text()).unwrap_err().to_string();
        assert!(error.contains(why), "{bad}: {error}");
    }
}

#[test]
fn diagrams_show_board_and_cards() {
    let diagram = dealt().view(Some(0)).diagram();
    let panel = &diagram.panels[0];
    assert_eq!((diagram.panels.len(), panel.cells.len()), (1, 64));
    assert_eq!((panel.cells[0].name.as_str(), panel.cells[0].x, panel.cells[0].y), ("a8", 0, 0));
    assert_eq!(panel.cells[63].piece.as_ref().map(|piece| (piece.seat, piece.letter)), Some((0, 'R')));
    let beside: Vec<String> = diagram.beside.iter().map(|(label, text)| format!("{label}: {text}")).collect();
    assert_eq!(
        beside,
        [
            "Hand of White: Kc Qd Jh Ts",
            "Hand of Black: ?? ?? ?? ??",
            "Field of White: 5c 4d 3h",
            "Field of Black: ?? ?? ??",
            "Next hero: As",
            "Heroes below: 3",
            "Heroes gone: none",
            "Deck: 34 cards",
            "Discards: 0 cards",
        ]
    );
}
