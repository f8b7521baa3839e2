//! The error gallery: each kind of bad input gets one clear message with its place and the way out, a non-zero
//! exit code, and costs nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::desk::{BROTHER, PROGRAM, TestDesk, said, succeeded, told, wait_for};

/// A desk with a journal that has gone five turns.
fn with_journal() -> TestDesk {
    let desk = TestDesk::new();
    succeeded(&desk.types(&["read", BROTHER], "Anna\n\n\nhand\n6\n1\n6\n1\n6\n1\n6\n1\n6\n1\nstop\n"));
    desk
}

/// The exit code, and what was said on standard output and standard error.
fn run(desk: &TestDesk, arguments: &[&str], input: impl AsRef<[u8]>) -> (i32, String, String) {
    let output = desk.types(arguments, input);
    (output.status.code().unwrap(), said(&output), told(&output))
}

/// Fails with code 1, says all this on standard error, and nothing that a terminal would obey.
fn refuses(desk: &TestDesk, arguments: &[&str], input: impl AsRef<[u8]>, said: &[&str]) {
    let (code, _, told) = run(desk, arguments, input);
    assert_eq!(code, 1, "{told}");
    for words in said {
        assert!(told.contains(words), "no {words:?} in:\n{told}");
    }
    assert!(!told.contains(|c: char| c.is_control() && c != '\n'), "{told:?}");
    assert!(!told.contains("panicked") && !told.contains("os error"), "{told}");
}

/// The exit code, and what was said, when one runs the program who may not do everything, as the superuser may.
#[cfg(unix)]
fn as_nobody(desk: &TestDesk, arguments: &[&str]) -> (i32, String) {
    use std::os::unix::{
        fs::{MetadataExt, PermissionsExt},
        process::CommandExt,
    };
    let mut command = desk.command(arguments);
    if fs::metadata(desk.folder()).unwrap().uid() == 0 {
        // Nobody may not enter every folder that the program is built in.
        let program = desk.path("enochian");
        if !program.exists() {
            // Not by ourselves: a child that another test starts meanwhile would have the copy open for writing.
            assert!(Command::new("cp").arg(PROGRAM).arg(&program).status().unwrap().success());
            fs::set_permissions(desk.folder(), fs::Permissions::from_mode(0o755)).unwrap();
        }
        command = desk.program(program, arguments);
        command.uid(65_534).gid(65_534);
    }
    let output = command.output().unwrap();
    (output.status.code().unwrap(), said(&output) + &told(&output))
}

