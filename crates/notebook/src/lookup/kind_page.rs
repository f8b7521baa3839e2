//! The pages of kinds of games.

use anstyle::Style;

use crate::games::{GameKind, Referee};
use crate::render::{DiagramText, TextPage, facts, table_within};

use super::Screen;
use super::kind_lookup::referee;

/// The author of the rules, or their title if nobody is named.
fn author(kind: GameKind) -> &'static str {
    if kind.is_refereed() { kind.source().split(',').next().unwrap_or_default() } else { "none" }
}

/// The kinds, a row for each.
#[must_use]
pub fn kinds_page(screen: &Screen) -> String {
    let row = |kind: GameKind| {
        let seats = referee(kind).map_or("2–12".to_owned(), |referee| referee.seats().len().to_string());
        let options: Vec<&str> = kind.options().iter().map(|option| option.name).collect();
        let cells = [kind.name(), kind.title(), &seats, &options.join(", "), author(kind)];
        (Style::new(), cells.map(str::to_owned).to_vec())
    };
    let dim = Style::new().dimmed();
    let rows: Vec<_> = GameKind::EVERY.iter().copied().map(row).collect();
    let table = table_within(screen.width, &["Kind", "Name", "Seats", "Options", "Source"], &rows);
    let mut sources: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.source()).collect();
    sources.dedup();
    let mut page = TextPage::new(screen.width);
    page.gap();
    page.paragraph(&format!("{dim}Sources:{dim:#} {}.", sources.join("; ")));
    page.paragraph(&format!("{dim}More about one kind:{dim:#} enochian kinds three"));
    table + &page.finish()
}

/// All about a kind of game.
#[must_use]
pub fn kind_page(screen: &Screen, kind: GameKind) -> String {
    let width = screen.width;
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
        _ if kind.has_readings() => "enochian game, and with a question enochian read".to_owned(),
        true => format!("enochian game --kind {kind}"),
        false => format!("enochian game --kind {kind} --seats North,East,West"),
    };
    let lines = facts(&[
        ("Kind", kind.name().to_owned()),
        ("Seats", format!("{seats}{}", sides(referee.as_ref()))),
        ("Source", kind.source().to_owned()),
        ("Rules", kind.rules_document().unwrap_or_default().to_owned()),
        ("Play", example),
    ]);
    for line in &lines {
        page.paragraph(line);
    }
    if !kind.options().is_empty() {
        page.heading("Options");
        for option in kind.options() {
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
        let (board, key) = (picture.coloured(screen.colours), picture.key());
        text.push_str(&format!("\n{bold}Set-up{bold:#}\n\n{board}\n{key}"));
    }
    text
}

/// Who plays together, if sides have several seats.
fn sides(referee: Option<&Referee>) -> String {
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
