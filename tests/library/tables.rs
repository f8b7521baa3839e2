//! The tables of a simulation: what stands in them, how a run is broken off and gone on with, and what `docs/RESEARCH.md` says.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use enochian::chess::{self, Army, Mode, Officer, Outcome, Role, Side, Square};
use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::{Question, QuestionDraft, Verdict};
use enochian::simulate::output::{DetailLevel, OutputError, Replay, RunDir, TableFormat, TableSpec, describe, stream};
use enochian::simulate::{COUNTERS, EffectFlags, Observer, Plan, ReadingEnd, ReadingRow, TurnRow, Workers};

use sha2::{Digest, Sha256};

#[cfg(feature = "journal")]
mod columns;
#[cfg(feature = "cli")]
mod commands;
mod encodings;

const BROTHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/questions/brother.toml");

fn question() -> Question {
    let file = Source::read(BROTHER.as_ref(), Source::TOML_LIMIT).unwrap();
    QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap()
}

struct Kept(Vec<(ReadingRow, Vec<TurnRow>)>);

impl Observer for Kept {
    const TURNS: bool = true;
    fn reading(&mut self, row: &ReadingRow, turns: &[TurnRow]) {
        self.0.push((row.clone(), turns.to_vec()));
    }
}

fn kept(plan: &Plan) -> Vec<(ReadingRow, Vec<TurnRow>)> {
    let mut all = Vec::new();
    let Ok(()) = plan.run(
        1,
        || Kept(vec![]),
        |_, piece| {
            all.extend(piece.0);
            Ok::<(), Infallible>(())
        },
    );
    all
}

/// The parts of a folder, in the order of their names.
fn parts(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| ["parquet", "csv", "arrow"].map(OsStr::new).map(Some).contains(&path.extension()));
    found.sort();
    found
}

/// Each cell as text by the name of its column.
type Cells = BTreeMap<String, String>;

/// A row, and the items of its list.
type RowAndItems = (Cells, Vec<Cells>);

fn of_csv(text: &[u8]) -> Vec<Cells> {
    let mut rows: Vec<Cells> = csv::Reader::from_reader(text).deserialize().map(Result::unwrap).collect();
    // The names of the flags that are set stand for a column each.
    for row in &mut rows {
        if let Some(set) = row.remove("effect_names") {
            let is_set = |flag: &str| u8::from(set.split_whitespace().any(|name| name == flag)).to_string();
            row.extend(flags().map(|flag| (flag.clone(), is_set(&flag))));
        }
    }
    rows
}

/// The columns of flags, from the lowest bit of the effects.
fn flags() -> impl Iterator<Item = String> + Clone {
    let effects = EffectFlags::NAMES.map(|(name, _)| name.replace(' ', "_"));
    effects.into_iter().chain(Officer::ALL.map(|officer| format!("chose_{officer}")))
}

/// The rows of a part.
fn of_part(path: &Path) -> Vec<RowAndItems> {
    match path.extension().unwrap().to_str().unwrap() {
        "csv" => of_csv(&fs::read(path).unwrap()).into_iter().map(|row| (row, vec![])).collect(),
        #[cfg(feature = "parquet")]
        "arrow" => readers::of_arrow(path),
        #[cfg(feature = "parquet")]
        "parquet" => readers::of_parquet(path),
        other => panic!("{other}"),
    }
}

/// All rows of a folder. Lists are left out.
fn rows(folder: &Path) -> Vec<Cells> {
    parts(folder).iter().flat_map(|part| of_part(part)).map(|(row, _)| row).collect()
}

/// All turns in the lists of a folder, as they would stand in rows of their own.
fn listed(folder: &Path) -> Vec<Cells> {
    let turns = |(row, turns): RowAndItems| {
        let beside = ["reading", "ptah", "kings"].map(|name| (name.to_owned(), row[name].clone()));
        turns.into_iter().map(move |turn| turn.into_iter().chain(beside.clone()).collect())
    };
    parts(folder).iter().flat_map(|part| of_part(part)).flat_map(turns).collect()
}

/// Reading back what the libraries can read.
#[cfg(feature = "parquet")]
mod readers {
    use std::fs::File;
    use std::io::Read;

