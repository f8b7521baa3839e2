//! `enochian table` lets nobody in but its owner's browser, whatever is sent to it, and ends and starts again cleanly.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tempfile::TempDir;

use crate::desk::{PROGRAM, clean, only, wait_for};
use crate::sample::short_or_whole;

const JOURNAL: &str = "2026-11-21-is-my-brother-happy-in-his-present-situation";

/// A notebook with a journal, a draft, a question, and secrets beside it.
struct Fixture(TempDir);

impl Fixture {
    fn new() -> Fixture {
        let notebook = Fixture(tempfile::tempdir().unwrap());
        for folder in ["notebook/journals", "notebook/questions", "home"] {
            fs::create_dir_all(notebook.path(folder)).unwrap();
        }
        let journal = format!("journals/{JOURNAL}.md");
        fs::copy(&journal, notebook.path("notebook").join(&journal)).unwrap();
        fs::copy(&journal, notebook.path("secret.md")).unwrap();
        fs::write(notebook.path("notebook/enochian.toml"), "").unwrap();
        let question = "question = \"Is my brother happy?\"\ncategory = \"brother\"\n";
        for file in ["journals/unfinished-question.toml", "questions/brother.toml"] {
            fs::write(notebook.path("notebook").join(file), question).unwrap();
        }
        symlink(notebook.path("secret.md"), notebook.path("notebook/journals/link.md")).unwrap();
        notebook
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.arg("table").args(arguments).current_dir(self.path("notebook")).stdin(Stdio::null());
        clean(&mut command, &self.path("home"));
        command
    }

    fn start(&self) -> Table {
        self.start_with(&["--no-open"])
    }

    fn start_with(&self, arguments: &[&str]) -> Table {
        Table::of(&mut self.command(arguments))
    }

    /// The files in the runtime folder.
    fn runtime_files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("home/run/enochian")).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Every file with its content and its permissions, without what an open table leaves.
    fn files(&self) -> BTreeMap<PathBuf, (Vec<u8>, u32)> {
        fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, (Vec<u8>, u32)>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => collect(&path, files),
                    false => {
                        let mode = path.metadata().unwrap().permissions().mode();
                        files.insert(path.clone(), (fs::read(&path).unwrap(), mode));
                    }
                }
            }
        }
        let mut files = BTreeMap::new();
        collect(self.0.path(), &mut files);
        files.retain(|path, _| {
            let name = path.file_name().unwrap().to_string_lossy();
            !name.ends_with(".table.lock") && !path.starts_with(self.path("home"))
        });
        files
    }
}

/// The names in a folder that begin with a dot.
fn hidden_in(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with('.')).collect()
}

