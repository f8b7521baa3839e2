//! The cache of journal metadata, in the user's cache folder.
//!
//! It can be removed at any time and is then rebuilt. There is one file for each notebook. It holds the metadata of each
//! journal with the length, modification time and inode of its file; an entry is used only if these match. Nothing is ever
//! written into the notebook.

use std::borrow::Cow;
use std::fs::{self, File, Metadata as FileMetadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::correspondences::Correspondences;
use crate::disk;
use crate::study::CountedRecord;

use super::{Metadata, OwnLine, in_threads};

/// The program and version of the cache; files of others are ignored.
const PROGRAM: &str = concat!("enochian ", env!("CARGO_PKG_VERSION"), ", index 8");

/// Files changed more recently than this are not cached: they may change again without a new modification time.
const YOUNG: Duration = Duration::from_secs(2);
/// The most notebooks in the cache; the least recently used are removed.
const MOST_NOTEBOOKS: usize = 16;
/// The largest cache file of a notebook, in bytes.
const MOST_BYTES: u64 = 64 << 20;
/// A larger cache file, in bytes, is worth a thread.
const LARGE: u64 = 128 << 10;
/// Journals with more bytes of a person's own text are not cached.
const MOST_OWN: usize = 64 << 10;
/// The modification time of a cache file is updated on use at most this often.
const USED: Duration = Duration::from_secs(24 * 60 * 60);

/// The extension of cache files.
const ENDING: &str = "index";

/// The cache entry of a file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CachedFile {
    /// Its name.
    pub(super) name: String,
    pub(super) stamp: FileStamp,
    /// Its metadata, or the errors in its header; `None` for a file that is not a journal.
    pub(super) known: Option<Result<Box<Metadata>, String>>,
}

/// The parts of metadata that are not serialised with it, which stand after it in the cache.
type Unserialised<'c> = (Cow<'c, [OwnLine]>, Option<Cow<'c, CountedRecord>>);

impl CachedFile {
    pub(super) fn read(bytes: &[u8]) -> Option<CachedFile> {
        let (mut cached, (own, counted)): (CachedFile, Unserialised<'_>) = postcard::from_bytes(bytes).ok()?;
        if let Some(Ok(metadata)) = &mut cached.known {
            (metadata.own, metadata.counted) = (own.into_owned(), counted.map(Cow::into_owned));
        }
        Some(cached)
    }

    pub(super) fn bytes(&self) -> postcard::Result<Vec<u8>> {
        let unserialised: Unserialised<'_> = match &self.known {
            Some(Ok(metadata)) => (Cow::from(&metadata.own), metadata.counted.as_ref().map(Cow::Borrowed)),
            _ => Default::default(),
        };
        postcard::to_stdvec(&(self, unserialised))
    }

    /// Whether it is small enough to be cached.
    pub(super) fn is_small(&self) -> bool {
        let own = |metadata: &Metadata| metadata.own.iter().map(|own| own.text.len()).sum::<usize>() <= MOST_OWN;
        !matches!(&self.known, Some(Ok(metadata)) if !own(metadata))
    }
}

/// Identifies a version of a file: length, modification time in nanoseconds, and inode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileStamp(u64, u64, u64);

impl FileStamp {
    /// The stamp of a file; `None` if the system gives no modification time.
    pub(super) fn of(about: &FileMetadata) -> Option<FileStamp> {
        let changed = about.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(about);
        #[cfg(not(unix))]
        let number = 0;
        Some(FileStamp(about.len(), u64::try_from(changed.as_nanos()).ok()?, number))
    }

    /// Whether the file was old enough at that time to be cached.
    pub(super) fn is_settled(self, now: SystemTime) -> bool {
        let young = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().saturating_sub(YOUNG);
        u128::from(self.1) < young.as_nanos()
    }
}

/// The cache of one notebook.
pub(super) struct Cache {
    folder: PathBuf,
    path: PathBuf,
    /// The first line that a valid file has.
    begins: String,
}

impl Cache {
    /// The cache of a notebook, in a folder of caches.
    pub(super) fn of(notebook: &Path, folder: &Path, correspondences: &Correspondences) -> Option<Cache> {
        let notebook = fs::canonicalize(notebook).ok()?;
        let name: String = Sha256::digest(notebook.as_os_str().as_encoded_bytes())[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let begins = format!("{PROGRAM}, {}, {notebook:?}\n", correspondences.digest());
        Some(Cache { folder: folder.to_owned(), path: folder.join(format!("{name}.{ENDING}")), begins })
    }

    /// Whether loading it takes longer than starting a thread.
    pub(super) fn is_large(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|about| about.len() > LARGE)
    }

    /// The entries; none if the file is missing or invalid.
    pub(super) fn load(&self) -> Vec<CachedFile> {
        self.bytes().and_then(|bytes| read(&bytes, &self.begins)).unwrap_or_default()
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        // Check before opening: opening a pipe would wait for a writer.
        let is_sound = |about: FileMetadata| about.is_file() && about.len() <= MOST_BYTES;
        fs::symlink_metadata(&self.path).ok().filter(|about| is_sound(about.clone()))?;
        let file = File::open(&self.path).ok()?;
        let about = file.metadata().ok().filter(|about| is_sound(about.clone()))?;
        let mut bytes = Vec::with_capacity(about.len() as usize);
        (&file).take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
        let now = SystemTime::now();
        if about.modified().is_ok_and(|then| now.duration_since(then).is_ok_and(|age| age > USED)) {
            disk::touch(&self.path);
        }
        Some(bytes)
    }

    /// Saves the entries. An error only means that the next listing is as slow as this one.
    pub(super) fn save<'r>(&self, all: impl Iterator<Item = &'r CachedFile>) {
        let _ = self.write(all);
    }

    fn write<'r>(&self, all: impl Iterator<Item = &'r CachedFile>) -> io::Result<()> {
        let mut entries: Vec<u8> = Vec::new();
        for cached in all {
            let Ok(entry) = cached.bytes() else { continue };
            if entries.len() + entry.len() + (4 << 10) < MOST_BYTES as usize {
                entries.extend((entry.len() as u32).to_le_bytes());
                entries.extend(entry);
            }
        }
        disk::create_folders(&self.folder)?;
        let content = [self.begins.as_bytes(), &checksum(&entries).to_le_bytes(), &entries].concat();
        disk::put_unsynced(&self.path, &content)?;
        self.forget_unused()
    }

    /// Removes the least recently used caches.
    fn forget_unused(&self) -> io::Result<()> {
        let mut caches = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let about = entry.metadata()?;
            if about.is_file() && entry.path().extension().is_some_and(|ending| ending == ENDING) {
                caches.push((about.modified()?, entry.path()));
            }
        }
        caches.sort();
        let more = caches.len().saturating_sub(MOST_NOTEBOOKS);
        caches[..more].iter().for_each(|(_, path)| disk::remove(path));
        Ok(())
    }
}

/// Reads a cache file, if its first line and checksum are right.
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
    in_threads(&entries, |entry| CachedFile::read(entry)).into_iter().collect()
}

/// A fast checksum. It detects accidental damage, not tampering.
fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let (words, rest) = bytes.as_chunks();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, byte| mix(sum, u64::from(*byte)))
}
