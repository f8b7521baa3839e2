//! The acts of readings and games of Enochian chess.

use crate::chess::{Mode, Move};
use crate::games::OfferedAct;
use crate::input::quoted;
use crate::reading::{DiceSource, DieThrower, RandomSourceError, Throw};
use crate::record::{Closing, EnochianRecord, Entry, Timestamp};
use crate::render::capitalised;
use crate::session::{Act, TurnOptions};

use super::call::Problem;
use super::open_journal::{OpenJournal, illegal};
use super::page_act::{PageAct, not_here};

/// Makes an act in a reading or a game of Enochian chess.
pub(super) fn make(open: &mut OpenJournal<'_>, act: PageAct, now: Timestamp) -> Result<(), Problem> {
    let record = open.record().known_enochian();
    match act {
        PageAct::Throw { number } => open.throw(read_throw(number)?),
        PageAct::Deal => open.throw_by_program(),
        PageAct::Move { text } => open.enter(Act::Move(read_text(&text)?)),
        PageAct::Typed { text } => open.typed(text.trim()),
        PageAct::Irregular { text } => open.enter(Act::Irregular(read_text(text.trim())?)),
        PageAct::Pass => open.enter(Act::Move(Move::Pass)),
        PageAct::TakeBack => {
            let acts = record.last_decision(is_thrown_by_hand(record));
            let acts = acts.ok_or_else(|| illegal("There is nothing to take back"))?;
            open.enter(Entry::TakenBack(acts))
        }
        PageAct::CorrectThrow { number } => open.correct_throw(read_throw(number)?),
        PageAct::Exchange { text } => {
            let exchange = text.parse().map_err(|_| illegal(&format!("{} is not an exchange", quoted(&text))))?;
            open.enter(Act::Exchange(exchange))
        }
        PageAct::Withdraw => open.enter(Act::Withdrawal(record.turn())),
        PageAct::Resign { .. } => open.enter(Entry::Concluded(Closing::Resigned(record.turn()), now)),
        _ => Err(not_here()),
    }
}

fn read_text(text: &str) -> Result<Move, Problem> {
    text.parse().map_err(|_| illegal(&format!("{} is not a move", quoted(text))))
}

fn is_thrown_by_hand(record: EnochianRecord<'_>) -> bool {
    record.subject().die() == Some(DieThrower::ByHand)
}

impl OpenJournal<'_> {
    fn throw(&mut self, throw: Throw) -> Result<(), Problem> {
        if self.record().known_enochian().mode() == Mode::Reading && !is_thrown_by_hand(self.record().known_enochian())
        {
            return Err(illegal("The program throws the die in this reading"));
        }
        self.enter(Act::Throw(throw))
    }

    /// Lets the program throw. In a reading whose die is thrown by hand, its throw counts as one by hand.
    fn throw_by_program(&mut self) -> Result<(), Problem> {
        let failed = |error: RandomSourceError| illegal(&capitalised(&error.to_string()));
        let mut die = self.record().known_enochian().dice_source().map_err(failed)?.unwrap_or(DiceSource::System);
        self.enter(Act::Throw(die.draw().map_err(failed)?.throw()))
    }

    fn correct_throw(&mut self, throw: Throw) -> Result<(), Problem> {
        if !is_thrown_by_hand(self.record().known_enochian()) {
            return Err(illegal("There is no throw to correct"));
        }
        let is_thrown = self.record().known_enochian().throw().is_some();
        if is_thrown && !matches!(self.record().known_enochian().standing().next_back(), Some(Act::Throw(_))) {
            return Err(illegal("There is no throw to correct"));
        }
        // An earlier attempt may have taken the throw back without saving the new one.
        if is_thrown {
            self.enter(Entry::TakenBack(1))?;
        }
        let corrected = self.enter(Act::Throw(throw));
        corrected.map_err(|problem| Problem {
            text: format!("The first throw was taken back, but the new one was not saved. {}", problem.text),
            ..problem
        })
    }

    /// Anything that the prompts read.
    fn typed(&mut self, text: &str) -> Result<(), Problem> {
        let record = self.record().known_enochian();
        match record.session().options() {
            TurnOptions::Over(_) => self.enter(Act::Move(Move::Pass)),
            TurnOptions::Throw => {
                if let Ok(throw) = text.parse() {
                    return self.throw(throw);
                }
                let Some(acts) = record.read_turns(text) else {
                    return Err(illegal(&format!("{} is not a throw; throw the die first", quoted(text))));
                };
                for (before, act) in acts.map_err(|why| illegal(&capitalised(&why)))?.into_iter().enumerate() {
                    let entered = match act {
                        Act::Throw(throw) => self.throw(throw),
                        act => self.enter(act),
                    };
                    entered.map_err(|problem| match before {
                        0 => problem,
                        _ => Problem {
                            text: format!("Only what you typed before {act} was saved. {}", problem.text),
                            ..problem
                        },
                    })?;
                }
                Ok(())
            }
            TurnOptions::Moves(turn) if turn.moves == [Move::Pass] => match text.parse() {
                // The next throw is taken, where a turn without a move is all that is between.
                Ok(throw) if is_thrown_by_hand(record) => {
                    self.enter(Act::Move(Move::Pass))?;
                    self.throw(throw)
                }
                _ => Err(illegal("There is no move in this turn")),
            },
            TurnOptions::Moves(turn) => {
                let offered: Vec<OfferedAct> = turn.moves.into_iter().map(OfferedAct::from).collect();
                let read = record.state().read_typed(text, &offered);
                let act = read.map_err(|why| illegal(&capitalised(&why.to_string())))?;
                self.enter(record.recorded(act))
            }
        }
    }
}

fn read_throw(number: u8) -> Result<Throw, Problem> {
    Throw::new(number).ok_or_else(|| Problem::invalid("A throw is a number from 1 to 6."))
}
