//! The events of a draft: a row each, and the form of the one that is open.

use std::sync::Arc;

use leptos::prelude::*;
use outage_lab::finding::Severity;
use outage_lab::incident::draft::{Edit, TimeForm, blank_event};
use outage_lab::incident::{Actor, EventKind, MECHANISMS, Status};
use outage_lab::text::Lang;
use serde_json::Value;

use super::desk::Desk;
use super::field::{
    Kind, Wrong, choice, chooser, field, members, texts, told, told_if, vocabulary,
};
use super::rows::focus_first;
use crate::ui::browser;
use crate::ui::dynamic::{When, dynamic, flag, text};

pub(super) fn events(desk: Desk) -> AnyView {
    let shell = desk.shell;
    let rows = dynamic(move || {
        let _ = desk.shape.get();
        let count = desk.draft.with_untracked(|draft| draft.len("events"));
        (0..count).map(|at| row(desk, at)).collect_view()
    });
    let unordered = flag(move || {
        desk.resolved.with(|resolved| {
            resolved
                .findings
                .iter()
                .any(|finding| finding.code == "time.sequence")
        })
    });
    view! {
        <section class="part" id="part-events">
            <h2>{shell.t("editor.events")}</h2>
            <p class="quiet">{shell.t("editor.events.help")}</p>
            {told_if(desk, "events-told".to_owned(), |finding| finding.path == "events")}
            <ol class="event-rows">{rows}</ol>
            <p>
                <button class="button strong" id="add-events" on:click=move |_| add(desk)>{shell.t("editor.events.add")}</button>" "
                <When cond=unordered>
                    <button class="button" on:click=move |_| {
                        let sorted = desk.draft.with_untracked(outage_lab::incident::draft::Draft::in_order);
                        desk.chosen.set(None);
                        desk.edit(sorted);
                        desk.tell("editor.said.sorted");
                    }>{shell.t("editor.events.sort")}</button>
                </When>
            </p>
        </section>
    }
    .into_any()
}

/// Adds an event of the kind that most likely comes next, and opens it.
fn add(desk: Desk) {
    let (at, event) = desk.draft.with_untracked(|draft| {
        let at = draft.len("events");
        let kinds: Vec<String> = (0..at)
            .map(|i| draft.text(&format!("events[{i}].kind")))
            .collect();
        let order = [
            "trigger",
            "detection",
            "diagnosis",
            "mitigation",
            "full_recovery",
        ];
        let next = order
            .into_iter()
            .find(|kind| !kinds.iter().any(|known| known == kind));
        let last = |list: &str, field: &str| {
            at.checked_sub(1)
                .map(|last| draft.text(&format!("{list}[{last}].{field}")))
                .filter(|id| !id.is_empty())
        };
        let lane = last("events", "component").or_else(|| {
            Some(
                draft
                    .names("components", Lang::default())
                    .first()?
                    .0
                    .clone(),
            )
        });
        let source = draft
            .words(&format!("events[{}].sources", at.wrapping_sub(1)))
            .into_iter()
            .next();
        let source =
            source.or_else(|| Some(draft.names("sources", Lang::default()).first()?.0.clone()));
        let event = blank_event(
            &draft.fresh_id(),
            next.unwrap_or("aftermath"),
            &lane.unwrap_or_default(),
            &source.unwrap_or_default(),
        );
        (at, event)
    });
    desk.edit(Edit::Insert("events".to_owned(), at, event));
    desk.chosen.set(Some(at));
    browser::focus_soon(format!("events[{at}].at.at"));
}

