//! The elemental dignities.

use std::collections::BTreeMap;

use toml::Spanned;

use crate::chess::Element;
use crate::input::{Checked, quoted};

enochian_engine::named_enum! {
    /// The elemental dignity of two elements. Not every scheme has neutral ones (INTERPRETATION 3.3).
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Dignity {
        /// The same element.
        Strongest: "strongest",
        /// Each supports the other.
        Friendly: "friendly",
        /// Neither helps or hinders much.
        Neutral: "neutral",
        /// Each weakens the other.
        Contrary: "contrary",
    }
}

impl Dignity {
    /// Its value in the sum of strengths: 1, 0, 0 or -1.
    #[must_use]
    pub const fn value(self) -> i8 {
        [1, 0, 0, -1][self as usize]
    }
}

/// A dignity and its meaning in the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DignityCorrespondences {
    /// The dignity.
    pub dignity: Dignity,
    /// Its meaning: `each supports the other`.
    pub meaning: String,
}

/// The complete table of dignities, which is symmetric, by the scheme in force.
#[derive(Clone, Debug)]
pub(super) struct Dignities {
    between: BTreeMap<(Element, Element), DignityCorrespondences>,
    /// The text for Spirit, which has no dignity.
    pub(super) spirit: String,
}

impl Dignities {
    pub(super) fn between(&self, one: Element, two: Element) -> &DignityCorrespondences {
        &self.between[&(one, two)]
    }
}

/// The dignities in the file: all schemes, and which one is in force.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DignityFile {
    scheme: Spanned<String>,
    spirit: String,
    schemes: BTreeMap<String, Spanned<BTreeMap<Dignity, DignityPairs>>>,
}

/// The pairs of elements that have a dignity.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct DignityPairs {
    pairs: Vec<Spanned<[Element; 2]>>,
    meaning: String,
}

impl DignityFile {
    /// The scheme in force; all schemes are checked.
    pub(super) fn chosen(self, checked: &mut Checked<'_>) -> Dignities {
        let schemes = self.schemes.into_iter().map(|(name, scheme)| (name, between(scheme, checked)));
        let mut schemes: BTreeMap<String, _> = schemes.collect();
        let between = schemes.remove(self.scheme.get_ref()).unwrap_or_else(|| {
            let names: Vec<&str> = schemes.keys().map(String::as_str).collect();
            let problem = format!("there is no scheme {}", quoted(self.scheme.get_ref()));
            checked.wrong(self.scheme.span(), problem, format!("one of those in this file: {}", names.join(", ")));
            BTreeMap::new()
        });
        Dignities { between, spirit: self.spirit }
    }
}

/// What each pair of elements has in a scheme.
fn between(
    scheme: Spanned<BTreeMap<Dignity, DignityPairs>>,
    checked: &mut Checked<'_>,
) -> BTreeMap<(Element, Element), DignityCorrespondences> {
    let (place, mut between) = (scheme.span(), BTreeMap::new());
    for (dignity, DignityPairs { pairs, meaning }) in scheme.into_inner() {
        for pair in pairs {
            let [one, two] = *pair.get_ref();
            let correspondences = DignityCorrespondences { dignity, meaning: meaning.clone() };
            if between.insert((one, two), correspondences.clone()).is_some() {
                checked.wrong(pair.span(), format!("{one} and {two} are here twice"), "each pair of elements once");
            }
            between.insert((two, one), correspondences);
        }
    }
    for (one, two) in Element::ALL.into_iter().flat_map(|one| Element::ALL.map(|two| (one, two))) {
        if one <= two && !between.contains_key(&(one, two)) {
            let problem = format!("{one} and {two} have no dignity in this scheme");
            checked.wrong(place.clone(), problem, "each pair of elements once");
        }
    }
    between
}
