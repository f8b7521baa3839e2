//! The table, open in a folder, and what a browser asks of it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// It is closed when it is dropped.
pub(crate) struct OpenedTable {
    program: Child,
    host: String,
    token: String,
}

impl Drop for OpenedTable {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

impl OpenedTable {
    /// Opens the table with a command.
    pub(crate) fn open(command: &mut Command) -> OpenedTable {
        let mut program = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(program.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let address = said.trim().strip_prefix("The table is open at http://").unwrap_or_else(|| panic!("{said}"));
        let (host, rest) = address.split_once('/').unwrap();
        let (token, _) = rest.split_once('/').unwrap();
        OpenedTable { program, host: host.to_owned(), token: token.to_owned() }
    }

    /// The status and everything of the answer to a request as the owner's browser sends it: GET, or POST with a body.
    pub(crate) fn ask(&self, path: &str, body: Option<&str>) -> (u16, String) {
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
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        // The table may refuse before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok()).unwrap_or(0);
        (status, answer)
    }
}
