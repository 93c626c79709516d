//! One of several, on or off.

use leptos::prelude::*;
use outage_lab::models::Value;

use super::Knob;
use crate::ui::dynamic::{flag, text};

/// A choice.
#[component]
pub(super) fn Choice(knob: Knob, choices: &'static [&'static str]) -> impl IntoView {
    let Knob { live, shell, .. } = knob;
    let (model, id) = knob
        .described
        .with_value(|described| (described.model, described.spec.id));
    let choose = move |event| {
        // The box offers allowed values only.
        let _ = live.set_text(&knob.address(), &event_target_value(&event));
        live.commit();
    };
    view! {
        <select id=knob.address() prop:value=text(move || knob.value().to_string()) on:change=choose>
            {choices.iter().map(|choice| view! {
                <option value=*choice selected=flag(move || knob.value() == Value::Choice(choice))>
                    {text(move || shell.say(&format!("{model}.choice.{id}.{choice}")))}
                </option>
            }).collect_view()}
        </select>
    }
}

/// A toggle.
#[component]
pub(super) fn Toggle(knob: Knob) -> impl IntoView {
    let switch = move |event| {
        let _ = knob
            .live
            .set(&knob.address(), Value::Toggle(event_target_checked(&event)));
        knob.live.commit();
    };
    view! {
        <input type="checkbox" id=knob.address() prop:checked=flag(move || knob.value() == Value::Toggle(true))
            on:change=switch/>
    }
}
