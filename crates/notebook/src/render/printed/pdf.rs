//! Sheets of paper as PDF. All lengths are millimetres, from the upper left corner of the sheet.

use std::collections::BTreeMap;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::LineCapStyle;
use pdf_writer::writers::Resources;
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};
use std::io::Write as _;

use crate::correspondences::Tone;

use super::super::picture::{Edge, Picture, Point, Shape, letter};

/// Points of PDF in a millimetre.
const POINT: f64 = 72.0 / 25.4;
/// How far the handles of a quarter of a circle are from its ends, for a radius of 1.
const ROUND: f64 = 0.552_284_75;

pub(super) const INK: Tone = Tone(0x1c, 0x1a, 0x18);
pub(super) const FAINT: Tone = Tone(0x8a, 0x86, 0x80);

type Stamps = BTreeMap<String, Vec<Shape>>;

/// A file in the making.
pub(super) struct PdfBook {
    pdf: Pdf,
    title: String,
    pages: Vec<Ref>,
    forms: Vec<Ref>,
    next: i32,
}

/// A sheet in the making.
pub(super) struct PdfSheet {
    content: Content,
    /// The width of the paper.
    pub(super) width: f64,
    /// The height of the paper.
    pub(super) height: f64,
}

/// A drawing that several sheets show.
#[derive(Clone, Copy)]
pub(super) struct PdfForm(usize);

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const RESOURCES: Ref = Ref::new(3);
const INFO: Ref = Ref::new(4);
const FONTS: [(Ref, Name<'static>, Name<'static>); 2] =
    [(Ref::new(5), Name(b"R"), Name(b"Times-Roman")), (Ref::new(6), Name(b"B"), Name(b"Times-Bold"))];

impl PdfBook {
    pub(super) fn new(title: &str) -> PdfBook {
        PdfBook { pdf: Pdf::new(), title: title.to_owned(), pages: Vec::new(), forms: Vec::new(), next: 7 }
    }

    fn reference(&mut self) -> Ref {
        self.next += 1;
        Ref::new(self.next - 1)
    }

    /// A drawing, in its own units.
    pub(super) fn form(&mut self, picture: &Picture, (left, top): Point, (right, bottom): Point) -> PdfForm {
        let mut content = Content::new();
        shapes(&mut content, &picture.shapes, &picture.stamps);
        let id = self.reference();
        let bytes = packed(&content.finish());
        let mut form = self.pdf.form_xobject(id, &bytes);
        form.filter(Filter::FlateDecode);
        form.bbox(Rect::new(left as f32, top as f32, right as f32, bottom as f32));
        form.finish();
        self.forms.push(id);
        PdfForm(self.forms.len() - 1)
    }

    /// Puts a sheet at the end.
    pub(super) fn add(&mut self, sheet: PdfSheet) {
        let (page, content) = (self.reference(), self.reference());
        self.pages.push(page);
        let (width, height) = ((sheet.width * POINT) as f32, (sheet.height * POINT) as f32);
        let mut written = self.pdf.page(page);
        written.media_box(Rect::new(0.0, 0.0, width, height)).parent(PAGES).contents(content);
        written.pair(Name(b"Resources"), RESOURCES);
        written.finish();
        let bytes = packed(&sheet.content.finish());
        self.pdf.stream(content, &bytes).filter(Filter::FlateDecode);
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        self.pdf.catalog(CATALOG).pages(PAGES);
        self.pdf.pages(PAGES).kids(self.pages.iter().copied()).count(self.pages.len() as i32);
        self.pdf.document_info(INFO).title(TextStr(&self.title)).creator(TextStr("enochian"));
        for (id, _, base) in FONTS {
            self.pdf.type1_font(id).base_font(base).encoding_predefined(Name(b"WinAnsiEncoding"));
        }
        let mut resources = self.pdf.indirect(RESOURCES).start::<Resources<'_>>();
        let mut fonts = resources.fonts();
        for (id, name, _) in FONTS {
            fonts.pair(name, id);
        }
        fonts.finish();
        let mut forms = resources.x_objects();
        for (number, id) in self.forms.iter().enumerate() {
            forms.pair(Name(form_name(number).as_bytes()), *id);
        }
        forms.finish();
        resources.finish();
        self.pdf.finish()
    }
}

fn form_name(number: usize) -> String {
    format!("F{number}")
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::new(3));
    // Writing to memory cannot fail.
    let _ = packed.write_all(bytes);
    packed.finish().unwrap_or_default()
}

impl PdfSheet {
    /// A blank sheet of a width and height, with a line at its foot.
    pub(super) fn new((width, height): Point, foot: &str) -> PdfSheet {
        let mut content = Content::new();
        content.transform([POINT, 0.0, 0.0, -POINT, 0.0, height * POINT].map(|it| it as f32));
        let mut sheet = PdfSheet { content, width, height };
        sheet.text((10.0, height - 11.0), 2.8, false, FAINT, foot);
        sheet
    }

