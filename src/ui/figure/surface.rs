//! A canvas, the scene on it, and where its places are.

use std::rc::Rc;

use leptos::ev::PointerEvent;
use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use outage_lab::chart::{
    ChartSpec, Hit, HitKind, Output, Scene, Size, Theme, draw, layout, preferred_height,
};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::ui::browser::SizeWatch;
use crate::ui::dynamic::effect;
use crate::ui::shell::Shell;

/// A canvas that shows a chart at the size of its frame and at the screen's resolution.
#[derive(Clone, Copy)]
pub(crate) struct Surface {
    pub(crate) canvas: NodeRef<Canvas>,
    frame: NodeRef<Div>,
    pub(super) scene: RwSignal<Option<Rc<Scene>>, LocalStorage>,
    height: RwSignal<f64>,
}

impl Surface {
    /// Draws `chart` whenever it, the size, the colours or the language change.
    pub(crate) fn new(frame: NodeRef<Div>, chart: Memo<Option<ChartSpec>>) -> Surface {
        Surface::within(frame, chart, None)
    }

    /// The same, in at most so many pixels of height.
    pub(crate) fn within(
        frame: NodeRef<Div>,
        chart: Memo<Option<ChartSpec>>,
        most: Option<f64>,
    ) -> Surface {
        let shell = Shell::get();
        let surface = Surface {
            canvas: NodeRef::new(),
            frame,
            scene: RwSignal::new_local(None),
            height: RwSignal::new(300.0),
        };
        let width = RwSignal::new(0.0);
        let watch = StoredValue::new_local(None::<SizeWatch>);
        effect(move || {
            let Some(frame) = frame.get() else { return };
            let element: web_sys::Element = (*frame).clone().unchecked_into();
            let measured = element.clone();
            width.set(f64::from(element.client_width()));
            watch.set_value(SizeWatch::new(&element, move || {
                let now = f64::from(measured.client_width());
                if width
                    .try_get_untracked()
                    .is_some_and(|before| (before - now).abs() >= 1.0)
                {
                    let _ = width.try_set(now);
                }
            }));
        });
        effect(move || {
            let width = width.get();
            let laid_out = chart.with(|chart| {
                let chart = chart.as_ref().filter(|_| width >= 50.0)?;
                let height = preferred_height(chart, width).min(most.unwrap_or(f64::INFINITY));
                let scene = shell
                    .texts
                    .with(|texts| layout(chart, texts, Size { width, height }));
                Some((height, scene))
            });
            let Some((height, scene)) = laid_out else {
                return;
            };
            // Told only when it changes: a frame's height moves what is below it.
            if surface.height.get_untracked() != height {
                surface.height.set(height);
            }
            surface.scene.set(Some(Rc::new(scene)));
        });
        let mut shown = None;
        effect(move || {
            let theme = shell.theme();
            if let (Some(scene), Some(canvas)) = (surface.scene.get(), surface.canvas.get()) {
                let ratio = shell.pixel_ratio.get();
                paint(&canvas, &scene, &theme, ratio);
                let size = (scene.width, scene.height);
                if shown.replace(size) != Some(size) {
                    let style = canvas.unchecked_ref::<web_sys::HtmlElement>().style();
                    let _ = style.set_property("width", &format!("{}px", scene.width));
                    let _ = style.set_property("height", &format!("{}px", scene.height));
                }
            }
        });
        surface
    }

    /// Reads the scene.
    pub(crate) fn with<T>(self, read: impl FnOnce(&Scene) -> T) -> Option<T> {
        self.scene.with(|scene| scene.as_deref().map(read))
    }

    /// The frame's height.
    pub(crate) fn style(self) -> String {
        format!("height: {}px", self.height.get())
    }

    /// The places of one kind.
    pub(crate) fn hits(self, kinds: &[HitKind]) -> Vec<Hit> {
        self.with(|scene| {
            scene
                .hits
                .iter()
                .filter(|hit| kinds.contains(&hit.kind))
                .cloned()
                .collect()
        })
        .unwrap_or_default()
    }

    /// The place of the draggable point.
    pub(super) fn handle(self) -> Option<Hit> {
        self.hits(&[HitKind::Handle]).pop()
    }

    pub(super) fn notes(self) -> Vec<outage_lab::text::Message> {
        self.with(|scene| scene.notes.clone()).unwrap_or_default()
    }

