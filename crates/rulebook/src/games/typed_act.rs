//! Reads acts as people type them.

use crate::input::quoted;

use super::{ActError, GameAct, GameState, OfferedAct};

/// The most acts that an error names.
const NAMED: usize = 8;

/// What a typed text means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedAct {
    /// A whole act, which need not be offered.
    Whole(GameAct),
    /// The offered act of this index.
    Offered(usize),
    /// Any of these.
    Several(Vec<usize>),
}

impl dyn GameState + '_ {
    /// Finds what a person types: the number of an offered act, a whole act, one in another notation, or a part that offered acts have:
    /// best the cell that is reached. Case, `x`, `-` and spaces do not matter for a part.
    ///
    /// # Errors
    /// If it is neither.
    ///
    /// ```
    /// use enochian::games::{GameOptions, GameKind, TypedAct};
    /// let start = GameKind::Three.referee(&GameOptions::default()).unwrap().start();
    /// let offered = start.acts();
    /// let found = start.find_typed("g6", &offered).unwrap();
    /// assert!(matches!(found, TypedAct::Offered(index) if offered[index].text == "Pg7g6"));
    /// ```
    pub fn find_typed(&self, text: &str, offered: &[OfferedAct]) -> Result<TypedAct, ActError> {
        if !offered.is_empty() && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            let index = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let index = index.filter(|index| *index < offered.len());
            let refused = || ActError::Illegal(format!("there is no number {text}; the last is {}", offered.len()));
            return index.map(TypedAct::Offered).ok_or_else(refused);
        }
        // A whole act comes first: its text may be a part of another.
        self.read(text).map(TypedAct::Whole).or_else(|error| {
            let noted = self.in_notation(text);
            let noted = (0..offered.len()).filter(|index| noted.contains(&offered[*index].text)).collect::<Vec<_>>();
            match &*if noted.is_empty() { matching_acts(text, offered) } else { noted } {
                [] => Err(error),
                [act] => Ok(TypedAct::Offered(*act)),
                several => Ok(TypedAct::Several(several.to_vec())),
            }
        })
    }

    /// Reads an act as a person types it, and returns it in its canonical form, without playing it: see
    /// [`find_typed`](#method.find_typed).
    ///
    /// `offered` are the acts that the person sees, which may have `??` for cards that are hidden.
    ///
    /// # Errors
    /// If it is not an act, could be several, or cannot be played now.
    ///
    /// ```
    /// use enochian::games::{GameOptions, GameKind};
    /// let start = GameKind::Three.referee(&GameOptions::default()).unwrap().start();
    /// let offered = start.acts();
    /// for text in ["Pg7g6", "pg7-g6", "g6"] {
    ///     assert_eq!(start.read_typed(text, &offered).unwrap().text, "Pg7g6");
    /// }
    /// assert!(start.read_typed("g7", &offered).unwrap_err().to_string().starts_with("more than one act matches"));
    /// ```
    pub fn read_typed(&self, text: &str, offered: &[OfferedAct]) -> Result<GameAct, ActError> {
        match self.find_typed(text, offered)? {
            TypedAct::Whole(act) => Ok(act),
            TypedAct::Offered(act) => self.read(&offered[act].text),
            TypedAct::Several(several) => {
                let texts = several.iter().take(NAMED).map(|act| offered[*act].text.as_str());
                let named: Vec<&str> = texts.collect();
                let more = if several.len() > NAMED { ", …" } else { "" };
                let text = format!("more than one act matches {}: {}{more}", quoted(text), named.join(", "));
                Err(ActError::Illegal(text))
            }
        }
    }
}

