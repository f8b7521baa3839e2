//! Readings and games played through the calls of pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::chess::{Army, Kind, Move, Piece};
use crate::correspondences::{Correspondences, SignOrElement};
use crate::journal::Journal;
use crate::reading::{DiceSource, DieThrower, QuestionDraft};
use crate::record::{AutomaticPlay, Closing, EnochianRecord, Entry, Record, Subject};
use crate::session::{Act, TurnOptions};

use super::html::views_tests::{done, shown, without_marks};
use super::routes::Table;
use super::windows_for_tests::*;

#[test]
fn a_whole_reading_is_the_same_as_at_the_prompts() {
    let (notebook, prompts) = (Notebook::new(), Notebook::new());
    let (mut table, record) = (notebook.table(), shipped(false));
    // What the prompts enter.
    let mut expected =
        Journal::create(prompts.folder.path(), record.heading().clone(), Correspondences::embedded()).unwrap();
    expected.enter(Entry::Resumed(now())).unwrap();
    let mut window = Window::begin(&mut table, record.heading().clone());
    for act in record.enochian().unwrap().standing() {
        expected.enter(act).unwrap();
        if let Act::Move(step @ Move::Step { to, .. }) = act {
            let options = window.state["now"]["offers"].as_array().unwrap();
            let option = options.iter().find(|option| option["text"] == step.to_string().as_str()).unwrap();
            let is_ptah = to.to_string() == "a5";
            assert_eq!(texts(&option["consequences"]).contains(&"Comes to the Ptah."), is_ptah, "{option}");
        }
        if act == Act::Move(Move::Pass) {
            assert_eq!(window.state["now"]["state"], "no_move");
            assert!(!window.state["now"]["no_move"]["text"].is_null());
        }
        window.does(&mut table, &[page_act(act)]);
        assert_eq!(window.state["now"]["saved"], window.record(&table).enochian().unwrap().turns().len());
    }
    expected.enter(Entry::Concluded(Closing::Ended, now())).unwrap();
    assert_eq!(window.state["now"]["state"], "concluded", "the table concludes it at once");
    let text = |path: &Path| fs::read_to_string(path).unwrap();
    assert_eq!(text(&window.path(&table)), text(expected.path()));
    let turns = window.state["turns"].as_array().unwrap();
    assert_eq!((turns.len(), &turns[31]["round"]), (32, &json!(8)));

    let conclusion = window.html(&mut table, "");
    assert!(
        conclusion.contains(">The answer, by the king on the Ptah</p>\n<h2 class=\"word\" dir=\"auto\">Yes</h2>"),
        "{conclusion}"
    );
    let link = "<a class=\"link\" href=\"#journal=";
    assert!(conclusion.contains("<section class=\"told\">") && conclusion.contains(link), "{conclusion}");
    // INTERPRETATION 8.9
    let rook = conclusion.split("data-piece=\"eR\" data-squares=\"a4 a6\"").nth(1).unwrap();
    assert!(rook.contains(
        "data-turn=\"21\" aria-label=\"Show turn 21\">21</a><span>on a6; is taken by Air&#x27;s king</span>"
    ));
    assert!(!conclusion.contains("style="), "the policy of the table allows none");
    // Another window asks the same of another reading meanwhile.
    let mut other = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    let mut before = 0;
    let chance = loop {
        other.does(&mut table, &[json!("chance")]);
        let chance = window.act(&mut table, &json!("chance")).html;
        let Some((_, rest)) = chance.split_once("aria-label=\"Readings played\" value=\"") else { break chance };
        let played = rest.split('"').next().unwrap().parse().unwrap();
        assert!(played > before);
        before = played;
    };
    // What `enochian simulate --readings 100000` counts.
    assert!(chance.contains("55.0 % were answered yes, 44.4 % no, and 0.6 % not"), "{chance}");
    assert!(before > 0 && chance.contains("src=\"data:image/svg+xml,"));
    let meaning = without_marks(&shown(&mut table, &format!("meaning={}&square=a5&piece=aK", window.journal)).1);
    assert!(meaning.contains(">Gemini on a5</h2>") && meaning.contains("<h3>King of Air, the querent&#x27;s own</h3>"));
}

