//! Policies that add up what they see after a move, each feature with a weight.

use std::fmt;

use crate::chess::{Army, Kind, Move, Position, Square};
use crate::input::{nearest, quoted};
use crate::player::PieceValues;
use crate::reading::{Question, RandomDraw};

use super::material::{material, weigh};
use super::{Policy, PolicyContext, best};

/// A table of weights, by which a policy values the position after each of its moves. It chooses the move with the greatest
/// sum, at random among equals.
///
/// The text of one, `weights(rook:500,risk:-1)`, names the weights that are not 0; [`Weights::FEATURES`] are their names.
///
/// ```
/// use enochian::simulate::Weights;
/// let weights = Weights::of([("rook", 500), ("king_distance", -30)]).unwrap();
/// assert_eq!(weights.to_string(), "weights(rook:500,king_distance:-30)");
/// assert_eq!(weights.to_string().parse(), Ok(weights));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    pieces: PieceValues,
    /// How often the value of the moved piece counts if an enemy attacks it.
    risk: i32,
    progress: Progress,
}

/// The weights of what brings the querent's side nearer to a Yes. For the other side they count with the opposite sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Progress {
    on_ptah: i32,
    king_distance: i32,
    ptah_attackers: i32,
    in_check: i32,
    ptah_blocked: i32,
    king_taken: i32,
}

/// The greatest weight, so that no sum is too large.
const GREATEST: i32 = 100_000;

/// The greatest weight of the feature `risk`, which is multiplied by another.
const GREATEST_RISK: i32 = 100;

impl Weights {
    /// How the text of weights begins.
    pub(super) const PREFIX: &str = "weights(";

    /// The names of the features, and what they count after a move. Those of pieces count the own side's minus the other's,
    /// without frozen armies; those from `on_ptah` on count for the querent's side, and against the other.
    pub const FEATURES: [(&str, &str); 13] = [
        ("king", "kings"),
        ("queen", "queens"),
        ("rook", "rooks"),
        ("bishop", "bishops"),
        ("knight", "knights"),
        ("pawn", "pawns"),
        ("risk", "the weight of the moved piece, if an enemy attacks it"),
        ("on_ptah", "1 if the querent's king stands on the Ptah"),
        ("king_distance", "the steps of a king from the querent's king to the Ptah"),
        ("ptah_attackers", "the pieces of enemies that could capture on the Ptah"),
        ("in_check", "1 if the querent's king is in check"),
        ("ptah_blocked", "1 if another piece of the querent's side stands on the Ptah"),
        ("king_taken", "1 if the querent's king was taken; the other five are then 0"),
    ];

    /// The policy `greedy`: the material of its side, with the moved piece lost if an enemy attacks it.
    pub const GREEDY: Weights = Weights {
        pieces: PieceValues::STANDARD,
        risk: -1,
        progress: Progress {
            on_ptah: 0,
            king_distance: 0,
            ptah_attackers: 0,
            in_check: 0,
            ptah_blocked: 0,
            king_taken: 0,
        },
    };

    /// The policy `purpose`: the querent's side tries to bring the querent's king to the Ptah and hold it there; the other
    /// side attacks the square (ZAL 16).
    pub const PURPOSE: Weights = Weights {
        // A tenth of the usual values.
        pieces: PieceValues { king: 200, officers: [30, 50, 30, 30], pawn: 10 },
        risk: 0,
        progress: Progress {
            on_ptah: 200,
            king_distance: -30,
            ptah_attackers: -20,
            in_check: -150,
            ptah_blocked: -40,
            king_taken: -1000,
        },
    };

    /// The weights with these names; others are 0.
    ///
    /// # Errors
    /// If there is no such feature, or a weight is too large.
    pub fn of<'n>(named: impl IntoIterator<Item = (&'n str, i32)>) -> Result<Weights, InvalidWeights> {
        let mut weights = Weights::default();
        for (name, value) in named {
            let Some(place) = Weights::FEATURES.iter().position(|(feature, _)| *feature == name) else {
                return Err(InvalidWeights::Unknown(name.to_owned()));
            };
            let greatest = if name == "risk" { GREATEST_RISK } else { GREATEST };
            if !(-greatest..=greatest).contains(&value) {
                return Err(InvalidWeights::TooLarge(name.to_owned(), greatest));
            }
            *weights.fields()[place] = value;
        }
        Ok(weights)
    }

    /// In the order of the features.
    fn fields(&mut self) -> [&mut i32; Weights::FEATURES.len()] {
        let Weights { pieces: PieceValues { king, officers: [queen, rook, bishop, knight], pawn }, risk, progress } =
            self;
        let Progress { on_ptah, king_distance, ptah_attackers, in_check, ptah_blocked, king_taken } = progress;
        [
            king,
            queen,
            rook,
            bishop,
            knight,
            pawn,
            risk,
            on_ptah,
            king_distance,
            ptah_attackers,
            in_check,
            ptah_blocked,
            king_taken,
        ]
    }

    /// The index of the move with the greatest sum.
    fn choose(&self, at: &PolicyContext<'_>, moves: &[Move], draw: RandomDraw) -> usize {
        let army = at.position.turn();
        let sign = if army.side() == at.question.army().side() { 1 } else { -1 };
        let before = material(at.position, army.side(), &self.pieces);
        best(moves, draw, |mv| {
            let (after, mut value) = weigh(at, mv, army.side(), &self.pieces, before);
            if self.risk != 0 {
                value += self.risk * self.at_risk(&after, army, mv);
            }
            if self.progress != Progress::default() {
                value += sign * self.progress.of(&after, at.question);
            }
            value
        })
    }

    /// The value of the moved piece if an enemy attacks it.
    fn at_risk(&self, after: &Position, army: Army, mv: Move) -> i32 {
        let Some(square) = mv.to() else { return 0 };
        if after.attacked(square, army, after.occupied()) {
            after.pieces_at(square).map(|piece| self.pieces.of(piece.kind)).sum()
        } else {
            0
        }
    }
}

