//! JSON, for programs.

use crate::lore::Lore;
use crate::record::Record;
use crate::render::Account;

use super::{ExportError, Exporter};

/// The [`Account`] of a record, as `enochian read --json` prints it.
#[derive(Clone, Copy, Debug)]
pub struct Json;

impl Exporter for Json {
    fn export(&self, record: &Record, lore: &Lore) -> Result<Vec<u8>, ExportError> {
        let mut bytes = serde_json::to_vec_pretty(&Account::of(record, lore))?;
        bytes.push(b'\n');
        Ok(bytes)
    }
}
