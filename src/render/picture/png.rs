//! A picture as PNG.

use resvg::{tiny_skia, usvg};

use super::Picture;

/// How many pixels a square is wide.
const SQUARE: f64 = 200.0;

/// A picture that could not be painted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The painter did not understand the description.
    #[error("the picture could not be painted: {0}")]
    Svg(#[from] usvg::Error),
    /// There is no room for so many pixels.
    #[error("the picture is too large to be painted")]
    Size,
    /// The pixels could not be written as PNG.
    #[error("the picture could not be packed: {0}")]
    Png(String),
}

impl Picture {
    /// The bytes of the picture as a file of PNG, on white, a square being 200 pixels wide.
    ///
    /// # Errors
    /// When the picture is larger than memory allows: none of ours is.
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        let tree = usvg::Tree::from_str(&self.inline_svg(), &usvg::Options::default())?;
        let scale = (SQUARE / 100.0) as f32;
        let pixels = |length: f64| (length * SQUARE / 100.0).ceil() as u32;
        let mut canvas = tiny_skia::Pixmap::new(pixels(self.width), pixels(self.height)).ok_or(PngError::Size)?;
        canvas.fill(tiny_skia::Color::WHITE);
        resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut canvas.as_mut());
        canvas.encode_png().map_err(|error| PngError::Png(error.to_string()))
    }
}
