//! The page of a notebook: a lesson, a model, an incident, an embed.

use std::collections::BTreeMap;
use std::rc::Rc;

use futures::future::{try_join_all, try_join4};
use leptos::prelude::*;
use leptos::task::spawn_local;
use outage_lab::incident::Incident;
use outage_lab::notebook::{Cell, Document, Kinds, Library, Session};
use outage_lab::text::Bilingual;
use outage_lab::view::address::{Address, Options, Route};
use outage_lab::view::sections::{Part, Section, sections};

use super::app;
use super::browser;
use super::cell::{Controls, Params, Question, Reading, Results, TextView};
use super::embed;
use super::fetch::{self, FetchError};
use super::incident::Incidents;
use super::live::Live;
use super::modules::{self, IncidentPart};
use super::shell::Shell;
use super::strings;
use crate::ui::dynamic::{Latest, When, dynamic, effect, flag, text};

/// A document with what it draws on.
pub(crate) struct Opened {
    document: Document,
    /// The cells that are shown; the others only give values. All, if `None`.
    shown: Option<Vec<String>>,
    library: Library,
    incidents: Rc<BTreeMap<String, Incident>>,
    /// What reads and shows incidents, if the page has to do with one.
    incident_part: Option<IncidentPart>,
}

/// Why a page cannot be shown.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// A file did not come.
    Fetch(FetchError),
    /// The address names nothing that there is.
    Missing(String),
}

impl From<FetchError> for Trouble {
    fn from(error: FetchError) -> Trouble {
        Trouble::Fetch(error)
    }
}

#[derive(Clone)]
enum State {
    Loading,
    Failed(Trouble),
    Ready(Rc<Opened>),
}

/// The page of `route`; the fragment holds its settings.
#[component]
pub(crate) fn NotebookPage(route: Route, fragment: RwSignal<String>) -> impl IntoView {
    let shell = Shell::get();
    let state = RwSignal::new_local(State::Loading);
    let attempt = RwSignal::new(0_u32);
    // What kept an open page from the language that was asked for.
    let late = RwSignal::new(None::<Trouble>);
    let loads = Latest::new();
    effect(move || {
        attempt.track();
        // The strings come in the language of the moment; a switch brings them again.
        shell.lang.track();
        let options = Address::parse(&fragment.get_untracked()).0.options;
        let (route, kept) = (route.clone(), state.get_untracked());
        let counts = loads.begin();
        spawn_local(async move {
            if let State::Ready(opened) = kept {
                // The page stays open, if need be in the language of before.
                let failed = strings::bring(shell, &models(&opened.document)).await.err();
                if counts() {
                    late.set(failed.map(Trouble::Fetch));
                }
                return;
            }
            let next = match open(shell, &route, &options).await {
                Ok(opened) => State::Ready(Rc::new(opened)),
                Err(trouble) => {
                    // The words of the error message itself.
                    let _ = strings::bring(shell, &[]).await;
                    State::Failed(trouble)
                }
            };
            if counts() {
                state.set(next);
            }
        });
    });
    let page = dynamic(move || match state.get() {
        State::Loading => view! { <p class="quiet">{shell.t("app.loading")}</p> }.into_any(),
        State::Failed(trouble) => {
            view! { <Failed trouble=trouble attempt=attempt instead=true/> }.into_any()
        }
        State::Ready(opened) => {
            let (address, notes) = Address::parse(&fragment.get_untracked());
            let session = Session::open(opened.document.clone(), opened.library.clone());
            let live = Live::open(shell, session, address, notes);
            view! { <Sheet live=live opened=opened fragment=fragment/> }.into_any()
        }
    });
    view! {
        {dynamic(move || late.get().map(|trouble| view! { <Failed trouble=trouble attempt=attempt/> }))}
        {page}
    }
}

/// The models whose words a document needs.
fn models(document: &Document) -> Vec<String> {
    let model = |cell: &Cell| match cell {
        Cell::Model(cell) => Some(cell.model.clone()),
        Cell::Param(cell) => cell.like.split_once('.').map(|(model, _)| model.to_owned()),
        _ => None,
    };
    document.cells.iter().filter_map(model).collect()
}

