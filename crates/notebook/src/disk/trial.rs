//! Scripts of acts on a disk that fails at any call, at any byte, and from which the power is cut at any moment.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use chrono::DateTime;

use super::medium::Call;
use super::{DiskError, DiskFile, OURS, create, create_folders, create_like, put_unsynced, remove, rename, replace};
use crate::correspondences::Correspondences;
use crate::input::Source;
use crate::journal::{self, Journal};
use crate::reading::{DieThrower, QuestionDraft, Throw};
use crate::record::{Afterword, Closing, Entry, Heading, Remark, Seats, Subject};
use crate::session::Act;

/// A folder in memory, where nothing waits for a disk.
const MEMORY: &str = if cfg!(target_os = "linux") { "/dev/shm" } else { "/tmp" };

thread_local! {
    static TRIAL: RefCell<Option<Trial>> = const { RefCell::new(None) };
}

/// The files of a disk, by their names.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// The calls that were made, and which is to fail.
#[derive(Default)]
struct Trial {
    calls: usize,
    fault: Option<Fault>,
    /// How many bytes each call writes.
    bytes: Vec<usize>,
    made: Vec<Made>,
    /// The files by their inodes, which the system gives again to other files.
    files: HashMap<u64, usize>,
}

/// A call that fails, after it has written some bytes.
#[derive(Clone, Copy, Debug)]
struct Fault {
    call: usize,
    written: usize,
    /// Whether all later calls fail too.
    lasts: bool,
}

/// In place of the number of a file.
const FOLDER: usize = usize::MAX;

/// A call that was made, with the number of the file.
#[derive(Clone)]
enum Made {
    Enter(PathBuf, usize),
    Leave(PathBuf),
    Move(PathBuf, PathBuf, usize),
    Write(usize, usize, Vec<u8>),
    Cut(usize, usize),
    Sync(usize),
    SyncFolder(PathBuf),
    /// An act was done, and a person was told.
    Told,
}

/// Before a call is made: whether it fails.
pub(super) fn before(call: Call<'_>) -> io::Result<()> {
    TRIAL.with_borrow_mut(|trial| {
        let Some(trial) = trial else { return Ok(()) };
        let number = trial.calls;
        trial.calls += 1;
        trial.bytes.push(if let Call::Write(_, bytes) = call { bytes.len() } else { 0 });
        match trial.fault {
            Some(fault) if number == fault.call || fault.lasts && number > fault.call => {
                if let Call::Write(mut file, bytes) = call {
                    file.write_all(&bytes[..fault.written.min(bytes.len())])?;
                }
                Err(io::ErrorKind::StorageFull.into())
            }
            _ => Ok(()),
        }
    })
}

/// After a call was made.
pub(super) fn after(call: Call<'_>) {
    TRIAL.with_borrow_mut(|trial| {
        let Some(Trial { made, files, .. }) = trial else { return };
        let number = |file: &File| files[&file.metadata().unwrap().ino()];
        let call = match call {
            Call::Enter(path) => {
                let about = path.symlink_metadata().unwrap();
                let number = if about.is_dir() { FOLDER } else { made.len() };
                files.insert(about.ino(), number);
                Made::Enter(path.to_owned(), number)
            }
            Call::Move(from, to) => {
                Made::Move(from.to_owned(), to.to_owned(), files[&to.symlink_metadata().unwrap().ino()])
            }
            Call::Leave(path) => Made::Leave(path.to_owned()),
            Call::Write(mut file, bytes) => {
                let end = file.stream_position().unwrap() as usize;
                Made::Write(number(file), end - bytes.len(), bytes.to_owned())
            }
            Call::Cut(file, length) => Made::Cut(number(file), length as usize),
            Call::Sync(file) => Made::Sync(number(file)),
            Call::SyncFolder(path) => Made::SyncFolder(path.to_owned()),
            Call::Permit => return,
        };
        // In two folders, a moved file may be in either after a power cut, or in both.
        match call {
            Made::Move(from, to, file) if from.parent() != to.parent() => {
                made.extend([Made::Enter(to, file), Made::Leave(from)]);
            }
            call => made.push(call),
        }
    });
}

