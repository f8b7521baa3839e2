//! Reads a TOML table key by key and collects all errors.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use toml::de::DeTable;
use toml_parser::lexer::TokenKind;

use super::diagnostic::did_you_mean;
use super::shortened;
use super::{Diagnostic, Diagnostics, Source, TomlValue, nearest};

/// A table in a TOML text, read key by key.
///
/// Every method records an error if it returns `None`. So a reader first asks for all its fields and builds the value
/// last; one pass then finds all errors. A key that was never asked for is an error too, unless
/// [`TomlTable::allow_unknown`] is called.
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
#[derive(Debug)]
pub struct TomlTable<'r> {
    reader: &'r TomlReader<'r>,
    table: &'r DeTable<'r>,
    span: Range<usize>,
    known: RefCell<BTreeSet<String>>,
    allow_unknown: Cell<bool>,
}

/// The text being read, and the errors found so far.
#[derive(Debug)]
pub(super) struct TomlReader<'s> {
    source: &'s Source,
    /// Where the TOML begins in the source; the parser counts from there.
    start: usize,
    errors: RefCell<Vec<Diagnostic>>,
}

impl TomlReader<'_> {
    pub(super) fn error(&self, span: Range<usize>, problem: impl Into<String>, expected: impl Into<String>) {
        let span = span.start + self.start..span.end + self.start;
        self.errors.borrow_mut().push(self.source.error(span, problem, expected));
    }
}

/// A file with more syntax errors than this is probably not TOML at all, and only the first few are reported.
const MAX_REPORTED: usize = 12;
const FIRST: usize = 3;

