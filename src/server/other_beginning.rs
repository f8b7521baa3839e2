//! The other games: which there are, and the beginning of one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::games::{GameKind, GameOptions, OptionSpec, OptionsError, ParseKindError, unrefereed};
use crate::input::quoted;
use crate::journal::Journal;
use crate::reading::RandomSourceError;
use crate::record::{CardDealer, GameDraft, Heading, OtherGame, Seats, new_seed, opening};
use crate::render::capitalised;

use super::beginning::{invalid, not_created, recorded};
use super::call::{Call, CallAnswer, Problem};
use super::field_reader::{FieldValues, read_fields};
use super::routes::Table;

/// The name of a game that no referee knows, if the players give none.
const UNNAMED: &str = "A game";

/// A kind of game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct KindView {
    kind: &'static str,
    title: &'static str,
    source: &'static str,
    seats: Vec<String>,
    options: Vec<OptionView>,
    deals: bool,
    /// Whether the program draws its board; that of Enochian chess is drawn by the page, which asks for its arrays.
    drawn: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct OptionView {
    name: &'static str,
    values: &'static [&'static str],
    about: &'static str,
}

#[derive(Debug, Deserialize)]
struct OtherGameRequest {
    kind: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// The keys of a game; there is one player for each seat, or one for all.
    #[serde(flatten)]
    fields: FieldValues,
}

/// `api/kinds`: the kinds of games.
pub(super) fn kinds() -> CallAnswer {
    let kinds: Vec<KindView> = GameKind::EVERY.iter().copied().map(KindView::of).collect();
    CallAnswer::json(&serde_json::json!({ "kinds": kinds }))
}

impl KindView {
    fn of(kind: GameKind) -> KindView {
        let referee = kind.referee(&GameOptions::default()).ok();
        let seats = referee.iter().flat_map(|referee| referee.seats()).map(|seat| seat.name.clone());
        let option = |spec: &OptionSpec| OptionView { name: spec.name, values: spec.values, about: spec.about };
        KindView {
            kind: kind.name(),
            title: kind.title(),
            source: kind.source(),
            seats: seats.collect(),
            options: kind.options().iter().map(option).collect(),
            deals: kind.is_dealt(),
            drawn: !kind.has_readings(),
        }
    }
}

impl Table<'_> {
    /// Begins a game of another kind than Enochian chess.
    pub(super) fn begin_other_game(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let request: OtherGameRequest = call.body()?;
        let kind = kind(&request.kind)?;
        let chosen = request.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = GameOptions::new(chosen, kind.options()).map_err(|error| unfit(&error))?;
        let mut draft = GameDraft::default();
        let errors = read_fields(&request.fields, &mut draft, self.correspondences)?;
        if !errors.is_empty() {
            return Err(invalid(&errors));
        }
        let referee = match &draft.seats {
            seats if !kind.is_refereed() => unrefereed(seats.as_deref().unwrap_or_default()),
            None => kind.referee(&options),
            Some(_) => return Err(Problem::invalid(format!("{} has its own seats.", kind.title()))),
        };
        let referee = referee.map_err(|error| unfit(&error))?;
        let players = recorded(&draft.players.unwrap_or_default())?;
        let players = self.seated(players, referee.seats().len())?;
        let seed = match draft.deals {
            Some(CardDealer::Program) | None if kind.is_dealt() => Some(new_seed().map_err(|error| no_chance(&error))?),
            _ => None,
        };
        let default = if kind.is_refereed() { kind.title() } else { UNNAMED };
        let title = draft.title.unwrap_or_else(|| default.to_owned());
        let start = opening(&referee, seed.is_some(), seed).map_err(|error| no_chance(&error))?;
        let settings = self.settings;
        let heading = Heading {
            game: OtherGame { title, referee, options, start, source: None, seed }.into(),
            begun: (settings.now)(),
            zone: settings.zone.clone(),
            seats: Seats::of(players),
            automatic: false,
            branch: None,
        };
        let journal = Journal::create(&settings.journals, heading, self.correspondences);
        let name = self.begun(journal.map_err(not_created)?);
        Ok(CallAnswer::json(&serde_json::json!({ "journal": name })))
    }

    /// The players of all seats: a name for each, or one for all.
    fn seated(&self, names: Vec<String>, seats: usize) -> Result<Vec<String>, Problem> {
        match names.as_slice() {
            [] => Ok(vec![self.someone(); seats]),
            [one] => Ok(vec![one.clone(); seats]),
            names if names.len() == seats => Ok(names.to_vec()),
            _ => Err(Problem::invalid(format!("Give one name for all seats, or {seats} names."))),
        }
    }
}

/// The kind of game with a name.
pub(super) fn kind(name: &str) -> Result<GameKind, Problem> {
    name.parse().map_err(|error: ParseKindError| {
        Problem::invalid(format!("There is no kind of game {}; {error}.", quoted(name)))
    })
}

fn no_chance(error: &RandomSourceError) -> Problem {
    Problem::invalid(capitalised(&format!("{error}.")))
}

pub(super) fn unfit(error: &OptionsError) -> Problem {
    Problem::invalid(capitalised(&format!("{error}.")))
}