    /// Writes the boxes of all texts to the frame: the check of the pictures asks for them. Written at every change they
    /// would cost a part of each frame.
    pub(crate) fn tell_labels(self, event: &web_sys::Event) {
        let boxes = self.scene.with_untracked(|scene| {
            let one = |label: &outage_lab::chart::LabelBox| {
                let rect = label.rect;
                serde_json::json!([rect.x, rect.y, rect.w, rect.h, label.text])
            };
            let labels = scene.iter().flat_map(|scene| &scene.labels);
            labels.map(one).collect::<Vec<_>>()
        });
        let boxes = serde_json::Value::Array(boxes).to_string();
        let _ = event_target::<web_sys::Element>(event).set_attribute("data-labels", &boxes);
    }

    /// The pointer in the picture's pixels.
    pub(super) fn pixel(self, event: &PointerEvent) -> Option<(f64, f64)> {
        let bounds = self.frame.get_untracked()?.get_bounding_client_rect();
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        Some((x - bounds.left(), y - bounds.top()))
    }

    /// What stands at a horizontal place of the window: the axis' value, and the share of the plot's width.
    pub(crate) fn across(self, client_x: i32) -> Option<(f64, f64)> {
        let bounds = self.frame.get_untracked()?.get_bounding_client_rect();
        let px = f64::from(client_x) - bounds.left();
        self.scene.with_untracked(|scene| {
            let scene = scene.as_deref()?;
            let share = (px - scene.plot.x) / scene.plot.w;
            Some((scene.x.to_value(px), share))
        })
    }

    /// The pointer in the picture's pixels, if it is inside the plot.
    pub(super) fn point(self, event: &PointerEvent) -> Option<(f64, f64)> {
        let at = self.pixel(event)?;
        self.scene.with_untracked(|scene| {
            let plot = scene.as_deref()?.plot;
            let inside = |value: f64, from: f64, size: f64| {
                (from - 1.0..=from + size + 1.0).contains(&value)
            };
            (inside(at.0, plot.x, plot.w) && inside(at.1, plot.y, plot.h)).then_some(at)
        })
    }

    /// Where the crosshair goes by a key.
    pub(super) fn step(self, from: Option<(f64, f64)>, key: &str) -> Option<(f64, f64)> {
        let plot = self
            .scene
            .with_untracked(|scene| Some(scene.as_deref()?.plot))?;
        let (x, y) = from.unwrap_or((plot.x + plot.w / 2.0, plot.y + plot.h / 2.0));
        let (across, up) = (plot.w / 60.0, plot.h / 60.0);
        let (x, y) = match key {
            "ArrowLeft" => (x - across, y),
            "ArrowRight" => (x + across, y),
            "ArrowUp" => (x, y - up),
            "ArrowDown" => (x, y + up),
            "Home" => (plot.x, y),
            "End" => (plot.x + plot.w, y),
            _ => return None,
        };
        Some((
            x.clamp(plot.x, plot.x + plot.w),
            y.clamp(plot.y, plot.y + plot.h),
        ))
    }
}

/// Draws a scene on a canvas that has `ratio` pixels for each CSS pixel.
pub(crate) fn paint(canvas: &HtmlCanvasElement, scene: &Scene, theme: &Theme, ratio: f64) {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "screen sizes"
    )]
    let pixels = |css: f64| (css * ratio).round() as u32;
    let (width, height) = (pixels(scene.width), pixels(scene.height));
    // A size that is set gives the canvas new memory, even if it is the same.
    if (canvas.width(), canvas.height()) != (width, height) {
        canvas.set_width(width);
        canvas.set_height(height);
    }
    let context = canvas.get_context("2d").ok().flatten();
    let context = context.and_then(|found| found.dyn_into::<CanvasRenderingContext2d>().ok());
    let backend = CanvasBackend::with_canvas_object(canvas.clone());
    if let (Some(context), Some(mut backend)) = (context, backend) {
        let unit = 1.0 / f64::from(Output::CANVAS_FINENESS);
        // A canvas takes every scale and every primitive; there is no error to report.
        let _ = context.reset_transform();
        context.clear_rect(0.0, 0.0, f64::from(width), f64::from(height));
        let _ = context.scale(unit, unit);
        let _ = draw(scene, theme, Output::canvas(ratio), &mut backend);
    }
}
