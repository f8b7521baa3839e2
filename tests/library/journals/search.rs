//! The search of a notebook: what a query finds in the journals, against the records played again.

use std::path::{Path, PathBuf};

use enochian::chess::{Army, Kind, Piece};
use enochian::correspondences::{Correspondences, SignOrElement};
use enochian::input::Source;
use enochian::journal::{self, LIMIT, Metadata, Query, QueryAnswer};
use enochian::record::{EnochianRecord, Record};
use enochian::session::PlayedTurn;

const BROTHER: &str = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
const TO_ITS_END: &str = "tests/kept-journals/reading-to-its-end.md";
const AFTERWORDS: &str = "tests/kept-journals/reading-with-afterwords.md";
const GAME: &str = "tests/kept-journals/game-with-a-withdrawal.md";

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn metadata(name: &str) -> Metadata {
    Metadata::read(&Source::read(&path(name), LIMIT).unwrap(), Correspondences::embedded()).unwrap()
}

fn query(text: &str) -> Query {
    let correspondences = Correspondences::embedded();
    Query::read(text, correspondences, &correspondences.namings()[0]).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The turns that a query finds, or `None` if the journal does not answer it.
fn turns(text: &str, metadata: &Metadata) -> Option<Vec<u32>> {
    let found = query(text).find(metadata, Correspondences::embedded())?;
    Some(found.turns.iter().map(|turn| turn.turn).collect())
}

/// The turns of a record that are so.
fn played(record: &Record, is: impl Fn(&PlayedTurn) -> bool) -> Option<Vec<u32>> {
    let record: EnochianRecord<'_> = record.enochian().unwrap();
    let found: Vec<u32> = record.turns().iter().filter(|turn| is(turn)).map(|turn| turn.ply).collect();
    Some(found).filter(|found| !found.is_empty())
}

#[test]
fn turns_are_found_by_all_that_belongs_to_them() {
    let correspondences = Correspondences::embedded();
    let mut compared = 0;
    for name in [BROTHER, TO_ITS_END, GAME] {
        let (metadata, record) = (metadata(name), journal::read(&path(name), correspondences).unwrap());
        let board = record.enochian().unwrap().subject().board();
        let is_on = |turn: &PlayedTurn, fits: &dyn Fn(SignOrElement) -> bool| {
            turn.landing().is_some_and(|square| fits(correspondences.square(board, square).force))
        };
        let mut compare = |text: &str, expected: Option<Vec<u32>>| {
            assert_eq!(turns(text, &metadata), expected, "{name}: {text}");
            compared += usize::from(expected.is_some());
        };
        for force in SignOrElement::ALL {
            let known = correspondences.force(force);
            let here = || played(&record, |turn| is_on(turn, &|it| it == force));
            compare(&format!("figure:\"{}\"", correspondences.figure(force).name), here());
            compare(&format!("trump:\"{}\"", correspondences.trump(force).name), here());
            compare(&format!("letter:{}", correspondences.trump(force).letter.name), here());
            if let Some(house) = known.house {
                compare(&format!("house:{house}"), here());
                compare(&format!("sign:{}", force.name()), here());
            } else {
                let element = force.element();
                let expected = played(&record, |turn| is_on(turn, &|it| it.element() == element));
                compare(&format!("element:{}", element.name()), expected);
            }
        }
        for planet in correspondences.planets() {
            let rules = |force| correspondences.force(force).rulers.contains(&planet.name);
            compare(&format!("planet:{}", planet.name), played(&record, |turn| is_on(turn, &rules)));
        }
        for army in Army::ALL {
            for kind in Kind::ALL {
                let piece = Piece { army, kind };
                compare(&format!("piece:\"{piece}\""), played(&record, |turn| turn.piece == Some(piece)));
                let captured = played(&record, |turn| turn.captures().any(|(it, _)| it == piece));
                compare(&format!("captured:\"{piece}\""), captured);
            }
        }
        let is_king = |piece: Piece| piece.kind == Kind::King;
        compare("captured:king", played(&record, |turn| turn.captures().any(|(it, _)| is_king(it))));
        compare("captured:any", played(&record, |turn| turn.captures().next().is_some()));
        let own = metadata.angle.as_ref().map(|angle| Army::of(angle.parse().unwrap()));
        compare(
            "piece:\"my king\"",
            played(&record, |turn| turn.piece.is_some_and(|it| is_king(it) && Some(it.army) == own)),
        );
    }
    assert!(compared > 120, "{compared}");
}

#[test]
fn words_that_follow_each_other_are_about_one_turn() {
    let brother = metadata(BROTHER);
    assert_eq!(turns("queen on e3", &brother), Some(vec![31]));
    assert_eq!(turns("queen e3", &brother), turns("queen on e3", &brother));
    assert_eq!(turns("king takes rook", &brother), Some(vec![21]));
    assert_eq!(turns("my king takes rook on Aquarius", &brother), Some(vec![21]));
    assert_eq!(turns("rook taken", &brother), Some(vec![21]));
    assert_eq!(turns("the star king", &brother), Some(vec![21]));
    assert_eq!(turns("my king on scorpio", &brother), None);
    // A note has one of the words and not the other.
    assert_eq!(turns("my king town", &brother), Some(vec![17, 21, 29]));
    assert_eq!(turns("town spring", &brother), Some(vec![]));
    assert_eq!(turns("\"town spring\"", &brother), None);
    let ended = metadata(TO_ITS_END);
    let found = query("king fell").find(&ended, Correspondences::embedded()).unwrap();
    let told: Vec<String> = found.turns.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["bishop of Fire on h8, Scorpio; captures the king of Water and the queen of Water"]);
    assert_eq!(turns("king taken", &ended), turns("fallen", &ended));
    assert_eq!(turns("bishop check", &ended), turns("bishop checking", &ended));
    assert_eq!(turns("my king taken", &ended), Some(vec![14]));
    assert_eq!(turns("queen of cups taken", &ended), Some(vec![14]));
}

