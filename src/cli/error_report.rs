//! Reporting errors: what went wrong and, where there is one, a way out. docs/DESIGN.md describes the style.

use std::io::{ErrorKind, Write};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Style};

use crate::input::{Diagnostics, safe, safe_path, safe_prose, shell_word};
use crate::journal::JournalError;
use crate::record::Quiet;
use crate::simulate::design::{DesignDir, DesignError};
use crate::simulate::output::{OutputError, RunDir};

use super::interrupt::Stopped;
use super::prompt::wrapped;
use super::simulate::{hint_on_design, play_command, resume_command};
use super::stdout::OutputLost;
use super::terminal::error_width;

/// Reports an error on standard error. On a terminal its lines are broken between words.
pub(super) fn report(error: &anyhow::Error) {
    let mut err = anstream::stderr().lock();
    let errors = error.downcast_ref::<Diagnostics>().or_else(|| match error.downcast_ref::<JournalError>() {
        Some(JournalError::Invalid(errors)) => Some(errors),
        _ => None,
    });
    // If standard error cannot be written, there is no way to report it.
    let _ = match errors {
        Some(errors) => err.write_all(excerpts(errors).as_bytes()),
        None => {
            let style = Style::new().bold().fg_color(Some(AnsiColor::BrightRed.into()));
            let problem = format!("{error:#}");
            writeln!(err, "{}", fitted(&format!("{style}error{style:#}: {}", safe_prose(&problem)), 0))
        }
    };
    if let Some(hint) = hint(error) {
        let style = Style::new().bold();
        let _ = writeln!(err, "{}", fitted(&format!("  = {style}help{style:#}: {}", safe_prose(&hint)), 0));
    }
}

/// Reports errors in files on standard error.
pub(super) fn print_errors(errors: &Diagnostics) {
    let _ = anstream::stderr().lock().write_all(excerpts(errors).as_bytes());
}

/// The text in lines that leave this many columns free, if standard error is a terminal.
fn fitted(text: &str, free: usize) -> String {
    error_width().map_or_else(|| text.to_owned(), |columns| wrapped(text, columns.saturating_sub(free)))
}

/// The way out, if the error itself does not say it.
fn hint(error: &anyhow::Error) -> Option<String> {
    if OutputLost::is_cause_of(error) {
        return Some("free some disk space, or send the output elsewhere".into());
    }
    if let Some(error) = error.downcast_ref::<OutputError>() {
        return hint_on_output(error);
    }
    if let Some(error) = error.downcast_ref::<DesignError>() {
        return hint_on_design(error);
    }
    if let Some(stopped) = error.downcast_ref::<Stopped>() {
        return Some(stopped.way_on.clone());
    }
    if error.is::<Quiet>() {
        return Some("its turns, without signs and houses, are shown by: enochian journal show".into());
    }
    Some(match error.downcast_ref::<JournalError>()? {
        JournalError::NoFolder(path) if path.symlink_metadata().is_ok() => {
            "it is a file or a broken link; name the folder of the journals with --journals".into()
        }
        JournalError::NoFolder(_) => {
            "go to your notebook, or name it with --notebook, or name a folder of journals with --journals; create a notebook with enochian new".into()
        }
        JournalError::Unwritable(..) => {
            "free some disk space or allow writing there, or name another folder with --journals; nothing was changed".into()
        }
        JournalError::InUse { doubtful: None, .. } => "close it there first, or wait until it is done".into(),
        JournalError::InUse { doubtful: Some(lock), .. } => {
            format!("close it there first; if that process no longer exists, remove {}", safe_path(lock))
        }
        JournalError::Gone(_) => {
            "its file or folder may have been removed or renamed; if so, put it back; nothing more was written".into()
        }
        JournalError::TooLong(_) => "nothing was written; shorten it, or start another journal".into(),
        JournalError::Changed(path) => {
            format!("the file was not overwritten; resume from it with: enochian read --resume {}", shell_word(path))
        }
        JournalError::Invalid(_) => "the file was not changed".into(),
        JournalError::Rewritten(_) => "the journal was not overwritten; edit it again".into(),
        JournalError::Different(..) => "nothing was changed; compare them with: enochian journal show".into(),
        JournalError::Unjoinable(..) => {
            "nothing was changed; keep both, and remove one of them with enochian journal remove".into()
        }
        JournalError::Refused(_) => return None,
    })
}