/// An open table.
struct Table {
    program: Child,
    lines: BufReader<std::process::ChildStdout>,
    host: String,
    token: String,
    address: String,
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

impl Table {
    /// Starts it, and waits for its address.
    fn of(command: &mut Command) -> Table {
        let mut program = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(program.stdout.take().unwrap());
        let mut said = (&mut lines).lines().map(Result::unwrap);
        let address = said.find_map(|line| line.strip_prefix("The table is open at ").map(str::to_owned)).unwrap();
        let (host, rest) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
        let (token, _) = rest.split_once('/').unwrap();
        Table { program, lines, host: host.to_owned(), token: token.to_owned(), address: address.clone() }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// What comes back until the connection is closed, or nothing more comes.
    fn send_and_wait(&self, request: &[u8], patience: Duration) -> Vec<u8> {
        let mut stream = self.connect();
        stream.set_read_timeout(Some(patience)).unwrap();
        // The table may refuse before it has read everything.
        let _ = stream.write_all(request);
        let mut back = Vec::new();
        let _ = stream.read_to_end(&mut back);
        back
    }

    fn send(&self, request: &[u8]) -> Vec<u8> {
        self.send_and_wait(request, Duration::from_secs(20))
    }

    /// A request as a browser sends it; lines replace those of the same header, and one without a value removes it.
    fn request(&self, method: &str, path: &str, changed: &[&str], body: &[u8]) -> Vec<u8> {
        let mut headers = vec![
            format!("Host: {}", self.host),
            "Connection: close".to_owned(),
            "Sec-Fetch-Site: same-origin".to_owned(),
        ];
        if method == "POST" {
            headers.push(format!("Origin: http://{}", self.host));
            headers.push("Content-Type: application/json".to_owned());
            headers.push(format!("Content-Length: {}", body.len()));
        }
        for line in changed {
            let (name, value) = line.split_once(':').unwrap();
            headers.retain(|header| !header.starts_with(&format!("{name}:")));
            if !value.is_empty() {
                headers.push((*line).to_owned());
            }
        }
        let mut bytes = format!("{method} {path} HTTP/1.1\r\n{}\r\n\r\n", headers.join("\r\n")).into_bytes();
        bytes.extend(body);
        bytes
    }

    fn status(&self, method: &str, path: &str, changed: &[&str], body: &[u8]) -> u16 {
        status(&self.send(&self.request(method, path, changed, body)))
    }

    /// The status of a path after the token.
    fn get(&self, path: &str) -> u16 {
        self.status("GET", &format!("/{}/{path}", self.token), &[], b"")
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.program.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until the program has ended; what it said after its address.
    fn ended(mut self) -> (ExitStatus, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.program.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < Duration::from_secs(5), "it did not end");
            sleep(Duration::from_millis(10));
        };
        let mut said = String::new();
        self.lines.read_to_string(&mut said).unwrap();
        (status, said)
    }
}

/// The status of an answer; 0 if there is none.
fn status(answer: &[u8]) -> u16 {
    let answer = String::from_utf8_lossy(answer);
    answer.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)).map_or(0, |status| status.parse().unwrap())
}

