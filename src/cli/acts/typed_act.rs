//! Finding the act that a person means.

use crate::games::{OfferedAct, matching_acts};
use crate::input::quoted;

/// What a typed line means among the acts that can be played.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum TypedAct {
    /// An act, by its index.
    One(usize),
    /// It can mean several.
    Several(Vec<usize>),
    /// None of them.
    Nothing,
}

/// Finds an act by its number in the list, its text, or a part of its text: see [`matching_acts`].
pub(super) fn find_act(line: &str, offered: &[OfferedAct]) -> TypedAct {
    let line = line.trim();
    if line.is_empty() {
        return TypedAct::Nothing;
    }
    if line.bytes().all(|byte| byte.is_ascii_digit()) {
        return match line.parse::<usize>() {
            Ok(number) if (1..=offered.len()).contains(&number) => TypedAct::One(number - 1),
            _ => TypedAct::Nothing,
        };
    }
    let found = matching_acts(line, offered);
    match found[..] {
        [] => TypedAct::Nothing,
        [one] => TypedAct::One(one),
        _ => TypedAct::Several(found),
    }
}

/// The error for a number or a part that is none of the acts; `None` if the line may be a whole act.
pub(super) fn no_such_number(line: &str, offered: &[OfferedAct]) -> Option<String> {
    let is_number = line.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("there is no number {}; choose 1 to {}, or type moves for a list", line, offered.len()))
}

/// The acts that a line can mean, as an error.
pub(super) fn ambiguous(line: &str, found: &[usize], offered: &[OfferedAct]) -> String {
    const SHOWN: usize = 24;
    let mut texts: Vec<String> =
        found.iter().take(SHOWN).map(|index| format!("{} {}", index + 1, offered[*index].text)).collect();
    if found.len() > SHOWN {
        texts.push(format!("and {} more", found.len() - SHOWN));
    }
    format!("{} can mean several; type more of it, or a number: {}", quoted(line), texts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(texts: &[&str]) -> Vec<OfferedAct> {
        let offered =
            |text: &&str| OfferedAct { text: (*text).to_owned(), from: None, to: None, is_open: text.contains("??") };
        texts.iter().map(offered).collect()
    }

    #[test]
    fn an_act_is_found_by_number_text_and_unique_part() {
        let acts = offered(&["Bb1c2", "Pa3a4", "Pa3xb4", "Pb1c2", "Pb7xa8=Q", "Pb7xa8=R", "Rc1xc8"]);
        for (line, found) in [
            ("1", TypedAct::One(0)),
            ("7", TypedAct::One(6)),
            ("0", TypedAct::Nothing),
            ("8", TypedAct::Nothing),
            ("Pa3xb4", TypedAct::One(2)),
            ("Pa3b4", TypedAct::One(2)),
            ("pa3b4", TypedAct::One(2)),
            ("Pa3xa4", TypedAct::One(1)),
            ("a4", TypedAct::One(1)),
            ("b4", TypedAct::One(2)),
            ("Pa3x", TypedAct::One(2)),
            ("Pa3", TypedAct::Several(vec![1, 2])),
            ("=q", TypedAct::One(4)),
            ("c8", TypedAct::One(6)),
            ("B", TypedAct::One(0)),
            ("bb1c2", TypedAct::One(0)),
            ("b1c2", TypedAct::Several(vec![0, 3])),
            ("Pb7", TypedAct::Several(vec![4, 5])),
            ("Ka1a2", TypedAct::Nothing),
            ("", TypedAct::Nothing),
        ] {
            assert_eq!(find_act(line, &acts), found, "{line:?}");
        }
        assert_eq!(
            ambiguous("b1c2", &[0, 3], &acts),
            "\"b1c2\" can mean several; type more of it, or a number: 1 Bb1c2, 4 Pb1c2"
        );
    }
}
