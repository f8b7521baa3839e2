//! Keeping journals: found, searched, added to, checked, and nothing lost.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, Journal, Metadata};
use enochian::record::Correctness;
use enochian::study::CountedRecord;
use serde_json::Value;

use crate::desk::{ROOT, TestDesk, piped, said, spawn, told};

/// The data that journals rest on which do not say so: those of the first edition.
fn edition_1() -> String {
    format!("{ROOT}/tests/data-of-edition-1")
}

/// The rows that a command prints as JSON.
fn json(desk: &TestDesk, arguments: &[&str]) -> Vec<Value> {
    serde_json::from_str(&desk.says(arguments)).unwrap()
}

/// The file of the journal whose name has this in it.
fn journal_of(desk: &TestDesk, part: &str) -> PathBuf {
    desk.journals().into_iter().find(|path| path.to_string_lossy().contains(part)).unwrap()
}

fn edit(desk: &TestDesk, part: &str, from: &str, to: &str) {
    let path = journal_of(desk, part);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

fn titles(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["title"].as_str().unwrap()).collect()
}

const BROTHER: &str = "Is my brother happy in his present situation?";

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
    let shown = notebook.says(&["journal", "replay", "@", "--to", "12"]);
    assert!(shown.contains("Note: the *rook* is my father"), "{shown}");
    notebook.says(&["journal", "outcome", "@", "false", "--on", "2027-01-02", "not yet"]);
    notebook.says(&["journal", "outcome", "@", "partly", "--on", "2027-03-01", "he <b>moved</b> back"]);
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(&before), "nothing before it was changed");
    assert_eq!(after.matches("## Afterwards").count(), 1);
    let record = journal::read(&path, Correspondences::embedded()).unwrap();
    let tags: Vec<&str> = record.tags().into_iter().map(|tag| tag.as_str()).collect();
    assert_eq!(tags, ["family", "love"]);
    let remarks: Vec<_> = record.remarks().map(|remark| (remark.ply, remark.words.as_str())).collect();
    assert_eq!(remarks, [(Some(12), "the *rook* is my father"), (None, "on the whole")]);
    let outcomes: Vec<_> = record.outcomes().map(|it| (it.on.to_string(), it.proved, it.words.as_str())).collect();
    assert_eq!(outcomes[1], ("2027-03-01".to_owned(), Correctness::Partly, "he <b>moved</b> back"));
    assert!(record.closing().is_some());
    // They go through a sheet as well.
    let sheet = Source::new("sheet.txt", notebook.says(&["journal", "export", "@", "--format", "sheet"]));
    let keeping = enochian::sheet::ImportOptions { begun: record.heading().begun, as_played: false };
    assert_eq!(enochian::sheet::read(&sheet, &keeping, Correspondences::embedded()).unwrap(), record);
    assert_eq!(notebook.says(&["journal", "tag", "@"]), "Tags: family, love\n");
    notebook.says(&["journal", "check", "--all"]);
}

#[test]
fn journals_that_vanish_while_a_folder_is_listed_are_left_out_and_not_remembered_otherwise() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_reading("love", "3").with_game();
    let (folder, caches, elsewhere) = (notebook.path("journals"), notebook.path("caches"), notebook.path("elsewhere"));
    // What is just written is not remembered at all.
    for path in notebook.journals() {
        fs::File::options().append(true).open(path).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
    }
    fs::create_dir(&elsewhere).unwrap();
    let move_all = |from: &Path, to: &Path| {
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            fs::rename(entry.path(), to.join(entry.file_name())).unwrap();
        }
    };
    // The first is looked at; then all are gone.
    let listed = journal::list(&folder, Some(&caches), Correspondences::embedded(), &|done, _| {
        if done == 1 {
            move_all(&folder, &elsewhere);
        }
    });
    let listed = listed.unwrap();
    assert!(matches!(listed.as_slice(), [one] if one.metadata.is_ok()), "{listed:?}");
    move_all(&elsewhere, &folder);
    let listed = journal::list(&folder, Some(&caches), Correspondences::embedded(), &|_, _| {}).unwrap();
    assert!(listed.len() == 3 && listed.iter().all(|it| it.metadata.is_ok()), "{listed:?}");
}

