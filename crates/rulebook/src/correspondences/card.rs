//! The Tarot cards, from `cards.toml`: the trumps, and the court cards and aces of the pieces.

use std::collections::BTreeSet;

use crate::chess::{Army, Kind, Officer, Piece};
use crate::input::{TomlTable, TomlValue};

use super::entries::{all, once};
use super::{Correspondences, SignOrElement};

/// A Tarot trump and its meaning.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TrumpCorrespondences {
    /// The number, 0 to 21, Strength being 8 and Justice 11.
    pub number: u8,
    /// `The Fool`.
    pub name: String,
    /// The name in Book T: `The Foolish Man`.
    pub order: String,
    /// The number in Book T, where Justice is 8.
    pub order_number: u8,
    /// Other names.
    pub also: Vec<String>,
    /// The title in Book T: `The Spirit of Ether`.
    pub title: String,
    /// The sign, element or planet.
    pub of: String,
    /// The Hebrew letter.
    pub letter: String,
    /// The meaning.
    pub sense: String,
    /// The meaning if it is badly dignified; only some have one.
    pub ill: Option<String>,
    /// The source.
    pub source: String,
}

impl TrumpCorrespondences {
    /// The sign or element that it stands for; six of them stand for planets.
    #[must_use]
    pub fn force(&self) -> Option<SignOrElement> {
        self.of.parse().ok()
    }
}

/// A court card or ace and its meaning.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CourtCorrespondences {
    /// The title in Book T: `The Queen of the Thrones of Flame`.
    pub title: String,
    /// Who or what it is: `a woman who rules steadily and is liked for it`.
    pub person: String,
    /// The same if it is badly dignified; not all have it.
    pub ill: Option<String>,
    /// From where to where it rules the zodiac: `20 Pisces`, `20 Aries`.
    pub decans: Option<[String; 2]>,
    /// The source.
    pub source: String,
}

/// A name of a court card or ace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourtName<'a> {
    /// `King of Wands`.
    pub name: String,
    /// Where it is called so, if it is another name and known.
    pub school: Option<&'a str>,
}

/// The contents of the file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Cards {
    /// By number.
    trumps: Vec<TrumpCorrespondences>,
    /// By army: other names of its suit.
    suits: [Vec<String>; 4],
    /// By officer: other names of its court card, and who uses them.
    schools: [Vec<(String, String)>; 4],
    /// By army: the ace, and the court cards by officer.
    courts: [(CourtCorrespondences, [CourtCorrespondences; 4]); 4],
}

impl Correspondences {
    /// The trumps by number, 0 to 21.
    #[must_use]
    pub fn trumps(&self) -> &[TrumpCorrespondences] {
        &self.tables.cards.trumps
    }

    /// The trump of a sign or element.
    ///
    /// ```
    /// use enochian::correspondences::{Correspondences, SignOrElement};
    /// let trump = Correspondences::embedded().trump(SignOrElement::Leo);
    /// assert_eq!((trump.number, trump.order.as_str(), trump.order_number), (8, "Fortitude", 11));
    /// assert_eq!((trump.sense.as_str(), trump.ill.as_deref()), ("courage that turns into action", Some("stubbornness")));
    /// ```
    #[must_use]
    pub fn trump(&self, force: SignOrElement) -> &TrumpCorrespondences {
        let trumps = &self.tables.cards.trumps;
        // By the sign or element and not by the number, which a person may count as Book T does.
        trumps.iter().find(|trump| trump.of == force.name()).unwrap_or(&trumps[0])
    }

    /// The meaning of the court card of a piece, or of its ace if it is a king; pawns have none.
    ///
    /// ```
    /// use enochian::chess::{Army, Kind, Piece};
    /// use enochian::correspondences::Correspondences;
    /// let king = Piece { army: Army::Fire, kind: Kind::King };
    /// assert_eq!(Correspondences::embedded().court(king).unwrap().person, "natural force, rush and vigour");
    /// ```
    #[must_use]
    pub fn court(&self, piece: Piece) -> Option<&CourtCorrespondences> {
        let (ace, courts) = &self.tables.cards.courts[piece.army.index()];
        match piece.kind {
            Kind::King => Some(ace),
            Kind::Officer(officer) => Some(&courts[officer.index()]),
            Kind::Pawn(_) => None,
        }
    }

