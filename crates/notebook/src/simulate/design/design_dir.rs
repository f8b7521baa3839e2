//! The folder of a design: its plan, and what has been played of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::correspondences::Correspondences;
use crate::disk::{self, FileLock};
use crate::input::{Source, shell_word};
use crate::reading::QuestionDraft;
use crate::simulate::output::{OutputError, PartFile, TableFormat, check_built, lock, sha256};
use crate::simulate::{CHANCE, Provenance, SimulationSummary, Workers};

use super::cell_player::CellPlayer;
use super::cells_table::CellsTable;
use super::design_plan::{FORMAT, PlanSources};
use super::folder_files::{self, CSV, CellOfCounts, DESIGN, PARQUET, PLAN, QUESTION};
use super::interaction::interactions;
use super::receipt::{PlayedCell, Receipt};
use super::{Design, DesignCell, DesignError, DesignPlan, FactorInteraction, PlannedCell};

/// The folder of a design, locked against other processes.
///
/// It has copies of the design and its question, the plan, and when it is played the counts of every cell, the table of all
/// cells and the receipt. Every file is written atomically, so an interrupted design is resumed after the last cell in the
/// receipt, and missing or damaged files are made again.
///
/// ```
/// use enochian::correspondences::Correspondences;
/// use enochian::input::Source;
/// use enochian::simulate::design::DesignDir;
/// use enochian::simulate::output::Replay;
///
/// let correspondences = Correspondences::embedded();
/// let question = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
/// let design = Source::new("d.toml", "question = \"brother.toml\"\nreadings = 20\n[factors]\ndice = [\"all\"]\nruleset = [\"all\"]\n");
/// let temporary = tempfile::tempdir().unwrap();
/// let path = temporary.path().join("study");
/// let planned = DesignDir::create(&path, &design, &question, correspondences, "a hash").unwrap();
/// let published = planned.digest().to_owned();
/// drop(planned);
/// // Later:
/// let mut played = DesignDir::open(&path, correspondences, "a hash", false, |_, _| ()).unwrap();
/// played.play(correspondences, "an example", 2, |_| ()).unwrap();
/// drop(played);
/// let progress = DesignDir::verify(&path, correspondences, Replay::default(), |_, _| ()).unwrap();
/// assert_eq!((progress.cells, progress.wanted, progress.digest == published), (4, 4, true));
/// ```
#[derive(Debug)]
pub struct DesignDir {
    path: PathBuf,
    planned: PlannedDesign,
    receipt: Receipt,
    damaged: DamagedFiles,
    /// Locks out other processes.
    _lock: FileLock,
}

/// What is recorded, but missing or damaged.
#[derive(Debug, Default)]
pub(super) struct DamagedFiles {
    /// The cells that have to be played again.
    cells: Vec<PlayedCell>,
    /// Each file with its problem.
    pub(super) problems: Vec<String>,
}

/// A design with its cells and its plan.
#[derive(Debug)]
pub(super) struct PlannedDesign {
    pub(super) design: Design,
    pub(super) cells: Vec<DesignCell>,
    pub(super) plan: DesignPlan,
    /// The plan as a file, and its SHA-256.
    pub(super) json: Vec<u8>,
    digest: String,
}

/// The progress of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DesignProgress {
    /// The SHA-256 of the plan.
    pub digest: String,
    /// The SHA-256 of the receipt; `None` if nothing is played.
    pub receipt: Option<String>,
    /// The number of cells that are played.
    pub cells: usize,
    /// The number of cells planned.
    pub wanted: usize,
    /// The number of readings in the played cells.
    pub readings: u64,
    /// The number of readings that were played again and compared.
    pub replayed: u64,
    /// Whether it was planned with this version of the program and these data, so that the plan and the table could be made
    /// again and compared.
    pub is_of_this_program: bool,
    /// Whether the build that played last is the one that planned.
    pub is_of_one_build: bool,
}

/// The receipt is written at most this often, since it grows with the number of cells.
const PAUSE: Duration = Duration::from_secs(1);

