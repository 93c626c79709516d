//! What stands inside a block.

use super::Inline;
use crate::text::format::Style;

/// Emphasis in a link in emphasis: deeper is a slip.
const DEEPEST: usize = 4;

/// Reads the text of one block.
pub(super) fn parse(text: &str) -> Result<Vec<Inline>, String> {
    let mut reader = Reader {
        text,
        at: 0,
        open: Vec::new(),
    };
    reader.rest()
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The marks that close what is open, the innermost last.
    open: Vec<&'static str>,
}

impl Reader<'_> {
    /// Reads on until `mark`, which closes what has just been opened, and over it.
    fn until(&mut self, mark: &'static str) -> Result<Vec<Inline>, String> {
        let from = self.at;
        self.open.push(mark);
        if self.open.len() > DEEPEST {
            return Err(self.near(from, "too many layers of markup"));
        }
        let inner = self.rest()?;
        if !self.take(mark) {
            return Err(self.near(from, &format!("no closing {mark}")));
        }
        self.open.pop();
        Ok(inner)
    }

    /// Reads up to the mark that closes the innermost, or to the end of the text.
    fn rest(&mut self) -> Result<Vec<Inline>, String> {
        let mut out = Vec::new();
        while let Some(next) = self.text[self.at..].chars().next() {
            if self.closes() {
                break;
            }
            match next {
                '\\' => self.escaped(&mut out),
                '`' => out.push(Inline::Code(self.enclosed("`", "`")?)),
                '{' => out.push(self.value()?),
                '[' => out.push(self.link()?),
                '*' if self.take("**") => out.push(Inline::Strong(self.until("**")?)),
                '*' => {
                    self.at += 1;
                    out.push(Inline::Emphasis(self.until("*")?));
                }
                '}' => return Err(self.near(self.at, "no opening {")),
                _ => {
                    self.at += next.len_utf8();
                    push_char(&mut out, next);
                }
            }
        }
        Ok(out)
    }

    /// Whether the innermost is closed here. Two stars in emphasis open strong words, unless those are open already.
    fn closes(&self) -> bool {
        let rest = &self.text[self.at..];
        match self.open.last() {
            Some(&"*") if rest.starts_with("**") => self.open.contains(&"**"),
            Some(mark) => rest.starts_with(mark),
            None => false,
        }
    }

    /// A backslash and the sign whose meaning it takes; before anything else it is itself.
    fn escaped(&mut self, out: &mut Vec<Inline>) {
        self.at += 1;
        let next = self.text[self.at..].chars().next();
        match next.filter(char::is_ascii_punctuation) {
            Some(sign) => {
                self.at += 1;
                push_char(out, sign);
            }
            None => push_char(out, '\\'),
        }
    }

    fn value(&mut self) -> Result<Inline, String> {
        let from = self.at;
        let inner = self.enclosed("{", "}")?;
        let (name, style) = match inner.split_once('|') {
            Some((name, word)) => {
                let style = Style::from_word(word).ok_or_else(|| self.no_style(from, word))?;
                (name, Some(style))
            }
            None => (inner.as_str(), None),
        };
        let is_part = |part: &str| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b))
        };
        if !name.split('.').all(is_part) {
            return Err(self.near(from, &format!("{{{inner}}} is no name of a value")));
        }
        Ok(Inline::Value {
            name: name.to_owned(),
            style,
        })
    }

    fn no_style(&self, from: usize, word: &str) -> String {
        let known: Vec<_> = Style::ALL.iter().map(|(word, _)| *word).collect();
        self.near(
            from,
            &format!("no style {word}; there are {}", known.join(", ")),
        )
    }

    fn link(&mut self) -> Result<Inline, String> {
        let from = self.at;
        self.at += 1;
        let text = self.until("]")?;
        if !self.text[self.at..].starts_with('(') {
            return Err(self.near(from, "a link needs (an address) behind its words"));
        }
        let address = self.enclosed("(", ")")?;
        if !is_allowed(&address) {
            let message =
                format!("{address} is not allowed; write #/…, https://… or a relative address");
            return Err(self.near(from, &message));
        }
        Ok(Inline::Link { text, address })
    }

    /// The characters between two marks, taken as they are.
    fn enclosed(&mut self, open: &str, close: &str) -> Result<String, String> {
        let from = self.at;
        let inner = &self.text[from + open.len()..];
        let Some(length) = inner.find(close) else {
            return Err(self.near(from, &format!("no closing {close}")));
        };
        self.at = from + open.len() + length + close.len();
        Ok(inner[..length].to_owned())
    }

    fn take(&mut self, mark: &str) -> bool {
        let found = self.text[self.at..].starts_with(mark);
        if found {
            self.at += mark.len();
        }
        found
    }

    /// A message with the words at which it applies.
    fn near(&self, at: usize, message: &str) -> String {
        let near: String = self.text[at..].chars().take(20).collect();
        let column = self.text[..at].chars().count() + 1;
        format!("character {column}, near “{near}”: {message}")
    }
}

