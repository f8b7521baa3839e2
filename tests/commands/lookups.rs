//! `board`, `square`, `piece` and `meaning`, as they are run.

use std::io::Read;
use std::process::Output;

use enochian::chess::{Army, Board, Kind, Piece, Square};
use enochian::correspondences::{Correspondences, Event, Relation, SignOrElement, TarotTrump};
use enochian::interpretation::{About, Allegiance, Meaning};
use enochian::lookup::{NameLookup, NamedThing, all_pieces};
use serde_json::{Value, json};

use crate::desk::{TestDesk, spawn};

fn enochian(arguments: &[&str]) -> Output {
    TestDesk::new().run(arguments)
}

/// What a command that succeeds prints: legible without a terminal, so without anything a terminal obeys.
fn page(arguments: &[&str]) -> String {
    let output = enochian(arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100 && line.trim_end() == line), "{text}");
    text
}

fn json(arguments: &[&str]) -> Value {
    TestDesk::new().json(arguments)
}

/// What a command that fails says, and its exit code.
fn refusal(arguments: &[&str]) -> (i32, String) {
    let output = enochian(arguments);
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    (output.status.code().unwrap(), text)
}

/// The piece that a name finds.
fn code(name: &str) -> String {
    json(&["piece", name])["code"].as_str().unwrap().to_owned()
}

#[test]
fn f5_of_the_air_board_as_the_published_reading_has_it() {
    let square = json(&["square", "f5", "--board", "air"]);
    assert_eq!(square["square"], "f5");
    assert_eq!(square["sheet"], "W4c");
    assert_eq!(square["board"], "Air");
    assert_eq!(square["angle"], "Water");
    assert_eq!(square["phrase"], "the earthy part of the fiery part of the watery part of Air");
    assert_eq!(square["force"], "Capricorn");
    assert_eq!(square["house"], 10);
    assert_eq!(square["house_name"], "Honour");
    assert_eq!(square["trump"], "XV The Devil");
    assert_eq!((&square["letter"], &square["glyph"]), (&json!("Ayin"), &json!("ע")));
    assert_eq!(square["figure"], json!({ "name": "Carcer", "rows": [1, 2, 2, 1] }));
    assert_eq!(square["world"], "Assiah");
    assert_eq!(square["triangles"].as_array().unwrap().len(), 4);
    assert_eq!(square["triangles"][0]["colour"], "yellow");
    assert_eq!(square["triangles"][0]["flashing"], "mauve");
    assert_eq!(square.get("piece"), None);
}

#[test]
fn an_elements_own_square_has_no_house() {
    let square = json(&["square", "a8", "--board", "Air"]);
    assert_eq!((&square["force"], &square["house"], &square["matters"]), (&json!("Air"), &Value::Null, &json!([])));
    assert!(page(&["square", "a8", "--board", "Air"]).contains("none: Air itself in the Air angle"));
}

#[test]
fn a_square_is_found_by_both_its_names_in_any_case() {
    let f5 = json(&["square", "f5", "--board", "air"]);
    for (name, board) in [("F5", "AIR"), ("W4c", "Air"), ("w4C", "a")] {
        assert_eq!(json(&["square", name, "--board", board]), f5, "{name}");
    }
}

#[test]
fn the_page_of_a_square_says_everything_of_it() {
    let text = page(&["square", "f5", "--board", "air", "--piece", "water knight"]);
    for said in [
        "f5 on the Air board",
        "W4c on the sheets, in the Water angle",
        "Capricorn, the earthy part of the fiery part of the watery part of Air",
        "10th, Honour: career, honour, rulers",
        "Saturn",
        "XV The Devil",
        "Ayin ע",
        "Carcer",
        "Assiah",
        "slow; hours to days",
        "mauve",
        "Knight of Water lands on f5",
        "Sebek",
        "friendly, Fire on Earth · each supports the other",
    ] {
        assert!(text.contains(said), "{said} in\n{text}");
    }
}

