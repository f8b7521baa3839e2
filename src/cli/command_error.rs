//! The error of a command, with the way out that the error itself knows.

use std::fmt;
use std::io;

use crate::input::{Diagnostics, Help};

use super::stdout::help_of_output;

/// What a command returns.
pub(super) type CommandResult<T> = Result<T, CommandError>;

/// Any error, with its [`Help`].
#[derive(Debug)]
pub(super) struct CommandError {
    error: anyhow::Error,
    pub(super) help: Option<String>,
    pub(super) diagnostics: Option<Diagnostics>,
    /// Whether the command was used wrongly, which has its own exit code.
    pub(super) is_misuse: bool,
}

/// An error with these words, as `format!` takes them, and no way out besides them.
macro_rules! problem {
    ($($words:tt)*) => { $crate::cli::command_error::CommandError::other(anyhow::anyhow!($($words)*)) };
}

/// Returns an error with these words.
macro_rules! fail {
    ($($words:tt)*) => { return Err(problem!($($words)*)) };
}

/// Returns an error of usage with these words: of options that are wrong, or do not go together.
macro_rules! misuse {
    ($($words:tt)*) => { return Err(problem!($($words)*).of_usage()) };
}

impl CommandError {
    /// An error of another library, which says all in its message.
    pub(super) fn other(error: impl Into<anyhow::Error>) -> CommandError {
        let error = error.into();
        CommandError { help: help_of_cause(&error), error, diagnostics: None, is_misuse: false }
    }

    /// The error of this type that it is or that caused it.
    pub(super) fn find<E: std::error::Error + Send + Sync + 'static>(&self) -> Option<&E> {
        self.error.chain().find_map(|cause| cause.downcast_ref())
    }

    /// The same as an error of usage.
    pub(super) fn of_usage(self) -> CommandError {
        CommandError { is_misuse: true, ..self }
    }

    /// The error, and before it what could not be done.
    pub(super) fn context(self, context: String) -> CommandError {
        CommandError { error: self.error.context(context), ..self }
    }
}

impl<E: Help + Send + Sync + 'static> From<E> for CommandError {
    fn from(error: E) -> CommandError {
        let (help, diagnostics) = (error.help(), error.diagnostics().cloned());
        let error = anyhow::Error::from(error);
        CommandError { help: help.or_else(|| help_of_cause(&error)), error, diagnostics, is_misuse: false }
    }
}

/// The way out of an error of the system: those of other libraries pass it on as their cause.
fn help_of_cause(error: &anyhow::Error) -> Option<String> {
    error.chain().find_map(|cause| help_of_output(cause.downcast_ref::<io::Error>()?))
}

/// Writes the error and what caused it.
impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.error)
    }
}

// Clap asks for it of what its values are read by.
impl std::error::Error for CommandError {}