/// Whether a link may lead there: inside the app, to a secure page, or beside the app. Nothing that runs.
fn is_allowed(address: &str) -> bool {
    let first = address.split(['/', '?', '#']).next().unwrap_or("");
    let clean =
        !address.is_empty() && !address.contains(|c: char| c.is_whitespace() || c.is_control());
    clean
        && (address.starts_with("https://") || (!first.contains(':') && !address.starts_with("//")))
}

fn push_char(out: &mut Vec<Inline>, c: char) {
    match out.last_mut() {
        Some(Inline::Text(text)) => text.push(c),
        _ => out.push(Inline::Text(c.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Inline {
        Inline::Text(text.to_owned())
    }

    #[test]
    fn markup() {
        let inlines = parse("a *b **c*** `d*` [e](#/n/x?v=1) {f.g_s|words}").unwrap();
        let expected = [
            text("a "),
            Inline::Emphasis(vec![text("b "), Inline::Strong(vec![text("c")])]),
            text(" "),
            Inline::Code("d*".to_owned()),
            text(" "),
            Inline::Link {
                text: vec![text("e")],
                address: "#/n/x?v=1".to_owned(),
            },
            text(" "),
            Inline::Value {
                name: "f.g_s".to_owned(),
                style: Some(Style::Words),
            },
        ];
        assert_eq!(inlines, expected);
        let inner = vec![text("b "), Inline::Emphasis(vec![text("c")])];
        assert_eq!(parse("**b *c***").unwrap(), [Inline::Strong(inner)]);
    }

    #[test]
    fn a_backslash_takes_the_meaning() {
        assert_eq!(parse(r"2 \* 3 \{x\} \").unwrap(), [text(r"2 * 3 {x} \")]);
    }

    #[test]
    fn faults() {
        for (markup, reason) in [
            ("a {b", "no closing }"),
            ("a b}", "no opening {"),
            ("*a", "no closing *"),
            ("**a*", "no closing"),
            ("`a", "no closing `"),
            ("[a]", "a link needs"),
            ("[a](b", "no closing )"),
            ("{}", "no name"),
            ("{a b}", "no name"),
            ("{a.}", "no name"),
            ("{a|fortnights}", "no style"),
            ("*a [b *c [d *e*](x)*](y)*", "too many layers"),
            ("[a](javascript:alert(1))", "not allowed"),
        ] {
            let message = parse(markup).unwrap_err();
            assert!(message.contains(reason), "{markup}: {message}");
        }
        assert!(
            parse("停机 {x")
                .unwrap_err()
                .starts_with("character 4, near “{x”")
        );
    }

    #[test]
    fn links_that_run_or_leave_by_stealth_are_refused() {
        for to in [
            "javascript:x",
            "JavaScript:x",
            "data:text/html,x",
            "//evil",
            "http://x",
            "a b",
            "",
            "\tx:y",
        ] {
            assert!(!is_allowed(to), "{to}");
        }
        for to in [
            "#/n/home",
            "https://aws.amazon.com/message/101925/",
            "docs/a.html",
            "./x?a=b:c",
        ] {
            assert!(is_allowed(to), "{to}");
        }
    }
}
