//! Telling a person what went wrong, and the way out.

use std::io::{ErrorKind, Write};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::input::{Diagnostics, safe, safe_path, safe_prose, shell_word};
use crate::journal::JournalError;
use crate::record::Quiet;
use crate::simulate::output::{OutputError, RunDir};

use super::interrupt::Stopped;
use super::prompt::wrapped;
use super::simulate::resume_command;
use super::stdout::OutputLost;
use super::terminal::error_width;

/// Tells of an error on standard error. On a terminal its lines are broken between words.
pub(super) fn report(error: &anyhow::Error) {
    let mut err = anstream::stderr().lock();
    let faults = error.downcast_ref::<Diagnostics>().or_else(|| match error.downcast_ref::<JournalError>() {
        Some(JournalError::Invalid(faults)) => Some(faults),
        _ => None,
    });
    // Where nothing can be written to standard error there is nobody to tell.
    let _ = match faults {
        Some(faults) => err.write_all(excerpts(faults).as_bytes()),
        None => writeln!(err, "{}", fitted(&format!("enochian: {}", safe_prose(&format!("{error:#}"))), 0)),
    };
    if let Some(hint) = hint(error) {
        let _ = writeln!(err, "{}", fitted(&format!("  {}", safe_prose(&hint)), 0));
    }
}

/// Tells of faults on standard error.
pub(super) fn tell(faults: &Diagnostics) {
    let _ = anstream::stderr().lock().write_all(excerpts(faults).as_bytes());
}

/// The text in lines that leave so many columns of the terminal free, if it is one that errors are written to.
fn fitted(text: &str, free: usize) -> String {
    error_width().map_or_else(|| text.to_owned(), |columns| wrapped(text, columns.saturating_sub(free)))
}

/// The way out, where the error itself does not say it.
fn hint(error: &anyhow::Error) -> Option<String> {
    if OutputLost::is_cause_of(error) {
        return Some("Make room where it goes, or send it elsewhere.".into());
    }
    if let Some(error) = error.downcast_ref::<OutputError>() {
        return hint_on_output(error);
    }
    if let Some(stopped) = error.downcast_ref::<Stopped>() {
        return Some(stopped.way_on.clone());
    }
    if error.is::<Quiet>() {
        return Some("Its turns are told without signs and houses: see enochian journal show.".into());
    }
    Some(match error.downcast_ref::<JournalError>()? {
        JournalError::NoFolder(path) if path.symlink_metadata().is_ok() => {
            "That is a file or a dead link; name the folder of the journals with --journals.".into()
        }
        JournalError::NoFolder(_) => {
            "Go to your notebook, or name it with --notebook, or a folder of journals with --journals. For one notebook that is used from every folder see enochian config --help; enochian new makes one.".into()
        }
        JournalError::Unwritable(..) => {
            "Free some room or allow writing there, or name another folder with --journals. What was there before is as it was.".into()
        }
        JournalError::InUse { doubtful: None, .. } => "Close it there first, or wait until it is done.".into(),
        JournalError::InUse { doubtful: Some(lock), .. } => {
            format!("Close it there first. If that process is gone, remove {}", safe_path(lock))
        }
        JournalError::Gone(_) => {
            "It or its folder was removed or renamed. If it was, put it back; nothing more was written.".into()
        }
        JournalError::TooLong(_) => "Nothing was written. Shorten it, or begin another journal.".into(),
        JournalError::Changed(path) => {
            format!("Nothing was written over. Go on from the file as it is: enochian read --resume {}", shell_word(path))
        }
        JournalError::Invalid(_) => "Nothing was changed in the file.".into(),
        JournalError::Rewritten(_) => "The journal is as it was left there; edit it again.".into(),
        JournalError::Refused(_) => return None,
    })
}

