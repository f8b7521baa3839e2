//! The pages of kinds of games.

use anstyle::Style;

use crate::games::{GameKind, GameOptions, Referee};
use crate::input::quoted;
use crate::render::{DiagramText, ScreenText};

use super::{NotFound, Page, PageTable, Screen, suggestion};

/// Reads the name of a kind of game.
///
/// # Errors
///
/// If there is no such kind.
pub fn find_kind(text: &str) -> Result<GameKind, NotFound> {
    let name = text.trim().to_lowercase();
    GameKind::EVERY.iter().copied().find(|kind| kind.name() == name).ok_or_else(|| {
        let names: Vec<&str> = GameKind::EVERY.iter().map(|kind| kind.name()).collect();
        let meant = suggestion(text, names.iter().copied());
        NotFound::new(format!("there is no kind of game {}; expected one of {}{meant}", quoted(text), names.join(", ")))
    })
}

/// The referee of a kind with the default options; none for a game that is only recorded.
fn referee(kind: GameKind) -> Option<Referee> {
    kind.referee(&GameOptions::default()).ok()
}

/// The kinds, a row for each.
#[must_use]
pub fn kinds_page() -> Page {
    let rows = GameKind::EVERY.iter().map(|kind| {
        let seats = referee(*kind).map_or("2–12".to_owned(), |referee| referee.seats().len().to_string());
        let options: Vec<&str> = kind.options().iter().map(|option| option.name).collect();
        let cells = [kind.name(), kind.title(), &seats, &options.join(", ")];
        (None, cells.map(str::to_owned).to_vec())
    });
    let by_source = GameKind::ALL.chunk_by(|one, next| one.source() == next.source());
    let sources = by_source.map(|kinds| {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        format!("Source of {}: {}.", names.join(", "), kinds[0].source())
    });
    let notes = sources.chain(["More about one kind: enochian kinds three".to_owned()]);
    Page::overview("The kinds of games", &["Kind", "Name", "Seats", "Options"], rows, notes)
}

/// All about a kind of game.
#[must_use]
pub fn kind_page(screen: &Screen, kind: GameKind) -> Page {
    let referee = referee(kind);
    let seats = match &referee {
        None => "2 to 12, named with --seats in the order of play".to_owned(),
        Some(referee) => {
            let names: Vec<String> =
                referee.seats().iter().map(|seat| format!("{} ({})", seat.name, seat.letter)).collect();
            format!("{}{}", names.join(", "), sides(referee))
        }
    };
    let play = match kind.is_refereed() {
        _ if kind.has_readings() => "enochian game, and with a question enochian read".to_owned(),
        true => format!("enochian game --kind {kind}"),
        false => format!("enochian game --kind {kind} --seats North,East,West"),
    };
    let options = kind.options().iter().map(|option| {
        let (first, last) = (option.values[0], option.values[option.values.len() - 1]);
        let rest = option.values[1..].join(", ");
        let cells = [
            option.name,
            &format!("{first} (the default) or {rest}"),
            &format!("{}. For example: --kind {kind},{}={last}", option.about.trim_end_matches('.'), option.name),
        ];
        (None, cells.map(str::to_owned).to_vec())
    });
    let options = PageTable::new("Options", &["Option", "Values", "What it does"], options);
    let picture = referee.map_or(ScreenText::default(), |referee| {
        let (diagram, dim) = (referee.start().diagram(), Style::new().dimmed());
        let (width, has_angles) = (screen.width, kind.has_readings());
        let picture = DiagramText { width, has_angles, ..DiagramText::of(&diagram, referee.seats()) };
        let title = ScreenText::from("  ") + ScreenText::styled(dim, "Set-up");
        title + "\n\n" + picture.coloured(screen.colours) + "\n" + picture.key()
    });
    let rows = [
        ("Kind", kind.name().to_owned()),
        ("Seats", seats),
        ("Source", kind.source().to_owned()),
        ("Rules", kind.rules_document().unwrap_or_default().to_owned()),
        ("Play", play),
    ];
    let tables = Some(options).filter(|options| !options.rows.is_empty()).into_iter().collect();
    Page { tables, picture, ..Page::new(kind.title(), "", rows) }
}

/// Who plays together, if sides have several seats.
fn sides(referee: &Referee) -> String {
    let mut sides: Vec<(usize, Vec<&str>)> = Vec::new();
    for seat in referee.seats() {
        match sides.iter_mut().find(|(side, _)| *side == seat.side) {
            Some((_, names)) => names.push(&seat.name),
            None => sides.push((seat.side, vec![&seat.name])),
        }
    }
    if sides.len() == referee.seats().len() {
        return String::new();
    }
    let sides: Vec<String> = sides.into_iter().map(|(_, names)| names.join(" and ")).collect();
    format!("; {}", sides.join(" against "))
}
