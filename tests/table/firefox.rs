//! A headless Firefox, driven by its own protocol (Marionette): messages of JSON, each after its length.

use std::env;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

pub(crate) struct Firefox {
    child: Child,
    stream: TcpStream,
    sent: u64,
}

impl Firefox {
    /// Starts a browser with what an earlier one has kept in a folder. None, with a word on standard error, where Firefox is not
    /// installed.
    pub(crate) fn with_profile(profile: &Path) -> Option<Firefox> {
        let installed = |name: &&str| {
            env::split_paths(&env::var_os("PATH").unwrap_or_default()).any(|folder| folder.join(name).is_file())
        };
        let Some(program) = ["firefox-esr", "firefox"].into_iter().find(installed) else {
            eprintln!("SKIPPED: Firefox is not installed");
            return None;
        };
        fs::write(profile.join("user.js"), "user_pref(\"marionette.port\", 0);\n").unwrap();
        let port = profile.join("MarionetteActivePort");
        let _ = fs::remove_file(&port);
        let child = Command::new(program)
            .args(["--headless", "--marionette", "--profile"])
            .arg(profile)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut tries = 0..600;
        let port: u16 = loop {
            match fs::read_to_string(&port).ok().and_then(|text| text.trim().parse().ok()) {
                Some(port) => break port,
                None => tries.next().expect("Firefox has not started"),
            };
            sleep(Duration::from_millis(100));
        };
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let mut browser = Firefox { child, stream, sent: 0 };
        browser.next();
        browser.call("WebDriver:NewSession", &json!({}));
        browser.call("WebDriver:SetTimeouts", &json!({"script": 120_000}));
        Some(browser)
    }

    /// Ends it at once, with all its processes.
    pub(crate) fn kill(&mut self) {
        let _ = Command::new("pkill").args(["-KILL", "-P", &self.child.id().to_string()]).status();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn next(&mut self) -> Value {
        let mut length = 0;
        let mut byte = [0];
        loop {
            self.stream.read_exact(&mut byte).unwrap();
            match byte[0] {
                b':' => break,
                digit => length = 10 * length + usize::from(digit - b'0'),
            }
        }
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.sent += 1;
        let message = json!([0, self.sent, method, parameters]).to_string();
        write!(self.stream, "{}:{message}", message.len()).unwrap();
        let answer = self.next();
        assert!(answer[2].is_null(), "{method}: {}", answer[2]);
        answer[3]["value"].clone()
    }

    pub(crate) fn visit(&mut self, address: &str) {
        self.call("WebDriver:Navigate", &json!({"url": address}));
    }

    /// The value of a promise.
    pub(crate) fn awaited(&mut self, expression: &str) -> Value {
        let script = format!(
            "const done = arguments[arguments.length - 1]; \
             Promise.resolve({expression}).then(done, error => done(`failed: ${{error}}`));"
        );
        self.call("WebDriver:ExecuteAsyncScript", &json!({"script": script, "args": []}))
    }

    /// Waits until an expression is true.
    pub(crate) fn becomes(&mut self, expression: &str) {
        for _ in 0..500 {
            if self.awaited(expression) == true {
                return;
            }
            sleep(Duration::from_millis(20));
        }
        panic!("{expression}: {}", self.awaited("document.body.innerText"));
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        self.kill();
    }
}
