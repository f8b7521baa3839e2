//! The names of members of an enum, and the error when a text is none of them.

/// The error when a text is not of the form of what it is parsed as: what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(pub &'static str);

/// Gives an enum without data its members in order, `ALL`, and their names: `name` returns them, and `Display` writes them. With
/// `or` and what was expected, `FromStr` reads them in upper or lower case. With `enum` it declares the enum too, which serde then
/// writes by its names.
#[doc(hidden)]
#[macro_export]
macro_rules! named_enum {
    ($(#[$about:meta])* $Type:ident { $($Member:ident: $name:literal),+ $(,)? }) => {
        impl $Type {
            /// All of them, in order.
            pub const ALL: [$Type; [$($name),+].len()] = [$($Type::$Member),+];

            $(#[$about])*
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($Type::$Member => $name),+
                }
            }
        }

        impl std::fmt::Display for $Type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
    ($(#[$about:meta])* $Type:ident or $expected:literal { $($members:tt)+ }) => {
        $crate::named_enum! { $(#[$about])* $Type { $($members)+ } }

        impl std::str::FromStr for $Type {
            type Err = $crate::input::ParseError;

            fn from_str(text: &str) -> Result<$Type, $crate::input::ParseError> {
                let named = $Type::ALL.into_iter().find(|one| one.name().eq_ignore_ascii_case(text.trim()));
                named.ok_or($crate::input::ParseError($expected))
            }
        }
    };
    ($(#[$about:meta])* $visibility:vis enum $Type:ident $(or $expected:literal)? {
        $($(#[$of:meta])* $Member:ident: $name:literal),+ $(,)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $visibility enum $Type {
            $($(#[$of])* $Member),+
        }

        $crate::named_enum! {
            /// Its name.
            $Type $(or $expected)? { $($Member: $name),+ }
        }

        impl ::serde::Serialize for $Type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    };
}
