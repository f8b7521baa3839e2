//! The record: entries that have been played.

use crate::chess::{ActionRefused, Army, Move, Position, Role};
use crate::reading::{End, Reading, Throw, TurnRefused};

use super::{Action, Closing, Entry, Heading, Turn};

/// A reading with everything that was done and said in it.
#[derive(Clone, Debug)]
pub struct Record {
    heading: Heading,
    entries: Vec<Entry>,
    now: State,
    /// The state before each act that still stands, so that it can be taken back.
    past: Vec<(Entry, State)>,
}

/// Two records are equal when the same was done and said: the rest follows from it.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.heading == other.heading && self.entries == other.entries
    }
}

#[derive(Clone, Debug)]
struct State {
    reading: Reading,
    /// The throw on the table, not yet played.
    throw: Option<Throw>,
    /// What was done before the move, this turn.
    before: Vec<Action>,
    /// The turn just played, if that is how this state came about.
    played: Option<Box<Turn>>,
}

/// Why an entry does not fit the record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryRefused {
    /// The reading is closed.
    #[error("the reading has been concluded")]
    Concluded,
    /// A throw, though one lies on the table.
    #[error("the die has already been thrown for this turn; the throw was {0}")]
    AlreadyThrown(Throw),
    /// A move without a throw.
    #[error("the die has not been thrown for this turn")]
    NotThrown,
    /// The turn cannot be played so.
    #[error(transparent)]
    Turn(#[from] TurnRefused),
    /// The exchange or withdrawal is not possible.
    #[error(transparent)]
    Action(#[from] ActionRefused),
    /// One person plays both armies of the side (RULES 6.4).
    #[error("{0} plays both armies of the side, and so may not withdraw")]
    PlaysBoth(String),
    /// The withdrawal names another army than the one whose turn it is.
    #[error("it is the turn of {0}")]
    NotItsTurn(Army),
    /// More is taken back than was done.
    #[error("there is nothing so far back to take back")]
    NothingToTakeBack,
    /// A throw once the reading has its end.
    #[error("the reading is over: {0}")]
    Over(End),
    /// The reading is said to be at its end, but it is not.
    #[error("the reading is not at its end")]
    NotOver,
}

impl Record {
    /// The record of a reading before its first throw.
    pub fn begin(heading: Heading) -> Record {
        let reading = Reading::begin(heading.question.clone());
        Record {
            now: State { reading, throw: None, before: Vec::new(), played: None },
            heading,
            entries: Vec::new(),
            past: Vec::new(),
        }
    }

    /// What was settled before the first throw.
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// Everything done and said, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The reading as it stands.
    pub fn reading(&self) -> &Reading {
        &self.now.reading
    }

    /// The position as it stands.
    pub fn position(&self) -> &Position {
        self.now.reading.position()
    }

    /// The throw that lies on the table, not yet played.
    pub fn throw(&self) -> Option<Throw> {
        self.now.throw
    }

    /// The ply of the turn being played, counted from 1.
    pub fn ply(&self) -> u32 {
        self.position().ply() + 1
    }

    /// The turns that stand, in order.
    pub fn turns(&self) -> Vec<&Turn> {
        let mut turns: Vec<&Turn> = self.past.iter().filter_map(|(_, state)| state.played.as_deref()).collect();
        turns.extend(self.now.played.as_deref());
        turns
    }

    /// The last turn that stands.
    pub fn last_turn(&self) -> Option<&Turn> {
        self.now.played.as_deref().or_else(|| self.past.iter().rev().find_map(|(_, s)| s.played.as_deref()))
    }

    /// How many throws were ever made, those for the seats and those taken back too: so many numbers
    /// a seeded die has given.
    pub fn throws_made(&self) -> usize {
        let seats: usize = self.heading.seats.throws.iter().map(|seat| seat.throws.len()).sum();
        seats + self.entries.iter().filter(|entry| matches!(entry, Entry::Throw(_))).count()
    }

    /// How the reading was closed, if it was.
    pub fn closing(&self) -> Option<Closing> {
        match self.entries.last() {
            Some(Entry::Concluded(closing, _)) => Some(*closing),
            _ => None,
        }
    }

    /// The acts that still stand, the last of them last.
    pub fn standing(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.past.iter().map(|(act, _)| act)
    }

    /// How many acts have to be taken back to undo the last decision of a person: the last move that was
    /// chosen, exchange or withdrawal, or the last throw where `hand` throws the die. None where there
    /// is none.
    ///
    /// A throw of the program's is no decision, nor is a No Move.
    pub fn last_decision(&self, hand: bool) -> Option<usize> {
        let decided = |act: &Entry| match act {
            Entry::Throw(_) => hand,
            Entry::Move(mv) => *mv != Move::Pass,
            _ => true,
        };
        self.standing().rev().position(decided).map(|index| index + 1)
    }

    /// Enters the next thing that was done or said, and plays it.
    ///
    /// # Errors
    /// The reason, when it does not fit; the record stays as it was.
    pub fn enter(&mut self, entry: Entry) -> Result<(), EntryRefused> {
        if self.closing().is_some() {
            return Err(EntryRefused::Concluded);
        }
        match &entry {
            Entry::TakenBack(acts) => self.take_back(*acts)?,
            Entry::Concluded(Closing::Ended, _) if self.reading().end().is_none() => return Err(EntryRefused::NotOver),
            Entry::Note(_) | Entry::Resumed(_) | Entry::Concluded(..) => {}
            act => {
                let next = self.after(act)?;
                let before = std::mem::replace(&mut self.now, next);
                self.past.push((act.clone(), before));
            }
        }
        self.entries.push(entry);
        Ok(())
    }

    fn take_back(&mut self, acts: usize) -> Result<(), EntryRefused> {
        let left = self.past.len().checked_sub(acts).filter(|_| acts > 0).ok_or(EntryRefused::NothingToTakeBack)?;
        if let Some((_, state)) = self.past.drain(left..).next() {
            self.now = state;
        }
        Ok(())
    }

    /// The state after an act.
    fn after(&self, act: &Entry) -> Result<State, EntryRefused> {
        let mut next = State { played: None, ..self.now.clone() };
        let reading = &mut next.reading;
        match act {
            Entry::Throw(_) if reading.end().is_some() => {
                return Err(reading.end().map_or(EntryRefused::NotOver, EntryRefused::Over));
            }
            Entry::Throw(throw) => match next.throw {
                Some(thrown) => return Err(EntryRefused::AlreadyThrown(thrown)),
                None => next.throw = Some(*throw),
            },
            Entry::Move(mv) => {
                let throw = next.throw.take().ok_or(EntryRefused::NotThrown)?;
                let turn = play(reading, throw, *mv, std::mem::take(&mut next.before))?;
                next.played = Some(Box::new(turn));
            }
            Entry::Exchange(exchange) => {
                reading.exchange(*exchange)?;
                next.before.push(Action::Exchange(*exchange));
            }
            Entry::Withdrawal(army) => {
                if *army != reading.turn() {
                    return Err(EntryRefused::NotItsTurn(reading.turn()));
                }
                if self.heading.seats.commands_both(*army) {
                    return Err(EntryRefused::PlaysBoth(self.heading.seats.player(*army).to_owned()));
                }
                reading.withdraw()?;
                next.before.push(Action::Withdrawal);
            }
            _ => {}
        }
        Ok(next)
    }
}

fn play(reading: &mut Reading, throw: Throw, mv: Move, before: Vec<Action>) -> Result<Turn, TurnRefused> {
    let earlier = reading.position().clone();
    let army = reading.turn();
    let called = reading.called(throw);
    let mut effects = Vec::new();
    reading.play(throw, mv, &mut effects)?;
    let piece = match mv {
        Move::Pass => None,
        Move::Step { role, from, .. } => earlier.pieces_at(from).find(|piece| role == piece.kind.into()),
    };
    Ok(Turn {
        ply: reading.position().ply(),
        army,
        before,
        throw,
        role: called.role,
        instead_of_king: called.instead_of_king,
        gone: !earlier.pieces().any(|(_, piece)| piece.army == army && Role::from(piece.kind) == called.role),
        mv,
        piece,
        sheet: match mv {
            Move::Pass => format!("{throw}-"),
            mv => earlier.sheet(mv, reading.rules()),
        },
        effects,
        checks: mv.to().map_or(Vec::new(), |to| reading.position().checks_given(&earlier, army, to).collect()),
        position: reading.position().clone(),
    })
}
