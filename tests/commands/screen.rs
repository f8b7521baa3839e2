//! What a person sees at a terminal: colours that can be read, long pages in a pager, lines that fit.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use anstream::adapter::strip_str;
use expectrl::Expect;
use unicode_width::UnicodeWidthStr;

use crate::desk::{BROTHER, Person, TestDesk, said, told};

/// A command with settings of the environment.
fn command(desk: &TestDesk, arguments: &[&str], settings: &[(&str, &str)]) -> Command {
    let mut command = desk.command(arguments);
    // Tests of other things than the background ask nobody for it.
    command.env("TERM", "xterm-256color").env("ENOCHIAN_BACKGROUND", "dark").envs(settings.iter().copied());
    command
}

/// All that is printed at a terminal.
fn shows(desk: &TestDesk, arguments: &[&str], settings: &[(&str, &str)]) -> String {
    Person::at(command(desk, arguments, settings)).rest()
}

/// The same without the styles.
fn shows_plainly(desk: &TestDesk, arguments: &[&str], settings: &[(&str, &str)]) -> String {
    strip_str(&shows(desk, arguments, settings)).to_string().replace('\r', "")
}

/// What is printed into a pipe.
fn pipes(desk: &TestDesk, arguments: &[&str], settings: &[(&str, &str)]) -> String {
    let output = command(desk, arguments, settings).output().unwrap();
    said(&output) + &told(&output)
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn colours_can_be_read_on_the_background_that_the_terminal_tells() {
    let desk = TestDesk::new();
    let (yellow, brown) = ("\u{1b}[38;5;220m", "\u{1b}[38;5;94m");
    for (text, background, colour) in [("0000", "ffff", brown), ("ffff", "0000", yellow)] {
        let [text, background] = [text, background].map(|part| format!("rgb:{part}/{part}/{part}\u{7}"));
        let printed = || {
            let mut terminal = Person::at(command(&desk, &["meaning", "f5"], &[("ENOCHIAN_BACKGROUND", "auto")]));
            terminal.sees("\u{1b}[c");
            terminal.0.send(format!("\u{1b}]10;{text}\u{1b}]11;{background}\u{1b}[?62;c")).unwrap();
            terminal.rest()
        };
        // The answer of a terminal is not waited for long, and a machine can be busy.
        assert!((0..5).any(|_| printed().contains(colour)));
    }
    // One that does not answer is not waited for.
    assert!(shows(&desk, &["meaning", "f5"], &[("ENOCHIAN_BACKGROUND", "auto")]).contains(yellow));
}

#[test]
fn no_terminal_is_asked_without_need() {
    let desk = TestDesk::new();
    let auto = ("ENOCHIAN_BACKGROUND", "auto");
    for (settings, colour) in [
        (&[("ENOCHIAN_BACKGROUND", "light")][..], "38;5;94m"),
        (&[("ENOCHIAN_BACKGROUND", "dark")], "38;5;220m"),
        (&[auto, ("ENOCHIAN_COLOURS", "none")], "Capricorn"),
        (&[auto, ("NO_COLOR", "1")], "Capricorn"),
        (&[auto, ("TERM", "dumb")], "Capricorn"),
        (&[auto, ("SSH_CONNECTION", "there")], "38;5;220m"),
    ] {
        let printed = shows(&desk, &["meaning", "f5"], settings);
        assert!(printed.contains(colour) && !printed.contains("\u{1b}]11;?"), "{settings:?}: {printed:?}");
    }
    let coloured = [("CLICOLOR_FORCE", "1"), ("ENOCHIAN_BACKGROUND", "light")];
    assert!(pipes(&desk, &["meaning", "f5"], &coloured).contains("38;5;94m"), "what is settled holds in a pipe");
    assert!(!pipes(&desk, &["meaning", "f5"], &[("CLICOLOR_FORCE", "1"), auto]).contains("\u{1b}]11;?"));
}

#[test]
fn a_long_page_goes_to_the_pager_and_is_never_lost() {
    let desk = TestDesk::new();
    let (board, first, last) = (&["board", "air"], "The Air board", "Minor");
    // A pager that shows the last line and nothing else.
    let tail = ("PAGER", "tail -n 1");
    let shown = shows_plainly(&desk, board, &[tail]);
    assert!(shown.lines().count() <= 2 && shown.contains(last), "{shown}");
    let whole = |shown: &str| shown.contains(first) && shown.trim_end().contains(last);
    for settings in [&[("PAGER", "")][..], &[("PAGER", "false")], &[("PAGER", "cat")], &[tail, ("TERM", "dumb")]] {
        assert!(whole(&shows_plainly(&desk, board, settings)), "{settings:?}");
    }
    assert!(whole(&pipes(&desk, board, &[tail])), "a pipe needs no pager");
    let shown = shows_plainly(&desk, board, &[("PAGER", "no-such-pager -x")]);
    assert!(whole(&shown) && shown.contains("the pager no-such-pager could not be started"), "{shown}");
    // What fits the screen is printed.
    assert!(shows_plainly(&desk, &["board", "arrays"], &[tail]).lines().count() > 9);

    pipes(&desk, &["read", BROTHER, "--auto", "--seed", "3"], &[]);
    for command in [&["explain", "--form", "cast"][..], &["show"], &["stats"]] {
        let command = [&["journal"], command].concat();
        assert!(shows_plainly(&desk, &command, &[tail]).lines().count() <= 2, "{command:?}");
    }
}

#[test]
fn ctrl_c_is_the_pagers() {
    let desk = TestDesk::new();
    let pager = desk.path("pager");
    // Whenever it comes, in a sleep or between two.
    let waits = "trap pressed=1 INT\necho ready\nuntil [ $pressed ]; do sleep 0.05; done\ntail -n 1\n";
    fs::write(&pager, format!("#!/bin/sh\n{waits}")).unwrap();
    fs::set_permissions(&pager, fs::Permissions::from_mode(0o755)).unwrap();
    let mut terminal = Person::at(command(&desk, &["board", "air"], &[("PAGER", pager.to_str().unwrap())]));
    terminal.sees("ready");
    terminal.0.send("\u{3}").unwrap();
    assert!(terminal.rest().contains("Minor"), "the program waits for the pager");
}

#[test]
fn a_list_has_a_line_for_each_journal_and_fits_the_terminal() {
    let desk = TestDesk::new();
    let question = "What ought I to bear in mind before I give up my position and go abroad for several years?";
    fs::write(desk.path("long.toml"), format!("question = \"{question}\"\ncategory = \"study\"\nquerent = \"Anna\"\n"))
        .unwrap();
    pipes(&desk, &["read", "long.toml", "--auto", "--seed", "3"], &[]);
    let shown = shows_plainly(&desk, &["journal", "list"], &[]);
    assert!(widest(&shown) <= 80 && shown.contains("What ought I to bear in mind before I give…"), "{shown}");
    pipes(&desk, &["journal", "tag", "@", "a rather long tag", "another of them"], &[]);
    let tagged = shows_plainly(&desk, &["journal", "list"], &[]);
    assert_eq!(tagged, shown, "tags without room beside the question are left out");
    // Scripts see everything.
    let piped = pipes(&desk, &["journal", "list"], &[]);
    assert!(piped.contains(question) && piped.contains("a rather long tag, another of them"), "{piped}");
    let found = shows_plainly(&desk, &["journal", "search", "abroad"], &[]);
    assert!(widest(&found) <= 80 && found.contains("abroad"), "{found}");
}

/// Every line of a page fits the terminal, or is one word, such as the name of a file, or a command to paste.
#[test]
fn pages_fit_every_terminal() {
    let desk = TestDesk::new().with_reading("brother", "1").with_reading("love", "3").with_game();
    let essay = format!("{}?", "Will the long and winding road lead me there, ".repeat(100));
    desk.says(&["read", &essay, "--querent", "Anna", "--category", "journey", "--auto", "--seed", "4"]);
    desk.says(&["game", "--kind", "faith", "--auto", "--seed", "2", "--limit", "12"]);
    desk.says(&["journal", "outcome", "affection", "true", "So it was.", "--sure"]);
    desk.says(&["journal", "tag", "affection", "family", "winter solstice"]);
    for line in [
        "journal list",
        "journal list --names",
        "journal search king on leo",
        "journal due",
        "journal stats",
        "journal show affection",
        "journal show faith",
        "journal replay affection --turn 5",
        "journal explain affection",
        "board air",
        "board",
        "board arrays",
        "meaning a5",
        "meaning a5 --board air",
        "meaning squares",
        "meaning scorpio",
        "meaning air queen",
        "kinds",
        "kinds three",
        "config",
        "learn",
        "position show 'aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0'",
    ] {
        for columns in [44, 60, 80, 100] {
            // The size is set before the program starts.
            let is_set = format!("until [ \"$(stty size)\" = '24 {columns}' ]; do sleep 0.01; done");
            let mut command = desk.shell(&format!("{is_set}; exec enochian {line} < /dev/null"));
            command.env("PAGER", "").env("NO_COLOR", "1");
            let shown = Person::with_size(columns, 24, command).rest().replace('\r', "");
            let is_whole =
                |line: &&str| !line.trim().contains(' ') && !line.contains('─') || line.contains("enochian ");
            let wide = shown.lines().filter(|it| !is_whole(it)).find(|it| it.width() > usize::from(columns));
            assert_eq!(wide, None, "{line} in {columns} columns");
            // Nothing is torn: a line of a board or a rule has no other below it.
            assert!(!shown.contains("\n\n        ─"), "{line} in {columns} columns: {shown}");
        }
    }
    // Of a pipe too.
    assert!(desk.says(&["journal", "list"]).lines().all(|it| it.width() <= 200));
}

#[test]
fn what_a_terminal_cannot_draw_is_drawn_otherwise() {
    let desk = TestDesk::new().with_reading("brother", "1");
    let drawn = shows_plainly(&desk, &["board", "air"], &[("LANG", "C"), ("PAGER", "")]);
    assert!(drawn.contains("+--------+") && !drawn.contains(['─', '│', '┼', '·', '“', '…']), "{drawn}");
    let drawn = shows_plainly(&desk, &["journal", "show"], &[("LC_ALL", "C"), ("PAGER", "")]);
    assert!(drawn.contains("---+---") && !drawn.contains(['─', '│', '┼', '·', '●', '“', '…']), "{drawn}");
    // Black cannot be seen on black.
    let black = "Black is drawn white on this screen.";
    assert!(shows_plainly(&desk, &["board"], &[]).contains(black));
    assert!(!shows_plainly(&desk, &["board"], &[("ENOCHIAN_BACKGROUND", "light")]).contains(black));
    assert!(!shows_plainly(&desk, &["board"], &[("NO_COLOR", "1")]).contains(black));
}

#[test]
fn errors_break_between_words_at_a_terminal_and_are_one_line_in_a_pipe() {
    let desk = TestDesk::new();
    let nobody = ["journal", "show", "nobody"];
    let (shown, piped) = (shows_plainly(&desk, &nobody, &[]), pipes(&desk, &nobody, &[]));
    assert!(widest(&shown) <= 80 && shown.lines().count() > 1, "{shown}");
    assert!(widest(&piped) > 80 && piped.lines().count() == 1, "{piped}");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&shown), words(&piped));

    fs::write(desk.path("bad.toml"), "question = \"Shall I go?\"\ncategory = \"nothing of that kind\"\n").unwrap();
    let shown = shows_plainly(&desk, &["read", "bad.toml", "--auto"], &[]);
    assert!(widest(&shown) <= 80 && shown.contains("bad.toml:2"), "{shown}");
}

#[test]
fn what_is_not_understood_is_said_without_a_colour_that_white_swallows() {
    let said = pipes(&TestDesk::new(), &["board", "arrays", "--jsn"], &[("CLICOLOR_FORCE", "1")]);
    assert!(said.contains("--jsn") && !said.contains("\u{1b}[33m") && !said.contains("\u{1b}[32m"), "{said:?}");
}
