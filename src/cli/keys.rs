//! The options of a question or a game: one for each of its keys, as in a file.

use clap::{Arg, ArgMatches, Command};

use crate::cli::prelude::*;
use crate::reading::{Draft, DraftError, DraftKey};

/// The values of keys that were given as options.
pub(super) struct KeyArgs<D: 'static> {
    given: Vec<(&'static DraftKey<D>, String)>,
}

impl<D: Draft> KeyArgs<D> {
    /// Whether this key was given.
    pub(super) fn has(&self, name: &str) -> bool {
        self.given.iter().any(|(key, _)| key.name == name)
    }

    /// Puts the values into a draft.
    ///
    /// # Errors
    /// If one of them is invalid.
    pub(super) fn put(&self, draft: &mut D, correspondences: &Correspondences) -> CommandResult<()> {
        for (key, text) in &self.given {
            key.put(draft, &text.as_str().into(), correspondences).map_err(of_option)?;
        }
        let is_given = |error: &DraftError| self.has(error.key);
        match draft.errors(correspondences).into_iter().find(is_given) {
            Some(error) => Err(of_option(error)),
            None => Ok(()),
        }
    }
}

fn of_option(error: DraftError) -> CommandError {
    let option = format!("--{}", long(error.key));
    let problem = error.problem_of(&option);
    let problem = if problem.starts_with(&option) { problem } else { format!("{option}: {problem}") };
    problem!("{problem}; expected {}", error.remedy).of_usage()
}

/// Keys without an option: the question is typed by itself, `--die` is an option of the notebook, the option for a house is that for
/// any sign or element, and notes are asked for, or stand in a file.
const OWN: [&str; 8] = ["question", "die", "house", "known", "supposed", "asked", "term", "source"];

/// The name of the option for a key, where another option has that of the key: `--force` overwrites files, and `--kind` is of a game.
fn long(key: &'static str) -> &'static str {
    match key {
        "force" => "house",
        "kind" => "asks",
        key => key,
    }
}

impl<D: Draft> clap::Args for KeyArgs<D> {
    fn augment_args(command: Command) -> Command {
        D::KEYS.iter().fold(command, |command, key| {
            if OWN.contains(&key.name) || command.get_arguments().any(|argument| argument.get_id() == key.name) {
                return command;
            }
            let argument = Arg::new(key.name)
                .long(long(key.name))
                .value_name(long(key.name).to_uppercase())
                .help(key.about)
                .help_heading(D::TITLE);
            command.arg(argument.conflicts_with("resume").hide_short_help(key.question.is_empty()))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        KeyArgs::<D>::augment_args(command)
    }
}

impl<D: Draft> clap::FromArgMatches for KeyArgs<D> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<KeyArgs<D>, clap::Error> {
        // An argument that the command has already is read where it is defined.
        let text = |name: &str| match OWN.contains(&name) {
            true => None,
            false => matches.try_get_one::<String>(name).ok().flatten().cloned(),
        };
        let given = D::KEYS.iter().filter_map(|key| Some((key, text(key.name)?))).collect();
        Ok(KeyArgs { given })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = KeyArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<D> std::fmt::Debug for KeyArgs<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.given).finish()
    }
}
