//! All correspondences in one value.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use sha2::{Digest, Sha256};

use crate::chess::{Angle, Army, Board, Element, Kind, Piece, Square};
use crate::input::{Diagnostics, check_folder};

use super::board::BoardCorrespondences;
use super::card::Cards;
use super::element::Elements;
use super::figure::Figures;
use super::files::{self, DataFile, Lazy};
use super::force::Forces;
use super::glossary::Glossary;
use super::house::Houses;
use super::layer::Layers;
use super::lesson::Lesson;
use super::person::Persons;
use super::piece::Pieces;
use super::planet::Planets;
use super::quality::Qualities;
use super::relation::RelationTable;
use super::sentence::Sentences;
use super::strength::Strengths;
use super::triangle::Triangles;
use super::{
    Category, Colour, DiceTable, DignityCorrespondences, ElementCorrespondences, EssentialDignity, Grade,
    HouseCorrespondences, Naming, PieceCorrespondences, PlanetCorrespondences, Procedure, Quality,
    QualityCorrespondences, Ruleset, SignCorrespondences, SignOrElement, SquareCorrespondences, Strength, Triangle,
    UnknownCategory, UnknownName, catalog, category_search, entries,
};

/// All the correspondences, checked and immutable.
///
/// ```
/// use enochian::chess::{Angle, Board, Element};
/// use enochian::correspondences::{SignOrElement, Correspondences};
///
/// let correspondences = Correspondences::embedded();
/// let square = correspondences.find(Board::Air, Angle::Water, SignOrElement::Capricorn);
/// assert_eq!(square.to_string(), "f5");
/// assert_eq!(correspondences.trump(SignOrElement::Capricorn).to_string(), "XV The Devil");
/// assert_eq!(correspondences.dignity(Element::Fire, Element::Water).dignity.to_string(), "contrary");
/// ```
#[derive(Clone, Debug)]
pub struct Correspondences {
    pub(super) tables: Tables,
    digest: OnceLock<String>,
}

/// Declares the tables, each with its file and how it is read of that.
macro_rules! tables {
    ($($name:ident: $Table:ty = $file:literal $read:expr;)*) => {
        /// The contents of the files. Each is read when it is first needed.
        #[derive(Clone)]
        pub(super) struct Tables {
            pub(super) files: Vec<DataFile>,
            lessons: Lazy<Vec<Lesson>>,
            $($name: Lazy<$Table>,)*
        }

        impl Tables {
            fn new(files: Vec<DataFile>) -> Tables {
                let lessons = Lazy::new("lessons/01-board.toml", |_, tables| tables.read_lessons());
                Tables { files, lessons, $($name: Lazy::new($file, $read),)* }
            }

            /// Everything that is wrong with the files.
            fn check(&self, errors: &mut Diagnostics) {
                $(errors.collect(self.$name.get(self).map(drop));)*
                errors.collect(self.lessons.get(self).map(drop));
            }

            $(
                pub(super) fn $name(&self) -> &$Table {
                    sound(self.$name.get(self))
                }
            )*
        }
    };
}

tables! {
    elements: Elements = "elements.toml" files::checked;
    qualities: Qualities = "qualities.toml" files::typed;
    forces: Forces = "forces.toml" files::checked;
    houses: Houses = "houses.toml" files::checked;
    triangles: Triangles = "triangles.toml" files::checked;
    air: BoardCorrespondences = "boards/air.toml" files::checked;
    water: BoardCorrespondences = "boards/water.toml" files::checked;
    fire: BoardCorrespondences = "boards/fire.toml" files::checked;
    earth: BoardCorrespondences = "boards/earth.toml" files::checked;
    pieces: Pieces = "pieces.toml" files::checked;
    dice: Vec<DiceTable> = "dice.toml" files::checked;
    procedures: Vec<Procedure> = "procedures.toml" files::checked;
    rulesets: Vec<Ruleset> = "rulesets.toml" files::checked;
    namings: Vec<Naming> = "namings.toml" files::checked;
    strengths: Strengths = "strength.toml" files::checked;
    sentences: Sentences = "summary.toml" files::checked;
    planets: Planets = "planets.toml" files::checked;
    persons: Persons = "persons.toml" files::typed;
    relations: RelationTable = "relations.toml" files::typed;
    figures: Figures = "figures.toml" files::checked;
    layers: Layers = "layers.toml" files::checked;
    cards: Cards = "cards.toml" files::checked;
    glossary: Glossary = "glossary.toml" files::checked;
    categories: Vec<Category> = "catalog.toml" files::checked;
}

