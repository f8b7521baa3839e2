//! The pages of names: what belongs to them, and their squares.

use crate::chess::{Angle, Army, Array, Board, Element, Kind, Officer, Piece, Square};
use crate::correspondences::{
    Correspondences, Dignity, EssentialDignity, FigureEffect, GlossaryEntry, PlanetCorrespondences, Quality,
    SignOrElement, TrumpCorrespondences,
};
use crate::render::{capitalised, force_facts, list, nth};

use super::board_page::angle_force;
use super::name_lookup::NameSubject;
use super::{Page, PageTable};

/// What a name stands for.
pub(super) fn name_page(subject: NameSubject<'_>, correspondences: &Correspondences) -> Page {
    let of_force = |title: &dyn ToString, what: &str, force: SignOrElement| Page {
        tables: squares(&[force], correspondences),
        ..Page::new(title.to_string(), what.replace("{}", force.name()), force_facts(force, correspondences))
    };
    match subject {
        NameSubject::Sign(force) => of_force(&force, "sign of the zodiac", force),
        NameSubject::House(house, force) => {
            of_force(&format!("{} house, {}", nth(house.number), house.name), "the house of {}", force)
        }
        NameSubject::Trump(trump) => of_trump(trump, correspondences),
        NameSubject::Letter(trump) => match trump.force() {
            Some(force) => of_force(&trump.letter, "the Hebrew letter of {}", force),
            None => of_planet_letter(trump, correspondences),
        },
        NameSubject::Figure(force) => {
            let figure = &correspondences.figure(force).name;
            let mut page = of_force(figure, "the geomantic figure of {}", force);
            page.rows.splice(0..0, figure_senses(force, correspondences));
            page
        }
        NameSubject::Element(element) => of_element(element, correspondences),
        NameSubject::Quality(quality) => of_quality(quality, correspondences),
        NameSubject::Planet(planet) => of_planet(planet, correspondences),
        NameSubject::Kind(kind) => of_kind(kind, correspondences),
        NameSubject::Event(event) => {
            let known = correspondences.event(event);
            let mut page = of_entry("event", correspondences.event_entry(event));
            let weight = format!("{}, where 1 is the most important and 9 the least", known.class);
            page.rows.splice(1..1, [("In short", known.says.clone()), ("Weight", weight)]);
            page
        }
        NameSubject::Relation(relation) => {
            let mut page = of_entry("relation between pieces", correspondences.relation_entry(relation));
            page.rows.insert(1, ("In short", correspondences.relation(relation).says.clone()));
            page
        }
        NameSubject::Term(term) if term.name == "ptah" => of_ptah(term, correspondences),
        NameSubject::Term(term) => of_entry("term", term),
        NameSubject::Board(board) => of_board(board, correspondences),
        NameSubject::Angle(angle, board) => of_angle(angle, board, correspondences),
    }
}

/// A letter that is on no square.
fn of_planet_letter(trump: &TrumpCorrespondences, correspondences: &Correspondences) -> Page {
    let planet = correspondences.planet_correspondences(&trump.of);
    let planet = planet.map_or_else(|| trump.of.clone(), |planet| format!("{}: {}", planet.name, planet.meaning));
    let squares = "on none: the squares have the letters of the signs and elements".to_owned();
    let facts = vec![("Trump", trump.to_string()), ("Planet", planet), ("Squares", squares)];
    let what = format!("the Hebrew letter of {}", trump.of);
    Page::new(&trump.letter, what, facts)
}

fn of_board(board: Board, correspondences: &Correspondences) -> Page {
    let known = correspondences.element(board.element());
    let arrays = Angle::ALL.map(|angle| Array::of(angle, board).to_string());
    let facts = vec![
        ("World", known.world.clone()),
        ("Suit", known.suit.clone()),
        ("Colour", known.colour.to_string()),
        ("Pace", known.pace.clone()),
        ("First", format!("{} moves first in a game", board.first())),
        ("Arrays", arrays.join(", ")),
        ("More", format!("enochian board {}", board.name().to_lowercase())),
    ];
    Page::new(format!("{board} board"), "board", facts)
}

