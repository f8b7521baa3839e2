//! The settings of all commands, and where each value comes from.
//!
//! An option overrides the environment, this the notebook, this the configuration file, and this the default. The notebook
//! is the one named by an option or the environment, or else the one that the command is run in, or else the one named in
//! the configuration file.

mod own;
mod values;

use std::fmt;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use crate::correspondences::{Correspondences, Palette};
use crate::input::{Source, safe_path, shown_path};
use crate::render::{Background, Notation, Theme};

use super::command_error::CommandResult;
use super::{lookup, terminal};
pub(super) use own::{line, set_notebook};
use values::{BackgroundSetting, SettingsLayer, VARIABLES};
pub(super) use values::{Flags, SquareLayers, Thrower};

/// The file that makes a folder a notebook and contains its settings.
pub(super) const NOTEBOOK: &str = "enochian.toml";

/// The folder of journals, in a notebook or in the current folder.
pub(super) const JOURNALS: &str = "journals";

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Flag,
    Environment,
    /// The current folder.
    Here,
    Notebook,
    File,
    Default,
}

/// A value and where it comes from.
#[derive(Clone, Debug)]
pub(super) struct Setting<T> {
    pub(super) value: T,
    pub(super) origin: Origin,
}

/// Every setting.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) notebook: Setting<Option<PathBuf>>,
    /// The notebook named in the configuration file, whether it is used here or not.
    pub(super) own_notebook: Option<PathBuf>,
    pub(super) journals: Setting<PathBuf>,
    pub(super) data: Setting<Option<PathBuf>>,
    pub(super) die: Setting<Thrower>,
    pub(super) naming: Setting<Option<String>>,
    pub(super) colours: Setting<Theme>,
    background: Setting<BackgroundSetting>,
    pub(super) notation: Setting<Notation>,
    pub(super) layers: Setting<SquareLayers>,
    /// Whether readings are quiet.
    pub(super) quiet: Setting<bool>,
    /// The configuration file, whether it exists or not; none if the system has no place for it.
    pub(super) file: Option<PathBuf>,
    /// The cache folder; none if the system has no place for it.
    pub(super) cache: Option<PathBuf>,
}

impl Settings {
    /// Gathers the settings from the options, the environment and the files.
    pub(super) fn gather(flags: &Flags) -> CommandResult<Settings> {
        let here = std::env::current_dir().unwrap_or_default();
        let base = etcetera::choose_base_strategy().ok();
        let file = base.as_ref().map(|base| base.config_dir().join("enochian/config.toml"));
        let read = |path: PathBuf, is_own| SettingsLayer::read(&Source::read(&path, Source::TOML_LIMIT)?, is_own);
        let own = file.clone().filter(|path| is_there(path)).map(|path| read(path, true)).transpose()?;
        let own_notebook = own.as_ref().and_then(|layer| layer.notebook.clone());
        let here = SettingsLayer {
            notebook: here.ancestors().find(|folder| is_notebook(folder)).map(Path::to_owned),
            ..SettingsLayer::default()
        };
        let mut layers = vec![
            (Origin::Flag, flags.layer()?),
            (Origin::Environment, SettingsLayer::of_environment(|name| std::env::var_os(name))?),
            (Origin::Here, here),
        ];
        layers.extend(own.map(|layer| (Origin::File, layer)));
        let notebook = first(&layers, |layer| layer.notebook.clone().map(Some), None);
        if let Some(folder) = &notebook.value {
            let mut layer =
                if is_notebook(folder) { read(folder.join(NOTEBOOK), false)? } else { SettingsLayer::default() };
            layer.journals.get_or_insert_with(|| folder.join(JOURNALS));
            layers.insert(3, (Origin::Notebook, layer));
        }
        Ok(Settings {
            notebook,
            own_notebook,
            journals: first(&layers, |layer| layer.journals.clone(), PathBuf::from(JOURNALS)),
            data: first(&layers, |layer| layer.data.clone().map(Some), None),
            die: first(&layers, |layer| layer.die, Thrower::Hand),
            naming: first(&layers, |layer| layer.naming.clone().map(Some), None),
            colours: first(&layers, |layer| layer.colours, Theme::default()),
            background: first(&layers, |layer| layer.background, BackgroundSetting::default()),
            notation: first(&layers, |layer| layer.notation, Notation::default()),
            layers: first(&layers, |layer| layer.layers.clone(), SquareLayers::default()),
            quiet: first(&layers, |layer| layer.quiet, false),
            file,
            cache: base.map(|base| base.cache_dir().join("enochian")),
        })
    }

