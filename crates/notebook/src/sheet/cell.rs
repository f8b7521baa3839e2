//! A cell: one army's turn in one round.

use std::fmt;
use std::str::FromStr;

use crate::chess::{Exchange, Move};
use crate::input::ParseError;
use crate::reading::Throw;
use crate::session::{Action, SheetMove};

/// A cell of a round: the actions before the turn, the throw, and the move.
///
/// `withdraw; 4 Q4c =Qe3c5`: each part is optional.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cell {
    pub(super) before: Vec<Action>,
    /// The throw, if it is written: it may be left out if it follows from the move.
    pub(super) throw: Option<Throw>,
    pub(super) turn: Option<CellTurn>,
    /// `?`, `*` or `!` after the move: the writer's judgement.
    pub(super) judgement: String,
}

/// The turn itself.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CellTurn {
    /// A move in sheet notation as written, and the canonical move after ` =`.
    Sheet { text: String, sheet: SheetMove, stated: Option<Move> },
    /// A turn without a move: `--`, in a reading `3-`.
    Pass,
    /// `Resigns`.
    Resigns,
}

impl Cell {
    /// Whether it is empty: `.`
    pub(super) fn is_empty(&self) -> bool {
        *self == Cell::default()
    }
}

impl FromStr for Cell {
    /// What was expected.
    type Err = String;

    fn from_str(text: &str) -> Result<Cell, String> {
        let mut cell = Cell::default();
        if text.is_empty() || text == "." {
            return Ok(cell);
        }
        for part in text.split(';').map(str::trim) {
            if cell.turn.is_some() || cell.throw.is_some() {
                return Err("no text after the move; withdraw and exchange are written before it".to_owned());
            }
            match part.to_lowercase().as_str() {
                "withdraw" | "withdraws" | "retires" => cell.before.push(Action::Withdrawal),
                "resign" | "resigns" => cell.turn = Some(CellTurn::Resigns),
                word if word.starts_with("exchange") => {
                    let exchange: Exchange = part.parse().map_err(|error: ParseError| expectation(&error))?;
                    cell.before.push(Action::Exchange(exchange));
                }
                _ => cell.read_turn(part)?,
            }
        }
        Ok(cell)
    }
}

impl Cell {
    fn read_turn(&mut self, part: &str) -> Result<(), String> {
        if part == "--" {
            self.turn = Some(CellTurn::Pass);
            return Ok(());
        }
        let throw = |text: &str| text.parse::<Throw>().ok();
        if let Some(thrown) = part.strip_suffix('-').and_then(throw) {
            self.throw = Some(thrown);
            self.turn = Some(CellTurn::Pass);
            return Ok(());
        }
        if let Some(thrown) = throw(part) {
            self.throw = Some(thrown);
            return Ok(());
        }
        let mut text = part;
        if let Some((thrown, rest)) = part.split_once(' ')
            && let Some(thrown) = throw(thrown)
        {
            self.throw = Some(thrown);
            text = rest.trim();
        }
        let (text, stated) = match text.split_once(" =") {
            Some((text, mv)) => {
                let stated = mv.trim().parse::<Move>();
                (text.trim(), Some(stated.map_err(|_| format!("a move after ` =`, such as Bf4c1, not {mv}"))?))
            }
            None => (text, None),
        };
        let sheet: SheetMove =
            text.parse().map_err(|error: ParseError| expectation(&error) + ", or . if the army did not move")?;
        self.judgement = text.chars().filter(|mark| "?*!".contains(*mark)).collect();
        self.turn = Some(CellTurn::Sheet { text: text.to_owned(), sheet, stated });
        Ok(())
    }
}

/// The message of a parse error without its "expected", which is added to it when it is shown.
fn expectation(error: &impl fmt::Display) -> String {
    error.to_string().trim_start_matches("expected ").to_owned()
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = self.before.iter().map(action).collect();
        let turn = match (&self.turn, self.throw) {
            (Some(CellTurn::Pass), Some(throw)) => Some(format!("{throw}-")),
            (Some(CellTurn::Pass), None) => Some("--".to_owned()),
            (Some(CellTurn::Resigns), _) => Some("Resigns".to_owned()),
            (Some(CellTurn::Sheet { text, stated, .. }), throw) => {
                let throw = throw.map_or(String::new(), |throw| format!("{throw} "));
                let stated = stated.map_or(String::new(), |mv| format!(" ={mv}"));
                Some(format!("{throw}{text}{stated}"))
            }
            (None, Some(throw)) => Some(throw.to_string()),
            (None, None) => None,
        };
        parts.extend(turn);
        f.write_str(if parts.is_empty() { "." } else { "" })?;
        f.write_str(&parts.join("; "))
    }
}

fn action(action: &Action) -> String {
    match action {
        Action::Withdrawal => "withdraw".to_owned(),
        Action::Exchange(exchange) => exchange.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_cells_read_back() {
        for text in [
            ".",
            "P3c",
            "NW3bxP+",
            "3-",
            "--",
            "4",
            "6 P1c",
            "RF1dxWN =Rd5d1",
            "withdraw",
            "withdraw; N2c",
            "exchange w h1 a1; withdraw; 4 Q4c",
            "Resigns",
            "withdraw; 3-",
        ] {
            assert_eq!(text.parse::<Cell>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn published_forms_are_accepted() {
        assert_eq!("Retires".parse::<Cell>().unwrap().to_string(), "withdraw");
        assert_eq!("resigns".parse::<Cell>().unwrap().turn, Some(CellTurn::Resigns));
        assert_eq!("P4c*?".parse::<Cell>().unwrap().judgement, "*?");
    }

    #[test]
    fn invalid_text_is_rejected_with_what_was_expected() {
        for text in ["N9z", "7-", "exchange x", "P3c; withdraw", "P3c =Pz9", "P3c P4c", "withdraw N2c"] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }
}
