//! Quiet recording (INTERPRETATION 1.1), and what is said before the first turn (INTERPRETATION 1.2, 7.5).

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use enochian::chess::{Army, Kind, Move, Piece};
use enochian::correspondences::{Correspondences, Palette, SignOrElement};
use enochian::export::{Exporter, Html, Json, Markdown, PngPicture, SvgPicture, Text, View};
use enochian::input::Source;
use enochian::journal::{self, Journal, Metadata};
use enochian::record::Record;
use enochian::render::TerminalColours;

#[cfg(unix)]
use crate::desk::Person;
use crate::desk::{BROTHER, TestDesk, succeeded, told};
use crate::sample::short_or_whole;

/// The only journal, and its text.
fn journal_of(desk: &TestDesk) -> (PathBuf, String) {
    let path = desk.journal();
    (path.clone(), fs::read_to_string(path).unwrap())
}

/// The words that would tell a sign, a house or a meaning; the question itself has none of them.
fn hidden() -> Vec<String> {
    let correspondences = Correspondences::embedded();
    let signs = SignOrElement::ALL.iter().filter(|force| force.is_sign()).map(|force| force.name().to_owned());
    let mut words: Vec<String> = signs.collect();
    for force in SignOrElement::ALL {
        let known = correspondences.force(force);
        words.extend([correspondences.trump(force).to_string(), correspondences.figure(force).name.clone()]);
        words.extend(known.keywords.get(..2).map(|two| two.join(", ")));
    }
    for army in Army::ALL {
        words.extend(Kind::ALL.map(|kind| format!(", {}", correspondences.piece(Piece { army, kind }).god)));
    }
    let planets = ["Sun,", "Moon", "Mercury", "Venus", "Mars,", "Jupiter", "Saturn"];
    let cards = ["of Wands", "of Cups", "of Swords", "of Disks"];
    words.extend(
        planets.iter().chain(&cards).chain(&["house", "part of the", "● ●", "Spirit on"]).map(|it| (*it).into()),
    );
    words
}

/// Nothing of what a quiet reading keeps back stands in a text.
fn is_quiet(what: &str, text: &str) {
    for word in hidden() {
        // What is told once of the quiet itself.
        let text = text.replace("signs, houses and", "").replace("Signs, houses and", "");
        assert!(!text.contains(&word), "{word:?} in {what}:\n{text}");
    }
}

/// A quiet reading of a person who types, up to some turn; the fourth is a No Move.
const TYPED: &str = "Anna\n\n\nhand\n6\n1\n5\n1\n6\n1\n3\n6\n1\n";

fn quiet(desk: &TestDesk, rest: &str) -> Output {
    desk.types(&["read", BROTHER, "--quiet"], format!("{TYPED}{rest}"))
}

#[test]
fn interpretation_1_1_nothing_is_told_at_the_prompts_or_in_the_file_until_the_reading_is_concluded() {
    let desk = TestDesk::new();
    let output =
        quiet(&desk, "6\nboard\nturns\nmoves\nmeaning a5\nmeaning queen\nmeaning king\ndice\nsetup\nback\nstop\n");
    let screen = succeeded(&output);
    assert_eq!(screen.matches("Quiet until the reading is concluded.").count(), 3, "{screen}");
    is_quiet("the prompts", &screen);
    let (path, text) = journal_of(&desk);
    is_quiet("the file", &text);
    assert!(text.contains("quiet = true\n") && text.contains("ptah = \"a5\"\n") && !text.contains("force ="), "{text}");
    assert!(text.contains("> ∴ The Ptah stands on a5, in the Air angle of the Water board"), "{text}");
    // Gone on with, it stays quiet.
    is_quiet("the prompts of another day", &succeeded(&desk.types(&["read", "--resume"], "6\n1\nstop\n")));
    for command in [
        &["journal", "show", "@"][..],
        &["journal", "replay", "@", "--turn", "1"],
        &["journal", "list", "--json"],
        &["journal", "search", "brother"],
        &["journal", "export", "@", "--format", "sheet"],
    ] {
        is_quiet(&command.join(" "), &succeeded(&desk.run(command)));
    }
    let record = journal::read(&path, Correspondences::embedded()).unwrap();
    assert!(record.is_quiet());
    let correspondences = Correspondences::embedded();
    let svg = SvgPicture::of(View::Position(None), Palette::Elements);
    for (name, exporter) in [
        ("html", &Html::of(Palette::Elements) as &dyn Exporter),
        ("markdown", &Markdown::default()),
        ("text", &Text { width: 80, colours: TerminalColours::default() }),
        ("json", &Json),
        ("svg", &svg),
    ] {
        let text = String::from_utf8(exporter.export(&record, correspondences).unwrap()).unwrap();
        // The columns of a table have their names, and the page its style.
        let text = text.replace(",house,", ",");
        is_quiet(name, text.split("</style>").last().unwrap());
        assert!(text.contains("h2"), "{name}: {text}");
    }
    for heat in [
        &SvgPicture::of(View::Landings, Palette::Elements) as &dyn Exporter,
        &PngPicture(SvgPicture::of(View::Landings, Palette::Elements)),
    ] {
        assert_eq!(
            heat.export(&record, correspondences).unwrap_err().to_string(),
            "quiet until the reading is concluded"
        );
    }
}

