//! Files and folders that cannot be read or written, and journals that are open elsewhere. `tests/transcripts/errors*.txt` have the other
//! errors.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::desk::{BROTHER, PROGRAM, TestDesk, said, succeeded, told, wait_for};

/// A desk with a journal that has gone five turns.
fn with_journal() -> TestDesk {
    let desk = TestDesk::new();
    succeeded(&desk.types(&["read", BROTHER], "Anna\n\n\nhand\n6\n1\n6\n1\n6\n1\n6\n1\n6\n1\nstop\n"));
    desk
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

#[test]
fn a_folder_that_cannot_be_written() {
    let desk = TestDesk::new().with_file("q.toml", "question = \"q\"\ncategory = \"love\"\n");
    // Nobody writes there, not even the superuser.
    if Path::new("/proc").is_dir() {
        for (arguments, said) in [
            (&["read", "q.toml", "--journals", "/proc"][..], &["cannot write to /proc", "--journals"][..]),
            (&["new", "/proc/notebook"], &["/proc/notebook could not be created", "name a folder elsewhere"]),
            (&["board", "air", "--picture", "/proc/air.svg"], &["could not be written", "name a file elsewhere"]),
            (&["completions", "manual", "/proc/man"], &["the folder /proc/man could not be created", "another folder"]),
        ] {
            desk.refuses(arguments, 1, said);
        }
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
    for arguments in [&["journal", "edit", "brother"][..], &["read", "--resume"]] {
        let (code, told) = as_nobody(&desk, arguments);
        assert_eq!(code, 1, "{arguments:?}: {told}");
        assert!(told.starts_with("error: cannot write to journals: Permission denied\n"), "{told}");
    }
    for arguments in [&["journal", "rename", "brother", "other"][..], &["journal", "remove", "brother"]] {
        let (code, told) = as_nobody(&desk, arguments);
        assert!(code == 1 && told.contains("Permission denied"), "{arguments:?}: {told}");
    }
    allow(desk.journal(), 0o444);
    for arguments in [&["journal", "note", "brother"][..], &["journal", "tag", "brother", "family"]] {
        let (code, told) = as_nobody(&desk, arguments);
        assert_eq!(code, 1, "{arguments:?}: {told}");
        assert!(told.starts_with("error: cannot write to journals/") && told.contains("allow writing there"), "{told}");
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
fn what_another_window_plays_is_told_and_nothing_is_written_over_it() {
    let desk = with_journal();
    let mut first = desk.command(&["read", "--resume"]);
    let mut first = first.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let resumed = || fs::read_to_string(desk.journal()).unwrap().matches("**Resumed** *").count();
    wait_for("the first is resumed", || resumed() == 1);
    succeeded(&desk.types(&["read", "--resume"], "back\nstop\n"));
    let text = fs::read_to_string(desk.journal()).unwrap();
    first.stdin.take().unwrap().write_all(b"6\nnote lost?\n").unwrap();
    let output = first.wait_with_output().unwrap();
    let told = told(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains("something was taken back in another window") && told.contains("was not saved"), "{told}");
    assert_eq!(fs::read_to_string(desk.journal()).unwrap(), text);
}

/// A person sees what was played, and goes on from there.
#[cfg(unix)]
#[test]
fn at_the_prompts_one_goes_on_from_what_another_window_played() {
    let desk = with_journal();
    let mut first = desk.at_a_terminal(&["read", "--resume"]);
    first.sees("throws");
    let before = fs::read_to_string(desk.journal()).unwrap();
    succeeded(&desk.types(&["read", "--resume"], "6\n1\nstop\n"));
    let between = fs::read_to_string(desk.journal()).unwrap();
    assert!(between.starts_with(&before));
    first.enters("5");
    first.sees("turn 6 was played in another window, so what you entered");
    first.sees("Turn 7");
    first.enters("tag family");
    first.sees("Tagged.");
    first.enters("stop");
    assert_eq!(first.leaves(), 0);
    let after = fs::read_to_string(desk.journal()).unwrap();
    assert!(after.starts_with(&between) && after.ends_with("**Tagged · family**\n"), "{after}");
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
    for arguments in [&["journal", "remove", "@"][..], &["journal", "rename", "@", "x"]] {
        refuses(arguments, &["journals", "Permission denied", "llow writing "]);
    }
    refuses(
        &["journal", "export", "@", "--format", "sheet", "--out", "journals/x"],
        &["journals/x could not be written: Permission denied"],
    );
    refuses(&["new", "journals/notebook"], &["journals/notebook", "Permission denied", "name a folder elsewhere"]);
    refuses(&["completions", "manual", "journals/man"], &["journals/man", "Permission denied", "name another folder"]);
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
    let stays = ["could not be moved: Permission denied; it was not moved\n", "help: allow writing in journals/trash"];
    refuses(&["journal", "remove", "@"], &stays);
    fs::copy(&path, desk.path("journals/trash/removed.md")).unwrap();
    refuses(
        &["journal", "remove", "--restore", "removed"],
        &["removed.md could not be moved: Permission denied; it was not moved"],
    );
    assert!(desk.path("journals/trash/removed.md").is_file());
}
