//! A picture as SVG.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use crate::correspondences::Tone;

use super::glyphs::letter;
use super::{Edge, Picture, Point, Shape};

/// The printed width of a square in millimetres.
const SQUARE: f64 = 22.0;

impl Picture {
    /// The picture as an SVG file.
    #[must_use]
    pub fn svg(&self) -> String {
        let (width, height) = (self.width * SQUARE / 100.0, self.height * SQUARE / 100.0);
        let size = format!("width=\"{}mm\" height=\"{}mm\"", Number(width), Number(height));
        self.element(&size)
    }

    /// The picture as an element of a web page, which determines its size.
    #[must_use]
    pub fn inline_svg(&self) -> String {
        self.element("")
    }

    fn element(&self, size: &str) -> String {
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 {} {} {}\" {size} role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n",
            Number(self.top),
            Number(self.width),
            Number(self.height),
            Escaped(&self.title),
            Escaped(&self.description)
        );
        text.push_str("<defs>\n");
        text.push_str(&letters_of(self.stamps.values().chain([&self.shapes])));
        for (name, shapes) in &self.stamps {
            let _ = writeln!(text, "<g id=\"{}\">{}</g>", Escaped(name), fragment(shapes));
        }
        let _ = write!(text, "</defs>\n{}</svg>\n", fragment(&self.shapes));
        text
    }
}

/// The outlines of the letters in these shapes, for the definitions of a picture.
pub(super) fn letters_of<'s>(parts: impl IntoIterator<Item = &'s Vec<Shape>>) -> String {
    let mut characters = BTreeSet::new();
    for shapes in parts {
        collect(shapes, &mut characters);
    }
    let define = |character| format!("<path id=\"{}\" d=\"{}\"/>\n", letter_id(character), letter(character).path);
    characters.into_iter().map(define).collect()
}

/// Shapes as a fragment for a picture that defines their stamps and letters.
pub(super) fn fragment(shapes: &[Shape]) -> String {
    let mut text = String::new();
    write_all(shapes, &mut text);
    text
}

fn write_all(shapes: &[Shape], text: &mut String) {
    for shape in shapes {
        write(shape, text);
    }
}

fn write(shape: &Shape, text: &mut String) {
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Polygon { points, fill, edge } => {
            writeln!(text, "<polygon points=\"{}\"{}{}/>", Points(points), Fill(*fill), Stroke(*edge))
        }
        Shape::Disc { centre: (x, y), radius, fill, edge } => {
            let (x, y, radius) = (Number(*x), Number(*y), Number(*radius));
            writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{}{}/>", Fill(*fill), Stroke(*edge))
        }
        Shape::Line { points, edge } => {
            let line = Stroke(Some(*edge));
            writeln!(text, "<polyline points=\"{}\" fill=\"none\"{line}/>", Points(points))
        }
        Shape::Letters { text: letters, foot: (x, y), size, tone } => {
            let scale = size / 1000.0;
            let mut pen = *x;
            for character in letters.chars() {
                let known = letter(character);
                if !known.path.is_empty() {
                    let place = SvgPoint { at: (pen, *y), scale };
                    let _ = writeln!(text, "<use href=\"#{}\"{place} fill=\"{tone}\"/>", letter_id(character));
                }
                pen += known.width * scale;
            }
            Ok(())
        }
        Shape::Stamp { name, at, scale } => {
            writeln!(text, "<use href=\"#{}\"{}/>", Escaped(name), SvgPoint { at: *at, scale: *scale })
        }
        Shape::Group { name, title, shapes } => {
            let _ = match name.as_str() {
                "" => text.write_str("<g>"),
                name => write!(text, "<g id=\"{}\">", Escaped(name)),
            };
            if let Some(title) = title {
                let _ = write!(text, "<title>{}</title>", Escaped(title));
            }
            write_all(shapes, text);
            writeln!(text, "</g>")
        }
    };
}

