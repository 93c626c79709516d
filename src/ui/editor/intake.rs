//! Taking a file in: chosen, dropped or pasted. It becomes a draft of its own; nothing that is there changes.

use leptos::ev::DragEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use outage_lab::finding::Finding;
use outage_lab::incident::exchange::import;
use outage_lab::incident::typed_offset_min;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::sheet::finding_list;
use super::shelf;
use crate::ui::browser;
use crate::ui::dynamic::{dynamic, text};
use crate::ui::shell::Shell;

/// The largest file that is read at all, in bytes.
const MOST_BYTES: f64 = 4e6;

#[derive(Clone, Copy)]
struct Intake {
    shell: Shell,
    /// What was typed or pasted.
    pasted: RwSignal<String>,
    /// The offset of clocks that name none.
    offset: RwSignal<String>,
    /// Why the last file was not taken in, with its name.
    refused: RwSignal<Option<(String, Vec<Finding>)>>,
    over: RwSignal<bool>,
}

pub(super) fn panel() -> AnyView {
    let shell = Shell::get();
    let intake = Intake {
        shell,
        pasted: RwSignal::new(String::new()),
        offset: RwSignal::new("+00:00".to_owned()),
        refused: RwSignal::new(None),
        over: RwSignal::new(false),
    };
    let choose = move |event: web_sys::Event| {
        let input = event_target::<web_sys::HtmlInputElement>(&event);
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            intake.read(file);
        }
        // The same file can be chosen again once it has been mended.
        input.set_value("");
    };
    let drop = move |event: DragEvent| {
        event.prevent_default();
        intake.over.set(false);
        let file = event
            .data_transfer()
            .and_then(|data| data.files())
            .and_then(|files| files.get(0));
        if let Some(file) = file {
            intake.read(file);
        }
    };
    let over = move |event: DragEvent| {
        event.prevent_default();
        intake.over.set(true);
    };
    view! {
        <section class="part card intake" class:over=move || intake.over.get()
            on:drop=drop on:dragover=over on:dragleave=move |_| intake.over.set(false)>
            <h2>{shell.t("editor.import")}</h2>
            <p class="quiet">{shell.t("editor.import.help")}</p>
            <div class="field">
                <label for="import-file">{shell.t("editor.import.file")}</label>
                <input type="file" id="import-file" accept=".json,.csv,.tsv,.txt,application/json,text/csv,text/plain" on:change=choose/>
            </div>
            <div class="field">
                <label for="import-text">{shell.t("editor.import.paste")}</label>
                <textarea id="import-text" rows="4" spellcheck="false" prop:value=text(move || intake.pasted.get())
                    on:input=move |event| intake.pasted.set(event_target_value(&event))></textarea>
            </div>
            <div class="field short">
                <label for="import-offset">{shell.t("editor.import.offset")}</label>
                <input type="text" id="import-offset" autocomplete="off" prop:value=text(move || intake.offset.get())
                    on:input=move |event| intake.offset.set(event_target_value(&event))/>
                <p class="quiet">{shell.t("editor.import.offset.help")}</p>
            </div>
            <button class="button" on:click=move |_| intake.take(String::new(), &intake.pasted.get_untracked())>{shell.t("editor.import.take")}</button>
            <div role="alert">{dynamic(move || intake.refused.get().map(|(name, findings)| view! {
                <div class="notice error" id="import-refused">
                    <p>{shell.say("editor.import.refused")}" "{name}</p>
                    {finding_list(shell, &findings)}
                </div>
            }))}</div>
        </section>
    }
    .into_any()
}

impl Intake {
    fn read(self, file: web_sys::File) {
        let name = file.name();
        if file.size() > MOST_BYTES {
            let finding = Finding::error(
                ".",
                "json.too_large",
                format!("{:.1} MB", file.size() / 1e6),
            );
            self.refused.set(Some((name, vec![finding])));
            return;
        }
        let body = file.unchecked_ref::<web_sys::Blob>().text();
        spawn_local(async move {
            let text = JsFuture::from(body)
                .await
                .ok()
                .and_then(|text| text.as_string());
            // The page may have been left meanwhile.
            if self.refused.try_get_untracked().is_some() {
                self.take(name, &text.unwrap_or_default());
            }
        });
    }

    /// Makes a draft of a text and opens it; says why where that is not possible.
    fn take(self, name: String, text: &str) {
        let typed = self.offset.get_untracked();
        let Some(offset_min) = typed_offset_min(&typed).filter(|minutes| minutes.abs() <= 14 * 60)
        else {
            let message = format!("\"{typed}\" is no offset from UTC, such as +08:00 or -07:00");
            let finding = Finding::error(".", "zone.unreadable", message);
            self.refused.set(Some((name, vec![finding])));
            return;
        };
        match import(text, untrack(|| self.shell.shown_lang()), offset_min) {
            Ok(imported) => {
                let key = shelf::start(&imported.draft, imported.findings);
                browser::go(&format!("#/edit/{key}"));
            }
            Err(findings) => self.refused.set(Some((name, findings))),
        }
    }
}
