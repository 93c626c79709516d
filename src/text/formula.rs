//! Formulas as they are written in derivations: what stands below and above the line.

/// Where a part of a formula stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// On the line.
    Line,
    /// A subscript.
    Below,
    /// A superscript.
    Above,
}

/// The parts of a formula. `_` puts the letters and digits after it below the line; `^` puts a sign with digits or
/// letters, or what is in the parentheses after it, above.
///
/// ```
/// use outage_lab::text::formula::{Level, parts};
///
/// let found = parts("W_q · 2^(k−1)");
/// assert_eq!(
///     found,
///     [
///         (Level::Line, "W"),
///         (Level::Below, "q"),
///         (Level::Line, " · 2"),
///         (Level::Above, "k−1"),
///     ]
/// );
/// ```
#[must_use]
pub fn parts(formula: &str) -> Vec<(Level, &str)> {
    let mut found = Vec::new();
    let mut line = 0;
    let mut at = 0;
    while let Some(next) = formula[at..].find(['_', '^']) {
        let sign = at + next;
        let rest = &formula[sign + 1..];
        let (level, part, length) = match formula.as_bytes()[sign] {
            b'_' => (Level::Below, word(rest), word(rest).len()),
            _ => match enclosed(rest) {
                Some(inner) => (Level::Above, inner, inner.len() + 2),
                None => (Level::Above, signed(rest), signed(rest).len()),
            },
        };
        at = sign + 1;
        if !part.is_empty() {
            found.push((Level::Line, &formula[line..sign]));
            found.push((level, part));
            line = at + length;
            at = line;
        }
    }
    found.push((Level::Line, &formula[line..]));
    found.retain(|(_, part)| !part.is_empty());
    found
}

/// The letters and digits at the beginning.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric());
    &text[..end.unwrap_or(text.len())]
}

/// A word at the beginning with the sign before it.
fn signed(text: &str) -> &str {
    let unsigned = text.trim_start_matches(['-', '−']);
    match word(unsigned) {
        "" => "",
        word => &text[..text.len() - unsigned.len() + word.len()],
    }
}

/// What is in the parentheses at the beginning.
fn enclosed(text: &str) -> Option<&str> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        match depth {
            0 if at > 0 => return Some(&text[1..at]),
            0 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_index_stays_as_it_is() {
        for plain in [
            "a_ b",
            "2^ 3",
            "2^(3",
            "A = MTTF / (MTTF + MTTR)",
            "",
            "_",
            "1^",
        ] {
            let whole: String = parts(plain).iter().map(|(_, part)| *part).collect();
            assert_eq!(whole, plain);
            assert!(parts(plain).iter().all(|(level, _)| *level == Level::Line));
        }
    }

    #[test]
    fn powers_may_be_signed_or_nested() {
        assert_eq!(
            parts("10^−6 + (1 − p^(1 + f(r)))^L"),
            [
                (Level::Line, "10"),
                (Level::Above, "−6"),
                (Level::Line, " + (1 − p"),
                (Level::Above, "1 + f(r)"),
                (Level::Line, ")"),
                (Level::Above, "L"),
            ]
        );
        assert_eq!(
            parts("(c_a² + c_s²) / 2"),
            [
                (Level::Line, "(c"),
                (Level::Below, "a"),
                (Level::Line, "² + c"),
                (Level::Below, "s"),
                (Level::Line, "²) / 2"),
            ]
        );
    }
}
