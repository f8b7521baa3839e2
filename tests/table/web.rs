//! The page without a server, as `crates/web/build` makes it, in a real browser that is killed.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::chromium::Chromium;

/// The folder that `crates/web/build` makes.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/site");

/// A server of files, as any web space has it, which counts what the page was told.
pub(crate) struct WebSpace {
    pub(crate) address: String,
    /// The journal whose turns were told last, and how many of them.
    told: Arc<Mutex<(String, u64)>>,
    /// Whether it has gone: it answers nobody any more.
    has_gone: Arc<AtomicBool>,
}

impl Drop for WebSpace {
    fn drop(&mut self) {
        self.has_gone.store(true, Ordering::Relaxed);
        // The one that waits for a browser sees it.
        let _ = TcpStream::connect(self.address.trim_start_matches("http://").trim_end_matches('/'));
    }
}

impl WebSpace {
    pub(crate) fn serve() -> WebSpace {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://localhost:{}/", listener.local_addr().unwrap().port());
        let of_space = Arc::new(Mutex::new((String::new(), 0)));
        let has_gone = Arc::new(AtomicBool::new(false));
        let (told, gone) = (Arc::clone(&of_space), Arc::clone(&has_gone));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if gone.load(Ordering::Relaxed) {
                    return;
                }
                let (told, gone) = (Arc::clone(&told), Arc::clone(&gone));
                thread::spawn(move || {
                    let mut reader = BufReader::new(&stream);
                    let mut line = String::new();
                    while reader.read_line(&mut line).is_ok_and(|read| read > 0) && !gone.load(Ordering::Relaxed) {
                        let path = line.split(' ').nth(1).unwrap_or_default().trim_start_matches('/').to_owned();
                        let mut header = String::new();
                        while reader.read_line(&mut header).is_ok_and(|read| read > 2) {
                            header.clear();
                        }
                        let said = path.strip_prefix("told?").and_then(|said| said.split_once('&'));
                        if let Some((journal, turns)) = said {
                            *told.lock().unwrap() = (journal.to_owned(), turns.parse().unwrap());
                        }
                        let path = path.split('?').next().unwrap();
                        let file = if path.is_empty() { "index.html" } else { path };
                        let (status, body) = match fs::read(Path::new(FOLDER).join(file)) {
                            Ok(body) => ("200 OK", body),
                            Err(_) => ("404 Not Found", Vec::new()),
                        };
                        let kind = match file.rsplit('.').next() {
                            Some("html") => "text/html",
                            Some("js") => "text/javascript",
                            Some("css") => "text/css",
                            Some("wasm") => "application/wasm",
                            Some("svg") => "image/svg+xml",
                            _ => "application/octet-stream",
                        };
                        let length = body.len();
                        let head =
                            format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n");
                        if (&stream).write_all(&[head.as_bytes(), &body].concat()).is_err() {
                            return;
                        }
                        line.clear();
                    }
                });
            }
        });
        WebSpace { address, told: of_space, has_gone }
    }
}

/// What the page asks of the program by itself: `play()` goes on with the reading, turn after turn, and says each that is kept.
const SCRIPT: &str = r#"
    window.ask = async (address, body) => {
        const { reach } = await import("./reach.js");
        return (await reach(address, body && { method: "POST", body: JSON.stringify(body) })).json();
    };
    window.reading = async () => {
        const home = await ask("api/home?client=k");
        if (home.unfinished[0]) return home.unfinished[0].journal;
        const { draft } = await ask("api/draft", { draft: null, fields: { question: "Is it kept?", category: "brother", die: "program" } });
        return (await ask("api/begin", { draft, client: "k" })).journal;
    };
    window.turns = async journal => (await ask(`api/state?journal=${journal}&client=k`)).turns.list.length;
    window.conclude = async () => {
        const journal = await reading(), { revision } = await ask(`api/state?journal=${journal}&client=k`);
        await ask("api/act", { journal, client: "k", id: `${Math.random()}`, revision, act: { kind: "conclude" } });
    };
    window.play = async () => {
        const journal = await reading();
        let state = await ask(`api/state?journal=${journal}&client=k`), number = 0;
        while (!state.now.end) {
            const { offers, no_move } = state.now;
            const act = no_move ? { kind: "pass" } : offers.length ? { kind: "move", text: offers[number % offers.length].text } : { kind: "deal" };
            const answer = await ask("api/act", { journal, client: "k", id: `${Math.random()}`, revision: state.revision, act });
            if (!answer.state) throw new Error(JSON.stringify(answer));
            state = await ask(`api/state?journal=${journal}&client=k`);
            if (state.turns.list.length !== number) {
                number = state.turns.list.length;
                await fetch(`told?${journal}&${number}`);
            }
        }
    };
"#;

/// How often the browser is killed; `ENOCHIAN_KILLS=500` is the measure of docs/WEB.md.
fn kills() -> u64 {
    std::env::var("ENOCHIAN_KILLS").map_or(8, |number| number.parse().unwrap())
}

#[test]
#[ignore = "long: `.ci/long` kills browsers"]
fn what_a_killed_browser_has_shown_is_kept() {
    let space = WebSpace::serve();
    let profile = tempfile::tempdir().unwrap();
    let mut shown = 0;
    for kill in 0..kills() {
        let Some(mut browser) = Chromium::with_profile(profile.path()) else { return };
        browser.visit(&space.address);
        browser.becomes("document.querySelector('textarea') !== null", true);
        browser.js(SCRIPT);
        let (journal, told) = space.told.lock().unwrap().clone();
        if told > 0 {
            let kept = browser.awaited(&format!("turns('{journal}')")).as_u64().unwrap();
            assert!(kept >= told, "kill {kill}: of {told} turns that were shown {kept} are left");
        }
        // Another reading now and then, so that journals do not become long.
        let end = if told > 60 { "conclude()" } else { "Promise.resolve()" };
        browser.js(&format!("void {end}.then(play).catch(error => {{ window.failed = String(error) }})"));
        // At any moment, in a call, in a flush or between two.
        thread::sleep(Duration::from_millis(150 + kill * 7919 % 450));
        let (now, turns) = space.told.lock().unwrap().clone();
        shown += if now == journal { turns - told } else { turns };
        browser.kill();
    }
    assert!(shown > kills() / 2, "only {shown} turns were shown");
    println!("{} kills, {shown} turns shown, none lost", kills());
}
