//! The built table, played over HTTP as a page plays it, beside the prompts.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use enochian::correspondences::Correspondences;
use enochian::journal;
use enochian::record::{Entry, Record};
use serde_json::{Value, json};

use crate::desk::{BROTHER, PROGRAM, TestDesk, succeeded};

/// Types lines at the prompts.
fn at_the_prompts(desk: &TestDesk, arguments: &[&str], lines: &str) {
    succeeded(&desk.types(arguments, lines));
}

fn record(path: &Path) -> Record {
    journal::read(path, Correspondences::embedded()).unwrap()
}

/// A table that is open, and a page at it.
struct Page {
    child: Child,
    host: String,
    token: String,
    journal: String,
    state: Value,
    acts: u32,
}

impl Page {
    fn open(mut command: Command) -> Page {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit_once("http://").unwrap_or_else(|| panic!("{line}")).1;
        let (host, token) = address.split_once('/').unwrap();
        let token = token.split('/').next().unwrap().to_owned();
        Page { child, host: host.to_owned(), token, journal: String::new(), state: Value::Null, acts: 0 }
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Value {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let (host, token, length) = (&self.host, &self.token, body.len());
        write!(
            stream,
            "{method} /{token}/{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{path}: {error}: {answer}"))
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.ask("POST", path, &body.to_string())
    }

    fn show(&mut self, path: &Path) {
        self.journal = path.file_stem().unwrap().to_str().unwrap().to_owned();
        self.state = self.ask("GET", &format!("api/state?journal={}&client=one", self.journal), "");
        assert_eq!(self.state["role"], "player", "{:#}", self.state);
    }

    fn leave(&self) {
        self.post("api/leave", &json!({ "journal": self.journal, "client": "one" }));
    }

    fn request(&mut self, act: &Value) -> Value {
        self.acts += 1;
        json!({
            "journal": self.journal, "client": "one", "id": self.acts.to_string(), "revision": self.state["revision"],
            "act": act,
        })
    }

    fn send(&mut self, request: &Value) -> Value {
        let answer = self.post("api/act", request);
        if answer["state"].is_object() {
            self.state = answer["state"].clone();
        }
        answer["error"].clone()
    }

    fn does(&mut self, act: &Value) {
        let request = self.request(act);
        let error = self.send(&request);
        assert!(error.is_null(), "{act}: {error}");
    }

    /// Plays a line of the prompts: a throw and a move, or a throw without one.
    fn types(&mut self, line: &str) {
        self.does(&json!({ "kind": "typed", "text": line }));
        if self.state["now"]["state"] == "no_move" {
            self.does(&json!({ "kind": "pass" }));
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.post("api/stop", &json!({ "client": "one" }));
        assert!(self.child.wait().unwrap().success());
    }
}

/// A reading as lines of the prompts, from its question to its end.
fn script() -> Vec<String> {
    let desk = TestDesk::new();
    let output = desk.run(&["read", BROTHER, "--auto", "--json", "--seed", "10"]);
    let account: Value = serde_json::from_slice(&output.stdout).unwrap();
    let line = |turn: &Value| match turn["move"].as_str().unwrap() {
        "--" => turn["throw"].to_string(),
        mv => format!("{} {mv}", turn["throw"]),
    };
    account["turns"].as_array().unwrap().iter().map(line).collect()
}

/// Anna asks, keeps the defaults, plays alone, and throws by hand.
const ANSWERS: &str = "Anna\n\n\n\n";

/// The text of a journal without times and pauses.
fn timeless(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let is_timeless = |line: &&str| {
        !["id = ", "begun = ", "### Resumed", "### Concluded", "*Asked by"].iter().any(|start| line.starts_with(start))
    };
    let lines: Vec<&str> = text.lines().filter(is_timeless).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

#[test]
fn a_reading_is_the_same_at_the_table_and_at_the_prompts() {
    let (script, prompts, table) = (script(), TestDesk::new(), TestDesk::new());
    at_the_prompts(&prompts, &["read", BROTHER], &format!("{ANSWERS}{}\n", script.join("\n")));

    // Both in turn: begun at the prompts, then three parts at the table and two at the prompts.
    at_the_prompts(&table, &["read", BROTHER], &format!("{ANSWERS}{}\nstop\n", script[0]));
    let path = table.journal();
    let mut page = Page::open(table.command(&["table", "--no-open"]));
    for (number, part) in script[1..].chunks(script.len() / 5 + 1).enumerate() {
        if number % 2 == 0 {
            page.show(&path);
            part.iter().for_each(|line| page.types(line));
            page.leave();
        } else {
            let stop = if number == 4 { "" } else { "stop\n" };
            at_the_prompts(&table, &["read", "--resume"], &format!("{}\n{stop}", part.join("\n")));
        }
    }
    let (here, there) = (record(&path), record(&prompts.journal()));
    assert_eq!(here.enochian().unwrap().turns(), there.enochian().unwrap().turns());
    assert!(here.closing().is_some() && here.closing() == there.closing());
    assert_eq!(timeless(&path), timeless(&prompts.journal()));
    let resumed = here.entries().iter().filter(|entry| matches!(entry, Entry::Resumed(_))).count();
    assert_eq!(resumed, 5, "every part but the first, and once each");
}

#[test]
fn a_full_disk_loses_nothing() {
    let script = script();
    let desk = TestDesk::new();
    at_the_prompts(&desk, &["read", BROTHER], &format!("{ANSWERS}{}\nstop\n", script[0]));
    let path = desk.journal();
    // No file may become larger than a few blocks of 1024 bytes more than the journal; the limit is lifted later.
    let blocks = fs::metadata(&path).unwrap().len() / 1024 + 3;
    let limited = format!("trap '' XFSZ; ulimit -S -f {blocks}; exec \"$0\" table --no-open");
    let command = desk.program("bash", &["-c", &limited, PROGRAM]);
    let mut page = Page::open(command);
    page.show(&path);
    let mut failed = None;
    for (number, line) in script.iter().enumerate().skip(1) {
        let act = json!({ "kind": "typed", "text": line.split(' ').next().unwrap() });
        let request = page.request(&act);
        let error = page.send(&request);
        if !error.is_null() {
            failed = Some((number, request, error));
            break;
        }
        let act = match line.split_once(' ') {
            Some((_, mv)) => json!({ "kind": "move", "text": mv }),
            None => json!({ "kind": "pass" }),
        };
        let request = page.request(&act);
        let error = page.send(&request);
        if !error.is_null() {
            failed = Some((number, request, error));
            break;
        }
    }
    let (number, request, error) = failed.expect("the journal grows by more than three blocks");
    assert_eq!((&error["code"], &error["saved"]), (&json!("not_saved"), &json!(number)), "{error}");
    assert!(error["text"].as_str().unwrap().contains(&format!("turns 1 to {number} are safe")), "{error}");
    assert_eq!(record(&path).enochian().unwrap().turns().len(), number);
    let revision = page.state["revision"].clone();

    let id = page.child.id().to_string();
    assert!(Command::new("prlimit").args(["--fsize=unlimited:", "--pid", &id]).status().unwrap().success());
    let request = Value::Object(
        request.as_object().unwrap().clone().into_iter().chain([("revision".to_owned(), revision)]).collect(),
    );
    assert!(page.send(&request).is_null(), "the same act can be sent again");
    page.leave();
    let checked = journal::check(
        &enochian::input::Source::new("journal.md", fs::read_to_string(&path).unwrap()),
        Correspondences::embedded(),
    );
    assert!(checked.diagnostics.is_empty(), "{}", checked.diagnostics);
}
