//! Readings and games played through the calls of pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::chess::{Army, Kind, Move, Piece};
use crate::correspondences::{Correspondences, SignOrElement};
use crate::journal::Journal;
use crate::reading::{DiceSource, DieThrower, QuestionDraft};
use crate::record::{Closing, EnochianRecord, Entry, Subject};
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
            assert_eq!(texts(&option["marks"]).contains(&"ptah"), is_ptah, "{option}");
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

    let conclusion = window.conclusion(&mut table);
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
    let other = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    let mut chance = window.get(&mut table, "api/by-chance", &[]);
    while chance["text"].is_null() {
        other.get(&mut table, "api/by-chance", &[]);
        let next = window.get(&mut table, "api/by-chance", &[]);
        assert!(next["done"].as_u64() > chance["done"].as_u64());
        chance = next;
    }
    // What `enochian simulate --readings 100000` counts.
    assert!(
        chance["text"].as_str().unwrap().contains("55.0 % were answered yes, 44.4 % no, and 0.6 % not"),
        "{}",
        chance["text"]
    );
    assert!(chance["picture"].as_str().unwrap().contains("Simulation: Is"));
    let meaning = without_marks(&shown(&mut table, &format!("meaning={}&square=a5&piece=aK", window.journal)).1);
    assert!(meaning.contains(">Gemini on a5</h2>") && meaning.contains("<h3>King of Air, the querent&#x27;s own</h3>"));
}

#[test]
fn acts_are_taken_back_and_corrected() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    window.does(&mut table, &[throw(3), json!({"kind": "correct_throw", "number": 2})]);
    assert_eq!(window.state["now"]["throw"], 2);
    window
        .does(&mut table, &[json!({"kind": "note", "text": "In\na hurry. "}), json!({"kind": "typed", "text": "b6"})]);
    let turn = &window.state["turns"][0];
    assert_eq!((&turn["move"], &turn["cell"], &turn["player"]), (&json!("Nc8b6"), &json!("b6"), &json!("Anna")));
    assert_eq!(turn["sentence"], "The knight of Air, Seb, went from c8 to b6.");
    assert_eq!(texts(&turn["table"]), ["Move the knight of Air from c8 to b6."]);
    assert_eq!(window.state["notes"][0]["text"], "In\na hurry.");
    assert_eq!(tool(&window.state, "take_back")["ask"]["text"], "Take back turn 1, knight to b6?");
    window.does(&mut table, &[kind("take_back")]);
    assert_eq!((&window.state["now"]["state"], &window.state["turns"]), (&json!("move"), &json!([])));
    window.does(&mut table, &[kind("take_back")]);
    assert_eq!(window.state["now"]["state"], "throw");
    window.does(&mut table, &[json!({"kind": "typed", "text": "2 d6"})]);
    assert_eq!(window.record(&table).enochian().unwrap().turns().len(), 1);
    // What the rules do not allow changes nothing.
    for act in [kind("pass"), throw(7), mv("Ka8a1"), mv("Kz9"), kind("draw"), kind("resign"), kind("withdraw")] {
        let code = window.fails(&mut table, &act);
        assert!(["illegal", "invalid"].contains(&code.as_str()), "{act}: {code}");
    }
    window.does(&mut table, &[kind("deal"), kind("conclude")]);
    assert_eq!(window.record(&table).closing(), Some(Closing::ByPlayers));
    assert_eq!(window.fails(&mut table, &throw(2)), "illegal");
}

#[test]
fn the_program_throws_as_the_record_says() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, brother(DieThrower::Seeded(7), false));
    let mut die = DiceSource::seeded(7);
    for _ in 0..8 {
        window.does(&mut table, &[kind("deal")]);
        assert_eq!(window.state["now"]["throw"], die.draw().unwrap().throw().number());
        let act = match &window.state["now"]["no_move"] {
            Value::Null => mv(window.state["now"]["offers"][0]["text"].as_str().unwrap()),
            _ => kind("pass"),
        };
        window.does(&mut table, &[act]);
    }
    assert_eq!(window.fails(&mut table, &throw(3)), "illegal");
}

