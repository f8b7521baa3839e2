//! A headless Chromium, driven over its pipe: messages of JSON, each ended by a zero.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};

use crate::desk::{PATIENCE, wait_for_some};

/// A browser, of which one window is looked at.
pub(crate) struct Chromium {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    sent: u64,
    window: Window,
    /// What the page did that nobody asked about, oldest first.
    events: Vec<Value>,
    _profile: Option<tempfile::TempDir>,
}

/// One of several windows of a browser.
#[derive(Clone, Default)]
pub(crate) struct Window {
    target: Value,
    session: Option<String>,
}

/// The program, where it is installed. The headless shell needs two thirds of the time.
fn program() -> Option<&'static str> {
    let installed = |name: &&str| {
        env::split_paths(&env::var_os("PATH").unwrap_or_default()).any(|folder| folder.join(name).is_file())
    };
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].into_iter().find(installed)
}

impl Chromium {
    /// Starts a browser. None, with a word on standard error, unless `ENOCHIAN_BROWSER=must` asks for one: what a browser does
    /// takes longer than all the rest of the tests.
    pub(crate) fn start() -> Option<Chromium> {
        let profile = tempfile::tempdir().unwrap();
        let mut browser = Chromium::with_profile(profile.path())?;
        browser._profile = Some(profile);
        Some(browser)
    }

    /// Starts a browser with what an earlier one has kept in a folder.
    pub(crate) fn with_profile(profile: &Path) -> Option<Chromium> {
        if env::var("ENOCHIAN_BROWSER").as_deref() != Ok("must") {
            eprintln!("SKIPPED: the page is looked at in a browser by .ci/browser");
            return None;
        }
        let program = program().expect("no Chromium is installed (apt-get install chromium-headless-shell)");
        let mut child = Command::new("sh")
            // The pipe's two ends are to be the files 3 and 4.
            .args(["-c", "exec \"$@\" 3<&0 4>&1 >/dev/null 2>&1", "sh", program])
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--remote-debugging-pipe", &format!("--user-data-dir={}", profile.display())])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut browser =
            Chromium { child, to, from, sent: 0, window: Window::default(), events: vec![], _profile: None };
        browser.another_window("about:blank");
        Some(browser)
    }