/// What became of a write when the power was cut: it is shorter, or has zeros.
type Tear = (usize, usize, bool);

/// What is on the disk after these calls, without those that are lost.
fn left(made: &[Made], lost: &[usize], torn: Option<Tear>) -> Files {
    let mut names = BTreeMap::new();
    let mut contents: HashMap<usize, Vec<u8>> = HashMap::new();
    for (place, call) in made.iter().enumerate().filter(|(place, _)| !lost.contains(place)) {
        match call {
            Made::Enter(path, file) => drop(names.insert(path.clone(), *file)),
            Made::Leave(path) => drop(names.remove(path)),
            Made::Move(from, to, file) => {
                names.remove(from);
                names.insert(to.clone(), *file);
            }
            Made::Write(file, at, bytes) => {
                let tear = torn.filter(|(torn, ..)| *torn == place);
                let kept = tear.map_or(bytes.len(), |(_, kept, _)| kept);
                let length = at + if tear.is_some_and(|(.., zeros)| !zeros) { kept } else { bytes.len() };
                let content = contents.entry(*file).or_default();
                content.resize(content.len().max(length), 0);
                content[*at..at + kept].copy_from_slice(&bytes[..kept]);
            }
            Made::Cut(file, length) => contents.entry(*file).or_default().resize(*length, 0),
            Made::Sync(_) | Made::SyncFolder(_) | Made::Told => {}
        }
    }
    let is_there = |path: &Path| {
        let is_new = |folder: &&Path| made.iter().any(|it| matches!(it, Made::Enter(path, _) if path == folder));
        !is_passing(path) && path.ancestors().skip(1).filter(is_new).all(|folder| names.contains_key(folder))
    };
    let there = names.iter().filter(|(path, file)| **file != FOLDER && is_there(path));
    there.map(|(path, file)| (path.clone(), contents.get(file).cloned().unwrap_or_default())).collect()
}

/// Whether a file is there only while another is written.
fn is_passing(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(OURS))
}

impl Made {
    /// Whether another call makes this one safe from a power cut. What makes safe, or tells, has nothing to lose.
    fn is_safe_by(&self, later: &Made) -> bool {
        match (self, later) {
            (Made::Write(file, ..) | Made::Cut(file, _), Made::Sync(synced)) => file == synced,
            (Made::Enter(path, _) | Made::Leave(path) | Made::Move(_, path, _), Made::SyncFolder(folder)) => {
                path.parent() == Some(folder)
            }
            (Made::Sync(_) | Made::SyncFolder(_) | Made::Told, _) => true,
            _ => false,
        }
    }
}

/// Every disk that a power cut can leave after these calls: what was not safe is lost or kept, or written in part.
fn wrecks(made: &[Made]) -> BTreeSet<Files> {
    let is_safe = |place: usize| made[place..].iter().any(|later| made[place].is_safe_by(later));
    let open: Vec<usize> = (0..made.len()).filter(|place| !is_safe(*place)).collect();
    assert!(open.len() < 12, "nobody tries so many disks");
    let mut found = BTreeSet::new();
    for choice in 0..1_u32 << open.len() {
        let (lost, kept): (Vec<usize>, Vec<usize>) = open.iter().partition(|place| {
            let bit = open.iter().position(|other| other == *place).unwrap();
            choice >> bit & 1 == 1
        });
        // Of a moved file one of the names is there.
        let vanishes = |place: &usize| {
            let is_moved = matches!(made[*place], Made::Leave(_)) && matches!(made[place - 1], Made::Enter(..));
            is_moved && lost.contains(&(place - 1))
        };
        if kept.iter().any(vanishes) {
            continue;
        }
        found.insert(left(made, &lost, None));
        for place in kept {
            if let Made::Write(_, _, bytes) = &made[place] {
                let tears = (0..bytes.len()).flat_map(|kept| [false, true].map(|zeros| (place, kept, zeros)));
                found.extend(tears.map(|tear| left(made, &lost, Some(tear))));
            }
        }
    }
    found
}

