//! The tables of a simulation: what stands in them, how a run is broken off and gone on with, and what `docs/DATA.md` says.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use enochian::chess::{self, Army, Mode, Officer, Outcome, Side, Square};
use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::{Question, QuestionDraft};
use enochian::simulate::output::{
    DetailLevel, OutputError, Replay, RunDir, RunProgress, TableFormat, TableSpec, describe, stream,
};
use enochian::simulate::{
    ArmyPlayer, COUNTERS, EffectFlags, Observer, Plan, ROLES, ReadingEnd, ReadingRow, TurnRow, Workers, index,
};

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
    use arrow_array::types::{Int64Type, UInt8Type, UInt16Type};
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
        use arrow_schema::DataType::{Boolean, Dictionary, Int64, UInt8, UInt16, Utf8};
        if column.is_null(row) {
            return String::new();
        }
        match column.data_type() {
            UInt8 => column.as_primitive::<UInt8Type>().value(row).to_string(),
            UInt16 => column.as_primitive::<UInt16Type>().value(row).to_string(),
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
        let summary = RunDir::summary_of(&path).unwrap();
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

fn compare(found: &Cells, row: &ReadingRow, turns: &[TurnRow]) {
    let number = |name: &str| found[name].parse::<u64>().unwrap();
    assert_eq!(number("reading"), row.index);
    assert_eq!(number("length"), turns.len() as u64);
    assert_eq!(found["ptah"], row.answer.ptah.verdict.to_string());
    assert_eq!(found["kings"], row.answer.kings.verdict.to_string());
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
        for role in ROLES {
            let moves = number(&format!("moves_{lower}_{role}"));
            assert_eq!(moves, u64::from(row.counts.moved[army.index()][index(role)]));
        }
    }
}

#[test]
fn every_counter_is_a_column_with_its_meaning_and_no_two_columns_share_a_name() {
    let described = describe(DetailLevel::Summary);
    for counter in COUNTERS {
        let line = format!("| `{}` | uint16 | {} |", counter.name, counter.meaning);
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
            ("ptah", row.answer.ptah.verdict.to_string()),
            ("kings", row.answer.kings.verdict.to_string()),
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
        let summary = RunDir::summary_of(&path).unwrap();
        match &mut whole {
            None => whole = Some(summary),
            Some(whole) => whole.merge(&summary).unwrap(),
        }
    }
    assert!(joined == all, "ten ranges");
    let mut whole = whole.unwrap();
    let unbroken = RunDir::summary_of(&one).unwrap();
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
        let flag = |flag: &bool| u8::from(*flag).to_string();
        match statistics {
            Statistics::Boolean(of) => pair(of.min_opt().zip(of.max_opt()).map(|(a, b)| [flag(a), flag(b)])),
            Statistics::Int32(of) => pair(of.min_opt().zip(of.max_opt()).map(|(a, b)| [a.to_string(), b.to_string()])),
            Statistics::Int64(of) => pair(of.min_opt().zip(of.max_opt()).map(|(a, b)| [a.to_string(), b.to_string()])),
            Statistics::ByteArray(of) => pair(
                of.min_opt()
                    .zip(of.max_opt())
                    .map(|bounds| [bounds.0, bounds.1].map(|word| word.as_utf8().unwrap().into())),
            ),
            other => panic!("{other}"),
        }
    }

    fn of_page(index: &ColumnIndexMetaData, page: usize) -> (Option<[String; 2]>, i64) {
        let word = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let flag = |flag: &bool| u8::from(*flag).to_string();
        let bounds = match index {
            ColumnIndexMetaData::BOOLEAN(of) => {
                of.min_value(page).zip(of.max_value(page)).map(|(a, b)| [flag(a), flag(b)])
            }
            ColumnIndexMetaData::INT32(of) => {
                of.min_value(page).zip(of.max_value(page)).map(|(a, b)| [a.to_string(), b.to_string()])
            }
            ColumnIndexMetaData::INT64(of) => {
                of.min_value(page).zip(of.max_value(page)).map(|(a, b)| [a.to_string(), b.to_string()])
            }
            ColumnIndexMetaData::BYTE_ARRAY(of) => {
                of.min_value(page).zip(of.max_value(page)).map(|(a, b)| [word(a), word(b)])
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
                assert_eq!(of_statistics(column.statistics().unwrap()), extremes(rows), "{name}");
                let (bounds, offsets) = (index.column_index(place).unwrap(), index.offset_index(place).unwrap());
                let firsts = offsets.page_locations().iter().map(|page| page.first_row_index as usize);
                let firsts: Vec<usize> = firsts.chain([rows.len()]).collect();
                assert_eq!(bounds.num_pages() as usize, firsts.len() - 1);
                several += usize::from(firsts.len() > 2);
                for (page, of_rows) in firsts.windows(2).enumerate() {
                    assert_eq!(of_page(bounds, page), extremes(&rows[of_rows[0]..of_rows[1]]), "page {page} of {name}");
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
                    PhysicalType::BOOLEAN => logical.is_none(),
                    PhysicalType::INT32 => {
                        [8, 16].map(|bits| Some(LogicalType::integer(bits, false))).contains(&logical)
                    }
                    PhysicalType::INT64 => logical.is_none(),
                    PhysicalType::BYTE_ARRAY => logical == Some(LogicalType::String),
                    _ => false,
                };
                assert!(read, "{name}: {logical:?}");
            }
        }
    }
}

/// The files of a folder by name, without the lock and what changes with the time it took.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    parts(folder)
        .iter()
        .map(|part| (part.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(part).unwrap()))
        .collect()
}

/// A manifest as the third form, which has no digest: whoever changes it has no digest to change.
fn of_third_form(manifest: &str) -> String {
    let rest = manifest.lines().filter(|line| !line.starts_with("  \"sha256\": "));
    rest.map(|line| line.replace("  \"manifest\": 4", "  \"manifest\": 3") + "\n").collect()
}

