//! Filters of journals.

use chrono::NaiveDate;

use crate::chess::{Angle, Board, Mode, Piece, Square};
use crate::correspondences::{Correspondences, SignOrElement};
use crate::games::GameKind;
use crate::input::quoted;
use crate::journal::{self, IndexEntry, JournalCopy, Metadata};
use crate::lookup::find_piece;
use crate::record::Tag;

use super::super::command_error::CommandResult;
use super::super::journal_names;
use super::super::lookup::{angle, board, suggestion};
use super::super::number::whole;
use super::super::play::rules::read_kind;
use super::super::settings::Settings;

/// The values of --answer.
const ANSWERS: [&str; 4] = ["yes", "no", "undecided", "unfinished"];
/// The values of --outcome.
const PROVED: [&str; 4] = ["true", "false", "partly", "unknown"];

/// Filters of journals; a journal must match all of them.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Filters")]
pub(super) struct Selection {
    /// Questions asked by this person, or with this part of the name
    #[arg(long, value_name = "NAME")]
    querent: Option<String>,
    /// Journals with this tag; repeat the option for several tags
    #[arg(long, value_name = "TAG")]
    tag: Vec<String>,
    /// Journals on this board: Air, Water, Fire or Earth
    #[arg(long, value_name = "ELEMENT")]
    board: Option<String>,
    /// Readings with the Ptah there: on a sign or element, in a house from 1 to 12, or in an angle such as "fire angle"; given
    /// more than once, all must be so
    #[arg(long, value_name = "PLACE")]
    ptah: Vec<String>,
    /// Readings with this answer: yes, no, undecided or unfinished
    #[arg(long, value_name = "ANSWER")]
    answer: Option<String>,
    /// Readings with this outcome: true, false, partly or unknown
    #[arg(long = "outcome", alias = "proved", value_name = "OUTCOME")]
    proved: Option<String>,
    /// Journals begun on or after this date, such as 2026-11-21
    #[arg(long, value_name = "DATE")]
    since: Option<String>,
    /// Journals begun on or before this date
    #[arg(long, value_name = "DATE")]
    until: Option<String>,
    /// Journals in which a piece landed on a square, such as "king of air on a5"
    #[arg(long, value_name = "PIECE on SQUARE")]
    landed: Option<String>,
    /// Only readings, games, or games of one kind: enochian, or one listed by `enochian kinds`
    #[arg(long, value_name = "WHAT")]
    only: Option<String>,
}

/// A selection with its values parsed.
struct Wanted<'s> {
    selection: &'s Selection,
    tags: Vec<Tag>,
    board: Option<Board>,
    ptah: Vec<PtahPlace>,
    since: Option<NaiveDate>,
    until: Option<NaiveDate>,
    landed: Option<(Piece, Square)>,
    only: Option<WantedKind>,
}

/// Where the Ptah is to be.
enum PtahPlace {
    Angle(Angle),
    House(u8),
    On(SignOrElement),
}

/// What a journal is to be of.
enum WantedKind {
    Mode(Mode),
    /// A game of this kind.
    Game(GameKind),
}

impl Selection {
    /// The journals in the folder that match, latest first. Files whose header cannot be read match only if there are no
    /// filters.
    pub(super) fn of(&self, correspondences: &Correspondences, settings: &Settings) -> CommandResult<Vec<IndexEntry>> {
        let wanted = self.understood(correspondences, settings)?;
        let mut entries = journal_names::list(settings, correspondences)?;
        let everything = wanted.is_everything();
        entries.retain(|it| it.metadata.as_ref().map_or(everything, |metadata| wanted.fits(metadata, correspondences)));
        Ok(entries)
    }

    /// The same, with each reading or game once, and the copies of those that match.
    pub(super) fn once(
        &self,
        correspondences: &Correspondences,
        settings: &Settings,
    ) -> CommandResult<(Vec<IndexEntry>, Vec<JournalCopy>)> {
        let wanted = self.understood(correspondences, settings)?;
        let (mut entries, mut copies) = journal::set_copies_aside(journal_names::list(settings, correspondences)?);
        let everything = wanted.is_everything();
        entries.retain(|it| it.metadata.as_ref().map_or(everything, |it| wanted.fits(it, correspondences)));
        copies.retain(|copy| entries.iter().any(|it| it.path == copy.of));
        Ok((entries, copies))
    }

    fn understood(&self, correspondences: &Correspondences, settings: &Settings) -> CommandResult<Wanted<'_>> {
        one_of("--answer", self.answer.as_deref(), &ANSWERS)?;
        one_of("--outcome", self.proved.as_deref(), &PROVED)?;
        Ok(Wanted {
            selection: self,
            tags: self.tag.iter().map(|tag| read_tag(tag)).collect::<CommandResult<_>>()?,
            board: self.board.as_deref().map(board).transpose()?,
            ptah: self.ptah.iter().map(|place| ptah_place(place)).collect::<CommandResult<_>>()?,
            since: self.since.as_deref().map(day).transpose()?,
            until: self.until.as_deref().map(day).transpose()?,
            landed: self.landed.as_deref().map(|text| landing(text, correspondences, settings)).transpose()?,
            only: self.only.as_deref().map(wanted_kind).transpose()?,
        })
    }
}

/// Reads a tag.
pub(super) fn read_tag(text: &str) -> CommandResult<Tag> {
    text.parse().map_err(|error| problem!("{} is not a valid tag: {error}", quoted(text)))
}

