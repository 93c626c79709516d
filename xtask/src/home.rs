//! The words of home and the list of lessons in `index.html`, for those whose browser is still fetching the app.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{index, place};

const BEGIN: &str = "<!-- home: written by cargo xtask bless -->";
const END: &str = "<!-- /home -->";
const LANGUAGES: [&str; 2] = ["en", "zh"];

/// Writes the words into the page.
///
/// # Errors
/// When a file is missing or not as expected.
pub fn write() -> Result<()> {
    let page = read(&page_path())?;
    fs::write(page_path(), with_words(&page, &words()?)?).context("writing index.html")
}

/// Fails when the page's words are not what [`write()`] would write.
///
/// # Errors
/// When they differ, or a file is missing or not as expected.
pub fn check() -> Result<()> {
    let page = read(&page_path())?;
    if with_words(&page, &words()?)? != page {
        bail!("the words of home in index.html are not current: run `cargo xtask bless`");
    }
    Ok(())
}

/// The page with `words` between its two marks.
fn with_words(page: &str, words: &str) -> Result<String> {
    let (before, rest) = page
        .split_once(BEGIN)
        .context("index.html has no place for the words of home")?;
    let (_, after) = rest
        .split_once(END)
        .context("index.html has no end of the words of home")?;
    Ok(format!("{before}{BEGIN}\n{words}        {END}{after}"))
}

/// The first words of the home document, then every lesson.
fn words() -> Result<String> {
    let home: Value =
        serde_json::from_str(&read(&place::root().join("assets/notebooks/home.json"))?)?;
    let first = &home["cells"][0]["text"]["body"];
    let lessons = index::lessons()?;
    let mut html = String::new();
    for lang in LANGUAGES {
        let text = |value: &Value| value[lang].as_str().map(escaped).unwrap_or_default();
        html += &format!("        <div data-lang=\"{lang}\">\n          <h1>Outage Lab</h1>\n");
        html += &format!(
            "          <p class=\"lead\">{}</p>\n          <ul class=\"cards\">\n",
            text(first)
        );
        for lesson in &lessons {
            html += &format!(
                "            <li><a class=\"card\" href=\"#/n/{}\"><strong>{}</strong><br>{}</a></li>\n",
                lesson.id,
                text(&lesson.title),
                text(&lesson.summary),
            );
        }
        html += "          </ul>\n        </div>\n";
    }
    Ok(html)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn page_path() -> PathBuf {
    place::root().join("index.html")
}

fn read(path: &PathBuf) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_marks_is_written() {
        let page = format!("<a>\n        {BEGIN}\nold\n        {END}\n<b>");
        let written = with_words(&page, "        new\n").unwrap();
        assert_eq!(
            written,
            format!("<a>\n        {BEGIN}\n        new\n        {END}\n<b>")
        );
        assert_eq!(with_words(&written, "        new\n").unwrap(), written);
        assert!(with_words("no marks", "").is_err());
    }

    #[test]
    fn words_are_text_and_no_markup() {
        assert_eq!(escaped("a < b & c"), "a &lt; b &amp; c");
    }
}
