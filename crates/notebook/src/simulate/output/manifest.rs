//! The manifest of a run: its plan and progress.

use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::chess::{Army, Mode};
use crate::correspondences::Correspondences;
use crate::disk;
use crate::input::{Source, quoted, read_bytes, shown_path};
use crate::reading::{DraftError, QuestionDraft};

use super::super::{ArmyPlayer, Plan, Provenance, SimulationSummary, chunks};
use super::part::{self, PartFile};
use super::seal::{is_sealed, sealed};
use super::{OutputError, TableSpec};

/// Its file name. Programs that read a folder as one table, such as Spark, skip names that begin with an underscore.
pub(super) const NAME: &str = "_manifest.json";

/// The number of the format of manifests.
const FORMAT: u64 = 2;

/// The number of a manifest's format, whatever else it has.
#[derive(Deserialize)]
struct ManifestFormat {
    manifest: u64,
}

/// The plan and progress of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The number of the format of this file.
    manifest: u64,
    /// The command that started the run.
    pub(super) command: String,
    /// The whole question, as a question file.
    pub(super) question: String,
    /// The number of the first reading requested.
    pub(super) from: u64,
    /// The number after the last.
    pub(super) to: u64,
    /// How the tables are written.
    #[serde(flatten)]
    pub(super) spec: TableSpec,
    /// The finished parts, in order.
    pub(super) parts: Vec<PartFile>,
    /// The provenance, and the ranges and counts of the readings done.
    pub(super) summary: SimulationSummary,
}

impl Manifest {
    pub(super) fn of(plan: &Plan, correspondences: &Correspondences, spec: TableSpec, command: &str) -> Manifest {
        let nothing = SimulationSummary::of(Provenance::of(plan, correspondences), 0..0, &Default::default(), 0.0);
        Manifest {
            manifest: FORMAT,
            command: command.to_owned(),
            question: QuestionDraft::from(&plan.question).to_toml(),
            from: plan.range.start,
            to: plan.range.end,
            spec,
            parts: vec![],
            summary: nothing,
        }
    }

    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// If there is none, or it is invalid or inconsistent.
    pub(super) fn read(folder: &Path) -> Result<Manifest, OutputError> {
        let (path, text) = text(folder)?;
        let wrong = |error: serde_json::Error| OutputError::Manifest(path.clone(), error.to_string());
        let ManifestFormat { manifest: format } = serde_json::from_str(&text).map_err(wrong)?;
        if format != FORMAT {
            let problem = format!("this manifest has format {format}; this version of enochian reads format {FORMAT}");
            return Err(OutputError::Manifest(path, problem));
        }
        if !is_sealed(&text) {
            let problem = "it was changed since it was written: it does not have the SHA-256 in its line `sha256`";
            return Err(OutputError::Manifest(path, problem.to_owned()));
        }
        let manifest: Manifest = serde_json::from_str(&text).map_err(wrong)?;
        manifest.summary.check().map_err(|error| OutputError::Manifest(path.clone(), error.to_string()))?;
        let TableSpec { level, format, part, compression } = manifest.spec;
        let spec = TableSpec::new(level, format, Some(part))?.compressed(compression)?;
        let manifest = Manifest { spec, ..manifest };
        manifest.left(folder)?;
        let names = manifest.done().map(|range| part::name(&range, manifest.spec));
        if !names.eq(manifest.parts.iter().map(|part| part.file.as_str())) {
            let problem = "the `parts` do not match the readings in `done`".to_owned();
            return Err(OutputError::Manifest(path, problem));
        }
        Ok(manifest)
    }

    /// The readings done, part by part.
    pub(super) fn done(&self) -> impl Iterator<Item = Range<u64>> {
        self.summary.done.iter().flat_map(|(from, to)| chunks(*from..*to, self.spec.part))
    }

    /// The readings left to play. Parts are played in order.
    ///
    /// # Errors
    /// If the readings done are not the first of those requested.
    pub(super) fn left(&self, folder: &Path) -> Result<Range<u64>, OutputError> {
        let Manifest { from, to, .. } = *self;
        match *self.summary.done {
            [] if from < to => Ok(from..to),
            [(start, end)] if start == from && end <= to => Ok(end..to),
            _ => Err(OutputError::Ranges(folder.to_owned())),
        }
    }

    /// Writes the manifest atomically.
    pub(super) fn write(&self, folder: &Path) -> Result<(), OutputError> {
        let text = serde_json::to_string_pretty(self).map_err(io::Error::from)?;
        put(&folder.join(NAME), sealed(&text).as_bytes())
    }

    /// The plan of the run.
    ///
    /// # Errors
    /// If the question, the data or the program have changed.
    pub(super) fn plan(&self, folder: &Path, correspondences: &Correspondences) -> Result<Plan, OutputError> {
        let then = &self.summary.provenance;
        let changed = |differences| OutputError::Changed(folder.to_owned(), differences);
        // Checked first, since the question may be invalid with other data.
        if then.data != correspondences.digest() {
            return Err(changed(vec!["the data".to_owned()]));
        }
        let plan = self.plan_now(folder, correspondences)?;
        let differences = then.differences(&Provenance::of(&plan, correspondences));
        if differences.is_empty() { Ok(plan) } else { Err(changed(differences)) }
    }

