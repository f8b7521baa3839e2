//! The names of pieces.

use crate::chess::{Army, Kind, Piece};
use crate::correspondences::{Correspondences, Naming};
use crate::input::quoted;

use super::name_lookup::key;
use super::{NotFound, suggestion};

/// The piece of a name, a position letter, a court card or a god-form, with the words in any order.
///
/// # Errors
///
/// If there is no such piece, or more than one.
pub fn find_piece(text: &str, correspondences: &Correspondences, naming: &Naming) -> Result<Piece, NotFound> {
    let text = text.trim();
    let found = candidates(text, correspondences, naming);
    let example = "name the army and the piece, such as \"air knight\" or \"pawn of rook of water\"";
    match found.as_slice() {
        [piece] => Ok(*piece),
        [] => {
            let names = all_names(correspondences, naming);
            let meant = suggestion(text, names.iter().map(String::as_str));
            Err(NotFound::new(format!(
                "there is no piece {}; {example}, or a god-form, such as Horus{meant}",
                quoted(text)
            )))
        }
        several if several.len() <= 4 => {
            let several: Vec<String> = several.iter().map(Piece::to_string).collect();
            Err(NotFound::new(format!("{} could be the {}; choose one", quoted(text), several.join(" or the "))))
        }
        several => Err(NotFound::new(format!("{} could be any of {} pieces; {example}", quoted(text), several.len()))),
    }
}

/// All pieces that match a text: by a full name or, if there are none, by part of a name.
pub(super) fn candidates(text: &str, correspondences: &Correspondences, naming: &Naming) -> Vec<Piece> {
    if let Some(piece) = from_code(text) {
        return vec![piece];
    }
    let wanted = key(text);
    let named = |fits: &dyn Fn(&str) -> bool| -> Vec<Piece> {
        let is_called_so = |piece: &Piece| names(*piece, correspondences, naming).iter().any(|name| fits(&key(name)));
        all_pieces().filter(is_called_so).collect()
    };
    let mut found = named(&|name| name == wanted);
    if found.is_empty() {
        found = pieces_of_card(&|name| key(name) == wanted, correspondences);
    }
    if found.is_empty() && !wanted.is_empty() {
        // Part of a name is enough if only one piece matches: Ptah.
        return named(&|name| wanted.split(' ').all(|word| name.split(' ').any(|it| it == word)));
    }
    found
}

/// All pieces of the four armies.
pub fn all_pieces() -> impl Iterator<Item = Piece> {
    Army::ALL.into_iter().flat_map(|army| Kind::ALL.map(|kind| Piece { army, kind }))
}

/// The pieces whose court card or ace has such a name or title, first those that have it here and not elsewhere only.
pub(super) fn pieces_of_card(fits: &dyn Fn(&str) -> bool, correspondences: &Correspondences) -> Vec<Piece> {
    let is_called_so = |piece: &Piece| {
        let title = correspondences.court(*piece).map(|court| court.title.as_str());
        title.is_some_and(fits) || correspondences.court_names(*piece).iter().any(|card| fits(&card.name))
    };
    let mut found: Vec<Piece> = all_pieces().filter(is_called_so).collect();
    found.sort_by_key(|piece| !correspondences.court_card(*piece).is_some_and(|card| fits(&card)));
    found
}

/// All names of all pieces.
pub(super) fn all_names(correspondences: &Correspondences, naming: &Naming) -> Vec<String> {
    all_pieces().flat_map(|piece| all_names_of(piece, correspondences, naming)).collect()
}

/// All names of a piece, with its court cards in every school.
pub(super) fn all_names_of(piece: Piece, correspondences: &Correspondences, naming: &Naming) -> Vec<String> {
    let cards = correspondences.court_names(piece).into_iter().map(|card| card.name);
    names(piece, correspondences, naming).into_iter().chain(cards).collect()
}

/// `aN`, `an`. The case of the second letter tells officers from pawns.
fn from_code(text: &str) -> Option<Piece> {
    let mut letters = text.chars();
    let (army, kind, None) = (letters.next()?, letters.next()?, letters.next()) else { return None };
    Some(Piece { army: Army::from_letter(army)?, kind: Kind::from_position_letter(kind)? })
}

/// All names of a piece.
fn names(piece: Piece, correspondences: &Correspondences, naming: &Naming) -> Vec<String> {
    let Piece { army, kind } = piece;
    let known = correspondences.piece(piece);
    let mut names = vec![piece.to_string(), format!("{army} {kind}"), known.god.clone()];
    names.push(format!("{} of {army}", known.god));
    names.push(format!("{kind} of {}", naming.army(army).name));
    names.extend(correspondences.court_card(piece));
    names.extend(known.form.as_ref().map(|form| format!("{form} of {army}")));
    names
}