/// An angle of a board, or of any.
fn of_angle(angle: Angle, board: Option<Board>, correspondences: &Correspondences) -> Page {
    let army = Army::of(angle.element());
    let here: Vec<Square> = Square::from_a8().filter(|square| square.angle() == angle).collect();
    let corners = here.first().zip(here.last()).map_or(String::new(), |(first, last)| format!("{first} to {last}"));
    let mut facts = vec![
        ("Where", format!("{corners}, with the throne {}", angle.throne())),
        ("Army", format!("{army}, whose partner is {}", army.partner())),
    ];
    let whole = |board| format!("{} of {board}: {}", angle, angle_force(board, angle));
    let name = match board {
        Some(board) => {
            let of_element = |piece: &Piece| correspondences.piece(*piece).nature == Some(angle.element());
            let officers =
                Officer::ALL.map(|officer| Piece { army: Army::of(board.element()), kind: Kind::Officer(officer) });
            facts.push(("As a whole", format!("{}, by the board and the angle's letter", angle_force(board, angle))));
            facts.extend(officers.into_iter().find(of_element).map(|piece| {
                let card = correspondences.court_card(piece).unwrap_or_default();
                ("Piece", format!("the {piece}, {}, {card}", correspondences.piece(piece).god))
            }));
            facts.push(("Array", Array::of(angle, board).to_string()));
            let [of_board, of_angle] = [board.name(), angle.name()].map(str::to_lowercase);
            facts.push(("More", format!("enochian board {of_board} {of_angle}")));
            format!("{angle} angle of the {board} board")
        }
        None => {
            facts.push(("As a whole", Board::ALL.map(whole).join("; ")));
            facts.push(("More", format!("enochian board air {}", angle.name().to_lowercase())));
            format!("{angle} angle")
        }
    };
    Page::new(name, "angle", facts)
}

fn of_quality(quality: Quality, correspondences: &Correspondences) -> Page {
    let forces: Vec<SignOrElement> =
        SignOrElement::ALL.into_iter().filter(|force| force.quality() == quality).collect();
    let known = correspondences.quality(quality);
    let facts = vec![
        ("Signs", sign_names(&forces)),
        ("Letter", format!("{}, beside the rank", known.letter)),
        ("Time", known.time.clone()),
    ];
    let squares = squares(&forces, correspondences);
    Page { tables: squares, ..Page::new(capitalised(quality.name()), "quality", facts) }
}

/// An event, a relation or a term.
fn of_entry(what: &str, entry: &GlossaryEntry) -> Page {
    let facts = [
        ("Is", entry.is.clone()),
        ("More", entry.more.clone().unwrap_or_default()),
        ("Also", entry.also.join(", ")),
        ("See also", entry.see.join(", ")),
        ("Source", entry.source.clone()),
    ];
    Page::new(capitalised(&entry.name), what.to_owned(), facts)
}

fn of_trump(trump: &TrumpCorrespondences, correspondences: &Correspondences) -> Page {
    let force = trump.force();
    let book_t = if trump.order() == trump.name && trump.order_number() == trump.number {
        trump.title.clone()
    } else {
        format!("{}, key {}: {}", trump.order(), trump.order_number(), trump.title)
    };
    let facts = [
        ("Sense", trump.sense.clone()),
        ("Ill", trump.ill.as_ref().map_or(String::new(), |ill| format!("{ill} (ill dignified, or with a No)"))),
        ("Book T", book_t),
        ("Also", trump.also.join(", ")),
        ("Source", trump.source.clone()),
    ];
    let mut facts = facts.to_vec();
    match force {
        Some(force) => facts.extend(force_facts(force, correspondences)),
        None => {
            let planet = correspondences.planet_correspondences(&trump.of);
            facts.extend(planet.map(|planet| ("Planet", format!("{}: {}", planet.name, planet.meaning))));
            facts.push(("Letter", trump.letter.to_string()));
        }
    }
    let squares = squares(force.as_slice(), correspondences);
    Page { tables: squares, ..Page::new(trump, format!("the trump of {}", trump.of), facts) }
}

