//! Every event in words.

use leptos::prelude::*;
use outage_lab::incident::schema::Event;

use super::open::Open;
use crate::ui::browser;
use crate::ui::dynamic::{flag, text};

/// Every event in words, also those without a time.
#[component]
pub(super) fn List(open: Open) -> impl IntoView {
    let shell = open.shell;
    let row = move |(at, event): (usize, Event)| {
        let when = {
            let time = event.at.clone();
            move || open.with(|incident| time.describe(&incident.zone, shell.shown_lang()))
        };
        let title = event.title.clone();
        let is_left_out = flag(move || !open.filter.with(|filter| filter.passes(&event)));
        view! {
            <li hidden=is_left_out>
                <button aria-current=text(move || (open.chosen.get() == Some(at)).to_string()) on:click=move |_| open.choose(at)>
                    <time>{when}</time>
                    <span>{text(move || open.say(&title))}</span>
                </button>
            </li>
        }
    };
    let events = open.with(|incident| incident.events.clone());
    view! {
        <details class="card" open=browser::media("(min-width: 900px)")>
            <summary>{shell.t("incident.all_events")}</summary>
            <ol class="list">{events.into_iter().enumerate().map(row).collect_view()}</ol>
        </details>
    }
}
