//! The markup of text cells and help: paragraphs, headings, lists, emphasis, links and live numbers.
//!
//! ```text
//! ## A heading
//! A paragraph with *emphasis*, **strong words**, `code` and [a link](#/n/home).
//! It is down {avail.downtime_per_year_s} a year, {avail.mttf_s|hours} apart.
//!
//! - a list            1. a numbered list
//! - of two            2. of two
//!
//! | the head | of a table |
//! | a row    | under it   |
//! ```
//!
//! An empty line parts blocks. A backslash takes the meaning from the sign behind it. Links lead to a place in the app
//! (`#/…`), to `https://…` or to a relative address. It is a parser of our own because a Markdown library would take a
//! sixth of what the whole page may weigh, and has no live numbers.

mod inline;
mod table;

use super::format::Style;
use crate::finding::Finding;

/// A block of text.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading inside a cell.
    Heading(Vec<Inline>),
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// The items of a list.
    Bullets(Vec<Vec<Inline>>),
    /// The items of a numbered list.
    Numbers(Vec<Vec<Inline>>),
    /// The rows of a table, the head first; each has as many cells as the head.
    Table(Vec<Vec<Vec<Inline>>>),
}

/// A stretch of text inside a block.
#[derive(Clone, Debug, PartialEq)]
pub enum Inline {
    /// Plain words.
    Text(String),
    /// `*emphasis*`.
    Emphasis(Vec<Inline>),
    /// `**strong**`.
    Strong(Vec<Inline>),
    /// `` `code` ``.
    Code(String),
    /// `[words](address)`.
    Link {
        /// The words.
        text: Vec<Inline>,
        /// The address: `#/…`, `https://…` or relative.
        address: String,
    },
    /// `{name}` or `{name|style}`: a live number.
    Value {
        /// A param, `cell.figure` or `incident.metric`.
        name: String,
        /// The form in which it is shown, where one is asked for.
        style: Option<Style>,
    },
}

/// Reads markup.
///
/// # Errors
/// The first fault, with the line and the characters at which it stands; its path is empty.
pub fn parse(text: &str) -> Result<Vec<Block>, Finding> {
    let mut blocks = Vec::new();
    let mut open: Option<Open> = None;
    for (at, line) in text.lines().enumerate() {
        let line = Line {
            number: at + 1,
            kind: LineKind::of(line),
        };
        open = match (open, line.kind) {
            (Some(open), LineKind::Blank) => {
                blocks.push(open.close()?);
                None
            }
            (None, LineKind::Blank) => None,
            (Some(mut open), LineKind::Words(words)) if open.kind.runs_on() => {
                open.continue_with(words);
                Some(open)
            }
            (Some(mut open), LineKind::Row(words)) if open.kind == OpenKind::Table => {
                open.parts.push((line.number, words.to_owned()));
                Some(open)
            }
            (Some(mut open), LineKind::Item { ordered, words })
                if open.kind == OpenKind::List { ordered } =>
            {
                open.parts.push((line.number, words.to_owned()));
                Some(open)
            }
            (open, kind) => {
                if let Some(open) = open {
                    blocks.push(open.close()?);
                }
                Open::begin(line.number, kind)
            }
        };
    }
    if let Some(open) = open {
        blocks.push(open.close()?);
    }
    Ok(blocks)
}

/// Reads a text of one paragraph, as prompts of questions and words on buttons are.
///
/// # Errors
/// As [`parse`], and when there are more blocks or other ones.
pub fn parse_line(text: &str) -> Result<Vec<Inline>, Finding> {
    match parse(text)?.as_mut_slice() {
        [] => Ok(Vec::new()),
        [Block::Paragraph(inlines)] => Ok(std::mem::take(inlines)),
        _ => Err(fault(1, "one paragraph is expected here")),
    }
}

/// Reads markup for the page: a text with a fault stands there as it is, so that its words are not lost.
#[must_use]
pub fn blocks(text: &str) -> Vec<Block> {
    parse(text).unwrap_or_else(|_| vec![Block::Paragraph(vec![Inline::Text(text.to_owned())])])
}

/// The names of the live numbers, in the order of the text.
#[must_use]
pub fn names(blocks: &[Block]) -> Vec<&str> {
    values(blocks).into_iter().map(|(name, _)| name).collect()
}

