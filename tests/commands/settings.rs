//! What is settled once for all commands, notebooks, completions and manual pages.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A person's desk: a home of their own, and no settings from outside.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().unwrap());
        fs::create_dir_all(desk.path("home/.config/enochian")).unwrap();
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        // The program tells real paths.
        self.0.path().canonicalize().unwrap().join(name)
    }

    fn file(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn command(&self, folder: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_enochian"));
        command.args(arguments).current_dir(self.path(folder)).stdin(Stdio::null());
        command.env("HOME", self.path("home")).env_remove("XDG_CONFIG_HOME").env_remove("NO_COLOR");
        for name in ["NOTEBOOK", "JOURNALS", "DATA", "DIE", "NAMING", "COLOURS", "BACKGROUND", "NOTATION", "LAYERS"] {
            command.env_remove(format!("ENOCHIAN_{name}"));
        }
        command
    }

    fn says(&self, folder: &str, arguments: &[&str]) -> String {
        text(&self.command(folder, arguments).output().unwrap())
    }
}

/// What is said on standard output by a command that succeeded.
fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The line of a setting.
fn row(config: &str, setting: &str) -> String {
    config.lines().find(|line| line.trim_start().starts_with(setting)).unwrap().to_owned()
}

#[test]
fn each_source_goes_before_the_next_and_is_named() {
    let desk = Desk::new();
    let config = desk.says("", &["config"]);
    assert!(row(&config, "colours").contains("elements") && row(&config, "colours").contains("default"));
    let words = config.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("it does not exist") && words.contains("no notebook here"), "{config}");

    desk.file(
        "home/.config/enochian/config.toml",
        "colours = \"colour-blind\"\nnotation = \"sheet\"\njournals = \"~/kept\"\n",
    );
    let config = desk.says("", &["config"]);
    assert!(row(&config, "colours").contains("colour-blind") && row(&config, "colours").contains("config.toml"));
    assert!(row(&config, "journals").contains(desk.path("home/kept").to_str().unwrap()));

    desk.says("", &["new", "nb"]);
    desk.file("nb/enochian.toml", "notation = \"canonical\"\n");
    let config = desk.says("nb/questions", &["config"]);
    assert!(row(&config, "notation").contains("canonical") && row(&config, "notation").contains("the notebook"));
    assert!(row(&config, "colours").contains("colour-blind"), "what the notebook leaves open");
    assert!(row(&config, "journals").contains(desk.path("nb/journals").to_str().unwrap()));

    let config = text(&desk.command("nb", &["config"]).env("ENOCHIAN_NOTATION", "both").output().unwrap());
    assert!(row(&config, "notation").contains("both") && row(&config, "notation").contains("ENOCHIAN_NOTATION"));

    let mut command = desk.command("nb", &["config", "--notation", "sheet"]);
    let config = text(&command.env("ENOCHIAN_NOTATION", "both").output().unwrap());
    assert!(row(&config, "notation").contains("sheet") && row(&config, "notation").contains("the option --notation"));
}

/// INTERPRETATION 9: off unless they are asked for.
#[test]
fn the_layers_of_a_square_are_settled_as_other_settings_are() {
    let desk = Desk::new();
    let shown = |command: &mut Command| {
        let page = text(&command.args(["--board", "water"]).output().unwrap());
        let layers = page.split("Further layers").nth(1).map_or(vec![], |rest| rest.lines().collect());
        let named = layers.iter().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        named.filter_map(|line| line.split_whitespace().next()).map(str::to_lowercase).collect::<Vec<_>>()
    };
    let square = ["square", "f7"];
    assert!(shown(&mut desk.command("", &square)).is_empty());
    desk.file("home/.config/enochian/config.toml", "layers = \"sphinx, Letters\"\n");
    assert_eq!(shown(&mut desk.command("", &square)), ["letters", "sphinx"]);
    assert!(row(&desk.says("", &["config"]), "layers").contains("letters, sphinx"));
    assert_eq!(shown(desk.command("", &square).env("ENOCHIAN_LAYERS", "oracle")), ["oracle"]);
    assert!(shown(&mut desk.command("", &["square", "f7", "--layers", "none"])).is_empty());
    assert_eq!(
        shown(&mut desk.command("", &["square", "f7", "--layers", "all"])),
        ["letters", "tablets", "sphinx", "oracle"]
    );
}

