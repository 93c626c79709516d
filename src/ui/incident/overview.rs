//! The whole of a timeline in a strip, with a frame about what is looked at.

use leptos::ev::PointerEvent;
use leptos::html::Div;
use leptos::prelude::*;
use outage_lab::view::{Viewport, overview};

use super::open::Open;
use crate::ui::dynamic::{dynamic, text};

/// The strip. Drawn along it, a stretch comes into view; inside the frame, the frame is carried.
#[component]
pub(super) fn Overview(open: Open, view: RwSignal<Viewport>) -> impl IntoView {
    let strip = NodeRef::<Div>::new();
    // Where on the strip the pointer went down, and where the frame was then if it was inside.
    let held = StoredValue::new(None::<(f64, Option<(f64, f64)>)>);
    let share = move |event: &PointerEvent| {
        let bounds = strip.get_untracked()?.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - bounds.left()) / bounds.width();
        Some(share.clamp(0.0, 1.0))
    };
    let press = move |event: PointerEvent| {
        let Some(at) = share(&event) else { return };
        event.prevent_default();
        if let Some(strip) = strip.get_untracked() {
            let _ = strip.set_pointer_capture(event.pointer_id());
        }
        let now = view.get_untracked();
        let (from, to) = now.shares();
        let inside = !now.is_whole() && (from..=to).contains(&at);
        held.set_value(Some((at, inside.then_some((from, to)))));
    };
    let carry = move |event: PointerEvent| {
        let (Some(at), Some((start, frame))) = (share(&event), held.get_value()) else {
            return;
        };
        let now = view.get_untracked();
        let next = match frame {
            Some((from, to)) => {
                let by = (at - start).clamp(-from, 1.0 - to);
                now.between(from + by, to + by)
            }
            None => now.between(start, at),
        };
        if next != now {
            view.set(next);
        }
    };
    let marks = dynamic(move || {
        let filter = open.filter.get();
        open.with(|incident| overview(incident, &filter))
            .into_iter()
            .map(|mark| {
                let place = format!(
                    "left: {:.2}%; width: {:.2}%",
                    100.0 * mark.from,
                    100.0 * (mark.to - mark.from)
                );
                view! { <i class=if mark.is_event { "moment" } else { "impact" } style=place></i> }
            })
            .collect_view()
    });
    let frame = text(move || {
        let (from, to) = view.get().shares();
        format!(
            "left: {:.2}%; width: {:.2}%",
            100.0 * from,
            100.0 * (to - from)
        )
    });
    view! {
        <div class="overview" node_ref=strip title=open.shell.t("incident.overview") aria-hidden="true"
            on:pointerdown=press on:pointermove=carry
            on:pointerup=move |_| held.set_value(None) on:pointercancel=move |_| held.set_value(None)>
            {marks}
            <span class="frame" style=frame></span>
        </div>
    }
}
