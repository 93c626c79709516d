//! Taking things away: a chart as SVG, PNG or CSV, an embed as code.

use leptos::prelude::*;
use leptos::task::spawn_local;
use outage_lab::chart::{ChartSpec, Size, Theme, layout, preferred_height, svg, table};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Blob, BlobPropertyBag, HtmlCanvasElement, HtmlElement, Url};

use super::browser;
use super::figure::paint;
use super::live::Live;
use super::shell::Shell;
use crate::ui::dynamic::{When, flag, text};

/// The size at which charts are exported, whatever the size on the screen.
const WIDTH_PX: f64 = 900.0;
/// Pixels of a PNG per CSS pixel.
const PNG_SCALE: f64 = 2.0;

/// Buttons that save a chart.
#[component]
pub(crate) fn Tools(chart: Memo<Option<ChartSpec>>, #[prop(into)] name: String) -> impl IntoView {
    let shell = Shell::get();
    let name = StoredValue::new(name);
    let save = move |kind: &'static str| {
        move |_| {
            let Some(chart) = chart.get_untracked() else {
                return;
            };
            let name = name.with_value(|name| format!("{name}.{kind}"));
            shell.texts.with_untracked(|texts| {
                let size = Size {
                    width: WIDTH_PX,
                    height: preferred_height(&chart, WIDTH_PX),
                };
                match kind {
                    "csv" => download(&name, "text/csv;charset=utf-8", &table(&chart, texts).csv()),
                    "svg" => {
                        let scene = layout(&chart, texts, size);
                        let title = texts.label(&chart.title);
                        if let Ok(drawing) = svg(&scene, &Theme::PRINT, &title, &title) {
                            download(&name, "image/svg+xml", &drawing);
                        }
                    }
                    _ => save_png(&name, &layout(&chart, texts, size)),
                }
            });
        }
    };
    view! {
        <button class="plain" on:click=save("svg")>"SVG"</button>
        <button class="plain" on:click=save("png")>"PNG"</button>
        <button class="plain" on:click=save("csv")>"CSV"</button>
    }
}

/// The code that puts a cell into another page.
#[component]
pub(crate) fn EmbedCode(#[prop(into)] cell: String) -> impl IntoView {
    let live = Live::get();
    let shell = Shell::get();
    let open = RwSignal::new(false);
    // What was copied last: with the next change that is no longer the code.
    let copied = RwSignal::new(None::<String>);
    let cell = StoredValue::new(cell);
    let code = Memo::new(move |_| {
        live.with(|_| ());
        // A link names the language and may name the theme.
        shell.lang.track();
        shell.dark.track();
        let fragment = cell.with_value(|cell| live.embed_fragment(cell));
        let address = browser::address_with(&fragment)
            .replace('&', "&amp;")
            .replace('"', "&quot;");
        format!(
            "<iframe src=\"{address}\" title=\"Outage Lab\" width=\"100%\" height=\"640\" loading=\"lazy\" \
             style=\"border:0\" allow=\"clipboard-write\"></iframe>"
        )
    });
    let is_copied = move || copied.with(|copied| copied.as_ref() == Some(&code.get()));
    let copy = move |_| {
        let code = code.get_untracked();
        spawn_local(async move {
            if browser::copy(&code).await {
                let _ = copied.try_set(Some(code));
            }
        });
    };
    view! {
        <button class="plain" aria-expanded=text(move || open.get().to_string())
            on:click=move |_| open.update(|open| *open = !*open)>{shell.t("app.embed")}</button>
        <When cond=flag(move || open.get())>
            <div class="embed-code">
                <textarea readonly=true rows="3" aria-label=shell.t("app.embed") prop:value=text(move || code.get())></textarea>
                <button class="button" on:click=copy>
                    {text(move || shell.say(if is_copied() { "app.copied" } else { "app.copy" }))}
                </button>
            </div>
        </When>
    }
}

/// Saves text as a file.
pub(crate) fn download(name: &str, kind: &str, text: &str) {
    let properties = BlobPropertyBag::new();
    properties.set_type(kind);
    // Without it Excel takes a CSV for one of the system's own encoding, and garbles all that is not ASCII.
    let mark = if kind.starts_with("text/csv") {
        "\u{feff}"
    } else {
        ""
    };
    let parts = js_sys::Array::of2(&JsValue::from_str(mark), &JsValue::from_str(text));
    if let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &properties) {
        save(name, &blob);
    }
}

fn save_png(name: &str, scene: &outage_lab::chart::Scene) {
    let canvas = document().create_element("canvas").ok();
    let Some(canvas) = canvas.and_then(|canvas| canvas.dyn_into::<HtmlCanvasElement>().ok()) else {
        return;
    };
    paint(&canvas, scene, &Theme::LIGHT, PNG_SCALE);
    let name = name.to_owned();
    let done = Closure::once_into_js(move |blob: Option<Blob>| {
        if let Some(blob) = blob {
            save(&name, &blob);
        }
    });
    let _ = canvas.to_blob(done.unchecked_ref());
}

fn save(name: &str, blob: &Blob) {
    let Ok(address) = Url::create_object_url_with_blob(blob) else {
        return;
    };
    let link = document().create_element("a").ok();
    if let Some(link) = link.and_then(|link| link.dyn_into::<HtmlElement>().ok()) {
        let _ = link.set_attribute("href", &address);
        let _ = link.set_attribute("download", name);
        link.click();
    }
    // The browser has taken the blob over by the next minute.
    let drop_address = move || {
        let _ = Url::revoke_object_url(&address);
    };
    set_timeout(drop_address, std::time::Duration::from_secs(60));
}
