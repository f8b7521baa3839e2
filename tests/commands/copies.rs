//! Copies of a journal, as programs that synchronise folders leave them: one counts, and two can be made one.

use std::fs;
use std::path::PathBuf;

use enochian::correspondences::Correspondences;
use enochian::journal;

use crate::desk::{BROTHER, TestDesk, said, told};

/// The names that conflict copies get, with the program that gives them.
const NAMES: [(&str, &str); 5] = [
    (" (Anna's conflicted copy 2026-11-25)", "Dropbox"),
    ("-DESKTOP-7A", "OneDrive"),
    (" 2", "iCloud"),
    (".sync-conflict-20261125-101112-ABCDEFG", "Syncthing"),
    ("_REMOTE_4711", "git"),
];

/// Copies the only journal under its name with this added.
fn copied(desk: &TestDesk, added: &str) -> PathBuf {
    let path = desk.journals().into_iter().min_by_key(|path| path.as_os_str().len()).unwrap();
    let copy = path.with_file_name(format!("{}{added}.md", path.file_stem().unwrap().to_str().unwrap()));
    fs::copy(path, &copy).unwrap();
    copy
}

/// A reading of which two turns were played.
fn begun() -> TestDesk {
    let desk = TestDesk::new();
    desk.types(&["read", BROTHER, "--seed", "11"], "Anna\n\n\n1\n1\nstop\n");
    desk
}

#[test]
fn conflict_copies_are_listed_counted_and_checked_as_one_reading() {
    let desk = TestDesk::new().with_reading("brother", "11");
    let name = desk.journal().file_stem().unwrap().to_str().unwrap().to_owned();
    let alone = desk.says(&["journal", "stats"]);
    for (added, _) in NAMES {
        copied(&desk, added);
    }
    let listed = desk.says(&["journal", "list"]);
    assert!(listed.contains("  1 journal.\n"), "{listed}");
    for (added, by) in NAMES {
        let told = format!("{name}{added}, a conflict copy by {by}, is a copy of {name}, with the same turns");
        assert!(listed.contains(&told), "{told} in\n{listed}");
    }
    let rows = desk.json(&["journal", "list"]);
    assert_eq!((rows.as_array().unwrap().len(), rows[0]["copies"].as_array().unwrap().len()), (1, 5));
    assert_eq!((&rows[0]["name"], &rows[0]["copies"][0]["parts_at"]), (&name.into(), &serde_json::Value::Null));
    let stats = desk.run(&["journal", "stats"]);
    assert!(told(&stats).contains("note: 5 copies left out"), "{}", told(&stats));
    assert_eq!(said(&stats), alone);
    let checked = desk.says(&["journal", "check", "--all"]);
    assert!(checked.contains("6 journals checked: no errors.") && checked.contains("a conflict copy by Syncthing"));
    // What only a copy has is found.
    desk.says(&["journal", "note", "sync-conflict", "the blue house"]);
    let found = desk.says(&["journal", "search", "blue house"]);
    assert!(found.contains("the blue house") && !found.contains("is a copy of"), "{found}");
    // Where several copies have it, it is told that they are.
    let found = desk.says(&["journal", "search", "brother"]);
    assert!(found.contains("a conflict copy by Syncthing, is a copy of"), "{found}");
}

#[test]
fn the_longer_of_two_copies_is_resumed_and_where_they_part_is_told() {
    let desk = begun();
    let path = desk.journal();
    let copy = copied(&desk, " 2");
    desk.types(&["read", "--resume", path.to_str().unwrap()], "1\nstop\n");
    let resumed = desk.types(&["read", "--resume"], "stop\n");
    let output = said(&resumed) + &told(&resumed);
    let name = path.file_name().unwrap().to_str().unwrap();
    assert!(output.contains(&format!("Resuming journals/{name}.")), "{output}");
    assert!(
        output.contains("a conflict copy by iCloud, is a copy of") && output.contains("without turn 3"),
        "{output}"
    );
    desk.types(&["read", "--resume", copy.to_str().unwrap()], "note mine\n2\nstop\n");
    let listed = desk.says(&["journal", "list"]);
    assert!(
        listed.contains("which goes another way from turn 3 on") || listed.contains("with the same turns"),
        "{listed}"
    );
}