#[test]
fn what_cannot_be_added_is_refused_and_changes_nothing() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_game();
    let before: Vec<String> = notebook.journals().iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    for (arguments, said) in [
        (&["note", "brother", "--turn", "99", "x"][..], "there is no turn 99"),
        (&["note", "brother", "two\nlines"], "write it on one line"),
        (&["note", "brother", "\u{1b}[2J"], "write it on one line"),
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
        (&["--tag", "Family"], 1),
        (&["--tag", "family", "--tag", "love"], 0),
        (&["--board", "water", "--ptah", "air angle", "--ptah", "3", "--ptah", "gemini"], 1),
        (&["--board", "water", "--ptah", "angle of fire"], 0),
        (&["--board", "earth", "--ptah", "gemini"], 0),
        (&["--answer", "yes", "brother"], 1),
        (&["--answer", "no", "brother"], 0),
        (&["--proved", "true"], 1),
        (&["--proved", "unknown"], 3),
        (&["--since", "2000-01-01", "--until", "2001-01-01"], 0),
        (&["--since", "2000-01-01"], 4),
        (&["--landed", "king of air on a5"], 1),
        (&["--landed", "air rook on h8", "brother"], 0),
        (&["--only", "games"], 1),
        (&["--only", "readings"], 3),
    ] {
        let rows = json(&notebook, &[&["journal", "list", "--json"], filter].concat());
        assert!(
            if filter[0] == "--landed" { rows.len() >= count } else { rows.len() == count },
            "{filter:?}: {rows:?}"
        );
    }
    assert_eq!(
        titles(&json(&notebook, &["journal", "list", "--json", "--landed", "Horus on a5", "--tag", "family"])).len(),
        0
    );
    let page = notebook.says(&["journal", "list"]);
    assert!(page.contains(BROTHER) && page.contains("family") && page.ends_with("4 journals.\n"), "{page}");
    for (filter, said) in [
        (&["--answer", "maybe"][..], "expected one of yes, no, undecided, unfinished"),
        (&["--board", "wind"], "there is no board \"wind\""),
        (&["--ptah", "Capricron"], "Did you mean \"Capricorn\"?"),
        (&["--since", "yesterday"], "\"yesterday\" is not a date"),
        (&["--landed", "king of air"], "expected a piece and a square"),
        (&["--landed", "king of air on z9"], "there is no square \"z9\""),
        (&["--landed", "joker of air on a1"], "there is no piece"),
        (&["--tag", "a/b"], "is not a valid tag"),
        (&["--only", "zzz"], "--only is \"zzz\"; expected one of readings, games, enochian, three"),
        (&["--only", "reading"], "Did you mean \"readings\"?"),
    ] {
        notebook.refuses(&[&["journal", "list"], filter].concat(), 1, &[said]);
    }
    notebook.refuses(&["journal", "list", "--ptah", "here"], 1, &["expected a sign, an element, a house from 1 to 12"]);
    notebook.refuses(&["journal", "list", "--ptah", "house 13"], 1, &["there is no house \"13\"; expected 1 to 12"]);
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

