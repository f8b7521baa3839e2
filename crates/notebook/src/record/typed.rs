//! A throw and a move that are typed on one line.

use crate::chess::Move;
use crate::games::{OfferedAct, enochian_state};
use crate::reading::Throw;
use crate::session::Act;

use super::EnochianRecord;

impl EnochianRecord<'_> {
    /// Reads a throw and a move on one line, such as `2 d6`; `None` if the line does not begin with a throw.
    ///
    /// # Errors
    /// If the die cannot be thrown, or the throw does not allow the move.
    #[must_use]
    pub fn read_throw_and_move(self, line: &str) -> Option<Result<(Throw, Move), String>> {
        let (throw, line) = line.split_once(char::is_whitespace)?;
        let throw = throw.parse().ok()?;
        Some(self.move_after(throw, line.trim()).map(|mv| (throw, mv)))
    }

    fn move_after(self, throw: Throw, line: &str) -> Result<Move, String> {
        let mut ahead = self.session().clone();
        ahead.accept(Act::Throw(throw)).map_err(|refused| refused.to_string())?;
        let moves = ahead.moves();
        if moves == [Move::Pass] {
            return Err(format!("there is no move for the throw {throw}; type {throw} alone"));
        }
        // The numbers of the list are unknown before the throw, and this could be two throws.
        if line.parse::<usize>().is_ok() {
            return Err("after a throw, name the square of the move, such as 2 d6, or type the throw alone".to_owned());
        }
        let offered: Vec<OfferedAct> = moves.into_iter().map(OfferedAct::from).collect();
        let read = enochian_state(ahead.terms(), ahead.state().clone()).read_typed(line, &offered);
        read.map_err(|refused| refused.to_string())?.text.parse().map_err(|_| "it is not a move".to_owned())
    }
}
