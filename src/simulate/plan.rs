//! What is to be played, and playing it on as many threads as one likes.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::chess::{Army, Mode, Position};
use crate::reading::Question;

use super::{ArmyPlayer, ReadingRow, TurnRow, Workers, kernel, playout};

/// How many readings are played before they are put in order and shown; also how many a thread usually takes at a time.
pub const CHUNK: u64 = 1024;

/// The same where players choose, which may take a second a reading.
const SLOW_PIECE: u64 = 16;

/// The usual limit of plies.
pub const LIMIT: u16 = 2000;

/// A simulation: everything that its readings follow from.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is asked.
    pub question: Question,
    /// The number from which all chance follows: see [`reading_seed`](super::reading_seed).
    pub seed: u64,
    /// The numbers of the readings, up to but not including the end.
    pub range: Range<u64>,
    /// After how many plies a reading is left undecided; at least one is played.
    pub limit: u16,
    /// Who chooses the moves, in the order of [`Army::ALL`].
    pub players: [ArmyPlayer; 4],
    /// Whether readings are played, or games: without the die, and with RULES 4 in force.
    pub mode: Mode,
}

/// Sees the readings of a piece of a simulation, in the order of their numbers.
pub trait Observer: Send {
    /// Whether it wants to see the turns. They cost a few nanoseconds each.
    const TURNS: bool;

    /// Takes a reading that is over. Without [`Observer::TURNS`] there are no turns.
    fn reading(&mut self, row: &ReadingRow, turns: &[TurnRow]);

    /// The piece is over. What is costly is best done here, where every thread does its share.
    fn end(&mut self) {}
}

impl Plan {
    /// The procedure of play without dice, among those of readings.
    pub const GAME: &str = Mode::Game.name();

    /// A plan with the usual limit, every move chosen evenly by the die.
    #[must_use]
    pub fn new(question: Question, seed: u64, range: Range<u64>) -> Plan {
        let players = Army::ALL.map(|_| ArmyPlayer::Random);
        Plan { question, seed, range, limit: LIMIT, players, mode: Mode::Reading }
    }

    /// The procedure by which it is played: that of the question, or `game`.
    #[must_use]
    pub fn procedure(&self) -> &str {
        match self.mode {
            Mode::Reading => &self.question.procedure.name,
            Mode::Game => Plan::GAME,
        }
    }

    /// How a reading begins: with the querent's army, and a game with that of the board (RULES 1.4).
    pub(super) fn start(&self) -> Position {
        let Question { board, array, direction, .. } = self.question;
        match self.mode {
            Mode::Reading => self.question.start(),
            Mode::Game => Position::start(array, board.first(), direction),
        }
    }

    /// Plays one reading, whatever the range, and shows its turns.
    ///
    /// ```
    /// use enochian::{correspondences::Correspondences, reading::QuestionDraft, simulate::Plan, input::Source};
    /// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    /// let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
    /// let (row, turns) = Plan::new(question, 1, 0..10).one(4);
    /// assert_eq!(row.plies as usize, turns.len());
    /// ```
    #[must_use]
    pub fn one(&self, index: u64) -> (ReadingRow, Vec<TurnRow>) {
        playout::play(self, index)
    }

    /// Plays the readings on so many threads, or as many as the system grants. Each piece of consecutive numbers gets an
    /// observer from `observe`, and `take` receives the pieces in the order of their numbers. Memory does not grow with the
    /// number of readings. A run that is stopped ([`Workers::stop`]) ends within [`CHUNK`] readings a thread; `take` has then
    /// received the first pieces, each of them whole.
    ///
    /// # Errors
    /// The first that `take` returns; then every thread ends, at the latest after [`CHUNK`] more readings.
    pub fn run<O: Observer, E>(
        &self,
        workers: impl Into<Workers>,
        observe: impl Fn() -> O + Sync,
        take: impl FnMut(Range<u64>, O) -> Result<(), E>,
    ) -> Result<(), E> {
        self.run_pieces(workers, chunks(self.range.clone(), self.step()), |_| observe(), take)
    }

