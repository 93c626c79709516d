//! The data that the program carries: strings and incidents.

use include_dir::{Dir, include_dir};
use outage_lab::incident::Incident;
use outage_lab::models::CATALOGUE;
use outage_lab::notebook::Library;
use outage_lab::notebook::library::IncidentFigures;
use outage_lab::text::{Lang, Texts};

use super::Failure;

static LOCALES: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/locales");
static INCIDENTS: Dir = include_dir!("$CARGO_MANIFEST_DIR/incidents");

/// The strings of `lang`.
pub(super) fn texts(lang: Lang) -> Result<Texts, Failure> {
    let mut texts = Texts::new(lang);
    for file in LOCALES
        .get_dir(lang.code())
        .into_iter()
        .flat_map(Dir::files)
    {
        let name = file
            .path()
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        let json = file.contents_utf8().unwrap_or_default();
        texts
            .add(&name, json)
            .map_err(|finding| Failure::Request(format!("{}: {finding}", file.path().display())))?;
    }
    Ok(texts)
}

/// What notebooks may draw on: the models, and the incidents that the program carries.
pub(super) fn library() -> Library {
    // A faulty file of ours is found by the tests; here it is as if it were not there.
    let incidents = incidents().filter_map(|json| Incident::parse(json).ok());
    incidents.fold(Library::new(CATALOGUE), |library, incident| {
        library.with_incident(IncidentFigures::from(&incident))
    })
}

fn incidents() -> impl Iterator<Item = &'static str> {
    INCIDENTS.files().filter_map(|file| {
        let name = file.path().file_name()?.to_str()?;
        (name != "index.json").then_some(())?;
        file.contents_utf8()
    })
}
