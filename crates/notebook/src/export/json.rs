//! JSON, for programs.

use crate::correspondences::Correspondences;
use crate::input::safe_json;
use crate::record::Record;
use crate::render::RecordJson;

use super::{ExportError, Exporter};

/// The [`RecordJson`] of a record, as `enochian read --json` prints it.
#[derive(Clone, Copy, Debug)]
pub struct Json;

impl Exporter for Json {
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        let text = serde_json::to_string_pretty(&RecordJson::of(record, correspondences))?;
        Ok(format!("{}\n", safe_json(&text)).into_bytes())
    }
}
