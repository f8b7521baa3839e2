//! JSON, for programs.

use serde::Serialize;

use crate::correspondences::Correspondences;
use crate::input::safe_json;
use crate::record::{Record, RecordLens};
use crate::render::{ActsJson, RecordJson};

use super::{ExportError, Exporter};

/// The [`RecordJson`] of a record, as `enochian read --json` prints it; of one of the other games the [`ActsJson`].
#[derive(Clone, Copy, Debug)]
pub struct Json;

impl Exporter for Json {
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        match record.lens() {
            RecordLens::Enochian(record) => written(&RecordJson::of(record, correspondences)),
            RecordLens::Other(record) => written(&ActsJson::of(record)),
        }
    }
}

fn written(json: &impl Serialize) -> Result<Vec<u8>, ExportError> {
    let text = serde_json::to_string_pretty(json)?;
    Ok(format!("{}\n", safe_json(&text)).into_bytes())
}
