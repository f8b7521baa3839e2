//! The page without a server in a real browser: where it keeps journals, what links bring, and what happens when something fails.
//! `.ci/long` runs these tests, after `crates/web/build`.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::chromium::Chromium;
use crate::firefox::Firefox;
use crate::program::Program;
use crate::web_space::{FOLDER, WebSpace};

/// What the page asks of the program by itself: `play()` goes on with the reading, turn after turn, and says each that is kept.
const SCRIPT: &str = r##"
    window.ask = async (address, body) => {
        const { reach } = await import("./reach.js");
        return (await reach(address, body && { method: "POST", body: JSON.stringify(body) })).json();
    };
    window.reading = async () => {
        const { reach } = await import("./reach.js");
        const home = await (await reach("part?home")).text(), unfinished = /class="resume" href="#journal=([^"]*)/.exec(home);
        if (unfinished) return decodeURIComponent(unfinished[1]);
        const fields = window.fields ?? { question: "Is it kept?", matter: "brother", die: "by the program" };
        const begun = await reach("act?ask", { method: "POST", body: JSON.stringify({ act: "begin", fields }) });
        return decodeURIComponent(/data-address="journal=([^"]*)/.exec(await begun.text())[1]);
    };
    window.view = async (address, body) => {
        const { reach } = await import("./reach.js");
        const html = await (await reach(address, body && { method: "POST", body: JSON.stringify(body) })).text();
        return new DOMParser().parseFromString(html, "text/html").getElementById("view");
    };
    window.shown = journal => view(`part?journal=${journal}&all=1`);
    window.does = async (journal, act, fields = {}) => {
        const { revision } = (await shown(journal)).dataset;
        return view(`act?journal=${journal}&all=1`, { id: `${Math.random()}`, revision, act, fields });
    };
    window.turns = async journal => (await shown(journal)).querySelectorAll("td a[data-turn]").length;
    window.conclude = async () => does(await reading(), "conclude");
    window.acts = [];
    window.play = async (turns = Infinity) => {
        const journal = await reading();
        let seen = await shown(journal), number = seen.querySelectorAll("td a[data-turn]").length;
        while (!seen.querySelector(".conclusion > .ending") && number < turns) {
            const offers = [...seen.querySelectorAll(".acts [data-to][name=act]")];
            const act = seen.querySelector(".no-move .acts") ? "pass" : offers.length ? offers[number % offers.length].value : "deal";
            const asked = performance.now();
            const answer = await does(journal, act);
            acts.push(performance.now() - asked);
            const wrong = answer?.querySelector(".refusal, .trouble") ?? (answer ? null : document.body);
            if (wrong) throw new Error(wrong.textContent);
            seen = await shown(journal);
            const now = seen.querySelectorAll("td a[data-turn]").length;
            if (now !== number) {
                number = now;
                await fetch(`told?${journal}&${number}`).catch(() => {});
            }
        }
    };
"##;

#[test]
#[ignore = "`.ci/long` installs Firefox"]
fn firefox_keeps_a_reading_and_opens_without_a_network() {
    // Its scripts for tests have no modules of the page, so the page gets one more.
    let folder = copied_page();
    fs::write(folder.path().join("test.js"), SCRIPT).unwrap();
    let load = "new Promise(told => { const it = document.createElement('script'); it.type = 'module'; it.src = 'test.js'; \
                it.onload = () => told(true); document.body.append(it); })";
    let space = WebSpace::of(folder.path());
    let profile = tempfile::tempdir().unwrap();
    let Some(mut browser) = Firefox::with_profile(profile.path()) else { return };
    let mut told = 0;
    for turns in [6, 12, 18] {
        browser.visit(&space.address);
        browser.becomes(HOME);
        browser.becomes(load);
        if told > 0 {
            let kept = browser.awaited("reading().then(turns)").as_u64().unwrap();
            assert!(kept >= told, "of {told} turns that were shown {kept} are left");
        }
        browser.awaited(&format!("play({turns})"));
        told = browser.awaited("reading().then(turns)").as_u64().unwrap();
        assert!(told >= turns, "{told} of {turns}");
        browser.awaited("navigator.serviceWorker.ready.then(() => true)");
        browser.kill();
        browser = Firefox::with_profile(profile.path()).unwrap();
    }
    let address = space.address.clone();
    drop(space);
    browser.visit(&address);
    browser.becomes("document.body.innerText.includes('Is it kept?')");
}

