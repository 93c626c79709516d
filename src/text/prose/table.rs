//! Tables: a line a row, cells between bars, the first row the head.

use super::{Block, Inline, fault, inline};
use crate::finding::Finding;

/// Reads the rows of a table, each with its line.
pub(super) fn parse(lines: &[(usize, String)]) -> Result<Block, Finding> {
    let mut rows: Vec<Vec<Vec<Inline>>> = Vec::with_capacity(lines.len());
    let mut wanted = None;
    for (line, text) in lines {
        let cells = cells(text).ok_or_else(|| fault(*line, "a row of a table ends with |"))?;
        let wanted = *wanted.get_or_insert(cells.len());
        if cells.len() != wanted {
            let message = format!("{} cells under a head of {wanted}", cells.len());
            return Err(fault(*line, &message));
        }
        let read = |cell: &&str| inline::parse(cell.trim());
        let row: Result<_, String> = cells.iter().map(read).collect();
        rows.push(row.map_err(|message| fault(*line, &message))?);
    }
    match lines {
        [(line, _)] => Err(fault(*line, "a table needs a row under its head")),
        _ => Ok(Block::Table(rows)),
    }
}

/// The cells of `| a | b |`. A bar behind a backslash, in `code` or in a live number parts nothing.
fn cells(row: &str) -> Option<Vec<&str>> {
    let inner = row.strip_prefix('|')?;
    let mut cells = Vec::new();
    let (mut from, mut escaped, mut code, mut number) = (0, false, false, false);
    for (at, sign) in inner.char_indices() {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = !code,
            '`' => code = !code,
            '{' => number = !code,
            '}' => number = false,
            '|' if !code && !number => {
                cells.push(&inner[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    inner[from..].is_empty().then_some(cells)
}

#[cfg(test)]
mod tests {
    use super::super::{names, parse, render_text};
    use super::*;
    use crate::text::format::Style;

    fn plain(text: &str) -> String {
        let value = |name: &str, _: Option<Style>| format!("<{name}>");
        render_text(&parse(text).unwrap(), &value)
    }

    #[test]
    fn rows_between_bars() {
        let text = "Before\n| *Head* | Two |\n| [a](#/n/x) | {b.c|hours} |\n|| 1. x |\nBehind";
        let blocks = parse(text).unwrap();
        assert_eq!(blocks.len(), 3);
        assert!(matches!(&blocks[1], Block::Table(rows) if rows.len() == 3));
        assert_eq!(
            plain(text),
            "Before\n\nHead | Two\na | <b.c>\n | 1. x\n\nBehind"
        );
        assert_eq!(names(&blocks), ["b.c"]);
    }

    #[test]
    fn bars_that_part_nothing() {
        assert_eq!(
            cells(r"|a \| b|`c|d`|{e|f}|"),
            Some(vec![r"a \| b", "`c|d`", "{e|f}"])
        );
        assert_eq!(
            plain("|a \\| b|c|\n|`d|e`|中 \\||"),
            "a | b | c\nd|e | 中 |"
        );
    }

    #[test]
    fn faults_name_their_line() {
        for (text, fault) in [
            ("| a | b |", "line 1: a table needs a row"),
            ("x\n\n| a | b |\n| c |", "line 4: 1 cells under a head of 2"),
            ("| a |\n| b", "line 2: a row of a table ends"),
            ("| a |\n| *b |", "line 2: character 2"),
        ] {
            let finding = parse(text).unwrap_err();
            assert!(finding.message.starts_with(fault), "{finding}");
        }
    }
}
