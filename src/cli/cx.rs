//! What every command is run with.

use crate::cli::prelude::*;
use crate::correspondences::Naming;

use super::settings::Settings;

/// The settings and the correspondences of a command, which are needed as long as the program runs.
#[derive(Clone, Copy)]
pub(super) struct Cx {
    pub(super) settings: &'static Settings,
    pub(super) correspondences: &'static Correspondences,
}

impl Cx {
    /// The correspondences that the settings name, or those built in.
    pub(super) fn new(settings: Settings) -> CommandResult<Cx> {
        let correspondences = match settings.data() {
            Some(folder) => Box::leak(Box::new(Correspondences::from_dir(folder)?)),
            None => Correspondences::embedded(),
        };
        Ok(Cx { settings: Box::leak(Box::new(settings)), correspondences })
    }

    /// The naming of the settings.
    pub(super) fn naming(&self) -> CommandResult<&'static Naming> {
        self.settings.naming(self.correspondences)
    }
}
