//! Tables that have a value for each of some keys, and the few ways of reading a value that several tables share.

use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::ops::{Index, Range};

use crate::chess::{Angle, Army, Board, Element, Kind, Officer, Role, Square};
use crate::input::{Checked, choice, shortened};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use super::{Dignity, Event, LinkKind, Quality, Relation, SignOrElement};

/// What the values of a table are found by.
pub(super) trait Key: Copy + 'static {
    /// All keys, in order.
    fn all() -> impl Iterator<Item = Self>;
    /// Its place among them.
    fn place(self) -> usize;
    /// Its name in the data.
    fn key(self) -> String;
}

macro_rules! keys {
    ($($Type:ident)*) => {$(
        impl Key for $Type {
            fn all() -> impl Iterator<Item = $Type> {
                $Type::ALL.into_iter()
            }

            fn place(self) -> usize {
                self as usize
            }

            fn key(self) -> String {
                self.name().to_owned()
            }
        }
    )*};
}

keys! {
    Angle Army Board Element Officer Quality SignOrElement Dignity CourtKind Event Relation LinkKind
}

/// A kind of piece; all pawns are one.
impl Key for Role {
    fn all() -> impl Iterator<Item = Role> {
        Role::ALL.into_iter()
    }

    fn place(self) -> usize {
        self.index()
    }

    fn key(self) -> String {
        self.to_string()
    }
}

impl Key for Square {
    fn all() -> impl Iterator<Item = Square> {
        Square::all()
    }

    fn place(self) -> usize {
        self.index()
    }

    fn key(self) -> String {
        self.to_string()
    }
}

enochian_engine::named_enum! {
    /// A kind of piece that has a card: any but a pawn.
    pub(super) enum CourtKind {
        King: "king",
        Queen: "queen",
        Rook: "rook",
        Bishop: "bishop",
        Knight: "knight",
    }
}

impl CourtKind {
    pub(super) fn of(kind: Kind) -> Option<CourtKind> {
        match kind {
            Kind::King => Some(CourtKind::King),
            Kind::Officer(officer) => Some(CourtKind::of_officer(officer)),
            Kind::Pawn(_) => None,
        }
    }

    /// Of an officer.
    pub(super) fn of_officer(officer: Officer) -> CourtKind {
        use CourtKind::{Bishop, Knight, Queen, Rook};
        match officer {
            Officer::Queen => Queen,
            Officer::Rook => Rook,
            Officer::Bishop => Bishop,
            Officer::Knight => Knight,
        }
    }
}

/// A value for each key. In the data it is a table that has every key and no other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Each<K, T> {
    values: Vec<T>,
    keys: PhantomData<K>,
}

impl<K: Key, T> Each<K, T> {
    /// The values in the order of the keys.
    pub(super) fn values(&self) -> &[T] {
        &self.values
    }

    /// The keys with their values.
    pub(super) fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        K::all().zip(&self.values)
    }

    /// Another value for each key.
    pub(super) fn map<U>(self, mut with: impl FnMut(K, T) -> U) -> Each<K, U> {
        let values = K::all().zip(self.values).map(|(key, value)| with(key, value)).collect();
        Each { values, keys: PhantomData }
    }
}

impl<K: Key, T> Index<K> for Each<K, T> {
    type Output = T;

    fn index(&self, key: K) -> &T {
        &self.values[key.place()]
    }
}

impl<'de, K: Key, T: Deserialize<'de>> Deserialize<'de> for Each<K, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Each<K, T>, D::Error> {
        struct Entries<K, T>(PhantomData<(K, T)>);

        impl<'de, K: Key, T: Deserialize<'de>> Visitor<'de> for Entries<K, T> {
            type Value = Each<K, T>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a table")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Each<K, T>, M::Error> {
                let mut values: Vec<Option<T>> = K::all().map(|_| None).collect();
                while let Some(Named(key)) = map.next_key::<Named<K>>()? {
                    values[key.place()] = Some(map.next_value()?);
                }
                let missing = K::all().zip(&values).filter(|(_, value)| value.is_none());
                let missing: Vec<String> = missing.map(|(key, _)| format!("`{}`", key.key())).collect();
                if !missing.is_empty() {
                    let s = if missing.len() == 1 { "" } else { "s" };
                    let all = format!("all {} keys of this table", values.len());
                    return Err(M::Error::custom(format!("missing key{s} {}; expected {all}", missing.join(", "))));
                }
                Ok(Each { values: values.into_iter().flatten().collect(), keys: PhantomData })
            }
        }

        deserializer.deserialize_map(Entries(PhantomData))
    }
}

/// A key, read by its name.
struct Named<K>(K);

impl<'de, K: Key> Deserialize<'de> for Named<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named<K>, D::Error> {
        let name = String::deserialize(deserializer)?;
        K::all().find(|key| key.key() == name).map(Named).ok_or_else(|| {
            let known: Vec<String> = K::all().map(Key::key).collect();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            D::Error::custom(format!("unknown key `{}`; expected {}", shortened(&name), choice(&name, &known)))
        })
    }
}

/// Reads a whole number from `LEAST` to `MOST`.
pub(super) fn number<'de, const LEAST: u8, const MOST: u8, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<u8, D::Error> {
    let number = i64::deserialize(deserializer)?;
    let fits = u8::try_from(number).ok().filter(|number| (LEAST..=MOST).contains(number));
    fits.ok_or_else(|| {
        D::Error::custom(format!("{number} does not fit here; expected a whole number from {LEAST} to {MOST}"))
    })
}

/// Records an error for every value that came before.
pub(super) fn check_once<T: Ord>(
    values: impl IntoIterator<Item = (Range<usize>, T)>,
    what: &str,
    expected: &str,
    checked: &mut Checked<'_>,
) {
    let mut seen = BTreeSet::new();
    for (place, value) in values {
        if !seen.insert(value) {
            checked.wrong(place, format!("this {what} is here twice"), expected);
        }
    }
}
