//! Exact two-sided binomial probabilities, and Holm's correction (STUDY; INTERPRETATION 8.4 S12).

/// The probability of every count of `n` tries that each come about once in `one_in`, from logarithms of factorials.
fn probabilities(n: u32, one_in: u32) -> Vec<f64> {
    let logs: Vec<f64> = (0..=n).map(|k| (1..=k).map(|i| f64::from(i).ln()).sum()).collect();
    let (hit, miss) = ((1.0 / f64::from(one_in)).ln(), (f64::from(one_in - 1) / f64::from(one_in)).ln());
    let one = |k: u32| {
        let ways = logs[n as usize] - logs[k as usize] - logs[(n - k) as usize];
        (ways + f64::from(k) * hit + f64::from(n - k) * miss).exp()
    };
    (0..=n).map(one).collect()
}

/// All counts that are as improbable as the one found, or more, together.
pub(crate) fn two_sided(found: u32, n: u32, one_in: u32) -> f64 {
    let all = probabilities(n, one_in);
    let here = all[found as usize];
    all.iter().filter(|one| **one <= here * (1.0 + 1e-9)).sum::<f64>().min(1.0)
}

/// Which of several tests still differ at 5 in 100 after Holm's correction.
pub(crate) fn holm(tests: &[f64]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by(|one, other| tests[*one].total_cmp(&tests[*other]));
    let mut marked = vec![false; tests.len()];
    for (rank, test) in order.into_iter().enumerate() {
        // The first that does not differ ends it: no later one does.
        if tests[test] * (tests.len() - rank) as f64 >= 0.05 {
            break;
        }
        marked[test] = true;
    }
    marked
}

#[test]
fn interpretation_8_4_s12_by_hand() {
    // Of four tries, one in four each: 81 108 54 12 1 of 256.
    assert!((two_sided(3, 4, 4) - 13.0 / 256.0).abs() < 1e-12);
    assert!((two_sided(0, 4, 4) - 148.0 / 256.0).abs() < 1e-12);
    assert!((two_sided(1, 4, 4) - 1.0).abs() < 1e-12);
    assert_eq!(two_sided(0, 0, 16), 1.0);
    assert_eq!(holm(&[0.04, 0.01, 0.02]), [true, true, true]);
    assert_eq!(holm(&[0.04, 0.02, 0.03]), [false, false, false]);
}
