//! HTML: one file with everything in it, for any browser, on the screen or on paper.
//!
//! `page.html` is the page; it stands without its script, which only adds the
//! stepping. Nothing in it leads out: its policy lets the browser fetch nothing,
//! and run no script but this one.

use std::collections::BTreeMap;

use minijinja::{Environment, UndefinedBehavior, value::Serde};
use serde::Serialize;

use crate::chess::Square;
use crate::correspondences::{Correspondences, Palette};
use crate::record::Record;
use crate::render::Painting;
use crate::session::PlayedTurn;

use super::picture::painting;
use super::{ExportError, Exporter, Page};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// What the policy of the page knows its script by. A test says what it should be when the script was changed.
const SCRIPT_HASH: &str = "sha256-nxyj0OYY/+FgXymS46wRfIG4XM3kCs7f2c0As8yfhb8=";

/// A page on which the reading can be stepped through.
#[derive(Clone, Copy, Debug, Default)]
pub struct Html(pub Palette);

/// How the board stands, for the script.
#[derive(Serialize)]
struct Standing {
    /// The marks and pieces.
    drawn: String,
    /// Where everything is, in words.
    words: String,
}

/// What is put into `page.html`.
#[derive(Serialize)]
struct Variables {
    page: Page,
    /// The board as it stands at the end, with the tokens of all pieces.
    board: String,
    words: String,
    standings: Vec<Standing>,
    /// Where each square lies on the drawn board.
    views: BTreeMap<String, String>,
    style: &'static str,
    script: &'static str,
    script_hash: &'static str,
    version: &'static str,
}

impl Exporter for Html {
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        let mut pages = Environment::new();
        pages.set_undefined_behavior(UndefinedBehavior::Strict);
        // What the name ends in says that everything put into the page is escaped.
        pages.add_template("page.html", PAGE)?;
        let turns = record.turns();
        let last = painting(record, turns.last(), self.0, correspondences);
        let variables = Variables {
            page: Page::of(record, correspondences),
            board: last.with_every_piece().inline_svg(),
            words: last.description(),
            standings: standings(record, turns, self.0, correspondences),
            views: views(&last),
            style: STYLE,
            script: SCRIPT,
            script_hash: SCRIPT_HASH,
            version: env!("CARGO_PKG_VERSION"),
        };
        Ok(pages.get_template("page.html")?.render(Serde(variables))?.into_bytes())
    }
}

/// The board at the beginning and after every turn.
fn standings(
    record: &Record,
    turns: &[PlayedTurn],
    palette: Palette,
    correspondences: &Correspondences,
) -> Vec<Standing> {
    let start = record.heading().subject.start();
    let beginning = Painting { position: Some(&start), ..painting(record, None, palette, correspondences) };
    let after = turns.iter().map(|turn| painting(record, Some(turn), palette, correspondences));
    let standing = |painting: Painting<'_>| Standing { drawn: painting.standing_svg(), words: painting.description() };
    std::iter::once(beginning).chain(after).map(standing).collect()
}

/// The part of the drawn board that each square is, for showing it large.
fn views(painting: &Painting<'_>) -> BTreeMap<String, String> {
    let view = |square| {
        let (x, y) = painting.corner(square);
        (square.to_string(), format!("{x} {y} 100 100"))
    };
    Square::all().map(view).collect()
}

#[cfg(test)]
mod tests {
    use base64::prelude::{BASE64_STANDARD, Engine as _};
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn the_policy_knows_the_script() {
        let hash = BASE64_STANDARD.encode(Sha256::digest(SCRIPT));
        assert_eq!(SCRIPT_HASH, format!("sha256-{hash}"), "page.js was changed: write its new hash");
        assert!(!SCRIPT.contains("</") && !STYLE.contains("</"), "they stay within their elements");
    }
}
