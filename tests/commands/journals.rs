//! Keeping journals: found, searched, added to, checked, and nothing lost.

use std::fs;
use std::path::PathBuf;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, Journal};
use enochian::record::Correctness;
use enochian::sheet::ImportOptions;
use serde_json::Value;

use crate::desk::{ROOT, TestDesk, spawn, succeeded, told};

/// The rows that a command prints as JSON.
pub(crate) fn json(desk: &TestDesk, arguments: &[&str]) -> Vec<Value> {
    serde_json::from_str(&desk.says(arguments)).unwrap()
}

/// The file of the journal whose name has this in it.
pub(crate) fn journal_of(desk: &TestDesk, part: &str) -> PathBuf {
    desk.journals().into_iter().find(|path| path.to_string_lossy().contains(part)).unwrap()
}

pub(crate) fn edit(desk: &TestDesk, part: &str, from: &str, to: &str) {
    let path = journal_of(desk, part);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

pub(crate) fn titles(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["title"].as_str().unwrap()).collect()
}

pub(crate) const BROTHER: &str = "Is my brother happy in his present situation?";

#[test]
fn what_is_added_stands_at_the_end_and_reads_back() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    let path = journal_of(&notebook, "brother");
    let before = fs::read_to_string(&path).unwrap();
    notebook.says(&["journal", "tag", "brother", "Family", "winter  solstice"]);
    notebook.says(&["journal", "tag", "@", "family", "love", "--remove", "winter solstice"]);
    notebook.says(&["journal", "note", "@", "--turn", "12", "the *rook* is", "my father"]);
    notebook.says(&["journal", "note", "@", "on the whole"]);
    for form in ["--statistics", "--json"] {
        let told = notebook.says(&["journal", "explain", "@", form]);
        assert!(told.contains("the *rook* is my father") && told.contains("on the whole"), "{told}");
    }
    let shown = notebook.says(&["journal", "replay", "@", "--turn", "12"]);
    assert!(shown.contains("Note: the *rook* is my father"), "{shown}");
    notebook.says(&["journal", "outcome", "@", "false", "--on", "2027-01-02", "not yet"]);
    notebook.says(&["journal", "outcome", "@", "partly", "--on", "2027-03-01", "he <b>moved</b> back"]);
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(&before), "nothing before it was changed");
    assert_eq!(after.matches("## Afterwards").count(), 1);
    let record = journal::read(&path, Correspondences::embedded()).unwrap();
    let tags: Vec<&str> = record.tags().into_iter().map(|tag| tag.as_str()).collect();
    assert_eq!(tags, ["family", "love"]);
    let remarks: Vec<_> = record.notes().into_iter().map(|remark| (remark.ply, remark.words)).collect();
    assert_eq!(remarks, [(Some(12), "the *rook* is my father"), (None, "on the whole")]);
    let outcomes: Vec<_> = record.outcomes().map(|it| (it.on.to_string(), it.proved, it.words.as_str())).collect();
    assert_eq!(outcomes[1], ("2027-03-01".to_owned(), Correctness::Partly, "he <b>moved</b> back"));
    assert!(record.closing().is_some());
    // They go through a sheet as well.
    let sheet = Source::new("sheet.txt", notebook.says(&["journal", "export", "@", "--format", "sheet"]));
    let keeping = ImportOptions { begun: record.heading().begun, as_played: false };
    assert_eq!(enochian::sheet::read(&sheet, &keeping, Correspondences::embedded()).unwrap(), record);
    assert_eq!(notebook.says(&["journal", "tag", "@"]), "Tags: family, love\n");
    notebook.says(&["journal", "check", "--all"]);
}

