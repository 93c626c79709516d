//! The point that a person drags, and what it moves.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use outage_lab::chart::ChartSpec;
use outage_lab::models::{InputSpec, ModelSpec};
use outage_lab::view::{nice, slider};

use super::{MAIN_BUTTON, Surface};
use crate::ui::browser::plain_key;
use crate::ui::control::slider::key;
use crate::ui::dynamic::text;
use crate::ui::live::Live;
use crate::ui::shell::Shell;

/// What moving the handle does.
#[derive(Clone, Copy)]
pub(super) struct Drag {
    pub(super) live: Live,
    pub(super) cell: StoredValue<String>,
    pub(super) spec: &'static ModelSpec,
    pub(super) chart: Memo<Option<ChartSpec>>,
    pub(super) surface: Surface,
}

impl Drag {
    pub(super) fn address(self, input: &str) -> String {
        self.cell.with_value(|cell| format!("{cell}.{input}"))
    }

    /// The inputs that the handle moves, along x and along y.
    pub(super) fn inputs(self) -> (Option<&'static InputSpec>, Option<&'static InputSpec>) {
        let input = |id: Option<&'static str>| id.and_then(|id| self.spec.input(id));
        self.chart.with_untracked(|chart| {
            let handle = chart.as_ref().and_then(|chart| chart.handle.as_ref());
            handle.map_or((None, None), |handle| {
                (input(handle.x_input), input(handle.y_input))
            })
        })
    }

    /// Moves the handle to the pointer; `false` where there is none that could be moved.
    pub(super) fn to(self, event: &PointerEvent) -> bool {
        let (along_x, along_y) = self.inputs();
        if along_x.is_none() && along_y.is_none() {
            return false;
        }
        let Some((px, py)) = self.surface.pixel(event) else {
            return false;
        };
        let values = self.surface.scene.with_untracked(|scene| {
            scene
                .as_deref()
                .map(|scene| (scene.x.to_value(px), scene.y.to_value(py)))
        });
        let Some((x, y)) = values else { return false };
        let moves = [(along_x, x), (along_y, y)].map(|(input, value)| {
            input.map(|input| (self.address(input.id), nice(value, input.unit)))
        });
        self.live.set_numbers(moves.into_iter().flatten());
        true
    }

    /// Moves the handle by a key: left and right along x, up and down along y.
    pub(super) fn key(self, event: &KeyboardEvent) {
        let Some(name) = plain_key(event) else { return };
        let Some(key) = key(&name) else { return };
        let (along_x, along_y) = self.inputs();
        let upright = matches!(
            name.as_str(),
            "ArrowUp" | "ArrowDown" | "PageUp" | "PageDown"
        );
        let Some(input) = (if upright {
            along_y.or(along_x)
        } else {
            along_x.or(along_y)
        }) else {
            return;
        };
        event.prevent_default();
        let address = self.address(input.id);
        let value = self.live.peek(|session| session.control_value(&address));
        if let Some(next) = value.and_then(|value| slider::after_key(input, &value, key)) {
            // A value on the slider is inside the hard range.
            let _ = self.live.set(&address, next);
            self.live.commit();
        }
    }

    /// Both inputs with their names and values, for those who do not see the point.
    pub(super) fn spoken(self) -> String {
        let shell = Shell::get();
        let (along_x, along_y) = self.inputs();
        let one = |input: &'static InputSpec| {
            let value = self
                .live
                .with(|session| session.control_value(&self.address(input.id)))?;
            let name = shell.say(&format!("{}.input.{}.name", self.spec.id, input.id));
            Some(format!(
                "{name} {}",
                value.typed(input.unit, shell.shown_lang())
            ))
        };
        [along_x, along_y]
            .into_iter()
            .flatten()
            .filter_map(one)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// The point that is dragged. It stays the same element while it moves, so that it keeps the pointer.
#[component]
pub(super) fn Handle(drag: Drag) -> impl IntoView {
    let shell = Shell::get();
    let held = StoredValue::new(false);
    let middle = move || {
        drag.surface
            .handle()
            .map(|hit| (hit.rect.x + hit.rect.w / 2.0, hit.rect.y + hit.rect.h / 2.0))
    };
    let style = text(move || {
        middle()
            // Not by left and top: a move of these is a new layout of the page.
            .map(|(x, y)| format!("transform: translate({x:.1}px, {y:.1}px) translate(-50%, -50%)"))
            .unwrap_or_default()
    });
    let share = text(move || {
        let share = middle()
            .and_then(|(x, _)| drag.surface.with(|scene| (x - scene.plot.x) / scene.plot.w));
        format!("{:.0}", 100.0 * share.unwrap_or(0.0))
    });
    let down = move |event: PointerEvent| {
        event.stop_propagation();
        if event.button() != MAIN_BUTTON {
            return;
        }
        // Without this the browser takes each move for one that selects text too, a fifth of the time of a frame.
        event.prevent_default();
        held.set_value(true);
        let handle = event_target::<web_sys::HtmlElement>(&event);
        let _ = handle.focus();
        let _ = handle.set_pointer_capture(event.pointer_id());
    };
    let moved = move |event: PointerEvent| {
        if held.get_value() {
            drag.to(&event);
        }
    };
    let up = move |_| {
        if held.get_value() {
            held.set_value(false);
            drag.live.commit();
        }
    };
    view! {
        <div class="handle" role="slider" tabindex="0" style=style
            aria-label=text(move || drag.surface.handle().map(|hit| shell.label(&hit.label)).unwrap_or_default())
            aria-valuemin="0" aria-valuemax="100" aria-valuenow=share aria-valuetext=text(move || drag.spoken())
            on:pointerdown=down on:pointermove=moved on:pointerup=up on:pointercancel=up
            on:keydown=move |event: KeyboardEvent| drag.key(&event)>
        </div>
    }
}