#[test]
fn a_kings_planet_waits_for_the_querent() {
    let king = ["square", "f5", "--board", "air", "--piece", "king of earth"];
    assert_eq!(json(&king)["piece"]["planet"], Value::Null);
    assert!(page(&king).contains("depends on the querent's army (--querent)"));
    assert_eq!(json(&[&king[..], &["--querent", "water"]].concat())["piece"]["planet"], "Neptune");
    assert_eq!(json(&["piece", "eK", "--querent", "earth"])["planet"], "Sun");
    let by_querent = &json(&["piece", "eK"])["planet_by_querent"];
    assert_eq!(by_querent, &json!({ "Air": "Uranus", "Earth": "Sun", "Fire": "Pluto", "Water": "Neptune" }));
    assert!(page(&["piece", "aK"]).contains("Sun if the querent is Air, otherwise Uranus"));
}

#[test]
fn without_a_board_a_square_is_shown_on_all_four() {
    let square = json(&["square", "f5"]);
    assert_eq!((&square["square"], &square["sheet"]), (&json!("f5"), &json!("W4c")));
    let boards: Vec<_> = square["boards"].as_array().unwrap().iter().map(|on| (&on["board"], &on["force"])).collect();
    assert_eq!(boards[0], (&json!("Air"), &json!("Capricorn")));
    assert_eq!(boards[3], (&json!("Earth"), &json!("Virgo")));
    let text = page(&["square", "f5", "--piece", "Sebek"]);
    assert!(text.contains("on the four boards") && text.contains("knight of Water landing there"), "{text}");
}

/// INTERPRETATION 8.10, with its check: turn 18 of the shipped reading.
#[test]
fn a_piece_on_a_square_is_explained_before_the_square() {
    let asked = ["square", "f7", "--board", "water", "--piece", "water queen", "--querent", "air"];
    let person = [&asked[..], &["--about", "person"]].concat();
    let meaning = &json(&person)["meaning"];
    assert_eq!((&meaning["piece"], &meaning["allegiance"]), (&json!("queen of Water"), &json!("enemy")));
    assert_eq!(meaning["is"], json!(["a dreamy, receptive woman"]));
    assert_eq!((&meaning["force"], &meaning["house"]["number"]), (&json!("Virgo"), &json!(6)));
    let does = "feeling, habit and everyday response, in practical things, step by step";
    assert_eq!(meaning["planet"], json!({ "name": "Moon", "does": does, "dignity": null }));
    assert_eq!(meaning["strength"], json!({ "grade": 2, "sign": 0, "element": 0, "word": "strong" }));
    assert_eq!((&meaning["figure"]["name"], &meaning["figure"]["stands"]), (&json!("Conjunctio"), &json!("helped")));
    let text = page(&person);
    let mut rest = text.as_str();
    for said in [
        "Queen of Water lands on f7, against the querent",
        "Stands for  a dreamy, receptive woman",
        "Virgo, 6th house: work, service, health, animals",
        "Moon: feeling, habit and everyday response, in practical things",
        "no dignity",
        "strong (2 + 0 + 0: its strongest place, Water on Earth friendly)",
        "Conjunctio, helped, stressed by the piece",
        "Ruler",
    ] {
        rest = rest.split_once(said).unwrap_or_else(|| panic!("no {said:?} in its place in\n{text}")).1;
    }
    // INTERPRETATION 2.3: without a question it is read as a happening.
    assert_eq!(json(&asked)["meaning"]["is"], json!(["daily ease, or waiting"]));
    let both = json(&[&asked[..], &["--about", "both"]].concat())["meaning"]["is"].clone();
    assert_eq!(both, json!(["a dreamy, receptive woman", "daily ease, or waiting"]));
    // All four boards have it too, and a square without a piece has none.
    let boards = json(&["square", "f7", "--piece", "wQ"])["boards"].clone();
    assert_eq!(boards.as_array().unwrap().iter().filter(|on| on["meaning"]["strength"].is_object()).count(), 4);
    assert_eq!(json(&["square", "f7", "--board", "water"]).get("meaning"), None);
}

