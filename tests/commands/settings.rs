//! What is settled once for all commands, notebooks, completions and manual pages.

use std::fs;
use std::process::Command;

use crate::desk::{BROTHER, ROOT, TestDesk, said, succeeded, told};

/// A desk with a folder for a person's own settings.
fn new_desk() -> TestDesk {
    let desk = TestDesk::new();
    fs::create_dir_all(desk.path("home/.config/enochian")).unwrap();
    desk
}

fn write(desk: &TestDesk, name: &str, text: &str) {
    fs::write(desk.path(name), text).unwrap();
}

/// The program in a folder of the desk.
fn command(desk: &TestDesk, folder: &str, arguments: &[&str]) -> Command {
    let mut command = desk.command(arguments);
    command.current_dir(desk.path(folder));
    command
}

fn says(desk: &TestDesk, folder: &str, arguments: &[&str]) -> String {
    succeeded(&command(desk, folder, arguments).output().unwrap())
}

/// The line of a setting.
fn row(config: &str, setting: &str) -> String {
    config.lines().find(|line| line.trim_start().starts_with(setting)).unwrap().to_owned()
}

#[test]
fn each_source_goes_before_the_next_and_is_named() {
    let desk = new_desk();
    let config = says(&desk, "", &["config"]);
    assert!(row(&config, "colours").contains("elements") && row(&config, "colours").contains("default"));
    let words = config.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("it does not exist") && words.contains("no notebook here"), "{config}");

    write(
        &desk,
        "home/.config/enochian/config.toml",
        "colours = \"colour-blind\"\nnotation = \"sheet\"\njournals = \"~/kept\"\n",
    );
    let config = says(&desk, "", &["config"]);
    assert!(row(&config, "colours").contains("colour-blind") && row(&config, "colours").contains("config.toml"));
    assert!(row(&config, "journals").contains(desk.path("home/kept").to_str().unwrap()));

    says(&desk, "", &["new", "nb"]);
    write(&desk, "nb/enochian.toml", "notation = \"canonical\"\n");
    let config = says(&desk, "nb/questions", &["config"]);
    assert!(row(&config, "notation").contains("canonical") && row(&config, "notation").contains("the notebook"));
    assert!(row(&config, "colours").contains("colour-blind"), "what the notebook leaves open");
    assert!(row(&config, "journals").contains(desk.path("nb/journals").to_str().unwrap()));

    let config = succeeded(&command(&desk, "nb", &["config"]).env("ENOCHIAN_NOTATION", "both").output().unwrap());
    assert!(row(&config, "notation").contains("both") && row(&config, "notation").contains("ENOCHIAN_NOTATION"));

    let mut config = command(&desk, "nb", &["config", "--notation", "sheet"]);
    let config = succeeded(&config.env("ENOCHIAN_NOTATION", "both").output().unwrap());
    assert!(row(&config, "notation").contains("sheet") && row(&config, "notation").contains("the option --notation"));
}

/// INTERPRETATION 9: off unless they are asked for.
#[test]
fn the_layers_of_a_square_are_settled_as_other_settings_are() {
    let desk = new_desk();
    let shown = |command: &mut Command| {
        let page = succeeded(&command.args(["--board", "water"]).output().unwrap());
        let layers = page.split("Further layers").nth(1).map_or(vec![], |rest| rest.lines().collect());
        let named = layers.iter().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        named.filter_map(|line| line.split_whitespace().next()).map(str::to_lowercase).collect::<Vec<_>>()
    };
    let square = ["square", "f7"];
    assert!(shown(&mut command(&desk, "", &square)).is_empty());
    write(&desk, "home/.config/enochian/config.toml", "layers = \"sphinx, Letters\"\n");
    assert_eq!(shown(&mut command(&desk, "", &square)), ["letters", "sphinx"]);
    assert!(row(&says(&desk, "", &["config"]), "layers").contains("letters, sphinx"));
    assert_eq!(shown(command(&desk, "", &square).env("ENOCHIAN_LAYERS", "oracle")), ["oracle"]);
    assert!(shown(&mut command(&desk, "", &["square", "f7", "--layers", "none"])).is_empty());
    assert_eq!(
        shown(&mut command(&desk, "", &["square", "f7", "--layers", "all"])),
        ["letters", "tablets", "sphinx", "oracle"]
    );
}

