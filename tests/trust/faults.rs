//! A fault at every call of the system that opens, writes, syncs, locks, creates, renames or removes a file, in every command
//! that writes: afterwards stands what stood before, or all that should; and who was not served is told why, and what to do.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal;
use enochian::reading::QuestionDraft;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::SplitMix64;
use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::desk::http::{Killed, OpenTable, Page};
use crate::notebook::{Notebook, PROGRAM, copy};
use crate::preload::on_system;
use crate::sample::short_or_whole;
use crate::scripted_reading::{ScriptedReading, journal_in, question};
use crate::snapshot::{Snapshot, difference, snapshot};
use crate::threads;
use crate::writing::Writing;

/// The calls, as far as this system's processors have them.
const CALLS: &str = "?open,openat,?openat2,?creat,write,pwrite64,writev,pwritev,fsync,fdatasync,?sync_file_range,flock,?rename,\
     ?renameat,renameat2,?link,linkat,?unlink,unlinkat,ftruncate,fallocate,?mkdir,mkdirat,?rmdir,?chmod,fchmod,fchmodat";

/// What strace can let a call end with; a write can also be short.
const ERRORS: [&str; 8] = ["ENOSPC", "EIO", "EACCES", "EROFS", "EDQUOT", "EMFILE", "EINTR", "ENOLCK"];

/// Where the program itself begins: what is called before belongs to the loader.
const BEGINNING: &str = "poll";

/// A command that writes.
struct Case {
    /// The notebook before.
    before: Notebook,
    arguments: Vec<String>,
    /// What a person does with it.
    doing: Doing,
    /// Every folder as it may be afterwards, the last as it is when nothing fails.
    allowed: Vec<Snapshot>,
    /// How it is gone on with, and then comes to its end: the first of these that does something.
    again: Vec<Vec<String>>,
    /// The reading that is typed.
    script: Option<ScriptedReading>,
}

