//! The twelve houses, from `houses.toml`.

use crate::input::TomlTable;

use super::entries::all;

/// A house and its matters.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct HouseCorrespondences {
    /// 1 to 12.
    pub number: u8,
    /// `Siblings`.
    pub name: String,
    /// The Latin name, if the data have one: `Fratres`.
    pub latin: Option<String>,
    /// What it governs: `short journeys`.
    pub matters: Vec<String>,
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<[HouseCorrespondences; 12]> {
    let mut houses: [Option<HouseCorrespondences>; 12] = Default::default();
    let list = fields.required("house")?;
    let mut seen = std::collections::BTreeSet::new();
    let read = list.list(|item| {
        item.table(|fields| {
            let number = fields.required("number").and_then(|item| {
                let number = item.integer(1..=12u8)?;
                super::entries::once(&mut seen, number, &item, "each house once");
                Some(number)
            });
            let (name, matters) = (fields.text("name"), fields.texts("matters"));
            let latin = fields.optional("latin").map(|item| item.text());
            let number = number?;
            let latin = match latin {
                Some(latin) => Some(latin?),
                None => None,
            };
            houses[usize::from(number) - 1] =
                Some(HouseCorrespondences { number, name: name?, latin, matters: matters? });
            Some(())
        })
    });
    for number in (1..=12u8).filter(|number| !seen.contains(number)) {
        if read.is_some() {
            list.error(format!("missing house {number}"), "the houses 1 to 12, each once");
        }
    }
    all(houses)
}
