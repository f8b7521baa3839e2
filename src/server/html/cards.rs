//! Playing cards: their names and faces, and the form in which cards that came up at a real table are typed.

use std::collections::BTreeMap;

use minijinja::Value;
use serde::Serialize;

use super::super::call::Problem;
use super::shown;

/// An act with cards: what its groups of cards are; the words for the program's button, for the players at a real table, and for
/// the button when it is done; whether every card is shown.
struct CardAct {
    word: &'static str,
    groups: &'static [&'static str],
    deal: &'static str,
    at_table: &'static str,
    done: &'static str,
    is_shown: bool,
}

const fn shuffled(
    word: &'static str,
    groups: &'static [&'static str],
    words: [&'static str; 3],
    is_shown: bool,
) -> CardAct {
    let [deal, at_table, done] = words;
    CardAct { word, groups, deal, at_table, done, is_shown }
}

const HANDS: &[&str] = &["White’s hand", "Black’s hand", "White’s field", "Black’s field"];
const ACTS: [CardAct; 6] = [
    shuffled(
        "deal",
        HANDS,
        ["Deal the cards", "Deal at your table, and type what you have seen.", "The cards are dealt"],
        false,
    ),
    shuffled(
        "refill",
        &["The deck, from the top"],
        [
            "Shuffle the discards into the deck",
            "Shuffle the discards into the deck at your table.",
            "The discards are shuffled into the deck",
        ],
        false,
    ),
    shuffled(
        "field",
        &["The three field cards"],
        ["Show the field cards", "Show the field cards at your table, and type them.", "The field cards are shown"],
        true,
    ),
    shuffled(
        "battle",
        &["White’s hand", "Black’s hand", "The two cards beside the field"],
        [
            "Show the hands",
            "Show both hands at your table, and deal two cards beside the field.",
            "The hands are shown",
        ],
        true,
    ),
    shuffled("discard", &["The card thrown away", "The card drawn"], ["", "", "The card is thrown away"], false),
    shuffled("summon", &["The hero that is seen next"], ["", "", "The hero is summoned"], false),
];

/// A form for the cards of an act; what is left empty stays unknown.
#[derive(Debug, Serialize)]
pub(super) struct CardForm {
    text: String,
    fields: Vec<CardField>,
    hint: &'static str,
    done: String,
}

#[derive(Debug, Serialize)]
struct CardField {
    label: String,
    placeholder: String,
    value: String,
}

/// A part of a text: a card, or words between cards.
#[derive(Debug, Serialize)]
pub(in crate::server) struct CardPart {
    card: bool,
    text: String,
}

/// A place in the text of an act where cards stand.
struct Group {
    at: usize,
    cards: String,
    label: String,
}

fn act_of(text: &str) -> Option<&'static CardAct> {
    let word = text.split(' ').next()?;
    ACTS.iter().find(|it| it.word == word)
}

/// What stands on the button with which the program deals, and what is said where the cards come up at a table, in an act: by itself, or
/// as in a deal.
pub(super) fn deal_words(text: &str) -> Value {
    let act = act_of(text).filter(|it| !it.deal.is_empty()).unwrap_or(&ACTS[0]);
    shown! { deal: act.deal, at_table: act.at_table }
}

impl CardForm {
    /// The form of an open act, with the words of its button. `hands` are the numbers of cards that are dealt to the players.
    pub(super) fn of(text: &str, done: Option<&str>, hands: [usize; 2]) -> CardForm {
        let asked = as_piles(text, hands);
        let field = |group: Group| {
            let count = group.cards.len() / 2;
            let known: Vec<&str> = pairs(&group.cards).filter(|card| *card != "??").collect();
            let placeholder =
                if count > 8 { format!("{count} cards, or nothing") } else { vec!["??"; count].join(" ") };
            CardField { label: group.label, placeholder, value: known.join(" ") }
        };
        let act = act_of(text);
        CardForm {
            fields: groups(&asked).into_iter().map(field).collect(),
            hint: if act.is_some_and(|it| it.is_shown) {
                "Type all that are shown."
            } else {
                "What nobody has seen stays empty."
            },
            done: done.or(act.map(|it| it.done)).unwrap_or("The cards come up").to_owned(),
            text: text.to_owned(),
        }
    }
}

/// The text of an open act with the cards that were typed into its form.
pub(super) fn filled(text: &str, hands: [usize; 2], fields: &BTreeMap<String, String>) -> Result<String, Problem> {
    let asked = as_piles(text, hands);
    let mut filled = asked.clone();
    // From the last to the first, so that places before stay where they are.
    for (index, group) in groups(&asked).into_iter().enumerate().rev() {
        let count = group.cards.len() / 2;
        let typed = fields.get(&format!("cards{index}")).map_or("", String::as_str);
        let cards =
            read_cards(typed).ok_or_else(|| Problem::invalid("Type cards as rank and suit, such as 7h Td Ks As."))?;
        if cards.len() > count {
            let most = if count == 1 { "one card".to_owned() } else { format!("{count} cards") };
            return Err(Problem::invalid(format!("{}: at most {most}.", group.label)));
        }
        let whole = cards.concat() + &"??".repeat(count - cards.len());
        filled.replace_range(group.at..group.at + group.cards.len(), &whole);
    }
    Ok(if filled == asked { text.to_owned() } else { filled })
}

/// A deck that is dealt, in the piles that somebody may see: the hands and the fields.
fn as_piles(text: &str, [white, black]: [usize; 2]) -> String {
    match text.strip_prefix("deal ") {
        Some(deck) if deck.len() >= 30 && deck.chars().all(|it| it == '?') => {
            format!("deal {}/{} ??????/??????", "??".repeat(white), "??".repeat(black))
        }
        _ => text.to_owned(),
    }
}

