//! A journal that pages show: who plays it, and its acts.

use std::collections::VecDeque;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use crate::chess::{Army, Mode, Move};
use crate::correspondences::Correspondences;
use crate::input::{is_plain, quoted, reason, safe_path, safe_prose};
use crate::journal::{self, Journal, JournalError};
use crate::reading::{DiceSource, DieThrower, RandomSourceError, Throw};
use crate::record::{Closing, Entry, Record, Timestamp};
use crate::render::capitalised;
use crate::session::{Act, TurnOptions, read_move, read_throw_and_move};

use super::call::Problem;
use super::page_act::PageAct;

/// How many of the last acts are remembered, so that none is played twice.
const REMEMBERED: usize = 64;

/// A window that comes back within this time has not resumed the journal.
const PAUSE: Duration = Duration::from_secs(60);

/// A journal that pages show.
#[derive(Debug)]
pub(super) struct OpenJournal<'l> {
    pub(super) path: PathBuf,
    contents: JournalContents<'l>,
    /// The file when it was last looked at.
    stamp: Option<FileVersion>,
    /// The window that plays it.
    pub(super) player: Option<String>,
    /// The process that plays it, if another one does.
    pub(super) elsewhere: Option<String>,
    /// Added to the number of entries so that the revision always grows.
    offset: u64,
    /// The ids of the last acts.
    done: VecDeque<String>,
    /// Whether the next act resumes the journal after a pause.
    is_paused: bool,
    /// The program's die, once it has thrown.
    die: Option<DiceSource>,
    /// Since when the window that plays it has not been heard of.
    pub(super) absent: Option<Instant>,
}

/// The window that played a journal, after the journal was closed.
#[derive(Debug)]
pub(super) struct RecentPlayer {
    client: String,
    left: Instant,
    /// The file as it was left.
    stamp: Option<FileVersion>,
}

/// A journal that is only read has no lock, and can be played by another process.
#[derive(Debug)]
enum JournalContents<'l> {
    Read(Box<Record>),
    Played(Box<Journal<'l>>),
}

impl JournalContents<'_> {
    fn record(&self) -> &Record {
        match self {
            JournalContents::Read(record) => record,
            JournalContents::Played(journal) => journal.record(),
        }
    }
}

/// Tells whether a file has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileVersion {
    length: u64,
    modified: Option<SystemTime>,
}

impl FileVersion {
    fn of(path: &Path) -> Option<FileVersion> {
        let about = fs::metadata(path).ok()?;
        Some(FileVersion { length: about.len(), modified: about.modified().ok() })
    }
}

impl<'l> OpenJournal<'l> {
    /// A journal that was just created here.
    pub(super) fn begun(journal: Journal<'l>) -> OpenJournal<'l> {
        let path = journal.path().to_owned();
        OpenJournal { is_paused: false, ..OpenJournal::new(path, JournalContents::Played(Box::new(journal))) }
    }

    /// Reads a journal, without opening it for writing.
    pub(super) fn read(
        path: PathBuf,
        recent: Option<RecentPlayer>,
        correspondences: &Correspondences,
    ) -> Result<OpenJournal<'l>, Problem> {
        let stamp = FileVersion::of(&path);
        let record = read(&path, correspondences)?;
        let elsewhere = player_of(&path, &record);
        // If another process has played meanwhile, it is resumed all the same.
        let recent = recent.filter(|recent| recent.left.elapsed() < PAUSE && recent.stamp == stamp);
        Ok(OpenJournal {
            stamp,
            elsewhere,
            is_paused: recent.is_none(),
            player: recent.map(|recent| recent.client),
            ..OpenJournal::new(path, JournalContents::Read(Box::new(record)))
        })
    }

    fn new(path: PathBuf, contents: JournalContents<'l>) -> OpenJournal<'l> {
        OpenJournal {
            stamp: FileVersion::of(&path),
            path,
            contents,
            player: None,
            elsewhere: None,
            offset: 0,
            done: VecDeque::new(),
            is_paused: true,
            die: None,
            absent: None,
        }
    }

    /// Closes it, so that other processes can play it.
    pub(super) fn close(self) -> Option<RecentPlayer> {
        let has_played = self.is_open() && !self.is_paused;
        let stamp = FileVersion::of(&self.path);
        self.player.filter(|_| has_played).map(|client| RecentPlayer { client, left: Instant::now(), stamp })
    }

    pub(super) fn record(&self) -> &Record {
        self.contents.record()
    }

    /// Messages for the person about the file.
    pub(super) fn notices(&self) -> &[String] {
        match &self.contents {
            JournalContents::Read(_) => &[],
            JournalContents::Played(journal) => journal.notices(),
        }
    }

    /// Grows with every change.
    pub(super) fn revision(&self) -> u64 {
        self.offset + self.record().entries().len() as u64
    }

    /// Whether this window may make acts.
    pub(super) fn is_player(&self, client: &str) -> bool {
        self.elsewhere.is_none() && self.player.as_deref() == Some(client)
    }

    pub(super) fn has_done(&self, id: &str) -> bool {
        self.done.iter().any(|done| done == id)
    }

    pub(super) fn remember(&mut self, id: String) {
        if self.done.len() == REMEMBERED {
            self.done.pop_front();
        }
        self.done.push_back(id);
    }

    /// Whether it is open for playing.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.contents, JournalContents::Played(_))
    }

