//! The procedures by name.

use toml::Spanned;

use crate::input::Checked;
use enochian_engine::reading::{Criterion, OpposingKingsFall, Procedure};

use super::entries::{HasName, distinct};
use super::files::DataTable;
use super::tables::Tables;

impl HasName for Procedure {
    const KIND: &'static str = "procedure";
    fn name(&self) -> &str {
        &self.name
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProcedureFile {
    procedure: Vec<Spanned<Procedure>>,
}

impl DataTable for Vec<Procedure> {
    type File = ProcedureFile;

    fn of(file: ProcedureFile, _: &Tables, checked: &mut Checked<'_>) -> Vec<Procedure> {
        for procedure in &file.procedure {
            let Procedure { ends_by, when_opposing_kings_fall, .. } = procedure.get_ref();
            if (*ends_by, *when_opposing_kings_fall) == (Criterion::Kings, OpposingKingsFall::PlayOn) {
                let problem = "`when_opposing_kings_fall` is \"play-on\" here";
                checked.wrong(procedure.span(), problem, "\"yes\", since this procedure ends by the kings");
            }
        }
        distinct(file.procedure, checked)
    }
}