/// A fault hides turns, but no words of a person.
#[test]
fn what_people_wrote_is_found_below_a_fault() {
    // A note of a turn, and one that was added later.
    for (name, word, note) in [(BROTHER, "gives", "On the Ptah."), (AFTERWORDS, "father", "is my father")] {
        let text = std::fs::read_to_string(path(name)).unwrap();
        for (right, wrong) in [("throw 5", "throw 9"), ("board = \"", "board = \"no ")] {
            assert!(text.contains(right), "{name}: {right}");
            let broken = Source::new("broken.md", text.replacen(right, wrong, 1));
            let metadata = Metadata::read(&broken, Correspondences::embedded()).unwrap();
            let found = query(word).find(&metadata, Correspondences::embedded());
            let found = found.unwrap_or_else(|| panic!("{name}: {wrong}"));
            assert!(found.lines[0].text.contains(note), "{name}: {wrong}: {}", found.lines[0].text);
        }
    }
}

#[test]
fn what_people_wrote_is_found_with_its_turn() {
    let (brother, after) = (metadata(BROTHER), metadata(AFTERWORDS));
    let lines = |text: &str, metadata: &Metadata| -> Vec<(Option<u32>, String)> {
        let QueryAnswer { lines, .. } = query(text).find(metadata, Correspondences::embedded()).unwrap();
        lines.into_iter().map(|own| (own.turn, own.text.clone())).collect()
    };
    assert_eq!(lines("note:town", &brother)[0].0, Some(1));
    assert_eq!(lines("TOWN", &brother), lines("note:town", &brother));
    // Of a whole word: he moved in the spring, and nobody has a ring.
    assert_eq!(lines("spring", &brother)[0].0, Some(1));
    assert_eq!(query("ring").find(&brother, Correspondences::embedded()).map(|found| found.lines), None);
    let told = |text: &str| query(text).planet_notes(Correspondences::embedded());
    let saturn = ["Saturn rules Capricorn, Aquarius and Fire: turns on their squares are found."];
    assert_eq!(
        (told("Saturn"), told("planet:saturn")),
        (saturn.map(String::from).to_vec(), saturn.map(String::from).to_vec())
    );
    assert!(told("libra").is_empty());
    assert_eq!(lines("father", &after), [(Some(12), "the *rook* is my father".to_owned())]);
    assert_eq!(lines("\"on the whole\"", &after), [(None, "on the whole".to_owned())]);
    // The header: who asked, who played, of what.
    for text in [
        "anna",
        "querent:anna",
        "category:sister",
        "category:\"brother or sister\"",
        "player:anna",
        "\"brother or sister\"",
        "question:happy board:water",
    ] {
        assert_eq!(turns(text, &brother), Some(vec![]), "{text}");
    }
    for text in [
        "player:nadia",
        "nadia",
        "question:town",
        "note:happy board:earth",
        "ann",
        "querent:ann",
        "category:love",
        "note:ring",
    ] {
        assert_eq!(turns(text, &brother), None, "{text}");
    }
}