impl PlannedDesign {
    pub(super) fn of(
        design: &Source,
        question: &Source,
        correspondences: &Correspondences,
        executable: &str,
    ) -> Result<PlannedDesign, DesignError> {
        let sources = PlanSources {
            executable: executable.to_owned(),
            design: sha256(design.text.as_bytes()),
            question: sha256(question.text.as_bytes()),
        };
        let design = Design::read(design, correspondences)?;
        let draft = QuestionDraft::read(question, correspondences)?;
        let cells = design.cells(&draft, correspondences)?;
        let factors = design.factors.iter().map(|factor| factor.name.to_owned()).collect();
        let plan = DesignPlan::of(sources, factors, design.seed, &cells, correspondences);
        let json = folder_files::to_json(&plan)?;
        Ok(PlannedDesign { design, cells, plan, digest: sha256(&json), json })
    }

    /// Checks that the program can write the tables of readings.
    fn check_built(&self) -> Result<(), OutputError> {
        self.design.tables.map_or(Ok(()), |spec| check_built(spec.format))
    }
}

impl DesignDir {
    /// Plans a design in a new folder; nothing is played. `executable` is the SHA-256 of the program's file.
    ///
    /// # Errors
    /// If the design or its question is invalid, the program was built without the format of its tables, or the path exists and
    /// is not an empty folder, or cannot be written to.
    pub fn create(
        path: &Path,
        design: &Source,
        question: &Source,
        correspondences: &Correspondences,
        executable: &str,
    ) -> Result<DesignDir, DesignError> {
        let planned = PlannedDesign::of(design, question, correspondences, executable)?;
        planned.check_built()?;
        let made = path.symlink_metadata().is_err();
        if made {
            folder_files::make_folder(path)?;
        } else if !fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none()) {
            return Err(OutputError::Taken(path.to_owned()).into());
        }
        // The plan comes last, since it makes the folder a design.
        let files =
            [(DESIGN, design.text.as_bytes()), (QUESTION, question.text.as_bytes()), (PLAN, planned.json.as_slice())];
        let written = lock(path, PLAN).map_err(DesignError::from).and_then(|lock| {
            files.iter().try_for_each(|(name, content)| folder_files::write(&path.join(name), content))?;
            Ok(lock)
        });
        if written.is_err() {
            // Undo, so that the same command can be tried again.
            files.iter().for_each(|(name, _)| disk::remove(&path.join(name)));
            if made {
                disk::remove_folder(path);
            }
        }
        let receipt = Receipt::of(&planned.digest, executable);
        Ok(DesignDir { path: path.to_owned(), planned, receipt, damaged: DamagedFiles::default(), _lock: written? })
    }

    /// Whether a folder has a planned design.
    #[must_use]
    pub fn is_design(path: &Path) -> bool {
        path.join(PLAN).is_file()
    }

    /// The command that plays the design in a folder.
    #[must_use]
    pub fn play_command(path: &Path) -> String {
        format!("enochian simulate design {}", shell_word(path))
    }

    /// Opens a planned design to play it. All recorded files are read and checked; `progress` is called with the bytes read and
    /// their total.
    ///
    /// # Errors
    /// If there is no plan; if the question, data, program or design have changed since; if the program is another build
    /// of the same version, unless this is allowed; or if the folder is locked by another process.
    pub fn open(
        path: &Path,
        correspondences: &Correspondences,
        executable: &str,
        other_build: bool,
        progress: impl FnMut(u64, u64),
    ) -> Result<DesignDir, DesignError> {
        // Read before creating a lock file: it may not be a design.
        read_plan(path)?;
        let lock = lock(path, PLAN)?;
        let (plan, json) = read_plan(path)?;
        let changed = |differences| Err(DesignError::Changed(path.to_owned(), differences));
        let [design, question] = sources(path)?;
        let now = DesignPlan {
            program: Provenance::PROGRAM.to_owned(),
            data: correspondences.digest().to_owned(),
            chance: CHANCE.to_owned(),
            design: sha256(design.text.as_bytes()),
            question: sha256(question.text.as_bytes()),
            ..plan.clone()
        };
        let differences = plan.differences(&now);
        if !differences.is_empty() {
            return changed(differences);
        }
        if plan.executable != executable && !other_build {
            return Err(DesignError::OtherBuild(path.to_owned(), plan.executable, executable.to_owned()));
        }
        let planned = PlannedDesign::of(&design, &question, correspondences, &plan.executable)?;
        planned.check_built()?;
        if planned.json != json {
            return changed(vec![format!("{PLAN}: it does not follow from {DESIGN} and {QUESTION}")]);
        }
        let new = || Receipt::of(&planned.digest, executable);
        let mut receipt = Receipt::read(path)?.unwrap_or_else(new);
        if receipt.plan != planned.digest {
            return changed(vec![format!("{PLAN}: {}, now {}", receipt.plan, planned.digest)]);
        }
        executable.clone_into(&mut receipt.executable);
        disk::sweep_held(path);
        let has_parquet = receipt.table.iter().any(|file| file.name() == PARQUET);
        let damaged = take_damaged(path, &mut receipt, progress);
        if has_parquet && receipt.table.is_empty() {
            // It has to be written again as it was.
            check_built(TableFormat::Parquet)?;
        }
        Ok(DesignDir { path: path.to_owned(), planned, receipt, damaged, _lock: lock })
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &DesignPlan {
        &self.planned.plan
    }

    /// The SHA-256 of the plan's file.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.planned.digest
    }

    /// The design.
    #[must_use]
    pub fn design(&self) -> &Design {
        &self.planned.design
    }

    /// All cells.
    #[must_use]
    pub fn cells(&self) -> &[DesignCell] {
        &self.planned.cells
    }

    /// The files that are missing or damaged and will be made again, each with the problem.
    #[must_use]
    pub fn damaged(&self) -> &[String] {
        &self.damaged.problems
    }

    /// The cells that are left to play.
    pub fn left(&self) -> impl Iterator<Item = &DesignCell> {
        self.cells().iter().filter(|cell| self.receipt.cell(cell.number).is_none())
    }

    /// The number of cells that are played.
    #[must_use]
    pub fn played(&self) -> usize {
        self.receipt.cells.len()
    }

    /// The counts of all cells that are played.
    ///
    /// # Errors
    /// If a file cannot be read, or has other counts than its cell can have.
    pub fn summaries(&self) -> Result<Vec<(&PlannedCell, SimulationSummary)>, DesignError> {
        summaries(&self.path, self.plan(), &self.receipt)
    }

    /// The pairs of levels of two factors in the cells that are played, the largest interaction in the share of yes first.
    ///
    /// # Errors
    /// Those of [`DesignDir::summaries`].
    pub fn interactions(&self) -> Result<Vec<FactorInteraction>, DesignError> {
        Ok(interactions(self.design(), &self.summaries()?))
    }

    /// Plays all cells that are left, and writes the table when none is. `progress` is called with the number of new readings,
    /// `command` is saved beside the tables of readings. If it is stopped ([`Workers::stop`]), finished cells are saved.
    ///
    /// # Errors
    /// If something cannot be written; the finished cells stay, and the design can be resumed. Also if files that are made
    /// again differ from the receipt.
    pub fn play(
        &mut self,
        correspondences: &Correspondences,
        command: &str,
        workers: impl Into<Workers>,
        progress: impl Fn(u64) + Sync,
    ) -> Result<(), DesignError> {
        let left: Vec<DesignCell> = self.left().cloned().collect();
        let DesignDir { path, planned, receipt, damaged, .. } = self;
        let (plan, tables, damaged) = (&planned.plan, planned.design.tables, damaged.cells.as_slice());
        let player = CellPlayer { path, plan, tables, damaged, correspondences, command, progress };
        let (mut written, mut is_behind) = (Instant::now(), false);
        let mut played = player.play_all(&left, &workers.into(), |cell| {
            receipt.add(cell);
            is_behind = written.elapsed() < PAUSE;
            if !is_behind {
                receipt.write(path)?;
                written = Instant::now();
            }
            Ok(())
        });
        if played.is_ok() && self.left().next().is_none() && !self.receipt.complete {
            played = self.write_table().map(|table| self.receipt.table = table);
            (self.receipt.complete, is_behind) = (played.is_ok(), true);
        }
        // Save the finished cells however it ended.
        let saved = if is_behind { self.receipt.write(&self.path) } else { Ok(()) };
        played.and(saved)
    }

    fn write_table(&self) -> Result<Vec<PartFile>, DesignError> {
        let files = table(self.plan(), self.digest(), &self.summaries()?)?;
        let write = |(name, content): (&str, Vec<u8>)| {
            folder_files::write(&self.path.join(name), &content)?;
            Ok(PartFile::of(name.to_owned(), &content))
        };
        files.into_iter().map(write).collect()
    }
}

