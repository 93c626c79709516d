//! Home, and the lists of lessons, models and incidents.

use leptos::prelude::*;
use leptos::task::spawn_local;
use outage_lab::models::{FAMILIES, Family};
use outage_lab::view::address::Route;

use super::app;
use super::browser;
use super::fetch::{self, Entry};
use super::page::{Failed, NotebookPage, Trouble};
use super::shell::Shell;
use super::strings;
use crate::ui::dynamic::{Latest, When, dynamic, effect, flag, text};

/// Home: the plane live, then what else there is.
#[component]
pub(crate) fn Home(fragment: RwSignal<String>) -> impl IntoView {
    let shell = Shell::get();
    view! {
        <NotebookPage route=Route::Home fragment=fragment/>
        <When cond=flag(move || !shell.embed.get())>
            <Listed folder="assets/notebooks" head="app.lessons" route="n"/>
            <ModelList/>
            <Listed folder="incidents" head="app.incidents" route="i"/>
        </When>
    }
}

/// All lessons.
#[component]
pub(crate) fn Lessons() -> impl IntoView {
    view! { <Listed folder="assets/notebooks" head="app.lessons" route="n" alone=true/> }
}

/// All incidents, and the ways to look at them together.
#[component]
pub(crate) fn Incidents() -> impl IntoView {
    let shell = Shell::get();
    view! {
        <Listed folder="incidents" head="app.incidents" route="i" alone=true/>
        <p class="ways">
            <a class="button" href="#/compare">{shell.t("incident.compare")}</a>
            <a class="button" href="#/n/taxonomy">{shell.t("app.taxonomy")}</a>
        </p>
    }
}

/// All models.
#[component]
pub(crate) fn Models() -> impl IntoView {
    view! { <ModelList alone=true/> }
}

/// The entries of a folder's list, on their way or there.
#[derive(Clone, Copy)]
struct List {
    entries: RwSignal<Vec<Entry>>,
    trouble: RwSignal<Option<Trouble>>,
    attempt: RwSignal<u32>,
}

impl List {
    /// Fetches the list. Standing `alone` on its page, it also brings the common words.
    fn fetch(folder: &'static str, alone: bool) -> List {
        let shell = Shell::get();
        let list = List {
            entries: RwSignal::new(Vec::new()),
            trouble: RwSignal::new(None),
            attempt: RwSignal::new(0),
        };
        let loads = Latest::new();
        effect(move || {
            list.attempt.track();
            if alone {
                shell.lang.track();
            }
            let counts = loads.begin();
            spawn_local(async move {
                let said = match alone {
                    true => strings::bring(shell, &[]).await,
                    false => Ok(()),
                };
                let listed = fetch::index(folder).await;
                if !counts() {
                    return;
                }
                match said.and(listed) {
                    Ok(found) => {
                        list.entries.set(found);
                        list.trouble.set(None);
                    }
                    // What is listed stays, if need be in the language of before.
                    Err(error) => list.trouble.set(Some(Trouble::Fetch(error))),
                }
                if alone {
                    app::ready();
                }
            });
        });
        list
    }

    fn trouble(self) -> impl IntoView {
        let List {
            trouble, attempt, ..
        } = self;
        dynamic(move || {
            trouble
                .get()
                .map(|trouble| view! { <Failed trouble=trouble attempt=attempt/> })
        })
    }
}

/// The models by family: cards on a page of their own, names on home.
#[component]
fn ModelList(#[prop(optional)] alone: bool) -> impl IntoView {
    let shell = Shell::get();
    let list = List::fetch("assets/models", alone);
    let model = move |entry: Entry| {
        let (title, question) = (entry.title, entry.summary);
        let address = format!("#/m/{}", entry.id);
        let title = text(move || title.get(shell.shown_lang()).to_owned());
        if alone {
            let question = text(move || question.get(shell.shown_lang()).to_owned());
            view! { <li><a class="card" href=address><h3>{title}</h3><p>{question}</p></a></li> }
                .into_any()
        } else {
            view! { <li><a href=address>{title}</a></li> }.into_any()
        }
    };
    let family = move |(family, members): (Family, &'static [&'static str])| {
        let here = move || {
            list.entries.with(|entries| {
                members
                    .iter()
                    .filter_map(|id| entries.iter().find(|entry| entry.id == *id).cloned())
                    .map(model)
                    .collect_view()
            })
        };
        view! {
            <h3 class="family">{text(move || shell.say(&format!("app.family.{}", family.id())))}</h3>
            <ul class=if alone { "cards" } else { "names" }>{dynamic(here)}</ul>
        }
    };
    if alone {
        effect(move || browser::set_title(&shell.say("app.models")));
    }
    view! {
        <h2 class="list-head">{shell.t("app.models")}</h2>
        {list.trouble()}
        {FAMILIES.iter().copied().map(family).collect_view()}
    }
}

#[component]
fn Listed(
    folder: &'static str,
    head: &'static str,
    route: &'static str,
    #[prop(optional)] alone: bool,
) -> impl IntoView {
    let shell = Shell::get();
    let list = List::fetch(folder, alone);
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
        list.entries
            .get()
            .into_iter()
            .filter(|entry| entry.kind.as_deref() != Some("page"))
    };
    if alone {
        effect(move || browser::set_title(&shell.say(head)));
    }
    view! {
        <h2 class="list-head">{text(move || shell.say(head))}</h2>
        {list.trouble()}
        {(route == "i").then(|| view! { <p><a class="button" href="#/edit">{shell.t("app.write_your_own")}</a></p> })}
        <ul class="cards">{dynamic(move || shown().map(card).collect_view())}</ul>
    }
}
