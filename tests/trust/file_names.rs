//! Names that lead elsewhere (`names.json`), wherever a person names something: nothing outside the notebook is read or written.

use std::collections::BTreeMap;
use std::fs::{self, Metadata, Permissions};
// Windows lets only some users make links, and Wine nobody.
#[cfg(unix)]
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use serde_json::json;

use crate::desk::http::Served;
use crate::notebook::{Notebook, reading};
use crate::sample::short_or_whole;

/// What stands in every file outside the notebook, and may not be seen.
const MARKER: &str = "Melampus";

/// The journal of the notebook.
const INSIDE: &str = "reading";

/// Names that lead out of a folder, that no file can have, or that mean something else somewhere.
fn names(outside: &Path) -> Vec<String> {
    let secret = outside.join("secret").display().to_string();
    let mut names: Vec<String> = serde_json::from_str(include_str!("names.json")).unwrap();
    names.extend([secret.clone(), format!("{secret}.md"), format!("/{secret}"), format!("../..{secret}")]);
    names.extend(["a".repeat(300), "ö".repeat(150), "a".repeat(5000), "../".repeat(100) + &secret[1..]]);
    names
}

/// What a file contains, when it was changed, and what it is.
type FileState = (Vec<u8>, SystemTime, Permissions);

/// A notebook in a folder with secrets.
struct Surrounded {
    around: Notebook,
    /// What is there, with what it contains, when it was changed, and what it is.
    outside: BTreeMap<PathBuf, FileState>,
}

impl Surrounded {
    fn new() -> Surrounded {
        let around = Notebook::new();
        fs::remove_dir(around.journals()).unwrap();
        for folder in ["notebook/journals/trash", "notebook/questions", "elsewhere"] {
            fs::create_dir_all(around.path(folder)).unwrap();
        }
        let question = format!("question = \"Who is {MARKER}?\"\ncategory = \"brother\"\n");
        for file in ["secret.md", "elsewhere/secret.md", "elsewhere/removed.md"] {
            fs::write(around.path(file), format!("{}\n{MARKER} was here.\n", reading())).unwrap();
        }
        for file in ["secret", "secret.txt"] {
            fs::write(around.path(file), format!("{MARKER}\n")).unwrap();
        }
        for file in ["secret.toml", "unfinished-question-9.toml"] {
            fs::write(around.path(file), &question).unwrap();
        }
        fs::write(around.path("notebook/enochian.toml"), "").unwrap();
        for name in ["reading", "trash/removed"] {
            fs::write(around.path(&format!("notebook/journals/{name}.md")), reading()).unwrap();
        }
        let inside = question.replace(MARKER, "Iamus");
        for name in ["journals/unfinished-question", "questions/own"] {
            fs::write(around.path(&format!("notebook/{name}.toml")), &inside).unwrap();
        }
        #[cfg(unix)]
        for (target, link) in [
            ("../../secret.txt", "link.md"),
            ("../../secret.md", "linked-journal.md"),
            ("../../secret.toml", "linked-question.toml"),
            ("../../elsewhere", "linked-folder"),
        ] {
            symlink(target, around.path(&format!("notebook/journals/{link}"))).unwrap();
        }
        let outside = everything(&around);
        Surrounded { around, outside }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.around.command(arguments);
        command.current_dir(self.around.path("notebook"));
        command
    }

    /// Whether everything outside is as it was, and everything inside has a name that is one.
    fn is_untouched(&self, by: &dyn Fn() -> String) {
        let now = everything(&self.around);
        let changed = now.iter().filter(|(path, now)| self.outside.get(*path) != Some(now)).map(|(path, _)| path);
        let gone = self.outside.keys().filter(|path| !now.contains_key(*path));
        let changed: Vec<_> = changed.chain(gone).collect();
        assert!(changed.is_empty(), "{} changes {changed:?}", by());
        for entry in fs::read_dir(self.around.path("notebook/journals")).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let is_name = !name.contains(|c: char| c.is_control() || "/\\:".contains(c));
            let is_expected = !entry.file_type().unwrap().is_dir() || name == "trash";
            assert!(is_name && is_expected, "{} makes {name:?}", by());
        }
    }

    /// Puts the journals back that a command moved, and removes those it made.
    fn restore(&self) {
        let folder = self.around.path("notebook/journals");
        let kept = ["trash", "reading.md", "unfinished-question.toml", "link.md", "linked-journal.md"];
        let kept = [&kept[..], &["linked-question.toml", "linked-folder"]].concat();
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            if !kept.contains(&entry.file_name().to_str().unwrap()) && entry.file_type().unwrap().is_file() {
                fs::remove_file(entry.path()).unwrap();
            }
        }
        for name in ["reading.md", "trash/removed.md"] {
            fs::write(folder.join(name), reading()).unwrap();
        }
    }
}

