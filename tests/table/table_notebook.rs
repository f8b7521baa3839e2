//! The table before the first turn: the notebook, asking a question, seats, and the beginning of readings and games.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::http::{OpenTable, Served};
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
    /// The status and the HTML of a view, or of what an act in it comes to.
    fn view(&self, path: &str, body: Option<&Value>) -> (u16, String) {
        let (status, answer) = OpenTable::ask(self, path, body.map(Value::to_string).as_deref()).unwrap();
        (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
    }

    /// Begins what a form asks for, and returns the name of the journal; or the status and why not.
    fn begin(&self, form: &str, fields: &Value) -> Result<String, (u16, String)> {
        let (status, html) = self.view(&format!("act?{form}"), Some(&json!({ "act": "begin", "fields": fields })));
        let name =
            html.split_once("data-address=\"journal=").map(|(_, rest)| rest.split('"').next().unwrap().to_owned());
        name.ok_or((status, html))
    }
}

/// The fields of the form in a view, as a browser sends them.
fn fields_of(html: &str) -> Value {
    let mut fields = json!({});
    let attribute = |tag: &str, name: &str| {
        let rest = tag.split_once(&format!(" {name}=\""))?.1;
        Some(
            rest.split('"')
                .next()
                .unwrap()
                .replace("&#x2f;", "/")
                .replace("&#x27;", "'")
                .replace("&quot;", "\"")
                .replace("&amp;", "&"),
        )
    };
    for part in html.split('<') {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        let Some(name) = attribute(tag, "name") else { continue };
        let kind = attribute(tag, "type").unwrap_or_default();
        if tag.starts_with("textarea") {
            fields[name] = json!(text);
        } else if tag.starts_with("input")
            && (!["radio", "checkbox"].contains(&kind.as_str()) || tag.ends_with(" checked"))
        {
            fields[name] = json!(attribute(tag, "value").unwrap_or_default());
        }
    }
    for list in html.split("<select ").skip(1) {
        let list = list.split("</select>").next().unwrap();
        let chosen = list.split("<option").skip(1).find(|option| option.contains(" selected")).unwrap();
        fields[attribute(&format!(" {list}"), "name").unwrap()] = json!(attribute(chosen, "value").unwrap());
    }
    fields
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
    json!({ "question": QUESTION, "querent": "Anna", "matter": "brother or sister", "die": "by hand" })
}

#[test]
fn a_question_from_nothing_to_the_journal_that_the_prompts_write() {
    let notebook = notebook();
    let table = start(notebook.path());
    let (_, empty) = table.view("part?ask", None);
    // As a browser sends it: what is not typed is as the form has it.
    let mut fields = fields_of(&empty);
    for (key, value) in brother().as_object().unwrap() {
        fields[key] = value.clone();
    }
    let name = table.begin("ask", &fields).unwrap();
    assert!(name.ends_with("-is-my-brother-happy"), "{name}");
    let lines = format!("{QUESTION}\nAnna\nbrother\n\n\n\n\n\nAnna\nhand\n");
    assert_eq!(journal(notebook.path()), prompted(&["read"], &lines));
}

#[test]
fn interpretation_8_10_a_question_of_the_page_asks_what_its_category_asks_or_what_is_chosen() {
    let notebook = notebook();
    let table = start(notebook.path());
    let mut fields = brother();
    fields["matter"] = json!("hidden enemy");
    let (_, html) = table.view("act?ask", Some(&json!({ "act": "look", "fields": fields })));
    assert!(html.contains("<option value=\"\" selected>As the matter says: who it is"), "{html}");
    fields["kind"] = json!("whom");
    let (status, html) = table.begin("ask", &fields).unwrap_err();
    assert!(status == 400 && html.contains("expected whether, who, when or which; did you mean who?"), "{html}");
    fields["kind"] = json!("when");
    table.begin("ask", &fields).unwrap();
    assert!(journal(notebook.path()).contains("question_kind = \"when\"\n"));
}

#[test]
fn a_question_of_the_prompts_is_gone_on_with_on_the_page() {
    let notebook = notebook();
    let said = typed(notebook.path(), &["read"], &format!("{QUESTION}\nAnna\nbrother\nstop\n"));
    assert!(said.contains("Your answers are saved"), "{said}");
    let table = start(notebook.path());
    let address = "part?ask&draft=unfinished-question";
    let fields = fields_of(&table.view(address, None).1);
    assert_eq!((&fields["question"], &fields["querent"]), (&json!(QUESTION), &json!("Anna")));
    assert_eq!((&fields["matter"], &fields["draft"]), (&json!("brother or sister"), &json!("unfinished-question")));
    table.begin("ask", &fields).unwrap();
    assert!(files(&notebook.path().join("journals"), "toml").is_empty());
    assert_eq!(table.view(address, None).0, 404);
}

