//! A picture as PNG.

use resvg::{tiny_skia, usvg};

use crate::input::Help;

use super::Picture;
use super::system_fonts::SystemFonts;

/// The width of a square in pixels.
const SQUARE: f64 = 200.0;

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
        let svg = self.inline_svg();
        if !svg.contains("<text") {
            return self.rendered(&usvg::Tree::from_str(&svg, &usvg::Options::default())?);
        }
        let (picture, tree) = SystemFonts::of_computer().drawn(self)?;
        picture.rendered(&tree)
    }

    fn rendered(&self, tree: &usvg::Tree) -> Result<Vec<u8>, PngError> {
        let scale = (SQUARE / 100.0) as f32;
        let pixels = |length: f64| (length * SQUARE / 100.0).ceil() as u32;
        let mut canvas = tiny_skia::Pixmap::new(pixels(self.width), pixels(self.height)).ok_or(PngError::Size)?;
        canvas.fill(tiny_skia::Color::WHITE);
        resvg::render(tree, tiny_skia::Transform::from_scale(scale, scale), &mut canvas.as_mut());
        encoded(&canvas)
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