/// A folder with what `crates/web/build` made, to be changed.
fn copied_page() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(FOLDER).unwrap().flatten() {
        fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    folder
}

/// How often the browser is killed; `ENOCHIAN_KILLS=500` is the measure of docs/TRUST.md.
fn kills() -> u64 {
    std::env::var("ENOCHIAN_KILLS").map_or(8, |number| number.parse().unwrap())
}

/// A journal, and a folder of its own in the browser in the place of one on the computer: a person cannot be asked here.
const PICKER: &str = r#"
    window.picked = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("mine", { create: true });
    window.showDirectoryPicker = picked;
    window.file = async name =>
        (await (await (await picked()).getDirectoryHandle("journals")).getFileHandle(name)).getFile().then(it => it.text());
    window.put = async (name, text) => {
        const handle = await (await (await picked()).getDirectoryHandle("journals")).getFileHandle(name, { create: true });
        const stream = await handle.createWritable();
        await stream.write(text);
        await stream.close();
    };
"#;

const BROTHER: &str = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
/// The page is there.
const HOME: &str = "document.querySelector('textarea') !== null";

/// A browser at the page.
struct Visitor {
    browser: Chromium,
    profile: tempfile::TempDir,
    address: String,
}

impl Visitor {
    fn at(address: &str) -> Option<Visitor> {
        let profile = tempfile::tempdir().unwrap();
        let browser = Chromium::with_profile(profile.path())?;
        let mut visitor = Visitor { browser, profile, address: address.to_owned() };
        visitor.opens(address);
        Some(visitor)
    }

    fn opens(&mut self, address: &str) {
        self.browser.visit(address);
        self.browser.becomes("document.querySelector('main, .journal') !== null", true);
        self.browser.js(SCRIPT);
    }

    fn comes_back(&mut self) {
        self.browser.kill();
        self.browser = Chromium::with_profile(self.profile.path()).unwrap();
        let address = self.address.clone();
        self.opens(&address);
    }

    /// Begins a reading, and plays so many turns. Its name.
    fn plays(&mut self, turns: u64) -> String {
        self.browser.awaited(&format!("play({turns})"));
        self.browser.awaited("reading()").as_str().unwrap().to_owned()
    }

    fn journal(&mut self, name: &str) -> String {
        let asked =
            format!("import('./reach.js').then(it => it.reach('journal.md?journal={name}')).then(it => it.text())");
        self.browser.awaited(&asked).as_str().unwrap().to_owned()
    }

    /// Adds a journal, and gives what was said.
    fn adds(&mut self, name: &str, text: &str) -> Value {
        let asked = format!(
            "import('./reach.js').then(it => it.reach('web/add-files?name={name}', {{ method: 'POST', body: {} }})).then(it => it.json())",
            json!(text)
        );
        self.browser.awaited(&asked)
    }

    fn presses(&mut self, words: &str) {
        let press = format!(
            "(() => {{ const it = [...document.querySelectorAll('button')].find(it => it.textContent.startsWith({words:?})); \
             it?.click(); return Boolean(it); }})()"
        );
        self.browser.becomes(&press, true);
    }

    fn says(&mut self, words: &str) {
        self.browser.becomes(&format!("document.body?.innerText.includes({words:?}) ?? false"), true);
    }
}

