//! How two elements stand to each other.

use std::fmt;

use crate::chess::Element;
use crate::text::{Fields, Item};

use super::entries::all;

/// The elemental dignity of two elements (Book T).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dignity {
    /// Like with like.
    Strongest,
    /// Each supports the other.
    Friendly,
    /// Neither helps nor hinders much.
    Neutral,
    /// Each weakens the other.
    Contrary,
}

impl Dignity {
    /// All four.
    pub const ALL: [Dignity; 4] = [Dignity::Strongest, Dignity::Friendly, Dignity::Neutral, Dignity::Contrary];

    /// The word of the data files: `friendly`.
    pub const fn name(self) -> &'static str {
        ["strongest", "friendly", "neutral", "contrary"][self as usize]
    }
}

impl fmt::Display for Dignity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A dignity and what the data say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DignityLore {
    /// Which of the four.
    pub dignity: Dignity,
    /// What it means: `each supports the other`.
    pub meaning: String,
}

/// The table of the dignities, complete and the same both ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dignities {
    kinds: [DignityLore; 4],
    between: [[Dignity; 4]; 4],
}

impl Dignities {
    pub(super) fn between(&self, one: Element, two: Element) -> &DignityLore {
        &self.kinds[self.between[one.index()][two.index()] as usize]
    }
}

pub(super) fn read(fields: &Fields<'_>) -> Option<Dignities> {
    let mut between: [[Option<Dignity>; 4]; 4] = [[None; 4]; 4];
    let mut unsure = false;
    let kinds = Dignity::ALL.map(|dignity| {
        fields.table(dignity.name(), |fields| {
            let meaning = fields.text("meaning");
            let pairs = fields.required("pairs").and_then(|pairs| {
                pairs.list(|item| {
                    let [one, two] = pair(item)?;
                    if let Some(before) = between[one.index()][two.index()] {
                        item.fault(format!("{one} and {two} are {before} already"), "each pair of elements once");
                    }
                    between[one.index()][two.index()] = Some(dignity);
                    between[two.index()][one.index()] = Some(dignity);
                    Some(())
                })
            });
            unsure |= pairs.is_none();
            Some(DignityLore { dignity, meaning: meaning? })
        })
    });
    for one in Element::ALL {
        for two in Element::ALL.into_iter().filter(|two| *two >= one) {
            // A pair that could not be read may be the one that seems to be missing.
            if between[one.index()][two.index()].is_none() && !unsure {
                fields.fault(format!("{one} and {two} have no dignity"), "each pair of elements once");
            }
        }
    }
    Some(Dignities { kinds: all(kinds)?, between: all(between.map(all))? })
}

fn pair(item: &Item<'_>) -> Option<[Element; 2]> {
    let elements = item.list(|item| item.parse::<Element>("one of Fire, Water, Air, Earth"))?;
    elements.try_into().ok().or_else(|| item.wrong("two elements, [\"Fire\", \"Air\"]"))
}
