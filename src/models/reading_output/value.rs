//! Numbers as the tools print them.

/// A number with what stands behind it: `4.82ms` is 4.82 and `ms`.
fn split(word: &str) -> Option<(f64, &str)> {
    let end = word
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(word.len());
    let (number, unit) = word.split_at(end);
    let number: f64 = number.parse().ok()?;
    number.is_finite().then_some((number, unit))
}

/// The number times what its unit stands for.
fn scaled(word: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (number, unit) = split(word)?;
    let (_, factor) = units.iter().find(|(known, _)| *known == unit)?;
    Some(number * factor)
}

/// A plain number: `39321.55`.
pub(super) fn plain(word: &str) -> Option<f64> {
    scaled(word, &[("", 1.0)])
}

/// A time in seconds: wrk prints `us`, `ms`, `s`, `m`, `h`; tc the first three.
pub(super) fn seconds(word: &str) -> Option<f64> {
    scaled(
        word,
        &[
            ("ns", 1e-9),
            ("us", 1e-6),
            ("ms", 1e-3),
            ("s", 1.0),
            ("m", 60.0),
            ("h", 3_600.0),
        ],
    )
}

/// A number with wrk’s thousands: `9.87k`.
pub(super) fn metric(word: &str) -> Option<f64> {
    scaled(word, &[("", 1.0), ("k", 1e3), ("M", 1e6), ("G", 1e9)])
}

/// Bytes: both tools count 1,024 to the next unit, `1.21GB` (wrk) and `12Kb` (tc).
pub(super) fn bytes(word: &str) -> Option<f64> {
    const K: f64 = 1_024.0;
    scaled(
        word,
        &[
            ("", 1.0),
            ("B", 1.0),
            ("b", 1.0),
            ("KB", K),
            ("Kb", K),
            ("MB", K * K),
            ("Mb", K * K),
            ("GB", K * K * K),
            ("Gb", K * K * K),
            ("TB", K * K * K * K),
        ],
    )
}

/// A rate in bits a second, where 1,000 make the next unit: `100Mbit`.
pub(super) fn bits(word: &str) -> Option<f64> {
    scaled(
        word,
        &[
            ("bit", 1.0),
            ("Kbit", 1e3),
            ("Mbit", 1e6),
            ("Gbit", 1e9),
            ("Tbit", 1e12),
        ],
    )
}

/// A share: `91.22%`.
pub(super) fn percent(word: &str) -> Option<f64> {
    scaled(word, &[("%", 0.01)])
}
