//! The names of members of an enum.

/// Gives an enum without data its members in order, `ALL`, and their names: `name` returns them, and `Display` writes them. With
/// `or Error`, `FromStr` reads them in upper or lower case.
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
    ($(#[$about:meta])* $Type:ident or $Error:ident { $($members:tt)+ }) => {
        $crate::named_enum! { $(#[$about])* $Type { $($members)+ } }

        impl std::str::FromStr for $Type {
            type Err = $Error;

            fn from_str(text: &str) -> Result<$Type, $Error> {
                $Type::ALL.into_iter().find(|one| one.name().eq_ignore_ascii_case(text.trim())).ok_or($Error)
            }
        }
    };
}
