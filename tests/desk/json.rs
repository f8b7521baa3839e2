//! JSON as it is printed, in which no object has a key twice.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// The value of a text. It panics at a key that an object has twice, of which a reader would drop one.
pub(crate) fn read(text: &str) -> Value {
    serde_json::from_str::<Strict>(text).unwrap_or_else(|error| panic!("{error} in {text}")).0
}

struct Strict(Value);

struct StrictVisitor;

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Strict, D::Error> {
        from.deserialize_any(StrictVisitor).map(Strict)
    }
}

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut of: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = of.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut of: A) -> Result<Value, A::Error> {
        let mut object = serde_json::Map::new();
        while let Some((key, Strict(value))) = of.next_entry::<String, _>()? {
            if object.insert(key.clone(), value).is_some() {
                return Err(A::Error::custom(format!("the key {key} twice")));
            }
        }
        Ok(object.into())
    }
}
