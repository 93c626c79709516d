//! Putting things in order.

/// Sorts by a number, least first; equals keep their order. NaN comes last.
///
/// The library's sort is compiled anew for every type, at some five kilobytes each in the app; here it is
/// compiled once, for numbers with their places.
///
/// ```
/// use outage_lab_kernel::order::by_number;
///
/// let mut words = vec!["three", "a", "of"];
/// by_number(&mut words, |word| word.len() as f64);
/// assert_eq!(words, ["a", "of", "three"]);
/// ```
pub fn by_number<T>(items: &mut Vec<T>, number: impl Fn(&T) -> f64) {
    let order = places(items.iter().map(number).collect());
    let mut left: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(order.into_iter().filter_map(|place| left[place].take()));
}

/// The places of numbers from the least to the greatest.
fn places(numbers: Vec<f64>) -> Vec<usize> {
    let mut placed: Vec<(f64, usize)> = numbers.into_iter().zip(0..).collect();
    // With the place as the second key, equals keep their order without a stable sort.
    placed.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    placed.into_iter().map(|(_, place)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_keep_their_order_and_nothing_is_lost() {
        let mut items = vec![
            (2.0, 'a'),
            (1.0, 'b'),
            (f64::NAN, 'c'),
            (2.0, 'd'),
            (1.0, 'e'),
        ];
        by_number(&mut items, |item| item.0);
        let letters: String = items.iter().map(|item| item.1).collect();
        assert_eq!(letters, "beadc");
        by_number(&mut Vec::<u8>::new(), |_| 0.0);
    }
}
