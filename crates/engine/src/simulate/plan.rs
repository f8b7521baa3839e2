//! The plan of a simulation, and running it on several threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::chess::{Army, Mode, Position, Rules};
use crate::player::StopSignal;
use crate::reading::Criterion;
use crate::reading::{AnswerTracker, Question};
use crate::session::{SessionState, SessionTerms};

use super::agents::{AgentReading, AgentSetting};
use super::{ArmyPlayer, ReadingRow, TurnRow, Workers, kernel};

/// Chunk size: readings per unit of work.
pub const CHUNK: u64 = 1024;

/// The chunk size with policies, which may take a second per reading.
const SLOW_CHUNK: u64 = 16;

/// The default limit of turns.
pub const LIMIT: u16 = 2000;

/// The plan of a simulation, which determines its readings completely.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The question.
    pub question: Question,
    /// The seed of all randomness: see [`reading_seed`](super::reading_seed).
    pub seed: u64,
    /// The numbers of the readings, up to but not including the end.
    pub range: Range<u64>,
    /// The number of turns after which a reading is left undecided; at least one is played.
    pub limit: u16,
    /// Who chooses the moves, in the order of [`Army::ALL`].
    pub players: [ArmyPlayer; 4],
    /// Readings, or games: without dice, and with RULES 4 in force.
    pub mode: Mode,
    /// Whether a reading goes on after the answer by its procedure, until there is one by the other criterion too or the
    /// game ends.
    pub play_out: bool,
    /// The position in which all begin, instead of the question's or the board's; its ply is 0, since turns are counted from there.
    pub from_position: Option<Position>,
    /// The state in which all begin, instead of a position: that of a reading of the same question after some turns, with what
    /// its answer has seen of them. Turns are counted from there.
    pub from_state: Option<SessionState>,
}

/// Observes the readings of a chunk, in order.
pub trait Observer: Send {
    /// Whether it wants to see the turns. They cost a few nanoseconds each.
    const TURNS: bool;

    /// Called for each finished reading. Without [`Observer::TURNS`] there are no turns.
    fn reading(&mut self, row: &ReadingRow, turns: &[TurnRow]);

    /// Called at the end of the chunk. Do expensive work here, since it runs in parallel.
    fn end(&mut self) {}
}

impl Plan {
    /// The name of the procedure for games without dice.
    pub const GAME: &str = Mode::Game.name();

    /// A plan with the default limit and random moves.
    #[must_use]
    pub fn new(question: Question, seed: u64, range: Range<u64>) -> Plan {
        let players = Army::ALL.map(|_| ArmyPlayer::Random);
        let (mode, from_position, from_state) = (Mode::Reading, None, None);
        Plan { question, seed, range, limit: LIMIT, players, mode, play_out: false, from_position, from_state }
    }

    /// The name of the procedure: that of the question, or `game`.
    #[must_use]
    pub fn procedure(&self) -> &str {
        match self.mode {
            Mode::Reading => &self.question.procedure.name,
            Mode::Game => Plan::GAME,
        }
    }

    /// The starting position. A reading begins with the querent's army, a game with that of the board (RULES 1.4).
    pub(super) fn start(&self) -> Position {
        let Question { board, array, direction, .. } = self.question;
        let start = match (&self.from_position, self.mode) {
            (Some(position), _) => position.clone(),
            (None, Mode::Reading) => self.question.start(),
            (None, Mode::Game) => Position::start(array, board.first(), direction),
        };
        start.with_rules(self.terms().rules)
    }

    /// The rules of the readings or games, and what the throws call.
    pub(super) fn terms(&self) -> SessionTerms {
        match self.mode {
            Mode::Reading => SessionTerms::of_question(&self.question).playing_out(self.play_out),
            Mode::Game => {
                let rules = Rules { mode: Mode::Game, ends_without_kings: true, ..self.question.rules() };
                SessionTerms::of_rules(rules)
            }
        }
    }

    /// The state in which all begin. Turns are counted from here, whatever came before.
    pub(super) fn begin(&self, terms: &SessionTerms) -> SessionState {
        match &self.from_state {
            Some(state) => state.counted_anew(terms),
            None => SessionState::begin(terms, self.start()).counted_anew(terms),
        }
    }