#[test]
fn no_act_is_played_twice_or_upon_an_old_state() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    let request = window.request(&throw(2));
    for _ in 0..3 {
        let answer = post(&mut table, "api/act", &request);
        assert!(answer["error"].is_null());
        assert_eq!(answer["state"]["now"]["throw"], 2);
    }
    assert_eq!(window.record(&table).enochian().unwrap().standing().count(), 1);
    // The window has not seen the throw.
    assert_eq!(window.fails(&mut table, &throw(2)), "stale");
    assert_eq!(window.state["now"]["state"], "move", "the answer shows the present state");
    // A remark from elsewhere changes nothing that is played.
    let remark = json!({ "kind": "remark", "turn": null, "text": "A remark." });
    let remark = json!({ "journal": window.journal, "annotation": remark });
    assert!(post(&mut table, "api/annotate", &remark)["error"].is_null());
    window.does(&mut table, &[mv("Nc8d6")]);
    assert_eq!(window.state["notes"][0]["text"], "A remark.");
}

#[test]
fn pictures_are_added_and_what_recurs_is_told() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    let add = |table: &mut Table<'_>, content: &str| {
        let picture =
            json!({ "kind": "picture", "turn": null, "text": "", "name": "../al tar.png", "content": content });
        post(table, "api/annotate", &json!({ "journal": window.journal, "annotation": picture }))
    };
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";
    let added = add(&mut table, png);
    let file = added["state"]["notes"][0]["picture"].as_str().unwrap();
    assert!(file.starts_with("pictures/al-tar-") && notebook.folder.path().join(file).is_file(), "{file}");
    let refused = add(&mut table, "bm8gcGljdHVyZQ==");
    assert_eq!(refused["error"]["help"], "Expected a PNG, JPEG, GIF or WebP file.");
    let broken = add(&mut table, "%%%");
    assert_eq!(broken["error"]["text"], "The picture did not arrive whole. Add it again.");
    window.does(&mut table, &[throw(2), mv("Nc8d6")]);
    let (_, recurring) = part(&mut table, &[("recurring", ""), ("q", "brother")]);
    assert!(recurring.contains("What recurs in 1 reading<"), "{recurring}");
    assert!(recurring.contains("Too few to say: it takes at least 8.") && !recurring.contains("<table"), "{recurring}");
    assert_eq!(part(&mut table, &[("recurring", ""), ("q", "sign:x")]).0, 400);
}

#[test]
fn each_window_may_act_if_it_has_seen_everything() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut one = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    let path = one.path(&table);
    let mut two = Window::open(&mut table, &path, "two");
    one.does(&mut table, &[throw(2), mv("Nc8d6")]);
    assert_eq!(one.looks(&mut table), None, "its own acts are answered");
    assert_eq!(two.fails(&mut table, &throw(2)), "stale");
    assert_eq!(two.state["turns"][0]["to"], "d6", "the answer shows the present state");
    two.does(&mut table, &[throw(3)]);
    assert_eq!(one.looks(&mut table).unwrap()["now"]["throw"], 3);

    // If the prompts play it meanwhile, an act on what was there before is not made.
    let mut prompts = Journal::open(&path, Correspondences::embedded()).unwrap();
    prompts.enter(Entry::TakenBack(1)).unwrap();
    assert_eq!(two.fails(&mut table, &kind("take_back")), "stale");
    assert_eq!(two.state["now"]["state"], "throw");
    assert_eq!(&two.record(&table), prompts.record());
    prompts.enter(Act::Throw("3".parse().unwrap())).unwrap();
    for window in [&mut one, &mut two] {
        assert_eq!(window.looks(&mut table).unwrap()["now"]["throw"], 3);
    }

    // A window that comes back at once has not resumed it.
    let resumed =
        |record: EnochianRecord<'_>| record.entries().iter().filter(|it| matches!(it, Entry::Resumed(_))).count();
    let mut one = Window::open(&mut table, &path, "one");
    one.acts = 100;
    one.does(&mut table, &[kind("take_back")]);
    assert_eq!(resumed(one.record(&table).enochian().unwrap()), 1);
}

