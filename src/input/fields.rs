//! A table of TOML, read key by key, every fault collected.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use toml::de::DeTable;

use super::safe::shortened;
use super::{Diagnostic, Diagnostics, Source, TomlValue, nearest};

/// A table of a TOML text, to be read key by key.
///
/// Every method gives `None` when a fault was noted, so a reader asks for all
/// its fields first and puts the value together last; that way one pass finds
/// everything that is wrong. What was never asked for is an unknown key, and a
/// fault as well, unless [`TomlTable::allow_unknown`] says otherwise.
///
/// ```
/// use enochian::input::{TomlTable, Source};
/// let source = Source::new("piece.toml", "kind = \"rook\"\n[place]\nfile = 1\nrank = 8\n");
/// let place = TomlTable::read(&source, |fields| {
///     let kind = fields.one_of("kind", &[("rook", 'R'), ("queen", 'Q')]);
///     let place = fields.table("place", |place| {
///         let (file, rank) = (place.integer("file", 1..=8u8), place.integer("rank", 1..=8u8));
///         Some((file?, rank?))
///     });
///     Some((kind?, place?))
/// });
/// assert_eq!(place, Ok(('R', (1, 8))));
/// ```
pub struct TomlTable<'r> {
    reader: &'r TomlReader<'r>,
    table: &'r DeTable<'r>,
    span: Range<usize>,
    known: RefCell<BTreeSet<String>>,
    keep_unknown: Cell<bool>,
}

/// The text being read and the faults found in it so far.
pub(super) struct TomlReader<'s> {
    source: &'s Source,
    /// Where in the source the TOML begins; the parser counts from there.
    start: usize,
    faults: RefCell<Vec<Diagnostic>>,
}

impl TomlReader<'_> {
    pub(super) fn fault(&self, span: Range<usize>, problem: impl Into<String>, expected: impl Into<String>) {
        let span = span.start + self.start..span.end + self.start;
        self.faults.borrow_mut().push(self.source.fault(span, problem, expected));
    }
}

/// With more faults of syntax than this a file is hardly what it was taken for, and only the first of them are told.
const MOST: usize = 12;
const FIRST: usize = 3;

