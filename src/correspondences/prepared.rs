//! The tables as bytes: written when the program is built, read when it starts.
//!
//! Nothing is checked here but the length: the bytes come from `build.rs`, which has read the data files with the reader that
//! checks everything. A number is one byte, a length four.

use std::collections::BTreeMap;

use crate::chess::{Angle, Board, Element, Officer, PartnerInConcourse, ReturnedKing};
use enochian_engine::reading::SignOrElement;

/// A value with a form in bytes.
#[allow(dead_code, reason = "the build script writes, the library reads")]
pub(super) trait Prepared: Sized {
    /// Appends the value.
    fn write(&self, bytes: &mut Vec<u8>);

    /// Takes the value from the beginning of the bytes; `None` if they are not those of such a value.
    fn read(bytes: &mut &[u8]) -> Option<Self>;
}

/// Takes so many bytes.
fn take<'b>(bytes: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    bytes.split_off(..length)
}

fn write_length(length: usize, bytes: &mut Vec<u8>) {
    let length = u32::try_from(length).expect("the data files are shorter than 4 GB");
    bytes.extend(length.to_le_bytes());
}

fn read_length(bytes: &mut &[u8]) -> Option<usize> {
    Some(u32::from_le_bytes(take(bytes, 4)?.try_into().ok()?) as usize)
}

impl Prepared for u8 {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(*self);
    }

    fn read(bytes: &mut &[u8]) -> Option<u8> {
        bytes.split_off_first().copied()
    }
}

impl Prepared for bool {
    fn write(&self, bytes: &mut Vec<u8>) {
        u8::from(*self).write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<bool> {
        Some(u8::read(bytes)? == 1)
    }
}

impl Prepared for String {
    fn write(&self, bytes: &mut Vec<u8>) {
        write_length(self.len(), bytes);
        bytes.extend(self.as_bytes());
    }

    fn read(bytes: &mut &[u8]) -> Option<String> {
        let length = read_length(bytes)?;
        Some(str::from_utf8(take(bytes, length)?).ok()?.to_owned())
    }
}

impl<T: Prepared> Prepared for Option<T> {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.is_some().write(bytes);
        self.iter().for_each(|value| value.write(bytes));
    }

    fn read(bytes: &mut &[u8]) -> Option<Option<T>> {
        if bool::read(bytes)? { T::read(bytes).map(Some) } else { Some(None) }
    }
}

impl<T: Prepared> Prepared for Vec<T> {
    fn write(&self, bytes: &mut Vec<u8>) {
        write_length(self.len(), bytes);
        self.iter().for_each(|value| value.write(bytes));
    }

    fn read(bytes: &mut &[u8]) -> Option<Vec<T>> {
        (0..read_length(bytes)?).map(|_| T::read(bytes)).collect()
    }
}

impl<T: Prepared, const N: usize> Prepared for [T; N] {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|value| value.write(bytes));
    }

    fn read(bytes: &mut &[u8]) -> Option<[T; N]> {
        super::entries::all(std::array::from_fn(|_| T::read(bytes)))
    }
}

impl<A: Prepared, B: Prepared> Prepared for (A, B) {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.0.write(bytes);
        self.1.write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<(A, B)> {
        Some((A::read(bytes)?, B::read(bytes)?))
    }
}

impl<V: Prepared> Prepared for BTreeMap<String, V> {
    fn write(&self, bytes: &mut Vec<u8>) {
        write_length(self.len(), bytes);
        for (key, value) in self {
            key.write(bytes);
            value.write(bytes);
        }
    }

    fn read(bytes: &mut &[u8]) -> Option<BTreeMap<String, V>> {
        (0..read_length(bytes)?).map(|_| Some((String::read(bytes)?, V::read(bytes)?))).collect()
    }
}

/// A struct is prepared as its fields, one after another.
macro_rules! prepared_struct {
    ($Type:ident { $($field:tt),* $(,)? }) => {
        impl $crate::correspondences::prepared::Prepared for $Type {
            fn write(&self, bytes: &mut Vec<u8>) {
                $($crate::correspondences::prepared::Prepared::write(&self.$field, bytes);)*
            }

            fn read(bytes: &mut &[u8]) -> Option<Self> {
                Some(Self { $($field: $crate::correspondences::prepared::Prepared::read(bytes)?),* })
            }
        }
    };
}
pub(super) use prepared_struct;

/// A choice among values is prepared as its number among them.
macro_rules! prepared_choice {
    ($Type:ty: $all:expr) => {
        impl $crate::correspondences::prepared::Prepared for $Type {
            fn write(&self, bytes: &mut Vec<u8>) {
                let number = $all.iter().position(|value| value == self).expect("every value is among all of them");
                bytes.push(number as u8);
            }

            fn read(bytes: &mut &[u8]) -> Option<Self> {
                let number: u8 = $crate::correspondences::prepared::Prepared::read(bytes)?;
                $all.get(usize::from(number)).copied()
            }
        }
    };
}
pub(super) use prepared_choice;

prepared_choice!(Angle: Angle::ALL);
prepared_choice!(Board: Board::ALL);
prepared_choice!(Element: Element::ALL);
prepared_choice!(SignOrElement: SignOrElement::ALL);
prepared_choice!(Officer: Officer::ALL);
prepared_choice!(PartnerInConcourse: [PartnerInConcourse::Taken, PartnerInConcourse::Joins]);
prepared_choice!(ReturnedKing: [ReturnedKing::Nearest, ReturnedKing::NearestUnattacked]);
