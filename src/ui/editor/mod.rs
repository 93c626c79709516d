//! One's own incident: the list of drafts, and the editor of one.

mod desk;
mod events;
mod field;
mod intake;
mod list;
mod outgo;
mod rows;
mod sheet;
mod shelf;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::app;
use super::page::{Failed, Trouble};
use super::shell::Shell;
use super::strings;
use crate::ui::dynamic::{dynamic, effect, text};

pub(crate) use list::Drafts;
pub(crate) use sheet::Editor;

/// Shows its content once the words of the editor are there, in the language that is asked for.
#[component]
pub(super) fn Worded(children: ChildrenFn) -> impl IntoView {
    let shell = Shell::get();
    let trouble = RwSignal::new(None::<Trouble>);
    let there = RwSignal::new(false);
    let attempt = RwSignal::new(0_u32);
    effect(move || {
        attempt.track();
        shell.lang.track();
        spawn_local(async move {
            let brought = strings::bring(shell, &["editor".to_owned()]).await;
            if brought.is_ok() {
                let _ = there.try_set(true);
            }
            let _ = trouble.try_set(brought.err().map(Trouble::Fetch));
            app::ready();
        });
    });
    let shown = Memo::new(move |_| there.get());
    view! {
        {dynamic(move || trouble.get().map(|trouble| view! { <Failed trouble=trouble attempt=attempt/> }))}
        {dynamic(move || if shown.get() { untrack(|| children()) } else { view! { <p class="quiet">{text(move || shell.say("app.loading"))}</p> }.into_any() })}
    }
}