/// All that is outside the notebook; links as such.
fn everything(around: &Notebook) -> BTreeMap<PathBuf, FileState> {
    fn state(content: Vec<u8>, about: &Metadata) -> FileState {
        (content, about.modified().unwrap(), about.permissions())
    }
    fn collect(folder: &Path, found: &mut BTreeMap<PathBuf, FileState>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // The program's own.
            if ["notebook", "home"].iter().any(|name| path.ends_with(name)) {
                continue;
            }
            let about = path.symlink_metadata().unwrap();
            if about.is_dir() {
                collect(&path, found);
            }
            let content = fs::read(&path).unwrap_or_default();
            found.insert(path, state(content, &about));
        }
    }
    let mut found = BTreeMap::new();
    collect(around.folder(), &mut found);
    let about = around.folder().metadata().unwrap();
    found.insert(around.folder().to_owned(), state(Vec::new(), &about));
    found
}

#[test]
fn no_name_leads_out_of_the_notebook() {
    let surrounded = Surrounded::new();
    let names = names(surrounded.around.folder());
    // In steps, so that a sample meets names of all sorts.
    let names: Vec<String> = names.into_iter().step_by(short_or_whole(18, 1)).collect();
    requests(&surrounded, &names);
    // A person may link to a journal elsewhere; the table does not follow even that.
    let _ = fs::remove_file(surrounded.around.path("notebook/journals/linked-journal.md"));
    commands(&surrounded, &names);
    #[cfg(unix)]
    links(&surrounded);
}

