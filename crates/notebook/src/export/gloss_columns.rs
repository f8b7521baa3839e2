//! What the square and the piece of a landing have, as columns of a table.

use std::borrow::Cow;

use crate::correspondences::Gloss;

/// A column of what belongs to the square and the piece of a landing: its name, its meaning, and its cell.
pub(super) type GlossColumn = (&'static str, &'static str, fn(&Gloss) -> Option<Cow<'_, str>>);

/// The correspondences of a landing: the god-form of the piece, then those of the square.
pub(super) const GLOSS_COLUMNS: [GlossColumn; 13] = [
    ("god", "the god-form of the piece; like all that follows null until a quiet reading is concluded", |it| {
        it.piece.as_ref().map(|piece| piece.god.as_str().into())
    }),
    ("sign", "the sign of the square, or its element", |it| Some(it.force.as_str().into())),
    ("element", "the element of its column", |it| Some(it.element.as_str().into())),
    ("quality", "the quality of its sign", |it| Some(it.quality.as_str().into())),
    ("angle", "the angle in which it lies", |it| Some(it.angle.as_str().into())),
    ("house", "the house that its sign governs; null for an element", |it| {
        it.house.as_ref().map(|house| house.number.to_string().into())
    }),
    ("rulers", "the ruling planet, or planets with commas between them", |it| Some(it.rulers.join(", ").into())),
    ("trump", "the trump", |it| Some(it.trump.as_str().into())),
    ("letter", "the Hebrew letter", |it| Some(it.letter.as_str().into())),
    ("figure", "the geomantic figure", |it| Some(it.figure.name.as_str().into())),
    ("dignity", "the dignity of the piece there, if it has one", |it| {
        it.piece.as_ref().and_then(|piece| piece.dignity.as_deref()).map(Cow::Borrowed)
    }),
    ("time", "the time of the quality", |it| Some(it.time.as_str().into())),
    ("pace", "the pace of the element", |it| Some(it.pace.as_str().into())),
];