#[test]
fn what_cannot_be_added_is_refused_and_changes_nothing() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_game();
    let before: Vec<String> = notebook.journals().iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    for (arguments, said) in [
        (&["note", "brother", "--turn", "99", "x"][..], "there is no turn 99"),
        (&["note", "brother", "\u{1b}[2J"], "has control characters; leave them out"),
        (&["note", "brother", "--withdraw", "2"], "there is no note 2: the journal has none"),
        (
            &["attach", "brother", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")],
            "is not a picture that can be shown",
        ),
        (&["attach", "brother", env!("CARGO_MANIFEST_DIR")], "is not a picture that can be shown"),
        (&["attach", "brother", "nowhere.png"], "nowhere.png cannot be read"),
        (&["attach", "brother", "nowhere.png", "--turn", "99"], "there is no turn 99"),
        (&["tag", "brother", "a, b"], "\"a, b\" is not a valid tag"),
        (&["tag", "brother", "--remove", "love"], "it is not tagged love"),
        (&["outcome", "brother", "ture", "x"], "Did you mean \"true\"?"),
        (&["outcome", "brother", "true", "--on", "1.3.2027", "x"], "\"1.3.2027\" is not a date"),
        (&["outcome", "a-game", "true", "x"], "an outcome is possible only in a reading"),
        (&["note", "nobody", "x"], "matches nobody, and there is no such file"),
        (&["note", "2026", "x"], "more than one journal matches "),
        (&["rename", "brother", "../out"], "cannot be the name of a journal"),
        (&["remove", "nobody"], "matches nobody, and there is no such file"),
        (&["show", "nobody"], "matches nobody, and there is no such file"),
    ] {
        // The year in which the tests run is in every name.
        let year = &notebook.journals()[0].file_name().unwrap().to_string_lossy()[..4].to_owned();
        let arguments: Vec<&str> =
            arguments.iter().map(|word| if *word == "2026" { year.as_str() } else { word }).collect();
        notebook.refuses(&[&["journal"], &arguments[..]].concat(), 1, &[said]);
    }
    let after: Vec<String> = notebook.journals().iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    assert_eq!(before, after);
}

#[test]
fn a_list_is_filtered_by_all_that_a_journal_holds() {
    let notebook = TestDesk::new()
        .with_reading("brother", "11")
        .with_reading("love", "3")
        .with_reading("health", "19")
        .with_game();
    notebook.says(&["journal", "tag", "brother", "family"]);
    notebook.says(&["journal", "outcome", "brother", "true", "so it was"]);
    let all = json(&notebook, &["journal", "list", "--json"]);
    assert_eq!(all.len(), 4);
    for (filter, count) in [
        (&["brother", "happy"][..], 1),
        (&["so it WAS"], 1),
        (&["tag:Family"], 1),
        (&["tag:family", "tag:love"], 0),
        (&["board:water", "ptah:air angle", "ptah:3", "ptah:gemini"], 1),
        (&["board:water", "ptah:angle of fire"], 0),
        (&["board:earth", "ptah:gemini"], 0),
        (&["answer:yes", "brother"], 1),
        (&["answer:no", "brother"], 0),
        (&["outcome:true"], 1),
        (&["outcome:unknown"], 3),
        (&["since:2000-01-01", "until:2001-01-01"], 0),
        (&["since:2000-01-01"], 4),
        (&["king", "of", "air", "on", "a5"], 1),
        (&["air", "rook", "on", "h8", "brother"], 0),
        (&["only:games"], 1),
        (&["only:readings"], 3),
    ] {
        let rows = json(&notebook, &[&["journal", "list", "--json"], filter].concat());
        assert!(if filter[0] == "king" { rows.len() >= count } else { rows.len() == count }, "{filter:?}: {rows:?}");
    }
    assert_eq!(titles(&json(&notebook, &["journal", "list", "--json", "Horus", "on", "a5", "tag:family"])).len(), 0);
    let page = notebook.says(&["journal", "list"]);
    assert!(page.contains(BROTHER) && page.contains("family") && page.ends_with("4 journals.\n"), "{page}");
    for (filter, said) in [
        (&["answer:maybe"][..], "expected one of yes, no, undecided, unfinished"),
        (&["board:wind"], "there is no board \"wind\""),
        (&["ptah:Capricron"], "Did you mean \"Capricorn\"?"),
        (&["since:yesterday"], "\"yesterday\" is not a date"),
        (&["tag:a/b"], "is not a valid tag"),
        (
            &["only:zzz"],
            "there is no kind of journal \"zzz\"; expected one of readings, games, branches, enochian, three",
        ),
        (&["only:reading"], "Did you mean \"readings\"?"),
    ] {
        notebook.refuses(&[&["journal", "list"], filter].concat(), 1, &[said]);
    }
    notebook.refuses(&["journal", "list", "ptah:here"], 1, &["expected a sign, an element, a house from 1 to 12"]);
    notebook.refuses(&["journal", "stats", "bored:water"], 1, &["there is no key \"bored\""]);
    notebook.refuses(
        &["game", "--board", "air", "--players", "Ann, level-9"],
        1,
        &["the program has no \"level-9\"; expected level-1, level-2"],
    );
    notebook.refuses(&["journal", "list", "ptah:house 13"], 1, &["there is no house \"13\"; expected 1 to 12"]);
}