    use arrow_array::cast::AsArray;
    use arrow_array::types::{Int32Type, Int64Type, UInt8Type};
    use arrow_array::{Array, ArrayRef, RecordBatch};
    use arrow_ipc::reader::{FileReader, StreamReader};
    use arrow_schema::Fields;
    use parquet::column::reader::ColumnReader;
    use parquet::file::metadata::{PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader};
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::file::serialized_reader::ReadOptionsBuilder;
    use parquet::record::{Field, Row};

    use super::*;

    fn cell(column: &dyn Array, row: usize) -> String {
        use arrow_schema::DataType::{Boolean, Dictionary, Int32, Int64, Utf8};
        if column.is_null(row) {
            return String::new();
        }
        match column.data_type() {
            Int32 => column.as_primitive::<Int32Type>().value(row).to_string(),
            Int64 => column.as_primitive::<Int64Type>().value(row).to_string(),
            Boolean => u8::from(column.as_boolean().value(row)).to_string(),
            Utf8 => column.as_string::<i32>().value(row).to_owned(),
            Dictionary(..) => {
                let words = column.as_dictionary::<UInt8Type>();
                cell(words.values(), words.keys().value(row).into())
            }
            other => panic!("{other}"),
        }
    }

    /// A row without its lists.
    fn cells(fields: &Fields, columns: &[ArrayRef], row: usize) -> Cells {
        let columns = fields.iter().zip(columns).filter(|(_, column)| !column.data_type().is_nested());
        columns.map(|(field, column)| (field.name().clone(), cell(column, row))).collect()
    }

    fn of_batch(batch: &RecordBatch) -> Vec<RowAndItems> {
        let of_row = |row: usize| {
            let items = batch.column_by_name("turns").map_or(vec![], |column| {
                let list = column.as_list::<i32>().value(row);
                let turns = list.as_struct();
                (0..turns.len()).map(|turn| cells(turns.fields(), turns.columns(), turn)).collect()
            });
            (cells(batch.schema().fields(), batch.columns(), row), items)
        };
        (0..batch.num_rows()).map(of_row).collect()
    }

    pub(super) fn of_arrow(path: &Path) -> Vec<RowAndItems> {
        let batches = FileReader::try_new(File::open(path).unwrap(), None).unwrap();
        batches.flat_map(|batch| of_batch(&batch.unwrap())).collect()
    }

    /// The rows of a stream in Arrow. Lists are left out.
    pub(super) fn of_stream(stream: impl Read) -> Vec<Cells> {
        let batches = StreamReader::try_new(stream, None).unwrap();
        batches.flat_map(|batch| of_batch(&batch.unwrap())).map(|(row, _)| row).collect()
    }

    fn of_row(row: &Row) -> RowAndItems {
        let (mut cells, mut items) = (Cells::new(), vec![]);
        for (name, field) in row.get_column_iter() {
            let text = match field {
                Field::Null => String::new(),
                Field::Bool(flag) => u8::from(*flag).to_string(),
                Field::Str(word) => word.clone(),
                Field::ListInternal(list) => {
                    let item = |item: &Field| match item {
                        Field::Group(row) => of_row(row).0,
                        other => panic!("{other}"),
                    };
                    items.extend(list.elements().iter().map(item));
                    continue;
                }
                number => number.to_string(),
            };
            cells.insert(name.clone(), text);
        }
        (cells, items)
    }

    pub(super) fn of_parquet(path: &Path) -> Vec<RowAndItems> {
        let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        reader.get_row_iter(None).unwrap().map(|row| of_row(&row.unwrap())).collect()
    }

    /// The metadata of a part with its page index.
    pub(super) fn described(part: &Path) -> ParquetMetaData {
        let reader = ParquetMetaDataReader::new().with_page_index_policy(PageIndexPolicy::Required);
        reader.parse_and_finish(&File::open(part).unwrap()).unwrap()
    }

