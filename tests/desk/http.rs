//! The table of a notebook, as pages in a browser reach it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::ops::Deref;
use std::process::{Child, ChildStdout, Command, Stdio};
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

/// A table that was started here, and is killed when this is dropped.
pub(crate) struct Served {
    pub(crate) program: Killed,
    /// What it prints after its address.
    pub(crate) printed: BufReader<ChildStdout>,
    table: OpenTable,
}

impl Served {
    /// Starts it, and waits for its address.
    pub(crate) fn start(command: &mut Command) -> Served {
        let mut program = Killed(command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap());
        let mut printed = BufReader::new(program.0.stdout.take().unwrap());
        let table = OpenTable::at(&mut printed).unwrap();
        Served { program, printed, table }
    }
}

impl Deref for Served {
    type Target = OpenTable;

    fn deref(&self) -> &OpenTable {
        &self.table
    }
}

/// Where an open table is reached.
#[derive(Clone)]
pub(crate) struct OpenTable {
    pub(crate) address: String,
    pub(crate) host: String,
    pub(crate) token: String,
}

impl OpenTable {
    /// Waits until the table has printed its address.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn at(printed: impl BufRead) -> io::Result<OpenTable> {
        for line in printed.lines() {
            let line = line?;
            if let Some((host, rest)) = line.split_once("http://").and_then(|(_, address)| address.split_once('/')) {
                let (host, token) = (host.to_owned(), rest.split('/').next().unwrap_or_default().to_owned());
                return Ok(OpenTable { address: format!("http://{host}/{rest}"), host, token });
            }
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }

    /// # Errors
    /// If the table has ended.
    pub(crate) fn connect(&self, patience: Duration) -> io::Result<TcpStream> {
        let stream = TcpStream::connect(&self.host)?;
        stream.set_read_timeout(Some(patience))?;
        Ok(stream)
    }

    /// A request as a browser sends it; lines replace those of the same header, and one without a value removes it.
    pub(crate) fn request(&self, method: &str, path: &str, changed: &[&str], body: &[u8]) -> Vec<u8> {
        let host = &self.host;
        let mut headers =
            vec![format!("Host: {host}"), "Connection: close".into(), "Sec-Fetch-Site: same-origin".into()];
        if method == "POST" {
            let length = body.len();
            headers.extend([format!("Origin: http://{host}"), "Content-Type: application/json".into()]);
            headers.push(format!("Content-Length: {length}"));
        }
        for line in changed {
            let (name, value) = line.split_once(':').unwrap();
            headers.retain(|header| !header.starts_with(&format!("{name}:")));
            if !value.is_empty() {
                headers.push((*line).to_owned());
            }
        }
        let head = format!("{method} {path} HTTP/1.1\r\n{}\r\n\r\n", headers.join("\r\n"));
        [head.as_bytes(), body].concat()
    }

    /// What comes back until the connection is closed, or nothing more comes.
    ///
    /// # Errors
    /// If the table has ended.
    pub(crate) fn send(&self, request: &[u8], patience: Duration) -> io::Result<String> {
        let mut stream = self.connect(patience)?;
        // The table may refuse before it has read everything.
        let _ = stream.write_all(request);
        let mut back = Vec::new();
        let _ = stream.read_to_end(&mut back);
        Ok(String::from_utf8_lossy(&back).into_owned())
    }

    /// The status and everything of the answer to a request about a path after the token: GET, or POST with a body.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn ask(&self, path: &str, body: Option<&str>) -> io::Result<(u16, String)> {
        let method = if body.is_some() { "POST" } else { "GET" };
        let path = format!("/{}/{path}", self.token);
        let request = self.request(method, &path, &[], body.unwrap_or_default().as_bytes());
        let answer = self.send(&request, Duration::from_secs(20))?;
        match status(&answer) {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            status => Ok((status, answer)),
        }
    }

    /// The status and the JSON of the answer.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn json(&self, path: &str, body: Option<&Value>) -> io::Result<(u16, Value)> {
        let (status, answer) = self.ask(path, body.map(Value::to_string).as_deref())?;
        let (_, body) = answer.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
        serde_json::from_str(body).map(|value| (status, value)).map_err(|_| io::ErrorKind::UnexpectedEof.into())
    }
}

/// The status of an answer; 0 if there is none.
pub(crate) fn status(answer: &str) -> u16 {
    answer.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok()).unwrap_or(0)
}

/// A page of the table, on which one person plays.
pub(crate) struct Page {
    table: OpenTable,
    journal: String,
    /// The view, as HTML.
    pub(crate) shown: String,
    acts: usize,
}

impl Page {
    /// A page that shows nothing yet.
    pub(crate) fn of(table: OpenTable) -> Page {
        Page { table, journal: String::new(), shown: String::new(), acts: 0 }
    }

    /// Shows a journal, and gives the answer of the table.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn show(&mut self, journal: &str) -> io::Result<&str> {
        self.shown = self.table.ask(&format!("part?journal={journal}"), None)?.1;
        journal.clone_into(&mut self.journal);
        Ok(&self.shown)
    }

    /// Sends something that is no act; gives the answer of the table.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn send(&self, path: &str, body: &Value) -> io::Result<Value> {
        Ok(self.table.json(path, Some(body))?.1)
    }

    /// Does an act; gives what the view says against it.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn act(&mut self, act: &str) -> io::Result<Option<String>> {
        self.acts += 1;
        self.act_again(act)
    }

    /// Sends the last act again: it has the same number.
    ///
    /// # Errors
    /// If the table ends.
    pub(crate) fn act_again(&mut self, act: &str) -> io::Result<Option<String>> {
        let revision = self.between("data-revision=\"", "\"").unwrap_or_default();
        let request = json!({ "id": self.acts.to_string(), "revision": revision, "act": act });
        let (status, shown) = self.table.ask(&format!("act?journal={}", self.journal), Some(&request.to_string()))?;
        self.shown = shown;
        Ok((status != 200).then(|| self.between("role=\"alert\">", "</form>").unwrap_or_else(|| self.shown.clone())))
    }

    /// What stands between two texts in the view.
    pub(crate) fn between(&self, before: &str, after: &str) -> Option<String> {
        let (_, rest) = self.shown.split_once(before)?;
        rest.split_once(after).map(|(it, _)| it.to_owned())
    }

    /// Closes the table.
    pub(crate) fn close(&self) {
        let _ = self.send("api/stop", &json!({}));
    }
}