    /// The criteria by which the readings end: `ptah`, `kings`, or `both` if they are played out.
    #[must_use]
    pub const fn ends_by(&self) -> &'static str {
        match (self.mode, self.question.procedure.ends_by) {
            (Mode::Reading, Criterion::Ptah) if self.play_out => "both",
            (Mode::Reading, Criterion::Ptah) => "ptah",
            (Mode::Game, _) | (_, Criterion::Kings) => "kings",
        }
    }

    /// The criterion that decides: the one that ends the readings, or by the Ptah if they are played out.
    #[must_use]
    pub fn criterion(&self) -> Criterion {
        if self.ends_by() == "kings" { Criterion::Kings } else { Criterion::Ptah }
    }

    /// What decides the answers, before the first turn.
    pub(super) fn tracker(&self) -> AnswerTracker {
        AnswerTracker::of(&self.question).playing_out(self.play_out)
    }

    /// Plays one reading, in the range or not, and returns its turns.
    ///
    /// ```
    /// use enochian::{correspondences::Correspondences, reading::QuestionDraft, simulate::Plan, input::Source};
    /// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    /// let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
    /// let (row, turns) = Plan::new(question, 1, 0..10).one(4);
    /// assert_eq!(row.length as usize, turns.len());
    /// ```
    #[must_use]
    pub fn one(&self, index: u64) -> (ReadingRow, Vec<TurnRow>) {
        AgentReading::playout(&self.without_agents(&StopSignal::NEVER), index).expect("nothing stops it")
    }

    /// Plays the readings on several threads. Each chunk of consecutive readings gets an observer from `observe`, and `take`
    /// receives the chunks in order. Memory use does not grow with the number of readings.
    ///
    /// A run that is stopped ([`Workers::stop`]) ends within milliseconds; `take` has then received the first chunks, each
    /// complete.
    ///
    /// # Errors
    /// The first error of `take`, which stops the run.
    pub fn run<O: Observer, E>(
        &self,
        workers: impl Into<Workers>,
        observe: impl Fn() -> O + Sync,
        take: impl FnMut(Range<u64>, O) -> Result<(), E>,
    ) -> Result<(), E> {
        self.run_chunks(workers, chunks(self.range.clone(), self.step()), |_| observe(), take)
    }

    /// Like [`Plan::run`], with chosen chunks, in the range or not: see [`chunks`].
    ///
    /// # Errors
    /// The first error of `take`, which stops the run.
    pub fn run_chunks<O: Observer, E>(
        &self,
        workers: impl Into<Workers>,
        parts: impl IntoIterator<Item = Range<u64>>,
        observe: impl Fn(&Range<u64>) -> O + Sync,
        mut take: impl FnMut(Range<u64>, O) -> Result<(), E>,
    ) -> Result<(), E> {
        let workers = workers.into();
        let (order, orders) = channel::<(usize, Range<u64>)>();
        let (deliver, delivered) = channel();
        let (orders, failed) = (Mutex::new(orders), Arc::new(AtomicBool::new(false)));
        let stop = {
            let (failed, stop) = (Arc::clone(&failed), Arc::clone(&workers.stop));
            StopSignal::when(move || failed.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed))
        };
        // Numbered, so that the chunks can be returned in order.
        let mut to_order = (0usize..).zip(parts);
        thread::scope(|scope| {
            let start = || {
                let (deliver, orders, stop, observe) = (deliver.clone(), &orders, &stop, &observe);
                let work = move || {
                    let _guard = PanicGuard(&deliver);
                    while let Some((place, chunk)) = next(orders) {
                        let Some(observer) = self.observed(&chunk, observe, stop) else { return };
                        let _ = deliver.send(Some((place, chunk, observer)));
                    }
                };
                thread::Builder::new().spawn_scoped(scope, work)
            };
            let threads = (0..workers.threads.max(1)).map_while(|_| start().ok()).count();
            if threads == 0 {
                // No thread could be started: play on this one.
                for (_, chunk) in to_order {
                    let Some(observer) = self.observed(&chunk, &observe, &stop) else { break };
                    take(chunk, observer)?;
                }
                return Ok(());
            }
            drop(deliver);
            let mut early = BTreeMap::new();
            let (mut expected, mut under_way) = (0, 0);
            loop {
                // Limit the chunks in progress, so that the finished ones waiting for a slow one stay few.
                for chunk in to_order.by_ref().take(4 * threads - under_way) {
                    let _ = order.send(chunk);
                    under_way += 1;
                }
                if under_way == 0 {
                    break;
                }
                // A thread has ended: it was stopped, or it has panicked, which the scope propagates.
                let Ok(Some((place, chunk, observer))) = delivered.recv() else {
                    failed.store(true, Ordering::Relaxed);
                    break;
                };
                early.insert(place, (chunk, observer));
                while let Some((chunk, observer)) = early.remove(&expected) {
                    take(chunk, observer).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
                    expected += 1;
                    under_way -= 1;
                }
            }
            // Closing the channel ends the threads.
            drop(order);
            Ok(())
        })
    }

    /// Plays a chunk with an observer of its own; `None` if the run is stopped before its end.
    fn observed<O: Observer>(
        &self,
        chunk: &Range<u64>,
        observe: &impl Fn(&Range<u64>) -> O,
        stop: &StopSignal,
    ) -> Option<O> {
        let mut observer = observe(chunk);
        for range in chunks(chunk.clone(), self.step()) {
            if stop.is_set() {
                return None;
            }
            self.play_chunk(range, &mut observer, stop)?;
        }
        observer.end();
        Some(observer)
    }

    /// Whether chance chooses all moves, from the start of a question: then many readings are played at once, much faster.
    fn is_by_chance(&self) -> bool {
        self.mode == Mode::Reading
            && self.from_position.is_none()
            && self.from_state.is_none()
            && self.players.iter().all(|player| matches!(player, ArmyPlayer::Random))
    }

    /// The number of readings between checks whether the run was stopped.
    fn step(&self) -> u64 {
        if self.is_by_chance() { CHUNK } else { SLOW_CHUNK }
    }

    fn without_agents(&self, stop: &StopSignal) -> AgentSetting {
        AgentSetting { stop: stop.clone(), ..AgentSetting::new(self.clone(), [false; 4]) }
    }

    /// Plays readings and passes them to an observer in order; `None` if the run is stopped before their end.
    fn play_chunk<O: Observer>(&self, mut range: Range<u64>, observer: &mut O, stop: &StopSignal) -> Option<()> {
        if !self.is_by_chance() {
            let setting = self.without_agents(stop);
            return range.try_for_each(|index| {
                let (row, turns) = AgentReading::playout(&setting, index)?;
                observer.reading(&row, if O::TURNS { &turns } else { &[] });
                Some(())
            });
        }
        let mut done: Vec<Option<(ReadingRow, Vec<TurnRow>)>> = vec![None; (range.end - range.start) as usize];
        let mut store = |row: ReadingRow, turns| {
            let place = (row.index - range.start) as usize;
            done[place] = Some((row, turns));
        };
        kernel::play(self, range.clone(), O::TURNS, &mut store);
        done.iter().flatten().for_each(|(row, turns)| observer.reading(row, turns));
        Some(())
    }
}

