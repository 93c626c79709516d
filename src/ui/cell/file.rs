//! The text that a model writes to be taken away: to read, to copy, to save.

use leptos::prelude::*;
use leptos::task::spawn_local;
use outage_lab::models::{Inputs, ModelSpec, TextFile};

use crate::ui::browser;
use crate::ui::dynamic::{When, flag, text};
use crate::ui::export::download;
use crate::ui::live::Live;
use crate::ui::shell::Shell;

#[component]
pub(super) fn File(at: usize, cell: String, spec: &'static ModelSpec) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    let cell = StoredValue::new(cell);
    let copied = RwSignal::new(false);
    let written = move || -> Option<TextFile> {
        live.with_cell(at, |session| {
            let model = session.library().model(spec.id)?;
            let mut inputs = Inputs::defaults(spec);
            for input in spec.inputs {
                let address = cell.with_value(|cell| format!("{cell}.{}", input.id));
                if let Some(value) = session.control_value(&address) {
                    inputs.set(input.id, value).ok()?;
                }
            }
            shell.texts.with(|texts| model.file(&inputs, texts))
        })
    };
    let body = Memo::new(move |_| written().map(|file| file.text).unwrap_or_default());
    let copy = move |_| {
        let body = body.get_untracked();
        spawn_local(async move {
            let _ = copied.try_set(browser::copy(&body).await);
        });
    };
    let save = move |_| {
        if let Some(file) = untrack(written) {
            download(&file.name, "text/markdown;charset=utf-8", &file.text);
        }
    };
    view! {
        <When cond=flag(move || !body.with(String::is_empty))>
            <div class="card embed-code">
                <textarea readonly=true rows="14" aria-label=shell.t("app.written") prop:value=text(move || body.get())></textarea>
                <button class="button" on:click=copy>
                    {text(move || shell.say(if copied.get() { "app.copied" } else { "app.copy" }))}
                </button>
                <button class="button" on:click=save>{shell.t("app.save")}</button>
            </div>
        </When>
    }
}