/// The problems with the parts of a run.
fn problems(refused: Result<RunProgress, OutputError>) -> Vec<String> {
    match refused {
        Err(OutputError::Damaged(_, problems)) => problems,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_folder_with_missing_and_changed_parts_is_made_whole_again() {
    let players = Army::ALL.map(|_| ArmyPlayer::from_name("greedy").unwrap());
    let plan = Plan { limit: 40, players, play_out: true, ..Plan::new(question(), 6, 10..70) };
    let spec = TableSpec::new(DetailLevel::Events, TableFormat::Csv, Some(25)).unwrap();
    let (_place, path) = written(&plan, spec, 2);
    let whole = contents(&path);
    let names: Vec<&String> = whole.keys().collect();
    assert_eq!(
        names,
        [
            "part-000000000010-000000000025.csv",
            "part-000000000025-000000000050.csv",
            "part-000000000050-000000000070.csv"
        ]
    );
    let verify = || RunDir::verify(&path, Correspondences::embedded(), Replay::All, |_, _| ());
    let verified = verify().unwrap();
    assert_eq!((verified.replayed, verified.notes.as_slice()), (60, &[][..]));
    let found = verified.progress;
    assert_eq!((found.wanted, found.summary.readings, found.summary.done.as_slice()), (60, 60, &[(10, 70)][..]));
    assert_eq!(RunDir::progress_of(&path).unwrap(), found);
    assert_eq!(RunDir::summary_of(&path).unwrap(), found.summary);

    let size = whole[names[0]].len();
    fs::write(path.join(names[0]), &whole[names[0]][..size - 1]).unwrap();
    fs::remove_file(path.join(names[1])).unwrap();
    let mut changed = whole[names[2]].clone();
    changed[500] ^= 1;
    fs::write(path.join(names[2]), changed).unwrap();
    let told = [format!("{}: {} bytes, not {size}", names[0], size - 1), format!("{}: missing", names[1])];
    // Only reading a part tells that it was changed.
    assert_eq!(problems(RunDir::progress_of(&path)), told);
    let all = [told.as_slice(), &[format!("{}: changed since it was written", names[2])]].concat();
    let mut read = Vec::new();
    let refused = RunDir::verify(&path, Correspondences::embedded(), Replay::All, |bytes, of| read.push((bytes, of)));
    assert_eq!(problems(refused.map(|verified| verified.progress)), all);
    let sizes: Vec<u64> = whole.values().map(|content| content.len() as u64).collect();
    let of = sizes.iter().sum();
    assert_eq!(read, [(0, of), (sizes[0], of), (sizes[0] + sizes[1], of)]);
    assert!(RunDir::is_resumable(&path));
    let mut run = RunDir::resume(&path, Correspondences::embedded(), |_, _| ()).unwrap();
    assert_eq!((run.damaged(), run.left(), run.wanted(), run.level()), (all, 60, 60, DetailLevel::Events));
    assert_eq!((run.plan().limit, run.plan().play_out, run.plan().players[2].name()), (40, true, "greedy"));
    run.play(2, |_| ()).unwrap();
    assert_eq!((run.damaged().len(), run.left(), contents(&path)), (0, 0, whole.clone()));
    drop(run);
    assert_eq!(verify().unwrap().progress, found);

    fs::remove_file(path.join(names[1])).unwrap();
    fs::create_dir(path.join(names[1])).unwrap();
    assert_eq!(problems(RunDir::progress_of(&path)), [format!("{}: not a file", names[1])]);
    // A part that is played again and comes out otherwise than recorded is not written over.
    fs::remove_dir(path.join(names[1])).unwrap();
    let manifest = of_third_form(&fs::read_to_string(path.join("_manifest.json")).unwrap());
    let (before, recorded) = manifest.split_once(names[1].as_str()).unwrap();
    let (key, rest) = recorded.split_once("\"sha256\": \"").unwrap();
    let other = if rest.starts_with('0') { "1" } else { "0" };
    fs::write(path.join("_manifest.json"), format!("{before}{}{key}\"sha256\": \"{other}{}", names[1], &rest[1..]))
        .unwrap();
    let refused = RunDir::resume(&path, Correspondences::embedded(), |_, _| ()).unwrap().play(1, |_| ()).unwrap_err();
    assert!(matches!(&refused, OutputError::Differs(part) if part.ends_with(names[1])), "{refused}");
    assert!(!path.join(names[1]).exists());
}

#[test]
fn a_run_that_was_stopped_and_damaged_is_gone_on_with() {
    let plan = Plan { limit: 60, ..Plan::new(question(), 6, 0..400) };
    let spec = TableSpec::new(DetailLevel::Summary, TableFormat::Csv, Some(20)).unwrap();
    let (_other, expected) = written(&plan, spec, 2);
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("run");
    let mut run = RunDir::create(&path, &plan, Correspondences::embedded(), spec, "test").unwrap();
    assert!(matches!(RunDir::progress_of(&path), Err(OutputError::Nothing(_))));
    let workers = Workers::from(1);
    let (stop, played) = (workers.stop.clone(), AtomicU64::new(0));
    run.play(workers, |more| {
        if played.fetch_add(more, Ordering::Relaxed) + more >= 60 {
            stop.store(true, Ordering::Relaxed);
        }
    })
    .unwrap();
    let done = run.summary().readings;
    assert!((20..400).contains(&done) && done.is_multiple_of(20) && run.left() == 400 - done, "{done}");
    drop(run);
    let progress = RunDir::progress_of(&path).unwrap();
    assert_eq!((progress.wanted, progress.summary.readings), (400, done));
    fs::remove_file(&parts(&path)[0]).unwrap();
    let mut run = RunDir::resume(&path, Correspondences::embedded(), |_, _| ()).unwrap();
    assert_eq!(run.left(), 400 - done + 20);
    run.play(2, |_| ()).unwrap();
    assert_eq!((run.left(), run.summary().readings), (0, 400));
    assert_eq!(contents(&path), contents(&expected));
}

/// The first form of the manifest listed no parts.
#[test]
fn the_first_form_of_a_folder_is_only_read() {
    let plan = Plan { limit: 60, ..Plan::new(question(), 6, 0..40) };
    let (_place, path) = written(&plan, TableSpec::new(DetailLevel::Summary, TableFormat::Csv, Some(20)).unwrap(), 1);
    let summary = RunDir::summary_of(&path).unwrap();
    let text = fs::read_to_string(path.join("_manifest.json")).unwrap();
    let mut manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
    manifest["manifest"] = 1.into();
    manifest.as_object_mut().unwrap().remove("parts").unwrap();
    fs::remove_file(path.join("_manifest.json")).unwrap();
    fs::write(path.join("manifest.json"), manifest.to_string()).unwrap();
    assert_eq!(RunDir::summary_of(&path).unwrap(), summary);
    assert!(!RunDir::is_resumable(&path));
    let verified = RunDir::verify(&path, Correspondences::embedded(), Replay::All, |_, _| ());
    assert!(matches!(verified, Err(OutputError::Unrecorded(..))));
    assert!(matches!(RunDir::resume(&path, Correspondences::embedded(), |_, _| ()), Err(OutputError::Unrecorded(..))));
    fs::remove_file(&parts(&path)[1]).unwrap();
    assert_eq!(problems(RunDir::progress_of(&path)), ["part-000000000020-000000000040.csv: missing"]);
}

/// The commands.
#[cfg(feature = "cli")]
mod commands {
    #[cfg(unix)]
    use std::io::Read;
    use std::process::{Command, Output, Stdio};
    use std::time::{Duration, Instant};

    #[cfg(feature = "parquet")]
    use parquet::basic::Compression;
    use serde_json::Value;

    use super::*;
    #[cfg(unix)]
    use crate::desk::PROGRAM;
    use crate::desk::{ROOT, TestDesk, succeeded};

    /// The default format, which is also the ending of its files.
    const FORMAT: &str = if cfg!(feature = "parquet") { "parquet" } else { "csv" };

    fn enochian(arguments: &[&str]) -> Output {
        TestDesk::new().run(&[&["simulate"], arguments].concat())
    }

    fn json(arguments: &[&str]) -> Value {
        TestDesk::new().json(&[&["simulate"], arguments].concat())
    }

    fn refused(arguments: &[&str], code: i32, words: &str) {
        let output = enochian(arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(words), "{said}");
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn what_is_compressed_holds_the_same_cells_and_goes_on_compressed() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
        for (level, format) in [("summary", "parquet"), ("lists", "parquet"), ("events", "parquet"), ("lists", "arrow")]
        {
            let play = |compression: &str| {
                let name = at(&format!("{level} {format}{compression}"));
                let format = format!("{format}{compression}");
                let terms = ["--readings", "120", "--part", "50", "--level", level, "--format", &format];
                json(&[&[BROTHER, "--out", &name], &terms[..]].concat());
                PathBuf::from(name)
            };
            let plain = play("");
            for compression in ["zstd", "lz4"] {
                let folder = play(&format!("-{compression}"));
                let name = format!("{level} in {format} with {compression}");
                assert!(rows(&folder) == rows(&plain), "{name}");
                assert!(level != "lists" || listed(&folder) == listed(&plain), "{name}");
                let (before, bare) = (content(&folder), content(&plain));
                assert!(before.iter().filter(|(file, _)| bare[*file] != before[*file]).count() == 4, "{name}");
                let manifest: Value = serde_json::from_slice(&before["_manifest.json"]).unwrap();
                assert_eq!(manifest["compression"], compression);
                if format == "parquet" {
                    let codec = readers::described(&parts(&folder)[0]).row_group(0).column(3).compression();
                    assert_eq!(matches!(codec, Compression::ZSTD(_)), compression == "zstd", "{codec}");
                    assert_eq!(codec == Compression::LZ4_RAW, compression == "lz4", "{codec}");
                }
                // A part that is played again is compressed as it was.
                damage(&parts(&folder)[1], 0);
                json(&["--resume", folder.to_str().unwrap()]);
                assert!(content(&folder) == before, "{name}");
            }
        }
        let (plain, packed) = (at("summary parquet"), at("more"));
        json(&[BROTHER, "--readings", "120..150", "--format", "parquet-lz4", "--out", &packed]);
        assert_eq!(json(&["summary", &plain, &packed])["done"], serde_json::json!([[0, 150]]));

        refused(&[BROTHER, "--format", "arrow-lz4"], 2, "--out");
        refused(&[BROTHER, "--out", &at("x"), "--format", "csv-zstd"], 2, "parquet-zstd, parquet-lz4, csv, arrow");
        refused(&[BROTHER, "--out", &at("x"), "--compression", "zstd"], 2, "`--format FORMAT-COMPRESSION`");
        assert!(!Path::new(&at("x")).exists());

        // Manifests of earlier versions name no compression: there was none.
        let path = Path::new(&plain).join("_manifest.json");
        let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        manifest["manifest"] = 3.into();
        manifest.as_object_mut().unwrap().remove("compression").unwrap();
        fs::write(&path, manifest.to_string()).unwrap();
        damage(&parts(plain.as_ref())[1], 1);
        json(&["--resume", &plain]);
        assert!(enochian(&["verify", &plain]).status.success());

        let stream = enochian(&[BROTHER, "--readings", "120", "--format", "arrow-zstd", "--out", "-"]);
        assert!(stream.status.success());
        assert!(readers::of_stream(stream.stdout.as_slice()) == rows(plain.as_ref()));
    }

    /// What stands in a folder, but for what tells of time and of the command.
    fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let mut found = BTreeMap::new();
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let mut bytes = fs::read(&path).unwrap();
            if name == "_manifest.json" {
                let mut manifest: Value = serde_json::from_slice(&bytes).unwrap();
                manifest["command"] = Value::Null;
                manifest["summary"]["seconds"] = Value::Null;
                manifest["sha256"] = Value::Null;
                bytes = manifest.to_string().into_bytes();
            }
            found.insert(name, bytes);
        }
        found
    }

    /// Waits until a run has written parts, and told of them.
    fn wait_for_parts(folder: &Path) {
        let begun = Instant::now();
        while !RunDir::summary_of(folder).is_ok_and(|summary| summary.readings > 0) {
            assert!(begun.elapsed() < Duration::from_secs(60), "no part was written");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn a_run_that_was_killed_and_gone_on_with_equals_one_that_was_not() {
        killed_and_gone_on_with(60_000, &["--part", "256"]);
    }

    /// Some levels and formats that the program can write.
    fn levels_and_formats() -> impl Iterator<Item = (&'static str, &'static str)> {
        let all = [("events", "csv"), ("lists", "arrow"), ("summary", FORMAT), ("lists", "parquet")];
        all.into_iter().filter(|(_, format)| format.parse::<TableFormat>().unwrap().is_built())
    }

    #[test]
    fn a_killed_run_of_events_in_csv_or_lists_in_arrow_is_gone_on_with_too() {
        for (level, format) in levels_and_formats().filter(|(_, format)| *format != "parquet") {
            // Slow players, so that there is time to break it off.
            killed_and_gone_on_with(400, &["--part", "4", "--level", level, "--format", format, "--policy", "greedy"]);
        }
    }

    fn killed_and_gone_on_with(readings: u64, shape: &[&str]) {
        let desk = TestDesk::new();
        let at = |name: &str| desk.path(name).to_str().unwrap().to_owned();
        let number = readings.to_string();
        let run = |folder: &str| {
            let mut run = desk.command(&[]);
            run.args(["simulate", BROTHER, "--readings", &number, "--seed", "8", "--out", folder]).args(shape);
            run
        };
        let whole = run(&at("whole")).output().unwrap();
        assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stderr));

        let broken = at("broken");
        let mut run = run(&broken).stdout(Stdio::null()).spawn().unwrap();
        wait_for_parts(broken.as_ref());
        // Another is not let in while the first is at it.
        refused(&["--resume", &broken], 1, "another run is writing to");
        run.kill().unwrap();
        run.wait().unwrap();
        let so_far = RunDir::summary_of(broken.as_ref()).unwrap();
        assert!(so_far.readings < readings, "{} were done", so_far.readings);
        // Every part that has its name is whole.
        let read: BTreeSet<_> = rows(broken.as_ref()).into_iter().map(|mut row| row.remove("reading")).collect();
        assert!(read.len() as u64 >= so_far.readings);
        // One of them is damaged afterwards.
        damage(&parts(broken.as_ref())[0], 2);

        let summary = json(&["--resume", &broken, "--threads", "1"]);
        assert_eq!(summary["readings"], readings);
        assert!(content(broken.as_ref()) == content(at("whole").as_ref()), "the folders differ");
        // Once more there is nothing left to do.
        assert_eq!(json(&["--resume", &broken]), summary);
    }

    /// Whoever changes a summary or a manifest is told what no longer fits, and nothing is counted from it.
    #[test]
    fn what_contradicts_itself_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("run");
        let folder = folder.to_str().unwrap();
        let summary = json(&[BROTHER, "--readings", "50", "--part", "25", "--out", folder]);
        let saved = place.path().join("saved.json");
        let manifest = Path::new(folder).join("_manifest.json");
        let sound: Value = serde_json::from_slice(&fs::read(&manifest).unwrap()).unwrap();
        for (pointer, value, words) in [
            ("/readings", Value::from(49), "`done` add up to 50 instead of 49"),
            ("/done", serde_json::json!([[50, 0]]), "overlap, adjoin or are not sorted"),
            ("/done", serde_json::json!([[0, 25], [25, 50]]), "overlap, adjoin or are not sorted"),
            ("/done", serde_json::json!([[0, u64::MAX]]), "`done`"),
            ("/answers/kings/yes", Value::from(u64::MAX), "`answers` by the kings"),
            ("/lengths", serde_json::json!({"4294967295": 50}), "turns by `lengths`"),
            ("/landings/a1", Value::from(u64::MAX), "`landings`"),
            ("/kings_taken/Air", Value::from(51), "`kings_taken` of Air"),
            ("/no_moves", Value::from(0), "`moved` and `no_moves`"),
            ("/seizures", Value::from(u64::MAX), "more than is possible in 50 readings"),
        ] {
            let mut changed = summary.clone();
            *changed.pointer_mut(pointer).unwrap() = value.clone();
            fs::write(&saved, changed.to_string()).unwrap();
            refused(&["summary", saved.to_str().unwrap()], 1, words);
            let mut changed = sound.clone();
            *changed.pointer_mut(&format!("/summary{pointer}")).unwrap() = value;
            fs::write(&manifest, changed.to_string()).unwrap();
            refused(&["summary", folder], 1, words);
            refused(&["--resume", folder], 1, words);
        }
        for (name, value, words) in [
            ("manifest", 5, "version 5 of the manifest is not supported; this program writes version 4"),
            ("from", 60, "inconsistent"),
        ] {
            let mut changed = sound.clone();
            changed[name] = value.into();
            fs::write(&manifest, changed.to_string()).unwrap();
            refused(&["--resume", folder], 1, words);
        }
    }

    /// Whoever changes a result has to change everything from which it follows.
    #[test]
    fn results_that_do_not_follow_from_the_parts_or_the_question_are_refused() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
        let run = at("run");
        json(&[BROTHER, "--readings", "60", "--part", "25", "--limit", "100", "--out", &run]);
        let output = enochian(&["verify", &run]);
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            format!("{run}: all 60 readings are intact.\nAll of them were played again, and are the same.\n")
        );
        let manifest = Path::new(&run).join("_manifest.json");
        let sound = fs::read_to_string(&manifest).unwrap();
        let yes = serde_json::from_str::<Value>(&sound).unwrap()["summary"]["answers"]["ptah"]["yes"].to_string();
        let no = serde_json::from_str::<Value>(&sound).unwrap()["summary"]["answers"]["ptah"]["no"].to_string();
        assert_ne!(yes, no);
        let exchanged = |text: &str| {
            let mut manifest: Value = serde_json::from_str(text).unwrap();
            let [was_yes, was_no] = ["yes", "no"].map(|verdict| manifest["summary"]["manners"][verdict].clone());
            (manifest["summary"]["manners"]["yes"], manifest["summary"]["manners"]["no"]) = (was_no, was_yes);
            for criterion in ["ptah", "kings"] {
                let answers = &mut manifest["summary"]["answers"][criterion];
                let [was_yes, was_no] = ["yes", "no"].map(|verdict| answers[verdict].clone());
                (answers["yes"], answers["no"]) = (was_no, was_yes);
            }
            serde_json::to_string_pretty(&manifest).unwrap()
        };
        let seed = |text: &str| text.replace("\"seed\": 1,", "\"seed\": 2,");
        let question = |text: &str| text.replace("present situation?", "former situation?");
        // With a digest, every command notices it.
        for changed in [exchanged(&sound), seed(&sound), question(&sound)] {
            assert_ne!(changed, sound);
            fs::write(&manifest, changed).unwrap();
            for arguments in [["verify", &run], ["summary", &run], ["--resume", &run]] {
                refused(&arguments, 1, "_manifest.json: it was changed since it was written");
            }
        }
        // Of an earlier version, it is found by the rest.
        let old = super::of_third_form(&sound);
        fs::write(&manifest, &old).unwrap();
        for arguments in [["verify", &run], ["summary", &run]] {
            assert!(enochian(&arguments).status.success(), "{arguments:?}");
        }
        fs::write(&manifest, exchanged(&old)).unwrap();
        for arguments in [["verify", &run], ["summary", &run], ["--resume", &run]] {
            refused(&arguments, 1, &format!("`answers.ptah.no` is {yes}, but {no} by the parts"));
        }
        fs::write(&manifest, seed(&old)).unwrap();
        for arguments in [["verify", &run], ["--resume", &run]] {
            refused(&arguments, 1, "was changed since it was written");
        }
        fs::write(&manifest, old.replacen("present situation?", "former situation?", 1)).unwrap();
        refused(&["verify", &run], 1, "the question: ");
        // Another version is told. Parts in Parquet name it too.
        if FORMAT != "csv" {
            return;
        }
        fs::write(&manifest, old.replace("\"program\": \"enochian 0.", "\"program\": \"enochian 9.")).unwrap();
        let output = enochian(&["verify", &run, "--replay", "20"]);
        let [said, told] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(said.ends_with("20 of them were played again, and are the same.\n"), "{said}");
        assert!(
            told.contains("warning: it was written otherwise than this program would: the program: enochian 9."),
            "{told}"
        );
        refused(&["verify", &run, "--replay", "some"], 2, "a number of readings, or all");
    }

    /// Spark reads whole numbers without a sign of 64 bits as decimals, so tables have none, and what would need them is refused.
    #[test]
    fn what_is_too_large_for_a_table_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("run");
        let name = folder.to_str().unwrap();
        let (most, more) = ("9223372036854775807", "9223372036854775808");
        for (arguments, words) in [
            (
                ["--readings", "3", "--seed", more],
                "the seed 9223372036854775808 is too large for a table; the greatest is",
            ),
            (
                ["--seed", "1", "--readings", "18446744073709551615"],
                "the last reading, 18446744073709551614 is too large",
            ),
            (
                ["--readings", "9223372036854775807..9223372036854775809", "--seed", "1"],
                "the last reading, 9223372036854775808 is too large",
            ),
        ] {
            refused(&[&[BROTHER, "--out", name], &arguments[..]].concat(), 1, words);
            refused(
                &[&[BROTHER, "--out", "-", "--format", "csv"], &arguments[..]].concat(),
                1,
                "choose a smaller --seed",
            );
            assert!(!folder.exists());
        }
        json(&[BROTHER, "--readings", "3", "--seed", more]);
        json(&[BROTHER, "--readings", &format!("{most}..{more}"), "--seed", most, "--out", name]);
        assert_eq!(rows(&folder)[0]["reading"], most);
    }

    /// Nothing is kept of what is still to come, so the greatest number of readings begins as any other does.
    #[test]
    fn a_run_without_end_begins_at_once() {
        let desk = TestDesk::new();
        let folder = desk.path("many");
        let words = ["simulate", BROTHER, "--readings", "9223372036854775807", "--part", "64", "--out"];
        let mut run = desk.command(&[]);
        let mut run = run.args(words).arg(&folder).stdout(Stdio::null()).spawn().unwrap();
        wait_for_parts(&folder);
        run.kill().unwrap();
        run.wait().unwrap();
    }

    #[test]
    fn parts_of_one_simulation_are_added_up_and_others_refused() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
        let play = |name: &str, more: &[&str]| {
            json(&[&[BROTHER, "--out", &at(name)], more].concat());
            at(name)
        };
        let one = play("one", &["--readings", "0..300"]);
        let two = play("two", &["--readings", "300..700"]);
        let mut whole = json(&[BROTHER, "--readings", "700"]);
        let mut merged = json(&["summary", &two, &one]);
        (whole["seconds"], merged["seconds"]) = (Value::Null, Value::Null);
        assert_eq!(merged, whole);
        assert_eq!(merged["done"], serde_json::json!([[0, 700]]));

        let apart = play("apart", &["--readings", "900..901", "--level", "events"]);
        assert_eq!(json(&["summary", &one, &apart])["done"], serde_json::json!([[0, 300], [900, 901]]));

        let twice = play("twice", &["--readings", "299..301"]);
        refused(&["summary", &one, &twice], 1, "reading 299 is in both");
        let other = play("other", &["--readings", "700..710", "--seed", "2", "--policy", "air=greedy"]);
        refused(&["summary", &one, &other], 1, "the seed: 1 and 2; the policy of Air: random and greedy");
        refused(&["summary", &one, BROTHER], 1, "neither a folder made with --out nor a summary");
        refused(&["summary", place.path().to_str().unwrap()], 1, "it has no _manifest.json");
        assert_eq!(json(&["compare", &one, &two])["same_chance"], 0);
        assert_eq!(json(&["compare", &one, &twice])["same_chance"], 1);
    }

    #[test]
    fn nothing_is_written_over_and_every_refusal_tells_the_way_out() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
        let run = at("run");
        json(&[BROTHER, "--readings", "10", "--out", &run]);
        refused(&[BROTHER, "--readings", "10", "--out", &run], 1, &format!("--resume {run}"));
        fs::write(at("file"), "mine").unwrap();
        refused(&[BROTHER, "--readings", "10", "--out", &at("file")], 1, "already exists and is not an empty folder");
        assert_eq!(fs::read_to_string(at("file")).unwrap(), "mine");
        fs::create_dir(at("empty")).unwrap();
        json(&[BROTHER, "--readings", "10", "--out", &at("empty")]);
        refused(&[BROTHER, "--out", &at("no/where")], 1, "cannot create ");
        refused(&[BROTHER, "--out", &at("lists"), "--level", "lists", "--format", "csv"], 1, "--level events");
        assert!(!Path::new(&at("lists")).exists());
        if cfg!(feature = "parquet") {
            refused(&[BROTHER, "--out", "-"], 1, "--format arrow");
        }
        refused(&[BROTHER, "--out", "-", "--format", "csv", "--json"], 1, "name a folder");
        refused(&[BROTHER, "--out", &at("x"), "--format", "xml"], 2, "parquet-lz4, csv, arrow, arrow-zstd");
        refused(&[BROTHER, "--level", "events"], 2, "--out");
        refused(&[BROTHER, "--readings", "0"], 2, "--readings");
        refused(&["--resume", &run, "--seed", "2"], 2, "--resume");
        refused(&["--resume", &at("missing")], 1, "it has no _manifest.json");

        refused(
            &[BROTHER, "--readings", "18446744073709551615", "--plot", "/proc/plot.svg"],
            1,
            "could not be written",
        );

        // Other data than then.
        let data = at("data");
        let copied = Command::new("cp").args(["-r", &format!("{ROOT}/data"), &data]).status().unwrap();
        assert!(copied.success());
        let dice = Path::new(&data).join("dice.toml");
        fs::write(&dice, fs::read_to_string(&dice).unwrap() + "\n# mine\n").unwrap();
        refused(&["--resume", &run, "--data", &data], 1, "these changed since it was started: the data");

        // A manifest changed by hand, and a part that is gone.
        let manifest = Path::new(&run).join("_manifest.json");
        let text = fs::read_to_string(&manifest).unwrap();
        fs::write(&manifest, text.replace("\"limit\": 2000", "\"limit\": 2000,,")).unwrap();
        refused(&["--resume", &run], 1, "_manifest.json");
        fs::write(&manifest, text.replace("\"from\": 0,", "\"from\": 1,")).unwrap();
        refused(&["--resume", &run], 1, "inconsistent");
        fs::write(&manifest, &text).unwrap();
        fs::write(&manifest, text.replace("part-000000000000", "../../part")).unwrap();
        refused(&["summary", &run], 1, "the `parts` do not match the readings in `done`");
        fs::write(&manifest, &text).unwrap();
        let part = parts(run.as_ref()).remove(0);
        fs::remove_file(part).unwrap();
        refused(
            &["summary", &run],
            1,
            &format!("part-000000000000-000000000010.{FORMAT}: missing\n  = help: create them again with: enochian"),
        );
    }

    /// Without the feature `parquet`, folders of a program with it are checked and summed up, but not gone on with.
    #[cfg(not(feature = "parquet"))]
    #[test]
    fn a_program_without_parquet_writes_csv_and_says_how_to_get_it() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
        let told = |format: &str| {
            format!(
                "error: this program was built without {format}; build it with cargo install --path . --features \
                 parquet, or use --format csv\n"
            )
        };
        let says = |arguments: &[&str], words: &str| {
            let output = enochian(arguments);
            assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(1), words));
        };
        for out in [&at("new"), "-"] {
            says(&[BROTHER, "--out", out, "--format", "parquet"], &told("Parquet"));
            says(&[BROTHER, "--out", out, "--level", "lists", "--format", "arrow"], &told("Arrow"));
        }
        assert!(!Path::new(&at("new")).exists());

        let run = at("run");
        let summary = json(&[BROTHER, "--readings", "40", "--part", "20", "--out", &run]);
        for part in parts(run.as_ref()) {
            assert_eq!(part.extension(), Some(OsStr::new("csv")));
            fs::rename(&part, part.with_extension("parquet")).unwrap();
        }
        let manifest = Path::new(&run).join("_manifest.json");
        let text = fs::read_to_string(&manifest).unwrap();
        let text = super::of_third_form(&text);
        fs::write(&manifest, text.replace("\"csv\"", "\"parquet\"").replace(".csv\"", ".parquet\"")).unwrap();
        assert_eq!(json(&["summary", &run]), summary);
        assert!(enochian(&["verify", &run]).status.success());
        says(&["--resume", &run], &told("Parquet"));
    }

    /// Damages a part in a way that its size shows, or not, or takes it away.
    fn damage(part: &Path, way: usize) -> &'static str {
        let mut bytes = fs::read(part).unwrap();
        let middle = bytes.len() / 2;
        match way {
            0 => {
                fs::remove_file(part).unwrap();
                return "missing";
            }
            1 => bytes.truncate(middle),
            _ => bytes[middle] ^= 1,
        }
        fs::write(part, &bytes).unwrap();
        if way == 1 { " bytes, not " } else { "changed since it was written" }
    }

    #[test]
    fn every_missing_or_damaged_part_is_named_and_played_again_as_it_was() {
        let place = tempfile::tempdir().unwrap();
        for (level, format) in levels_and_formats() {
            let folder = place.path().join(format!("{level} in {format}"));
            let name = folder.to_str().unwrap();
            let shape = ["--part", "20", "--level", level, "--format", format];
            let summary = json(&[&[BROTHER, "--readings", "150", "--seed", "4", "--out", name], &shape[..]].concat());
            let before = content(&folder);
            let verified = enochian(&["verify", name]);
            assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));

            let parts = parts(&folder);
            assert_eq!(parts.len(), 8);
            let damaged: Vec<String> = (0..3)
                .map(|way| {
                    let part = &parts[2 * way + 1];
                    let what = damage(part, way);
                    format!("{}|{what}", part.file_name().unwrap().to_str().unwrap())
                })
                .collect();
            let refused = enochian(&["verify", name]);
            let said = String::from_utf8(refused.stderr).unwrap();
            assert_eq!(refused.status.code(), Some(1), "{said}");
            for damaged in &damaged {
                let (part, what) = damaged.split_once('|').unwrap();
                assert!(said.lines().any(|line| line.contains(part) && line.contains(what)), "{damaged} in {said}");
            }
            assert_eq!(said.matches("part-").count(), 3, "{said}");
            assert!(said.contains(&format!("--resume '{name}'")), "{said}");
            // A summary looks at sizes only: it does not read gigabytes.
            let refused = enochian(&["summary", name]);
            let said = String::from_utf8(refused.stderr).unwrap();
            assert_eq!((refused.status.code(), said.matches("part-").count()), (Some(1), 2), "{said}");

            let resumed = json(&["--resume", name]);
            assert_eq!(resumed, summary, "{level} in {format}");
            assert!(content(&folder) == before, "{level} in {format}");
            assert!(enochian(&["verify", name]).status.success());
        }
    }

    /// What is recorded is believed more than what is played: the same readings have the same bytes, unless somebody changed
    /// the record or the program.
    #[test]
    fn a_part_played_again_that_is_not_as_it_is_recorded_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("run");
        let name = folder.to_str().unwrap();
        json(&[BROTHER, "--readings", "40", "--part", "20", "--out", name]);
        let path = folder.join("_manifest.json");
        let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        manifest["manifest"] = 3.into();
        manifest["parts"][1]["sha256"] = "00".into();
        fs::write(&path, manifest.to_string()).unwrap();
        let before = content(&folder);
        refused(
            &["verify", name],
            1,
            &format!("part-000000000020-000000000040.{FORMAT}: changed since it was written"),
        );
        refused(
            &["--resume", name],
            1,
            &format!("part-000000000020-000000000040.{FORMAT} was played again, but differs"),
        );
        assert!(content(&folder) == before);
    }

    #[test]
    fn a_folder_of_the_first_form_is_read_and_its_run_goes_on_in_another() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
        let old = at("old");
        let summary = json(&[BROTHER, "--readings", "40", "--part", "20", "--out", &old]);
        let path = Path::new(&old).join("_manifest.json");
        let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        manifest["manifest"] = 1.into();
        manifest["to"] = 70.into();
        manifest.as_object_mut().unwrap().remove("parts").unwrap();
        fs::remove_file(path).unwrap();
        fs::write(Path::new(&old).join("manifest.json"), manifest.to_string()).unwrap();

        assert_eq!(json(&["summary", &old]), summary);
        refused(&["verify", &old], 1, "an earlier version");
        refused(&["--resume", &old], 1, "--readings 40..70");
        refused(&[BROTHER, "--out", &old], 1, "name a new folder");
        json(&[BROTHER, "--readings", "40..70", "--out", &at("rest")]);
        assert_eq!(json(&["summary", &old, &at("rest")])["readings"], 70);
        fs::remove_file(parts(old.as_ref()).remove(0)).unwrap();
        refused(
            &["summary", &old],
            1,
            &format!("part-000000000000-000000000020.{FORMAT}: missing\n  = help: put them back"),
        );
    }

    #[test]
    fn a_folder_of_the_second_form_is_read_and_verified_and_its_run_goes_on_in_another() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
        let old = at("old");
        let summary = json(&[BROTHER, "--readings", "40", "--part", "20", "--out", &old]);
        let path = Path::new(&old).join("_manifest.json");
        let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        manifest["manifest"] = 2.into();
        fs::write(&path, manifest.to_string()).unwrap();
        assert_eq!(json(&["summary", &old]), summary);
        assert!(enochian(&["verify", &old]).status.success());
        refused(&["--resume", &old], 1, "whose tables have other columns\n  = help: it is complete");
        manifest["to"] = 70.into();
        fs::write(&path, manifest.to_string()).unwrap();
        refused(&["--resume", &old], 1, "--readings 40..70");
        refused(&[BROTHER, "--out", &old], 1, "name a new folder");
        fs::remove_file(parts(old.as_ref()).remove(0)).unwrap();
        refused(
            &["verify", &old],
            1,
            &format!("part-000000000000-000000000020.{FORMAT}: missing\n  = help: put them back"),
        );
    }

    #[test]
    fn the_summary_of_an_unfinished_run_says_how_much_was_wanted() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("run");
        let plan = Plan::new(question(), 1, 0..2000);
        let mut folder =
            RunDir::create(&path, &plan, Correspondences::embedded(), shape(DetailLevel::Summary, 100), "test")
                .unwrap();
        let workers = Workers::from(1);
        folder.play(workers.clone(), |_| workers.stop.store(true, Ordering::Relaxed)).unwrap();
        assert_eq!(folder.left(), 2000 - folder.summary().readings);
        drop(folder);
        let (name, done) = (path.to_str().unwrap(), RunDir::summary_of(&path).unwrap().readings);
        assert!((1..2000).contains(&done), "{done}");
        let told = format!("has {done} of 2,000 readings\n  = help: resume with: enochian simulate --resume");
        for arguments in [vec!["summary", name], vec!["verify", name], vec!["compare", name, name]] {
            let output = enochian(&arguments);
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.success() && said.contains(&told), "{said}");
        }
        json(&["--resume", name]);
        assert_eq!(enochian(&["summary", name]).stderr, b"");
    }

    #[test]
    fn what_cannot_be_gone_on_with_is_not_offered() {
        let desk = TestDesk::new();
        let folder = desk.path("run");
        let mut run = desk.command(&[]);
        run.args(["simulate", BROTHER, "--readings", "100000000", "--part", "64", "--out"]).arg(&folder);
        let run = run.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        wait_for_parts(&folder);
        let away = desk.path("away");
        fs::rename(&folder, &away).unwrap();
        let output = run.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("the folder was removed") && !said.contains("--resume"), "{said}");

        let gone = folder.to_str().unwrap();
        for arguments in [vec!["--resume", gone], vec!["summary", gone], vec!["verify", gone]] {
            let output = enochian(&arguments);
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(!said.contains("--resume"), "{said}");
        }
    }

    /// Runs a command that may write no byte into a file, as on a full disk.
    #[cfg(unix)]
    fn without_room(arguments: &[&str]) -> Output {
        let script = "trap '' XFSZ && ulimit -f 0 && exec \"$0\" simulate \"$@\"";
        TestDesk::new().program("sh", &["-c", script, PROGRAM]).args(arguments).output().unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn a_run_that_could_not_be_begun_leaves_nothing_in_the_way() {
        let place = tempfile::tempdir().unwrap();
        let (new, empty) = (place.path().join("new"), place.path().join("empty"));
        fs::create_dir(&empty).unwrap();
        for folder in [&new, &empty] {
            let arguments = [BROTHER, "--readings", "10", "--out", folder.to_str().unwrap()];
            let output = without_room(&arguments);
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(said.contains("File too large") && said.contains(folder.to_str().unwrap()), "{said}");
            assert_eq!(folder.exists(), *folder == empty);
            json(&arguments);
        }

        // A run that cannot go on says how to, once it can, and nothing unfinished is left beside its parts.
        let folder = empty.to_str().unwrap();
        fs::remove_file(parts(folder.as_ref()).remove(0)).unwrap();
        let output = without_room(&["--resume", folder]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(&format!("then resume with: enochian simulate --resume {folder}")), "{said}");
        let names: BTreeSet<_> = content(folder.as_ref()).into_keys().collect();
        assert_eq!(names, BTreeSet::from(["_manifest.json".to_owned()]));
        json(&["--resume", folder]);
    }

    /// Sends Ctrl-C's signal to a process.
    #[cfg(unix)]
    fn interrupt(id: u32) {
        assert!(Command::new("kill").args(["-INT", &id.to_string()]).status().unwrap().success());
    }

    #[cfg(unix)]
    #[test]
    fn ctrl_c_keeps_what_is_done_and_says_how_to_go_on() {
        let desk = TestDesk::new();
        let folder = desk.path("run");
        let name = folder.to_str().unwrap();
        let mut run = desk.command(&[]);
        run.args(["simulate", BROTHER, "--readings", "100000000", "--part", "64", "--json", "--out", name]);
        let run = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait_for_parts(&folder);
        interrupt(run.id());
        let output = run.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{said}");
        let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
        let kept = RunDir::summary_of(&folder).unwrap();
        assert_eq!(printed["readings"], kept.readings);
        assert!(said.contains("of 100,000,000 readings, which are saved"), "{said}");
        assert!(said.contains(&format!("resume with: enochian simulate --resume {name}")), "{said}");
        assert!(enochian(&["verify", name]).status.success());
    }

    /// Where nobody reads what is written, the first Ctrl-C cannot end the run in good order; the second ends it all the same.
    #[cfg(unix)]
    #[test]
    fn a_second_ctrl_c_ends_at_once() {
        let desk = TestDesk::new();
        let mut run = desk.command(&[]);
        run.args(["simulate", BROTHER, "--readings", "100000000", "--format", "csv", "--out", "-"]);
        let mut run = run.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = run.stdout.take().unwrap();
        out.read_exact(&mut [0; 1]).unwrap();
        let begun = Instant::now();
        let ended = loop {
            assert!(begun.elapsed() < Duration::from_secs(60), "it goes on");
            interrupt(run.id());
            std::thread::sleep(Duration::from_millis(100));
            if let Some(ended) = run.try_wait().unwrap() {
                break ended;
            }
        };
        assert_eq!(ended.code(), Some(130));
        drop(out);
    }

    /// Whether Python has what the documentation uses. Where `ENOCHIAN_PYTHON` is `must` it has to.
    fn python() -> bool {
        let packages = "import dask.dataframe, duckdb, pandas, polars, pyarrow";
        let found = Command::new("python3").args(["-c", packages]).stderr(Stdio::null()).status();
        let found = found.is_ok_and(|status| status.success());
        assert!(
            found || std::env::var_os("ENOCHIAN_PYTHON").is_none_or(|word| word != "must"),
            "dask, duckdb, pandas, polars or pyarrow is missing"
        );
        found
    }

    /// Runs Python in a folder, and returns what it prints.
    fn python_says(folder: &Path, arguments: &[&str]) -> String {
        succeeded(&TestDesk::new().program("python3", arguments).current_dir(folder).output().unwrap())
    }

    /// The turns of readings as `examples/regenerate.py` writes them, from the table of events.
    fn as_regenerated(events: &[Cells]) -> String {
        let mut text = "reading,ptah,kings,turn,army,throw,move\n".to_owned();
        for event in events {
            let letter = match event["piece"].as_str() {
                "knight" => 'N',
                piece => piece.chars().next().unwrap().to_ascii_uppercase(),
            };
            let choice = [("queen", "=Q"), ("rook", "=R"), ("bishop", "=B"), ("knight", "=N")];
            let choice = choice.iter().find(|(officer, _)| event[&format!("chose_{officer}")] == "1");
            let played = match event["no_move"].as_str() {
                "1" => "--".to_owned(),
                _ => format!("{letter}{}{}{}", event["from"], event["to"], choice.map_or("", |(_, choice)| choice)),
            };
            let of_turn =
                ["reading", "ptah", "kings", "turn", "army", "throw"].map(|name| event[name].as_str()).join(",");
            text += &format!("{of_turn},{played}\n");
        }
        text
    }

    #[test]
    fn a_reading_is_regenerated_from_its_seed_and_number() {
        if !python() {
            return;
        }
        let script = format!("{ROOT}/examples/regenerate.py");
        let place = tempfile::tempdir().unwrap();
        let mut choices = 0;
        for (question, setting) in [
            ("brother.toml", ""),
            ("kings.toml", "procedure = \"kings\"\n"),
            (
                "dice.toml",
                "dice = \"y-manuscript\"\nboard = \"Fire\"\nangle = \"Earth\"\nhouse = 4\narray = \"Earth of Fire & Earth\"\n",
            ),
        ] {
            let path = place.path().join(question);
            let text = format!("question = \"Is my brother happy?\"\ncategory = \"brother\"\n{setting}");
            fs::write(&path, text).unwrap();
            let name = path.to_str().unwrap();
            for (seed, first) in [(1, 0), (7, 40), (i64::MAX as u64, 1_000_000_007)] {
                let numbers: Vec<String> = (first..first + 5).map(|number: u64| number.to_string()).collect();
                let (seed, range) = (seed.to_string(), format!("{first}..{}", first + 5));
                let mut arguments = vec![script.as_str(), name, &seed];
                arguments.extend(numbers.iter().map(String::as_str));
                let found = python_says(place.path(), &arguments);
                let range = ["--seed", &seed, "--readings", &range];
                let played =
                    enochian(&[&[name, "--level", "events", "--format", "csv", "--out", "-"], &range[..]].concat());
                let expected = as_regenerated(&of_csv(&played.stdout));
                assert!(expected.lines().count() > 200);
                choices += expected.matches('=').count();
                assert!(found == expected, "{question}, seed {seed}, from {first}");
            }
        }
        assert!(choices > 0, "a pawn with the choice is among them");
        let attained = place.path().join("attained.toml");
        fs::write(&attained, "question = \"?\"\ncategory = \"brother\"\nprocedure = \"ptah-attained\"\n").unwrap();
        let arguments = [script.as_str(), attained.to_str().unwrap(), "1", "0"];
        let output = TestDesk::new().program("python3", &arguments).output().unwrap();
        assert!(String::from_utf8_lossy(&output.stderr).contains("ptah-attained is not supported"));
    }

    /// What other programs read, and `docs/DATA.md`, whose examples read Parquet.
    #[cfg(feature = "parquet")]
    mod documentation {
        use enochian::reading::Verdict;

        use super::*;

        /// The readers of a folder in Parquet: what takes it as a table `t`, and in a `summary` the readings, their turns, the turns that
        /// decided, and how many answered yes; in `lists` the readings, the turns and the captures; in `events` the turns, the greatest
        /// number of a reading, the captures, and the turns of readings that answered yes.
        const READERS: [(&str, &str, [&str; 3]); 6] = [
            (
                "import duckdb",
                "duckdb.sql(\"FROM read_parquet('run')\")",
                [
                    "*duckdb.sql(\"SELECT count(*), sum(length), sum(ptah_turn), count(*) FILTER (ptah = 'yes') FROM t\").fetchall()[0]",
                    "*duckdb.sql(\"SELECT count(DISTINCT reading), count(*), count(*) FILTER (turn.capture) FROM \
             (SELECT reading, unnest(turns) AS turn FROM t)\").fetchall()[0]",
                    "*duckdb.sql(\"SELECT count(*), max(reading), count(*) FILTER (capture), count(*) FILTER (ptah = 'yes') FROM t\").fetchall()[0]",
                ],
            ),
            ("import polars", "polars.read_parquet('run/*.parquet')", OF_POLARS),
            ("import polars", "polars.scan_parquet('run', hidden_file_prefix=('_', '.')).collect()", OF_POLARS),
            ("import pandas", "pandas.read_parquet('run')", OF_PANDAS),
            (
                "import pyarrow.compute as pc, pyarrow.parquet",
                "pyarrow.parquet.read_table('run')",
                [
                    "t.num_rows, pc.sum(t['length']), pc.sum(t['ptah_turn']), pc.sum(pc.equal(t['ptah'], 'yes'))",
                    "t.num_rows, pc.sum(pc.list_value_length(t['turns'])), pc.sum(pc.struct_field(pc.list_flatten(t['turns']), 'capture'))",
                    "t.num_rows, pc.max(t['reading']), pc.sum(t['capture']), pc.sum(pc.equal(t['ptah'], 'yes'))",
                ],
            ),
            ("import dask.dataframe", "dask.dataframe.read_parquet('run').compute()", OF_PANDAS),
        ];

        const OF_POLARS: [&str; 3] = [
            "t.height, t['length'].sum(), t['ptah_turn'].sum(), (t['ptah'] == 'yes').sum()",
            "t.height, t['turns'].list.len().sum(), t['turns'].explode().struct.field('capture').sum()",
            "t.height, t['reading'].max(), t['capture'].sum(), (t['ptah'] == 'yes').sum()",
        ];

        const OF_PANDAS: [&str; 3] = [
            "len(t), t.length.sum(), int(t.ptah_turn.sum()), (t.ptah == 'yes').sum()",
            "len(t), t.turns.map(len).sum(), sum(turn['capture'] for turns in t.turns for turn in turns)",
            "len(t), t.reading.max(), t.capture.sum(), (t.ptah == 'yes').sum()",
        ];

        /// What prints something of a table, and then ends without the clean-up in which Arrow's threads sometimes abort the process
        /// (apache/arrow#34314).
        fn script(import: &str, table: &str, printed: &str) -> String {
            format!("{import}, os\nt = {table}\nprint({printed}, flush=True)\nos._exit(0)")
        }

        #[test]
        fn every_reader_takes_a_folder_whole() {
            if !python() {
                return;
            }
            let plan = Plan::new(question(), 6, 10..70);
            let kept = kept(&plan);
            let sum = |of: fn(&(ReadingRow, Vec<TurnRow>)) -> u64| kept.iter().map(of).sum::<u64>();
            let (readings, turns) = (kept.len(), sum(|(row, _)| row.length.into()));
            let captures =
                sum(|(_, turns)| turns.iter().filter(|turn| turn.effects.has(EffectFlags::CAPTURE)).count() as u64);
            let said_yes = |row: &ReadingRow| row.answer.ptah.verdict == Verdict::Yes;
            let (yes, turns_to_yes) = kept
                .iter()
                .filter(|(row, _)| said_yes(row))
                .fold((0, 0), |(n, turns), (row, _)| (n + 1, turns + row.length));
            let decided = sum(|(row, _)| row.answer.ptah.ply.unwrap_or(0).into());
            let expected = [
                format!("{readings} {turns} {decided} {yes}\n"),
                format!("{readings} {turns} {captures}\n"),
                format!("{turns} 69 {captures} {turns_to_yes}\n"),
            ];
            let levels = [DetailLevel::Summary, DetailLevel::Lists, DetailLevel::Events];
            for (place, (level, expected)) in levels.into_iter().zip(&expected).enumerate() {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("run");
                // Still locked, as during a run.
                let mut run =
                    RunDir::create(&path, &plan, Correspondences::embedded(), shape(level, 25), "test").unwrap();
                run.play(2, |_| ()).unwrap();
                assert_eq!(fs::read_dir(&path).unwrap().count(), 3 + 2, "three parts, the manifest and the lock file");
                for (import, table, of_levels) in READERS {
                    let text = script(import, table, of_levels[place]);
                    assert_eq!(python_says(folder.path(), &["-c", &text]), *expected, "{text}");
                }
            }

            // In CSV the flags that are set are words.
            let [duckdb, polars, pandas, arrow] =
                [READERS[0].2[2], OF_POLARS[2], OF_PANDAS[2], READERS[4].2[2]].map(|of| {
                    of.replace("FILTER (capture)", "FILTER (effect_names LIKE '%capture%')")
                        .replace("t['capture'].sum()", "t['effect_names'].str.contains('capture').sum()")
                        .replace("t.capture.sum()", "t.effect_names.str.contains('capture').sum()")
                        .replace("t['capture']", "pc.match_substring(t['effect_names'], 'capture')")
                });
            let with_arrow = "import pyarrow.compute as pc, pyarrow.dataset";
            let of_other_formats = [
                (TableFormat::Csv, "import duckdb", "duckdb.sql(\"FROM read_csv('run/*.csv')\")", duckdb.as_str()),
                (TableFormat::Csv, "import polars", "polars.read_csv('run/*.csv')", &polars),
                (TableFormat::Csv, "import dask.dataframe", "dask.dataframe.read_csv('run/*.csv').compute()", &pandas),
                (TableFormat::Csv, with_arrow, "pyarrow.dataset.dataset('run', format='csv').to_table()", &arrow),
                (TableFormat::Arrow, "import polars", "polars.read_ipc('run/*.arrow')", OF_POLARS[2]),
                (
                    TableFormat::Arrow,
                    with_arrow,
                    "pyarrow.dataset.dataset('run', format='ipc').to_table()",
                    READERS[4].2[2],
                ),
            ];
            for (format, import, table, of_events) in of_other_formats {
                let (place, _) = written(&plan, TableSpec::new(DetailLevel::Events, format, Some(25)).unwrap(), 2);
                let text = script(import, table, of_events);
                assert_eq!(python_says(place.path(), &["-c", &text]), expected[2], "{text}");
            }
        }

        /// A block of a Markdown text: its language and its lines.
        struct Block {
            language: String,
            text: String,
        }

        /// The text in pieces: what stands between blocks, and the blocks.
        fn blocks(text: &str) -> Vec<Result<Block, String>> {
            let mut found = Vec::new();
            let mut outside = String::new();
            let mut inside: Option<Block> = None;
            for line in text.lines() {
                match (&mut inside, line.strip_prefix("```")) {
                    (None, Some(language)) => {
                        found.push(Err(std::mem::take(&mut outside)));
                        inside = Some(Block { language: language.to_owned(), text: String::new() });
                    }
                    (Some(_), Some(_)) => found.extend(inside.take().map(Ok)),
                    (Some(block), None) => block.text += &format!("{line}\n"),
                    (None, None) => outside += &format!("{line}\n"),
                }
            }
            found.push(Err(outside));
            found
        }

        /// The columns of each level between their mark and the next heading.
        fn with_columns(text: &str) -> String {
            let mut written = String::new();
            let mut skipping = false;
            for line in text.lines() {
                skipping &= !line.starts_with('#');
                if skipping {
                    continue;
                }
                written += &format!("{line}\n");
                if let Some(level) = line.strip_prefix("<!-- columns: ").and_then(|rest| rest.strip_suffix(" -->")) {
                    let level: DetailLevel = level.parse().unwrap();
                    let mut columns = describe(level);
                    if level == DetailLevel::Lists {
                        let heading: String = columns.lines().take(2).map(|line| format!("{line}\n")).collect();
                        columns = heading + &columns[columns.find("| `turns`").unwrap()..];
                    }
                    written += &format!("\n{columns}\n");
                    skipping = true;
                }
            }
            written.trim_end().to_owned() + "\n"
        }

        /// Run with `UPDATE_DATA=1` it writes the columns and the output of the examples into `docs/DATA.md`.
        #[test]
        fn the_documentation_has_the_columns_and_its_examples_run() {
            let path = Path::new(ROOT).join("docs/DATA.md");
            let stands = fs::read_to_string(&path).unwrap();
            let desk = TestDesk::new();
            let copied = ["questions", "examples"].map(|folder| format!("{ROOT}/{folder}"));
            let copied = Command::new("cp").arg("-r").args(copied).arg(desk.folder()).status().unwrap();
            assert!(copied.success());
            let run = |program: &str, text: &str| succeeded(&desk.program(program, &["-c", text]).output().unwrap());

            let python = python();
            let mut written = String::new();
            let mut said = None;
            for piece in blocks(&with_columns(&stands)) {
                match piece {
                    Err(outside) => written += &outside,
                    Ok(Block { language, mut text }) => {
                        match language.as_str() {
                            "console" => {
                                for line in text.lines().map(|line| line.strip_prefix("$ ").unwrap()) {
                                    said = (python || !line.starts_with("python3")).then(|| run("sh", line));
                                }
                            }
                            "python" => said = python.then(|| run("python3", &text)),
                            "text" => text = said.take().unwrap_or(text),
                            other => panic!("{other}"),
                        }
                        written += &format!("```{language}\n{text}```\n");
                    }
                }
            }
            if std::env::var_os("UPDATE_DATA").is_some() {
                fs::write(&path, &written).unwrap();
            } else {
                assert_eq!(written, stands, "run it with UPDATE_DATA=1 if this is meant");
            }
        }
    }

    #[test]
    fn a_scan_keeps_a_folder_of_every_version() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("tables");
        let arguments = ["scan", "--over", "table", BROTHER, "--readings", "100", "--out", out.to_str().unwrap()];
        assert!(enochian(&arguments).status.success());
        let mut names: Vec<_> = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path()).collect();
        names.sort();
        assert_eq!(names.len(), 2);
        for name in &names {
            assert!(enochian(&["verify", name.to_str().unwrap()]).status.success(), "{name:?}");
        }
        let again = enochian(&arguments);
        let said = String::from_utf8(again.stderr).unwrap();
        assert!(again.status.code() == Some(1) && said.contains("already exists and was not changed"), "{said}");
        let nowhere =
            enochian(&["scan", "--over", "table", BROTHER, "--out", folder.path().join("no/where").to_str().unwrap()]);
        let said = String::from_utf8(nowhere.stderr).unwrap();
        assert!(said.contains("could not be created: ") && !said.contains("os error"), "{said}");
    }
}