#[test]
fn what_is_known_in_brief_is_what_playing_leads_to() {
    let notebook = TestDesk::new()
        .with_reading("brother", "11")
        .with_reading("opponent", "51")
        .with_reading("great-work", "8")
        .with_game();
    let mut paths = notebook.journals();
    let edition_1 = Correspondences::from_dir(edition_1().as_ref()).unwrap();
    paths.push(Path::new(ROOT).join("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md"));
    for path in paths {
        let source = Source::read(&path, journal::LIMIT).unwrap();
        // The sample was written with the words and the data of the first edition.
        let correspondences = if path.starts_with(ROOT) { &edition_1 } else { Correspondences::embedded() };
        let (metadata, checked) =
            (Metadata::read(&source, correspondences).unwrap(), journal::check(&source, correspondences));
        let record = checked.record.unwrap();
        assert!(checked.diagnostics.is_empty(), "{}", checked.diagnostics);
        assert_eq!(checked.not_compared.is_some(), path.starts_with(ROOT), "{path:?}");
        assert_eq!(metadata.turns as usize, record.enochian().unwrap().turns().len());
        assert_eq!(metadata.title, record.heading().game.enochian().unwrap().title());
        assert_eq!(metadata.is_concluded, record.closing().is_some());
        let counted = metadata.counted.unwrap();
        assert!(metadata.is_playable && counted == CountedRecord::of(record.enochian().unwrap()), "{}", path.display());
        for turn in record.enochian().unwrap().turns() {
            let (Some(piece), Some(square)) = (turn.piece, turn.landing()) else { continue };
            assert!(counted.has_landing(piece, square), "{piece} on {square} in {}", path.display());
        }
        if let Some(answer) = record.answer() {
            let by = if path.to_string_lossy().contains("prevail") { answer.kings } else { answer.ptah };
            assert_eq!(metadata.answer, by.verdict.to_string());
        }
        // What is noted is read back, and so no line of a person's own where all is compared.
        let noted = source.text.lines().filter(|line| line.starts_with("> **Note")).count();
        assert_eq!(metadata.own.len(), checked.own.len() + noted, "{:?}", metadata.own);
    }
}

/// The files of a folder, hidden ones too, with what is in them.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found: Vec<(PathBuf, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), fs::read(&path).unwrap_or_default()))
        .collect();
    found.sort();
    found.dedup();
    found
}

/// Makes every journal of a notebook old enough to be remembered.
fn age(notebook: &TestDesk) {
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    for path in notebook.journals() {
        fs::File::options().append(true).open(path).unwrap().set_modified(long_ago).unwrap();
    }
}

/// The file in which a notebook is remembered.
fn cache(notebook: &TestDesk) -> PathBuf {
    let kept = contents(&notebook.path("home/.cache/enochian"));
    assert_eq!(kept.len(), 1, "{kept:?}");
    kept[0].0.clone()
}

#[test]
fn a_file_edited_by_hand_is_noticed_and_what_is_remembered_can_go() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_reading("love", "3");
    fs::write(notebook.path("journals/README.md"), "# My journals\n").unwrap();
    age(&notebook);
    let before = contents(&notebook.path("journals"));
    let list = || notebook.says(&["journal", "list", "--names"]);
    let (first, stats) = (list(), notebook.says(&["journal", "stats"]));
    assert_eq!(first, list());
    notebook.says(&["journal", "search", "brother"]);
    assert_eq!(contents(&notebook.path("journals")), before, "nothing is written into the notebook");
    assert!(String::from_utf8_lossy(&fs::read(cache(&notebook)).unwrap()).contains(BROTHER));
    assert_eq!(notebook.says(&["journal", "stats"]), stats);
    let bytes = fs::read(journal_of(&notebook, "brother")).unwrap();
    edit(&notebook, "brother", "question = \"Is my brother happy", "question = \"Is my sister  happy");
    assert_eq!(titles(&json(&notebook, &["journal", "search", "sister", "--json"])).len(), 1);
    // Another file of the same name, length and time.
    let path = journal_of(&notebook, "brother");
    age(&notebook);
    let old = fs::metadata(&path).unwrap().modified().unwrap();
    assert_eq!(titles(&json(&notebook, &["journal", "search", "sister", "--json"])).len(), 1);
    assert_eq!(fs::metadata(&path).unwrap().len(), bytes.len() as u64);
    fs::write(notebook.path("other"), &bytes).unwrap();
    fs::rename(notebook.path("other"), &path).unwrap();
    fs::File::options().append(true).open(&path).unwrap().set_modified(old).unwrap();
    assert_eq!(titles(&json(&notebook, &["journal", "search", "sister", "--json"])).len(), 0);
    fs::remove_file(journal_of(&notebook, "affection")).unwrap();
    assert_eq!(json(&notebook, &["journal", "list", "--json"]).len(), 1);
}