    /// The file that says which lessons were done, beside the configuration file.
    pub(super) fn learned(&self) -> Option<PathBuf> {
        self.file.as_ref().map(|file| file.with_file_name("learned"))
    }

    /// Fails if the notebook does not exist, so that no second one is started in its place.
    pub(super) fn check_notebook(&self) -> CommandResult<()> {
        let Some(folder) = self.notebook.value.as_deref().filter(|folder| !is_notebook(folder)) else { return Ok(()) };
        let named = match (self.notebook.origin, &self.file) {
            (Origin::Flag, _) => "--notebook".to_owned(),
            (Origin::Environment, _) => variable("notebook").to_owned(),
            (_, file) => file.as_deref().map_or_else(String::new, shown_path),
        };
        let folder = safe_path(folder);
        fail!(
            "there is no notebook in {folder}, which is named by {named}; correct the path, or create a notebook with enochian new {folder}"
        )
    }

    /// The naming, which must exist in the data.
    pub(super) fn naming<'l>(
        &self,
        correspondences: &'l Correspondences,
    ) -> CommandResult<&'l crate::correspondences::Naming> {
        lookup::naming(correspondences, self.naming.value.as_deref())
    }

    /// The colours of pictures: those of the screen or, if it has none, those of the elements.
    pub(super) fn palette(&self) -> Palette {
        match self.colours.value {
            Theme::ColourBlind => Palette::ColourBlind,
            Theme::Elements | Theme::None => Palette::Elements,
        }
    }

    /// The background of the terminal, which is asked for it by default.
    pub(super) fn background(&self) -> Background {
        match self.background.value {
            BackgroundSetting::Auto => terminal::background().unwrap_or_default(),
            BackgroundSetting::Known(background) => background,
        }
    }

    /// The name, value, origin and possible values of each setting.
    pub(super) fn rows(&self, correspondences: &Correspondences) -> CommandResult<Vec<[String; 4]>> {
        let from = |name: &'static str, origin: Origin| match origin {
            Origin::Flag => format!("the option --{name}"),
            Origin::Environment => variable(name).to_owned(),
            Origin::Here => "the folder you are in".to_owned(),
            // The paths of these are below the table.
            Origin::Notebook => "the notebook".to_owned(),
            Origin::File => "config.toml".to_owned(),
            Origin::Default => "default".to_owned(),
        };
        let row = |name, value: String, origin, choices: &str| {
            [str::to_owned(name), value, from(name, origin), choices.to_owned()]
        };
        let namings: Vec<&str> = correspondences.namings().iter().map(|naming| naming.name.as_str()).collect();
        let data = self.data.value.as_deref().map_or("built in".to_owned(), shown_path);
        let notebook = self.notebook.value.as_deref().map_or("none".to_owned(), shown_path);
        Ok(vec![
            row("notebook", notebook, self.notebook.origin, "a folder created by enochian new"),
            row("journals", shown_path(&self.journals.value), self.journals.origin, "a folder"),
            row("data", data, self.data.origin, "a folder like data/"),
            row("die", self.die.value.to_string(), self.die.origin, &Thrower::WORDS.join(", ")),
            row("naming", self.naming(correspondences)?.name.clone(), self.naming.origin, &namings.join(", ")),
            row("colours", self.colours.value.to_string(), self.colours.origin, &words(&Theme::ALL)),
            row(
                "background",
                self.background.value.to_string(),
                self.background.origin,
                &words(&BackgroundSetting::ALL),
            ),
            row("notation", self.notation.value.to_string(), self.notation.origin, &words(&Notation::ALL)),
            row(
                "layers",
                self.layers.value.to_string(),
                self.layers.origin,
                "letters, tablets, sphinx, oracle, all, none",
            ),
            row("quiet", self.quiet.value.to_string(), self.quiet.origin, &words(&[true, false])),
        ])
    }
}

/// Whether the folder is a notebook.
fn is_notebook(folder: &Path) -> bool {
    is_there(&folder.join(NOTEBOOK))
}

/// Whether there is anything of that name. If it is no file, that is told when it is read.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// The environment variable of a setting.
fn variable(name: &str) -> &'static str {
    VARIABLES.into_iter().find(|(setting, _)| *setting == name).map_or("", |(_, variable)| variable)
}

fn words<T: fmt::Display>(all: &[T]) -> String {
    all.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// The value of the first layer that has one.
fn first<T>(layers: &[(Origin, SettingsLayer)], of: impl Fn(&SettingsLayer) -> Option<T>, usual: T) -> Setting<T> {
    let found = layers.iter().find_map(|(origin, layer)| Some(Setting { value: of(layer)?, origin: *origin }));
    found.unwrap_or(Setting { value: usual, origin: Origin::Default })
}
