//! The settings of all commands, and where each value comes from.
//!
//! An option overrides the environment, this the notebook, this a person's own file, and this the default. The notebook is the
//! one named by an option or the environment, or else the one that the command is run in, or else the one named in the own
//! file, or else `Enochian` in the home folder.

mod table;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsString;

use etcetera::BaseStrategy;

use crate::cli::prelude::*;
use crate::correspondences::{Layer as SquareLayer, Naming, Palette};
use crate::disk;
use crate::input::{Source, reason, shown_path, unmarked};
use crate::render::{Background, Notation, Theme};

use super::{lookup, terminal};
pub(super) use table::{Flags, JOURNALS, from_home, template};
use table::{Layer, ROWS};

/// The file in a notebook that contains its settings.
pub(super) const NOTEBOOK: &str = "enochian.toml";

/// The folder of question files in a notebook.
pub(super) const QUESTIONS: &str = "questions";

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Flag,
    Environment,
    /// The current folder, or one above it.
    Here,
    Notebook,
    File,
    Default,
}

/// Every setting.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// Each value by its name, and where it comes from.
    values: BTreeMap<&'static str, (OsString, Origin)>,
    /// The notebook named in a person's own file, whether it is used here or not.
    pub(super) own_notebook: Option<PathBuf>,
    /// A person's own file, whether it exists or not; none if the system has no place for it.
    pub(super) file: Option<PathBuf>,
}

impl Settings {
    /// Gathers the settings from the options, the environment and the files.
    pub(super) fn gather(Flags(flags): &Flags) -> CommandResult<Settings> {
        let base = etcetera::choose_base_strategy().ok();
        let file = base.as_ref().map(|base| base.config_dir().join("enochian/config.toml"));
        let own = file.as_deref().filter(|path| is_there(path)).map(|path| Layer::of_file(path, true)).transpose()?;
        let (own, mut environment) = (own.unwrap_or_default(), Layer::of_environment()?);
        let found = |layer: &Layer| layer.get("notebook").map(PathBuf::from);
        let (notebook, origin) = [
            (found(flags), Origin::Flag),
            (found(&environment), Origin::Environment),
            (notebook_here(), Origin::Here),
            (found(&own), Origin::File),
        ]
        .into_iter()
        .find_map(|(folder, origin)| Some((folder?, origin)))
        .unwrap_or_else(|| (etcetera::home_dir().unwrap_or_default().join("Enochian"), Origin::Default));
        let settings_file = notebook.join(NOTEBOOK);
        let mut of_notebook =
            if is_there(&settings_file) { Layer::of_file(&settings_file, false)? } else { Layer::default() };
        // A folder of journals of one's own takes the place of the notebook in the home folder.
        let is_set = of_notebook.get(JOURNALS).is_some() || origin == Origin::Default && own.get(JOURNALS).is_some();
        if !is_set {
            of_notebook.set(JOURNALS, notebook.join(JOURNALS).into());
        }
        // An option overrides the environment, also where it names the folder by its notebook.
        if origin == Origin::Flag {
            environment.remove(JOURNALS);
        }
        let own_notebook = found(&own);
        let layers = [
            (flags, Origin::Flag),
            (&environment, Origin::Environment),
            (&of_notebook, Origin::Notebook),
            (&own, Origin::File),
        ];
        let mut values: BTreeMap<_, _> = ROWS
            .iter()
            .map(|row| {
                let set = layers.iter().find_map(|(layer, origin)| Some((layer.get(row.name)?.to_owned(), *origin)));
                (row.name, set.unwrap_or_else(|| (row.default.into(), Origin::Default)))
            })
            .collect();
        values.insert("notebook", (notebook.into(), origin));
        Ok(Settings { values, own_notebook, file })
    }

    fn value(&self, name: &str) -> &(OsString, Origin) {
        // Every row has a value.
        &self.values[name]
    }

