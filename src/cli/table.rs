//! `enochian table`: the table in the browser.

use std::fs;
use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, TcpListener};
use std::path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::TERM_SIGNALS;
use signal_hook::flag;

use crate::cli::prelude::*;
use crate::disk;
use crate::input::{Source, reason, shown_path};
use crate::journal::UnfinishedQuestion;
use crate::reading::QuestionDraft;
use crate::server::{OpenTable, TableSettings, TableStopper, new_token};

use super::interrupt;
use super::number::whole;
use super::play::args::writable;
use super::play::{now, zone};
use super::settings::{QUESTIONS, is_notebook};
use super::table_place::{Found, TablePlace};

/// Hold a reading or a game at a board in the browser
///
/// Opens a page with your notebook: ask a question, resume a reading, play a
/// game, or look at what you have recorded. Every turn is saved in a journal, as
/// by `enochian read` and `enochian game`, so you can begin here and continue
/// there. Only this computer can open the page, and only at the address printed.
///
/// Examples:
///   enochian table
///   enochian table questions/brother.toml
///   enochian table 2026-11-21-is-my-brother-happy
///   enochian table --no-open --port 8000
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct TableArgs {
    /// A question file to begin with, or a journal to open: its name, a unique part of it, or @ for the latest
    #[arg(value_name = "QUESTION|JOURNAL")]
    begin: Option<PathBuf>,

    /// The port of the page; by default a free one
    #[arg(long, value_name = "N", value_parser = whole(1..=u16::MAX))]
    port: Option<u16>,

    /// Only print the address; do not open the browser
    #[arg(long)]
    no_open: bool,
}

impl TableArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        // Errors in a question file are reported before anything is created.
        let is_question = |named: &&Path| named.is_file() && named.extension().is_some_and(|ending| ending == "toml");
        let question = self.begin.as_deref().filter(is_question).map(|file| read(file, cx)).transpose()?;
        let table_settings = table_settings(cx)?;
        let found = TablePlace::take(&table_settings.journals)?;
        let place = match (&self.begin, question) {
            (Some(file), Some(question)) => draft(file, &question, cx)?,
            (Some(named), None) => place(named, cx)?,
            (None, _) => String::new(),
        };
        let place_at_table = match found {
            Found::Free(place) => place,
            // Its page is removed when that table closes.
            Found::Open(files, address) if !self.no_open => {
                let told = files.show(&format!("{address}{place}"));
                say(&format!("The table is already open at {address}\n{told}\n"))?;
                return Ok(());
            }
            Found::Open(_, address) => {
                fail!("the table is already open at {address}; use it there, or close it first")
            }
        };
        let token = new_token().map_err(|error| {
            problem!("the operating system returned no random numbers ({error}), which the address needs")
        })?;
        let (table, port) = open(self.port, &token)?;
        let address = format!("http://127.0.0.1:{port}/{token}/");
        place_at_table.write(&address)?;
        stop_on_signals(table.stopper())?;

        let address = format!("{address}{place}");
        say(&format!("The table is open at {address}\nPress Ctrl-C to close it.\n"))?;
        if !self.no_open {
            say(&format!("{}\n", place_at_table.show(&address)))?;
        }
        table.serve(&table_settings, cx.correspondences);
        drop(place_at_table);
        say("The table is closed. Everything is saved.\n")?;
        Ok(())
    }
}

fn say(text: &str) -> io::Result<()> {
    stdout::print(text.as_bytes())
}

fn table_settings(cx: &Cx) -> CommandResult<TableSettings> {
    let journals = writable(cx.settings)?;
    // The page says where it is, and does not know from which folder the table was opened.
    let whole = |path: &Path| path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (journals, notebook) = (whole(&journals), whole(&Path::new(".").join(cx.settings.around_journals())));
    let name = fs::canonicalize(&notebook).ok().filter(|folder| is_notebook(folder));
    let name = name.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    Ok(TableSettings {
        questions: Some(notebook.join(QUESTIONS)).filter(|folder| folder.is_dir()),
        place: shown_path(&journals),
        journals,
        learned: cx.settings.learned(),
        name: name.unwrap_or_else(|| "Journals".to_owned()),
        naming: cx.naming()?.clone(),
        palette: cx.settings.palette(),
        is_quiet: cx.settings.is_quiet(),
        program_throws: cx.settings.program_throws(),
        now,
        zone: zone(),
    })
}