/// A table that is known to be sound: those of a folder were checked when it was read, the embedded ones by a test.
fn sound<T>(table: Result<&T, Diagnostics>) -> &T {
    table.unwrap_or_else(|errors| panic!("errors in the data of this program:\n{errors}"))
}

/// Without the texts of all files.
impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tables").finish_non_exhaustive()
    }
}

impl Tables {
    /// The signs and elements, unless their file has errors.
    pub(super) fn forces_if_sound(&self) -> Option<&Forces> {
        self.forces.get(self).ok()
    }

    /// A board, unless its file has errors.
    pub(super) fn board_if_sound(&self, board: Board) -> Option<&BoardCorrespondences> {
        [&self.air, &self.water, &self.fire, &self.earth][board.index()].get(self).ok()
    }

    pub(super) fn board(&self, board: Board) -> &BoardCorrespondences {
        match board {
            Board::Air => self.air(),
            Board::Water => self.water(),
            Board::Fire => self.fire(),
            Board::Earth => self.earth(),
        }
    }

    /// All lessons, each in a file of its own.
    fn read_lessons(&self) -> Result<Vec<Lesson>, Diagnostics> {
        let mut errors = Diagnostics::default();
        let files = self.files.iter().filter(|file| file.name.starts_with("lessons/"));
        let lessons = files.filter_map(|file| errors.collect(files::checked(&file.source(), self))).collect();
        errors.into_result(Some(lessons))
    }

    pub(super) fn lessons(&self) -> &Vec<Lesson> {
        sound(self.lessons.get(self))
    }
}

/// Equal tables come from equal files.
impl PartialEq for Correspondences {
    fn eq(&self, other: &Correspondences) -> bool {
        self.digest() == other.digest()
    }
}

impl Eq for Correspondences {}

impl Correspondences {
    fn unchecked(files: Vec<DataFile>) -> Correspondences {
        Correspondences { tables: Tables::new(files), digest: OnceLock::new() }
    }

    /// The correspondences of these files, if nothing is wrong with them.
    fn checked(files: Vec<DataFile>, mut errors: Diagnostics) -> Result<Correspondences, Diagnostics> {
        let correspondences = Correspondences::unchecked(files);
        correspondences.tables.check(&mut errors);
        errors.into_result(Some(correspondences))
    }