#[test]
fn months_and_years_are_whole() {
    let brother = metadata(BROTHER);
    let is_found = |text: &str| query(text).find(&brother, Correspondences::embedded()).is_some();
    for text in ["since:2026", "since:2026-11", "until:2026-11", "until:2026", "since:2026-11-21 until:2026-11-21"] {
        assert!(is_found(text), "{text}");
    }
    for text in ["since:2027", "since:2026-12", "until:2026-10", "until:2025", "until:2026-11-20", "since:2026-11-22"] {
        assert!(!is_found(text), "{text}");
    }
}

#[test]
fn a_quiet_reading_hides_its_signs_from_searches() {
    let mut brother = metadata(BROTHER);
    brother.is_quiet = true;
    assert_eq!(turns("sign:libra", &brother), None);
    assert_eq!(turns("sign:libra planet:venus", &brother), None);
    let found = query("king takes rook").find(&brother, Correspondences::embedded()).unwrap();
    assert_eq!(found.turns[0].to_string(), "king of Air on a6; captures the rook of Earth");
}

#[test]
fn words_are_found_with_their_accents_and_without() {
    let mut brother = metadata(BROTHER);
    brother.title = "Ça va, mon frère à Łódź?".into();
    brother.querent = Some("Zoë".into());
    brother.tags = vec!["été".into()];
    for text in
        ["ca", "ça", "CA VA", "Lodz", "Łódź", "\"frere a lodz\"", "question:frère", "querent:zoe", "tag:ete", "tag:été"]
    {
        assert!(turns(text, &brother).is_some(), "{text}");
    }
    for text in ["c", "lod", "querent:zo", "tag:et"] {
        assert!(turns(text, &brother).is_none(), "{text}");
    }
}

#[test]
fn what_cannot_be_read_is_named_with_what_was_meant() {
    let correspondences = Correspondences::embedded();
    let told = |text: &str| Query::read(text, correspondences, &correspondences.namings()[0]).unwrap_err().to_string();
    for (text, word, says) in [
        ("king figure:carcr", "\"figure:carcr\"", "Did you mean \"carcer\"?"),
        ("colour:red", "\"colour:red\"", "in quotation marks"),
        ("answer:maybe king", "\"answer:maybe\"", "yes, no, undecided, unfinished"),
        ("a since:yesterday", "\"since:yesterday\"", "2026-11-21"),
        ("square:j9", "\"square:j9\"", "a letter a to h"),
        ("piece:bishp", "\"piece:bishp\"", "there is no piece"),
        ("house:13", "\"house:13\"", "there is no house \"13\""),
        ("king figure:", "\"figure:\"", "a value"),
        ("only:chess", "\"only:chess\"", "readings, games"),
    ] {
        assert!(told(text).contains(word) && told(text).contains(says), "{text}: {}", told(text));
    }
    // Not keys: the time of day, an address, a phrase; and a mark that is not closed yet.
    for text in ["12:30", "https://example.org", "\"colour:red\"", "\"moved ba", "king on", ":", "a:", "\""] {
        query(text);
    }
}

#[test]
fn arguments_of_a_command_keep_the_phrases_of_the_shell() {
    let correspondences = Correspondences::embedded();
    let brother = metadata(BROTHER);
    let found = |arguments: &[&str]| {
        let arguments: Vec<String> = arguments.iter().map(|it| (*it).to_owned()).collect();
        let query = Query::of_arguments(&arguments, correspondences, &correspondences.namings()[0]).unwrap();
        Some(query.find(&brother, correspondences)?.turns.iter().map(|turn| turn.turn).collect::<Vec<_>>())
    };
    assert_eq!(found(&[]), Some(vec![]));
    assert_eq!(found(&["king takes rook"]), Some(vec![21]));
    assert_eq!(found(&["town spring"]), None);
    assert_eq!(found(&["town", "spring"]), Some(vec![]));
    assert_eq!(found(&["piece:my king"]), Some(vec![17, 21, 29]));
    assert_eq!(found(&["my king sign:aquarius answer:yes"]), Some(vec![21]));
}
