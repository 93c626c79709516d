//! Taking a draft away as a file.

use leptos::prelude::*;
use outage_lab::incident::draft::Draft;

use super::desk::Desk;
use crate::ui::dynamic::dynamic;
use crate::ui::export::download;
use crate::ui::incident::{Format, JSON, save_as};

/// Buttons that save the draft, and what the file leaves out.
pub(super) fn exports(desk: Desk) -> AnyView {
    let shell = desk.shell;
    // Keys of sentences about the last file.
    let told = RwSignal::new(Vec::<String>::new());
    // Our own format where no other is named.
    let save = move |format: Option<Format>| {
        move |_| {
            let resolved = desk.resolved_now();
            let name = resolved
                .incident
                .as_ref()
                .map_or_else(|| "incident".to_owned(), |incident| incident.id.clone());
            let lang = untrack(|| shell.shown_lang());
            let sentences: Vec<String> = match (format, &resolved.incident) {
                (None, Some(_)) if resolved.complete => {
                    download(&format!("{name}.json"), JSON, &resolved.file());
                    Vec::new()
                }
                (None, _) => {
                    let typed = desk.draft.with_untracked(Draft::to_json);
                    download(&format!("{name}.json"), JSON, &typed);
                    vec!["editor.left_out.unfinished".to_owned()]
                }
                (_, None) => vec!["editor.left_out.unreadable".to_owned()],
                (Some(format), Some(incident)) => save_as(format, incident, lang)
                    .into_iter()
                    .map(|key| format!("editor.left_out.{key}"))
                    .collect(),
            };
            told.set(sentences);
        }
    };
    view! {
        <div class="exports" role="group" aria-label=shell.t("editor.export")>
            <span class="quiet">{shell.t("editor.export")}</span>
            <button class="button" on:click=save(None)>"JSON"</button>
            <button class="button" on:click=save(Some(Format::Csv))>"CSV"</button>
            <button class="button" on:click=save(Some(Format::TimelineJs))>"TimelineJS"</button>
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