fn hint_on_output(error: &OutputError) -> Option<String> {
    Some(match error {
        OutputError::NoLists if cfg!(not(feature = "parquet")) => {
            "use --level events for turns as rows; for lists, build the program with --features parquet".into()
        }
        OutputError::NoLists => "use --level events for turns as rows, or --format parquet for lists".into(),
        OutputError::NoCompression => "use --format parquet or arrow, or compress the files afterwards".into(),
        OutputError::NoStream => "use --format arrow or csv, or name a folder for --out".into(),
        OutputError::TooLarge(..) => {
            "choose a smaller --seed, or fewer or lower numbers in --readings; without --out, they may be greater".into()
        }
        OutputError::Taken(folder) if RunDir::is_resumable(folder) => {
            format!("name a new folder, or resume the run there with: {}", resume_command(folder))
        }
        OutputError::Taken(folder) if DesignDir::is_design(folder) => {
            format!("name a new folder, or play the design there with: {}", play_command(folder))
        }
        OutputError::Taken(_) => "name a new folder".into(),
        OutputError::NoFolder(..) => {
            "create its parent folder first, allow writing there, or name another folder".into()
        }
        OutputError::NoManifest(folder) if DesignDir::is_design(folder) => {
            format!("it is a design; play it, or go on with it, with: {}", play_command(folder))
        }
        OutputError::NoManifest(_) => "name a folder created with --out".into(),
        OutputError::Manifest(..) | OutputError::Ranges(_) => {
            "it was edited, or written by a later version; the parts beside it are not affected".into()
        }
        OutputError::Nothing(folder) => {
            format!("resume the run there with: {}", resume_command(folder))
        }
        OutputError::NotFolder(_) => "name a folder created with --out".into(),
        OutputError::Changed(..) => {
            "use the same program and the same --data, or start a new run".into()
        }
        OutputError::Damaged(folder, _) if !RunDir::is_resumable(folder) => {
            "put them back, or start the run again in a new folder".into()
        }
        OutputError::Damaged(folder, _) => format!("create them again with: {}", resume_command(folder)),
        OutputError::Contradicted(..) => {
            "put back the files as they were written, or start the run again in a new folder".into()
        }
        OutputError::Differs(_) => {
            "the manifest or the program was changed; the file was not changed; start the run again in a new folder".into()
        }
        OutputError::Unrecorded(_, left) if left.is_empty() => {
            "it is complete, and `enochian simulate summary` can read it; for checksums, start the run again in a new folder"
                .into()
        }
        OutputError::OtherColumns(_, left) if left.is_empty() => {
            "it is complete; read it as it is, or start the run again in a new folder for the columns of this version".into()
        }
        OutputError::Unrecorded(_, left) | OutputError::OtherColumns(_, left) => format!(
            "play the rest in a new folder with --readings {}..{}, and merge both with `enochian simulate summary`",
            left.start, left.end
        ),
        OutputError::InUse(.., None) => "wait until it ends".into(),
        OutputError::InUse(.., Some(lock)) => {
            format!("wait until it ends; if that process no longer exists, remove {}", safe_path(lock))
        }
        OutputError::File(path, error) => match path.parent() {
            Some(folder) if RunDir::is_resumable(folder) => format!(
                "finished parts are saved; free some disk space or allow writing there, then resume with: {}",
                resume_command(folder)
            ),
            _ if error.kind() == ErrorKind::NotFound => {
                "the folder was removed during the run; start it again in a new folder".into()
            }
            _ => "allow reading and writing there, then try again".into(),
        },
        _ => return None,
    })
}

/// The most errors shown for one file: a file with more is probably of another kind.
const MOST: usize = 100;

/// Nothing below a title.
const NONE: Vec<annotate_snippets::Message<'_>> = Vec::new();

/// The margin of the help beside an excerpt, for line numbers of up to five digits.
const MARGIN: usize = "      = help: ".len();

/// Every error with its file, line and an excerpt.
fn excerpts(errors: &Diagnostics) -> String {
    let renderer = error_width().map_or(Renderer::styled(), |columns| Renderer::styled().term_width(columns));
    let mut text = String::new();
    for file in errors.files() {
        for error in file.errors.iter().take(MOST) {
            let problem = fitted(&safe(&error.problem), "error: ".len());
            let title = Level::ERROR.primary_title(&problem);
            let expected = error.advice().map(|advice| fitted(&advice, MARGIN));
            let name = safe(&file.source.name).into_owned();
            let mut group = title.elements(NONE);
            // The excerpt is cut out of the text and made safe; its line number stays.
            let (excerpt, span) = excerpt(&file.source.text, error.span.clone());
            if error.line > 0 {
                let mark = AnnotationKind::Primary.span(span);
                let snippet = Snippet::source(&excerpt).line_start(error.line).path(&name).annotation(mark);
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
        if let more @ 1.. = file.errors.len().saturating_sub(MOST) {
            let more_errors = format!("{more} more errors in {}; fix these first", safe(&file.source.name));
            text.push_str(&renderer.render(&[Level::NOTE.primary_title(&more_errors).elements(NONE)]));
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