#[test]
fn the_prompts_and_the_table_play_in_turn() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    let path = window.path(&table);
    let before = fs::read(&path).unwrap();
    assert_eq!(window.looks(&mut table), None);
    assert_eq!(fs::read(&path).unwrap(), before, "looking does not write");
    let mut prompts = Journal::open(&path, Correspondences::embedded()).unwrap();
    for act in [Act::Throw("2".parse().unwrap()), Act::Move("Nc8d6".parse().unwrap())] {
        prompts.enter(act).unwrap();
    }
    let state = window.looks(&mut table).unwrap();
    assert_eq!(state["turns"][0]["move"], "Nc8d6");
    window.does(&mut table, &[throw(1)]);
    let entries = window.record(&table).entries().to_vec();
    assert!(matches!(entries[..], [Entry::Act(_), Entry::Act(_), Entry::Resumed(_), Entry::Act(_)]), "{entries:?}");
}

#[test]
fn what_cannot_be_saved_has_not_happened() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    window.does(&mut table, &[throw(2), mv("Nc8d6")]);
    let path = window.path(&table);
    let away = path.with_extension("away");
    fs::rename(&path, &away).unwrap();
    let request = window.request(&throw(1));
    let answer = post(&mut table, "api/act", &request);
    let error = &answer["error"];
    assert_eq!((&error["code"], &error["saved"]), (&json!("not_saved"), &json!(1)), "{error}");
    assert_eq!(error["path"], path.display().to_string());
    assert_eq!(answer["state"]["now"]["state"], "throw");
    fs::rename(&away, &path).unwrap();
    assert!(post(&mut table, "api/act", &request)["error"].is_null(), "the same request is good again");
    assert_eq!(window.record(&table).enochian().unwrap().standing().count(), 3);
}

#[test]
fn turns_whose_file_was_removed_or_replaced_are_saved_as_a_new_journal() {
    for is_removed in [true, false] {
        let notebook = Notebook::new();
        let mut table = notebook.table();
        let mut window = Window::begin(&mut table, brother(DieThrower::ByHand, false));
        window.does(&mut table, &[throw(2), mv("Nc8d6"), throw(1)]);
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
        let error = post(&mut table, "api/act", &request)["error"].clone();
        assert_eq!(error["can_save_new"], true, "{error}");
        let saved = post(&mut table, "api/save-new", &json!({"journal": window.journal}));
        window.journal = saved["journal"].as_str().unwrap().to_owned();
        assert_eq!(window.record(&table), before, "{saved}");
        assert!(is_removed || fs::read_to_string(&path).unwrap() == other, "the other file stays");
        // It is played on there.
        let state = window.get(&mut table, "api/state", &[]);
        window.see(json!({ "state": state }));
        window.does(&mut table, &[next]);
        assert_eq!(window.record(&table).enochian().unwrap().turns().len(), 2);
    }
}

