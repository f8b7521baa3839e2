//! The design as people write it.

use crate::chess::{ParsePositionError, Position, Setup};
use crate::correspondences::Correspondences;
use crate::input::{Diagnostics, Source, TomlTable, TomlValue};
use crate::simulate::LIMIT;
use crate::simulate::output::{DetailLevel, TableCompression, TableFormat, TableSpec};

use super::Factor;
use super::factor::START;

/// Which readings the cells play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellChance {
    /// Each its own: consecutive numbers of one seed, so that the cells are independent of each other.
    #[default]
    Own,
    /// All the same numbers of one seed, so that cells can be compared reading by reading, and are not independent.
    Shared,
}

/// A design: the factors, and how many readings are played of each combination of their levels.
///
/// ```
/// use enochian::correspondences::Correspondences;
/// use enochian::input::Source;
/// use enochian::simulate::design::Design;
///
/// let text = "question = \"brother.toml\"\nreadings = 1000\n[factors]\nboard = [\"all\"]\ndice = [\"all\"]\nruleset = [\"all\"]\n";
/// let design = Design::read(&Source::new("design.toml", text), Correspondences::embedded()).unwrap();
/// assert_eq!(design.factors.iter().map(|factor| factor.len()).product::<usize>(), 16);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Design {
    /// The question file, as the design names it.
    pub question: String,
    /// The number of readings in each cell.
    pub readings: u64,
    /// The seed of all cells.
    pub seed: u64,
    /// The limit of turns, unless it is a factor.
    pub limit: u16,
    /// Whether readings go on after the answer by their procedure: see [`Plan::play_out`](crate::simulate::Plan::play_out).
    pub play_out: bool,
    /// Which readings the cells play.
    pub chance: CellChance,
    /// Of how many cells one is played; 1 is the full factorial.
    pub fraction: u64,
    /// Whether combinations that the rules do not allow are left out, and not faults.
    pub leave_out: bool,
    /// How the readings of each cell are written; `None` if they are only counted.
    pub tables: Option<TableSpec>,
    /// The factors, in the order of the file.
    pub factors: Vec<Factor>,
}

impl Design {
    /// Reads a design.
    ///
    /// # Errors
    /// All errors with their lines.
    pub fn read(source: &Source, correspondences: &Correspondences) -> Result<Design, Diagnostics> {
        TomlTable::read(source, |fields| {
            let question = fields.text("question");
            let readings = fields.integer("readings", 1..=i64::MAX);
            let seed = fields.optional("seed").map_or(Some(1), |item| item.integer(0..=i64::MAX));
            let limit_item = fields.optional("limit");
            let limit = limit_item.as_ref().map_or(Some(LIMIT), |item| item.integer(1..=u16::MAX));
            let play_out = fields.optional("play_out").map_or(Some(false), |item| item.boolean());
            let chances = [("own", CellChance::Own), ("shared", CellChance::Shared)];
            let chance = fields.optional("chance").map_or(Some(CellChance::Own), |item| item.one_of(&chances));
            let fraction = fields.optional("fraction").map_or(Some(1), |item| item.integer(2..=1000));
            let invalid = [("refuse", false), ("leave out", true)];
            let leave_out = fields.optional("invalid").map_or(Some(false), |item| item.one_of(&invalid));
            let tables = fields.optional("tables").map_or(Some(None), |item| item.table(table_spec).map(Some));
            let positions = fields.optional("positions").map_or(Some(vec![]), |item| item.table(positions));
            let known = positions.as_deref().unwrap_or_default();
            let factors = fields.table("factors", |fields| Factor::read_all(fields, known, correspondences));
            let is_factor = |name| factors.iter().flatten().any(|factor: &Factor| factor.name == name);
            if let (Some(item), true) = (&limit_item, is_factor("limit")) {
                item.error("`limit` is a factor too", "either of them");
            }
            if let (Some(item), false) = (fields.optional("positions"), is_factor("position") || factors.is_none()) {
                item.error("no factor uses these positions", "a factor such as `position = [\"all\"]`");
            }
            Some(Design {
                question: question?,
                readings: readings? as u64,
                seed: seed? as u64,
                limit: limit?,
                play_out: play_out?,
                chance: chance?,
                fraction: fraction? as u64,
                leave_out: leave_out?,
                tables: tables?,
                factors: factors?,
            })
        })
    }
}

/// How the readings are written.
fn table_spec(fields: &TomlTable<'_>) -> Option<TableSpec> {
    fn choice<T: Copy>(fields: &TomlTable<'_>, key: &str, names: &[(&str, T)], default: T) -> Option<T> {
        fields.optional(key).map_or(Some(default), |item| item.one_of(names))
    }
    let level = choice(fields, "level", &DetailLevel::NAMES, DetailLevel::Summary);
    let format = choice(fields, "format", &TableFormat::NAMES, TableFormat::default());
    let compression = choice(fields, "compression", &TableCompression::NAMES, TableCompression::None);
    let part = fields.optional("part").map_or(Some(None), |item| item.integer(1..=i64::MAX).map(Some));
    let (level, format, compression, part) = (level?, format?, compression?, part?.map(|part| part as u64));
    match TableSpec::new(level, format, part).and_then(|spec| spec.compressed(compression)) {
        Ok(spec) => Some(spec),
        Err(error) => {
            fields.error(error.to_string(), "another format");
            None
        }
    }
}

/// The positions by their names.
fn positions(fields: &TomlTable<'_>) -> Option<Vec<(String, Position)>> {
    let all: Vec<_> = fields.entries().iter().map(position).collect();
    all.into_iter().collect()
}

fn position(item: &TomlValue<'_>) -> Option<(String, Position)> {
    let name = item.key().to_owned();
    if [START, "all"].contains(&name.as_str()) {
        item.error(format!("`{name}` cannot be the name of a position"), "another name");
    }
    let text = item.text()?;
    // The turns of a reading are counted from its start.
    let read = text
        .parse::<Setup>()
        .and_then(|setup| Setup { ply: 0, ..setup }.into_position().map_err(ParsePositionError::Illegal));
    match read {
        Ok(position) => Some((name, position)),
        Err(error) => {
            item.error(error.to_string(), "");
            None
        }
    }
}
