//! The table before the first turn: the notebook, asking a question, seats, and the beginning of readings and games.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::http::Served;
use crate::desk::{PROGRAM, clean, files, piped, said, told};

/// The program for a person without settings, with this notebook.
fn enochian(notebook: &Path) -> Command {
    let mut enochian = Command::new(PROGRAM);
    clean(&mut enochian, notebook).current_dir(notebook).env("ENOCHIAN_NOTEBOOK", notebook);
    enochian
}

/// Runs the program with lines at its prompts, and returns what it printed.
fn typed(notebook: &Path, arguments: &[&str], lines: &str) -> String {
    let output = piped(enochian(notebook).args(arguments), lines);
    said(&output) + &told(&output)
}

/// A notebook in a new folder.
fn notebook() -> TempDir {
    let folder = TempDir::new().unwrap();
    let said = typed(folder.path(), &["new", "."], "");
    let questions = folder.path().join("questions");
    assert!(questions.is_dir(), "{said}");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("questions");
    for file in ["brother.toml", "catalog.toml"] {
        fs::copy(shipped.join(file), questions.join(file)).unwrap();
    }
    folder
}

/// The open table of a notebook.
fn start(notebook: &Path) -> Served {
    Served::start(enochian(notebook).args(["table", "--no-open"]))
}

