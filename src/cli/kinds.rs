//! `enochian kinds`.

use std::process::ExitCode;
use std::sync::Arc;

use anstyle::Style;
use anyhow::anyhow;
use serde::Serialize;

use crate::games::{GameKind, GameOptions, OptionSpec, Referee};
use crate::render::{DiagramText, TextPage, facts, table_within};

use super::acts::rules::read_kind;
use super::colours;
use super::lookup::print_page;
use super::print_json;
use super::terminal::page_width;

/// List the other games that can be played, or show one of them
///
/// Beside Enochian chess, `enochian game --kind KIND` plays and records these
/// games. With the name of a kind: its seats, its options and its set-up.
///
/// Examples:
///   enochian kinds
///   enochian kinds three
///   enochian kinds --json
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct KindsArgs {
    /// The kind to show: three, free, team, gods, faith or other [default: a list of all]
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
    rules: Option<String>,
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
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let named = self.kind.as_deref().map(|text| {
            let enochian = || anyhow!("Enochian chess is not among the other games; see enochian game --help");
            read_kind(text)?.ok_or_else(enochian)
        });
        match (named.transpose()?, self.json) {
            (None, true) => print_json(&all().map(KindEntry::new).collect::<Vec<_>>())?,
            (None, false) => print_page(&overview())?,
            (Some(kind), true) => print_json(&KindEntry::new(kind))?,
            (Some(kind), false) => print_page(&page(kind))?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// All kinds, those with a referee first.
fn all() -> impl Iterator<Item = GameKind> {
    GameKind::ALL.into_iter().chain([GameKind::Other])
}

/// The referee of a kind with the default options; none for a game that is only recorded.
fn referee(kind: GameKind) -> Option<Arc<dyn Referee>> {
    kind.referee(&GameOptions::default()).ok()
}

/// Where the rules of a kind are.
fn rules(kind: GameKind) -> Option<String> {
    (kind != GameKind::Other).then(|| format!("docs/games/{kind}.md"))
}

/// The author of the rules, or their title if nobody is named.
fn author(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Other => "none",
        kind => kind.source().split(',').next().unwrap_or_default(),
    }
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
            options: kind.options().iter().map(option).collect(),
            source: kind.source(),
            start: referee.as_ref().map(|referee| referee.start().text()),
            rules: rules(kind),
        }
    }
}

/// The kinds, a row for each.
fn overview() -> String {
    let row = |kind: GameKind| {
        let seats = referee(kind).map_or("2–12".to_owned(), |referee| referee.seats().len().to_string());
        let options: Vec<&str> = kind.options().iter().map(|option| option.name).collect();
        let cells = [kind.name(), kind.title(), &seats, &options.join(", "), author(kind)];
        (Style::new(), cells.map(str::to_owned).to_vec())
    };
    let dim = Style::new().dimmed();
    let rows: Vec<_> = all().map(row).collect();
    let table = table_within(page_width(), &["Kind", "Name", "Seats", "Options", "Source"], &rows);
    let mut sources: Vec<&str> = GameKind::ALL.map(GameKind::source).to_vec();
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
    let example = match kind {
        GameKind::Other => "enochian game --kind other --seats North,East,West".to_owned(),
        kind => format!("enochian game --kind {kind}"),
    };
    let lines = facts(&[
        ("Kind", kind.name().to_owned()),
        ("Seats", format!("{seats}{}", sides(referee.as_deref()))),
        ("Source", kind.source().to_owned()),
        ("Rules", rules(kind).unwrap_or_default()),
        ("Play", example),
    ]);
    for line in &lines {
        page.paragraph(line);
    }
    if !kind.options().is_empty() {
        page.heading("Options");
        for option in kind.options() {
            let (first, rest) = option.values.split_first().unwrap_or((&"", &[]));
            let rest = rest.join(", ");
            page.paragraph(&format!(
                "{}: {first} (the default) or {rest}. {}.",
                option.name,
                option.about.trim_end_matches('.')
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