    /// All names of the court card or ace of a piece: first that of [`Correspondences::court_card`], then those in
    /// `pieces.toml`, then those that only `cards.toml` has.
    ///
    /// ```
    /// use enochian::chess::{Army, Kind, Officer, Piece};
    /// use enochian::correspondences::Correspondences;
    /// let rook = Piece { army: Army::Air, kind: Kind::Officer(Officer::Rook) };
    /// let names = Correspondences::embedded().court_names(rook).into_iter().map(|it| it.name);
    /// assert_eq!(names.collect::<Vec<_>>(), ["Princess of Swords", "Knave of Swords", "Page of Swords"]);
    /// ```
    #[must_use]
    pub fn court_names(&self, piece: Piece) -> Vec<CourtName<'_>> {
        let (cards, known) = (&self.tables.cards, self.piece(piece));
        let Some(own) = &known.court else { return vec![] };
        let schools = match piece.kind {
            Kind::Officer(officer) => cards.schools[officer.index()].as_slice(),
            Kind::King | Kind::Pawn(_) => &[],
        };
        let mut courts = vec![(own, None)];
        let school = |court: &String| schools.iter().find(|(name, _)| name == court).map(|(_, school)| school.as_str());
        courts.extend(known.court_also.iter().map(|court| (court, school(court))));
        let further = schools.iter().filter(|(name, _)| name != own && !known.court_also.contains(name));
        courts.extend(further.map(|(name, school)| (name, Some(school.as_str()))));
        let suit = &self.element(piece.army.element()).suit;
        let suits: Vec<&String> = std::iter::once(suit).chain(&cards.suits[piece.army.index()]).collect();
        let named = courts.into_iter().flat_map(|(court, school)| {
            suits.iter().map(move |suit| CourtName { name: format!("{court} of {suit}"), school })
        });
        named.collect()
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Cards> {
    let trumps = fields.required("trump").and_then(|item| trumps(&item));
    let suits = fields.table("suits", |fields| {
        let source = fields.text("source");
        source.and(all(Army::ALL.map(|army| list_if_there(fields, army.name()))))
    });
    let schools = fields.table("schools", |fields| {
        let source = fields.text("source");
        let schools = all(Officer::ALL.map(|officer| match fields.optional(officer.name()) {
            None => Some(vec![]),
            Some(item) => item.table(|fields| {
                let names = fields.entries().into_iter();
                let names: Vec<_> = names.map(|item| Some((item.key().to_owned(), item.text()?))).collect();
                names.into_iter().collect()
            }),
        }));
        source.and(schools)
    });
    let courts = all(Army::ALL.map(|army| {
        fields.table(army.name(), |fields| {
            let ace = fields.table("king", court);
            let courts = Officer::ALL.map(|officer| fields.table(officer.name(), court));
            Some((ace?, all(courts)?))
        })
    }));
    Some(Cards { trumps: trumps?, suits: suits?, schools: schools?, courts: courts? })
}

/// An optional list, empty if it is not there.
fn list_if_there(fields: &TomlTable<'_>, key: &str) -> Option<Vec<String>> {
    fields.optional(key).map_or(Some(vec![]), |item| item.list(TomlValue::text))
}

/// An optional text.
#[allow(clippy::option_option, reason = "none, if there is an error in it")]
fn text_if_there(fields: &TomlTable<'_>, key: &str) -> Option<Option<String>> {
    fields.optional(key).map_or(Some(None), |item| item.text().map(Some))
}

fn trumps(list: &TomlValue<'_>) -> Option<Vec<TrumpCorrespondences>> {
    let (mut numbers, mut order_numbers) = (BTreeSet::new(), BTreeSet::new());
    let mut trumps = list.list(|item| {
        item.table(|fields| {
            let count = |item: &TomlValue<'_>, seen: &mut BTreeSet<u8>, expected| {
                let number = item.integer(0..=21)?;
                once(seen, number, item, expected);
                Some(number)
            };
            let named = fields.required("number");
            let number = named.as_ref().and_then(|it| count(it, &mut numbers, "a number that no other trump has"));
            let order_number = fields.optional("order_number").or(named);
            let order_number = order_number
                .and_then(|it| count(&it, &mut order_numbers, "a number that no other trump has in Book T"));
            let [name, title, of, letter, sense, source] =
                ["name", "title", "of", "letter", "sense", "source"].map(|key| fields.text(key));
            let (order, ill) = (text_if_there(fields, "order"), text_if_there(fields, "ill"));
            let also = list_if_there(fields, "also");
            let name = name?;
            Some(TrumpCorrespondences {
                number: number?,
                order: order?.unwrap_or_else(|| name.clone()),
                name,
                order_number: order_number?,
                also: also?,
                title: title?,
                of: of?,
                letter: letter?,
                sense: sense?,
                ill: ill?,
                source: source?,
            })
        })
    })?;
    trumps.sort_by_key(|trump| trump.number);
    let has = |force: &SignOrElement| trumps.iter().any(|trump| trump.of == force.name());
    if let Some(force) = SignOrElement::ALL.iter().find(|force| !has(force)) {
        list.error(format!("no trump is `of` {force}"), "one for each sign and element");
        return None;
    }
    if trumps.len() == 22 { Some(trumps) } else { list.wrong("the trumps 0 to 21, each once") }
}

fn court(fields: &TomlTable<'_>) -> Option<CourtCorrespondences> {
    let [title, person, source] = ["title", "person", "source"].map(|key| fields.text(key));
    let ill = text_if_there(fields, "ill");
    let decans = fields.optional("decans").map_or(Some(None), |item| {
        let places = item.list(|item| item.parse_with("a degree and a sign, such as \"20 Leo\"", place))?;
        let [from, to] = <[String; 2]>::try_from(places).ok().or_else(|| item.wrong("two places, from and to"))?;
        Some(Some([from, to]))
    });
    Some(CourtCorrespondences { title: title?, person: person?, ill: ill?, decans: decans?, source: source? })
}

/// `20 Leo`, as it is.
fn place(text: &str) -> Option<String> {
    let (degree, sign) = text.split_once(' ')?;
    let is_place = degree.parse::<u8>().is_ok_and(|degree| degree < 30)
        && sign.parse::<SignOrElement>().is_ok_and(SignOrElement::is_sign);
    is_place.then(|| text.to_owned())
}