/// Fetches what a route names, and the words for it.
async fn open(shell: Shell, route: &Route, options: &Options) -> Result<Opened, Trouble> {
    let missing = |what: &str| Trouble::Missing(what.to_owned());
    let document = match route {
        Route::Home => notebook("home").await?,
        Route::Notebook(id) => notebook(id).await?,
        Route::Model(id) => {
            let brought = modules::models(std::slice::from_ref(id)).await?;
            let model = brought.first().ok_or_else(|| missing(id))?;
            Document::for_model(model.spec(), Bilingual::default())
        }
        Route::Incident(id) => Document::for_incident(id, Bilingual::default()),
        _ => return Err(missing("")),
    };
    let (document, shown) = match options.cell.as_deref() {
        Some(cell) => {
            let embed = document.embed(cell).ok_or_else(|| missing(cell))?;
            (embed.document, Some(embed.shown))
        }
        None => (document, None),
    };
    // All at once: each waits for the network, none for another.
    let named = models(&document);
    let ids: Vec<&str> = document.incidents().into_iter().collect();
    // A model that an event opened says which.
    let about = !ids.is_empty() || options.from.is_some();
    let part = async {
        Ok(match about {
            true => Some(modules::incident().await?),
            false => None,
        })
    };
    let models = async { Ok(modules::models(&named).await?) };
    let words = async { Ok(strings::bring(shell, &named).await?) };
    let files = try_join_all(ids.iter().map(|id| incident_file(id)));
    let (models, incident_part, files, ()): (_, Option<IncidentPart>, _, _) =
        try_join4(models, part, files, words).await?;
    let mut incidents = BTreeMap::new();
    let mut library = Library::new(&models);
    if let Some(part) = incident_part {
        for (id, (path, json)) in ids.iter().zip(files) {
            let read = (part.read)(&json);
            let (incident, figures) = read.map_err(|finding| FetchError::Unreadable {
                path,
                detail: finding.to_string(),
            })?;
            library = library.with_incident(figures);
            incidents.insert((*id).to_owned(), incident);
        }
    }
    Ok(Opened {
        document,
        shown,
        library,
        incidents: Rc::new(incidents),
        incident_part,
    })
}

/// The file of an incident: its path and its text.
pub(crate) async fn incident_file(id: &str) -> Result<(String, String), Trouble> {
    let path = format!("incidents/{id}.json");
    match fetch::text(&path).await {
        Ok(json) => Ok((path, json)),
        Err(FetchError::Status { status: 404, .. }) => Err(Trouble::Missing(id.to_owned())),
        Err(error) => Err(error.into()),
    }
}

async fn notebook(id: &str) -> Result<Document, Trouble> {
    let path = format!("assets/notebooks/{id}.json");
    let json = match fetch::text(&path).await {
        Err(FetchError::Status { status: 404, .. }) => return Err(Trouble::Missing(id.to_owned())),
        other => other?,
    };
    Document::parse(&json).map_err(|finding| {
        Trouble::Fetch(FetchError::Unreadable {
            path,
            detail: finding.to_string(),
        })
    })
}

/// What is wrong, and a way to try again; standing `instead` of a page it is also its title.
#[component]
pub(crate) fn Failed(
    trouble: Trouble,
    attempt: RwSignal<u32>,
    #[prop(optional)] instead: bool,
) -> impl IntoView {
    let shell = Shell::get();
    app::ready();
    let (key, detail) = match trouble {
        Trouble::Missing(what) => ("app.page_missing", what),
        Trouble::Fetch(FetchError::Offline { path }) => ("app.fetch_offline", path),
        Trouble::Fetch(FetchError::Status { path, status }) => {
            ("app.fetch_status", format!("{path} ({status})"))
        }
        Trouble::Fetch(FetchError::Unreadable { path, detail }) => {
            ("app.fetch_unreadable", format!("{path}: {detail}"))
        }
    };
    let line = text(move || {
        // Offline before the first strings came: the words cannot be fetched either.
        let words = shell.texts.with(|texts| texts.find(key).map(str::to_owned));
        let words = words.unwrap_or_else(|| "No connection · 无法连接".to_owned());
        format!("{words} {detail}")
    });
    if instead {
        effect(move || browser::set_title(&line.get()));
    }
    view! {
        <div class="notice error" role="alert"><p>{line}</p></div>
        <p><button class="button" on:click=move |_| attempt.update(|count| *count += 1)>
            {text(move || shell.texts.with(|texts| texts.find("app.try_again").unwrap_or("↻").to_owned()))}
        </button></p>
    }
}

/// A document on the page.
#[component]
fn Sheet(live: Live, opened: Rc<Opened>, fragment: RwSignal<String>) -> impl IntoView {
    let shell = Shell::get();
    provide_context(live);
    provide_context(Incidents::new(opened.incidents.clone()));
    provide_context(opened.incident_part);
    embed::report_height(shell);
    app::ready();
    let page = Address::parse(&fragment.get_untracked()).0.page_of();
    let mut follows = false;
    effect(move || {
        let (address, notes) = Address::parse(&fragment.get());
        // The address was changed by hand or by going back: follow it. The first one is open already, and another page is
        // made anew.
        if std::mem::replace(&mut follows, true) && address.page_of() == page {
            live.follow(address, notes);
            app::ready();
        }
    });
    let document = live.document();
    let laid = sections(&document, opened.shown.as_deref());
    view! {
        <When cond=flag(move || !shell.embed.get())><Heading live=live/></When>
        <LinkNotes live=live/>
        {opened_from(live, opened.incident_part)}
        {laid.into_iter().map(|section| view! { <SectionView section=section/> }).collect_view()}
    }
}

/// Where a model's values come from, if an event opened it.
fn opened_from(live: Live, part: Option<IncidentPart>) -> Option<AnyView> {
    let Route::Model(model) = live.route() else {
        return None;
    };
    let from = live.opened_from()?;
    Some((part?.provenance)(model, from))
}

