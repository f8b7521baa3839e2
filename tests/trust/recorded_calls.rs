//! What a program asked of the file system, call by call, as strace saw it.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::notebook::{Notebook, PROGRAM};

/// A file, whatever its names.
pub(crate) type FileNumber = usize;

/// A call that changed the file system or made a change safe, or told somebody something. Paths begin in the notebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RecordedCall {
    /// A file got a name that was free.
    Enter {
        path: PathBuf,
        file: FileNumber,
    },
    /// A name was taken away.
    Leave {
        path: PathBuf,
    },
    /// A file got another name in the same folder, in place of a file that had it.
    Move {
        from: PathBuf,
        to: PathBuf,
        file: FileNumber,
    },
    Write {
        file: FileNumber,
        at: usize,
        bytes: Vec<u8>,
    },
    Cut {
        file: FileNumber,
        length: usize,
    },
    SyncFile(FileNumber),
    SyncFolder(PathBuf),
    /// Something was written to standard output or standard error.
    Told,
}

/// What an open file descriptor leads to.
#[derive(Clone)]
enum Opened {
    File { file: FileNumber, at: usize, appends: bool },
    Folder(PathBuf),
}

/// The names and lengths of files while calls are read.
struct CallReader {
    root: PathBuf,
    names: HashMap<PathBuf, FileNumber>,
    lengths: Vec<usize>,
    opened: HashMap<i64, Opened>,
    calls: Vec<RecordedCall>,
}

