//! The procedures by name.

use toml::Spanned;

use crate::input::Checked;
use enochian_engine::reading::{Criterion, OpposingKingsFall, Procedure};

use super::entries::Entry;

impl Entry for Procedure {
    const KIND: &'static str = "procedure";

    fn name(&self) -> &str {
        &self.name
    }

    fn check(procedure: &Spanned<Procedure>, checked: &mut Checked<'_>) {
        let Procedure { ends_by, when_opposing_kings_fall, .. } = procedure.get_ref();
        if (*ends_by, *when_opposing_kings_fall) == (Criterion::Kings, OpposingKingsFall::PlayOn) {
            let problem = "`when_opposing_kings_fall` is \"play-on\" here";
            checked.wrong(procedure.span(), problem, "\"yes\", since this procedure ends by the kings");
        }
    }
}
