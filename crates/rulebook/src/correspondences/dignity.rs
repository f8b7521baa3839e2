//! The elemental dignities.

use crate::chess::{ELEMENT_NAMES, Element};
use crate::input::{TomlTable, TomlValue};

use super::entries::all;

/// The elemental dignity of two elements. Not every scheme has neutral ones (INTERPRETATION 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Dignity {
    /// The same element.
    Strongest,
    /// Each supports the other.
    Friendly,
    /// Neither helps or hinders much.
    Neutral,
    /// Each weakens the other.
    Contrary,
}

impl Dignity {
    /// Its value in the sum of strengths: 1, 0, 0 or -1.
    #[must_use]
    pub const fn value(self) -> i8 {
        [1, 0, 0, -1][self as usize]
    }
}

enochian_engine::named_enum! {
    /// The name in the data files: `friendly`.
    Dignity { Strongest: "strongest", Friendly: "friendly", Neutral: "neutral", Contrary: "contrary" }
}

/// A dignity and its meaning in the data.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct DignityCorrespondences {
    /// The dignity.
    pub dignity: Dignity,
    /// Its meaning: `each supports the other`.
    pub meaning: String,
}

/// The complete table of dignities, which is symmetric.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Dignities {
    between: [[DignityCorrespondences; 4]; 4],
    /// The text for Spirit, which has no dignity.
    pub(super) spirit: String,
}

impl Dignities {
    pub(super) fn between(&self, one: Element, two: Element) -> &DignityCorrespondences {
        &self.between[one.index()][two.index()]
    }
}

/// Reads the chosen scheme, and checks the others.
pub(super) fn read(fields: &TomlTable<'_>) -> Option<Dignities> {
    let chosen = fields.required("scheme")?;
    let (name, spirit) = (chosen.text(), fields.text("spirit"));
    let entries = fields.entries();
    let schemes = entries.iter().filter(|item| !["scheme", "spirit"].contains(&item.key()));
    let schemes: Vec<_> = schemes.map(|item| (item.key(), item.table(scheme))).collect();
    let name = name?;
    let Some((_, between)) = schemes.iter().find(|(key, _)| *key == name) else {
        let names: Vec<&str> = schemes.iter().map(|(key, _)| *key).collect();
        return chosen.wrong(format!("one of the schemes in this file: {}", names.join(", ")));
    };
    Some(Dignities { between: between.clone()?, spirit: spirit? })
}

fn scheme(fields: &TomlTable<'_>) -> Option<[[DignityCorrespondences; 4]; 4]> {
    let mut between: [[Option<DignityCorrespondences>; 4]; 4] = Default::default();
    let mut is_incomplete = false;
    for dignity in Dignity::ALL {
        let Some(item) = fields.optional(dignity.name()) else { continue };
        let table = item.table(|fields| {
            let correspondences = DignityCorrespondences { dignity, meaning: fields.text("meaning")? };
            fields.required("pairs")?.list(|item| {
                let [one, two] = pair(item)?;
                if let Some(before) = &between[one.index()][two.index()] {
                    item.error(format!("{one} and {two} are already {}", before.dignity), "each pair of elements once");
                }
                between[one.index()][two.index()] = Some(correspondences.clone());
                between[two.index()][one.index()] = Some(correspondences.clone());
                Some(())
            })
        });
        is_incomplete |= table.is_none();
    }
    for one in Element::ALL {
        for two in Element::ALL.into_iter().filter(|two| *two >= one) {
            // If a pair could not be read, it may be the one that seems to be missing.
            if between[one.index()][two.index()].is_none() && !is_incomplete {
                fields.error(format!("{one} and {two} have no dignity"), "each pair of elements once");
            }
        }
    }
    all(between.map(all))
}

fn pair(item: &TomlValue<'_>) -> Option<[Element; 2]> {
    let elements = item.list(|item| item.parse::<Element>(ELEMENT_NAMES))?;
    elements.try_into().ok().or_else(|| item.wrong("two elements, [\"Fire\", \"Air\"]"))
}
