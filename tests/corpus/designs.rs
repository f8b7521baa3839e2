//! What the parser of designs promises, as those in `promises.rs` do. It needs the feature `parquet`.

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::simulate::design::Design;

/// A design is read, or has faults that can be told.
pub(crate) fn design(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Err(faults) = Design::read(&Source::new("design.toml", text), Correspondences::embedded()) {
        assert!(!faults.is_empty() && !faults.to_string().contains(|c: char| c.is_control() && c != '\n'));
    }
}
