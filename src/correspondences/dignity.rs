//! How two elements stand to each other.

use std::fmt;

use crate::chess::Element;
use crate::input::{TomlTable, TomlValue};

use super::entries::all;

/// The elemental dignity of two elements; the scheme in force may have none that are neutral (INTERPRETATION 3.3).
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
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["strongest", "friendly", "neutral", "contrary"][self as usize]
    }

    /// As a part of the whole strength: 1, 0, 0 or -1.
    #[must_use]
    pub const fn value(self) -> i8 {
        [1, 0, 0, -1][self as usize]
    }
}

impl fmt::Display for Dignity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A dignity and what the data say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DignityCorrespondences {
    /// Which of the four.
    pub dignity: Dignity,
    /// What it means: `each supports the other`.
    pub meaning: String,
}

/// The table of the dignities, complete and the same both ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dignities {
    between: [[DignityCorrespondences; 4]; 4],
    /// What is said of Spirit, which has none.
    pub(super) spirit: String,
}

impl Dignities {
    pub(super) fn between(&self, one: Element, two: Element) -> &DignityCorrespondences {
        &self.between[one.index()][two.index()]
    }
}

/// Reads the scheme in force, and looks through the others.
pub(super) fn read(fields: &TomlTable<'_>) -> Option<Dignities> {
    let Some(chosen) = fields.optional("scheme") else {
        // Data from before there were schemes have the four dignities alone.
        return Some(Dignities { between: scheme(fields)?, spirit: "Spirit stands outside the four dignities".into() });
    };
    let (name, spirit) = (chosen.text(), fields.text("spirit"));
    let entries = fields.entries();
    let schemes = entries.iter().filter(|item| !["scheme", "spirit"].contains(&item.key()));
    let schemes: Vec<_> = schemes.map(|item| (item.key(), item.table(scheme))).collect();
    let name = name?;
    let Some((_, between)) = schemes.iter().find(|(key, _)| *key == name) else {
        let names: Vec<&str> = schemes.iter().map(|(key, _)| *key).collect();
        return chosen.wrong(format!("one of the schemes below: {}", names.join(", ")));
    };
    Some(Dignities { between: between.clone()?, spirit: spirit? })
}

fn scheme(fields: &TomlTable<'_>) -> Option<[[DignityCorrespondences; 4]; 4]> {
    let mut between: [[Option<DignityCorrespondences>; 4]; 4] = Default::default();
    let mut unsure = false;
    for dignity in Dignity::ALL {
        let Some(item) = fields.optional(dignity.name()) else { continue };
        let sound = item.table(|fields| {
            let correspondences = DignityCorrespondences { dignity, meaning: fields.text("meaning")? };
            fields.required("pairs")?.list(|item| {
                let [one, two] = pair(item)?;
                if let Some(before) = &between[one.index()][two.index()] {
                    item.fault(format!("{one} and {two} are {} already", before.dignity), "each pair of elements once");
                }
                between[one.index()][two.index()] = Some(correspondences.clone());
                between[two.index()][one.index()] = Some(correspondences.clone());
                Some(())
            })
        });
        unsure |= sound.is_none();
    }
    for one in Element::ALL {
        for two in Element::ALL.into_iter().filter(|two| *two >= one) {
            // A pair that could not be read may be the one that seems to be missing.
            if between[one.index()][two.index()].is_none() && !unsure {
                fields.fault(format!("{one} and {two} have no dignity"), "each pair of elements once");
            }
        }
    }
    all(between.map(all))
}

fn pair(item: &TomlValue<'_>) -> Option<[Element; 2]> {
    let elements = item.list(|item| item.parse::<Element>("one of Fire, Water, Air, Earth"))?;
    elements.try_into().ok().or_else(|| item.wrong("two elements, [\"Fire\", \"Air\"]"))
}
