//! Home, and the lists of lessons, models and incidents.

use leptos::prelude::*;
use leptos::task::spawn_local;
use outage_lab::models::CATALOGUE;
use outage_lab::view::address::Route;

use super::app;
use super::fetch::{self, Entry};
use super::page::{Failed, NotebookPage, Trouble};
use super::shell::Shell;
use super::strings;
use crate::ui::dynamic::{When, dynamic, effect, flag, text};

/// Home: the plane live, then what else there is.
#[component]
pub(crate) fn Home(fragment: RwSignal<String>) -> impl IntoView {
    let shell = Shell::get();
    view! {
        <NotebookPage route=Route::Home fragment=fragment/>
        <When cond=flag(move || !shell.embed.get())>
            <Listed folder="assets/notebooks" head="app.lessons" route="n"/>
            <ModelCards/>
            <Listed folder="incidents" head="app.incidents" route="i"/>
        </When>
    }
}

/// All lessons.
#[component]
pub(crate) fn Lessons() -> impl IntoView {
    view! { <Listed folder="assets/notebooks" head="app.lessons" route="n" alone=true/> }
}

/// All incidents.
#[component]
pub(crate) fn Incidents() -> impl IntoView {
    view! { <Listed folder="incidents" head="app.incidents" route="i" alone=true/> }
}

/// All models.
#[component]
pub(crate) fn Models() -> impl IntoView {
    view! { <ModelCards alone=true/> }
}

#[component]
fn ModelCards(#[prop(optional)] alone: bool) -> impl IntoView {
    let shell = Shell::get();
    let trouble = RwSignal::new(None::<Trouble>);
    let attempt = RwSignal::new(0);
    effect(move || {
        attempt.track();
        shell.lang.track();
        let models: Vec<String> = CATALOGUE
            .iter()
            .map(|model| model.spec().id.to_owned())
            .collect();
        spawn_local(async move {
            let failed = strings::bring(shell, &models)
                .await
                .err()
                .map(Trouble::Fetch);
            let _ = trouble.try_set(failed);
            if alone {
                app::ready();
            }
        });
    });
    let cards = move || {
        CATALOGUE
            .iter()
            .map(|model| {
                let id = model.spec().id;
                view! {
                    <li><a class="card" href=format!("#/m/{id}")>
                        <h3>{text(move || words(shell, &format!("{id}.title")))}</h3>
                        <p>{text(move || words(shell, &format!("{id}.question")))}</p>
                    </a></li>
                }
            })
            .collect_view()
    };
    view! {
        <h2 class="list-head">{shell.t("app.models")}</h2>
        {dynamic(move || trouble.get().map(|trouble| view! { <Failed trouble=trouble attempt=attempt/> }))}
        <ul class="cards">{cards()}</ul>
    }
}

/// A string of a file that may still be on its way.
fn words(shell: Shell, key: &str) -> String {
    shell
        .texts
        .with(|texts| texts.find(key).unwrap_or_default().to_owned())
}

#[component]
fn Listed(
    folder: &'static str,
    head: &'static str,
    route: &'static str,
    #[prop(optional)] alone: bool,
) -> impl IntoView {
    let shell = Shell::get();
    let entries = RwSignal::new(Vec::<Entry>::new());
    let trouble = RwSignal::new(None::<Trouble>);
    let attempt = RwSignal::new(0);
    effect(move || {
        attempt.track();
        shell.lang.track();
        spawn_local(async move {
            let said = strings::bring(shell, &[]).await;
            let listed = fetch::index(folder).await;
            let (found, failed) = match said.and(listed) {
                Ok(found) => (found, None),
                Err(error) => (Vec::new(), Some(Trouble::Fetch(error))),
            };
            let _ = entries.try_set(found);
            let _ = trouble.try_set(failed);
            if alone {
                app::ready();
            }
        });
    });
    let card = move |entry: Entry| {
        let minutes = entry.minutes;
        let (title, summary) = (entry.title, entry.summary);
        view! {
            <li><a class="card" href=format!("#/{route}/{}", entry.id)>
                <h3>{text(move || title.get(shell.shown_lang()).to_owned())}</h3>
                <p>{text(move || summary.get(shell.shown_lang()).to_owned())}</p>
                {minutes.map(|minutes| view! { <p>{text(move || shell.counted("app.minutes", minutes))}</p> })}
            </a></li>
        }
    };
    let shown = move || {
        entries
            .get()
            .into_iter()
            .filter(|entry| entry.kind.as_deref() != Some("page"))
    };
    view! {
        <h2 class="list-head">{text(move || shell.say(head))}</h2>
        {dynamic(move || trouble.get().map(|trouble| view! { <Failed trouble=trouble attempt=attempt/> }))}
        <ul class="cards">{dynamic(move || shown().map(card).collect_view())}</ul>
    }
}
