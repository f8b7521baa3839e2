//! The pictures that belong to notes: files in the folder `pictures` beside the journals.

use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use sha2::{Digest, Sha256};

use crate::disk;
use crate::input::{Help, reason, safe};
use crate::input::{composed, is_word_part, safe_path};
use crate::record::{Afterword, Attachment, Record};

const NOT_KEPT: &str = "allow writing there; nothing was added to the journal";

/// The folder of pictures, beside the journals.
const FOLDER: &str = "pictures";

/// The largest picture, in bytes.
pub const PICTURE_LIMIT: u64 = 20 << 20;

/// A kind of pictures.
struct PictureKind {
    /// How its files begin.
    begins: &'static [u8],
    /// Its type.
    name: &'static str,
    /// The ending of its files.
    ending: &'static str,
}

/// The kinds of pictures. None of them can hold a script.
const KINDS: [PictureKind; 4] = [
    PictureKind { begins: b"\x89PNG\r\n\x1a\n", name: "image/png", ending: "png" },
    PictureKind { begins: b"\xff\xd8\xff", name: "image/jpeg", ending: "jpg" },
    PictureKind { begins: b"GIF8", name: "image/gif", ending: "gif" },
    PictureKind { begins: b"RIFF", name: "image/webp", ending: "webp" },
];

/// Why a picture cannot be kept or shown.
#[derive(Debug, thiserror::Error)]
#[error("{problem}")]
pub struct PictureError {
    problem: String,
    help: &'static str,
}

impl Help for PictureError {
    fn help(&self) -> Option<String> {
        Some(self.help.to_owned())
    }
}

fn fault(problem: String, help: &'static str) -> PictureError {
    PictureError { problem, help }
}

/// A picture with its type, such as `image/png`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptPicture {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// Its type.
    pub kind: &'static str,
}

/// Copies a picture into the notebook of a journal.
///
/// # Errors
/// If it cannot be read, or as for [`keep`].
pub fn keep_file(journal: &Path, picture: &Path) -> Result<(String, String), PictureError> {
    keep(journal, picture, &read(picture, &safe_path(picture))?)
}

/// Keeps a picture in the notebook of a journal. Returns the path of the file, from the folder of the journal, and its hash.
///
/// # Errors
/// If it cannot be kept, is too large, or of another kind than PNG, JPEG, GIF and WebP.
pub fn keep(journal: &Path, name: &Path, bytes: &[u8]) -> Result<(String, String), PictureError> {
    let kind = kind_of(bytes, &safe_path(name))?;
    let stem = name.file_stem().unwrap_or_default().to_string_lossy();
    let stem = composed(&stem);
    let plain: String = stem.chars().map(|c| if is_word_part(c) { c } else { '-' }).take(40).collect();
    let sha256 = hash(bytes);
    let file = format!("{FOLDER}/{}-{}.{}", plain.trim_matches('-'), &sha256[..8], kind.ending);
    let folder = disk::folder_of(journal).join(FOLDER);
    disk::create_folders(&folder).map_err(|error| {
        fault(format!("the folder {} cannot be created: {}", safe_path(&folder), reason(&error)), NOT_KEPT)
    })?;
    match disk::create(&disk::folder_of(journal).join(&file), bytes) {
        Err(error) if !error.is_taken() => Err(fault(error.to_string(), NOT_KEPT)),
        // The name has the hash, so a file with this name is this picture, or one that was changed.
        _ => load(journal, &file, &sha256).map(|_| (file, sha256)),
    }
}

/// The picture of a journal.
///
/// # Errors
/// If it is missing, too large, or not the one that was added.
pub fn picture(journal: &Path, attachment: &Attachment) -> Result<KeptPicture, PictureError> {
    load(journal, &attachment.file, &attachment.sha256)
}

