//! The colours of the terminal: there is one screen, and everything on it has the same colours.

use std::sync::OnceLock;

use crate::render::{Background, TerminalColours, Theme};

static SCREEN: OnceLock<TerminalColours> = OnceLock::new();

/// Chooses the colours for the whole process.
pub(super) fn choose(theme: Theme, background: Background) {
    SCREEN.get_or_init(|| TerminalColours { theme, background });
}

/// The colours that were chosen, or the defaults.
pub(super) fn screen() -> TerminalColours {
    SCREEN.get().copied().unwrap_or_default()
}