#[test]
fn whoever_is_not_the_owners_browser_is_refused() {
    let notebook = Fixture::new();
    let table = notebook.start();
    let (home, token, host) = (format!("/{}/", table.token), &table.token, &table.host);
    let port = host.rsplit(':').next().unwrap();
    let get = |path: &str, changed: &[&str]| table.status("GET", path, changed, b"");
    let post = |changed: &[&str]| table.status("POST", &format!("{home}api/none"), changed, b"{}");

    // The owner's.
    assert_eq!(get(&home, &[]), 200);
    assert_eq!(get(&home, &[&format!("Host: localhost:{port}")]), 200);
    assert_eq!(get(&home, &[&format!("Host: [::1]:{port}")]), 200);
    assert_eq!(get(&home, &["Sec-Fetch-Site: none"]), 200);
    assert_eq!(get(&home, &["Sec-Fetch-Site:"]), 200);
    assert_eq!(table.status("HEAD", &home, &[], b""), 200);
    let navigated = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"];
    assert_eq!(get(&home, &navigated), 200);
    // There is no such call, which only the table itself can know.
    assert_eq!(post(&[]), 404);
    assert_eq!(post(&["Sec-Fetch-Site:"]), 404);
    assert_eq!(post(&["Content-Type: application/json; charset=utf-8"]), 404);

    // Without the token, or with a wrong one.
    let other = format!("{}{}", &token[1..], &token[..1]);
    let tokens =
        ["".to_owned(), "0".repeat(32), other, token[..31].to_owned(), format!("{token}0"), token.to_uppercase()];
    for wrong in tokens.iter().filter(|wrong| *wrong != token) {
        assert_eq!(get(&format!("/{wrong}/"), &[]), 404, "{wrong}");
        assert_eq!(get(&format!("/{wrong}/api/home"), &[]), 404, "{wrong}");
    }
    for path in ["/", "/favicon.ico", "/page.css", &home[..33], &format!("/?{token}"), &format!("/x{home}")] {
        assert_eq!(get(path, &[]), 404, "{path}");
    }
    let refused = String::from_utf8(table.send(&table.request("GET", "/", &[], b""))).unwrap();
    assert!(refused.contains("Open the address that <code>enochian table</code> printed") && !refused.contains(token));

    // Another name for this computer (DNS rebinding), another port, no name, two names.
    let hosts = ["evil.example", "127.0.0.1", "localhost", "127.0.0.1:1", "0.0.0.0:1", "127.0.0.1.evil.example"];
    for wrong in hosts {
        assert_eq!(get(&home, &[&format!("Host: {wrong}")]), 421, "{wrong}");
    }
    assert_eq!(get(&home, &["Host:"]), 421);
    assert_eq!(get(&home, &[&format!("Host: {host}\r\nHost: {host}")]), 421);
    assert_eq!(get(&home, &[&format!("Host: evil.example:{port}")]), 421);
    assert_eq!(get(&format!("http://evil.example{home}"), &[]), 421);
    assert_eq!(get(&format!("http://{host}{home}"), &[]), 421);

    // Another site's page.
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "http://localhost", "x"] {
        assert_eq!(post(&[&format!("Origin: {origin}")]), 403, "{origin}");
        assert_eq!(get(&home, &[&format!("Origin: {origin}")]), 403, "{origin}");
    }
    assert_eq!(post(&[&format!("Origin: http://localhost:{port}")]), 403);
    assert_eq!(post(&[&format!("Origin: http://{host}\r\nOrigin: http://{host}")]), 403);
    assert_eq!(post(&["Origin:", "Sec-Fetch-Site:"]), 403);
    for site in ["cross-site", "same-site", "none", "nonsense"] {
        assert_eq!(post(&[&format!("Sec-Fetch-Site: {site}")]), 403, "{site}");
        assert_eq!(post(&[&format!("Sec-Fetch-Site: {site}"), "Origin:"]), 403, "{site}");
    }
    for site in ["cross-site", "same-site", "nonsense"] {
        assert_eq!(get(&home, &[&format!("Sec-Fetch-Site: {site}")]), 403, "{site}");
    }
    let framed = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"];
    assert_eq!(get(&home, &framed), 403);
    let sent = table.status(
        "POST",
        &home,
        &["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"],
        b"{}",
    );
    assert_eq!(sent, 403);

    // What a form can send without being asked.
    let kinds = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", "x"];
    for kind in kinds {
        assert_eq!(post(&[&format!("Content-Type: {kind}")]), 415, "{kind}");
    }
    assert_eq!(post(&["Content-Type:"]), 415);
    for method in ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get", "NONSENSE"] {
        assert!([400, 405, 421].contains(&table.status(method, &home, &[], b"")), "{method}");
    }

    // Too long.
    let long = vec![b' '; 256 * 1024 + 1];
    assert_eq!(table.status("POST", &format!("{home}api/none"), &[], &long), 413);
    assert_eq!(table.status("POST", &format!("{home}api/none"), &[], &long[1..]), 404);
    let chunked = ["Content-Length:", "Transfer-Encoding: chunked"];
    let mut chunks = Vec::new();
    for chunk in long.chunks(1024) {
        chunks.extend(format!("{:x}\r\n", chunk.len()).bytes().chain(chunk.iter().copied()).chain(*b"\r\n"));
    }
    chunks.extend(b"0\r\n\r\n");
    assert_eq!(table.status("POST", &format!("{home}api/none"), &chunked, &chunks), 413);
    assert_eq!(get(&format!("{home}{}", "a".repeat(8000)), &[]), 404);
    assert!([414, 431].contains(&get(&format!("{home}{}", "a".repeat(40_000)), &[])));
    assert_eq!(get(&home, &[&format!("X: {}", "a".repeat(40_000))]), 431);
}