enum Doing {
    Typing(String),
    /// Requests of a page at the table that shows a journal: their paths and their bodies.
    Playing(String, Vec<(&'static str, Value)>),
}

impl Doing {
    /// What can be done of it, from nothing to all.
    fn steps(&self) -> usize {
        match self {
            Doing::Typing(input) => input.lines().count(),
            Doing::Playing(_, requests) => requests.len(),
        }
    }

    /// Does so many steps, and gives the exit code and what was said.
    fn done(&self, command: &mut Command, steps: usize) -> (Option<i32>, String) {
        match self {
            Doing::Typing(input) => finish(command, &input.split_inclusive('\n').take(steps).collect::<String>()),
            Doing::Playing(journal, requests) => play(command, journal, &requests[..steps]),
        }
    }
}

/// A fault, and where it occurs.
#[derive(Clone)]
struct Fault {
    case: usize,
    call: String,
    /// Which of these calls, in every thread.
    number: usize,
    error: &'static str,
}

#[test]
fn a_call_that_fails_is_told_and_leaves_the_old_or_the_new_state() {
    let strace = Command::new("strace").arg("--version").output();
    assert!(
        strace.is_ok_and(|output| output.status.success()),
        "strace is not installed; install it: apt-get install strace"
    );
    let cases: Vec<Case> = cases().into_iter().step_by(short_or_whole(4, 1)).collect();
    let (mut faults, mut loader) = (Vec::new(), 0);
    for (place, case) in cases.iter().enumerate() {
        let (found, before) = case.calls();
        loader += before;
        for (call, number) in found {
            let short = if call == "write" { &["full", "short"][..] } else { &[] };
            for error in ERRORS.iter().chain(short) {
                faults.push(Fault { case: place, call: call.clone(), number, error });
            }
        }
    }
    let all = faults.len();
    faults.shuffle(&mut SplitMix64::seed_from_u64(22));
    // Of the same call in the same command, not many before others had their turn.
    let mut turns = BTreeMap::new();
    faults.sort_by_cached_key(|fault: &Fault| {
        let turn = turns.entry((fault.case, fault.call.clone())).or_insert(0);
        *turn += 1;
        *turn
    });
    faults.truncate(short_or_whole(24, usize::MAX));
    let counts = Mutex::new(BTreeMap::<&str, usize>::new());
    threads::for_each(faults.len() as u64, |number| {
        let fault = &faults[number as usize];
        let outcome = cases[fault.case].judge(fault)?;
        *counts.lock().unwrap().entry(outcome).or_default() += 1;
        Ok(())
    });
    println!(
        "{} of {all} faults in {} commands: {:?}; {loader} calls of the loader are left out",
        faults.len(),
        cases.len(),
        counts.into_inner().unwrap()
    );
}

const TOLD: &str = "told";
const HARMLESS: &str = "harmless";
const NOT_MET: &str = "not met again";

fn cases() -> Vec<Case> {
    Writing::all().into_iter().map(Case::typing).chain([Case::playing()]).collect()
}

impl Case {
    /// A command at which something is typed. What plays a simulation can be gone on with.
    fn typing(writing: Writing) -> Case {
        let Writing { before, arguments, input, script } = writing;
        let command = arguments.join(" ");
        let plays = ["--out run", "--resume run"].iter().any(|words| command.contains(words));
        let resumed = ["simulate", "--resume", "run"].map(str::to_owned).to_vec();
        let again = if plays { vec![resumed, arguments.clone()] } else { vec![] };
        Case { script, again, ..Case::of_doing(before, arguments, Doing::Typing(input)) }
    }

    /// The table: a question is asked and dropped, a game begun, and a reading played on and remarked on.
    fn playing() -> Case {
        let (before, script) = (Notebook::new(), ScriptedReading::plain());
        assert!(before.run(&["read", question(&before)], "").status.success());
        let journal = journal_in(&before).unwrap().file_stem().unwrap().to_str().unwrap().to_owned();
        let mut requests = vec![
            ("api/draft", json!({ "fields": { "question": "Will it rain?" } })),
            ("api/draft/remove", json!({ "draft": "unfinished-question" })),
            ("api/game", json!({ "title": "At noon", "players": ["Anna", "Ben"] })),
        ];
        requests
            .extend(script.rest(0).lines().take(4).map(|line| ("api/act", json!({ "kind": "typed", "text": line }))));
        let remark = json!({ "kind": "remark", "turn": null, "text": "It rains." });
        requests.push(("api/annotate", json!({ "annotation": remark })));
        let arguments = ["table", "--no-open"].map(str::to_owned).to_vec();
        Case::of_doing(before, arguments, Doing::Playing(journal, requests))
    }

    fn of_doing(before: Notebook, arguments: Vec<String>, doing: Doing) -> Case {
        let (allowed, steps) = (vec![snapshot(before.folder())], doing.steps());
        let mut case = Case { before, arguments, allowed, again: Vec::new(), script: None, doing };
        for count in steps.min(1)..=steps {
            let notebook = case.notebook();
            let (code, said) = case.doing.done(&mut case.command(Command::new(PROGRAM), &notebook), count);
            assert_eq!(code, Some(0), "{:?}: {said}", case.arguments);
            case.allowed.push(snapshot(notebook.folder()));
        }
        case
    }

    /// A copy of the notebook before.
    fn notebook(&self) -> Notebook {
        let notebook = Notebook::new();
        copy(self.before.folder(), notebook.folder());
        notebook
    }

    fn command(&self, mut command: Command, notebook: &Notebook) -> Command {
        notebook.settle(command.args(&self.arguments));
        notebook.edit(&mut command);
        command
    }

    /// The program under strace, which writes to the log.
    fn traced(&self, notebook: &Notebook, log: &Path, options: &[&str]) -> Command {
        let mut strace = Command::new("strace");
        strace.args(["-f", "--seccomp-bpf", "-qq", "-o"]).arg(log).args(options).arg(PROGRAM);
        self.command(strace, notebook)
    }

    /// The calls of an undisturbed run, each with its number in its thread; and how many calls of the loader there are.
    fn calls(&self) -> (BTreeSet<(String, usize)>, usize) {
        let (notebook, log) = (self.notebook(), log());
        let trace = format!("trace={BEGINNING},{CALLS}");
        let mut traced = self.traced(&notebook, log.path(), &["-e", &trace]);
        let (code, said) = self.doing.done(&mut traced, self.doing.steps());
        assert_eq!(code, Some(0), "{:?} under strace: {said}", self.arguments);
        let (mut counts, mut found, mut loaded) = (BTreeMap::new(), BTreeSet::new(), None);
        for line in fs::read_to_string(log.path()).unwrap().lines() {
            let Some((thread, (call, _))) =
                line.split_once(' ').and_then(|(id, rest)| Some((id, rest.trim().split_once('(')?)))
            else {
                continue;
            };
            if call == BEGINNING {
                loaded.get_or_insert(found.len());
            } else if call.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                let number = counts.entry((thread.to_owned(), call.to_owned())).or_insert(0);
                *number += 1;
                if is_on_file(line) {
                    found.insert((call.to_owned(), *number));
                }
            }
        }
        let loaded = loaded.expect("the program begins");
        // The loader only opens.
        found.retain(|(call, number)| call != "openat" || *number > loaded);
        (found, loaded)
    }

    /// Lets a fault occur, and looks at what stands afterwards and what was said.
    fn judge(&self, fault: &Fault) -> Result<&'static str, String> {
        let (notebook, log) = (self.notebook(), log());
        let Fault { call, number, error, .. } = fault;
        let is_short = ["full", "short"].contains(error);
        let mut command = if is_short {
            self.command(Command::new(PROGRAM), &notebook)
        } else {
            let (trace, inject) = (format!("trace={call}"), format!("inject={call}:error={error}:when={number}"));
            self.traced(&notebook, log.path(), &["-e", &trace, "-e", &inject])
        };
        if is_short {
            on_system(&mut command, &format!("{error}:{number}"));
        }
        let (code, said) = self.doing.done(&mut command, self.doing.steps());
        let traced = fs::read_to_string(log.path()).unwrap();
        let after = snapshot(notebook.folder());
        let at = injected(&traced).next().unwrap_or_default();
        let problem = |what: &str| {
            Err(format!("{}: {error} at {call} {number} {at}: {what}; it said: {said}", self.arguments.join(" ")))
        };
        let new = self.allowed.last().unwrap();
        // A question that cannot be removed when its reading has begun does no harm.
        let is_done = without(&after, QUESTION) == without(new, QUESTION);
        if let Some(torn) = after.keys().chain(new.keys()).find(|name| !self.is_allowed(name, &notebook, &after))
            && self.again.is_empty()
        {
            return problem(&format!("{torn} is torn: {}", difference(&after, new)));
        }
        let journals = |snapshot: &Snapshot| snapshot.keys().filter(|name| name.ends_with(".md")).count();
        if Some(journals(&after)) < self.allowed.iter().map(journals).min() {
            return problem("a journal is lost");
        }
        if let Some(script) = &self.script
            && let Some(journal) = journal_in(&notebook)
        {
            script.done(&journal);
        }
        if !is_done && !self.again.is_empty() {
            // With a sound disk it comes to its end.
            for arguments in &self.again {
                let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                self.doing.done(&mut notebook.command(&arguments), self.doing.steps());
                if snapshot(notebook.folder()) == *new {
                    break;
                }
            }
            let at_last = snapshot(notebook.folder());
            if at_last != *new {
                return problem(&format!("it cannot be gone on with: {}", difference(&at_last, new)));
            }
        }
        match code {
            Some(0) if !is_done => {
                problem(&format!("it is not done, but the exit code is 0: {}", difference(&after, new)))
            }
            // In another thread it can still meet a call by which the table wakes itself or answers a page.
            _ if !injected(&traced).all(is_on_file) => Ok(HARMLESS),
            Some(0) if !is_short && at.is_empty() => Ok(NOT_MET),
            Some(0) => Ok(HARMLESS),
            // Nothing is said of an error if it cannot be said.
            Some(1) if at.contains("write(2,") => Ok(TOLD),
            Some(1) if !self.is_named(&said) => problem("the message names no file"),
            Some(1) if !WAYS.split('|').any(|way| said.contains(way)) => problem("the message has no way out"),
            Some(1) => Ok(TOLD),
            _ => problem(&format!("the exit code is {code:?}")),
        }
    }

