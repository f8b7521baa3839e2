//! All correspondences in one value.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use crate::chess::{Angle, Army, Board, Element, Kind, Piece, Square};
use crate::input::{Diagnostics, check_folder};

use super::card::Cards;
use super::dignity::Dignities;
use super::figure::Figures;
use super::files::{self, DataFile, DataFolder};
use super::glossary::Glossary;
use super::layer::Layers;
use super::lesson::Lesson;
use super::person::Persons;
use super::phrase::Phrases;
use super::piece::Pieces;
use super::planet::Planets;
use super::relation::RelationTable;
use super::sentence::Sentences;
use super::strength::Strengths;
use super::time::Times;
use super::triangle::Triangles;
use super::{
    BoardCorrespondences, Category, Colour, DiceTable, DignityCorrespondences, ElementCorrespondences,
    EssentialDignity, Grade, HouseCorrespondences, Naming, PieceCorrespondences, PieceElement, PlanetCorrespondences,
    Procedure, Quality, QualityCorrespondences, Ruleset, SignCorrespondences, SignOrElement, SquareCorrespondences,
    Strength, Triangle, UnknownCategory, UnknownName, catalog, category_search, entries,
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
/// assert_eq!(correspondences.force(SignOrElement::Capricorn).trump.to_string(), "XV The Devil");
/// assert_eq!(correspondences.dignity(Element::Fire, Element::Water).dignity.to_string(), "contrary");
/// ```
#[derive(Clone, Debug)]
pub struct Correspondences {
    pub(super) tables: CorrespondenceTables,
    pub(super) files: Vec<DataFile>,
    pub(super) digest: OnceLock<String>,
    pub(super) correspondences_digest: OnceLock<String>,
}

/// The contents of the files.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct CorrespondenceTables {
    pub(super) elements: [ElementCorrespondences; 4],
    pub(super) dignities: Dignities,
    pub(super) qualities: [QualityCorrespondences; 4],
    pub(super) forces: [SignCorrespondences; 16],
    pub(super) houses: [HouseCorrespondences; 12],
    pub(super) triangles: Triangles,
    pub(super) boards: [BoardCorrespondences; 4],
    pub(super) pieces: Pieces,
    pub(super) strengths: Strengths,
    pub(super) sentences: Sentences,
    pub(super) planets: Planets,
    pub(super) persons: Persons,
    pub(super) relations: RelationTable,
    pub(super) figures: Figures,
    pub(super) cards: Cards,
    pub(super) glossary: Glossary,
    pub(super) lessons: Vec<Lesson>,
    pub(super) phrases: Phrases,
    pub(super) times: Times,
    pub(super) layers: Layers,
    pub(super) dice: Vec<DiceTable>,
    pub(super) procedures: Vec<Procedure>,
    pub(super) rulesets: Vec<Ruleset>,
    pub(super) namings: Vec<Naming>,
    pub(super) categories: Vec<Category>,
}

/// What `.ci/update prepared` has made of the embedded files, to be read when the program starts: a checksum of their texts, and as JSON
/// their tables and their fingerprints.
const PREPARED: (&str, &str) = include_str!("prepared.json").split_at(33);

/// Whether the files are still those of which it was made.
const IS_CURRENT: bool = matches!(u128::from_str_radix(PREPARED.0.trim_ascii(), 16), Ok(sum) if sum == files::CHECKSUM);

impl Correspondences {
    fn of((tables, files): (CorrespondenceTables, Vec<DataFile>)) -> Correspondences {
        Correspondences { tables, files, digest: OnceLock::new(), correspondences_digest: OnceLock::new() }
    }

