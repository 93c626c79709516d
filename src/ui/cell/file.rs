//! The text that a model writes to be taken away: to read, to copy, to save.

use leptos::prelude::*;
use leptos::task::spawn_local;
use outage_lab::models::TextFile;

use crate::ui::browser;
use crate::ui::dynamic::{When, flag, text};
use crate::ui::export::download;
use crate::ui::live::Live;
use crate::ui::shell::Shell;

#[component]
pub(super) fn File(at: usize, cell: String) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    let cell = StoredValue::new(cell);
    // What was copied last: with the next change that is no longer the text.
    let copied = RwSignal::new(None::<String>);
    let written = move || -> Option<TextFile> {
        live.with_cell(at, |session| {
            let file = |texts: &_| cell.with_value(|cell| session.file(cell, texts));
            shell.texts.with(file)
        })
    };
    let body = Memo::new(move |_| written().map(|file| file.text).unwrap_or_default());
    let is_copied = move || copied.with(|copied| copied.as_ref() == Some(&body.get()));
    let copy = move |_| {
        let body = body.get_untracked();
        spawn_local(async move {
            if browser::copy(&body).await {
                let _ = copied.try_set(Some(body));
            }
        });
    };
    let save = move |_| {
        if let Some(file) = untrack(written) {
            let kind = format!("{};charset=utf-8", file.media_type);
            download(&file.name, &kind, &file.text);
        }
    };
    view! {
        <When cond=flag(move || !body.with(String::is_empty))>
            <div class="card embed-code">
                <textarea readonly=true rows="14" aria-label=shell.t("app.written") prop:value=text(move || body.get())></textarea>
                <button class="button" on:click=copy>
                    {text(move || shell.say(if is_copied() { "app.copied" } else { "app.copy" }))}
                </button>
                <button class="button" on:click=save>{shell.t("app.save")}</button>
            </div>
        </When>
    }
}