#[test]
fn acts_are_taken_back_and_corrected() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    window.does(&mut table, &[throw(3), json!("rethrow 2")]);
    assert_eq!(window.state["now"]["throw"], 2);
    window.does(&mut table, &[written("note", "In\na hurry. "), play("b6")]);
    let turn = &window.state["turns"][0];
    assert_eq!((&turn["move"], &turn["cell"], &turn["player"]), (&json!("Nc8b6"), &json!("b6"), &json!("Anna")));
    assert_eq!(turn["sentence"], "The knight of Air, Seb, went from c8 to b6.");
    assert_eq!(texts(&turn["table"]), ["Move the knight of Air from c8 to b6."]);
    assert_eq!(window.state["notes"][0]["text"], "In\na hurry.");
    assert_eq!(tool(&window.state, "take_back")["ask"]["text"], "Take back turn 1, knight to b6?");
    window.does(&mut table, &[json!("undo")]);
    assert_eq!((&window.state["now"]["state"], &window.state["turns"]), (&json!("move"), &json!([])));
    window.does(&mut table, &[json!("undo")]);
    assert_eq!(window.state["now"]["state"], "throw");
    window.does(&mut table, &[play("2 d6")]);
    assert_eq!(window.record(&table).enochian().unwrap().turns().len(), 1);
    // What the rules do not allow changes nothing.
    for act in
        [json!("pass"), throw(7), json!("Ka8a1"), json!("Kz9"), json!("draw"), json!("resign"), json!("withdraw")]
    {
        assert!(!window.fails(&mut table, &act).is_empty(), "{act}");
    }
    window.does(&mut table, &[json!("deal"), json!("conclude")]);
    assert_eq!(window.record(&table).closing(), Some(Closing::ByPlayers));
    assert_eq!(window.fails(&mut table, &throw(2)), "The reading is already concluded.");
}

#[test]
fn the_program_throws_as_the_record_says() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, brother(DieThrower::Seeded(7), false));
    let mut die = DiceSource::seeded(7);
    for _ in 0..8 {
        window.does(&mut table, &[json!("deal")]);
        assert_eq!(window.state["now"]["throw"], die.draw().unwrap().throw().number());
        let act = match &window.state["now"]["no_move"] {
            Value::Null => json!(window.state["now"]["offers"][0]["text"].as_str().unwrap()),
            _ => json!("pass"),
        };
        window.does(&mut table, &[act]);
    }
    assert_eq!(window.fails(&mut table, &throw(3)), "The program throws the die in this reading.");
}

#[test]
fn no_act_is_played_twice_or_upon_an_old_state() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    let request = window.request(&throw(2));
    for _ in 0..3 {
        assert_eq!(window.send(&mut table, &request).status, 200);
        assert_eq!(window.state["now"]["throw"], 2);
    }
    assert_eq!(window.record(&table).enochian().unwrap().standing().count(), 1);
    // The window has not seen the throw.
    window.state["revision"] = json!(0);
    assert_eq!(window.fails(&mut table, &throw(2)), STALE);
    assert_eq!(window.state["now"]["state"], "move", "the answer shows the present state");
    // A remark from elsewhere changes nothing that is played.
    Window::open(&mut table, &window.journal, "two").does(&mut table, &[written("remark", "A remark.")]);
    window.does(&mut table, &[json!("Nc8d6")]);
    assert_eq!(window.state["notes"][0]["text"], "A remark.");
}

#[test]
fn pictures_are_added_and_what_recurs_is_told() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    let add = |table: &mut Table<'_>, window: &mut Window, content: &str| {
        let fields = json!({ "text": "", "name": "../al tar.png", "content": content });
        window.act(table, &json!({ "act": "picture", "fields": fields })).refused()
    };
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";
    assert_eq!(add(&mut table, &mut window, png), "");
    let file = window.state["notes"][0]["picture"].as_str().unwrap();
    assert!(file.starts_with("pictures/al-tar-") && notebook.folder.path().join(file).is_file(), "{file}");
    let refused = add(&mut table, &mut window, "bm8gcGljdHVyZQ==");
    assert!(refused.ends_with("Expected a PNG, JPEG, GIF or WebP file."), "{refused}");
    assert_eq!(add(&mut table, &mut window, "%%%"), "The picture did not arrive whole. Add it again.");
    window.does(&mut table, &[throw(2), json!("Nc8d6")]);
    let (_, recurring) = shown(&mut table, "recurring&q=brother");
    assert!(recurring.contains("What recurs in 1 reading<"), "{recurring}");
    assert!(recurring.contains("Too few to say: it takes at least 8.") && !recurring.contains("<table"), "{recurring}");
    assert_eq!(shown(&mut table, "recurring&q=sign:x").0, 400);
}