fn meaning(piece: &str, square: &str, querent: Option<Army>, about: About) -> Meaning {
    let (army, kind) = piece.split_once(' ').unwrap();
    let kind = Kind::ALL.into_iter().find(|it| it.to_string() == kind).unwrap();
    let (piece, square) = (Piece { army: army.parse().unwrap(), kind }, square.parse().unwrap());
    Meaning::of(piece, Board::Water, square, querent, about, Correspondences::embedded())
}

/// INTERPRETATION 2.1 to 2.3: whose a piece is, and what it stands for.
#[test]
fn a_piece_is_an_aspect_a_support_or_an_opposition() {
    let whose = Army::ALL.map(|army| Allegiance::of(army, Army::Air));
    assert_eq!(whose, [Allegiance::Own, Allegiance::Enemy, Allegiance::Partner, Allegiance::Enemy]);
    let is = |piece, querent, about| meaning(piece, "f7", querent, about).is;
    let (own, other) = (Some(Army::Air), Some(Army::Water));
    // One's own piece is an aspect of oneself, and no other person.
    assert_eq!(is("Air queen", own, About::Person), ["feeling and habit"]);
    assert_eq!(is("Air queen", own, About::Both), ["feeling and habit", "a struggle that skill can win"]);
    assert_eq!(is("Air queen", other, About::Person), ["a sharp, observant woman"]);
    assert_eq!(is("Air queen", None, About::Happening), ["a struggle that skill can win"]);
    let king = "judgement; what is untrue comes to light";
    assert_eq!(is("Air king", own, About::Person), ["self-awareness", king]);
    assert_eq!(is("Air king", other, About::Both), [king]);
    let nature = "of the nature of its bishop: many plans, little settled";
    assert_eq!(is("Air pawn of bishop", own, About::Person), ["a minor matter of one's own", nature]);
    let pawn = is("Air pawn of bishop", other, About::Person);
    assert!(pawn.len() == 2 && pawn[0].contains("minor people") && pawn[1] == nature, "{pawn:?}");
    let persons = (1..=12).filter(|house| About::of(Some(*house)) == About::Person);
    assert_eq!(persons.collect::<Vec<_>>(), [1, 3, 4, 5, 7, 11]);
    assert_eq!(About::of(None), About::Happening);
}

/// INTERPRETATION 3.4: a dignity is named, and the fixed sign of a king's element.
#[test]
fn the_dignity_of_a_planet_and_the_sign_of_a_king_are_named() {
    let drawn = |army: Army| {
        let on = |square: &Square| meaning(&format!("{army} king"), &square.to_string(), None, About::Person).kerubic;
        Square::all()
            .filter(on)
            .map(|square| Correspondences::embedded().square(Board::Water, square).force.name())
            .collect()
    };
    let signs: Vec<Vec<&str>> = Army::ALL.map(drawn).into();
    assert_eq!(signs, [["Aquarius"; 4], ["Scorpio"; 4], ["Leo"; 4], ["Taurus"; 4]]);
    assert!(!meaning("Air rook", "a6", None, About::Person).kerubic);
    let king = meaning("Air king", "a6", Some(Army::Air), About::Person);
    assert!(king.to_string().contains("; Aquarius is the fixed sign of his element, to which he is drawn;"), "{king}");
    // The Sun opposite Leo, in the strong angle of the king, who has no element.
    assert_eq!(king.planet.unwrap().dignity, Some("detriment"));
    assert_eq!((king.strength.grade, king.strength.sign, king.strength.element), (1, -2, 0));
    assert!(meaning("Air king", "a6", None, About::Person).planet.is_none());
    // Weak, and so the figure is balanced by the piece; the parts keep their signs.
    let power = meaning("Air king", "a6", Some(Army::Air), About::Person);
    assert_eq!(power.power(), "weak (1 − 2 + 0: a strong place)");
    assert_eq!(power.figure.entered.as_deref(), Some("balanced by the piece"));
    let rook = meaning("Air rook", "h8", None, About::Happening);
    assert!(rook.power().contains("Earth on Water friendly"), "{}", rook.power());
    let pawn = meaning("Air pawn of knight", "h8", None, About::Happening);
    assert!(pawn.power().starts_with("very weak (−2 + 0 − 1: its weakest place"), "{}", pawn.power());
}