#[test]
fn no_other_file_can_be_named() {
    let notebook = Fixture::new();
    let table = notebook.start();
    for path in [
        "../",
        "../../etc/passwd",
        "%2e%2e/",
        "..%2f..%2fetc%2fpasswd",
        "./page.css",
        "/page.css",
        "//page.css",
        "page.css/",
        "page.css%00",
        "%00",
        "page.css%20",
        "Page.css",
        "\\page.css",
        "journals",
        "enochian.toml",
        "journals/link.md",
        ".table",
        "file:///etc/passwd",
        "%",
        "%zz",
        "%ff%fe",
        "src/server/http.rs",
    ] {
        assert_eq!(table.get(path), 404, "{path}");
    }
    let link = format!("journal={}", notebook.path("secret").display());
    for query in [
        "journal=../../etc/passwd",
        "journal=..%2f..%2fsecret",
        "journal=../../secret",
        "journal=/etc/passwd",
        "journal=",
        "journal=.",
        "journal=..",
        "journal=.table",
        "journal=link",
        "journal=%00",
        "journal=C:\\x",
        "journal=..\\x",
        "",
        "journal",
        "draft=../questions/brother",
        "draft=../enochian",
        "draft=%2e%2e%2fenochian",
        &link,
        &format!("journal={JOURNAL}%00"),
        &format!("journal={JOURNAL}/"),
        &format!("journal=./{JOURNAL}"),
        &format!("journal={}", "a".repeat(5000)),
    ] {
        for path in ["thumbnail.svg", "api/state", "api/state", "api/step", "api/conclusion", "journal.md", "page.html"]
        {
            assert!([400, 404].contains(&table.get(&format!("{path}?{query}"))), "{path}?{query}");
        }
    }
    assert_eq!(table.get(&format!("thumbnail.svg?journal={JOURNAL}")), 200);
    assert_eq!(table.get("thumbnail.svg?draft=unfinished-question"), 200);
    for query in ["", "?board=Spirit", "?board=%3Cscript%3E", "?board=Water&square=z9", "?board=Water&square="] {
        assert_eq!(table.get(&format!("square.svg{query}")), 400, "{query}");
    }
}

#[test]
fn every_answer_has_the_security_headers() {
    let notebook = Fixture::new();
    let table = notebook.start();
    let home = format!("/{}/", table.token);
    for path in
        ["/", &home, &format!("{home}board.svg?board=Air"), &format!("{home}none"), &format!("{home}events?stream=a")]
    {
        let mut stream = table.connect();
        stream.write_all(&table.request("GET", path, &[], b"")).unwrap();
        let head: Vec<String> =
            BufReader::new(stream).lines().map(Result::unwrap).take_while(|line| !line.is_empty()).collect();
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cache-control: no-store",
            "cross-origin-opener-policy: same-origin",
            "cross-origin-resource-policy: same-origin",
            "x-frame-options: DENY",
        ] {
            assert!(head.iter().any(|line| line == header), "{path}: {header} is missing in {head:#?}");
        }
        assert!(!head.iter().any(|line| line.starts_with("access-control-")), "{head:#?}");
    }
}

/// Requests that nobody means well with: mutations of valid ones, and worse.
struct Foe<'t> {
    chance: Xoshiro256PlusPlus,
    table: &'t Table,
}