#[test]
#[ignore = "`.ci/long` makes the page first"]
fn a_folder_is_the_notebook_and_the_program_has_it_too() {
    let space = WebSpace::serve();
    let Some(mut visitor) = Visitor::at(&space.address) else { return };
    visitor.adds("brother.md", &fs::read_to_string(BROTHER).unwrap());
    visitor.browser.js(PICKER);
    visitor.browser.awaited("picked().then(it => it.getFileHandle('tax.pdf', { create: true })).then(() => 0)");
    visitor.presses("Copies and files");
    visitor.presses("Use a folder");
    visitor.says("the folder mine has other files and no folder “journals” in it");
    visitor.browser.awaited("picked().then(it => it.removeEntry('tax.pdf')).then(() => 0)");
    visitor.presses("Use a folder");
    visitor.browser.becomes("window.ask === undefined && document.querySelector('textarea') !== null", true);
    visitor.browser.js(SCRIPT);
    visitor.browser.js(PICKER);
    assert_eq!(visitor.browser.awaited("file('brother.md')"), fs::read_to_string(BROTHER).unwrap(), "it came along");
    let name = visitor.plays(6);
    let file = format!("file('{name}.md')");
    let played = visitor.journal(&name);
    assert_eq!(visitor.browser.awaited(&file), played, "what the page tells is in the folder");

    // The program has the folder for a while, as on another day.
    let desk = tempfile::tempdir().unwrap();
    let program = Program::start(desk.path());
    let path = desk.path().join("journals").join(format!("{name}.md"));
    fs::write(&path, &played).unwrap();
    for (arguments, text) in [(["journal", "check"], None), (["journal", "note"], Some("From the program."))] {
        let mut command = program.command(&arguments);
        let done = command.arg(&path).args(text).stdin(Stdio::null()).output().unwrap();
        assert!(done.status.success(), "{arguments:?}: {done:?}");
    }
    let remarked = fs::read_to_string(&path).unwrap();
    visitor.browser.awaited(&format!("put('{name}.md', {})", json!(remarked)));
    visitor.plays(9);
    let both = visitor.browser.awaited(&file).as_str().unwrap().to_owned();
    assert!(both.starts_with(&remarked), "nothing that the program wrote is lost");
    fs::write(&path, &both).unwrap();
    assert!(program.command(&["journal", "check"]).arg(&path).output().unwrap().status.success());

    // Another day, and back to the browser.
    visitor.comes_back();
    assert_eq!(visitor.journal(&name), both);
    visitor.presses("Copies and files");
    visitor.presses("Use the notebook in this browser");
    visitor.browser.becomes("window.ask === undefined && document.querySelector('textarea') !== null", true);
    assert_eq!(visitor.journal("brother"), fs::read_to_string(BROTHER).unwrap(), "the browser still has its own");
}