#[test]
fn interpretation_1_1_what_is_counted_of_it_waits_for_the_conclusion() {
    let desk = TestDesk::new();
    succeeded(&quiet(&desk, "stop\n"));
    for command in
        [&["journal", "explain", "@"][..], &["journal", "explain", "@", "@"], &["journal", "explain", "--json"]]
    {
        let output = desk.run(command);
        assert_eq!(output.status.code(), Some(1), "{command:?}");
        assert!(output.stdout.is_empty());
        assert!(told(&output).contains("quiet until the reading is concluded"), "{}", told(&output));
    }
    let output = desk.run(&["journal", "stats", "--json"]);
    assert!(succeeded(&output).contains("\"readings\": 0"), "{}", succeeded(&output));
    assert!(told(&output).contains("note: 1 quiet reading left out until concluded"), "{}", told(&output));
    for asked in ["gemini", "libra"] {
        let listed = succeeded(&desk.run(&["journal", "list", &format!("ptah:{asked}")]));
        assert!(listed.contains("No journal in "), "{listed}");
    }
    succeeded(&desk.types(&["read", "--resume"], "conclude\nyes\n"));
    assert!(succeeded(&desk.run(&["journal", "explain", "@"])).contains("Gemini"));
    assert!(succeeded(&desk.run(&["journal", "stats", "--json"])).contains("\"readings\": 1"));
    assert!(succeeded(&desk.run(&["journal", "list", "ptah:gemini"])).contains("brother"));
}

/// The landings that are told in a journal, each in its three lines, without the number of the turn.
fn landings(text: &str) -> Vec<String> {
    let parts = text.split("\n\n").filter_map(|part| part.find("> ∴ ").map(|at| &part[at..]));
    let landings = parts.filter(|part| part.contains("> ∴ Ruler ") || part.contains("> ∴ Planets "));
    let unnumbered = |part: &str| match part["> ∴ ".len()..].split_once(" · ") {
        Some((turn, rest)) if turn.parse::<u32>().is_ok() => format!("> ∴ {rest}"),
        _ => part.to_owned(),
    };
    landings.map(|part| unnumbered(part.trim_end())).collect()
}

/// The same reading by the program, quiet and not, and their journals.
fn both(seed: &str) -> [(Record, String); 2] {
    [&["--quiet"][..], &[]].map(|quiet| {
        let desk = TestDesk::new();
        let arguments = [&["read", BROTHER, "--auto", "--seed", seed], quiet].concat();
        assert!(succeeded(&desk.run(&arguments)).contains("Gemini"), "concluded, it is told");
        let (path, text) = journal_of(&desk);
        (journal::read(&path, Correspondences::embedded()).unwrap(), text)
    })
}

