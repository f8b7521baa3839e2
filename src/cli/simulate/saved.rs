//! Summaries that were kept: in a folder of `--out`, or as `--json` printed them.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow};

use crate::simulate::Summary;
use crate::simulate::output::Folder;
use crate::text::quoted;

/// The summary kept at a path; nothing if what stands there is of another kind.
pub(super) fn summary(path: &Path) -> Option<anyhow::Result<Summary>> {
    if path.is_dir() {
        return Some(Folder::summary_of(path).map_err(Into::into));
    }
    path.extension().is_some_and(|extension| extension == "json").then(|| of_json(path))
}

fn of_json(path: &Path) -> anyhow::Result<Summary> {
    let name = quoted(&path.display().to_string());
    let text = fs::read_to_string(path).with_context(|| format!("{name} cannot be read"))?;
    serde_json::from_str(&text).map_err(|error| anyhow!("{name} is no summary of enochian simulate --json: {error}"))
}