fn hint_on_output(error: &OutputError) -> Option<String> {
    Some(match error {
        OutputError::NoLists => "For the turns as rows take --level events; for lists take --format parquet.".into(),
        OutputError::NoStream => "Take --format arrow or csv, or name a folder after --out.".into(),
        OutputError::Taken(folder) if RunDir::is_resumable(folder) => {
            format!("Go on with the run there: {}; or name a new folder.", resume_command(folder))
        }
        OutputError::Taken(_) => "Name a new folder.".into(),
        OutputError::NoFolder(..) => {
            "Make the folder first in which it is to be, allow writing there, or name another.".into()
        }
        OutputError::NoManifest(_) => "Name a folder that was made with --out.".into(),
        OutputError::Manifest(..) | OutputError::Ranges(_) => {
            "It was changed by hand, or by a later program. The parts beside it are sound by themselves.".into()
        }
        OutputError::Nothing(folder) => {
            format!("Go on with the run there: {}", resume_command(folder))
        }
        OutputError::NotFolder(_) => "Name the folder that was made with --out.".into(),
        OutputError::Changed(..) => {
            "Readings are the same only with the same program and data: give --data as then, or begin anew.".into()
        }
        OutputError::Damaged(folder, _) if !RunDir::is_resumable(folder) => {
            "Put them back, or play the run into a new folder.".into()
        }
        OutputError::Damaged(folder, _) => format!("Play them again: {}", resume_command(folder)),
        OutputError::Differs(_) => {
            "The manifest or the program was changed. The file is as it was; play the run into a new folder.".into()
        }
        OutputError::Unrecorded(_, left) if left.is_empty() => {
            "It is complete: `enochian simulate summary` still reads it. To have checksums, play it into a new folder."
                .into()
        }
        OutputError::Unrecorded(_, left) => format!(
            "Play the rest into a new folder with --from {} --to {}, and add both up with simulate summary.",
            left.start, left.end
        ),
        OutputError::InUse(.., None) => "Wait for it to end.".into(),
        OutputError::InUse(.., Some(lock)) => {
            format!("Wait for it to end. If it is dead, remove {}.", safe_path(lock))
        }
        OutputError::File(path, error) => match path.parent() {
            Some(folder) if RunDir::is_resumable(folder) => format!(
                "What is done is kept. Free some room or allow writing there, then go on: {}",
                resume_command(folder)
            ),
            _ if error.kind() == ErrorKind::NotFound => {
                "The folder was removed during the run. Play it into a new one.".into()
            }
            _ => "Allow reading and writing there, then try again.".into(),
        },
        _ => return None,
    })
}

/// Of one file no more faults are told: with so many it is hardly what it was taken for.
const MOST: usize = 100;

/// Nothing below a title.
const NONE: Vec<annotate_snippets::Message<'_>> = Vec::new();

/// What stands before the help beside an excerpt, with a line number of up to five digits.
const MARGIN: usize = "      = help: ".len();

/// Every fault with its file, line and an excerpt.
fn excerpts(faults: &Diagnostics) -> String {
    let renderer = error_width().map_or(Renderer::styled(), |columns| Renderer::styled().term_width(columns));
    let mut text = String::new();
    for file in faults.files() {
        for fault in file.faults.iter().take(MOST) {
            let problem = fitted(&safe(&fault.problem), "error: ".len());
            let title = Level::ERROR.primary_title(&problem);
            let expected =
                (!fault.expected.is_empty()).then(|| fitted(&format!("expected {}", safe(&fault.expected)), MARGIN));
            let name = safe(&file.source.name).into_owned();
            let mut group = title.elements(NONE);
            // The excerpt is cut out of the text and made safe; its line number stays.
            let (excerpt, span) = excerpt(&file.source.text, fault.span.clone());
            if fault.line > 0 {
                let mark = AnnotationKind::Primary.span(span);
                let snippet = Snippet::source(&excerpt).line_start(fault.line).path(&name).annotation(mark);
                group = group.element(snippet);
            } else {
                group = group.element(annotate_snippets::Origin::path(&name));
            }
            if let Some(expected) = &expected {
                group = group.element(Level::HELP.message(expected));
            }
            text.push_str(&renderer.render(&[group]));
            text.push('\n');
        }
        if let more @ 1.. = file.faults.len().saturating_sub(MOST) {
            let told = format!("and {more} more in {}; mend these first", safe(&file.source.name));
            text.push_str(&renderer.render(&[Level::NOTE.primary_title(&told).elements(NONE)]));
            text.push('\n');
        }
    }
    text
}

/// The line in which a span begins, made safe and not too long, and the span within it.
fn excerpt(text: &str, span: std::ops::Range<usize>) -> (String, std::ops::Range<usize>) {
    const LONGEST: usize = 160;
    let start = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
    let end = text[span.start..].find('\n').map_or(text.len(), |length| span.start + length);
    let cut = |part: &str| part.chars().take(LONGEST).collect::<String>();
    let before = safe(&cut(&text[start..span.start])).into_owned();
    let marked = safe(&cut(&text[span.start..span.end.clamp(span.start, end)])).into_owned();
    let after = safe(&cut(&text[span.end.clamp(span.start, end)..end])).into_owned();
    let marked_at = before.len()..before.len() + marked.len();
    (format!("{before}{marked}{after}"), marked_at)
}
