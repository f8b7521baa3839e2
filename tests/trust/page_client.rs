//! The table as a page reaches it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

/// A page that shows one journal.
pub(crate) struct PageClient {
    host: String,
    token: String,
    journal: String,
    revision: Value,
    acts: usize,
}

impl PageClient {
    /// Waits until the table has printed its address, and shows a journal.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn open(printed: impl Read, journal: &str) -> io::Result<PageClient> {
        let mut line = String::new();
        BufReader::new(printed).read_line(&mut line)?;
        let address = line.trim().split_once("http://").ok_or(io::ErrorKind::UnexpectedEof)?.1;
        let (host, token) = address.split_once('/').ok_or(io::ErrorKind::UnexpectedEof)?;
        let (token, journal) = (token.trim_end_matches('/').to_owned(), journal.to_owned());
        let mut page = PageClient { host: host.to_owned(), token, journal, revision: Value::Null, acts: 0 };
        let shown = page.ask("GET", &format!("api/state?journal={}&client=one", page.journal), "")?;
        assert_eq!(shown["role"], "player", "{shown:#}");
        page.revision = shown["revision"].clone();
        Ok(page)
    }

    /// Does an act; gives the error that the table answers with, or null.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn act(&mut self, act: &Value) -> io::Result<Value> {
        self.acts += 1;
        let request = json!({
            "journal": self.journal, "client": "one", "id": self.acts.to_string(), "revision": self.revision, "act": act, "have": 0,
        });
        let answer = self.ask("POST", "api/act", &request.to_string())?;
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
    pub(crate) fn stop(self) {
        let _ = self.ask("POST", "api/stop", &json!({ "client": "one" }).to_string());
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> io::Result<Value> {
        let mut stream = TcpStream::connect(&self.host)?;
        let (host, token, length) = (&self.host, &self.token, body.len());
        let request = format!(
            "{method} /{token}/{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (_, body) = answer.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
        serde_json::from_str(body).map_err(|_| io::ErrorKind::UnexpectedEof.into())
    }
}