#[test]
fn a_cache_that_is_damaged_foreign_or_no_file_is_ignored() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_reading("love", "3");
    age(&notebook);
    let list = || notebook.says(&["journal", "list", "--names"]);
    let first = list();
    let cache = cache(&notebook);
    let sound = fs::read(&cache).unwrap();
    for cut in [0, 10, sound.len() / 2, sound.len() - 1] {
        fs::write(&cache, &sound[..cut]).unwrap();
        assert_eq!(list(), first, "cut to {cut}");
        assert_eq!(fs::read(&cache).unwrap(), sound, "and made anew");
    }
    // A byte that is another, anywhere: what was remembered must not become something else.
    for at in (0..sound.len()).step_by(sound.len() / 40) {
        let mut damaged = sound.clone();
        damaged[at] ^= 1;
        fs::write(&cache, damaged).unwrap();
        assert_eq!(list(), first, "byte {at}");
    }
    // A sparse file of a terabyte is not read.
    fs::File::create(&cache).unwrap().set_len(1 << 40).unwrap();
    assert_eq!(list(), first);
    fs::remove_file(&cache).unwrap();
    fs::create_dir(&cache).unwrap();
    assert_eq!((list(), list()), (first.clone(), first.clone()));
    fs::remove_dir(&cache).unwrap();
    #[cfg(unix)]
    {
        assert!(Command::new("mkfifo").arg(&cache).status().unwrap().success());
        assert_eq!(list(), first);
        let _ = fs::remove_file(&cache);
    }
    // Where there can be none, a file stands in the folder's place here, all works without it.
    fs::remove_dir_all(notebook.path("home")).unwrap();
    fs::write(notebook.path("home"), "").unwrap();
    assert_eq!((list(), list()), (first.clone(), first));
}

#[test]
fn only_so_many_notebooks_are_remembered() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    age(&notebook);
    let path = journal_of(&notebook, "brother");
    for number in 0..20 {
        let folder = notebook.path(format!("notebook-{number}"));
        fs::create_dir(&folder).unwrap();
        let copy = folder.join("brother.md");
        fs::copy(&path, &copy).unwrap();
        let old = fs::metadata(&path).unwrap().modified().unwrap();
        fs::File::options().append(true).open(&copy).unwrap().set_modified(old).unwrap();
        notebook.says(&["journal", "list", "--journals", &format!("notebook-{number}")]);
    }
    assert_eq!(contents(&notebook.path("home/.cache/enochian")).len(), 16);
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
    let day = json(&notebook, &["journal", "list", "--json", "--since", "2026-05-01", "--until", "2026-05-01"]);
    assert_eq!(day.len(), 2);
}

#[test]
fn every_fault_of_every_journal_is_told() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_reading("love", "3");
    let sound = notebook.says(&["journal", "check", "--all"]);
    assert_eq!(sound, "2 journals checked: no errors.\n");
    // What the program tells is compared too; what a person adds is not.
    edit(&notebook, "brother", "goes from h5 to h4.", "goes from h5 to h4, alas.");
    edit(&notebook, "brother", "The querent's army is **Air** and moves first.", "The querent's army is **Fire**.");
    edit(
        &notebook,
        "brother",
        "  ● ●   ruled by Saturn · XVII The Star · Tzaddi צ · Tristitia: heaviness; good for building and land\n",
        "",
    );
    edit(&notebook, "brother", "\n## Totals", "\nMy own thoughts.\n\n## Totals");
    edit(&notebook, "affection", "Position after turn 12: `", "Position after turn 12: `x");
    notebook.refuses(
        &["journal", "check", "--all"],
        1,
        &[
            "goes from h5 to h4, alas.",
            "this line differs from what the program would write",
            "The querent's army is **Fire**.",
            "a line of the program is missing before this",
            "ruled by Saturn · XVII The Star",
            "this is not the position that the turns lead to",
            "2 journals checked: 4 errors in 2 of them",
        ],
    );
    let text = fs::read_to_string(journal_of(&notebook, "brother")).unwrap();
    let source = Source::new("brother.md", text);
    let checked = journal::check(&source, Correspondences::embedded());
    assert!(checked.own.iter().any(
        |(line, text)| text == "My own thoughts." && source.text.lines().nth(line - 1) == Some("My own thoughts.")
    ));
}

