//! A picture as SVG.

use std::fmt::{self, Write};

use crate::correspondences::Tone;

use super::glyphs::{letter, runs};
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

    /// The picture as an element of a web page, which determines its size and can take it apart.
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
        for (name, shapes) in &self.stamps {
            let _ = write!(text, "<g id=\"{}\">", Escaped(name));
            write_all(shapes, &mut text);
            text.push_str("</g>\n");
        }
        text.push_str("</defs>\n");
        write_all(&self.shapes, &mut text);
        text.push_str("</svg>\n");
        text
    }
}

/// Shapes as a fragment for a picture that defines their stamps.
pub(in crate::render) fn fragment(shapes: &[Shape]) -> String {
    let mut text = String::new();
    write_all(shapes, &mut text);
    text
}

fn write_all(shapes: &[Shape], text: &mut String) {
    for shape in shapes {
        // Writing to a string cannot fail.
        let _ = write_shape(shape, text);
    }
}

fn write_shape(shape: &Shape, text: &mut String) -> fmt::Result {
    match shape {
        Shape::Group { name, title, shapes } => {
            text.push_str("<g");
            if !name.is_empty() {
                write!(text, " id=\"{}\"", Escaped(name))?;
            }
            text.push('>');
            if let Some(title) = title {
                write!(text, "<title>{}</title>", Escaped(title))?;
            }
            write_all(shapes, text);
            writeln!(text, "</g>")
        }
        Shape::Polygon { points, fill, edge } => {
            writeln!(text, "<polygon{} points=\"{}\"{}/>", filled(*fill), Points(points), stroked(*fill, *edge))
        }
        Shape::Disc { centre: (x, y), radius, fill, edge } => {
            let (x, y, radius) = (Number(*x), Number(*y), Number(*radius));
            let (fill, edge) = (filled(*fill), stroked(*fill, *edge));
            writeln!(text, "<circle{fill} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{edge}/>")
        }
        Shape::Line { points, edge } => {
            writeln!(text, "<polyline points=\"{}\"{}/>", Points(points), stroked(None, Some(*edge)))
        }
        Shape::Letters { text: words, foot, size, tone } => {
            let (fill, scale) = (filled(Some(*tone)), size / 1000.0);
            for run in runs(words) {
                let (x, y) = (foot.0 + run.at * scale, foot.1);
                if run.is_outlined {
                    writeln!(text, "<path{fill}{} d=\"{}\"/>", placed((x, y), scale), Outlines(&run.text))?;
                } else {
                    // It has the direction of its own letters.
                    writeln!(
                        text,
                        "<text{fill} x=\"{}\" y=\"{}\" font-family=\"Noto Serif,serif\" font-weight=\"bold\" \
                         font-size=\"{}\" xml:space=\"preserve\">&#x2068;{}&#x2069;</text>",
                        Number(x),
                        Number(y),
                        Number(*size),
                        Escaped(&run.text)
                    )?;
                }
            }
            Ok(())
        }
        Shape::Stamp { name, at, scale } => {
            writeln!(text, "<use href=\"#{}\"{}/>", Escaped(name), placed(*at, *scale))
        }
    }
}

/// The outlines of letters in a row, as the path of one element.
struct Outlines<'t>(&'t str);

impl fmt::Display for Outlines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pen = 0.0;
        for letter in self.0.chars().filter_map(letter) {
            if !letter.path.is_empty() {
                // An outline begins where the pen is.
                write!(f, "M{} 0{}", Number(pen), letter.path)?;
            }
            pen += letter.width;
        }
        Ok(())
    }
}

/// A number with at most two decimal places.
pub(super) struct Number(pub(super) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As a whole number of hundredths, which is written much faster, and is never a negative zero.
        let hundredths = (self.0 * 100.0).round() as i64;
        let sign = if hundredths < 0 { "-" } else { "" };
        match (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, rest) if rest % 10 == 0 => write!(f, "{sign}{whole}.{}", rest / 10),
            (whole, rest) => write!(f, "{sign}{whole}.{rest:02}"),
        }
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

/// The fill of an element; nothing if it has none of its own.
fn filled(fill: Option<Tone>) -> String {
    fill.map_or(String::new(), |tone| format!(" fill=\"{tone}\""))
}

/// The outline of an element, and that it has no fill of its own.
fn stroked(fill: Option<Tone>, edge: Option<Edge>) -> String {
    let stroke = |Edge { tone, width }| format!(" stroke=\"{tone}\" stroke-width=\"{}\"", Number(width));
    let fill = if fill.is_none() { " fill=\"none\"" } else { "" };
    format!("{fill}{}", edge.map_or(String::new(), stroke))
}

/// The transformation of a stamp or of letters.
fn placed((x, y): Point, scale: f64) -> String {
    let (x, y) = (Number(x), Number(y));
    if scale == 1.0 {
        return format!(" x=\"{x}\" y=\"{y}\"");
    }
    // Letters are scaled by about a thousandth, so the scale needs more decimal places.
    format!(" transform=\"translate({x} {y})scale({})\"", (scale * 1e5).round() / 1e5)
}

/// Text escaped for XML.
struct Escaped<'t>(&'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match escape(character) {
            Some(escaped) => f.write_str(escaped),
            None => f.write_char(character),
        })
    }
}

/// What is written instead of a character, if it must be escaped.
#[expect(clippy::disallowed_methods, reason = "XML has no way to write most of them")]
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
    use std::collections::BTreeSet;

    use super::*;
    use crate::chess::{Army, Array, Board, Direction, Position};
    use crate::correspondences::Correspondences;
    use crate::render::{BoardBackground, Painting};

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

    /// What a file refers to, and what it defines.
    fn names(svg: &str, attribute: &str) -> Vec<String> {
        svg.split(attribute).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
    }

    #[test]
    fn every_name_that_a_picture_uses_is_defined_once() {
        let correspondences = Correspondences::embedded();
        let start = Position::start(Array::all()[0], Army::Air, Direction::Deosil);
        let ground = BoardBackground::Painted { board: Board::Air, symbols: true };
        let picture = Painting { position: Some(&start), ..Painting::of(ground, correspondences) }.picture();
        for svg in [picture.svg(), picture.inline_svg()] {
            let defined = names(&svg, " id=\"");
            let all: BTreeSet<&String> = defined.iter().collect();
            assert_eq!(all.len(), defined.len(), "a name is there twice");
            for name in names(&svg, " href=\"#") {
                assert!(all.contains(&name), "{name}");
            }
        }
    }

    #[test]
    fn what_xml_forbids_is_escaped() {
        assert_eq!(Escaped("\"a\" < ב & c\u{1b}\n>").to_string(), "&quot;a&quot; &lt; ב &amp; c\u{fffd}\n&gt;");
        assert_eq!(Escaped("").to_string(), "");
    }
}