/// The files in a folder and those in it, by their names.
fn files_in(folder: &Path) -> Files {
    let mut found = Files::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(files_in(&path));
        } else {
            found.insert(path.clone(), fs::read(path).unwrap());
        }
    }
    found
}

/// What is done to a subject; the error is what a person is told.
type Deed<S> = fn(&mut S) -> Result<(), String>;

/// Acts one after the other, each of which is told when it is done, or why it is not.
struct Script<S: 'static> {
    begin: fn(&Path) -> S,
    acts: &'static [Deed<S>],
    /// Whether a file grows, so that its end may be torn.
    grows: fn(&Path) -> bool,
    /// Whether a power cut may lose a file, or bring it back.
    may_be_lost: fn(&Path) -> bool,
}

/// What was done of a script.
struct Run {
    folder: PathBuf,
    trial: Trial,
    /// What was there before the first act, and after each.
    states: Vec<Files>,
    /// The act that failed, what was there then, and what it said.
    failed: Option<(usize, Files, String)>,
}

impl<S: 'static> Script<S> {
    /// Does the acts. One that fails is done again, unless the fault lasts: then it is the last.
    fn run(&self, fault: Option<Fault>) -> Run {
        let desk = tempfile::tempdir_in(MEMORY).unwrap();
        let folder = fs::canonicalize(desk.path()).unwrap();
        let now = || {
            let files = files_in(&folder).into_iter().filter(|(path, _)| !is_passing(path));
            files.map(|(path, content)| (path.strip_prefix(&folder).unwrap().to_owned(), content)).collect()
        };
        TRIAL.set(Some(Trial { fault, ..Trial::default() }));
        let mut subject = (self.begin)(&folder);
        let (mut states, mut failed) = (vec![now()], None);
        for (number, act) in self.acts.iter().enumerate() {
            if let Err(said) = act(&mut subject) {
                failed = Some((number, now(), said));
                if fault.is_some_and(|fault| fault.lasts) {
                    break;
                }
                act(&mut subject).unwrap_or_else(|said| panic!("act {number} cannot be done after {fault:?}: {said}"));
            }
            states.push(now());
            TRIAL.with_borrow_mut(|trial| trial.as_mut().unwrap().made.push(Made::Told));
        }
        drop(subject);
        let trial = TRIAL.take().unwrap();
        let is_left = files_in(&folder).keys().any(|path| is_passing(path));
        assert!(!is_left || trial.fault.is_some_and(|fault| fault.lasts), "{fault:?} leaves a file");
        Run { folder, trial, states, failed }
    }

    /// Lets every call fail, each write after so many bytes and so many more. Gives how many faults were told.
    fn tell_faults(&self, bytes: usize) -> usize {
        let whole = self.run(None);
        let mut told = 0;
        for (call, length) in whole.trial.bytes.iter().enumerate() {
            for fault in (0..=*length)
                .step_by(bytes)
                .flat_map(|written| [false, true].map(|lasts| Fault { call, written, lasts }))
            {
                let run = self.run(Some(fault));
                assert!(fault.lasts || run.states == whole.states, "{fault:?} changes what comes after it");
                let Some((act, now, said)) = run.failed else { continue };
                told += 1;
                let (old, new) = (&whole.states[act], &whole.states[act + 1]);
                let is_torn = |(path, content): (&PathBuf, &Vec<u8>)| {
                    let is_added = (self.grows)(path) && now.get(path).is_some_and(|now| now.starts_with(content));
                    now.get(path) == Some(content) || fault.lasts && is_added
                };
                let is_old = now.len() == old.len() && old.iter().all(is_torn);
                let is_said = said.contains("could not be made safe from a power cut");
                let is_new = now == *new && (is_said || fault.lasts);
                assert!(is_old && !is_said || is_new, "{fault:?} in act {act} leaves {now:?}, and says: {said}");
                assert!(said.contains(run.folder.to_str().unwrap()), "it names no file: {said}");
            }
        }
        told
    }

    /// Cuts the power between all calls, and looks at every disk that can be left, also with `look`: at it, and at what was there
    /// when something was told last and when it is told next. Gives how many disks there were.
    fn survive_power_cuts(&self, look: impl Fn(&Files, &Files, &Files)) -> usize {
        let Run { folder, trial, states, .. } = self.run(None);
        let mut tried = 0;
        for made in (0..=trial.made.len()).map(|end| &trial.made[..end]) {
            let told = made.iter().filter(|it| matches!(it, Made::Told)).count();
            let (old, new) = (&states[told], states.get(told + 1).unwrap_or(&states[told]));
            for wreck in wrecks(made) {
                let within = |(path, content): (PathBuf, _)| (path.strip_prefix(&folder).unwrap().to_owned(), content);
                let wreck: Files = wreck.into_iter().map(within).collect();
                tried += 1;
                let paths: BTreeSet<&PathBuf> = wreck.keys().chain(old.keys()).chain(new.keys()).collect();
                for path in paths.into_iter().filter(|path| !(self.may_be_lost)(path)) {
                    let [now, old, new] = [&wreck, old, new].map(|files| files.get(path));
                    let is_added = || (self.grows)(path) && now.zip(old).is_some_and(|(now, old)| now.starts_with(old));
                    assert!(
                        now == old || now == new || is_added(),
                        "{path:?} is torn after {told} acts: {:?}",
                        now.map(|now| String::from_utf8_lossy(now))
                    );
                }
                // A file that was moved is here or there.
                let stays = |content: &Vec<u8>| new.values().any(|after| after == content);
                let is_lost = |content: &Vec<u8>| !wreck.values().any(|now| now.starts_with(content));
                let lost = old.iter().find(|(path, it)| !(self.may_be_lost)(path) && stays(it) && is_lost(it));
                assert_eq!(lost, None, "after {told} acts");
                look(&wreck, old, new);
            }
        }
        tried
    }
}

