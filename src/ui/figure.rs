//! A chart on the page: a canvas, and over it the places that answer to pointer and keyboard.

mod choice;
mod crosshair;
mod still;
mod table;

use std::rc::Rc;

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use outage_lab::chart::{
    ChartSpec, Hit, HitKind, Output, Scene, Size, Theme, draw, layout, preferred_height,
};
use outage_lab::models::{InputSpec, ModelSpec};
use outage_lab::notebook::session::CellState;
use outage_lab::view::{nice, slider};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::browser::{SizeWatch, plain_key};
use super::control::slider::key;
use super::export;
use super::live::{Live, charts};
use super::shell::Shell;
use crate::ui::dynamic::{When, dynamic, effect, flag, text};
use choice::Choice;
pub(crate) use choice::{focus_chosen, over};
use crosshair::Crosshair;
pub(crate) use still::Still;
pub(crate) use table::ChartTable;

/// What presses with a finger or the main button of a mouse; the others open menus and paste.
const MAIN_BUTTON: i16 = 0;

/// A chart of a model cell, with its heading and its tools.
#[component]
pub(crate) fn Chart(
    at: usize,
    cell: String,
    chart: &'static str,
    spec: &'static ModelSpec,
) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    let shown = Memo::new(move |_| {
        live.with_cell(at, |session| {
            charts(session, at)
                .iter()
                .find(|shown| shown.id == chart)
                .cloned()
        })
    });
    let title = text(move || {
        shown.with(|chart| {
            let chart = chart.as_ref();
            chart.map_or_else(String::new, |chart| shell.label(&chart.title))
        })
    });
    let hint = text(move || shell.say(&format!("{}.chart.{chart}.hint", spec.id)));
    // A picture without its chart would pass for the present one. While the model works, it stays as it was.
    let is_gone = Memo::new(move |before: Option<&bool>| {
        shown.with(Option::is_none)
            && live.with_cell(at, |session| {
                let state = session.cell(at).map(|view| view.state);
                before == Some(&true) || !matches!(state, Some(CellState::Working { .. }))
            })
    });
    let with_table = RwSignal::new(false);
    let name = format!("{cell}-{chart}");
    let embed_of = cell.clone();
    view! {
        <figure class="chart card" hidden=flag(move || is_gone.get())>
            <div class="head">
                <h3>{title}</h3>
                <div class="tools">
                    <button class="plain" aria-expanded=text(move || with_table.get().to_string())
                        on:click=move |_| with_table.update(|on| *on = !*on)>{shell.t("app.table")}</button>
                    <export::Tools chart=shown name=name.clone()/>
                    <When cond=flag(move || !shell.embed.get())>
                        <export::EmbedCode cell=embed_of.clone()/>
                    </When>
                </div>
            </div>
            <p class="hint quiet">{hint}</p>
            <Plot cell=cell chart=shown spec=spec/>
            <When cond=flag(move || with_table.get())>
                {dynamic(move || shown.get().map(|chart| view! { <ChartTable chart=chart/> }))}
            </When>
        </figure>
    }
}

/// The picture.
#[component]
fn Plot(cell: String, chart: Memo<Option<ChartSpec>>, spec: &'static ModelSpec) -> impl IntoView {
    let live = Live::get();
    let frame = NodeRef::<Div>::new();
    let surface = Surface::new(frame, chart);
    let drag = Drag {
        live,
        cell: StoredValue::new(cell),
        spec,
        chart,
        surface,
    };
    let has_handle = Memo::new(move |_| surface.handle().is_some());
    let choices = Memo::new(move |_| surface.hits(&[HitKind::Choice]));
    let cross = Crosshair::new(surface, chart);
    let shell = Shell::get();
    let place = move |event: PointerEvent| {
        let is_click = event.pointer_type() == "mouse" && event.button() == MAIN_BUTTON;
        if is_click && event.target() == event.current_target() && drag.to(&event) {
            live.commit();
        }
    };
    view! {
        <div class="plot" node_ref=frame tabindex="0" role="group" style=text(move || surface.style())
            aria-label=shell.t("app.chart_keys")
            on:labels=move |event| surface.tell_labels(&event)
            on:pointermove=move |event| cross.follow(&event) on:pointerleave=move |_| cross.leave() on:pointerdown=place
            on:keydown=move |event| cross.press(&event) on:blur=move |_| cross.leave()>
            <canvas node_ref=surface.canvas aria-hidden="true"></canvas>
            <span class="cross" style=cross.line()></span>
            <When cond=flag(move || has_handle.get())><Handle drag=drag/></When>
            <For each=move || choices.get() key=|hit| hit.id.clone() let(hit)>
                <Choice hit=hit drag=drag choices=choices/>
            </For>
        </div>
        <p class="readout" aria-live="polite">{cross.readout()}</p>
        <SceneNotes surface=surface/>
    }
}

#[component]
fn SceneNotes(surface: Surface) -> impl IntoView {
    let shell = Shell::get();
    dynamic(move || {
        surface
            .notes()
            .into_iter()
            .map(|note| view! { <p class="quiet">{shell.message(&note)}</p> })
            .collect_view()
    })
}

/// A canvas that shows a chart at the size of its frame and at the screen's resolution.
#[derive(Clone, Copy)]
pub(crate) struct Surface {
    pub(crate) canvas: NodeRef<Canvas>,
    frame: NodeRef<Div>,
    scene: RwSignal<Option<Rc<Scene>>, LocalStorage>,
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
    fn handle(self) -> Option<Hit> {
        self.hits(&[HitKind::Handle]).pop()
    }

    fn notes(self) -> Vec<outage_lab::text::Message> {
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
    fn pixel(self, event: &PointerEvent) -> Option<(f64, f64)> {
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
    fn point(self, event: &PointerEvent) -> Option<(f64, f64)> {
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
    fn step(self, from: Option<(f64, f64)>, key: &str) -> Option<(f64, f64)> {
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
pub(super) fn paint(canvas: &HtmlCanvasElement, scene: &Scene, theme: &Theme, ratio: f64) {
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

/// What moving the handle does.
#[derive(Clone, Copy)]
struct Drag {
    live: Live,
    cell: StoredValue<String>,
    spec: &'static ModelSpec,
    chart: Memo<Option<ChartSpec>>,
    surface: Surface,
}

impl Drag {
    fn address(self, input: &str) -> String {
        self.cell.with_value(|cell| format!("{cell}.{input}"))
    }

    /// The inputs that the handle moves, along x and along y.
    fn inputs(self) -> (Option<&'static InputSpec>, Option<&'static InputSpec>) {
        let input = |id: Option<&'static str>| id.and_then(|id| self.spec.input(id));
        self.chart.with_untracked(|chart| {
            let handle = chart.as_ref().and_then(|chart| chart.handle.as_ref());
            handle.map_or((None, None), |handle| {
                (input(handle.x_input), input(handle.y_input))
            })
        })
    }

    /// Moves the handle to the pointer; `false` where there is none that could be moved.
    fn to(self, event: &PointerEvent) -> bool {
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
    fn key(self, event: &KeyboardEvent) {
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
    fn spoken(self) -> String {
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
fn Handle(drag: Drag) -> impl IntoView {
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
