//! Ratings of players from the results of their games (Bradley and Terry, 1952), on the scale of Elo.

use super::Z_95;

/// The rating of a player, with its 95 % interval. The mean of all is 0; 400 more is ten to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating.
    pub elo: f64,
    /// How far the interval reaches to both sides.
    pub half_width: f64,
}

/// Rates players by the points that each has won against each other, `points[one][other]`; a drawn game is half a point for both.
/// It is the greatest likelihood with one more drawn game between each two players, so that nobody who won all is infinitely strong.
///
/// The intervals are those of the likelihood (Wald). They take games for independent.
///
/// ```
/// // Three of four points are 191 more: 400 · log10(3).
/// let [one, other] = enochian::stats::ratings::ratings(&[vec![0.0, 3e6], vec![1e6, 0.0]])[..] else { panic!() };
/// assert!((one.elo - other.elo - 190.85).abs() < 0.01 && one.half_width < 0.3);
/// ```
#[must_use]
pub fn ratings(points: &[Vec<f64>]) -> Vec<Rating> {
    let players = points.len();
    let others = |one: usize| (0..players).filter(move |other| *other != one);
    let games = |one: usize, other: usize| points[one][other] + points[other][one] + 1.0;
    let mut strength = vec![1.0_f64; players];
    // Each round of this (Hunter, 2004) is more likely than the one before it.
    for _ in 0..100_000 {
        let better: Vec<f64> = (0..players)
            .map(|one| {
                let won: f64 = others(one).map(|other| points[one][other] + 0.5).sum();
                won / others(one).map(|other| games(one, other) / (strength[one] + strength[other])).sum::<f64>()
            })
            .collect();
        let mean = (better.iter().map(|it| it.ln()).sum::<f64>() / players as f64).exp();
        let change = better.iter().zip(&strength).map(|(new, old)| (new / mean / old).ln().abs()).fold(0.0, f64::max);
        strength = better.into_iter().map(|it| it / mean).collect();
        if change < 1e-12 {
            break;
        }
    }
    // What the games tell of each logarithm of a strength; the mean of these is fixed.
    let told = |one: usize, other: usize| {
        games(one, other) * strength[one] * strength[other] / (strength[one] + strength[other]).powi(2)
    };
    let fixed = 1.0 / players as f64;
    let row = |one: usize| {
        let cell = |other: usize| match one == other {
            true => others(one).map(|it| told(one, it)).sum::<f64>() + fixed,
            false => fixed - told(one, other),
        };
        (0..players).map(cell).collect()
    };
    let variance = inverse((0..players).map(row).collect());
    let scale = 400.0 / std::f64::consts::LN_10;
    let rating = |one: usize| Rating {
        elo: scale * strength[one].ln(),
        half_width: scale * Z_95 * (variance[one][one] - fixed).max(0.0).sqrt(),
    };
    (0..players).map(rating).collect()
}

/// The inverse of a positive definite matrix (Gauss and Jordan, in place).
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for pivot in 0..matrix.len() {
        let by = std::mem::replace(&mut matrix[pivot][pivot], 1.0);
        matrix[pivot].iter_mut().for_each(|cell| *cell /= by);
        let above = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(place, _)| *place != pivot) {
            let by = std::mem::replace(&mut row[pivot], 0.0);
            row.iter_mut().zip(&above).for_each(|(cell, above)| *cell -= by * above);
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_of_a_matrix_is_its_inverse() {
        let found = inverse(vec![vec![4.0, 1.0, 0.0], vec![1.0, 3.0, -1.0], vec![0.0, -1.0, 2.0]]);
        let expected = [[5.0, -2.0, -1.0], [-2.0, 8.0, 4.0], [-1.0, 4.0, 11.0]];
        for (found, expected) in found.iter().flatten().zip(expected.as_flattened()) {
            assert!((found - expected / 18.0).abs() < 1e-12, "{found} {expected}");
        }
    }

    /// Games at random between players whose strengths are known: the intervals hold them about 95 times in 100.
    #[test]
    fn the_intervals_hold_the_strengths_about_as_often_as_they_say() {
        let strengths = [-120.0, 0.0, 20.0, 100.0];
        let (mut held, mut all, mut chance) = (0, 0, 7_u64);
        for _ in 0..250 {
            let mut points = vec![vec![0.0; 4]; 4];
            for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
                let share = 1.0 / (1.0 + 10_f64.powf((strengths[other] - strengths[one]) / 400.0));
                for _ in 0..100 {
                    chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let is_won = (chance >> 11) as f64 / (1_u64 << 53) as f64 <= share;
                    points[if is_won { one } else { other }][if is_won { other } else { one }] += 1.0;
                }
            }
            for (rating, strength) in ratings(&points).into_iter().zip(strengths) {
                held += usize::from((rating.elo - strength).abs() <= rating.half_width);
                all += 1;
            }
        }
        let share = held as f64 / all as f64;
        assert!((0.93..0.975).contains(&share), "{share}");
    }
}