    /// The correspondences embedded in the program. Each table is read when it is first needed.
    ///
    /// # Panics
    ///
    /// A table panics when it is read, with all errors, if the program was built from data files that have errors;
    /// a test reads them all.
    pub fn embedded() -> &'static Correspondences {
        static EMBEDDED: OnceLock<Correspondences> = OnceLock::new();
        EMBEDDED.get_or_init(|| Correspondences::unchecked(files::embedded()))
    }

    /// Reads a folder with the same files as `data/` instead of the embedded ones. If the folder has no `catalog.toml` or
    /// lacks a lesson, the embedded one is used. Other files are ignored.
    ///
    /// # Errors
    ///
    /// The errors of all files: missing or unreadable files, invalid TOML, missing and unknown keys, values out of range,
    /// and incomplete or inconsistent tables. Of a file with values that do not fit, only the first is reported.
    pub fn from_dir(folder: &Path) -> Result<Correspondences, Diagnostics> {
        check_folder(folder)?;
        let mut errors = Diagnostics::default();
        let files = files::of_folder(folder, &mut errors);
        Correspondences::checked(files, errors)
    }

    /// Reads the texts of the files, by their names, as [`Correspondences::own_texts`] gives them.
    ///
    /// # Errors
    ///
    /// As [`Correspondences::from_dir`].
    ///
    /// ```
    /// use enochian::correspondences::Correspondences;
    /// let texts = Correspondences::embedded().own_texts();
    /// assert!(texts["dice.toml"].contains("regardie"));
    /// assert_eq!(Correspondences::from_texts(&texts).unwrap().digest(), Correspondences::embedded().digest());
    /// ```
    pub fn from_texts(texts: &BTreeMap<String, String>) -> Result<Correspondences, Diagnostics> {
        let mut errors = Diagnostics::default();
        let files = files::of_texts(texts, &mut errors);
        Correspondences::checked(files, errors)
    }

    /// The texts of its files, by their names, without those that replace what a folder lacks.
    #[must_use]
    pub fn own_texts(&self) -> BTreeMap<String, String> {
        let own = self.tables.files.iter().filter(|file| file.is_own);
        own.map(|file| (file.name.to_owned(), file.text.to_string())).collect()
    }

    /// The embedded correspondences with another text for one file: `dice.toml`, `boards/air.toml`. A name that is not in
    /// [`Correspondences::files`] has no effect.
    ///
    /// # Errors
    ///
    /// As [`Correspondences::from_dir`].
    ///
    /// ```
    /// use enochian::correspondences::Correspondences;
    /// let errors = Correspondences::with_file("dice.toml", "[[table]]\nname = \"mine\"\n").unwrap_err();
    /// assert!(errors.to_string().starts_with("dice.toml:1: "));
    /// ```
    pub fn with_file(file: &str, text: &str) -> Result<Correspondences, Diagnostics> {
        let mut files = files::embedded();
        for own in files.iter_mut().filter(|it| it.name == file) {
            (own.shown, own.text) = (file.to_owned(), text.to_owned().into());
        }
        Correspondences::checked(files, Diagnostics::default())
    }

    /// A fingerprint of all data files: `sha256:` and 64 digits. It shows whether two runs of the program had the same
    /// data.
    ///
    /// ```standalone_crate
    /// use enochian::correspondences::Correspondences;
    /// let other = Correspondences::with_file("dice.toml", &(include_str!("../../data/dice.toml").to_owned() + "\n"));
    /// assert_ne!(other.unwrap().digest(), Correspondences::embedded().digest());
    /// ```
    #[must_use]
    pub fn digest(&self) -> &str {
        self.digest.get_or_init(|| {
            let mut digest = Sha256::new();
            for file in &self.tables.files {
                // The length keeps file boundaries apart.
                digest.update(format!("{} {}\n{}", file.name, file.text.len(), file.text));
            }
            let digits: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
            format!("sha256:{digits}")
        })
    }

    /// The names of the data files within their folder.
    pub fn files() -> impl Iterator<Item = &'static str> + Clone {
        files::names()
    }

    /// The correspondences of an element.
    #[must_use]
    pub fn element(&self, element: Element) -> &ElementCorrespondences {
        &self.tables.elements().elements[element]
    }

    /// The dignity of two elements in the chosen scheme, in either order.
    #[must_use]
    pub fn dignity(&self, one: Element, two: Element) -> &DignityCorrespondences {
        self.tables.elements().dignities.between(one, two)
    }

    /// The text for Spirit, which has no elemental dignity.
    #[must_use]
    pub fn spirit(&self) -> &str {
        &self.tables.elements().dignities.spirit
    }

    /// The correspondences of a quality.
    #[must_use]
    pub fn quality(&self, quality: Quality) -> &QualityCorrespondences {
        &self.tables.qualities()[quality]
    }

    /// The correspondences of a sign or element.
    #[must_use]
    pub fn force(&self, force: SignOrElement) -> &SignCorrespondences {
        &self.tables.forces()[force]
    }

    /// The twelve houses in their order.
    #[must_use]
    pub fn houses(&self) -> &[HouseCorrespondences; 12] {
        self.tables.houses()
    }

    /// The house with a number 1 to 12.
    #[must_use]
    pub fn house(&self, number: u8) -> Option<&HouseCorrespondences> {
        self.tables.houses().get(usize::from(number).wrapping_sub(1))
    }

    /// The sign that governs the house with a number 1 to 12: of the third Gemini.
    #[must_use]
    pub fn sign_of(&self, house: u8) -> Option<SignOrElement> {
        self.tables.forces().iter().find(|(_, known)| known.house == Some(house)).map(|(force, _)| force)
    }

    /// The four triangles of a square, in the order of the data.
    #[must_use]
    pub fn triangles(&self) -> &[Triangle; 4] {
        &self.tables.triangles().four
    }

    /// The colour of the truncated top between the triangles.
    #[must_use]
    pub fn top(&self) -> &Colour {
        &self.tables.triangles().top
    }

    /// The correspondences of a board.
    #[must_use]
    pub fn board(&self, board: Board) -> &BoardCorrespondences {
        self.tables.board(board)
    }

    /// The correspondences of a square on a board.
    #[must_use]
    pub fn square(&self, board: Board, square: Square) -> &SquareCorrespondences {
        &self.board(board).squares[square]
    }

    /// The square of a sign or element in an angle of a board: where the Ptah of a question is set.
    #[must_use]
    pub fn find(&self, board: Board, angle: Angle, force: SignOrElement) -> Square {
        self.tables.board(board).find(angle, force)
    }

    /// The correspondences of a piece.
    #[must_use]
    pub fn piece(&self, piece: Piece) -> &PieceCorrespondences {
        self.tables.pieces().piece(piece)
    }

    /// The court card of a piece with its suit, `Knight of Cups`; pawns have none.
    #[must_use]
    pub fn court_card(&self, piece: Piece) -> Option<String> {
        let court = self.piece(piece).court.as_deref()?;
        Some(format!("{court} of {}", self.element(piece.army.element()).suit))
    }

    /// The planet of a piece in a question of this querent (ZAL table V). A pawn has that of the officer it serves, unless
    /// in the data pawns have none.
    #[must_use]
    pub fn planet(&self, piece: Piece, querent: Army) -> Option<&str> {
        self.tables.pieces().planet(piece, querent)
    }

    /// The correspondences of a planet; `None` if it is not in the data.
    #[must_use]
    pub fn planet_correspondences(&self, name: &str) -> Option<&PlanetCorrespondences> {
        self.tables.planets().planets.iter().find(|planet| planet.name == name)
    }

    /// Every planet in the data.
    #[must_use]
    pub fn planets(&self) -> &[PlanetCorrespondences] {
        &self.tables.planets().planets
    }

    /// The strength of a piece by board and angle.
    #[must_use]
    pub fn grade(&self, piece: Piece, board: Board, angle: Angle) -> Grade {
        self.tables.strengths().grade(piece, board, angle)
    }

    /// The strength of a piece on a square: by board and angle, by its planet's dignity in the sign, by its element's
    /// dignity on the square, and one word for the sum. The planet of a king depends on the querent.
    ///
    /// ```
    /// use enochian::chess::{Army, Board, Kind, Officer, Piece};
    /// use enochian::correspondences::Correspondences;
    /// let pawn = Piece { army: Army::Air, kind: Kind::Pawn(Officer::Bishop) };
    /// let strength = Correspondences::embedded().strength(pawn, Board::Water, "a6".parse().unwrap(), Some(Army::Air));
    /// assert_eq!((strength.grade, strength.sign, strength.element), (2, 0, 1));
    /// assert_eq!(strength.word, "very strong");
    /// ```
    pub fn strength(&self, piece: Piece, board: Board, square: Square, querent: Option<Army>) -> Strength {
        let here = self.square(board, square);
        let planet = self.known_planet(piece, querent).and_then(|name| self.planet_correspondences(name));
        let sign = planet.and_then(|planet| planet.dignity(here.force)).map_or(0, EssentialDignity::value);
        let dignity = |element| self.dignity(element, here.column).dignity.value();
        let element = self.piece(piece).nature.map_or(0, dignity);
        self.tables.strengths().whole(self.grade(piece, board, here.angle).value(), sign, element)
    }

    /// The planet of a piece if the querent is known or does not matter: only a king's planet depends on the querent.
    ///
    /// ```
    /// use enochian::chess::{Army, Kind, Officer, Piece};
    /// use enochian::correspondences::Correspondences;
    /// let king = Piece { army: Army::Earth, kind: Kind::King };
    /// assert_eq!(Correspondences::embedded().known_planet(king, None), None);
    /// let queen = Piece { kind: Kind::Officer(Officer::Queen), ..king };
    /// assert_eq!(Correspondences::embedded().known_planet(queen, None), Some("Moon"));
    /// ```
    #[must_use]
    pub fn known_planet(&self, piece: Piece, querent: Option<Army>) -> Option<&str> {
        let querent = querent.or((piece.kind != Kind::King).then_some(piece.army));
        self.planet(piece, querent?)
    }

    /// The categories of questions.
    #[must_use]
    pub fn categories(&self) -> &[Category] {
        self.tables.categories()
    }

    /// The category with a name or other name, ignoring case, punctuation and small words.
    ///
    /// # Errors
    ///
    /// If there is none; the error lists similar names.
    ///
    /// ```
    /// use enochian::correspondences::Correspondences;
    /// let category = Correspondences::embedded().find_category("My Brother?").unwrap();
    /// assert_eq!(category.house, Some(3));
    /// ```
    pub fn find_category(&self, name: &str) -> Result<&Category, UnknownCategory> {
        catalog::find(self.tables.categories(), name)
    }

    /// The categories that some words may mean, the likeliest first, at most twelve. The last word may be unfinished.
    ///
    /// ```
    /// use enochian::correspondences::Correspondences;
    /// let found = Correspondences::embedded().categories_like("frien");
    /// assert_eq!(found[0].name, "friendship");
    /// ```
    #[must_use]
    pub fn categories_like(&self, text: &str) -> Vec<&Category> {
        category_search::like(self.tables.categories(), text)
    }

    /// The categories that a question names, with all the words of a name, at most four.
    #[must_use]
    pub fn categories_in(&self, question: &str) -> Vec<&Category> {
        category_search::within(self.tables.categories(), question)
    }
}

/// Declares how the entries of a list are read, all of them and one by its name.
macro_rules! entries {
    ($($all:ident $one:ident: $Entry:ty = $table:ident, $what:literal;)*) => {
        impl Correspondences {
            $(
                #[doc = concat!("The ", $what, "s; the first is the default.")]
                #[must_use]
                pub fn $all(&self) -> &[$Entry] {
                    self.tables.$table()
                }

                #[doc = concat!("The ", $what, " with a name.")]
                ///
                /// # Errors
                ///
                /// If there is none; the error lists the names that exist.
                pub fn $one(&self, name: &str) -> Result<&$Entry, UnknownName> {
                    entries::find(self.tables.$table(), name)
                }
            )*
        }
    };
}

entries! {
    dice_tables dice_table: DiceTable = dice, "dice table";
    procedures procedure: Procedure = procedures, "procedure";
    rulesets ruleset: Ruleset = rulesets, "ruleset";
    namings naming: Naming = namings, "naming";
}
