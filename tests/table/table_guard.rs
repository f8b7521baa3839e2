//! `enochian table` lets nobody in but its owner's browser, whatever is sent to it, and ends and starts again cleanly.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tempfile::TempDir;

use crate::chromium::Chromium;
use crate::desk::http::{Served, status};
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

    fn start(&self) -> Served {
        self.start_with(&["--no-open"])
    }

    fn start_with(&self, arguments: &[&str]) -> Served {
        Served::start(&mut self.command(arguments))
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
            !name.ends_with("-table.lock") && !path.starts_with(self.path("home"))
        });
        files
    }
}

/// The names in a folder that begin with a dot.
fn hidden_in(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with('.')).collect()
}

/// How long an answer may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(20);

impl Served {
    fn status(&self, method: &str, path: &str, changed: &[&str], body: &[u8]) -> u16 {
        status(&self.send(&self.request(method, path, changed, body), PATIENCE).unwrap())
    }

    /// The status of a path after the token.
    fn get(&self, path: &str) -> u16 {
        self.status("GET", &format!("/{}/{path}", self.token), &[], b"")
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.program.0.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until the program has ended; what it said after its address.
    fn ended(mut self) -> (ExitStatus, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.program.0.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < Duration::from_secs(5), "it did not end");
            sleep(Duration::from_millis(10));
        };
        let mut said = String::new();
        self.printed.read_to_string(&mut said).unwrap();
        (status, said)
    }

    /// The requests of `requests.txt`, each with its row and the status that it gets.
    fn requests(&self) -> Vec<(String, u16, Vec<u8>)> {
        let home = format!("/{}/", self.token);
        let rotated = format!("{}{}", &self.token[1..], &self.token[..1]);
        let port = self.host.rsplit(':').next().unwrap();
        let rows = include_str!("requests.txt").lines().filter(|row| !row.starts_with('#'));
        let of_row = |row: &str| {
            let replaced =
                [("HOME", &*home), ("TOKEN", &self.token), ("ROTATED", &rotated), ("HOST", &self.host), ("PORT", port)];
            let given = replaced.iter().fold(row.to_owned(), |row, (name, value)| row.replace(name, value));
            let given = given.replace("\\r\\n", "\r\n");
            let parts: Vec<&str> = given.split('|').map(str::trim).collect();
            let [status, request, changed] = parts[..] else { panic!("requests.txt: {row}") };
            let (method, path) = request.split_once(' ').unwrap();
            // A parameter of a header begins with `;` too, but has no colon.
            let mut headers: Vec<String> = Vec::new();
            for part in changed.split("; ").filter(|part| !part.is_empty()) {
                match headers.last_mut().filter(|_| !part.contains(':')) {
                    Some(header) => header.push_str(&format!("; {part}")),
                    None => headers.push(part.to_owned()),
                }
            }
            let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
            let body = if method == "POST" { "{}" } else { "" };
            (row.to_owned(), status.parse().unwrap(), self.request(method, path, &headers, body.as_bytes()))
        };
        rows.map(of_row).collect()
    }
}

/// A page of somebody else, on another port of this computer. Returns its address.
fn hostile_page() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let page = "<!doctype html><iframe name=answer></iframe>";
            let head = format!("Content-Type: text/html\r\nContent-Length: {}\r\nConnection: close", page.len());
            let _ = stream.write_all(format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n{page}").as_bytes());
        }
    });
    format!("127.0.0.1:{port}")
}

