//! `enochian kinds`.

use std::process::ExitCode;
use std::sync::Arc;

use anstyle::Style;
use serde::Serialize;

use crate::games::{GameKind, GameOptions, OptionSpec, Referee};
use crate::render::{DiagramText, TextPage, facts, table_within};

use super::acts::rules::read_kind;
use super::colours;
use super::command_error::CommandResult;
use super::lookup::print_page;
use super::print_json;
use super::terminal::page_width;

/// List the games that can be played, or show one of them
///
/// Beside Enochian chess, `enochian game --kind KIND` plays and records the
/// others. With the name of a kind: its seats, its options and its set-up.
///
/// Examples:
///   enochian kinds
///   enochian kinds three
///   enochian kinds --json
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct KindsArgs {
    /// The kind to show: enochian, three, free, team, gods, faith or other [default: a list of all]
    kind: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A kind of game as JSON.
#[derive(Serialize)]
struct KindEntry {
    kind: &'static str,
    name: &'static str,
    /// The seats in the order of play; empty if they are named for each game.
    seats: Vec<KindSeatEntry>,
    options: Vec<KindOptionEntry>,
    source: &'static str,
    /// The position before the first act.
    start: Option<String>,
    /// Where the rules are.
    rules: Option<&'static str>,
}

#[derive(Serialize)]
struct KindSeatEntry {
    name: String,
    letter: char,
    /// Partners have the same number.
    side: usize,
}

#[derive(Serialize)]
struct KindOptionEntry {
    name: &'static str,
    /// The default first.
    values: &'static [&'static str],
    about: &'static str,
}

impl KindsArgs {
    pub(super) fn run(self) -> CommandResult<ExitCode> {
        match (self.kind.as_deref().map(read_kind).transpose()?, self.json) {
            (None, true) => print_json(&GameKind::EVERY.iter().copied().map(KindEntry::new).collect::<Vec<_>>())?,
            (None, false) => print_page(&overview())?,
            (Some(kind), true) => print_json(&KindEntry::new(kind))?,
            (Some(kind), false) => print_page(&page(kind))?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The referee of a kind with the default options; none for a game that is only recorded.
fn referee(kind: GameKind) -> Option<Arc<dyn Referee>> {
    kind.referee(&GameOptions::default()).ok()
}

/// The author of the rules, or their title if nobody is named.
fn author(kind: GameKind) -> &'static str {
    if kind.is_refereed() { kind.source().split(',').next().unwrap_or_default() } else { "none" }
}

/// The options that `--option` takes; those of Enochian chess have names of their own.
fn options(kind: GameKind) -> &'static [OptionSpec] {
    if kind.is_enochian() { &[] } else { kind.options() }
}

impl KindEntry {
    fn new(kind: GameKind) -> KindEntry {
        let referee = referee(kind);
        let seats = referee.iter().flat_map(|referee| referee.seats());
        let option =
            |option: &OptionSpec| KindOptionEntry { name: option.name, values: option.values, about: option.about };
        KindEntry {
            kind: kind.name(),
            name: kind.title(),
            seats: seats
                .map(|seat| KindSeatEntry { name: seat.name.clone(), letter: seat.letter, side: seat.side })
                .collect(),
            options: options(kind).iter().map(option).collect(),
            source: kind.source(),
            start: referee.as_ref().map(|referee| referee.start().text()),
            rules: kind.rules_document(),
        }
    }
}

/// The kinds, a row for each.
fn overview() -> String {
    let row = |kind: GameKind| {
        let seats = referee(kind).map_or("2–12".to_owned(), |referee| referee.seats().len().to_string());
        let options: Vec<&str> = options(kind).iter().map(|option| option.name).collect();
        let cells = [kind.name(), kind.title(), &seats, &options.join(", "), author(kind)];
        (Style::new(), cells.map(str::to_owned).to_vec())
    };
    let dim = Style::new().dimmed();
    let rows: Vec<_> = GameKind::EVERY.iter().copied().map(row).collect();
    let table = table_within(page_width(), &["Kind", "Name", "Seats", "Options", "Source"], &rows);
    let mut sources: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.source()).collect();
    sources.dedup();
    let mut page = TextPage::new(page_width());
    page.gap();
    page.paragraph(&format!("{dim}Sources:{dim:#} {}.", sources.join("; ")));
    page.paragraph(&format!("{dim}More about one kind:{dim:#} enochian kinds three"));
    table + &page.finish()
}

fn page(kind: GameKind) -> String {
    let width = page_width();
    let referee = referee(kind);
    let mut page = TextPage::new(width);
    page.heading(kind.title());
    let seats = match &referee {
        None => "2 to 12, named with --seats in the order of play".to_owned(),
        Some(referee) => {
            let names: Vec<String> =
                referee.seats().iter().map(|seat| format!("{} ({})", seat.name, seat.letter)).collect();
            names.join(", ")
        }
    };
    let example = match kind.is_refereed() {
        _ if kind.is_enochian() => "enochian game, and with a question enochian read".to_owned(),
        true => format!("enochian game --kind {kind}"),
        false => format!("enochian game --kind {kind} --seats North,East,West"),
    };
    let lines = facts(&[
        ("Kind", kind.name().to_owned()),
        ("Seats", format!("{seats}{}", sides(referee.as_deref()))),
        ("Source", kind.source().to_owned()),
        ("Rules", kind.rules_document().unwrap_or_default().to_owned()),
        ("Play", example),
    ]);
    for line in &lines {
        page.paragraph(line);
    }
    if !options(kind).is_empty() {
        page.heading("Options");
        for option in options(kind) {
            let (first, rest) = option.values.split_first().unwrap_or((&"", &[]));
            let (name, about, last) = (option.name, option.about.trim_end_matches('.'), rest.last().unwrap_or(first));
            let rest = rest.join(", ");
            page.paragraph(&format!(
                "{name}: {first} (the default) or {rest}. {about}. For example: --kind {kind},{name}={last}."
            ));
        }
    }
    let mut text = page.finish();
    if let Some(referee) = referee {
        let (diagram, bold) = (referee.start().diagram(), Style::new().bold());
        let picture = DiagramText { width, ..DiagramText::of(&diagram, referee.seats()) };
        let (board, key) = (picture.coloured(colours::screen()), picture.key());
        text.push_str(&format!("\n{bold}Set-up{bold:#}\n\n{board}\n{key}"));
    }
    text
}

/// Who plays together, if sides have several seats.
fn sides(referee: Option<&dyn Referee>) -> String {
    let seats = referee.map_or(&[][..], |referee| referee.seats());
    let mut sides: Vec<(usize, Vec<&str>)> = Vec::new();
    for seat in seats {
        match sides.iter_mut().find(|(side, _)| *side == seat.side) {
            Some((_, names)) => names.push(&seat.name),
            None => sides.push((seat.side, vec![&seat.name])),
        }
    }
    if sides.len() == seats.len() {
        return String::new();
    }
    let sides: Vec<String> = sides.into_iter().map(|(_, names)| names.join(" and ")).collect();
    format!("; {}", sides.join(" against "))
}