#[test]
fn a_search_finds_what_people_wrote_and_not_what_the_program_tells() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_reading("love", "3");
    edit(&notebook, "brother", "## The turns\n", "## The turns\n\nHe seemed WORRIED that day.\n");
    notebook.says(&["journal", "note", "affection", "worried, and the harbour"]);
    let found = json(&notebook, &["journal", "search", "worried", "--json"]);
    assert_eq!(found.len(), 2);
    let lines: Vec<&Value> = found.iter().flat_map(|it| it["lines"].as_array().unwrap()).collect();
    assert!(lines.iter().any(|line| line["text"] == "He seemed WORRIED that day."));
    // The line is where it says.
    for journal in &found {
        let text = fs::read_to_string(notebook.path(journal["path"].as_str().unwrap())).unwrap();
        for line in journal["lines"].as_array().unwrap() {
            let at = line["line"].as_u64().unwrap() as usize;
            assert!(text.lines().nth(at - 1).unwrap().contains(line["text"].as_str().unwrap()));
        }
    }
    assert_eq!(titles(&json(&notebook, &["journal", "search", "worried", "harbour", "--json"])).len(), 1);
    assert_eq!(titles(&json(&notebook, &["journal", "search", "BROTHER", "--json"])), [BROTHER]);
    assert!(notebook.says(&["journal", "search", "letters, short journeys"]).starts_with("No matches"));
}

/// A note can name another reading, which says so when it is shown; what names none, or several, is text.
#[test]
fn a_journal_shows_what_names_it() {
    let desk = TestDesk::new().with_reading("brother", "11").with_reading("love", "3").with_reading("love", "4");
    desk.says(&["journal", "note", "@", "--turn", "12", "As in [[Brother#29]], not [[nobody]] and [[affection#3]]."]);
    let shown = desk.says(&["journal", "show", "brother"]);
    let (_, named) = shown.split_once("\nNamed elsewhere\n").unwrap();
    assert!(named.starts_with("  Turn 29: As in [[Brother#29]]") && named.trim_end().ends_with("#12]]"), "{named}");
    let latest = desk.says(&["journal", "show", "@"]);
    assert!(latest.contains("As in [[Brother#29]]") && !latest.contains("Named elsewhere"), "{latest}");
}