#[component]
fn Heading(live: Live) -> impl IntoView {
    let shell = Shell::get();
    let incidents = expect_context::<Incidents>();
    let document = live.document();
    let title = document.title.clone();
    let heading = Memo::new(move |_| match live.route() {
        Route::Model(id) => shell.say(&format!("{id}.title")),
        Route::Incident(id) => incidents
            .find(&id)
            .map(|incident| incident.title.get(shell.shown_lang()).to_owned())
            .unwrap_or_default(),
        _ => title.get(shell.shown_lang()).to_owned(),
    });
    effect(move || browser::set_title(&heading.get()));
    let question = match live.route() {
        Route::Model(id) => Some(format!("{id}.question")),
        _ => None,
    };
    let lesson = document.kind == Kinds::Lesson;
    let facts = text(move || {
        let order = document
            .order
            .map(|order| shell.counted("app.lesson", order));
        let minutes = document
            .minutes
            .map(|minutes| shell.counted("app.minutes", minutes));
        order
            .into_iter()
            .chain(minutes)
            .collect::<Vec<_>>()
            .join(" · ")
    });
    let goals = document.goals.clone();
    view! {
        <header>
            <h1>{text(move || heading.get())}</h1>
            {question.map(|key| view! { <p class="lead">{text(move || shell.say(&key))}</p> })}
            {lesson.then(|| view! {
                <p class="quiet">{facts}" "<Share live=live/></p>
                <ul class="goals">
                    {goals.into_iter().map(|goal| view! {
                        <li>{text(move || goal.get(shell.shown_lang()).to_owned())}</li>
                    }).collect_view()}
                </ul>
            })}
            {(!lesson).then(|| view! { <p class="quiet"><Share live=live/></p> })}
        </header>
    }
}

/// Copies the link to the present state, or shows it for copying by hand.
#[component]
pub(crate) fn Share(live: Live) -> impl IntoView {
    let shell = Shell::get();
    let copied = RwSignal::new(None::<Result<(), String>>);
    let long = RwSignal::new(false);
    let copy = move |_| {
        live.commit();
        long.set(live.link_too_long());
        let address = browser::address_with(&live.fragment());
        spawn_local(async move {
            let done = browser::copy(&address).await;
            let _ = copied.try_set(Some(if done { Ok(()) } else { Err(address) }));
        });
    };
    view! {
        <button class="button" on:click=copy>{shell.t("app.copy_link")}</button>
        " "
        <span role="status">
            {dynamic(move || match copied.get() {
                None => ().into_any(),
                Some(Ok(())) => shell.say("app.copied").into_any(),
                Some(Err(address)) => view! {
                    <label>{shell.say("app.copy_by_hand")}" "
                        <input type="text" readonly=true value=address size="40"/></label>
                }.into_any(),
            })}
            {dynamic(move || long.get().then(|| view! { <p>{shell.say("app.link_long")}</p> }))}
        </span>
    }
}

#[component]
fn LinkNotes(live: Live) -> impl IntoView {
    let shell = Shell::get();
    dynamic(move || {
        let notes = live.link_notes.get();
        (!notes.is_empty()).then(|| {
            view! {
                <div class="notice" role="status">
                    {notes.into_iter().map(|note| view! { <p>{text(move || shell.message(&note))}</p> }).collect_view()}
                </div>
            }
        })
    })
}

#[component]
fn SectionView(section: Section) -> impl IntoView {
    let rows = format!("--rows: {}", section.column.len());
    let (before, after) = section
        .column
        .split_at(section.before.min(section.column.len()));
    let parts = |parts: &[Part]| {
        parts
            .iter()
            .cloned()
            .map(|part| view! { <PartView part=part/> })
            .collect_view()
    };
    view! {
        <section class="section" class:wide=section.wide style=rows>
            {parts(before)}
            {section.aside.map(|at| view! {
                <div class="aside"><Gate at=at><Results at=at/></Gate></div>
            })}
            {parts(after)}
        </section>
    }
}

#[component]
fn PartView(part: Part) -> impl IntoView {
    match part {
        Part::Text(at) => view! { <Gate at=at><TextView at=at/></Gate> }.into_any(),
        Part::Params(cells) => view! { <Params cells=cells/> }.into_any(),
        Part::Controls(at) => view! { <Gate at=at><Controls at=at/></Gate> }.into_any(),
        Part::Reading(at) => view! { <Gate at=at><Reading at=at/></Gate> }.into_any(),
        Part::Question(at) => view! { <Question at=at/> }.into_any(),
        Part::Incident(at) => {
            let part = expect_context::<Option<IncidentPart>>();
            view! { <Gate at=at>{part.map(|part| (part.view)(at))}</Gate> }.into_any()
        }
    }
}

/// Shows its content once the question that the cell waits for has been answered.
#[component]
fn Gate(at: usize, children: ChildrenFn) -> impl IntoView {
    let live = Live::get();
    let waits = live
        .cell(at)
        .is_some_and(|cell: Cell| cell.after().is_some());
    let open = Memo::new(move |_| !waits || live.with(|session| session.visible(at)));
    view! { <When cond=flag(move || open.get())>{children()}</When> }
}