/// What a figure comes to after a piece of some strength has entered its square, and how the angles bear on it.
fn figure_senses(force: SignOrElement, correspondences: &Correspondences) -> Vec<(&'static str, String)> {
    let known = correspondences.figure(force);
    let mut facts = FigureEffect::ALL
        .map(|effect| {
            let (label, by) = match effect {
                FigureEffect::Plain => ("Plain", "an ordinary piece, or none"),
                FigureEffect::Stressed => ("Stressed", "a strong piece"),
                FigureEffect::Balanced => ("Balanced", "a weak piece"),
                FigureEffect::Reversed => ("Reversed", "a very weak piece"),
            };
            (label, format!("{} (after {by})", known.sense(effect)))
        })
        .to_vec();
    let angles = Angle::ALL.map(|angle| format!("{} in the {angle} angle", correspondences.figure_in(force, angle)));
    facts.extend([("Angles", angles.join("; ")), ("Source", known.source.clone())]);
    facts
}

/// The square of a question, which has the name of a god.
fn of_ptah(term: &GlossaryEntry, correspondences: &Correspondences) -> Page {
    let mut page = of_entry("the square of a question", term);
    let facts = [
        ("Where", "on the square of the question: that of the sign of its house, or of its element, in its angle"),
        ("Rule", "it marks the square; it blocks nothing, and cannot be captured"),
    ];
    page.rows.splice(1..1, facts.map(|(label, says)| (label, says.to_owned())));
    let is_namesake = |piece: &Piece| correspondences.piece(*piece).god.starts_with("Ptah");
    let kings = Army::ALL.into_iter().map(|army| Piece { army, kind: Kind::King });
    page.rows.extend(kings.filter(is_namesake).map(|king| {
        let god = &correspondences.piece(king).god;
        ("God", format!("{god}, the {king}, has the same name; see: enochian meaning {king}"))
    }));
    page
}

fn of_element(element: Element, correspondences: &Correspondences) -> Page {
    let known = correspondences.element(element);
    let force = SignOrElement::of(element, Quality::Elemental);
    let signs: Vec<SignOrElement> =
        SignOrElement::ALL.into_iter().filter(|it| it.is_sign() && it.element() == element).collect();
    let mut facts = force_facts(force, correspondences);
    facts.extend([
        ("Signs", sign_names(&signs)),
        ("Suit", known.suit.clone()),
        ("Name", format!("{}, over the column", known.letter)),
        ("Pace", known.pace.clone()),
        ("Colour", format!("{}, with symbols in {}", known.colour, known.flashing)),
        ("Dignity", dignities(element, correspondences)),
    ]);
    let squares = squares(&[force], correspondences);
    Page { tables: squares, ..Page::new(element.to_string(), "element", facts) }
}

