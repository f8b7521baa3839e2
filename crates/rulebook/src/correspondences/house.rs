//! The twelve houses, from `houses.toml`.

use toml::Spanned;

use crate::input::Checked;

use super::files::DataTable;
use super::tables::Tables;
use super::{Correspondences, SignOrElement};

/// A house and its matters.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseCorrespondences {
    /// 1 to 12.
    pub number: u8,
    /// `Siblings`.
    pub name: String,
    /// The Latin name, if the data have one: `Fratres`.
    #[serde(skip_serializing)]
    pub latin: Option<String>,
    /// What it governs: `short journeys`.
    pub matters: Vec<String>,
    /// Where something in it happens: `in the house of brothers and neighbours`.
    #[serde(skip_serializing)]
    pub field: String,
}

/// The contents of the file, in the order of the numbers.
pub(super) type Houses = [HouseCorrespondences; 12];

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HouseFile {
    house: [Spanned<HouseCorrespondences>; 12],
}

impl DataTable for Houses {
    type File = HouseFile;

    fn of(file: HouseFile, _: &Tables, checked: &mut Checked<'_>) -> Houses {
        for (number, house) in (1..).zip(&file.house) {
            if house.get_ref().number != number {
                let problem = format!("house {} stands here", house.get_ref().number);
                checked.wrong(house.span(), problem, format!("house {number}, since they stand in their order"));
            }
        }
        file.house.map(Spanned::into_inner)
    }
}

impl Correspondences {
    /// Where something on a square of a sign or element happens, by the sign's house or by the element: `in the house of friends and
    /// hopes`, `on a square of Fire itself`.
    #[must_use]
    pub fn field(&self, force: SignOrElement) -> &str {
        let house = self.force(force).house.and_then(|number| self.house(number));
        house.map_or(&self.element(force.element()).field, |house| &house.field)
    }
}