/// The part of the address that names the journal which the page shows first.
fn place(named: &Path, cx: &Cx) -> CommandResult<String> {
    let journal = journal_names::find(cx, named)?;
    if !is_in(cx.settings.journals(), &journal) {
        fail!(
            "{} is not in {}; the table shows the journals of one folder, which you can name with --journals",
            safe_path(&journal),
            safe_path(cx.settings.journals())
        )
    }
    Ok(fragment("journal", &journal))
}

fn read(file: &Path, cx: &Cx) -> CommandResult<QuestionDraft> {
    Ok(QuestionDraft::read(&Source::read(file, Source::TOML_LIMIT)?, cx.correspondences)?)
}

/// The same for a question that is being asked, or for a new one from a question file.
fn draft(file: &Path, draft: &QuestionDraft, cx: &Cx) -> CommandResult<String> {
    let folder = cx.settings.journals();
    if is_in(folder, file) {
        return Ok(fragment("ask&draft", file));
    }
    let mut question = UnfinishedQuestion::new(folder);
    question.save(draft)?;
    Ok(question.path().map_or_else(String::new, |path| fragment("ask&draft", path)))
}

fn is_in(folder: &Path, file: &Path) -> bool {
    fs::canonicalize(disk::folder_of(file)).ok() == fs::canonicalize(folder).ok()
}

/// `#journal=NAME` for a file, with the characters encoded that an address may not have.
fn fragment(key: &str, file: &Path) -> String {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let encoded: String = form_urlencoded::byte_serialize(name.as_bytes()).collect();
    format!("#{key}={encoded}")
}

/// Opens the table at a port, or at a free one.
fn open(port: Option<u16>, token: &str) -> CommandResult<(OpenTable, u16)> {
    let opened = || {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port.unwrap_or(0)))?;
        let port = listener.local_addr()?.port();
        Ok((OpenTable::open(listener, token)?, port))
    };
    opened().map_err(|error: io::Error| match (error.kind(), port) {
        (ErrorKind::AddrInUse, Some(port)) => {
            problem!("port {port} is used by another program; choose another, or leave out --port for a free one")
        }
        (ErrorKind::PermissionDenied, Some(port)) => {
            problem!("port {port} is not permitted; choose one above 1023, or leave out --port for a free one")
        }
        _ => problem!("the page cannot be served on this computer: {}", reason(&error)),
    })
}

/// Ends the table when the program is told to end: by Ctrl-C, by the system, or because its terminal was closed. Another
/// Ctrl-C ends the program at once.
fn stop_on_signals(table: TableStopper) -> CommandResult<()> {
    const TICK: Duration = Duration::from_millis(50);
    const IMPATIENT: Duration = Duration::from_millis(500);
    let stop = Arc::new(AtomicBool::new(false));
    let is_closing = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    let closed: &[i32] = &[signal_hook::consts::SIGHUP];
    #[cfg(not(unix))]
    let closed: &[i32] = &[];
    for signal in TERM_SIGNALS.iter().chain(closed) {
        flag::register_conditional_shutdown(*signal, interrupt::CODE.into(), Arc::clone(&is_closing))?;
        flag::register(*signal, Arc::clone(&stop))?;
    }
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        while !stop.load(Ordering::Relaxed) {
            thread::sleep(TICK);
        }
        table.stop();
        // One Ctrl-C may come as two signals: to the program, and to its group.
        thread::sleep(IMPATIENT);
        is_closing.store(true, Ordering::Relaxed);
    })?;
    Ok(())
}