fn journals_in(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn an_unknown_category() {
    let desk = TestDesk::new().with_file("q.toml", "question = \"Will it rain?\"\ncategory = \"jorney\"\n");
    refuses(
        &desk,
        &["read", "q.toml", "--auto"],
        "",
        &["q.toml:2:12", "unknown category \"jorney\"", "did you mean journey"],
    );
    assert_eq!(journals_in(&desk.path("journals")), 0);
}

#[test]
fn the_ptah_on_the_kings_square() {
    let place = "question = \"q\"\nboard = \"Air\"\nangle = \"Water\"\n";
    let desk = TestDesk::new()
        .with_file("q.toml", format!("{place}house = 8\n"))
        .with_file("f.toml", format!("{place}force = \"Scorpio\"\n"));
    let said = ["h8", "the throne on which the querent's king starts", "another house or sign, or another angle"];
    refuses(&desk, &["read", "q.toml", "--auto"], "", &[&said[..], &["q.toml:4:9"]].concat());
    refuses(&desk, &["read", "f.toml", "--auto"], "", &[&said[..], &["f.toml:4:9"]].concat());
    // At the prompt it is refused too, and asked again.
    let typed = "q\nAnna\n-\nAir\nWater\n8\nScorpio\n7\n\n\n\n\nstop\n";
    refuses(&desk, &["read"], typed, &["line 6 of the input", "line 7 of the input", said[1], said[2]]);
    assert!(fs::read_to_string(desk.journal()).unwrap().contains("force = \"Libra\""));
}

#[test]
fn an_array_of_another_board() {
    let desk =
        TestDesk::new().with_file("q.toml", "question = \"q\"\ncategory = \"love\"\narray = \"Air of Fire & Earth\"\n");
    refuses(
        &desk,
        &["read", "q.toml", "--auto"],
        "",
        &["q.toml:3:9", "Air of Fire & Earth does not belong to the Water board", "Water of Air & Water"],
    );
}

#[test]
fn everything_wrong_in_a_question_is_told_at_once() {
    let text = "question = \"q\"\nboard = \"Wind\"\nhouse = 13\nrulset = \"zalewski\"\nprocedure = \"guess\"\nplayers = []\ndie = \"seeded\"\n";
    let desk = TestDesk::new().with_file("q.toml", text);
    refuses(
        &desk,
        &["read", "q.toml", "--auto"],
        "",
        &[
            "q.toml:2:9",
            "q.toml:3:9",
            "q.toml:4:1",
            "did you mean `ruleset`?",
            "q.toml:5:13",
            "q.toml:6:11",
            "q.toml:7:7",
        ],
    );
}

#[test]
fn a_question_file_that_is_missing_torn_or_no_text() {
    let desk = TestDesk::new()
        .with_file("torn.toml", "question = \"Is my bro")
        .with_file("latin.toml", b"question = \"F\xfcr wen?\"\n")
        .with_file("escape.toml", "question = \"q\\u001b[2J\"\ncategory = \"love\"\n");
    refuses(&desk, &["read", "none.toml"], "", &["none.toml", "the file does not exist"]);
    refuses(&desk, &["read", "journals"], "", &["journals", "folder"]);
    refuses(&desk, &["read", "torn.toml"], "", &["torn.toml:1", "no closing quotation mark"]);
    refuses(&desk, &["read", "latin.toml"], "", &["latin.toml:1", "not UTF-8", "saved as UTF-8"]);
    refuses(&desk, &["read", "escape.toml"], "", &["escape.toml:1:12", "control character"]);
}

#[test]
fn control_characters_in_a_name() {
    let desk = TestDesk::new();
    let tagged = with_journal();
    for tag in ["left\tright", "left\nright", "left\u{2028}right"] {
        refuses(&tagged, &["journal", "tag", "brother", tag], "", &["is not a valid tag"]);
    }
    refuses(&desk, &["read"], "q\nAn\u{1b}[31mna\nAnna\n", &["line 2 of the input", "␛[31m", "control characters"]);
    assert!(fs::read_to_string(desk.path("journals/unfinished-question.toml")).unwrap().contains("querent = \"Anna\""));
}

#[test]
fn control_characters_on_the_command_line() {
    let desk = TestDesk::new();
    // What follows each control character must not be its command.
    for (arguments, shown) in [
        (&["left\u{2}right"][..], "left␂right"),
        (&["--left\u{9b}right"], "--left\\u{9b}right"),
        (&["read", "--seed", "left\u{1b}[31mright"], "left␛[31mright"),
        (&["board", "air", "left\rright"], "left␍right"),
    ] {
        for has_colours in [false, true] {
            let mut command = desk.command(arguments);
            if has_colours {
                command.env("CLICOLOR_FORCE", "1");
            }
            let output = command.output().unwrap();
            let told = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{told}");
            assert!(told.contains(shown), "no {shown} in {told:?}");
            assert_eq!(told.contains("\u{1b}["), has_colours, "{told:?}");
            assert!(!told.contains("right\u{1b}[31m") && !told.contains("\u{1b}[31mright"), "{told:?}");
            assert!(!told.contains(|c: char| c.is_control() && !"\n\u{1b}".contains(c)), "{told:?}");
        }
    }
}

#[test]
fn input_that_is_no_text() {
    let desk = TestDesk::new();
    refuses(&desk, &["read"], b"F\xfcr wen?\nWho?\n", &["line 1 of the input: this line is not UTF-8"]);
}

#[test]
fn a_throw_of_seven_and_a_move_that_is_none() {
    let desk = with_journal();
    let before = fs::read_to_string(desk.journal()).unwrap();
    refuses(
        &desk,
        &["read", "--resume"],
        "7\n0\nsix\n6\n9\nKa8a7\nPh2h4\nNb1\nxyzzy\nstop\n",
        &[
            "error: line 1 of the input: \"7\" is not a throw; type a number from 1 to 6",
            "line 2 of the input",
            "line 3 of the input",
            "there is no move 9; the last is",
            "Ka8a7 is illegal",
            "Ph2h4 is illegal",
            "line 8 of the input",
            "\"xyzzy\" is not a move",
            "; choose ",
        ],
    );
    let after = fs::read_to_string(desk.journal()).unwrap();
    assert!(after.starts_with(&before));
    assert_eq!(after.matches("· throw ").count(), before.matches("· throw ").count() + 1);
}

#[test]
fn an_ambiguous_move_names_the_candidates() {
    let desk = TestDesk::new();
    let question = concat!(env!("CARGO_MANIFEST_DIR"), "/questions/brother.toml");
    // Earth's queen leaps to c6, where the pawns on b7 and d7 both may take her. Bishops have no move as yet.
    let typed = "Anna\n\n\n\n3\n3\n3\n4\nc4\n3\n3\n3\n4\nc6\n6\nc6\nP3cxQ\nPd7c6\nstop\n";
    refuses(
        &desk,
        &["read", question],
        typed,
        &[
            "more than one move matches \"c6\"; choose Pb7c6, Pd7c6",
            "more than one move matches \"P3cxQ\"; choose Pb7c6, Pd7c6",
        ],
    );
    let text = fs::read_to_string(desk.journal()).unwrap();
    assert!(text.contains("**Pd7c6** · sheet `P3cxEQ =Pd7c6`"), "the sheet text says which");
}

#[test]
fn a_journal_that_is_torn_or_edited_is_left_as_it_is() {
    let desk = with_journal();
    let path = desk.journal();
    let whole = fs::read_to_string(&path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let torn = [
        whole[..600].to_owned(),
        // What is missing in the middle was not cut off by a power cut.
        whole.replacen("```\n\n### 3", "\n### 3", 1),
        whole.replacen(" · throw 6\n", "\n", 1),
        whole.replacen("throw 6", "throw 5", 1),
        whole.replacen("begun", "began", 1),
        whole.replacen("+++", "---", 1),
    ];
    for text in torn {
        fs::write(&path, &text).unwrap();
        refuses(&desk, &["read", "--resume", &format!("journals/{name}")], "6\n1\n", &[&name, "expected"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "nothing was written");
    }
}

#[test]
fn a_journal_that_was_cut_off_at_its_end_is_mended_and_that_is_said() {
    let desk = with_journal();
    let path = desk.journal();
    let whole = fs::read_to_string(&path).unwrap();
    let name = format!("journals/{}", path.file_name().unwrap().to_string_lossy());
    let last = whole.rfind("\n### ").unwrap();
    for (text, said, left) in [
        (whole[..whole.rfind("```").unwrap()].to_owned(), "has been completed", whole.as_str()),
        (whole.clone() + "\n### 6 · Wa", "has been removed: ### 6 · Wa", whole.as_str()),
        (whole[..last + 10].to_owned(), "has been removed: ### 5", &whole[..last]),
    ] {
        fs::write(&path, &text).unwrap();
        let (code, out, told) = run(&desk, &["read", "--resume", &name], "stop\n");
        assert_eq!(code, 0, "{told}");
        assert!(out.contains(said), "{out}");
        assert!(fs::read_to_string(&path).unwrap().starts_with(&format!("{left}\n### Resumed")), "{said}");
        let (code, _, told) = run(&desk, &["journal", "check", &name], "");
        assert_eq!(code, 0, "{told}");
    }
}

#[test]
fn a_journal_that_is_not_there_concluded_or_not_meant() {
    let desk = TestDesk::new();
    refuses(&desk, &["read", "--resume"], "", &["there is no unfinished reading in journals"]);
    refuses(&desk, &["read", "--resume", "brother"], "", &["no journal in journals matches brother"]);
    let question = concat!(env!("CARGO_MANIFEST_DIR"), "/questions/brother.toml");
    for seed in ["1", "2"] {
        run(&desk, &["read", question, "--auto", "--seed", seed], "");
    }
    refuses(&desk, &["read", "--resume", "brother"], "", &["more than one journal matches brother", "-2.md"]);
    refuses(&desk, &["read", "--resume", "situation-2"], "", &["is concluded"]);
}

#[test]
fn a_folder_that_is_missing_or_cannot_be_written() {
    let desk = TestDesk::new().with_file("q.toml", "question = \"q\"\ncategory = \"love\"\n");
    refuses(
        &desk,
        &["read", "--resume", "--journals", "elsewhere"],
        "",
        &["there is no folder elsewhere", "--notebook", "--journals"],
    );
    let file = &["read", "q.toml", "--auto", "--journals", "q.toml"];
    refuses(&desk, file, "", &["there is no folder q.toml", "it is a file"]);
    refuses(
        &desk,
        &["journal", "remove", "--restore", "brother"],
        "",
        &["there is nothing to restore: journals has no folder trash"],
    );
    // Nobody writes there, not even the superuser.
    if Path::new("/proc").is_dir() {
        refuses(&desk, &["read", "q.toml", "--journals", "/proc"], "", &["cannot write to /proc", "--journals"]);
        refuses(
            &desk,
            &["new", "/proc/notebook"],
            "",
            &["/proc/notebook could not be created", "name a folder elsewhere"],
        );
        refuses(
            &desk,
            &["board", "air", "--picture", "/proc/air.svg"],
            "",
            &["could not be written", "name a file elsewhere"],
        );
        refuses(
            &desk,
            &["completions", "--man", "/proc/man"],
            "",
            &["the folder /proc/man could not be created", "another folder"],
        );
    }
}

#[cfg(unix)]
#[test]
fn what_one_may_not_read_or_write() {
    use std::os::unix::fs::PermissionsExt;
    let desk = with_journal().with_file("sheet.txt", "board: air\n");
    let allow = |path: PathBuf, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let before = fs::read_to_string(desk.journal()).unwrap();
    allow(desk.journal(), 0o666);
    allow(desk.path("journals"), 0o555);
    // Before anything is asked or an editor opened: nobody types what cannot be kept.
    let writing = [
        &["journal", "note", "brother"][..],
        &["journal", "edit", "brother"],
        &["journal", "tag", "brother", "family"],
        &["journal", "rename", "brother", "other"],
        &["journal", "remove", "brother"],
        &["read", "--resume"],
    ];
    for arguments in writing {
        let (code, told) = as_nobody(&desk, arguments);
        assert_eq!(code, 1, "{arguments:?}: {told}");
        assert!(told.starts_with("error: cannot write to journals: Permission denied\n"), "{told}");
    }
    allow(desk.path("journals"), 0o755);
    allow(desk.journal(), 0o000);
    let reading = [&["journal", "show"][..], &["journal", "replay"], &["journal", "list"], &["journal", "search", "x"]];
    for arguments in reading {
        let (_, told) = as_nobody(&desk, arguments);
        assert!(
            told.contains("cannot be read: permission denied") && told.contains("brother"),
            "{arguments:?}: {told}"
        );
    }
    allow(desk.path("journals"), 0o000);
    let (code, told) = as_nobody(&desk, &["journal", "list"]);
    assert_eq!(code, 1);
    assert!(told.contains("the journals in journals cannot be listed: Permission denied; name another"), "{told}");
    allow(desk.path("journals"), 0o755);
    assert_eq!(fs::read_to_string(desk.journal()).unwrap(), before);
}

#[test]
fn a_sheet_from_elsewhere_that_is_no_text() {
    let desk = TestDesk::new();
    refuses(
        &desk,
        &["import", "-"],
        b"board: air\nF\xfcr wen?\n",
        &["standard input:2:2", "not UTF-8", "saved as UTF-8"],
    );
    refuses(&desk, &["import", "-"], vec![b' '; (16 << 20) + 1], &["standard input", "the file is larger than"]);
    assert_eq!(journals_in(&desk.path("journals")), 0);
}

#[test]
fn a_search_says_what_it_could_not_look_into() {
    let desk = TestDesk::new().with_file("journals/torn.md", b"+++\nF\xfcr wen?\n");
    let (code, said, _) = run(&desk, &["journal", "search", "brother"], "");
    assert!(code == 0 && said.contains("No matches") && said.contains("Cannot be read:"), "{said}");
    let (_, said, _) = run(&desk, &["journal", "search", "brother", "--json"], "");
    assert!(said.contains("torn.md") && said.contains("not UTF-8"), "{said}");
}

#[test]
fn two_windows_do_not_write_one_journal() {
    let desk = with_journal();
    let mut first = desk.command(&["read", "--resume"]);
    let mut first = first.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    wait_for("the first is resumed", || fs::read_to_string(desk.journal()).unwrap().contains("### Resumed"));
    refuses(&desk, &["read", "--resume"], "6\n", &["is open in another window"]);
    drop(first.stdin.take());
    assert!(first.wait().unwrap().success());
    let (code, _, _) = run(&desk, &["read", "--resume"], "stop\n");
    assert_eq!(code, 0, "the lock goes with the first");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_called_what_it_is() {
    let desk = with_journal();
    assert!(Command::new("mkfifo").arg(desk.path("pipe")).status().unwrap().success());
    fs::create_dir(desk.path("folder")).unwrap();
    std::os::unix::fs::symlink("nowhere", desk.path("link")).unwrap();
    for (path, said) in [
        ("pipe", "pipe is a pipe or a device; name a file"),
        ("folder", "folder is a folder; name a"),
        ("link", "link is a link that leads to no file"),
    ] {
        for arguments in [
            &["journal", "show", path][..],
            &["journal", "check", path],
            &["journal", "note", path, "x"],
            &["journal", "edit", path],
            &["journal", "remove", path],
            &["journal", "rename", path, "other"],
            &["journal", "export", path, "--format", "sheet"],
            &["journal", "export", "@", "--format", "sheet", "--out", path],
            &["journal", "export", "@", "--format", "sheet", "--force", "--out", path],
            &["print", "dice", "--force", "--out", path],
        ] {
            refuses(&desk, arguments, "", &[said]);
        }
    }
    // A link that leads to a file stays one; what it leads to is replaced.
    let desk = desk.with_file("old.txt", "old");
    std::os::unix::fs::symlink("old.txt", desk.path("new.txt")).unwrap();
    refuses(
        &desk,
        &["journal", "export", "@", "--format", "sheet", "--out", "new.txt"],
        "",
        &["new.txt already exists"],
    );
    assert_eq!(run(&desk, &["journal", "export", "@", "--format", "sheet", "--force", "--out", "new.txt"], "").0, 0);
    assert!(desk.path("new.txt").is_symlink() && fs::metadata(desk.path("old.txt")).unwrap().len() > 3);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_told() {
    let desk = with_journal();
    for arguments in [
        &["journal", "list"][..],
        &["journal", "list", "--json"],
        &["journal", "show"],
        &["journal", "check"],
        &["journal", "note", "@", "x"],
        &["journal", "export", "@", "--out", "page.html"],
        &["journal", "export", "@", "--format", "sheet"],
        &["completions", "bash"],
        &["completions", "--man"],
        &["new", "notebook"],
        &["board", "air"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = desk.command(arguments).stdout(full).output().unwrap();
        let told = told(&output);
        let said =
            "error: standard output could not be written: No space left on device\n  = help: free some disk space";
        assert!(output.status.code() == Some(1) && told.starts_with(said), "{arguments:?}: {told}");
    }
    // What was asked for is done all the same.
    assert!(desk.path("page.html").is_file() && desk.path("notebook/enochian.toml").is_file());
    assert!(fs::read_to_string(desk.journal()).unwrap().contains("**Remark**"));
    let folder = fs::File::open(desk.path("journals")).unwrap();
    let told = told(&desk.command(&["journal", "note", "@"]).stdin(folder).output().unwrap());
    assert!(told.contains("standard input cannot be read: Is a directory"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_journal_that_cannot_be_moved_stays_and_the_way_out_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let desk = with_journal();
    let path = desk.journal();
    let before = fs::read(&path).unwrap();
    let allow = |folder: &str, mode| fs::set_permissions(desk.path(folder), fs::Permissions::from_mode(mode)).unwrap();
    let refuses = |arguments: &[&str], said: &[&str]| {
        let (code, told) = as_nobody(&desk, arguments);
        assert_eq!(code, 1, "{arguments:?}: {told}");
        for words in said {
            assert!(told.contains(words), "{arguments:?}: no {words:?} in:\n{told}");
        }
        assert_eq!(fs::read(&path).unwrap(), before, "{arguments:?}");
    };
    allow("journals", 0o555);
    for arguments in [&["journal", "remove", "@"][..], &["journal", "rename", "@", "x"], &["journal", "note", "@", "x"]]
    {
        refuses(arguments, &["journals", "Permission denied", "llow writing there"]);
    }
    refuses(
        &["journal", "export", "@", "--format", "sheet", "--out", "journals/x"],
        &["journals/x could not be written: Permission denied"],
    );
    refuses(&["new", "journals/notebook"], &["journals/notebook", "Permission denied", "name a folder elsewhere"]);
    refuses(&["completions", "--man", "journals/man"], &["journals/man", "Permission denied", "name another folder"]);
    allow("journals", 0o777);
    refuses(
        &["journal", "rename", "@", &"x".repeat(300)],
        &["File name too long", "nothing was changed; choose a shorter"],
    );
    fs::write(desk.path("journals/trash"), "").unwrap();
    refuses(&["journal", "remove", "@"], &["the folder journals/trash could not be created: File exists"]);
    fs::remove_file(desk.path("journals/trash")).unwrap();
    fs::create_dir(desk.path("journals/trash")).unwrap();
    allow("journals/trash", 0o555);
    let where_it_was = ["could not be moved: Permission denied; it was not moved; allow writing in journals/trash"];
    refuses(&["journal", "remove", "@"], &where_it_was);
    fs::copy(&path, desk.path("journals/trash/removed.md")).unwrap();
    refuses(
        &["journal", "remove", "--restore", "removed"],
        &["removed.md could not be moved: Permission denied; it was not moved"],
    );
    assert!(desk.path("journals/trash/removed.md").is_file());
}

#[test]
fn a_data_folder_with_faults() {
    let desk = TestDesk::new();
    fs::create_dir(desk.path("data")).unwrap();
    refuses(&desk, &["board", "air", "--data", "data"], "", &["data/forces.toml", "the file does not exist"]);
    refuses(&desk, &["board", "air", "--data", "nowhere"], "", &["nowhere"]);
}

#[test]
fn wrong_usage_is_told_apart() {
    let desk = TestDesk::new();
    for arguments in
        [&["reed"][..], &["read", "--seed", "x"], &["read", "--limit", "0", "--auto"], &["read", "a", "b"], &[]]
    {
        assert_eq!(run(&desk, arguments, "").0, 2, "{arguments:?}");
    }
    for (arguments, expected) in [
        (&["read", "--seed", "-1"][..], "a whole number, 0 or more"),
        (&["simulate", "question.toml", "--readings", "1e6"], "a whole number, 1 or more"),
        (&["journal", "note", "@", "--turn", "x"], "a whole number, 0 or more"),
    ] {
        let (code, _, told) = run(&desk, arguments, "");
        assert!(code == 2 && told.contains(expected), "{arguments:?}: {told}");
    }
}
