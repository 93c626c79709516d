//! Rows of cells as text (RFC 4180), read leniently.

use crate::finding::Finding;

/// A row, with the line of the text that it begins in, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    /// The line.
    pub(super) line: usize,
    /// The cells, without their quotes.
    pub(super) cells: Vec<String>,
}

/// The rows of a text; empty lines are left out.
///
/// The separator is the comma, or a semicolon or tab where the first line has more of those outside quotes. Lines may
/// end in any way; a quote within an unquoted cell is a letter like others.
///
/// # Errors
/// A quote that is never closed: everything behind it would be one cell.
pub(super) fn rows(text: &str) -> Result<Vec<Row>, Finding> {
    let separator = separator(text);
    let mut rows = Vec::new();
    let mut row = Row {
        line: 1,
        cells: Vec::new(),
    };
    let mut cell = String::new();
    let mut line = 1;
    // The line of the quote that is open.
    let mut quoted: Option<usize> = None;
    let mut fresh = true;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '\n' || (letter == '\r' && letters.peek() != Some(&'\n')) {
            line += 1;
        }
        if quoted.is_some() {
            match letter {
                '"' if letters.peek() == Some(&'"') => {
                    letters.next();
                    cell.push('"');
                }
                '"' => quoted = None,
                _ => cell.push(letter),
            }
            continue;
        }
        match letter {
            '"' if fresh => {
                quoted = Some(line);
                fresh = false;
            }
            '\r' if letters.peek() == Some(&'\n') => {}
            '\n' | '\r' => {
                end(&mut rows, &mut row, &mut cell, line);
                fresh = true;
            }
            _ if letter == separator => {
                row.cells.push(std::mem::take(&mut cell));
                fresh = true;
            }
            _ => {
                cell.push(letter);
                fresh = false;
            }
        }
    }
    if let Some(line) = quoted {
        let message = "the quote that opens here is not closed";
        return Err(Finding::error(format!("line {line}"), "csv.quote", message));
    }
    end(&mut rows, &mut row, &mut cell, line);
    Ok(rows)
}

fn end(rows: &mut Vec<Row>, row: &mut Row, cell: &mut String, next: usize) {
    row.cells.push(std::mem::take(cell));
    let done = std::mem::replace(
        row,
        Row {
            line: next,
            cells: Vec::new(),
        },
    );
    if done.cells.iter().any(|cell| !cell.trim().is_empty()) {
        rows.push(done);
    }
}

fn separator(text: &str) -> char {
    let mut counts = [(',', 0), (';', 0), ('\t', 0)];
    let mut quoted = false;
    for letter in text
        .trim_start()
        .chars()
        .take_while(|letter| *letter != '\n')
    {
        quoted ^= letter == '"';
        if let Some((_, count)) = counts
            .iter_mut()
            .find(|(mark, _)| *mark == letter && !quoted)
        {
            *count += 1;
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
    counts
        .iter()
        .find(|(_, count)| *count == most)
        .map_or(',', |(mark, _)| *mark)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::csv::{Field, plain, write_row};

    fn cells(text: &str) -> Vec<Vec<String>> {
        rows(text)
            .unwrap()
            .into_iter()
            .map(|row| row.cells)
            .collect()
    }

    /// The seven rules of RFC 4180, section 2, by its own examples.
    #[test]
    fn the_examples_of_the_standard() {
        let three = vec![vec!["aaa", "bbb", "ccc"], vec!["zzz", "yyy", "xxx"]];
        assert_eq!(cells("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n"), three);
        assert_eq!(cells("aaa,bbb,ccc\r\nzzz,yyy,xxx"), three);
        assert_eq!(cells("\"aaa\",\"bbb\",\"ccc\"\r\nzzz,yyy,xxx"), three);
        assert_eq!(
            cells("\"aaa\",\"b\r\nbb\",\"ccc\"\r\nzzz,yyy,xxx")[0][1],
            "b\r\nbb"
        );
        assert_eq!(cells("\"aaa\",\"b\"\"bb\",\"ccc\"")[0][1], "b\"bb");
    }

    #[test]
    fn other_hands() {
        assert_eq!(cells("a;b\n1,5;2\n"), [["a", "b"], ["1,5", "2"]]);
        assert_eq!(cells("a\tb\rc\td"), [["a", "b"], ["c", "d"]]);
        assert_eq!(cells("a,b 5\" disk\n\n,\n"), [["a", "b 5\" disk"]]);
        let lines: Vec<_> = rows("a,b\n\"x\ny\",1\n\nz,2")
            .unwrap()
            .iter()
            .map(|row| row.line)
            .collect();
        assert_eq!(lines, [1, 2, 5]);
        let open = rows("a,b\nc,\"d\ne,f\n").unwrap_err();
        assert_eq!((open.path.as_str(), open.code), ("line 2", "csv.quote"));
    }

    #[test]
    fn nothing_runs_in_a_spreadsheet_and_everything_comes_back() {
        let wild = [
            "=1+1", "+a", "-2", "@SUM(A1)", "\tx", "'=1", "''-1", "it's", "a,b", "\"", "", "＝1",
            "'plain",
        ];
        let mut csv = String::new();
        write_row(&mut csv, wild.map(Field::Words));
        let row = &cells(&csv)[0];
        let formula = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
        for cell in row {
            assert!(!cell.starts_with(formula), "{cell}");
        }
        let back: Vec<&str> = row.iter().map(|cell| plain(cell)).collect();
        assert_eq!(back, wild);
    }
}
