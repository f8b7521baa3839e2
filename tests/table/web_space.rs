//! A server of files, as any web space is one, with the page that `crates/web/build` makes.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// The folder that `crates/web/build` makes.
pub(crate) const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/site");

/// A server of files, as any web space has it, which counts what the page was told.
pub(crate) struct WebSpace {
    pub(crate) address: String,
    /// The journal whose turns were told last, and how many of them.
    pub(crate) told: Arc<Mutex<(String, u64)>>,
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
    /// Serves what `crates/web/build` made.
    pub(crate) fn serve() -> WebSpace {
        WebSpace::of(Path::new(FOLDER))
    }

    /// Serves another folder.
    pub(crate) fn of(folder: &Path) -> WebSpace {
        let page = folder.join("index.html");
        assert!(page.is_file(), "there is no {}: run crates/web/build first", page.display());
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://localhost:{}/", listener.local_addr().unwrap().port());
        let of_space = Arc::new(Mutex::new((String::new(), 0)));
        let has_gone = Arc::new(AtomicBool::new(false));
        let (told, gone, folder) = (Arc::clone(&of_space), Arc::clone(&has_gone), folder.to_owned());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if gone.load(Ordering::Relaxed) {
                    return;
                }
                let (told, gone, folder) = (Arc::clone(&told), Arc::clone(&gone), folder.clone());
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
                        let (status, body) = match fs::read(folder.join(file)) {
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