#[test]
fn each_window_may_act_if_it_has_seen_everything() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut one = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    let path = one.path(&table);
    let mut two = Window::open(&mut table, &one.journal, "two");
    one.does(&mut table, &[throw(2), json!("Nc8d6")]);
    assert!(!one.looks(&mut table), "its own acts are answered");
    assert_eq!(two.fails(&mut table, &throw(2)), STALE);
    assert_eq!(two.state["turns"][0]["to"], "d6", "the answer shows the present state");
    two.does(&mut table, &[throw(3)]);
    assert!(one.looks(&mut table));
    assert_eq!(one.state["now"]["throw"], 3);

    // If the prompts play it meanwhile, an act on what was there before is not made.
    let mut prompts = Journal::open(&path, Correspondences::embedded()).unwrap();
    prompts.enter(Entry::TakenBack(1)).unwrap();
    assert_eq!(two.fails(&mut table, &json!("undo")), STALE);
    assert_eq!(two.state["now"]["state"], "throw");
    assert_eq!(&two.record(&table), prompts.record());
    prompts.enter(Act::Throw("3".parse().unwrap())).unwrap();
    for window in [&mut one, &mut two] {
        assert!(window.looks(&mut table));
        assert_eq!(window.state["now"]["throw"], 3);
    }

    // A window that comes back at once has not resumed it.
    let resumed =
        |record: EnochianRecord<'_>| record.entries().iter().filter(|it| matches!(it, Entry::Resumed(_))).count();
    let mut one = Window::open(&mut table, &one.journal, "one");
    one.acts = 100;
    one.does(&mut table, &[json!("undo")]);
    assert_eq!(resumed(one.record(&table).enochian().unwrap()), 1);
}

#[test]
fn turns_whose_file_was_removed_or_replaced_are_saved_as_a_new_journal() {
    for is_removed in [true, false] {
        let notebook = Notebook::new();
        let mut table = notebook.table();
        let mut window = Window::begin(&mut table, brother(DieThrower::ByHand, false));
        window.does(&mut table, &[throw(2), json!("Nc8d6"), throw(1)]);
        let TurnOptions::Moves(turn) = window.record(&table).enochian().unwrap().session().options() else {
            panic!("no move")
        };
        let next = page_act(Act::Move(turn.moves[0]));
        let (path, before) = (window.path(&table), window.record(&table));
        let other = "the journal of somebody else\n";
        if is_removed {
            fs::remove_file(&path).unwrap()
        } else {
            fs::write(&path, other).unwrap()
        }
        let request = window.request(&next);
        let refused = window.send(&mut table, &request).html;
        let save = refused.split("value=\"save-new").nth(1).unwrap_or_else(|| panic!("{refused}"));
        let save = format!("save-new{}", save.split('"').next().unwrap());
        assert_eq!(save, format!("save-new {}", next.as_str().unwrap()));
        // What is known is saved before it is played on.
        let saved = window.act(&mut table, &json!("save-new")).html;
        window.journal = saved.split("journal=").nth(1).unwrap().split('"').next().unwrap().to_owned();
        assert_eq!(window.record(&table), before, "{saved}");
        assert!(is_removed || fs::read_to_string(&path).unwrap() == other, "the other file stays");
        // It is played on there.
        window.look(&mut table);
        window.does(&mut table, &[next]);
        assert_eq!(window.record(&table).enochian().unwrap().turns().len(), 2);
    }
}