/// Reads a date.
pub(super) fn day(text: &str) -> CommandResult<NaiveDate> {
    NaiveDate::parse_from_str(text, "%Y-%m-%d")
        .map_err(|_| problem!("{} is not a date; expected year, month and day, such as 2026-11-21", quoted(text)))
}

fn wanted_kind(text: &str) -> CommandResult<WantedKind> {
    Ok(match text.trim().to_lowercase().as_str() {
        "readings" => WantedKind::Mode(Mode::Reading),
        "games" => WantedKind::Mode(Mode::Game),
        _ => WantedKind::Game(read_kind(text).map_err(|_| {
            let names: Vec<&str> =
                ["readings", "games"].into_iter().chain(GameKind::EVERY.iter().map(|kind| kind.name())).collect();
            let meant = suggestion(text, names.iter().copied());
            problem!("--only is {}; expected one of {}{meant}", quoted(text), names.join(", "))
        })?),
    })
}

fn ptah_place(text: &str) -> CommandResult<PtahPlace> {
    let lower = text.trim().to_lowercase();
    if let Some(name) = lower.strip_suffix("angle").or_else(|| lower.strip_prefix("angle of ")) {
        return Ok(PtahPlace::Angle(angle(name.trim())?));
    }
    let number = lower.strip_prefix("house").unwrap_or(&lower).trim();
    if number.starts_with(|first: char| first.is_ascii_digit()) {
        let house =
            whole(1..=12_u8)(number).map_err(|_| problem!("there is no house {}; expected 1 to 12", quoted(number)))?;
        return Ok(PtahPlace::House(house));
    }
    text.parse().map(PtahPlace::On).map_err(|_| {
        let meant = suggestion(text, SignOrElement::ALL.iter().map(|force| force.name()));
        problem!(
            "the Ptah cannot be on {}; expected a sign, an element, a house from 1 to 12, or an angle such as \"fire angle\"{meant}",
            quoted(text)
        )
    })
}

fn landing(text: &str, correspondences: &Correspondences, settings: &Settings) -> CommandResult<(Piece, Square)> {
    let Some((name, square)) = text.rsplit_once(" on ") else {
        fail!("{} is not a landing; expected a piece and a square, such as \"king of air on a5\"", quoted(text));
    };
    let piece = find_piece(name, correspondences, settings.naming(correspondences)?)?;
    let square =
        square.trim().parse().map_err(|_| problem!("there is no square {}; expected a1 to h8", quoted(square)))?;
    Ok((piece, square))
}

fn one_of(what: &str, text: Option<&str>, known: &[&str]) -> CommandResult<()> {
    match text {
        Some(text) if !known.iter().any(|word| word.eq_ignore_ascii_case(text)) => {
            let meant = suggestion(text, known.iter().copied());
            fail!("invalid value {} for {what}; expected one of {}{meant}", quoted(text), known.join(", "))
        }
        _ => Ok(()),
    }
}

impl Wanted<'_> {
    fn is_everything(&self) -> bool {
        let Selection { querent, answer, proved, .. } = self.selection;
        let nothing_said = querent.is_none() && answer.is_none() && proved.is_none();
        let no_kind = self.only.is_none() && self.tags.is_empty();
        let no_place = self.board.is_none() && self.ptah.is_empty() && self.landed.is_none();
        nothing_said && no_kind && no_place && self.since.is_none() && self.until.is_none()
    }

    fn fits(&self, metadata: &Metadata, correspondences: &Correspondences) -> bool {
        let selection = self.selection;
        let force = || metadata.force.as_deref().and_then(|name| name.parse::<SignOrElement>().ok());
        let is = |wanted: Option<&str>, found: Option<&str>| wanted.is_none_or(|name| Some(name) == found);
        // The local date of the place where it was begun.
        let day = || metadata.begun.date_naive();
        let proved = metadata.outcome.as_ref().map_or("unknown", |(_, proved)| proved);
        is(self.board.map(Board::name), Some(&metadata.board))
            && self.ptah.iter().all(|place| match *place {
                PtahPlace::Angle(angle) => metadata.angle.as_deref() == Some(angle.name()),
                PtahPlace::House(house) => force().and_then(|force| correspondences.force(force).house) == Some(house),
                PtahPlace::On(sign) => force() == Some(sign),
            })
            && selection.answer.as_deref().is_none_or(|answer| answer.eq_ignore_ascii_case(&metadata.answer))
            // `partly` means partly true.
            && selection.proved.as_deref().is_none_or(|it| proved.split(' ').next() == Some(&it.to_lowercase()))
            && selection.querent.as_deref().is_none_or(|name| {
                metadata.querent.as_ref().is_some_and(|querent| querent.to_lowercase().contains(&name.to_lowercase()))
            })
            && self.tags.iter().all(|tag| metadata.tags.iter().any(|borne| borne == tag.as_str()))
            && self.since.is_none_or(|since| day() >= since)
            && self.until.is_none_or(|until| day() <= until)
            && self.landed.is_none_or(|(piece, square)| has_landing(metadata, piece, square))
            && self.only.as_ref().is_none_or(|only| match only {
                WantedKind::Mode(mode) => metadata.mode == *mode,
                WantedKind::Game(kind) => metadata.mode == Mode::Game && metadata.kind_name() == kind.name(),
            })
    }
}

/// Whether a piece landed on a square, in a turn that stands.
fn has_landing(metadata: &Metadata, piece: Piece, square: Square) -> bool {
    metadata.counted.as_ref().is_some_and(|counted| counted.has_landing(piece, square))
}