/// What is wrong and what was expected, in words for people who have never heard of TOML's grammar.
fn in_plain_words(message: &str) -> (&str, &str) {
    let (problem, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    match (problem, expected) {
        ("invalid basic string", _) => ("this text is not closed", "a quotation mark at its end, on the same line"),
        ("string values must be quoted", _) => {
            ("this text stands without quotation marks", "quotation marks around it")
        }
        ("key with no value", _) => ("there is no value after this name", "`=` and the value"),
        ("invalid unquoted key", _) => ("this is no name", "letters, numbers, `-` or `_`, then `=` and a value"),
        _ => (problem, expected),
    }
}

impl<'r> TomlTable<'r> {
    /// Reads a whole text as TOML; `body` takes the values out of its table.
    ///
    /// # Errors
    ///
    /// All faults of syntax, a key given twice among them (the first few, if it is another sort of file); or, when the syntax is sound, all that `body` noted, and the
    /// keys it did not ask for.
    pub fn read<T>(source: &Source, body: impl FnOnce(&TomlTable<'_>) -> Option<T>) -> Result<T, Diagnostics> {
        TomlTable::read_part(source, 0..source.text.len(), body)
    }

    /// Reads a part of a text, the header of a longer document, say. Lines are counted from the top of the whole.
    ///
    /// # Errors
    ///
    /// As [`TomlTable::read`]; and a fault when the range is no part of the text.
    pub fn read_part<T>(
        source: &Source,
        part: Range<usize>,
        body: impl FnOnce(&TomlTable<'_>) -> Option<T>,
    ) -> Result<T, Diagnostics> {
        let reader = TomlReader { source, start: part.start, faults: RefCell::default() };
        let Some(text) = source.text.get(part) else {
            return Err(Diagnostics::of(
                source,
                vec![source.fault(0..0, "the part to be read is not in the text", "")],
            ));
        };
        let (table, errors) = DeTable::parse_recoverable(text);
        let mut value = None;
        let (told, untold) = errors.split_at(if errors.len() > MOST { FIRST } else { errors.len() });
        if let Some(error) = untold.first() {
            let about = format!("not TOML, nor are {} more places from here on", untold.len());
            reader.fault(
                error.span().unwrap_or_default(),
                about,
                "lines such as `name = \"value\"`; or was another file meant?",
            );
        }
        for error in told {
            let span = error.span().unwrap_or_default();
            let (problem, expected) = in_plain_words(error.message());
            let about = match text.get(span.clone()) {
                // The parser does not say which key; its place does.
                Some(key) if problem == "duplicate key" => format!("the key `{}` is given twice", shortened(key)),
                _ => format!("not TOML: {problem}"),
            };
            reader.fault(span, about, expected);
        }
        if errors.is_empty() {
            value = TomlTable::of(&reader, table.get_ref(), 0..0, body);
        }
        let faults = reader.faults.into_inner();
        match value {
            Some(value) if faults.is_empty() => Ok(value),
            None if faults.is_empty() => {
                Err(Diagnostics::of(source, vec![source.fault(0..0, "this file could not be understood", "")]))
            }
            _ => Err(Diagnostics::of(source, faults)),
        }
    }

    /// Reads one table and looks for unknown keys afterwards.
    pub(super) fn of<T>(
        reader: &'r TomlReader<'r>,
        table: &'r DeTable<'r>,
        span: Range<usize>,
        body: impl FnOnce(&TomlTable<'r>) -> Option<T>,
    ) -> Option<T> {
        let fields = TomlTable { reader, table, span, known: RefCell::default(), keep_unknown: Cell::new(false) };
        let value = body(&fields);
        fields.refuse_unknown();
        value
    }

    fn refuse_unknown(&self) {
        let known = self.known.borrow();
        for (key, _) in self.table.iter() {
            let name: &str = key.get_ref();
            if self.keep_unknown.get() || known.contains(name) {
                continue;
            }
            let expected = match nearest(name, known.iter().map(String::as_str)) {
                Some(near) => format!("`{near}`, perhaps"),
                None if known.is_empty() => "nothing".into(),
                None => format!("one of {}", list(known.iter().map(String::as_str))),
            };
            self.reader.fault(key.span(), format!("the key `{}` is not known here", shortened(name)), expected);
        }
    }

    /// Lets keys be that nobody asks for.
    pub fn allow_unknown(&self) {
        self.keep_unknown.set(true);
    }

    /// The bytes of the table's heading in the TOML, or of the whole table when it is written in one line.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Notes a fault of the table as a whole.
    pub fn fault(&self, problem: impl Into<String>, expected: impl Into<String>) {
        self.reader.fault(self.span(), problem, expected);
    }

    /// The value of a key, if it is there.
    pub fn optional(&self, key: &str) -> Option<TomlValue<'r>> {
        self.known.borrow_mut().insert(key.into());
        let (key, value) = self.table.get_key_value(key)?;
        Some(TomlValue::new(self.reader, key.get_ref(), value))
    }

    /// The value of a key that must be there.
    pub fn required(&self, key: &str) -> Option<TomlValue<'r>> {
        let item = self.optional(key);
        if item.is_none() {
            self.fault(format!("the key `{key}` is missing"), format!("`{key} = …`"));
        }
        item
    }

    /// Every key of the table with its value, in the order of the text: for tables whose keys are data themselves.
    /// All of them count as known.
    pub fn entries(&self) -> Vec<TomlValue<'r>> {
        self.allow_unknown();
        let mut entries: Vec<_> = self.table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        entries.into_iter().map(|(key, value)| TomlValue::new(self.reader, key.get_ref(), value)).collect()
    }

    /// A string on one line, that must be there and not blank; see [`TomlValue::text`].
    pub fn text(&self, key: &str) -> Option<String> {
        self.required(key)?.text()
    }

    /// A string of one or several lines, that must be there; see [`TomlValue::prose`].
    pub fn prose(&self, key: &str) -> Option<String> {
        self.required(key)?.prose()
    }

    /// A whole number in a range; see [`TomlValue::integer`].
    pub fn integer<N: TryFrom<i64> + PartialOrd + Display>(&self, key: &str, range: RangeInclusive<N>) -> Option<N> {
        self.required(key)?.integer(range)
    }

    /// `true` or `false`.
    pub fn boolean(&self, key: &str) -> Option<bool> {
        self.required(key)?.boolean()
    }

    /// A string that reads as a value; see [`TomlValue::parse`].
    pub fn parse<T: FromStr>(&self, key: &str, expected: &str) -> Option<T> {
        self.required(key)?.parse(expected)
    }

    /// One of several words; see [`TomlValue::one_of`].
    pub fn one_of<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Option<T> {
        self.required(key)?.one_of(choices)
    }

    /// A table within this one; see [`TomlValue::table`].
    pub fn table<T>(&self, key: &str, body: impl FnOnce(&TomlTable<'r>) -> Option<T>) -> Option<T> {
        self.required(key)?.table(body)
    }

    /// An array of tables, `[[key]]`. Gives nothing when any of them has a fault.
    pub fn tables<T>(&self, key: &str, mut body: impl FnMut(&TomlTable<'r>) -> Option<T>) -> Option<Vec<T>> {
        self.required(key)?.list(|item| item.table(&mut body))
    }

    /// An array of strings, each as [`TomlValue::text`] wants it.
    pub fn texts(&self, key: &str) -> Option<Vec<String>> {
        self.required(key)?.list(TomlValue::text)
    }
}

/// The words with commas between.
pub(super) fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| word.to_owned()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_values<T: std::fmt::Debug>(text: &str, body: impl FnOnce(&TomlTable<'_>) -> Option<T>) -> Vec<String> {
        let faults = TomlTable::read(&Source::new("t", text), body).unwrap_err();
        faults.to_string().lines().map(str::to_owned).collect()
    }

    #[test]
    fn every_kind_of_value_is_read() {
        let text = "s = \"x\"\np = \"\"\"a\n\tb\"\"\"\nn = 0x10\nb = true\nf = \"2.5\"\nw = \"Two\"\nl = [\"a\", \"b\"]\n[[t]]\nn = 1\n[[t]]\nn = 2\n";
        let read = TomlTable::read(&Source::new("t", text), |fields| {
            assert!(fields.optional("absent").is_none());
            Some((
                (fields.text("s")?, fields.prose("p")?, fields.integer("n", 0..=16u8)?, fields.boolean("b")?),
                (fields.parse::<f32>("f", "")?, fields.one_of("w", &[("one", 1), ("two", 2)])?, fields.texts("l")?),
                fields.tables("t", |t| t.integer("n", 1..=2))?,
            ))
        });
        let texts = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(read, Ok((("x".into(), "a\n\tb".into(), 16, true), (2.5, 2, texts), vec![1, 2])));
    }

    #[test]
    fn all_faults_come_at_once_and_in_order() {
        let text = "n = 7\ns = 1\nb = \"yes\"\nw = \"tow\"\nl = [1, \"x\", 2]\n[t]\nextra = 1\n";
        let told = read_values(text, |fields| {
            let w = fields.one_of("w", &[("one", 1), ("two", 2)]);
            let t = fields.table("t", |t| t.text("name"));
            let (n, s, b) = (fields.integer("n", 1..=6), fields.text("s"), fields.boolean("b"));
            let l = fields.texts("l");
            Some((w?, t?, n?, s?, b?, l?))
        });
        assert_eq!(
            told,
            [
                "t:1: `n` is 7; expected a whole number from 1 to 6",
                "t:2: `s` is 1; expected a string in quotation marks",
                "t:3: `b` is \"yes\"; expected true or false",
                "t:4: `w` is \"tow\"; expected one of one, two; two, perhaps",
                "t:5: `l` holds 1; expected a string in quotation marks",
                "t:5: `l` holds 2; expected a string in quotation marks",
                "t:6: the key `name` is missing; expected `name = …`",
                "t:7: the key `extra` is not known here; expected one of name",
            ]
        );
    }

    #[test]
    fn every_member_of_a_list_is_judged() {
        let told = read_values("l = [1, \"x\", 2]", |fields| fields.texts("l"));
        assert_eq!(told.len(), 2);
    }

    #[test]
    fn several_faults_of_syntax_come_at_once() {
        let told = read_values("a = 1\na = 2\nb = [1,\nc = \"x\nd = 1\n", |_| Some(()));
        assert_eq!(told[0], "t:2: the key `a` is given twice");
        assert!(told.len() > 1 && told.iter().all(|line| line.contains("t:")), "{told:#?}");
    }

    #[test]
    fn another_sort_of_file_is_told_briefly() {
        let letter = "Dear brother,\n".repeat(40);
        let told = read_values(&letter, |_| Some(()));
        assert_eq!(told.len(), FIRST + 1, "{told:#?}");
        assert_eq!(told[0], "t:1: not TOML: there is no value after this name; expected `=` and the value");
        let last = &told[FIRST];
        assert!(last.starts_with("t:4: not TOML, nor are 37 more places from here on"), "{last}");
    }

    #[test]
    fn control_characters_are_refused_and_never_shown_raw() {
        let text = "s = \"a\\u001b[2J\"\np = \"\\u202e\"\n\"k\\u0007\" = 1\nr = \"a\\nb\"\n";
        let told = read_values(text, |fields| Some((fields.text("s"), fields.prose("p"), fields.text("r"))));
        assert_eq!(
            told,
            [
                "t:1: `s` is \"a␛[2J\"; expected text without the control character \\u{1b}",
                "t:2: `p` is \"\\u{202e}\"; expected text without the control character \\u{202e}",
                "t:3: the key `k␇` is not known here; expected one of p, r, s",
                "t:4: `r` is \"a␊b\"; expected text without the control character \\u{a}",
            ]
        );
        // Raw ones are refused by the parser, which must not hand them on either.
        for text in ["s = \"\u{1b}[2J\"\n", "\u{1b} = 1\n", "a = 1 \u{1b}\n"] {
            let faults = TomlTable::read(&Source::new("\u{1b}", text), |_| Some(())).unwrap_err().to_string();
            assert!(!faults.contains('\u{1b}'), "{faults:?}");
        }
    }

    #[test]
    fn a_part_is_read_with_the_lines_of_the_whole() {
        let text = "---\nn = 1\nm = 2\n---\nwords";
        let faults =
            TomlTable::read_part(&Source::new("t", text), 4..16, |fields| fields.integer("n", 1..=1)).unwrap_err();
        assert_eq!(faults.to_string(), "t:3: the key `m` is not known here; expected `n`, perhaps");
        assert_eq!(&text[faults.files()[0].faults[0].span.clone()], "m");
    }

    #[test]
    fn a_part_outside_the_text_is_a_fault() {
        let source = Source::new("t", "é = 1");
        for part in [0..100, 1..3, 7..8] {
            assert_eq!(TomlTable::read_part(&source, part, |_| Some(())).unwrap_err().len(), 1);
        }
    }

    proptest::proptest! {
        #[test]
        fn whatever_is_read_the_spans_fit_and_the_messages_are_safe(text in "([a-c]|[=\\[\\]{}\"'\n.,#é\u{1b}\u{202e}]|[0-9]|\\PC|\\n){0,40}") {
            let source = Source::new("t\u{1b}", text.clone());
            let read = TomlTable::read(&source, |fields| Some((fields.text("a")?, fields.entries().len())));
            let faults = read.err().unwrap_or_default();
            for fault in faults.files().iter().flat_map(|file| &file.faults) {
                proptest::prop_assert!(text.get(fault.span.clone()).is_some(), "{:?}", fault);
                proptest::prop_assert!(fault.line >= 1);
            }
            let unsafe_left = faults.to_string().replace('\n', "").contains(crate::input::safe::is_unsafe);
            proptest::prop_assert!(!unsafe_left);
        }
    }

    #[test]
    fn unknown_keys_may_be_kept_and_entries_keep_their_order() {
        let source = Source::new("t", "z = 1\na = 2\n");
        let keys =
            TomlTable::read(&source, |fields| Some(fields.entries().iter().map(|i| i.key().to_owned()).collect()));
        assert_eq!(keys, Ok(vec!["z".to_owned(), "a".to_owned()]));
        let kept = TomlTable::read(&source, |fields| {
            fields.allow_unknown();
            Some(())
        });
        assert_eq!(kept, Ok(()));
    }
}
