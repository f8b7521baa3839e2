//! Texts that nobody writes: those that somebody wrote, changed at random.

use std::fs;
use std::path::{Path, PathBuf};

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// No mutated text is longer, in bytes.
const LONGEST: usize = 256 << 10;

/// Numbers at the edges of what programs can count.
const NUMBERS: &str = "0 -0 1 -1 00 13 255 256 65536 2147483648 4294967296 9223372036854775808 18446744073709551616 \
    99999999999999999999999999 1e999 0x7f";

/// Characters that break lines, words, and what counts bytes.
const CHARACTERS: &str =
    "\0\r\n\t\u{1b}\u{7f}\u{85}\u{a0}\u{301}\u{200b}\u{200d}\u{202e}\u{2028}\u{feff}\u{ffff}\u{10ffff}ﬃİß👩";

/// What opens, closes and separates.
const MARKS: &str = r#"" ' """ ''' \ \u0000 ` ``` [ ] [[ { } ( ) = : , . · * ** # +++"#;

/// Texts of one sort, from which others are made.
pub(crate) struct Corpus {
    texts: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
    numbers: Vec<&'static str>,
    characters: Vec<String>,
    marks: Vec<&'static str>,
}

impl Corpus {
    /// Of all files in these folders, and of texts.
    pub(crate) fn of(folders: &[PathBuf], texts: Vec<Vec<u8>>) -> Corpus {
        let mut files: Vec<PathBuf> = folders.iter().flat_map(|folder| files(folder)).collect();
        files.sort();
        let mut texts: Vec<Vec<u8>> = files.into_iter().map(|file| fs::read(file).unwrap()).chain(texts).collect();
        texts.sort();
        let split = |text: &Vec<u8>| text.split(u8::is_ascii_whitespace).map(<[u8]>::to_vec).collect::<Vec<_>>();
        let mut words: Vec<Vec<u8>> =
            texts.iter().flat_map(split).filter(|word| (1..40).contains(&word.len())).collect();
        words.sort();
        words.dedup();
        assert!(!texts.is_empty() && !words.is_empty());
        let characters = CHARACTERS.chars().map(String::from).collect();
        let [numbers, marks] = [NUMBERS, MARKS].map(|list| list.split(' ').collect());
        Corpus { texts, words, numbers, characters, marks }
    }

    /// The text with this number, always the same.
    pub(crate) fn text(&self, seed: u64, number: u64) -> Vec<u8> {
        let mut chance = Chance(SplitMix64::seed_from_u64(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let mut text = match chance.below(16) {
            0 => (0..chance.below(40)).map(|_| chance.0.next_u64() as u8).collect(),
            1 => (0..chance.below(12)).flat_map(|_| [chance.one(&self.words).as_slice(), b" "].concat()).collect(),
            _ => chance.one(&self.texts).clone(),
        };
        // Most have few changes, so that much of what they say is understood.
        let changes = 1 + chance.below(3) * chance.below(5);
        for _ in 0..changes {
            self.change(&mut text, &mut chance);
        }
        text.truncate(LONGEST);
        text
    }

    fn change(&self, text: &mut Vec<u8>, chance: &mut Chance) {
        let (from, to) = chance.range(text.len());
        let put = |text: &mut Vec<u8>, what: &[u8]| drop(text.splice(from..from, what.iter().copied()));
        match chance.below(16) {
            0 | 1 if from < text.len() => text[from] ^= 1 << chance.below(8),
            2 if from < text.len() => text[from] = chance.0.next_u64() as u8,
            3 | 4 => drop(text.drain(from..to)),
            5 | 6 => put(text, chance.one::<Vec<u8>>(&self.words)),
            7 => put(text, chance.one(&self.numbers).as_bytes()),
            8 => put(text, chance.one(&self.characters).as_bytes()),
            9 => put(text, chance.one(&self.marks).as_bytes()),
            10 => {
                // The number that stands there becomes another.
                let is_digit = |byte: &u8| byte.is_ascii_digit();
                if let Some(start) = text[from..].iter().position(is_digit).map(|at| from + at) {
                    let end = text[start..].iter().position(|byte| !is_digit(byte)).map_or(text.len(), |at| start + at);
                    drop(text.splice(start..end, chance.one(&self.numbers).bytes()));
                }
            }
            11 | 12 => {
                let other = chance.one(&self.texts);
                let (begin, end) = chance.range(other.len());
                drop(text.splice(from..to, other[begin..end].iter().copied()));
            }
            13 => {
                let mut lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
                if !lines.is_empty() {
                    let (one, other) = (chance.below(lines.len()), chance.below(lines.len()));
                    match chance.below(3) {
                        0 => lines.swap(one, other),
                        1 => lines.insert(one, lines[other]),
                        _ => drop(lines.remove(one)),
                    }
                    *text = lines.concat();
                }
            }
            14 => put(text, &chance.one(&self.marks).as_bytes().repeat(1 + chance.below(60))),
            // Rarely very long.
            15 if chance.below(256) == 0 && from < to => {
                let length = to - from;
                put(text, &text[from..to].repeat(LONGEST / length));
            }
            _ => put(text, &text[from..to].repeat(chance.below(8))),
        }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let found = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    found.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect()
}

/// Numbers by chance, the same for the same seed.
struct Chance(SplitMix64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound.max(1) as u64) as usize
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// A part of a text of this length, most often short.
    fn range(&mut self, length: usize) -> (usize, usize) {
        let (from, most) = (self.below(length + 1), [4, 40, 400, length][self.below(4)]);
        (from, (from + self.below(most + 1)).min(length))
    }
}
