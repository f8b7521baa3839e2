//! What a person sees at a terminal: colours that can be read, long pages in a pager, lines that fit.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::Duration;

use anstream::adapter::strip_str;
use expectrl::session::OsSession;
use expectrl::{Eof, Expect, Session};
use tempfile::TempDir;

const BROTHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/questions/brother.toml");

/// A person's desk with a home of its own.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().unwrap());
        fs::create_dir(desk.0.path().join("journals")).unwrap();
        desk
    }

    /// A command with settings of the environment; a variable without a value is taken away.
    fn command(&self, arguments: &[&str], settings: &[(&str, &str)]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_enochian"));
        command.args(arguments).current_dir(&self.0).env("HOME", self.0.path()).env("TERM", "xterm-256color");
        for name in ["SSH_CONNECTION", "SSH_TTY", "PAGER", "LESS", "NO_COLOR", "XDG_CONFIG_HOME"] {
            command.env_remove(name);
        }
        // Tests of other things than the background ask nobody for it.
        command.env("ENOCHIAN_BACKGROUND", "dark").envs(settings.iter().copied());
        command
    }

    fn at_a_terminal(&self, arguments: &[&str], settings: &[(&str, &str)]) -> OsSession {
        let mut terminal = Session::spawn(self.command(arguments, settings)).unwrap();
        terminal.set_expect_timeout(Some(Duration::from_secs(20)));
        terminal
    }

    /// All that is printed at a terminal of 80 columns and 24 lines.
    fn shows(&self, arguments: &[&str], settings: &[(&str, &str)]) -> String {
        rest(&mut self.at_a_terminal(arguments, settings))
    }

    /// The same without the styles.
    fn shows_plainly(&self, arguments: &[&str], settings: &[(&str, &str)]) -> String {
        strip_str(&self.shows(arguments, settings)).to_string().replace('\r', "")
    }

    /// What is printed into a pipe.
    fn pipes(&self, arguments: &[&str], settings: &[(&str, &str)]) -> String {
        let output = self.command(arguments, settings).output().unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    }
}

