//! A part that was read back: its readings counted again, and compared with readings that were played again.

use std::fmt;
use std::ops::Range;

use enochian_engine::chess::{Army, Role, Square};
use enochian_engine::simulate::{COUNTERS, EffectFlags, Tally};

use super::DetailLevel;
use super::column_builder::UnreadableTable;
use super::flags;
use super::level_table::LevelTable;
use super::values::{Batch, ColumnValues, Values};

/// The rows of a part.
pub struct PartTable<'t> {
    table: &'t LevelTable,
    batch: Batch,
    /// The first turn of each reading, and the number of all turns; empty in a table without turns.
    starts: Vec<usize>,
}

impl fmt::Debug for PartTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartTable").field("table", &self.table).finish_non_exhaustive()
    }
}

fn wrong(problem: impl Into<String>) -> UnreadableTable {
    UnreadableTable(problem.into())
}

impl<'t> PartTable<'t> {
    /// The part with these rows, which must be those of a range of readings.
    ///
    /// # Errors
    /// If they are of other readings, or do not agree with each other.
    pub fn new(table: &'t LevelTable, batch: Batch, range: &Range<u64>) -> Result<PartTable<'t>, UnreadableTable> {
        let mut part = PartTable { table, batch, starts: vec![] };
        part.check_flags()?;
        let readings = match table.level() {
            DetailLevel::Summary => part.batch.rows,
            DetailLevel::Lists => {
                part.starts = part.starts_of_lists()?;
                part.batch.rows
            }
            DetailLevel::Events => {
                part.starts = part.starts_of_events()?;
                part.starts.len() - 1
            }
        };
        let rows = if table.level() == DetailLevel::Events { &part.starts[..readings] } else { &[] };
        let reading = part.column("reading")?;
        let is_of_range = |place: usize| {
            let number = reading.at(*rows.get(place).unwrap_or(&place));
            number.and_then(|number| u64::try_from(number).ok()) == Some(range.start + place as u64)
        };
        if readings as u64 != range.end - range.start || !(0..readings).all(is_of_range) {
            return Err(wrong("it has other readings than its name says"));
        }
        Ok(part)
    }

    fn column(&self, name: &str) -> Result<&ColumnValues, UnreadableTable> {
        let mut leaves = self.table.fields().iter().flat_map(super::Field::leaves);
        let place = leaves.position(|field| field.name == name);
        place.and_then(|place| self.batch.columns.get(place)).ok_or_else(|| wrong(format!("it has no column `{name}`")))
    }

    /// The flags of effects say the same as their sum.
    fn check_flags(&self) -> Result<(), UnreadableTable> {
        if self.table.level() == DetailLevel::Summary {
            return Ok(());
        }
        let Values::Number(effects) = &self.column("effects")?.values else { return Ok(()) };
        let written = flags::fields().into_iter().zip(flags::columns(effects));
        for (field, right) in written {
            match (&self.column(&field.name)?.values, &right.values) {
                (Values::Flags(found), Values::Flags(right)) if found == right => {}
                _ => return Err(wrong(format!("the column `{}` does not agree with `effects`", field.name))),
            }
        }
        Ok(())
    }

    fn starts_of_lists(&self) -> Result<Vec<usize>, UnreadableTable> {
        let (length, turn) = (self.column("length")?, self.column("turn")?);
        let mut starts = vec![0];
        for (row, &turns) in self.batch.lengths.iter().flatten().enumerate() {
            let first = starts[row];
            let are_numbered = (0..turns).all(|place| turn.at(first + place) == Some(place as i64 + 1));
            if length.at(row) != Some(turns as i64) || !are_numbered {
                return Err(wrong(format!("the list of row {row} does not have the turns of its reading")));
            }
            starts.push(first + turns);
        }
        Ok(starts)
    }

    fn starts_of_events(&self) -> Result<Vec<usize>, UnreadableTable> {
        let columns = [self.column("reading")?, self.column("ptah")?, self.column("kings")?];
        let turn = self.column("turn")?;
        let (mut starts, mut number) = (vec![], 0);
        for row in 0..self.batch.rows {
            let goes_on = row > 0 && turn.at(row) != Some(1);
            number = if goes_on { number + 1 } else { 1 };
            if turn.at(row) != Some(number) {
                return Err(wrong(format!("the turns are not in order in row {row}")));
            }
            if !goes_on {
                starts.push(row);
            } else if columns.iter().any(|column| column.at(row) != column.at(row - 1)) {
                return Err(wrong(format!("the turns of one reading differ about it in row {row}")));
            }
        }
        starts.push(self.batch.rows);
        Ok(starts)
    }

    /// Counts the readings again. A table of events says only some of it: see [`PartTable::COUNTED_OF_EVENTS`].
    ///
    /// # Errors
    /// If it lacks a column.
    pub fn tally(&self) -> Result<Tally, UnreadableTable> {
        match self.table.level() {
            DetailLevel::Summary | DetailLevel::Lists => self.tally_of_readings(),
            DetailLevel::Events => self.tally_of_events(),
        }
    }

    /// The keys of a summary that follow from a table of events.
    pub const COUNTED_OF_EVENTS: [&'static str; 7] =
        ["readings", "turns", "answers", "lengths", "no_moves", "landings", "moved"];

    fn tally_of_readings(&self) -> Result<Tally, UnreadableTable> {
        let mut tally = Tally::new();
        let rows = self.batch.rows;
        let sum = |name: &str| -> Result<u64, UnreadableTable> {
            let column = self.column(name)?;
            Ok((0..rows).filter_map(|row| column.at(row)).map(i64::unsigned_abs).sum())
        };
        let [ptah, kings, manner] = [self.column("ptah")?, self.column("kings")?, self.column("manner")?];
        let (ending, length) = (self.column("ending")?, self.column("length")?);
        for row in 0..rows {
            let manner = place(manner, row);
            tally.ptah[place(ptah, row)][manner] += 1;
            tally.kings[place(kings, row)][manner] += 1;
            tally.endings[place(ending, row)] += 1;
            count_length(&mut tally, place(length, row));
        }
        tally.readings = rows as u64;
        for (number, counter) in tally.counts.events.0.iter_mut().zip(COUNTERS) {
            *number = sum(counter.name)?;
        }
        for army in Army::ALL {
            let (lower, at) = (army.name().to_lowercase(), army.index());
            let fates = self.column(&format!("{lower}_fate"))?;
            let taken = self.column(&format!("{lower}_king_taken_by"))?;
            for row in 0..rows {
                tally.fates[at][place(fates, row)] += 1;
                tally.kings_taken[at] += u64::from(taken.at(row).is_some());
            }
            for role in Role::ALL {
                tally.counts.moved[at][role.index()] =
                    sum(&format!("moves_{lower}_{}", role.to_string().to_lowercase()))?;
            }
        }
        for square in Square::all() {
            tally.counts.landings[square.index()] = sum(&format!("landings_{square}"))?;
        }
        Ok(tally)
    }

    fn tally_of_events(&self) -> Result<Tally, UnreadableTable> {
        let mut tally = Tally::new();
        let (ptah, kings) = (self.column("ptah")?, self.column("kings")?);
        for ends in self.starts.windows(2) {
            tally.ptah[place(ptah, ends[0])][0] += 1;
            tally.kings[place(kings, ends[0])][0] += 1;
            count_length(&mut tally, ends[1] - ends[0]);
        }
        tally.readings = self.starts.len() as u64 - 1;
        let (army, piece, to) = (self.column("army")?, self.column("piece")?, self.column("to")?);
        let effects = self.column("effects")?;
        let mut no_moves = 0;
        for row in 0..self.batch.rows {
            let no_move = EffectFlags(place(effects, row) as u16).has(EffectFlags::NO_MOVE);
            if no_move != to.at(row).is_none() {
                return Err(wrong(format!("row {row} is both a move and none")));
            }
            if no_move {
                no_moves += 1;
            } else {
                tally.counts.landings[place(to, row)] += 1;
                tally.counts.moved[place(army, row)][place(piece, row)] += 1;
            }
        }
        for (number, counter) in tally.counts.events.0.iter_mut().zip(COUNTERS) {
            *number = if counter.effect == EffectFlags::NO_MOVE { no_moves } else { 0 };
        }
        Ok(tally)
    }

    /// The first column in which readings that were played again differ from those that begin at a place; `None` if they are
    /// the same.
    #[must_use]
    pub fn difference(&self, first: usize, played: &Batch) -> Option<String> {
        let of_readings = self.table.columns_of_readings();
        let has_turns = self.table.level() != DetailLevel::Summary;
        let turn = self.starts.get(first).copied().unwrap_or_default();
        let leaves = self.table.fields().iter().flat_map(super::Field::leaves);
        let columns = leaves.zip(self.batch.columns.iter().zip(&played.columns)).enumerate();
        for (at, (field, (found, right))) in columns {
            let is_of_turn = has_turns && (at >= of_readings || self.table.level() == DetailLevel::Events);
            let from = if is_of_turn { turn } else { first };
            if right.len() > found.len() - from.min(found.len())
                || (0..right.len()).any(|row| found.at(from + row) != right.at(row))
            {
                return Some(field.name.clone());
            }
        }
        None
    }
}

/// A place among words or numbers, of which none is missing.
fn place(column: &ColumnValues, row: usize) -> usize {
    column.at(row).and_then(|place| usize::try_from(place).ok()).unwrap_or_default()
}

fn count_length(tally: &mut Tally, turns: usize) {
    if tally.lengths.len() <= turns {
        tally.lengths.resize(turns + 1, 0);
    }
    tally.lengths[turns] += 1;
    tally.turns += turns as u64;
}
