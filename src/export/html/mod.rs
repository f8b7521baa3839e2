//! HTML: one self-contained file for any browser, on screen or on paper.
//!
//! `page.html` works without its script, which only adds stepping through the turns. Its content security policy allows no
//! network access and no other script.

mod acts_html;
mod landing_html;
mod page_json;
mod standings;

use std::collections::BTreeMap;

use minijinja::value::{Serde, Value};
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;

use crate::chess::Square;
use crate::correspondences::{Correspondences, Palette};
use crate::record::{EnochianRecord, Record, RecordLens};
use crate::render::Painting;

use super::picture::painting;
use super::{ExportError, Exporter, Page};

use landing_html::{LANDING, landings};
use standings::write_standings;

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

/// The variables of `page.html`.
#[derive(Serialize)]
struct Variables {
    page: Page,
    /// The final board, with the tokens of all pieces.
    board: String,
    words: String,
    /// The landing of each turn.
    landings: Vec<Value>,
    style: &'static str,
    script_hash: &'static str,
    version: &'static str,
}

impl Exporter for Html {
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        match record.lens() {
            RecordLens::Enochian(record) => self.page(record, correspondences),
            RecordLens::Other(record) => self.acts(record),
        }
    }
}

impl Html {
    fn page(self, record: EnochianRecord<'_>, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        let last = painting(record, record.turns().last(), self.0, correspondences);
        let page = Page::of(record, correspondences);
        let pages = pages(PAGE)?;
        let variables = Variables {
            landings: landings(&page.turns, &views(&last), &pages)?,
            page,
            board: last.with_every_piece().inline_svg(),
            words: last.description(),
            style: STYLE,
            script_hash: SCRIPT_HASH,
            version: env!("CARGO_PKG_VERSION"),
        };
        let mut text = rendered(&pages, variables)?;
        // More than half of the page, which the template would only copy.
        write_standings(record, self.0, correspondences, &mut text)?;
        text.extend(["</script>\n<script>", SCRIPT, "</script>\n</body>\n</html>"]);
        Ok(text.into_bytes())
    }
}

/// The templates of a page.
fn pages(page: &str) -> Result<Environment<'_>, minijinja::Error> {
    let mut pages = Environment::new();
    pages.set_undefined_behavior(UndefinedBehavior::Strict);
    // The extension `.html` turns on escaping.
    for (name, text) in [("parts.html", PARTS), ("landing.html", LANDING), ("page.html", page)] {
        pages.add_template(name, text)?;
    }
    Ok(pages)
}

/// A page from its templates.
fn rendered(pages: &Environment<'_>, variables: impl Serialize) -> Result<String, minijinja::Error> {
    pages.get_template("page.html")?.render(Serde(variables))
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
        for (script, hash) in [(SCRIPT, SCRIPT_HASH), (acts_html::SCRIPT, acts_html::SCRIPT_HASH)] {
            let made = BASE64_STANDARD.encode(Sha256::digest(script));
            assert_eq!(hash, format!("sha256-{made}"), "a script was changed: write its new hash");
            assert!(!script.contains("</"), "it stays within its element");
        }
        assert!(!STYLE.contains("</"), "it stays within its element");
    }
}