#[test]
fn any_name_of_a_square_or_a_piece_can_be_asked_for() {
    for (name, said) in [
        ("XVII The Star", "XVII The Star · the trump of Aquarius"),
        ("the star", "XVII The Star · the trump of Aquarius"),
        ("Tristitia", "heaviness; good for building and land"),
        ("Tzaddi", "Tzaddi צ · the Hebrew letter of Aquarius"),
        ("צ", "Tzaddi צ · the Hebrew letter of Aquarius"),
        ("LEO", "Leo · sign of the zodiac"),
        ("air knight", "a quick-minded man who plans"),
        ("knight of Air", "Knight of Air · aN"),
        ("Mars", "drive, force and conflict"),
        ("Uranus", "Air's, if the querent is Water, Fire or Earth; Earth's, if the querent is Air"),
        ("Osiris (god)", "King of Earth · eK"),
        ("Chnupis", "King of Fire · fK"),
        ("Knight of Cups", "Knight of Water · wN"),
        ("7th house", "7th house, Partners · the house of Libra"),
        ("house 7", "marriage, partners, contracts, open enemies"),
        ("Fratres", "3rd house, Siblings"),
        ("kerubic", "Taurus, Leo, Scorpio and Aquarius"),
        ("Fire", "friendly with Air and Earth; contrary with Water"),
        ("Atziluth", "Fire · element"),
        ("knight", "Sebek: a man moved by feeling; something hidden stirs; a shield"),
        ("pawn", "the officer it serves"),
    ] {
        let text = page(&["meaning", name]);
        // Long lines are broken.
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(said), "{name}: no {said:?} in\n{text}");
    }
    assert_eq!(page(&["meaning", "XVII", "The", "Star"]), page(&["meaning", "the star"]));
    // A name of two things brings both.
    let moon = json(&["meaning", "moon"]);
    let named: Vec<&Value> = moon["found"].as_array().unwrap().iter().map(|found| &found["name"]).collect();
    assert_eq!((named, &moon["name"]), (vec![&json!("Moon"), &json!("XVIII The Moon")], &json!("moon")));
}

/// Looks a name up, and asks that one of the pages is that of this thing.
fn is_found(name: &str, as_what: &str) {
    let (correspondences, naming) = (Correspondences::embedded(), &Correspondences::embedded().namings()[0]);
    let found = NameLookup::find(name, None, correspondences, naming).unwrap_or_else(|error| panic!("{name}: {error}"));
    let names = found.found.iter().map(|found| match found {
        NamedThing::Name(meaning) => meaning.name.clone(),
        NamedThing::Piece { entry, .. } => entry.piece.clone(),
    });
    let names: Vec<String> = names.collect();
    assert!(names.iter().any(|name| name.eq_ignore_ascii_case(as_what)), "{name}: {names:?}");
}

#[test]
fn every_card_event_and_term_is_found_under_every_name() {
    let correspondences = Correspondences::embedded();
    for card in correspondences.trumps() {
        let trump = TarotTrump { number: card.number, name: card.name.clone() };
        let numbers =
            [format!("trump {}", card.number), format!("key {}", card.order_number), trump.numeral().to_owned()];
        for name in [&card.name, &card.order, &card.title].into_iter().chain(&card.also).chain(&numbers) {
            is_found(name, &trump.to_string());
        }
    }
    for piece in all_pieces() {
        for card in correspondences.court_names(piece) {
            is_found(&card.name, &piece.to_string());
        }
        if let Some(court) = correspondences.court(piece) {
            is_found(&court.title, &piece.to_string());
        }
    }
    let events = Event::ALL.map(|event| (event.id(), correspondences.event_entry(event)));
    let relations = Relation::ALL.map(|relation| (relation.id(), correspondences.relation_entry(relation)));
    let terms = correspondences.terms().iter().map(|term| (term.name.as_str(), term));
    for (id, entry) in events.into_iter().chain(relations).chain(terms) {
        for name in [id, &entry.name].into_iter().chain(entry.also.iter().map(String::as_str)) {
            is_found(name, &entry.name);
        }
    }
    for force in SignOrElement::ALL {
        let figure = &correspondences.force(force).figure.name;
        is_found(figure, figure);
    }
}

