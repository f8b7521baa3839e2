//! Reporting errors: what went wrong and, where there is one, a way out. docs/DESIGN.md describes the style.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Color, Style};

use crate::cli::prelude::*;
use crate::input::{Diagnostics, safe};
use crate::render::wrapped;

use super::command_error::CommandErrorKind;
use super::stdout::show_on_stderr;
use super::terminal::error_width;

/// The style of the word error.
pub(super) const ERROR: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::BrightRed)));

/// Reports an error on standard error. On a terminal its lines are broken between words.
pub(super) fn report(error: &CommandError) {
    if matches!(error.kind, CommandErrorKind::BrokenPipe | CommandErrorKind::Reported) {
        return;
    }
    match &error.diagnostics {
        Some(errors) => print_errors(errors),
        None => {
            notice(ScreenText::styled(ERROR, "error") + format!(": {error}"));
        }
    }
    if let Some(help) = &error.help {
        notice(ScreenText::from("  = ") + ScreenText::styled(Style::new().bold(), "help") + format!(": {help}"));
    }
}

/// Says on standard error what was done besides what was asked for.
pub(super) fn notice(text: impl Into<ScreenText>) {
    show_on_stderr(&(fitted(&text.into(), 0) + "\n"));
}

/// Reports errors in files on standard error.
pub(super) fn print_errors(errors: &Diagnostics) {
    show_on_stderr(&excerpts(errors, Level::ERROR));
}

/// Reports on standard error what in files is worth a look.
pub(super) fn print_warnings(warnings: &Diagnostics) {
    show_on_stderr(&excerpts(warnings, Level::WARNING));
}

/// The text in lines that leave this many columns free, if standard error is a terminal.
fn fitted(text: &ScreenText, free: usize) -> ScreenText {
    text.laid_out(|text| match error_width() {
        Some(columns) => wrapped(text, columns.saturating_sub(free)),
        None => text.to_owned(),
    })
}

/// The most errors shown for one file: a file with more is probably of another kind.
const MOST: usize = 100;

/// Nothing below a title.
const NONE: Vec<annotate_snippets::Message<'_>> = Vec::new();

/// The margin of the help beside an excerpt, for line numbers of up to five digits.
const MARGIN: usize = "      = help: ".len();

/// Every error with its file, line and an excerpt.
fn excerpts(errors: &Diagnostics, level: Level<'static>) -> ScreenText {
    let renderer = error_width().map_or(Renderer::styled(), |columns| Renderer::styled().term_width(columns));
    let mut text = String::new();
    for file in errors.files() {
        for error in file.errors.iter().take(MOST) {
            let problem = fitted(&safe(&error.problem).into(), "warning: ".len());
            let title = level.clone().primary_title(problem.as_str());
            let expected = error.advice().map(|advice| fitted(&advice.into(), MARGIN));
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
                group = group.element(Level::HELP.message(expected.as_str()));
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
    ScreenText::from_ansi(text)
}

/// The line in which a span begins, made safe and not too long, and the span within it.
fn excerpt(text: &str, span: std::ops::Range<usize>) -> (String, std::ops::Range<usize>) {
    let longest = error_width().map_or(160, |columns| columns.saturating_sub(MARGIN).clamp(20, 160));
    let start = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
    let end = text[span.start..].find('\n').map_or(text.len(), |length| span.start + length);
    let cut = |part: &str| part.chars().take(longest).collect::<String>();
    let before = safe(&cut(&text[start..span.start])).into_owned();
    let marked = safe(&cut(&text[span.start..span.end.clamp(span.start, end)])).into_owned();
    let after = safe(&cut(&text[span.end.clamp(span.start, end)..end])).into_owned();
    let marked_at = before.len()..before.len() + marked.len();
    (format!("{before}{marked}{after}"), marked_at)
}
