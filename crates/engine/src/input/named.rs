//! The names of members of an enum.

/// Gives an enum without data its names, in the order of its members: `name` returns them, and `Display` writes them.
#[doc(hidden)]
#[macro_export]
macro_rules! named_enum {
    ($(#[$about:meta])* $Type:ident: $($name:literal),+ $(,)?) => {
        impl $Type {
            $(#[$about])*
            #[must_use]
            pub const fn name(self) -> &'static str {
                [$($name),+][self as usize]
            }
        }

        impl std::fmt::Display for $Type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