    /// Whether a message names a file of the notebook, or the output.
    fn is_named(&self, said: &str) -> bool {
        let names = self.allowed.iter().flat_map(Snapshot::keys).map(|name| name.trim_end_matches('/'));
        let errors: String = said.lines().skip_while(|line| !line.contains("error")).collect();
        names.chain([PROGRAM, "the output", "standard output"]).any(|name| errors.contains(name))
            || ["caches", "/home", "the editor"].iter().any(|name| errors.contains(name))
    }

    /// Whether a question that is being asked can be gone on with.
    fn is_question_whole(notebook: &Notebook) -> bool {
        let source = Source::read(&notebook.path(QUESTION), Source::TOML_LIMIT);
        source.is_ok_and(|source| QuestionDraft::read(&source, Correspondences::embedded()).is_ok())
    }

    /// Whether a file is as it was, as it should be, or the whole beginning of a journal as it should be.
    fn is_allowed(&self, name: &str, notebook: &Notebook, after: &Snapshot) -> bool {
        // An edit that could not be saved is kept, and a question stays until its reading has begun.
        let is_kept = |text| self.allowed.iter().any(|allowed| allowed.values().any(|known| known == text));
        if name.starts_with("journals/trash/") && after.get(name).is_some_and(is_kept)
            || name == QUESTION && Case::is_question_whole(notebook)
        {
            return true;
        }
        let now = after.get(name);
        if self.allowed.iter().any(|allowed| allowed.get(name) == now) {
            return true;
        }
        let (Some(new), Some(now)) = (self.allowed.last().and_then(|new| new.get(name)), now) else { return false };
        new.starts_with(now) && name.strip_prefix("journals/").is_some_and(|name| is_clean(notebook, name))
    }
}

