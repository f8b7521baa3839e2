//! The piece that stands for the matter (INTERPRETATION 2.5).

use enochian::chess::{Army, Kind, Officer, Piece};
use enochian::correspondences::SignOrElement;

use super::course::{Course, Id};

pub(crate) fn significator(course: &Course<'_>) -> Option<Id> {
    let (force, correspondences) = (course.question.force, course.correspondences);
    let officer = |army: Army, officer| {
        let piece = Piece { army, kind: Kind::Officer(officer) };
        course.starting.iter().position(|it| *it == piece).unwrap()
    };
    if force == SignOrElement::Leo {
        return Some(course.king(course.querent));
    }
    if !force.is_sign() {
        let kind = match force.name() {
            "Fire" => Officer::Knight,
            "Water" => Officer::Queen,
            "Air" => Officer::Bishop,
            _ => Officer::Rook,
        };
        return Some(officer(course.querent, kind));
    }
    let order = [Officer::Queen, Officer::Knight, Officer::Bishop, Officer::Rook];
    let steps = course.us.into_iter().flat_map(|army| [(army, true), (army, false)]);
    let each = steps.flat_map(|(army, domicile)| order.map(|kind| (officer(army, kind), domicile)));
    each.into_iter()
        .find(|(id, domicile)| {
            let name = correspondences.planet(course.starting[*id], course.querent);
            name.and_then(|name| correspondences.planet_correspondences(name)).is_some_and(|planet| match domicile {
                true => planet.domiciles.contains(&force),
                false => planet.exaltation == force,
            })
        })
        .map(|(id, _)| id)
}
