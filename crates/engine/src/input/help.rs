//! What an error says besides its message.

use std::error::Error;

use super::Diagnostics;

/// An error that knows its way out.
///
/// Whatever reports errors, such as the program or the Python package, shows the message and then the help.
pub trait Help: Error {
    /// What to do about it, if the message does not say so: a sentence without a capital and a full stop.
    fn help(&self) -> Option<String> {
        None
    }

    /// The errors in files, if it consists of these: they can be shown with their lines.
    fn diagnostics(&self) -> Option<&Diagnostics> {
        None
    }
}

// Errors of the system say all in their messages.
impl Help for std::io::Error {}
impl Help for serde_json::Error {}

impl Help for Diagnostics {
    fn diagnostics(&self) -> Option<&Diagnostics> {
        Some(self)
    }
}