#[test]
fn a_question_file_begins_a_reading_and_keeps_its_source() {
    let notebook = notebook();
    fs::write(notebook.path().join("questions/broken.toml"), "question = 7\n").unwrap();
    let table = start(notebook.path());
    let (_, files) = table.view("part?files", None);
    assert!(files.contains("from=brother.toml") && !files.contains("catalog.toml"), "{files}");
    assert_eq!(table.view("part?home", None).1.matches("<p class=\"problem\">").count(), 1);
    let mut fields = fields_of(&table.view("part?ask&from=brother.toml", None).1);
    assert_eq!(fields["ruleset"], "zalewski");
    fields["querent"] = json!("Anna");
    table.begin("ask", &fields).unwrap();
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
    let (_, home) = table.view("part?home", None);
    assert!(home.contains("3 readings · 1 game<"), "{home}");
    assert_eq!(home.matches("<p class=\"problem\">").count(), 1 + usize::from(cfg!(unix)), "{home}");
    let line = |title: &str| {
        let line = home.split("<a class=\"resume\"").find(|line| line.contains(&format!(">{title}</span>")));
        line.unwrap_or_else(|| panic!("{title} in {home}"))
    };
    assert!(line("Is my brother happy?").contains("<span>Air to move, turn 1</span><span class=\"hint\">With Bela · "));
    assert!(line("Does the lodge wait?").contains("<span>Set up, not begun</span><span class=\"hint\">Alone · "));
    // What was written can be browsed.
    for link in ["q=tag%3Awork", "q=player%3AAnna", "q=player%3ABela", "q=since%3A20"] {
        assert!(home.contains(&format!("#search&amp;{link}")), "{link}: {home}");
    }

    let search = |query: &str| table.view(&format!("part?search&{query}"), None);
    let titles = |query: &str| -> Vec<String> {
        let (status, html) = search(query);
        assert_eq!(status, 200, "{html}");
        let lines = html.split("<a class=\"whole\"").skip(1);
        lines.map(|line| line.split_once("dir=\"auto\">").unwrap().1.split('<').next().unwrap().to_owned()).collect()
    };
    // What is unfinished stands in a list of its own, until something is searched for.
    assert_eq!(titles("q=").len(), 2);
    // By a note, a tag, the querent, the category and the sign.
    for query in ["q=lisbon", "q=LISBON%20brother"] {
        assert_eq!(titles(query), ["Is my brother happy?"], "{query}");
    }
    assert_eq!(titles("q=work"), ["Does the lodge wait?"]);
    assert_eq!(titles("q=tag%3Awork"), ["Does the lodge wait?"]);
    assert_eq!(titles("q=anna"), ["Is my brother happy?"]);
    assert_eq!(titles("q=gemini").len(), 2);
    assert!(titles("q=nothing+of+it").is_empty());
    let (_, found) = search("q=lisbon");
    assert!(
        found.contains(
            "&amp;turn=1\"><span class=\"link\">Turn 1</span> <span dir=\"auto\">He moved to Lisbon in the spring"
        ),
        "{found}"
    );
    // A turn, by what happened in it; and what cannot be read.
    let (_, found) = search("q=rook%20takes%20pawn%20answer:undecided");
    assert!(
        found.contains("Turn 3</span> <span>Rook of Fire on b1, Fire; captures the pawn of bishop of Earth; check"),
        "{found}"
    );
    assert!(search("q=figure:carcr").1.contains("Did you mean &quot;carcer&quot;?"));
    let (_, first) = search("q=&limit=1");
    assert!(first.matches("<a class=\"whole\"").count() == 1 && first.contains("Show 50 more of 2"), "{first}");
    assert_eq!(titles("answer=undecided"), ["Is my brother happy in his present situation?"]);
    assert_eq!((titles("answer=yes"), titles("answer=undecided&q=lodge")), (vec![], vec![]));
    // It is told again only when something has changed.
    let revision = home.split_once("data-revision=\"").unwrap().1.split('"').next().unwrap();
    assert_eq!(table.view(&format!("part?home&unless={revision}"), None).0, 204);
    typed(root, &["journal", "tag", lodge.to_str().unwrap(), "more"], "");
    assert_eq!(table.view(&format!("part?home&unless={revision}"), None).0, 200);
}

