//! What happens at the prompts when something goes wrong, and what a person sees at a terminal.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};

#[cfg(unix)]
use crate::desk::Person;
use crate::desk::{BROTHER, TestDesk, files, only, piped, read_journal, said, spawn, succeeded, told, wait_for};

/// Anna asks, keeps the customs, plays alone, and throws by hand.
const ANSWERS: &str = "Anna\n\n\nhand\n";

fn holds(folder: &Path, text: &str) -> bool {
    files(folder, "md").first().is_some_and(|path| fs::read_to_string(path).is_ok_and(|it| it.contains(text)))
}

#[cfg(unix)]
/// A person at a terminal of 80 columns, and of so many lines.
fn with_lines(lines: u16, mut command: Command) -> Person {
    command.env("NO_COLOR", "1");
    Person::with_size(80, lines, command)
}

#[cfg(unix)]
/// Begins the reading about a brother.
fn begins(person: &mut Person) {
    person.types("Who asks?", "Anna");
    person.types("Keep these rules", "");
    person.types("Who plays?", "");
    person.types("Who throws the die?", "hand");
    leaves_out_the_notes(person);
}

#[cfg(unix)]
/// Says nothing of the matter before the first turn.
fn leaves_out_the_notes(person: &mut Person) {
    for question in ["What is known already?", "What is supposed?", "What should the reading answer?"] {
        person.types(question, "");
    }
}

/// The reading about a brother.
const READ: [&str; 2] = ["read", BROTHER];

#[test]
fn a_turn_that_cannot_be_saved_stops_a_piped_reading() {
    let desk = TestDesk::new();
    let mut child = spawn(&mut desk.command(&READ));
    let (mut input, mut errors) = (child.stdin.take().unwrap(), BufReader::new(child.stderr.take().unwrap()));
    input.write_all(format!("{ANSWERS}6\n1\n").as_bytes()).unwrap();
    wait_for("a turn is saved", || holds(&desk.path("journals"), "**→** "));
    let (path, away) = (desk.journal(), desk.path("away"));
    fs::rename(&path, &away).unwrap();
    input.write_all(b"5\n").unwrap();
    let mut error = String::new();
    errors.read_line(&mut error).unwrap();
    assert!(error.starts_with("error: line 7 of the input: "), "{error}");
    fs::rename(&away, &path).unwrap();
    // Meant as a move; were it taken as the throw, a wrong fact would be recorded.
    let _ = input.write_all(b"2\n1\nstop\n");
    drop(input);
    errors.read_to_string(&mut error).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("was not saved"), "{error}");
    assert_eq!(read_journal(&path).enochian().unwrap().turns().len(), 1);
    assert_eq!(read_journal(&path).enochian().unwrap().throw(), None);
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_deleted_is_told_of_and_the_journal_saved_elsewhere() {
    let desk = TestDesk::new();
    let journals = desk.path("journals");
    // From a pipe: what is lost is said, whether or not something is still to be saved.
    for rest in ["stop\n", "6\n1\nstop\n"] {
        let mut child = spawn(&mut desk.command(&READ));
        let mut input = child.stdin.take().unwrap();
        input.write_all(format!("{ANSWERS}6\n1\n").as_bytes()).unwrap();
        wait_for("a turn is saved", || holds(&journals, "**→** "));
        let path = desk.journal();
        fs::remove_dir_all(&journals).unwrap();
        let _ = input.write_all(rest.as_bytes());
        drop(input);
        let output = child.wait_with_output().unwrap();
        let lost = format!(
            "{} no longer exists. The turn played is lost.",
            path.strip_prefix(desk.folder()).unwrap().display()
        );
        assert!(told(&output).contains(&lost), "{}", told(&output));
        assert!(!said(&output).contains("--resume"), "{}", said(&output));
        assert_eq!(output.status.code(), Some(1));
        fs::create_dir(&journals).unwrap();
    }

    let mut person = desk.at_a_terminal(&READ);
    begins(&mut person);
    person.types("throws (1 to 6):", "6");
    person.types("Move (number, move or square):", "1");
    wait_for("a turn is saved", || holds(&journals, "**→** "));
    fs::remove_dir_all(&journals).unwrap();
    person.types("throws (1 to 6):", "6");
    person.sees("The turn played is only in memory.");
    let new = desk.path("kept");
    person.types("Save the journal in which folder?", new.to_str().unwrap());
    person.sees("continued in");
    // The throw that could not be saved stands.
    person.types("Move (number, move or square):", "1");
    person.types("throws (1 to 6):", "stop");
    assert_eq!(person.leaves(), 0);
    assert_eq!(read_journal(&only(files(&new, "md"))).enochian().unwrap().turns().len(), 2);
}

