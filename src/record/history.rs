//! The record: entries that have been played.

use crate::chess::{ActionRefused, Army, Move, Piece, Position, Refusal, Role, Rules, Square};
use crate::game::NotIrregular;
use crate::reading::{End, Reading, Throw, TurnRefused};

use super::matter::Play;
use super::{Action, Closing, Entry, Heading, Thrown, Turn};

/// A reading or a game with everything that was done and said in it.
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
    play: Play,
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
    /// The record is closed.
    #[error("the {0} has been concluded")]
    Concluded(&'static str),
    /// A throw, though one lies on the table.
    #[error("the die has already been thrown for this turn; the throw was {0}")]
    AlreadyThrown(Throw),
    /// A move without a throw.
    #[error("the die has not been thrown for this turn")]
    NotThrown,
    /// A throw in a game.
    #[error("in a game that is no reading no die is thrown")]
    NoDie,
    /// What only a game knows: a turn against the rules, a draw by agreement, giving up.
    #[error("in a reading {0} has no place")]
    OnlyInAGame(&'static str),
    /// The move of a game is not legal.
    #[error(transparent)]
    Illegal(#[from] Refusal),
    /// The move cannot be kept as an irregular one.
    #[error(transparent)]
    NotIrregular(#[from] NotIrregular),
    /// The turn of a reading cannot be played so.
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
    /// It is said to be at its end, but it is not.
    #[error("the {0} is not at its end")]
    NotOver(&'static str),
}

impl Record {
    /// The record of a reading or a game before its first turn.
    pub fn begin(heading: Heading) -> Record {
        let play = Play::begin(&heading.matter);
        Record {
            now: State { play, throw: None, before: Vec::new(), played: None },
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

    /// The reading as it stands, if it is one.
    pub fn reading(&self) -> Option<&Reading> {
        match &self.now.play {
            Play::Reading(reading) => Some(reading),
            Play::Game(_) => None,
        }
    }

    /// The position as it stands.
    pub fn position(&self) -> &Position {
        self.now.play.position()
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        self.now.play.rules()
    }

    /// The army whose turn it is.
    pub fn turn(&self) -> Army {
        self.position().turn()
    }

    /// Why it is over, if it is.
    pub fn end(&self) -> Option<End> {
        self.now.play.end()
    }

    /// The moves to choose from now: those that the throw on the table calls, or in a game all that are legal.
    /// Before the throw of a reading there are none.
    pub fn moves(&self) -> Vec<Move> {
        match (&self.now.play, self.now.throw) {
            (Play::Reading(reading), Some(throw)) => reading.called(throw).moves,
            (Play::Reading(_), None) => Vec::new(),
            (Play::Game(game), _) => game.position().moves(game.rules()),
        }
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
        let (noun, is_game) = (self.heading.matter.noun(), self.reading().is_none());
        if self.closing().is_some() {
            return Err(EntryRefused::Concluded(noun));
        }
        match &entry {
            Entry::TakenBack(acts) => self.take_back(*acts)?,
            Entry::Concluded(Closing::Ended, _) if self.end().is_none() => return Err(EntryRefused::NotOver(noun)),
            Entry::Concluded(Closing::Agreed, _) if !is_game => {
                return Err(EntryRefused::OnlyInAGame("a draw by agreement"));
            }
            Entry::Concluded(Closing::Resigned(_), _) if !is_game => {
                return Err(EntryRefused::OnlyInAGame("giving up"));
            }
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
        match act {
            Entry::Throw(throw) => match (&next.play, next.play.end(), next.throw) {
                (Play::Game(_), ..) => return Err(EntryRefused::NoDie),
                (_, Some(end), _) => return Err(EntryRefused::Over(end)),
                (_, _, Some(thrown)) => return Err(EntryRefused::AlreadyThrown(thrown)),
                _ => next.throw = Some(*throw),
            },
            Entry::Move(mv) => next.turn(*mv, true)?,
            Entry::Irregular(mv) => next.turn(*mv, false)?,
            Entry::Exchange(exchange) => {
                next.play.exchange(*exchange)?;
                next.before.push(Action::Exchange(*exchange));
            }
            Entry::Withdrawal(army) => {
                if *army != self.turn() {
                    return Err(EntryRefused::NotItsTurn(self.turn()));
                }
                if self.heading.seats.commands_both(*army) {
                    return Err(EntryRefused::PlaysBoth(self.heading.seats.player(*army).to_owned()));
                }
                next.play.withdraw()?;
                next.before.push(Action::Withdrawal);
            }
            _ => {}
        }
        Ok(next)
    }
}

impl State {
    /// Plays a turn, by the rules or as it was played.
    fn turn(&mut self, mv: Move, regular: bool) -> Result<(), EntryRefused> {
        let (earlier, rules) = (self.play.position().clone(), *self.play.rules());
        let army = earlier.turn();
        let mut effects = Vec::new();
        let (mut thrown, mut irregular) = (None, None);
        match &mut self.play {
            Play::Reading(_) if !regular => return Err(EntryRefused::OnlyInAGame("a turn against the rules")),
            Play::Reading(reading) => {
                let throw = self.throw.take().ok_or(EntryRefused::NotThrown)?;
                let called = reading.called(throw);
                reading.play(throw, mv, &mut effects)?;
                let has = |(_, piece): (Square, Piece)| piece.army == army && Role::from(piece.kind) == called.role;
                thrown = Some(Thrown {
                    throw,
                    role: called.role,
                    instead_of_king: called.instead_of_king,
                    gone: !earlier.pieces().any(has),
                });
            }
            Play::Game(game) if regular => game.play(mv, &mut effects)?,
            Play::Game(game) => irregular = Some(game.play_irregular(mv, &mut effects)?),
        }
        let position = self.play.position().clone();
        let piece = match mv {
            Move::Pass => None,
            Move::Step { role, from, .. } => earlier.pieces_at(from).find(|piece| role == piece.kind.into()),
        };
        let sheet = match (mv, thrown) {
            (Move::Pass, Some(thrown)) => format!("{}-", thrown.throw),
            // What RULES 4 forbids stands in the sheet beside all that RULES 3 allows.
            _ if irregular.is_some() => earlier.sheet(mv, &rules.reading()),
            _ => earlier.sheet(mv, &rules),
        };
        self.played = Some(Box::new(Turn {
            ply: position.ply(),
            army,
            before: std::mem::take(&mut self.before),
            thrown,
            mv,
            piece,
            sheet,
            irregular,
            effects,
            checks: mv.to().map_or(Vec::new(), |to| position.checks_given(&earlier, army, to).collect()),
            position,
        }));
        Ok(())
    }
}
