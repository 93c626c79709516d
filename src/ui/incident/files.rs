//! Taking an incident away as a file, for other programs and for the editor.

use leptos::prelude::*;
use leptos::task::spawn_local;
use outage_lab::incident::exchange::{csv_file, timeline_js_file};

use super::open::Open;
use crate::ui::dynamic::dynamic;
use crate::ui::export::download;
use crate::ui::strings;

const JSON: &str = "application/json";

/// Buttons that save the file, and what the saved one leaves out.
#[component]
pub(super) fn Files(open: Open) -> impl IntoView {
    let shell = open.shell;
    let left_out = RwSignal::new(Vec::<&'static str>::new());
    let save = move |kind: &'static str| {
        move |_| {
            let lang = untrack(|| shell.shown_lang());
            let lost = open.with(|incident| {
                let name = &incident.id;
                match kind {
                    "csv" => {
                        let file = csv_file(incident, lang);
                        download(&format!("{name}.csv"), "text/csv;charset=utf-8", &file.text);
                        file.left_out
                    }
                    "timeline" => {
                        let file = timeline_js_file(incident, lang);
                        download(&format!("{name}.timeline.json"), JSON, &file.text);
                        file.left_out
                    }
                    _ => {
                        if let Ok(text) = serde_json::to_string_pretty(incident) {
                            download(&format!("{name}.json"), JSON, &text);
                        }
                        Vec::new()
                    }
                }
            });
            // The sentences about formats are the editor's.
            spawn_local(async move {
                if strings::bring(shell, &["editor".to_owned()]).await.is_ok() {
                    let _ = left_out.try_set(lost);
                }
            });
        }
    };
    view! {
        <p class="files">
            <span class="quiet">{shell.t("incident.as_file")}</span>
            <button class="button" on:click=save("json")>"JSON"</button>
            <button class="button" on:click=save("csv")>"CSV"</button>
            <button class="button" on:click=save("timeline")>"TimelineJS"</button>
        </p>
        <div role="status">{dynamic(move || {
            let lost = left_out.get();
            (!lost.is_empty()).then(|| view! {
                <div class="notice">
                    {lost.into_iter().map(|key| view! { <p>{shell.say(&format!("editor.left_out.{key}"))}</p> }).collect_view()}
                </div>
            })
        })}</div>
    }
}
