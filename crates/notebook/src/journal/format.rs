//! The format of journals, and the correspondences with which a journal was written.

use crate::correspondences::Correspondences;
use crate::input::TomlTable;

/// The number of the format of journals.
pub const FORMAT: u8 = 1;

/// Whether a header names the format that this program reads; if not, this is reported, and the other keys cannot be judged.
pub(super) fn is_known(fields: &TomlTable<'_>) -> bool {
    let Some(item) = fields.required("format") else { return false };
    let Some(format) = item.integer(0..=i64::MAX) else { return false };
    if format != i64::from(FORMAT) {
        let problem = format!("this journal has format {format}, which this version of enochian cannot read");
        item.error(problem, format!("format = {FORMAT}"));
    }
    format == i64::from(FORMAT)
}

/// Why a text that was written with some correspondences (their digest is `data`) cannot be compared with what the program
/// would write with these, if it cannot.
pub(super) fn difference(data: &str, correspondences: &Correspondences) -> Option<String> {
    let short: String = data.chars().take(15).collect();
    (data != correspondences.correspondences_digest()).then(|| {
        format!(
            "the wording was not compared: the journal was written with other correspondences (data {short}…); use \
             --data FOLDER to compare it with those"
        )
    })
}
