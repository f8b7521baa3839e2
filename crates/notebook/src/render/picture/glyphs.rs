//! Letters and symbols as outlines.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use unicode_width::UnicodeWidthStr as _;

use crate::correspondences::Tone;

use super::{Point, Shape};

/// A glyph, in thousandths of the line height, with its baseline at zero.
pub(super) struct Glyph {
    /// The advance to the next glyph.
    pub(super) width: f64,
    /// The bounding box: left, top, right and bottom.
    ink: [f64; 4],
    /// The outline, as an SVG path of `m`, `l`, `h`, `v`, `q` and `z`.
    pub(super) path: &'static str,
}

/// A part of a text that the outlines draw, or that needs a font.
pub(super) struct Run {
    pub(super) text: String,
    pub(super) is_outlined: bool,
    /// Its distance from the beginning of the text, and its width, which is a guess if a font draws it.
    pub(super) at: f64,
    pub(super) width: f64,
}

/// The width of a space.
const SPACE: f64 = 260.0;
/// The usual width of a letter that has no outline, of which some scripts have two.
const COLUMN: f64 = 600.0;

/// The glyph of a character; none if it has no outline.
pub(super) fn letter(character: char) -> Option<&'static Glyph> {
    static LETTERS: OnceLock<BTreeMap<char, Glyph>> = OnceLock::new();
    static BLANK: Glyph = Glyph { width: SPACE, ink: [0.0; 4], path: "" };
    let letters = LETTERS.get_or_init(|| include_str!("letters.txt").lines().filter_map(read).collect());
    if character.is_whitespace() { Some(&BLANK) } else { letters.get(&character) }
}

/// Whether outlines draw a text. Words of Hebrew, written from right to left, need a font, unlike a single letter.
fn is_outlined(text: &str) -> bool {
    let hebrew = text.chars().filter(|character| ('א'..='ת').contains(character)).count();
    hebrew < 2 && text.chars().all(|character| letter(character).is_some())
}

/// Whether a word is a sign, such as that of the Ptah, which few fonts have.
fn is_sign(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|character| character >= '\u{2600}' && letter(character).is_some())
}

/// A text as one run; or if it needs a font, as runs of signs and of all other words, with a space between two.
pub(super) fn runs(text: &str) -> Vec<Run> {
    let is_whole = is_outlined(text);
    let words: Vec<&str> = text.split(' ').collect();
    let mut at = 0.0;
    let run = |words: &[&str]| {
        let is_outlined = is_whole || is_sign(words[0]);
        let text = words.join(" ");
        let unknown: String = text.chars().filter(|character| letter(*character).is_none()).collect();
        let known: f64 = text.chars().filter_map(letter).map(|letter| letter.width).sum();
        let width = known + unknown.width() as f64 * COLUMN;
        at += width + SPACE;
        Run { text, is_outlined, at: at - width - SPACE, width }
    };
    words.chunk_by(|one, other| is_whole || is_sign(one) == is_sign(other)).map(run).collect()
}

/// Parses a line of the file of glyphs.
fn read(line: &'static str) -> Option<(char, Glyph)> {
    let mut parts = line.splitn(7, ' ');
    let character = parts.next()?.parse().ok()?;
    let [width, left, top, right, bottom] = [(); 5].map(|()| parts.next().and_then(|part| part.parse().ok()));
    Some((character, Glyph { width: width?, ink: [left?, top?, right?, bottom?], path: parts.next()? }))
}

/// The width of a text of a size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    runs(text).last().map_or(0.0, |run| run.at + run.width) * size / 1000.0
}

/// A text that begins at a point of the baseline.
pub(super) fn from(text: &str, foot: Point, size: f64, tone: Tone) -> Shape {
    Shape::Letters { text: text.to_owned(), foot, size, tone }
}

/// A text centred at a point of the baseline.
pub(super) fn around(text: &str, (x, y): Point, size: f64, tone: Tone) -> Shape {
    from(text, (x - width(text, size) / 2.0, y), size, tone)
}

/// A text that ends at a point of the baseline.
pub(super) fn until(text: &str, (x, y): Point, size: f64, tone: Tone) -> Shape {
    from(text, (x - width(text, size), y), size, tone)
}

/// Wraps a text to a width, between words if possible. If there are more than `most` lines, the last ends in an ellipsis.
pub(super) fn wrapped(text: &str, size: f64, wide: f64, most: usize) -> Vec<String> {
    let fits = |line: &str| width(line, size) <= wide;
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let longer = if lines[last].is_empty() { word.to_owned() } else { format!("{} {word}", lines[last]) };
        if fits(&longer) {
            lines[last] = longer;
            continue;
        }
        if !lines[last].is_empty() {
            lines.push(String::new());
        }
        // Break a word that is longer than a line.
        for character in word.chars() {
            let last = lines.len() - 1;
            let longer = format!("{}{character}", lines[last]);
            if fits(&longer) { lines[last] = longer } else { lines.push(character.to_string()) }
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            while !last.is_empty() && !fits(&format!("{last}…")) {
                last.pop();
            }
            *last = format!("{}…", last.trim_end());
        }
    }
    lines
}

