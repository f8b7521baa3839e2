//! The dice tables by name.

use toml::Spanned;

use crate::input::Checked;
use enochian_engine::reading::DiceTable;

use super::entries::{HasName, distinct};
use super::files::DataTable;
use super::tables::Tables;

impl HasName for DiceTable {
    const KIND: &'static str = "dice table";
    fn name(&self) -> &str {
        &self.name
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DiceFile {
    table: Vec<Spanned<DiceTable>>,
}

impl DataTable for Vec<DiceTable> {
    type File = DiceFile;

    fn of(file: DiceFile, _: &Tables, checked: &mut Checked<'_>) -> Vec<DiceTable> {
        distinct(file.table, checked)
    }
}
