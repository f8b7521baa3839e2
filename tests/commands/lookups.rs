//! What a name finds and what a piece means where it stands, compared with the library. `tests/transcripts/lookups*.txt` have the pages.

use std::collections::BTreeSet;

use enochian::chess::{Angle, Army, Board, Kind, Piece, Square};
use enochian::correspondences::{Correspondences, Event, Relation, SignOrElement};
use enochian::interpretation::{About, Allegiance, Meaning};
use enochian::lookup::{NameLookup, all_pieces};
use serde_json::Value;

use crate::desk::TestDesk;

/// What a command that succeeds prints: legible without a terminal, so without anything a terminal obeys.
fn page(arguments: &[&str]) -> String {
    let output = TestDesk::new().run(arguments);
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

/// Looks a name up, and asks that one of the pages is that of this thing.
fn is_found(name: &str, as_what: &str) {
    assert_eq!(not_found(name, as_what), None);
}

/// What is found instead of the page of this thing.
fn not_found(name: &str, as_what: &str) -> Option<String> {
    let (correspondences, naming) = (Correspondences::embedded(), &Correspondences::embedded().namings()[0]);
    let found = match NameLookup::find(name, None, correspondences, naming) {
        Ok(found) => found,
        Err(error) => return Some(format!("{name}: {error}")),
    };
    // As JSON the rows have their labels as keys.
    for page in &found.found {
        let labels: BTreeSet<&str> = page.rows.iter().map(|(label, _)| *label).collect();
        assert_eq!(labels.len(), page.rows.len(), "{}: {:?}", page.title, page.rows);
    }
    let names: Vec<&str> = found.found.iter().map(|page| page.title.as_str()).collect();
    let is_there = names.iter().any(|name| name.eq_ignore_ascii_case(as_what));
    (!is_there).then(|| format!("{name}: {names:?}, not {as_what}"))
}

/// Each line of the file has what a person types, and a page that answers it.
#[test]
fn what_people_type_is_found() {
    let rows = include_str!("terms.txt").lines().filter(|line| !line.starts_with('#'));
    let rows = rows.map(|row| row.split_once(" | ").unwrap_or_else(|| panic!("{row}")));
    assert!(rows.clone().count() > 80);
    let wrong: Vec<String> = rows.filter_map(|(term, page)| not_found(term, page)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_house_sign_trump_planet_letter_and_figure_is_found_by_what_it_is_of() {
    let nth = |number: u8| match number {
        1 => "1st".to_owned(),
        2 => "2nd".to_owned(),
        3 => "3rd".to_owned(),
        _ => format!("{number}th"),
    };
    const ORDINALS: &str = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth";
    let correspondences = Correspondences::embedded();
    let mut rows: Vec<(String, String)> = vec![];
    for (ordinal, number) in ORDINALS.split(' ').zip(1u8..) {
        let (house, sign) = (correspondences.house(number).unwrap(), correspondences.sign_of(number).unwrap());
        let page = format!("{} house, {}", nth(number), house.name);
        let names = [ordinal.to_owned(), nth(number), number.to_string()];
        rows.extend(names.iter().map(|name| (format!("{name} house"), page.clone())));
        rows.extend([format!("house of {sign}"), format!("{sign} house")].map(|name| (name, page.clone())));
        rows.push((format!("sign of the {ordinal} house"), sign.to_string()));
        rows.extend(house.matters.iter().map(|matter| (format!("house of {matter}"), page.clone())));
    }
    for trump in correspondences.trumps() {
        let page = trump.to_string();
        rows.push((format!("trump of {}", trump.of), page.clone()));
        rows.push((format!("{} trump", trump.of), page.clone()));
        let letter = trump.letter.to_string();
        let names = &trump.letter.also;
        assert!(!names.is_empty(), "{}", trump.letter);
        rows.extend(names.iter().map(|name| (name.clone(), letter.clone())));
        rows.push((format!("letter of {}", trump.of), letter.clone()));
        rows.push((format!("letter of trump {}", trump.number), letter));
    }
    for force in SignOrElement::ALL {
        let figure = correspondences.figure(force);
        rows.push((format!("figure of {force}"), figure.name.clone()));
        rows.extend(figure.also.iter().map(|name| (name.clone(), figure.name.clone())));
        rows.extend(
            correspondences.force(force).rulers.iter().map(|planet| (format!("ruler of {force}"), planet.clone())),
        );
        rows.push((format!("quality of {force}"), force.quality().to_string()));
    }
    for (angle, board) in Angle::ALL.into_iter().flat_map(|angle| Board::ALL.map(|board| (angle, board))) {
        let adjective = &correspondences.element(angle.element()).adjective;
        let names = [
            format!("{angle} of {board}"),
            format!("{adjective} part of {board}"),
            format!("{board} board {angle} angle"),
        ];
        rows.extend(names.map(|name| (name, format!("{angle} angle of the {board} board"))));
    }
    let wrong: Vec<String> = rows.iter().filter_map(|(term, page)| not_found(term, page)).collect();
    assert!(rows.len() > 300 && wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_not_found_brings_the_nearest_names() {
    let told = |name: &str| {
        let (correspondences, naming) = (Correspondences::embedded(), &Correspondences::embedded().namings()[0]);
        let told = NameLookup::find(name, None, correspondences, naming).unwrap_err().to_string();
        told.split_once(". Did").map_or(String::new(), |(_, meant)| meant.to_owned())
    };
    assert!(told("Capricron").contains("\"Capricorn\""), "{}", told("Capricron"));
    assert!(told("house of cards").contains("card"), "{}", told("house of cards"));
    assert!(!told("fortuna minima").contains("Horus"), "{}", told("fortuna minima"));
    assert!(told("fortuna minima").contains("Fortuna"), "{}", told("fortuna minima"));
    assert_eq!(told("xyzzyx"), "");
}

#[test]
fn every_card_event_and_term_is_found_under_every_name() {
    let correspondences = Correspondences::embedded();
    for card in correspondences.trumps() {
        let numbers =
            [format!("trump {}", card.number), format!("key {}", card.order_number()), card.numeral().to_owned()];
        let also = card.also.iter().chain(&numbers).map(String::as_str);
        for name in [&card.name, card.order(), &card.title].into_iter().chain(also) {
            is_found(name, &card.to_string());
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
    let events = Event::ALL.map(|event| (event.name(), correspondences.event_entry(event)));
    let relations = Relation::ALL.map(|relation| (relation.name(), correspondences.relation_entry(relation)));
    let terms = correspondences.terms().iter().map(|term| (term.name.as_str(), term));
    for (id, entry) in events.into_iter().chain(relations).chain(terms) {
        for name in [id, &entry.name].into_iter().chain(entry.also.iter().map(String::as_str)) {
            is_found(name, &entry.name);
        }
    }
    for force in SignOrElement::ALL {
        let figure = &correspondences.figure(force).name;
        is_found(figure, figure);
    }
}

#[test]
fn a_board_shows_its_64_squares_twice() {
    for board in ["air", "Water", "FIRE", "eArTh"] {
        let text = page(&["board", board]);
        let grid: Vec<&str> = text.lines().take(30).collect();
        assert!(grid.iter().all(|line| line.chars().count() <= 80), "{text}");
        let angles = json(&["board", board])["tables"].clone();
        let rows = angles.as_array().unwrap().iter().flat_map(|angle| angle["rows"].as_array().unwrap());
        let rows: Vec<&Value> = rows.collect();
        let found = json(&["meaning", "squares", "--board", board])["found"].clone();
        assert_eq!((rows.len(), found.as_array().unwrap().len()), (64, 64));
        for square in found.as_array().unwrap() {
            let row = rows.iter().find(|row| row["Square"] == square["square"]).unwrap();
            assert_eq!(
                [&row["Sheet"], &row["Sign"], &row["Trump"]],
                [&square["sheet"], &square["force"], &square["trump"]]
            );
            let sheet = square["sheet"].as_str().unwrap();
            assert_eq!(text.matches(&format!(" {sheet} ")).count(), 2, "{sheet} in\n{text}");
        }
    }
}

/// The starting squares are told without a position; here they are held against one.
#[test]
fn pieces_start_where_the_arrays_set_them() {
    use enochian::chess::{Army, Array, Direction, Position};
    for piece in ["aN", "wr", "fQ", "eb", "eK"] {
        let page = json(&["meaning", piece])["found"][0].clone();
        let rows = page["tables"].as_array().unwrap().iter().flat_map(|table| table["rows"].as_array().unwrap());
        let rows: Vec<Value> = rows.cloned().collect();
        for array in Array::all() {
            let (angle, pair) =
                array.to_string().split_once(" of ").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
            let square = match rows.iter().find(|row| row["Array"] == format!("… of {pair}")) {
                Some(row) => row[angle].as_str().unwrap().to_owned(),
                None => page["rows"]["Starts"].as_str().unwrap().rsplit(' ').next().unwrap().to_owned(),
            };
            let position = Position::start(array, Army::Air, Direction::Deosil);
            let square = square.parse().unwrap();
            assert!(position.pieces_at(square).any(|there| there.code() == piece), "{piece} in {array}");
        }
    }
}

/// A reader's terminal has 80 columns; where there is none, a page has as many.
#[test]
fn pages_fit_80_columns_and_break_no_word() {
    let config = TestDesk::new().says(&["config", "--journals", "/a/folder/of/thirty/letters/more"]);
    let boards = ["air", "water", "fire", "earth"].map(|board| page(&["board", board]));
    for text in boards.iter().chain([&page(&["board", "arrays"]), &page(&["meaning", "f5"]), &config]) {
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
    for word in ["Judgement", "Temperance", "Hierophant", "Acquisitio", "Sagittarius", "Draconis"] {
        assert!(boards[0].split_whitespace().any(|it| it == word), "{word} in {}", boards[0]);
    }
    assert!(config.contains("/a/folder/of/thirty/letters/more ") && config.contains(" golden-dawn,"), "{config}");
}
