//! How the columns of tables are kept and written.

use std::borrow::Cow;

use enochian_tables::{Column, CsvWriter, Field, FieldKind, RowTable, digest};

#[test]
fn the_meaning_of_a_column_lists_its_words_unless_they_are_many() {
    let meaning = |words: usize| {
        let table = RowTable::new(vec![Column::word("column", "one of them", 1..=words, |&word: &usize| word)]);
        table.fields()[0].meaning.clone()
    };
    assert_eq!(meaning(3), "one of them: 1, 2, 3");
    assert_eq!(meaning(12), "one of them: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12");
    for many in [13, 20] {
        assert_eq!(meaning(many), format!("one of them: 1, 2 … {many}"));
    }
}

const WORDS: [&str; 4] = ["a1", "with a, comma", "with \"quotes\"", "in\ntwo lines"];

/// A table with a column of each kind, of rows that are numbers; of every third what may be missing is.
fn every_kind() -> RowTable<u16> {
    let is_there = |row: u16| !row.is_multiple_of(3);
    let mut columns = vec![
        Column::large("large", "the greatest of all", |row: &u16| i64::MAX >> (row % 63)),
        Column::word("word", "a word", WORDS, |row: &u16| usize::from(row % 4)),
        Column::optional_word("perhaps", "a word or none", WORDS, move |row: &u16| {
            is_there(*row).then_some(usize::from(row % 4))
        }),
        Column::optional_number("number", "a number or none", move |row: &u16| is_there(*row).then_some(row * 327)),
        Column::text("text", "a text or none", true, move |row: &u16| {
            is_there(*row).then(|| Cow::Owned(format!("ü, \"{}\"\n", row % 70)))
        }),
    ];
    columns.extend(
        [("often", 2), ("no_move", 3), ("set seldom", 50)]
            .map(|(name, every)| Column::flag(name, "now and then", move |row: &u16| row.is_multiple_of(every))),
    );
    RowTable::new(columns)
}

/// What stands in a row of it; flags as the names of those that are set.
fn cells(row: u16) -> [String; 6] {
    let or_none = |text: String| if row.is_multiple_of(3) { String::new() } else { text };
    let word = WORDS[usize::from(row % 4)].to_owned();
    let set =
        [("often", 2), ("no_move", 3), ("set seldom", 50)].into_iter().filter(|(_, every)| row.is_multiple_of(*every));
    [
        (i64::MAX >> (row % 63)).to_string(),
        word.clone(),
        or_none(word),
        or_none((row * 327).to_string()),
        or_none(format!("ü, \"{}\"\n", row % 70)),
        set.map(|(name, _)| name).collect::<Vec<_>>().join(" "),
    ]
}

#[test]
fn what_is_written_as_csv_is_read_back() {
    let table = every_kind();
    let rows: Vec<u16> = (0..200).collect();
    let mut written = Vec::new();
    let mut writer = CsvWriter::begin(&mut written, table.fields()).unwrap();
    // None has a value that is missing, another nothing at all.
    for some in [&rows[1..2], &rows[..1], &rows[2..2], &rows[2..]] {
        writer.write(&table.batch(some)).unwrap();
    }
    writer.finish().unwrap();
    let mut reader = csv::Reader::from_reader(written.as_slice());
    assert_eq!(reader.headers().unwrap(), vec!["large", "word", "perhaps", "number", "text", "effect_names"]);
    let order = [1, 0].into_iter().chain(2..200);
    assert!(reader.records().map(Result::unwrap).eq(order.map(|row| cells(row).to_vec())));

    let list = Field {
        name: "turns".to_owned(),
        meaning: String::new(),
        kind: FieldKind::List(table.fields().to_vec()),
        nullable: false,
    };
    let mut batch = table.batch(&rows);
    batch.lengths = Some(vec![200]);
    let mut written = Vec::new();
    assert!(CsvWriter::begin(&mut written, &[list]).unwrap().write(&batch).is_err());
}

#[cfg(feature = "parquet")]
#[test]
fn what_is_written_as_parquet_is_read_back() {
    use std::io::Write;

    use enochian_tables::{TableCompression, parquet::file};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field as Cell;

    let table = every_kind();
    let rows: Vec<u16> = (0..20_000).map(|row| row % 200).collect();
    let batches = [&rows[1..2], &rows[..1], &rows[2..2], &rows[2..]].map(|some| table.batch(some));
    for compression in TableCompression::NAMES.map(|(_, compression)| compression) {
        let about = ("key".to_owned(), "value".to_owned());
        let content = file(table.fields(), about, compression, &batches).unwrap();
        let mut written = tempfile::tempfile().unwrap();
        written.write_all(&content).unwrap();
        let reader = SerializedFileReader::new(written).unwrap();
        let mut found = reader.get_row_iter(None).unwrap().map(Result::unwrap);
        for (row, found) in [1, 0].iter().chain(&rows[2..]).zip(&mut found) {
            let mut set = vec![];
            let mut of_row = vec![];
            for (name, cell) in found.get_column_iter() {
                match cell {
                    Cell::Bool(flag) => set.extend(flag.then_some(name.as_str())),
                    Cell::Null => of_row.push(String::new()),
                    Cell::Str(text) => of_row.push(text.clone()),
                    number => of_row.push(number.to_string()),
                }
            }
            of_row.push(set.join(" "));
            assert_eq!(of_row, cells(*row), "{compression}");
        }
        assert!(found.next().is_none());
    }
}

#[test]
fn the_digest_of_rows_does_not_depend_on_batches() {
    let table = every_kind();
    let rows: Vec<u16> = (0..200).collect();
    let of = |pieces: &[&[u16]]| digest(&pieces.iter().map(|rows| table.batch(rows)).collect::<Vec<_>>());
    let whole = of(&[&rows]);
    assert_eq!(whole, of(&[&rows[..70], &rows[70..70], &rows[70..]]));
    let mut changed = rows.clone();
    changed.swap(100, 101);
    assert_ne!(whole, of(&[&changed]));
}
