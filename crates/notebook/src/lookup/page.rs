//! The page of what was looked up: the same title, rows and tables on the screen, as JSON, in the browser and in Python.

use anstyle::Style;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::chess::{Element, Piece};
use crate::render::{ScreenText, TextPage, table_within};

use super::Screen;

/// What there is to know about something.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Page {
    /// What it is called: `XVII The Star`.
    pub title: String,
    /// What that is: `the trump of Aquarius`.
    pub what: String,
    /// What belongs to it, each with its label, which no other row of the page has.
    #[serde(serialize_with = "by_label")]
    pub rows: Vec<(&'static str, String)>,
    /// What is told in tables, below the rows.
    pub tables: Vec<PageTable>,
    /// A drawing for the screen, between the rows and the tables.
    #[serde(skip)]
    pub picture: ScreenText,
    /// What else to ask, for the screen.
    #[serde(skip)]
    pub notes: Vec<String>,
    /// The element whose colour the title has.
    #[serde(skip)]
    pub element: Option<Element>,
    /// The piece, if it is the page of one.
    #[serde(skip)]
    pub piece: Option<Piece>,
}

/// A table of a [`Page`]; as JSON each row has its cells by their headings.
#[derive(Clone, Debug)]
pub struct PageTable {
    /// What it shows; empty for the only table of an overview.
    pub title: String,
    /// The headings of its columns.
    pub header: Vec<&'static str>,
    /// The rows, with the element whose colour each has.
    pub rows: Vec<(Option<Element>, Vec<String>)>,
}

impl Page {
    /// A page with those of these rows that say something.
    pub(super) fn new(
        title: impl ToString,
        what: impl ToString,
        rows: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Page {
        let rows = rows.into_iter().filter(|(_, says)| !says.is_empty()).collect();
        Page { title: title.to_string(), what: what.to_string(), rows, ..Page::default() }
    }

    /// An overview in a single table, and how to see more.
    pub(super) fn overview(
        title: &str,
        header: &[&'static str],
        rows: impl IntoIterator<Item = (Option<Element>, Vec<String>)>,
        notes: impl IntoIterator<Item = String>,
    ) -> Page {
        let table = PageTable::new("", header, rows);
        Page { tables: vec![table], notes: notes.into_iter().collect(), ..Page::new(title, "", []) }
    }

    /// The page for a screen, which ends with a line break.
    #[must_use]
    pub fn text(&self, screen: &Screen) -> ScreenText {
        let dim = Style::new().dimmed();
        let style = |element: Option<Element>| element.map_or_else(Style::new, |it| screen.colours.style(it));
        let (title, mut page) = (style(self.element).bold(), TextPage::new(screen.width));
        let mut heading = ScreenText::styled(title, &self.title);
        if !self.what.is_empty() {
            heading += ScreenText::from(" ") + ScreenText::styled(dim, format!("· {}", self.what));
        }
        page.paragraph(heading);
        page.gap();
        let width = self.rows.iter().map(|(label, _)| label.len()).max().unwrap_or(0).max(10);
        for (label, says) in &self.rows {
            page.fact(label, width, says);
        }
        if !self.picture.is_empty() {
            page.gap();
            page.raw(&self.picture);
        }
        for PageTable { title, header, rows } in &self.tables {
            page.gap();
            if !title.is_empty() {
                page.paragraph(ScreenText::styled(dim, title));
                page.gap();
            }
            let rows: Vec<_> = rows.iter().map(|(element, cells)| (style(*element), cells.clone())).collect();
            page.raw(table_within(screen.width, header, &rows));
        }
        if !self.notes.is_empty() {
            page.gap();
        }
        for note in &self.notes {
            page.paragraph(ScreenText::styled(dim, note));
        }
        page.finish()
    }

    /// Several pages, one below the other.
    #[must_use]
    pub fn texts(pages: &[Page], screen: &Screen) -> ScreenText {
        ScreenText::joined(pages.iter().map(|page| page.text(screen)), "\n")
    }
}

impl PageTable {
    pub(super) fn new(
        title: impl ToString,
        header: &[&'static str],
        rows: impl IntoIterator<Item = (Option<Element>, Vec<String>)>,
    ) -> PageTable {
        PageTable { title: title.to_string(), header: header.to_vec(), rows: rows.into_iter().collect() }
    }
}

fn by_label<S: Serializer>(rows: &[(&'static str, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(rows.iter().map(|(label, says)| (label, says)))
}

impl Serialize for PageTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Row<'t>(&'t [&'static str], &'t [String]);
        impl Serialize for Row<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().zip(self.1))
            }
        }
        let mut table = serializer.serialize_struct("PageTable", 2)?;
        table.serialize_field("title", &self.title)?;
        let rows: Vec<Row<'_>> = self.rows.iter().map(|(_, cells)| Row(&self.header, cells)).collect();
        table.serialize_field("rows", &rows)?;
        table.end()
    }
}
