//! The list of drafts: new, open, take a file in, delete and take that back.

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use outage_lab::incident::UtcTime;
use outage_lab::incident::draft::{Draft, Edit};
use outage_lab::incident::exchange::import;
use outage_lab::text::Lang;
use outage_lab::view::address::Address;
use outage_lab::view::drafts::{Listed, listed};
use serde_json::Value;

use super::sheet::unsaved_notice;
use super::{Worded, intake, shelf};
use crate::ui::browser;
use crate::ui::dynamic::{dynamic, effect, text};
use crate::ui::page::{Failed, Trouble, incident_file};
use crate::ui::shell::Shell;
use crate::ui::strings;

/// The list. With `?copy=ID` in the address a copy of that incident is made and opened.
#[component]
pub(crate) fn Drafts(fragment: RwSignal<String>) -> impl IntoView {
    let shell = Shell::get();
    let trouble = RwSignal::new(None::<Trouble>);
    let attempt = RwSignal::new(0_u32);
    let asked = Memo::new(move |_| fragment.with(|fragment| asked_copy(fragment)));
    effect(move || {
        let this = attempt.get();
        let Some(id) = asked.get() else {
            trouble.set(None);
            return;
        };
        spawn_local(async move {
            let made = copy(&id).await;
            if made.is_err() {
                // The words of the error message itself.
                let _ = strings::bring(shell, &[]).await;
            }
            // The reader may have gone elsewhere meanwhile, or tried again.
            let is_asked = asked_copy(&browser::fragment()) == Some(id);
            if !is_asked || attempt.try_get_untracked() != Some(this) {
                return;
            }
            match made {
                Ok(draft) => {
                    let key = shelf::start(&draft, Vec::new());
                    browser::replace_fragment("#/edit");
                    browser::go(&format!("#/edit/{key}"));
                }
                Err(failed) => trouble.set(Some(failed)),
            }
        });
    });
    view! {
        {dynamic(move || trouble.get().map(|trouble| view! { <Failed trouble=trouble attempt=attempt/> }))}
        {dynamic(move || match asked.get() {
            Some(_) => ().into_any(),
            None => view! { <Worded>{list()}</Worded> }.into_any(),
        })}
    }
}

/// The incident of which the address asks for a copy.
fn asked_copy(fragment: &str) -> Option<String> {
    let address = Address::parse(fragment).0;
    let (_, id) = address.state.into_iter().find(|(name, _)| name == "copy")?;
    outage_lab::notebook::is_slug(&id).then_some(id)
}

/// A draft of a shipped incident.
async fn copy(id: &str) -> Result<Draft, Trouble> {
    let (_, json) = incident_file(id).await?;
    let imported = import(&json, Lang::En, 0).map_err(|_| Trouble::Missing(id.to_owned()))?;
    let mut draft = imported.draft;
    // A copy has a name of its own.
    draft.edit(Edit::Set("id".to_owned(), Value::String(String::new())));
    Ok(draft)
}

fn list() -> AnyView {
    let shell = Shell::get();
    let entries = RwSignal::new(listed(&shelf::entries()));
    // The draft deleted last, with its text.
    let deleted = RwSignal::new(None::<(String, String, String)>);
    let again = window_event_listener(ev::storage, move |_| {
        let _ = entries.try_set(listed(&shelf::entries()));
    });
    on_cleanup(move || again.remove());
    effect(move || document().set_title(&format!("{} · Outage Lab", shell.say("editor.title"))));
    let start = move |_| {
        let key = shelf::start(&Draft::new(untrack(|| shell.shown_lang())), Vec::new());
        browser::go(&format!("#/edit/{key}"));
    };
    let undelete = move |_| {
        if let Some((key, _, text)) = deleted.get_untracked() {
            shelf::restore(&key, &text);
            entries.set(listed(&shelf::entries()));
            deleted.set(None);
        }
    };
    let row = move |entry: Listed| {
        let href = format!("#/edit/{}", entry.key);
        let readable = entry.title.is_some();
        let title = entry.title.clone().unwrap_or_default();
        let name = move || match (readable, title.trim()) {
            (false, _) => shell.say("editor.unreadable.short"),
            (true, "") => shell.say("editor.untitled"),
            (true, title) => title.to_owned(),
        };
        let saved = UtcTime::from_seconds(entry.saved_s).map(|at| format!("{} UTC", at.civil(0)));
        let remove_name = name.clone();
        let delete_label = {
            let name = name.clone();
            text(move || format!("{}: {}", shell.say("editor.delete"), name()))
        };
        let key = entry.key.clone();
        let delete = move |_| {
            if let Some(text) = shelf::remove(&key) {
                deleted.set(Some((key.clone(), untrack(&remove_name), text)));
                browser::focus_soon("undelete".to_owned());
            }
            entries.set(listed(&shelf::entries()));
        };
        view! {
            <li>
                <a href=href><strong>{name()}</strong></a>
                <span class="quiet">{saved}</span>
                <button class="plain" aria-label=delete_label on:click=delete>{shell.t("editor.delete")}</button>
            </li>
        }
    };
    view! {
        <div class="editor">
            <header>
                <h1>{shell.t("editor.title")}</h1>
                <p class="lead">{shell.t("editor.lead")}</p>
            </header>
            {unsaved_notice(shell)}
            <p><button class="button strong" on:click=start>{shell.t("editor.new")}</button></p>
            <div role="status">{dynamic(move || deleted.get().map(|(_, name, _)| view! {
                <div class="notice">
                    <p>{shell.say("editor.deleted")}" "{name}" "
                        <button class="button" id="undelete" on:click=undelete>{shell.say("editor.undo")}</button></p>
                </div>
            }))}</div>
            <ul class="drafts">{dynamic(move || entries.get().into_iter().map(row).collect_view())}</ul>
            {dynamic(move || entries.with(Vec::is_empty).then(|| view! { <p class="quiet">{shell.say("editor.none")}</p> }))}
            {intake::panel()}
        </div>
    }
    .into_any()
}