fn load(journal: &Path, file: &str, sha256: &str) -> Result<KeptPicture, PictureError> {
    let named = safe(file).into_owned();
    let name = file.strip_prefix(FOLDER).and_then(|rest| rest.strip_prefix('/'));
    let is_name = |name: &&str| !name.starts_with('.') && !name.contains(['/', '\\', ':']);
    let outside = || fault(format!("{named} is not in the folder pictures"), "no other file is shown");
    let name = name.filter(is_name).ok_or_else(outside)?;
    let folder: PathBuf = disk::folder_of(journal).join(FOLDER);
    let path = folder.join(name);
    // A link must not lead out of the notebook.
    let is_inside = match (disk::canonical(&path), disk::canonical(disk::folder_of(journal))) {
        (Ok(path), Ok(folder)) => path.starts_with(folder),
        _ => true,
    };
    if !is_inside {
        return Err(outside());
    }
    let bytes = read(&path, &named)?;
    let kind = kind_of(&bytes, &named)?.name;
    if hash(&bytes) == sha256 {
        return Ok(KeptPicture { bytes, kind });
    }
    let help = "put the first one back, or add the new one and withdraw this note";
    Err(fault(format!("the picture {named} was changed after it was added"), help))
}

fn read(path: &Path, named: &str) -> Result<Vec<u8>, PictureError> {
    let unreadable = |error: &std::io::Error| {
        fault(format!("the picture {named} cannot be read: {}", reason(error)), "check its name and its folder")
    };
    let file = fs::File::open(path).map_err(|error| unreadable(&error))?;
    // What is no file may have no end, and make the program wait.
    if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Err(unknown(named));
    }
    let mut bytes = Vec::new();
    file.take(PICTURE_LIMIT + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    Ok(bytes)
}

/// What kind of picture it is.
fn kind_of(bytes: &[u8], named: &str) -> Result<&'static PictureKind, PictureError> {
    if bytes.len() as u64 > PICTURE_LIMIT {
        return Err(fault(format!("the picture {named} has more than 20 MB"), "make it smaller"));
    }
    let is_kind = |kind: &&PictureKind| {
        bytes.starts_with(kind.begins) && (kind.ending != "webp" || bytes.get(8..12) == Some(b"WEBP"))
    };
    KINDS.iter().find(is_kind).ok_or_else(|| unknown(named))
}

fn unknown(named: &str) -> PictureError {
    fault(format!("the file {named} is not a picture that can be shown"), "expected a PNG, JPEG, GIF or WebP file")
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The pictures of a record that is in the folder of a journal, each once, with the reason if one cannot be shown.
fn pictures<'r>(journal: &Path, record: &'r Record) -> Vec<(&'r Attachment, Result<KeptPicture, PictureError>)> {
    let mut seen = HashSet::new();
    let attached = record.afterwords().filter_map(|afterword| match afterword {
        Afterword::Attached(attachment) => Some(attachment),
        _ => None,
    });
    attached.filter(|it| seen.insert((&it.file, &it.sha256))).map(|it| (it, picture(journal, it))).collect()
}

/// A page of a record, as `export::Html` makes it, with its pictures in it, so that it is one file; and why some of them are not.
///
/// ```
/// use enochian::{correspondences::{Correspondences, Palette}, export::{Exporter, Html}, journal};
/// let (path, data) = ("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md".as_ref(), Correspondences::embedded());
/// let record = journal::read(path, data).unwrap();
/// let page = Html::of(Palette::default()).export(&record, data).unwrap();
/// let (page, missing) = journal::with_pictures(page, path, &record);
/// assert!(!page.is_empty() && missing.is_empty());
/// ```
#[must_use]
pub fn with_pictures(page: Vec<u8>, journal: &Path, record: &Record) -> (Vec<u8>, Vec<PictureError>) {
    let mut missing = Vec::new();
    let mut pictures = pictures(journal, record).into_iter().peekable();
    if pictures.peek().is_none() {
        return (page, missing);
    }
    let mut page = String::from_utf8_lossy(&page).into_owned();
    for (attachment, picture) in pictures {
        match picture {
            // What a person wrote has no quotation marks in the page, so only the program writes this.
            Ok(KeptPicture { bytes, kind }) => {
                let named = format!("src=\"{}\"", attachment.file);
                page = page.replace(&named, &format!("src=\"data:{kind};base64,{}\"", BASE64_STANDARD.encode(&bytes)));
            }
            Err(error) => missing.push(error),
        }
    }
    (page.into_bytes(), missing)
}