    /// The values of a column in some rows, found by the page index. Nulls are left out.
    pub(super) fn some_values(part: &Path, column: usize, from: usize, count: usize) -> Vec<String> {
        macro_rules! read {
            ($column:expr, $text:expr) => {{
                let mut column = $column;
                assert_eq!(column.skip_records(from).unwrap(), from);
                let (mut known, mut repeated, mut values) = (vec![], vec![], vec![]);
                column.read_records(count, Some(&mut known), Some(&mut repeated), &mut values).unwrap();
                values.iter().map($text).collect()
            }};
        }
        let options = ReadOptionsBuilder::new().with_page_index().build();
        let reader = SerializedFileReader::new_with_options(File::open(part).unwrap(), options).unwrap();
        match reader.get_row_group(0).unwrap().get_column_reader(column).unwrap() {
            ColumnReader::BoolColumnReader(column) => read!(column, |flag| u8::from(*flag).to_string()),
            ColumnReader::Int32ColumnReader(column) => read!(column, |number| number.to_string()),
            ColumnReader::Int64ColumnReader(column) => read!(column, |number| number.to_string()),
            ColumnReader::ByteArrayColumnReader(column) => read!(column, |word| word.as_utf8().unwrap().to_owned()),
            _ => panic!("no column is of this type"),
        }
    }
}

/// Plays into a folder of a temporary folder.
fn written(plan: &Plan, shape: TableSpec, threads: usize) -> (tempfile::TempDir, PathBuf) {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("run");
    let mut folder = RunDir::create(&path, plan, Correspondences::embedded(), shape, "test").unwrap();
    folder.play(threads, |_| ()).unwrap();
    (place, path)
}

fn shape(level: DetailLevel, part: u64) -> TableSpec {
    TableSpec::new(level, TableFormat::default(), Some(part)).unwrap()
}

#[test]
fn a_row_holds_what_its_reading_came_to() {
    // A concourse, which is rare, is among the readings.
    let reading = Plan::new(question(), 3, 1200..1900);
    let game = Plan { mode: Mode::Game, ..Plan::new(question(), 3, 0..200) };
    let mut words = BTreeSet::new();
    for (plan, count) in [(reading, 3), (game, 1)] {
        let (_place, path) = written(&plan, shape(DetailLevel::Summary, 300), 2);
        assert_eq!(parts(&path).len(), count);
        let (rows, kept) = (rows(&path), kept(&plan));
        assert_eq!(rows.len(), kept.len());
        for (found, (row, turns)) in rows.iter().zip(&kept) {
            compare(found, row, turns);
        }
        assert!(plan.mode == Mode::Game || rows.iter().any(|row| row["concourses"] != "0"));
        let summary = RunDir::progress_of(&path).unwrap().summary;
        let having = |column: &str, word: &str| rows.iter().filter(|row| row[column] == word).count() as u64;
        for (ending, count) in &summary.endings {
            assert_eq!(*count, having("ending", ending), "{ending}");
        }
        for army in Army::ALL {
            for (fate, count) in &summary.fates[army.name()] {
                assert_eq!(*count, having(&format!("{}_fate", army.name().to_lowercase()), fate), "{army} {fate}");
            }
        }
        words.extend(rows.into_iter().flatten().filter(|(name, _)| name.ends_with("_fate") || name == "ending"));
    }
    assert_eq!(words.len(), 6 + 4 * 3, "every ending and every fate: {words:?}");
}

/// An answer as it is called in tables.
fn said(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Yes => "says yes",
        Verdict::No => "says no",
        Verdict::Undecided => "undecided",
    }
}

