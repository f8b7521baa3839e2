//! Journals as tables, with the columns that a simulation has for its turns.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(feature = "parquet")]
use arrow_array::RecordBatch;
#[cfg(feature = "parquet")]
use arrow_schema::SchemaRef;
use enochian_tables::{Batch, Column, Field, JournalTurn, RowTable, TurnInReading, Values, of_journals};

use crate::chess::Board;
use crate::correspondences::{Correspondences, Gloss};
use crate::disk;
use crate::input::{Diagnostic, Diagnostics, Source};
use crate::journal::{self, IndexEntry};
use crate::record::{Correctness, EnochianRecord, Entry, Record};
use crate::simulate::TurnRow;
#[cfg(feature = "parquet")]
use crate::simulate::output::record_batches;
use crate::simulate::output::{OutputError, TableCompression, TableFormat, describe_fields, file};

use super::gloss_columns::GLOSS_COLUMNS;
use super::spreadsheet_cell::harmless;

/// A table of many journals: a row for each turn, each landing or each note.
///
/// ```
/// use enochian::correspondences::Correspondences;
/// use enochian::export::JournalTable;
/// use enochian::journal;
/// use enochian::simulate::output::TableFormat;
///
/// let correspondences = Correspondences::embedded();
/// let journals = journal::list("journals".as_ref(), correspondences, &|_, _| ())?;
/// let mut tables = [JournalTable::turns()];
/// assert!(JournalTable::fill(&mut tables, &journals, correspondences).is_empty());
/// let [turns] = tables;
/// let csv = String::from_utf8(turns.into_file(TableFormat::Csv).unwrap()).unwrap();
/// assert!(csv.starts_with("journal,reading,ptah,kings,turn,army,throw,piece,from,to,effects,effect_names\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct JournalTable {
    name: &'static str,
    rows: JournalRows,
    /// The number of journals in it.
    journals: u64,
}

#[derive(Debug)]
enum JournalRows {
    Turns(GrowingTable<JournalTurn>),
    Landings(GrowingTable<JournalLanding>),
    Notes(GrowingTable<JournalNote>),
}

/// A table whose rows become batches as soon as there are many.
#[derive(Debug)]
struct GrowingTable<T> {
    table: RowTable<T>,
    rows: Vec<T>,
    batches: Vec<Batch>,
}

/// The turn of a landing, and the correspondences of the square and the piece, which a quiet reading hides.
#[derive(Debug)]
struct JournalLanding {
    turn: JournalTurn,
    board: Board,
    gloss: Option<Arc<Gloss>>,
}

/// What a person wrote.
#[derive(Debug)]
struct JournalNote {
    journal: Arc<str>,
    reading: u64,
    turn: Option<u16>,
    kind: usize,
    taken_back: bool,
    moment: Option<String>,
    proved: Option<Correctness>,
    picture: Option<String>,
    text: String,
}

/// Whether an answer proved true, in the order of [`Correctness::ALL`]. A column of nothing but true and false is one of booleans to
/// readers of CSV.
const PROVED: [&str; 3] = ["proved true", "proved false", "partly true"];

/// The kinds of notes, in the order of their numbers.
const KINDS: [&str; 3] = ["note", "remark", "outcome"];

impl<T: 'static> GrowingTable<T> {
    fn new(columns: Vec<Column<T>>) -> GrowingTable<T> {
        GrowingTable { table: RowTable::new(columns), rows: Vec::new(), batches: Vec::new() }
    }

    fn add(&mut self, rows: impl IntoIterator<Item = T>) {
        const MANY: usize = 1 << 15;
        self.rows.extend(rows);
        if self.rows.len() >= MANY {
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.batches.push(self.table.batch(&self.rows));
        self.rows.clear();
    }

    fn finish(mut self) -> (Vec<Field>, Vec<Batch>) {
        self.flush();
        (self.table.fields().to_vec(), self.batches)
    }
}

impl JournalTable {
    fn new(name: &'static str, rows: JournalRows) -> JournalTable {
        JournalTable { name, rows, journals: 0 }
    }

    /// A row for each turn of Enochian chess: the name of the journal, and the columns that a simulation has for its turns.
    #[must_use]
    pub fn turns() -> JournalTable {
        JournalTable::new("turns", JournalRows::Turns(GrowingTable::new(of_journals(|row: &JournalTurn| row))))
    }

    /// A row for each of these turns in which a piece moved, with the correspondences of the square on which it landed.
    #[must_use]
    pub fn landings() -> JournalTable {
        JournalTable::new("landings", JournalRows::Landings(GrowingTable::new(of_landings())))
    }

    /// A row for each note made during play, each later remark and each outcome, of all games.
    #[must_use]
    pub fn notes() -> JournalTable {
        JournalTable::new("notes", JournalRows::Notes(GrowingTable::new(of_notes())))
    }

    /// All three.
    #[must_use]
    pub fn all() -> [JournalTable; 3] {
        [JournalTable::turns(), JournalTable::landings(), JournalTable::notes()]
    }

