//! What tables say of themselves: their provenance and columns in the metadata of files, and the columns in `docs/RESEARCH.md`.

use std::fmt::Write;
#[cfg(feature = "parquet")]
use std::io;

use serde::Serialize;

#[cfg(feature = "parquet")]
use super::super::Provenance;
use super::DetailLevel;
#[cfg(feature = "parquet")]
use super::OutputError;
use enochian_tables::LevelTable;
use enochian_tables::{Field, FieldKind};

/// The key of the metadata of a table's files.
#[cfg(feature = "parquet")]
const KEY: &str = "enochian";

/// The metadata of a table's files: its key, and the columns as JSON, with the provenance of the readings of a simulation.
#[cfg(feature = "parquet")]
pub(super) fn metadata(
    fields: &[Field],
    of: Option<(&Provenance, DetailLevel)>,
) -> Result<(String, String), OutputError> {
    let columns = fields.iter().map(ColumnMetadata::of).collect();
    let (provenance, level) = of.unzip();
    let json = serde_json::to_string(&TableMetadata { provenance, level, columns });
    Ok((KEY.to_owned(), json.map_err(io::Error::from)?))
}

#[cfg(feature = "parquet")]
#[derive(Serialize)]
struct TableMetadata<'t> {
    #[serde(flatten)]
    provenance: Option<&'t Provenance>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<DetailLevel>,
    columns: Vec<ColumnMetadata<'t>>,
}

/// The description of a column in metadata and `docs/RESEARCH.md`.
#[derive(Serialize)]
struct ColumnMetadata<'f> {
    name: &'f str,
    #[serde(rename = "type")]
    kind: String,
    meaning: &'f str,
    /// The columns of each item of a list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    items: Vec<ColumnMetadata<'f>>,
}

impl ColumnMetadata<'_> {
    fn of(field: &Field) -> ColumnMetadata<'_> {
        let items = match &field.kind {
            FieldKind::List(fields) => fields.iter().map(ColumnMetadata::of).collect(),
            _ => vec![],
        };
        ColumnMetadata { name: &field.name, kind: type_of(field), meaning: &field.meaning, items }
    }
}

/// The columns of a level as a Markdown table: name, type, meaning.
///
/// ```
/// use enochian::simulate::output::{DetailLevel, describe};
/// assert!(describe(DetailLevel::Events).contains("| `army` | text | the army whose turn it was: Air, Water, Fire, Earth |"));
/// ```
#[must_use]
pub fn describe(level: DetailLevel) -> String {
    describe_fields(LevelTable::new(level).fields())
}

/// The same for any columns.
pub(crate) fn describe_fields(fields: &[Field]) -> String {
    let mut text = "| column | type | meaning |\n|---|---|---|\n".to_owned();
    let columns: Vec<ColumnMetadata<'_>> = fields.iter().map(ColumnMetadata::of).collect();
    describe_rows(&columns, "", &mut text);
    text
}

fn describe_rows(columns: &[ColumnMetadata<'_>], within: &str, text: &mut String) {
    for ColumnMetadata { name, kind, meaning, items } in columns {
        let _ = writeln!(text, "| `{within}{name}` | {kind} | {meaning} |");
        describe_rows(items, &format!("{within}{name}."), text);
    }
}

/// The name of a type, as in `docs/RESEARCH.md`.
fn type_of(field: &Field) -> String {
    let name = match field.kind {
        FieldKind::Number => "int32",
        FieldKind::Large => "int64",
        FieldKind::Flag => "bool",
        FieldKind::Word(_) | FieldKind::Text => "text",
        FieldKind::List(_) => "list",
    };
    if field.nullable { format!("{name} or null") } else { name.to_owned() }
}
