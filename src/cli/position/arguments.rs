//! Preparing positions and moves on the command line for clap.
//!
//! For clap, `--` ends the options, but here it is also a move; and a position without quotation marks is split into six
//! words, some of them dashes.

use std::ffi::{OsStr, OsString};

use clap::error::ErrorKind;

/// Another way to write the move `--` on the command line.
pub(in crate::cli) const PASS: &str = "pass";

/// Replaces every `--` that is a move: those after the position in `position play`.
///
/// Before the position, `--` ends the options as usual.
pub(in crate::cli) fn name_passes(mut words: Vec<OsString>) -> Vec<OsString> {
    let mut expected = ["position", "play"].iter().peekable();
    let mut after_position = false;
    for word in words.iter_mut().skip(1) {
        match expected.peek() {
            Some(next) if *word == ***next => {
                expected.next();
            }
            Some(_) => {}
            None if after_position && *word == *"--" => *word = PASS.into(),
            None => after_position |= is_position(word),
        }
    }
    words
}

/// Whether a word is probably a position: a board and more fields, or a dash for standard input.
fn is_position(word: &OsStr) -> bool {
    word.to_str().is_some_and(|word| word == super::LINES || word.contains('/') && word.contains(char::is_whitespace))
}

/// Reports missing quotation marks, before clap reports the dashes in the fields.
pub(in crate::cli) fn check_quoted(words: &[OsString]) -> Result<(), clap::Error> {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let here = words.iter().position(|word| *word == "position").unwrap_or(words.len());
    let torn = words[here..].windows(2).any(|two| {
        let board = two[0].matches('/').count() == 7 && !two[0].contains(char::is_whitespace);
        board && matches!(two[1].strip_suffix('<').unwrap_or(two[1]), "a" | "w" | "f" | "e")
    });
    if !torn {
        return Ok(());
    }
    if words.iter().any(|word| word.starts_with("--kind")) {
        let problem = "the fields of a position are one argument; put them in quotation marks\n";
        return Err(clap::Error::raw(ErrorKind::TooManyValues, problem));
    }
    let problem = "the six fields of a position are one argument; put them in quotation marks, such as\n  \
                   enochian position moves \"aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0\"\n";
    Err(clap::Error::raw(ErrorKind::TooManyValues, problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(words: &str) -> String {
        let words = words.split('|').map(OsString::from).collect();
        name_passes(words).join(OsStr::new("|")).into_string().unwrap()
    }

    #[test]
    fn a_pass_is_a_move_only_after_the_position() {
        assert_eq!(named("enochian|position|play|8/8 a|--|Ka8b8|--"), "enochian|position|play|8/8 a|pass|Ka8b8|pass");
        assert_eq!(named("enochian|position|play|--reading|8/8 a|--"), "enochian|position|play|--reading|8/8 a|pass");
        assert_eq!(named("enochian|position|play|--|8/8 a|--"), "enochian|position|play|--|8/8 a|pass");
        assert_eq!(named("enochian|position|moves|8/8 a|--"), "enochian|position|moves|8/8 a|--");
        assert_eq!(named("enochian|piece|--|aN"), "enochian|piece|--|aN");
    }
}