    /// Its name: `turns`, `landings` or `notes`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The number of journals that it was filled with.
    #[must_use]
    pub fn journals(&self) -> u64 {
        self.journals
    }

    /// Adds journals to tables, in this order. Returns the errors of those that cannot be read; the others are added.
    pub fn fill(
        tables: &mut [JournalTable],
        journals: &[IndexEntry],
        correspondences: &Correspondences,
    ) -> Diagnostics {
        // So many records are in memory at a time.
        const TOGETHER: usize = 256;
        let mut errors = Diagnostics::default();
        for some in journals.chunks(TOGETHER) {
            let records = journal::in_threads(some, |entry| journal::read(&entry.path, correspondences));
            for (entry, record) in some.iter().zip(records) {
                if record.is_err() && journal::has_vanished(&entry.path) {
                    continue;
                }
                let record = record.and_then(|record| countable(&entry.path, record));
                let Some(record) = errors.collect(record) else { continue };
                tables.iter_mut().for_each(|table| table.add(&entry.name(), &record, correspondences));
            }
        }
        errors
    }

    fn add(&mut self, name: &str, record: &Record, correspondences: &Correspondences) {
        let (journal, reading) = (Arc::from(name), self.journals);
        self.journals += 1;
        match (&mut self.rows, record.enochian()) {
            (JournalRows::Turns(table), Some(record)) => table.add(turns(&journal, reading, record)),
            (JournalRows::Landings(table), Some(record)) => {
                table.add(landings(&journal, reading, record, correspondences));
            }
            (JournalRows::Notes(table), _) => table.add(notes(&journal, reading, record)),
            _ => {}
        }
    }

    fn finish(self) -> (Vec<Field>, Vec<Batch>) {
        match self.rows {
            JournalRows::Turns(table) => table.finish(),
            JournalRows::Landings(table) => table.finish(),
            JournalRows::Notes(table) => table.finish(),
        }
    }

    /// The content of a file. In CSV, which people open in spreadsheets, a text is on one line, and begins with an apostrophe if
    /// these would take it for a formula.
    ///
    /// # Errors
    /// If the program was built without the format.
    pub fn into_file(self, format: TableFormat) -> Result<Vec<u8>, OutputError> {
        let (fields, mut batches) = self.finish();
        if format == TableFormat::Csv {
            for column in batches.iter_mut().flat_map(|batch| &mut batch.columns) {
                if let Values::Texts(texts) = &mut column.values {
                    texts.iter_mut().for_each(|text| *text = harmless(text));
                }
            }
        }
        file(&fields, None, format, TableCompression::None, batches)
    }

    /// The rows as batches of Arrow, and their schema.
    ///
    /// # Errors
    /// If a batch cannot be built.
    #[cfg(feature = "parquet")]
    pub fn into_batches(self) -> Result<(SchemaRef, Vec<RecordBatch>), OutputError> {
        let (fields, batches) = self.finish();
        record_batches(&fields, batches)
    }

    /// The columns as a Markdown table: name, type, meaning.
    #[must_use]
    pub fn describe(self) -> String {
        describe_fields(&self.finish().0)
    }

    /// Checks that a folder is new or empty.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_folder(folder: &Path) -> Result<(), OutputError> {
        let is_free = || folder.is_dir() && disk::is_free(folder).unwrap_or(false);
        if folder.symlink_metadata().is_err() || is_free() {
            Ok(())
        } else {
            Err(OutputError::Taken(folder.to_owned()))
        }
    }

    /// Writes tables to a folder, a file each, and returns their paths. If one cannot be written, none is.
    ///
    /// # Errors
    /// If the folder is neither new nor empty, or cannot be written to, or if the program was built without the format.
    pub fn write(
        folder: &Path,
        tables: impl IntoIterator<Item = JournalTable>,
        format: TableFormat,
    ) -> Result<Vec<PathBuf>, OutputError> {
        JournalTable::check_folder(folder)?;
        let path = |table: &JournalTable| folder.join(format!("{}.{format}", table.name()));
        let files = tables.into_iter().map(|table| Ok((path(&table), table.into_file(format)?)));
        let files: Vec<(PathBuf, Vec<u8>)> = files.collect::<Result<_, OutputError>>()?;
        let made = folder.symlink_metadata().is_err();
        if made {
            disk::create_folder(folder).map_err(|error| OutputError::NoFolder(folder.to_owned(), error))?;
        }
        let mut written = Vec::new();
        for (path, content) in files {
            if let Err(error) = disk::create(&path, &content) {
                // Undo, so that the same command can be tried again.
                written.iter().for_each(|path: &PathBuf| disk::remove(path));
                if made {
                    disk::remove_folder(folder);
                }
                return Err(OutputError::NoFolder(folder.to_owned(), error.into_io()));
            }
            written.push(path);
        }
        Ok(written)
    }
}