#[test]
fn remarks_tags_and_outcomes_are_added_at_any_time() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    window.does(&mut table, &[throw(2), mv("Nc8d6"), kind("conclude")]);
    let annotate = |table: &mut Table<'_>, annotation: Value| {
        let request = json!({"journal": window.journal, "annotation": annotation});
        post(table, "api/annotate", &request)
    };
    for annotation in [
        json!({"kind": "remark", "turn": 1, "text": "So it was."}),
        json!({"kind": "outcome", "on": "2026-12-01", "proved": "partly true", "text": "He moved back.", "sure": true}),
        json!({"kind": "outcome", "on": "2026-12-02", "proved": "true", "text": " ", "sure": true}),
        json!({"kind": "tag", "tag": "Family"}),
    ] {
        let answer = annotate(&mut table, annotation);
        assert!(answer["error"].is_null(), "{answer}");
    }
    assert_eq!(annotate(&mut table, json!({"kind": "tag", "tag": "family"}))["error"]["code"], "illegal");
    for (on, code) in [("2026-11-20", "doubtful"), ("2026-11-22", "doubtful"), ("12-3-1", "invalid")] {
        let outcome = json!({"kind": "outcome", "on": on, "proved": "true", "text": ""});
        assert_eq!(annotate(&mut table, outcome)["error"]["code"], code, "{on}");
    }
    let state = window.get(&mut table, "api/state", &[]);
    assert_eq!((&state["tags"], &state["notes"][0]["text"]), (&json!(["family"]), &json!("So it was.")));
    let conclusion = window.conclusion(&mut table);
    let outcome = "<p>Partly. <span class=\"own-words\" dir=\"auto\">He moved back.</span></p>";
    assert!(conclusion.contains(">Undecided</h2>") && conclusion.contains(outcome), "{conclusion}");
    // One without words is a whole line, also to an editor that removes blanks at the ends of lines.
    let text = fs::read_to_string(window.path(&table)).unwrap();
    let outcome = text.lines().find(|line| line.starts_with("**Outcome · true** *2026-12-02 · ")).unwrap();
    assert!(outcome.ends_with('*'), "{outcome}");
    let read = crate::journal::read(&window.path(&table), Correspondences::embedded()).unwrap();
    assert_eq!(read.outcomes().last().map(|it| it.words.as_str()), Some(""));
    let note = state["notes"][0]["id"].clone();
    let corrected =
        annotate(&mut table, json!({"kind": "correct", "note": note, "turn": null, "text": "So it\nwas not."}));
    let notes = &corrected["state"]["notes"];
    assert_eq!(
        (&notes[0]["turn"], &notes[0]["text"], &notes[0]["id"]),
        (&Value::Null, &json!("So it\nwas not."), &note)
    );
    let withdrawn = annotate(&mut table, json!({"kind": "correct", "note": note, "turn": null, "text": null}));
    assert_eq!(withdrawn["state"]["notes"], json!([]));
    assert_eq!(annotate(&mut table, json!({"kind": "correct", "note": "7"}))["error"]["code"], "invalid");
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
    window.does(&mut table, &[exchange["act"].clone(), mv("Pa7a6")]);
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
    window.does(&mut table, &[kind("withdraw"), mv("Kh8g8"), kind("resign")]);
    assert_eq!(window.record(&table).closing(), Some(Closing::Resigned(Army::Fire)));
    let conclusion = window.conclusion(&mut table);
    assert!(
        conclusion.contains("<h2 class=\"sentence\" dir=\"auto\">The passives win: Fire resigned</h2>"),
        "{conclusion}"
    );
    assert!(!conclusion.contains("class=\"member\""), "a game has no cast");

    let other = Notebook::new();
    let mut table = other.table();
    let mut window = Window::begin(&mut table, game(prisoners));
    window.does(&mut table, &[kind("draw")]);
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
        let known = correspondences.force(force);
        words.extend(force.is_sign().then(|| force.name().to_owned()));
        words.extend([known.trump.name.clone(), known.figure.name.clone(), known.letter.glyph.clone()]);
        // The shortest names of letters are English words too.
        words.extend(Some(known.letter.name.clone()).filter(|name| name.len() > 3));
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
    let path = window.path(&table);
    let mut watcher = Window::open(&mut table, &path, "two");
    let is_quiet = |answer: &Value| {
        let text = answer.to_string();
        let told: Vec<&String> = hidden.iter().filter(|word| text.contains(word.as_str())).collect();
        assert!(told.is_empty(), "{told:?} in {answer:#}");
    };
    let acts: Vec<Act> = record.enochian().unwrap().standing().collect();
    let (last, acts) = acts.split_last().unwrap();
    for act in acts {
        let answer = window.act(&mut table, &page_act(*act));
        assert!(answer["error"].is_null(), "{answer}");
        is_quiet(&answer);
        is_quiet(&watcher.looks(&mut table).unwrap());
        let error = window.act(&mut table, &mv("Ka1a1"));
        is_quiet(&error);
    }
    is_quiet(&window.get(&mut table, "api/state", &[]));
    assert_eq!(window.get(&mut table, "api/glosses", &[])["error"]["code"], "quiet");
    let (status, meaning) = shown(&mut table, &format!("meaning={}&square=a5", window.journal));
    assert!(status == 409 && meaning.contains("Meanings wait until"), "{meaning}");
    is_quiet(&window.get(&mut table, "api/step", &[]));
    window.does(&mut table, &[page_act(*last)]);
    assert_eq!((&window.state["quiet"], &window.state["quiet_reading"]), (&json!(false), &json!(true)));
    assert_eq!(window.state, window.get(&mut table, "api/state", &[]));
    let all = window.state["turns"].to_string();
    assert!(hidden.iter().any(|word| all.contains(word.as_str())), "all is told when it is concluded");
    assert!(window.get(&mut table, "api/glosses", &[])["html"].as_str().unwrap().contains("Gemini"));
}