/// What is printed until the end.
fn rest(terminal: &mut OsSession) -> String {
    String::from_utf8_lossy(terminal.expect(Eof).unwrap().as_bytes()).into_owned()
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn colours_can_be_read_on_the_background_that_the_terminal_tells() {
    let desk = Desk::new();
    let (yellow, brown) = ("\u{1b}[38;5;220m", "\u{1b}[38;5;94m");
    for (text, background, colour) in [("0000", "ffff", brown), ("ffff", "0000", yellow)] {
        let mut terminal = desk.at_a_terminal(&["square", "f5"], &[("ENOCHIAN_BACKGROUND", "auto")]);
        terminal.expect("\u{1b}[c").unwrap();
        let [text, background] = [text, background].map(|part| format!("rgb:{part}/{part}/{part}\u{7}"));
        terminal.send(format!("\u{1b}]10;{text}\u{1b}]11;{background}\u{1b}[?62;c")).unwrap();
        assert!(rest(&mut terminal).contains(colour));
    }
    // One that does not answer is not waited for.
    assert!(desk.shows(&["square", "f5"], &[("ENOCHIAN_BACKGROUND", "auto")]).contains(yellow));
}

#[test]
fn no_terminal_is_asked_without_need() {
    let desk = Desk::new();
    let auto = ("ENOCHIAN_BACKGROUND", "auto");
    for (settings, colour) in [
        (&[("ENOCHIAN_BACKGROUND", "light")][..], "38;5;94m"),
        (&[("ENOCHIAN_BACKGROUND", "dark")], "38;5;220m"),
        (&[auto, ("ENOCHIAN_COLOURS", "none")], "Capricorn"),
        (&[auto, ("NO_COLOR", "1")], "Capricorn"),
        (&[auto, ("TERM", "dumb")], "Capricorn"),
        (&[auto, ("SSH_CONNECTION", "there")], "38;5;220m"),
    ] {
        let printed = desk.shows(&["square", "f5"], settings);
        assert!(printed.contains(colour) && !printed.contains("\u{1b}]11;?"), "{settings:?}: {printed:?}");
    }
    let coloured = [("CLICOLOR_FORCE", "1"), ("ENOCHIAN_BACKGROUND", "light")];
    assert!(desk.pipes(&["square", "f5"], &coloured).contains("38;5;94m"), "what is settled holds in a pipe");
    assert!(!desk.pipes(&["square", "f5"], &[("CLICOLOR_FORCE", "1"), auto]).contains("\u{1b}]11;?"));
}

#[test]
fn a_long_page_goes_to_the_pager_and_is_never_lost() {
    let desk = Desk::new();
    let (board, first, last) = (&["board", "air"], "The Air board", "Minor");
    // A pager that shows the last line and nothing else.
    let tail = ("PAGER", "tail -n 1");
    let shown = desk.shows_plainly(board, &[tail]);
    assert!(shown.lines().count() <= 2 && shown.contains(last), "{shown}");
    let whole = |shown: &str| shown.contains(first) && shown.trim_end().contains(last);
    for settings in [&[("PAGER", "")][..], &[("PAGER", "false")], &[("PAGER", "cat")], &[tail, ("TERM", "dumb")]] {
        assert!(whole(&desk.shows_plainly(board, settings)), "{settings:?}");
    }
    assert!(whole(&desk.shows_plainly(&["board", "air", "--no-pager"], &[tail])));
    assert!(whole(&desk.pipes(board, &[tail])), "a pipe needs no pager");
    let shown = desk.shows_plainly(board, &[("PAGER", "no-such-pager -x")]);
    assert!(whole(&shown) && shown.contains("the pager no-such-pager could not be started"), "{shown}");
    // What fits the screen is printed.
    assert!(desk.shows_plainly(&["arrays"], &[tail]).lines().count() > 9);

    desk.pipes(&["read", BROTHER, "--auto", "--seed", "3"], &[]);
    for command in ["explain", "show", "stats"] {
        assert!(desk.shows_plainly(&["journal", command], &[tail]).lines().count() <= 2, "{command}");
    }
}

#[test]
fn ctrl_c_is_the_pagers() {
    let desk = Desk::new();
    let pager = desk.0.path().join("pager");
    // Whenever it comes, in a sleep or between two.
    let waits = "trap pressed=1 INT\necho ready\nuntil [ $pressed ]; do sleep 0.05; done\ntail -n 1\n";
    fs::write(&pager, format!("#!/bin/sh\n{waits}")).unwrap();
    fs::set_permissions(&pager, fs::Permissions::from_mode(0o755)).unwrap();
    let mut terminal = desk.at_a_terminal(&["board", "air"], &[("PAGER", pager.to_str().unwrap())]);
    terminal.expect("ready").unwrap();
    terminal.send("\u{3}").unwrap();
    assert!(rest(&mut terminal).contains("Minor"), "the program waits for the pager");
}

#[test]
fn a_list_has_a_line_for_each_journal_and_fits_the_terminal() {
    let desk = Desk::new();
    let question = "What ought I to bear in mind before I give up my position and go abroad for several years?";
    fs::write(
        desk.0.path().join("long.toml"),
        format!("question = \"{question}\"\ncategory = \"study\"\nquerent = \"Anna\"\n"),
    )
    .unwrap();
    desk.pipes(&["read", "long.toml", "--auto", "--seed", "3"], &[]);
    let shown = desk.shows_plainly(&["journal", "list"], &[]);
    assert!(widest(&shown) <= 80 && shown.contains("What ought I to bear in mind before I give…"), "{shown}");
    desk.pipes(&["journal", "tag", "@", "a rather long tag", "another of them"], &[]);
    let tagged = desk.shows_plainly(&["journal", "list"], &[]);
    assert_eq!(tagged, shown, "tags without room beside the question are left out");
    // Scripts see everything.
    let piped = desk.pipes(&["journal", "list"], &[]);
    assert!(piped.contains(question) && piped.contains("a rather long tag, another of them"), "{piped}");
    let found = desk.shows_plainly(&["journal", "search", "abroad"], &[]);
    assert!(widest(&found) <= 80 && found.contains("abroad"), "{found}");
}

#[test]
fn errors_break_between_words_at_a_terminal_and_are_one_line_in_a_pipe() {
    let desk = Desk::new();
    let nobody = ["journal", "show", "nobody"];
    let (shown, piped) = (desk.shows_plainly(&nobody, &[]), desk.pipes(&nobody, &[]));
    assert!(widest(&shown) <= 80 && shown.lines().count() > 1, "{shown}");
    assert!(widest(&piped) > 80 && piped.lines().count() == 1, "{piped}");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&shown), words(&piped));

    fs::write(desk.0.path().join("bad.toml"), "question = \"Shall I go?\"\ncategory = \"nothing of that kind\"\n")
        .unwrap();
    let shown = desk.shows_plainly(&["read", "bad.toml", "--auto"], &[]);
    assert!(widest(&shown) <= 80 && shown.contains("bad.toml:2"), "{shown}");
}

#[test]
fn what_is_not_understood_is_said_without_a_colour_that_white_swallows() {
    let said = Desk::new().pipes(&["arrays", "--jsn"], &[("CLICOLOR_FORCE", "1")]);
    assert!(said.contains("--jsn") && !said.contains("\u{1b}[33m") && !said.contains("\u{1b}[32m"), "{said:?}");
}
