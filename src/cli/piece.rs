//! `enochian piece`.

use std::fmt::Write;
use std::process::ExitCode;

use anstyle::Style;

use crate::chess::{self, Army, Array, Kind};
use crate::correspondences::{Correspondences, Naming};
use crate::input::quoted;
use crate::interpretation::{CompanionPiece, PieceLookup, starting_square};
use crate::render::{TextPage, capitalised, table, table_within};

use super::colours;
use super::command_error::CommandResult;
use super::lookup::{self, army_name, print_page, suggestion};
use super::print_json;
use super::settings::Settings;
use super::terminal::page_width;

/// Show a piece: its meaning, god-form, court card, planet, element and moves
///
/// Name it as "air knight", "knight of air", "pawn of rook of water", by its code in position texts (aN; an is the pawn of
/// the knight of Air), its court card, or its god-form. Without a piece, an overview of all pieces.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  enochian piece \"air knight\"\n  enochian piece \"pawn of rook of water\"\n  enochian piece \
                  Horus\n  enochian piece \"king of fire\" --querent earth"
)]
pub(super) struct PieceArgs {
    /// The piece, with or without quotation marks [default: an overview of all]
    piece: Vec<String>,
    /// The querent's army, which decides the planets of kings: Air, Water, Fire or Earth
    #[arg(long, value_name = "ARMY")]
    querent: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl PieceArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> CommandResult<ExitCode> {
        let naming = settings.naming(correspondences)?;
        let querent = self.querent.as_deref().map(lookup::army).transpose()?;
        if self.piece.is_empty() {
            let entries: Vec<_> = all().map(|piece| PieceLookup::of(piece, querent, correspondences, naming)).collect();
            if self.json {
                print_json(&entries)?;
            } else {
                print_page(&overview(&entries))?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        let piece = find(&self.piece.join(" "), correspondences, naming)?;
        let entry = PieceLookup::of(piece, querent, correspondences, naming);
        if self.json {
            print_json(&entry)?;
        } else {
            print_page(&page(piece, &entry, correspondences, naming))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A piece and its page for the prompts: `q` or `queen` is that of the army to move.
pub(super) fn look_up(
    text: &str,
    turn: Army,
    querent: Option<Army>,
    correspondences: &Correspondences,
    naming: &Naming,
) -> CommandResult<(String, Option<chess::Piece>)> {
    let own = match text.parse::<char>() {
        Ok(letter) => format!("{}{}", turn.letter(), letter.to_ascii_uppercase()),
        Err(_) => format!("{turn} {text}"),
    };
    let piece =
        find(text, correspondences, naming).or_else(|error| find(&own, correspondences, naming).map_err(|_| error))?;
    Ok((page(piece, &PieceLookup::of(piece, querent, correspondences, naming), correspondences, naming), Some(piece)))
}

/// The piece of a name, a position letter, a court card or a god-form, with the words in any order.
pub(super) fn find(text: &str, correspondences: &Correspondences, naming: &Naming) -> CommandResult<chess::Piece> {
    let text = text.trim();
    let found = candidates(text, correspondences, naming);
    let example = "name the army and the piece, such as \"air knight\" or \"pawn of rook of water\"";
    match found.as_slice() {
        [piece] => Ok(*piece),
        [] => {
            let names = all_names(correspondences, naming);
            let meant = suggestion(text, names.iter().map(String::as_str));
            Err(problem!("there is no piece {}; {example}, or a god-form, such as Horus{meant}", quoted(text)))
        }
        several if several.len() <= 4 => {
            let several: Vec<String> = several.iter().map(chess::Piece::to_string).collect();
            Err(problem!("{} could be the {}; choose one", quoted(text), several.join(" or the ")))
        }
        several => Err(problem!("{} could be any of {} pieces; {example}", quoted(text), several.len())),
    }
}

/// All pieces that match a text: by a full name or, if there are none, by part of a name.
pub(super) fn candidates(text: &str, correspondences: &Correspondences, naming: &Naming) -> Vec<chess::Piece> {
    if let Some(piece) = from_code(text) {
        return vec![piece];
    }
    let wanted = words(text);
    let named = |fits: &dyn Fn(&[String]) -> bool| -> Vec<chess::Piece> {
        all().filter(|piece| names(*piece, correspondences, naming).iter().any(|name| fits(&words(name)))).collect()
    };
    let found = named(&|name| name == wanted);
    if found.is_empty() && !wanted.is_empty() {
        // Part of a name is enough if only one piece matches: Ptah.
        return named(&|name| wanted.iter().all(|word| name.contains(word)));
    }
    found
}

fn all() -> impl Iterator<Item = chess::Piece> {
    Army::ALL.into_iter().flat_map(|army| Kind::ALL.map(|kind| chess::Piece { army, kind }))
}

/// All names of all pieces.
pub(super) fn all_names(correspondences: &Correspondences, naming: &Naming) -> Vec<String> {
    all().flat_map(|piece| names(piece, correspondences, naming)).collect()
}

/// `aN`, `an`. The case of the second letter tells officers from pawns.
fn from_code(text: &str) -> Option<chess::Piece> {
    let mut letters = text.chars();
    let (army, kind, None) = (letters.next()?, letters.next()?, letters.next()) else { return None };
    Some(chess::Piece { army: Army::from_letter(army)?, kind: Kind::from_position_letter(kind)? })
}

/// All names of a piece.
fn names(piece: chess::Piece, correspondences: &Correspondences, naming: &Naming) -> Vec<String> {
    let chess::Piece { army, kind } = piece;
    let known = correspondences.piece(piece);
    let mut names = vec![piece.to_string(), format!("{army} {kind}"), known.god.clone()];
    names.push(format!("{} of {army}", known.god));
    names.push(format!("{kind} of {}", naming.army(army).name));
    names.extend(correspondences.court_card(piece));
    names.extend(known.form.as_ref().map(|form| format!("{form} of {army}")));
    names
}

/// The significant words, sorted.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !matches!(*word, "" | "of" | "the" | "s"));
    let mut words: Vec<String> = words.map(str::to_owned).collect();
    words.sort();
    words
}

pub(super) fn page(
    piece: chess::Piece,
    entry: &PieceLookup,
    correspondences: &Correspondences,
    naming: &Naming,
) -> String {
    let (dim, style) = (Style::new().dimmed(), colours::screen().style(piece.army).bold());
    let form = entry.form.as_ref().map_or(String::new(), |form| format!(", {form}"));
    let mut card = entry.court_card.clone().unwrap_or_default();
    if !entry.court_card_also.is_empty() {
        let _ = write!(card, "; others say {}", entry.court_card_also.join(" or "));
    }
    let companion = |companion: &Option<CompanionPiece>| {
        companion.as_ref().map_or(String::new(), |other| {
            let form = other.form.as_ref().map_or(String::new(), |form| format!(", {form}"));
            format!("{}{form} ({})", other.god, other.code)
        })
    };
    let mut page = TextPage::new(page_width());
    page.paragraph(&format!("{style}{}{style:#} {dim}· {}{dim:#}", capitalised(&entry.piece), entry.code));
    page.gap();
    let (person, happening) = if matches!(piece.kind, Kind::Officer(_)) {
        (entry.person.clone(), entry.happening.clone())
    } else {
        (String::new(), String::new())
    };
    let king = if piece.kind == Kind::King { entry.person.clone() } else { String::new() };
    for (label, said) in [
        ("Office", entry.office.clone()),
        ("Stands for", king),
        ("Person", person),
        ("Happening", happening),
        ("Aspect", format!("{}, in the querent's own army", entry.own)),
        ("God-form", format!("{}{form}", entry.god)),
        ("Element", entry.element.clone()),
        ("Court card", card),
        ("Planet", entry.planet.clone().unwrap_or_else(|| planets(piece, correspondences))),
        (
            "Army",
            format!("{}, the partner of {}", army_name(naming, piece.army), army_name(naming, piece.army.partner())),
        ),
        ("Reverse", entry.reverse.clone().unwrap_or_default()),
        ("Moves", entry.moves.clone()),
        ("Its pawn", companion(&entry.pawn)),
        ("Serves", serves(piece, entry)),
        (
            "Starts",
            if piece.kind == Kind::King { format!("on its throne, {}", piece.army.throne()) } else { String::new() },
        ),
    ] {
        if !said.is_empty() {
            page.fact(label, 10, &said);
        }
    }
    let mut text = page.finish();
    if piece.kind != Kind::King {
        let _ = write!(text, "\n  {dim}Starting square in each array{dim:#}\n\n{}", starts(piece));
    }
    text
}

/// All pieces, one on each line.
fn overview(entries: &[PieceLookup]) -> String {
    let rows: Vec<_> = all()
        .zip(entries)
        .map(|(piece, entry)| {
            let stands_for = match &entry.serves {
                Some(officer) => format!("serves the {}", officer.piece),
                None => entry.person.clone(),
            };
            let cells = [capitalised(&entry.piece), entry.code.clone(), entry.god.clone(), stands_for];
            (colours::screen().style(piece.army), cells.to_vec())
        })
        .collect();
    let dim = Style::new().dimmed();
    let table = table_within(page_width(), &["Piece", "Code", "God-form", "Stands for"], &rows);
    format!("{table}\n  {dim}More about one piece: enochian piece aN{dim:#}\n")
}

/// The officer whom a pawn serves, and becomes.
fn serves(piece: chess::Piece, entry: &PieceLookup) -> String {
    match (piece.kind, &entry.serves) {
        (Kind::Pawn(officer), Some(served)) => {
            format!("the {officer}, {} ({}), and becomes one at the far edge", served.god, served.code)
        }
        _ => String::new(),
    }
}

/// A king's planets: `Sun if the querent is Air, otherwise Uranus`. Nothing for a pawn where the data give pawns none.
fn planets(piece: chess::Piece, correspondences: &Correspondences) -> String {
    let Some(own) = correspondences.planet(piece, piece.army) else { return String::new() };
    let others = Army::ALL.into_iter().filter(|querent| *querent != piece.army);
    let others: Vec<(Army, &str)> =
        others.filter_map(|army| Some((army, correspondences.planet(piece, army)?))).collect();
    let own = format!("{own} if the querent is {}", piece.army);
    match others.as_slice() {
        [(_, planet), rest @ ..] if rest.iter().all(|(_, other)| other == planet) => {
            format!("{own}, otherwise {planet}")
        }
        others => others.iter().fold(own, |text, (army, planet)| format!("{text}, {planet} if {army}")),
    }
}

/// The eight arrays: a row for each pair of boards, a column for each element.
fn starts(piece: chess::Piece) -> String {
    let rows: Vec<_> = Array::all()
        .chunks(4)
        .map(|arrays| {
            let name = arrays[0].to_string();
            let pair = name.split_once(" of ").map_or(name.as_str(), |(_, pair)| pair);
            let squares = arrays.iter().map(|array| starting_square(piece, *array).to_string());
            let row = std::iter::once(format!("… of {pair}")).chain(squares).collect();
            (Style::new(), row)
        })
        .collect();
    table(&["Array", "Air", "Water", "Earth", "Fire"], &rows)
}