/// The groups of cards in a text of which one is not known.
fn groups(text: &str) -> Vec<Group> {
    let labels = act_of(text).map_or(&[][..], |it| it.groups);
    let mut found = Vec::new();
    let (mut at, mut place) = (0, 0_usize);
    for word in text.split_inclusive([' ', '/']) {
        let cards = word.trim_end_matches([' ', '/']);
        if cards.contains("??") && cards.len() % 2 == 0 && pairs(cards).all(is_card) {
            let label = place.checked_sub(1).and_then(|place| labels.get(place)).copied().unwrap_or("Cards");
            found.push(Group { at, cards: cards.to_owned(), label: label.to_owned() });
        }
        at += word.len();
        place += 1;
    }
    found
}

/// The cards of a text as typed: `7h, 10D kS` or `7hTdKs`; none if it is something else.
fn read_cards(text: &str) -> Option<Vec<String>> {
    let plain: String =
        text.replace("10", "T").chars().filter(|it| !it.is_whitespace() && !",;/".contains(*it)).collect();
    if !plain.is_ascii() || plain.len() % 2 == 1 {
        return None;
    }
    let cards: Vec<String> = pairs(&plain).map(|card| card[..1].to_uppercase() + &card[1..].to_lowercase()).collect();
    cards.iter().all(|card| is_card(card)).then_some(cards)
}

fn pairs(text: &str) -> impl Iterator<Item = &str> {
    (0..text.len() / 2).map(move |at| text.get(2 * at..2 * at + 2).unwrap_or_default())
}

fn is_card(text: &str) -> bool {
    let mut letters = text.chars();
    let rank = letters.next().is_some_and(|it| "23456789TJQKA".contains(it));
    text == "??" || (text.len() == 2 && rank && letters.next().is_some_and(|it| "cdhs".contains(it)))
}

/// A text with its cards: `7h Kd ?? ??, hero As`.
pub(in crate::server) fn card_parts(text: &str) -> Vec<CardPart> {
    let mut found: Vec<CardPart> = Vec::new();
    for word in text.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            let end = rest.find([',', '+', '/']).map_or(rest.len(), |at| at.max(1));
            let (part, after) = rest.split_at(end);
            found.push(CardPart { card: is_card(part), text: part.to_owned() });
            rest = after;
        }
    }
    if found.iter().any(|it| it.card) { found } else { vec![CardPart { card: false, text: text.to_owned() }] }
}

/// `seven of hearts`.
pub(in crate::server) fn name(card: &str) -> String {
    let rank = match card.get(..1) {
        Some("T") => "10",
        Some("J") => "jack",
        Some("Q") => "queen",
        Some("K") => "king",
        Some("A") => "ace",
        Some("?") | None => return "a card not known".to_owned(),
        Some(rank) => rank,
    };
    let suit = match card.get(1..) {
        Some("c") => "clubs",
        Some("d") => "diamonds",
        Some("h") => "hearts",
        _ => "spades",
    };
    format!("{rank} of {suit}")
}

/// The sign of the suit of a card, in a box of 24 units.
pub(super) fn suit_path(card: &str) -> &'static str {
    match card.get(1..) {
        Some("h") => "M12 21C4 14.5 2.5 11 2.5 8A4.8 4.8 0 0 1 12 6.2 4.8 4.8 0 0 1 21.5 8C21.5 11 20 14.5 12 21Z",
        Some("d") => "M12 2 20 12 12 22 4 12Z",
        Some("s") => {
            "M12 2.5C19 9 21 11.5 21 14.5A4.4 4.4 0 0 1 13 17L14.5 22H9.5L11 17A4.4 4.4 0 0 1 3 14.5C3 11.5 5 9 12 2.5Z"
        }
        _ => {
            "M12 2.5A4.3 4.3 0 0 1 15 10A4.4 4.4 0 1 1 13.2 15.8L14.5 22H9.5L10.8 15.8A4.4 4.4 0 1 1 9 10A4.3 4.3 0 0 1 12 2.5Z"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read_as_people_type_them() {
        let read = |text: &str| read_cards(text).map(|cards| cards.join(" "));
        assert_eq!(read("7h, 10D kS").as_deref(), Some("7h Td Ks"));
        assert_eq!(read("7hTdKs").as_deref(), Some("7h Td Ks"));
        assert_eq!(read("").as_deref(), Some(""));
        for wrong in ["7", "1h", "7x", "7hT", "é7", "seven of hearts"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_form_fills_the_cards_in() {
        let typed = |fields: &[(&str, &str)]| {
            fields.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect::<BTreeMap<_, _>>()
        };
        let deck = format!("deal {}", "??".repeat(32));
        let form = CardForm::of(&deck, None, [3, 4]);
        assert_eq!(form.fields.iter().map(|it| it.label.as_str()).collect::<Vec<_>>(), HANDS);
        assert_eq!(filled(&deck, [3, 4], &typed(&[])).unwrap(), deck, "nobody has seen a card");
        let some = filled(&deck, [3, 4], &typed(&[("cards1", "7h as")])).unwrap();
        assert_eq!(some, "deal ??????/7hAs???? ??????/??????");
        let many = filled("discard 7h ??", [4, 4], &typed(&[("cards0", "7h 8h")])).unwrap_err();
        assert_eq!(many.text, "The card drawn: at most one card.");
    }
}
