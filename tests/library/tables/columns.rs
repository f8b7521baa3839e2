//! The columns of tables in `docs/RESEARCH.md`.

use std::fs;
use std::path::Path;

use enochian::export::JournalTable;
use enochian::simulate::output::{DetailLevel, describe};

/// What the name of a column begins or ends with that is one of several alike.
const ALIKE: [&str; 4] = ["`moves_", "`landings_", "_fate`", "_king_taken_by`"];

/// What a row of a description has in common with others that are told together.
fn family(row: &str) -> Option<&str> {
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    let is_alike = |part: &&str| cells[1].starts_with(part) || cells[1].ends_with(part);
    ALIKE.into_iter().find(is_alike).or((cells[2] == "bool").then_some("flags"))
}

/// The rows, with those alike told by the first: its name and that of the last.
fn told(rows: &str) -> String {
    let rows: Vec<&str> = rows.lines().collect();
    let mut text = String::new();
    for alike in rows.chunk_by(|row, next| family(row).is_some() && family(row) == family(next)) {
        let [first, last] = [alike[0], alike[alike.len() - 1]].map(|row| row.split('|').nth(1).unwrap().trim());
        let name = if alike.len() == 1 { first.to_owned() } else { format!("{first} … {last}") };
        text += &format!("{}\n", alike[0].replacen(first, &name, 1));
    }
    text
}

/// The columns of a table, from the first that the page does not name before it.
fn columns(table: &str) -> String {
    let (columns, from) = match table {
        "summary" => (describe(DetailLevel::Summary), "| `reading`"),
        "events" => (describe(DetailLevel::Events), "| `turn`"),
        "landings" => (JournalTable::landings().describe(), "| `board`"),
        "notes" => (JournalTable::notes().describe(), "| `turn`"),
        other => panic!("{other}"),
    };
    let heading: String = columns.lines().take(2).map(|line| format!("{line}\n")).collect();
    heading + &told(&columns[columns.find(from).unwrap()..])
}

/// Run with `UPDATE_DATA=1` it writes the columns.
#[test]
fn the_page_for_research_has_the_columns() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/RESEARCH.md");
    let stands = fs::read_to_string(&path).unwrap();
    let mut written = String::new();
    let mut rest = stands.as_str();
    let mut tables = 0;
    while let Some((before, after)) = rest.split_once("<!-- columns: ") {
        let (table, after) = after.split_once(" -->\n").unwrap();
        written += &format!("{before}<!-- columns: {table} -->\n\n{}", columns(table));
        rest = after.trim_start_matches('\n');
        while let Some(line) = rest.split_inclusive('\n').next().filter(|line| line.starts_with('|')) {
            rest = &rest[line.len()..];
        }
        written += if rest.starts_with('\n') { "" } else { "\n" };
        tables += 1;
    }
    written += rest;
    assert_eq!(tables, 4);
    if std::env::var_os("UPDATE_DATA").is_some() {
        fs::write(&path, &written).unwrap();
    } else {
        assert_eq!(written, stands, "run it with UPDATE_DATA=1 if this is meant");
    }
}