fn told(error: DiskError) -> String {
    error.to_string()
}

fn append(path: PathBuf, content: &str) -> Result<(), String> {
    let added = DiskFile::open(&path).and_then(|mut file| {
        let end = file.metadata()?.len();
        file.append(end, content.as_bytes())
    });
    added.map_err(DiskError::at(&path, "written")).map_err(told)
}

/// What this folder does for the rest of the program.
const ACTS: Script<PathBuf> = Script {
    begin: Path::to_owned,
    acts: &[
        |at| create(&at.join("a.md"), b"Begun.\n").map(drop).map_err(told),
        |at| append(at.join("a.md"), "A throw.\n"),
        |at| append(at.join("a.md"), "A move.\n"),
        |at| create(&at.join("page"), b"An earlier page.").map(drop).map_err(told),
        |at| replace(&at.join("page"), b"A page.").map(drop).map_err(told),
        |at| replace(&at.join("a.md"), b"Written anew.\n").map(drop).map_err(told),
        |at| create_like(&at.join("copy"), b"A copy.", &at.join("page")).map_err(told),
        |at| create_folders(&at.join("b/trash")).map_err(DiskError::at(&at.join("b/trash"), "created")).map_err(told),
        |at| rename(&at.join("a.md"), &at.join("c.md")).map_err(told),
        |at| rename(&at.join("c.md"), &at.join("b/trash/a.md")).map_err(told),
        |at| {
            put_unsynced(&at.join("cache"), b"Less.").map_err(DiskError::at(&at.join("cache"), "written")).map_err(told)
        },
        |at| {
            put_unsynced(&at.join("cache"), b"More.").map_err(DiskError::at(&at.join("cache"), "written")).map_err(told)
        },
        |at| {
            let copy = at.join("copy");
            remove(&copy);
            if copy.exists() { Err(format!("{} is still there", copy.display())) } else { Ok(()) }
        },
    ],
    grows: |path| path.extension().is_some(),
    may_be_lost: |path| ["cache", "copy"].iter().any(|name| path.ends_with(name)),
};

#[test]
fn every_act_that_fails_leaves_the_old_or_the_new_and_says_which() {
    assert!(ACTS.tell_faults(1) > 200);
}