#[test]
fn what_is_wrong_in_a_setting_is_told_with_its_place() {
    let desk = new_desk();
    write(&desk, "home/.config/enochian/config.toml", "colours = \"pink\"\nnotaton = \"sheet\"\ndie = 6\n");
    let refuses = |command: &mut Command, said: &[&str]| {
        let output = command.output().unwrap();
        let told = told(&output);
        assert_eq!(output.status.code(), Some(1), "{told}");
        for words in said {
            assert!(told.contains(words), "no {words:?} in:\n{told}");
        }
    };
    let all = ["config.toml:1:11", "elements, colour-blind or none", "did you mean `notation`?", "config.toml:3:7"];
    refuses(&mut command(&desk, "", &["board", "air"]), &all);
    fs::remove_file(desk.path("home/.config/enochian/config.toml")).unwrap();
    refuses(
        command(&desk, "", &["config"]).env("ENOCHIAN_DIE", "loaded"),
        &["invalid value \"loaded\" for ENOCHIAN_DIE; expected hand or program"],
    );
    refuses(&mut command(&desk, "", &["config", "--colours", "x"]), &["invalid value \"x\" for --colours"]);
    refuses(&mut command(&desk, "", &["config", "--naming", "gnostik"]), &["Did you mean \"gnostic\"?"]);
    let layers =
        "invalid value \"letters, shpinx\" for --layers; expected letters, tablets, sphinx, oracle, all or none";
    refuses(&mut command(&desk, "", &["square", "f5", "--layers", "letters, shpinx"]), &[layers]);
    refuses(
        command(&desk, "", &["journal", "list"]).env("ENOCHIAN_JOURNALS", "nowhere"),
        &["there is no folder nowhere"],
    );
}

#[test]
fn a_notebook_is_made_once_and_used_from_every_folder_in_it() {
    let desk = new_desk();
    says(&desk, "", &["new", "deep/nb"]);
    says(&desk, "deep/nb/questions", &["read", "first.toml", "--auto", "--seed", "3"]);
    assert!(says(&desk, "deep/nb", &["journal", "list"]).ends_with("1 journal.\n"));
    assert_eq!(
        fs::read_dir(desk.path("deep/nb/journals"))
            .unwrap()
            .filter(|it| { it.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "md") })
            .count(),
        1
    );
    // Another folder of journals goes before.
    fs::create_dir(desk.path("other")).unwrap();
    let other = desk.path("other");
    says(&desk, "deep/nb", &["read", "questions/first.toml", "--auto", "--journals", other.to_str().unwrap()]);
    assert!(says(&desk, "deep/nb", &["journal", "list"]).ends_with("1 journal.\n"));
    for (folder, said) in
        [("deep/nb", "is already a notebook"), ("deep", "is not empty"), ("deep/nb/enochian.toml", "is a file")]
    {
        let output = command(&desk, "", &["new", folder]).output().unwrap();
        let told = told(&output);
        assert!(output.status.code() == Some(1) && told.contains(said), "{told}");
    }
}

#[test]
fn git_leaves_alone_what_is_there_only_while_the_program_writes() {
    let desk = new_desk();
    says(&desk, "", &["new", "nb"]);
    fs::write(desk.path("nb/journals/.enochian-0123456789abcdef.open.lock"), "").unwrap();
    let added = succeeded(&desk.shell("cd nb && git init -q && git add -A && git ls-files").output().unwrap());
    assert_eq!(added.lines().collect::<Vec<_>>(), [".gitignore", "enochian.toml", "questions/first.toml"]);
}