#[test]
fn what_could_not_be_checked_is_said() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    edit(&notebook, "brother", "### 4 · Earth · throw 4", "### 4 · Earth · throw 5");
    notebook.refuses(&["journal", "check"], 1, &["does not fit here", "could not be checked"]);
    edit(&notebook, "brother", "ptah = \"a5\"", "ptah = \"a6\"");
    notebook.refuses(&["journal", "check"], 1, &["`ptah` is a6"]);
    edit(&notebook, "brother", "+++\n", "");
    notebook.refuses(&["journal", "check", "brother"], 1, &["does not begin with a journal's header"]);
}

#[test]
fn other_correspondences_are_noticed() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    let data = notebook.path("data");
    assert!(Command::new("cp").args(["-r", &format!("{ROOT}/data")]).arg(&data).status().unwrap().success());
    let forces = fs::read_to_string(data.join("forces.toml")).unwrap();
    fs::write(data.join("forces.toml"), forces.replace("Tristitia", "Sadness")).unwrap();
    let said = notebook.says(&["journal", "check", "--data", "data"]);
    assert!(
        said.contains("was written with other correspondences (data sha256:") && said.contains("No errors"),
        "{said}"
    );
    assert!(!notebook.says(&["journal", "check"]).contains("not compared"));
    // The facts are compared all the same.
    edit(&notebook, "brother", "sheet `P1c`", "sheet `P1d`");
    edit(&notebook, "brother", "  ● ●   a6 · Aquarius", "  ● ●   a7 · Aquarius");
    notebook.refuses(
        &["journal", "check", "--data", "data"],
        1,
        &["is not that of the move", "this gloss is for a7, where the piece did not land", "2 errors"],
    );
    // What is written with other correspondences is compared with them.
    let written = notebook
        .command(&["read", &format!("{ROOT}/questions/love.toml"), "--auto", "--seed", "3", "--data", "data"])
        .output();
    assert!(written.unwrap().status.success());
    assert!(notebook.says(&["journal", "check", "affection"]).contains("other correspondences"));
    assert!(!notebook.says(&["journal", "check", "affection", "--data", "data"]).contains("not compared"));
    edit(&notebook, "affection", " goes from ", " went from ");
    edit(&notebook, "affection", "wording = 3", "wording = 4");
    let said = notebook.says(&["journal", "check", "affection"]);
    assert!(
        said.contains("the wording was not compared: it is of edition 4, and this program writes edition 3"),
        "{said}"
    );
}