/// Symbols in a row, as large as fit a box, with their bounding box centred.
pub(in crate::render) fn fitted(text: &str, (x, y): Point, (wide, high): Point, tone: Tone) -> Shape {
    let mut pen = 0.0;
    let mut ink: Option<[f64; 4]> = None;
    let letters = if is_outlined(text) { text } else { "" };
    for letter in letters.chars().filter_map(letter) {
        let [left, top, right, bottom] = letter.ink;
        if !letter.path.is_empty() {
            let [l, t, r, b] = ink.unwrap_or([f64::MAX, f64::MAX, f64::MIN, f64::MIN]);
            ink = Some([l.min(pen + left), t.min(top), r.max(pen + right), b.max(bottom)]);
        }
        pen += letter.width;
    }
    let [left, top, right, bottom] = ink.unwrap_or([0.0, -720.0, width(text, 1000.0), 0.0]);
    let scale = (wide / (right - left)).min(high / (bottom - top));
    let foot = (x - (left + right) / 2.0 * scale, y - (top + bottom) / 2.0 * scale);
    from(text, foot, scale * 1000.0, tone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::correspondences::{Correspondences, SignOrElement};

    #[test]
    fn every_line_of_the_file_is_a_letter() {
        let lines = include_str!("letters.txt").lines();
        let bad: Vec<&str> =
            lines.filter(|line| !line.starts_with("# ") && *line != "#" && read(line).is_none()).collect();
        assert_eq!(bad, [""; 0]);
    }

    #[test]
    fn whatever_the_data_show_has_a_letter() {
        let correspondences = Correspondences::embedded();
        let mut shown: String = correspondences.namings().iter().map(|naming| naming.game.as_str()).collect();
        for force in SignOrElement::ALL {
            shown.extend([correspondences.trump(force).letter.glyph.as_str(), correspondences.trump(force).numeral()]);
        }
        for character in shown.chars().filter(|character| *character != ' ') {
            assert!(letter(character).is_some(), "{character}");
        }
    }

    #[test]
    fn a_text_without_outlines_is_a_run_of_its_own_beside_its_signs() {
        let runs = |text| runs(text).into_iter().map(|run| (run.text, run.is_outlined)).collect::<Vec<_>>();
        let run = |text: &str, is_outlined| (text.to_owned(), is_outlined);
        assert_eq!(runs("☥ Will he  write?"), [run("☥ Will he  write?", true)]);
        assert_eq!(runs("☥ from Łódź  and ♚ ♛"), [run("☥", true), run("from Łódź  and", false), run("♚ ♛", true)]);
        assert_eq!(runs("א"), [run("א", true)]);
        assert_eq!(runs("האם אחי מאושר?"), [run("האם אחי מאושר?", false)]);
        assert_eq!(runs(""), [run("", true)]);
    }

    #[test]
    fn what_is_wrapped_stays_within_its_width_and_loses_nothing_unsaid() {
        let words = "a question of many words, Donaudampfschifffahrtsgesellschaft, 幸せですか and so on";
        let lines = wrapped(words, 20.0, 180.0, 99);
        assert!(lines.iter().all(|line| width(line, 20.0) <= 180.0), "{lines:?}");
        let bare = |text: &str| text.replace(' ', "");
        assert_eq!(bare(&lines.concat()), bare(words));
        let short = wrapped(words, 20.0, 180.0, 2);
        assert_eq!((short.len(), &short[0]), (2, &lines[0]));
        assert!(short[1].ends_with('…') && width(&short[1], 20.0) <= 180.0, "{short:?}");
        assert_eq!(wrapped("yes", 20.0, 180.0, 2), ["yes"]);
    }

    #[test]
    fn what_is_fitted_stays_within_its_box() {
        for text in ["♌", "XVIII", "ק", "0", "I"] {
            let Shape::Letters { foot, size, .. } = fitted(text, (50.0, 50.0), (30.0, 20.0), Tone(0, 0, 0)) else {
                panic!("{text} is not letters");
            };
            let [first, last] = [text.chars().next(), text.chars().last()].map(|c| letter(c.unwrap()).unwrap().ink);
            let (left, right) = (foot.0 + first[0] * size / 1000.0, foot.0 + width(text, size));
            assert!(left >= 34.9 && right <= 66.5 && last[1] * size / 1000.0 >= -30.0, "{text}: {left} to {right}");
        }
    }
}
