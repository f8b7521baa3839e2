//! The settings from one source: the options, the environment, or a file.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::correspondences;
use crate::input::{Diagnostics, Source, TomlTable, quoted};
use crate::render::{Background, Notation, Theme};

use super::super::command_error::CommandResult;
use super::super::lookup::suggestion;

/// Each setting with its environment variable.
pub(super) const VARIABLES: [(&str, &str); 10] = [
    ("notebook", "ENOCHIAN_NOTEBOOK"),
    ("journals", "ENOCHIAN_JOURNALS"),
    ("data", "ENOCHIAN_DATA"),
    ("die", "ENOCHIAN_DIE"),
    ("naming", "ENOCHIAN_NAMING"),
    ("colours", "ENOCHIAN_COLOURS"),
    ("background", "ENOCHIAN_BACKGROUND"),
    ("notation", "ENOCHIAN_NOTATION"),
    ("layers", "ENOCHIAN_LAYERS"),
    ("quiet", "ENOCHIAN_QUIET"),
];

/// The default for who throws the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Thrower {
    Hand,
    Program,
}

impl Thrower {
    pub(super) const WORDS: [&str; 2] = ["hand", "program"];
}

impl fmt::Display for Thrower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Thrower::WORDS[*self as usize])
    }
}

/// Reads the words of the prompt and those of question files.
impl FromStr for Thrower {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Thrower, &'static str> {
        match text.to_lowercase().as_str() {
            "hand" | "by hand" => Ok(Thrower::Hand),
            "program" | "by the program" => Ok(Thrower::Program),
            _ => Err("hand or program"),
        }
    }
}

/// The setting of the background of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum BackgroundSetting {
    /// As the terminal reports it.
    #[default]
    Auto,
    /// Known.
    Known(Background),
}

impl BackgroundSetting {
    pub(super) const ALL: [BackgroundSetting; 3] = [
        BackgroundSetting::Auto,
        BackgroundSetting::Known(Background::Dark),
        BackgroundSetting::Known(Background::Light),
    ];
}

impl fmt::Display for BackgroundSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BackgroundSetting::Auto => f.pad("auto"),
            BackgroundSetting::Known(background) => background.fmt(f),
        }
    }
}

/// Reads the name, in any case.
impl FromStr for BackgroundSetting {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<BackgroundSetting, &'static str> {
        let named = BackgroundSetting::ALL.into_iter().find(|it| it.to_string().eq_ignore_ascii_case(text));
        named.ok_or("auto, dark or light")
    }
}

/// The further layers of squares that are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct SquareLayers(pub(in super::super) Vec<correspondences::Layer>);

impl fmt::Display for SquareLayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|layer| layer.name()).collect();
        f.pad(&if names.is_empty() { "none".to_owned() } else { names.join(", ") })
    }
}

/// Reads names separated by commas, in any case; each layer once, in their order.
impl FromStr for SquareLayers {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<SquareLayers, &'static str> {
        let mut asked = vec![];
        for name in text.split(',').map(|name| name.trim().to_ascii_lowercase()) {
            match (name.as_str(), correspondences::Layer::ALL.into_iter().find(|layer| layer.name() == name)) {
                (_, Some(layer)) => asked.push(layer),
                ("all", _) => asked.extend(correspondences::Layer::ALL),
                ("none", _) => {}
                _ => return Err("letters, tablets, sphinx, oracle, all or none"),
            }
        }
        asked.sort();
        asked.dedup();
        Ok(SquareLayers(asked))
    }
}

/// True or false, as a word.
struct Switch(bool);

impl FromStr for Switch {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Switch, &'static str> {
        match text.to_lowercase().as_str() {
            "true" => Ok(Switch(true)),
            "false" => Ok(Switch(false)),
            _ => Err("true or false"),
        }
    }
}

/// The settings as options of all commands.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Settings for all commands")]
pub(in super::super) struct Flags {
    /// The notebook [default: the one you are in]
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(in super::super) notebook: Option<PathBuf>,
    /// The folder of the journals
    #[arg(long, global = true, value_name = "FOLDER")]
    journals: Option<PathBuf>,
    /// The folder of the correspondences (a copy of data/) [default: built in]
    #[arg(long, global = true, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Default for who throws the die: hand or program
    #[arg(long, global = true, value_name = "WHO")]
    die: Option<String>,
    /// The names of the game and its armies: golden-dawn or gnostic
    #[arg(long, global = true, value_name = "NAME")]
    naming: Option<String>,
    /// The colours of the armies: elements, colour-blind or none
    #[arg(long, global = true, value_name = "THEME")]
    colours: Option<String>,
    /// The background of the terminal: auto, dark or light
    #[arg(long, global = true, value_name = "WHICH")]
    background: Option<String>,
    /// The notation of moves: canonical, sheet or both
    #[arg(long, global = true, value_name = "WHICH")]
    notation: Option<String>,
    /// Further layers of squares: letters, tablets, sphinx, oracle (separated by commas), all or none
    #[arg(long, global = true, value_name = "LAYERS")]
    layers: Option<String>,
}

