//! A window of the program's own: on Windows it has one if it was started by a double-click, and the window closes with it.

use crate::cli::prelude::*;

use std::io;
use std::process::ExitCode;

/// Whether the program is the only one in its window.
#[cfg(windows)]
#[expect(unsafe_code, reason = "Windows tells it by a function in C only")]
pub(super) fn is_own() -> bool {
    use windows_sys::Win32::System::Console::GetConsoleProcessList;
    let mut processes = [0_u32; 2];
    // SAFETY: as many numbers are written as the list has room for.
    unsafe { GetConsoleProcessList(processes.as_mut_ptr(), processes.len() as u32) == 1 }
}

/// Elsewhere a desktop entry says what is started.
#[cfg(not(windows))]
pub(super) const fn is_own() -> bool {
    false
}

/// Runs the program, and keeps the window open after an error, so that it can be read.
pub(super) fn kept_open(run: impl FnOnce() -> ExitCode) -> ExitCode {
    let code = run();
    if code != ExitCode::SUCCESS && stdout::print(b"Press Enter to close this window.\n").is_ok() {
        // At the end of input there is nobody to wait for.
        let _ = io::stdin().read_line(&mut String::new());
    }
    code
}
