//! HTML: one self-contained file for any browser, on screen or on paper, that looks as the table does.
//!
//! All of it stands in the page, which works without its script: this only moves the pieces when one steps through the turns. Its
//! content security policy allows no network access and no other script.

mod book;
mod conclusion_html;
mod steps;

use std::collections::BTreeMap;
use std::fmt::Write;

use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::correspondences::{Correspondences, Palette};
use crate::games::Diagram;
use crate::input::safe;
use crate::record::Record;
use crate::render::{DiagramPainting, SteppingBoard};

use super::page::remarks;
use super::{ExportError, Exporter, Page};

pub use conclusion_html::{Conclusion, encoded};
use conclusion_html::{disc, seal, stepping, templates};

pub use book::Book;

/// What the kept page and the table have in common.
pub const LOOK: &str = include_str!("look.css");
const STYLE: &str = concat!(include_str!("look.css"), include_str!("page.css"));
const SCRIPT: &str = include_str!("page.js");
/// The hash of the script in the policy of the page. A test prints the new value when the script has changed.
const SCRIPT_HASH: &str = "sha256-Qv55z6yJgJFsAuvwLaLgCTdBfBtljt/y1KltWAgRrEg=";

/// A page for stepping through the turns.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Html {
    /// The colours.
    pub palette: Palette,
    /// The journals to which the links in notes lead, by the names in the links; nothing for this one (`journal::link_targets`).
    /// The page of another is `NAME.html` beside this one. A name that is not among them is a text.
    pub links: BTreeMap<String, String>,
}

impl Html {
    /// A page in the colours of a palette, whose notes have no links.
    #[must_use]
    pub fn of(palette: Palette) -> Html {
        Html { palette, ..Html::default() }
    }

    /// The page with these links in its notes.
    #[must_use]
    pub fn with_links(self, links: BTreeMap<String, String>) -> Html {
        Html { links, ..self }
    }
}

impl Exporter for Html {
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        Ok(self.render("page.html", record, correspondences)?.into_bytes())
    }
}

impl Html {
    /// A record by one of the templates: all of the page, or what stands in it.
    fn render(
        &self,
        template: &str,
        record: &Record,
        correspondences: &Correspondences,
    ) -> Result<String, minijinja::Error> {
        let conclusion = Conclusion::new(record);
        let mut page = Page::of(record, correspondences);
        let (board, conclusion, positions) = match record.enochian() {
            Some(record) => {
                let board = stepping(record, self.palette, correspondences);
                let conclusion = conclusion.with_enochian(record, &board, correspondences);
                (Some(board), conclusion, Vec::new())
            }
            None => {
                let positions = steps::positions(record);
                (self.board_of(record, &positions), conclusion.with_acts(record), positions)
            }
        };
        let disc = |name: &str| if record.enochian().is_some() { seal(name) } else { disc(name, record) };
        let steps = steps::of_turns(std::mem::take(&mut page.turns), board.as_ref(), &positions, disc);
        let all = context! {
            c => Value::from(Serde(conclusion)),
            start => board.as_ref().map(|board| board.changes(0)),
            beside => positions.last().map(|(last, _)| last.beside.clone()),
            start_beside => positions.first().and_then(|(start, _)| steps::beside(start)),
            board => board.map(|board| board.svg()),
            steps,
            after => Value::from(Serde(&page.after_turns)),
            heading => page.headings.terms,
            style => style(&[page.title.clone(), page.kind.clone()]),
            page => Value::from(Serde(page)),
            remarks => Value::from(Serde(remarks(record))),
            to => "#turn-",
            script => SCRIPT,
            script_hash => SCRIPT_HASH,
            version => env!("CARGO_PKG_VERSION"),
        };
        templates("#turn-".to_owned(), self.links.clone())?.get_template(template)?.render(all)
    }

    /// The board of another game; nothing if it has none.
    fn board_of(&self, record: &Record, positions: &[(Diagram, Vec<String>)]) -> Option<SteppingBoard> {
        let (last, _) = positions.last().filter(|(last, _)| !last.panels.is_empty())?;
        // What stands beside the board changes with the acts, so it stands in the page.
        let bare = Diagram { beside: Vec::new(), ..last.clone() };
        let painting = DiagramPainting { palette: self.palette, ..DiagramPainting::of(&bare, record.game().seats()) };
        let mut board = painting.stepping(positions);
        board.picture.title = format!("{}: the board", safe(record.game().title()));
        Some(board)
    }
}

/// The style, with the running title of printed pages: at the left the title, at the right the kind.
fn style([title, kind]: &[String; 2]) -> String {
    let first = "@page :first { @top-left { content: \"\"; } @top-right { content: \"\"; } }\n";
    format!("{STYLE}{}{first}", running_title("", title, kind))
}

/// The running title of the printed pages with a name.
fn running_title(pages: &str, title: &str, kind: &str) -> String {
    let title = match title.char_indices().nth(RUNNING) {
        Some((end, _)) => format!("{}…", &title[..end]),
        None => title.to_owned(),
    };
    let [title, kind] = [style_text(&title), style_text(kind)];
    format!("@page {pages} {{ @top-left {{ content: {title}; }} @top-right {{ content: {kind}; }} }}\n")
}

/// The most characters of a running title.
const RUNNING: usize = 70;

/// A text in a style sheet: whatever could mean something there is written as its number.
fn style_text(text: &str) -> String {
    let mut written = "\"".to_owned();
    for character in text.chars() {
        match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | ' ' => written.push(character),
            _ => {
                let _ = write!(written, "\\{:x} ", character as u32);
            }
        }
    }
    written + "\""
}

#[cfg(test)]
mod tests {
    use base64::prelude::{BASE64_STANDARD, Engine as _};
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn the_policy_knows_its_script() {
        let made = BASE64_STANDARD.encode(Sha256::digest(SCRIPT));
        assert_eq!(SCRIPT_HASH, format!("sha256-{made}"), "the script was changed: write its new hash");
        assert!(!SCRIPT.contains("</") && !STYLE.contains("</"), "they stay within their elements");
    }

    #[test]
    fn a_running_title_stays_within_its_quotation_marks() {
        let style = style(&["</style>\"};\\\n*{".to_owned(), "ב".repeat(99)]);
        let (_, rest) = style.split_once("@top-left { content: \"").unwrap();
        assert!(rest.starts_with("\\3c \\2f style\\3e \\22 \\7d \\3b \\5c \\a \\2a \\7b \"; }"), "{rest}");
    }
}