impl Foe<'_> {
    fn below(&mut self, count: usize) -> usize {
        (self.chance.next_u64() % count as u64) as usize
    }

    fn one<'c>(&mut self, choices: &[&'c str]) -> &'c str {
        choices[self.below(choices.len())]
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        let count = self.below(most + 1);
        (0..count).map(|_| self.chance.next_u64() as u8).collect()
    }

    /// A request that would be let in, but asks for nonsense.
    fn nonsense(&mut self) -> Vec<u8> {
        let calls = [
            "api/draft",
            "api/draft/remove",
            "api/seating",
            "api/begin",
            "api/game",
            "api/act",
            "api/claim",
            "api/annotate",
            "api/game",
            "api/act",
            "x",
        ];
        let files = [
            "api/home",
            "api/state",
            "api/search",
            "api/draft",
            "api/meaning",
            "api/kinds",
            "api/state",
            "api/step",
            "kind.svg",
            "board.svg",
            "thumbnail.svg",
            "page.html",
            "journal.md",
        ];
        let names =
            ["../../secret", "link", ".table", "%00", "..%2fquestions%2fbrother", "%ff", "<script>", "'%22;--", ""];
        let token = self.table.token.clone();
        if self.below(2) == 0 {
            let (file, name) = (self.one(&files), self.one(&names));
            let path = format!(
                "/{token}/{file}?journal={name}&draft={name}&square={name}&board={name}&kind={name}&after={name}&seat=0&q={name}&limit=-1"
            );
            return self.table.request("GET", &path, &[], b"");
        }
        let mut body = match self.below(4) {
            0 => self.bytes(2000),
            1 => format!("{{\"journal\":{{\"a\":{}}}}}", self.below(9)).into_bytes(),
            2 => "[".repeat(self.below(20_000)).into_bytes(),
            _ => format!("{{\"journal\":\"{0}\",\"draft\":\"{0}\",\"from\":\"{0}\",\"given\":1}}", self.one(&names))
                .into_bytes(),
        };
        // It is never the JSON of a call.
        body.push(b'\xff');
        let path = format!("/{token}/{}", self.one(&calls));
        self.table.request("POST", &path, &[], &body)
    }

    /// A request that would change something, if it were let in.
    fn forged(&mut self) -> Vec<u8> {
        let body = br#"{"draft":null,"fields":{"question":"Whose page is this?"}}"#;
        let token = self.table.token.clone();
        let path = format!("/{token}/api/draft");
        match self.below(6) {
            0 => self.table.request("POST", "/api/draft", &[], body),
            1 => self.table.request("POST", &format!("/{}/api/draft", &token[1..]), &[], body),
            2 => self.table.request("POST", &path, &["Host: evil.example"], body),
            3 => self.table.request("POST", &path, &["Origin: http://evil.example"], body),
            4 => self.table.request("POST", &path, &["Content-Type: text/plain"], body),
            _ => self.table.request("POST", &path, &["Sec-Fetch-Site: cross-site"], body),
        }
    }

    fn next(&mut self) -> Vec<u8> {
        match self.below(8) {
            0 => self.bytes(4000),
            1 => self.nonsense(),
            2 => self.forged(),
            // Half a request.
            3 => {
                let mut request = self.nonsense();
                request.truncate(self.below(request.len()));
                request
            }
            // Some bytes are others.
            4 => {
                let mut request = self.forged();
                for _ in 0..=self.below(8) {
                    let place = self.below(request.len());
                    request[place] = self.chance.next_u64() as u8;
                }
                request
            }
            // Huge or many headers.
            5 => {
                let (name, long) =
                    (self.one(&["X", "Cookie", "Host", "Origin", "Content-Length"]), self.below(100_000));
                let header = format!("{name}: {}", "9".repeat(long));
                let many = "\r\nX: y".repeat(self.below(300));
                self.table.request("GET", "/", &[&header, &format!("Y: z{many}")], b"")
            }
            // Several at once, the last one incomplete, or with a body that hides another.
            6 => {
                let count = self.below(20);
                let mut requests: Vec<u8> =
                    (0..count).flat_map(|_| self.table.request("GET", "/", &["Connection: keep-alive"], b"")).collect();
                requests.extend(self.forged());
                requests.extend(self.nonsense());
                requests.truncate(requests.len() - self.below(40));
                requests
            }
            // Lengths that contradict each other.
            _ => {
                let length = self.one(&["-1", "0", "5, 6", "99999999999999999999", "1e3", "+3"]);
                let lines = [format!("Content-Length: {length}"), "Transfer-Encoding: chunked".to_owned()];
                let changed: Vec<&str> = lines.iter().take(1 + self.below(2)).map(String::as_str).collect();
                let path = format!("/{}/api/draft", self.table.token);
                self.table.request("POST", &path, &changed, b"zz\r\n{\"draft\":null}\r\n0\r\n\r\n")
            }
        }
    }
}

#[test]
fn hostile_requests_change_nothing() {
    let notebook = Fixture::new();
    let before = notebook.files();
    let mut table = notebook.start();
    let mut slow: Vec<TcpStream> = Vec::new();
    let mut foe = Foe { chance: Xoshiro256PlusPlus::seed_from_u64(15), table: &table };
    let mut statuses = BTreeMap::new();
    for number in 0..short_or_whole(400, 1000) {
        let request = foe.next();
        if number % 20 == 0 {
            // Sent no further than a few bytes; the others do not wait for it.
            let mut stream = table.connect();
            stream.write_all(&request[..request.len().min(9)]).unwrap();
            slow.push(stream);
        }
        *statuses.entry(status(&table.send_and_wait(&request, Duration::from_millis(20)))).or_insert(0) += 1;
    }
    let begun = Instant::now();
    assert_eq!(table.get(""), 200);
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    assert!(table.program.try_wait().unwrap().is_none());
    // They came to different ends, and none came through to be done.
    for status in [0, 400, 403, 404, 415, 421, 431] {
        assert!(statuses.contains_key(&status), "{statuses:?}");
    }
    assert_eq!(notebook.files(), before);
    table.signal("-INT");
    assert!(table.ended().0.success());
    assert_eq!(notebook.files(), before);
}

