//! Taking an incident away as a file, for other programs and for the editor.

use leptos::prelude::*;
use leptos::task::spawn_local;
use outage_lab::incident::Incident;
use outage_lab::incident::exchange::{csv_file, timeline_js_file};
use outage_lab::text::Lang;

use super::open::Open;
use crate::ui::dynamic::dynamic;
use crate::ui::export::download;
use crate::ui::strings;

/// The media type of JSON.
pub(crate) const JSON: &str = "application/json";

/// A format of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Rows for a spreadsheet.
    Csv,
    /// TimelineJS's JSON.
    TimelineJs,
}

/// Saves an incident as a file of a format in one language, and returns what that leaves out.
pub(crate) fn save_as(format: Format, incident: &Incident, lang: Lang) -> Vec<&'static str> {
    let (ending, kind, file) = match format {
        Format::Csv => ("csv", "text/csv;charset=utf-8", csv_file(incident, lang)),
        Format::TimelineJs => ("timeline.json", JSON, timeline_js_file(incident, lang)),
    };
    download(&format!("{}.{ending}", incident.id), kind, &file.text);
    file.left_out
}

/// Buttons that save the file, and what the saved one leaves out.
#[component]
pub(super) fn Files(open: Open) -> impl IntoView {
    let shell = open.shell;
    let left_out = RwSignal::new(Vec::<&'static str>::new());
    // Our own format where no other is named.
    let save = move |format: Option<Format>| {
        move |_| {
            let lang = untrack(|| shell.shown_lang());
            let lost = open.with(|incident| match format {
                Some(format) => save_as(format, incident, lang),
                None => {
                    if let Ok(text) = serde_json::to_string_pretty(incident) {
                        download(&format!("{}.json", incident.id), JSON, &text);
                    }
                    Vec::new()
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
            <button class="button" on:click=save(None)>"JSON"</button>
            <button class="button" on:click=save(Some(Format::Csv))>"CSV"</button>
            <button class="button" on:click=save(Some(Format::TimelineJs))>"TimelineJS"</button>
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
