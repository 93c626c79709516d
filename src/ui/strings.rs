//! Fetching the strings that a page needs, in the language that it is shown in.

use leptos::prelude::*;
use outage_lab::ordered;
use outage_lab::text::{Lang, Texts};

use super::fetch::{self, FetchError};
use super::shell::Shell;

/// Files that every page needs; `index.html` has them fetched beside the program.
const COMMON: [&str; 7] = [
    "app",
    "chart",
    "incident",
    "input",
    "link",
    "notebook",
    "undefined",
];

/// Brings the strings of `models` beside the common ones, in the language asked for, and shows them. Whatever is shown
/// in another language comes along, so that no part of the page is without words after a switch.
///
/// # Errors
/// When a file does not come; what was shown before stays.
pub(crate) async fn bring(shell: Shell, models: &[String]) -> Result<(), FetchError> {
    let lang = shell.lang.get_untracked();
    let present = || match shell.texts.get_untracked() {
        texts if texts.lang() == lang => texts,
        _ => Texts::new(lang),
    };
    let before = present();
    let texts = shell.texts.get_untracked();
    let shown = texts
        .keys()
        .filter_map(|key| key.split_once('.'))
        .map(|(file, _)| file);
    let all = COMMON
        .into_iter()
        .chain(models.iter().map(String::as_str))
        .chain(shown);
    let wanted = ordered::set(all.filter(|file| !before.has(file)));
    let files = futures::future::join_all(wanted.iter().map(|file| one(lang, file))).await;
    // Other parts of the page bring theirs at the same time: add to what is there by now.
    let mut texts = present();
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