/// `strongest with Fire; friendly with Air and Earth; contrary with Water`.
fn dignities(element: Element, correspondences: &Correspondences) -> String {
    let with = Dignity::ALL.map(|dignity| {
        let others =
            Element::ALL.into_iter().filter(|other| correspondences.dignity(element, *other).dignity == dignity);
        let others: Vec<&str> = others.map(Element::name).collect();
        (!others.is_empty()).then(|| format!("{dignity} with {}", list(&others)))
    });
    with.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn of_planet(planet: &PlanetCorrespondences, correspondences: &Correspondences) -> Page {
    use EssentialDignity::{Detriment, Domicile};
    let signs = |dignity| -> Vec<SignOrElement> {
        SignOrElement::ALL.into_iter().filter(|force| planet.dignity(*force) == Some(dignity)).collect()
    };
    let rules: Vec<SignOrElement> = SignOrElement::ALL
        .into_iter()
        .filter(|force| correspondences.force(*force).rulers.contains(&planet.name))
        .collect();
    let pieces = Army::ALL.into_iter().flat_map(|army| Officer::ALL.map(|it| Piece { army, kind: Kind::Officer(it) }));
    let pieces = pieces.filter(|piece| correspondences.known_planet(*piece, None) == Some(&planet.name));
    let pieces: Vec<String> = pieces.map(|piece| piece.to_string()).collect();
    let facts = [
        ("Does", planet.meaning.clone()),
        ("Domicile", sign_names(&signs(Domicile))),
        ("Exaltation", planet.exaltation.to_string()),
        ("Fall", planet.exaltation.opposite().map_or(String::new(), |sign| sign.to_string())),
        ("Detriment", sign_names(&signs(Detriment))),
        ("Officers", list(&pieces)),
        ("Kings", kings(planet, correspondences)),
        ("Squares", sign_names(&rules)),
    ];
    let squares = squares(&rules, correspondences);
    Page { tables: squares, ..Page::new(&planet.name, "planet", facts) }
}

/// The kings that have the planet, by the querent.
fn kings(planet: &PlanetCorrespondences, correspondences: &Correspondences) -> String {
    let has = |army, querent| correspondences.planet(Piece { army, kind: Kind::King }, querent) == Some(&planet.name);
    if Army::ALL.into_iter().all(|army| has(army, army)) {
        return "the querent's own".to_owned();
    }
    let kings = Army::ALL.into_iter().filter_map(|army| {
        let querents: Vec<&str> = Army::ALL.into_iter().filter(|querent| has(army, *querent)).map(Army::name).collect();
        (!querents.is_empty())
            .then(|| format!("{army}'s, if the querent is {}", list(&querents).replace(" and ", " or ")))
    });
    kings.collect::<Vec<_>>().join("; ")
}

fn of_kind(kind: Kind, correspondences: &Correspondences) -> Page {
    let known = correspondences.kind(kind);
    let pieces = Army::ALL.map(|army| Piece { army, kind });
    let mut facts = vec![
        ("Action", known.action.clone()),
        ("Source", known.source.clone()),
        ("Office", known.office.clone()),
        ("Aspect", format!("{}, in the querent's own army", known.own)),
    ];
    if let Kind::Pawn(_) = kind {
        facts.extend([("Stands for", false), ("Promoted", true)].map(|(label, promoted)| {
            let words = correspondences.pawn_phrases(promoted);
            (label, format!("{}, or {}; the querent's own: {}", words.person, words.happening, words.own))
        }));
        return Page::new("Pawn", "piece", facts);
    }
    facts.push(("Element", correspondences.piece(pieces[0]).nature_name().to_owned()));
    facts.extend(pieces.map(|piece| {
        let (person, god) = (correspondences.person(piece), &correspondences.piece(piece).god);
        let both = if person.person == person.happening { String::new() } else { format!("; {}", person.happening) };
        (piece.army.name(), format!("{god}: {}{both}", person.person))
    }));
    Page::new(capitalised(&kind.to_string()), "piece", facts)
}

fn sign_names(forces: &[SignOrElement]) -> String {
    list(&forces.iter().map(|force| force.name()).collect::<Vec<_>>())
}

/// The squares of signs and elements on the four boards; no table, if there are none.
fn squares(forces: &[SignOrElement], correspondences: &Correspondences) -> Vec<PageTable> {
    let places = forces.iter().flat_map(|force| Board::ALL.map(|board| (force, board)));
    let rows = places.map(|(force, board)| {
        let squares = Angle::ALL.map(|angle| correspondences.find(board, angle, *force).to_string());
        (Some(force.element()), [force.name(), board.name()].map(str::to_owned).into_iter().chain(squares).collect())
    });
    let table = PageTable::new("Its squares in each angle", &["Sign", "Board", "Air", "Water", "Fire", "Earth"], rows);
    Some(table).filter(|_| !forces.is_empty()).into_iter().collect()
}