#[test]
fn a_slow_request_is_ended_and_blocks_nobody() {
    let notebook = Fixture::new();
    let table = notebook.start();
    let mut streams: Vec<TcpStream> = (0..60).map(|_| table.connect()).collect();
    let body = table.request("POST", &format!("/{}/api/draft", table.token), &["Content-Length: 500"], b"{");
    streams[0].write_all(&body).unwrap();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(short_or_whole(2, 12)) {
        for stream in &mut streams[1..] {
            let _ = stream.write_all(b"G");
        }
        let asked = Instant::now();
        assert_eq!(table.get(""), 200);
        assert!(asked.elapsed() < Duration::from_millis(500), "{:?}", asked.elapsed());
        sleep(Duration::from_secs(1));
    }
    // They have ten seconds.
    for stream in streams.iter_mut().take(short_or_whole(0, 60)) {
        stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
        let mut back = Vec::new();
        // Ended, not waiting.
        let end = stream.read_to_end(&mut back).map_err(|error| error.kind());
        assert!(!matches!(end, Err(std::io::ErrorKind::WouldBlock)), "{end:?}");
    }
}

#[test]
fn whoever_has_no_token_takes_no_place() {
    let notebook = Fixture::new();
    let table = notebook.start();
    let home = format!("/{}/", table.token);
    let ask = |stream: &mut TcpStream, path: &str| {
        stream.write_all(&table.request("HEAD", path, &["Connection: keep-alive"], b"")).unwrap();
        let mut head = vec![0; 4096];
        let length = stream.read(&mut head).unwrap();
        status(&head[..length])
    };
    let mut own = table.connect();
    assert_eq!(ask(&mut own, &home), 200);
    let at_once = || {
        let asked = Instant::now();
        assert_eq!(table.get(""), 200);
        assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    };
    let _idle: Vec<TcpStream> = (0..200).map(|_| table.connect()).collect();
    at_once();
    let _refused: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = table.connect();
            assert_eq!(ask(&mut stream, "/"), 404);
            stream
        })
        .collect();
    at_once();
    assert_eq!(ask(&mut own, &home), 200, "none of the owner's connections is closed for them");
}

#[test]
fn event_streams_are_few_and_are_freed_when_the_browser_goes() {
    let notebook = Fixture::new();
    let table = notebook.start();
    let request = table.request("GET", &format!("/{}/events?stream=a", table.token), &[], b"");
    let open = || {
        let mut stream = table.connect();
        stream.write_all(&request).unwrap();
        let mut lines = BufReader::new(stream.try_clone().unwrap());
        let mut line = String::new();
        lines.read_line(&mut line).unwrap();
        (stream, line)
    };
    let mut streams: Vec<_> = (0..5).map(|_| open()).collect();
    assert!(streams.iter().all(|(_, line)| line.starts_with("HTTP/1.1 200")));
    assert!(open().1.starts_with("HTTP/1.1 503"));
    streams.pop();
    sleep(Duration::from_millis(200));
    assert!(open().1.starts_with("HTTP/1.1 200"));
    // An open stream does not hold up the end.
    table.signal("-INT");
    assert!(table.ended().0.success());
}