#[test]
fn remarks_tags_and_outcomes_are_added_at_any_time() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    window.does(&mut table, &[throw(2), json!("Nc8d6"), json!("conclude")]);
    let outcome = |on: &str, proved: &str, text: &str, sure: &str| json!({ "act": "outcome", "fields": { "on": on, "proved": proved, "text": text, "sure": sure } });
    let acts = [
        written("remark 1", "So it was."),
        outcome("2026-12-01", "partly true", "He moved back.", "2026-12-01"),
        outcome("2026-12-02", "true", " ", "2026-12-02"),
        written("tag", "Family"),
    ];
    window.does(&mut table, &acts);
    assert_eq!(window.act(&mut table, &written("tag", "family")).status, 409);
    for (on, status) in [("2026-11-20", 409), ("2026-11-22", 409), ("12-3-1", 400)] {
        let answer = window.act(&mut table, &outcome(on, "true", "", ""));
        let is_doubted = answer.html.contains(&format!("name=\"sure\" value=\"{on}\""));
        assert_eq!((answer.status, is_doubted), (status, status == 409), "{on}");
    }
    let state = &window.state;
    assert_eq!((&state["tags"], &state["notes"][0]["text"]), (&json!(["family"]), &json!("So it was.")));
    let conclusion = window.html(&mut table, "");
    let outcome = "<p>Partly. <span class=\"own-words\" dir=\"auto\">He moved back.</span></p>";
    assert!(conclusion.contains(">Undecided</h2>") && conclusion.contains(outcome), "{conclusion}");
    // One without words is a whole line, also to an editor that removes blanks at the ends of lines.
    let text = fs::read_to_string(window.path(&table)).unwrap();
    let outcome = text.lines().find(|line| line.starts_with("**Outcome · true** *2026-12-02 · ")).unwrap();
    assert!(outcome.ends_with('*'), "{outcome}");
    let read = crate::journal::read(&window.path(&table), Correspondences::embedded()).unwrap();
    assert_eq!(read.outcomes().last().map(|it| it.words.as_str()), Some(""));
    let note = state["notes"][0]["id"].as_str().unwrap().to_owned();
    window.does(&mut table, &[written(&format!("correct {note}"), "So it\nwas not.")]);
    let corrected = &window.state["notes"][0];
    assert_eq!(
        (&corrected["turn"], &corrected["text"], &corrected["id"]),
        (&Value::Null, &json!("So it\nwas not."), &json!(note))
    );
    window.does(&mut table, &[json!(format!("withdraw-note {note}"))]);
    assert_eq!(window.state["notes"], json!([]));
    assert_eq!(window.act(&mut table, &json!("withdraw-note 7")).status, 400);
}

#[test]
fn games_have_exchanges_withdrawals_draws_and_resignations() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let prisoners = "aK6wK/ar6wr/8/8/8/8/8/1eb4fb1 a --xx --wa 0000 9";
    let mut window = Window::begin(&mut table, game(prisoners));
    assert_eq!(tool(&window.state, "resign")["hint"], "Air resigns for the actives");
    assert_eq!(window.state["several_players"], true);
    let exchange = tool(&window.state, "exchange").clone();
    assert_eq!(exchange["label"], "With Water: the king of Fire returns to h1, the king of Earth to a1");
    window.does(&mut table, &[exchange["act"].clone(), json!("Pa7a6")]);
    let turn = &window.state["turns"][0];
    assert_eq!(
        texts(&turn["table"]),
        [
            "Put the king of Fire back on h1.",
            "Put the king of Earth back on a1.",
            "The pieces of Fire and Earth are no longer frozen.",
            "Move the pawn of rook of Air from a7 to a6."
        ]
    );
    window.does(&mut table, &[json!("withdraw"), json!("Kh8g8"), json!("resign")]);
    assert_eq!(window.record(&table).closing(), Some(Closing::Resigned(Army::Fire)));
    let conclusion = window.html(&mut table, "");
    assert!(
        conclusion.contains("<h2 class=\"sentence\" dir=\"auto\">The passives win: Fire resigned</h2>"),
        "{conclusion}"
    );
    assert!(!conclusion.contains("class=\"member\""), "a game has no cast");

    let other = Notebook::new();
    let mut table = other.table();
    let mut window = Window::begin(&mut table, game(prisoners));
    window.does(&mut table, &[json!("draw")]);
    assert_eq!(window.record(&table).closing(), Some(Closing::Agreed));
}

/// What can be done besides the moves, by its name.
fn tool<'s>(state: &'s Value, name: &str) -> &'s Value {
    let tools = state["now"]["tools"].as_array().unwrap();
    tools.iter().find(|tool| tool["name"] == name).unwrap_or_else(|| panic!("no {name} in {tools:?}"))
}

/// The words that would tell a sign, a house, a god-form or a danger.
fn hidden_words() -> BTreeSet<String> {
    let correspondences = Correspondences::embedded();
    let mut words: BTreeSet<String> = ["attacked", "could take", "attacks", "dignity\":\""].map(str::to_owned).into();
    for force in SignOrElement::ALL {
        let (known, trump) = (correspondences.force(force), correspondences.trump(force));
        words.extend(force.is_sign().then(|| force.name().to_owned()));
        words.extend([trump.name.clone(), correspondences.figure(force).name.clone(), trump.letter.glyph.clone()]);
        // The shortest names of letters are English words too.
        words.extend(Some(trump.letter.name.clone()).filter(|name| name.len() > 3));
        words.extend(known.keywords.get(..2).map(|two| two.join(", ")));
    }
    for army in Army::ALL {
        words.extend(Kind::ALL.map(|kind| format!(", {},", correspondences.piece(Piece { army, kind }).god)));
    }
    words
}