    fn word(&self, name: &str) -> Cow<'_, str> {
        self.value(name).0.to_string_lossy()
    }

    /// The folder of the notebook.
    pub(super) fn notebook(&self) -> &Path {
        self.value("notebook").0.as_ref()
    }

    /// The folder of the journals.
    pub(super) fn journals(&self) -> &Path {
        self.value(JOURNALS).0.as_ref()
    }

    /// The folder in which the journals are: the notebook, or what is above a folder of journals that is named by itself.
    pub(super) fn around_journals(&self) -> &Path {
        match (self.value(JOURNALS).1, self.journals().parent()) {
            (Origin::Notebook, _) | (_, None) => self.notebook(),
            (_, Some(folder)) => folder,
        }
    }

    /// The folder of the correspondences, if they are not those built in.
    pub(super) fn data(&self) -> Option<&Path> {
        Some(self.value("data").0.as_ref()).filter(|folder: &&Path| !folder.as_os_str().is_empty())
    }

    /// Whether the program throws the die, unless a question says it.
    pub(super) fn program_throws(&self) -> bool {
        self.word("die") == "program"
    }

    /// The colours of the screen.
    pub(super) fn colours(&self) -> Theme {
        self.word("colours").parse().unwrap_or_default()
    }

    /// The notation of moves.
    pub(super) fn notation(&self) -> Notation {
        self.word("notation").parse().unwrap_or_default()
    }

    /// The further layers of squares that are shown.
    pub(super) fn layers(&self) -> Vec<SquareLayer> {
        let words = self.word("layers");
        let named = |layer: &SquareLayer| words.split(", ").any(|word| word == "all" || word == layer.name());
        SquareLayer::ALL.into_iter().filter(named).collect()
    }

    /// Whether readings are quiet, unless a question says it.
    pub(super) fn is_quiet(&self) -> bool {
        self.word("quiet") == "true"
    }

    /// The naming, which must exist in the data.
    pub(super) fn naming<'l>(&self, correspondences: &'l Correspondences) -> CommandResult<&'l Naming> {
        let (name, origin) = self.value("naming");
        // Data of one's own need not have the naming that is the default.
        let name = (*origin != Origin::Default).then(|| name.to_string_lossy());
        lookup::naming(correspondences, name.as_deref())
    }

    /// The colours of pictures: those of the screen or, if it has none, those of the elements.
    pub(super) fn palette(&self) -> Palette {
        match self.colours() {
            Theme::ColourBlind => Palette::ColourBlind,
            Theme::Elements | Theme::None => Palette::Elements,
        }
    }

    /// The background of the terminal, which is asked for it by default.
    pub(super) fn background(&self) -> Background {
        let set = self.word("background");
        let known = Background::ALL.into_iter().find(|background| background.name() == set);
        known.or_else(terminal::background).unwrap_or_default()
    }

    /// The file that says which lessons were done, beside a person's own file of settings.
    pub(super) fn learned(&self) -> Option<PathBuf> {
        self.file.as_ref().map(|file| file.with_file_name("learned"))
    }

    /// Whether the notebook is the one in the home folder, and journals are kept in it.
    pub(super) fn is_at_home(&self) -> bool {
        self.value("notebook").1 == Origin::Default && self.value(JOURNALS).1 == Origin::Notebook
    }

    /// Fails if a notebook is named and does not exist, so that no second one is started in its place.
    pub(super) fn check_notebook(&self) -> CommandResult<()> {
        let (folder, (_, origin)) = (self.notebook(), self.value("notebook"));
        let named = match (origin, &self.file) {
            (Origin::Flag, _) => "--notebook".to_owned(),
            (Origin::Environment, _) => "ENOCHIAN_NOTEBOOK".to_owned(),
            (Origin::File, Some(file)) => safe_path(file),
            _ => return Ok(()),
        };
        if is_notebook(folder) || self.value(JOURNALS).1 != Origin::Notebook {
            return Ok(());
        }
        let folder = safe_path(folder);
        fail!(
            "there is no notebook in {folder}, which is named by {named}; correct the path, or create a notebook with enochian new {folder}"
        )
    }

    /// The name, value, origin and possible values of each setting.
    pub(super) fn rows(&self, correspondences: &Correspondences) -> CommandResult<Vec<[String; 4]>> {
        let row = |row: &table::Row| {
            let (value, origin) = self.value(row.name);
            let shown = match row.name {
                "notebook" if value.is_empty() => ".".to_owned(),
                "data" if value.is_empty() => "built in".to_owned(),
                "naming" => self.naming(correspondences)?.name.clone(),
                _ => shown_path(value.as_ref()),
            };
            let from = match origin {
                Origin::Flag => format!("the option --{}", row.name),
                Origin::Environment => row.variable(),
                Origin::Here => "the folder you are in".to_owned(),
                // The paths of these are below the table.
                Origin::Notebook => "the notebook".to_owned(),
                Origin::File => "config.toml".to_owned(),
                Origin::Default => "default".to_owned(),
            };
            let choices = match row.name {
                "notebook" => "a folder created by enochian new".to_owned(),
                "data" => "a folder like data/".to_owned(),
                "naming" => {
                    correspondences.namings().iter().map(|naming| naming.name.as_str()).collect::<Vec<_>>().join(", ")
                }
                _ if row.words().is_empty() => "a folder".to_owned(),
                _ => row.words().join(", "),
            };
            Ok([row.name.to_owned(), shown, from, choices])
        };
        ROWS.iter().map(row).collect()
    }
}

