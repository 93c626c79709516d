//! Taking a draft away as a file.

use leptos::prelude::*;
use outage_lab::incident::draft::Draft;
use outage_lab::incident::exchange::{csv_file, timeline_js_file};

use super::desk::Desk;
use crate::ui::dynamic::dynamic;
use crate::ui::export::download;

const JSON: &str = "application/json";

/// Buttons that save the draft, and what the file leaves out.
pub(super) fn exports(desk: Desk) -> AnyView {
    let shell = desk.shell;
    // Keys of sentences about the last file.
    let told = RwSignal::new(Vec::<String>::new());
    let save = move |kind: &'static str| {
        move |_| {
            let resolved = desk.resolved_now();
            let left_out = |keys: Vec<&'static str>| {
                keys.into_iter()
                    .map(|key| format!("editor.left_out.{key}"))
                    .collect()
            };
            let name = resolved
                .incident
                .as_ref()
                .map_or_else(|| "incident".to_owned(), |incident| incident.id.clone());
            let lang = untrack(|| shell.shown_lang());
            let sentences: Vec<String> = match (kind, &resolved.incident) {
                ("json", Some(_)) if resolved.complete => {
                    download(&format!("{name}.json"), JSON, &resolved.file());
                    Vec::new()
                }
                ("json", _) => {
                    let typed = desk.draft.with_untracked(Draft::to_json);
                    download(&format!("{name}.json"), JSON, &typed);
                    vec!["editor.left_out.unfinished".to_owned()]
                }
                (_, None) => vec!["editor.left_out.unreadable".to_owned()],
                ("csv", Some(incident)) => {
                    let file = csv_file(incident, lang);
                    download(&format!("{name}.csv"), "text/csv;charset=utf-8", &file.text);
                    left_out(file.left_out)
                }
                (_, Some(incident)) => {
                    let file = timeline_js_file(incident, lang);
                    download(&format!("{name}.timeline.json"), JSON, &file.text);
                    left_out(file.left_out)
                }
            };
            told.set(sentences);
        }
    };
    view! {
        <div class="exports" role="group" aria-label=shell.t("editor.export")>
            <span class="quiet">{shell.t("editor.export")}</span>
            <button class="button" on:click=save("json")>"JSON"</button>
            <button class="button" on:click=save("csv")>"CSV"</button>
            <button class="button" on:click=save("timeline")>"TimelineJS"</button>
        </div>
        <div class="left-out" role="status">{dynamic(move || {
            let keys = told.get();
            (!keys.is_empty()).then(|| view! {
                <div class="notice">
                    {keys.into_iter().map(|key| view! { <p>{shell.say(&key)}</p> }).collect_view()}
                </div>
            })
        })}</div>
    }
    .into_any()
}
