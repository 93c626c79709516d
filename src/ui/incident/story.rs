//! Causes, lessons, differing texts and sources.

use leptos::prelude::*;
use outage_lab::incident::schema::{Remark, Source};

use super::open::Open;
use crate::ui::dynamic::dynamic;

/// Causes, what made it worse, what worked, lessons, and where texts differ.
#[component]
pub(super) fn Story(open: Open) -> impl IntoView {
    let shell = open.shell;
    let remark = move |remark: &Remark| {
        view! {
            <li>{open.say(&remark.text)}" "<span class="quiet">
                {shell.say(&format!("incident.status.{}", remark.status.id()))}</span></li>
        }
    };
    let part = move |key: &'static str, remarks: Vec<Remark>| {
        (!remarks.is_empty()).then(|| {
            view! {
                <h3>{shell.say(&format!("incident.{key}"))}</h3>
                <ul>{remarks.iter().map(remark).collect_view()}</ul>
            }
        })
    };
    view! {
        <div class="two">
            {dynamic(move || open.with(|incident| view! {
                <div class="card">
                    {incident.remarks().into_iter().map(|(key, remarks)| part(key, remarks.to_vec())).collect_view()}
                </div>
                <div class="card">
                    <h3>{shell.say("incident.lessons")}</h3>
                    <ul>{incident.lessons.iter().map(|lesson| view! {
                        <li>{open.say(&lesson.text)}" "<span class="quiet">
                            {shell.say(&format!("incident.teacher.{}", lesson.by.id()))}</span></li>
                    }).collect_view()}</ul>
                    <h3>{shell.say("incident.differences")}</h3>
                    {incident.differences.iter().map(|difference| view! {
                        <details>
                            <summary>{open.say(&difference.topic)}</summary>
                            <ul>{difference.statements.iter().map(|statement| view! {
                                <li>{shell.say(&format!("incident.voice.{}", statement.who.id()))}": "
                                    {open.say(&statement.text)}</li>
                            }).collect_view()}</ul>
                            <p>{open.say(&difference.verdict)}</p>
                        </details>
                    }).collect_view()}
                </div>
            }))}
        </div>
    }
}

#[component]
pub(super) fn Sources(open: Open) -> impl IntoView {
    let shell = open.shell;
    let source = move |source: &Source| {
        let title = open.say(&source.title);
        let linked = match source.address.clone() {
            Some(address) => view! { <a href=address rel="noopener">{title}</a> }.into_any(),
            None => title.into_any(),
        };
        view! { <li>{linked}" "<span class="quiet">{open.say(&source.read)}</span></li> }
    };
    view! {
        <details class="card">
            <summary>{shell.t("incident.sources")}</summary>
            <ul>{dynamic(move || open.with(|incident| incident.sources.iter().map(source).collect_view()))}</ul>
        </details>
    }
}