/// A reading asks what came of it when its time has passed, on the day of its summary or on one that a person chose.
#[test]
fn a_reading_is_due_until_its_outcome_is_recorded() {
    let desk = TestDesk::new().with_reading("love", "3");
    let shipped = "2026-11-21-is-my-brother-happy-in-his-present-situation";
    let to = desk.path("journals").join(format!("{shipped}.md"));
    fs::copy(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("journals/{shipped}.md")), to).unwrap();
    desk.says(&["game", "--auto", "--seed", "7", "--limit", "4", "--title", "A quick one"]);
    let due = |arguments: &[&str]| -> Vec<(String, String, bool)> {
        let rows = json(&desk, &[&["journal", "due", "--json"], arguments].concat());
        let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
        rows.iter().map(|row| (text(row, "due"), text(row, "time"), row["passed"].as_bool().unwrap())).collect()
    };
    let (on, time, _) = due(&["--all"]).into_iter().find(|(on, ..)| on == "2026-12-21").unwrap();
    assert_eq!((on.as_str(), time.as_str()), ("2026-12-21", "days to weeks, sooner rather than later"));
    let set = desk.says(&["journal", "due", "brother", "2026-11-22"]);
    assert!(set.starts_with("To be looked at again on 2026-11-22"), "{set}");
    desk.says(&["journal", "due", "brother", "2026-11-23"]);
    desk.says(&["journal", "due", "brother", "2026-11-23"]);
    assert!(
        desk.says(&["journal", "tag", "brother"]).ends_with("Tags: due-2026-11-23\n"),
        "the day before is withdrawn"
    );
    assert_eq!(due(&[])[0], ("2026-11-23".to_owned(), String::new(), true));
    assert!(desk.says(&["journal", "due"]).contains("your own day"));
    desk.says(&["journal", "due", "--calendar", "due.ics"]);
    let calendar = fs::read_to_string(desk.path("due.ics")).unwrap();
    assert!(calendar.contains("\r\nDTSTART;VALUE=DATE:20261123\r\n"), "{calendar}");
    desk.refuses(&["journal", "due", "--calendar", "due.ics"], 1, &["due.ics", "--force"]);
    desk.refuses(&["journal", "due", "brother", "soon"], 1, &["\"soon\" is not a date"]);
    desk.refuses(&["journal", "due", "quick", "2027-01-01"], 1, &["a game has no answer"]);
    desk.refuses(&["journal", "due", "brother"], 2, &["<DATE>"]);
    desk.says(&["journal", "outcome", "brother", "true", "He is."]);
    assert!(due(&["--all"]).iter().all(|(on, ..)| !on.starts_with("2026-1")), "its outcome is known");
}

#[test]
fn readings_made_abroad_sort_by_the_instant() {
    let notebook = TestDesk::new().with_reading("brother", "1").with_reading("love", "3");
    let begun = |part: &str, moment: &str| {
        let path = journal_of(&notebook, part);
        let text = fs::read_to_string(&path).unwrap();
        let line = text.lines().find(|line| line.starts_with("begun = ")).unwrap().to_owned();
        fs::write(path, text.replacen(&line, &format!("begun = \"{moment}\""), 1)).unwrap();
    };
    // One in the evening in Tokyo, the other the same morning in New York, and yet later.
    begun("brother", "2026-05-01T20:00:00+09:00");
    begun("affection", "2026-05-01T09:00:00-04:00");
    let rows = json(&notebook, &["journal", "list", "--json"]);
    assert_eq!(rows[1]["title"], BROTHER);
    assert_eq!(rows[1]["begun"], "2026-05-01T20:00:00+09:00");
    assert!(notebook.says(&["journal", "show"]).contains("Will the affection"), "the latest by instant is @");
    let day = json(&notebook, &["journal", "list", "--json", "since:2026-05-01", "until:2026-05-01"]);
    assert_eq!(day.len(), 2);
}

#[test]
fn renaming_and_removing_lose_nothing() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_reading("love", "3");
    let text = fs::read_to_string(journal_of(&notebook, "brother")).unwrap();
    notebook.says(&["journal", "rename", "brother", "my brother"]);
    notebook.refuses(
        &["journal", "rename", "affection", "my brother.md"],
        1,
        &["already exists", "nothing was changed"],
    );
    assert_eq!(fs::read_to_string(notebook.path("journals/my brother.md")).unwrap(), text);
    let said = notebook.says(&["journal", "remove", "my brother", "my brother"]);
    assert!(
        said.ends_with("Restore it with: enochian journal remove --restore 'journals/trash/my brother.md'\n"),
        "{said}"
    );
    assert_eq!(json(&notebook, &["journal", "list", "--json"]).len(), 1);
    // Another of the name, and then both come back.
    fs::write(notebook.path("journals/my brother.md"), &text).unwrap();
    notebook.says(&["journal", "remove", "my brother"]);
    assert!(notebook.path("journals/trash/my brother-2.md").is_file());
    notebook.says(&["journal", "remove", "--restore", "my brother", "my brother-2"]);
    assert_eq!(notebook.journals().len(), 3);
    assert_eq!(json(&notebook, &["journal", "list", "--json"]).len(), 2, "one is a copy of the other");
    assert_eq!(fs::read_to_string(notebook.path("journals/my brother.md")).unwrap(), text);
    notebook.refuses(&["journal", "remove", "--restore", "nobody"], 1, &["matches nobody, and there is no such file"]);
}