/// The live numbers with the forms in which they are shown, in the order of the text.
#[must_use]
pub fn values(blocks: &[Block]) -> Vec<(&str, Option<Style>)> {
    let mut found = Vec::new();
    for inline in blocks.iter().flat_map(inlines_of) {
        collect_values(inline, &mut found);
    }
    found
}

/// The text without markup: blocks parted by an empty line, items behind `- ` or their number, live numbers as
/// `value` gives them.
pub fn render_text(blocks: &[Block], value: &dyn Fn(&str, Option<Style>) -> String) -> String {
    let blocks: Vec<String> = blocks
        .iter()
        .map(|block| block_text(block, value))
        .collect();
    blocks.join("\n\n")
}

fn block_text(block: &Block, value: &dyn Fn(&str, Option<Style>) -> String) -> String {
    match block {
        Block::Heading(inlines) | Block::Paragraph(inlines) => line_text(inlines, value),
        Block::Bullets(items) => {
            let item = |inlines: &Vec<Inline>| format!("- {}", line_text(inlines, value));
            items.iter().map(item).collect::<Vec<_>>().join("\n")
        }
        Block::Numbers(items) => {
            let item = |(at, inlines): (usize, &Vec<Inline>)| {
                format!("{}. {}", at + 1, line_text(inlines, value))
            };
            items
                .iter()
                .enumerate()
                .map(item)
                .collect::<Vec<_>>()
                .join("\n")
        }
        Block::Table(rows) => {
            let cell = |inlines: &Vec<Inline>| line_text(inlines, value);
            let row = |cells: &Vec<_>| cells.iter().map(cell).collect::<Vec<_>>().join(" | ");
            rows.iter().map(row).collect::<Vec<_>>().join("\n")
        }
    }
}

/// The text of one paragraph without markup.
pub fn line_text(inlines: &[Inline], value: &dyn Fn(&str, Option<Style>) -> String) -> String {
    let text = |inline: &Inline| match inline {
        Inline::Text(text) | Inline::Code(text) => text.clone(),
        Inline::Emphasis(inner) | Inline::Strong(inner) => line_text(inner, value),
        Inline::Link { text, .. } => line_text(text, value),
        Inline::Value { name, style } => value(name, *style),
    };
    inlines.iter().map(text).collect()
}

fn inlines_of(block: &Block) -> Vec<&Inline> {
    match block {
        Block::Heading(inlines) | Block::Paragraph(inlines) => inlines.iter().collect(),
        Block::Bullets(items) | Block::Numbers(items) => items.iter().flatten().collect(),
        Block::Table(rows) => rows.iter().flatten().flatten().collect(),
    }
}

fn collect_values<'a>(inline: &'a Inline, found: &mut Vec<(&'a str, Option<Style>)>) {
    match inline {
        Inline::Value { name, style } => found.push((name, *style)),
        Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Link { text: inner, .. } => {
            inner
                .iter()
                .for_each(|inline| collect_values(inline, found));
        }
        Inline::Text(_) | Inline::Code(_) => {}
    }
}

struct Line<'a> {
    number: usize,
    kind: LineKind<'a>,
}

enum LineKind<'a> {
    Blank,
    Heading(&'a str),
    Item { ordered: bool, words: &'a str },
    Row(&'a str),
    Words(&'a str),
}

impl LineKind<'_> {
    fn of(line: &str) -> LineKind<'_> {
        let line = line.trim();
        if line.is_empty() {
            return LineKind::Blank;
        }
        if let Some(words) = line.strip_prefix("## ") {
            return LineKind::Heading(words);
        }
        if let Some(words) = line.strip_prefix("- ") {
            return LineKind::Item {
                ordered: false,
                words,
            };
        }
        if line.starts_with('|') {
            return LineKind::Row(line);
        }
        match line.split_once(". ") {
            Some((number, words))
                if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) =>
            {
                LineKind::Item {
                    ordered: true,
                    words,
                }
            }
            _ => LineKind::Words(line),
        }
    }
}

/// A block whose end has not been met.
struct Open {
    kind: OpenKind,
    /// Items, or the one text, each with the line that it begins on.
    parts: Vec<(usize, String)>,
}

#[derive(Clone, Copy, PartialEq)]
enum OpenKind {
    Heading,
    Paragraph,
    List { ordered: bool },
    Table,
}

