//! The table for a page that has the program with it.
//!
//! No server stands between them: a call comes as bytes, and its answer goes back as bytes. The page keeps what the call has
//! changed in its folder before it shows the answer.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::SystemTime;

use chrono::{DateTime, FixedOffset, SubsecRound, Utc};
use serde::{Deserialize, Serialize};

use crate::correspondences::{Correspondences, Palette};
use crate::disk;
use crate::input::Source;
use crate::journal;
use crate::reading::QuestionDraft;
use crate::record::Timestamp;

use super::TableSettings;
use super::call::{Call, CallAnswer, Problem};
use super::named_file::is_name;
use super::routes::Table;

/// How far the person's clock is east of Greenwich, in minutes, as the last call said: the table asks for the time, and a program
/// in a page cannot know its zone.
static OFFSET: AtomicI32 = AtomicI32::new(0);

/// A table in a folder, which answers calls that are given as bytes.
///
/// ```
/// use enochian::web::WebTable;
///
/// # let folder = tempfile::tempdir()?;
/// let mut table = WebTable::open(folder.path(), "this browser", Some("Europe/Paris"));
/// let answer = table.answer(b"{\"is_post\":false,\"path\":\"part\",\"query\":[[\"learn\",\"\"]],\"offset\":60}\n");
/// let (head, body) = answer.split_at(answer.iter().position(|byte| *byte == b'\n').expect("a line ends the head"));
/// assert!(head.starts_with(b"{\"status\":200,\"kind\":\"text/html; charset=utf-8\""));
/// assert!(body.starts_with(b"\n<div id=\"view\""));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct WebTable {
    table: Table<'static>,
}

impl fmt::Debug for WebTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebTable").field("settings", self.table.settings).finish_non_exhaustive()
    }
}

/// The first line of a call; the body follows it.
#[derive(Debug, Deserialize)]
struct Asked {
    is_post: bool,
    path: String,
    #[serde(default)]
    query: Vec<(String, String)>,
    offset: i32,
}

/// The first line of an answer; the body follows it.
#[derive(Debug, Serialize)]
struct AnswerHead {
    status: u16,
    kind: &'static str,
    save_as: Option<String>,
}

impl WebTable {
    /// A table in a notebook's folder, which has `journals` in it and may have `questions`, for a person in a time zone. The page
    /// calls that place by a name. The table stays as long as the program does.
    #[must_use]
    pub fn open(folder: &Path, place: &str, zone: Option<&str>) -> WebTable {
        let correspondences = Correspondences::embedded();
        let questions = Some(folder.join("questions")).filter(|folder| folder.is_dir());
        let (place, zone) = (place.to_owned(), zone.map(str::to_owned));
        let settings = settings(folder.join("journals"), place, questions, zone, correspondences);
        let settings = Box::leak(Box::new(settings));
        WebTable { table: Table::new(settings, correspondences) }
    }

    /// Answers a call.
    ///
    /// The call is a line of JSON with `is_post`, `path`, `query` (pairs) and `offset` (minutes east of Greenwich), then the body.
    /// The answer is a line of JSON with `status`, `kind` (of content) and `save_as`, then the body.
    pub fn answer(&mut self, asked: &[u8]) -> Vec<u8> {
        let answer = self.answered(asked).unwrap_or_else(|problem| problem.answer());
        let told = AnswerHead { status: answer.status, kind: answer.kind, save_as: answer.save_as };
        let mut bytes = serde_json::to_vec(&told).unwrap_or_default();
        bytes.push(b'\n');
        bytes.extend(answer.body);
        bytes
    }

    fn answered(&mut self, asked: &[u8]) -> Result<CallAnswer, Problem> {
        let end = asked.iter().position(|byte| *byte == b'\n').unwrap_or(asked.len());
        let (head, body) = asked.split_at(end);
        let head: Asked =
            serde_json::from_slice(head).map_err(|error| Problem::invalid(format!("the call is invalid: {error}")))?;
        OFFSET.store(head.offset, Ordering::Relaxed);
        let Asked { is_post, path, query, .. } = head;
        let call = Call { is_post, path, query, body: body.get(1..).unwrap_or_default().to_vec() };
        match (call.is_post, call.path.as_str()) {
            (true, "web/add") => self.add(&call),
            _ => self.table.answer(&call),
        }
    }

    /// Adds a file that somebody chose: a journal, or a question file. Nothing is replaced.
    fn add(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let name = call.query("name").unwrap_or_default();
        if call.body.len() as u64 > journal::LIMIT {
            return Err(Problem::invalid("it is longer than a journal can be"));
        }
        let text = str::from_utf8(&call.body).map_err(|_| Problem::invalid("it is not a text file"))?;
        let source = Source::new(name, text);
        let correspondences = Correspondences::embedded();
        let settings = self.table.settings;
        let (folder, checked) = match Path::new(name).extension().and_then(|ending| ending.to_str()) {
            Some("md") => (Some(&settings.journals), journal::read_text(&source, correspondences).map(drop)),
            // What is wrong in it is told, and the rest is used.
            Some("toml") if name == journal::MEANINGS => (Some(&settings.journals), Ok(())),
            Some("toml") => (settings.questions.as_ref(), QuestionDraft::read(&source, correspondences).map(drop)),
            _ => return Err(Problem::invalid("it is neither a journal (.md) nor a question file (.toml)")),
        };
        if !is_name(name, "") {
            return Err(
                Problem::invalid("a file of a notebook cannot have this name").help("give the file another name")
            );
        }
        checked.map_err(|faults| Problem::invalid(faults.to_string()))?;
        let folder = folder.ok_or_else(|| Problem::not_found("the notebook has no folder for it"))?;
        match disk::create(&folder.join(name), text.as_bytes()) {
            Ok(_) => Ok(CallAnswer::json(&serde_json::json!({ "added": name }))),
            Err(error) if error.is_taken() => {
                Err(Problem::new("exists", 409, "the notebook has a file of this name already")
                    .help("give the file another name if both are to stay"))
            }
            Err(error) => Err(Problem::new("not_saved", 507, error.to_string())),
        }
    }
}

fn settings(
    journals: PathBuf,
    place: String,
    questions: Option<PathBuf>,
    zone: Option<String>,
    correspondences: &'static Correspondences,
) -> TableSettings {
    TableSettings {
        learned: Some(journals.join(".learned")),
        journals,
        place,
        questions,
        name: "Notebook".to_owned(),
        naming: correspondences.namings()[0].clone(),
        palette: Palette::Elements,
        is_quiet: false,
        program_throws: false,
        now,
        zone,
    }
}

/// The current time, to the second as in journals.
fn now() -> Timestamp {
    let now = DateTime::<Utc>::from(SystemTime::now()).trunc_subsecs(0);
    FixedOffset::east_opt(OFFSET.load(Ordering::Relaxed) * 60).map_or(now.into(), |offset| now.with_timezone(&offset))
}