#[test]
fn a_power_cut_leaves_the_old_or_the_new() {
    assert!(ACTS.survive_power_cuts(|_, _, _| {}) > 200);
}

/// A step in tests and, with `ENOCHIAN_LONG=1`, the one that leaves nothing out.
fn short_or_whole(short: usize, whole: usize) -> usize {
    if std::env::var_os("ENOCHIAN_LONG").is_some() { whole } else { short }
}

/// A journal, from its first line to what is added years later.
struct Diary {
    folder: PathBuf,
    journal: Option<Journal<'static>>,
}

impl Diary {
    fn begin(folder: &Path) -> Diary {
        Diary { folder: folder.to_owned(), journal: None }
    }

    fn create(&mut self) -> Result<(), String> {
        let (data, file) =
            (Correspondences::embedded(), Source::new("q.toml", "question = \"?\"\ncategory = \"brother\"\n"));
        let question = QuestionDraft::read(&file, data).unwrap().resolve(data).unwrap();
        let heading = Heading {
            game: Subject::Reading(Box::new(question), DieThrower::ByHand).into(),
            begun: moment(),
            zone: None,
            seats: Seats::alone("Anna"),
            automatic: false,
            branch: None,
        };
        self.journal = Some(Journal::create(&self.folder, heading, data).map_err(|error| error.to_string())?);
        Ok(())
    }

    fn enter(&mut self, entry: impl Into<Entry>) -> Result<(), String> {
        self.journal.as_mut().unwrap().enter(entry).map_err(|error| error.to_string())
    }
}

fn moment() -> crate::record::Timestamp {
    DateTime::parse_from_rfc3339("2026-11-21T14:05:00+01:00").unwrap()
}

const DIARY: Script<Diary> = Script {
    begin: Diary::begin,
    acts: &[
        Diary::create,
        |it| it.enter(Act::Throw(Throw::new(2).unwrap())),
        |it| it.enter(Act::Move("Nc8d6".parse().unwrap())),
        |it| it.enter(Entry::Note("A kestrel.".into())),
        |it| it.enter(Entry::TakenBack(1)),
        |it| it.enter(Act::Move("Nc8b6".parse().unwrap())),
        |it| it.enter(Entry::Concluded(Closing::ByPlayers, moment())),
        |it| it.enter(Entry::Afterword(Afterword::Tagged(vec!["love".parse().unwrap()]))),
        |it| {
            it.enter(Entry::Afterword(Afterword::Remark(Remark {
                ply: None,
                moment: Some(moment()),
                words: "Later.".into(),
            })))
        },
    ],
    grows: |_| true,
    may_be_lost: |_| false,
};

#[test]
fn a_journal_goes_on_after_every_fault() {
    assert!(DIARY.tell_faults(short_or_whole(151, 1)) > 100);
}

/// The entries of the only journal.
fn entries(files: &Files) -> Vec<Entry> {
    let read = |content: &Vec<u8>| {
        let source = Source::new("journal.md", String::from_utf8(content.clone()).unwrap());
        journal::read_text(&source, Correspondences::embedded()).unwrap().entries().to_vec()
    };
    files.values().next().map(read).unwrap_or_default()
}

#[test]
fn a_journal_opens_after_every_power_cut_with_what_was_told() {
    let (seen, step) = (RefCell::new(BTreeSet::new()), short_or_whole(10, 1));
    let desk = tempfile::tempdir_in(MEMORY).unwrap();
    let tried = DIARY.survive_power_cuts(|wreck, old, new| {
        let Some(content) = wreck.values().next() else { return };
        let is_new = seen.borrow_mut().insert(content.clone());
        if !is_new || !seen.borrow().len().is_multiple_of(step) {
            return;
        }
        let path = desk.path().join("journal.md");
        fs::write(&path, content).unwrap();
        let journal = Journal::open(&path, Correspondences::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let (found, old, new) = (journal.record().entries(), entries(old), entries(new));
        assert!(found.starts_with(&old) && new.starts_with(found), "{found:?} of {old:?}");
    });
    assert!(tried > 5000);
}
