//! The table as it stands, read and printed by RULES 9.3.
//!
//! A mailbox: sixty-four squares with no piece, one, or the two of a shared throne. Nothing is kept that could be
//! looked up on the board.

/// Air, Water, Fire, Earth: 0, 1, 2, 3 in clockwise order (RULES 1.3).
pub(crate) const LETTERS: [u8; 4] = *b"awfe";

/// a8, h8, h1, a1 (RULES 1.1).
pub(crate) const THRONES: [usize; 4] = [56, 63, 7, 0];

/// A pawn's step, in files and ranks (RULES 1.5).
pub(crate) const FORWARD: [(i32, i32); 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];

/// The partner sits across the diagonal (RULES 1.2).
pub(crate) fn partner(army: usize) -> usize {
    (army + 2) % 4
}

pub(crate) fn enemies(army: usize) -> [usize; 2] {
    [(army + 1) % 4, (army + 3) % 4]
}

/// The square some steps away, if it is on the board. Squares are numbered a1, b1 … h8.
pub(crate) fn step(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (from as i32 % 8 + files, from as i32 / 8 + ranks);
    // As unsigned numbers those below 0 are large.
    if file as u32 > 7 || rank as u32 > 7 { None } else { Some((rank * 8 + file) as usize) }
}

pub(crate) fn name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

/// King's steps between two squares.
pub(crate) fn distance(one: usize, two: usize) -> usize {
    (one % 8).abs_diff(two % 8).max((one / 8).abs_diff(two / 8))
}

/// One piece: its army, and `K Q R B N`, or `q r b n` for the pawn of that piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Man {
    pub(crate) army: usize,
    pub(crate) kind: u8,
}

impl Man {
    pub(crate) fn is_pawn(self) -> bool {
        self.kind.is_ascii_lowercase()
    }

    /// The letter in a move's text (RULES 9.1).
    pub(crate) fn letter(self) -> char {
        if self.is_pawn() { 'P' } else { self.kind as char }
    }
}

/// What the game is played by and the position does not show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    /// Section 4 is suspended (RULES 8.5).
    pub(crate) reading: bool,
    /// RULES 3.6 and 6.2 as in Zalewski's book.
    pub(crate) zalewski: bool,
    /// What a pawn must become on a throne (RULES 5.3).
    pub(crate) throne_piece: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) men: [[Option<Man>; 2]; 64],
    pub(crate) turn: usize,
    pub(crate) widdershins: bool,
    /// The characters of the position text.
    pub(crate) command: [u8; 4],
    pub(crate) prisoners: [u8; 4],
    pub(crate) lost: [u8; 4],
    pub(crate) ply: u32,
}

impl Board {
    pub(crate) fn empty() -> Board {
        Board {
            men: [[None; 2]; 64],
            turn: 0,
            widdershins: false,
            command: *b"----",
            prisoners: *b"----",
            lost: [0; 4],
            ply: 0,
        }
    }

    /// The opening (RULES 2): the officers of places 1 to 4, such as `BQNR`.
    pub(crate) fn opening(array: [u8; 4]) -> Board {
        let mut board = Board::empty();
        let edges = [[56, 57, 58, 59], [63, 55, 47, 39], [7, 6, 5, 4], [0, 8, 16, 24]];
        for (army, edge) in edges.into_iter().enumerate() {
            board.add(THRONES[army], Man { army, kind: b'K' });
            for (place, square) in edge.into_iter().enumerate() {
                board.add(square, Man { army, kind: array[place] });
                board.add(step(square, FORWARD[army]).unwrap(), Man { army, kind: array[place].to_ascii_lowercase() });
            }
        }
        board
    }

    pub(crate) fn add(&mut self, square: usize, man: Man) {
        let free = self.men[square].iter().position(Option::is_none).expect("room on the square");
        self.men[square][free] = Some(man);
    }

    pub(crate) fn remove(&mut self, square: usize, man: Man) {
        let [one, two] = self.men[square];
        self.men[square] = if one == Some(man) { [two, None] } else { [one, None] };
    }

    pub(crate) fn is_empty(&self, square: usize) -> bool {
        self.men[square][0].is_none()
    }