#[test]
#[ignore = "`.ci/long` makes the page first"]
fn a_reading_goes_in_a_link() {
    let space = WebSpace::serve();
    let Some(mut sender) = Visitor::at(&space.address) else { return };
    let brother = fs::read_to_string(BROTHER).unwrap();
    sender.adds("brother.md", &brother);
    let link =
        sender.browser.awaited("import('./reach.js').then(it => it.linkTo('brother'))").as_str().unwrap().to_owned();
    assert!(link.len() < 8000, "{}", link.len());
    let mut other = Visitor::at(&link).unwrap();
    other.says("This is not in your notebook yet.");
    other.says("Anna asks with Air");
    assert_eq!(other.journal("brother"), brother);
    // Also what chance answers, since that is a program beside this one.
    other.browser.js("document.querySelectorAll('details').forEach(it => { it.open = true; })");
    other.presses("Play this question 100,000 times");
    for _ in 0..20 {
        thread::sleep(Duration::from_millis(500));
        if other.browser.js("document.body.innerText.includes('55.0 % were answered yes')") == true {
            break;
        }
    }
    other.says("55.0 % were answered yes, 44.4 % no");
    other.presses("Add it");
    other
        .browser
        .becomes("document.querySelector('.bar') === null && document.querySelector('textarea') !== null", true);
    assert_eq!(other.journal("brother"), brother);
    let (start, reading) = link.split_once("&reading=").unwrap();
    for (hash, told) in [
        (format!("{start}&reading={}", &reading[..reading.len() - 40]), "cut short or damaged"),
        (format!("{start}&reading={}x{}", &reading[..99], &reading[100..]), "cut short or damaged"),
        (format!("{start}&reading="), "cut short or damaged"),
        (format!("{start}&reading=%3Cb%3E"), "cut short or damaged"),
        (format!("{link}{}", "A".repeat(100_000)), "too long for a reading"),
        (link.replace("#journal=brother", "#journal=..%2F..%2Fbrother"), "cannot have this name"),
        (link.replace("#journal=brother", "#journal="), "neither a journal"),
    ] {
        other.browser.visit("data:text/html,gone");
        other.browser.visit(&hash);
        other.says(told);
    }
    // A file that the system opens with the page.
    let given = "Object.defineProperty(globalThis, 'launchQueue', { value: { setConsumer: async show => { \
         const handle = await (await navigator.storage.getDirectory()).getFileHandle('given.md', { create: true }); \
         const stream = await handle.createWritable(); await stream.write(GIVEN); await stream.close(); \
         if (!location.hash) show({ files: [handle] }); } } })";
    let source = given.replace("GIVEN", &json!(brother).to_string());
    other.browser.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
    other.browser.visit("data:text/html,gone");
    other.browser.visit(&space.address);
    other.says("This is not in your notebook yet.");
    assert_eq!(other.journal("given"), brother);
    // The text of no journal, compressed as one.
    let packed = other.browser.awaited(
        "import('./links.js').then(it => it.hashOf('note', new Blob(['<script>document.title = \"taken\"</script>'])))",
    );
    other.browser.visit("data:text/html,gone");
    other.browser.visit(&format!("{}#{}", space.address, packed.as_str().unwrap()));
    other.says("does not begin with a journal's header");
    assert_ne!(other.browser.js("document.title"), "taken");
}

/// As `tests/trust/payloads.rs` has them for the table.
const PAYLOADS: [&str; 9] = [
    "<script>RAN=1</script>",
    "</title></textarea><script>RAN=1</script>",
    "\"><img src=x onerror=RAN=1>",
    "<svg onload=RAN=1><use href=http://enochian.invalid/x.svg#x />",
    "<iframe srcdoc='<script>parent.RAN=1</script>'>",
    "<base href=http://enochian.invalid/><link rel=stylesheet href=http://enochian.invalid/x.css>",
    "<details open ontoggle=RAN=1><body onload=RAN=1>",
    "</style><style>*{background:url(http://enochian.invalid/x)}",
    "[link](javascript:RAN=1) ![image](http://enochian.invalid/x.png)",
];

#[test]
#[ignore = "`.ci/long` makes the page first"]
fn what_a_link_or_a_file_brings_is_never_a_program() {
    let space = WebSpace::serve();
    let Some(mut visitor) = Visitor::at(&space.address) else { return };
    let wicked = PAYLOADS.join(" ");
    visitor.browser.js(&format!(
        "window.fields = {{ question: {0}, querent: {0}, category: 'brother', die: 'program' }}",
        json!(wicked)
    ));
    let name = visitor.plays(6);
    visitor.browser.awaited(&format!(
        "(async () => {{ for (const [act, text] of [['remark', {0}], ['remark 2', {0}], ['tag', 'x\"><b onclick=RAN=1>']]) \
         await does({name:?}, act, {{ text }}); \
         await conclude(); }})()",
        json!(wicked)
    ));
    let journal = visitor.journal(&name);
    assert!(journal.contains("RAN=1"), "{journal}");
    let link = visitor.browser.awaited(&format!("import('./reach.js').then(it => it.linkTo({name:?}))"));
    let mut other = Visitor::at(link.as_str().unwrap()).unwrap();
    let inert = |other: &mut Visitor| {
        other.says("onerror=RAN=1");
        thread::sleep(Duration::from_millis(300));
        let strange = "document.querySelectorAll('iframe, base, object, img[src=x], main script, svg[onload], b[onclick]').length";
        assert_eq!((other.browser.js(strange), other.browser.js("typeof RAN")), (json!(0), json!("undefined")));
        assert_eq!(other.browser.complaints(), [""; 0], "no policy had to prevent anything");
    };
    inert(&mut other);
    other.presses("Add it");
    other
        .browser
        .becomes("document.querySelector('.bar') === null && document.querySelector('textarea') !== null", true);
    inert(&mut other);
    // A file whose name is one.
    other.browser.js(SCRIPT);
    let told = other.adds("%3Cimg src=x onerror=RAN=1%3E.md", &journal);
    assert!(told["refused"][0]["name"].is_string() || told["added"][0].is_string(), "{told}");
    other.opens(&space.address);
    inert(&mut other);
}