/// Whether a journal is without errors, to its last line. Its name may lack a day.
fn is_clean(notebook: &Notebook, name: &str) -> bool {
    let mut files = fs::read_dir(notebook.journals()).unwrap().map(|entry| entry.unwrap().path());
    let Some(journal) = files.find(|path| path.to_string_lossy().ends_with(name)) else { return false };
    let source = Source::new("journal.md", fs::read_to_string(journal).unwrap());
    journal::check(&source, Correspondences::embedded()).diagnostics.is_empty()
}

const QUESTION: &str = "journals/unfinished-question.toml";

fn without(snapshot: &Snapshot, name: &str) -> Snapshot {
    snapshot.iter().filter(|(other, _)| *other != name).map(|(name, text)| (name.clone(), text.clone())).collect()
}

/// What tells a way out.
const WAYS: &str = "Make some room|journal check|a file that you may read|check its permissions|free some disk space|\
    allow writing|Allow writing|allow reading|name another|name a folder elsewhere|resume with|Resume with|\
    made again by|edit it again|see enochian|try again|Try again|wait until|send the output elsewhere|remove it|\
    put it back|choose a|start it again|run it again";

/// The calls that failed: the first of its kind in every thread. What another thread interrupted stands on two lines.
fn injected(traced: &str) -> impl Iterator<Item = &str> {
    traced.lines().enumerate().filter(|(_, line)| line.contains("INJECTED")).map(|(place, line)| {
        let thread = line.split(' ').next().unwrap_or_default();
        let begun = || traced.lines().take(place).filter(|line| line.starts_with(thread)).last();
        if line.contains(" resumed>") { begun().unwrap_or(line) } else { line }
    })
}

/// Whether a traced call is on a file, and does not wake another thread or answer a page.
fn is_on_file(call: &str) -> bool {
    !call.contains(r#""\1\0\0\0\0\0\0\0", 8)"#) && !call.contains("\"HTTP/1.1 ")
}

/// A file for strace to write to.
fn log() -> NamedTempFile {
    NamedTempFile::new_in("/dev/shm").unwrap()
}

/// Types something, and gives the exit code and what was printed on both streams.
fn finish(command: &mut Command, input: &str) -> (Option<i32>, String) {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stderr) + &text(&output.stdout[output.stdout.len().saturating_sub(4000)..]))
}

/// Opens the table, sends requests until one is refused, and gives the exit code, or 1 after a refusal, and what was said.
fn play(command: &mut Command, journal: &str, requests: &[(&str, Value)]) -> (Option<i32>, String) {
    let mut child = Killed(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    let mut refused = None;
    if let Ok(table) = OpenTable::at(BufReader::new(child.0.stdout.take().unwrap())) {
        let mut page = Page::of(table);
        let mut send = || {
            let mut error = page.show(journal)?["error"].clone();
            for (path, body) in requests {
                if error.is_null() {
                    error = match *path {
                        "api/act" => page.act(body)?,
                        "api/annotate" => page.send_of_journal(path, body.clone())?["error"].clone(),
                        _ => page.send(path, body)?["error"].clone(),
                    };
                }
            }
            Ok::<_, io::Error>((!error.is_null()).then(|| format!("error: {} {}", error["text"], error["help"])))
        };
        refused = send().unwrap_or_else(|error| Some(format!("error: no answer: {error}")));
        page.close();
    }
    let mut said = String::new();
    child.0.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    let code = child.0.wait().unwrap().code();
    match refused {
        Some(refused) if code == Some(0) => (Some(1), refused),
        refused => (code, said + &refused.unwrap_or_default()),
    }
}
