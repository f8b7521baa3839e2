//! What is remembered of the journals of a notebook, in the user's cache folder.
//!
//! It can be removed at any time: it is only derived again. A file for each notebook holds what is known of its
//! journals, each with the length, the time and the number of its file; where one of them differs, nothing of it is
//! believed. Nothing is ever written into the notebook.

use std::fs::{self, File, Metadata as FileMetadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::correspondences::Correspondences;
use crate::disk;

use super::{Metadata, in_threads};

/// By which program and in which form: what another one remembers is not believed.
const PROGRAM: &str = concat!("enochian ", env!("CARGO_PKG_VERSION"), ", index 3");

/// A file changed so shortly ago may change again within the same tick of its clock, and is not remembered.
const YOUNG: Duration = Duration::from_secs(2);
/// The most notebooks that are remembered; of more, those that were not looked at for longest are forgotten.
const MOST_NOTEBOOKS: usize = 16;
/// The most bytes that are remembered of a notebook.
const MOST_BYTES: u64 = 64 << 20;
/// A journal into which a person wrote more bytes than this is not remembered.
const MOST_OWN: usize = 64 << 10;
/// A notebook that is looked at again after so long is marked as used.
const USED: Duration = Duration::from_secs(24 * 60 * 60);

/// The ending of the files.
const ENDING: &str = "index";

/// What is known of a file of a notebook.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CachedFile {
    /// Its name.
    pub(super) name: String,
    pub(super) stamp: FileStamp,
    /// What it is; or what is wrong with its header. None is a file that is no journal.
    pub(super) known: Option<Result<Box<Metadata>, String>>,
}

impl CachedFile {
    /// Whether there is little enough of a person's in it to be remembered.
    pub(super) fn is_small(&self) -> bool {
        let own = |metadata: &Metadata| metadata.own.iter().map(|(_, line)| line.len()).sum::<usize>() <= MOST_OWN;
        !matches!(&self.known, Some(Ok(metadata)) if !own(metadata))
    }
}

/// What tells that a file was changed: its length, the time in nanoseconds, and its number in the file system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileStamp(u64, u64, u64);

impl FileStamp {
    /// The stamp of a file; none where the system does not tell the time.
    pub(super) fn of(about: &FileMetadata) -> Option<FileStamp> {
        let changed = about.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(about);
        #[cfg(not(unix))]
        let number = 0;
        Some(FileStamp(about.len(), u64::try_from(changed.as_nanos()).ok()?, number))
    }

    /// Whether the file was old enough at that time to be remembered.
    pub(super) fn is_settled(self, now: SystemTime) -> bool {
        let young = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().saturating_sub(YOUNG);
        u128::from(self.1) < young.as_nanos()
    }
}

/// The memory of one notebook.
pub(super) struct Cache {
    folder: PathBuf,
    path: PathBuf,
    /// The line with which the file must begin.
    begins: String,
}

impl Cache {
    /// The memory of a notebook, in that folder of caches.
    pub(super) fn of(notebook: &Path, folder: &Path, correspondences: &Correspondences) -> Option<Cache> {
        let notebook = fs::canonicalize(notebook).ok()?;
        let name: String = Sha256::digest(notebook.as_os_str().as_encoded_bytes())[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let begins = format!("{PROGRAM}, {}, {notebook:?}\n", correspondences.digest());
        Some(Cache { folder: folder.to_owned(), path: folder.join(format!("{name}.{ENDING}")), begins })
    }

    /// What is remembered; nothing where it cannot be relied on.
    pub(super) fn load(&self) -> Vec<CachedFile> {
        self.bytes().and_then(|bytes| read(&bytes, &self.begins)).unwrap_or_default()
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        // Asked before it is opened: to open a pipe would wait for someone to write into it.
        let is_sound = |about: FileMetadata| about.is_file() && about.len() <= MOST_BYTES;
        fs::symlink_metadata(&self.path).ok().filter(|about| is_sound(about.clone()))?;
        let file = File::open(&self.path).ok()?;
        let about = file.metadata().ok().filter(|about| is_sound(about.clone()))?;
        let mut bytes = Vec::with_capacity(about.len() as usize);
        (&file).take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
        let now = SystemTime::now();
        if about.modified().is_ok_and(|then| now.duration_since(then).is_ok_and(|age| age > USED)) {
            // Where it cannot be marked it is forgotten sooner.
            let _ = File::options().append(true).open(&self.path).and_then(|file| file.set_modified(now));
        }
        Some(bytes)
    }

    /// Remembers these. Where it cannot be written, the next time takes as long as this.
    pub(super) fn save<'r>(&self, all: impl Iterator<Item = &'r CachedFile>) {
        let _ = self.write(all);
    }

    fn write<'r>(&self, all: impl Iterator<Item = &'r CachedFile>) -> io::Result<()> {
        let mut entries: Vec<u8> = Vec::new();
        for remembered in all {
            let Ok(entry) = postcard::to_stdvec(remembered) else { continue };
            if entries.len() + entry.len() + (4 << 10) < MOST_BYTES as usize {
                entries.extend((entry.len() as u32).to_le_bytes());
                entries.extend(entry);
            }
        }
        fs::create_dir_all(&self.folder)?;
        let mut file = disk::scratch(&self.folder)?;
        file.write_all(self.begins.as_bytes())?;
        file.write_all(&checksum(&entries).to_le_bytes())?;
        file.write_all(&entries)?;
        file.persist(&self.path)?;
        self.forget_unused()
    }

    /// Removes the memory of the notebooks that were not looked at for longest.
    fn forget_unused(&self) -> io::Result<()> {
        let mut kept = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let about = entry.metadata()?;
            if about.is_file() && entry.path().extension().is_some_and(|ending| ending == ENDING) {
                kept.push((about.modified()?, entry.path()));
            }
        }
        kept.sort();
        let more = kept.len().saturating_sub(MOST_NOTEBOOKS);
        kept[..more].iter().try_for_each(|(_, path)| fs::remove_file(path))
    }
}

/// Reads what a file remembers, if it begins so and is whole.
fn read(bytes: &[u8], begins: &str) -> Option<Vec<CachedFile>> {
    let (sum, mut rest) = bytes.strip_prefix(begins.as_bytes())?.split_first_chunk()?;
    if u64::from_le_bytes(*sum) != checksum(rest) {
        return None;
    }
    let mut entries = Vec::new();
    while !rest.is_empty() {
        let (length, after) = rest.split_first_chunk()?;
        let (entry, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        entries.push(entry);
        rest = after;
    }
    in_threads(&entries, |entry| postcard::from_bytes(entry).ok()).into_iter().collect()
}

/// A number that hardly stays the same when a byte changes. It guards against damage, not against malice.
fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let (words, rest) = bytes.as_chunks();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, byte| mix(sum, u64::from(*byte)))
}
