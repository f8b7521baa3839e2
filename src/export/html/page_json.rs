//! JSON within a page.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// A value as JSON for an element of a page: as the filter `tojson` of its template would write it, without first making
/// it a value of templates.
pub(super) fn json_in_page(value: &impl Serialize) -> Result<String, serde_json::Error> {
    let mut json = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut json, JsonInPage))?;
    String::from_utf8(json).map_err(serde::ser::Error::custom)
}

/// A space after each separator, and nothing that could end an element or an attribute.
struct JsonInPage;

impl Formatter for JsonInPage {
    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, is_first: bool) -> io::Result<()> {
        if is_first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, is_first: bool) -> io::Result<()> {
        if is_first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment.as_bytes();
        while let Some(place) = rest.iter().position(|byte| matches!(byte, b'<' | b'>' | b'&' | b'\'')) {
            out.write_all(&rest[..place])?;
            out.write_all(match rest[place] {
                b'<' => b"\\u003c",
                b'>' => b"\\u003e",
                b'&' => b"\\u0026",
                _ => b"\\u0027",
            })?;
            rest = &rest[place + 1..];
        }
        out.write_all(rest)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use minijinja::render;

    use super::*;

    #[test]
    fn it_is_what_the_filter_of_the_templates_writes() {
        let characters: String = (0..=0x300).filter_map(char::from_u32).chain("\u{2028}☥🜁".chars()).collect();
        let values = BTreeMap::from([
            ("all", vec![characters, "<script>&'\"\\".to_owned()]),
            ("none", vec![]),
            ("plain", vec!["a".to_owned()]),
        ]);
        assert_eq!(json_in_page(&values).unwrap(), render!("{{ values|tojson }}", values => &values));
        let pairs = [("a", 1), ("b", 2)];
        assert_eq!(json_in_page(&pairs).unwrap(), render!("{{ pairs|tojson }}", pairs => &pairs));
    }
}
