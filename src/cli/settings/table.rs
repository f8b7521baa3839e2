//! The settings, a row each. From the rows come the options, the environment variables, the keys of files, the page of
//! `enochian config` and the file of a new notebook.

use std::env;
use std::ffi::{OsStr, OsString};

use clap::builder::{OsStringValueParser, PossibleValuesParser, StringValueParser, TypedValueParser, ValueParser};
use clap::{Arg, ArgMatches, Command};

use crate::cli::prelude::*;
use crate::input::{Diagnostics, Source, TomlTable, alternatives};

use super::super::lookup::suggestion;

/// A setting.
pub(super) struct Row {
    /// The name of the option, of the key in files and, in capitals after `ENOCHIAN_`, of the environment variable.
    pub(super) name: &'static str,
    kind: Kind,
    /// What it decides.
    what: &'static str,
    /// The value if nothing sets it.
    pub(super) default: &'static str,
}

enum Kind {
    /// A folder, which in a file is relative to the file.
    Folder,
    /// One of these words, in any case.
    Word(&'static str, &'static [&'static str]),
    /// Several of these words, separated by commas.
    Words(&'static str, &'static [&'static str]),
    /// A name in the data.
    Name,
    /// True or false. It is no option of all commands.
    Switch,
}

const fn row(name: &'static str, kind: Kind, what: &'static str, default: &'static str) -> Row {
    Row { name, kind, what, default }
}

/// The settings, in the order of the help.
pub(super) static ROWS: [Row; 10] = [
    row("notebook", Kind::Folder, "The notebook [default: the one you are in, or Enochian in your home folder]", ""),
    row("journals", Kind::Folder, "The folder of the journals", JOURNALS),
    row("data", Kind::Folder, "The folder of the correspondences, a copy of data/ [default: built in]", ""),
    row("die", Kind::Word("WHO", &["hand", "program"]), "Who throws the die, if the question does not say it", "hand"),
    row("naming", Kind::Name, "The names of the game and its armies: golden-dawn or gnostic", "golden-dawn"),
    row("colours", Kind::Word("THEME", &["elements", "colour-blind", "none"]), "The colours of the armies", "elements"),
    row("background", Kind::Word("WHICH", &["auto", "dark", "light"]), "The background of the terminal", "auto"),
    row("notation", Kind::Word("WHICH", &["canonical", "sheet", "both"]), "The notation of moves", "both"),
    row(
        "layers",
        Kind::Words("LAYERS", &["letters", "tablets", "sphinx", "oracle", "all", "none"]),
        "Further layers of squares, separated by commas: letters, tablets, sphinx, oracle, all or none",
        "none",
    ),
    row("quiet", Kind::Switch, "Whether signs, houses and meanings are hidden until a reading is concluded", "false"),
];

/// The folder of journals in a notebook.
pub(in super::super) const JOURNALS: &str = "journals";

impl Row {
    /// The environment variable.
    pub(super) fn variable(&self) -> String {
        format!("ENOCHIAN_{}", self.name.to_uppercase())
    }

    /// The words that it can be; none if they are not known here.
    pub(super) fn words(&self) -> &'static [&'static str] {
        match self.kind {
            Kind::Folder | Kind::Name => &[],
            Kind::Word(_, words) | Kind::Words(_, words) => words,
            Kind::Switch => &["true", "false"],
        }
    }

    /// The value with its words as they are written here, or the word that is none of them.
    fn read<'t>(&self, text: &'t str) -> Result<String, &'t str> {
        let word = |text: &'t str| {
            let word = self.words().iter().find(|word| word.eq_ignore_ascii_case(text.trim()));
            word.map(|word| (*word).to_owned()).ok_or(text.trim())
        };
        match self.kind {
            Kind::Folder | Kind::Name => Ok(text.to_owned()),
            Kind::Word(..) | Kind::Switch => word(text),
            Kind::Words(..) => Ok(text.split(',').map(word).collect::<Result<Vec<_>, _>>()?.join(", ")),
        }
    }

    fn expected(&self) -> String {
        alternatives(self.words().iter().copied())
    }

    /// The option; none if all commands have none.
    fn option(&'static self) -> Option<Arg> {
        let (placeholder, parser): (_, ValueParser) = match self.kind {
            Kind::Folder => ("FOLDER", OsStringValueParser::new().into()),
            Kind::Name => ("NAME", OsStringValueParser::new().into()),
            Kind::Word(placeholder, words) => {
                (placeholder, PossibleValuesParser::new(words).map(OsString::from).into())
            }
            Kind::Words(placeholder, _) => {
                let wrong = |word: &str| format!("{} is not a choice; choose {}", quoted(word), self.expected());
                let read = move |text: String| self.read(&text).map(OsString::from).map_err(wrong);
                (placeholder, StringValueParser::new().try_map(read).into())
            }
            Kind::Switch => return None,
        };
        let option = Arg::new(self.name).long(self.name).global(true).ignore_case(true).value_parser(parser);
        Some(option.value_name(placeholder).help(self.what).help_heading("Settings for all commands"))
    }