/// Whether the folder is a notebook: it has the file of settings, or questions and journals.
pub(super) fn is_notebook(folder: &Path) -> bool {
    is_there(&folder.join(NOTEBOOK)) || folder.join(JOURNALS).is_dir() && folder.join(QUESTIONS).is_dir()
}

/// The notebook that the command is run in. In its own folder no path need be longer than it is.
fn notebook_here() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let found = here.ancestors().find(|folder| is_notebook(folder))?;
    Some(if found == here { PathBuf::new() } else { found.to_owned() })
}

/// Whether there is anything of that name. If it is no file, that is told when it is read.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// The line that makes a folder the notebook that is used outside other notebooks.
pub(super) fn line(notebook: &Path) -> String {
    format!("notebook = {}", toml::Value::String(notebook.to_string_lossy().into_owned()))
}

/// Writes that line to a person's own file. All other lines stay unchanged.
pub(super) fn set_notebook(file: &Path, notebook: &Path) -> CommandResult<()> {
    if !file.exists() {
        let folder = disk::folder_of(file);
        disk::create_folders(folder)
            .map_err(|error| problem!("the folder {} could not be created: {}", safe_path(folder), reason(&error)))?;
        disk::create(file, format!("{}\n", line(notebook)).as_bytes())?;
        return Ok(());
    }
    let before = Source::read(file, Source::TOML_LIMIT)?.text;
    let text = unmarked(&before);
    let mark = &before[..before.len() - text.len()];
    let mut document: toml_edit::DocumentMut = text.parse().map_err(|_| {
        problem!("{} could not be changed safely; add this line to it: {}", safe_path(file), line(notebook))
    })?;
    document["notebook"] = toml_edit::value(notebook.to_string_lossy().into_owned());
    disk::replace(file, format!("{mark}{document}").as_bytes())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_and_all_other_lines_stay() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        for (before, after) in [
            ("notebook = \"old\"\nquiet = true\n", "notebook = \"/new\"\nquiet = true\n"),
            ("# Mine.\nquiet = true # so\n", "# Mine.\nquiet = true # so\nnotebook = \"/new\"\n"),
            ("notebook = \"\"\"\nold\"\"\"\nquiet = true\n", "notebook = \"/new\"\nquiet = true\n"),
        ] {
            std::fs::write(&file, format!("\u{feff}{before}")).unwrap();
            set_notebook(&file, "/new".as_ref()).unwrap();
            assert_eq!(std::fs::read_to_string(&file).unwrap(), format!("\u{feff}{after}"));
        }
    }

    #[test]
    fn a_new_notebook_has_every_setting_with_its_default() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(NOTEBOOK);
        let settled: String = template()
            .lines()
            .filter_map(|line| line.strip_prefix("# ").filter(|line| line.contains(" = ")))
            .map(|line| format!("{line}\n"))
            .collect();
        std::fs::write(&file, settled).unwrap();
        let layer = Layer::of_file(&file, false).unwrap();
        for row in ROWS.iter().filter(|row| !["notebook", "data", JOURNALS].contains(&row.name)) {
            assert_eq!(layer.get(row.name), Some(row.default.as_ref()), "{}", row.name);
        }
    }
}
