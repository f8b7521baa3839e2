//! RULES 6.2: the exchange of prisoners.

use enochian::chess::{IllegalAction, Outcome, Side};

use crate::table::{Table, table, text};

/// Air holds Earth's king and Water holds Fire's; both thrones stand empty.
const HELD: &str = "aKa8 arb6 aNd5 wKh8 wrf7 frg3 erc2";

#[test]
fn rules_6_2_exchange_returns_both_kings_and_thaws_their_armies() {
    let mut table = table(HELD, "a --xx --wa");
    assert_eq!(table.exchanges(), ["exchange w h1 a1"]);
    table.exchange("exchange w h1 a1");
    assert_eq!(table.effects(), ["e thawed", "eKa1 returned", "f thawed", "fKh1 returned"]);
    assert_eq!((table.at("h1"), table.at("a1")), ("fK".into(), "eK".into()));
    assert_eq!((table.command(), table.prisoners()), ("----".into(), "----".into()));
}

#[test]
fn rules_6_2_exchange_takes_no_turn_the_mover_then_moves() {
    let mut table = table(HELD, "a --xx --wa");
    table.exchange("exchange w h1 a1");
    assert_eq!((table.turn(), table.ply()), ("a".into(), "0".into()));
    table.play("Nd5f4 Kh8h7");
    assert_eq!((table.turn(), table.ply()), ("f".into(), "2".into()));
    assert!(table.moves().contains("Pg3g4"));
}

#[test]
fn rules_6_2_exchange_is_offered_by_whoever_of_the_two_has_the_turn() {
    assert_eq!(table(HELD, "w --xx --wa").exchanges(), ["exchange a a1 h1"]);
    // Between another two of the four.
    let others = "aKa8 arb6 fNe5 eKa1 erc2 frg3 wrf7";
    assert_eq!(table(others, "a -xx- -ae-").exchanges(), ["exchange e h1 h8"]);
    assert_eq!(table(HELD, "a --xx --wa").reading().exchanges(), ["exchange w h1 a1"]);
}

#[test]
fn rules_6_2_exchange_needs_both_other_kings_captured() {
    for (king, fields) in [("fKh1", "a ---x ---a"), ("eKa1", "a --x- --w-"), ("fKh1 eKa1", "a ---- ----")] {
        let mut table = table(&format!("{HELD} {king}"), fields);
        assert_eq!(table.exchanges(), [] as [&str; 0], "{king}");
        assert_eq!(table.exchange_refused("exchange w h1 a1"), IllegalAction::NoExchange);
    }
}

#[test]
fn rules_6_2_exchange_needs_each_to_hold_the_others_partner() {
    // Fire's king was taken by Earth before Earth's fell; Earth's by Fire before Fire's fell; both so.
    for prisoners in ["--ea", "--wf", "--ef"] {
        let mut table = table(HELD, &format!("a --xx {prisoners}"));
        assert_eq!(table.exchanges(), [] as [&str; 0], "{prisoners}");
        assert_eq!(table.exchange_refused("exchange w h1 a1"), IllegalAction::NoExchange);
    }
}

#[test]
fn rules_6_2_exchange_needs_both_bargainers_kings() {
    // Air's king is gone too: the game is over, and nothing is exchanged.
    let mut table = table(&HELD.replace("aKa8 ", ""), "w x-xx w-wa");
    assert_eq!(table.outcome(), Some(Outcome::Won(Side::Passives)));
    assert_eq!(table.exchanges(), [] as [&str; 0]);
    assert_eq!(table.exchange_refused("exchange a a1 h1"), IllegalAction::NoExchange);
}

#[test]
fn rules_6_2_exchange_with_another_enemy_or_other_squares_is_refused() {
    let mut table = table(HELD, "a --xx --wa");
    for wrong in ["exchange e h1 a1", "exchange w a1 h1", "exchange w g1 a1", "exchange w h1 b1"] {
        assert_eq!(table.exchange_refused(wrong), IllegalAction::WrongSquares, "{wrong}");
    }
}

#[test]
fn rules_6_2_an_occupied_throne_sends_the_king_to_a_nearest_empty_square() {
    // Its owner chooses among equals; the first in the order a1, b1 … h8 comes first.
    for occupant in ["fNh1", "aNh1", "wNh1", "eNh1"] {
        let table = table(&format!("{HELD} {occupant}"), "a --xx --wa");
        assert_eq!(table.exchanges(), ["exchange w g1 a1", "exchange w g2 a1", "exchange w h2 a1"], "{occupant}");
    }
}

#[test]
fn rules_6_2_nearest_is_measured_in_kings_steps() {
    let table = table(&format!("{HELD} fNh1 fNg1 fNg2 fNh2"), "a --xx --wa");
    assert_eq!(table.exchanges(), ["exchange w f1 a1", "exchange w f2 a1", "exchange w f3 a1", "exchange w h3 a1"]);
}

/// Both thrones are held by frozen pieces of their own; Fire's rook will look along the first rank.
fn both_held(turn: char) -> Table {
    table("aKa8 arb6 wKh8 wrf7 fRh1 eNa1", &format!("{turn} --xx --wa"))
}

fn pairs(table: &Table) -> Vec<String> {
    table.exchanges().iter().map(|e| e[11..].to_owned()).collect()
}