/// The questions that are kept in a folder.
fn kept(desk: &TestDesk) -> Vec<String> {
    files(&desk.path("journals"), "toml").iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn every_session_keeps_the_question_that_is_asked_in_it() {
    let desk = TestDesk::new();
    let mut children: Vec<Child> = (0..16).map(|_| spawn(&mut desk.command(&["read"]))).collect();
    let mut inputs: Vec<_> = children.iter_mut().map(|child| child.stdin.take().unwrap()).collect();
    for answer in ["Question?", "Querent"] {
        for (number, input) in inputs.iter_mut().enumerate() {
            writeln!(input, "{answer} {number}").unwrap();
        }
    }
    drop(inputs);
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", told(&output));
    }
    let kept = kept(&desk);
    assert_eq!(kept.len(), 16);
    for number in 0..16 {
        let both = [format!("question = \"Question? {number}\"\n"), format!("querent = \"Querent {number}\"\n")];
        assert!(kept.iter().any(|text| both.iter().all(|line| text.contains(line))), "{number}: {kept:?}");
    }
    // Begun, one of them is done with, and the others stay.
    let output = desk.types(&["read", "--resume"], "brother\n\n\n\n\n\n\nhand\nstop\n");
    assert!(output.status.success(), "{}", told(&output));
    assert_eq!(said(&output).matches("enochian read --resume").count(), 16, "{}", said(&output));
    assert_eq!((files(&desk.path("journals"), "toml").len(), desk.journals().len()), (15, 1));
}

#[cfg(unix)]
#[test]
fn unfinished_questions_are_offered_and_what_was_answered_is_never_denied() {
    let desk = TestDesk::new();
    for question in ["Shall I travel?", "Shall I stay?"] {
        desk.types(&["read"], format!("{question}\n"));
    }
    let mut person = desk.at_a_terminal(&["read", "--resume"]);
    let offered = person.sees("Which one? (1 to 2) [1]");
    let places = ["Shall I stay?", "Shall I travel?"].map(|text| offered.find(text).expect(&offered));
    assert!(places[0] < places[1], "the latest first: {offered}");
    person.enters("2");
    person.sees("Who asks?");
    // Another window may go on with the same one; what is saved later counts.
    let output = desk.types(&["read", "--resume", "unfinished-question"], "stop\n");
    assert!(said(&output).contains("Your answers are saved"), "{}", said(&output));
    person.enters("stop");
    person.sees("Your answers are saved");
    assert_eq!(person.leaves(), 0);
    assert_eq!(kept(&desk).len(), 2);
}

#[cfg(unix)]
#[test]
fn a_new_notebook_can_be_made_the_one_that_is_used_everywhere() {
    let desk = TestDesk::new();
    let config = desk.path("home/.config/enochian/config.toml");
    let new = |folder: &str| desk.at_a_terminal(&["new", folder]);
    let settled = || fs::read_to_string(&config).unwrap_or_default();
    let line = |folder: &str| format!("notebook = \"{}\"\n", desk.path(folder).display());
    let mut person = new("one");
    person.types("Use it from every folder? (yes, no) [yes]", "");
    assert_eq!(person.leaves(), 0);
    assert_eq!(settled(), line("one"));
    // Another does not take its place unasked; and other lines stay.
    fs::write(&config, format!("# Mine\n{}colours = \"none\"\n", line("one"))).unwrap();
    let mut person = new("two");
    person.types("[no]", "");
    assert_eq!(person.leaves(), 0);
    assert!(settled().contains(&line("one")));
    let mut person = new("three");
    person.types("[no]", "yes");
    assert_eq!(person.leaves(), 0);
    assert_eq!(settled(), format!("# Mine\n{}colours = \"none\"\n", line("three")));
}