    /// Ends it at once, as a power failure or an impatient system does, with all its processes.
    pub(crate) fn kill(&mut self) {
        let _ = Command::new("pkill").args(["-KILL", "-P", &self.child.id().to_string()]).status();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Opens another window, which is the one that is looked at from now on.
    pub(crate) fn another_window(&mut self, address: &str) -> Window {
        self.window.session = None;
        let target = self.call("Target.createTarget", json!({"url": address, "newWindow": true}))["targetId"].clone();
        let session = self.call("Target.attachToTarget", json!({"targetId": target, "flatten": true}));
        self.window = Window { target, session: session["sessionId"].as_str().map(str::to_owned) };
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
        self.window()
    }

    /// The window that is looked at.
    pub(crate) fn window(&self) -> Window {
        self.window.clone()
    }

    /// Looks at a window from now on.
    pub(crate) fn look_at(&mut self, window: &Window) {
        self.window.clone_from(window);
    }

    /// Closes a window that is not looked at.
    pub(crate) fn close(&mut self, window: &Window) {
        let session = self.window.session.take();
        self.call("Target.closeTarget", json!({"targetId": window.target}));
        self.window.session = session;
    }

    /// Calls a method of the protocol, and waits for what it gives.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.sent += 1;
        let id = self.sent;
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if let Some(session) = &self.window.session {
            message["sessionId"] = session.as_str().into();
        }
        self.to.write_all(format!("{message}\0").as_bytes()).unwrap();
        loop {
            let answer = self.next();
            if answer["id"] == id {
                // A page that goes to another while it is asked says nothing.
                if answer["error"]["message"] == "Inspected target navigated or closed" {
                    return Value::Null;
                }
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

    /// Opens a file as an address is opened, with its fragment if any.
    pub(crate) fn open(&mut self, file: &Path, fragment: &str) {
        self.visit(&format!("file://{}{fragment}", file.display()));
    }

    /// The value of an expression of JavaScript on the page.
    pub(crate) fn js(&mut self, expression: &str) -> Value {
        let result = self.call("Runtime.evaluate", json!({"expression": expression, "returnByValue": true}));
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// Waits until an expression has a value: a browser scrolls, and tells of new fragments, in its own time.
    pub(crate) fn becomes(&mut self, expression: &str, value: impl Into<Value>) {
        let (value, begun) = (value.into(), Instant::now());
        loop {
            let seen = self.js(expression);
            if seen == value {
                return;
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "{expression} is {seen}, not {value}: {}",
                self.js("document.body.innerText")
            );
            sleep(Duration::from_millis(10));
        }
    }

    /// Opens an address, and waits until one can use the page.
    pub(crate) fn visit(&mut self, address: &str) {
        self.load(address);
        // Until a page is painted nobody can see what to press, and the browser drops what is pressed.
        self.awaited("new Promise(painted => requestAnimationFrame(() => requestAnimationFrame(painted)))");
    }

    /// Opens an address, and waits until the page is there, painted or not, since a page without scripts cannot say so;
    /// forgets what was done before.
    pub(crate) fn load(&mut self, address: &str) {
        self.call("Page.navigate", json!({"url": "about:blank"}));
        self.events.clear();
        self.call("Page.navigate", json!({"url": address}));
        while self.js("document.readyState") != "complete" || self.js("location.protocol") == "about:" {}
    }

    /// Presses a key; one of a single letter also types it.
    pub(crate) fn press(&mut self, key: &str) {
        let text = match key {
            "Enter" => Some("\r"),
            key if key.chars().count() == 1 => Some(key),
            _ => None,
        };
        let mut down = json!({"type": "keyDown", "key": key, "code": key});
        if let Some(text) = text {
            down["text"] = text.into();
        }
        // Without its number, Enter presses no button.
        let number = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Backspace" => 8,
            "Escape" => 27,
            _ => 0,
        };
        down["windowsVirtualKeyCode"] = number.into();
        self.call("Input.dispatchKeyEvent", down);
        self.call("Input.dispatchKeyEvent", json!({"type": "keyUp", "key": key, "code": key}));
    }

    /// Types a text, letter by letter.
    pub(crate) fn write(&mut self, text: &str) {
        for letter in text.chars() {
            self.press(&letter.to_string());
        }
    }

    /// The middle of what a selector finds, in view, if it finds something.
    pub(crate) fn place(&mut self, selector: &str) -> Option<(f64, f64)> {
        let place = self.js(&format!(
            "(() => {{ const it = document.querySelector({selector:?}); if (!it) return null; \
             it.scrollIntoView({{block: 'nearest'}}); \
             const r = it.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ));
        Some((place[0].as_f64()?, place[1].as_f64()?))
    }

    /// The same of what may not be there yet.
    fn middle(&mut self, selector: &str) -> (f64, f64) {
        wait_for_some(selector, || self.place(selector))
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64)) {
        let (button, count) = if kind == "mouseMoved" { ("none", 0) } else { ("left", 1) };
        let at = json!({"type": kind, "x": x, "y": y, "button": button, "clickCount": count});
        self.call("Input.dispatchMouseEvent", at);
    }

    /// Clicks in the middle of what a selector finds, as a person does.
    pub(crate) fn click(&mut self, selector: &str) {
        let at = self.middle(selector);
        self.click_at(at);
    }

    /// Clicks at a place in the window.
    pub(crate) fn click_at(&mut self, at: (f64, f64)) {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            self.mouse(kind, at);
        }
    }

    /// Drags with the mouse from the middle of one thing to that of another.
    pub(crate) fn drag(&mut self, from: &str, to: &str) {
        let (from, to) = (self.middle(from), self.middle(to));
        self.mouse("mouseMoved", from);
        self.mouse("mousePressed", from);
        for part in 1..=4 {
            let along = f64::from(part) / 4.0;
            let at = (from.0 + (to.0 - from.0) * along, from.1 + (to.1 - from.1) * along);
            let held = json!({"type": "mouseMoved", "x": at.0, "y": at.1, "button": "left", "buttons": 1});
            self.call("Input.dispatchMouseEvent", held);
        }
        self.mouse("mouseReleased", to);
    }

    /// Taps in the middle of what a selector finds, with a finger.
    pub(crate) fn tap(&mut self, selector: &str) {
        let at = self.middle(selector);
        self.tap_at(at);
    }

    /// Taps at a place in the window.
    pub(crate) fn tap_at(&mut self, (x, y): (f64, f64)) {
        let down = json!({"type": "touchStart", "touchPoints": [{"x": x, "y": y}]});
        self.call("Input.dispatchTouchEvent", down);
        self.call("Input.dispatchTouchEvent", json!({"type": "touchEnd", "touchPoints": []}));
    }

    /// Takes the size of a window, or of a phone with its touch screen.
    pub(crate) fn resize(&mut self, (width, height): (u32, u32), is_phone: bool) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone});
        self.call("Emulation.setDeviceMetricsOverride", size);
        let touch = json!({"enabled": is_phone, "maxTouchPoints": 5});
        self.call("Emulation.setTouchEmulationEnabled", touch);
    }

    /// Prefers something, such as `prefers-color-scheme`, as the settings of a system do.
    pub(crate) fn prefer(&mut self, feature: &str, value: &str) {
        let features = json!({"features": [{"name": feature, "value": value}]});
        self.call("Emulation.setEmulatedMedia", features);
    }

    /// Saves what is on the screen as PNG.
    pub(crate) fn picture(&mut self, file: &Path) {
        let data = self.call("Page.captureScreenshot", json!({"format": "png"}));
        let bytes = BASE64_STANDARD.decode(data["data"].as_str().unwrap()).unwrap();
        std::fs::write(file, bytes).unwrap();
    }

    /// The value of a promise.
    pub(crate) fn awaited(&mut self, expression: &str) -> Value {
        let result = self
            .call("Runtime.evaluate", json!({"expression": expression, "returnByValue": true, "awaitPromise": true}));
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].clone()
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
                "Log.entryAdded" => Some(format!("{} {}", parameters["entry"]["text"], parameters["entry"]["url"])),
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
        self.window.session = None;
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
