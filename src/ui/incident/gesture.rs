//! Looking at a part of a timeline: wheel, fingers, mouse and keys move a viewport.

use leptos::ev::{KeyboardEvent, PointerEvent, WheelEvent};
use leptos::prelude::*;
use outage_lab::view::Viewport;
use wasm_bindgen::JsCast;

use crate::ui::browser::plain_key;
use crate::ui::figure::Surface;

/// A finger or the pressed mouse.
#[derive(Clone, Copy)]
struct Held {
    pointer: i32,
    /// The moment that it took hold of.
    moment: f64,
    /// Where it is now, as a share of the plot's width.
    share: f64,
}

/// What moves the viewport of a picture.
#[derive(Clone, Copy)]
pub(super) struct Gesture {
    view: RwSignal<Viewport>,
    surface: Surface,
    held: StoredValue<Vec<Held>>,
}

impl Gesture {
    pub(super) fn new(view: RwSignal<Viewport>, surface: Surface) -> Gesture {
        Gesture {
            view,
            surface,
            held: StoredValue::new(Vec::new()),
        }
    }

    /// Sets the viewport where that changes anything.
    fn show(self, next: Viewport) {
        if self.view.get_untracked() != next {
            self.view.set(next);
        }
    }

    /// The wheel with Ctrl, which is also what a pinch on a touchpad sends, zooms; sideways it moves. Alone it scrolls the
    /// page, as everywhere.
    pub(super) fn wheel(self, event: &WheelEvent) {
        let view = self.view.get_untracked();
        let sideways = if event.shift_key() && event.delta_x() == 0.0 {
            event.delta_y()
        } else {
            event.delta_x()
        };
        if event.ctrl_key() || event.meta_key() {
            event.prevent_default();
            if let Some((about, _)) = self.surface.across(event.client_x()) {
                self.show(view.wheeled(event.delta_y(), about));
            }
        } else if sideways != 0.0 && sideways.abs() >= event.delta_y().abs() && !view.is_whole()
            || event.shift_key() && !view.is_whole()
        {
            event.prevent_default();
            let (from, to) = view.shown();
            self.show(view.moved(sideways / 800.0 * (to - from)));
        }
    }

    /// Takes hold. Events are left to their buttons, unless it is the second finger.
    pub(super) fn press(self, event: &PointerEvent) {
        let on_event = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
            .is_some_and(|target| target.has_attribute("aria-pressed"));
        let held = self.held.with_value(Vec::len);
        if held >= 2 || (on_event && held == 0 && event.pointer_type() == "mouse") {
            return;
        }
        if let Some((moment, share)) = self.surface.across(event.client_x()) {
            let pointer = event.pointer_id();
            self.held.update_value(|held| {
                held.push(Held {
                    pointer,
                    moment,
                    share,
                });
            });
        }
    }

    /// Carries what is held along: one finger moves, two zoom.
    pub(super) fn carry(self, event: &PointerEvent) {
        if event.pointer_type() == "mouse" && event.buttons() == 0 {
            self.held.update_value(Vec::clear);
            return;
        }
        let Some((_, share)) = self.surface.across(event.client_x()) else {
            return;
        };
        let held = self.held.try_update_value(|held| {
            let found = held
                .iter_mut()
                .find(|held| held.pointer == event.pointer_id())?;
            found.share = share;
            Some(held.clone())
        });
        let view = self.view.get_untracked();
        match held.flatten().as_deref() {
            Some([one]) => self.show(view.carried(one.moment, one.share)),
            Some([one, other]) => {
                self.show(view.pinched((one.moment, one.share), (other.moment, other.share)));
            }
            _ => {}
        }
    }

    /// Lets go. A finger that stays takes hold anew, where it is.
    pub(super) fn release(self, event: &PointerEvent) {
        let (from, to) = self.view.get_untracked().shown();
        self.held.update_value(|held| {
            held.retain(|held| held.pointer != event.pointer_id());
            for held in held {
                held.moment = from + held.share * (to - from);
            }
        });
    }

    /// `+`, `-`, `0`, `[` and `]`, about the moment `about`.
    pub(super) fn key(self, event: &KeyboardEvent, about: Option<f64>) {
        let view = self.view.get_untracked();
        if let Some(next) = plain_key(event).and_then(|key| view.after_key(&key, about)) {
            event.prevent_default();
            self.show(next);
        }
    }
}