/// What one source says.
#[derive(Clone, Debug, Default)]
pub(super) struct SettingsLayer {
    pub(super) notebook: Option<PathBuf>,
    pub(super) journals: Option<PathBuf>,
    pub(super) data: Option<PathBuf>,
    pub(super) die: Option<Thrower>,
    pub(super) naming: Option<String>,
    pub(super) colours: Option<Theme>,
    pub(super) background: Option<BackgroundSetting>,
    pub(super) notation: Option<Notation>,
    pub(super) layers: Option<SquareLayers>,
    pub(super) quiet: Option<bool>,
}

impl Flags {
    pub(super) fn layer(&self) -> CommandResult<SettingsLayer> {
        Ok(SettingsLayer {
            notebook: self.notebook.clone(),
            journals: self.journals.clone(),
            data: self.data.clone(),
            die: word("--die", self.die.as_deref())?,
            naming: self.naming.clone(),
            colours: word("--colours", self.colours.as_deref())?,
            background: word("--background", self.background.as_deref())?,
            notation: word("--notation", self.notation.as_deref())?,
            layers: word("--layers", self.layers.as_deref())?,
            // It is an option of read, with a precedence of its own over question files.
            quiet: None,
        })
    }
}

/// Reads a word, if there is one.
fn word<T: FromStr<Err: fmt::Display>>(what: &str, text: Option<&str>) -> CommandResult<Option<T>> {
    let wrong = |text: &str, expected: String| {
        let meant = suggestion(text, expected.split([',', ' ']).filter(|word| !["", "or"].contains(word)));
        problem!("invalid value {} for {what}; expected {expected}{meant}", quoted(text))
    };
    text.map(|text| text.parse().map_err(|expected: T::Err| wrong(text, expected.to_string()))).transpose()
}

impl SettingsLayer {
    /// The settings from the environment. An empty variable is ignored.
    pub(super) fn of_environment(variable: impl Fn(&str) -> Option<OsString>) -> CommandResult<SettingsLayer> {
        let [notebook, journals, data, die, naming, colours, background, notation, layers, quiet] =
            VARIABLES.map(|(_, name)| (name.to_owned(), variable(name).filter(|value| !value.is_empty())));
        let text = |value: &Option<OsString>| value.as_ref().map(|value| value.to_string_lossy().into_owned());
        Ok(SettingsLayer {
            notebook: notebook.1.map(PathBuf::from),
            journals: journals.1.map(PathBuf::from),
            data: data.1.map(PathBuf::from),
            die: word(&die.0, text(&die.1).as_deref())?,
            naming: text(&naming.1),
            colours: word(&colours.0, text(&colours.1).as_deref())?,
            background: word(&background.0, text(&background.1).as_deref())?,
            notation: word(&notation.0, text(&notation.1).as_deref())?,
            layers: word(&layers.0, text(&layers.1).as_deref())?,
            quiet: word::<Switch>(&quiet.0, text(&quiet.1).as_deref())?.map(|Switch(quiet)| quiet),
        })
    }

    /// Reads a file of settings. Its folders are relative to the file. Only the configuration file can name a notebook.
    pub(super) fn read(source: &Source, is_own: bool) -> Result<SettingsLayer, Diagnostics> {
        let from = Path::new(&source.name).parent().unwrap_or(Path::new("")).to_owned();
        TomlTable::read(source, |fields| {
            let text = |key| fields.optional(key).map_or(Some(None), |item| item.text().map(Some));
            let folder = |key| text(key).map(|path| path.map(|path| from.join(home(&path))));
            let notebook = if is_own { folder("notebook") } else { Some(None) };
            let (journals, data, naming) = (folder("journals"), folder("data"), text("naming"));
            let (die, colours) = (parsed(fields, "die"), parsed(fields, "colours"));
            let (background, notation) = (parsed(fields, "background"), parsed(fields, "notation"));
            let layers = parsed(fields, "layers");
            let quiet = fields.optional("quiet").map_or(Some(None), |item| item.boolean().map(Some));
            Some(SettingsLayer {
                notebook: notebook?,
                journals: journals?,
                data: data?,
                die: die?,
                naming: naming?,
                colours: colours?,
                background: background?,
                notation: notation?,
                layers: layers?,
                quiet: quiet?,
            })
        })
    }
}

/// The word of a key, if there is one; none if it is invalid.
fn parsed<T: FromStr<Err: fmt::Display>>(fields: &TomlTable<'_>, key: &str) -> Option<Option<T>> {
    let Some(item) = fields.optional(key) else { return Some(None) };
    let text = item.text()?;
    match text.parse() {
        Ok(value) => Some(Some(value)),
        Err(expected) => item.wrong(expected.to_string()),
    }
}

/// A path, in which `~/` is the home folder.
fn home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), etcetera::home_dir()) {
        (Some(rest), Ok(home)) => home.join(rest),
        _ => PathBuf::from(path),
    }
}