fn compare(found: &Cells, row: &ReadingRow, turns: &[TurnRow]) {
    let number = |name: &str| found[name].parse::<u64>().unwrap();
    assert_eq!(number("reading"), row.index);
    assert_eq!(number("length"), turns.len() as u64);
    assert_eq!(found["ptah"], said(row.answer.ptah.verdict));
    assert_eq!(found["kings"], said(row.answer.kings.verdict));
    let ply = |ply: Option<u32>| ply.map_or(String::new(), |ply| ply.to_string());
    assert_eq!(found["ptah_turn"], ply(row.answer.ptah.ply));
    assert_eq!(found["kings_turn"], ply(row.answer.kings.ply));
    assert_eq!(found["manner"], row.answer.manner.to_string());
    assert_eq!(number("opposing"), u64::from(row.answer.opposing));
    let ending = match row.ending {
        ReadingEnd::Answered(_) => "answered",
        ReadingEnd::Game(Outcome::Won(Side::Actives)) => "won by the actives",
        ReadingEnd::Game(Outcome::Won(Side::Passives)) => "won by the passives",
        ReadingEnd::Game(Outcome::Drawn(chess::DrawReason::BareKings(_))) => "drawn: bare kings",
        ReadingEnd::Game(Outcome::Drawn(chess::DrawReason::Stalemate(_))) => "drawn: stalemate",
        ReadingEnd::Limit => "limit",
    };
    assert_eq!(found["ending"], ending);
    for (counter, count) in row.counts.events.iter() {
        assert_eq!(number(counter.name), u64::from(count), "{}", counter.name);
    }
    assert_eq!(number("no_moves"), turns.iter().filter(|turn| turn.is_no_move()).count() as u64);
    let landed = turns.iter().filter(|turn| !turn.is_no_move());
    for square in Square::all() {
        let count = landed.clone().filter(|turn| turn.to == square).count() as u64;
        assert_eq!(number(&format!("landings_{square}")), count);
    }
    for army in Army::ALL {
        let lower = army.name().to_lowercase();
        let fate = match row.command[army.index()] {
            chess::Control::Own => "own",
            chess::Control::Frozen => "frozen",
            chess::Control::Seized => "seized",
            chess::Control::Withdrawn => "withdrawn",
        };
        assert_eq!(found[&format!("{lower}_fate")], fate);
        let captor = row.captors[army.index()].map_or(String::new(), |captor| captor.to_string());
        assert_eq!(found[&format!("{lower}_king_taken_by")], captor);
        for role in Role::ALL {
            let moves = number(&format!("moves_{lower}_{role}"));
            assert_eq!(moves, u64::from(row.counts.moved[army.index()][role.index()]));
        }
    }
}

#[test]
fn every_counter_is_a_column_with_its_meaning_and_no_two_columns_share_a_name() {
    let described = describe(DetailLevel::Summary);
    for counter in COUNTERS {
        let line = format!("| `{}` | int32 | {} |", counter.name, counter.meaning);
        assert!(described.lines().any(|described| described == line), "{line}");
    }
    let names: Vec<_> = described.lines().filter_map(|line| line.split('`').nth(1)).collect();
    assert_eq!(names.len(), names.iter().collect::<BTreeSet<_>>().len(), "{names:?}");
}

#[test]
fn an_event_holds_its_turn_and_a_list_the_same_turns() {
    let plan = Plan::new(question(), 4, 10..70);
    let (_place, path) = written(&plan, shape(DetailLevel::Events, 25), 2);
    let events = rows(&path);
    let kept = kept(&plan);
    let turns: Vec<_> =
        kept.iter().flat_map(|(row, turns)| (1..).zip(turns).map(move |(ply, turn)| (row, ply, turn))).collect();
    assert_eq!(events.len(), turns.len());
    assert!(turns.iter().any(|(_, _, turn)| turn.promotion.is_some()), "a pawn with the choice is among them");
    let mut set = BTreeSet::new();
    for (event, (row, ply, turn)) in events.iter().zip(&turns) {
        let or_null = |square: Square| if turn.is_no_move() { String::new() } else { square.to_string() };
        // A pawn with the choice adds 4096 for a queen, 8192 for a rook, and so on.
        let effects = turn.effects.0 | turn.promotion.map_or(0, |officer| 4096 << officer.index());
        let expected = [
            ("reading", row.index.to_string()),
            ("ptah", said(row.answer.ptah.verdict).to_owned()),
            ("kings", said(row.answer.kings.verdict).to_owned()),
            ("turn", ply.to_string()),
            ("army", turn.army.to_string()),
            ("throw", turn.throw.to_string()),
            ("piece", turn.role.to_string()),
            ("from", or_null(turn.from)),
            ("to", or_null(turn.to)),
            ("effects", effects.to_string()),
        ];
        let flags = (0..).zip(flags()).map(|(bit, name)| (name, effects >> bit & 1));
        set.extend(flags.clone().filter(|(_, flag)| *flag == 1).map(|(name, _)| name));
        let flags = flags.map(|(name, flag)| (name, flag.to_string()));
        let expected = expected.into_iter().map(|(name, value)| (name.to_owned(), value));
        assert_eq!(*event, expected.chain(flags).collect());
    }
    assert!(set.len() >= 10, "most flags are set somewhere: {set:?}");

    if cfg!(feature = "parquet") {
        let (_place, path) = written(&plan, shape(DetailLevel::Lists, 25), 1);
        assert_eq!(listed(&path), events);
    }
}

