//! The Tarot cards, from `cards.toml`: the trumps, and the court cards and aces of the pieces.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error};
use toml::Spanned;

use crate::chess::{Army, Piece};
use crate::input::{Checked, quoted};

use super::each::{CourtKind, Each, check_once, number};
use super::files::DataTable;
use super::tables::Tables;
use super::{Correspondences, SignOrElement};

/// A Tarot trump and its meaning.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrumpCorrespondences {
    /// The number, 0 to 21, Strength being 8 and Justice 11.
    #[serde(deserialize_with = "number::<0, 21, _>")]
    pub number: u8,
    /// `The Fool`.
    pub name: String,
    /// The name in Book T, if it is another: `The Foolish Man`.
    pub order: Option<String>,
    /// The number in Book T, if it is another, as for Justice, which is 8 there.
    pub order_number: Option<u8>,
    /// Other names.
    #[serde(default)]
    pub also: Vec<String>,
    /// The title in Book T: `The Spirit of Ether`.
    pub title: String,
    /// The sign, element or planet.
    pub of: String,
    /// A planet that other sources put on it.
    pub also_of: Option<String>,
    /// The Hebrew letter.
    pub letter: HebrewLetter,
    /// The meaning.
    pub sense: String,
    /// The meaning if it is badly dignified; only some have one.
    pub ill: Option<String>,
    /// The source.
    pub source: String,
}

impl TrumpCorrespondences {
    /// The name in Book T: `The Foolish Man`.
    #[must_use]
    pub fn order(&self) -> &str {
        self.order.as_ref().unwrap_or(&self.name)
    }

    /// The number in Book T, where Justice is 8.
    #[must_use]
    pub fn order_number(&self) -> u8 {
        self.order_number.unwrap_or(self.number)
    }

    /// The number as on the cards: `XV`, and `0` for the Fool.
    #[must_use]
    pub const fn numeral(&self) -> &'static str {
        numeral(self.number)
    }

    /// The sign or element that it stands for; six of them stand for planets.
    #[must_use]
    pub fn force(&self) -> Option<SignOrElement> {
        self.of.parse().ok()
    }
}

/// `XV The Devil`.
impl fmt::Display for TrumpCorrespondences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.numeral(), self.name)
    }
}

/// A number up to 21 in Roman numerals, as on the cards: `XV`, and `0` for the Fool.
#[must_use]
pub const fn numeral(number: u8) -> &'static str {
    const NUMERALS: [&str; 22] = [
        "0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI",
        "XVII", "XVIII", "XIX", "XX", "XXI",
    ];
    NUMERALS[(number % 22) as usize]
}

/// A Hebrew letter.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HebrewLetter {
    /// `Ayin`.
    pub name: String,
    /// `ע`.
    pub glyph: String,
    /// Other names: usual spellings and translations.
    #[serde(default)]
    pub also: Vec<String>,
}

/// `Ayin ע`.
impl fmt::Display for HebrewLetter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.glyph)
    }
}

/// A court card or ace and its meaning.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CourtCorrespondences {
    /// The title in Book T: `The Queen of the Thrones of Flame`.
    pub title: String,
    /// Who or what it is: `a woman who rules steadily and is liked for it`.
    pub person: String,
    /// The same if it is badly dignified; not all have it.
    pub ill: Option<String>,
    /// From where to where it rules the zodiac: `20 Pisces`, `20 Aries`.
    #[serde(default, deserialize_with = "decans")]
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
#[derive(Clone, Debug)]
pub(super) struct Cards {
    /// By number.
    trumps: Vec<TrumpCorrespondences>,
    court: Each<Army, Each<CourtKind, CourtCorrespondences>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CardFile {
    trump: Vec<Spanned<TrumpCorrespondences>>,
    court: Each<Army, Each<CourtKind, CourtCorrespondences>>,
}

impl DataTable for Cards {
    type File = CardFile;

    fn of(file: CardFile, _: &Tables, checked: &mut Checked<'_>) -> Cards {
        let CardFile { trump, court } = file;
        let trumps = || trump.iter().map(|trump| (trump.span(), trump.get_ref()));
        let numbers = trumps().map(|(place, trump)| (place, trump.number));
        check_once(numbers, "number", "a number that no other trump has", checked);
        let order_numbers = trumps().map(|(place, trump)| (place, trump.order_number()));
        check_once(order_numbers, "number in Book T", "a number that no other trump has there", checked);
        let letters = trumps().map(|(place, trump)| (place, &trump.letter.glyph));
        check_once(letters, "letter", "a letter that no other trump has", checked);
        let missing = SignOrElement::ALL.into_iter().filter(|force| !trumps().any(|(_, it)| it.of == force.name()));
        missing.for_each(|force| checked.wrong(0..0, format!("no trump is `of` {force}"), "one for each"));
        if trump.len() != 22 {
            checked.wrong(0..0, format!("there are {} trumps", trump.len()), "the trumps 0 to 21, each once");
        }
        let mut trumps: Vec<_> = trump.into_iter().map(Spanned::into_inner).collect();
        trumps.sort_by_key(|trump| trump.number);
        Cards { trumps, court }
    }
}

/// Two places such as `20 Leo`.
fn decans<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<[String; 2]>, D::Error> {
    let places = <[String; 2]>::deserialize(deserializer)?;
    let is_place = |text: &&String| {
        let place = text.split_once(' ').map(|(degree, sign)| (degree.parse::<u8>(), sign.parse::<SignOrElement>()));
        matches!(place, Some((Ok(..30), Ok(sign))) if sign.is_sign())
    };
    match places.iter().find(|place| !is_place(place)) {
        Some(other) => {
            let expected = "a degree and a sign, such as \"20 Leo\"";
            Err(D::Error::custom(format!("{} is not a place; expected {expected}", quoted(other))))
        }
        None => Ok(Some(places)),
    }
}

impl Correspondences {
    /// The trumps by number, 0 to 21.
    #[must_use]
    pub fn trumps(&self) -> &[TrumpCorrespondences] {
        &self.tables.cards().trumps
    }

    /// The trump of a sign or element: of Leo Strength, which is 8 here and in Book T, as Fortitude, 11.
    #[must_use]
    pub fn trump(&self, force: SignOrElement) -> &TrumpCorrespondences {
        let trumps = &self.tables.cards().trumps;
        // By the sign or element and not by the number, which a person may count as Book T does.
        trumps.iter().find(|trump| trump.of == force.name()).unwrap_or(&trumps[0])
    }

    /// The meaning of the court card of a piece, or of its ace if it is a king; pawns have none.
    #[must_use]
    pub fn court(&self, piece: Piece) -> Option<&CourtCorrespondences> {
        CourtKind::of(piece.kind).map(|kind| &self.tables.cards().court[piece.army][kind])
    }

    /// All names of the court card or ace of a piece, first that of [`Correspondences::court_card`]: `Princess of Swords`, `Knave of
    /// Swords`, `Page of Swords`.
    #[must_use]
    pub fn court_names(&self, piece: Piece) -> Vec<CourtName<'_>> {
        let (known, element) = (self.piece(piece), self.element(piece.army.element()));
        let others = known.court_also.iter().map(|(court, school)| (court, Some(school.as_str())));
        let courts = known.court.iter().map(|court| (court, None)).chain(others);
        let suits: Vec<&String> = std::iter::once(&element.suit).chain(&element.suit_also).collect();
        let named = courts.flat_map(|(court, school)| {
            suits.iter().map(move |suit| CourtName { name: format!("{court} of {suit}"), school })
        });
        named.collect()
    }
}