/// The acts that a typed text can mean, by their indexes: those with this text, or else those that reach this cell, or else those that
/// have it as a part. The `x` of a capture, `-` between cells and spaces do not matter (GAMES C2), and case only where it decides
/// between several.
fn matching_acts(text: &str, offered: &[OfferedAct]) -> Vec<usize> {
    let text = text.trim();
    let typed = simplified(text);
    let lower = typed.to_lowercase();
    let reaches = |act: &OfferedAct| {
        let Some(to) = &act.to else { return false };
        let (from, piece) = (act.from.as_deref().unwrap_or_default(), act.text.get(..1).unwrap_or_default());
        [to.clone(), format!("{piece}{to}"), format!("{from}{to}")].iter().any(|name| name.eq_ignore_ascii_case(&typed))
    };
    let ways: [&dyn Fn(&OfferedAct) -> bool; 7] = [
        &|act| act.text == text,
        &|act| !typed.is_empty() && simplified(&act.text) == typed,
        &|act| !typed.is_empty() && simplified(&act.text).to_lowercase() == lower,
        &reaches,
        // As it was typed: `Pa3x` is a capture.
        &|act| !typed.is_empty() && act.text.contains(text),
        &|act| !typed.is_empty() && simplified(&act.text).contains(&typed),
        &|act| !typed.is_empty() && simplified(&act.text).to_lowercase().contains(&lower),
    ];
    let meant = |is_meant: &dyn Fn(&OfferedAct) -> bool| {
        (0..offered.len()).filter(|index| is_meant(&offered[*index])).collect()
    };
    ways.into_iter().map(meant).find(|found: &Vec<usize>| !found.is_empty()).unwrap_or_default()
}

/// A text without what does not matter when it is compared. No cell, piece or word of an act has a small `x`.
fn simplified(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !['x', '-'].contains(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::enochian_state;
    use super::*;
    use crate::chess::{Angle, Army, Array, Board, Direction, Position, Rules};
    use crate::session::{SessionState, SessionTerms};

    #[test]
    fn acts_are_found_by_their_text_or_a_part_of_it() {
        let texts = ["Bb1c2", "O-O", "O-O-O", "Pa3a4", "Pa3xb4", "Pb1c2", "Pb7xa8=Q", "Pb7xa8=R", "discard 7h", "--"];
        let offered = |text: &&str| OfferedAct { text: (*text).to_owned(), from: None, to: None, is_open: false };
        let offered: Vec<OfferedAct> = texts.iter().map(offered).collect();
        for (typed, found) in [
            ("Pa3xb4", &["Pa3xb4"][..]),
            ("pa3-b4", &["Pa3xb4"]),
            ("a4", &["Pa3a4"]),
            ("b1c2", &["Bb1c2", "Pb1c2"]),
            ("B", &["Bb1c2"]),
            ("bb1c2", &["Bb1c2"]),
            ("o-o", &["O-O"]),
            ("=q", &["Pb7xa8=Q"]),
            ("Pb7", &["Pb7xa8=Q", "Pb7xa8=R"]),
            ("7h", &["discard 7h"]),
            ("Ka1a2", &[]),
            ("", &[]),
            ("--", &["--"]),
            ("Pa3x", &["Pa3xb4"]),
        ] {
            let matching: Vec<&str> = matching_acts(typed, &offered).into_iter().map(|act| texts[act]).collect();
            assert_eq!(matching, found, "{typed:?}");
        }
    }

    #[test]
    fn a_move_of_enochian_chess_may_be_named_in_part() {
        let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
        let terms = SessionTerms::of_rules(Rules::CHESSVARIANTS);
        let state = enochian_state(&terms, SessionState::begin(&terms, start));
        // As after a throw that calls the knight.
        let offered: Vec<OfferedAct> = state.moves().into_iter().filter(|act| act.text.starts_with('N')).collect();
        let read = |text: &str| state.read_typed(text, &offered).map(|act| act.text);
        for text in
            ["d6", "D6", "Nd6", "nd6", "c8d6", "c8-d6", "c8 d6", "N c8 x d6", "NC8D6", "Nc8-d6", "4c", "N4c", "n4c"]
        {
            assert_eq!(read(text).as_deref(), Ok("Nc8d6"), "{text}");
        }
        for text in ["Bd6", "b8d6", "Nc8d5", "xd6x7", "zd6", "knight d6", "c8d6e4", "éd6", "d6é", "99", "0"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
