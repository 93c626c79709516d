//! Code that is fetched when a page needs it: the models, and the parts of the app that most pages do without.
//!
//! What stands behind a function here is a module of its own in the built app, so no other file of `ui` may name it.

use futures::future::{LocalBoxFuture, try_join_all};
use leptos::prelude::*;
use leptos::task::spawn_local;
use outage_lab::finding::Finding;
use outage_lab::incident::Incident;
use outage_lab::models::{self, Model, NotFetched};
use outage_lab::notebook::library::IncidentFigures;

use super::dynamic::{Latest, dynamic, effect};
use super::editor::{Drafts, Editor};
use super::fetch::FetchError;
use super::incident::{Compare, IncidentView, Provenance};
use super::page::{Failed, Trouble};
use super::shell::Shell;
use super::strings;

/// Brings these models, each once; an id that no model has is left out.
///
/// # Errors
/// When the code of one does not come.
pub(crate) async fn models(ids: &[String]) -> Result<Vec<&'static dyn Model>, FetchError> {
    let one = async |id: &String| {
        let fetched = models::fetch(id).await;
        fetched.map_err(|NotFetched| missing(id))
    };
    let brought = try_join_all(ids.iter().map(one)).await?;
    Ok(brought.into_iter().flatten().collect())
}

/// Reading and showing incidents.
#[derive(Clone, Copy)]
pub(crate) struct IncidentPart {
    /// An incident of its file, and what other cells may use of it.
    pub(crate) read: fn(&str) -> Result<(Incident, IncidentFigures), Finding>,
    /// The cell of this place in the document.
    pub(crate) view: fn(usize) -> AnyView,
    /// The event that opened a model: `model`, `from`.
    pub(crate) provenance: fn(String, String) -> AnyView,
}

/// A page: from the fragment and, for a draft, its key.
type Page = fn(RwSignal<String>, String) -> AnyView;

macro_rules! parts {
    ($($name:ident -> $Part:ty { $part:expr })*) => {$(
        #[cfg(feature = "split")]
        #[wasm_split_helpers::wasm_split($name, fallible)]
        fn $name() -> Result<$Part, NotFetched> {
            Ok($part)
        }

        #[cfg(not(feature = "split"))]
        async fn $name() -> Result<$Part, NotFetched> {
            Ok($part)
        }
    )*};
}

parts! {
    incident_part -> IncidentPart {
        IncidentPart {
            read: |json| {
                let incident = Incident::parse(json)?;
                let figures = IncidentFigures::from(&incident);
                Ok((incident, figures))
            },
            view: |at| view! { <IncidentView at=at/> }.into_any(),
            provenance: |model, from| view! { <Provenance model=model from=from/> }.into_any(),
        }
    }
    compare_page -> Page { |fragment, _| view! { <Compare fragment=fragment/> }.into_any() }
    drafts_page -> Page { |fragment, _| view! { <Drafts fragment=fragment/> }.into_any() }
    editor_page -> Page { |_, key| view! { <Editor key=key/> }.into_any() }
}

/// Brings what reads and shows incidents.
///
/// # Errors
/// When its code does not come.
pub(crate) async fn incident() -> Result<IncidentPart, FetchError> {
    incident_part()
        .await
        .map_err(|NotFetched| missing("incident"))
}

/// A page whose code is fetched when it is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Late {
    /// Incidents beside each other.
    Compare,
    /// The list of one's own incidents.
    Drafts,
    /// One of them.
    Editor,
}

fn bring(page: Late) -> LocalBoxFuture<'static, Result<Page, NotFetched>> {
    match page {
        Late::Compare => Box::pin(compare_page()),
        Late::Drafts => Box::pin(drafts_page()),
        Late::Editor => Box::pin(editor_page()),
    }
}

/// The page, once its code is there.
#[component]
pub(crate) fn LatePage(
    page: Late,
    fragment: RwSignal<String>,
    #[prop(optional)] key: String,
) -> impl IntoView {
    let shell = Shell::get();
    let brought = RwSignal::new_local(None::<Page>);
    let trouble = RwSignal::new(None::<Trouble>);
    let attempt = RwSignal::new(0_u32);
    let loads = Latest::new();
    effect(move || {
        attempt.track();
        let counts = loads.begin();
        spawn_local(async move {
            let made = bring(page).await;
            if made.is_err() {
                // The words of the error message itself.
                let _ = strings::bring(shell, &[]).await;
            }
            if counts() {
                trouble.set(made.is_err().then(|| missing("app").into()));
                brought.set(made.ok());
            }
        });
    });
    view! {
        {dynamic(move || trouble.get().map(|trouble| view! { <Failed trouble=trouble attempt=attempt instead=true/> }))}
        {dynamic(move || brought.get().map(|made| made(fragment, key.clone())))}
    }
}

fn missing(what: &str) -> FetchError {
    FetchError::Offline {
        path: what.to_owned(),
    }
}