#[test]
fn a_hostile_page_gets_and_changes_nothing_even_if_it_knows_the_address() {
    let Some(mut browser) = Chromium::start() else { return };
    let (notebook, hostile) = (Fixture::new(), hostile_page());
    let table = notebook.start();
    let before = notebook.files();
    let begin = r#"{"act": "begin", "fields": {"question": "Is he well?", "matter": "brother"}}"#;
    let address = &table.address;
    let asks = [
        format!(
            "new Promise(done => {{ const it = new Image(); it.onload = () => done(true); it.onerror = () => done(false); it.src = '{address}thumbnail.svg?journal={JOURNAL}'; }})"
        ),
        format!("fetch('{address}journal.md?journal={JOURNAL}').then(it => it.ok, () => false)"),
        format!(
            "fetch('{address}act?ask', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }}, body: '{begin}' }}).then(it => it.ok, () => false)"
        ),
        format!(
            "fetch('{address}act?ask', {{ method: 'POST', mode: 'no-cors', body: '{begin}' }}).then(it => it.ok, () => false)"
        ),
    ];
    // A form of plain text sends JSON: the name and the value of its field with = between them.
    let (name, value) = begin.split_once("well").unwrap();
    let form = format!(
        "new Promise(done => {{ const form = document.createElement('form'), field = document.createElement('input'); \
         Object.assign(form, {{ action: '{address}act?ask', method: 'post', enctype: 'text/plain', target: 'answer' }}); \
         Object.assign(field, {{ name: '{name}', value: 'well{value}' }}); form.append(field); document.body.append(form); \
         document.querySelector('iframe').onload = () => done(true); form.submit(); }})"
    );
    for host in [hostile.clone(), hostile.replace("127.0.0.1", "localhost")] {
        browser.load(&format!("http://{host}/"));
        for ask in &asks {
            assert_eq!(browser.awaited(ask), false, "from {host}: {ask}");
        }
        assert_eq!(browser.awaited(&form), true);
        assert_eq!(notebook.files(), before, "{host}");
    }
    // The same from the table's own page.
    browser.visit(address);
    for ask in &asks[..3] {
        assert_eq!(browser.awaited(ask), true, "{ask}");
    }
    assert_ne!(notebook.files(), before);
}