#[test]
fn squares_and_cards_speak() {
    for (name, said) in [
        ("the foolish man", "0 The Fool · the trump of Air"),
        ("The Magus", "skill that suits itself to the case"),
        ("The Tower", "The Blasted Tower, key 16: The Lord of the Hosts of the Mighty"),
        ("strength", "Fortitude, key 11"),
        ("frozen", "it neither helps nor harms, and is only in the way"),
        ("threat on a covered piece", "whoever strikes may be struck"),
        ("Bare King", "two bare partners make a draw"),
        ("knight", "a leap like a flame's"),
        ("pawn", "a follower grown to weight"),
        ("Acquisitio", "gain that turns to loss (after a very weak piece)"),
        ("Acquisitio", "against the grain of the place in the Water angle; in full in the Fire angle"),
        ("Page of Cups", "Princess of Cups"),
        ("Ace of Coins", "material things in every sense"),
    ] {
        let text = page(&["meaning", name]);
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(said), "{name}: no {said:?} in\n{text}");
    }
    // A number by both counts.
    let found = json(&["meaning", "trump 8"])["found"].clone();
    assert_eq!((&found[0]["name"], &found[1]["name"]), (&json!("VIII Strength"), &json!("XI Justice")));
    // A card by both schools, first the one that is called so here.
    for (name, pieces) in [
        ("King of Wands", ["bishop of Fire", "knight of Fire"]),
        ("Knight of Cups", ["knight of Water", "bishop of Water"]),
    ] {
        let found = json(&["meaning", name])["found"].clone();
        assert_eq!([&found[0]["piece"], &found[1]["piece"]], pieces, "{name}");
        for card in found.as_array().unwrap() {
            let is_own = card["court_card"] == json!(name);
            assert!(is_own || card["court"]["schools"][name].is_string(), "{name}: {card}");
        }
    }
    for (slip, meant) in [("concorse", "concourse"), ("Fortitud", "Fortitude"), ("Knave of Cup", "Knave of Cups")] {
        let (code, text) = refusal(&["meaning", slip]);
        assert!(code == 1 && text.contains(&format!("Did you mean \"{meant}\"?")), "{text}");
    }
}

#[test]
fn what_a_name_stands_for_stands_on_the_four_boards() {
    let leo = &json(&["meaning", "Leo"])["found"][0];
    assert_eq!(leo["squares"].as_array().unwrap().len(), 16);
    for place in leo["squares"].as_array().unwrap() {
        let [board, square] = ["board", "square"].map(|key| place[key].as_str().unwrap());
        let here = json(&["square", square, "--board", board]);
        assert_eq!((&here["force"], &here["angle"]), (&json!("Leo"), &place["angle"]), "{place}");
        if board != "Air" {
            break; // One board is proof enough, and a run is slow enough.
        }
    }
    assert!(page(&["meaning", "Leo"]).contains("Fire board   c8   g8     h3    d3"));
    let facts = leo["facts"].as_array().unwrap();
    assert!(facts.contains(&json!({ "label": "Trump", "says": "VIII Strength" })), "{facts:?}");
    // Under a planet stand the signs that it rules, and the elements whose figures it has.
    let mars = json(&["meaning", "Mars"])["found"][0]["squares"].as_array().unwrap().len();
    assert_eq!(mars, 48, "Aries, Scorpio and Fire");
    assert_eq!(json(&["meaning", "aN"])["found"][0]["code"], "aN");
}

