//! The seed of a run: typed, or drawn anew.

use leptos::prelude::*;
use outage_lab::models::Value;

use super::{Knob, typed::Typed};

/// A seed and a button for another one.
#[component]
pub(super) fn Seed(knob: Knob) -> impl IntoView {
    let draw = move |_| {
        // Below 2^32, so that it is short in a link. Without entropy the seed stays as it is.
        if let Ok(seed) = getrandom::u32() {
            let _ = knob.live.set(&knob.address(), Value::Seed(u64::from(seed)));
            knob.live.commit();
        }
    };
    view! {
        <Typed knob=knob/>
        <button class="plain" on:click=draw>{knob.shell.t("app.new_seed")}</button>
    }
}