#[test]
fn a_quiet_reading_tells_no_meanings() {
    let notebook = Notebook::new();
    let (mut table, record, hidden) = (notebook.table(), shipped(true), hidden_words());
    let mut window = Window::begin(&mut table, record.heading().clone());
    let mut watcher = Window::open(&mut table, &window.journal, "two");
    let is_quiet = |text: &str| {
        let told: Vec<&String> = hidden.iter().filter(|word| text.contains(word.as_str())).collect();
        assert!(told.is_empty(), "{told:?} in {text}");
    };
    let acts: Vec<Act> = record.enochian().unwrap().standing().collect();
    let (last, acts) = acts.split_last().unwrap();
    for act in acts {
        let answer = window.act(&mut table, &page_act(*act));
        assert_eq!(answer.status, 200, "{}", answer.html);
        is_quiet(&answer.html);
        is_quiet(&window.state.to_string());
        assert!(watcher.looks(&mut table));
        is_quiet(&window.act(&mut table, &json!("Ka1a1")).html);
    }
    is_quiet(&window.html(&mut table, "&turn=3"));
    let glosses = format!("journal={}", window.journal);
    assert_eq!(told(&mut table, "glosses", &glosses).unwrap_err().code, "quiet");
    let (status, meaning) = shown(&mut table, &format!("meaning={}&square=a5", window.journal));
    assert!(status == 409 && meaning.contains("Meanings wait until"), "{meaning}");
    window.does(&mut table, &[page_act(*last)]);
    assert_eq!((&window.state["quiet"], &window.state["quiet_reading"]), (&json!(false), &json!(true)));
    let all = window.state["turns"].to_string();
    assert!(hidden.iter().any(|word| all.contains(word.as_str())), "all is told when it is concluded");
    assert!(told(&mut table, "glosses", &glosses).unwrap().contains("Gemini"));
}

#[test]
fn what_a_thing_means_to_the_person_is_written_where_it_is_read() {
    let notebook = Notebook::new();
    let (mut table, record) = (notebook.table(), shipped(false));
    let mut window = Window::begin(&mut table, record.heading().clone());
    let acts: Vec<Value> = record.enochian().unwrap().standing().map(page_act).collect();
    window.does(&mut table, &acts);
    let address = format!("meaning={}&square=a5", window.journal);
    let before = shown(&mut table, &address).1;
    assert!(!before.contains("own-words"), "{before}");
    let after_each = before.split("&amp;thing=").skip(1);
    let keys: Vec<&str> = after_each.map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(keys.starts_with(&["square%3Aa5%20of%20Water", "sign%3AGemini", "house%3A3rd%20house"]), "{keys:?}");
    let remember = |table: &mut Table<'_>, thing: &str, text: &str, before: &str| {
        let fields = json!({ "thing": thing, "text": text, "before": before });
        done(table, &address, &json!({ "act": "remember", "fields": fields }).to_string())
    };
    for key in &keys {
        let key = key.replace("%3A", ":").replace("%20", " ");
        let (status, html) = remember(&mut table, &key, "The gate.", "");
        assert!(status == 200 && html.contains("data-said=\"Remembered.\""), "{key}: {html}");
    }
    let after = shown(&mut table, &address).1;
    assert_eq!(after.matches("<p class=\"own-words\" dir=\"auto\">The gate.</p>").count(), keys.len());
    assert!(after.contains("a5 of Water (square), in 1 reading: <a href=\"#journal="), "{after}");
    // The thing that the address names is written about, and comes first.
    let sign = shown(&mut table, &format!("{address}&thing=sign:Gemini")).1;
    assert!(
        sign.contains("<label for=\"own-text\">Gemini (sign)</label>") && sign.contains("<details open>"),
        "{sign}"
    );
    assert!(sign.find("Gemini (sign)").unwrap() < sign.find("a5 of Water (square)").unwrap());
    let glosses = told(&mut table, "glosses", &format!("journal={}", window.journal)).unwrap();
    assert!(glosses.contains("a5 of Water: The gate."));
    // Another window has changed it meanwhile, or the file is wrong.
    let (status, stale) = remember(&mut table, "sign:Gemini", "x", "");
    assert!(status == 409 && stale.contains("Gemini (sign) has another meaning by now."), "{stale}");
    assert!(remember(&mut table, "sign:Gemini", "", "The gate.").1.contains("data-said=\"Removed.\""));
    let (status, error) = remember(&mut table, "Gemimi", "x", "");
    assert!(status == 400 && error.contains("Did you mean"), "{error}");
    // The same reading once more, in another century: what came up in it came up again.
    let path = window.path(&table);
    let text = fs::read_to_string(&path).unwrap().replacen("    begun = \"20", "    begun = \"19", 1);
    fs::write(path.with_file_name("once-more.md"), text).unwrap();
    fs::write(path.with_file_name("meanings.toml"), "Leo = 1\n").unwrap();
    let turns: Vec<u64> =
        window.state["turns"].as_array().unwrap().iter().filter_map(|it| it["turn"].as_u64()).collect();
    let link = "<a href=\"#journal=once-more&amp;turn=";
    let again = |turn: &u64| told(&mut table, "again", &format!("journal={}&turn={turn}", window.journal)).unwrap();
    let again: usize = turns.iter().map(again).map(|html| html.matches(link).count()).sum();
    assert!(again > 2);
    assert_eq!(window.html(&mut table, "").matches(&format!("Also in {link}")).count(), again.min(5));
    let (_, home) = shown(&mut table, "home");
    assert!(home.contains("<p class=\"problem\">meanings.toml:1:7: "), "{home}");
}

