//! The types of the rules in formats that serde knows: everything that has a text is that text.

use std::fmt::Display;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::input::quoted;

use super::{
    Angle, Army, Array, Board, Direction, Element, Exchange, Kind, Mode, Move, Officer, Piece, Position, Role, Side,
    Square,
};

/// Written with `Display`, and read by the function.
macro_rules! as_text {
    ($($Type:ty: $read:expr;)*) => {$(
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                let text = String::deserialize(deserializer)?;
                let read: Result<$Type, _> = $read(&text);
                read.map_err(|why| D::Error::custom(format_args!("{} does not fit here; {why}", quoted(&text))))
            }
        }
    )*};
}

as_text! {
    Angle: str::parse;
    Army: str::parse;
    Array: str::parse;
    Board: str::parse;
    Element: str::parse;
    Exchange: str::parse;
    Mode: str::parse;
    Move: str::parse;
    Position: str::parse;
    Square: str::parse;
    Direction: |text| named(text, "direction", [Direction::Deosil, Direction::Widdershins]);
    Kind: |text| named(text, "kind of piece", Kind::ALL);
    Officer: |text| named(text, "officer", Officer::ALL);
    Piece: |text| {
        let pieces = Army::ALL.into_iter().flat_map(|army| Kind::ALL.map(|kind| Piece { army, kind }));
        named(text, "piece", pieces)
    };
    Role: |text| named(text, "piece", Kind::ALL.map(Role::from));
    Side: |text| named(text, "side", Side::ALL);
}

/// The one with that name.
fn named<T: Display>(name: &str, what: &str, all: impl IntoIterator<Item = T>) -> Result<T, String> {
    all.into_iter().find(|one| one.to_string() == name).ok_or_else(|| format!("unknown {what} {name:?}"))
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;
    use crate::chess::{Control, DrawReason, Effect, Outcome, Rules};

    fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), *value);
    }

    #[test]
    fn everything_comes_back() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        let queen = Piece { army: Army::Fire, kind: Kind::Officer(Officer::Queen) };
        let array = Array::of(Angle::Water, Board::Air);
        let position = Position::start(array, Army::Air, Direction::Widdershins);
        comes_back(&Element::Earth, r#""Earth""#);
        comes_back(&(Board::Air, Angle::Fire), r#"["Air","Fire"]"#);
        comes_back(&square("f5"), r#""f5""#);
        comes_back(&queen, r#""queen of Fire""#);
        comes_back(&(Kind::Pawn(Officer::Rook), Role::Pawn, Role::King), r#"["pawn of rook","pawn","king"]"#);
        comes_back(&(Side::Passives, Direction::Deosil, Mode::Game), r#"["passives","deosil","game"]"#);
        comes_back(&array, &format!("{:?}", array.to_string()));
        comes_back(&position, &format!("{:?}", position.to_string()));
        for mv in position.moves().into_iter().chain([Move::Pass]) {
            comes_back(&mv, &format!("{:?}", mv.to_string()));
        }
        let exchange: Exchange = "exchange w h1 a1".parse().unwrap();
        comes_back(&exchange, r#""exchange w h1 a1""#);
        comes_back(
            &Effect::Captured { piece: queen, at: square("a1"), by: Army::Air },
            r#"{"captured":{"piece":"queen of Fire","at":"a1","by":"Air"}}"#,
        );
        comes_back(&Outcome::Drawn(DrawReason::Stalemate(Army::Water)), r#"{"drawn":{"stalemate":"Water"}}"#);
        comes_back(&Control::Seized, r#""seized""#);
        comes_back(
            &Rules::ZALEWSKI.with_array(array).reading(),
            &format!(
                r#"{{"mode":"reading","ends_without_kings":true,"concourse":"joins","throne_officer_only":true,"returned_king":"nearest-unattacked","array":"{array}"}}"#
            ),
        );
    }

    #[test]
    fn nothing_unknown_is_read() {
        let error = |text: &str| serde_json::from_str::<Piece>(text).unwrap_err().to_string();
        assert!(error(r#""queen of Spirit""#).contains(r#"unknown piece "queen of Spirit""#));
        assert!(serde_json::from_str::<Square>(r#""i9""#).unwrap_err().to_string().contains("expected a square"));
        // A position is sound or it is none.
        assert!(serde_json::from_str::<Position>(r#""8/8/8/8/8/8/8/8 a d - 0""#).is_err());
    }
}