    pub(crate) fn at(&self, square: usize) -> impl Iterator<Item = Man> + use<> {
        self.men[square].into_iter().flatten()
    }

    // These two, and where a piece goes, are asked most often: plain loops take a fraction of the time without optimizations.
    pub(crate) fn army(&self, army: usize) -> Vec<(usize, Man)> {
        let mut found = Vec::new();
        for (square, &[one, two]) in self.men.iter().enumerate() {
            let Some(man) = one else { continue };
            if man.army == army {
                found.push((square, man));
            }
            if let Some(other) = two
                && other.army == army
            {
                found.push((square, other));
            }
        }
        found
    }

    pub(crate) fn king(&self, army: usize) -> Option<usize> {
        let is = |man: Option<Man>| man.is_some_and(|man| man.army == army && man.kind == b'K');
        for (square, &[one, two]) in self.men.iter().enumerate() {
            if one.is_some() && (is(one) || is(two)) {
                return Some(square);
            }
        }
        None
    }

    pub(crate) fn frozen(&self, army: usize) -> bool {
        self.command[army] == b'x'
    }

    /// Withdrawn to its partner (RULES 6.3).
    pub(crate) fn withdrawn(&self, army: usize) -> bool {
        self.command[army] == LETTERS[partner(army)].to_ascii_uppercase()
    }

    /// Under its partner's king (RULES 6.1).
    pub(crate) fn seized(&self, army: usize) -> bool {
        self.command[army] == LETTERS[partner(army)]
    }

    pub(crate) fn bare_king(&self, army: usize) -> bool {
        matches!(self.army(army)[..], [(_, Man { kind: b'K', .. })])
    }

    /// The kinds of an army, sorted: `Kq`, `BKr`.
    pub(crate) fn composition(&self, army: usize) -> Vec<u8> {
        let mut kinds: Vec<u8> = self.army(army).into_iter().map(|(_, man)| man.kind).collect();
        kinds.sort_unstable();
        kinds
    }

    pub(crate) fn read(text: &str) -> Board {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = Board::empty();
        for (row, rank) in fields[0].split('/').zip((0..8).rev()) {
            let (mut file, mut letters, mut shared) = (0, row.bytes(), false);
            while let Some(letter) = letters.next() {
                match letter {
                    b'1'..=b'8' => file += (letter - b'0') as usize,
                    b'+' => shared = true,
                    _ => {
                        file += usize::from(!shared);
                        shared = false;
                        let army = LETTERS.iter().position(|&l| l == letter).unwrap();
                        board.add(rank * 8 + file - 1, Man { army, kind: letters.next().unwrap() });
                    }
                }
            }
        }
        let bytes = |field: &str| <[u8; 4]>::try_from(field.as_bytes()).unwrap();
        board.turn = LETTERS.iter().position(|&l| l == fields[1].as_bytes()[0]).unwrap();
        board.widdershins = fields[1].ends_with('<');
        board.command = bytes(fields[2]);
        board.prisoners = bytes(fields[3]);
        board.lost = bytes(fields[4]).map(|digit| digit - b'0');
        board.ply = fields[5].parse().unwrap();
        board
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            let mut run = 0;
            for file in 0..8 {
                let [Some(one), other] = self.men[rank * 8 + file] else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    text.push((b'0' + run) as char);
                    run = 0;
                }
                let here = match other {
                    Some(king) if king.kind == b'K' => [Some(king), Some(one)],
                    _ => [Some(one), other],
                };
                for (place, man) in here.iter().flatten().enumerate() {
                    if place > 0 {
                        text.push('+');
                    }
                    text.push(LETTERS[man.army] as char);
                    text.push(man.kind as char);
                }
            }
            if run > 0 {
                text.push((b'0' + run) as char);
            }
            if rank > 0 {
                text.push('/');
            }
        }
        let word = |bytes: [u8; 4]| String::from_utf8(bytes.to_vec()).unwrap();
        format!(
            "{text} {}{} {} {} {} {}",
            LETTERS[self.turn] as char,
            if self.widdershins { "<" } else { "" },
            word(self.command),
            word(self.prisoners),
            word(self.lost.map(|n| b'0' + n)),
            self.ply
        )
    }
}
