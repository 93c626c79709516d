//! The lists of a draft beside its events: lanes, phases, ranges, figures, sources, changes of the clock.

use leptos::prelude::*;
use outage_lab::incident::draft::{self, Draft, Edit, offers};
use outage_lab::incident::{SourceKind, SpanKind};
use outage_lab::text::Lang;
use serde_json::Value;

use super::desk::Desk;
use super::field::{Kind, choice, field, members, texts, told_if, vocabulary};
use crate::ui::browser;
use crate::ui::dynamic::{dynamic, text};

/// A list with a form a member and a button for the next one.
#[derive(Clone, Copy)]
struct List {
    name: &'static str,
    title: &'static str,
    help: &'static str,
    add: &'static str,
    /// The fields of a member, by its place.
    form: fn(Desk, &str) -> AnyView,
    /// A new member.
    fresh: fn(&Draft) -> Value,
    /// The field of a new member that gets the focus.
    first: &'static str,
}

const COMPONENTS: List = List {
    name: "components",
    title: "editor.components",
    help: "editor.components.help",
    add: "editor.components.add",
    form: |desk, path| {
        texts(
            desk,
            &format!("{path}.name"),
            "editor.field.name",
            Kind::Line,
        )
    },
    fresh: |draft| draft::component(&draft.fresh_id()),
    first: "name",
};

const PHASES: List = List {
    name: "phases",
    title: "editor.phases",
    help: "editor.phases.help",
    add: "editor.phases.add",
    form: |desk, path| {
        view! {
            {texts(desk, &format!("{path}.title"), "editor.field.name", Kind::Line)}
            {ends(desk, path)}
        }
        .into_any()
    },
    fresh: |draft| {
        let (from, to) = first_and_last(draft);
        draft::phase(&draft.fresh_id(), &from, &to)
    },
    first: "title",
};

const SPANS: List = List {
    name: "spans",
    title: "editor.spans",
    help: "editor.spans.help",
    add: "editor.spans.add",
    form: |desk, path| {
        let kinds = SpanKind::ALL.iter().map(|kind| kind.id()).collect();
        view! {
            {texts(desk, &format!("{path}.label"), "editor.field.label", Kind::Line)}
            {choice(desk, format!("{path}.component"), "editor.field.component", members(desk, "components"))}
            {choice(desk, format!("{path}.kind"), "editor.field.state", vocabulary(desk.shell, "editor.span", kinds))}
            {ends(desk, path)}
        }
        .into_any()
    },
    fresh: |draft| {
        let (from, to) = first_and_last(draft);
        let lane = draft
            .names("components", Lang::default())
            .into_iter()
            .next()
            .unwrap_or_default()
            .0;
        draft::span(&draft.fresh_id(), &lane, &from, &to)
    },
    first: "label",
};

const METRICS: List = List {
    name: "metrics",
    title: "editor.metrics",
    help: "editor.metrics.help",
    add: "editor.metrics.add",
    form: |desk, path| {
        let derive = format!("{path}.derive.between");
        let measured = desk.draft.with_untracked(|draft| {
            !draft.text(&format!("{derive}.from")).is_empty()
                || !draft.text(&format!("{derive}.to")).is_empty()
        });
        // The usual figures are named by the app.
        let id = desk
            .draft
            .with_untracked(|draft| draft.text(&format!("{path}.id")));
        let key = format!("incident.metric.{id}");
        let is_usual = desk
            .shell
            .texts
            .with_untracked(|texts| texts.find(&key).is_some());
        view! {
            {if is_usual {
                view! { <p class="named">{text(move || desk.shell.say(&key))}</p> }.into_any()
            } else {
                texts(desk, &format!("{path}.name"), "editor.field.name", Kind::Line)
            }}
            {texts(desk, &format!("{path}.definition"), "editor.field.definition", Kind::Line)}
            {measured.then(|| ends(desk, &derive))}
        }
        .into_any()
    },
    fresh: |draft| {
        let (from, to) = first_and_last(draft);
        draft::metric(&draft.fresh_id(), &from, &to)
    },
    first: "name",
};

const SOURCES: List = List {
    name: "sources",
    title: "editor.sources",
    help: "editor.sources.help",
    add: "editor.sources.add",
    form: |desk, path| {
        let kinds = SourceKind::ALL.iter().map(|kind| kind.id()).collect();
        view! {
            {texts(desk, &format!("{path}.title"), "editor.field.title", Kind::Line)}
            {choice(desk, format!("{path}.kind"), "editor.field.source_kind", vocabulary(desk.shell, "editor.source", kinds))}
            {field(desk, format!("{path}.address"), desk.shell.t("editor.field.address"), Kind::Line, "")}
            {field(desk, format!("{path}.date"), desk.shell.t("editor.field.date"), Kind::Short, "")}
            {texts(desk, &format!("{path}.read"), "editor.field.read", Kind::Line)}
        }
        .into_any()
    },
    fresh: |draft| draft::blank_source(&draft.fresh_id()),
    first: "title",
};

const ZONE: List = List {
    name: "zone",
    title: "editor.zone",
    help: "editor.zone.help",
    add: "editor.zone.add",
    form: |desk, path| {
        view! {
            {field(desk, format!("{path}.offset_min"), desk.shell.t("editor.field.offset"), Kind::Short, "")}
            {field(desk, format!("{path}.abbr"), desk.shell.t("editor.field.abbr"), Kind::Short, "")}
            {field(desk, format!("{path}.from"), desk.shell.t("editor.field.zone_from"), Kind::Short, "")}
        }
        .into_any()
    },
    fresh: |_| draft::zone_period(),
    first: "offset_min",
};