#[test]
fn old_journals_are_read_and_brought_to_the_present_format() {
    let (notebook, data) = (TestDesk::new(), edition_1());
    for (question, seed) in [("brother", "11"), ("love", "3")] {
        let question = format!("{ROOT}/questions/{question}.toml");
        notebook.says(&["read", &question, "--auto", "--seed", seed, "--data", &data]);
    }
    // What the program writes now is of another wording, and journals of earlier formats are of the first.
    let checked = || {
        let said = notebook.says(&["journal", "check", "--all", "--data", &data]);
        said.lines()
            .filter(|line| !line.contains("the wording was not compared: it is of edition 1,"))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let named = |part: &str| {
        let text = fs::read_to_string(journal_of(&notebook, part)).unwrap();
        let lines: Vec<&str> =
            text.lines().filter(|it| it.starts_with("wording = ") || it.starts_with("data = ")).collect();
        assert_eq!(lines.len(), 2, "{lines:?}");
        format!("{}\n", lines.join("\n"))
    };
    let id = |part: &str| {
        let text = fs::read_to_string(journal_of(&notebook, part)).unwrap();
        format!("{}\n", text.lines().find(|line| line.starts_with("id = ")).unwrap())
    };
    let (edition, before) = (named("brother"), id("brother"));
    let first = edition.replace(&format!("wording = {}\n", journal::WORDING), "wording = 1\n");
    for part in ["brother", "affection"] {
        edit(&notebook, part, &edition, "");
    }
    for (part, old) in [("brother", "format = 1\nweather = \"rain\""), ("affection", "format = 2")] {
        edit(&notebook, part, &format!("format = 5\n{}", id(part)), &format!("{old}\n"));
    }
    let path = journal_of(&notebook, "brother");
    let old = fs::read_to_string(&path).unwrap();
    let record = journal::read(&path, Correspondences::embedded()).unwrap();
    assert_eq!(checked(), "2 journals checked: no errors.");
    assert_eq!(fs::read_to_string(&path).unwrap(), old, "only looked at");
    // Adding brings one up by itself.
    notebook.says(&["journal", "note", "affection", "so be it", "--data", &data]);
    assert_eq!(named("affection"), first);
    assert!(fs::read_to_string(journal_of(&notebook, "affection")).unwrap().contains("\nformat = 5\nid = "));
    let said = notebook.says(&["journal", "upgrade", "--all"]);
    assert!(said.ends_with("1 upgraded; 1 already in the present format.\n"), "{said}");
    let upgraded = old.replacen("format = 1\n", &format!("format = 5\n{before}{first}"), 1);
    assert_eq!(fs::read_to_string(&path).unwrap(), upgraded);
    assert_eq!(journal::read(&path, Correspondences::embedded()).unwrap(), record);
    assert_eq!(checked(), "2 journals checked: no errors.");
    // A person's own line must not become the program's.
    fs::write(&path, &old).unwrap();
    edit(&notebook, "brother", "## The turns\n", "## The turns\n\n**Tagged** · in pencil, by me\n");
    assert!(journal::read(&path, Correspondences::embedded()).unwrap().tags().is_empty());
    notebook.refuses(&["journal", "upgrade", "brother"], 1, &["this line is your own", "0 upgraded"]);
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
    assert!(said.ends_with("Restore it with: enochian journal restore 'journals/trash/my brother.md'\n"), "{said}");
    assert_eq!(json(&notebook, &["journal", "list", "--json"]).len(), 1);
    // Another of the name, and then both come back.
    fs::write(notebook.path("journals/my brother.md"), &text).unwrap();
    notebook.says(&["journal", "remove", "my brother"]);
    assert!(notebook.path("journals/trash/my brother-2.md").is_file());
    notebook.says(&["journal", "restore", "my brother", "my brother-2"]);
    assert_eq!(notebook.journals().len(), 3);
    assert_eq!(json(&notebook, &["journal", "list", "--json"]).len(), 2, "one is a copy of the other");
    assert_eq!(fs::read_to_string(notebook.path("journals/my brother.md")).unwrap(), text);
    notebook.refuses(&["journal", "restore", "nobody"], 1, &["matches nobody, and there is no such file"]);
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
    notebook.refuses(&["journal", "restore", "README"], 1, &["matches README, and there is no such file"]);
    notebook.refuses(&["journal", "restore", "photo.jpg"], 1, &["matches photo.jpg, and there is no such file"]);
    fs::write(notebook.path("journals/trash/README.md"), "# Mine\n").unwrap();
    notebook.refuses(&["journal", "restore", "README"], 1, &["is not a journal"]);
    // All are found before the first is moved.
    notebook.refuses(&["journal", "restore", "brother", "nobody"], 1, &["matches nobody, and there is no such file"]);
    assert_eq!(notebook.journals().len(), journals, "one less, and notes beside them");
    notebook.says(&["journal", "restore", "brother"]);
    for other in ["photo.jpg", "README", "brother", "journals/README.md"] {
        assert_eq!(fs::read_to_string(notebook.path(other)).unwrap(), "# Mine\n");
    }
    // By its path a journal of another folder may be removed, and comes back there.
    fs::create_dir(notebook.path("elsewhere")).unwrap();
    fs::rename(journal_of(&notebook, "brother"), notebook.path("elsewhere/one.md")).unwrap();
    notebook.says(&["journal", "remove", "elsewhere/one.md"]);
    assert!(notebook.path("elsewhere/trash/one.md").is_file());
    notebook.says(&["journal", "restore", "elsewhere/trash/one.md"]);
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
    notebook.says(&["journal", "restore", "situation"]);
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
    notebook.refuses(&["journal", "restore", "brother"], 1, &["no journal in journals/trash matches brother"]);
    notebook.refuses(&["journal", "restore", "enochian"], 1, &["matches enochian, and there is no such file"]);
    notebook.says(&["journal", "restore", "affection"]);
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
    notebook.says(&["journal", "restore", "journals/trash/linked.md"]);
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

#[cfg(unix)]
#[test]
fn an_edit_is_checked_and_never_lost() {
    use std::os::unix::fs::PermissionsExt;
    let notebook = TestDesk::new().with_reading("brother", "11");
    let path = journal_of(&notebook, "brother");
    fs::create_dir(notebook.path("desk")).unwrap();
    let before = fs::read_to_string(&path).unwrap();
    let editor = |name: &str, script: &str| {
        let path = notebook.path(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.to_string_lossy().into_owned()
    };
    let edit = |editor: &str, typed: &str| {
        let mut command = notebook.command(&["journal", "edit", "brother"]);
        let output = piped(command.env("EDITOR", editor).env("TMPDIR", notebook.path("desk")), typed);
        (output.status.code().unwrap(), said(&output) + &told(&output))
    };
    assert_eq!(edit("true", "").1, "Nothing was changed.\n");
    assert_eq!(edit("false", "").0, 1);
    assert_eq!(edit("", "").0, 1);
    let (code, told) = edit("/no/such/editor", "");
    assert!(code == 1 && told.contains("could not be started"), "{told}");
    assert!(!notebook.path("journals/trash").exists(), "nothing was written, so there is nothing to keep");
    // A slip, mended at the second try.
    let twice = editor(
        "twice",
        "if grep -q 'throw 7' \"$1\"; then sed -i 's/throw 7/throw 6/' \"$1\"; echo Later. >> \"$1\"; else sed -i '0,/throw 6/s//throw 7/' \"$1\"; fi",
    );
    let (code, told) = edit(&twice, "again\n");
    assert!(code == 0 && told.contains("this line cannot be read"), "{told}");
    assert_eq!(fs::read_to_string(&path).unwrap(), before.clone() + "Later.\n");
    // A slip that is left: the journal stays, and so does what was written.
    let kept = fs::read_to_string(&path).unwrap();
    let slip = editor("slip", "echo '### 99 · Wat' >> \"$1\"");
    let (code, told) = edit(&slip, "leave\n");
    assert!(code == 1 && told.contains("your edit is saved in"), "{told}");
    assert_eq!(fs::read_to_string(&path).unwrap(), kept);
    let aside: Vec<_> = fs::read_dir(notebook.path("journals/trash")).unwrap().map(|it| it.unwrap().path()).collect();
    assert_eq!(aside.len(), 1, "{aside:?}");
    assert!(fs::read_to_string(&aside[0]).unwrap().ends_with("### 99 · Wat\n"));
    // A draft is as private as its journal.
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let (_, told) = edit(&slip, "leave\n");
    let draft = told.lines().find_map(|line| line.strip_prefix("note: your edit is saved in ")).unwrap();
    assert_eq!(fs::metadata(notebook.path(draft)).unwrap().permissions().mode() & 0o777, 0o600);
    // Meanwhile someone else wrote into the journal.
    let race = editor("race", &format!("echo Mine. >> \"$1\"; echo Theirs. >> '{}'", path.display()));
    let (code, told) = edit(&race, "");
    assert!(code == 1 && told.contains("was changed in the meantime"), "{told}");
    assert!(fs::read_to_string(&path).unwrap().ends_with("Theirs.\n"));
    // The folder goes meanwhile, and a file takes its place: what was written stays where it was made.
    let gone = editor("gone", "echo Mine. >> \"$1\"; mv journals elsewhere; touch journals");
    let (code, told) = edit(&gone, "");
    assert!(code == 1 && told.contains("Not a directory"), "{told}");
    let kept = told.lines().find_map(|line| line.strip_prefix("note: your edit is saved in ")).unwrap();
    assert!(fs::read_to_string(kept).unwrap().ends_with("Mine.\n"), "{kept}");
}

#[cfg(unix)]
#[test]
fn whatever_an_editor_does_the_journal_and_the_draft_stay() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    let path = journal_of(&notebook, "brother");
    let before = fs::read_to_string(&path).unwrap();
    for (script, why, kept) in [
        ("echo Mine. >> \"$1\"; exit 3", "failed (exit status: 3)", true),
        ("echo Mine. >> \"$1\"; kill -9 $$", "failed (signal: 9", true),
        (": > \"$1\"", "does not begin with a journal's header", false),
        ("rm \"$1\"", "the file does not exist", false),
        ("printf '\\377Mine.' >> \"$1\"", "is not UTF-8", true),
        ("sed -i 1d \"$1\"; echo Mine. >> \"$1\"", "does not begin with a journal's header", true),
        ("rm \"$1\"; mkdir \"$1\"; echo Mine. > \"$1\"/x", "this is a folder", true),
    ] {
        let editor = notebook.path("editor");
        fs::write(&editor, format!("#!/bin/sh\n{script}\n")).unwrap();
        assert!(Command::new("chmod").arg("755").arg(&editor).status().unwrap().success());
        let mut command = notebook.command(&["journal", "edit", "brother"]);
        command.env("EDITOR", &editor).env("TMPDIR", notebook.folder());
        let output = command.output().unwrap();
        let told = said(&output) + &told(&output);
        assert!(output.status.code() == Some(1) && told.contains(why), "{script}: {told}");
        assert_eq!(fs::read_to_string(&path).unwrap(), before, "{script}");
        let place = told.lines().find_map(|line| line.strip_prefix("note: your edit is saved in "));
        assert_eq!(place.is_some(), kept, "{script}: {told}");
        if let Some(place) = place.map(|place| notebook.path(place)) {
            let draft = if place.is_dir() { place.join("x") } else { place };
            assert!(fs::read(draft).unwrap().windows(5).any(|words| words == b"Mine."), "{script}");
        }
    }
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
        ("format = 5", "format = 99", "this journal has format 99, which is newer than this program"),
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

/// The README sends readers to it.
#[test]
fn the_journal_of_the_repository_has_the_present_words() {
    let path = Path::new(ROOT).join("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md");
    let source = Source::new("journal.md", fs::read_to_string(path).unwrap());
    let checked = journal::check(&source, Correspondences::embedded());
    assert!(checked.diagnostics.is_empty(), "{}", checked.diagnostics);
    assert_eq!(checked.not_compared, None);
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
        .remarks()
        .map(|remark| remark.words.clone())
        .collect();
    words.sort_by_key(|words| (words.len(), words.clone()));
    assert_eq!(words, (0..16).map(|number| format!("note {number}")).collect::<Vec<_>>());
}