/// Signals the end of a thread, also by a panic, so that nobody waits for it.
struct PanicGuard<'d, T>(&'d Sender<Option<T>>);

impl<T> Drop for PanicGuard<'_, T> {
    fn drop(&mut self) {
        let _ = self.0.send(None);
    }
}

/// The next chunk to play; `None` when there are no more.
fn next<T>(orders: &Mutex<Receiver<T>>) -> Option<T> {
    orders.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Splits a range into chunks; all but the first begin at a multiple of `size`.
///
/// ```
/// use enochian::simulate::chunks;
/// assert_eq!(chunks(1000..3000, 1024).collect::<Vec<_>>(), [1000..1024, 1024..2048, 2048..3000]);
/// ```
pub fn chunks(range: Range<u64>, size: u64) -> impl Iterator<Item = Range<u64>> {
    let mut start = range.start;
    std::iter::from_fn(move || {
        let size = size.max(1);
        let chunk = start..(start - start % size).saturating_add(size).min(range.end);
        start = start.max(chunk.end);
        (!chunk.is_empty()).then_some(chunk)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::samples;

    #[test]
    fn a_plan_is_called_after_its_procedure() {
        for procedure in samples::procedures() {
            let plan = Plan::new(samples::brother(&procedure.name), 1, 0..1);
            assert_eq!(plan.procedure(), procedure.name);
            assert_eq!(Plan { mode: Mode::Game, ..plan }.procedure(), "game");
        }
    }

    #[test]
    fn chunks_of_a_range_are_contiguous() {
        assert_eq!(chunks(5..9, 4).collect::<Vec<_>>(), [5..8, 8..9]);
        assert_eq!(chunks(5..5, 4).count(), 0);
        for size in [0, 1, 4, u64::MAX] {
            let mut chunks = chunks(u64::MAX - 1..u64::MAX, size);
            assert_eq!(chunks.next(), Some(u64::MAX - 1..u64::MAX));
            assert_eq!([chunks.next(), chunks.next()], [None, None]);
        }
    }
}
