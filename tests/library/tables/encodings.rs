//! How the columns of tables are kept and written.

use csv::Writer;
use enochian_tables::{
    Batch, Bits, Column, ColumnValues, CsvWriter, Field, FieldKind, RowTable, Values, flag_columns, flag_fields,
};

#[test]
fn bits_are_found_where_they_were_put() {
    let is_set = |at: usize| at % 3 == 1 || at % 7 == 2;
    for length in [0, 1, 7, 8, 9, 100] {
        let bits = Bits::of(length, is_set);
        let expected: Vec<usize> = (0..length).filter(|at| is_set(*at)).collect();
        assert_eq!((bits.count(), bits.places().collect::<Vec<_>>()), (expected.len(), expected));
        assert!((0..length).all(|at| bits.get(at) == is_set(at)));
    }
}

#[test]
fn every_flag_of_every_sum_is_in_its_column() {
    for count in [0, 1, 7, 8, 9, 1001] {
        let sums: Vec<u16> = (0..count).map(|at: u32| (at.wrapping_mul(0x9E37_79B1) >> 13) as u16).collect();
        let columns: Vec<_> = flag_columns(&sums).collect();
        assert_eq!((columns.len(), flag_fields().len()), (16, 16));
        for (bit, column) in columns.iter().enumerate() {
            let Values::Flags(found) = &column.values else { panic!("{column:?}") };
            assert_eq!(*found, Bits::of(sums.len(), |at| sums[at] >> bit & 1 == 1), "bit {bit} of {count}");
        }
    }
}

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

/// Some flags, and how often each is set.
const FLAGS: [(&str, usize); 3] = [("often", 2), ("no_move", 3), ("set seldom", 50)];

#[test]
fn every_cell_is_written_as_the_csv_library_writes_it() {
    let words = ["a1", "with a, comma", "with \"quotes\"", "in\ntwo lines", " spaces ", ""].map(str::to_owned);
    let field =
        |name: &str, kind: FieldKind| Field { name: name.to_owned(), meaning: String::new(), kind, nullable: true };
    let mut fields = vec![
        field("large", FieldKind::Large),
        field("the \"word\"", FieldKind::Word(words.to_vec().into())),
        field("number", FieldKind::Number),
        field("small", FieldKind::Small),
    ];
    fields.extend(FLAGS.map(|(name, _)| field(name, FieldKind::Flag)));
    let (large, number) = (|row: usize| i64::MAX >> (row % 63), |row: usize| row as u16 * 327);
    let batch = |rows: std::ops::Range<usize>| {
        let known = |is_known: fn(usize) -> bool| Some(Bits::of(rows.len(), |at| is_known(rows.start + at)));
        let mut columns = vec![
            ColumnValues::new(Values::Large(rows.clone().map(large).collect()), None),
            ColumnValues::new(
                Values::Words(rows.clone().map(|row| (row % 7 % 6) as u8).collect()),
                known(|row| row % 7 < 6),
            ),
            ColumnValues::new(Values::Number(rows.clone().map(number).collect()), known(|row| row % 3 > 0)),
            ColumnValues::new(Values::Small(rows.clone().map(|row| row as u8).collect()), None),
        ];
        columns.extend(FLAGS.map(|(_, every)| {
            ColumnValues::new(Values::Flags(Bits::of(rows.len(), |at| (rows.start + at).is_multiple_of(every))), None)
        }));
        Batch { rows: rows.len(), columns, lengths: None }
    };
    let mut expected = Writer::from_writer(vec![]);
    expected.write_record(["large", "the \"word\"", "number", "small", "effect_names"]).unwrap();
    for row in 0..200 {
        let set = FLAGS.iter().filter(|(_, every)| row % every == 0).map(|(name, _)| *name);
        let word = if row % 7 < 6 { words[row % 7].as_str() } else { "" };
        let number = if row % 3 > 0 { number(row).to_string() } else { String::new() };
        let cells = [&large(row).to_string(), word, &number, &row.to_string(), &set.collect::<Vec<_>>().join(" ")];
        expected.write_record(cells).unwrap();
    }
    let mut found = Vec::new();
    let mut writer = CsvWriter::begin(&mut found, &fields).unwrap();
    writer.write(&batch(0..90)).unwrap();
    writer.write(&batch(90..200)).unwrap();
    writer.finish().unwrap();
    assert_eq!(String::from_utf8(found).unwrap(), String::from_utf8(expected.into_inner().unwrap()).unwrap());
}