#[test]
fn nothing_but_journals_is_moved() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_reading("love", "3");
    let journals = notebook.journals().len();
    for other in ["photo.jpg", "README", "brother", "journals/README.md"] {
        fs::write(notebook.path(other), "# Mine\n").unwrap();
    }
    for other in ["photo.jpg", "README", "journals/README.md"] {
        let said = ["is not a journal", "it was not moved"];
        notebook.refuses(&["journal", "remove", other], 1, &said);
        notebook.refuses(&["journal", "rename", other, "other"], 1, &said);
        assert_eq!(fs::read_to_string(notebook.path(other)).unwrap(), "# Mine\n");
    }
    assert!(!notebook.path("journals/trash").exists());
    // A journal of that name is meant, and no file that bears it here.
    let said = notebook.says(&["journal", "remove", "brother"]);
    assert!(said.starts_with("Moved to the trash: journals/"), "{said}");
    notebook.refuses(&["journal", "remove", "--restore", "README"], 1, &["matches README, and there is no such file"]);
    notebook.refuses(
        &["journal", "remove", "--restore", "photo.jpg"],
        1,
        &["matches photo.jpg, and there is no such file"],
    );
    fs::write(notebook.path("journals/trash/README.md"), "# Mine\n").unwrap();
    notebook.refuses(&["journal", "remove", "--restore", "README"], 1, &["is not a journal"]);
    // All are found before the first is moved.
    notebook.refuses(
        &["journal", "remove", "--restore", "brother", "nobody"],
        1,
        &["matches nobody, and there is no such file"],
    );
    assert_eq!(notebook.journals().len(), journals, "one less, and notes beside them");
    notebook.says(&["journal", "remove", "--restore", "brother"]);
    for other in ["photo.jpg", "README", "brother", "journals/README.md"] {
        assert_eq!(fs::read_to_string(notebook.path(other)).unwrap(), "# Mine\n");
    }
    // By its path a journal of another folder may be removed, and comes back there.
    fs::create_dir(notebook.path("elsewhere")).unwrap();
    fs::rename(journal_of(&notebook, "brother"), notebook.path("elsewhere/one.md")).unwrap();
    notebook.says(&["journal", "remove", "elsewhere/one.md"]);
    assert!(notebook.path("elsewhere/trash/one.md").is_file());
    notebook.says(&["journal", "remove", "--restore", "elsewhere/trash/one.md"]);
    assert!(notebook.path("elsewhere/one.md").is_file());
}

#[test]
fn a_whole_name_wins_over_those_that_have_it_in_theirs() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_reading("brother", "12");
    let longer = journal_of(&notebook, "situation-2.md");
    let whole = longer.file_stem().unwrap().to_str().unwrap().trim_end_matches("-2").to_owned();
    notebook.refuses(
        &["journal", "show", "situation"],
        1,
        &["more than one journal matches situation; type more of the name"],
    );
    for name in [whole.clone(), format!("{whole}.md"), whole.to_uppercase()] {
        let said = notebook.says(&["journal", "note", &name, "this one"]);
        assert!(said.ends_with(&format!("{whole}.md\n")), "{said}");
    }
    notebook.says(&["journal", "rename", &whole, "situation"]);
    assert!(notebook.says(&["journal", "tag", "situation", "mine"]).contains("mine"));
    assert!(fs::read_to_string(notebook.path("journals/situation.md")).unwrap().contains("mine"));
    notebook.says(&["journal", "remove", "situation"]);
    fs::rename(&longer, notebook.path("journals/trash/situation-2.md")).unwrap();
    notebook.says(&["journal", "remove", "--restore", "situation"]);
    assert_eq!(notebook.journals(), [notebook.path("journals/situation.md")]);
}

#[test]
fn statistics_count_a_journal_however_its_path_is_typed() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_reading("love", "3");
    let path = journal_of(&notebook, "brother");
    let name = path.file_name().unwrap().to_str().unwrap();
    let counted = notebook.says(&["journal", "stats", "brother"]);
    for typed in [path.to_str().unwrap(), &format!("journals/../journals/{name}")] {
        assert_eq!(notebook.says(&["journal", "stats", typed]), counted, "{typed}");
    }
    fs::copy(&path, notebook.path("elsewhere.md")).unwrap();
    notebook.refuses(&["journal", "stats", "elsewhere.md"], 1, &["elsewhere.md is not in journals; name its folder"]);
}