    /// The correspondences embedded in the program.
    ///
    /// # Panics
    ///
    /// With all errors, if the program was built from data files that were edited and have errors;
    /// [`Correspondences::check_embedded`] tells them.
    pub fn embedded() -> &'static Correspondences {
        static EMBEDDED: OnceLock<Correspondences> = OnceLock::new();
        EMBEDDED.get_or_init(|| {
            if !IS_CURRENT {
                return Correspondences::read_embedded()
                    .unwrap_or_else(|errors| panic!("errors in the data:\n{errors}"));
            }
            Correspondences::from_prepared(PREPARED.1.as_bytes(), files::embedded())
                .expect("this reader made prepared.json; if it was changed, run `.ci/update prepared`")
        })
    }

    fn from_prepared(json: &[u8], files: Vec<DataFile>) -> serde_json::Result<Correspondences> {
        let (tables, digest, correspondences_digest): (_, String, String) = serde_json::from_slice(json)?;
        let (digest, correspondences_digest) = (digest.into(), correspondences_digest.into());
        Ok(Correspondences { tables, files, digest, correspondences_digest })
    }

    /// What is prepared of these correspondences, to be written as JSON.
    #[doc(hidden)]
    pub fn to_prepared(&self) -> impl serde::Serialize {
        (&self.tables, self.digest(), self.correspondences_digest())
    }

    /// These correspondences with tables that were prepared.
    #[doc(hidden)]
    pub fn with_prepared(&self, json: &[u8]) -> serde_json::Result<Correspondences> {
        Correspondences::from_prepared(json, self.files.clone())
    }

    /// The first line of `prepared.json`: the checksum of the embedded files of which it was made.
    #[doc(hidden)]
    #[must_use]
    pub fn checksum() -> String {
        format!("{:032x}\n", files::CHECKSUM)
    }

    /// Checks the embedded data files, if they were edited since `prepared.json` was made; [`Correspondences::embedded`] then succeeds.
    ///
    /// # Errors
    ///
    /// As [`Correspondences::from_dir`].
    ///
    /// ```
    /// use enochian::correspondences::Correspondences;
    /// assert!(Correspondences::check_embedded().is_ok());
    /// ```
    pub fn check_embedded() -> Result<(), Diagnostics> {
        if IS_CURRENT { Ok(()) } else { Correspondences::read_embedded().map(drop) }
    }

    fn read_embedded() -> Result<Correspondences, Diagnostics> {
        files::read(&DataFolder::Embedded(None)).map(Correspondences::of)
    }

    /// Reads a folder with the same files as `data/` instead of the embedded ones. If the folder has no `catalog.toml` or
    /// lacks a lesson, the embedded one is used. Other files are ignored.
    ///
    /// # Errors
    ///
    /// All errors in all files: missing or unreadable files, invalid TOML, missing and unknown keys, values out of range,
    /// and incomplete or inconsistent tables.
    pub fn from_dir(folder: &Path) -> Result<Correspondences, Diagnostics> {
        check_folder(folder)?;
        files::read(&DataFolder::Folder(folder)).map(Correspondences::of)
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
        files::read(&DataFolder::Texts(texts)).map(Correspondences::of)
    }

    /// The texts of its files, by their names, without those that replace what a folder lacks.
    #[must_use]
    pub fn own_texts(&self) -> BTreeMap<String, String> {
        let own = self.files.iter().filter(|file| file.is_own);
        own.map(|file| (file.name.to_string(), file.text.to_string())).collect()
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
        files::read(&DataFolder::Embedded(Some((file, text)))).map(Correspondences::of)
    }

    /// The names of the data files within their folder.
    pub fn files() -> impl Iterator<Item = &'static str> + Clone {
        files::names()
    }

    /// The correspondences of an element.
    #[must_use]
    pub fn element(&self, element: Element) -> &ElementCorrespondences {
        &self.tables.elements[element.index()]
    }

    /// The dignity of two elements in the chosen scheme, in either order.
    #[must_use]
    pub fn dignity(&self, one: Element, two: Element) -> &DignityCorrespondences {
        self.tables.dignities.between(one, two)
    }

    /// The text for Spirit, which has no elemental dignity.
    #[must_use]
    pub fn spirit(&self) -> &str {
        &self.tables.dignities.spirit
    }

    /// The correspondences of a quality.
    #[must_use]
    pub fn quality(&self, quality: Quality) -> &QualityCorrespondences {
        &self.tables.qualities[quality.index()]
    }

    /// The correspondences of a sign or element.
    #[must_use]
    pub fn force(&self, force: SignOrElement) -> &SignCorrespondences {
        &self.tables.forces[force.index()]
    }

    /// The twelve houses in their order.
    #[must_use]
    pub fn houses(&self) -> &[HouseCorrespondences; 12] {
        &self.tables.houses
    }

    /// The house with a number 1 to 12.
    #[must_use]
    pub fn house(&self, number: u8) -> Option<&HouseCorrespondences> {
        self.tables.houses.get(usize::from(number).wrapping_sub(1))
    }

    /// The sign that governs the house with a number 1 to 12.
    ///
    /// ```
    /// use enochian::correspondences::{SignOrElement, Correspondences};
    /// assert_eq!(Correspondences::embedded().sign_of(3), Some(SignOrElement::Gemini));
    /// ```
    #[must_use]
    pub fn sign_of(&self, house: u8) -> Option<SignOrElement> {
        self.tables
            .forces
            .iter()
            .find(|correspondences| correspondences.house == Some(house))
            .map(|correspondences| correspondences.force)
    }

    /// The four triangles of a square, in the order of the data.
    #[must_use]
    pub fn triangles(&self) -> &[Triangle; 4] {
        &self.tables.triangles.four
    }

    /// The colour of the truncated top between the triangles.
    #[must_use]
    pub fn top(&self) -> &Colour {
        &self.tables.triangles.top
    }

    /// The correspondences of a board.
    #[must_use]
    pub fn board(&self, board: Board) -> &BoardCorrespondences {
        &self.tables.boards[board.index()]
    }

    /// The correspondences of a square on a board.
    #[must_use]
    pub fn square(&self, board: Board, square: Square) -> &SquareCorrespondences {
        self.board(board).square(square)
    }

    /// The square of a sign or element in an angle of a board: where the Ptah of a question is set.
    #[must_use]
    pub fn find(&self, board: Board, angle: Angle, force: SignOrElement) -> Square {
        self.board(board).find(angle, force)
    }

    /// The correspondences of a piece.
    #[must_use]
    pub fn piece(&self, piece: Piece) -> &PieceCorrespondences {
        self.tables.pieces.piece(piece)
    }

    /// The court card of a piece with its suit, `Knight of Cups`; pawns have none.
    #[must_use]
    pub fn court_card(&self, piece: Piece) -> Option<String> {
        let court = self.piece(piece).court.as_deref()?;
        Some(format!("{court} of {}", self.element(piece.army.element()).suit))
    }

    /// The planet of a piece in a question of this querent (ZAL table V). A pawn has that of the officer it serves, unless
    /// in the data pawns have none.
    ///
    /// ```
    /// use enochian::chess::{Army, Kind, Piece};
    /// use enochian::correspondences::Correspondences;
    /// let king = Piece { army: Army::Earth, kind: Kind::King };
    /// assert_eq!(Correspondences::embedded().planet(king, Army::Earth), Some("Sun"));
    /// assert_eq!(Correspondences::embedded().planet(king, Army::Water), Some("Neptune"));
    /// ```
    #[must_use]
    pub fn planet(&self, piece: Piece, querent: Army) -> Option<&str> {
        self.tables.pieces.planet(piece, querent)
    }

    /// The correspondences of a planet; `None` if it is not in the data.
    #[must_use]
    pub fn planet_correspondences(&self, name: &str) -> Option<&PlanetCorrespondences> {
        self.tables.planets.planets.iter().find(|planet| planet.name == name)
    }

    /// Every planet in the data.
    #[must_use]
    pub fn planets(&self) -> &[PlanetCorrespondences] {
        &self.tables.planets.planets
    }

    /// The strength of a piece by board and angle.
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Board, Kind, Officer, Piece};
    /// use enochian::correspondences::{Grade, Correspondences};
    /// let queen = Piece { army: Army::Water, kind: Kind::Officer(Officer::Queen) };
    /// assert_eq!(Correspondences::embedded().grade(queen, Board::Water, Angle::Water), Grade::Strongest);
    /// ```
    #[must_use]
    pub fn grade(&self, piece: Piece, board: Board, angle: Angle) -> Grade {
        self.tables.strengths.grade(piece, board, angle)
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
        let element = match self.piece(piece).nature {
            PieceElement::Spirit => 0,
            PieceElement::Element(element) => self.dignity(element, here.column).dignity.value(),
        };
        self.tables.strengths.whole(self.grade(piece, board, here.angle).value(), sign, element)
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

    /// The dice tables; the first is the default.
    #[must_use]
    pub fn dice_tables(&self) -> &[DiceTable] {
        &self.tables.dice
    }

    /// The dice table with a name.
    ///
    /// # Errors
    ///
    /// If there is none; the error lists the names that exist.
    pub fn dice_table(&self, name: &str) -> Result<&DiceTable, UnknownName> {
        entries::find(&self.tables.dice, name)
    }

    /// The procedures; the first is the default.
    #[must_use]
    pub fn procedures(&self) -> &[Procedure] {
        &self.tables.procedures
    }

    /// The procedure with a name.
    ///
    /// # Errors
    ///
    /// If there is none; the error lists the names that exist.
    pub fn procedure(&self, name: &str) -> Result<&Procedure, UnknownName> {
        entries::find(&self.tables.procedures, name)
    }

    /// The rulesets; the first is the default.
    #[must_use]
    pub fn rulesets(&self) -> &[Ruleset] {
        &self.tables.rulesets
    }

    /// The ruleset with a name.
    ///
    /// # Errors
    ///
    /// If there is none; the error lists the names that exist.
    pub fn ruleset(&self, name: &str) -> Result<&Ruleset, UnknownName> {
        entries::find(&self.tables.rulesets, name)
    }

    /// The namings; the first is the default.
    #[must_use]
    pub fn namings(&self) -> &[Naming] {
        &self.tables.namings
    }

    /// The naming with a name.
    ///
    /// # Errors
    ///
    /// If there is none; the error lists the names that exist.
    pub fn naming(&self, name: &str) -> Result<&Naming, UnknownName> {
        entries::find(&self.tables.namings, name)
    }

    /// The categories of questions.
    #[must_use]
    pub fn categories(&self) -> &[Category] {
        &self.tables.categories
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
        catalog::find(&self.tables.categories, name)
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
        category_search::like(&self.tables.categories, text)
    }

    /// The categories that a question names, with all the words of a name, at most four.
    #[must_use]
    pub fn categories_in(&self, question: &str) -> Vec<&Category> {
        category_search::within(&self.tables.categories, question)
    }
}
