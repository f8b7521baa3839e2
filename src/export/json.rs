//! JSON, for programs.

use crate::lore::Lore;
use crate::record::Record;
use crate::render::Account;
use crate::text::safe_json;

use super::{ExportError, Exporter};

/// The [`Account`] of a record, as `enochian read --json` prints it.
#[derive(Clone, Copy, Debug)]
pub struct Json;

impl Exporter for Json {
    fn export(&self, record: &Record, lore: &Lore) -> Result<Vec<u8>, ExportError> {
        let text = serde_json::to_string_pretty(&Account::of(record, lore))?;
        Ok(format!("{}\n", safe_json(&text)).into_bytes())
    }
}
