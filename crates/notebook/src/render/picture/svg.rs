//! A picture as SVG.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use crate::correspondences::Tone;

use super::glyphs::letter;
use super::{Edge, Picture, Point, Shape};

/// The printed width of a square in millimetres.
const SQUARE: f64 = 22.0;

const ORIGIN: Point = (0.0, 0.0);

impl Picture {
    /// The picture as an SVG file. What is drawn several times is defined once, so it is smaller than an element of a page.
    #[must_use]
    pub fn svg(&self) -> String {
        let (width, height) = (self.width * SQUARE / 100.0, self.height * SQUARE / 100.0);
        let size = format!("width=\"{}mm\" height=\"{}mm\"", Number(width), Number(height));
        let mut shared = Shared::default();
        self.stamps.values().chain([&self.shapes]).for_each(|shapes| shared.count(shapes, ORIGIN));
        self.element(&size, &shared)
    }

    /// The picture as an element of a web page, which determines its size and can take it apart.
    #[must_use]
    pub fn inline_svg(&self) -> String {
        self.element("", &Shared::default())
    }

    fn element(&self, size: &str, shared: &Shared) -> String {
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
        shared.define(&mut text);
        for (name, shapes) in &self.stamps {
            let _ = write!(text, "<g id=\"{}\">", Escaped(name));
            write_all(shapes, ORIGIN, shared, &mut text);
            text.push_str("</g>\n");
        }
        text.push_str("</defs>\n");
        write_all(&self.shapes, ORIGIN, shared, &mut text);
        text.push_str("</svg>\n");
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
    write_all(shapes, ORIGIN, &Shared::default(), &mut text);
    text
}

/// An element without its fill, so that it can be drawn again in another colour.
struct Element {
    /// The name of its tag.
    tag: &'static str,
    /// What follows the tag and the fill, to its end.
    rest: String,
    fill: Option<Tone>,
}

/// How often each element comes up in a file, in a colour and in any. Elements are equal that differ only in the place of the titled
/// group in which they are: the same sign on two squares is drawn once.
#[derive(Default)]
struct Shared(BTreeMap<(&'static str, String, Option<Tone>), usize>);

impl Shared {
    fn count(&mut self, shapes: &[Shape], origin: Point) {
        for part in parts(shapes) {
            match part {
                [Shape::Group { shapes, title, .. }] => self.count(shapes, within(title.as_ref(), shapes, origin)),
                [Shape::Stamp { .. }] => {}
                part => {
                    let Element { tag, rest, fill } = element_of(part, origin);
                    if fill.is_some() {
                        *self.0.entry((tag, rest.clone(), None)).or_default() += 1;
                    }
                    *self.0.entry((tag, rest, fill)).or_default() += 1;
                }
            }
        }
    }

    /// The name of an element that is worth a definition. It is made of what is drawn: pages can show several pictures.
    fn name(&self, tag: &'static str, rest: &str, fill: Option<Tone>) -> Option<String> {
        let times = self.0.get(&(tag, rest.to_owned(), fill)).copied().unwrap_or(0);
        (times > 2 && rest.len() > 24).then(|| {
            let mixed = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            let bytes = tag.bytes().chain(rest.bytes());
            let hash = bytes.chain(filled(fill).bytes()).fold(0xcbf2_9ce4_8422_2325, mixed);
            // Six letters: no two of a picture are ever the same.
            (0..6).map(|at| char::from(b'a' + (hash >> (16 + 8 * at) & 255) as u8 % 26)).collect()
        })
    }

    fn define(&self, text: &mut String) {
        for (tag, rest, fill) in self.0.keys() {
            let Some(name) = self.name(tag, rest, *fill) else { continue };
            let any = fill.and_then(|_| self.name(tag, rest, None));
            // Writing to a string cannot fail.
            let _ = match any {
                Some(any) => writeln!(text, "<use id=\"{name}\" href=\"#{any}\"{}/>", filled(*fill)),
                None => writeln!(text, "<{tag} id=\"{name}\"{}{rest}", filled(*fill)),
            };
        }
    }

    /// Writes an element: itself, or the name of its definition.
    fn write(&self, Element { tag, rest, fill }: Element, text: &mut String) {
        let _ = match (self.name(tag, &rest, fill), self.name(tag, &rest, None)) {
            (Some(name), _) => write!(text, "<use href=\"#{name}\"/>"),
            (None, Some(any)) => write!(text, "<use href=\"#{any}\"{}/>", filled(fill)),
            (None, None) => writeln!(text, "<{tag}{}{rest}", filled(fill)),
        };
    }
}

/// Shapes that are one element each: single ones, and the points of a geomantic figure.
fn parts(shapes: &[Shape]) -> impl Iterator<Item = &[Shape]> {
    shapes.chunk_by(|one, other| match (one, other) {
        (Shape::Disc { fill: Some(one), edge: None, .. }, Shape::Disc { fill: Some(other), edge: None, .. }) => {
            one == other
        }
        _ => false,
    })
}

/// The point from which the shapes of a group are measured.
fn within(title: Option<&String>, shapes: &[Shape], origin: Point) -> Point {
    match shapes.first() {
        Some(Shape::Polygon { points, .. }) if title.is_some() => points.first().copied().unwrap_or(origin),
        _ => origin,
    }
}

fn write_all(shapes: &[Shape], origin: Point, shared: &Shared, text: &mut String) {
    for part in parts(shapes) {
        // Writing to a string cannot fail.
        if let [Shape::Group { name, title, shapes }] = part {
            let from = if shared.0.is_empty() { origin } else { within(title.as_ref(), shapes, origin) };
            text.push_str("<g");
            if !name.is_empty() {
                let _ = write!(text, " id=\"{}\"", Escaped(name));
            }
            if from != origin {
                let (x, y) = (Number(from.0 - origin.0), Number(from.1 - origin.1));
                let _ = write!(text, " transform=\"translate({x} {y})\"");
            }
            text.push('>');
            if let Some(title) = title {
                let _ = write!(text, "<title>{}</title>", Escaped(title));
            }
            write_all(shapes, from, shared, text);
            text.push_str("</g>\n");
            continue;
        }
        shared.write(element_of(part, origin), text);
    }
}

/// The element of a part, measured from a point.
fn element_of(part: &[Shape], (left, top): Point) -> Element {
    let at = |(x, y): Point| (x - left, y - top);
    let element = |tag, fill, rest| Element { tag, rest, fill };
    let disc = |centre, radius| {
        let (x, y) = at(centre);
        format!(" cx=\"{}\" cy=\"{}\" r=\"{}\"", Number(x), Number(y), Number(radius))
    };
    match part {
        [Shape::Polygon { points, fill, edge }] => {
            let points: Vec<Point> = points.iter().copied().map(at).collect();
            element("polygon", *fill, format!(" points=\"{}\"{}", Points(&points), stroked(*fill, *edge)))
        }
        [Shape::Disc { centre, radius, fill, edge }] => {
            element("circle", *fill, disc(*centre, *radius) + &stroked(*fill, *edge))
        }
        [Shape::Line { points, edge }] => {
            let points: Vec<Point> = points.iter().copied().map(at).collect();
            element("polyline", None, format!(" points=\"{}\"{}", Points(&points), stroked(None, Some(*edge))))
        }
        [Shape::Letters { text, foot, size, tone }] => {
            let place = placed(at(*foot), size / 1000.0);
            let (mut drawn, mut pen) = (Vec::new(), 0.0);
            for character in text.chars() {
                let known = letter(character);
                if !known.path.is_empty() {
                    drawn.push((letter_id(character), pen));
                }
                pen += known.width;
            }
            if let [(id, 0.0)] = drawn.as_slice() {
                return element("use", Some(*tone), format!(" href=\"#{id}\"{place}/>"));
            }
            let mut rest = format!("{place}>");
            for (id, pen) in drawn {
                let _ = match pen {
                    0.0 => write!(rest, "<use href=\"#{id}\"/>"),
                    pen => write!(rest, "<use href=\"#{id}\" x=\"{}\"/>", Number(pen)),
                };
            }
            element("g", Some(*tone), rest + "</g>")
        }
        [Shape::Stamp { name, at: place, scale }] => {
            element("use", None, format!(" href=\"#{}\"{}/>", Escaped(name), placed(at(*place), *scale)))
        }
        discs => {
            let circle = |shape: &Shape| match shape {
                Shape::Disc { centre, radius, .. } => format!("<circle{}/>", disc(*centre, *radius)),
                _ => String::new(),
            };
            let fill = discs.iter().find_map(|it| if let Shape::Disc { fill, .. } = it { *fill } else { None });
            element("g", fill, format!(">{}</g>", discs.iter().map(circle).collect::<String>()))
        }
    }
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

/// The end of an element without a fill of its own, with its outline.
fn stroked(fill: Option<Tone>, edge: Option<Edge>) -> String {
    let stroke = |Edge { tone, width }| format!(" stroke=\"{tone}\" stroke-width=\"{}\"", Number(width));
    let fill = if fill.is_none() { " fill=\"none\"" } else { "" };
    format!("{fill}{}/>", edge.map_or(String::new(), stroke))
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
    fn what_a_file_draws_several_times_it_defines_once() {
        let correspondences = Correspondences::embedded();
        let start = Position::start(Array::all()[0], Army::Air, Direction::Deosil);
        let ground = BoardBackground::Painted { board: Board::Air, symbols: true };
        let picture = Painting { position: Some(&start), ..Painting::of(ground, correspondences) }.picture();
        let (file, element) = (picture.svg(), picture.inline_svg());
        assert!(file.len() * 3 < element.len() * 2, "{} of {}", file.len(), element.len());
        for svg in [file, element] {
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