#[test]
fn one_notebook_is_found_from_every_folder() {
    let desk = new_desk();
    for notebook in ["mine", "other"] {
        // From a pipe nothing is asked, and it is said how to settle it.
        let told = says(&desk, "", &["new", notebook]);
        let line = format!("notebook = \"{}\"", desk.path(notebook).display());
        assert!(told.contains(&line) && told.contains("config.toml"), "{told}");
    }
    fs::create_dir(desk.path("elsewhere")).unwrap();
    let read = |folder: &str, arguments: &[&str]| {
        says(&desk, folder, &[&["read", BROTHER, "--auto", "--seed", "3", "--limit", "2"], arguments].concat())
    };
    let journals = |notebook: &str| {
        let entries = fs::read_dir(desk.path(notebook).join("journals")).unwrap();
        entries.filter(|it| it.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "md")).count()
    };
    let own = "home/.config/enochian/config.toml";
    write(&desk, own, &format!("notebook = \"{}\"\ncolours = \"none\"\n", desk.path("mine").display()));
    write(&desk, "mine/enochian.toml", "notation = \"sheet\"\n");
    read("elsewhere", &[]);
    assert_eq!((journals("mine"), journals("other")), (1, 0));
    assert!(!desk.path("elsewhere/journals").exists(), "no second notebook");
    let config = says(&desk, "elsewhere", &["config"]);
    assert!(row(&config, "notebook").contains("config.toml"), "{config}");
    assert!(row(&config, "notation").contains("sheet"), "{config}");

    // The one that you are in goes before, the environment before that, a flag before all.
    read("other/questions", &[]);
    assert_eq!((journals("mine"), journals("other")), (1, 1));
    let mut config = command(&desk, "other", &["config"]);
    let config = succeeded(&config.env("ENOCHIAN_NOTEBOOK", desk.path("mine")).output().unwrap());
    assert!(row(&config, "notebook").contains("ENOCHIAN_NOTEBOOK"), "{config}");
    read("elsewhere", &["--notebook", desk.path("other").to_str().unwrap()]);
    assert_eq!((journals("mine"), journals("other")), (1, 2));

    // One that is named but not there is no reason to begin another in its place.
    fs::rename(desk.path("mine"), desk.path("moved")).unwrap();
    let output = command(&desk, "elsewhere", &["read", BROTHER, "--auto"]).output().unwrap();
    let refusal = told(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(refusal.contains("there is no notebook in") && refusal.contains("is named by"), "{refusal}");
    assert!(!desk.path("mine").exists());
    // A notebook is in none.
    write(&desk, "moved/enochian.toml", "notebook = \"..\"\n");
    let output = command(&desk, "moved", &["config"]).output().unwrap();
    assert!(told(&output).contains("unknown key `notebook`"));
}

#[test]
fn a_folder_of_journals_that_is_missing_is_created_and_that_is_said() {
    let desk = new_desk();
    let sheet = format!("{ROOT}/tests/games/zal-op-air-of-air-1.txt");
    for (number, play) in
        [&["read", BROTHER, "--auto", "--limit", "1"][..], &["game", "--auto", "--limit", "1"], &["import", &sheet]]
            .into_iter()
            .enumerate()
    {
        let folder = format!("new-{number}/journals");
        let output = command(&desk, "", &[play, &["--journals", &folder]].concat()).output().unwrap();
        let told = told(&output);
        assert!(output.status.success() && told.contains(&format!("Created the folder {folder}.")), "{told}");
        assert_eq!(fs::read_dir(desk.path(&folder)).unwrap().count(), 1);
    }
    // To look at journals, none is created.
    let output = command(&desk, "", &["journal", "list", "--journals", "nowhere"]).output().unwrap();
    let told = told(&output);
    assert!(told.contains("there is no folder nowhere") && told.contains("--notebook"), "{told}");
    assert!(!told.contains("mkdir") && !desk.path("nowhere").exists(), "{told}");
}

