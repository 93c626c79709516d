//! The whole app: the bar, the page that the address names, the foot.

use leptos::prelude::*;
use outage_lab::text::Lang;
use outage_lab::view::address::{Address, Route, Theme};

use wasm_bindgen::JsCast;

use super::browser;
use super::home::{Home, Incidents, Lessons, Models};
use super::modules::{Late, LatePage};
use super::page::NotebookPage;
use super::shell::Shell;
use crate::ui::dynamic::{When, dynamic, effect, flag, text};

/// The app.
#[component]
pub(crate) fn App() -> impl IntoView {
    let shell = Shell::new();
    provide_context(shell);
    let fragment = RwSignal::new(browser::fragment());
    let listener = window_event_listener(leptos::ev::hashchange, move |_| {
        unready();
        fragment.set(browser::fragment());
    });
    on_cleanup(move || listener.remove());
    browser::watch_pixel_ratio(move || shell.pixel_ratio.set(browser::pixel_ratio()));
    effect(move || {
        let (address, _) = Address::parse(&fragment.get());
        if let Some(lang) = address.options.lang {
            shell.lang.set(lang);
        }
        if let Some(theme) = address.options.theme {
            shell.dark.set(theme == Theme::Dark);
        }
    });
    effect(move || {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute(
                "data-theme",
                if shell.dark.get() { "dark" } else { "light" },
            );
            let lang = match shell.shown_lang() {
                Lang::En => "en",
                Lang::Zh => "zh-CN",
            };
            let _ = root.set_attribute("lang", lang);
        }
    });
    // A change of a page's settings is followed in place.
    let page = Memo::new(move |_| Address::parse(&fragment.get()).0.page_of());
    let route = Memo::new(move |_| page.with(|page| page.route.clone()));
    let mut is_first = true;
    effect(move || {
        page.track();
        // The link that had the focus may be gone with its page: keys and screen readers begin where the new one does.
        if !std::mem::replace(&mut is_first, false) {
            focus_main();
        }
    });
    view! {
        <a class="skip" href="#main" on:click=to_main>{shell.t("app.skip")}</a>
        <Bar route=route/>
        <main id="main" tabindex="-1">
            {dynamic(move || match page.get().route {
                Route::Home => view! { <Home fragment=fragment/> }.into_any(),
                Route::Lessons => view! { <Lessons/> }.into_any(),
                Route::Models => view! { <Models/> }.into_any(),
                Route::Incidents => view! { <Incidents/> }.into_any(),
                Route::Compare => view! { <LatePage page=Late::Compare fragment=fragment/> }.into_any(),
                Route::Drafts => view! { <LatePage page=Late::Drafts fragment=fragment/> }.into_any(),
                Route::Draft(key) => view! { <LatePage page=Late::Editor fragment=fragment key=key/> }.into_any(),
                open => view! { <NotebookPage route=open fragment=fragment/> }.into_any(),
            })}
        </main>
        <footer class="foot">
            <p>{shell.t("app.foot")}</p>
            <When cond=flag(|| !browser::remembers())>
                <p>{shell.t("app.storage_off")}</p>
            </When>
        </footer>
    }
}

/// Says that the page is drawn, for those who wait for it, and takes away what stood in for it.
pub(crate) fn ready() {
    let done = || {
        if let Some(boot) = document().get_element_by_id("boot") {
            boot.remove();
        }
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-ready", "1");
        }
    };
    // The frame after the next one: what was set until now is on the screen then.
    request_animation_frame(move || request_animation_frame(done));
}

fn unready() {
    if let Some(root) = document().document_element() {
        let _ = root.remove_attribute("data-ready");
    }
}

// The fragment holds the state, so a skip link may not change it.
fn to_main(event: web_sys::MouseEvent) {
    event.prevent_default();
    if let Some(main) = main_element() {
        let _ = main.focus();
    }
}

// Where the page is scrolled to is the browser's to say: going back, it remembers.
fn focus_main() {
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(true);
    if let Some(main) = main_element() {
        let _ = main.focus_with_options(&options);
    }
}

fn main_element() -> Option<web_sys::HtmlElement> {
    document().get_element_by_id("main")?.dyn_into().ok()
}

#[component]
fn Bar(route: Memo<Route>) -> impl IntoView {
    let shell = Shell::get();
    let link = move |href: &'static str, key: &'static str, here: fn(&Route) -> bool| {
        view! {
            <a href=href aria-current=text(move || if route.with(here) { "page" } else { "false" }.to_owned())>{text(move || shell.say(key))}</a>
        }
    };
    view! {
        <div class="bar" role="banner">
            <a class="brand" href="#/">"Outage Lab"</a>
            <nav aria-label=shell.t("app.nav")>
                {link("#/lessons", "app.lessons", |route| matches!(route, Route::Lessons | Route::Notebook(_)))}
                {link("#/models", "app.models", |route| matches!(route, Route::Models | Route::Model(_)))}
                {link("#/incidents", "app.incidents", |route| matches!(route,
                    Route::Incidents | Route::Incident(_) | Route::Compare | Route::Drafts | Route::Draft(_)))}
            </nav>
            <div class="tools">
                <LangSwitch/>
                <button class="plain" aria-pressed=text(move || shell.dark.get().to_string())
                    on:click=move |_| shell.set_dark(!shell.dark.get_untracked())>
                    {shell.t("app.dark")}
                </button>
            </div>
        </div>
    }
}

#[component]
fn LangSwitch() -> impl IntoView {
    let shell = Shell::get();
    let button = move |lang: Lang, name: &'static str| {
        view! {
            <button class="plain" lang=lang.code()
                aria-pressed=text(move || (shell.lang.get() == lang).to_string())
                on:click=move |_| shell.set_lang(lang)>{name}</button>
        }
    };
    view! {
        <span role="group" aria-label=shell.t("app.language")>
            {button(Lang::En, "EN")}
            {button(Lang::Zh, "中文")}
        </span>
    }
}