#[test]
fn one_table_at_a_time_and_the_second_start_names_it() {
    let notebook = Fixture::new();
    let table = notebook.start();
    let second = notebook.run(&["--no-open"]);
    assert_eq!(second.status.code(), Some(1));
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(said.starts_with("error: ") && said.contains(&table.address), "{said}");
    assert_eq!(table.get(""), 200);

    // Only its owner may read the address, which is not among the journals.
    let address_file = &only(notebook.runtime_files());
    assert_eq!(fs::read_to_string(address_file).unwrap(), format!("{}\n", table.address));
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(address_file), mode(address_file.parent().unwrap())), (0o600, 0o700));
    let hidden = hidden_in(&notebook.path("notebook/journals"));
    assert!(hidden.len() == 1 && hidden[0].ends_with(".table.lock"), "{hidden:?}");
    // Another path of the folder leads to the same table.
    let other = notebook.path("other");
    symlink(notebook.path("notebook/journals"), &other).unwrap();
    let third = notebook.run(&["--no-open", "--journals", other.to_str().unwrap()]);
    assert!(String::from_utf8(third.stderr).unwrap().contains(&table.address));

    table.signal("-INT");
    let (status, said) = table.ended();
    assert_eq!(status.code(), Some(0));
    assert_eq!(said, "Press Ctrl-C to close it.\nThe table is closed. Everything is saved.\n");
    assert_eq!(hidden_in(&notebook.path("notebook/journals")), <[String; 0]>::default());
    assert_eq!(notebook.runtime_files(), <[PathBuf; 0]>::default());
}

/// The other users of a computer can list the arguments of commands.
#[test]
fn the_browser_is_started_without_the_secret() {
    let notebook = Fixture::new();
    let (opener, argument) = (notebook.path("bin/xdg-open"), notebook.path("argument"));
    fs::create_dir(notebook.path("bin")).unwrap();
    fs::write(&opener, format!("#!/bin/sh\necho \"$@\" >{0}.new; mv {0}.new {0}\n", argument.display())).unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", notebook.path("bin").display());
    let command = || {
        let mut command = notebook.command(&[]);
        command.env("PATH", &path).env("DISPLAY", ":99");
        command
    };
    let table = Table::of(&mut command());
    wait_for("the browser", || argument.exists());
    let opened = fs::read_to_string(&argument).unwrap();
    assert!(!opened.contains(&table.token), "{opened}");
    let page = Path::new(opened.trim());
    assert!(fs::read_to_string(page).unwrap().contains(&format!("url={}\"", table.address)));
    assert_eq!(page.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    // As the browser comes from that page.
    let fetched = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"];
    assert_eq!(table.status("GET", &format!("/{}/", table.token), &fetched, b""), 200);
    // A second start shows the table that is open.
    fs::remove_file(&argument).unwrap();
    let second = command().output().unwrap();
    assert!(second.status.success());
    let said = String::from_utf8(second.stdout).unwrap();
    assert!(said.starts_with(&format!("The table is already open at {}\nIf the browser", table.address)), "{said}");
    wait_for("the browser", || argument.exists());
    assert_eq!(Path::new(fs::read_to_string(&argument).unwrap().trim()), page);
    table.signal("-INT");
    assert!(table.ended().1.contains("If the browser does not show the table, open the address"));
    assert_eq!(notebook.runtime_files(), <[PathBuf; 0]>::default());
}

#[test]
fn a_killed_table_can_be_opened_again_at_once() {
    let notebook = Fixture::new();
    let mut killed = notebook.start();
    killed.program.kill().unwrap();
    killed.program.wait().unwrap();
    let address_file = &only(notebook.runtime_files());
    let table = notebook.start();
    assert_eq!(table.get(""), 200);
    assert_ne!(table.token, killed.token);
    // Somebody else's file in the place of the address is replaced, not written to.
    drop(table);
    fs::remove_file(address_file).unwrap();
    symlink(notebook.path("secret.md"), address_file).unwrap();
    let secret = fs::read(notebook.path("secret.md")).unwrap();
    drop(notebook.start());
    assert_eq!(fs::read(notebook.path("secret.md")).unwrap(), secret);
    for signal in ["-TERM", "-HUP"] {
        let table = notebook.start();
        table.signal(signal);
        assert_eq!(table.ended().0.code(), Some(0), "{signal}");
    }
    // One Ctrl-C may reach the program twice at once: by itself and as one of its group.
    let table = notebook.start();
    let id = table.program.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id, &id]).status().unwrap().success());
    assert_eq!(table.ended().0.code(), Some(0), "two signals");
}