#[test]
fn one_look_up_takes_squares_pieces_and_pieces_on_squares() {
    assert_eq!(page(&["meaning", "a7"]), page(&["square", "a7"]));
    assert_eq!(json(&["meaning", "W4c", "--board", "air"]), json(&["square", "f5", "--board", "air"]));
    let asked = ["--board", "water", "--querent", "air", "--about", "person"];
    let named = [&["meaning", "water queen on f7"][..], &asked].concat();
    assert_eq!(page(&named), page(&[&["square", "f7", "--piece", "water queen"][..], &asked].concat()));
    // A queen of no army is each of the four.
    let queens = json(&["meaning", "queen", "on", "a7"]);
    let names = queens.as_array().unwrap().iter().map(|queen| queen["boards"][0]["piece"]["name"].as_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["queen of Air", "queen of Water", "queen of Fire", "queen of Earth"]);
    for (arguments, said) in [
        (&["meaning", "4c"][..], "every angle has a square"),
        (&["meaning", "queen on z9"], "there is no square \"z9\""),
        (&["meaning", "a7", "--querent", "air"], "such as \"queen on a7\""),
        (&["meaning", "pawn on a7"], "could be any of 16 pieces"),
        (&["meaning", "Leo", "--board", "air"], "are for squares, and \"Leo\" is none"),
    ] {
        let (code, text) = refusal(arguments);
        assert!(code == 1 && text.contains(said), "{said} in {text}");
    }
}

#[test]
fn the_ptah_is_a_square_before_it_is_a_god() {
    let found = json(&["meaning", "Ptah"])["found"].clone();
    assert_eq!((&found[0]["name"], &found[0]["what"]), (&json!("Ptah"), &json!("the square of a question")));
    let text = page(&["meaning", "the Ptah"]);
    assert!(text.contains("full round") && text.contains("Ptah ha-Pan-Lses, the king of Water"), "{text}");
    assert_eq!(json(&["meaning", "king of Water"])["found"][0]["code"], "wK");
}

#[test]
fn a_board_shows_its_64_squares_twice() {
    for board in ["air", "Water", "FIRE", "eArTh"] {
        let text = page(&["board", board]);
        let grid: Vec<&str> = text.lines().take(30).collect();
        assert!(grid.iter().all(|line| line.chars().count() <= 80), "{text}");
        let squares = json(&["board", board])["squares"].as_array().unwrap().clone();
        assert_eq!(squares.len(), 64);
        for square in squares {
            let (name, sheet) = (square["square"].as_str().unwrap(), square["sheet"].as_str().unwrap());
            assert_eq!(text.matches(&format!(" {sheet} ")).count(), 2, "{sheet} in\n{text}");
            assert_eq!(square, json(&["square", name, "--board", board]));
            if board != "air" {
                break; // One board all through is proof enough, and 64 runs are slow enough.
            }
        }
    }
}

#[test]
fn a_board_may_be_limited_to_an_angle_and_named_otherwise() {
    let squares = json(&["board", "air", "--angle", "water"])["squares"].clone();
    assert_eq!(squares.as_array().unwrap().len(), 16);
    assert_eq!((&squares[0]["square"], &squares[15]["square"]), (&json!("e8"), &json!("h5")));
    let text = page(&["board", "air", "--angle", "water", "--naming", "gnostic"]);
    assert!(text.contains("Gnostic chess") && text.contains("Thrones: Blue (Water) on h8."), "{text}");
    assert!(!text.contains("The Air angle"));
}

#[test]
fn pieces_are_found_by_whatever_they_are_called() {
    for name in
        ["air knight", "knight of air", "Knight of the Air", "Air's knight", "aN", "AN", "Seb", "Knight of Swords"]
    {
        assert_eq!(code(name), "aN", "{name}");
    }
    for name in ["an", "air knight pawn", "pawn of knight of Air", "Kabexnuv of air", "hawk of air"] {
        assert_eq!(code(name), "an", "{name}");
    }
    for (name, found) in [
        ("pawn of rook of water", "wr"),
        ("water rook pawn", "wr"),
        ("king of fire", "fK"),
        ("Horus", "eN"),
        ("Sebek", "wN"),
        ("ptah", "wK"),
        ("Chnupis", "fK"),
        ("shu zoan", "aB"),
        ("ace of wands", "fK"),
    ] {
        assert_eq!(code(name), found, "{name}");
    }
    let unquoted = json(&["piece", "knight", "of", "air"]);
    assert_eq!(unquoted["code"], "aN");
    assert_eq!(json(&["piece", "purple queen", "--naming", "gnostic"])["code"], "aQ");
}

