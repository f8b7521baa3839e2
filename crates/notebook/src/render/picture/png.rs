//! A picture as PNG.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia;
use resvg::usvg::{self, FontResolver, Node, fontdb};

use crate::input::Help;

use super::glyphs::{from, runs, wrapped};
use super::painting::{INK, MARGIN, PAPER};
use super::{Picture, Shape};

/// The width of a square in pixels.
const SQUARE: f64 = 200.0;
/// What is below a picture some of whose words no font has.
const LEFT_OUT: &str = "… stands for words that no font of this computer can draw. A picture as SVG has them.";
const SIZE: f64 = 23.0;

/// An error when rendering a picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The renderer rejected the SVG.
    #[error("cannot render the picture: {0}")]
    Svg(#[from] usvg::Error),
    /// There is not enough memory for the pixels.
    #[error("the picture is too large to render")]
    Size,
    /// The pixels could not be encoded as PNG.
    #[error("cannot encode the picture: {0}")]
    Png(#[from] png::EncodingError),
}

impl Help for PngError {}

impl Picture {
    /// The picture as the bytes of a PNG file, on white, with squares 200 pixels wide. Words that have no outlines are drawn with the
    /// fonts of the computer. Those for which it has none are left out, and a line below the picture says so.
    ///
    /// # Errors
    /// If the picture is too large for the memory, or cannot be encoded.
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
        let svg = self.inline_svg();
        let fonts = match svg.contains("<text") {
            true => Arc::clone(FONTS.get_or_init(|| {
                let mut fonts = fontdb::Database::new();
                fonts.load_system_fonts();
                // Their glyphs are images, which are not drawn.
                let is_image =
                    |face: &&fontdb::FaceInfo| face.families.iter().any(|(name, _)| name.ends_with("Color Emoji"));
                let images: Vec<fontdb::ID> = fonts.faces().filter(is_image).map(|face| face.id).collect();
                images.into_iter().for_each(|face| fonts.remove_face(face));
                Arc::new(fonts)
            })),
            false => Arc::default(),
        };
        let mut options = usvg::Options { fontdb: fonts, ..Default::default() };
        let usual = FontResolver::default_font_selector();
        // Any font can begin: the letters that it lacks are taken from others.
        options.font_resolver.select_font =
            Box::new(move |font, fonts| usual(font, fonts).or_else(|| fonts.faces().next().map(|face| face.id)));
        self.drawn_with(&svg, &options)
    }

    fn drawn_with(&self, svg: &str, fonts: &usvg::Options<'_>) -> Result<Vec<u8>, PngError> {
        let tree = usvg::Tree::from_str(svg, fonts)?;
        let mut missing = BTreeSet::new();
        find_missing(tree.root(), &mut missing);
        if fonts.fontdb.is_empty() {
            missing
                .extend(svg.split("<text").skip(1).flat_map(str::chars).filter(|it| !it.is_ascii()).map(String::from));
        }
        // What has no glyph because it is not seen: the marks around a text.
        missing.retain(|letter| !letter.chars().all(|it| it.is_whitespace() || matches!(it, '\u{2068}' | '\u{2069}')));
        if missing.is_empty() {
            return self.rendered(&tree);
        }
        let picture = self.without(&missing);
        picture.rendered(&usvg::Tree::from_str(&picture.inline_svg(), fonts)?)
    }

    fn rendered(&self, tree: &usvg::Tree) -> Result<Vec<u8>, PngError> {
        let scale = (SQUARE / 100.0) as f32;
        let pixels = |length: f64| (length * SQUARE / 100.0).ceil() as u32;
        let mut canvas = tiny_skia::Pixmap::new(pixels(self.width), pixels(self.height)).ok_or(PngError::Size)?;
        canvas.fill(tiny_skia::Color::WHITE);
        resvg::render(tree, tiny_skia::Transform::from_scale(scale, scale), &mut canvas.as_mut());
        encoded(&canvas)
    }

    /// The picture without the words that have any of these letters, and with a line that says so.
    fn without(&self, missing: &BTreeSet<String>) -> Picture {
        let mut picture = self.clone();
        for shapes in picture.stamps.values_mut().chain([&mut picture.shapes]) {
            leave_out(shapes, missing);
        }
        let bottom = self.top + self.height;
        let lines = wrapped(LEFT_OUT, SIZE, self.width - 2.0 * MARGIN, 3);
        let more = (lines.len() as f64 + 1.0) * SIZE * 1.35;
        picture.height += more;
        picture.shapes.insert(0, Shape::rectangle((0.0, bottom), (self.width, more), Some(PAPER), None));
        let line = |(number, text): (f64, &String)| from(text, (MARGIN, bottom + number * SIZE * 1.35), SIZE, INK);
        picture.shapes.extend([1.0, 2.0, 3.0].into_iter().zip(&lines).map(line));
        picture
    }
}

/// The letters of the texts for which there is no glyph.
fn find_missing(group: &usvg::Group, missing: &mut BTreeSet<String>) {
    for node in group.children() {
        match node {
            Node::Group(group) => find_missing(group, missing),
            Node::Text(text) => {
                let glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
                missing.extend(glyphs.filter(|glyph| glyph.id.0 == 0).map(|glyph| glyph.text.clone()));
            }
            _ => {}
        }
    }
}

/// Writes an ellipsis for each word that has one of these letters.
fn leave_out(shapes: &mut [Shape], missing: &BTreeSet<String>) {
    for shape in shapes {
        match shape {
            Shape::Group { shapes, .. } => leave_out(shapes, missing),
            Shape::Letters { text, .. } if runs(text).iter().any(|run| !run.is_outlined) => {
                let is_missing = |word: &str| missing.iter().any(|letter| word.contains(letter.as_str()));
                let mut words: Vec<&str> =
                    text.split(' ').map(|word| if is_missing(word) { "…" } else { word }).collect();
                words.dedup_by(|one, other| *one == "…" && *other == "…");
                *text = words.join(" ");
            }
            _ => {}
        }
    }
}

/// The canvas is opaque, so its pixels, multiplied by their alpha, are those of a PNG. Without filters flat colours take a sixth less
/// space, and half the time.
fn encoded(canvas: &tiny_skia::Pixmap) -> Result<Vec<u8>, PngError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, canvas.width(), canvas.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_deflate_compression(png::DeflateCompression::Level(3));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(canvas.data())?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_without_a_font_are_left_out_and_a_line_says_so() {
        let words = from("Will Łódź and Kraków be kind to Łukasz Łoś?", (0.0, 50.0), 20.0, INK);
        let picture = Picture {
            width: 600.0,
            height: 100.0,
            top: 0.0,
            title: String::new(),
            description: String::new(),
            shapes: vec![words],
            stamps: Default::default(),
        };
        let height = |png: &[u8]| u32::from_be_bytes(png[20..24].try_into().unwrap());
        let drawn = picture.drawn_with(&picture.inline_svg(), &usvg::Options::default()).unwrap();
        assert!(height(&drawn) > 2 * 100);
        let missing = BTreeSet::from(["Ł".to_owned(), "ś".to_owned()]);
        let Shape::Letters { text, .. } = &picture.without(&missing).shapes[1] else { panic!("no letters") };
        assert_eq!(text, "Will … and Kraków be kind to …");
    }
}