/// The same reading from a pipe: the lines after the answers.
fn from_a_pipe(desk: &TestDesk, lines: &str) -> Output {
    desk.types(&READ, format!("{ANSWERS}{lines}"))
}

#[test]
fn the_throw_and_the_move_may_be_typed_together_or_neither_is_taken() {
    for typed in ["6 b6", "6 2c", "6 P2c", "6  pb7b6", "6\n2c", "6\n2C"] {
        let desk = TestDesk::new();
        let output = from_a_pipe(&desk, &format!("{typed}\nstop\n"));
        assert!(output.status.success(), "{typed}: {}", told(&output));
        let record = read_journal(&desk.journal());
        assert_eq!(record.enochian().unwrap().turns()[0].mv.to_string(), "Pb7b6", "{typed}");
    }
    // Whole turns too, and a turn without a move is a throw alone.
    for typed in ["3 6 f6 1 g3", "3, 6 f6; 1 g3", "3\n6 f6 1 g3", "3\n6\nf6 1 g3"] {
        let desk = TestDesk::new();
        let output = from_a_pipe(&desk, &format!("{typed}\nturn 2\nstop\n"));
        assert!(output.status.success(), "{typed}: {}", told(&output));
        let turns = read_journal(&desk.journal()).enochian().unwrap().turns().to_vec();
        assert_eq!(
            turns.iter().map(|turn| turn.mv.to_string()).collect::<Vec<_>>(),
            ["--", "Pg6f6", "Pg2g3"],
            "{typed}"
        );
        assert!(said(&output).contains("── Turn 2 · Water · throw 6"), "{typed}: {}", said(&output));
    }
    for (typed, why) in [
        ("3 6 f6 1 e4", "in turn 3 of Fire: \"e4\" is not an act"),
        ("3 6 f6 9", "in turn 3 of Fire: \"9\" is not a throw"),
        ("6 2", "name the square of the move"),
        ("6 e4", "is not an act; expected a move"),
        ("6 queen", "is not an act; expected a move"),
        ("3 b6", "there is no move for the throw 3"),
    ] {
        let desk = TestDesk::new();
        let output = from_a_pipe(&desk, &format!("{typed}\nstop\n"));
        assert_eq!(output.status.code(), Some(1));
        assert!(told(&output).contains("nothing of this line was played"), "{}", told(&output));
        assert!(told(&output).contains(why), "{}", told(&output));
        assert!(read_journal(&desk.journal()).entries().is_empty(), "{typed}");
    }
}

#[test]
fn what_belongs_to_squares_pieces_the_die_and_the_table_is_shown_on_request() {
    let desk = TestDesk::new();
    let output = from_a_pipe(
        &desk,
        "h\nmeaning a7\nmeaning W2c\nmeaning q\nmeaning water knight\nmeaning The Star\nmeaning water queen\n\
        dice\nsetup\nstop\n",
    );
    assert!(output.status.success(), "{}", told(&output));
    let said = said(&output);
    for shown in [
        "back, undo",
        "a7 on the Water board",
        "f7 on the Water board",
        "Queen of air · aQ",
        "Knight of water · wN",
        // What it means where it stands, for the question that is asked.
        "Knight of Water stands on h6 · against the querent",
        "XVII The Star · the trump of Aquarius",
        "Stands for  a dreamy, receptive woman",
        "  4  the queen\n",
        "  6  any pawn\n",
        "mark a5 with an extra piece",
        "Array     Air of Air & Water",
        "Water  h8               h7     h6      h5    g8 g7 g6 g5",
        "Seats     Air: Anna",
        "frozen: they do not move, attack nothing and cannot be captured",
    ] {
        assert!(said.to_lowercase().contains(&shown.to_lowercase()), "no {shown:?} in:\n{said}");
    }
    let (_, refused) = desk.types_on(&["read", "--resume"], "meaning z9\nmeaning Trisitia\nmeaning\nstop\n");
    assert!(refused[1].contains("Did you mean \"Tristitia\"?"), "{refused:?}");
    assert_eq!(refused.len(), 3, "{refused:?}");
}