/// Every name in every command that takes one.
fn commands(surrounded: &Surrounded, names: &[String]) {
    const COMMANDS: &str = "journal rename reading -- NAME|journal tag reading -- NAME|journal note reading -- NAME\
        |journal remove --restore -- NAME|journal list tag:NAME|journal search -- NAME|journal export reading --format NAME\
        |read questions/named.toml --auto --seed 7 --limit 1|game --auto --seed 7 --limit 1 --title NAME\
        |game --auto --seed 7 --limit 1 --players NAME,B|game --kind NAME --auto|board NAME|board air --naming NAME";
    /// As a path, a journal may be anywhere, and one that is found is played on.
    const BY_PATH: &str = "journal show -- NAME|journal check -- NAME|journal explain -- NAME|journal remove -- NAME\
        |read --resume NAME --json";
    for name in names.iter().filter(|name| !name.contains('\0')) {
        let question = format!("question = {}\ncategory = \"brother\"\n", serde_json::to_string(name).unwrap());
        fs::write(surrounded.around.path("notebook/questions/named.toml"), question).unwrap();
        let is_path =
            surrounded.around.path("notebook").join(name).exists() || name.is_empty() || name.starts_with('@');
        let by_path = if is_path { "" } else { BY_PATH };
        for command in COMMANDS.split('|').chain(by_path.split_terminator('|')) {
            let arguments: Vec<String> = command.split(' ').map(|word| word.replace("NAME", name)).collect();
            surrounded.tried(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
}

impl Surrounded {
    /// Runs a command, and looks for what it may not have seen or done.
    fn tried(&self, arguments: &[&str]) {
        let output = self.command(arguments).output().unwrap();
        let shown = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        let by = || format!("enochian {arguments:?}");
        assert!(output.status.code().is_some_and(|code| code <= 2), "{}: {}: {shown}", by(), output.status);
        assert!(!shown.contains(MARKER) && !shown.contains("root:x:"), "{} shows {shown}", by());
        self.is_untouched(&by);
        self.restore();
    }
}

/// Every name in every request of a page.
fn requests(surrounded: &Surrounded, names: &[String]) {
    let table = Served::start(&mut surrounded.command(&["table", "--no-open"]));
    let ask = |path: &str, body: Option<&str>, is_served: bool| {
        let (status, answer) = table.ask(path, body).unwrap_or_default();
        let by = || format!("{path} with {body:?}");
        assert!(!answer.contains(MARKER) && !answer.contains("root:x:"), "{} shows {answer}", by());
        assert!(!is_served || status == 200, "{}: {answer}", by());
        assert!((200..500).contains(&status), "{}: {answer}", by());
        if body.is_some() {
            surrounded.is_untouched(&by);
        }
    };
    // What is asked for a right name is answered, so that something is tried with the others.
    let pages = [
        "thumbnail.svg?journal=",
        "part?journal=",
        "part?setup=",
        "glosses?journal=",
        "again?journal=",
        "part?meaning=*&square=a5",
        "journal.md?journal=",
        "page.html?journal=",
        "thumbnail.svg?draft=",
        "part?ask&draft=",
        "part?ask&from=",
    ];
    let named = |page: &str, name: &str| match page.split_once('*') {
        Some((before, after)) => format!("{before}{name}{after}"),
        None => format!("{page}{name}"),
    };
    for page in pages {
        let name = if page.contains("draft") { "unfinished-question" } else { INSIDE };
        ask(&named(page, name), None, !page.contains("from="));
    }
    ask("part?home", None, true);
    for name in names {
        let encoded: String = name.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let more = ["", "ground.svg?journal=", "part?search&q=", "part?manage=", "part?learn="];
        for page in pages.iter().chain(&more) {
            ask(&named(page, &encoded), None, false);
        }
        for (act, fields) in [("remark", json!({ "text": "on" })), ("conclude", json!({}))] {
            let body = json!({ "id": "1", "revision": "0", "act": act, "fields": fields });
            ask(&format!("act?journal={encoded}"), Some(&body.to_string()), false);
        }
        let tag = json!({ "id": format!("tag {name}"), "act": "tag", "fields": { "text": name } });
        ask(&format!("act?journal={INSIDE}"), Some(&tag.to_string()), false);
        for (path, body) in [
            ("act?home", json!({ "act": format!("discard {name}") })),
            ("act?ask", json!({ "act": "begin", "fields": { "draft": name, "question": name } })),
            ("act?game", json!({ "act": "begin", "fields": { "title": name, "name": name } })),
            (
                "act?game",
                json!({ "act": "begin", "fields": { "kind": "three", "title": name, "seat Red": name, "against": "people" } }),
            ),
            ("act?game", json!({ "act": "begin", "fields": { "kind": name } })),
        ] {
            ask(path, Some(&body.to_string()), false);
        }
    }
    // On Windows no file can be removed while a program has it open.
    drop(table);
    surrounded.restore();
}

/// Links in the notebook that lead out of it: to what is no journal, and in the place of the trash.
#[cfg(unix)]
fn links(surrounded: &Surrounded) {
    for command in [
        "journal show link",
        "journal show link.md",
        "journal check link",
        "journal check",
        "journal edit link",
        "journal remove link",
        "journal rename link other",
        "journal list",
        "journal stats",
        "journal search Mel",
        "journal export link --format sheet",
    ] {
        surrounded.tried(&command.split(' ').collect::<Vec<_>>());
    }
    let trash = surrounded.around.path("notebook/journals/trash");
    fs::rename(&trash, surrounded.around.path("notebook/aside")).unwrap();
    symlink("../../elsewhere", &trash).unwrap();
    for arguments in [&["journal", "remove", INSIDE][..], &["journal", "remove", "--restore", "removed"]] {
        let output = surrounded.command(arguments).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && told.contains("is a link"), "{arguments:?}: {told}");
        surrounded.is_untouched(&|| format!("enochian {arguments:?}"));
    }
}