fn collect(shapes: &[Shape], characters: &mut BTreeSet<char>) {
    for shape in shapes {
        match shape {
            Shape::Letters { text, .. } => characters.extend(text.chars().filter(|c| !letter(*c).path.is_empty())),
            Shape::Group { shapes, .. } => collect(shapes, characters),
            _ => {}
        }
    }
}

fn letter_id(character: char) -> String {
    format!("u{:x}", character as u32)
}

/// A number with at most two decimal places.
pub(super) struct Number(pub(super) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As a whole number of hundredths, which is written much faster, and is never a negative zero.
        let hundredths = (self.0 * 100.0).round() as i64;
        let (mut whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
        // From the last digit to the first.
        let mut text = [0; 24];
        let mut begin = text.len();
        let mut put = |byte| {
            begin -= 1;
            text[begin] = byte;
        };
        let digit = |number: u64| b'0' + (number % 10) as u8;
        if rest % 10 != 0 {
            put(digit(rest));
        }
        if rest != 0 {
            put(digit(rest / 10));
            put(b'.');
        }
        loop {
            put(digit(whole));
            whole /= 10;
            if whole == 0 {
                break;
            }
        }
        if hundredths < 0 {
            put(b'-');
        }
        f.write_str(str::from_utf8(&text[begin..]).unwrap_or_default())
    }
}

pub(super) struct Points<'p>(pub(super) &'p [Point]);

impl fmt::Display for Points<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (x, y)) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " " })?;
            Number(*x).fmt(f)?;
            f.write_str(",")?;
            Number(*y).fmt(f)?;
        }
        Ok(())
    }
}

struct Fill(Option<Tone>);

impl fmt::Display for Fill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(tone) => write!(f, " fill=\"{tone}\""),
            None => f.write_str(" fill=\"none\""),
        }
    }
}

struct Stroke(Option<Edge>);

impl fmt::Display for Stroke {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Edge { tone, width }) = self.0 else { return Ok(()) };
        write!(f, " stroke=\"{tone}\" stroke-width=\"{}\"", Number(width))
    }
}

/// The transformation of a stamp.
struct SvgPoint {
    at: Point,
    scale: f64,
}

impl fmt::Display for SvgPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = (Number(self.at.0), Number(self.at.1));
        if self.scale == 1.0 {
            return write!(f, " x=\"{x}\" y=\"{y}\"");
        }
        // Letters are scaled by about a thousandth, so the scale needs more decimal places.
        write!(f, " transform=\"translate({x} {y})scale({})\"", (self.scale * 1e5).round() / 1e5)
    }
}

/// Text escaped for XML.
struct Escaped<'t>(&'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some((place, found)) = rest.char_indices().find_map(|(place, c)| Some((place, (c, escape(c)?)))) {
            let (character, escaped) = found;
            f.write_str(&rest[..place])?;
            f.write_str(escaped)?;
            rest = &rest[place + character.len_utf8()..];
        }
        f.write_str(rest)
    }
}

/// What is written instead of a character, if it must be escaped.
fn escape(character: char) -> Option<&'static str> {
    match character {
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '&' => Some("&amp;"),
        '"' => Some("&quot;"),
        // XML allows no other control characters.
        c if c.is_control() && !matches!(c, '\n' | '\t') => Some("\u{fffd}"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_at_most_two_decimal_places() {
        let written = |number| Number(number).to_string();
        assert_eq!([0.0, -0.0, 0.004, -0.004, 1.0, -1.5].map(written), ["0", "0", "0", "0", "1", "-1.5"]);
        assert_eq!([0.05, -12.34, 99.995, 846.0, 1e9].map(written), ["0.05", "-12.34", "100", "846", "1000000000"]);
        for thousandths in -200_000..200_000 {
            let number = f64::from(thousandths) / 1000.0;
            assert_eq!(written(number), format!("{}", (number * 100.0).round() / 100.0 + 0.0));
        }
    }

    #[test]
    fn what_xml_forbids_is_escaped() {
        assert_eq!(Escaped("\"a\" < ב & c\u{1b}\n>").to_string(), "&quot;a&quot; &lt; ב &amp; c\u{fffd}\n&gt;");
        assert_eq!(Escaped("").to_string(), "");
    }
}
