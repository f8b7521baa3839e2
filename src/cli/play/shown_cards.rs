//! Filling in the cards of an act: the players of a real table type them as they are shown.

/// The text of an act with the typed cards in the place of each `??`, in their order.
///
/// The cards can stand together or apart, with any signs between them. If they are not as many as there are `??`, the line is
/// taken as the act itself, or what stands after its first word; the referee says what is wrong with it.
pub(super) fn with_cards(open: &str, line: &str) -> String {
    let line = line.trim();
    let word = open.split(' ').next().unwrap_or_default();
    if line.is_empty() {
        return open.to_owned();
    }
    if line == word || line.strip_prefix(word).is_some_and(|rest| rest.starts_with(' ')) {
        return line.to_owned();
    }
    let slots = open.matches("??").count();
    match cards(line) {
        Some(cards) if cards.len() == slots => {
            let mut parts = open.split("??");
            let mut text = parts.next().unwrap_or_default().to_owned();
            for (card, part) in cards.iter().zip(parts) {
                text.push_str(card);
                text.push_str(part);
            }
            text
        }
        _ => format!("{word} {line}"),
    }
}

/// The text of an open act as a question shows it: a whole deck of open cards is left out.
pub(super) fn shape(open: &str) -> &str {
    short_form(open).unwrap_or(open)
}

/// The first word of an act that holds nothing but a whole deck of open cards.
pub(super) fn short_form(open: &str) -> Option<&str> {
    /// The most cards that a person is asked for one after the other.
    const MOST: usize = 20;
    let (word, cards) = open.split_once(' ')?;
    (cards.len() > 2 * MOST && cards.bytes().all(|sign| sign == b'?')).then_some(word)
}

/// The cards of a line, with `T` for a ten and small letters for suits; `None` if it holds anything else.
fn cards(line: &str) -> Option<Vec<String>> {
    let signs: Vec<char> = line.replace("10", "T").chars().filter(|c| c.is_alphanumeric() || *c == '?').collect();
    let card = |pair: &[char]| match *pair {
        ['?', '?'] => Some("??".to_owned()),
        [rank, suit] => {
            let (rank, suit) = (rank.to_ascii_uppercase(), suit.to_ascii_lowercase());
            ("23456789TJQKA".contains(rank) && "cdhs".contains(suit)).then(|| format!("{rank}{suit}"))
        }
        _ => None,
    };
    signs.chunks(2).map(card).collect()
}

#[cfg(test)]
mod tests {
    use super::{shape, with_cards};

    #[test]
    fn cards_fill_the_places_in_order() {
        for (open, line, text) in [
            ("field ??????", "", "field ??????"),
            ("field ??????", "2c 3d 4h", "field 2c3d4h"),
            ("field ??????", "2C, 10D, ??", "field 2cTd??"),
            ("field ??????", "field 2c3d4h", "field 2c3d4h"),
            ("field 2c????", "3d4h", "field 2c3d4h"),
            ("battle ????7h/??+As ????", "2c3c 4c 5c 6c", "battle 2c3c7h/4c+As 5c6c"),
            ("discard ??", "7h Kd", "discard 7h Kd"),
            ("field ??????", "2c", "field 2c"),
            ("field ??????", "hello", "field hello"),
        ] {
            assert_eq!(with_cards(open, line), text, "{open} + {line}");
        }
        assert_eq!(shape("field ??????"), "field ??????");
        assert_eq!(shape(&format!("deal {}", "??".repeat(48))), "deal");
    }
}