#[test]
fn interpretation_1_1_the_accounts_follow_at_the_end_in_the_same_words() {
    for seed in ["11", "7", "10"] {
        let [(quiet, text), (loud, other)] = both(seed);
        assert!(
            quiet.heading().game.enochian().unwrap().is_quiet()
                && !quiet.is_quiet()
                && !loud.heading().game.enochian().unwrap().is_quiet()
        );
        assert_eq!(quiet.entries().len(), loud.entries().len());
        let (turns, end) = text.split_once("**Concluded · ").unwrap();
        is_quiet("the turns", turns);
        assert!(landings(turns).is_empty());
        assert_eq!(landings(end), landings(&other), "the same words");
        let landed: Vec<u32> = quiet
            .enochian()
            .unwrap()
            .turns()
            .iter()
            .filter(|turn| turn.mv != Move::Pass)
            .map(|turn| turn.ply)
            .collect();
        assert_eq!(landings(end).len(), landed.len());
        assert!(landed.iter().all(|ply| end.contains(&format!("\n> ∴ {ply} · "))), "{landed:?}: {end}");
        let place = other.lines().find(|line| line.starts_with("> ∴ The Ptah stands on ")).unwrap();
        assert!(end.contains(&format!("\n## ∴ The landings\n\n{place}\n")), "{end}");
        // But for these, the end is that of the other.
        let held = |text: &str| text[text.find("\n## ∴ Totals\n").unwrap()..].to_owned();
        assert_eq!(held(&text), held(&other));
        for exporter in [&Markdown::default() as &dyn Exporter, &SvgPicture::of(View::Landings, Palette::Elements)] {
            let [quiet, loud] =
                [&quiet, &loud].map(|record| exporter.export(record, Correspondences::embedded()).unwrap());
            let undated = |page: Vec<u8>| {
                let page = String::from_utf8(page).unwrap();
                page.lines()
                    .filter(|line| !line.contains(" on ") || !line.contains("202"))
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            assert_eq!(undated(quiet), undated(loud), "then everything is told everywhere");
        }
    }
}

fn source(text: &str) -> Source {
    Source::new("journal.md", text)
}

#[test]
fn interpretation_1_1_check_knows_both_forms_and_a_persons_lines_are_found() {
    let correspondences = Correspondences::embedded();
    let [(_, whole), _] = both("11");
    let turns = &whole[..whole.find("\n## ∴ The answer").unwrap()];
    for text in [&whole, turns] {
        let checked = journal::check(&source(text), correspondences);
        assert!(checked.diagnostics.is_empty() && checked.own.is_empty(), "{} {:?}", checked.diagnostics, checked.own);
        let metadata = Metadata::read(&source(text), correspondences).unwrap();
        assert!(metadata.is_playable && metadata.own.is_empty());
        assert_eq!((metadata.is_quiet, metadata.force.is_some()), (text == turns, text == whole));
        // A line after any other is found, and is a person's.
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for before in (1..=lines.len()).step_by(short_or_whole(56, 7)) {
            let text = format!("{}The kestrel.\n{}", lines[..before].concat(), lines[before..].concat());
            let checked = journal::check(&source(&text), correspondences);
            assert_eq!(checked.own, [(before + 1, "The kestrel.".to_owned())]);
            assert!(checked.diagnostics.is_empty(), "{}", checked.diagnostics);
            let metadata = Metadata::read(&source(&text), correspondences).unwrap();
            let own: Vec<_> = metadata.own.iter().map(|own| (own.line, own.text.clone())).collect();
            assert_eq!(own, checked.own);
        }
    }
}

#[test]
fn interpretation_1_1_a_conclusion_cut_in_half_is_cut_and_keeps_what_it_states() {
    let correspondences = Correspondences::embedded();
    let [(record, whole), _] = both("7");
    let from = whole.find("## ∴ The answer").unwrap();
    let concluded = from + whole[from..].find("**Concluded · ").unwrap();
    let stated = concluded + whole[concluded..].find('\n').unwrap();
    let desk = TestDesk::new();
    let cuts = (from..whole.len()).step_by(short_or_whole(12 * 97, 97)).chain([stated, stated + 1]);
    for at in cuts.filter(|at| whole.is_char_boundary(*at)) {
        let path = desk.path("journal.md");
        fs::write(&path, &whole[..at]).unwrap();
        let journal = Journal::open(&path, correspondences).unwrap();
        assert_eq!(journal.record().is_quiet(), at <= stated, "{at}");
        if at > stated {
            assert_eq!(journal.record(), &record);
        }
        drop(journal);
        // What was cut off is removed, and nothing else.
        let left = fs::read_to_string(&path).unwrap();
        let lines = whole[..at].rfind('\n').unwrap() + 1;
        assert!(left == whole[..lines] || left == whole[..at] && whole[lines..at].trim_end() == ">", "{at}: {left}");
        assert!(journal::check(&source(&left), correspondences).diagnostics.is_empty());
    }
}

#[test]
fn interpretation_1_1_the_flag_goes_before_the_question_file_and_that_before_the_setting() {
    let desk = TestDesk::new();
    let text = fs::read_to_string(BROTHER).unwrap();
    let write = |name: &str, quiet: &str| {
        let path = desk.path(name);
        fs::write(&path, format!("{quiet}\n{text}")).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (plain, yes, no) = (write("p.toml", ""), write("y.toml", "quiet = true"), write("n.toml", "quiet = false"));
    let is_quiet = |arguments: &[&str], setting: Option<&str>| {
        let desk = TestDesk::new();
        let mut command = desk.command(&["read", "--auto", "--seed", "7"]);
        command.args(arguments).envs(setting.map(|setting| ("ENOCHIAN_QUIET", setting)));
        succeeded(&command.output().unwrap());
        journal_of(&desk).1.contains("\n    quiet = true\n")
    };
    assert!(!is_quiet(&[&plain], None) && is_quiet(&[&plain, "--quiet"], None) && is_quiet(&[&yes], None));
    assert!(
        is_quiet(&[&plain], Some("true")) && !is_quiet(&[&no], Some("true")) && !is_quiet(&[&plain], Some("false"))
    );
    assert!(!is_quiet(&[&plain, "--quiet=false"], Some("true")) && is_quiet(&[&no, "--quiet"], None));
    let mut command = desk.command(&["config"]);
    let config = command.env("ENOCHIAN_QUIET", "perhaps").output().unwrap();
    assert!(
        told(&config).contains("invalid value \"perhaps\" for ENOCHIAN_QUIET; expected true or false"),
        "{}",
        told(&config)
    );
}

#[test]
fn interpretation_1_2_and_7_5_what_was_said_before_the_first_turn_is_told_wherever_the_question_is() {
    let desk = TestDesk::new();
    let said_before = "known = \"We met *in* May.\"\nsupposed = \"He is shy.\"\nasked = \"Will he write?\"\nterm = \"by the spring\"\n";
    let file = desk.path("question.toml");
    fs::write(&file, format!("question = \"Will it grow?\"\nquerent = \"Anna\"\ncategory = \"love\"\n{said_before}"))
        .unwrap();
    succeeded(&desk.run(&["read", file.to_str().unwrap(), "--auto", "--seed", "7"]));
    let (path, text) = journal_of(&desk);
    for line in said_before.lines() {
        assert!(text.contains(&format!("\n    {line}\n")), "in the header: {text}");
    }
    let shown = succeeded(&desk.run(&["journal", "show", "@"]));
    for words in ["We met *in* May.", "He is shy.", "Will he write?", "by the spring"] {
        assert!(shown.contains(words), "{shown}");
    }
    let record = journal::read(&path, Correspondences::embedded()).unwrap();
    let export = |exporter: &dyn Exporter| {
        String::from_utf8(exporter.export(&record, Correspondences::embedded()).unwrap()).unwrap()
    };
    assert!(export(&Markdown::default()).contains("- Known: We met \\*in\\* May.\n- Supposed: He is shy.\n"));
    assert!(export(&Html::of(Palette::Elements)).contains("<dt>Term</dt><dd>by the spring</dd>"));
    let json: serde_json::Value = serde_json::from_str(&export(&Json)).unwrap();
    assert_eq!((&json["known"], &json["term"]), (&"We met *in* May.".into(), &"by the spring".into()));
    // From a sheet it comes back.
    let sheet = succeeded(&desk.run(&["journal", "export", "@", "--format", "sheet"]));
    let file = desk.path("sheet.txt");
    fs::write(&file, sheet).unwrap();
    fs::remove_file(&path).unwrap();
    succeeded(&desk.run(&["import", file.to_str().unwrap()]));
    assert_eq!(journal::read(&desk.journal(), Correspondences::embedded()).unwrap(), record);
}

#[cfg(unix)]
#[test]
fn interpretation_8_10_a_person_may_say_what_the_question_asks_for() {
    let desk = TestDesk::new();
    let file = desk.path("envy.toml");
    fs::write(&file, "question = \"?\"\ncategory = \"envy\"\nboard = \"Water\"\nangle = \"Fire\"\nhouse = 12\n")
        .unwrap();
    let array = "array = \"Fire of Air & Water\"\nplayers = [\"Anna\"]\n";
    fs::write(&file, fs::read_to_string(&file).unwrap() + array).unwrap();
    let mut command = desk.command(&["read", "envy.toml"]);
    command.env("NO_COLOR", "1");
    let mut person = Person::with_size(100, 40, command);
    person.types("Who asks?", "Anna");
    person.sees("asks        who");
    person.types("Keep these rules", "change");
    person.types("Asks (whether, who, when, which) [who]", "whom");
    person.sees("choose whether, who, when or which");
    person.types("Asks (whether, who, when, which) [who]", "when");
    for question in ["Ruleset (", "Procedure (", "Dice table (", "Turns (deosil, widdershins)"] {
        person.types(question, "");
    }
    person.types("throws the die?", "stop");
    person.sees("Resume with");
    let kept = fs::read_to_string(desk.path("journals/unfinished-question.toml")).unwrap();
    assert!(kept.contains("kind = \"when\"\n"), "{kept}");
    // From a pipe it is not asked.
    let output = desk.types(&["read", "envy.toml"], "Anna\nchange\n\n\n\n\nhand\nstop\n");
    assert!(!succeeded(&output).contains("Asks"), "{}", succeeded(&output));
}

#[test]
fn interpretation_8_10_a_journal_and_its_json_name_the_kind_of_question_unless_it_is_whether() {
    for (kind, named) in [("whether", None), ("who", Some("who")), ("which", Some("which"))] {
        let desk = TestDesk::new();
        let question = format!("question = \"?\"\ncategory = \"hidden enemy\"\nkind = \"{kind}\"\n");
        fs::write(desk.path("q.toml"), question).unwrap();
        let account = succeeded(&desk.run(&["read", "q.toml", "--auto", "--seed", "3", "--json"]));
        let account: serde_json::Value = serde_json::from_str(&account).unwrap();
        assert_eq!(account.get("question_kind").and_then(|kind| kind.as_str()), named);
        assert_eq!(account["kind"], "enochian");
        let (path, text) = journal_of(&desk);
        assert_eq!(text.contains("question_kind"), named.is_some(), "{text}");
        // Without the key it is whether, although the category asks who.
        let record = journal::read(&path, Correspondences::embedded()).unwrap();
        let question = record.heading().game.enochian().unwrap().question().unwrap();
        assert_eq!(question.kind.name(), kind);
        let checked = desk.run(&["journal", "check", path.to_str().unwrap()]);
        assert_eq!(checked.status.code(), Some(0), "{checked:?}");
        let spoilt = text.replace(&format!("question_kind = \"{kind}\""), "question_kind = \"what\"");
        fs::write(&path, &spoilt).unwrap();
        let read = journal::read(&path, Correspondences::embedded());
        let told = read.err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(
            told.contains("`question_kind` cannot be \"what\"; expected whether, who, when or which"),
            named.is_some(),
            "{told}"
        );
    }
}

#[cfg(unix)]
#[test]
fn interpretation_1_2_a_person_is_asked_what_is_known_and_may_leave_it_out() {
    let desk = TestDesk::new();
    let mut command = desk.command(&["read", BROTHER, "--quiet"]);
    command.env("NO_COLOR", "1");
    let mut person = Person::with_size(100, 40, command);
    for (prompt, line) in
        [("Who asks?", "Anna"), ("Keep these rules", ""), ("Who plays?", ""), ("throws the die?", "hand")]
    {
        person.types(prompt, line);
    }
    person.types("What is known already? [nothing]", "He moved in May.");
    person.types("What is supposed? [nothing]", "He is well.");
    person.types("What should the reading answer? [nothing]", "stop");
    person.sees("Resume with");
    // An unfinished question keeps them.
    let kept = fs::read_to_string(desk.path("journals/unfinished-question.toml")).unwrap();
    assert!(kept.contains("known = \"He moved in May.\"\n") && kept.contains("quiet = true\n"), "{kept}");
    // From a pipe nothing is asked.
    let output = desk.types(&["read", "--resume"], "stop\n");
    assert!(!succeeded(&output).contains("What is"), "{}", succeeded(&output));
    let (path, _) = journal_of(&desk);
    let record = journal::read(&path, Correspondences::embedded()).unwrap();
    let question = record.heading().game.enochian().unwrap().question().unwrap();
    assert_eq!(
        (question.known.as_deref(), question.supposed.as_deref()),
        (Some("He moved in May."), Some("He is well."))
    );
    assert_eq!((question.asked.as_deref(), question.quiet), (None, true));
}

#[test]
fn interpretation_1_1_there_is_no_hint_in_a_quiet_reading() {
    let output = quiet(&TestDesk::new(), "6\nhint\nstop\n");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("\"hint\" is not a command of this reading"), "{said}");
}
