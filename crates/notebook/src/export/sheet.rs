//! Sheet notation, which `enochian import` reads back.

use crate::correspondences::Correspondences;
use crate::record::Record;
use crate::sheet;

use super::{ExportError, Exporter};

/// A sheet, the notation in which games are published. The other games have none.
#[derive(Clone, Copy, Debug)]
pub struct Sheet;

impl Exporter for Sheet {
    fn export(&self, record: &Record, _: &Correspondences) -> Result<Vec<u8>, ExportError> {
        let record = record.enochian().ok_or(ExportError::OtherGame(
            "sheet notation is for readings and games of Enochian chess; choose html, markdown, svg, png or json",
        ))?;
        Ok(sheet::write(record).into_bytes())
    }
}