#[test]
fn a_journal_with_an_error_is_shown_up_to_there_and_the_error_is_named() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let text = Journal::text_of(&shipped(false), Correspondences::embedded()).unwrap();
    let path = notebook.folder.path().join("damaged.md");
    fs::write(&path, text.replacen("**→** Ka8a7", "**→** Ka8a9", 1)).unwrap();
    let window = Window::open(&mut table, "damaged", "one");
    assert_eq!(window.state["turns"].as_array().unwrap().len(), 16);
    let notice = window.state["notices"][0].as_str().unwrap();
    assert!(notice.contains("did you mean Ka8a7?") && notice.contains("It is shown up to there"), "{notice}");
}

#[test]
fn of_a_long_reading_the_latest_turns_are_listed() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    // By the kings a reading lasts long, unless one is captured.
    let draft = QuestionDraft {
        text: Some("How long?".into()),
        category: Some("brother".into()),
        procedure: Some("kings".into()),
        ..QuestionDraft::default()
    };
    let question = draft.resolve(Correspondences::embedded()).unwrap();
    let played = |seed| {
        let subject = Subject::Reading(Box::new(question.clone()), DieThrower::Seeded(seed));
        let mut record = Record::begin(heading(subject));
        let mut play = AutomaticPlay::of(&record).unwrap();
        while record.play().turns_played() < 120 && !record.play().is_over() {
            play.next(&record, |level| level.limit()).unwrap().into_iter().for_each(|act| record.enter(act).unwrap());
        }
        record
    };
    let record = (1..).map(played).find(|record| record.play().turns_played() == 120).unwrap();
    let journal = Journal::save_new(&notebook.settings.journals, &record, Correspondences::embedded()).unwrap();
    let window = Window::open(&mut table, journal.path().file_stem().unwrap().to_str().unwrap(), "one");
    let turns = |html: String| -> Vec<u32> {
        let turns = html.split(" data-turn=\"").skip(1);
        turns.map(|rest| rest.split('"').next().unwrap().parse().unwrap()).collect()
    };
    let (all, latest) = (turns(window.html(&mut table, "&all=1")), turns(window.html(&mut table, "")));
    assert_eq!(all, (1..=120).collect::<Vec<_>>());
    assert!((48..56).contains(&latest.len()) && all.ends_with(&latest), "{latest:?}");
    assert!(turns(window.html(&mut table, "&turn=40")).contains(&16), "those before the one that is shown too");
}

#[test]
fn who_wants_no_meanings_is_warned_of_nothing() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    // The queen of Water can be captured, and then the rook that captured her.
    let window = Window::begin(&mut table, game("aK6wK/ar3aR3/7wr/8/4wQ1wR1/8/er7/eK5frfK a ---- ---- 0000 9"));
    let warnings = ["could take it here", "Nobody attacks it", "attacked", "d=\"M0-9V2M0 8V8.2\""];
    let warned = |html: &str| warnings.map(|words| html.contains(words));
    let whole = window.html(&mut table, "");
    assert_eq!(warned(&whole), [true; 4], "{whole}");
    let quiet = window.html(&mut table, "&quiet=true");
    assert_eq!(warned(&quiet), [false; 4], "{quiet}");
    assert!(quiet.contains("Takes the queen of Water."), "a fact of play is no warning: {quiet}");
}