/// On a full disk; here, because no file may grow.
#[cfg(unix)]
#[test]
fn a_notebook_that_could_not_be_made_leaves_nothing_and_is_made_the_next_time() {
    let desk = new_desk();
    fs::create_dir(desk.path("empty")).unwrap();
    for folder in ["nb", "empty"] {
        let script = format!("trap '' XFSZ; ulimit -f 0; exec enochian new {folder}");
        let output = desk.shell(&script).output().unwrap();
        let told = told(&output);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains("first.toml could not be written: File too large"), "{told}");
        assert_eq!(desk.path(folder).exists(), folder == "empty", "nothing is left");
        says(&desk, "", &["new", folder]);
        assert!(desk.path(folder).join("enochian.toml").is_file());
    }
}

#[test]
fn every_setting_of_a_new_notebook_can_be_settled_by_taking_the_hash_away() {
    let desk = new_desk();
    says(&desk, "", &["new", "nb"]);
    let text = fs::read_to_string(desk.path("nb/enochian.toml")).unwrap();
    let settled: String = text
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(setting) if setting.contains(" = ") && !setting.starts_with("data") => format!("{setting}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    write(&desk, "nb/enochian.toml", &settled);
    let config = says(&desk, "nb", &["config"]);
    for setting in ["journals", "die", "naming", "colours", "background", "notation", "quiet"] {
        assert!(row(&config, setting).contains("the notebook"), "{config}");
    }
}

#[test]
fn the_settings_are_used() {
    let desk = new_desk();
    let coloured = |theme: &str| {
        let mut config = command(&desk, "", &["board", "air", "--colours", theme]);
        succeeded(&config.env("CLICOLOR_FORCE", "1").output().unwrap())
    };
    assert!(coloured("elements").contains("\u{1b}[38;5;220m"));
    assert!(coloured("colour-blind").contains("\u{1b}[38;5;227m"));
    assert!(!coloured("none").contains('\u{1b}'));
    assert!(says(&desk, "", &["board", "air", "--naming", "gnostic"]).contains("Purple"));

    // At the table: the die that is proposed, and the notation of the moves.
    let play = |arguments: &[&str], typed: &str| said(&desk.types(&[&["read"], arguments].concat(), typed));
    assert!(play(&[BROTHER, "--die", "program"], "Anna\n\n\nstop\n").contains("[program]"));
    let shown = |notation| play(&[BROTHER, "--notation", notation], "Anna\n\n\nhand\n2\nstop\n");
    let (canonical, sheet, both) = (shown("canonical"), shown("sheet"), shown("both"));
    assert!(canonical.contains("Nc8d6") && !canonical.contains("N2c"), "{canonical}");
    assert!(sheet.contains("N2c") && !sheet.contains("Nc8d6"), "{sheet}");
    assert!(both.contains("Nc8d6") && both.contains("N2c"), "{both}");
}

#[test]
fn shells_and_the_manual_are_served() {
    let desk = new_desk();
    for (shell, sign) in [("bash", "_enochian()"), ("zsh", "#compdef enochian"), ("fish", "complete -c enochian")] {
        let script = says(&desk, "", &["completions", shell]);
        assert!(script.contains(sign) && script.contains("journal"), "{shell}");
    }
    assert_eq!(command(&desk, "", &["completions", "cmd"]).output().unwrap().status.code(), Some(2));
    assert!(says(&desk, "", &["completions", "--man"]).contains(".TH enochian 1"));
    says(&desk, "", &["completions", "--man", "pages"]);
    for page in ["enochian.1", "enochian-read.1", "enochian-journal.1", "enochian-journal-list.1"] {
        assert!(fs::read_to_string(desk.path("pages").join(page)).unwrap().contains(".SH NAME"), "{page}");
    }
    write(&desk, "file", "");
    let output = command(&desk, "", &["completions", "--man", "file"]).output().unwrap();
    assert!(output.status.code() == Some(1) && told(&output).contains("could not be created"));
}
