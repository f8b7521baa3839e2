//! From what was chosen to a journal: who plays which army, and the beginning of a reading or a game.

use crate::chess::Army;
use crate::games::{GameKind, ParseKindError};
use crate::input::{Words, quoted, write_remedy};
use crate::journal::{Journal, JournalError};
use crate::record::{Game, Heading, Seats, player_names};
use crate::render::capitalised;

use super::call::Problem;
use super::field_reader::FieldError;
use super::routes::Table;

impl Table<'_> {
    /// Creates a journal, and returns its name.
    pub(super) fn create(&mut self, game: impl Into<Game>, seats: Seats) -> Result<String, Problem> {
        let settings = self.settings;
        let (begun, zone) = ((settings.now)(), settings.zone.clone());
        let heading = Heading { game: game.into(), begun, zone, seats, automatic: false, branch: None };
        let journal = Journal::create(&settings.journals, heading, self.correspondences);
        Ok(self.begun(journal.map_err(not_created)?))
    }
}

/// Why a journal could not be created.
pub(super) fn not_created(error: JournalError) -> Problem {
    let text = capitalised(&format!("{error}."));
    match error {
        JournalError::Refused(_) => Problem::invalid(text),
        error => {
            let remedy = match &error {
                JournalError::Unwritable(_, error) => write_remedy(error),
                _ => "free some disk space or allow writing there",
            };
            let help =
                format!("{}, then try again. Nothing was begun, and what you typed stays here.", capitalised(remedy));
            Problem::new("not_saved", 507, text).help(help)
        }
    }
}

/// All errors in one problem.
pub(super) fn invalid(errors: &[FieldError]) -> Problem {
    let sentences = errors.iter().map(|error| capitalised(&format!("{}.", error.text)));
    Problem::invalid(sentences.collect::<Vec<_>>().join(" "))
}

/// A name on one line.
pub(super) fn read_name(name: &str) -> Result<String, Problem> {
    Words::NAME.some(name).map_err(|error| Problem::invalid(format!("The name {} {error}.", quoted(name))))
}

/// The names of players as they are recorded.
pub(super) fn recorded(names: &[String]) -> Result<Vec<String>, Problem> {
    player_names(names).map_err(|error| Problem::invalid(capitalised(&format!("{error}."))))
}

/// Who plays each army. An army without a name is played by its partner's player, or by that of the first army.
pub(super) fn seated(names: &[String; 4], first: Army, otherwise: &str) -> Result<[String; 4], Problem> {
    let named = |army: Army| Some(names[army.index()].as_str()).filter(|name| !name.is_empty());
    let first = named(first).unwrap_or(otherwise);
    let players = Army::ALL.map(|army| named(army).or(named(army.partner())).unwrap_or(first));
    for name in players {
        read_name(name)?;
    }
    Ok(players.map(str::to_owned))
}

/// The kind of game with a name.
pub(super) fn kind(name: &str) -> Result<GameKind, Problem> {
    let known = GameKind::EVERY.iter().find(|kind| kind.name() == name);
    known.map_or_else(|| name.parse(), |kind| Ok(*kind)).map_err(|error: ParseKindError| {
        Problem::invalid(format!("There is no kind of game {}; {error}.", quoted(name)))
    })
}