impl OpenKind {
    /// Whether a further line of words belongs to it.
    fn runs_on(self) -> bool {
        !matches!(self, OpenKind::Heading | OpenKind::Table)
    }
}

impl Open {
    fn begin(number: usize, kind: LineKind<'_>) -> Option<Open> {
        let (kind, words) = match kind {
            LineKind::Blank => return None,
            LineKind::Heading(words) => (OpenKind::Heading, words),
            LineKind::Words(words) => (OpenKind::Paragraph, words),
            LineKind::Item { ordered, words } => (OpenKind::List { ordered }, words),
            LineKind::Row(words) => (OpenKind::Table, words),
        };
        Some(Open {
            kind,
            parts: vec![(number, words.to_owned())],
        })
    }

    /// Adds a line to the last part, with a space between unless Chinese stands on both sides.
    fn continue_with(&mut self, words: &str) {
        if let Some((_, part)) = self.parts.last_mut() {
            let ends_wide = part.chars().next_back().is_some_and(is_wide);
            let begins_wide = words.chars().next().is_some_and(is_wide);
            if !(ends_wide && begins_wide) {
                part.push(' ');
            }
            part.push_str(words);
        }
    }

    fn close(self) -> Result<Block, Finding> {
        if self.kind == OpenKind::Table {
            return table::parse(&self.parts);
        }
        let mut parts = Vec::with_capacity(self.parts.len());
        for (line, text) in &self.parts {
            parts.push(inline::parse(text).map_err(|message| fault(*line, &message))?);
        }
        Ok(match self.kind {
            OpenKind::Heading => Block::Heading(parts.concat()),
            OpenKind::Paragraph => Block::Paragraph(parts.concat()),
            OpenKind::List { ordered: false } => Block::Bullets(parts),
            OpenKind::List { ordered: true } | OpenKind::Table => Block::Numbers(parts),
        })
    }
}

/// Han, kana, and full-width punctuation.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}')
}

fn fault(line: usize, message: &str) -> Finding {
    Finding::error("", "prose", format!("line {line}: {message}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str, style: Option<Style>) -> String {
        match style {
            Some(style) => format!("<{name}:{style:?}>"),
            None => format!("<{name}>"),
        }
    }

    fn plain(text: &str) -> String {
        render_text(&parse(text).unwrap(), &value)
    }

    fn plain_blocks(text: &str) -> String {
        render_text(&super::blocks(text), &value)
    }

    #[test]
    fn kinds_of_blocks() {
        let text = "## Head\nFirst line\nsecond line\n\n- a\n- b\n  more\n\n1. one\n2. two\nlast";
        let blocks = parse(text).unwrap();
        let kinds: Vec<_> = blocks.iter().map(std::mem::discriminant).collect();
        assert_eq!(kinds.len(), 4);
        assert!(matches!(&blocks[2], Block::Bullets(items) if items.len() == 2));
        assert!(matches!(&blocks[3], Block::Numbers(items) if items.len() == 2));
        assert_eq!(
            plain(text),
            "Head\n\nFirst line second line\n\n- a\n- b more\n\n1. one\n2. two last"
        );
        assert_eq!(parse("\n \n").unwrap(), []);
    }

    #[test]
    fn chinese_lines_join_without_a_space() {
        assert_eq!(plain("平均故障\n间隔，\nMTTF"), "平均故障间隔， MTTF");
    }

    #[test]
    fn a_sentence_that_begins_with_a_number_is_no_list() {
        assert_eq!(plain("3.5 nines. Then more."), "3.5 nines. Then more.");
    }

    #[test]
    fn names_are_found_wherever_they_stand() {
        let text = "{a} *{b.c}*\n\n- [{d}](x)\n- **x {e|hours}**";
        assert_eq!(names(&parse(text).unwrap()), ["a", "b.c", "d", "e"]);
        assert_eq!(plain("{a} of {e|hours}"), "<a> of <e:Hours>");
    }

    #[test]
    fn a_fault_names_its_line() {
        let finding = parse("fine\n\nnot {closed").unwrap_err();
        assert_eq!(finding.code, "prose");
        assert!(finding.message.starts_with("line 3: "), "{finding}");
        assert_eq!(plain_blocks("not {closed"), "not {closed");
        assert!(parse_line("one\n\ntwo").is_err());
        assert_eq!(parse_line("one").unwrap(), [Inline::Text("one".to_owned())]);
    }
}