/// An event's time, title and faults on one line; its form below it while it is open.
fn row(desk: Desk, at: usize) -> AnyView {
    let shell = desk.shell;
    let path = format!("events[{at}]");
    let is_open = Memo::new(move |_| desk.chosen.get() == Some(at));
    let when = text(move || {
        let shown = desk.resolved.with(|resolved| {
            let incident = resolved.incident.as_ref()?;
            let time = &incident.events.get(at)?.at;
            let start = outage_lab::incident::UtcTime::from_seconds(incident.window(time)?.lo())?;
            Some(incident.zone.local(start).to_string())
        });
        shown.unwrap_or_else(|| {
            desk.draft
                .with(|draft| {
                    let place = format!("events[{at}].at");
                    let field = draft.form(&place).fields(&place).into_iter().next();
                    field
                        .map(|field| draft.text(&field))
                        .filter(|typed| !typed.is_empty())
                })
                .unwrap_or_else(|| shell.say("editor.no_time"))
        })
    });
    let title = text(move || {
        let lang = shell.shown_lang();
        let title = desk
            .draft
            .with(|draft| draft.text(&format!("events[{at}].title.{}", draft.spoken(lang).code())));
        if title.trim().is_empty() {
            shell.say("editor.untitled")
        } else {
            title
        }
    });
    let kind = text(move || {
        let kind = desk
            .draft
            .with(|draft| draft.text(&format!("events[{at}].kind")));
        if EventKind::ALL.iter().any(|known| known.id() == kind) {
            shell.say(&format!("incident.kind.{kind}"))
        } else {
            kind
        }
    });
    let counted = path.clone();
    let faults = move || {
        let (errors, warnings) = desk.resolved.with(|resolved| {
            let count = |severity| {
                resolved
                    .about(&counted)
                    .filter(|finding| finding.severity == severity)
                    .count()
            };
            (count(Severity::Error), count(Severity::Warning))
        });
        let class = if errors > 0 {
            "badge error"
        } else {
            "badge warning"
        };
        let number = errors + warnings;
        (number > 0).then(|| {
            let words = shell.counted("editor.faults", u32::try_from(number).unwrap_or(u32::MAX));
            view! { <span class=class>{words}</span> }
        })
    };
    let toggle = move |_| {
        let next = (!is_open.get_untracked()).then_some(at);
        desk.chosen.set(next);
    };
    view! {
        <li data-entry=path.clone()>
            <button class="event-row" id=path.clone() aria-expanded=text(move || is_open.get().to_string()) on:click=toggle>
                <span class="when">{when}</span>
                <span class="what">{title}" "<span class="quiet">{kind}</span></span>
                {dynamic(faults)}
            </button>
            <When cond=flag(move || is_open.get())>{form(desk, at)}</When>
        </li>
    }
    .into_any()
}