    /// The plan of the run for playing some of it again, and what is to be known of that. Another program or other data are told;
    /// what is played again shows whether they matter. There is no plan if a policy is known only to the program that wrote the run,
    /// or if the question cannot be read with other data.
    ///
    /// # Errors
    /// If the question and the settings contradict each other.
    pub(super) fn plan_to_replay(
        &self,
        folder: &Path,
        correspondences: &Correspondences,
    ) -> Result<(Option<Plan>, Vec<String>), OutputError> {
        let then = &self.summary.provenance;
        let has_other_data = then.data != correspondences.digest();
        let unknown = then.policies.values().find(|name| ArmyPlayer::from_name(name).is_none());
        if let Some(unknown) = unknown {
            return Ok((
                None,
                vec![format!("no reading was played again, since the policy {} is not known here", quoted(unknown))],
            ));
        }
        let plan = match self.plan_now(folder, correspondences) {
            Ok(plan) => plan,
            Err(error) if has_other_data => {
                return Ok((
                    None,
                    vec![format!("no reading was played again, since it was written with other data: {error}")],
                ));
            }
            Err(error) => return Err(error),
        };
        let now = Provenance::of(&plan, correspondences);
        let as_then = Provenance {
            program: then.program.clone(),
            data: then.data.clone(),
            chance: then.chance.clone(),
            ..now.clone()
        };
        let contradictions = then.differences(&as_then);
        if !contradictions.is_empty() {
            return Err(OutputError::Contradicted(folder.to_owned(), contradictions));
        }
        let others = then.differences(&now);
        let note = (!others.is_empty())
            .then(|| format!("it was written otherwise than this program would: {}", others.join("; ")));
        Ok((Some(plan), note.into_iter().collect()))
    }

    /// The plan of the run with the data and the program of now, whatever they were.
    ///
    /// # Errors
    /// If the question is invalid.
    pub(super) fn plan_now(&self, folder: &Path, correspondences: &Correspondences) -> Result<Plan, OutputError> {
        let then = &self.summary.provenance;
        let changed = |differences| OutputError::Changed(folder.to_owned(), differences);
        let source = Source::new(shown_path(&folder.join(NAME)), self.question.clone());
        let invalid =
            |errors: Vec<DraftError>| changed(errors.iter().map(|error| format!("the question: {error}")).collect());
        let question = QuestionDraft::read(&source, correspondences)?.resolve(correspondences).map_err(invalid)?;
        let player = |army: Army| then.policies.get(army.name()).and_then(|name| ArmyPlayer::from_name(name));
        let players = Army::ALL.map(|army| player(army).unwrap_or_default());
        let in_game = then.setting.get("procedure").is_some_and(|name| name == Plan::GAME);
        let mode = if in_game { Mode::Game } else { Mode::Reading };
        let play_out = then.setting.get("ends_by").is_some_and(|by| by == "both");
        let from_position = then.setting.get(Provenance::POSITION).and_then(|text| text.parse().ok());
        let plan = Plan {
            limit: then.limit,
            players,
            mode,
            from_position,
            play_out,
            ..Plan::new(question, then.seed, self.from..self.to)
        };
        fits(&plan)?;
        Ok(plan)
    }
}

/// Checks that seed and readings fit the tables: whole numbers with a sign are all that every program reads as such.
pub(super) fn fits(plan: &Plan) -> Result<(), OutputError> {
    let last = plan.range.end.saturating_sub(1);
    let too_large = |what, number: u64| i64::try_from(number).map_err(|_| OutputError::TooLarge(what, number));
    too_large("the seed", plan.seed)?;
    too_large("the number of the last reading,", last)?;
    Ok(())
}

/// No manifest is larger, in bytes: it grows with the number of parts.
const LIMIT: u64 = 128 << 20;

/// The path and text of the manifest in a folder.
fn text(folder: &Path) -> Result<(PathBuf, String), OutputError> {
    let path = folder.join(NAME);
    let text = read_bytes(&path, LIMIT)
        .and_then(|bytes| String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text")));
    match text {
        Ok(text) => Ok((path, text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(OutputError::NoManifest(folder.to_owned())),
        Err(_) if folder.is_file() => Err(OutputError::NotFolder(folder.to_owned())),
        Err(error) => Err(OutputError::File(path, error)),
    }
}

/// Writes or replaces a file atomically.
pub(super) fn put(path: &Path, content: &[u8]) -> Result<(), OutputError> {
    let written = if path.exists() { disk::replace(path, content) } else { disk::create(path, content) };
    written.map(drop).map_err(|error| OutputError::File(path.to_owned(), error.into_io()))
}