/// The files that a folder has, each with its place in it.
pub(crate) fn files_in(root: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push((path.strip_prefix(root).unwrap().to_owned(), fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// Runs the program in a notebook, and records its calls. `before` has the files that were there, which get the first numbers.
pub(crate) fn record(
    notebook: &Notebook,
    before: &[(PathBuf, Vec<u8>)],
    arguments: &[String],
    input: &str,
) -> Vec<RecordedCall> {
    let list = tempfile::NamedTempFile::new().unwrap();
    let typed = tempfile::NamedTempFile::new().unwrap();
    fs::write(typed.path(), input).unwrap();
    let mut strace = Command::new("strace");
    // Every text in full, as hexadecimal numbers.
    strace.args(["-f", "-qq", "-xx", "-s", "20000000", "-e", "signal=none", "-e"]);
    strace.arg(
        "trace=open,openat,creat,close,write,pwrite64,writev,pwritev,lseek,ftruncate,truncate,fallocate,fsync,fdatasync,\
         sync_file_range,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,mkdir,mkdirat,rmdir,dup,\
         dup2,dup3,mmap,copy_file_range,sendfile",
    );
    strace.arg("-o").arg(list.path()).arg("--").arg(PROGRAM).args(arguments);
    notebook.settle(&mut strace);
    notebook.edit(&mut strace);
    let output = strace.stdin(fs::File::open(typed.path()).unwrap()).stdout(Stdio::piped()).output();
    let output = output.expect("strace is needed to record calls: apt-get install strace");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let mut reader = CallReader {
        root: notebook.folder().to_owned(),
        names: before.iter().enumerate().map(|(number, (path, _))| (path.clone(), number)).collect(),
        lengths: before.iter().map(|(_, content)| content.len()).collect(),
        opened: HashMap::new(),
        calls: Vec::new(),
    };
    for line in whole_lines(&fs::read_to_string(list.path()).unwrap()) {
        reader.read(&line);
    }
    reader.calls
}

/// The lines of strace: those of a call that another thread interrupted are joined.
fn whole_lines(list: &str) -> Vec<String> {
    let mut begun: HashMap<&str, String> = HashMap::new();
    let mut lines = Vec::new();
    for line in list.lines() {
        let (thread, rest) = line.split_once(' ').unwrap();
        let rest = rest.trim_start();
        if let Some(begins) = rest.strip_suffix(" <unfinished ...>") {
            begun.insert(thread, begins.to_owned());
        } else if rest.starts_with("<... ") {
            let ends = rest.split_once(" resumed>").unwrap().1;
            lines.push(begun.remove(thread).unwrap() + ends);
        } else {
            lines.push(rest.to_owned());
        }
    }
    lines
}

/// A text of strace, `"\x61\x62"`, without what stands before and after it.
fn text(quoted: &str) -> Vec<u8> {
    let quoted = quoted.split('"').nth(1).unwrap_or_else(|| panic!("no text: {quoted}"));
    quoted.split("\\x").skip(1).map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

impl CallReader {
    /// A path in the notebook; `None` for others, which are left out.
    fn path(&self, quoted: &str) -> Option<PathBuf> {
        let path = PathBuf::from(String::from_utf8(text(quoted)).unwrap());
        // Relative paths begin in the notebook, where the program was started.
        let path = self.root.join(path);
        let path: PathBuf = path.components().filter(|part| part.as_os_str() != ".").collect();
        path.strip_prefix(&self.root).ok().map(Path::to_owned)
    }

    fn number(&mut self, path: &Path) -> FileNumber {
        if let Some(number) = self.names.get(path) {
            return *number;
        }
        self.lengths.push(0);
        self.names.insert(path.to_owned(), self.lengths.len() - 1);
        self.calls.push(RecordedCall::Enter { path: path.to_owned(), file: self.lengths.len() - 1 });
        self.lengths.len() - 1
    }

    /// Reads one line: `call(arguments) = result`.
    fn read(&mut self, line: &str) {
        let Some((call, result)) = line.rsplit_once(" = ") else { return };
        let Some(result) = result.split(' ').next().and_then(|result| result.parse::<i64>().ok()) else { return };
        if result < 0 {
            return;
        }
        let (name, arguments) = call.split_once('(').unwrap();
        let arguments = arguments.trim_end().trim_end_matches(')');
        let words: Vec<&str> = arguments.split(", ").collect();
        let number = |place: usize| words.get(place).and_then(|word| word.parse::<i64>().ok()).unwrap_or(-1);
        match name {
            "open" | "openat" | "creat" => self.open(&words[usize::from(name == "openat")..], result),
            "close" => drop(self.opened.remove(&number(0))),
            "write" | "pwrite64" => {
                let at = (name == "pwrite64").then(|| number(3) as usize);
                self.write(number(0), &text(arguments)[..result as usize], at);
            }
            "lseek" => {
                if let Some(Opened::File { at, .. }) = self.opened.get_mut(&number(0)) {
                    *at = result as usize;
                }
            }
            "ftruncate" => {
                if let Some(Opened::File { file, .. }) = self.opened.get(&number(0)).cloned() {
                    self.lengths[file] = number(1) as usize;
                    self.calls.push(RecordedCall::Cut { file, length: number(1) as usize });
                }
            }
            "fsync" | "fdatasync" => match self.opened.get(&number(0)).cloned() {
                Some(Opened::File { file, .. }) => self.calls.push(RecordedCall::SyncFile(file)),
                Some(Opened::Folder(path)) => self.calls.push(RecordedCall::SyncFolder(path)),
                None => {}
            },
            "rename" => self.rename(words[0], words[1]),
            "renameat" | "renameat2" => self.rename(words[1], words[3]),
            "link" => self.link(words[0], words[1]),
            "linkat" => self.link(words[1], words[3]),
            "unlink" | "rmdir" => self.leave(words[0]),
            "unlinkat" => self.leave(words[1]),
            // Folders have no content: whether one is there is told by the files in it.
            "mkdir" | "mkdirat" => {}
            "dup" | "dup2" | "dup3" => {
                if let Some(opened) = self.opened.get(&number(0)).cloned() {
                    self.opened.insert(result, opened);
                }
            }
            "writev" if !self.opened.contains_key(&number(0)) => {
                if number(0) <= 2 {
                    self.calls.push(RecordedCall::Told);
                }
            }
            // Only what changes a file of the notebook would be missed.
            "mmap" => assert!(
                !(arguments.contains("MAP_SHARED")
                    && self.opened.contains_key(&number(4))
                    && arguments.contains("PROT_WRITE")),
                "{line}"
            ),
            other => {
                let is_ours = [0, 1].iter().any(|place| self.opened.contains_key(&number(*place)));
                assert!(!is_ours, "{other} is not understood: {line}");
            }
        }
    }

    fn open(&mut self, words: &[&str], descriptor: i64) {
        self.opened.remove(&descriptor);
        let Some(path) = self.path(words[0]) else { return };
        let flags = words.get(1).copied().unwrap_or_default();
        // A file without a name that never gets one.
        if flags.contains("O_TMPFILE") {
            return;
        }
        if self.root.join(&path).is_dir() {
            self.opened.insert(descriptor, Opened::Folder(path));
            return;
        }
        let known = self.names.contains_key(&path);
        if !known && !flags.contains("O_CREAT") {
            return;
        }
        let file = self.number(&path);
        if flags.contains("O_TRUNC") && self.lengths[file] > 0 {
            self.lengths[file] = 0;
            self.calls.push(RecordedCall::Cut { file, length: 0 });
        }
        self.opened.insert(descriptor, Opened::File { file, at: 0, appends: flags.contains("O_APPEND") });
    }

    fn write(&mut self, descriptor: i64, bytes: &[u8], place: Option<usize>) {
        let Some(Opened::File { file, at, appends }) = self.opened.get_mut(&descriptor) else {
            if descriptor == 1 || descriptor == 2 {
                self.calls.push(RecordedCall::Told);
            }
            return;
        };
        let begins = place.unwrap_or(if *appends { self.lengths[*file] } else { *at });
        let ends = begins + bytes.len();
        if place.is_none() {
            *at = ends;
        }
        self.lengths[*file] = self.lengths[*file].max(ends);
        self.calls.push(RecordedCall::Write { file: *file, at: begins, bytes: bytes.to_vec() });
    }

    fn rename(&mut self, from: &str, to: &str) {
        let Some(to) = self.path(to) else { return };
        let from = self.path(from).unwrap_or_else(|| panic!("{} came from elsewhere", to.display()));
        let Some(file) = self.names.remove(&from) else { return };
        self.names.insert(to.clone(), file);
        if from.parent() == to.parent() {
            self.calls.push(RecordedCall::Move { from, to, file });
        } else {
            // Two folders change, and a disk may keep the one without the other; but no file system loses the file.
            self.calls.push(RecordedCall::Enter { path: to, file });
            self.calls.push(RecordedCall::Leave { path: from });
        }
    }

    fn link(&mut self, from: &str, to: &str) {
        let Some(path) = self.path(to) else { return };
        let file = self.path(from).and_then(|from| self.names.get(&from).copied());
        let file = file.unwrap_or_else(|| panic!("{} came from elsewhere", path.display()));
        self.names.insert(path.clone(), file);
        self.calls.push(RecordedCall::Enter { path, file });
    }

    fn leave(&mut self, path: &str) {
        let Some(path) = self.path(path) else { return };
        if self.names.remove(&path).is_some() {
            self.calls.push(RecordedCall::Leave { path });
        }
    }
}