#[test]
fn two_copies_become_one_journal_and_what_they_were_is_in_the_trash() {
    let desk = begun();
    let (first, second) = (desk.journal(), copied(&desk, " 2"));
    desk.says(&["journal", "note", first.to_str().unwrap(), "written here"]);
    desk.says(&["journal", "note", second.to_str().unwrap(), "written there"]);
    desk.says(&["journal", "tag", second.to_str().unwrap(), "family"]);
    fs::write(&second, fs::read_to_string(&second).unwrap() + "\nA line of mine.\n").unwrap();
    desk.types(&["read", "--resume", second.to_str().unwrap()], "1\nstop\n");
    let names = [first.to_str().unwrap(), second.to_str().unwrap()];
    let before = [&first, &second].map(|path| fs::read_to_string(path).unwrap());
    desk.refuses(&["journal", "join", names[0], names[0]], 1, &["are the same file"]);
    let joined = desk.says(&["journal", "join", names[0], names[1]]);
    assert!(joined.starts_with(&format!("Joined: {}\n", first.display())), "{joined}");
    assert_eq!(desk.journal(), first);
    let text = fs::read_to_string(&first).unwrap();
    for words in ["written here", "written there", "**Tagged** · family", "A line of mine.", "### 3 · "] {
        assert!(text.contains(words), "{words} in\n{text}");
    }
    let kept: Vec<String> = fs::read_dir(desk.path("journals/trash"))
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    assert!(kept.len() == 2 && before.iter().all(|text| kept.contains(text)), "both are in the trash as they were");
    desk.says(&["journal", "check", "@"]);
    let other = TestDesk::new().with_reading("brother", "11").with_reading("love", "11");
    let paths: Vec<String> = other.journals().iter().map(|path| path.display().to_string()).collect();
    other.refuses(
        &["journal", "join", &paths[0], &paths[1]],
        1,
        &["are not copies of one journal", "nothing was changed"],
    );
}

#[test]
fn the_turns_that_are_not_kept_stay_as_taken_back() {
    let desk = begun();
    let (first, second) = (desk.journal(), copied(&desk, " 2"));
    // The die is seeded, so the moves differ.
    desk.types(&["read", "--resume", first.to_str().unwrap()], "1\n1\n1\nstop\n");
    desk.types(&["read", "--resume", second.to_str().unwrap()], "2\nnote there\nstop\n");
    let turns =
        |path: &PathBuf| journal::read(path, Correspondences::embedded()).unwrap().enochian().unwrap().turns().to_vec();
    let kept = turns(&second);
    let names = [first.to_str().unwrap(), second.to_str().unwrap()];
    let joined = desk.says(&["journal", "join", names[0], names[1], "--keep", names[1]]);
    assert!(joined.contains("stay as taken back"), "{joined}");
    assert_eq!(turns(&first), kept);
    assert!(fs::read_to_string(&first).unwrap().contains("### Taken back · "));
    desk.says(&["journal", "check", "@"]);
}

#[test]
fn the_markers_of_a_merge_are_named_with_the_way_out() {
    let desk = TestDesk::new().with_reading("brother", "11");
    let path = desk.journal();
    let text = fs::read_to_string(&path).unwrap();
    let mark = |at: usize| {
        let (before, after) = text.split_at(at);
        fs::write(&path, format!("{before}<<<<<<< HEAD\n=======\n>>>>>>> other\n{after}")).unwrap();
    };
    for at in [text.find("begun = ").unwrap(), text.find("### 5 · ").unwrap()] {
        mark(at);
        for command in [&["check"][..], &["explain"]] {
            let words = ["this is a merge marker of git", "git show :2:./", "enochian journal join one.md two.md"];
            desk.refuses(&[&["journal"], command, &[path.to_str().unwrap()]].concat(), 1, &words);
        }
    }
    let listed = desk.says(&["journal", "list"]);
    assert!(listed.contains("Cannot be read") && listed.contains("merge marker"), "{listed}");
    // One of the marks alone is a person's.
    fs::write(&path, text + "\n<<<<<<< mine\n").unwrap();
    desk.says(&["journal", "check", "@"]);
}
