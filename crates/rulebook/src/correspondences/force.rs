//! The correspondences of a sign or an element, from `forces.toml`.

use toml::Spanned;

use crate::input::Checked;

use super::SignOrElement;
use super::each::{Each, check_once};
use super::files::DataTable;
use super::tables::Tables;

/// The correspondences of a sign or element.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignCorrespondences {
    /// Other names: usual spellings and translations.
    #[serde(default)]
    pub also: Vec<String>,
    /// The number, 1 to 12, of the house that a sign governs; an element has none.
    pub house: Option<u8>,
    /// The ruling planets: one for a sign, and for an element those of its geomantic figure.
    pub rulers: Vec<String>,
    /// The time in which a matter happens, as a rule of thumb: `days to weeks, sooner rather than later` (INTERPRETATION 7.3).
    pub time: String,
    /// Keywords; may be empty.
    #[serde(default)]
    pub keywords: Vec<String>,
}

/// The contents of the file.
pub(super) type Forces = Each<SignOrElement, SignCorrespondences>;

impl DataTable for Forces {
    type File = Each<SignOrElement, Spanned<SignCorrespondences>>;

    fn of(file: Self::File, _: &Tables, checked: &mut Checked<'_>) -> Forces {
        for (force, row) in file.iter() {
            let known = row.get_ref();
            match known.house {
                Some(1..=12) if force.is_sign() => {}
                None if !force.is_sign() => {}
                Some(_) if force.is_sign() => checked.wrong(row.span(), "no such house", "a house from 1 to 12"),
                Some(_) => checked.wrong(row.span(), format!("{force} has a house"), "none, since it is an element"),
                None => checked.wrong(row.span(), "missing key `house`", "`house = …`"),
            }
        }
        let rows = file.values().iter().map(|row| (row.span(), row.get_ref()));
        let houses = rows.filter_map(|(place, row)| Some((place, row.house?)));
        check_once(houses, "house", "a house that no other sign has", checked);
        file.map(|_, row| row.into_inner())
    }
}
