//! The names by which searches find the landings of a game: of squares by what belongs to them, and of pieces.

use std::collections::HashMap;

use crate::chess::{Army, Kind, Officer, Piece};
use crate::correspondences::{Correspondences, Naming, SignOrElement};

use super::Thing;
use super::name_lookup::{NameSubject, key, subjects};
use super::piece_names::{all_names_of, all_pieces};

enochian_engine::named_enum! {
    /// A sort of things that have names.
    pub(crate) enum NameSort {
        Sign: "sign",
        Element: "element",
        House: "house",
        Trump: "trump",
        Letter: "letter",
        Figure: "figure",
        Planet: "planet",
        Piece: "piece",
        Quality: "quality",
    }
}

impl NameSort {
    /// Those by which landings are found, each a key of searches.
    pub(crate) fn of_landings() -> impl Iterator<Item = NameSort> + Clone {
        NameSort::ALL.into_iter().filter(|sort| *sort != NameSort::Quality)
    }
}

/// What a name stands for in a landing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LandingName {
    /// Squares of one of these signs or elements.
    On(Vec<SignOrElement>),
    /// One of these pieces.
    Piece(Vec<Piece>),
}

/// All names, made once for a search; with what each stands for, and the name by which that is known.
pub(crate) struct LandingNames(HashMap<String, Vec<(NameSort, LandingName, String)>>);

impl LandingNames {
    pub(crate) fn new(correspondences: &Correspondences, naming: &Naming) -> LandingNames {
        let mut names = LandingNames(HashMap::new());
        for (called, subject) in subjects(correspondences, false) {
            let Some((sort, stands_for)) = named(subject, correspondences) else { continue };
            // A trump has it with its numeral first.
            let known_as = called.get(if sort == NameSort::Trump { 2 } else { 0 }).unwrap_or(&called[0]);
            called.iter().for_each(|name| names.add(name, sort, stands_for.clone(), known_as));
        }
        for officer in Officer::ALL {
            let kind = Kind::Pawn(officer);
            for name in [kind.to_string(), format!("{officer} pawn")] {
                names.add(&name, NameSort::Piece, pieces(|it| it == kind), kind.name());
            }
        }
        for army in Army::ALL {
            let pawns = all_pieces().filter(|piece| piece.army == army && piece.kind.is_pawn()).collect();
            let pawns = LandingName::Piece(pawns);
            for name in [format!("pawn of {army}"), format!("{army} pawn")] {
                names.add(&name, NameSort::Piece, pawns.clone(), &format!("pawn of {army}"));
            }
        }
        for piece in all_pieces() {
            for name in all_names_of(piece, correspondences, naming) {
                names.add(&name, NameSort::Piece, LandingName::Piece(vec![piece]), &piece.to_string());
            }
        }
        names
    }

    fn add(&mut self, name: &str, sort: NameSort, stands_for: LandingName, known_as: &str) {
        let known = self.0.entry(key(name)).or_default();
        let others = known.iter_mut().find_map(|(of, it, known_as)| match it {
            LandingName::Piece(pieces) if *of == sort => Some((pieces, known_as)),
            _ => None,
        });
        match (others, stands_for) {
            // A name of several pieces: a god-form, or a court card in two schools.
            (Some((pieces, several)), LandingName::Piece(more)) => {
                pieces.extend(more);
                pieces.sort_by_key(|piece| (piece.army.index(), piece.kind.name()));
                pieces.dedup();
                if several != known_as {
                    *several = format!("{several} or the {known_as}");
                }
            }
            (_, stands_for) => known.push((sort, stands_for, known_as.to_owned())),
        }
    }

    /// What has a name, each once; a name of several pieces stands for none of them.
    pub(super) fn things(&self, name: &str, sort: Option<NameSort>) -> Vec<Thing> {
        let found = self.found(name, sort).into_iter();
        let mut things: Vec<Thing> =
            found.map(|(sort, _, known_as)| Thing { sort: sort.name(), name: known_as.clone() }).collect();
        things.dedup();
        things
    }

    /// All names.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// What has a name, of any sort or of one; houses and trumps of a sort by their bare numbers too.
    pub(crate) fn find(&self, name: &str, sort: Option<NameSort>) -> Vec<&LandingName> {
        self.found(name, sort).into_iter().map(|(_, it, _)| it).collect()
    }

    fn found(&self, name: &str, sort: Option<NameSort>) -> Vec<&(NameSort, LandingName, String)> {
        let of = |name: &str| -> Vec<_> {
            let name = key(name);
            let known = self.0.get(&name).filter(|_| !name.is_empty()).into_iter().flatten();
            known.filter(|(it, ..)| sort.is_none_or(|sort| *it == sort)).collect()
        };
        let found = of(name);
        match sort {
            Some(sort) if found.is_empty() => of(&format!("{} {name}", sort.name())),
            _ => found,
        }
    }

    /// All names of a sort.
    pub(crate) fn of(&self, sort: NameSort) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(_, known)| known.iter().any(|(it, ..)| *it == sort)).map(|(name, _)| name.as_str())
    }
}

fn pieces(fits: impl Fn(Kind) -> bool) -> LandingName {
    LandingName::Piece(all_pieces().filter(|piece| fits(piece.kind)).collect())
}

/// What a subject stands for in a landing; nothing for events, terms and the like.
fn named(subject: NameSubject<'_>, correspondences: &Correspondences) -> Option<(NameSort, LandingName)> {
    let on = |fits: &dyn Fn(SignOrElement) -> bool| {
        LandingName::On(SignOrElement::ALL.into_iter().filter(|force| fits(*force)).collect())
    };
    Some(match subject {
        NameSubject::Sign(force) => (NameSort::Sign, on(&|it| it == force)),
        NameSubject::House(_, force) => (NameSort::House, on(&|it| it == force)),
        NameSubject::Trump(trump) => (NameSort::Trump, on(&|it| trump.force() == Some(it))),
        NameSubject::Letter(trump) => {
            let force = trump.force()?;
            (NameSort::Letter, on(&|it| it == force))
        }
        NameSubject::Figure(force) => (NameSort::Figure, on(&|it| it == force)),
        NameSubject::Element(element) => (NameSort::Element, on(&|it| it.element() == element)),
        NameSubject::Planet(planet) => {
            (NameSort::Planet, on(&|it| correspondences.force(it).rulers.contains(&planet.name)))
        }
        NameSubject::Kind(Kind::Pawn(_)) => (NameSort::Piece, pieces(Kind::is_pawn)),
        NameSubject::Kind(kind) => (NameSort::Piece, pieces(|it| it == kind)),
        NameSubject::Quality(_)
        | NameSubject::Event(_)
        | NameSubject::Relation(_)
        | NameSubject::Term(_)
        | NameSubject::Board(_)
        | NameSubject::Angle(..) => return None,
    })
}