#[test]
fn every_way_of_playing_and_writing_gives_the_same_rows() {
    let plan = Plan::new(question(), 6, 0..1000);
    let (_one, one) = written(&plan, shape(DetailLevel::Summary, 128), 1);
    for threads in [2, 3] {
        let (_more, more) = written(&plan, shape(DetailLevel::Summary, 128), threads);
        let bytes = |folder: &Path| parts(folder).iter().map(|path| fs::read(path).unwrap()).collect::<Vec<_>>();
        assert!(bytes(&one) == bytes(&more), "{threads} threads");
    }
    let all = rows(&one);
    let (mut joined, mut whole) = (Vec::new(), None);
    for part in 0..10 {
        let plan = Plan { range: part * 100..(part + 1) * 100, ..plan.clone() };
        let (_part, path) = written(&plan, shape(DetailLevel::Summary, 128), 1);
        joined.extend(rows(&path));
        let summary = RunDir::progress_of(&path).unwrap().summary;
        match &mut whole {
            None => whole = Some(summary),
            Some(whole) => whole.merge(&summary).unwrap(),
        }
    }
    assert!(joined == all, "ten ranges");
    let mut whole = whole.unwrap();
    let unbroken = RunDir::progress_of(&one).unwrap().summary;
    whole.seconds = unbroken.seconds;
    assert_eq!(whole, unbroken);

    let mut csv = Vec::new();
    let shape = TableSpec::new(DetailLevel::Summary, TableFormat::Csv, None).unwrap();
    stream(&plan, Correspondences::embedded(), shape, 2, &mut csv, |_| ()).unwrap();
    assert!(of_csv(&csv) == all, "CSV");

    #[cfg(feature = "parquet")]
    {
        let mut arrow = Vec::new();
        let shape = TableSpec::new(DetailLevel::Summary, TableFormat::Arrow, None).unwrap();
        stream(&plan, Correspondences::embedded(), shape, 2, &mut arrow, |_| ()).unwrap();
        assert!(readers::of_stream(arrow.as_slice()) == all, "Arrow");
    }
}

#[cfg(feature = "parquet")]
#[test]
fn folders_of_every_format_hold_the_same_cells() {
    let plan = Plan::new(question(), 6, 0..250);
    // The events of so many readings are more than one batch.
    let played = |level, format| written(&plan, TableSpec::new(level, format, Some(200)).unwrap(), 2);
    let (_summary, summary) = played(DetailLevel::Summary, TableFormat::Parquet);
    let (_events, events) = played(DetailLevel::Events, TableFormat::Parquet);
    let (summary, events) = (rows(&summary), rows(&events));
    for format in [TableFormat::Parquet, TableFormat::Csv, TableFormat::Arrow] {
        for (level, expected) in
            [(DetailLevel::Summary, &summary), (DetailLevel::Lists, &summary), (DetailLevel::Events, &events)]
        {
            if (level, format) == (DetailLevel::Lists, TableFormat::Csv) {
                continue;
            }
            let (_place, path) = played(level, format);
            let names = parts(&path).iter().map(|part| part.file_name().unwrap().to_owned()).collect::<Vec<_>>();
            let ranges = ["000000000000-000000000200", "000000000200-000000000250"];
            assert_eq!(names, ranges.map(|range| OsStr::new(&format!("part-{range}.{format}")).to_owned()));
            assert!(rows(&path) == *expected, "{level} in {format}");
            assert!(level != DetailLevel::Lists || listed(&path) == events, "lists in {format}");
        }
    }
}

/// The statistics and types of columns in Parquet.
#[cfg(feature = "parquet")]
mod columns {
    use parquet::basic::{LogicalType, Type as PhysicalType};
    use parquet::file::page_index::column_index::ColumnIndexMetaData;
    use parquet::file::statistics::Statistics;

    use super::readers::{described, some_values};
    use super::*;

