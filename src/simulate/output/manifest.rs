//! The manifest of a folder: what is played there, and how far it is.

use std::fs;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::chess::{Army, Mode};
use crate::correspondences::Correspondences;
use crate::disk;
use crate::input::Source;
use crate::reading::{QuestionDraft, QuestionError};

use super::super::{ArmyPlayer, Plan, Provenance, SimulationSummary, chunks};
use super::part::{self, PartFile};
use super::{OutputError, TableSpec};

/// Its name in the folder. Programs that read a whole folder as one table, such as Spark, skip what begins so.
pub(super) const NAME: &str = "_manifest.json";

/// The form of manifests that this program writes.
const FORM: u8 = 2;

/// The first form and its name. It records no parts; it is read, but the run is not resumed.
const FIRST: (u8, &str) = (1, "manifest.json");

/// What every form of it tells first.
#[derive(Deserialize)]
struct ManifestVersion {
    manifest: u8,
}

/// What is played in a folder, and how far it is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The form of this file.
    pub(super) manifest: u8,
    /// The command by which the run was begun.
    pub(super) command: String,
    /// The whole question, as a question file.
    pub(super) question: String,
    /// The number of the first reading wanted.
    pub(super) from: u64,
    /// The number after the last.
    pub(super) to: u64,
    /// How the tables are written.
    #[serde(flatten)]
    pub(super) shape: TableSpec,
    /// The parts that are done, in their order.
    #[serde(default)]
    pub(super) parts: Vec<PartFile>,
    /// What is done: the premises, the ranges, the counts.
    pub(super) summary: SimulationSummary,
}

impl Manifest {
    pub(super) fn of(plan: &Plan, correspondences: &Correspondences, shape: TableSpec, command: &str) -> Manifest {
        let nothing = SimulationSummary::of(Provenance::of(plan, correspondences), 0..0, &Default::default(), 0.0);
        Manifest {
            manifest: FORM,
            command: command.to_owned(),
            question: QuestionDraft::from(&plan.question).to_toml(),
            from: plan.range.start,
            to: plan.range.end,
            shape,
            parts: vec![],
            summary: nothing,
        }
    }

    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// When there is none, or it cannot be understood or contradicts itself.
    pub(super) fn read(folder: &Path) -> Result<Manifest, OutputError> {
        let (path, text) = text(folder)?;
        let wrong = |error: serde_json::Error| OutputError::Manifest(path.clone(), error.to_string());
        let ManifestVersion { manifest: form } = serde_json::from_str(&text).map_err(wrong)?;
        if ![FIRST.0, FORM].contains(&form) {
            let told = format!("it is of form {form}, and this program knows form {FORM}");
            return Err(OutputError::Manifest(path, told));
        }
        let manifest: Manifest = serde_json::from_str(&text).map_err(wrong)?;
        manifest.summary.check().map_err(|unsound| OutputError::Manifest(path.clone(), unsound.to_string()))?;
        let TableSpec { level, format, part } = manifest.shape;
        let manifest = Manifest { shape: TableSpec::new(level, format, Some(part))?, ..manifest };
        if !manifest.is_first() {
            manifest.left(folder)?;
            let names = manifest.done().map(|range| part::name(&range, manifest.shape));
            if !names.eq(manifest.parts.iter().map(|part| part.file.as_str())) {
                let told = "the `parts` are not those of the readings that are `done`".to_owned();
                return Err(OutputError::Manifest(path, told));
            }
        }
        Ok(manifest)
    }

    /// Whether it is of the first form, which records no parts.
    pub(super) fn is_first(&self) -> bool {
        self.manifest == FIRST.0
    }

    /// The readings that are done, part by part.
    pub(super) fn done(&self) -> impl Iterator<Item = Range<u64>> {
        self.summary.done.iter().flat_map(|(from, to)| chunks(*from..*to, self.shape.part))
    }

    /// What is left to play: parts are done in the order of their numbers.
    ///
    /// # Errors
    /// When what is done is none of what is wanted, or not the first of it.
    pub(super) fn left(&self, folder: &Path) -> Result<Range<u64>, OutputError> {
        let Manifest { from, to, .. } = *self;
        match *self.summary.done {
            [] if from < to => Ok(from..to),
            [(start, end)] if start == from && end <= to => Ok(end..to),
            _ => Err(OutputError::Ranges(folder.to_owned())),
        }
    }

    /// Puts it in its place, whole.
    pub(super) fn write(&self, folder: &Path) -> Result<(), OutputError> {
        let text = serde_json::to_string_pretty(self).map_err(io::Error::from)?;
        put(&folder.join(NAME), text.as_bytes())
    }

    /// The plan of what is wanted, as it was given.
    ///
    /// # Errors
    /// When the question, the data or the program are no longer what they were.
    pub(super) fn plan(&self, folder: &Path, correspondences: &Correspondences) -> Result<Plan, OutputError> {
        let then = &self.summary.premises;
        let otherwise = |differences| OutputError::Otherwise(folder.to_owned(), differences);
        // Said first, since with other data the question may not even stand.
        if then.data != correspondences.digest() {
            return Err(otherwise(vec!["the data".to_owned()]));
        }
        let source = Source::new(folder.join(NAME).display().to_string(), self.question.clone());
        let unfit =
            |unfit: Vec<QuestionError>| otherwise(unfit.iter().map(|unfit| format!("the question: {unfit}")).collect());
        let question = QuestionDraft::read(&source, correspondences)?.resolve(correspondences).map_err(unfit)?;
        let player = |army: Army| then.policies.get(army.name()).and_then(|name| ArmyPlayer::from_name(name));
        let players = Army::ALL.map(|army| player(army).unwrap_or_default());
        let in_game = then.setting.get("procedure").is_some_and(|name| name == Plan::GAME);
        let mode = if in_game { Mode::Game } else { Mode::Reading };
        let plan = Plan { limit: then.limit, players, mode, ..Plan::new(question, then.seed, self.from..self.to) };
        let differences = then.differences(&Provenance::of(&plan, correspondences));
        if differences.is_empty() { Ok(plan) } else { Err(otherwise(differences)) }
    }
}

/// The path and the text of the manifest in a folder, whatever its form.
fn text(folder: &Path) -> Result<(PathBuf, String), OutputError> {
    for name in [NAME, FIRST.1] {
        let path = folder.join(name);
        match fs::read_to_string(&path) {
            Ok(text) => return Ok((path, text)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(_) if folder.is_file() => return Err(OutputError::NotFolder(folder.to_owned())),
            Err(error) => return Err(OutputError::File(path, error)),
        }
    }
    Err(OutputError::NoManifest(folder.to_owned()))
}

/// Puts a file in its place, whole, or leaves the one of that name as it was.
pub(super) fn put(path: &Path, content: &[u8]) -> Result<(), OutputError> {
    let written = if path.exists() { disk::replace(path, content) } else { disk::create(path, content) };
    written.map(drop).map_err(|error| OutputError::File(path.to_owned(), error.into_io()))
}