    /// The value of its environment variable. An empty one is ignored.
    fn of_environment(&self) -> CommandResult<Option<OsString>> {
        let Some(value) = env::var_os(self.variable()).filter(|value| !value.is_empty()) else { return Ok(None) };
        if matches!(self.kind, Kind::Folder) {
            return Ok(Some(value));
        }
        let text = value.to_string_lossy();
        let value = self.read(&text).map_err(|word| {
            let (variable, expected) = (self.variable(), self.expected());
            let meant = suggestion(word, self.words().iter().copied());
            problem!("invalid value {} for {variable}; expected {expected}{meant}", quoted(word))
        })?;
        Ok(Some(value.into()))
    }

    /// The value of its key in a file, if it is there and right; otherwise the error is reported to the table.
    fn of_file(&self, fields: &TomlTable<'_>, folder: &Path) -> Option<OsString> {
        let item = fields.optional(self.name)?;
        match self.kind {
            Kind::Folder => Some(folder.join(from_home(&item.text()?)).into()),
            Kind::Switch => Some(item.boolean()?.to_string().into()),
            _ => match self.read(&item.text()?) {
                Ok(value) => Some(value.into()),
                Err(_) => item.wrong(self.expected()),
            },
        }
    }
}

/// What one source sets.
#[derive(Clone, Debug, Default)]
pub(super) struct Layer(Vec<(&'static str, OsString)>);

impl Layer {
    /// The settings of the environment.
    pub(super) fn of_environment() -> CommandResult<Layer> {
        let set = ROWS.iter().map(|row| Ok(row.of_environment()?.map(|value| (row.name, value))));
        Ok(Layer(set.collect::<CommandResult<Vec<_>>>()?.into_iter().flatten().collect()))
    }

    /// Reads a file of settings. Only a person's own file can name a notebook.
    pub(super) fn of_file(file: &Path, is_own: bool) -> Result<Layer, Diagnostics> {
        let folder = file.parent().unwrap_or(Path::new(""));
        TomlTable::read(&Source::read(file, Source::TOML_LIMIT)?, |fields| {
            let rows = ROWS.iter().filter(|row| is_own || row.name != "notebook");
            Some(Layer(rows.filter_map(|row| Some((row.name, row.of_file(fields, folder)?))).collect()))
        })
    }

    pub(super) fn get(&self, name: &str) -> Option<&OsStr> {
        self.0.iter().find(|(it, _)| *it == name).map(|(_, value)| value.as_os_str())
    }

    pub(super) fn set(&mut self, name: &'static str, value: OsString) {
        self.0.push((name, value));
    }

    pub(super) fn remove(&mut self, name: &str) {
        self.0.retain(|(it, _)| *it != name);
    }
}

/// The settings as options of all commands.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Flags(pub(super) Layer);

impl clap::Args for Flags {
    fn augment_args(command: Command) -> Command {
        command.args(ROWS.iter().filter_map(Row::option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Flags::augment_args(command)
    }
}

impl clap::FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Flags, clap::Error> {
        let options = ROWS.iter().filter(|row| !matches!(row.kind, Kind::Switch));
        let given = options.filter_map(|row| Some((row.name, matches.get_one::<OsString>(row.name)?.clone())));
        Ok(Flags(Layer(given.collect())))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Flags::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The file of a new notebook: all its settings, commented out.
pub(in super::super) fn template() -> String {
    let settings = ROWS.iter().filter(|row| row.name != "notebook").map(|row| {
        let what = row.what.split([':', '[']).next().unwrap_or_default().trim_end();
        let words = match row.kind {
            Kind::Name => ": golden-dawn or gnostic".to_owned(),
            _ if row.words().is_empty() => String::new(),
            _ => format!(": {}", row.expected()),
        };
        let value = match row.kind {
            Kind::Switch => row.default.to_owned(),
            _ => format!("{:?}", if row.default.is_empty() { row.name } else { row.default }),
        };
        format!("\n# {what}{words}.\n# {} = {value}\n", row.name)
    });
    let head = "# The settings of this notebook. Remove the # before a line to change the default;\n\
                # enochian config shows all settings and where each comes from.\n";
    head.to_owned() + &settings.collect::<String>()
}

/// A path, in which `~/` is the home folder.
pub(in super::super) fn from_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), etcetera::home_dir()) {
        (Some(rest), Ok(home)) => home.join(rest),
        _ => path.into(),
    }
}
