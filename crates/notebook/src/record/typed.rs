//! Several acts that are typed on one line: a throw and its move, or whole turns.

use crate::chess::Move;
use crate::games::{OfferedAct, enochian_state};
use crate::input::quoted;
use crate::reading::DieThrower;
use crate::session::{Act, Session, TurnOptions};

use super::EnochianRecord;

impl EnochianRecord<'_> {
    /// Reads several acts on one line: a throw and its move, as in `2 d6`, or turns, as in `2 d6 4 f5 3 1 b7`. A turn without a move is
    /// a throw alone. `None` if the line does not have several words, or does not begin with what is awaited.
    ///
    /// # Errors
    /// If one of them is not possible. None of them should be entered then.
    #[must_use]
    pub fn read_turns(self, line: &str) -> Option<Result<Vec<Act>, String>> {
        let words: Vec<&str> = line.split(|c: char| c.is_whitespace() || ",;".contains(c)).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let (first, more) = words.split_first().filter(|(_, more)| !more.is_empty())?;
        let mut ahead = self.session().clone();
        let begins = match ahead.options() {
            TurnOptions::Throw => first.parse().map(Act::Throw).ok(),
            // The throw was typed already, or is typed again with its move.
            TurnOptions::Moves(_) if self.throw().is_some_and(|throw| first.parse() == Ok(throw)) => {
                return Some(self.read_from(ahead, more));
            }
            TurnOptions::Moves(_) => read_move(&ahead, first).ok().map(Act::Move),
            TurnOptions::Over(_) => None,
        };
        let begins = begins?;
        Some(ahead.accept(begins).map_err(|refused| refused.to_string()).and_then(|()| {
            let mut acts = self.read_from(ahead, more)?;
            acts.insert(0, begins);
            Ok(acts)
        }))
    }

    /// Reads the words from a session on.
    fn read_from(self, ahead: Session, words: &[&str]) -> Result<Vec<Act>, String> {
        let mut ahead = ahead;
        let begun = ahead.turns().len();
        self.read_all(&mut ahead, words).map_err(|why| match ahead.turns().len() == begun {
            true => why,
            false => format!("in turn {} of {}: {why}", ahead.position().ply().saturating_add(1), ahead.turn()),
        })
    }

    fn read_all(self, ahead: &mut Session, words: &[&str]) -> Result<Vec<Act>, String> {
        // A move can be typed with spaces.
        if let TurnOptions::Moves(_) = ahead.options()
            && words.iter().any(|word| word.parse::<usize>().is_err())
            && let Ok(mv) = read_move(ahead, &words.join(" "))
        {
            return Ok(vec![Act::Move(mv)]);
        }
        let (mut acts, mut words, mut lost) = (Vec::new(), words.iter().peekable(), None);
        while let Some(word) = words.peek() {
            let act = match ahead.options() {
                TurnOptions::Over(_) => return Err(format!("it is over before {}", quoted(word))),
                TurnOptions::Moves(turn) if turn.moves == [Move::Pass] => {
                    lost = ahead.throw();
                    Act::Move(Move::Pass)
                }
                TurnOptions::Throw if self.subject().die() != Some(DieThrower::ByHand) => {
                    return Err(format!("the program throws the die before {}", quoted(word)));
                }
                TurnOptions::Throw => Act::Throw(word.parse().map_err(|_| match lost {
                    Some(throw) => {
                        format!("there is no move for the throw {throw}; {} is not the next throw", quoted(word))
                    }
                    None => format!("{} is not a throw", quoted(word)),
                })?),
                // The numbers of the list are unknown before the throw, and this could be two throws.
                TurnOptions::Moves(_) if word.parse::<usize>().is_ok() => {
                    return Err(
                        "after a throw, name the square of the move, such as 2 d6, or type the throw alone".to_owned()
                    );
                }
                TurnOptions::Moves(_) => {
                    lost = None;
                    Act::Move(read_move(ahead, word)?)
                }
            };
            if !matches!(act, Act::Move(Move::Pass)) {
                words.next();
            }
            ahead.accept(act).map_err(|refused| refused.to_string())?;
            acts.push(act);
        }
        Ok(acts)
    }
}

/// Reads a move as it is typed.
fn read_move(session: &Session, text: &str) -> Result<Move, String> {
    let offered: Vec<OfferedAct> = session.moves().into_iter().map(OfferedAct::from).collect();
    let read = enochian_state(session.terms(), session.state().clone()).read_typed(text, &offered);
    read.map_err(|refused| refused.to_string())?.text.parse().map_err(|_| "it is not a move".to_owned())
}
