//! What stands where after a turn, read from the position text, and who could capture where (RULES 3).

use enochian::chess::{Army, Kind, Officer, Piece, Position, Square};

/// A board with everything on it. A throne pair is two entries of one square, the king first.
pub(crate) struct Board {
    /// In the order a1, b1 … h8.
    pub(crate) men: Vec<(Square, Piece)>,
    pub(crate) frozen: Vec<Army>,
    /// Whether a square holds anything, by its number.
    held: [bool; 64],
}

impl Board {
    pub(crate) fn of(position: &Position) -> Board {
        let text = position.to_string();
        let fields: Vec<&str> = text.split(' ').collect();
        let mut men = Vec::new();
        for (rank, row) in (0..8i8).rev().zip(fields[0].split('/')) {
            let mut file = 0;
            let mut signs = row.chars();
            while let Some(sign) = signs.next() {
                if sign == '+' {
                    file -= 1;
                } else if let Some(run) = sign.to_digit(10) {
                    file += run as i8;
                } else {
                    let kind = Kind::from_position_letter(signs.next().unwrap()).unwrap();
                    men.push((Square::new(file, rank).unwrap(), Piece { army: army_of(sign), kind }));
                    file += 1;
                }
            }
        }
        // It is stable, so a king stays before the piece that shares his throne.
        men.sort_by_key(|(at, _)| (at.rank(), at.file()));
        let frozen = "awfe".chars().zip(fields[2].chars()).filter(|(_, command)| *command == 'x');
        let mut held = [false; 64];
        men.iter().for_each(|(at, _)| held[at.index()] = true);
        Board { frozen: frozen.map(|(army, _)| army_of(army)).collect(), men, held }
    }

    pub(crate) fn on(&self, at: Square) -> impl Iterator<Item = Piece> + '_ {
        self.men.iter().filter(move |(square, _)| *square == at).map(|(_, piece)| *piece)
    }

    pub(crate) fn is_empty(&self, at: Square) -> bool {
        !self.held[at.index()]
    }

    pub(crate) fn king(&self, army: Army) -> Option<Square> {
        self.men.iter().find(|(_, piece)| *piece == Piece { army, kind: Kind::King }).map(|(at, _)| *at)
    }

    pub(crate) fn unfrozen(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.men.iter().copied().filter(|(_, piece)| !self.frozen.contains(&piece.army))
    }

    /// Whether a piece could capture on a square, were an enemy of its own there (RULES 3.1–3.3).
    pub(crate) fn could_capture(&self, from: Square, piece: Piece, to: Square) -> bool {
        let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
        let (far, near) = (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()));
        match piece.kind {
            _ if far == 0 => false,
            Kind::King => far == 1,
            Kind::Officer(Officer::Queen) => far == 2 && near != 1,
            Kind::Officer(Officer::Knight) => far == 2 && near == 1,
            Kind::Officer(Officer::Rook) => near == 0 && self.is_open(from, to),
            Kind::Officer(Officer::Bishop) => near == far && self.is_open(from, to),
            Kind::Pawn(_) => match piece.army {
                Army::Air => ranks == -1 && files.abs() == 1,
                Army::Water => files == -1 && ranks.abs() == 1,
                Army::Fire => ranks == 1 && files.abs() == 1,
                Army::Earth => files == 1 && ranks.abs() == 1,
            },
        }
    }

    /// Whether nothing stands between two squares of one line.
    fn is_open(&self, from: Square, to: Square) -> bool {
        let (files, ranks) = ((to.file() - from.file()).signum(), (to.rank() - from.rank()).signum());
        let (mut file, mut rank) = (from.file() + files, from.rank() + ranks);
        while (file, rank) != (to.file(), to.rank()) {
            if !self.is_empty(Square::new(file, rank).unwrap()) {
                return false;
            }
            (file, rank) = (file + files, rank + ranks);
        }
        true
    }

    /// Every unfrozen piece of some armies that could capture on a square.
    pub(crate) fn capturers(&self, armies: [Army; 2], on: Square) -> Vec<(Square, Piece)> {
        let bears = |(at, piece): &(Square, Piece)| armies.contains(&piece.army) && self.could_capture(*at, *piece, on);
        self.unfrozen().filter(bears).collect()
    }

    /// Whether a king stands attacked (INTERPRETATION 4.1).
    pub(crate) fn is_attacked(&self, army: Army) -> bool {
        self.king(army).is_some_and(|at| !self.capturers(army.enemies(), at).is_empty())
    }

    /// Whether a piece of some armies bears upon the Ptah: could capture there, or as a pawn step there (5.5).
    pub(crate) fn bears(&self, armies: [Army; 2], ptah: Square) -> bool {
        let steps = |from: Square, piece: Piece| {
            let ahead = match piece.army {
                Army::Air => (0, -1),
                Army::Water => (-1, 0),
                Army::Fire => (0, 1),
                Army::Earth => (1, 0),
            };
            let difference = (ptah.file() - from.file(), ptah.rank() - from.rank());
            matches!(piece.kind, Kind::Pawn(_)) && self.is_empty(ptah) && difference == ahead
        };
        self.unfrozen().any(|(at, piece)| {
            armies.contains(&piece.army) && (self.could_capture(at, piece, ptah) || steps(at, piece))
        })
    }

    /// How many unfrozen enemies could capture on the Ptah or beside it (RULES 8.6).
    pub(crate) fn opposing(&self, querent: Army, ptah: Square) -> usize {
        let enemies = querent.enemies();
        let open = |square: &Square| {
            self.on(*square).all(|piece| !enemies.contains(&piece.army) && !self.frozen.contains(&piece.army))
        };
        let near: Vec<Square> = Square::all().filter(|it| steps_between(*it, ptah) <= 1).filter(open).collect();
        let bears = |at: Square, piece: Piece| near.iter().any(|square| self.could_capture(at, piece, *square));
        self.unfrozen().filter(|(at, piece)| enemies.contains(&piece.army) && bears(*at, *piece)).count()
    }
}

fn army_of(letter: char) -> Army {
    match letter {
        'a' => Army::Air,
        'w' => Army::Water,
        'f' => Army::Fire,
        'e' => Army::Earth,
        _ => panic!("no army: {letter}"),
    }
}

/// King's steps from one square to another.
pub(crate) fn steps_between(one: Square, other: Square) -> i8 {
    (one.file() - other.file()).abs().max((one.rank() - other.rank()).abs())
}