/// A record whose turns have numbers that fit in the tables.
fn countable(path: &Path, record: Record) -> Result<Record, Diagnostics> {
    if record.play().current_turn() <= u16::MAX.into() {
        return Ok(record);
    }
    let problem = format!("the numbers of its turns are too large for a table; the greatest is {}", u16::MAX);
    let error = Diagnostic { span: 0..0, line: 0, problem, expected: String::new() };
    Err(Diagnostics::of(&Source::new(path.to_string_lossy(), ""), vec![error]))
}

/// The turns that stand.
fn turns(journal: &Arc<str>, reading: u64, record: EnochianRecord<'_>) -> impl Iterator<Item = JournalTurn> {
    let answer = record.closing().and(record.answer()).map(|answer| [answer.ptah.verdict, answer.kings.verdict]);
    record.turns().iter().map(move |turn| JournalTurn {
        journal: Arc::clone(journal),
        reading,
        answer,
        turn: TurnInReading { ply: turn.ply as u16, turn: TurnRow::of(turn) },
    })
}

fn landings(
    journal: &Arc<str>,
    reading: u64,
    record: EnochianRecord<'_>,
    correspondences: &Correspondences,
) -> impl Iterator<Item = JournalLanding> {
    let (board, querent) = (record.subject().board(), record.subject().querent());
    // The same pieces land on the same squares again and again.
    let mut seen = HashMap::new();
    let played = record.turns().iter().zip(turns(journal, reading, record));
    played.filter_map(move |(played, turn)| {
        let landed = (played.landing()?, played.piece?);
        let gloss = || Arc::new(correspondences.gloss(board, landed.0, Some(landed.1), querent));
        let gloss = (!record.is_quiet()).then(|| Arc::clone(seen.entry(landed).or_insert_with(gloss)));
        Some(JournalLanding { turn, board, gloss })
    })
}

fn notes(journal: &Arc<str>, reading: u64, record: &Record) -> impl Iterator<Item = JournalNote> {
    let row = move |kind, text: &str| JournalNote {
        journal: Arc::clone(journal),
        reading,
        turn: None,
        kind,
        taken_back: false,
        moment: None,
        proved: None,
        picture: None,
        text: text.to_owned(),
    };
    let notes = record.notes().into_iter().map(move |note| JournalNote {
        turn: note.ply.map(|ply| ply as u16),
        taken_back: note.is_taken_back,
        moment: note.moment.map(|moment| moment.to_rfc3339()),
        picture: note.picture.map(|picture| picture.file.clone()),
        // A note has a moment too if it was moved to another turn.
        ..row(usize::from(!matches!(record.entries()[note.entry], Entry::Note(_))), note.words)
    });
    notes.chain(record.outcomes().map(move |outcome| JournalNote {
        moment: Some(outcome.on.to_string()),
        proved: Some(outcome.proved),
        ..row(2, &outcome.words)
    }))
}

/// The columns of landings: those of turns but for the effects, and the correspondences.
fn of_landings() -> Vec<Column<JournalLanding>> {
    let mut columns = of_journals(|row: &JournalLanding| &row.turn);
    columns.pop();
    columns.push(Column::word(
        "board",
        "the board, on which the following depend",
        Board::ALL,
        |row: &JournalLanding| row.board.index(),
    ));
    columns.extend(GLOSS_COLUMNS.map(|(name, meaning, of)| match name {
        "house" => Column::optional_number(name, meaning, |row: &JournalLanding| {
            row.gloss.as_ref().and_then(|gloss| gloss.house.as_ref()).map(|house| house.number)
        }),
        _ => Column::text(name, meaning, true, move |row: &JournalLanding| row.gloss.as_deref().and_then(of)),
    }));
    columns
}

fn of_notes() -> Vec<Column<JournalNote>> {
    vec![
        Column::text("journal", "the name of the journal", false, |row: &JournalNote| {
            Some(Cow::Borrowed(&*row.journal))
        }),
        Column::large("reading", "the number of the journal, as among the turns", |row: &JournalNote| {
            row.reading as i64
        }),
        Column::optional_number(
            "turn",
            "the turn on which it was made, or that it is about; null for the whole journal",
            |row: &JournalNote| row.turn,
        ),
        Column::word("kind", "made during play, written later, or what came of it", KINDS, |row: &JournalNote| {
            row.kind
        }),
        Column::flag(
            "taken_back",
            "the turn was undone, so that its number is that of another now",
            |row: &JournalNote| row.taken_back,
        ),
        Column::text(
            "moment",
            "of a remark, when it was written: 2026-12-01T20:15:00+01:00; of an outcome the day; null for a note that was not moved",
            true,
            |row: &JournalNote| row.moment.as_deref().map(Cow::Borrowed),
        ),
        Column::optional_word(
            "proved",
            "of an outcome, whether the answer proved true",
            PROVED,
            |row: &JournalNote| row.proved.map(|proved| proved as usize),
        ),
        Column::text(
            "picture",
            "the file of its picture, from the folder of the journal",
            true,
            |row: &JournalNote| row.picture.as_deref().map(Cow::Borrowed),
        ),
        Column::text("text", "the words", false, |row: &JournalNote| Some(Cow::Borrowed(&row.text))),
    ]
}
