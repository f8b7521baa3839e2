//! The columns as a person reads them: `docs/DATA.md`.

use std::fmt::Write;

use super::Level;
use super::table::{Described, Table};

/// The columns of a level as a table of Markdown: name, type, meaning.
///
/// ```
/// use enochian::simulate::output::{Level, describe};
/// assert!(describe(Level::Events).contains("| `army` | text | whose turn it was: Air, Water, Fire, Earth |"));
/// ```
pub fn describe(level: Level) -> String {
    let mut text = "| column | type | meaning |\n|---|---|---|\n".to_owned();
    let schema = Table::new(level).schema();
    let columns: Vec<Described<'_>> = schema.fields().iter().map(|field| Described::of(field)).collect();
    rows(&columns, "", &mut text);
    text
}

fn rows(columns: &[Described<'_>], within: &str, text: &mut String) {
    for Described { name, kind, meaning, items } in columns {
        let _ = writeln!(text, "| `{within}{name}` | {kind} | {meaning} |");
        rows(items, &format!("{within}{name}."), text);
    }
}
