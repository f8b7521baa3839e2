//! The pages of names.

use anstyle::Style;

use crate::chess::Angle;
use crate::correspondences::{Correspondences, Naming};
use crate::render::{TextPage, table_within};

use super::{NameLookup, NameMeaning, NamedThing, Screen, piece_page};

/// The pages of everything that has a name.
#[must_use]
pub fn names_page(screen: &Screen, lookup: &NameLookup, correspondences: &Correspondences, naming: &Naming) -> String {
    let pages = lookup.found.iter().map(|found| match found {
        NamedThing::Name(meaning) => page(screen, meaning),
        NamedThing::Piece { entry, piece, .. } => piece_page(screen, *piece, entry, correspondences, naming),
    });
    pages.collect::<Vec<_>>().join("\n")
}

fn page(screen: &Screen, meaning: &NameMeaning) -> String {
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let mut page = TextPage::new(screen.width);
    page.paragraph(&format!("{bold}{}{bold:#} {dim}· {}{dim:#}", meaning.name, meaning.what));
    page.gap();
    for (label, says) in &meaning.facts {
        page.fact(label, 10, says);
    }
    if meaning.squares.is_empty() {
        return page.finish();
    }
    page.gap();
    page.paragraph(&format!("{dim}Its squares in each angle{dim:#}"));
    page.gap();
    let several = meaning.squares.iter().any(|place| place.force != meaning.squares[0].force);
    let rows = meaning.squares.chunks(Angle::ALL.len()).map(|places| {
        let mut row = vec![format!("{} board", places[0].board)];
        if several {
            row.insert(0, places[0].force.to_owned());
        }
        row.extend(places.iter().map(|place| place.square.clone()));
        (Style::new(), row)
    });
    let mut header = vec![""];
    if several {
        header.insert(0, "Sign");
    }
    header.extend(Angle::ALL.map(Angle::name));
    page.raw(table_within(screen.width, &header, &rows.collect::<Vec<_>>()).trim_end());
    page.finish()
}