impl Served {
    /// The answer to a call that succeeds.
    fn ask(&self, path: &str) -> Value {
        let (status, answer) = self.json(path, None).unwrap();
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    fn tell(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.json(path, Some(body)).unwrap();
        assert_eq!(status, 200, "{path} {body}: {answer}");
        answer
    }

    /// The code of a call that fails, and its text.
    fn fails(&self, path: &str, body: &Value) -> (u16, String, String) {
        let (status, answer) = self.json(path, Some(body)).unwrap();
        let field = |key: &str| answer["error"][key].as_str().unwrap_or_default().to_owned();
        assert_ne!(status, 200, "{path} {body}: {answer}");
        (status, field("code"), field("text"))
    }
}

/// The only journal of a notebook, without its time.
fn journal(notebook: &Path) -> String {
    let journals = files(&notebook.join("journals"), "md");
    let [path] = journals.as_slice() else { panic!("{journals:?}") };
    let text = fs::read_to_string(path).unwrap();
    let is_timeless = |line: &&str| !line.starts_with("    begun = ");
    text.lines().filter(is_timeless).collect::<Vec<_>>().join("\n")
}

/// The journal of these lines at the prompts.
fn prompted(arguments: &[&str], lines: &str) -> String {
    let notebook = notebook();
    let said = typed(notebook.path(), arguments, lines);
    assert!(!files(&notebook.path().join("journals"), "md").is_empty(), "{said}");
    journal(notebook.path())
}

const QUESTION: &str = "Is my brother happy?";

fn brother() -> Value {
    json!({ "question": QUESTION, "querent": "Anna", "category": "brother or sister", "players": ["Anna"], "die": "hand" })
}

#[test]
fn a_question_from_nothing_to_the_journal_that_the_prompts_write() {
    let notebook = notebook();
    let table = start(notebook.path());
    let draft =
        table.tell("api/draft", &json!({ "draft": null, "fields": { "question": "  Is my\nbrother happy? " } }));
    assert_eq!(draft["draft"], "unfinished-question");
    assert_eq!(
        (&draft["missing"], &draft["square"], &draft["pieces"]),
        (&json!(["category"]), &Value::Null, &Value::Null)
    );
    assert!(draft["modified"].as_str().unwrap().starts_with("today, "), "{draft}");
    let name = &draft["draft"];

    let draft = table.tell("api/draft", &json!({ "draft": name, "fields": brother() }));
    assert_eq!(
        draft["filled"],
        json!({ "kind": "whether", "board": "Water", "angle": "Air", "force": "Gemini", "array": "Air of Air & Water" })
    );
    assert_eq!((&draft["square"], &draft["throne"], &draft["forbidden"]), (&json!("a5"), &json!("a8"), &json!("Air")));
    assert_eq!((&draft["missing"], &draft["errors"]), (&json!([]), &json!([])));
    assert_eq!(draft["gloss"]["house"], "3rd house: brothers and sisters, neighbours, letters, short journeys");
    assert!(draft["why"].as_str().unwrap().contains("third house"), "{draft}");
    let pieces = draft["pieces"].as_str().unwrap();
    assert!(pieces.contains("a8aK a8aB b8aQ c8aN d8aR"), "{pieces}");
    assert_eq!(
        draft["setup"][0]["pieces"][1],
        json!({ "square": "a8", "piece": "aB", "text": "bishop, with the king" })
    );

    assert_eq!((&draft["setup"][1]["army"], &draft["setup"][1]["corner"]), (&json!("Water"), &json!("upper right")));
    assert_eq!(draft["setup"][1]["pieces"][8], json!({ "square": "g5", "piece": "wr", "text": "the rook’s pawn" }));

    // The answers are on disk, and a page that is loaded again has them.
    assert_eq!(table.ask("api/draft?draft=unfinished-question")["fields"]["category"], "brother or sister");
    assert!(fs::read_to_string(notebook.path().join("journals/unfinished-question.toml")).unwrap().contains("Anna"));

    let begun = table.tell("api/begin", &json!({ "draft": name, "given": [] }));
    assert!(begun["journal"].as_str().unwrap().ends_with("-is-my-brother-happy"), "{begun}");
    assert!(files(&notebook.path().join("journals"), "toml").is_empty());
    let lines = format!("{QUESTION}\nAnna\nbrother\n\n\n\n\n\nAnna\nhand\n");
    assert_eq!(journal(notebook.path()), prompted(&["read"], &lines));
}

#[test]
fn interpretation_8_10_a_question_of_the_page_asks_what_its_category_asks_or_what_is_chosen() {
    let notebook = notebook();
    let table = start(notebook.path());
    let mut fields = brother();
    fields["category"] = json!("hidden enemy");
    let draft = table.tell("api/draft", &json!({ "draft": null, "fields": fields }));
    assert_eq!((&draft["fields"]["kind"], &draft["filled"]["kind"]), (&Value::Null, &json!("who")));
    fields["kind"] = json!("whom");
    let draft = table.tell("api/draft", &json!({ "draft": draft["draft"], "fields": fields }));
    assert_eq!(
        draft["errors"],
        json!([{ "key": "kind", "text": "kind is \"whom\"; expected whether, who, when or which; did you mean who?" }])
    );
    fields["kind"] = json!("when");
    let draft = table.tell("api/draft", &json!({ "draft": draft["draft"], "fields": fields }));
    assert_eq!(draft["filled"]["kind"], "when");
    table.tell("api/begin", &json!({ "draft": draft["draft"], "given": [] }));
    assert!(journal(notebook.path()).contains("question_kind = \"when\"\n"));
}

#[test]
fn four_players_throw_for_their_armies_as_at_the_prompts() {
    let notebook = notebook();
    let table = start(notebook.path());
    let players = json!(["Anna", "Bela", "Carl", "Dora"]);
    let mut given = vec![];
    let step =
        |given: &[Value]| table.tell("api/seating", &json!({ "players": players, "querent": "Air", "given": given }));
    for (player, dice) in [("Bela", [3, 4]), ("Carl", [6, 1]), ("Dora", [1, 2]), ("Bela", [2, 2]), ("Carl", [6, 6])] {
        assert_eq!(step(&given)["next"], json!({ "kind": "throw", "player": player, "dice": 2 }));
        given.push(json!({ "throw": dice }));
    }
    let choice = json!({ "kind": "choose", "player": "Carl", "armies": ["Water", "Fire", "Earth"], "sides": false });
    assert_eq!(step(&given)["next"], choice);
    given.push(json!({ "army": "Fire" }));
    given.push(json!({ "army": "Water" }));
    let seated = step(&given);
    assert_eq!(seated["next"], Value::Null);
    assert_eq!(seated["seats"], json!({ "Air": "Anna", "Water": "Bela", "Fire": "Carl", "Earth": "Dora" }));
    let said: Vec<&str> = seated["said"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert_eq!(
        said[4..],
        ["Carl throws 6 + 6 = 12.", "Carl chooses Fire.", "Bela chooses Water.", "Dora takes Earth."]
    );

    let mut fields = brother();
    fields["players"] = players.clone();
    let draft = table.tell("api/draft", &json!({ "draft": null, "fields": fields }))["draft"].clone();
    let (status, code, text) = table.fails("api/begin", &json!({ "draft": draft, "given": given[..3] }));
    assert_eq!((status, code.as_str(), text.as_str()), (400, "invalid", "Bela has to throw for an army first."));
    table.tell("api/begin", &json!({ "draft": draft, "given": given }));
    let lines = format!(
        "{QUESTION}\nAnna\nbrother\n\n\n\n\n\nAnna, Bela, Carl, Dora\nhand\n3 4\n6 1\n1 2\n2 2\n6 6\nfire\nwater\n"
    );
    assert_eq!(journal(notebook.path()), prompted(&["read"], &lines));

    for (given, why) in [
        (json!([{ "army": "Fire" }]), "Nobody has to choose an army now."),
        (json!([{ "throw": [7, 1] }]), "A throw is one to six numbers from 1 to 6."),
        (json!([{ "throw": [3] }]), "Throw two to six dice."),
        (
            json!([{ "throw": [1, 1] }, { "throw": [1, 2] }, { "throw": [3, 1] }, { "army": "Air" }]),
            "Choose one of Water, Fire, Earth.",
        ),
    ] {
        let (_, code, text) =
            table.fails("api/seating", &json!({ "players": players, "querent": "Air", "given": given }));
        assert_eq!((code.as_str(), text.as_str()), ("invalid", why));
    }
    let (_, _, text) = table.fails("api/seating", &json!({ "players": ["Anna", " Anna "], "given": [] }));
    assert_eq!(text, "Expected one to four different names.");
}

#[test]
fn a_seeded_die_throws_for_the_armies_as_at_the_prompts() {
    let notebook = notebook();
    let table = start(notebook.path());
    let mut fields = brother();
    fields["players"] = json!(["Anna", "Bela", "Carl"]);
    fields["die"] = json!("seed 7");
    let draft = table.tell("api/draft", &json!({ "draft": null, "fields": fields }))["draft"].clone();
    let mut given = json!([]);
    loop {
        let request = json!({ "draft": draft, "players": fields["players"], "querent": "Air", "given": given });
        let seating = table.tell("api/seating", &request);
        given = seating["given"].clone();
        let answer = match seating["next"]["kind"].as_str() {
            Some("throw") => json!({ "throw": "program" }),
            Some(_) => json!({ "army": seating["next"]["armies"][0] }),
            None => break,
        };
        given.as_array_mut().unwrap().push(answer);
    }
    table.tell("api/begin", &json!({ "draft": draft, "given": given }));
    let lines = format!("{QUESTION}\nAnna\nbrother\n\n\n\n\n\nAnna, Bela, Carl\nseed 7\nwater\nfire\nstop\n");
    let prompted = prompted(&["read"], &lines);
    let opening = journal(notebook.path());
    // At the prompts the program goes on with the first throw.
    assert!(prompted.starts_with(&opening), "{opening}\n{prompted}");
    assert!(opening.contains("    choice = [["), "{opening}");
}

#[test]
fn a_question_goes_from_the_page_to_the_prompts_and_back() {
    let notebook = notebook();
    let table = start(notebook.path());
    table.tell("api/draft", &json!({ "draft": null, "fields": { "question": QUESTION, "querent": "Anna" } }));
    let resume = ["read", "--resume", "unfinished-question"];
    let home = table.ask("api/home");
    assert_eq!(home["drafts"][0]["title"], QUESTION);
    let said = typed(notebook.path(), &resume, "brother\nstop\n");
    assert!(said.contains("Your answers are saved"), "{said}");
    let draft = table.ask("api/draft?draft=unfinished-question");
    assert_eq!(
        (&draft["fields"]["category"], &draft["fields"]["querent"]),
        (&json!("brother or sister"), &json!("Anna"))
    );
    table.ask("api/home");
    let said = typed(notebook.path(), &resume, "\n\n\n\n\nAnna\nhand\nstop\n");
    assert!(said.contains("Stopped. Resume with"), "{said}");
    let (status, _) = table.json("api/draft?draft=unfinished-question", None).unwrap();
    assert_eq!(status, 404);
}

#[test]
fn errors_in_the_answers_are_told_with_their_keys() {
    let notebook = notebook();
    let table = start(notebook.path());
    let draft = |fields: Value| table.tell("api/draft", &json!({ "draft": null, "fields": fields }));
    let keys = |draft: &Value| -> Vec<String> {
        draft["errors"].as_array().unwrap().iter().map(|it| it["key"].as_str().unwrap().to_owned()).collect()
    };
    let throne = draft(json!({ "question": "?", "board": "Water", "angle": "Air", "force": "Air" }));
    assert_eq!(keys(&throne), ["force"]);
    assert!(throne["errors"][0]["text"].as_str().unwrap().contains("throne"), "{throne}");
    let wrong = draft(json!({
        "question": "a\u{202e}b", "category": "dragons", "array": "Air of Fire & Earth", "board": "Water", "die": "seed",
        "players": ["A", "A"], "dice": "loaded", "known": "x".repeat(70_000),
    }));
    assert_eq!(keys(&wrong), ["question", "die", "known", "category", "array", "dice", "players"]);
    assert_eq!(wrong["missing"], json!(["question", "angle", "force"]));
    let (status, code, text) = table.fails("api/begin", &json!({ "draft": wrong["draft"] }));
    assert_eq!((status, code.as_str()), (400, "invalid"));
    for part in
        ["Missing question", "Unknown category", "does not belong to the Water board", "one to four different names"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(files(&notebook.path().join("journals"), "md").is_empty());
    for request in
        [json!({}), json!({ "fields": { "colour": "red" } }), json!({ "fields": {}, "from": "a.toml" }), json!(7)]
    {
        assert_eq!(table.fails("api/draft", &request).1, "invalid", "{request}");
    }
    // A quiet question tells no sign.
    let quiet = draft(json!({ "question": "?", "category": "brother", "quiet": true }));
    assert_eq!((&quiet["why"], &quiet["gloss"], &quiet["filled"]["force"]), (&Value::Null, &Value::Null, &Value::Null));
    assert_eq!(quiet["square"], "a5");
}

#[test]
fn a_question_file_begins_a_reading_and_keeps_its_source() {
    let notebook = notebook();
    fs::write(notebook.path().join("questions/broken.toml"), "question = 7\n").unwrap();
    let table = start(notebook.path());
    let home = table.ask("api/home");
    let questions: Vec<_> =
        home["questions"].as_array().unwrap().iter().map(|it| it["file"].as_str().unwrap()).collect();
    assert!(questions.contains(&"brother.toml") && !questions.contains(&"catalog.toml"), "{questions:?}");
    assert_eq!(home["problems"].as_array().unwrap().len(), 1, "{}", home["problems"]);
    let draft = table.tell("api/draft", &json!({ "from": "brother.toml" }));
    assert_eq!(draft["fields"]["ruleset"], "zalewski");
    let mut fields = draft["fields"].clone();
    fields["querent"] = json!("Anna");
    table.tell("api/draft", &json!({ "draft": draft["draft"], "fields": fields }));
    table.tell("api/begin", &json!({ "draft": draft["draft"], "given": [] }));
    assert_eq!(journal(notebook.path()), prompted(&["read", "questions/brother.toml"], "Anna\n\nAnna\nhand\n"));
}

#[test]
fn the_notebook_lists_what_is_there_and_finds_it() {
    let notebook = notebook();
    let root = notebook.path();
    let ask = |question: &str, place: &str, rest: &str| {
        typed(root, &["read"], &format!("{question}\n{place}\n\n\n\n\n\n{rest}"));
    };
    ask("Is my brother happy?", "Anna\nbrother", "Anna, Bela\nhand\n4\nnote He moved to Lisbon in the spring\nstop\n");
    ask("Does the lodge wait?", "Bela\ngroup", "Bela\nhand\nstop\n");
    typed(root, &["read", "--auto", "--seed", "7", "--limit", "4", "questions/brother.toml"], "");
    typed(root, &["game", "--auto", "--seed", "7", "--limit", "4", "--title", "A quick one"], "");
    let lodge =
        files(&root.join("journals"), "md").into_iter().find(|it| it.to_string_lossy().contains("lodge")).unwrap();
    typed(root, &["journal", "tag", lodge.to_str().unwrap(), "work"], "");
    fs::write(root.join("journals/2020-01-01-broken.md"), "+++\nformat = 99\n+++\n").unwrap();
    #[cfg(unix)]
    {
        let outside = root.join("outside.md");
        fs::copy(&lodge, &outside).unwrap();
        std::os::unix::fs::symlink(&outside, root.join("journals/2021-01-01-outside.md")).unwrap();
    }
    let table = start(root);
    let home = table.ask("api/home");
    assert_eq!((&home["readings"], &home["games"]), (&json!(3), &json!(1)));
    assert_eq!(home["journals"].as_array().unwrap().len(), 4);
    assert_eq!(home["problems"].as_array().unwrap().len(), 1 + usize::from(cfg!(unix)), "{}", home["problems"]);
    assert_eq!(home["defaults"], json!({ "querent": "Bela", "die": "by hand", "quiet": false }));
    let unfinished = home["unfinished"].as_array().unwrap();
    let line = |title: &str| unfinished.iter().find(|it| it["title"] == title).unwrap_or_else(|| panic!("{home}"));
    let brother = line("Is my brother happy?");
    assert_eq!((&brother["army"], &brother["answer"]), (&json!("Air"), &json!("unfinished")));
    assert_eq!((&brother["next"], &brother["with"]), (&json!("Air to move, turn 1"), &json!("With Bela")));
    let lodge = line("Does the lodge wait?");
    assert_eq!((&lodge["next"], &lodge["with"]), (&json!("Set up, not begun"), &json!("Alone")));

    let titles = |query: &str| -> Vec<String> {
        let found = table.ask(&format!("api/search?{query}"));
        let found = found["journals"].as_array().unwrap().iter();
        found.map(|it| it["title"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(titles("q=").len(), 4);
    // By a note, a tag, the querent, the category and the sign.
    for query in ["q=lisbon", "q=LISBON%20brother"] {
        assert_eq!(titles(query), ["Is my brother happy?"], "{query}");
    }
    assert_eq!(titles("q=work"), ["Does the lodge wait?"]);
    assert_eq!(titles("q=anna"), ["Is my brother happy?"]);
    assert_eq!(titles("q=gemini").len(), 2);
    assert!(titles("q=nothing+of+it").is_empty());
    let found = table.ask("api/search?q=lisbon");
    let note = json!([{ "turn": 1, "text": "He moved to Lisbon in the spring", "own": true }]);
    assert_eq!((&found["journals"][0]["found"], &found["journals"][0]["more"]), (&note, &json!(0)));
    // A turn, by what happened in it; and what cannot be read.
    let found = table.ask("api/search?q=rook%20takes%20pawn%20answer:undecided");
    let turn = json!([{ "turn": 3, "text": "Rook of Fire on b1, Fire; captures the pawn of bishop of Earth; check", "own": false }]);
    assert_eq!((&found["journals"][0]["found"], &found["total"]), (&turn, &json!(1)));
    let (status, problem) = table.json("api/search?q=figure:carcr", None).unwrap();
    let problem = problem["error"]["text"].as_str().unwrap_or_default();
    assert!(status == 400 && problem.ends_with("Did you mean \"carcer\"?"), "{status} {problem}");
    let first = table.ask("api/search?q=&limit=1");
    assert_eq!((first["journals"].as_array().unwrap().len(), &first["total"]), (1, &json!(4)));
    assert_eq!(titles("answer=undecided"), ["Is my brother happy in his present situation?"]);
    assert_eq!((titles("answer=yes"), titles("answer=undecided&q=lodge")), (vec![], vec![]));
}

#[test]
fn links_in_notes_lead_to_turns_and_back() {
    let notebook = notebook();
    let root = notebook.path();
    typed(root, &["read", "--auto", "--seed", "11", "questions/brother.toml"], "");
    let love = Path::new(env!("CARGO_MANIFEST_DIR")).join("questions/love.toml");
    typed(root, &["read", "--auto", "--seed", "7", "--limit", "4", love.to_str().unwrap()], "");
    typed(root, &["journal", "note", "affection", "--turn", "2", "As in [[brother#29]], not [[nobody]]."], "");
    let table = start(root);
    let journals = table.ask("api/home")["journals"].clone();
    let name = |word: &str| {
        let mut names = journals.as_array().unwrap().iter().map(|it| it["journal"].as_str().unwrap());
        names.find(|name| name.contains(word)).unwrap().to_owned()
    };
    let (brother, love) = (name("brother"), name("affection"));
    let links = |journal: &str| table.ask(&format!("api/state?journal={journal}"))["notes"][0]["links"].clone();
    assert_eq!(links(&love), json!([{ "text": "[[brother#29]]", "journal": brother, "turn": 29 }]));
    let named = |journal: &str| {
        let end = table.ask(&format!("api/conclusion?journal={journal}"))["html"].as_str().unwrap().to_owned();
        end.split_once("Named elsewhere").map(|(_, named)| named.to_owned())
    };
    assert_eq!(named(&love), None);
    let named = named(&brother).unwrap();
    assert!(named.contains(&format!("<a href=\"#journal={love}&amp;turn=2\">")), "{named}");
    assert!(named.contains(" · about <a class=\"link\"") && named.contains("data-turn=\"29\""), "{named}");
}

#[test]
fn a_quiet_reading_is_not_found_by_its_sign() {
    let notebook = notebook();
    typed(notebook.path(), &["read", "--quiet"], "Is he happy?\nAnna\nbrother\n\n\n\n\n\nAnna\nhand\nstop\n");
    let table = start(notebook.path());
    assert_eq!(table.ask("api/search?q=gemini")["total"], 0);
    assert_eq!(table.ask("api/search?q=happy")["total"], 1);
    assert!(!table.ask("api/home").to_string().contains("Gemini"));
}

#[test]
fn games_begin_as_at_the_prompts() {
    let begun = |request: &Value| {
        let notebook = notebook();
        let table = start(notebook.path());
        table.tell("api/game", request);
        journal(notebook.path())
    };
    assert_eq!(
        begun(&json!({
            "title": "First of three", "board": "Water", "array": "Fire of Air & Water", "first": "Earth",
            "direction": "widdershins", "ruleset": "zalewski", "players": ["Ann", "Ben"], "seats": { "Water": "Ann" },
        })),
        prompted(
            &["game"],
            "water\nfire\nearth\nwiddershins\nzal\nAnn, Ben\nFirst of three\nname\nAnn\nAnn\nAnn\nBen\nstop\n"
        )
    );
    let throws = json!([{ "throw": [2, 5] }, { "throw": [6, 1] }, { "throw": [5, 3] }, { "throw": [1, 1] }, { "army": "Water" }]);
    assert_eq!(
        begun(&json!({ "board": "Fire", "players": ["Ann", "Ben"], "given": throws })),
        prompted(&["game"], "fire\n\n\n\n\nAnn, Ben\n\nthrow\n2 5\n6 1\n5 3\n1 1\nwater\nstop\n")
    );

    let notebook = notebook();
    let table = start(notebook.path());
    for (request, part) in [
        (json!({ "board": "Fire", "array": "Air of Air & Water" }), "is not an array of the Fire board"),
        (json!({ "board": "Aether" }), "Board is \"Aether\"; expected Air"),
        (json!({ "ruleset": "none" }), "There is no ruleset"),
        (json!({ "players": ["Ann", "Ann"] }), "one to four different names"),
        (json!({ "players": ["Ann"], "seats": { "Air": "Ben" } }), "\"Ben\" is not one of the players"),
        (json!({ "title": "x".repeat(100_000) }), "1024 bytes or less"),
    ] {
        let (status, code, text) = table.fails("api/game", &request);
        assert!(status == 400 && code == "invalid" && text.contains(part), "{request}: {text}");
    }
    assert!(files(&notebook.path().join("journals"), "md").is_empty());
    let least = json!({ "title": null, "board": "Air", "players": null, "seats": null, "ruleset": null });
    assert!(table.tell("api/game", &least)["journal"].is_string());
}

#[test]
fn the_catalogue_has_every_choice() {
    let notebook = notebook();
    let served = start(notebook.path());
    assert_eq!(served.ask("api/matters?q=my%20sister")[0], "brother or sister");
    let catalogue = served.ask("api/catalogue");
    let categories = catalogue["categories"].as_array().unwrap();
    let brother = categories.iter().find(|it| it["name"] == "brother or sister").unwrap();
    assert_eq!((&brother["square"], &brother["house"], &brother["force"]), (&json!("a5"), &json!(3), &json!("Gemini")));
    let forces: Vec<_> =
        catalogue["forces"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!((forces.len(), forces[0], &forces[12..]), (16, "Aries", &["Air", "Water", "Fire", "Earth"][..]));
    assert_eq!(catalogue["boards"][1]["text"], "Water: love, feeling, healing, family");
    assert_eq!(catalogue["boards"][1]["arrays"][0]["officers"], json!(["bishop", "queen", "knight", "rook"]));
    let pieces = catalogue["boards"][1]["arrays"][0]["pieces"].as_str().unwrap();
    assert!(pieces.contains("a8aK a8aB b8aQ"), "{pieces}");
    for (list, first) in [("rulesets", "chessvariants"), ("procedures", "ptah"), ("dice", "regardie")] {
        assert_eq!(catalogue[list][0]["name"], first);
    }
}

#[cfg(unix)]
#[test]
fn answers_that_cannot_be_saved_say_so() {
    use std::os::unix::fs::PermissionsExt;
    let notebook = notebook();
    let journals = notebook.path().join("journals");
    let table = start(notebook.path());
    let name = table.tell("api/draft", &json!({ "draft": null, "fields": brother() }))["draft"].clone();
    fs::set_permissions(&journals, fs::Permissions::from_mode(0o555)).unwrap();
    // The superuser may write anywhere.
    if fs::write(journals.join("probe"), "").is_err() {
        for (path, body) in [
            ("api/draft", json!({ "draft": name, "fields": brother() })),
            ("api/draft", json!({ "draft": null, "fields": brother() })),
            ("api/begin", json!({ "draft": name, "given": [] })),
            ("api/game", json!({ "board": "Air" })),
            ("api/draft/remove", json!({ "draft": name })),
        ] {
            let (status, code, _) = table.fails(path, &body);
            assert_eq!((status, code.as_str()), (507, "not_saved"), "{path} {body}");
        }
    }
    fs::set_permissions(&journals, fs::Permissions::from_mode(0o755)).unwrap();
    table.tell("api/begin", &json!({ "draft": name, "given": [] }));
}