    /// Shapes with a point of theirs at a point of the sheet; one of their units becomes `scale` millimetres.
    pub(super) fn shapes(&mut self, drawn: &[Shape], at: Point, scale: f64) {
        stamped(&mut self.content, drawn, &BTreeMap::new(), at, scale);
    }

    /// A picture, likewise.
    pub(super) fn picture(&mut self, picture: &Picture, at: Point, scale: f64) {
        stamped(&mut self.content, &picture.shapes, &picture.stamps, at, scale);
    }

    /// The part of a form that falls into a rectangle of the sheet; its origin is at `at`.
    pub(super) fn window(&mut self, form: PdfForm, [left, top, width, height]: [f64; 4], (x, y): Point, scale: f64) {
        self.content.save_state();
        self.content.rect(left as f32, top as f32, width as f32, height as f32).clip_nonzero().end_path();
        self.content.transform([scale, 0.0, 0.0, scale, x, y].map(|it| it as f32));
        self.content.x_object(Name(form_name(form.0).as_bytes()));
        self.content.restore_state();
    }

    /// A line of a width; dashed lines are folds.
    pub(super) fn line(&mut self, (ax, ay): Point, (bx, by): Point, width: f64, tone: Tone, is_dashed: bool) {
        self.content.save_state();
        if is_dashed {
            self.content.set_dash_pattern([1.2, 0.9], 0.0);
        }
        stroke(&mut self.content, Edge { tone, width });
        self.content.move_to(ax as f32, ay as f32).line_to(bx as f32, by as f32).stroke();
        self.content.restore_state();
    }

    /// A rectangle.
    pub(super) fn rectangle(&mut self, (x, y): Point, (width, height): Point, line: f64, tone: Tone) {
        stroke(&mut self.content, Edge { tone, width: line });
        self.content.rect(x as f32, y as f32, width as f32, height as f32).stroke();
    }

    /// Words with the left end of their baseline at a point.
    pub(super) fn text(&mut self, (x, y): Point, size: f64, is_bold: bool, tone: Tone, text: &str) {
        let [red, green, blue] = parts(tone);
        self.content.set_fill_rgb(red, green, blue).begin_text();
        self.content.set_font(FONTS[usize::from(is_bold)].1, size as f32);
        self.content.set_text_matrix([1.0, 0.0, 0.0, -1.0, x as f32, y as f32]);
        self.content.show(Str(&encoded(text))).end_text();
    }
}

fn parts(Tone(red, green, blue): Tone) -> [f32; 3] {
    [red, green, blue].map(|part| f32::from(part) / 255.0)
}

fn stroke(content: &mut Content, Edge { tone, width }: Edge) {
    let [red, green, blue] = parts(tone);
    content.set_stroke_rgb(red, green, blue).set_line_width(width as f32).set_line_cap(LineCapStyle::ButtCap);
}

/// Shapes moved to a point, and scaled.
fn stamped(content: &mut Content, drawn: &[Shape], stamps: &Stamps, (x, y): Point, scale: f64) {
    content.save_state();
    content.transform([scale, 0.0, 0.0, scale, x, y].map(|it| it as f32));
    shapes(content, drawn, stamps);
    content.restore_state();
}

fn shapes(content: &mut Content, drawn: &[Shape], stamps: &Stamps) {
    for shape in drawn {
        match shape {
            Shape::Polygon { points, fill, edge } => {
                let corner = |(x, y): &Point| (*x as f32, *y as f32);
                let mut points = points.iter().map(corner);
                let Some((x, y)) = points.next() else { continue };
                content.move_to(x, y);
                points.for_each(|(x, y)| {
                    content.line_to(x, y);
                });
                content.close_path();
                paint(content, *fill, *edge);
            }
            Shape::Disc { centre: (x, y), radius, fill, edge } => {
                circle(content, (*x, *y), *radius);
                paint(content, *fill, *edge);
            }
            Shape::Line { points, edge } => {
                stroke(content, *edge);
                for (number, (x, y)) in points.iter().enumerate() {
                    match number {
                        0 => content.move_to(*x as f32, *y as f32),
                        _ => content.line_to(*x as f32, *y as f32),
                    };
                }
                content.stroke();
            }
            Shape::Letters { text, foot, size, tone } => letters(content, text, *foot, size / 1000.0, *tone),
            Shape::Stamp { name, at, scale } => {
                stamped(content, stamps.get(name).map_or(&[], Vec::as_slice), stamps, *at, *scale);
            }
            Shape::Group { shapes: inner, .. } => shapes(content, inner, stamps),
        }
    }
}