fn form(desk: Desk, at: usize) -> AnyView {
    let shell = desk.shell;
    let path = format!("events[{at}]");
    let ids = |all: &[&'static str]| all.to_vec();
    let kinds = EventKind::ALL.iter().map(|kind| kind.id()).collect();
    let actors = Actor::ALL.iter().map(|actor| actor.id()).collect();
    let states = Status::ALL.iter().map(|status| status.id()).collect();
    let remove = move |_| {
        desk.chosen.set(None);
        desk.edit(Edit::Remove("events".to_owned(), at));
        desk.tell("editor.said.removed");
        browser::focus_soon("add-events".to_owned());
    };
    let shift = move |by: isize| {
        move |_| {
            let last = desk
                .draft
                .with_untracked(|draft| draft.len("events"))
                .saturating_sub(1);
            let to = at.saturating_add_signed(by).min(last);
            let moved = desk
                .draft
                .with_untracked(|draft| draft.moved("events", at, to));
            desk.edit(moved);
            desk.chosen.set(Some(to));
            browser::focus_soon(format!("events[{to}]"));
        }
    };
    view! {
        <div class="item event-form">
            {time(desk, at)}
            {texts(desk, &format!("{path}.title"), "editor.field.title", Kind::Line)}
            {texts(desk, &format!("{path}.text"), "editor.field.text", Kind::Long)}
            {choice(desk, format!("{path}.kind"), "editor.field.kind", vocabulary(shell, "incident.kind", kinds))}
            {choice(desk, format!("{path}.component"), "editor.field.component", members(desk, "components"))}
            {choice(desk, format!("{path}.actor"), "editor.field.actor", vocabulary(shell, "incident.actor", actors))}
            {choice(desk, format!("{path}.status"), "editor.field.status", vocabulary(shell, "incident.status", states))}
            {several(desk, format!("{path}.sources"), "editor.field.sources", members(desk, "sources"))}
            {several(desk, format!("{path}.mechanisms"), "editor.field.mechanisms", vocabulary(shell, "incident.mechanism", ids(MECHANISMS)))}
            <p class="row-tools">
                <button class="plain" on:click=shift(-1)>{shell.t("editor.earlier")}</button>
                <button class="plain" on:click=shift(1)>{shell.t("editor.later")}</button>
                <button class="plain remove" on:click=remove>{shell.t("editor.events.remove")}</button>
            </p>
        </div>
    }
    .into_any()
}

/// When it was: the form of the time, its fields, and how they are read.
fn time(desk: Desk, at: usize) -> AnyView {
    let shell = desk.shell;
    let path = format!("events[{at}].at");
    let form = desk.draft.with_untracked(|draft| draft.form(&path));
    let form_id = format!("{path}-form");
    let told_id = format!("{path}.at-told");
    // What is wrong with the time, and not with one of the fields within it.
    let whole = path.clone();
    let wrong = Wrong::by(desk, &told_id, move |finding| finding.path == whole);
    let back = form_id.clone();
    let place = path.clone();
    let take = move |id: String| {
        let Some(next) = TimeForm::from_id(&id) else {
            return;
        };
        let time = desk.draft.with_untracked(|draft| {
            let typed: Vec<String> = draft
                .form(&place)
                .fields(&place)
                .iter()
                .map(|field| draft.text(field))
                .collect();
            let trigger = (0..draft.len("events"))
                .find(|i| draft.text(&format!("events[{i}].kind")) == "trigger");
            let after = draft.text(&format!("events[{}].id", trigger.unwrap_or(0)));
            next.time(&typed, &after)
        });
        desk.edit(Edit::Set(place.clone(), time));
        browser::focus_soon(back.clone());
    };
    let forms = TimeForm::ALL.iter().map(|form| form.id()).collect();
    let label = |field: &str| match () {
        () if field.ends_with("half_width_s") => "editor.field.half_width",
        () if field.ends_with("[0]") => "editor.field.earliest",
        () if field.ends_with("[1]") => "editor.field.latest",
        () if field.ends_with(".on") => "editor.field.day",
        () => "editor.field.time",
    };
    let fields = form
        .fields(&path)
        .into_iter()
        .enumerate()
        .map(|(number, field_path)| {
            let label = shell.t(label(&field_path));
            let hint = if number == 0 && form != TimeForm::On {
                "editor.field.time.hint"
            } else {
                ""
            };
            field(desk, field_path, label, Kind::Short, hint)
        });
    let fields = fields.collect_view();
    let whole = path.clone();
    let after = (form == TimeForm::By).then(|| {
        choice(
            desk,
            format!("{path}.by.after"),
            "editor.field.after",
            members(desk, "events"),
        )
    });
    let reading = text(move || {
        let read = desk.resolved.with(|resolved| {
            let incident = resolved.incident.as_ref()?;
            let wrong = resolved
                .about(&format!("events[{at}].at"))
                .any(|finding| finding.code.starts_with("time."));
            let time = &incident.events.get(at)?.at;
            (!wrong).then(|| time.describe(&incident.zone, shell.shown_lang()))
        });
        read.map_or_else(String::new, |read| {
            format!("{} {read}", shell.say("editor.read_as"))
        })
    });
    view! {
        <div class="field short">
            {chooser(shell, form_id, "editor.field.form", move || form.id().to_owned(), vocabulary(shell, "editor.form", forms), take, Some(wrong))}
        </div>
        {fields}
        {after}
        <div class="field">
            <p class="quiet reading" id=format!("{path}-reading")>{reading}</p>
            {told_if(desk, told_id, move |finding| finding.path == whole)}
        </div>
    }
    .into_any()
}

/// Several of a list: what is chosen, each with a way out, and a list for the next one.
fn several(desk: Desk, path: String, key: &'static str, options: super::field::Options) -> AnyView {
    let shell = desk.shell;
    let id = path.clone();
    let (chosen_path, add_path, told_path) = (path.clone(), path.clone(), path.clone());
    let told_id = format!("{path}-told");
    let wrong = Wrong::at(desk, &path, &told_id);
    let chosen = Memo::new(move |_| desk.draft.with(|draft| draft.words(&chosen_path)));
    let all = Arc::clone(&options);
    let rest: super::field::Options = Arc::new(move || {
        let mut rest = all();
        chosen.with(|chosen| rest.retain(|(id, _)| !chosen.contains(id)));
        rest
    });
    let add = move |id: String| {
        if !id.is_empty() {
            desk.edit(Edit::Insert(
                add_path.clone(),
                usize::MAX,
                Value::String(id),
            ));
            browser::focus_soon(add_path.clone());
        }
    };
    let chips = dynamic(move || {
        let names = options();
        let path = path.clone();
        let chip = move |(at, id): (usize, String)| {
            let words = names
                .iter()
                .find(|(known, _)| *known == id)
                .map_or_else(|| id.clone(), |(_, words)| words.clone());
            let words = if words.trim().is_empty() {
                shell.say("editor.untitled")
            } else {
                words
            };
            let label = format!("{}: {words}", shell.say("editor.remove"));
            let path = path.clone();
            let remove = move |_| {
                desk.edit(Edit::Remove(path.clone(), at));
                browser::focus_soon(path.clone());
            };
            view! { <li>{words}" "<button class="plain" aria-label=label on:click=remove>"×"</button></li> }
        };
        chosen
            .get()
            .into_iter()
            .enumerate()
            .map(chip)
            .collect_view()
    });
    view! {
        <div class="field">
            {chooser(shell, id, key, String::new, rest, add, Some(wrong))}
            <ul class="chips">{chips}</ul>
            {told(desk, told_path, told_id)}
        </div>
    }
    .into_any()
}

/// Opens the event of a finding and goes to its field.
pub(super) fn open_at(desk: Desk, path: &str) {
    if let Some(rest) = path.strip_prefix("events[")
        && let Some(at) = rest.split(']').next().and_then(|at| at.parse().ok())
    {
        desk.chosen.set(Some(at));
        let field = if path.ends_with(".at") {
            format!("{path}.at")
        } else {
            path.to_owned()
        };
        browser::focus_soon(field);
        return;
    }
    focus_first(desk, path);
}