#[test]
fn the_view_is_as_short_in_a_long_reading() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    // By the kings and without their capture a reading lasts long.
    let draft = QuestionDraft {
        text: Some("How long?".into()),
        category: Some("brother".into()),
        procedure: Some("kings".into()),
        ..QuestionDraft::default()
    };
    let question = draft.resolve(Correspondences::embedded()).unwrap();
    let subject = Subject::Reading(Box::new(question), DieThrower::ByHand);
    let mut window = Window::begin(&mut table, heading(subject));
    let mut die = DiceSource::seeded(5);
    let mut sizes = [0, 0];
    for turn in 0..200 {
        for step in 0..2 {
            let record = window.record(&table);
            let act = match record.enochian().unwrap().session().options() {
                TurnOptions::Over(_) => return,
                TurnOptions::Throw => Act::Throw(die.draw().unwrap().throw()),
                // A capture of a king would end it.
                TurnOptions::Moves(turn) => {
                    let is_quiet = |mv: &&Move| {
                        mv.to().is_none_or(|to| {
                            record.enochian().unwrap().position().pieces_at(to).all(|piece| piece.kind != Kind::King)
                        })
                    };
                    Act::Move(
                        *turn.moves.iter().filter(is_quiet).nth(step * turn.moves.len() / 2).unwrap_or(&turn.moves[0]),
                    )
                }
            };
            let request = window.request(&page_act(act));
            let answer = post(&mut table, "api/act", &request);
            assert!(answer["error"].is_null(), "{answer}");
            if !(20..180).contains(&turn) {
                sizes[usize::from(turn >= 180)] += window.conclusion(&mut table).len();
            }
            window.see(answer);
        }
    }
    let [first, last] = sizes;
    assert!(last < first * 2, "{first} bytes in the first twenty turns, {last} in the last");
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
    let glosses = window.get(&mut table, "api/glosses", &[]);
    assert!(glosses["html"].as_str().unwrap().contains("a5 of Water: The gate."));
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
    let again = window.get(&mut table, "api/again", &[]);
    assert!(again.as_array().unwrap().len() > 2, "{again}");
    assert_eq!(again[0]["others"][0]["journal"], "once-more");
    let shown = window.conclusion(&mut table).matches("Also in <a href=\"#journal=").count();
    assert_eq!(shown, again.as_array().unwrap().len().min(5));
    let (_, home) = part(&mut table, &[("home", "")]);
    assert!(home.contains("<p class=\"problem\">meanings.toml:1:7: "), "{home}");
}

#[test]
fn a_journal_with_an_error_is_shown_up_to_there_and_the_error_is_named() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let text = Journal::text_of(&shipped(false), Correspondences::embedded()).unwrap();
    let path = notebook.folder.path().join("damaged.md");
    fs::write(&path, text.replacen("**→** Ka8a7", "**→** Ka8a9", 1)).unwrap();
    let window = Window::open(&mut table, &path, "one");
    assert_eq!(window.state["turns"].as_array().unwrap().len(), 16);
    let notice = window.state["notices"][0].as_str().unwrap();
    assert!(notice.contains("did you mean Ka8a7?") && notice.contains("It is shown up to there"), "{notice}");
}
