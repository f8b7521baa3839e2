//! The acts of readings and games of Enochian chess.

use crate::chess::{Army, Mode, Move};
use crate::input::quoted;
use crate::reading::{DiceSource, DieThrower, RandomSourceError, Throw};
use crate::record::{Closing, Entry, Record, Timestamp};
use crate::render::capitalised;
use crate::session::{Act, Session, TurnOptions, read_move, read_throw_and_move};

use super::any_open_journal::AnyOpenJournal;
use super::call::Problem;
use super::open_journal::{OpenJournal, PagePlayed, illegal, on_one_line};
use super::page_act::EnochianPageAct;

impl PagePlayed for Session {
    type PageAct = EnochianPageAct;

    const IS_VARIANT: bool = false;

    fn of<'a, 'l>(any: &'a AnyOpenJournal<'l>) -> Option<&'a OpenJournal<'l, Session>> {
        match any {
            AnyOpenJournal::Enochian(open) => Some(open),
            AnyOpenJournal::Variant(_) => None,
        }
    }

    fn of_mut<'a, 'l>(any: &'a mut AnyOpenJournal<'l>) -> Option<&'a mut OpenJournal<'l, Session>> {
        match any {
            AnyOpenJournal::Enochian(open) => Some(open),
            AnyOpenJournal::Variant(_) => None,
        }
    }

    fn any(open: OpenJournal<'_, Session>) -> AnyOpenJournal<'_> {
        AnyOpenJournal::Enochian(open)
    }

    fn is_over(record: &Record) -> bool {
        record.end().is_some()
    }

    fn is_quiet(record: &Record) -> bool {
        record.is_quiet()
    }

    fn turns(record: &Record) -> usize {
        record.turns().len()
    }

    fn same_turns(before: &Record, now: &Record) -> usize {
        before.turns().iter().zip(now.turns()).take_while(|(before, now)| before == now).count()
    }

    fn make(
        open: &mut OpenJournal<'_, Session>,
        act: EnochianPageAct,
        _: Option<usize>,
        now: Timestamp,
    ) -> Result<(), Problem> {
        open.make(act, now)
    }
}

impl OpenJournal<'_, Session> {
    fn make(&mut self, act: EnochianPageAct, now: Timestamp) -> Result<(), Problem> {
        match act {
            EnochianPageAct::Throw { number } => self.throw(read_throw(number)?),
            EnochianPageAct::ThrowByProgram => self.throw_by_program(),
            EnochianPageAct::Move { text } => {
                let mv: Move = text.parse().map_err(|_| illegal(&format!("{} is not a move", quoted(&text))))?;
                self.enter(Act::Move(mv))
            }
            EnochianPageAct::Typed { text } => self.typed(text.trim()),
            EnochianPageAct::Pass => self.enter(Act::Move(Move::Pass)),
            EnochianPageAct::TakeBack => {
                let acts = self.record().last_decision(self.is_thrown_by_hand());
                let acts = acts.ok_or_else(|| illegal("There is nothing to take back"))?;
                self.enter(Entry::TakenBack(acts))
            }
            EnochianPageAct::CorrectThrow { number } => self.correct_throw(read_throw(number)?),
            EnochianPageAct::Note { text } => self.enter(Entry::Note(on_one_line(&text)?)),
            EnochianPageAct::Exchange { text } => {
                let exchange = text.parse().map_err(|_| illegal(&format!("{} is not an exchange", quoted(&text))))?;
                self.enter(Act::Exchange(exchange))
            }
            EnochianPageAct::Withdraw => self.enter(Act::Withdrawal(self.record().turn())),
            EnochianPageAct::Conclude => self.enter(Entry::Concluded(Closing::ByPlayers, now)),
            EnochianPageAct::Draw => self.enter(Entry::Concluded(Closing::Agreed, now)),
            EnochianPageAct::Resign => self.enter(Entry::Concluded(Closing::Resigned(self.record().turn()), now)),
        }
    }

    fn is_thrown_by_hand(&self) -> bool {
        self.record().heading().subject.die() == Some(DieThrower::ByHand)
    }

    fn throw(&mut self, throw: Throw) -> Result<(), Problem> {
        if self.record().mode() == Mode::Reading && !self.is_thrown_by_hand() {
            return Err(illegal("The program throws the die in this reading"));
        }
        self.enter(Act::Throw(throw))
    }

    /// Lets the program throw. In a reading whose die is thrown by hand, its throw counts as one by hand.
    fn throw_by_program(&mut self) -> Result<(), Problem> {
        let failed = |error: RandomSourceError| illegal(&capitalised(&error.to_string()));
        let mut die = self.record().dice_source().map_err(failed)?.unwrap_or(DiceSource::System);
        self.enter(Act::Throw(die.draw().map_err(failed)?.throw()))
    }

    fn correct_throw(&mut self, throw: Throw) -> Result<(), Problem> {
        if !self.is_thrown_by_hand() {
            return Err(illegal("There is no throw to correct"));
        }
        let is_thrown = self.record().throw().is_some();
        if is_thrown && !matches!(self.record().standing().next_back(), Some(Act::Throw(_))) {
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
        let session = self.record().session();
        match session.options() {
            TurnOptions::Over(_) => self.enter(Act::Move(Move::Pass)),
            TurnOptions::Throw => {
                if let Ok(throw) = text.parse() {
                    return self.throw(throw);
                }
                let Some(both) = read_throw_and_move(text, session) else {
                    return Err(illegal(&format!("{} is not a throw; throw the die first", quoted(text))));
                };
                let (throw, mv) = both.map_err(|why| illegal(&capitalised(&why)))?;
                self.throw(throw)?;
                self.enter(Act::Move(mv)).map_err(|problem| Problem {
                    text: format!("The throw was saved, but the move was not. {}", problem.text),
                    ..problem
                })
            }
            TurnOptions::Moves(turn) if turn.moves == [Move::Pass] => Err(illegal("There is no move in this turn")),
            TurnOptions::Moves(turn) => {
                let mv = read_move(text, session, &turn.moves).map_err(|why| illegal(&capitalised(&why)))?;
                self.enter(Act::Move(mv))
            }
        }
    }
}

fn read_throw(number: u8) -> Result<Throw, Problem> {
    Throw::new(number).ok_or_else(|| Problem::invalid("A throw is a number from 1 to 6."))
}

/// The army that resigns speaks for its side.
pub(super) fn resignation(army: Army) -> String {
    format!("{army} resigns for the {}", army.side())
}