#[test]
fn what_writers_left_behind_is_no_journal() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_reading("love", "3");
    let text = fs::read_to_string(journal_of(&notebook, "brother")).unwrap();
    notebook.says(&["journal", "remove", "affection"]);
    for folder in ["journals", "journals/trash"] {
        let left = notebook.path(folder).join(".tmpAbc");
        fs::create_dir(&left).unwrap();
        for name in [".enochian-Abc.part", ".enochian-Abc.write.lock", ".brother.md", ".tmpAbc/brother.md"] {
            fs::write(notebook.path(folder).join(name), &text[..text.floor_char_boundary(text.len() / 2)]).unwrap();
        }
    }
    assert_eq!(json(&notebook, &["journal", "list", "--json"]).len(), 1);
    assert!(notebook.says(&["journal", "check", "--all"]).starts_with("No errors: journals/2"));
    assert!(notebook.says(&["journal", "check", "brother"]).starts_with("No errors: journals/2"));
    notebook.refuses(
        &["journal", "remove", "--restore", "brother"],
        1,
        &["no journal in journals/trash matches brother"],
    );
    notebook.refuses(
        &["journal", "remove", "--restore", "enochian"],
        1,
        &["matches enochian, and there is no such file"],
    );
    notebook.says(&["journal", "remove", "--restore", "affection"]);
    assert_eq!(json(&notebook, &["journal", "list", "--json"]).len(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_journal_whose_name_is_not_utf_8_is_not_passed_over() {
    use std::os::unix::ffi::OsStrExt;
    let notebook = TestDesk::new().with_reading("brother", "11").with_reading("love", "3");
    let unnamed = std::ffi::OsStr::from_bytes(b"journals/a\xff.md");
    fs::rename(journal_of(&notebook, "brother"), notebook.folder().join(unnamed)).unwrap();
    let said = notebook.says(&["journal", "list"]);
    let hint = "the file name is not UTF-8; rename it: enochian journal rename $'journals/a\\xFF.md' NAME";
    assert!(said.contains("2 journals.") && said.contains(hint), "{said}");
    assert_eq!(notebook.says(&["journal", "check", "--all"]), "2 journals checked: no errors.\n");
    let mut command = notebook.command(&["journal", "rename"]);
    assert!(command.arg(unnamed).arg("brother").status().unwrap().success());
    assert!(notebook.path("journals/brother.md").is_file());
}

#[cfg(unix)]
#[test]
fn a_link_to_a_journal_is_moved_as_a_link() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    let target = notebook.path("brother.md");
    fs::rename(journal_of(&notebook, "brother"), &target).unwrap();
    let link = notebook.path("journals/linked.md");
    std::os::unix::fs::symlink("../brother.md", &link).unwrap();
    notebook.says(&["journal", "remove", "linked"]);
    assert!(target.is_file() && !link.is_symlink());
    notebook.says(&["journal", "remove", "--restore", "journals/trash/linked.md"]);
    assert!(link.is_symlink() && link.is_file());
}

#[cfg(unix)]
#[test]
fn a_name_in_a_hint_can_be_pasted() {
    let notebook = TestDesk::new().with_reading("love", "3");
    let mut path = journal_of(&notebook, "affection");
    for name in ["my brother", "it's \"so\" $HOME", "-x", "tab\tand\nline", "~", "🜁"] {
        let named = notebook.path(format!("journals/{name}.md"));
        fs::rename(&path, &named).unwrap();
        path = named;
        let said = notebook.says(&["journal", "remove", "--", name]);
        assert!(!path.exists() && said.lines().count() == 2, "{said}");
        let hint = said.lines().nth(1).unwrap().strip_prefix("Restore it with: enochian ").unwrap();
        let output = notebook.program("bash", &["-c", &format!("enochian {hint}")]).output().unwrap();
        assert!(output.status.success() && path.is_file(), "{hint}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_command_that_lacks_words_says_so() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    let before = fs::read(journal_of(&notebook, "brother")).unwrap();
    for arguments in [&["outcome", "brother", "false"][..], &["note", "brother"], &["note", "brother", " "]] {
        notebook.refuses(
            &[&["journal"], arguments].concat(),
            1,
            &["no words were given", "was not changed", "add them to the command"],
        );
    }
    notebook.refuses(&["journal", "tag", "brother", ""], 1, &["\"\" is not a valid tag"]);
    assert_eq!(fs::read(journal_of(&notebook, "brother")).unwrap(), before);
}

#[test]
fn a_journal_is_shown_as_a_page_or_as_its_file() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    edit(&notebook, "brother", "### 3 ·", "Mine,\nall mine.\n\n### 3 ·");
    let page = notebook.says(&["journal", "show", "brother"]);
    let place = |part: &str| page.find(part).unwrap_or_else(|| panic!("no {part:?} in {page}"));
    assert!(place(BROTHER) < place("\nThe answer\n  Yes\n") && place("\n  Yes\n") < place("\nThe turns\n"));
    assert!(!page.contains("+++") && !page.contains("###") && !page.contains('\\'), "{page}");
    assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
    assert!(page.contains("Mine, all mine."), "what a person wrote into the file is not left out: {page}");
    let file = fs::read_to_string(journal_of(&notebook, "brother")).unwrap();
    assert_eq!(notebook.says(&["journal", "show", "brother", "--raw"]), file);
}

#[test]
fn a_journal_that_does_not_read_back_is_shown_as_it_stands() {
    for (from, to, faults) in [
        ("### 2 ·", "### 7 ·", "it has 1 error: "),
        ("format = 1", "format = 99", "this journal has format 99, which this version of enochian cannot read"),
        ("+++\n", "", "it has 1 error: "),
        ("By the Ptah: **yes**", "By the Ptah: **no**", "it has 1 error: "),
    ] {
        let notebook = TestDesk::new().with_reading("brother", "11");
        edit(&notebook, "brother", from, to);
        let output = notebook.run(&["journal", "show", "brother"]);
        let told = told(&output);
        assert!(output.status.success(), "{told}");
        assert_eq!(output.stdout, fs::read(journal_of(&notebook, "brother")).unwrap());
        assert_eq!(told.lines().count(), 2, "{told}");
        assert!(told.starts_with("warning: ") && told.contains(faults), "{told}");
        assert!(told.contains("enochian journal check journals/"), "{told}");
    }
}

#[test]
fn a_journal_is_shown_safely_and_the_pager_only_on_a_screen() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    edit(&notebook, "brother", "## The turns\n", "## The turns\n\n\u{1b}[2J\n");
    let shown = notebook.says(&["journal", "show", "brother"]);
    assert!(shown.contains("␛[2J") && !shown.contains('\u{1b}'));
    let unfit = notebook.command(&["journal", "show"]).env("PAGER", "/no/such/pager").output().unwrap();
    assert!(unfit.status.success() && !unfit.stdout.is_empty());
}

#[test]
fn without_a_folder_of_journals_the_way_out_is_said() {
    let notebook = TestDesk::new();
    for command in ["list", "check", "show"] {
        notebook.refuses(&["journal", command, "--journals", "nowhere"], 1, &["there is no folder nowhere"]);
    }
    assert_eq!(notebook.says(&["journal", "list"]), "No journal in journals matches.\n");
    notebook.refuses(&["journal", "show"], 1, &["there is no journal in journals"]);
}

#[test]
fn of_sixteen_processes_that_write_at_once_none_loses_a_word() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    let path = journal_of(&notebook, "brother");
    // While it is open in another window.
    let window = Journal::open(&path, Correspondences::embedded()).unwrap();
    let note = |number: usize| spawn(&mut notebook.command(&["journal", "note", "brother", &format!("note {number}")]));
    let notes: Vec<_> = (0..16).map(note).collect();
    for mut note in notes {
        assert!(note.wait().unwrap().success());
    }
    drop(window);
    let mut words: Vec<String> = journal::read(&path, Correspondences::embedded())
        .unwrap()
        .notes()
        .into_iter()
        .map(|remark| remark.words.to_owned())
        .collect();
    words.sort_by_key(|words| (words.len(), words.clone()));
    assert_eq!(words, (0..16).map(|number| format!("note {number}")).collect::<Vec<_>>());
}

