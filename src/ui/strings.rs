//! Fetching the strings that a page needs, in the language that it is shown in.

use leptos::prelude::*;
use outage_lab::text::{Lang, Texts};

use super::fetch::{self, FetchError};
use super::shell::Shell;

/// Files that every page needs.
const COMMON: [&str; 7] = [
    "app",
    "chart",
    "incident",
    "input",
    "link",
    "notebook",
    "undefined",
];

/// Brings the strings of `models` beside the common ones, in the language asked for, and shows them.
///
/// # Errors
/// When a file does not come; what was shown before stays.
pub(crate) async fn bring(shell: Shell, models: &[String]) -> Result<(), FetchError> {
    let lang = shell.lang.get_untracked();
    let mut texts = match shell.texts.get_untracked() {
        texts if texts.lang() == lang => texts,
        _ => Texts::new(lang),
    };
    let wanted: Vec<&str> = COMMON
        .into_iter()
        .chain(models.iter().map(String::as_str))
        .filter(|file| !texts.has(file))
        .collect();
    let files = futures::future::join_all(wanted.iter().map(|file| one(lang, file))).await;
    for (file, json) in wanted.iter().zip(files) {
        let path = path(lang, file);
        texts
            .add(file, &json?)
            .map_err(|finding| FetchError::Unreadable {
                path,
                detail: finding.to_string(),
            })?;
    }
    // Another switch may have overtaken this one.
    if shell.lang.get_untracked() == lang {
        shell.texts.set(texts);
    }
    Ok(())
}

async fn one(lang: Lang, file: &str) -> Result<String, FetchError> {
    fetch::text(&path(lang, file)).await
}

fn path(lang: Lang, file: &str) -> String {
    format!("assets/locales/{}/{file}.json", lang.code())
}