#[test]
fn what_is_wrong_in_a_setting_is_told_with_its_place() {
    let desk = Desk::new();
    desk.file("home/.config/enochian/config.toml", "colours = \"pink\"\nnotaton = \"sheet\"\ndie = 6\n");
    let refuses = |command: &mut Command, said: &[&str]| {
        let output = command.output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        for words in said {
            assert!(told.contains(words), "no {words:?} in:\n{told}");
        }
    };
    let all = ["config.toml:1:11", "elements, colour-blind or none", "did you mean `notation`?", "config.toml:3:7"];
    refuses(&mut desk.command("", &["board", "air"]), &all);
    fs::remove_file(desk.path("home/.config/enochian/config.toml")).unwrap();
    refuses(
        desk.command("", &["config"]).env("ENOCHIAN_DIE", "loaded"),
        &["invalid value \"loaded\" for ENOCHIAN_DIE; expected hand or program"],
    );
    refuses(&mut desk.command("", &["config", "--colours", "x"]), &["invalid value \"x\" for --colours"]);
    refuses(&mut desk.command("", &["config", "--naming", "gnostik"]), &["Did you mean \"gnostic\"?"]);
    let layers =
        "invalid value \"letters, shpinx\" for --layers; expected letters, tablets, sphinx, oracle, all or none";
    refuses(&mut desk.command("", &["square", "f5", "--layers", "letters, shpinx"]), &[layers]);
    refuses(
        desk.command("", &["journal", "list"]).env("ENOCHIAN_JOURNALS", "nowhere"),
        &["there is no folder nowhere"],
    );
}

#[test]
fn a_notebook_is_made_once_and_used_from_every_folder_in_it() {
    let desk = Desk::new();
    desk.says("", &["new", "deep/nb"]);
    desk.says("deep/nb/questions", &["read", "first.toml", "--auto", "--seed", "3"]);
    assert!(desk.says("deep/nb", &["journal", "list"]).ends_with("1 journal.\n"));
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
    desk.says("deep/nb", &["read", "questions/first.toml", "--auto", "--journals", other.to_str().unwrap()]);
    assert!(desk.says("deep/nb", &["journal", "list"]).ends_with("1 journal.\n"));
    for (folder, said) in
        [("deep/nb", "is already a notebook"), ("deep", "is not empty"), ("deep/nb/enochian.toml", "is a file")]
    {
        let output = desk.command("", &["new", folder]).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && told.contains(said), "{told}");
    }
}

#[test]
fn one_notebook_is_found_from_every_folder() {
    let desk = Desk::new();
    for notebook in ["mine", "other"] {
        // From a pipe nothing is asked, and it is said how to settle it.
        let told = desk.says("", &["new", notebook]);
        let line = format!("notebook = \"{}\"", desk.path(notebook).display());
        assert!(told.contains(&line) && told.contains("config.toml"), "{told}");
    }
    fs::create_dir(desk.path("elsewhere")).unwrap();
    let question = concat!(env!("CARGO_MANIFEST_DIR"), "/questions/brother.toml");
    let read = |folder: &str, arguments: &[&str]| {
        desk.says(folder, &[&["read", question, "--auto", "--seed", "3", "--limit", "2"], arguments].concat())
    };
    let journals = |notebook: &str| {
        let entries = fs::read_dir(desk.path(notebook).join("journals")).unwrap();
        entries.filter(|it| it.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "md")).count()
    };
    let own = "home/.config/enochian/config.toml";
    desk.file(own, &format!("notebook = \"{}\"\ncolours = \"none\"\n", desk.path("mine").display()));
    desk.file("mine/enochian.toml", "notation = \"sheet\"\n");
    read("elsewhere", &[]);
    assert_eq!((journals("mine"), journals("other")), (1, 0));
    assert!(!desk.path("elsewhere/journals").exists(), "no second notebook");
    let config = desk.says("elsewhere", &["config"]);
    assert!(row(&config, "notebook").contains("config.toml"), "{config}");
    assert!(row(&config, "notation").contains("sheet"), "{config}");

    // The one that you are in goes before, the environment before that, a flag before all.
    read("other/questions", &[]);
    assert_eq!((journals("mine"), journals("other")), (1, 1));
    let mut command = desk.command("other", &["config"]);
    let config = text(&command.env("ENOCHIAN_NOTEBOOK", desk.path("mine")).output().unwrap());
    assert!(row(&config, "notebook").contains("ENOCHIAN_NOTEBOOK"), "{config}");
    read("elsewhere", &["--notebook", desk.path("other").to_str().unwrap()]);
    assert_eq!((journals("mine"), journals("other")), (1, 2));

    // One that is named but not there is no reason to begin another in its place.
    fs::rename(desk.path("mine"), desk.path("moved")).unwrap();
    let output = desk.command("elsewhere", &["read", question, "--auto"]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains("there is no notebook in") && told.contains("is named by"), "{told}");
    assert!(!desk.path("mine").exists());
    // A notebook is in none.
    desk.file("moved/enochian.toml", "notebook = \"..\"\n");
    let output = desk.command("moved", &["config"]).output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("unknown key `notebook`"));
}