pub(super) fn zone(desk: Desk) -> AnyView {
    list(desk, ZONE)
}

pub(super) fn components(desk: Desk) -> AnyView {
    list(desk, COMPONENTS)
}

pub(super) fn phases(desk: Desk) -> AnyView {
    list(desk, PHASES)
}

pub(super) fn spans(desk: Desk) -> AnyView {
    list(desk, SPANS)
}

pub(super) fn sources(desk: Desk) -> AnyView {
    list(desk, SOURCES)
}

/// The figures, with a button for each usual one that the events allow.
pub(super) fn metrics(desk: Desk) -> AnyView {
    let shell = desk.shell;
    let ids = Memo::new(move |_| {
        desk.draft.with(|draft| {
            offers(draft)
                .iter()
                .map(|offer| offer.id)
                .collect::<Vec<_>>()
        })
    });
    let add = move |id: &'static str| {
        let offer = desk
            .draft
            .with_untracked(|draft| offers(draft).into_iter().find(|offer| offer.id == id));
        if let Some(offer) = offer {
            desk.edit(Edit::Insert("metrics".to_owned(), usize::MAX, offer.metric));
            desk.tell("editor.said.added");
        }
    };
    let offered = dynamic(move || {
        let ids = ids.get();
        (!ids.is_empty()).then(|| {
            view! {
                <p class="offers"><span class="quiet">{shell.t("editor.metrics.offers")}</span>" "
                    {ids.into_iter().map(|id| view! {
                        <button class="button" data-offer=id on:click=move |_| add(id)>
                            {text(move || shell.say(&format!("incident.metric.{id}")))}</button>" "
                    }).collect_view()}
                </p>
            }
        })
    });
    view! { {list(desk, METRICS)}{offered} }.into_any()
}

/// The two events that something lies between.
fn ends(desk: Desk, path: &str) -> AnyView {
    view! {
        {choice(desk, format!("{path}.from"), "editor.field.from", members(desk, "events"))}
        {choice(desk, format!("{path}.to"), "editor.field.to", members(desk, "events"))}
    }
    .into_any()
}

fn first_and_last(draft: &Draft) -> (String, String) {
    let events = draft.names("events", Lang::default());
    let id = |event: Option<&(String, String)>| event.map(|(id, _)| id.clone()).unwrap_or_default();
    (id(events.first()), id(events.last()))
}

fn list(desk: Desk, list: List) -> AnyView {
    let shell = desk.shell;
    let add_id = format!("add-{}", list.name);
    let back_to = add_id.clone();
    let add = move |_| {
        let at = desk.draft.with_untracked(|draft| draft.len(list.name));
        let member = desk.draft.with_untracked(|draft| (list.fresh)(draft));
        desk.edit(Edit::Insert(list.name.to_owned(), at, member));
        focus_first(desk, &format!("{}[{at}].{}", list.name, list.first));
    };
    let members = dynamic(move || {
        let _ = desk.shape.get();
        let count = desk.draft.with_untracked(|draft| draft.len(list.name));
        let back_to = back_to.clone();
        let member = move |at: usize| {
            let path = format!("{}[{at}]", list.name);
            let back_to = back_to.clone();
            let remove = move |_| {
                desk.edit(Edit::Remove(list.name.to_owned(), at));
                desk.tell("editor.said.removed");
                browser::focus_soon(back_to.clone());
            };
            let number = at + 1;
            let name = text(move || format!("{} {number}", shell.say(list.title)));
            let removes = text(move || {
                format!(
                    "{} {number}: {}",
                    shell.say(list.title),
                    shell.say("editor.remove")
                )
            });
            view! {
                <div class="item" role="group" aria-label=name data-entry=path.clone()>
                    {(list.form)(desk, &path)}
                    {whole(desk, &path)}
                    <button class="plain remove" aria-label=removes on:click=remove>{shell.t("editor.remove")}</button>
                </div>
            }
        };
        (0..count).map(member).collect_view()
    });
    view! {
        <section class="part" id=format!("part-{}", list.name)>
            <h2>{shell.t(list.title)}</h2>
            <p class="quiet">{shell.t(list.help)}</p>
            {members}
            <button class="button" id=add_id on:click=add>{shell.t(list.add)}</button>
        </section>
    }
    .into_any()
}

/// What is wrong with a member as a whole, and not with one of its fields.
fn whole(desk: Desk, path: &str) -> AnyView {
    let (whole, inner) = (path.to_owned(), format!("{path}.derive"));
    told_if(desk, format!("{path}-told"), move |finding| {
        let field = finding.path.ends_with(".from") || finding.path.ends_with(".to");
        finding.path == whole
            || finding.path.strip_prefix(whole.as_str()) == Some(".id")
            || finding.path.starts_with(&inner) && !field
    })
}

/// Gives the focus to a new member's first field, in the first language where it is a text.
pub(super) fn focus_first(desk: Desk, path: &str) {
    let lang = desk
        .draft
        .with_untracked(|draft| draft.langs().first().copied());
    let is_text = desk
        .draft
        .with_untracked(|draft| draft.text(path).is_empty());
    let both = ["name", "title", "label", "definition"]
        .iter()
        .any(|end| path.ends_with(end));
    let id = match lang {
        Some(lang) if is_text && both => format!("{path}.{}", lang.code()),
        _ => path.to_owned(),
    };
    browser::focus_soon(id);
}
