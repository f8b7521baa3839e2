//! JSON, for programs.

use serde::Serialize;

use crate::correspondences::Correspondences;
use crate::input::safe_json;
use crate::record::{Record, VariantRecord};
use crate::render::{RecordJson, VariantRecordJson};

use super::{ExportError, Exporter};

/// The [`RecordJson`] of a record, as `enochian read --json` prints it; of one of the other games the [`VariantRecordJson`].
#[derive(Clone, Copy, Debug)]
pub struct Json;

impl Exporter for Json {
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        written(&RecordJson::of(record, correspondences))
    }
}

impl Exporter<VariantRecord> for Json {
    fn export(&self, record: &VariantRecord, _: &Correspondences) -> Result<Vec<u8>, ExportError> {
        written(&VariantRecordJson::of(record))
    }
}

fn written(json: &impl Serialize) -> Result<Vec<u8>, ExportError> {
    let text = serde_json::to_string_pretty(json)?;
    Ok(format!("{}\n", safe_json(&text)).into_bytes())
}