#[test]
fn notes_are_corrected_and_withdrawn_and_pictures_kept() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    let path = journal_of(&notebook, "brother");
    notebook.says(&["journal", "note", "@", "--turn", "12", "the rook\nis my father"]);
    succeeded(&notebook.types(&["journal", "note", "@"], "on the whole \\\nof it\n"));
    notebook.says(&["journal", "attach", "@", &format!("{ROOT}/docs/reading.png"), "--turn", "7", "the table"]);
    let before = fs::read_to_string(&path).unwrap();
    notebook.says(&["journal", "note", "@", "--correct", "1", "--turn", "14"]);
    notebook.says(&["journal", "note", "@", "--correct", "1", "the rook\nis my uncle"]);
    notebook.says(&["journal", "note", "@", "--withdraw", "2"]);
    let list = notebook.says(&["journal", "note", "@", "--list"]);
    let (listed, picture) = list.trim_end().rsplit_once(" [").unwrap();
    assert_eq!(listed, "   1  turn 14: the rook / is my uncle\n   2  turn 7: the table");
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(&before), "the file only grows");
    // Everywhere the words are as they are now.
    let text = notebook.says(&["journal", "show", "@"]);
    assert!(text.contains("is my uncle") && !text.contains("is my father") && !text.contains("of it"), "{text}");
    assert!(notebook.says(&["journal", "search", "father"]).starts_with("No matches"));
    let found: Value = notebook.json(&["journal", "search", "uncle"]);
    assert_eq!(found[0]["lines"][0]["turn"], 14);
    let sheet = Source::new("sheet.txt", notebook.says(&["journal", "export", "@", "--format", "sheet"]));
    let correspondences = Correspondences::embedded();
    let record = journal::read(&path, correspondences).unwrap();
    let keeping = ImportOptions { begun: record.heading().begun, as_played: false };
    assert_eq!(enochian::sheet::read(&sheet, &keeping, correspondences).unwrap(), record);
    let huge = notebook.path("huge.png");
    fs::File::create(&huge).unwrap().set_len(journal::PICTURE_LIMIT + 1).unwrap();
    let unchanged = fs::read_to_string(&path).unwrap();
    notebook.refuses(
        &["journal", "attach", "@", huge.to_str().unwrap()],
        1,
        &["has more than 20 MB", "make it smaller"],
    );
    // Where a file stands in the place of the folder, nothing is added.
    let (folder, aside) = (path.with_file_name("pictures"), path.with_file_name("aside"));
    fs::rename(&folder, &aside).unwrap();
    fs::write(&folder, "").unwrap();
    let attach = ["journal", "attach", "@", &format!("{ROOT}/docs/reading.png")];
    notebook.refuses(&attach, 1, &["pictures cannot be created", "allow writing there"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), unchanged);
    fs::remove_file(&folder).unwrap();
    fs::rename(&aside, &folder).unwrap();
    // The picture is in the page, and is missed.
    let page = notebook.says(&["journal", "export", "@", "--format", "html"]);
    let embedded = "<img src=\"data:image/png;base64,iVBOR";
    assert!(page.contains(embedded) && page.contains("img-src data:"));
    notebook.says(&["journal", "check", "@"]);
    let picture = path.with_file_name(picture.trim_end_matches(']'));
    fs::write(&picture, fs::read(format!("{ROOT}/docs/table.png")).unwrap()).unwrap();
    notebook.refuses(&["journal", "check", "@"], 1, &["was changed after it was added"]);
    fs::remove_file(&picture).unwrap();
    notebook.refuses(&["journal", "check", "@"], 1, &["cannot be read"]);
    assert!(!notebook.says(&["journal", "export", "@", "--format", "html"]).contains(embedded));
    // A journal cannot make the program read other files.
    let hostile = fs::read_to_string(&path).unwrap().replace("picture pictures/", "picture pictures/../../");
    fs::write(&path, hostile).unwrap();
    notebook.refuses(&["journal", "check", "@"], 1, &["is not in the folder pictures"]);
}