    /// The least and the greatest of some values, as text, and how many are null. Numbers are compared as such.
    fn extremes(rows: &[Vec<String>]) -> (Option<[String; 2]>, i64) {
        let all: Vec<&String> = rows.iter().flatten().collect();
        let known = || all.iter().filter(|value| !value.is_empty());
        let key = |value: &&&String| (value.parse::<u64>().ok(), (**value).clone());
        let found = known().min_by_key(key).zip(known().max_by_key(key));
        (found.map(|(least, greatest)| [least.to_string(), greatest.to_string()]), (all.len() - known().count()) as i64)
    }

    fn of_statistics(statistics: &Statistics) -> (Option<[String; 2]>, i64) {
        let pair = |bounds: Option<[String; 2]>| (bounds, statistics.null_count_opt().unwrap() as i64);
        match statistics {
            Statistics::Int32(of) => pair(of.min_opt().zip(of.max_opt()).map(|(a, b)| [a.to_string(), b.to_string()])),
            Statistics::Int64(of) => pair(of.min_opt().zip(of.max_opt()).map(|(a, b)| [a.to_string(), b.to_string()])),
            other => panic!("{other}"),
        }
    }

    fn of_page(index: &ColumnIndexMetaData, page: usize) -> (Option<[String; 2]>, i64) {
        let bounds = match index {
            ColumnIndexMetaData::INT32(of) => {
                of.min_value(page).zip(of.max_value(page)).map(|(a, b)| [a.to_string(), b.to_string()])
            }
            ColumnIndexMetaData::INT64(of) => {
                of.min_value(page).zip(of.max_value(page)).map(|(a, b)| [a.to_string(), b.to_string()])
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(index.is_null_page(page), bounds.is_none());
        (bounds, index.null_count(page).unwrap())
    }

    #[test]
    fn the_statistics_of_a_column_and_its_pages_are_those_of_its_values() {
        // More readings than a page has, and more turns.
        for (level, readings) in [(DetailLevel::Summary, 20_000), (DetailLevel::Lists, 300), (DetailLevel::Events, 300)]
        {
            let plan = Plan::new(question(), 6, 5..5 + readings);
            let (_place, path) = written(&plan, shape(level, 30_000), 2);
            let part = parts(&path).remove(0);
            let (metadata, all) = (described(&part), of_part(&part));
            let group = metadata.row_group(0);
            let of_items = all[0].1.first().map_or(0, Cells::len);
            assert_eq!((group.num_columns(), group.num_rows() as usize), (all[0].0.len() + of_items, all.len()));
            let index = metadata.page_index_for_row_group(0);
            let mut several = 0;
            for (place, column) in group.columns().iter().enumerate() {
                let (name, parts) = (column.column_path().string(), column.column_path().parts());
                // The values in each row: one, or those in a list.
                let of_row = |(row, items): &RowAndItems| match parts {
                    [name] => vec![row[name].clone()],
                    [.., name] => items.iter().map(|item| item[name].clone()).collect(),
                    [] => vec![],
                };
                let rows: Vec<Vec<String>> = all.iter().map(of_row).collect();
                let rows = rows.as_slice();
                // Words and flags have none: nearly every page has them all.
                let is_number = matches!(column.column_type(), PhysicalType::INT32 | PhysicalType::INT64);
                assert_eq!(column.statistics().map(of_statistics), is_number.then(|| extremes(rows)), "{name}");
                let (bounds, offsets) = (index.column_index(place), index.offset_index(place).unwrap());
                assert_eq!(bounds.is_some(), is_number, "{name}");
                let firsts = offsets.page_locations().iter().map(|page| page.first_row_index as usize);
                let firsts: Vec<usize> = firsts.chain([rows.len()]).collect();
                assert!(bounds.is_none_or(|bounds| bounds.num_pages() as usize == firsts.len() - 1));
                several += usize::from(firsts.len() > 2);
                for (page, of_rows) in firsts.windows(2).enumerate() {
                    let found = bounds.map(|bounds| of_page(bounds, page));
                    let expected = bounds.map(|_| extremes(&rows[of_rows[0]..of_rows[1]]));
                    assert_eq!(found, expected, "page {page} of {name}");
                }
                // Some rows are read by themselves, found by the index.
                for (from, count) in [(0, 1), (rows.len() * 2 / 3, 40), (rows.len() - 5, 5)] {
                    let known = rows[from..from + count].iter().flatten().filter(|value| !value.is_empty());
                    let found = some_values(&part, place, from, count);
                    assert!(found.iter().eq(known), "{count} rows from {from} of {name}");
                }
            }
            assert!(several >= 7, "{several} columns of {level} have several pages");
        }
    }

    /// Spark's package is too large for the tests, so this is what Spark needs: of whole numbers it reads those of 64 bits without a
    /// sign as decimals, it skips files whose names begin with `_` or `.`, and some characters may not stand in names.
    #[test]
    fn the_names_and_types_are_such_as_spark_reads() {
        for level in [DetailLevel::Summary, DetailLevel::Lists, DetailLevel::Events] {
            let plan = Plan::new(question(), 6, 0..30);
            let place = tempfile::tempdir().unwrap();
            let path = place.path().join("run");
            let mut run = RunDir::create(&path, &plan, Correspondences::embedded(), shape(level, 20), "test").unwrap();
            run.play(1, |_| ()).unwrap();
            let names = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let (parts, others): (Vec<_>, Vec<_>) = names.partition(|name| name.ends_with(".parquet"));
            assert_eq!((parts.len(), others.len()), (2, 2));
            assert!(others.iter().all(|name| name.starts_with(['_', '.'])), "{others:?}");
            let metadata = described(&path.join(&parts[0]));
            for column in metadata.file_metadata().schema_descr().columns() {
                let (name, logical) = (column.path().string(), column.logical_type_ref().cloned());
                let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
                assert!(column.path().parts().iter().all(|part| part.chars().all(plain)), "{name}");
                let read = match column.physical_type() {
                    PhysicalType::BOOLEAN | PhysicalType::INT32 | PhysicalType::INT64 => logical.is_none(),
                    PhysicalType::BYTE_ARRAY => logical == Some(LogicalType::String),
                    _ => false,
                };
                assert!(read, "{name}: {logical:?}");
            }
        }
    }
}

/// A manifest with the digest that fits it: whoever changes one can change that too.
fn sealed(manifest: &str) -> String {
    let rest = manifest.lines().skip(1).filter(|line| !line.starts_with("  \"sha256\": "));
    let rest: String = rest.map(|line| format!("{line}\n")).collect();
    let digest = Sha256::digest(format!("{{\n{rest}"));
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{{\n  \"sha256\": \"{digest}\",\n{rest}")
}

/// A manifest with the record of a part taken over from another.
fn recorded_as(manifest: &str, part: usize, other: &str) -> String {
    let records = |text: &str| -> Vec<String> {
        let (_, rest) = text.split_once("\"parts\": [").unwrap();
        rest.split_once("\n  ]").unwrap().0.split("\n    {").skip(1).map(str::to_owned).collect()
    };
    sealed(&manifest.replace(&records(manifest)[part], &records(other)[part]))
}

/// Nothing is read but bytes: what is in a file is known by playing its readings again.
#[test]
fn rows_that_were_changed_with_everything_that_records_them_are_noticed() {
    let spec = TableSpec::new(DetailLevel::Summary, TableFormat::Csv, Some(25)).unwrap();
    let verify = |path: &Path| RunDir::verify(path, Correspondences::embedded(), Replay::All, 2, |_, _| ());
    let [(_one, mine), (_two, theirs)] = [6, 7].map(|seed| written(&Plan::new(question(), seed, 10..70), spec, 2));
    let [own, other] = [&mine, &theirs].map(|path| fs::read_to_string(path.join("_manifest.json")).unwrap());
    assert_eq!(verify(&mine).unwrap().replayed, 60);
    let part = &parts(&mine)[1];
    let (name, sound) = (part.file_name().unwrap().to_str().unwrap(), fs::read(part).unwrap());

    // The rows of another seed, with their file and their digest.
    fs::copy(&parts(&theirs)[1], part).unwrap();
    fs::write(mine.join("_manifest.json"), recorded_as(&own, 1, &other)).unwrap();
    let said = verify(&mine).unwrap_err().to_string();
    assert!(said.contains(&format!("{name}: readings 25 to 49 are others when they are played again")), "{said}");

    // A row with another length, and the SHA-256 of its file.
    let changed = String::from_utf8(sound.clone()).unwrap().replacen(",answered,", ",limit,", 1).into_bytes();
    let hash = |content: &[u8]| Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let fitting = own.replace(&hash(&sound), &hash(&changed));
    let fitting = fitting.replace(&format!("\"bytes\": {},", sound.len()), &format!("\"bytes\": {},", changed.len()));
    fs::write(part, &changed).unwrap();
    fs::write(mine.join("_manifest.json"), sealed(&fitting)).unwrap();
    let said = verify(&mine).unwrap_err().to_string();
    assert!(
        said.contains(&format!("{name}: readings 25 to 49 make another file when they are played again")),
        "{said}"
    );

    // A count that its readings do not come to.
    fs::write(part, &sound).unwrap();
    let changed =
        own.replacen("\"seconds\": ", "\"seconds\": 1", 1).replacen("\"promotions\": ", "\"promotions\": 1", 1);
    assert_ne!(changed, own);
    fs::write(mine.join("_manifest.json"), sealed(&changed)).unwrap();
    let said = verify(&mine).unwrap_err().to_string();
    assert!(said.contains("`promotions` is 1") && said.contains("when it is played again"), "{said}");
    fs::write(mine.join("_manifest.json"), &own).unwrap();
    assert!(verify(&mine).is_ok());

    // A byte.
    for place in [0, sound.len() / 2, sound.len() - 1] {
        let mut changed = sound.clone();
        changed[place] ^= 1;
        fs::write(part, &changed).unwrap();
        let said = verify(&mine).unwrap_err().to_string();
        assert!(said.contains(&format!("{name}: changed since it was written")), "{said}");
    }
}

/// What is recorded of the rows is the same whoever writes them.
#[test]
fn the_digest_of_rows_is_the_same_in_every_format_and_version() {
    let plan = Plan::new(question(), 6, 0..40);
    for (level, digest) in [
        (DetailLevel::Summary, "d686d51416e1bd32cd0d86c867b9da7fa636a34fa427c392fbb71f4d6f19cfed"),
        (DetailLevel::Lists, "a7b740837bf87aa30f458d97e2ed718848eabb8e498ee042a55652de6bff7c9c"),
        (DetailLevel::Events, "a1b5b2dd01ccf6d82409b40aa89d0d3b4bc1b3300181c59c7f15f483b48ea07b"),
    ] {
        for format in TableFormat::NAMES.map(|(_, format)| format).into_iter().filter(|format| format.is_built()) {
            let Ok(spec) = TableSpec::new(level, format, None) else { continue };
            let (_place, path) = written(&plan, spec, 2);
            let manifest = fs::read_to_string(path.join("_manifest.json")).unwrap();
            assert!(manifest.contains(&format!("\"rows\": \"{digest}\"")), "{level} in {format}: {manifest}");
        }
    }
}

/// What is recorded is believed more than what is played: the same readings have the same bytes, unless somebody changed the record or the
/// program.
#[test]
fn a_part_played_again_that_is_not_as_it_is_recorded_is_not_written() {
    let plan = Plan::new(question(), 6, 10..70);
    let spec = TableSpec::new(DetailLevel::Events, TableFormat::Csv, Some(25)).unwrap();
    let (_place, path) = written(&plan, spec, 2);
    let part = &parts(&path)[1];
    let name = part.file_name().unwrap().to_str().unwrap();
    fs::remove_file(part).unwrap();
    let manifest = fs::read_to_string(path.join("_manifest.json")).unwrap();
    let (before, recorded) = manifest.split_once(name).unwrap();
    let (key, rest) = recorded.split_once("\"sha256\": \"").unwrap();
    let other = if rest.starts_with('0') { "1" } else { "0" };
    let changed = format!("{before}{name}{key}\"sha256\": \"{other}{}", &rest[1..]);
    fs::write(path.join("_manifest.json"), sealed(&changed)).unwrap();
    let refused = RunDir::resume(&path, Correspondences::embedded(), |_, _| ()).unwrap().play(1, |_| ()).unwrap_err();
    assert!(matches!(&refused, OutputError::Differs(part) if part.ends_with(name)), "{refused}");
    assert!(!part.exists());
}