#[test]
fn a_journal_gets_another_name_goes_to_the_trash_and_comes_back() {
    let notebook = notebook();
    let root = notebook.path();
    for file in ["brother", "love"] {
        let question = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("questions/{file}.toml"));
        typed(root, &["read", "--auto", "--seed", "7", "--limit", "4", question.to_str().unwrap()], "");
    }
    let table = start(root);
    let names = || -> Vec<String> {
        files(&root.join("journals"), "md")
            .iter()
            .map(|path| path.file_stem().unwrap().to_string_lossy().into())
            .collect()
    };
    let before = names();
    let act = |address: &str, act: &str, name: &str| {
        table.view(&format!("act?{address}"), Some(&json!({ "act": act, "fields": { "name": name } })))
    };
    let manage = format!("manage={}", before[0]);
    let (_, html) = table.view(&format!("part?{manage}"), None);
    assert!(html.contains(&format!("value=\"{}\"", before[0])) && html.contains(&before[1]), "{html}");
    for wrong in ["", "../out", ".hidden", &before[1]] {
        let (status, html) = act(&manage, "rename", wrong);
        assert!(status == 400 && html.contains("role=\"alert\""), "{wrong}: {html}");
    }
    assert!(act(&manage, "rename", "Another name.md").1.contains("data-closes"));
    assert!(names().contains(&"Another name".to_owned()));
    let (status, compared) = table.view(&format!("part?compare=Another%20name&with={}", before[1]), None);
    assert!(
        status == 200
            && compared.contains("The second: ")
            && compared.contains("king’s path") | compared.contains("king&#x27;s path"),
        "{compared}"
    );
    assert!(act("manage=Another%20name", "remove", "").1.contains("data-closes"));
    assert_eq!(names(), [before[1].clone()]);
    assert!(table.view("part?trash", None).1.contains("value=\"restore Another name\""));
    assert!(table.view("part?home", None).1.contains("href=\"#trash\""));
    assert_eq!(act("trash", "restore Another name", "").0, 200);
    assert_eq!(names().len(), 2);
    assert_eq!(act("trash", "restore ../journals/x", "").0, 404);
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
    let names: Vec<String> = files(&root.join("journals"), "md")
        .iter()
        .map(|path| path.file_stem().unwrap().to_string_lossy().into())
        .collect();
    let name = |word: &str| names.iter().find(|name| name.contains(word)).unwrap().clone();
    let (brother, love) = (name("brother"), name("affection"));
    let shown = |address: &str| table.view(&format!("part?journal={address}"), None).1;
    let note = format!("As in <a href=\"#journal={brother}&amp;turn=29\">brother#29</a>, not [[nobody]].");
    assert!(shown(&format!("{love}&turn=2")).contains(&note), "{note}");
    let named = |journal: &str| shown(journal).split_once("Named elsewhere").map(|(_, named)| named.to_owned());
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
    let found =
        |query: &str| table.view(&format!("part?search&q={query}"), None).1.matches("<a class=\"whole\"").count();
    assert_eq!((found("gemini"), found("happy")), (0, 1));
    assert!(!table.view("part?home", None).1.contains("Gemini"));
}

#[test]
fn a_game_of_people_begins_as_at_the_prompts() {
    let notebook = notebook();
    let table = start(notebook.path());
    let mut fields = fields_of(&table.view("part?game", None).1);
    for (key, value) in [
        ("against", "people"),
        ("title", "First of three"),
        ("board", "Water"),
        ("array", "Fire of Air & Water"),
        ("first", "Earth"),
        ("direction", "widdershins"),
        ("ruleset", "zalewski"),
        ("seat Air", "Ann"),
        ("seat Water", "Ann"),
        ("seat Fire", "Ann"),
        ("seat Earth", "Ben"),
    ] {
        fields[key] = json!(value);
    }
    table.begin("game", &fields).unwrap();
    let lines = "water\nfire\nearth\nwiddershins\nzal\nAnn, Ben\nFirst of three\nname\nAnn\nAnn\nAnn\nBen\nstop\n";
    assert_eq!(journal(notebook.path()), prompted(&["game"], lines));
    for (fields, part) in [
        (json!({ "board": "Aether" }), "expected Air"),
        (json!({ "ruleset": "none" }), "There is no ruleset"),
        (json!({ "title": "x".repeat(100_000) }), "1024 bytes or less"),
    ] {
        let (status, html) = table.begin("game", &fields).unwrap_err();
        assert!(status == 400 && html.contains(part), "{fields}: {html}");
    }
    assert_eq!(files(&notebook.path().join("journals"), "md").len(), 1);
}

#[cfg(unix)]
#[test]
fn answers_that_cannot_be_saved_say_so() {
    use std::os::unix::fs::PermissionsExt;
    let notebook = notebook();
    let journals = notebook.path().join("journals");
    let table = start(notebook.path());
    typed(notebook.path(), &["read"], "Is it so?\nstop\n");
    fs::set_permissions(&journals, fs::Permissions::from_mode(0o555)).unwrap();
    // The superuser may write anywhere.
    if fs::write(journals.join("probe"), "").is_err() {
        for form in ["ask", "game"] {
            let (status, html) = table.begin(form, &brother()).unwrap_err();
            assert!(status == 507 && html.contains("what you typed stays here"), "{form}: {html}");
        }
        let (status, _) = table.view("act?home", Some(&json!({ "act": "discard unfinished-question" })));
        assert_eq!(status, 507);
    }
    fs::set_permissions(&journals, fs::Permissions::from_mode(0o755)).unwrap();
    table.begin("ask", &brother()).unwrap();
}
