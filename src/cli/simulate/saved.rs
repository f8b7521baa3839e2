//! Summaries that were kept: in a folder of `--out`, or as `--json` printed them.

use std::path::Path;

use anyhow::anyhow;

use crate::simulate::Summary;
use crate::simulate::output::Folder;
use crate::text::{Source, quoted};

/// No summary is longer, in bytes.
const LIMIT: u64 = 1 << 22;

/// The summary kept at a path; nothing if what stands there is of another kind.
pub(super) fn summary(path: &Path) -> Option<anyhow::Result<Summary>> {
    if path.is_dir() {
        return Some(Folder::summary_of(path).map_err(Into::into));
    }
    path.extension().is_some_and(|extension| extension == "json").then(|| of_json(path))
}

fn of_json(path: &Path) -> anyhow::Result<Summary> {
    let source = Source::read(path, LIMIT)?;
    let name = quoted(&source.name);
    let summary: Summary = serde_json::from_str(&source.text).map_err(|error| {
        anyhow!("{name} is no summary of enochian simulate --json, nor the folder of a run: {error}")
    })?;
    summary.check().map_err(|contradiction| anyhow!("{name} was changed by hand: {contradiction}"))?;
    Ok(summary)
}
