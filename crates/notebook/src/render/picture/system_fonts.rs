//! The words of a picture that have no outlines, drawn with the fonts of the computer.

use std::collections::BTreeSet;
use std::mem;
use std::sync::{Arc, OnceLock};

use resvg::usvg::{self, FontResolver, Node, Tree, fontdb};

use super::glyphs::{from, runs, width, wrapped};
use super::painting::{INK, MARGIN, PAPER, group};
use super::{Picture, Shape};

/// What is below a picture some of whose words no font has.
const LEFT_OUT: &str = "… stands for words that no font of this computer can draw. A picture as SVG has them.";
const SIZE: f64 = 23.0;

/// The fonts.
pub(super) struct SystemFonts(usvg::Options<'static>);

impl SystemFonts {
    /// Those of the computer, which are looked for once.
    pub(super) fn of_computer() -> SystemFonts {
        static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
        let found = FONTS.get_or_init(|| {
            let mut fonts = fontdb::Database::new();
            fonts.load_system_fonts();
            // Their glyphs are images, which are not drawn.
            let is_image =
                |face: &&fontdb::FaceInfo| face.families.iter().any(|(name, _)| name.ends_with("Color Emoji"));
            let images: Vec<fontdb::ID> = fonts.faces().filter(is_image).map(|face| face.id).collect();
            images.into_iter().for_each(|face| fonts.remove_face(face));
            Arc::new(fonts)
        });
        SystemFonts::of(Arc::clone(found))
    }

    fn of(fontdb: Arc<fontdb::Database>) -> SystemFonts {
        let mut options = usvg::Options { fontdb, ..Default::default() };
        let usual = FontResolver::default_font_selector();
        // Any font can begin: the letters that it lacks are taken from others.
        options.font_resolver.select_font =
            Box::new(move |font, fonts| usual(font, fonts).or_else(|| fonts.faces().next().map(|face| face.id)));
        SystemFonts(options)
    }

    /// The picture as it can be drawn: without the words that no font has.
    pub(super) fn drawn(&self, picture: &Picture) -> Result<(Picture, Tree), usvg::Error> {
        let whole = self.with_scripts_apart(picture.clone());
        let svg = whole.inline_svg();
        let tree = Tree::from_str(&svg, &self.0)?;
        let mut missing = BTreeSet::new();
        find_missing(tree.root(), &mut missing);
        if self.0.fontdb.is_empty() {
            let texts = svg.split("<text").skip(1).flat_map(str::chars);
            missing.extend(texts.filter(|letter| !letter.is_ascii()).map(String::from));
        }
        // What has no glyph because it is not seen: the marks around a text.
        missing.retain(|letter| !letter.chars().all(|it| it.is_whitespace() || matches!(it, '\u{2068}' | '\u{2069}')));
        if missing.is_empty() {
            return Ok((whole, tree));
        }
        let picture = self.with_scripts_apart(without(picture, &missing));
        let tree = Tree::from_str(&picture.inline_svg(), &self.0)?;
        Ok((picture, tree))
    }

    /// The picture in which words of different scripts are texts of their own: letters are joined by the rules of one script, that of
    /// the first letter. What is written from right to left is parted by its direction.
    fn with_scripts_apart(&self, mut picture: Picture) -> Picture {
        for shapes in picture.stamps.values_mut().chain([&mut picture.shapes]) {
            self.part(shapes);
        }
        picture
    }

    fn part(&self, shapes: &mut [Shape]) {
        for shape in shapes {
            match shape {
                Shape::Group { shapes, .. } => self.part(shapes),
                Shape::Letters { text, foot: (x, y), size, tone }
                    if needs_font(text) && !text.contains(is_from_right) =>
                {
                    let words: Vec<&str> = text.split(' ').collect();
                    let mut parts = Vec::new();
                    for words in words.chunk_by(|one, other| one.contains(is_of_script) == other.contains(is_of_script))
                    {
                        let part = words.join(" ");
                        parts.push(from(&part, (*x, *y), *size, *tone));
                        *x += self.width(&part, *size) + width(" ", *size);
                    }
                    *shape = group("", mem::take(&mut parts));
                }
                _ => {}
            }
        }
    }

    /// The width of a text as it is drawn.
    fn width(&self, text: &str, size: f64) -> f64 {
        if !needs_font(text) {
            return width(text, size);
        }
        let shapes = vec![from(text, (0.0, 0.0), size, INK)];
        let alone = Picture { width: 1.0, height: 1.0, shapes, ..Picture::default() };
        let tree = Tree::from_str(&alone.inline_svg(), &self.0).ok();
        let widths = tree.iter().flat_map(|tree| tree.root().children()).map(|node| node.abs_bounding_box().right());
        widths.map(f64::from).fold(0.0, f64::max)
    }
}

fn needs_font(text: &str) -> bool {
    runs(text).iter().any(|run| !run.is_outlined)
}

/// Whether a letter is neither Latin, Greek nor Cyrillic.
fn is_of_script(letter: char) -> bool {
    letter >= '\u{590}' && letter.is_alphabetic()
}

/// Whether a letter is written from right to left.
fn is_from_right(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
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

/// The picture without the words that have any of these letters, and with a line that says so.
fn without(picture: &Picture, missing: &BTreeSet<String>) -> Picture {
    let mut picture = picture.clone();
    for shapes in picture.stamps.values_mut().chain([&mut picture.shapes]) {
        leave_out(shapes, missing);
    }
    let bottom = picture.top + picture.height;
    let lines = wrapped(LEFT_OUT, SIZE, picture.width - 2.0 * MARGIN, 3);
    let more = (lines.len() as f64 + 1.0) * SIZE * 1.35;
    picture.height += more;
    picture.shapes.insert(0, Shape::rectangle((0.0, bottom), (picture.width, more), Some(PAPER), None));
    let line = |(number, text): (f64, &String)| from(text, (MARGIN, bottom + number * SIZE * 1.35), SIZE, INK);
    picture.shapes.extend([1.0, 2.0, 3.0].into_iter().zip(&lines).map(line));
    picture
}

/// Writes an ellipsis for each word that has one of these letters.
fn leave_out(shapes: &mut [Shape], missing: &BTreeSet<String>) {
    for shape in shapes {
        match shape {
            Shape::Group { shapes, .. } => leave_out(shapes, missing),
            Shape::Letters { text, .. } if needs_font(text) => {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(words: &str) -> Picture {
        let shapes = vec![from(words, (0.0, 50.0), 20.0, INK)];
        Picture { width: 600.0, height: 100.0, shapes, ..Picture::default() }
    }

    #[test]
    fn words_without_a_font_are_left_out_and_a_line_says_so() {
        let whole = picture("Will Łódź and Kraków be kind to Łukasz Łoś?");
        let (drawn, _) = SystemFonts::of(Arc::default()).drawn(&whole).unwrap();
        assert!(drawn.height > whole.height && !drawn.inline_svg().contains("<text"));
        let missing = BTreeSet::from(["Ł".to_owned(), "ś".to_owned()]);
        let Shape::Letters { text, .. } = &without(&whole, &missing).shapes[1] else { panic!("no letters") };
        assert_eq!(text, "Will … and Kraków be kind to …");
    }

    #[test]
    fn words_of_different_scripts_are_parted_but_not_those_from_right_to_left() {
        let fonts = SystemFonts::of(Arc::default());
        let parted = |words: &str| match &fonts.with_scripts_apart(picture(words)).shapes[0] {
            Shape::Group { shapes, .. } => shapes.len(),
            _ => 1,
        };
        assert_eq!([parted("Will श्याम मेरा go to Łódź?"), parted("क्या मेरा भाई?"), parted("to Łódź")], [3, 1, 1]);
        assert_eq!([parted("האם Łukasz מאושר?"), parted("Will it?")], [1, 1]);
    }
}
