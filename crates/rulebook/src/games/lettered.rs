//! Enums whose members have a letter in position texts, and a name.

/// What has a letter in texts, and a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games) struct Named {
    /// Its letter: `N`.
    pub(in crate::games) letter: char,
    /// Its name: `knight`.
    pub(in crate::games) name: &'static str,
}

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

            /// The member whose letter is the whole text.
            pub(in crate::games) fn named(text: &str) -> Option<$Type> {
                let mut letters = text.chars();
                letters.next().and_then($Type::from_letter).filter(|_| letters.as_str().is_empty())
            }
        }

        impl From<$Type> for crate::games::lettered::Named {
            fn from(member: $Type) -> crate::games::lettered::Named {
                crate::games::lettered::Named { letter: member.letter(), name: member.name() }
            }
        }
    };
}

pub(in crate::games) use lettered;