    /// Reads the file again if it has changed and is not played here. If something has changed, returns the number of turns
    /// that stayed the same.
    pub(super) fn follow(&mut self, correspondences: &Correspondences) -> Option<usize> {
        let JournalContents::Read(before) = &self.contents else { return None };
        let stamp = FileVersion::of(&self.path);
        if stamp == self.stamp {
            let has_ended = self.elsewhere.is_some() && player_of(&self.path, before).is_none();
            self.elsewhere = self.elsewhere.take().filter(|_| !has_ended);
            return has_ended.then(|| before.turns().len());
        }
        (self.stamp, self.is_paused) = (stamp, true);
        // A file that is being written, or was removed, is looked at again when it changes.
        let record = read(&self.path, correspondences).ok()?;
        self.elsewhere = player_of(&self.path, &record);
        let same = before.turns().iter().zip(record.turns()).take_while(|(before, now)| before == now).count();
        self.replace(JournalContents::Read(Box::new(record)));
        Some(same)
    }

    /// Puts a later version of the record in the place of the present one.
    fn replace(&mut self, contents: JournalContents<'l>) {
        let (before, seen) = (self.revision(), std::mem::replace(&mut self.contents, contents));
        if *seen.record() != *self.record() && self.revision() <= before {
            self.offset += before + 1 - self.revision();
        }
    }

    /// Opens the journal for playing, if it is not open.
    pub(super) fn open(&mut self, correspondences: &'l Correspondences) -> Result<(), Problem> {
        if self.is_open() {
            return Ok(());
        }
        let journal = Journal::open(&self.path, correspondences).map_err(|error| {
            if let JournalError::InUse { holder, .. } = &error {
                self.elsewhere = Some(holder.clone());
            }
            self.not_opened(error)
        })?;
        self.elsewhere = None;
        self.replace(JournalContents::Played(Box::new(journal)));
        Ok(())
    }

    fn not_opened(&self, error: JournalError) -> Problem {
        match error {
            JournalError::InUse { holder, .. } => elsewhere(self.record().mode(), &holder),
            JournalError::Invalid(error) => Problem::invalid(error.to_string()),
            error => self.not_saved(&error),
        }
    }

    /// Makes an act. If it consists of two entries and the second fails, the problem says what stands.
    pub(super) fn act(&mut self, act: PageAct, now: Timestamp) -> Result<(), Problem> {
        // The program may have been unable to save the end.
        self.conclude_if_over(now)?;
        if self.record().closing().is_some() {
            return Err(illegal(&format!("The {} is already concluded", self.record().mode())));
        }
        if self.is_paused {
            self.enter(Entry::Resumed(now))?;
            self.is_paused = false;
        }
        self.make(act, now)?;
        self.conclude_if_over(now)
    }

