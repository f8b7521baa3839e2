//! Arguments of functions: what is wrong with one is an error that names it.

use std::ops::RangeInclusive;

use enochian::input::nearest;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;

use crate::errors::error;

/// An error of an argument, which it names.
pub(crate) fn wrong(argument: &str, problem: impl std::fmt::Display) -> PyErr {
    error(format!("{argument}: {problem}"))
}

/// The value with one of these names, such as `Air`; case does not matter.
pub(crate) fn named<T: Copy>(argument: &str, name: &str, known: &[(&str, T)]) -> PyResult<T> {
    if let Some((_, value)) = known.iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim())) {
        return Ok(*value);
    }
    let names = known.iter().map(|(name, _)| *name);
    let near = nearest(name, names.clone()).map_or(String::new(), |near| format!(". Did you mean {near:?}?"));
    let names: Vec<&str> = names.collect();
    Err(wrong(argument, format!("there is no {name:?}; expected one of {}{near}", names.join(", "))))
}

/// A value of an argument, or none.
pub(crate) trait Whole: Sized {
    fn of(given: &Bound<'_, PyAny>, read: impl Fn(&Bound<'_, PyAny>) -> PyResult<i128>) -> PyResult<Self>;
}

macro_rules! whole {
    ($($kind:ty)*) => { $(
        impl Whole for $kind {
            fn of(given: &Bound<'_, PyAny>, read: impl Fn(&Bound<'_, PyAny>) -> PyResult<i128>) -> PyResult<$kind> {
                <$kind>::try_from(read(given)?).map_err(error)
            }
        }
    )* }
}

whole! { u8 u16 u32 u64 usize }

impl<T: Whole> Whole for Option<T> {
    fn of(given: &Bound<'_, PyAny>, read: impl Fn(&Bound<'_, PyAny>) -> PyResult<i128>) -> PyResult<Option<T>> {
        if given.is_none() { Ok(None) } else { T::of(given, read).map(Some) }
    }
}

/// A whole number within bounds.
fn number(argument: &str, given: &Bound<'_, PyAny>, bounds: &RangeInclusive<i128>) -> PyResult<i128> {
    let (least, most) = (bounds.start(), bounds.end());
    let expected = format!("expected a whole number from {least} to {most}");
    let index = given.py().import("operator")?.call_method1("index", (given,));
    let index =
        index.map_err(|_| PyTypeError::new_err(format!("{argument}: {given:?} is not a number; {expected}")))?;
    let out_of_bounds = || wrong(argument, format!("{index} is out of bounds; {expected}"));
    match index.extract::<i128>() {
        Ok(number) if bounds.contains(&number) => Ok(number),
        Ok(_) => Err(out_of_bounds()),
        Err(large) if large.is_instance_of::<PyOverflowError>(given.py()) => Err(out_of_bounds()),
        Err(other) => Err(other),
    }
}

/// Functions that read the arguments of these names, for `from_py_with`.
macro_rules! numbers {
    ($($name:ident: $bounds:expr;)*) => { $(
        pub(crate) fn $name<T: Whole>(given: &Bound<'_, PyAny>) -> PyResult<T> {
            T::of(given, |given| number(stringify!($name), given, &$bounds))
        }
    )* }
}

numbers! {
    depth: 0..=32;
    limit: 1..=u16::MAX.into();
    part: 1..=u64::MAX.into();
    readings: 1..=u64::MAX.into();
    seed: 0..=u64::MAX.into();
    size: 1..=1 << 16;
    threads: 1..=1024;
    turn: 0..=u32::MAX.into();
    throw: 1..=6;
    width: 20..=1000;
}

/// The number of a reading, which is called `number`.
pub(crate) fn numbered<T: Whole>(given: &Bound<'_, PyAny>) -> PyResult<T> {
    T::of(given, |given| number("number", given, &(0..=u64::MAX.into())))
}

/// The first number of a range of readings, or the one after the last.
pub(crate) fn readings_bound(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    u64::of(given, |given| number("readings", given, &(0..=u64::MAX.into())))
}

/// The number that a die shows, which is called `number`.
pub(crate) fn thrown<T: Whole>(given: &Bound<'_, PyAny>) -> PyResult<T> {
    T::of(given, |given| number("number", given, &(1..=6)))
}

/// The number of threads: by default all processors.
pub(crate) fn threads_of(given: Option<usize>) -> usize {
    given.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).min(1024)
}

/// A text.
pub(crate) fn text(argument: &str, given: &Bound<'_, PyAny>) -> PyResult<String> {
    let wrong = |_| PyTypeError::new_err(format!("{argument}: {given:?} is not a text"));
    given.extract().map_err(wrong)
}
