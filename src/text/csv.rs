//! Rows of cells as text for spreadsheets (RFC 4180), written strictly.

/// A cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Field<'a> {
    /// Words. Those that a spreadsheet would run as a formula (they begin with `=`, `+`, `-`, `@`, a tab or a line
    /// break) get a `'` before them (OWASP, "CSV injection"), which [`plain`] takes off again.
    Words(&'a str),
    /// A number, in the fewest digits that mean it.
    Number(f64),
}

/// Adds a row, ended by CR LF.
pub fn write_row<'a>(csv: &mut String, fields: impl IntoIterator<Item = Field<'a>>) {
    for (number, field) in fields.into_iter().enumerate() {
        if number > 0 {
            csv.push(',');
        }
        match field {
            Field::Words(words) => write_words(csv, words),
            Field::Number(number) => {
                let digits = format!("{number:?}");
                csv.push_str(digits.strip_suffix(".0").unwrap_or(&digits));
            }
        }
    }
    csv.push_str("\r\n");
}

fn write_words(csv: &mut String, words: &str) {
    let guard = if runs(words) || plain(words) != words {
        "'"
    } else {
        ""
    };
    if guard.is_empty() && !words.contains(['"', ',', '\r', '\n']) {
        csv.push_str(words);
    } else {
        csv.push('"');
        csv.push_str(guard);
        csv.push_str(&words.replace('"', "\"\""));
        csv.push('"');
    }
}

fn runs(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
}

/// Words without the guard that [`write_row`] put before them.
#[must_use]
pub fn plain(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if runs(rest) || plain(rest) != rest => rest,
        _ => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_guarded_and_numbers_are_numbers() {
        let mut csv = String::new();
        let words = ["=1+1", "-2", "a,b", "5\" disk", "it's", ""].map(Field::Words);
        write_row(&mut csv, words);
        write_row(&mut csv, [-2.0, 0.05, 1e-9].map(Field::Number));
        assert_eq!(
            csv,
            "\"'=1+1\",\"'-2\",\"a,b\",\"5\"\" disk\",it's,\r\n-2,0.05,1e-9\r\n"
        );
    }
}