/// The problem and what was expected, in words for people who do not know TOML's grammar.
fn in_plain_words(message: &str) -> (&str, &str) {
    let (problem, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    match (problem, expected) {
        ("invalid basic string", _) => {
            ("this text has no closing quotation mark", "a quotation mark at its end, on the same line")
        }
        ("string values must be quoted", _) => ("this text has no quotation marks", "quotation marks around it"),
        ("key with no value", _) => ("this key has no value", "`=` and the value"),
        ("invalid unquoted key", _) => ("this is not a key", "letters, numbers, `-` or `_`, then `=` and a value"),
        ("recursion limit", _) => ("this key has too many parts", "a key with few dots"),
        _ => (problem, expected),
    }
}

/// The most brackets that can be open at once; the parser has the same limit.
const DEEPEST: usize = 80;

/// The first bracket beyond [`DEEPEST`].
///
/// The parser loses count in texts that are not TOML, and would overflow the stack.
fn too_deep(text: &str) -> Option<Range<usize>> {
    let mut open = Vec::new();
    let mut deepest = toml_parser::Source::new(text).lex().filter(|token| {
        match token.kind() {
            TokenKind::LeftSquareBracket => open.push(TokenKind::RightSquareBracket),
            TokenKind::LeftCurlyBracket => open.push(TokenKind::RightCurlyBracket),
            kind if open.last() == Some(&kind) => drop(open.pop()),
            _ => {}
        }
        open.len() > DEEPEST
    });
    deepest.next().map(|token| token.span().start()..token.span().end())
}

impl<'r> TomlTable<'r> {
    /// Reads a text as TOML; `body` reads the values in its table.
    ///
    /// # Errors
    ///
    /// All syntax errors, including duplicate keys (only the first few if there are very many); or, if there are none,
    /// all errors found by `body`, and the keys that it did not ask for.
    pub fn read<T>(source: &Source, body: impl FnOnce(&TomlTable<'_>) -> Option<T>) -> Result<T, Diagnostics> {
        TomlTable::read_part(source, 0..source.text.len(), body)
    }

    /// Reads TOML from a part of a text, such as the header of a longer document. Lines are counted from the top of the text.
    ///
    /// # Errors
    ///
    /// As for [`TomlTable::read`]; also if the range is not part of the text.
    pub fn read_part<T>(
        source: &Source,
        part: Range<usize>,
        body: impl FnOnce(&TomlTable<'_>) -> Option<T>,
    ) -> Result<T, Diagnostics> {
        let Some(text) = source.text.get(part.clone()) else {
            return Err(Diagnostics::of(source, vec![source.error(0..0, "the part to read is outside the text", "")]));
        };
        let (mut body, mut value) = (Some(body), None);
        TomlTable::read_with(source, part.start, text, &mut |fields| {
            value = body.take().and_then(|body| body(fields));
        })?;
        value.ok_or_else(|| Diagnostics::of(source, vec![source.error(0..0, "invalid file", "")]))
    }

    /// As [`TomlTable::read_part`], with a `body` that keeps what it reads. The text stands in the source from `start` on; parts of it may
    /// be blanked.
    pub(super) fn read_with(
        source: &Source,
        start: usize,
        text: &str,
        body: &mut dyn FnMut(&TomlTable<'_>),
    ) -> Result<(), Diagnostics> {
        let reader = TomlReader { source, start, errors: RefCell::default() };
        if let Some(bracket) = too_deep(text) {
            let expected = format!("at most {DEEPEST} brackets within each other");
            reader.error(bracket, "not TOML: too many brackets are open here", expected);
            return Err(Diagnostics::of(source, reader.errors.into_inner()));
        }
        let (table, syntax_errors) = DeTable::parse_recoverable(text);
        let (reported, omitted) =
            syntax_errors.split_at(if syntax_errors.len() > MAX_REPORTED { FIRST } else { syntax_errors.len() });
        if let Some(error) = omitted.first() {
            let problem = format!("not TOML; {} more errors from here on", omitted.len());
            let expected = "lines such as `name = \"value\"`; check that this is the right file";
            reader.error(error.span().unwrap_or_default(), problem, expected);
        }
        for error in reported {
            let span = error.span().unwrap_or_default();
            let (mut problem, mut expected) = in_plain_words(error.message());
            // A key takes no such marks, and the parser stops at the first of them.
            if text.get(span.start..).is_some_and(|rest| rest.starts_with(['“', '”', '„', '‘', '’', '«', '»']))
            {
                (problem, expected) = ("this quotation mark is curly", "a straight one, \"");
            }
            let problem = match text.get(span.clone()) {
                // The parser does not name the key; its span gives it.
                Some(key) if problem == "duplicate key" => format!("duplicate key `{}`", shortened(key)),
                _ => format!("not TOML: {problem}"),
            };
            reader.error(span, problem, expected);
        }
        if syntax_errors.is_empty() {
            TomlTable::of(&reader, table.get_ref(), 0..0, |fields| {
                body(fields);
                Some(())
            });
        }
        let errors = reader.errors.into_inner();
        if errors.is_empty() { Ok(()) } else { Err(Diagnostics::of(source, errors)) }
    }

    /// Reads one table, then looks for unknown keys.
    pub(super) fn of<T>(
        reader: &'r TomlReader<'r>,
        table: &'r DeTable<'r>,
        span: Range<usize>,
        body: impl FnOnce(&TomlTable<'r>) -> Option<T>,
    ) -> Option<T> {
        let fields = TomlTable { reader, table, span, known: RefCell::default(), allow_unknown: Cell::new(false) };
        let value = body(&fields);
        fields.check_unknown();
        value
    }

    fn check_unknown(&self) {
        let known = self.known.borrow();
        for (key, _) in self.table.iter() {
            let name: &str = key.get_ref();
            if self.allow_unknown.get() || known.contains(name) {
                continue;
            }
            let expected = match nearest(name, known.iter().map(String::as_str)) {
                Some(near) => did_you_mean(&format!("`{near}`")),
                None if known.is_empty() => "no keys here".into(),
                None => alternatives(known.iter().map(String::as_str)),
            };
            self.reader.error(key.span(), format!("unknown key `{}`", shortened(name)), expected);
        }
    }

    /// Allows keys that are never asked for.
    pub fn allow_unknown(&self) {
        self.allow_unknown.set(true);
    }

    /// The bytes of the table's heading in the TOML, or of the whole table if it is inline.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The table as it was parsed.
    pub(super) fn parsed(&self) -> &'r DeTable<'r> {
        self.table
    }

    /// Records an error at a place in the TOML.
    pub(super) fn error_at(&self, span: Range<usize>, problem: String, expected: String) {
        self.reader.error(span, problem, expected);
    }

    /// Records an error in the table as a whole.
    pub fn error(&self, problem: impl Into<String>, expected: impl Into<String>) {
        self.reader.error(self.span(), problem, expected);
    }

    /// The value of an optional key.
    pub fn optional(&self, key: &str) -> Option<TomlValue<'r>> {
        self.known.borrow_mut().insert(key.into());
        let (key, value) = self.table.get_key_value(key)?;
        Some(TomlValue::new(self.reader, key.get_ref(), value))
    }

    /// The value of a required key.
    pub fn required(&self, key: &str) -> Option<TomlValue<'r>> {
        let item = self.optional(key);
        if item.is_none() {
            self.error(format!("missing key `{key}`"), format!("`{key} = …`"));
        }
        item
    }

    /// Every key of the table with its value, in the order of the text: for tables whose keys are data themselves.
    /// All keys are then known.
    pub fn entries(&self) -> Vec<TomlValue<'r>> {
        self.allow_unknown();
        let mut entries: Vec<_> = self.table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        entries.into_iter().map(|(key, value)| TomlValue::new(self.reader, key.get_ref(), value)).collect()
    }

    /// A required string on one line, not blank; see [`TomlValue::text`].
    pub fn text(&self, key: &str) -> Option<String> {
        self.required(key)?.text()
    }

    /// A required string of one or more lines; see [`TomlValue::prose`].
    pub fn prose(&self, key: &str) -> Option<String> {
        self.required(key)?.prose()
    }

    /// A required whole number in a range; see [`TomlValue::integer`].
    pub fn integer<N: TryFrom<i64> + PartialOrd + Display>(&self, key: &str, range: RangeInclusive<N>) -> Option<N> {
        self.required(key)?.integer(range)
    }

    /// A required `true` or `false`.
    pub fn boolean(&self, key: &str) -> Option<bool> {
        self.required(key)?.boolean()
    }

    /// A required string that can be parsed; see [`TomlValue::parse`].
    pub fn parse<T: FromStr>(&self, key: &str, expected: &str) -> Option<T> {
        self.required(key)?.parse(expected)
    }

    /// A required string that is one of several words; see [`TomlValue::one_of`].
    pub fn one_of<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Option<T> {
        self.required(key)?.one_of(choices)
    }

    /// A required table within this one; see [`TomlValue::table`].
    pub fn table<T>(&self, key: &str, body: impl FnOnce(&TomlTable<'r>) -> Option<T>) -> Option<T> {
        self.required(key)?.table(body)
    }

    /// A required array of tables, `[[key]]`. Returns `None` if any of them has an error.
    pub fn tables<T>(&self, key: &str, mut body: impl FnMut(&TomlTable<'r>) -> Option<T>) -> Option<Vec<T>> {
        self.required(key)?.list(|item| item.table(&mut body))
    }

    /// A required array of strings as in [`TomlValue::text`].
    pub fn texts(&self, key: &str) -> Option<Vec<String>> {
        self.required(key)?.list(TomlValue::text)
    }
}

/// The words as alternatives: `a, b or c`.
pub fn alternatives<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.collect();
    match words.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        words => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_values<T: std::fmt::Debug>(text: &str, body: impl FnOnce(&TomlTable<'_>) -> Option<T>) -> Vec<String> {
        let errors = TomlTable::read(&Source::new("t", text), body).unwrap_err();
        errors.to_string().lines().map(str::to_owned).collect()
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
    fn all_errors_are_reported_at_once_and_in_order() {
        let text = "n = 7\ns = 1\nb = \"yes\"\nw = \"tow\"\nl = [1, \"x\", 2]\n[t]\nextra = 1\n";
        let messages = read_values(text, |fields| {
            let w = fields.one_of("w", &[("one", 1), ("two", 2)]);
            let t = fields.table("t", |t| t.text("name"));
            let (n, s, b) = (fields.integer("n", 1..=6), fields.text("s"), fields.boolean("b"));
            let l = fields.texts("l");
            Some((w?, t?, n?, s?, b?, l?))
        });
        assert_eq!(
            messages,
            [
                "t:1: `n` is 7; expected a whole number from 1 to 6",
                "t:2: `s` is 1; expected a string in quotation marks",
                "t:3: `b` is \"yes\"; expected true or false",
                "t:4: `w` is \"tow\"; expected one or two; did you mean two?",
                "t:5: `l` contains 1; expected a string in quotation marks",
                "t:5: `l` contains 2; expected a string in quotation marks",
                "t:6: missing key `name`; expected `name = …`",
                "t:7: unknown key `extra`; expected name",
            ]
        );
    }

    #[test]
    fn brackets_are_counted_before_the_parser_reads_them() {
        let lists = |count: usize| format!("l = {}{}", "[".repeat(count), "]".repeat(count));
        assert!(TomlTable::read(&Source::new("t", lists(DEEPEST)), |t| t.optional("l").map(drop)).is_ok());
        // The parser takes each list, which has no key, for one that ends the table around it.
        let lost = "a = { n = 1, []\n".repeat(100_000);
        for text in [lists(DEEPEST + 1), lists(100_000), lost] {
            let messages = read_values(&text, |_| Some(()));
            let problem = "not TOML: too many brackets are open here; expected at most 80 brackets within each other";
            assert!(messages.len() == 1 && messages[0].ends_with(problem), "{messages:?}");
        }
        assert!(read_values(&"a.".repeat(100_000), |_| Some(()))[0].contains("this key has too many parts"));
    }

    #[test]
    fn several_syntax_errors_are_reported_at_once() {
        let messages = read_values("a = 1\na = 2\nb = [1,\nc = \"x\nd = 1\n", |_| Some(()));
        assert_eq!(messages[0], "t:2: duplicate key `a`");
        assert!(messages.len() > 1 && messages.iter().all(|line| line.contains("t:")), "{messages:#?}");
    }

    #[test]
    fn of_a_file_that_is_not_toml_only_the_first_errors_are_reported() {
        let letter = "Dear brother,\n".repeat(40);
        let messages = read_values(&letter, |_| Some(()));
        assert_eq!(messages.len(), FIRST + 1, "{messages:#?}");
        assert_eq!(messages[0], "t:1: not TOML: this key has no value; expected `=` and the value");
        let last = &messages[FIRST];
        assert!(last.starts_with("t:4: not TOML; 37 more errors from here on"), "{last}");
    }

    #[test]
    fn control_characters_are_rejected_and_never_shown_raw() {
        let text = "s = \"a\\u001b[2J\"\np = \"\\u202e\"\n\"k\\u0007\" = 1\nr = \"a\\nb\"\n";
        let messages = read_values(text, |fields| Some((fields.text("s"), fields.prose("p"), fields.text("r"))));
        assert_eq!(
            messages,
            [
                "t:1: `s` is \"a␛[2J\"; expected text without the control character ESC (U+001B)",
                "t:2: `p` is \"\\u{202e}\"; expected text without the right-to-left override (U+202E)",
                "t:3: unknown key `k␇`; expected p, r or s",
                "t:4: `r` is \"a␊b\"; expected text without the control character LF (U+000A)",
            ]
        );
        // The parser rejects raw ones, and must not pass them on either.
        for text in ["s = \"\u{1b}[2J\"\n", "\u{1b} = 1\n", "a = 1 \u{1b}\n"] {
            let errors = TomlTable::read(&Source::new("\u{1b}", text), |_| Some(())).unwrap_err().to_string();
            assert!(!errors.contains('\u{1b}'), "{errors:?}");
        }
    }

    #[test]
    fn a_part_is_read_with_the_lines_of_the_whole() {
        let text = "---\nn = 1\nm = 2\n---\nwords";
        let errors =
            TomlTable::read_part(&Source::new("t", text), 4..16, |fields| fields.integer("n", 1..=1)).unwrap_err();
        assert_eq!(errors.to_string(), "t:3: unknown key `m`; did you mean `n`?");
        assert_eq!(&text[errors.files()[0].errors[0].span.clone()], "m");
    }

    #[test]
    fn a_part_outside_the_text_is_an_error() {
        let source = Source::new("t", "é = 1");
        for part in [0..100, 1..3, 7..8] {
            assert_eq!(TomlTable::read_part(&source, part, |_| Some(())).unwrap_err().len(), 1);
        }
    }

    #[test]
    fn unknown_keys_may_be_allowed_and_entries_keep_their_order() {
        let source = Source::new("t", "z = 1\na = 2\n");
        let keys =
            TomlTable::read(&source, |fields| Some(fields.entries().iter().map(|i| i.key().to_owned()).collect()));
        assert_eq!(keys, Ok(vec!["z".to_owned(), "a".to_owned()]));
        let allowed = TomlTable::read(&source, |fields| {
            fields.allow_unknown();
            Some(())
        });
        assert_eq!(allowed, Ok(()));
    }
}