#[test]
#[ignore = "`.ci/long` makes the page first"]
fn a_new_version_is_taken_when_one_wants_it_and_a_spoilt_one_never() {
    let folder = copied_page();
    let space = WebSpace::of(folder.path());
    let Some(mut visitor) = Visitor::at(&space.address) else { return };
    visitor.browser.awaited("navigator.serviceWorker.ready.then(() => true)");
    let name = visitor.plays(4);
    let caches = "caches.keys().then(it => it.join())";
    let (first, worker) = (visitor.browser.awaited(caches), folder.path().join("sw.js"));
    let text = fs::read_to_string(&worker).unwrap();
    // The program of this version is another than its list says.
    let wasm = fs::read(folder.path().join("enochian.wasm")).unwrap();
    fs::write(folder.path().join("enochian.wasm"), &wasm[..wasm.len() / 2]).unwrap();
    fs::write(&worker, text.replacen("VERSION = \"", "VERSION = \"spoilt", 1)).unwrap();
    visitor.comes_back();
    visitor.browser.awaited("navigator.serviceWorker.getRegistration().then(it => it.update()).then(() => 0, () => 0)");
    thread::sleep(Duration::from_secs(2));
    assert_eq!(visitor.browser.awaited(caches), first, "a version is kept whole or not at all");
    visitor.plays(6);
    // A whole one waits until the person takes it, in the middle of the reading.
    fs::write(folder.path().join("enochian.wasm"), &wasm).unwrap();
    fs::write(&worker, text.replacen("VERSION = \"", "VERSION = \"next", 1)).unwrap();
    visitor.browser.awaited("navigator.serviceWorker.getRegistration().then(it => it.update()).then(() => 0)");
    visitor.says("A new version of this page is available");
    visitor.plays(8);
    let before = visitor.journal(&name);
    visitor.presses("Update now");
    visitor.browser.becomes("window.ask === undefined && document.querySelector('textarea') !== null", true);
    assert_eq!(visitor.journal(&name), before);
    let now = visitor.browser.awaited(caches);
    assert!(now.as_str().unwrap().starts_with("enochian-next") && !now.as_str().unwrap().contains(','), "{now}");
}

#[test]
#[ignore = "`.ci/long` makes the page first"]
fn a_browser_without_room_says_so_and_loses_nothing() {
    let space = WebSpace::serve();
    let Some(mut visitor) = Visitor::at(&space.address) else { return };
    visitor.browser.awaited("navigator.serviceWorker.ready.then(() => true)");
    let name = visitor.plays(4);
    let before = visitor.journal(&name);
    let origin = space.address.trim_end_matches('/');
    visitor.browser.call("Storage.overrideQuotaForOrigin", json!({"origin": origin, "quotaSize": 1}));
    // The browser looks only from time to time at how much room there is.
    let failed = visitor.browser.awaited(&format!(
        "(async () => {{ for (let number = 0; number < 90; number += 1) {{ \
             const seen = await does({name:?}, 'remark', {{ text: 'word '.repeat(300) }}); \
             const wrong = seen?.querySelector('.refusal, [role=alert]'); \
             if (wrong) return wrong.textContent; \
             await new Promise(waited => setTimeout(waited, 500)); }} return 'all was saved'; }})()"
    ));
    let failed = failed.as_str().unwrap();
    assert!(failed.contains("This browser could not save it"), "{failed}");
    let before = format!("{before}{}", &visitor.journal(&name)[before.len()..]);
    assert_eq!(visitor.journal(&name), before, "what was saved is there, and can be saved elsewhere");
    let copied = visitor.browser.awaited(
        "import('./reach.js').then(it => it.reach('web/notebook.zip')).then(it => it.arrayBuffer()).then(it => it.byteLength)",
    );
    assert!(copied.as_u64().unwrap() > before.len() as u64);
    visitor.browser.call("Storage.overrideQuotaForOrigin", json!({"origin": origin}));
    visitor.plays(6);
    assert!(visitor.journal(&name).starts_with(&before));
    assert_eq!(visitor.browser.awaited(&format!("turns({name:?})")), 6);
    // The browser needs the room for something else. It forgets everything of this page, also that there was something.
    visitor.browser.visit("data:text/html,gone");
    visitor.browser.call("Storage.clearDataForOrigin", json!({"origin": origin, "storageTypes": "all"}));
    thread::sleep(Duration::from_secs(1));
    visitor.opens(&space.address);
    visitor.says("No readings yet.");
    visitor.plays(2);
}