impl Progress {
    /// The value of a position for a Yes.
    fn of(&self, position: &Position, question: &Question) -> i32 {
        let (army, ptah) = (question.army(), question.ptah);
        let Some(king) = position.king(army) else { return self.king_taken };
        let attackers = position.enemy_attackers(ptah, army, position.occupied()).len() as i32;
        self.on_ptah * i32::from(king == ptah)
            + self.king_distance * i32::from(king.distance(ptah))
            + self.ptah_attackers * attackers
            + self.in_check * i32::from(position.in_check(army))
            + self.ptah_blocked * i32::from(is_blocked(position, army, ptah))
    }
}

/// Whether a piece of the querent's side on the Ptah keeps the king from it.
fn is_blocked(position: &Position, army: Army, ptah: Square) -> bool {
    let own = |kind: Kind, owner: Army| owner.side() == army.side() && (owner != army || kind != Kind::King);
    position.pieces_at(ptah).any(|piece| own(piece.kind, piece.army))
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut weights = *self;
        let named = Weights::FEATURES.iter().zip(weights.fields()).filter(|(_, value)| **value != 0);
        let named: Vec<String> = named.map(|((name, _), value)| format!("{name}:{value}")).collect();
        f.pad(&format!("{}{})", Weights::PREFIX, named.join(",")))
    }
}

impl std::str::FromStr for Weights {
    type Err = InvalidWeights;

    fn from_str(text: &str) -> Result<Weights, InvalidWeights> {
        let form = || InvalidWeights::Form(text.to_owned());
        let inside = text.strip_prefix(Weights::PREFIX).and_then(|rest| rest.strip_suffix(')')).ok_or_else(form)?;
        let named = inside.split(',').filter(|part| !part.trim().is_empty()).map(|part| {
            let (name, value) = part.split_once(':').ok_or_else(form)?;
            Ok((name.trim(), value.trim().parse().map_err(|_| form())?))
        });
        Weights::of(named.collect::<Result<Vec<_>, InvalidWeights>>()?)
    }
}

/// An error in weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidWeights {
    /// There is no such feature.
    #[error("there is no weight {}; expected one of {}{}", quoted(.0), feature_names().join(", "), suggestion(.0))]
    Unknown(String),
    /// A weight is too large: its name, and the greatest.
    #[error("the weight {0} must be a whole number from -{1} to {1}")]
    TooLarge(String, i32),
    /// The text has another form.
    #[error("invalid weights {}; expected a form such as weights(rook:500,risk:-1)", quoted(.0))]
    Form(String),
}

fn feature_names() -> Vec<&'static str> {
    Weights::FEATURES.iter().map(|(name, _)| *name).collect()
}

fn suggestion(name: &str) -> String {
    nearest(name, feature_names()).map_or(String::new(), |near| format!(". Did you mean {}?", quoted(near)))
}

/// The policy of some weights, with the name that it has in the output of a simulation.
#[derive(Clone, Debug)]
pub(super) struct Weighted {
    name: String,
    weights: Weights,
}

impl Weighted {
    pub(super) fn new(name: impl Into<String>, weights: Weights) -> Weighted {
        Weighted { name: name.into(), weights }
    }
}

impl Policy for Weighted {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(&self, at: &PolicyContext<'_>, moves: &[Move], draw: RandomDraw) -> usize {
        self.weights.choose(at, moves, draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_place_of_its_own() {
        for (place, (name, _)) in Weights::FEATURES.iter().enumerate() {
            let mut weights = Weights::of([(*name, 7)]).unwrap();
            let found: Vec<i32> = weights.fields().into_iter().map(|value| *value).collect();
            let expected: Vec<i32> = (0..found.len()).map(|other| if other == place { 7 } else { 0 }).collect();
            assert_eq!(found, expected);
            assert_eq!(weights.to_string(), format!("weights({name}:7)"));
        }
        for weights in [Weights::default(), Weights::GREEDY, Weights::PURPOSE] {
            assert_eq!(weights.to_string().parse(), Ok(weights));
        }
    }

    #[test]
    fn errors_say_what_is_expected() {
        let message = |text: &str| text.parse::<Weights>().unwrap_err().to_string();
        assert!(message("weights(rok:1)").ends_with("Did you mean \"rook\"?"));
        assert_eq!(message("weights(risk:101)"), "the weight risk must be a whole number from -100 to 100");
        for text in ["weights", "weights(rook)", "weights(rook:x)", "weights(rook:1"] {
            assert!(message(text).starts_with("invalid weights"), "{text}");
        }
    }
}
