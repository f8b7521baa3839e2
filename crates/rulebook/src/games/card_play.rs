//! Card acts: what a card of Knightmare Chess does to the board (GAMES K5), in any of the games.

use super::ActError;

/// A card act: `card "Sanctuary": move a8b8, end`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardPlay {
    /// The name of the card.
    pub name: String,
    /// What it does, in order.
    pub ops: Vec<CardOp>,
}

/// One thing that a card does to the board. Cells and pieces are text, which each game reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardOp {
    /// `move a1b2`: both cells as one text, since the games' cells differ.
    Move(String),
    /// `remove a1`.
    Remove(String),
    /// `place wRa1`: army, piece and cell as one text.
    Place(String),
    /// `change a1wQ`: cell, army and piece as one text.
    Change(String),
    /// `swap a1b2`.
    Swap(String),
    /// `turn w`: it is now this army's turn.
    Turn(char),
    /// `out r`.
    Out(char),
    /// `in r`.
    In(char),
    /// `end`: the turn ends as after a move.
    End,
}

impl CardPlay {
    /// The maximum length of a card's name, in characters.
    pub const NAME_LIMIT: usize = 80;

    /// Whether a text is meant as a card act.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.trim_start().starts_with("card ") || text.trim() == "card"
    }

    /// Reads a card act.
    ///
    /// # Errors
    /// If the text is not a card act; the error says what was expected.
    #[expect(clippy::disallowed_methods, reason = "no card has them in its name")]
    pub fn read(text: &str) -> Result<CardPlay, ActError> {
        let error = || ActError::Unreadable {
            text: crate::input::quoted(text),
            expected: "a card act such as card \"Name\" or card \"Name\": move a1b2, remove c3, end".to_owned(),
        };
        let rest = text.trim().strip_prefix("card ").ok_or_else(error)?.trim_start();
        let (name, rest) = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')).ok_or_else(error)?;
        let name = name.trim();
        if name.is_empty() || name.chars().count() > Self::NAME_LIMIT || name.contains(char::is_control) {
            return Err(error());
        }
        let rest = rest.trim();
        let ops = match rest.strip_prefix(':') {
            None if rest.is_empty() => Vec::new(),
            None => return Err(error()),
            Some(ops) => ops.split(',').map(|op| CardOp::read(op.trim())).collect::<Result<_, _>>()?,
        };
        Ok(CardPlay { name: name.to_owned(), ops })
    }
}

impl std::fmt::Display for CardPlay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "card \"{}\"", self.name)?;
        for (index, op) in self.ops.iter().enumerate() {
            write!(f, "{} {op}", if index == 0 { ":" } else { "," })?;
        }
        Ok(())
    }
}

impl CardOp {
    fn read(text: &str) -> Result<CardOp, ActError> {
        let error = || ActError::Unreadable {
            text: crate::input::quoted(text),
            expected: "move a1b2, remove a1, place wRa1, change a1wQ, swap a1b2, turn w, out w, in w, or end"
                .to_owned(),
        };
        if text == "end" {
            return Ok(CardOp::End);
        }
        let (op, what) = text.split_once(' ').ok_or_else(error)?;
        let what = what.trim();
        let letter = || {
            let mut letters = what.chars();
            letters.next().filter(|_| letters.next().is_none()).ok_or_else(error)
        };
        if what.is_empty() || !what.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(error());
        }
        Ok(match op {
            "move" => CardOp::Move(what.to_owned()),
            "remove" => CardOp::Remove(what.to_owned()),
            "place" => CardOp::Place(what.to_owned()),
            "change" => CardOp::Change(what.to_owned()),
            "swap" => CardOp::Swap(what.to_owned()),
            "turn" => CardOp::Turn(letter()?),
            "out" => CardOp::Out(letter()?),
            "in" => CardOp::In(letter()?),
            _ => return Err(error()),
        })
    }
}

impl std::fmt::Display for CardOp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CardOp::Move(what) => write!(f, "move {what}"),
            CardOp::Remove(what) => write!(f, "remove {what}"),
            CardOp::Place(what) => write!(f, "place {what}"),
            CardOp::Change(what) => write!(f, "change {what}"),
            CardOp::Swap(what) => write!(f, "swap {what}"),
            CardOp::Turn(army) => write!(f, "turn {army}"),
            CardOp::Out(army) => write!(f, "out {army}"),
            CardOp::In(army) => write!(f, "in {army}"),
            CardOp::End => f.write_str("end"),
        }
    }
}
