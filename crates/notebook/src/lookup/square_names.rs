//! The names of squares.

use crate::chess::{Angle, Square};
use crate::input::quoted;

use super::NotFound;

/// Reads `f5`, or `W4c`, in any case.
///
/// # Errors
///
/// If it is not a square, or one of the sheets without its angle.
pub fn find_square(text: &str) -> Result<Square, NotFound> {
    let name = text.trim().to_ascii_lowercase();
    if let Ok(square) = name.parse() {
        return Ok(square);
    }
    let mut letters = name.chars();
    let angle = letters.next().and_then(Angle::from_letter);
    if let Some(square) = angle.and_then(|angle| Square::from_sheet(angle, letters.as_str())) {
        return Ok(square);
    }
    // The sheets leave out the mover's own angle, but here there is no mover.
    if Square::from_sheet(Angle::Air, &name).is_some() {
        let names = Angle::ALL.map(|angle| format!("{}{name}", angle.letter().to_ascii_uppercase()));
        return Err(NotFound::new(format!(
            "every angle has a square {}; choose one of {}",
            quoted(&name),
            names.join(", ")
        )));
    }
    Err(NotFound::new(format!(
        "there is no square {}; expected a letter a to h and a number 1 to 8, such as f5, or the letter A, W, F or E of an \
         angle and a square of the sheets, such as W4c",
        quoted(text)
    )))
}

/// The name on the sheets, after the letter of the angle.
pub(super) fn sheet_name(square: Square) -> String {
    format!("{}{}", square.angle().letter().to_ascii_uppercase(), square.sheet())
}

/// Whether a text is a square, or one of the sheets of any angle.
#[must_use]
pub fn is_square_name(text: &str) -> bool {
    find_square(text).is_ok() || Square::from_sheet(Angle::Air, &text.trim().to_ascii_lowercase()).is_some()
}