/// The plan of a folder, and its file.
pub(super) fn read_plan(path: &Path) -> Result<(DesignPlan, Vec<u8>), DesignError> {
    let file = path.join(PLAN);
    if !file.exists() {
        return Err(DesignError::NoPlan(path.to_owned()));
    }
    let json = folder_files::read(&file)?;
    let plan: DesignPlan = folder_files::parse(&file, &json)?;
    match plan.plan {
        FORMAT => Ok((plan, json)),
        format => {
            let problem = format!("this plan has format {format}; this version of enochian reads format {FORMAT}");
            Err(DesignError::Unreadable(file, problem))
        }
    }
}

/// The copies of the design and the question in a folder.
pub(super) fn sources(path: &Path) -> Result<[Source; 2], DesignError> {
    Ok([Source::read(&path.join(DESIGN), Source::TOML_LIMIT)?, Source::read(&path.join(QUESTION), Source::TOML_LIMIT)?])
}

/// Takes what is missing or damaged out of a receipt.
pub(super) fn take_damaged(path: &Path, receipt: &mut Receipt, mut progress: impl FnMut(u64, u64)) -> DamagedFiles {
    let (mut read, of) = (0_u64, receipt.bytes());
    let (mut cells, mut problems) = (vec![], vec![]);
    let mut are_whole = |files: &[PartFile]| {
        let before = problems.len();
        for file in files {
            progress(read, of);
            read = read.saturating_add(file.bytes());
            problems.extend(file.check(path).err().map(|problem| format!("{}: {problem}", file.name())));
        }
        problems.len() == before
    };
    receipt.cells.retain(|cell| {
        let is_whole = are_whole(&cell.files);
        if !is_whole {
            cells.push(cell.clone());
        }
        is_whole
    });
    if !are_whole(&receipt.table) {
        receipt.table.clear();
        receipt.complete = false;
    }
    DamagedFiles { cells, problems }
}