#[test]
fn a_piece_as_programs_hear_of_it() {
    let piece = json(&["piece", "aN"]);
    assert_eq!(piece["piece"], "knight of Air");
    assert_eq!(piece["god"], "Seb");
    assert_eq!(piece["element"], "Fire");
    assert_eq!(
        (&piece["court_card"], &piece["court_card_also"]),
        (&json!("Knight of Swords"), &json!(["King of Swords"]))
    );
    assert_eq!(
        (&piece["planet"], &piece["reverse"], &piece["colour"]),
        (&json!("Jupiter"), &json!("red"), &json!("yellow"))
    );
    assert_eq!(piece["pawn"]["god"], "Kabexnuv");
    assert_eq!(piece["starts"][0], json!({ "array": "Air of Air & Water", "square": "c8" }));
    assert_eq!(piece["starts"].as_array().unwrap().len(), 8);

    let pawn = json(&["piece", "wr"]);
    assert_eq!((&pawn["god"], &pawn["form"], &pawn["planet"]), (&json!("Ameshet"), &json!("man"), &json!("Venus")));
    assert_eq!(pawn["serves"]["code"], "wR");
    assert!(page(&["piece", "wr"]).contains("one step left, towards file a"));
}

/// The starting squares are told without a position; here they are held against one.
#[test]
fn pieces_start_where_the_arrays_set_them() {
    use enochian::chess::{Army, Array, Direction, Position};
    for piece in ["aN", "wr", "fQ", "eb", "eK"] {
        for start in json(&["piece", piece])["starts"].as_array().unwrap() {
            let array: Array = start["array"].as_str().unwrap().parse().unwrap();
            let square = start["square"].as_str().unwrap().parse().unwrap();
            let position = Position::start(array, Army::Air, Direction::Deosil);
            assert!(position.pieces_at(square).any(|there| there.code() == piece), "{piece} in {array}");
        }
    }
}

#[test]
fn what_is_wrong_is_told_with_the_way_out() {
    for (arguments, said) in [
        (
            &["board", "eart"][..],
            "there is no board \"eart\"; expected Air, Water, Fire or Earth. Did you mean \"Earth\"?",
        ),
        (&["board", "air", "--angle", "spirit"], "there is no angle \"spirit\""),
        (&["board", "air", "--naming", "gnostik"], "Did you mean \"gnostic\"?"),
        (&["square", "i9"], "such as f5"),
        (&["square", "4c", "--board", "air"], "choose one of A4c, W4c, F4c, E4c"),
        (&["square", "f5", "--board", "aire"], "Did you mean \"Air\"?"),
        (&["square", "f5", "--piece", "aN", "--querent", "me"], "there is no army \"me\""),
        (&["piece", "knihgt of air"], "Did you mean \"knight of Air\"?"),
        (&["piece", "Horas"], "Did you mean \"Horus\"?"),
        (&["piece", "Kabexnuv"], "the pawn of knight of Air or the pawn of knight of Water"),
        (&["piece", "pawn"], "could be any of 16 pieces"),
        (&["piece", ""], "there is no piece \"\""),
        (&["square", "f5", "--piece", "aN", "--about", "persn"], "Did you mean \"person\"?"),
        (&["meaning", "Trisitia"], "Did you mean \"Tristitia\"?"),
        (&["meaning", "knihgt", "of", "air"], "Did you mean \"knight of Air\"?"),
        (&["meaning", ""], "there is nothing called \"\"; expected a square, sign, element, house"),
        (&["meaning", "\u{1b}[31m"], "␛[31m"),
        (&["board", "\u{1b}[31m"], "␛[31m"),
        (&["square", "\u{1b}]0;x\u{7}"], "␛]0;x␇"),
        (&["piece", "\u{202e}\u{9b}2J\r"], "\\u{202e}\\u{9b}2J"),
    ] {
        let (code, text) = refusal(arguments);
        assert_eq!(code, 1, "{arguments:?}");
        assert!(text.contains(said), "{said} in {text}");
    }
}

