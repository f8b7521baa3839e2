//! The table, open in a folder, as pages in a browser reach it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;
use std::time::Duration;

use serde_json::{Value, json};

/// A program that is killed when it is dropped.
pub(crate) struct Killed(pub(crate) Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Where an open table is reached.
pub(crate) struct OpenTable {
    host: String,
    token: String,
}

impl OpenTable {
    /// Waits until the table has printed its address.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn at(printed: impl Read) -> io::Result<OpenTable> {
        let mut line = String::new();
        BufReader::new(printed).read_line(&mut line)?;
        let address = line.trim().split_once("http://").ok_or(io::ErrorKind::UnexpectedEof)?.1;
        let (host, token) = address.split_once('/').ok_or(io::ErrorKind::UnexpectedEof)?;
        Ok(OpenTable { host: host.to_owned(), token: token.trim_end_matches('/').to_owned() })
    }

    /// The status and everything of the answer to a request as the owner's browser sends it: GET, or POST with a body.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn ask(&self, path: &str, body: Option<&str>) -> io::Result<(u16, String)> {
        let (host, token) = (&self.host, &self.token);
        let always = format!("Host: {host}\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\n");
        let request = match body {
            None => format!("GET /{token}/{path} HTTP/1.1\r\n{always}\r\n"),
            Some(body) => format!(
                "POST /{token}/{path} HTTP/1.1\r\n{always}Origin: http://{host}\r\nContent-Type: application/json\r\n\
                 Content-Length: {}\r\n\r\n{body}",
                body.len()
            ),
        };
        let mut stream = TcpStream::connect(host)?;
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        // The table may refuse before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let read = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok());
        status.map(|status| (status, answer)).ok_or_else(|| read.err().unwrap_or(io::ErrorKind::UnexpectedEof.into()))
    }

    /// The JSON of the answer to a request.
    fn answer(&self, path: &str, body: Option<&Value>) -> io::Result<Value> {
        let (_, answer) = self.ask(path, body.map(Value::to_string).as_deref())?;
        let (_, body) = answer.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
        serde_json::from_str(body).map_err(|_| io::ErrorKind::UnexpectedEof.into())
    }
}

/// A page of the table, on which one person plays.
pub(crate) struct Page {
    table: OpenTable,
    journal: String,
    revision: Value,
    acts: usize,
}

impl Page {
    /// A page that shows nothing yet.
    pub(crate) fn of(table: OpenTable) -> Page {
        Page { table, journal: String::new(), revision: Value::Null, acts: 0 }
    }

    /// Waits until the table has printed its address, and shows a journal.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn on(printed: impl Read, journal: &str) -> io::Result<Page> {
        let mut page = Page::of(OpenTable::at(printed)?);
        let shown = page.show(journal)?;
        assert_eq!(shown["role"], "player", "{shown:#}");
        Ok(page)
    }

    /// Shows a journal, and gives the answer of the table.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn show(&mut self, journal: &str) -> io::Result<Value> {
        let shown = self.table.answer(&format!("api/state?journal={journal}&client=one"), None)?;
        journal.clone_into(&mut self.journal);
        self.revision = shown["revision"].clone();
        Ok(shown)
    }

    /// Sends something that is no act; gives the answer of the table.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn send(&self, path: &str, body: &Value) -> io::Result<Value> {
        self.table.answer(path, Some(body))
    }

    /// The same about the journal that is shown.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn send_of_journal(&self, path: &str, mut body: Value) -> io::Result<Value> {
        (body["journal"], body["client"]) = (self.journal.as_str().into(), "one".into());
        self.send(path, &body)
    }

    /// Does an act; gives the error that the table answers with, or null.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn act(&mut self, act: &Value) -> io::Result<Value> {
        self.acts += 1;
        let request = json!({ "id": self.acts.to_string(), "revision": self.revision, "act": act, "have": 0 });
        let answer = self.send_of_journal("api/act", request)?;
        if answer["state"].is_object() {
            self.revision = answer["state"]["revision"].clone();
        }
        Ok(answer["error"].clone())
    }

    /// Does what a line at the prompts would do; none for a turn without a move.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn types(&mut self, line: Option<&str>) -> io::Result<Value> {
        self.act(&line.map_or(json!({ "kind": "pass" }), |line| json!({ "kind": "typed", "text": line })))
    }

    /// Closes the table.
    pub(crate) fn close(&self) {
        let _ = self.send("api/stop", &json!({ "client": "one" }));
    }
}
