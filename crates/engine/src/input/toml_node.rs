//! The values of a parsed TOML text, as serde reads them.

use std::ops::Range;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::shortened;
use super::toml_data::Misfit;

/// A value from which serde reads.
///
/// `toml` has such a reader too. This one tells what does not fit in plain words, and the compiler makes much less of it for each type that
/// is read, which counts for the page that has the program with it.
#[derive(Clone, Copy)]
pub(super) enum TomlNode<'t> {
    /// The whole text.
    Table(&'t DeTable<'t>),
    Value(&'t Spanned<DeValue<'t>>),
    /// A value with its place, under the three keys of [`Spanned`].
    Spanned(&'t Spanned<DeValue<'t>>, &'static [&'static str]),
    /// The beginning or the end of a place.
    Place(usize),
}

/// What a visitor is given.
enum Given<'t> {
    Text(&'t str),
    Integer(i64),
    Float(f64),
    Boolean(bool),
    Members(Members<'t>),
    Entries(Entries<'t>),
    /// What fits nowhere: a date, or a number that is too large.
    Other(String),
}

/// The keys of a table with their values.
struct Entries<'t> {
    left: std::vec::IntoIter<(&'t str, Range<usize>, TomlNode<'t>)>,
    value: Option<TomlNode<'t>>,
}

/// The members of a list.
struct Members<'t>(std::slice::Iter<'t, Spanned<DeValue<'t>>>);

impl<'t> TomlNode<'t> {
    fn given(self) -> Given<'t> {
        let value = match self {
            TomlNode::Table(table) => return Given::Entries(Entries::of_table(table)),
            TomlNode::Spanned(value, keys) => return Given::Entries(Entries::spanned(value, keys)),
            TomlNode::Place(place) => return Given::Integer(i64::try_from(place).unwrap_or(i64::MAX)),
            TomlNode::Value(value) => value,
        };
        match value.get_ref() {
            DeValue::String(text) => Given::Text(text),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Given::Integer(number),
                Err(_) => Given::Other(format!("number `{}`", shortened(number.as_str()))),
            },
            DeValue::Float(number) => match number.as_str().parse() {
                Ok(number) => Given::Float(number),
                Err(_) => Given::Other(format!("number `{}`", shortened(number.as_str()))),
            },
            DeValue::Boolean(value) => Given::Boolean(*value),
            DeValue::Datetime(date) => Given::Other(format!("date `{date}`")),
            DeValue::Array(members) => Given::Members(Members(members.iter())),
            DeValue::Table(table) => Given::Entries(Entries::of_table(table)),
        }
    }

    /// Reads the value; what does not fit is at its place, unless a better one is known.
    fn read<S: DeserializeSeed<'t>>(self, seed: S) -> Result<S::Value, Misfit> {
        seed.deserialize(self).map_err(|misfit| match self {
            TomlNode::Value(value) => misfit.or_at(value.span()),
            _ => misfit,
        })
    }
}

impl<'t> Entries<'t> {
    fn of_table(table: &'t DeTable<'t>) -> Entries<'t> {
        let entry =
            |(key, value): (&'t Spanned<DeString<'t>>, _)| (&**key.get_ref(), key.span(), TomlNode::Value(value));
        Entries { left: table.iter().map(entry).collect::<Vec<_>>().into_iter(), value: None }
    }

    fn spanned(value: &'t Spanned<DeValue<'t>>, keys: &[&'static str]) -> Entries<'t> {
        let span = value.span();
        let values = [TomlNode::Place(span.start), TomlNode::Place(span.end), TomlNode::Value(value)];
        let left: Vec<_> = keys.iter().zip(values).map(|(key, value)| (*key, span.clone(), value)).collect();
        Entries { left: left.into_iter(), value: None }
    }
}

impl<'t> MapAccess<'t> for Entries<'t> {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'t>>(&mut self, seed: K) -> Result<Option<K::Value>, Misfit> {
        let Some((key, span, value)) = self.left.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some).map_err(|misfit: Misfit| misfit.or_at(span))
    }

    fn next_value_seed<V: DeserializeSeed<'t>>(&mut self, seed: V) -> Result<V::Value, Misfit> {
        self.value.take().ok_or_else(|| Misfit::custom("a key is read first"))?.read(seed)
    }
}

impl<'t> SeqAccess<'t> for Members<'t> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Result<Option<T::Value>, Misfit> {
        self.0.next().map(|member| TomlNode::Value(member).read(seed)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

impl<'t> Deserializer<'t> for TomlNode<'t> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.given() {
            Given::Text(text) => visitor.visit_borrowed_str(text),
            Given::Integer(number) => visitor.visit_i64(number),
            Given::Float(number) => visitor.visit_f64(number),
            Given::Boolean(value) => visitor.visit_bool(value),
            Given::Members(members) => visitor.visit_seq(members),
            Given::Entries(entries) => visitor.visit_map(entries),
            Given::Other(shown) => Err(Misfit::invalid_type(Unexpected::Other(&shown), &visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'t>>(self, _: &'static str, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    /// Of words only: no table chooses a variant by its key.
    fn deserialize_enum<V: Visitor<'t>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self.given() {
            Given::Text(text) => visitor.visit_enum(BorrowedStrDeserializer::new(text)),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'t>>(
        self,
        name: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let node = match self {
            TomlNode::Value(value) if serde_spanned::de::is_spanned(name) => TomlNode::Spanned(value, keys),
            node => node,
        };
        node.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        <V: Visitor<'t>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map
        identifier ignored_any
    }
}
