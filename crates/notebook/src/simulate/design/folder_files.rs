//! The files of a design's folder: their names, and reading and writing them.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::disk;
use crate::input::{read_bytes, reason};
use crate::simulate::SimulationSummary;
use crate::simulate::output::{OutputError, put};

use super::{DesignError, PlannedCell};

pub(super) const PLAN: &str = "plan.json";
pub(super) const DESIGN: &str = "design.toml";
pub(super) const QUESTION: &str = "question.toml";
pub(super) const RECEIPT: &str = "receipt.json";
pub(super) const CSV: &str = "cells.csv";
pub(super) const PARQUET: &str = "cells.parquet";

/// The counts of a cell, in the folder.
pub(super) fn counts(cell: u64) -> String {
    format!("cells/cell-{cell:06}.json")
}

/// The folder with the tables of a cell's readings, in the folder.
pub(super) fn readings(cell: u64) -> String {
    format!("readings/cell-{cell:06}")
}

/// No file of a design is larger, in bytes.
const LIMIT: u64 = 128 << 20;

pub(super) fn read(path: &Path) -> Result<Vec<u8>, DesignError> {
    read_bytes(path, LIMIT).map_err(|error| DesignError::Unreadable(path.to_owned(), reason(&error)))
}

pub(super) fn parse<T: DeserializeOwned>(path: &Path, text: &[u8]) -> Result<T, DesignError> {
    serde_json::from_slice(text).map_err(|error| DesignError::Unreadable(path.to_owned(), error.to_string()))
}

/// A value as a file of JSON.
pub(super) fn to_json(value: &impl Serialize) -> Result<Vec<u8>, DesignError> {
    let mut text = serde_json::to_vec_pretty(value).map_err(|error| OutputError::Stream(io::Error::from(error)))?;
    text.push(b'\n');
    Ok(text)
}

/// Writes or replaces a file, and the folder of it if there is none.
pub(super) fn write(path: &Path, content: &[u8]) -> Result<(), DesignError> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    Ok(put(path, content)?)
}

/// Makes a folder unless it exists.
pub(super) fn make_folder(folder: &Path) -> Result<(), DesignError> {
    match disk::create_folder(folder) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            Err(OutputError::NoFolder(folder.to_owned(), error).into())
        }
        _ => Ok(()),
    }
}

/// What the counts of a cell say besides its summary.
#[derive(Deserialize)]
pub(super) struct CellOfCounts {
    pub(super) cell: u64,
    pub(super) levels: BTreeMap<String, String>,
}

/// The counts of a cell as a file: its summary without what differs from machine to machine.
pub(super) fn counts_json(cell: &PlannedCell, summary: &SimulationSummary) -> Result<Vec<u8>, DesignError> {
    let mut value = serde_json::to_value(summary).map_err(|error| OutputError::Stream(io::Error::from(error)))?;
    if let Some(object) = value.as_object_mut() {
        object.remove("seconds");
        object.insert("cell".into(), cell.cell.into());
        let levels = cell.levels.iter().map(|(name, level)| (name.clone(), level.as_str().into()));
        object.insert("levels".into(), Value::Object(levels.collect::<Map<_, _>>()));
    }
    to_json(&value)
}