#[test]
fn whoever_is_not_the_owners_browser_is_refused() {
    let notebook = Fixture::new();
    let table = notebook.start();
    for (row, expected, request) in table.requests() {
        assert_eq!(status(&table.send(&request, PATIENCE).unwrap()), expected, "requests.txt: {row}");
    }
    let refused = table.send(&table.request("GET", "/", &[], b""), PATIENCE).unwrap();
    assert!(refused.contains("Open the address that <code>enochian table</code> printed"), "{refused}");
    assert!(!refused.contains(&table.token));

    // Too long.
    let call = format!("/{}/api/none", table.token);
    let long = vec![b' '; 256 * 1024 + 1];
    assert_eq!(table.status("POST", &call, &[], &long), 413);
    assert_eq!(table.status("POST", &call, &[], &long[1..]), 404);
    assert_eq!(table.status("POST", &call.replace("api/none", "act"), &[], "[".repeat(200_000).as_bytes()), 400);
    let chunks = long.chunks(1024).map(|chunk| [format!("{:x}\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat());
    let chunks = [chunks.collect::<Vec<_>>().concat(), b"0\r\n\r\n".to_vec()].concat();
    assert_eq!(table.status("POST", &call, &["Content-Length:", "Transfer-Encoding: chunked"], &chunks), 413);
    assert_eq!(table.get(&"a".repeat(8000)), 404);
    assert!([414, 431].contains(&table.get(&"a".repeat(40_000))));
    assert_eq!(table.status("GET", "/", &[&format!("X: {}", "a".repeat(40_000))], b""), 431);
}

#[test]
fn every_answer_has_the_security_headers() {
    let notebook = Fixture::new();
    let table = notebook.start();
    let home = format!("/{}/", table.token);
    for path in ["/", &home, &format!("{home}board.svg?board=Air"), &format!("{home}none")] {
        let mut stream = table.connect(PATIENCE).unwrap();
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

#[test]
fn hostile_requests_change_nothing() {
    let notebook = Fixture::new();
    let before = notebook.files();
    let mut table = notebook.start();
    let requests = table.requests();
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(15);
    let mut slow: Vec<TcpStream> = Vec::new();
    let mut statuses = BTreeSet::new();
    for number in 0..short_or_whole(400, 1000) {
        let mut below = |bound: usize| (chance.next_u64() % bound.max(1) as u64) as usize;
        let mut request = requests[below(requests.len())].2.clone();
        match below(5) {
            // Nonsense.
            0 => request = (0..below(4000)).map(|place| (place * below(256)) as u8).collect(),
            // Half a request.
            1 => request.truncate(below(request.len())),
            // Some bytes are others.
            2 => (0..=below(8)).for_each(|_| {
                let place = below(request.len());
                request[place] = below(256) as u8;
            }),
            // Huge or many headers, and lengths that contradict each other.
            3 => {
                let (lengths, many) = (["-1", "5, 6", "99999999999999999999", "1e3"], "X: y\r\n".repeat(below(300)));
                let length = format!(
                    "Content-Length: {}\r\nCookie: {}\r\n{many}",
                    lengths[below(4)],
                    "9".repeat(below(100_000))
                );
                let first = request.iter().position(|byte| *byte == b'\n').unwrap() + 1;
                drop(request.splice(first..first, length.into_bytes()));
            }
            // Several at once, the last one incomplete.
            _ => {
                request = request.repeat(below(20));
                request.truncate(request.len().saturating_sub(below(40)));
            }
        }
        if number % 20 == 0 {
            // Sent no further than a few bytes; the others do not wait for it.
            let mut stream = table.connect(PATIENCE).unwrap();
            stream.write_all(&request[..request.len().min(9)]).unwrap();
            slow.push(stream);
        }
        statuses.insert(status(&table.send(&request, Duration::from_millis(20)).unwrap()));
    }
    let begun = Instant::now();
    assert_eq!(table.get(""), 200);
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    assert!(table.program.0.try_wait().unwrap().is_none());
    // They came to different ends.
    assert!(statuses.is_superset(&[0, 400, 403, 404, 415, 421, 431].into()), "{statuses:?}");
    table.signal("-INT");
    assert!(table.ended().0.success());
    assert_eq!(notebook.files(), before);
}

#[test]
fn a_slow_request_is_ended_and_blocks_nobody() {
    let notebook = Fixture::new();
    let table = notebook.start();
    let mut streams: Vec<TcpStream> = (0..60).map(|_| table.connect(PATIENCE).unwrap()).collect();
    let body = table.request("POST", &format!("/{}/act", table.token), &["Content-Length: 500"], b"{");
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
        status(&String::from_utf8_lossy(&head[..length]))
    };
    let mut own = table.connect(PATIENCE).unwrap();
    assert_eq!(ask(&mut own, &home), 200);
    let at_once = || {
        let asked = Instant::now();
        assert_eq!(table.get(""), 200);
        assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    };
    let _idle: Vec<TcpStream> = (0..200).map(|_| table.connect(PATIENCE).unwrap()).collect();
    at_once();
    let _refused: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = table.connect(PATIENCE).unwrap();
            assert_eq!(ask(&mut stream, "/"), 404);
            stream
        })
        .collect();
    at_once();
    assert_eq!(ask(&mut own, &home), 200, "none of the owner's connections is closed for them");
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
    assert!(hidden.len() == 1 && hidden[0].ends_with("-table.lock"), "{hidden:?}");
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
    let table = Served::start(&mut command());
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
    killed.program.0.kill().unwrap();
    killed.program.0.wait().unwrap();
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
    let id = table.program.0.id().to_string();
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
    let (_, name) = question.address.split_once("#ask&draft=").unwrap();
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
        let table = Served::start(&mut elsewhere(&["--no-open"]));
        assert!(home.join("Enochian/enochian.toml").exists());
        assert_eq!(hidden_in(&home.join("Enochian/journals")).len(), 1);
        drop(table);
    }
    // In a notebook it is that one, and so is a folder that is named.
    drop(notebook.start_with(&["--no-open"]));
    let named = notebook.path("named");
    drop(Served::start(elsewhere(&["--no-open"]).env("ENOCHIAN_JOURNALS", &named)));
    assert!(named.exists());
    // What is there and is no notebook is left alone.
    fs::remove_dir_all(home.join("Enochian")).unwrap();
    fs::create_dir(home.join("Enochian")).unwrap();
    fs::write(home.join("Enochian/other.txt"), "").unwrap();
    let refused = elsewhere(&["--no-open"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("Enochian is not empty, so nothing was changed; name a"), "{said}");
    assert_eq!(fs::read_dir(home.join("Enochian")).unwrap().count(), 1);
}

#[test]
fn the_page_can_close_the_table() {
    let notebook = Fixture::new();
    let table = notebook.start();
    assert_eq!(table.status("POST", &format!("/{}/api/stop", table.token), &[], b"{}"), 200);
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
        let answer = table.send(&table.request("GET", &path, &[], b""), PATIENCE).unwrap();
        let header = format!("content-disposition: attachment; filename*=UTF-8''gl%C3%BCck%20%221%22.{name}\r\n");
        assert!(status(&answer) == 200 && answer.contains(&header), "{}", &answer[..900]);
    }
}
