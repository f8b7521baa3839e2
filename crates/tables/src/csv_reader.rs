//! Reading a table back from CSV.

use super::column_builder::{ColumnBuilder, UnreadableTable};
use super::csv_writer::{FLAGS, joined};
use super::level_table::LevelTable;
use super::values::{Batch, Field};

/// Reads a table, as [`CsvWriter`](super::CsvWriter) writes it.
///
/// # Errors
/// If it has other columns, or values that these cannot have.
pub fn read(table: &LevelTable, content: &[u8]) -> Result<Batch, UnreadableTable> {
    let failed = |error: csv::Error| UnreadableTable(error.to_string());
    let mut reader = csv::Reader::from_reader(content);
    let groups: Vec<&[Field]> = joined(table.fields()).collect();
    let is_flags = |group: &[Field]| group.len() > 1;
    let names = groups.iter().map(|group| if is_flags(group) { FLAGS } else { &group[0].name });
    if !reader.headers().map_err(failed)?.iter().eq(names) {
        return Err(UnreadableTable("it has other columns".to_owned()));
    }
    let mut columns: Vec<ColumnBuilder<'_>> = table.fields().iter().map(ColumnBuilder::new).collect();
    let (mut row, mut rows) = (csv::ByteRecord::new(), 0);
    while reader.read_byte_record(&mut row).map_err(failed)? {
        rows += 1;
        let mut rest = columns.as_mut_slice();
        for (cell, group) in row.iter().zip(&groups) {
            let (these, others) = rest.split_at_mut(group.len());
            rest = others;
            if !is_flags(group) {
                these[0].push_text(cell)?;
                continue;
            }
            let is_set = |name: &str| cell.split(|&byte| byte == b' ').any(|set| set == name.as_bytes());
            let mut found = vec![];
            for (column, field) in these.iter_mut().zip(*group) {
                let set = is_set(&field.name);
                column.push(Some(set.into()))?;
                found.extend(set.then_some(field.name.as_str()));
            }
            if found.join(" ").as_bytes() != cell {
                return Err(UnreadableTable(format!("unknown effects: {:?}", String::from_utf8_lossy(cell))));
            }
        }
    }
    Ok(Batch { rows, columns: columns.into_iter().map(ColumnBuilder::finish).collect(), lengths: None })
}
