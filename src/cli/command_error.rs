//! The error of a command, with the way out that the error itself knows.

use std::fmt;
use std::io;
use std::process::ExitCode;

use crate::input::{Diagnostics, Help};

use super::interrupt::{self, Stopped};
use super::stdout::help_of_output;

/// What a command returns.
pub(super) type CommandResult<T> = Result<T, CommandError>;

/// Any error, with its [`Help`].
#[derive(Debug)]
pub(super) struct CommandError {
    error: anyhow::Error,
    pub(super) kind: CommandErrorKind,
    pub(super) help: Option<String>,
    pub(super) diagnostics: Option<Diagnostics>,
}

/// What kind of error it is, which decides the exit code and whether it is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandErrorKind {
    /// Something is wrong in the input, or could not be written.
    Failed,
    /// The command was used wrongly.
    Usage,
    /// It was stopped by Ctrl-C.
    Stopped,
    /// The reader of our output has gone, as `head` does, which is no error.
    BrokenPipe,
    /// What is wrong has been reported already.
    Reported,
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

/// Fails unless all went well; what did not has been reported.
pub(super) fn reported(went_well: bool) -> CommandResult<()> {
    match went_well {
        true => Ok(()),
        false => Err(CommandError { kind: CommandErrorKind::Reported, ..problem!("it was reported") }),
    }
}

impl CommandError {
    fn new(error: anyhow::Error, help: Option<String>, diagnostics: Option<Diagnostics>) -> CommandError {
        // Other libraries pass the errors of the system on as their cause.
        let of_system = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
        let kind = match of_system {
            Some(gone) if gone.kind() == io::ErrorKind::BrokenPipe => CommandErrorKind::BrokenPipe,
            _ if error.is::<Stopped>() => CommandErrorKind::Stopped,
            _ => CommandErrorKind::Failed,
        };
        CommandError { kind, help: help.or_else(|| help_of_output(of_system?)), error, diagnostics }
    }

    /// An error of another library, which says all in its message.
    pub(super) fn other(error: impl Into<anyhow::Error>) -> CommandError {
        CommandError::new(error.into(), None, None)
    }

    /// The same as an error of usage.
    pub(super) fn of_usage(self) -> CommandError {
        CommandError { kind: CommandErrorKind::Usage, ..self }
    }

    /// The error, and before it what could not be done.
    pub(super) fn context(self, context: String) -> CommandError {
        CommandError { error: self.error.context(context), ..self }
    }

    /// The exit code of a command that ends with it.
    pub(super) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self.kind {
            CommandErrorKind::Failed | CommandErrorKind::Reported => 1,
            // As of clap.
            CommandErrorKind::Usage => 2,
            CommandErrorKind::Stopped => interrupt::CODE,
            CommandErrorKind::BrokenPipe => 0,
        })
    }
}

impl<E: Help + Send + Sync + 'static> From<E> for CommandError {
    fn from(error: E) -> CommandError {
        let (help, diagnostics) = (error.help(), error.diagnostics().cloned());
        CommandError::new(error.into(), help, diagnostics)
    }
}

/// Writes the error and what caused it.
impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.error)
    }
}

// Clap asks for it of what its values are read by.
impl std::error::Error for CommandError {}