#[test]
fn a_command_that_cannot_be_understood_exits_with_2() {
    for arguments in [
        &["board", "--angle", "air"][..],
        &["square", "--piece", "air knight"],
        &["piece", "--querent"],
        &["meaning"],
        &["square", "f5", "--querent", "air"],
        &["board", "air", "-x"],
        &["board", "air", "--arrays"],
    ] {
        assert_eq!(refusal(arguments).0, 2, "{arguments:?}");
    }
}

#[test]
fn without_an_argument_boards_squares_and_pieces_show_an_overview() {
    for (arguments, lines, shown) in [
        (&["board"][..], 8, &["Air    Yetzirah", "of Fire & Earth", "enochian board air"][..]),
        (&["square"], 13, &["a8 A1a", "f5 W4c", "enochian square f5"]),
        (&["square", "--board", "fire"], 22, &["Aquari.", "W4c  6"]),
        (&["piece"], 40, &["Knight of Air            aN", "serves the rook of Earth", "enochian piece aN"]),
    ] {
        let text = page(arguments);
        assert!(text.lines().count() >= lines, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        shown.iter().for_each(|words| assert!(text.contains(words), "{words}: {text}"));
    }
    for (arguments, entries) in
        [(&["board"][..], 4), (&["square"], 64), (&["square", "--board", "air"], 64), (&["piece"], 36)]
    {
        assert_eq!(json(arguments).as_array().unwrap().len(), entries, "{arguments:?}");
    }
    assert_eq!(json(&["square", "--board", "air"])[0], json(&["square", "a8", "--board", "air"]));
    assert_eq!(json(&["piece"])[4], json(&["piece", "aN"]));
    assert_eq!(json(&["board"])[3]["arrays"][0], "Air of Fire & Earth");
    let (code, text) = refusal(&["board", "--picture", "x.png"]);
    assert!(code == 1 && text.contains("a picture shows one board"), "{text}");
}

#[test]
fn a_pipe_is_coloured_only_when_that_is_asked_for() {
    let coloured = |variable, value| {
        TestDesk::new().command(&["board", "air"]).env(variable, value).output().unwrap().stdout.contains(&0x1b)
    };
    assert!(coloured("CLICOLOR_FORCE", "1"));
    assert!(!coloured("NO_COLOR", "1"));
}

/// A reader's terminal has 80 columns; where there is none, a page has as many.
#[test]
fn pages_fit_80_columns_and_break_no_word() {
    let config = TestDesk::new().says(&["config", "--journals", "/a/folder/of/thirty/letters/more"]);
    let boards = ["air", "water", "fire", "earth"].map(|board| page(&["board", board]));
    for text in boards.iter().chain([&page(&["board", "--arrays"]), &page(&["square", "f5"]), &config]) {
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
    for word in ["Judgement", "Temperance", "Hierophant", "Acquisitio", "Sagittarius", "Draconis"] {
        assert!(boards[0].split_whitespace().any(|it| it == word), "{word} in {}", boards[0]);
    }
    assert!(config.contains("/a/folder/of/thirty/letters/more ") && config.contains(" golden-dawn,"), "{config}");
}

#[test]
fn a_reader_may_leave_early() {
    for arguments in [&["board", "air"][..], &["board", "air", "--json"], &["piece", "aN"]] {
        let desk = TestDesk::new();
        let mut child = spawn(&mut desk.command(arguments));
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(child.wait().unwrap().success() && said.is_empty(), "{arguments:?}: {said}");
    }
}