    /// As [`Plan::run`], in pieces of one's own choosing, whatever the range: see [`chunks`].
    ///
    /// # Errors
    /// The first that `take` returns; then every thread ends, at the latest after [`CHUNK`] more readings.
    pub fn run_pieces<O: Observer, E>(
        &self,
        workers: impl Into<Workers>,
        parts: impl IntoIterator<Item = Range<u64>>,
        observe: impl Fn(&Range<u64>) -> O + Sync,
        mut take: impl FnMut(Range<u64>, O) -> Result<(), E>,
    ) -> Result<(), E> {
        let workers = workers.into();
        let (order, orders) = channel::<(usize, Range<u64>)>();
        let (deliver, delivered) = channel();
        let (orders, failed) = (Mutex::new(orders), AtomicBool::new(false));
        let over = || failed.load(Ordering::Relaxed) || workers.stopped();
        // Each with its place, so that they can be handed over in their order.
        let mut to_order = (0usize..).zip(parts);
        thread::scope(|scope| {
            let start = || {
                let (deliver, orders, over, observe) = (deliver.clone(), &orders, &over, &observe);
                let work = move || {
                    let _farewell = PanicGuard(&deliver);
                    while let Some((place, piece)) = next(orders) {
                        let Some(observer) = self.observed(&piece, observe, over) else { return };
                        let _ = deliver.send(Some((place, piece, observer)));
                    }
                };
                thread::Builder::new().spawn_scoped(scope, work)
            };
            let threads = (0..workers.threads.max(1)).map_while(|_| start().ok()).count();
            if threads == 0 {
                // Not even one was granted: this thread plays, one piece after another.
                for (_, piece) in to_order {
                    let Some(observer) = self.observed(&piece, &observe, &over) else { break };
                    take(piece, observer)?;
                }
                return Ok(());
            }
            drop(deliver);
            let mut early = BTreeMap::new();
            let (mut expected, mut under_way) = (0, 0);
            loop {
                // Only so many pieces are under way, so that none run far ahead of one that is slow.
                for piece in to_order.by_ref().take(4 * threads - under_way) {
                    let _ = order.send(piece);
                    under_way += 1;
                }
                if under_way == 0 {
                    break;
                }
                // A thread that ends was stopped; or it has panicked, and the scope will say so.
                let Ok(Some((place, piece, observer))) = delivered.recv() else {
                    failed.store(true, Ordering::Relaxed);
                    break;
                };
                early.insert(place, (piece, observer));
                while let Some((piece, observer)) = early.remove(&expected) {
                    take(piece, observer).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
                    expected += 1;
                    under_way -= 1;
                }
            }
            // Without orders to come the threads end.
            drop(order);
            Ok(())
        })
    }

    /// Plays a piece before an observer of its own, unless the run is over before its end.
    fn observed<O: Observer>(
        &self,
        piece: &Range<u64>,
        observe: &impl Fn(&Range<u64>) -> O,
        over: &impl Fn() -> bool,
    ) -> Option<O> {
        let mut observer = observe(piece);
        for range in chunks(piece.clone(), self.step()) {
            if over() {
                return None;
            }
            self.piece(range, &mut observer);
        }
        observer.end();
        Some(observer)
    }

    /// Whether the die and even chance alone decide, which is played fast.
    fn all_by_chance(&self) -> bool {
        self.mode == Mode::Reading && self.players.iter().all(|player| matches!(player, ArmyPlayer::Random))
    }

    /// How many readings are played before it is asked whether the run is over.
    fn step(&self) -> u64 {
        if self.all_by_chance() { CHUNK } else { SLOW_PIECE }
    }

    /// Plays readings and shows them in order.
    fn piece<O: Observer>(&self, range: Range<u64>, observer: &mut O) {
        if !self.all_by_chance() {
            range.for_each(|index| {
                let (row, turns) = playout::play(self, index);
                observer.reading(&row, if O::TURNS { &turns } else { &[] });
            });
            return;
        }
        let mut done: Vec<Option<(ReadingRow, Vec<TurnRow>)>> = vec![None; (range.end - range.start) as usize];
        let mut keep = |row: ReadingRow, turns| {
            let place = (row.index - range.start) as usize;
            done[place] = Some((row, turns));
        };
        if O::TURNS {
            kernel::play::<true>(self, range.clone(), &mut keep);
        } else {
            kernel::play::<false>(self, range.clone(), &mut keep);
        }
        done.iter().flatten().for_each(|(row, turns)| observer.reading(row, turns));
    }
}

/// Tells of a thread that ends, for which nobody is to wait.
struct PanicGuard<'d, T>(&'d Sender<Option<T>>);

impl<T> Drop for PanicGuard<'_, T> {
    fn drop(&mut self) {
        let _ = self.0.send(None);
    }
}

/// The next order, or nothing when no more will come.
fn next<T>(orders: &Mutex<Receiver<T>>) -> Option<T> {
    orders.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// A range in pieces of so many readings; all but the first begin at a multiple of that.
///
/// ```
/// use enochian::simulate::pieces;
/// assert_eq!(chunks(1000..3000, 1024).collect::<Vec<_>>(), [1000..1024, 1024..2048, 2048..3000]);
/// ```
pub fn chunks(range: Range<u64>, size: u64) -> impl Iterator<Item = Range<u64>> {
    let mut start = range.start;
    std::iter::from_fn(move || {
        let size = size.max(1);
        let piece = start..(start - start % size).saturating_add(size).min(range.end);
        start = start.max(piece.end);
        (!piece.is_empty()).then_some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_falls_into_pieces_that_join() {
        assert_eq!(chunks(5..9, 4).collect::<Vec<_>>(), [5..8, 8..9]);
        assert_eq!(chunks(5..5, 4).count(), 0);
        for size in [0, 1, 4, u64::MAX] {
            let mut pieces = chunks(u64::MAX - 1..u64::MAX, size);
            assert_eq!(pieces.next(), Some(u64::MAX - 1..u64::MAX));
            assert_eq!([pieces.next(), pieces.next()], [None, None]);
        }
    }
}
