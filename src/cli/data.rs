//! The data that the program carries: strings and incidents.

use include_dir::{Dir, include_dir};
use outage_lab::text::{Lang, Texts};

use super::Failure;

static LOCALES: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/locales");
static INCIDENTS: Dir = include_dir!("$CARGO_MANIFEST_DIR/incidents");

/// The strings of `lang`.
pub(super) fn texts(lang: Lang) -> Result<Texts, Failure> {
    let mut texts = Texts::new(lang);
    for file in LOCALES.get_dir(lang.code()).into_iter().flat_map(Dir::files) {
        let name = file.path().file_stem().unwrap_or_default().to_string_lossy();
        let json = file.contents_utf8().unwrap_or_default();
        texts
            .add(&name, json)
            .map_err(|finding| Failure::Request(format!("{}: {finding}", file.path().display())))?;
    }
    Ok(texts)
}

/// Every incident file that the program carries, with its name.
pub(super) fn incidents() -> impl Iterator<Item = (&'static str, &'static str)> {
    INCIDENTS.files().filter_map(|file| {
        let name = file.path().file_name()?.to_str()?;
        (name != "index.json").then_some(())?;
        Some((name, file.contents_utf8()?))
    })
}
