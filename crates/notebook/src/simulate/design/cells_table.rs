//! The tidy table of a design: a row for each cell.

use std::collections::BTreeSet;

use csv::Writer;

use crate::correspondences::Criterion;
use crate::simulate::output::OutputError;
use crate::simulate::{SimulationSummary, Tally};

use super::{DesignPlan, PlannedCell};

/// The shares for which the table has the quantiles of the lengths, in percent.
const QUANTILES: [u8; 7] = [0, 5, 25, 50, 75, 95, 100];

/// The rows of the table, by columns. All numbers are counts, so that they are exact and can be added up.
pub(super) struct CellsTable {
    pub(super) columns: Vec<(String, TidyColumn)>,
}

/// The values of a column.
pub(super) enum TidyColumn {
    Text(Vec<Option<String>>),
    Number(Vec<i64>),
}

impl CellsTable {
    pub(super) fn of(plan: &DesignPlan, rows: &[(&PlannedCell, SimulationSummary)]) -> CellsTable {
        let mut table = CellsTable { columns: vec![] };
        table.number("cell", rows, |(cell, _)| cell.cell);
        for factor in &plan.factors {
            table.text(factor, rows, |(cell, _)| cell.levels.get(factor));
        }
        let settings: BTreeSet<&String> = rows.iter().flat_map(|(cell, _)| cell.setting.keys()).collect();
        for name in settings {
            table.text(&format!("setting_{name}"), rows, |(cell, _)| cell.setting.get(name));
        }
        let armies: BTreeSet<&String> = rows.iter().flat_map(|(cell, _)| cell.policies.keys()).collect();
        for army in armies {
            table.text(&format!("policy_{}", key(army)), rows, |(cell, _)| cell.policies.get(army));
        }
        table.number("limit_of_turns", rows, |(cell, _)| cell.limit.into());
        table.number("seed", rows, |_| plan.seed);
        table.number("reading_from", rows, |(cell, _)| cell.from);
        table.number("reading_to", rows, |(cell, _)| cell.to);
        table.number("readings", rows, |(_, summary)| summary.readings);
        table.number("turns", rows, |(_, summary)| summary.turns);
        for criterion in Criterion::ALL {
            for verdict in Tally::VERDICTS {
                let name = format!("{criterion}_{verdict}");
                table.number(&name, rows, |(_, summary)| summary.answer(criterion, verdict));
            }
        }
        table.counts("ending", rows, |summary| summary.endings.iter());
        for percent in QUANTILES {
            let length = |(_, summary): &Row<'_>| summary.length(f64::from(percent) / 100.0).into();
            table.number(&format!("length_{percent}"), rows, length);
        }
        table.counts("king_taken", rows, |summary| summary.kings_taken.iter());
        let armies: BTreeSet<&String> = rows.iter().flat_map(|(_, summary)| summary.fates.keys()).collect();
        for army in armies {
            table.counts(&format!("fate_{}", key(army)), rows, |summary| summary.fates.get(army).into_iter().flatten());
        }
        let counters = rows.first().map_or(vec![], |(_, summary)| summary.events.iter().collect());
        for (place, (counter, _)) in counters.iter().enumerate() {
            table.number(counter.name, rows, |(_, summary)| summary.events.0[place]);
        }
        table
    }

    fn text<'r>(&mut self, name: &str, rows: &'r [Row<'r>], of: impl Fn(&'r Row<'r>) -> Option<&'r String>) {
        let values = rows.iter().map(|row| of(row).cloned()).collect();
        self.columns.push((name.to_owned(), TidyColumn::Text(values)));
    }

    /// Numbers below 2^63, as all are: seeds and the numbers of readings are checked when a design is planned.
    fn number(&mut self, name: &str, rows: &[Row<'_>], of: impl Fn(&Row<'_>) -> u64) {
        let values = rows.iter().map(|row| i64::try_from(of(row)).unwrap_or(i64::MAX)).collect();
        self.columns.push((name.to_owned(), TidyColumn::Number(values)));
    }

    /// A column for each name of some counts.
    fn counts<'r, I: Iterator<Item = (&'r String, &'r u64)>>(
        &mut self,
        prefix: &str,
        rows: &'r [Row<'r>],
        of: impl Fn(&'r SimulationSummary) -> I,
    ) {
        let names: BTreeSet<&String> = rows.iter().flat_map(|(_, summary)| of(summary).map(|(name, _)| name)).collect();
        for name in names {
            let count = |row: &'r Row<'r>| of(&row.1).find(|(other, _)| *other == name).map_or(0, |(_, count)| *count);
            let values = rows.iter().map(|row| count(row) as i64).collect();
            self.columns.push((format!("{prefix}_{}", key(name)), TidyColumn::Number(values)));
        }
    }

    /// The table as CSV; an empty cell is null.
    pub(super) fn to_csv(&self) -> Result<Vec<u8>, OutputError> {
        let failed = |error: csv::Error| OutputError::Table(error.to_string());
        let mut out = Writer::from_writer(vec![]);
        out.write_record(self.columns.iter().map(|(name, _)| name)).map_err(failed)?;
        let rows = self.columns.first().map_or(0, |(_, column)| column.len());
        for row in 0..rows {
            out.write_record(self.columns.iter().map(|(_, column)| column.cell(row))).map_err(failed)?;
        }
        out.into_inner().map_err(|error| OutputError::Stream(error.into_error()))
    }
}

type Row<'r> = (&'r PlannedCell, SimulationSummary);

impl TidyColumn {
    fn len(&self) -> usize {
        match self {
            TidyColumn::Text(values) => values.len(),
            TidyColumn::Number(values) => values.len(),
        }
    }

    fn cell(&self, row: usize) -> String {
        match self {
            TidyColumn::Text(values) => values[row].clone().unwrap_or_default(),
            TidyColumn::Number(values) => values[row].to_string(),
        }
    }
}

/// A name as part of that of a column: `drawn: bare kings` is `drawn_bare_kings`.
fn key(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_columns_have_no_signs() {
        assert_eq!(["Air", "drawn: bare kings"].map(key), ["air", "drawn_bare_kings"]);
    }
}