#[test]
fn a_folder_of_journals_that_is_missing_is_created_and_that_is_said() {
    let desk = Desk::new();
    let root = env!("CARGO_MANIFEST_DIR");
    let (question, sheet) =
        (format!("{root}/questions/brother.toml"), format!("{root}/tests/games/zal-op-air-of-air-1.txt"));
    for (number, command) in
        [&["read", &question, "--auto", "--limit", "1"][..], &["game", "--auto", "--limit", "1"], &["import", &sheet]]
            .into_iter()
            .enumerate()
    {
        let folder = format!("new-{number}/journals");
        let output = desk.command("", &[command, &["--journals", &folder]].concat()).output().unwrap();
        let told = String::from_utf8(output.stderr.clone()).unwrap();
        assert!(output.status.success() && told.contains(&format!("Created the folder {folder}.")), "{told}");
        assert_eq!(fs::read_dir(desk.path(&folder)).unwrap().count(), 1);
    }
    // To look at journals, none is created.
    let output = desk.command("", &["journal", "list", "--journals", "nowhere"]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("there is no folder nowhere") && told.contains("--notebook"), "{told}");
    assert!(!told.contains("mkdir") && !desk.path("nowhere").exists(), "{told}");
}

/// On a full disk; here, because no file may grow.
#[cfg(unix)]
#[test]
fn a_notebook_that_could_not_be_made_leaves_nothing_and_is_made_the_next_time() {
    let desk = Desk::new();
    fs::create_dir(desk.path("empty")).unwrap();
    for folder in ["nb", "empty"] {
        let mut full = Command::new("sh");
        full.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" new \"$1\"", env!("CARGO_BIN_EXE_enochian"), folder]);
        let output = full.current_dir(desk.path("")).env("HOME", desk.path("home")).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains("first.toml could not be written: File too large"), "{told}");
        assert_eq!(desk.path(folder).exists(), folder == "empty", "nothing is left");
        desk.says("", &["new", folder]);
        assert!(desk.path(folder).join("enochian.toml").is_file());
    }
}

#[test]
fn every_setting_of_a_new_notebook_can_be_settled_by_taking_the_hash_away() {
    let desk = Desk::new();
    desk.says("", &["new", "nb"]);
    let text = fs::read_to_string(desk.path("nb/enochian.toml")).unwrap();
    let settled: String = text
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(setting) if setting.contains(" = ") && !setting.starts_with("data") => format!("{setting}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    desk.file("nb/enochian.toml", &settled);
    let config = desk.says("nb", &["config"]);
    for setting in ["journals", "die", "naming", "colours", "background", "notation", "quiet"] {
        assert!(row(&config, setting).contains("the notebook"), "{config}");
    }
}

#[test]
fn the_settings_are_used() {
    let desk = Desk::new();
    let coloured = |theme: &str| {
        let mut command = desk.command("", &["board", "air", "--colours", theme]);
        text(&command.env("CLICOLOR_FORCE", "1").output().unwrap())
    };
    assert!(coloured("elements").contains("\u{1b}[38;5;220m"));
    assert!(coloured("colour-blind").contains("\u{1b}[38;5;227m"));
    assert!(!coloured("none").contains('\u{1b}'));
    assert!(desk.says("", &["board", "air", "--naming", "gnostic"]).contains("Purple"));

    // At the table: the die that is proposed, and the notation of the moves.
    let play = |arguments: &[&str], typed: &str| {
        let mut child = desk
            .command("", &[&["read"], arguments].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), typed.as_bytes()).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    let question = concat!(env!("CARGO_MANIFEST_DIR"), "/questions/brother.toml");
    assert!(play(&[question, "--die", "program"], "Anna\n\n\nstop\n").contains("[program]"));
    let shown = |notation| play(&[question, "--notation", notation], "Anna\n\n\nhand\n2\nstop\n");
    let (canonical, sheet, both) = (shown("canonical"), shown("sheet"), shown("both"));
    assert!(canonical.contains("Nc8d6") && !canonical.contains("N2c"), "{canonical}");
    assert!(sheet.contains("N2c") && !sheet.contains("Nc8d6"), "{sheet}");
    assert!(both.contains("Nc8d6") && both.contains("N2c"), "{both}");
}

#[test]
fn shells_and_the_manual_are_served() {
    let desk = Desk::new();
    for (shell, sign) in [("bash", "_enochian()"), ("zsh", "#compdef enochian"), ("fish", "complete -c enochian")] {
        let script = desk.says("", &["completions", shell]);
        assert!(script.contains(sign) && script.contains("journal"), "{shell}");
    }
    assert_eq!(desk.command("", &["completions", "cmd"]).output().unwrap().status.code(), Some(2));
    assert!(desk.says("", &["man"]).contains(".TH enochian 1"));
    desk.says("", &["man", "--out", "pages"]);
    for page in ["enochian.1", "enochian-read.1", "enochian-journal.1", "enochian-journal-list.1"] {
        assert!(fs::read_to_string(desk.path("pages").join(page)).unwrap().contains(".SH NAME"), "{page}");
    }
    desk.file("file", "");
    let output = desk.command("", &["man", "--out", "file"]).output().unwrap();
    assert!(
        output.status.code() == Some(1) && String::from_utf8_lossy(&output.stderr).contains("could not be created")
    );
}
