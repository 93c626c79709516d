//! The HTML of TimelineJS's texts.

/// Text as HTML that shows it.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// HTML as text, and whether anything but words was in it.
pub(super) fn plain(html: &str) -> (String, bool) {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    let mut had_markup = false;
    while let Some(open) = rest.find('<') {
        let (before, behind) = rest.split_at(open);
        text.push_str(before);
        // A "<" before anything but a tag's name is a sign in the text.
        let is_tag =
            behind[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        let close = behind.find('>').filter(|_| is_tag);
        let Some(close) = close else {
            text.push('<');
            rest = &behind[1..];
            continue;
        };
        had_markup = true;
        let name: String = behind[1..close]
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        if matches!(
            name.to_ascii_lowercase().as_str(),
            "p" | "br" | "div" | "li" | "tr" | "h1" | "h2" | "h3"
        ) && !text.ends_with(char::is_whitespace)
        {
            text.push(' ');
        }
        rest = &behind[close + 1..];
    }
    text.push_str(rest);
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ];
    let text = entities
        .into_iter()
        .fold(text, |text, (entity, sign)| text.replace(entity, sign));
    (text.trim().to_owned(), had_markup)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_go_and_words_stay() {
        assert_eq!(
            plain("<p>A <b>bold</b> word</p><p>and more</p>"),
            ("A bold word and more".to_owned(), true)
        );
        assert_eq!(
            plain("3 < 4 &amp; 5 &gt; 4"),
            ("3 < 4 & 5 > 4".to_owned(), false)
        );
        assert_eq!(plain("a <b"), ("a <b".to_owned(), false));
        assert_eq!(plain("&amp;lt;"), ("&lt;".to_owned(), false));
        assert_eq!(
            plain("<script>x</script>几个 9"),
            ("x几个 9".to_owned(), true)
        );
        for text in ["a < b & c > d", "&lt;", "<p>"] {
            assert_eq!(plain(&escaped(text)).0, text);
        }
    }
}