    fn make(&mut self, act: PageAct, now: Timestamp) -> Result<(), Problem> {
        match act {
            PageAct::Throw { number } => self.throw(read_throw(number)?),
            PageAct::ThrowByProgram => self.throw_by_program(),
            PageAct::Move { text } => {
                let mv: Move = text.parse().map_err(|_| illegal(&format!("{} is not a move", quoted(&text))))?;
                self.enter(Act::Move(mv))
            }
            PageAct::Typed { text } => self.typed(text.trim()),
            PageAct::Pass => self.enter(Act::Move(Move::Pass)),
            PageAct::TakeBack => {
                let acts = self.record().last_decision(self.is_thrown_by_hand());
                let acts = acts.ok_or_else(|| illegal("There is nothing to take back"))?;
                self.enter(Entry::TakenBack(acts))
            }
            PageAct::CorrectThrow { number } => self.correct_throw(read_throw(number)?),
            PageAct::Note { text } => self.enter(Entry::Note(on_one_line(&text)?)),
            PageAct::Exchange { text } => {
                let exchange = text.parse().map_err(|_| illegal(&format!("{} is not an exchange", quoted(&text))))?;
                self.enter(Act::Exchange(exchange))
            }
            PageAct::Withdraw => self.enter(Act::Withdrawal(self.record().turn())),
            PageAct::Conclude => self.enter(Entry::Concluded(Closing::ByPlayers, now)),
            PageAct::Draw => self.enter(Entry::Concluded(Closing::Agreed, now)),
            PageAct::Resign => self.enter(Entry::Concluded(Closing::Resigned(self.record().turn()), now)),
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
        let mut die = match &self.die {
            Some(die) => die.clone(),
            None => self.record().dice_source().map_err(failed)?.unwrap_or(DiceSource::System),
        };
        let draw = die.draw().map_err(failed)?;
        self.enter(Act::Throw(draw.throw()))?;
        // A throw that could not be saved was not made.
        self.die = Some(die);
        Ok(())
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

    /// Concludes a record that is over by the rules.
    fn conclude_if_over(&mut self, now: Timestamp) -> Result<(), Problem> {
        if self.record().end().is_none() || self.record().closing().is_some() {
            return Ok(());
        }
        self.enter(Entry::Concluded(Closing::Ended, now))
    }

    /// Makes an entry, and saves it before returning. If that fails, nothing has changed.
    pub(super) fn enter(&mut self, entry: impl Into<Entry>) -> Result<(), Problem> {
        let JournalContents::Played(journal) = &mut self.contents else {
            unreachable!("a journal is opened before it is played");
        };
        journal.enter(entry).map_err(|error| match error {
            JournalError::Refused(refused) => illegal(&capitalised(&refused.to_string())),
            error => self.not_saved(&error),
        })
    }

    /// Why something could not be saved, and what to do.
    pub(super) fn not_saved(&self, error: &JournalError) -> Problem {
        let saved = self.record().last_turn().map_or(0, |turn| turn.ply);
        let safe = match saved {
            0 => "Nothing was written.".to_owned(),
            1 => "Nothing was written, and turn 1 is safe.".to_owned(),
            last => format!("Nothing was written, and turns 1 to {last} are safe."),
        };
        let again = |first: &str| format!("{first}, then try again.");
        let here = |what: &str| format!("{what} The turns up to {saved} are now only in this program.");
        let (text, help) = match error {
            JournalError::Unwritable(path, error)
                if matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) =>
            {
                (format!("The disk is full: {}. {safe}", safe_path(path)), again("Make some room"))
            }
            JournalError::Unwritable(path, error) => {
                let why = format!("Cannot write to {}: {}. {safe}", safe_path(path), reason(error));
                (why, again("Allow writing there"))
            }
            JournalError::Gone(path) => {
                (here(&format!("{} no longer exists.", safe_path(path))), again("Put the file back"))
            }
            JournalError::Changed(_) | JournalError::Invalid(_) => {
                let why = safe_prose(&error.to_string()).trim_end().to_owned();
                (here(&format!("{}.", capitalised(&why))), again("Undo that change in the file"))
            }
            error => (format!("{}. {safe}", capitalised(&safe_prose(&error.to_string()))), "Try again.".to_owned()),
        };
        let path = Some(safe_path(&self.path));
        Problem { saved: Some(saved), path, ..Problem::new("not_saved", 507, text).help(help) }
    }
}

fn read(path: &Path, correspondences: &Correspondences) -> Result<Record, Problem> {
    journal::read(path, correspondences).map_err(|error| Problem::invalid(error.to_string()))
}

/// The process that plays a journal, if another one does.
fn player_of(path: &Path, record: &Record) -> Option<String> {
    if record.closing().is_some() { None } else { journal::player_of(path) }
}

/// The problem that another process plays the journal.
pub(super) fn elsewhere(mode: Mode, holder: &str) -> Problem {
    Problem::new("open_elsewhere", 409, is_elsewhere(mode, holder)).help("Stop it there, then try again.")
}

pub(super) fn is_elsewhere(mode: Mode, holder: &str) -> String {
    format!("This {mode} is open in another program: {holder}.")
}

/// An act that the rules do not allow.
fn illegal(why: &str) -> Problem {
    Problem::new("illegal", 409, format!("{why}."))
}

fn read_throw(number: u8) -> Result<Throw, Problem> {
    Throw::new(number).ok_or_else(|| Problem::invalid("A throw is a number from 1 to 6."))
}

/// A person's words on one line, as journals have them.
pub(super) fn on_one_line(text: &str) -> Result<String, Problem> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.as_str() {
        "" => Err(Problem::invalid("The text is empty.")),
        line if !is_plain(line) => Err(Problem::invalid("The text has characters that cannot be shown.")),
        _ => Ok(line),
    }
}

/// The army that resigns speaks for its side.
pub(super) fn resignation(army: Army) -> String {
    format!("{army} resigns for the {}", army.side())
}