/// How long it takes from nothing to a turn, and how long acts take: docs/SPEED.md has the figures, also with less of the processor.
#[test]
#[ignore = "it measures"]
fn how_long_the_page_takes() {
    let space = WebSpace::serve();
    let begun = Instant::now();
    let Some(mut visitor) = Visitor::at(&space.address) else { return };
    visitor.browser.becomes(HOME, true);
    eprintln!("the page is there after {:.2} s, with the start of the browser", begun.elapsed().as_secs_f64());
    let first = visitor.browser.awaited("(async () => { await play(1); return performance.now(); })()");
    eprintln!("the first turn is saved {:.2} s after the page was asked for", first.as_f64().unwrap() / 1000.0);
    let times = visitor.browser.awaited("play(120).then(() => acts.sort((one, other) => one - other))");
    let times: Vec<f64> = times.as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    let at = |share: f64| times[(times.len() as f64 * share) as usize];
    eprintln!("{} acts: half within {:.0} ms, 95 of 100 within {:.0} ms", times.len(), at(0.5), at(0.95));
}

#[test]
#[ignore = "long: `.ci/long` kills browsers"]
fn what_a_killed_browser_has_shown_is_kept() {
    kill_browsers(false);
}

#[test]
#[ignore = "long: `.ci/long` kills browsers"]
fn what_a_killed_browser_has_shown_is_kept_in_a_folder() {
    kill_browsers(true);
}

fn kill_browsers(in_folder: bool) {
    let space = WebSpace::serve();
    let profile = tempfile::tempdir().unwrap();
    let mut shown = 0;
    for kill in 0..kills() {
        let Some(mut browser) = Chromium::with_profile(profile.path()) else { return };
        browser.visit(&space.address);
        browser.becomes(HOME, true);
        if in_folder && kill == 0 {
            browser.js(PICKER);
            browser.awaited("import('./chosen.js').then(async it => it.choose(await picked())).then(() => 0)");
            browser.visit(&space.address);
            browser.becomes(HOME, true);
        }
        browser.js(SCRIPT);
        let (journal, told) = space.told.lock().unwrap().clone();
        if told > 0 {
            let kept = browser.awaited(&format!("turns('{journal}')")).as_u64().unwrap();
            assert!(kept >= told, "kill {kill}: of {told} turns that were shown {kept} are left");
        }
        // Another reading now and then, so that journals do not become long.
        let end = if told > 60 { "conclude()" } else { "Promise.resolve()" };
        browser.js(&format!("void {end}.then(() => play()).catch(error => {{ window.failed = String(error) }})"));
        // At any moment, in a call, in a flush or between two.
        thread::sleep(Duration::from_millis(150 + kill * 7919 % 450));
        let (now, turns) = space.told.lock().unwrap().clone();
        shown += if now == journal { turns - told } else { turns };
        browser.kill();
    }
    assert!(shown > kills() / 2, "only {shown} turns were shown");
    let place = if in_folder { "a folder" } else { "the browser" };
    eprintln!("{} kills, {shown} turns shown, none lost in {place}", kills());
}