/// The counts of the cells in a receipt.
///
/// # Errors
/// With all that cannot be read or are not of their cells.
pub(super) fn summaries<'p>(
    path: &Path,
    plan: &'p DesignPlan,
    receipt: &Receipt,
) -> Result<Vec<(&'p PlannedCell, SimulationSummary)>, DesignError> {
    let (mut found, mut faults) = (vec![], vec![]);
    for PlayedCell { cell, files } in &receipt.cells {
        let name = folder_files::counts(*cell);
        let counts = match plan.cell(*cell) {
            Some(planned) if files.first().is_some_and(|file| file.name() == name) => {
                counts_of(&path.join(&name), plan, planned).map(|summary| (planned, summary))
            }
            _ => Err("the receipt has it for another cell".to_owned()),
        };
        match counts {
            Ok(counts) => found.push(counts),
            Err(problem) => faults.push(format!("{name}: {problem}")),
        }
    }
    if faults.is_empty() { Ok(found) } else { Err(DesignError::Differs(path.to_owned(), faults)) }
}

/// The counts of a cell.
///
/// # Errors
/// The problem as text.
fn counts_of(file: &Path, plan: &DesignPlan, planned: &PlannedCell) -> Result<SimulationSummary, String> {
    let message = |error: DesignError| error.to_string();
    let text = folder_files::read(file).map_err(message)?;
    let summary: SimulationSummary = folder_files::parse(file, &text).map_err(message)?;
    let of_cell: CellOfCounts = folder_files::parse(file, &text).map_err(message)?;
    summary.check().map_err(|contradiction| contradiction.to_string())?;
    let problem = if !planned.is_of(plan, &summary.provenance) {
        "it is of another setting than its cell"
    } else if summary.done != [(planned.from, planned.to)] {
        "it has other readings than its cell"
    } else if (of_cell.cell, &of_cell.levels) != (planned.cell, &planned.levels) {
        "it has other levels than its cell"
    } else {
        return Ok(summary);
    };
    Err(problem.to_owned())
}

/// The table of the cells, in the formats that the program can write.
#[cfg_attr(not(feature = "parquet"), allow(unused_variables, reason = "CSV has no metadata"))]
pub(super) fn table(
    plan: &DesignPlan,
    digest: &str,
    rows: &[(&PlannedCell, SimulationSummary)],
) -> Result<Vec<(&'static str, Vec<u8>)>, DesignError> {
    let table = CellsTable::of(plan, rows);
    Ok(vec![
        (CSV, table.to_csv()?),
        #[cfg(feature = "parquet")]
        (PARQUET, table.to_parquet(plan, digest)?),
    ])
}