/// Fills and strokes the path.
fn paint(content: &mut Content, fill: Option<Tone>, edge: Option<Edge>) {
    if let Some(tone) = fill {
        let [red, green, blue] = parts(tone);
        content.set_fill_rgb(red, green, blue);
    }
    edge.iter().for_each(|edge| stroke(content, *edge));
    match (fill, edge) {
        (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
        (Some(_), None) => content.fill_nonzero(),
        (None, Some(_)) => content.stroke(),
        (None, None) => content.end_path(),
    };
}

fn circle(content: &mut Content, (x, y): Point, radius: f64) {
    let handle = radius * ROUND;
    let at = |dx: f64, dy: f64| ((x + dx) as f32, (y + dy) as f32);
    let (right, below) = at(radius, 0.0);
    content.move_to(right, below);
    // Each quarter begins in a direction from the centre, and ends a right angle from it.
    for (dx, dy) in [(1.0, 0.0), (0.0, -1.0), (-1.0, 0.0), (0.0, 1.0)] {
        let place = |along: f64, aside: f64| at(dx * along + dy * aside, dy * along - dx * aside);
        let (one, two, end) = (place(radius, handle), place(handle, radius), place(0.0, radius));
        content.cubic_to(one.0, one.1, two.0, two.1, end.0, end.1);
    }
    content.close_path();
}

fn letters(content: &mut Content, text: &str, (x, y): Point, scale: f64, tone: Tone) {
    let [red, green, blue] = parts(tone);
    content.set_fill_rgb(red, green, blue);
    let mut pen = x;
    for character in text.chars() {
        let known = letter(character);
        if !known.path.is_empty() {
            outline(content, known.path, (pen, y), scale);
            content.fill_nonzero();
        }
        pen += known.width * scale;
    }
}

/// The outline of a letter: an SVG path of m, l, h, v, q and z.
fn outline(content: &mut Content, path: &str, (x, y): Point, scale: f64) {
    let place = |(dx, dy): Point| ((x + dx * scale) as f32, (y + dy * scale) as f32);
    let (mut pen, mut begin) = ((0.0, 0.0), (0.0, 0.0));
    let mut rest = path;
    while let Some(command) = rest.chars().next() {
        let ends = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1);
        // A minus begins the next number too.
        let numbers = rest[1..ends].replace('-', " -");
        let numbers: Vec<f64> = numbers.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        rest = &rest[ends..];
        let points = match command {
            'h' => numbers.iter().map(|dx| vec![*dx, 0.0]).collect(),
            'v' => numbers.iter().map(|dy| vec![0.0, *dy]).collect(),
            'q' => numbers.chunks_exact(4).map(<[f64]>::to_vec).collect(),
            'z' => {
                content.close_path();
                pen = begin;
                continue;
            }
            _ => numbers.chunks_exact(2).map(<[f64]>::to_vec).collect::<Vec<_>>(),
        };
        for (index, ends) in points.iter().enumerate() {
            let to = |x: usize| (pen.0 + ends[x], pen.1 + ends[x + 1]);
            let end = to(ends.len() - 2);
            let (ex, ey) = place(end);
            if command == 'm' && index == 0 {
                content.move_to(ex, ey);
                begin = end;
            } else if ends.len() == 4 {
                // A curve of PDF has two handles.
                let towards =
                    |from: Point| (from.0 + (to(0).0 - from.0) * 2.0 / 3.0, from.1 + (to(0).1 - from.1) * 2.0 / 3.0);
                let [one, two] = [towards(pen), towards(end)].map(place);
                content.cubic_to(one.0, one.1, two.0, two.1, ex, ey);
            } else {
                // More points after the first of a move are lines.
                content.line_to(ex, ey);
            }
            pen = end;
        }
    }
}

/// The text in the encoding of the fonts (WinAnsi); what it has not becomes a question mark.
fn encoded(text: &str) -> Vec<u8> {
    let byte = |c: char| match c {
        ' '..='~' | '\u{a0}'..='\u{ff}' => c as u8,
        '…' => 0x85,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        '•' => 0x95,
        '–' => 0x96,
        '—' => 0x97,
        _ => b'?',
    };
    text.chars().map(byte).collect()
}

/// The width of words in Times Roman (Adobe's metrics of its standard fonts).
pub(super) fn wide(text: &str, size: f64) -> f64 {
    /// In thousandths of the size, from the space to the tilde.
    #[rustfmt::skip]
    const WIDTHS: [u16; 95] = [
        250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278,
        500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
        921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611,
        333, 278, 333, 469, 500, 333,
        444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444,
        480, 200, 480, 541,
    ];
    let one = |c: char| (c as usize).checked_sub(32).and_then(|at| WIDTHS.get(at)).map_or(500.0, |it| f64::from(*it));
    text.chars().map(one).sum::<f64>() * size / 1000.0
}