#[test]
fn a_note_does_not_hold_the_word_by_which_it_was_asked_for() {
    let desk = TestDesk::new();
    from_a_pipe(&desk, "note\nnote He called.\nnote Noted by me\nstop\n");
    let record = read_journal(&desk.journal());
    let notes: Vec<&str> = record.notes().iter().map(|note| note.words).collect();
    assert_eq!(notes, ["He called.", "Noted by me"]);
}

#[test]
fn who_asks_is_asked_and_never_taken_from_the_last_reading() {
    let desk = TestDesk::new();
    from_a_pipe(&desk, "stop\n");
    let output = desk.types(&READ, "\nBen\n\n\nhand\nstop\n");
    assert!(said(&output).contains("Who asks? \n\nStopped"), "{}", said(&output));
    assert!(told(&output).contains("line 1 of the input: an answer is needed"), "{}", told(&output));
}

#[cfg(unix)]
#[test]
fn a_turn_without_a_move_takes_no_line_of_its_own_and_taking_back_is_meant() {
    let desk = TestDesk::new();
    let mut person = desk.at_a_terminal(&READ);
    begins(&mut person);
    person.types("throws (1 to 6):", "3");
    person.sees("No Move: the bishop of Air cannot move.");
    person.types("Water throws (1 to 6):", "note so be it");
    person.types("Water throws (1 to 6):", "undo");
    person.types("Take back a turn without a move and the throw of 3? (yes, no) [yes]", "no");
    person.types("Water throws (1 to 6):", "stop");
    assert_eq!(person.leaves(), 0);
    let text = fs::read_to_string(desk.journal()).unwrap();
    assert!(!text.contains("**Taken back"), "{text}");
    let mut person = desk.at_a_terminal(&["read", "--resume"]);
    person.types("Water throws (1 to 6):", "back");
    person.types("? (yes, no) [yes]", "");
    person.types("Air throws (1 to 6):", "stop");
    assert_eq!(person.leaves(), 0);
    assert!(fs::read_to_string(desk.journal()).unwrap().contains("**Taken back · 2 acts** · to 1 · Air\n"));
    let desk = TestDesk::new();
    from_a_pipe(&desk, "3\n6\n1\nback\nstop\n");
    assert_eq!(read_journal(&desk.journal()).enochian().unwrap().turns().len(), 1);
}

