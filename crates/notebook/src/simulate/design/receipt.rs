//! The receipt of a design: what has been played, with the hash of every file.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::simulate::output::{PartFile, is_sealed, sealed};

use super::{DesignError, folder_files};

/// The number of the format of receipts.
const FORMAT: u64 = 1;

/// The receipt of a design: the file `receipt.json`, written while the design is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Receipt {
    /// The number of the format of this file.
    receipt: u64,
    /// The SHA-256 of `plan.json`.
    pub(super) plan: String,
    /// The SHA-256 of the file of the program that played last.
    pub(super) executable: String,
    /// Whether all cells are played and the table is written.
    pub(super) complete: bool,
    /// The cells that are played, in their order.
    pub(super) cells: Vec<PlayedCell>,
    /// The table, in the formats that the program could write.
    pub(super) table: Vec<PartFile>,
}

/// The files of a cell that is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PlayedCell {
    /// Its number.
    pub(super) cell: u64,
    /// Its counts, and after them the tables of its readings, if they are written.
    pub(super) files: Vec<PartFile>,
}

impl Receipt {
    pub(super) fn of(plan: &str, executable: &str) -> Receipt {
        let (plan, executable) = (plan.to_owned(), executable.to_owned());
        Receipt { receipt: FORMAT, plan, executable, complete: false, cells: vec![], table: vec![] }
    }

    /// Reads the receipt of a folder; `None` if nothing is played.
    pub(super) fn read(folder: &Path) -> Result<Option<Receipt>, DesignError> {
        let path = folder.join(folder_files::RECEIPT);
        if path.symlink_metadata().is_err() {
            return Ok(None);
        }
        let text = folder_files::read(&path)?;
        let receipt: Receipt = folder_files::parse(&path, &text)?;
        let problem = match receipt.receipt {
            FORMAT if !receipt.cells.is_sorted_by(|one, two| one.cell < two.cell) => {
                "the cells are not in their order".to_owned()
            }
            FORMAT if is_sealed(&String::from_utf8_lossy(&text)) => return Ok(Some(receipt)),
            FORMAT => {
                "it was changed since it was written: it does not have the SHA-256 in its line `sha256`".to_owned()
            }
            format => format!("this receipt has format {format}; this version of enochian reads format {FORMAT}"),
        };
        Err(DesignError::Unreadable(path, problem))
    }

    /// Writes the receipt.
    pub(super) fn write(&self, folder: &Path) -> Result<(), DesignError> {
        let json = folder_files::to_json(self)?;
        let text = sealed(&String::from_utf8_lossy(&json));
        folder_files::write(&folder.join(folder_files::RECEIPT), text.as_bytes())
    }

    /// Adds a cell in its place.
    pub(super) fn add(&mut self, cell: PlayedCell) {
        let place = self.cells.partition_point(|other| other.cell < cell.cell);
        self.cells.insert(place, cell);
    }

    /// The record of a cell.
    pub(super) fn cell(&self, number: u64) -> Option<&PlayedCell> {
        let place = self.cells.binary_search_by_key(&number, |cell| cell.cell).ok()?;
        self.cells.get(place)
    }

    /// The bytes of all files.
    pub(super) fn bytes(&self) -> u64 {
        let files = self.cells.iter().flat_map(|cell| &cell.files).chain(&self.table);
        files.fold(0, |sum, file| sum.saturating_add(file.bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receipt_lists_its_cells_in_order_and_knows_the_size_of_their_files() {
        let played = |cell: u64| {
            let files = vec![PartFile::of(format!("cell-{cell}.json"), &vec![b' '; 10 + cell as usize])];
            PlayedCell { cell, files }
        };
        let folder = tempfile::tempdir().unwrap();
        assert!(Receipt::read(folder.path()).unwrap().is_none());
        let mut receipt = Receipt::of("plan", "program");
        [2, 0, 1].into_iter().for_each(|cell| receipt.add(played(cell)));
        receipt.table = vec![PartFile::of("table.csv".to_owned(), b"cell\n")];
        assert_eq!(receipt.bytes(), 12 + 10 + 11 + 5);
        receipt.write(folder.path()).unwrap();
        assert_eq!(Receipt::read(folder.path()).unwrap(), Some(receipt.clone()));
        assert_eq!(receipt.cell(1), Some(&played(1)));
        assert_eq!(receipt.cell(3), None);
        for cells in [vec![played(1), played(0)], vec![played(1), played(1)]] {
            Receipt { cells, ..receipt.clone() }.write(folder.path()).unwrap();
            let problem = Receipt::read(folder.path()).unwrap_err().to_string();
            assert!(problem.contains("the cells are not in their order"), "{problem}");
        }
    }
}
