//! The marks of an unfinished merge, as git leaves them in a file that was changed on two sides.

use crate::input::{Diagnostics, Source, shell_word};

/// The beginnings of the lines before the first version and after the second.
const MARKERS: [&str; 2] = ["<<<<<<< ", ">>>>>>> "];

/// Checks that a file does not hold two versions of a journal between the markers of a merge.
///
/// # Errors
/// For each place with two versions, with the way to get both out.
pub(super) fn check(source: &Source) -> Result<(), Diagnostics> {
    let Some(end) = last_line_with(&source.text, MARKERS[1]) else { return Ok(()) };
    let mut at = 0;
    let mut errors = Vec::new();
    for line in source.text[..end].split_inclusive('\n') {
        if line.starts_with(MARKERS[0]) {
            let name = source.name.rsplit(['/', '\\']).next().unwrap_or_default();
            let name = shell_word(format!("./{name}"));
            let expected = format!(
                "one version of the journal; in its folder, save both with git show :2:{name} > one.md and git show :3:{name} > \
                 two.md, join them with enochian journal join one.md two.md, and put one.md in the place of this file"
            );
            let problem = "this is a merge marker of git: two versions of the journal stand here in one file";
            errors.push(source.error(at..at + line.trim_end().len(), problem, expected));
        }
        at += line.len();
    }
    Diagnostics::of(source, errors).into_result(Some(())).map(drop)
}

/// Where the last line with this beginning is.
fn last_line_with(text: &str, beginning: &str) -> Option<usize> {
    let mut found = text.rmatch_indices(beginning).map(|(at, _)| at);
    found.find(|&at| at == 0 || text.as_bytes()[at - 1] == b'\n')
}
