//! A headless Chromium, driven over its pipe: messages of JSON, each ended by a zero.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A browser with one page.
pub(crate) struct Chromium {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    sent: u64,
    session: Option<String>,
    /// What the page did that nobody asked about, oldest first.
    events: Vec<Value>,
    _profile: tempfile::TempDir,
}

/// The program, where it is installed.
fn program() -> Option<&'static str> {
    let installed = |name: &&str| {
        env::split_paths(&env::var_os("PATH").unwrap_or_default()).any(|folder| folder.join(name).is_file())
    };
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(installed)
}

impl Chromium {
    /// Starts a browser. None, with a word on standard error, where there is none; where `ENOCHIAN_BROWSER=must` says
    /// that there is one, it has to be there.
    pub(crate) fn start() -> Option<Chromium> {
        let Some(program) = program() else {
            assert_ne!(env::var("ENOCHIAN_BROWSER").as_deref(), Ok("must"), "no Chromium is installed");
            eprintln!("SKIPPED: no Chromium is installed, so the page was not looked at (apt-get install chromium)");
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        let mut child = Command::new("sh")
            // The pipe's two ends are to be the files 3 and 4.
            .args(["-c", "exec \"$@\" 3<&0 4>&1 >/dev/null 2>&1", "sh", program])
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--remote-debugging-pipe", &format!("--user-data-dir={}", profile.path().display())])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut browser = Chromium { child, to, from, sent: 0, session: None, events: vec![], _profile: profile };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = browser.call("Target.attachToTarget", attach);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Calls a method of the protocol, and waits for what it gives.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.sent += 1;
        let id = self.sent;
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        self.to.write_all(format!("{message}\0").as_bytes()).unwrap();
        loop {
            let answer = self.next();
            if answer["id"] == id {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    fn next(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).unwrap();
        assert_eq!(bytes.pop(), Some(0), "the browser has gone");
        serde_json::from_slice(&bytes).unwrap()
    }

    /// Opens a file, with its fragment if any, and waits until it is there; forgets what was done before.
    pub(crate) fn open(&mut self, file: &Path, fragment: &str) {
        self.call("Page.navigate", json!({"url": "about:blank"}));
        self.events.clear();
        self.call("Page.navigate", json!({"url": format!("file://{}{fragment}", file.display())}));
        while self.js("document.readyState") != "complete" || self.js("location.protocol") != "file:" {}
    }

    /// The value of an expression of JavaScript on the page.
    pub(crate) fn js(&mut self, expression: &str) -> Value {
        let result = self.call("Runtime.evaluate", json!({"expression": expression, "returnByValue": true}));
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// Waits until an expression has a value: a browser scrolls, and tells of new fragments, in its own time.
    pub(crate) fn becomes(&mut self, expression: &str, value: impl Into<Value>) {
        let value = value.into();
        for _ in 0..500 {
            if self.js(expression) == value {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        assert_eq!(self.js(expression), value, "{expression}");
    }

    /// Presses a key.
    pub(crate) fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", json!({"type": kind, "key": key, "code": key}));
        }
    }

    /// Clicks in the middle of what a selector finds, as a person does.
    pub(crate) fn click(&mut self, selector: &str) {
        let place = self.js(&format!(
            "(() => {{ const it = document.querySelector({selector:?}); it.scrollIntoView({{block: 'center'}}); \
             const r = it.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let at = json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", at);
        }
    }

    /// What the page complained of since it was opened: errors, and whatever its policy forbade.
    pub(crate) fn complaints(&mut self) -> Vec<String> {
        // A round trip, so that everything before it has arrived.
        self.js("0");
        let complaint = |event: &Value| {
            let parameters = &event["params"];
            match event["method"].as_str()? {
                "Runtime.exceptionThrown" => Some(parameters["exceptionDetails"].to_string()),
                "Runtime.consoleAPICalled" => Some(parameters["args"].to_string()),
                "Log.entryAdded" => Some(parameters["entry"]["text"].to_string()),
                _ => None,
            }
        };
        self.events.iter().filter_map(complaint).collect()
    }

    /// Where the page sent requests to since it was opened, itself left out.
    pub(crate) fn requests(&mut self) -> Vec<String> {
        self.js("0");
        let address = self.js("location.href.split('#')[0]");
        let sent = self.events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
        let urls = sent.map(|event| event["params"]["request"]["url"].clone());
        urls.filter(|url| *url != address).map(|url| url.to_string()).collect()
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // Closed politely it takes its own processes along; whatever is left is ended.
        self.session = None;
        let message = json!({"id": self.sent + 1, "method": "Browser.close"});
        let _ = self.to.write_all(format!("{message}\0").as_bytes());
        let mut rest = Vec::new();
        while self.from.read_until(0, &mut rest).is_ok_and(|read| read > 0) {
            rest.clear();
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
