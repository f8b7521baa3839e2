//! The one place at a folder's table, and its address, which opens the table: only its owner may read it.
//!
//! The place is held beside the journals, where a program on another computer finds it too. The address is not: it is in the user's
//! runtime folder, so that nothing with the secret is ever synced or committed. It is not in the command that starts the browser
//! either, since the other users of a computer can list that.

use std::env;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::prelude::*;
use crate::disk::{self, HeldPlace};
use crate::input::{reason, write_remedy};

use super::runtime;

/// The only place at a folder's table. What tells of it is removed when it is dropped.
pub(super) struct TablePlace {
    files: AddressFiles,
    _place: HeldPlace,
}

/// What was found at a folder's table.
pub(super) enum Found {
    /// Nobody is there.
    Free(TablePlace),
    /// A table that is open, at this address.
    Open(AddressFiles, String),
}

/// The files with the address of a folder's table, by their name: one for a second start, and a page for the browser.
pub(super) struct AddressFiles(String);

impl TablePlace {
    /// Takes the only place at a folder's table, or finds the table that has it.
    ///
    /// # Errors
    /// If there is another table whose address is not known here, or if nothing can be written in the folder.
    pub(super) fn take(journals: &Path) -> CommandResult<Found> {
        let real = fs::canonicalize(journals).unwrap_or_else(|_| journals.to_owned());
        let files = AddressFiles(format!("table-{}", disk::short_digest(real.as_os_str().as_encoded_bytes())));
        match HeldPlace::take(journals, "table") {
            Ok(Some(place)) => {
                // A process that was killed left its address.
                files.remove();
                Ok(Found::Free(TablePlace { files, _place: place }))
            }
            Ok(None) => match files.address() {
                Some(address) => Ok(Found::Open(files, address)),
                None => {
                    fail!("the table is already open in another window, perhaps on another computer; close it first")
                }
            },
            Err(error) => {
                let (folder, why) = (safe_path(journals), reason(&error));
                fail!("cannot write to {folder}: {why}; {}, or name another with --journals", write_remedy(&error))
            }
        }
    }

    /// Writes the address for a second start.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(&self, address: &str) -> CommandResult<()> {
        self.files.put(&self.files.0, &format!("{address}\n")).map(drop)
    }

    /// Opens the browser at an address; what to tell the person.
    pub(super) fn show(&self, address: &str) -> &'static str {
        self.files.show(address)
    }
}

impl AddressFiles {
    fn put(&self, name: &str, text: &str) -> CommandResult<PathBuf> {
        let path = runtime::folder()?.join(name);
        disk::put_unsynced(&path, text.as_bytes()).map_err(|error| {
            let (path, why, remedy) = (safe_path(&path), reason(&error), write_remedy(&error));
            problem!("{path} could not be written: {why}; {remedy}, or name another folder in XDG_RUNTIME_DIR")
        })?;
        Ok(path)
    }

    /// The address of an open table, which is written soon after its lock is taken.
    fn address(&self) -> Option<String> {
        const MOMENT: Duration = Duration::from_secs(1);
        let begun = Instant::now();
        loop {
            let texts =
                runtime::folders().into_iter().filter_map(|folder| fs::read_to_string(folder.join(&self.0)).ok());
            let mut addresses = texts.filter_map(|text| text.lines().next().map(str::to_owned));
            let address = addresses.find(|address| address.starts_with("http://127.0.0.1:"));
            if address.is_some() || begun.elapsed() > MOMENT {
                return address;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn page(&self) -> String {
        format!("{}.html", self.0)
    }

    fn remove(&self) {
        let left = runtime::folders().into_iter().flat_map(|folder| [folder.join(&self.0), folder.join(self.page())]);
        left.for_each(|path| disk::remove(&path));
    }

    /// Opens the browser at an address; what to tell the person.
    pub(super) fn show(&self, address: &str) -> &'static str {
        let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        // Through ssh, the browser would open on the other computer's screen, or in the terminal.
        if is_set("SSH_CONNECTION") && !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") {
            return "This computer has no screen here. To open the address on yours, forward its port with ssh -L.";
        }
        let has_screens = cfg!(any(windows, target_os = "macos"));
        let has_browser = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"].into_iter().any(is_set);
        if !(has_screens || has_browser) || self.open_browser(address, is_set("WSL_DISTRO_NAME")).is_none() {
            return "No browser was found; open the address in one yourself.";
        }
        "If the browser does not show the table, open the address in it yourself."
    }

    /// Has the browser open a page that leads to the address. A browser of Windows may be unable to read the files of a Linux
    /// in it, and there are no other users there.
    fn open_browser(&self, address: &str, is_on_windows: bool) -> Option<()> {
        if is_on_windows {
            return open::that_detached(address).ok();
        }
        // An address has no characters that mean something in HTML.
        let page = format!(
            "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>The table</title>\n\
             <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n\
             <p><a href=\"{address}\">Open the table</a></p>\n</html>\n"
        );
        let path = self.put(&self.page(), &page).ok()?;
        open::that_detached(&path).ok()?;
        // A browser may have to be started first. Without a thread the page is removed when the table is closed.
        let _ = thread::Builder::new().name("page".to_owned()).spawn(move || {
            thread::sleep(Duration::from_secs(60));
            disk::remove(&path);
        });
        Some(())
    }
}

impl Drop for TablePlace {
    fn drop(&mut self) {
        self.files.remove();
    }
}
