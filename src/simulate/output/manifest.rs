//! The manifest of a folder: what is played there, and how far it is.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::chess::{Army, Mode};
use crate::lore::Lore;
use crate::reading::{Draft, Unfit};
use crate::text::Source;

use super::super::{Plan, Player, Premises, Summary};
use super::{OutputError, Shape};

/// Its name in the folder.
pub(super) const NAME: &str = "manifest.json";

/// The form of manifests that this program writes and reads.
const FORM: u8 = 1;

/// What every form of it tells first.
#[derive(Deserialize)]
struct Form {
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
    pub(super) shape: Shape,
    /// What is done: the premises, the ranges, the counts.
    pub(super) summary: Summary,
}

impl Manifest {
    pub(super) fn of(plan: &Plan, lore: &Lore, shape: Shape, command: &str) -> Manifest {
        let nothing = Summary::of(Premises::of(plan, lore), 0..0, &Default::default(), 0.0);
        Manifest {
            manifest: FORM,
            command: command.to_owned(),
            question: Draft::from(&plan.question).to_toml(),
            from: plan.range.start,
            to: plan.range.end,
            shape,
            summary: nothing,
        }
    }

    pub(super) fn read(folder: &Path) -> Result<Manifest, OutputError> {
        let path = folder.join(NAME);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(OutputError::NoManifest(folder.to_owned()));
            }
            Err(_) if folder.is_file() => return Err(OutputError::NotFolder(folder.to_owned())),
            text => text.map_err(OutputError::at(&path))?,
        };
        let wrong = |error: serde_json::Error| OutputError::Manifest(path.clone(), error.to_string());
        let Form { manifest: form } = serde_json::from_str(&text).map_err(wrong)?;
        if form != FORM {
            let told = format!("it is of form {form}, and this program knows form {FORM}");
            return Err(OutputError::Manifest(path, told));
        }
        let manifest: Manifest = serde_json::from_str(&text).map_err(wrong)?;
        manifest.summary.check().map_err(|unsound| OutputError::Manifest(path.clone(), unsound.to_string()))?;
        let Shape { level, format, part } = manifest.shape;
        Ok(Manifest { shape: Shape::new(level, format, Some(part))?, ..manifest })
    }

    /// Puts it in its place, whole.
    pub(super) fn write(&self, folder: &Path) -> Result<(), OutputError> {
        let text = serde_json::to_string_pretty(self).map_err(io::Error::from)?;
        put(&folder.join(NAME), |file| Ok(file.write_all(text.as_bytes())?))
    }

    /// The plan of what is wanted, as it was given.
    ///
    /// # Errors
    /// When the question, the data or the program are no longer what they were.
    pub(super) fn plan(&self, folder: &Path, lore: &Lore) -> Result<Plan, OutputError> {
        let then = &self.summary.premises;
        let otherwise = |differences| OutputError::Otherwise(folder.to_owned(), differences);
        // Said first, since with other data the question may not even stand.
        if then.data != lore.digest() {
            return Err(otherwise(vec!["the data".to_owned()]));
        }
        let source = Source::new(folder.join(NAME).display().to_string(), self.question.clone());
        let unfit = |unfit: Vec<Unfit>| otherwise(unfit.iter().map(|unfit| format!("the question: {unfit}")).collect());
        let question = Draft::read(&source, lore)?.settle(lore).map_err(unfit)?;
        let player = |army: Army| then.policies.get(army.name()).and_then(|name| Player::named(name));
        let players = Army::ALL.map(|army| player(army).unwrap_or_default());
        let in_game = then.setting.get("procedure").is_some_and(|name| name == Plan::GAME);
        let mode = if in_game { Mode::Game } else { Mode::Reading };
        let plan = Plan { limit: then.limit, players, mode, ..Plan::new(question, then.seed, self.from..self.to) };
        let differences = then.differences(&Premises::of(&plan, lore));
        if differences.is_empty() { Ok(plan) } else { Err(otherwise(differences)) }
    }
}

/// Makes a file whole or not at all, in the place of one of that name.
pub(super) fn put(path: &Path, write: impl FnOnce(&mut File) -> Result<(), OutputError>) -> Result<(), OutputError> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let unfinished = Path::new(&unfinished);
    let mut file = File::create(unfinished).map_err(OutputError::at(unfinished))?;
    write(&mut file).map_err(|error| error.in_file(path))?;
    file.sync_all().and_then(|()| fs::rename(unfinished, path)).map_err(OutputError::at(path))
}
