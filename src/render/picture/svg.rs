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
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" {size} role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n",
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
    for shape in shapes {
        write(shape, &mut text);
    }
    text
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
            let title = title.as_ref().map_or(String::new(), |title| format!("<title>{}</title>", Escaped(title)));
            writeln!(text, "<g id=\"{}\">{title}{}</g>", Escaped(name), fragment(shapes))
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
        // No negative zero.
        let rounded = (self.0 * 100.0).round() / 100.0 + 0.0;
        write!(f, "{rounded}")
    }
}

struct Points<'p>(&'p [Point]);

impl fmt::Display for Points<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (x, y)) in self.0.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{},{}", Number(*x), Number(*y))?;
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
        for character in self.0.chars() {
            match character {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                // XML allows no other control characters.
                c if c.is_control() && !matches!(c, '\n' | '\t') => f.write_str("\u{fffd}")?,
                c => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}