/// Lines that arrive together are all taken, and a block that is pasted after `note` is one note.
#[cfg(unix)]
#[test]
fn what_is_typed_ahead_or_pasted_is_all_taken() {
    let desk = TestDesk::new();
    let mut person = desk.at_a_terminal(&READ);
    begins(&mut person);
    person.sees("throws (1 to 6):");
    person.sends("3\r6\rf6\r");
    person.sees("Fire throws (1 to 6):");
    person.sends("note \u{1b}[200~one\rtwo\rthree\u{1b}[201~\r");
    person.sees("Note added.");
    person.types("Fire throws (1 to 6):", "note");
    person.sees("Note (end a line");
    person.sends("\u{1b}[200~four\r\nfive\u{1b}[201~\r");
    person.sees("Note added.");
    person.sees("Fire throws (1 to 6):");
    person.sends("\u{1b}[200~1 g3\r3\r9\r1\r\u{1b}[201~\r");
    person.sees("\"9\" is not a throw");
    person.sees("The pasted line after it was ignored.");
    person.types("Air throws (1 to 6):", "exit");
    assert_eq!(person.leaves(), 0);
    let record = read_journal(&desk.journal());
    assert_eq!(record.notes().iter().map(|note| note.words).collect::<Vec<_>>(), ["one\ntwo\nthree", "four\nfive"]);
    assert_eq!(record.enochian().unwrap().turns().len(), 4);
    // Where it was left is shown.
    let mut person = desk.at_a_terminal(&["read", "--resume"]);
    let shown = person.types("Air throws (1 to 6):", "stop");
    for words in
        ["The last turn was 4, Earth throws 3.", "No Move: the bishop of Earth", "The last note on turn 3: four"]
    {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert_eq!(person.leaves(), 0);
}

/// `exit` ends every prompt, and nothing is kept of it.
#[cfg(unix)]
#[test]
fn exit_ends_every_prompt() {
    let desk = TestDesk::new().with_reading("brother", "11");
    let before = desk.text();
    for (words, prompt) in [
        (&["journal", "replay"][..], "q quit):"),
        (&["journal", "note", "@"], "Note:"),
        (&["journal", "outcome", "@", "true"], "What happened?"),
        (&["remember", "Leo"], "mean to you?"),
        (&["meaning"], "Which square, piece"),
        (&["learn"], "Which lesson?"),
        (&["learn", "4"], ">"),
        (&["read"], "What is the question?"),
        (&["game"], "Which board?"),
        (&[], ">"),
    ] {
        let mut person = desk.at_a_terminal(words);
        person.types(prompt, "exit");
        let rest = person.rest();
        assert!(!rest.contains(prompt), "{words:?}: {rest}");
    }
    assert_eq!(desk.text(), before);
    assert!(!desk.path("journals/meanings.toml").exists() && kept(&desk).is_empty());
}

/// A byte order mark where input begins is no part of it.
#[test]
fn a_byte_order_mark_is_no_part_of_what_is_read() {
    let desk = TestDesk::new().with_reading("brother", "11");
    desk.types(&READ, "\u{feff}Anna\nstop\n");
    assert!(kept(&desk)[0].contains("querent = \"Anna\"\n"), "{:?}", kept(&desk));
    for (words, text) in [
        (&["journal", "note", "@", "--turn", "8"][..], "first\nsecond\nthird"),
        (&["journal", "outcome", "@", "true"], "He is."),
        (&["remember", "Tristitia"], "grief\nthat passes"),
        (&["position", "moves", "-"], r#"{"position": "aK7/1ar6/8/8/8/8/6fr1/7fK a -x-x -a-a 0000 0"}"#),
    ] {
        let output = desk.types(words, format!("\u{feff}{text}\n"));
        let told = succeeded(&output) + &desk.text() + &desk.says(&["remember"]);
        assert!(!told.contains('\u{feff}') && !told.contains("feff") && !told.contains("not a JSON"), "{told}");
        assert!(words[0] == "position" || text.lines().all(|line| told.contains(line)), "{text}: {told}");
        // A character that is refused, in any line, keeps nothing.
        let refused = desk.types(words, "one\ntwo\u{1b}\nthree\n");
        assert!(words[0] == "position" || refused.status.code() == Some(1), "{}", said(&refused));
        assert!(!desk.text().contains("one\n"));
    }
}

/// A person who names no command is offered what is unfinished, and comes back from a look at something.
#[cfg(unix)]
#[test]
fn the_program_alone_offers_what_there_is_and_what_can_be_begun() {
    let desk = TestDesk::new();
    let elsewhere = || {
        let mut command = desk.command(&[]);
        command.current_dir(desk.path("home")).env("NO_COLOR", "1");
        Person::with_size(80, 40, command)
    };
    for folder in ["journals", "questions"] {
        fs::remove_dir(desk.path(folder)).unwrap();
    }
    let mut person = elsewhere();
    person.sees("Your first reading makes yours");
    person.types(">", "look");
    // A word that is not found is asked for again, and Enter leads back.
    person.types("Which square, piece, sign, card or word?", "thorn of");
    person.sees("there is nothing called \"thorn of\"");
    person.types("Which square, piece, sign, card or word?", "throne");
    person.types("Which square, piece, sign, card or word?", "");
    person.sees("Press Enter for the list");
    person.types(">", "help");
    person.sees("Usage: enochian");
    person.types(">", "sing");
    person.sees("\"sing\" is not a choice");
    person.types(">", "ask");
    person.sees("Your notebook is new");
    // What is asked for help is answered; in quotation marks it is a question.
    person.types("What is the question?", "help throne");
    person.types("What is the question?", "\"help throne\"");
    person.types("Who asks?", "Anna");
    // Going back, the answer given is the default, and what follows is asked again.
    person.types("What is it about?", "back");
    person.types("Who asks? [Anna]", "back");
    person.types("What is the question? [help throne]", "");
    person.types("Who asks? [Anna]", "Ben");
    person.types("What is it about?", "love");
    person.types("Use this place", "closer");
    person.types("Which board?", "back");
    person.types("Use this place", "back");
    person.types("[love]", "money");
    person.sees("Money: ");
    person.types("Use this place", "stop");
    assert_eq!(person.leaves(), 0);

    let mut person = elsewhere();
    person.sees("Unfinished");
    person.sees(" 1  help throne  (not all is answered yet)");
    person.types(">", "1");
    person.sees("Money: ");
    person.types("Use this place", "use");
    for (question, answer) in [("Who plays? (names, separated by commas) [Ben]", ""), ("Who throws the die?", "back")] {
        person.types(question, answer);
    }
    person.types("Who plays? (names, separated by commas) [Ben]", "Ben, Anna");
    person.types("Who throws the die?", "seed 7");
    leaves_out_the_notes(&mut person);
    person.types("Move (number, move or square):", "1");
    person.types("):", "stop");
    assert_eq!(person.leaves(), 0);

    // A damaged journal is told of.
    fs::write(desk.path("home/Enochian/journals/2026-01-01-torn.md"), "+++\n").unwrap();
    let mut person = elsewhere();
    person.sees("Unfinished");
    person.sees(" 1  help throne  (");
    person.sees("1 file in it cannot be read");
    person.types(">", "stop");
    assert_eq!(person.leaves(), 0);
    assert_eq!(files(&desk.path("home/Enochian/journals"), "md").len(), 2);
}

#[cfg(unix)]
#[test]
fn tab_completes_matters_commands_and_squares() {
    let desk = TestDesk::new();
    let mut person = desk.at_a_terminal(&["read"]);
    person.types("What is the question?", "Shall I go?");
    person.types("Who asks?", "Anna");
    person.types("What is it about?", "journ\t");
    person.sees("Journey: the Air board");
    person.types("Use this place", "clo\t");
    person.types("Which board?", "wat\t");
    for question in ["Which angle", "Which house", "Which array", "Keep these rules", "Who plays?"] {
        person.types(question, "");
    }
    person.types("Who throws the die?", "hand");
    leaves_out_the_notes(&mut person);
    person.types("throws (1 to 6):", "mea\ta1");
    person.sees("a1 on the Water board");
    person.types("throws (1 to 6):", "6");
    person.types("Move (number, move or square):", "withd\t");
    person.sees("cannot withdraw");
    person.types("Move (number, move or square):", "stop");
    assert_eq!(person.leaves(), 0);
}

#[cfg(unix)]
#[test]
fn the_board_stays_on_the_screen_when_moves_are_listed() {
    let fits = |lines: usize, shown: &str| {
        let shown: Vec<&str> = shown.lines().collect();
        // The heading of the turn and the line of the prompt stand at the ends.
        assert!(shown.len() <= lines, "{} lines of {lines}:\n{}", shown.len(), shown.join("\n"));
        assert!(shown.iter().all(|line| line.chars().count() <= 80), "{}", shown.join("\n"));
    };
    let desk = TestDesk::new();
    for (lines, signs) in [(24, true), (20, true), (19, false)] {
        let mut person = with_lines(lines, desk.command(&READ));
        begins(&mut person);
        person.sees("── Turn 1");
        let board = person.sees("throws (1 to 6):");
        person.enters("6");
        let moves = person.sees("Move (number, move or square):");
        fits(usize::from(lines), &(board + &moves));
        assert!(["Pa7a6", "P4c"].iter().all(|mv| moves.contains(mv)), "{moves}");
        assert_eq!(moves.contains("Aquarius"), signs, "{moves}");
        // Asked for, all of it is there.
        person.enters("moves");
        assert!(person.sees("Move (number, move or square):").contains("Aquarius, house 11"));
        person.enters("stop");
        person.leaves();
    }
    let start = "aK6wK/aR4aq1wR/2aQ3an1/3aN4/2aB3ar1/6ab1/er6fr/eK6fK a ---- ---- 0000 0";
    let game =
        ["game", "--board", "air", "--start", start, "--ruleset", "zalewski", "--players", "Ann", "--title", "x"];
    let mut person = desk.at_a_terminal(&game);
    person.sees("── Turn 1");
    let shown = person.sees("Move (number, move or square):");
    fits(24, &shown);
    assert!(shown.contains("aQ\u{a0}c6:  3\u{a0}a4  4\u{a0}e4"), "{shown}");
    person.enters("stop");
    assert_eq!(person.leaves(), 0);
}

/// Answers that cannot be saved, as on a full disk; here, because no file may grow.
#[cfg(unix)]
#[test]
fn answers_that_cannot_be_saved_are_told_of_with_the_file_and_not_thrown_away() {
    let desk = TestDesk::new();
    let full = || {
        let mut command = desk.shell("trap '' XFSZ; ulimit -f 0; exec enochian read --journals \"$PWD/journals\"");
        command.env("NO_COLOR", "1");
        command
    };
    let file = desk.path("journals/unfinished-question.toml");
    let output = piped(&mut full(), "Shall I go?\nAnna\n");
    assert_eq!(output.status.code(), Some(1));
    for said in [file.to_str().unwrap(), "File too large", "name another folder with --journals"] {
        assert!(told(&output).contains(said), "no {said:?} in {}", told(&output));
    }
    assert_eq!(files(&desk.path("journals"), "toml"), [] as [PathBuf; 0]);
    // A person goes on, and has the answers on the screen in the end.
    let mut person = Person::at(full());
    person.types("What is the question?", "Shall I go?");
    person.sees("were not saved");
    person.types("Who asks?", "Anna");
    person.types("What is it about?", "stop");
    person.sees("querent = \"Anna\"");
    person.sees("question = \"Shall I go?\"");
    assert_eq!(person.leaves(), 1);
}

#[test]
fn notes_are_listed_corrected_and_found_at_the_prompts() {
    let desk = TestDesk::new().with_reading("brother", "11");
    let lines = "note the rook\nnotes\ncorrect 1 the rook is my uncle\ncorrect 2 x\nfind uncle\nfind my king on gemini\nfind piece:\n\
                 correct 1 withdraw\nnotes\nstop\n";
    let asked = "Is he content?\nAnna\nbrother\n\n\n\n\n\nAnna\nhand\n";
    let (said, refused) = desk.types_on(&["read"], &format!("{asked}{lines}"));
    let text = said + &refused.join("\n");
    for words in [
        "   1  turn 1: the rook\n",
        "Corrected.",
        "type correct, the number of a note",
        "turn 29: king of Air",
        "Withdrawn.",
        "No notes.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(text.contains("turn 1: the rook is my uncle"), "{text}");
    assert!(refused[1].contains("piece:"), "what cannot be read names the word: {text}");
}

#[test]
fn pictures_and_what_the_notebook_tells_are_had_at_the_prompts() {
    let desk = TestDesk::new().with_reading("brother", "11");
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reading.png"), desk.path("my altar.png")).unwrap();
    fs::write(desk.path("words.png"), "no picture").unwrap();
    let lines = "attach \"my altar.png\" as it stood\n6\n1\nattach 'my altar.png'\nattach words.png\nattach gone.png\nattach\n\
                 notes\nrecurring\ndue\nstop\n";
    let (text, refused) =
        desk.types_on(&["read"], &format!("Is he content?\nAnna\nbrother\n\n\n\n\n\nAnna\nhand\n{lines}"));
    let refused = refused.join("\n");
    for words in [
        "Picture added.\n",
        "Picture added to turn 1.\n",
        "as it stood",
        "Too few to say: it takes at least 8.",
        "No reading is due.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    for words in
        ["words.png is not a picture", "expected a PNG, JPEG", "gone.png cannot be read", "type attach and the file"]
    {
        assert!(refused.contains(words), "{words}: {refused}");
    }
    assert_eq!(fs::read_dir(desk.path("journals/pictures")).unwrap().count(), 1, "it is kept once");
    assert!(desk.says(&["journal", "check"]).contains("no errors"));
}
