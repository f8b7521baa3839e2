//! `enochian meaning`.

use std::process::ExitCode;

use anstyle::Style;
use serde::Serialize;

use crate::chess::{Angle, Army, Board, Element, Kind, Officer, Piece, Square};
use crate::correspondences::{
    Correspondences, EssentialDignity, HouseCorrespondences, Naming, PlanetCorrespondences, Quality, SignOrElement,
};
use crate::input::quoted;
use crate::interpretation::PieceLookup;
use crate::render::{self, TextPage, capitalised, list, nth, table};

use super::command_error::CommandResult;
use super::lookup::{self, print_page, suggestion};
use super::piece;
use super::print_json;
use super::settings::Settings;
use super::square::{self, SquareOptions};
use super::terminal::page_width;

/// Explain a square, a piece, a piece on a square, or any other name
///
/// The name can be a square, sign, element, house, planet, Tarot trump, Hebrew letter, geomantic figure, quality, piece,
/// god-form or court card. A square is shown on all four boards in brief, or on one with --board.
/// `enochian square` and `enochian piece` are names of this command; without an argument they show all.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  enochian meaning The Star\n  enochian meaning Tristitia\n  enochian meaning 7th house\n  \
                  enochian meaning Mars\n  enochian meaning knight of air\n  enochian meaning Knight of Cups\n  enochian meaning a7\n  \
                  enochian meaning queen on a7\n  enochian meaning air queen on a7 --board water --about person"
)]
pub(super) struct MeaningArgs {
    /// The name, with or without quotation marks
    #[arg(required = true)]
    name: Vec<String>,
    /// The board of the square: Air, Water, Fire or Earth
    #[arg(long)]
    board: Option<String>,
    /// The querent's army: Air, Water, Fire or Earth
    #[arg(long, value_name = "ARMY")]
    querent: Option<String>,
    /// What a piece on the square stands for: person, happening or both [default: happening]
    #[arg(long, value_name = "WHAT")]
    about: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Everything about a name, as JSON.
#[derive(Serialize)]
struct MeaningJson {
    name: String,
    found: Vec<MeaningFound>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum MeaningFound {
    Name(MeaningEntry),
    Piece {
        what: &'static str,
        #[serde(flatten)]
        entry: Box<PieceLookup>,
        #[serde(skip)]
        piece: Piece,
    },
}

/// What a name means.
#[derive(Serialize)]
struct MeaningEntry {
    /// `XVII The Star`.
    name: String,
    /// `Tarot trump of Aquarius`.
    what: String,
    facts: Vec<MeaningFact>,
    squares: Vec<MeaningPlace>,
}

#[derive(Serialize)]
struct MeaningFact {
    label: &'static str,
    says: String,
}

/// A square to which it belongs.
#[derive(Serialize)]
struct MeaningPlace {
    force: &'static str,
    board: &'static str,
    angle: &'static str,
    square: String,
}

/// What a name can stand for.
#[derive(Clone, Copy)]
enum MeaningSubject<'l> {
    Sign(SignOrElement),
    House(&'l HouseCorrespondences, SignOrElement),
    Trump(SignOrElement),
    Letter(SignOrElement),
    Figure(SignOrElement),
    Element(Element),
    Quality(Quality),
    Planet(&'l PlanetCorrespondences),
    Kind(Kind),
    Ptah,
}

impl MeaningArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> CommandResult<ExitCode> {
        let (name, naming) = (self.name.join(" "), settings.naming(correspondences)?);
        if let Some((pieces, square)) = place(&name, correspondences, naming)? {
            if pieces.is_empty() && (self.querent.is_some() || self.about.is_some()) {
                return Err(problem!(
                    "--querent and --about are for a piece; name it too, such as \"queen on {square}\""
                ));
            }
            let asked = SquareOptions { board: self.board, querent: self.querent, about: self.about, json: self.json };
            return square::print(square, &pieces, &asked, correspondences, settings);
        }
        if self.board.is_some() || self.about.is_some() {
            return Err(problem!(
                "--board and --about are for squares, and {} is none; expected a square, such as a7 or \"queen on a7\"",
                quoted(name.trim())
            ));
        }
        let querent = self.querent.as_deref().map(lookup::army).transpose()?;
        let found = find(&name, querent, correspondences, naming)?;
        if self.json {
            print_json(&MeaningJson { name: name.trim().to_owned(), found })?;
        } else {
            print_page(&pages(&found, correspondences, naming))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The square that a text names, with the pieces that are said to stand there: four for a piece of any army.
fn place(
    text: &str,
    correspondences: &Correspondences,
    naming: &Naming,
) -> CommandResult<Option<(Vec<Piece>, Square)>> {
    let Some((named, on)) = text.rsplit_once(" on ") else {
        return if square::is_named(text) { Ok(Some((vec![], square::find(text)?))) } else { Ok(None) };
    };
    let of_any_army = Kind::ALL.into_iter().find(|kind| kind.to_string().eq_ignore_ascii_case(named.trim()));
    let pieces = match of_any_army {
        Some(kind) => Army::ALL.map(|army| Piece { army, kind }).to_vec(),
        None => vec![piece::find(named, correspondences, naming)?],
    };
    Ok(Some((pieces, square::find(on)?)))
}

/// The pages of a name for the prompts, and the piece if it names one.
pub(super) fn look_up(
    name: &str,
    querent: Option<Army>,
    correspondences: &Correspondences,
    naming: &Naming,
) -> CommandResult<(String, Option<Piece>)> {
    let found = find(name, querent, correspondences, naming)?;
    let piece = found.iter().find_map(|found| match found {
        MeaningFound::Piece { piece, .. } => Some(*piece),
        MeaningFound::Name(_) => None,
    });
    Ok((pages(&found, correspondences, naming), piece))
}

fn find(
    text: &str,
    querent: Option<Army>,
    correspondences: &Correspondences,
    naming: &Naming,
) -> CommandResult<Vec<MeaningFound>> {
    let text = text.trim();
    // `Osiris (god)`: the word in brackets is the kind of name.
    let bare = text.strip_suffix(')').and_then(|text| text.split_once('(')).map_or(text, |(name, _)| name.trim());
    let (known, wanted) = (names(correspondences), key(bare));
    let subjects = known.iter().filter(|(name, _)| !wanted.is_empty() && key(name) == wanted);
    let mut found: Vec<MeaningFound> =
        subjects.map(|(_, subject)| MeaningFound::Name(entry(*subject, correspondences))).collect();
    if found.is_empty() {
        let mut pieces = piece::candidates(text, correspondences, naming);
        if pieces.is_empty() {
            pieces = piece::candidates(bare, correspondences, naming);
        }
        match pieces.as_slice() {
            [] => {}
            [piece] => {
                let entry = Box::new(PieceLookup::of(*piece, querent, correspondences, naming));
                found.push(MeaningFound::Piece { what: "piece", entry, piece: *piece });
            }
            several if several.len() <= 4 => {
                let several: Vec<String> = several.iter().map(Piece::to_string).collect();
                return Err(problem!("{} could be the {}; choose one", quoted(text), several.join(" or the ")));
            }
            _ => {}
        }
    }
    if found.is_empty() {
        let mut all: Vec<String> = known.into_iter().map(|(name, _)| name).collect();
        all.extend(piece::all_names(correspondences, naming));
        let meant = suggestion(bare, all.iter().map(String::as_str));
        return Err(problem!(
            "there is nothing called {}; expected a square, sign, element, house, planet, trump, letter, figure, quality or piece, \
             such as Leo, \"7th house\" or \"air knight\"{meant}",
            quoted(text)
        ));
    }
    Ok(found)
}

/// All names except those of pieces, with what they stand for.
fn names(correspondences: &Correspondences) -> Vec<(String, MeaningSubject<'_>)> {
    let mut names: Vec<(String, MeaningSubject<'_>)> = vec![];
    for force in SignOrElement::ALL.into_iter().filter(|force| force.is_sign()) {
        names.push((force.to_string(), MeaningSubject::Sign(force)));
    }
    for element in Element::ALL {
        let known = correspondences.element(element);
        let called = [element.name(), &known.world, &known.suit, &known.letter];
        names.extend(called.map(|name| (name.to_owned(), MeaningSubject::Element(element))));
    }
    let planets = correspondences.planets().iter();
    names.extend(planets.map(|planet| (planet.name.clone(), MeaningSubject::Planet(planet))));
    for force in SignOrElement::ALL {
        let known = correspondences.force(force);
        if let Some(house) = known.house.and_then(|number| correspondences.house(number)) {
            let called =
                [format!("{} house", nth(house.number)), format!("house {}", house.number), house.name.clone()];
            names.extend(
                called.into_iter().chain(house.latin.clone()).map(|name| (name, MeaningSubject::House(house, force))),
            );
        }
        let called = [known.trump.to_string(), known.trump.name.clone(), known.trump.numeral().to_owned()];
        names.extend(called.map(|name| (name, MeaningSubject::Trump(force))));
        let called = [known.letter.name.clone(), known.letter.glyph.clone(), known.letter.to_string()];
        names.extend(called.map(|name| (name, MeaningSubject::Letter(force))));
        names.push((known.figure.name.clone(), MeaningSubject::Figure(force)));
    }
    for quality in Quality::ALL {
        names.push((quality.to_string(), MeaningSubject::Quality(quality)));
    }
    names.extend(
        [("kerubic", Quality::Fixed), ("common", Quality::Mutable)]
            .map(|(name, quality)| (name.to_owned(), MeaningSubject::Quality(quality))),
    );
    // Any pawn stands for all of them.
    for kind in [Kind::King, Kind::Pawn(Officer::Rook)].into_iter().chain(Officer::ALL.map(Kind::Officer)) {
        let name = if let Kind::Pawn(_) = kind { "pawn".to_owned() } else { kind.to_string() };
        names.push((name, MeaningSubject::Kind(kind)));
    }
    names.push(("Ptah".to_owned(), MeaningSubject::Ptah));
    names
}

/// The significant words, in lower case.
fn key(name: &str) -> String {
    let name = name.to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !matches!(*word, "" | "the" | "of"));
    words.collect::<Vec<_>>().join(" ")
}

fn entry(subject: MeaningSubject<'_>, correspondences: &Correspondences) -> MeaningEntry {
    let of_force = |name: String, what: String, force: SignOrElement| MeaningEntry {
        name,
        what,
        facts: force_facts(force, correspondences),
        squares: squares(&[force], correspondences),
    };
    match subject {
        MeaningSubject::Sign(force) => of_force(force.to_string(), "sign of the zodiac".to_owned(), force),
        MeaningSubject::House(house, force) => {
            of_force(format!("{} house, {}", nth(house.number), house.name), format!("the house of {force}"), force)
        }
        MeaningSubject::Trump(force) => {
            of_force(correspondences.force(force).trump.to_string(), format!("the trump of {force}"), force)
        }
        MeaningSubject::Letter(force) => {
            of_force(correspondences.force(force).letter.to_string(), format!("the Hebrew letter of {force}"), force)
        }
        MeaningSubject::Figure(force) => of_force(
            correspondences.force(force).figure.name.clone(),
            format!("the geomantic figure of {force}"),
            force,
        ),
        MeaningSubject::Element(element) => of_element(element, correspondences),
        MeaningSubject::Quality(quality) => {
            let forces = SignOrElement::ALL.into_iter().filter(|force| force.quality() == quality).collect::<Vec<_>>();
            let known = correspondences.quality(quality);
            let facts = vec![
                MeaningFact { label: "Signs", says: sign_names(&forces) },
                MeaningFact { label: "Letter", says: format!("{}, beside the rank", known.letter) },
                MeaningFact { label: "Time", says: known.time.clone() },
            ];
            MeaningEntry {
                name: capitalised(quality.name()),
                what: "quality".to_owned(),
                facts,
                squares: squares(&forces, correspondences),
            }
        }
        MeaningSubject::Planet(planet) => of_planet(planet, correspondences),
        MeaningSubject::Kind(kind) => of_kind(kind, correspondences),
        MeaningSubject::Ptah => of_ptah(correspondences),
    }
}

/// The square of a question, which has the name of a god.
fn of_ptah(correspondences: &Correspondences) -> MeaningEntry {
    let facts = [
        ("Where", "on the square of the question: that of the sign of its house, or of its element, in its angle"),
        ("Rule", "it marks the square; it blocks nothing, and cannot be captured"),
        ("Answer", "Yes once the querent's king has stood there for a full round without being in check"),
    ];
    let mut facts: Vec<MeaningFact> =
        facts.into_iter().map(|(label, says)| MeaningFact { label, says: says.to_owned() }).collect();
    let is_namesake = |piece: &Piece| correspondences.piece(*piece).god.starts_with("Ptah");
    let kings = Army::ALL.into_iter().map(|army| Piece { army, kind: Kind::King });
    facts.extend(kings.filter(is_namesake).map(|king| MeaningFact {
        label: "God",
        says: format!(
            "{}, the {king}, has the same name; see: enochian meaning {king}",
            correspondences.piece(king).god
        ),
    }));
    MeaningEntry { name: "Ptah".to_owned(), what: "the square of a question".to_owned(), facts, squares: Vec::new() }
}

/// All correspondences of a sign or element.
fn force_facts(force: SignOrElement, correspondences: &Correspondences) -> Vec<MeaningFact> {
    let facts = render::force_facts(force, correspondences).into_iter();
    facts.map(|(label, says)| MeaningFact { label, says }).collect()
}

fn of_element(element: Element, correspondences: &Correspondences) -> MeaningEntry {
    let known = correspondences.element(element);
    let force = SignOrElement::of(element, Quality::Elemental);
    let signs: Vec<SignOrElement> =
        SignOrElement::ALL.into_iter().filter(|it| it.is_sign() && it.element() == element).collect();
    let mut facts = force_facts(force, correspondences);
    let own = [
        ("Signs", sign_names(&signs)),
        ("Suit", known.suit.clone()),
        ("Name", format!("{}, over the column", known.letter)),
        ("Pace", known.pace.clone()),
        ("Colour", format!("{}, with symbols in {}", known.colour, known.flashing)),
        ("Dignity", dignities(element, correspondences)),
    ];
    facts.extend(own.map(|(label, says)| MeaningFact { label, says }));
    MeaningEntry {
        name: element.to_string(),
        what: "element".to_owned(),
        facts,
        squares: squares(&[force], correspondences),
    }
}

/// `strongest with Fire; friendly with Air and Earth; contrary with Water`.
fn dignities(element: Element, correspondences: &Correspondences) -> String {
    let with = crate::correspondences::Dignity::ALL.map(|dignity| {
        let others =
            Element::ALL.into_iter().filter(|other| correspondences.dignity(element, *other).dignity == dignity);
        let others: Vec<&str> = others.map(Element::name).collect();
        (!others.is_empty()).then(|| format!("{dignity} with {}", list(&others)))
    });
    with.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn of_planet(planet: &PlanetCorrespondences, correspondences: &Correspondences) -> MeaningEntry {
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
    let facts = facts.into_iter().filter(|(_, says)| !says.is_empty());
    MeaningEntry {
        name: planet.name.clone(),
        what: "planet".to_owned(),
        facts: facts.map(|(label, says)| MeaningFact { label, says }).collect(),
        squares: squares(&rules, correspondences),
    }
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

fn of_kind(kind: Kind, correspondences: &Correspondences) -> MeaningEntry {
    let known = correspondences.kind(kind);
    let pieces = Army::ALL.map(|army| Piece { army, kind });
    let mut facts = vec![
        MeaningFact { label: "Office", says: known.office.clone() },
        MeaningFact { label: "Aspect", says: format!("{}, in the querent's own army", known.own) },
    ];
    if let Kind::Pawn(_) = kind {
        return MeaningEntry { name: "Pawn".to_owned(), what: "piece".to_owned(), facts, squares: vec![] };
    }
    facts.push(MeaningFact { label: "Element", says: correspondences.piece(pieces[0]).nature.to_string() });
    facts.extend(pieces.map(|piece| {
        let (person, god) = (correspondences.person(piece), &correspondences.piece(piece).god);
        let both = if person.person == person.happening { String::new() } else { format!("; {}", person.happening) };
        MeaningFact { label: piece.army.name(), says: format!("{god}: {}{both}", person.person) }
    }));
    MeaningEntry { name: capitalised(&kind.to_string()), what: "piece".to_owned(), facts, squares: vec![] }
}

fn sign_names(forces: &[SignOrElement]) -> String {
    list(&forces.iter().map(|force| force.name()).collect::<Vec<_>>())
}

/// The squares of signs and elements on the four boards.
fn squares(forces: &[SignOrElement], correspondences: &Correspondences) -> Vec<MeaningPlace> {
    let places = forces.iter().flat_map(|force| Board::ALL.map(|board| (force, board)));
    let places = places.flat_map(|(force, board)| {
        Angle::ALL.map(|angle| MeaningPlace {
            force: force.name(),
            board: board.name(),
            angle: angle.name(),
            square: correspondences.find(board, angle, *force).to_string(),
        })
    });
    places.collect()
}

fn pages(found: &[MeaningFound], correspondences: &Correspondences, naming: &Naming) -> String {
    let pages = found.iter().map(|found| match found {
        MeaningFound::Name(entry) => page(entry),
        MeaningFound::Piece { entry, piece, .. } => piece::page(*piece, entry, correspondences, naming),
    });
    pages.collect::<Vec<_>>().join("\n")
}

fn page(entry: &MeaningEntry) -> String {
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let mut page = TextPage::new(page_width());
    page.paragraph(&format!("{bold}{}{bold:#} {dim}· {}{dim:#}", entry.name, entry.what));
    page.gap();
    for MeaningFact { label, says } in &entry.facts {
        page.fact(label, 10, says);
    }
    if entry.squares.is_empty() {
        return page.finish();
    }
    page.gap();
    page.paragraph(&format!("{dim}Its squares in each angle{dim:#}"));
    page.gap();
    let several = entry.squares.iter().any(|place| place.force != entry.squares[0].force);
    let rows = entry.squares.chunks(Angle::ALL.len()).map(|places| {
        let mut row = vec![format!("{} board", places[0].board)];
        if several {
            row.insert(0, places[0].force.to_owned());
        }
        row.extend(places.iter().map(|place| place.square.clone()));
        (Style::new(), row)
    });
    let mut header = vec![""];
    if several {
        header.insert(0, "Sign");
    }
    header.extend(Angle::ALL.map(Angle::name));
    page.raw(table(&header, &rows.collect::<Vec<_>>()).trim_end());
    page.finish()
}
