//! HTML: one self-contained file for any browser, on screen or on paper.
//!
//! `page.html` works without its script, which only adds stepping through the turns. Its content security policy allows no
//! network access and no other script.

mod page_json;
mod variant;

use std::collections::BTreeMap;
use std::{panic, thread};

use minijinja::{Environment, UndefinedBehavior, value::Serde};
use serde::Serialize;

use crate::chess::Square;
use crate::correspondences::{Correspondences, Palette};
use crate::record::Record;
use crate::render::Painting;
use crate::session::PlayedTurn;

use super::picture::painting;
use super::{ExportError, Exporter, Page};

use page_json::json_in_page;

/// Macros of all pages.
const PARTS: &str = include_str!("parts.html");
const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = concat!(include_str!("stepping.js"), include_str!("page.js"));
/// The hash of the script in the policy of the page. A test prints the new value when the script has changed.
const SCRIPT_HASH: &str = "sha256-69j24m4R3F2Ny2jr2jybuI8e33J5vFIZz/xlJg/nnwk=";

/// A page for stepping through the turns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Html(pub Palette);

/// A position, for the script.
#[derive(Serialize)]
struct Standing {
    /// The marks and pieces as SVG.
    drawn: String,
    /// The position in words.
    words: String,
}

/// The variables of `page.html`.
#[derive(Serialize)]
struct Variables {
    page: Page,
    /// The final board, with the tokens of all pieces.
    board: String,
    words: String,
    /// The [`Standing`]s as JSON.
    standings: String,
    /// The view box of each square on the drawn board.
    views: BTreeMap<String, String>,
    style: &'static str,
    script: &'static str,
    script_hash: &'static str,
    version: &'static str,
}

impl Exporter for Html {
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        let turns = record.turns();
        let last = painting(record, turns.last(), self.0, correspondences);
        // The positions of all turns take about as long as everything else on the page.
        let (page, board, standings) = thread::scope(|scope| {
            let standings = scope.spawn(|| json_in_page(&standings(record, turns, self.0, correspondences)));
            let (page, board) = (Page::of(record, correspondences), last.with_every_piece().inline_svg());
            (page, board, standings.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked)))
        });
        let variables = Variables {
            page,
            board,
            words: last.description(),
            standings: standings?,
            views: views(&last),
            style: STYLE,
            script: SCRIPT,
            script_hash: SCRIPT_HASH,
            version: env!("CARGO_PKG_VERSION"),
        };
        rendered(PAGE, variables)
    }
}

/// A page from its template.
fn rendered(page: &str, variables: impl Serialize) -> Result<Vec<u8>, ExportError> {
    let mut pages = Environment::new();
    pages.set_undefined_behavior(UndefinedBehavior::Strict);
    // The extension `.html` turns on escaping.
    pages.add_template("parts.html", PARTS)?;
    pages.add_template("page.html", page)?;
    Ok(pages.get_template("page.html")?.render(Serde(variables))?.into_bytes())
}

/// The positions at the beginning and after every turn.
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

/// The view box of each square on the drawn board, for showing it enlarged.
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
    fn the_policies_know_their_scripts() {
        for (script, hash) in [(SCRIPT, SCRIPT_HASH), (variant::SCRIPT, variant::SCRIPT_HASH)] {
            let made = BASE64_STANDARD.encode(Sha256::digest(script));
            assert_eq!(hash, format!("sha256-{made}"), "a script was changed: write its new hash");
            assert!(!script.contains("</"), "it stays within its element");
        }
        assert!(!STYLE.contains("</"), "it stays within its element");
    }
}