#[test]
fn rules_6_2_both_owners_choose() {
    assert_eq!(
        pairs(&both_held('a')),
        ["g1 b1", "g1 a2", "g1 b2", "g2 b1", "g2 a2", "g2 b2", "h2 b1", "h2 a2", "h2 b2"]
    );
    let mut table = both_held('a');
    table.exchange("exchange w h2 b1");
    assert_eq!((table.at("h2"), table.at("b1")), ("fK".into(), "eK".into()));
}

#[test]
fn rules_6_2_zalewski_a_free_throne_is_used_even_if_attacked() {
    let table = table(&format!("{HELD} wRh5"), "a --xx --wa").zalewski("Air of Air");
    assert_eq!(table.exchanges(), ["exchange w h1 a1"]);
}

#[test]
fn rules_6_2_zalewski_otherwise_the_nearest_unattacked_square() {
    let pieces = "aKa8 arb6 wKh8 wrf7 erc2 fNh1 wRg6";
    let table = table(pieces, "a --xx --wa");
    assert_eq!(table.exchanges(), ["exchange w g1 a1", "exchange w g2 a1", "exchange w h2 a1"]);
    assert_eq!(table.zalewski("Air of Air").exchanges(), ["exchange w h2 a1"]);
    // With the three neighbours attacked it goes further.
    let further = self::table(&format!("{pieces} wRf2"), "a --xx --wa").zalewski("Air of Air");
    assert_eq!(further.exchanges(), ["exchange w h3 a1"]);
}

#[test]
fn rules_6_2_zalewski_attacks_count_as_they_are_once_both_armies_have_thawed() {
    // Earth's rook is frozen now and will not be then.
    let pieces = "aKa8 arb6 wKh8 wrf7 erc2 fNh1 eRe2";
    assert_eq!(table(pieces, "a --xx --wa").zalewski("Air of Air").exchanges(), ["exchange w g1 a1"]);
    // The king's own side attacks nothing that matters.
    let partners = "aKa8 arb6 aRg6 wKh8 wrf7 erc2 fNh1";
    assert_eq!(table(partners, "a --xx --wa").zalewski("Air of Air").exchanges().len(), 3);
}

#[test]
fn rules_6_2_zalewski_the_movers_partner_is_placed_first() {
    // Fire's rook on h1 attacks b1, unless Fire's king, placed before Earth's, stands on g1 between them.
    let air_moves = both_held('a').zalewski("Air of Air");
    assert_eq!(pairs(&air_moves), ["g1 b1", "g1 a2", "g1 b2", "g2 a2", "g2 b2", "h2 a2", "h2 b2"]);
    // When Water moves, Earth's king is placed first, and b1 is attacked.
    let water_moves = both_held('w').zalewski("Air of Air");
    assert_eq!(pairs(&water_moves), ["a2 g1", "a2 g2", "a2 h2", "b2 g1", "b2 g2", "b2 h2"]);
}

#[test]
fn rules_6_2_zalewski_if_every_square_is_attacked_the_nearest_empty_one() {
    // Earth's knights, once thawed, attack g1; the only other empty square, d4, as well. (Air may take on c6.)
    let mut pieces = String::from("aKa8 wKh8 aNb8 wNg8 fNf8 wNc6 ");
    for rank in 1..=7 {
        for file in 'a'..='h' {
            if !matches!((file, rank), ('g', 1) | ('d', 4) | ('c', 6)) {
                pieces += &format!("eN{file}{rank} ");
            }
        }
    }
    let zalewski = table(&pieces, "a --xx --wa").zalewski("Air of Air");
    let nearest: Vec<String> = zalewski.exchanges().iter().map(|e| e[11..13].to_owned()).collect();
    assert!(!nearest.is_empty() && nearest.iter().all(|square| square == "g1"), "{nearest:?}");
}

#[test]
fn rules_6_2_a_game_drawn_by_stalemate_allows_no_exchange() {
    // Earth, stalemated and without its partner, holds Fire's king and Air Water's.
    let pieces = "aKa8 aRb5 aRd2 frg4 eKa1 wrf7 wNc8";
    let mut drawn = table(pieces, "e -xx- -ae-");
    assert!(drawn.outcome().is_some());
    assert_eq!(drawn.exchanges(), [] as [&str; 0]);
    assert_eq!(drawn.exchange_refused("exchange a h8 h1"), IllegalAction::NoExchange);
    // In a reading, and with a move to make, it may.
    assert_eq!(table(pieces, "e -xx- -ae-").reading().exchanges(), ["exchange a h8 h1"]);
    assert_eq!(table(&format!("{pieces} erc2"), "e -xx- -ae-").exchanges(), ["exchange a h8 h1"]);
}

#[test]
fn rules_6_2_an_army_already_awake_keeps_its_commander() {
    let mut table = table(HELD, "a --ax --wa");
    table.exchange("exchange w h1 a1");
    assert_eq!(table.effects(), ["e thawed", "eKa1 returned", "fKh1 returned"]);
    assert_eq!((table.command(), table.prisoners()), ("--a-".into(), "----".into()));
}

#[test]
fn rules_6_2_exchange_writes_a_lawful_position() {
    let mut table = both_held('a');
    table.exchange("exchange w g1 b2");
    let expected = text("aKa8 arb6 wKh8 wrf7 fRh1 eNa1 fKg1 eKb2", "a ---- ---- 0000 0");
    assert_eq!(table.position.to_string(), expected);
}
