//! Which reading or game a journal is of, so that copies of its file are known as copies.

use sha2::{Digest, Sha256};

use crate::chess::Army;
use crate::input::TomlTable;
use crate::reading::DieThrower;
use crate::record::{Game, Heading, Timestamp};

use super::header;
use super::lines::{self, JournalLine};
use super::parse::ParsedJournal;

/// What makes a reading or a game the one it is.
struct Identity<'h> {
    /// The question, or the name of the game.
    title: &'h str,
    /// The kind of one of the other games.
    kind: Option<&'h str>,
    /// The players' names, in the order of the seats.
    players: Vec<String>,
    /// Who throws the die.
    die: Option<String>,
    seed: Option<u64>,
    begun: Timestamp,
}

impl Identity<'_> {
    /// The id: a hash without any chance in it, so that the same seed at the same moment gives the same journal.
    fn id(&self) -> String {
        let numbers = [self.seed.map_or_else(String::new, |seed| seed.to_string()), self.begun.to_utc().to_rfc3339()];
        let texts = [self.title, self.kind.unwrap_or_default(), self.die.as_deref().unwrap_or_default()];
        hash(texts.into_iter().chain(numbers.iter().chain(&self.players).map(String::as_str)))
    }
}

/// The id of a reading or a game with this heading.
pub(super) fn of_heading(heading: &Heading) -> String {
    let players = heading.seats.players.iter();
    let (kind, players, die, seed): (_, Vec<String>, _, _) = match &heading.game {
        Game::Enochian(subject) => {
            let (die, seed) = match subject.die() {
                Some(DieThrower::Seeded(seed)) => (Some("seeded".to_owned()), Some(seed)),
                die => (die.map(|die| die.to_string()), subject.setting().and_then(|setting| setting.seed)),
            };
            (None, players.cloned().collect(), die, seed)
        }
        Game::Other(game) => {
            let seats = game.referee.seats().iter();
            let players = seats.zip(players).map(|(seat, player)| format!("{}: {player}", seat.name)).collect();
            (Some(game.referee.kind().name()), players, None, game.seed)
        }
    };
    // Several branches can be begun in a second.
    let players = [players, heading.branch.iter().map(ToString::to_string).collect()].concat();
    Identity { title: heading.game.title(), kind, players, die, seed, begun: heading.begun }.id()
}

/// The players that a header names, as far as it can be read.
pub(super) fn players(fields: &TomlTable<'_>, armies: &[&str]) -> Vec<String> {
    let Some(seats) = fields.optional("seats") else { return Vec::new() };
    let text =
        |fields: &TomlTable<'_>, key: &str| fields.optional(key).and_then(|item| item.text()).unwrap_or_default();
    let read = if armies.is_empty() {
        seats.list(|seat| seat.table(|seat| Some(format!("{}: {}", text(seat, "seat"), text(seat, "player")))))
    } else {
        seats.table(|seats| Some(armies.iter().map(|army| text(seats, army)).collect()))
    };
    read.unwrap_or_default()
}

/// The names of the players that a header names, each once.
pub(super) fn distinct_players(fields: &TomlTable<'_>) -> Vec<String> {
    let armies = Army::ALL.map(Army::name);
    let is_other = header::is_of_other_game(fields);
    let mut names: Vec<String> = Vec::new();
    for player in players(fields, if is_other { &[] } else { &armies }) {
        let name = if is_other { player.split_once(": ").map_or("", |(_, name)| name) } else { &player };
        if !name.is_empty() && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// The id of the reading or game that a journal is of; the same in every copy of it.
///
/// A person cannot begin two in one second, but a program can. It plays a reading whole before it is saved, so of these the acts
/// tell one from another.
pub(super) fn id(parsed: &ParsedJournal<'_>) -> String {
    let raw = &parsed.header.raw;
    if !raw.is_automatic {
        return raw.id.clone();
    }
    let acts = parsed.lines.iter().filter(|placed| is_act(&placed.line));
    format!("{}-{}", raw.id, hash(acts.map(|placed| lines::trimmed(&parsed.source.text[placed.span.clone()]))))
}

/// Whether a line is of an act, or takes acts back.
pub(super) fn is_act(line: &JournalLine) -> bool {
    use JournalLine::{Exchange, GameAct, Played, TakenBack, Turn, Withdrawal};
    matches!(
        line,
        Turn { .. } | Played { .. } | Exchange { .. } | Withdrawal { .. } | GameAct { .. } | TakenBack { .. }
    )
}

/// A short hash of texts and their order.
pub(super) fn hash<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    hasher.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Who made a conflict copy, as its name tells, given the name of the journal; names are without `.md`.
///
/// ```text
/// Dropbox    brother (Anna's conflicted copy 2026-11-25)
/// Syncthing  brother.sync-conflict-20261125-101112-ABCDEFG
/// OneDrive   brother-DESKTOP-7A
/// iCloud     brother 2
/// git        brother_LOCAL_4711, brother~HEAD
/// ```
pub(super) fn conflict_copy_by(name: &str, of: &str) -> Option<&'static str> {
    if name.contains("conflicted copy") {
        return Some("Dropbox");
    }
    if name.contains(".sync-conflict-") {
        return Some("Syncthing");
    }
    let rest = name.strip_prefix(of)?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_merged = |word: &str| rest.strip_prefix(word).is_some_and(is_number);
    if rest.starts_with('~') || ["_LOCAL_", "_REMOTE_", "_BASE_", "_BACKUP_"].into_iter().any(is_merged) {
        return Some("git");
    }
    if rest.strip_prefix(' ').is_some_and(is_number) {
        return Some("iCloud");
    }
    // A bare number is what this program adds to a name that is taken.
    rest.strip_prefix('-').filter(|rest| !rest.is_empty() && !is_number(rest)).map(|_| "OneDrive")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_conflict_copies_tell_who_made_them() {
        for (name, by) in [
            ("brother (Anna's conflicted copy 2026-11-25)", Some("Dropbox")),
            ("brother.sync-conflict-20261125-101112-ABCDEFG", Some("Syncthing")),
            ("brother-DESKTOP-7A", Some("OneDrive")),
            ("brother 2", Some("iCloud")),
            ("brother_REMOTE_4711", Some("git")),
            ("brother~HEAD", Some("git")),
            ("brother-2", None),
            ("brother", None),
            ("sister", None),
        ] {
            assert_eq!(conflict_copy_by(name, "brother"), by, "{name}");
        }
    }

    #[test]
    fn the_id_follows_from_what_makes_a_reading_and_from_nothing_else() {
        let begun: Timestamp = "2026-11-21T14:05:00+01:00".parse().unwrap();
        let players = vec!["Anna".to_owned(), "Ben".to_owned()];
        let of = |title: &'static str, seed, begun, players: &[String]| {
            Identity { title, kind: None, players: players.to_vec(), die: Some("seeded".to_owned()), seed, begun }.id()
        };
        let id = of("Who?", Some(7), begun, &players);
        assert_eq!(id.len(), 16);
        assert_eq!(id, of("Who?", Some(7), "2026-11-21T13:05:00Z".parse().unwrap(), &players), "the same moment");
        let later = begun + chrono::Duration::seconds(1);
        let swapped = [players[1].clone(), players[0].clone()];
        let others = [
            of("Why?", Some(7), begun, &players),
            of("Who?", None, begun, &players),
            of("Who?", Some(7), later, &players),
            of("Who?", Some(7), begun, &swapped),
        ];
        assert!(others.iter().all(|other| *other != id));
    }
}