#[test]
fn a_port_and_a_place_to_begin_can_be_named() {
    let notebook = Fixture::new();
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = other.local_addr().unwrap().port().to_string();
    let taken = notebook.run(&["--no-open", "--port", &port]);
    assert_eq!(taken.status.code(), Some(1));
    let said = String::from_utf8(taken.stderr).unwrap();
    assert_eq!(
        said,
        format!("error: port {port} is used by another program; choose another, or leave out --port for a free one\n")
    );
    drop(other);
    let table = notebook.start_with(&["--no-open", "--port", &port, "is-my-brother"]);
    assert!(table.host.ends_with(&format!(":{port}")));
    assert!(table.address.ends_with(&format!("/#journal={JOURNAL}")), "{}", table.address);
    drop(table);
    let question = notebook.start_with(&["--no-open", "questions/brother.toml"]);
    let (_, name) = question.address.split_once("#draft=").unwrap();
    let draft = fs::read_to_string(notebook.path(&format!("notebook/journals/{name}.toml"))).unwrap();
    assert!(draft.contains("question = \"Is my brother happy?\""), "{draft}");
    drop(question);
    let none = notebook.run(&["--no-open", "nothing-like-it"]);
    assert_eq!(none.status.code(), Some(1));
    let elsewhere = notebook.run(&["--no-open", notebook.path("secret.md").to_str().unwrap()]);
    assert!(String::from_utf8(elsewhere.stderr).unwrap().contains("is not in"));
}

#[test]
fn the_notebook_at_home_is_created_and_used_where_no_other_is_named() {
    let notebook = Fixture::new();
    let home = notebook.path("home");
    let elsewhere = |arguments: &[&str]| {
        let mut command = notebook.command(arguments);
        command.current_dir(&home);
        command
    };
    for _ in ["new", "there"] {
        let table = Table::of(&mut elsewhere(&["--home", "--no-open"]));
        assert!(home.join("Enochian/enochian.toml").exists());
        assert_eq!(hidden_in(&home.join("Enochian/journals")).len(), 1);
        drop(table);
    }
    // In a notebook it is that one, and so is a folder that is named.
    drop(notebook.start_with(&["--home", "--no-open"]));
    let named = notebook.path("named");
    drop(Table::of(elsewhere(&["--home", "--no-open"]).env("ENOCHIAN_JOURNALS", &named)));
    assert!(named.exists());
    // What is there and is no notebook is left alone.
    fs::remove_dir_all(home.join("Enochian")).unwrap();
    fs::create_dir(home.join("Enochian")).unwrap();
    fs::write(home.join("Enochian/other.txt"), "").unwrap();
    let refused = elsewhere(&["--home", "--no-open"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("Enochian is not empty, so nothing was changed; name a"), "{said}");
    assert_eq!(fs::read_dir(home.join("Enochian")).unwrap().count(), 1);
}

#[test]
fn the_page_can_close_the_table() {
    let notebook = Fixture::new();
    let table = notebook.start();
    let mut events = table.connect();
    events.write_all(&table.request("GET", &format!("/{}/events?stream=a", table.token), &[], b"")).unwrap();
    let mut line = String::new();
    let mut lines = BufReader::new(events);
    lines.read_line(&mut line).unwrap();
    assert_eq!(table.status("POST", &format!("/{}/api/stop", table.token), &[], br#"{"client":"a"}"#), 200);
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("data: {\"kind\":\"stopped\"}\n\n"), "{rest}");
    assert_eq!(table.ended().0.code(), Some(0));
}

#[test]
fn downloads_have_names() {
    let notebook = Fixture::new();
    let copy = format!("notebook/journals/{JOURNAL}.md");
    fs::copy(notebook.path(&copy), notebook.path("notebook/journals/glück \"1\".md")).unwrap();
    let table = notebook.start();
    for (path, name) in [("journal.md", "md"), ("page.html", "html")] {
        let path = format!("/{}/{path}?journal=gl%C3%BCck+%221%22", table.token);
        let answer = table.send(&table.request("GET", &path, &[], b""));
        let answer = String::from_utf8(answer).unwrap();
        let header = format!("content-disposition: attachment; filename*=UTF-8''gl%C3%BCck%20%221%22.{name}\r\n");
        assert!(status(answer.as_bytes()) == 200 && answer.contains(&header), "{}", &answer[..900]);
    }
}
