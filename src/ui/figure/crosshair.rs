//! Reading values off a picture, by pointer and by arrow keys.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use outage_lab::chart::{ChartSpec, probe};

use super::Surface;
use crate::ui::browser::plain_key;
use crate::ui::dynamic::text;
use crate::ui::shell::Shell;

/// Where values are read off, in the picture's pixels.
#[derive(Clone, Copy)]
pub(super) struct Crosshair {
    surface: Surface,
    chart: Memo<Option<ChartSpec>>,
    at: RwSignal<Option<(f64, f64)>>,
}

impl Crosshair {
    pub(super) fn new(surface: Surface, chart: Memo<Option<ChartSpec>>) -> Crosshair {
        Crosshair {
            surface,
            chart,
            at: RwSignal::new(None),
        }
    }

    /// Without axes there is nothing to read off.
    fn has_axes(self) -> bool {
        self.chart
            .with_untracked(|chart| chart.as_ref().is_some_and(ChartSpec::has_axes))
    }

    /// Goes with the mouse. While a button is down, something is being dragged.
    pub(super) fn follow(self, event: &PointerEvent) {
        if event.pointer_type() == "mouse" && event.buttons() == 0 && self.has_axes() {
            self.at.set(self.surface.point(event));
        }
    }

    /// Goes a step by an arrow key; keys of what lies inside are its own.
    pub(super) fn press(self, event: &KeyboardEvent) {
        if event.target() != event.current_target() || !self.has_axes() {
            return;
        }
        let at = self.at.get_untracked();
        if let Some(next) = plain_key(event).and_then(|key| self.surface.step(at, &key)) {
            event.prevent_default();
            self.at.set(Some(next));
        }
    }

    pub(super) fn leave(self) {
        self.at.set(None);
    }

    /// The values there, in words.
    pub(super) fn readout(self) -> Signal<String> {
        let shell = Shell::get();
        text(move || {
            let Some(at) = self.at.get() else {
                return String::new();
            };
            let words = self.chart.with(|chart| {
                let chart = chart.as_ref()?;
                self.surface
                    .with(|scene| shell.texts.with(|texts| probe(chart, scene, at, texts)))?
            });
            words.unwrap_or_default()
        })
    }

    /// The style of the upright line.
    pub(super) fn line(self) -> Signal<String> {
        text(move || match self.at.get() {
            Some((x, _)) => format!("left: {x:.1}px"),
            None => "display: none".to_owned(),
        })
    }
}
