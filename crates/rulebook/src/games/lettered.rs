//! Enums whose members have a letter in position texts, and a name.

/// Gives an enum without data its members in order, `ALL`, their letters and their names.
macro_rules! lettered {
    ($Type:ident { $($Member:ident $letter:literal $name:literal),+ $(,)? }) => {
        impl $Type {
            pub(in crate::games) const ALL: [$Type; [$($letter),+].len()] = [$($Type::$Member),+];

            pub(in crate::games) const fn letter(self) -> char {
                match self {
                    $($Type::$Member => $letter),+
                }
            }

            pub(in crate::games) const fn name(self) -> &'static str {
                match self {
                    $($Type::$Member => $name),+
                }
            }

            pub(in crate::games) fn from_letter(letter: char) -> Option<$Type> {
                $Type::ALL.into_iter().find(|one| one.letter() == letter)
            }
        }
    };
}

pub(in crate::games) use lettered;
