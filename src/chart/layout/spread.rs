//! Moving things apart along a line, each as little as possible.

/// A run of things that touch each other.
struct Run {
    /// Sum of the places that its things would like, each less its distance from the first.
    wishes: f64,
    count: usize,
}

impl Run {
    fn place(&self) -> f64 {
        self.wishes / self.count as f64
    }
}

/// Places at least `gap` apart and within `lo` to `hi`, in the order of `wanted` (ascending), with
/// the least sum of squared moves; where not all fit, they are packed evenly.
pub(super) fn apart(wanted: &[f64], gap: f64, lo: f64, hi: f64) -> Vec<f64> {
    let count = wanted.len();
    if count < 2 {
        return wanted.iter().map(|at| at.min(hi).max(lo)).collect();
    }
    let room = (hi - lo).max(0.0);
    let gap = gap.min(room / (count - 1) as f64);
    let offset = |index: usize| gap * index as f64;

    // Pool adjacent violators: in x_i − i·gap the places must not fall.
    let mut runs: Vec<Run> = Vec::new();
    for (index, at) in wanted.iter().enumerate() {
        runs.push(Run {
            wishes: at - offset(index),
            count: 1,
        });
        while let [.., before, last] = runs.as_mut_slice() {
            if before.place() <= last.place() {
                break;
            }
            before.wishes += last.wishes;
            before.count += last.count;
            runs.pop();
        }
    }
    let highest = hi - offset(count - 1);
    runs.iter()
        .flat_map(|run| std::iter::repeat_n(run.place(), run.count))
        .enumerate()
        .map(|(index, at)| at.min(highest).max(lo) + offset(index))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_apart_stays() {
        assert_eq!(apart(&[0.0, 20.0], 15.0, 0.0, 100.0), vec![0.0, 20.0]);
    }

    #[test]
    fn neighbours_share_the_move() {
        assert_eq!(apart(&[50.0, 50.0], 10.0, 0.0, 100.0), vec![45.0, 55.0]);
        assert_eq!(
            apart(&[10.0, 50.0, 51.0, 52.0], 10.0, 0.0, 100.0),
            vec![10.0, 41.0, 51.0, 61.0]
        );
    }

    #[test]
    fn the_ends_hold() {
        assert_eq!(apart(&[1.0, 2.0], 10.0, 0.0, 100.0), vec![0.0, 10.0]);
        assert_eq!(apart(&[99.0, 100.0], 10.0, 0.0, 100.0), vec![90.0, 100.0]);
        assert_eq!(
            apart(&[5.0, 5.0, 5.0], 10.0, 0.0, 10.0),
            vec![0.0, 5.0, 10.0]
        );
    }
}
