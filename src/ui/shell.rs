//! What every page shares: language, theme, strings, the address.

use leptos::prelude::*;
use outage_lab::chart::Theme;
use outage_lab::text::{Label, Lang, Message, Texts, Unit};
use outage_lab::view::address::{self, Address, Options};

use super::browser;

/// The shared state, handed down by context.
#[derive(Clone, Copy)]
pub(crate) struct Shell {
    /// The strings of the language that is shown; they change together with it.
    pub(crate) texts: RwSignal<Texts>,
    /// The language that is asked for; its strings may still be on the way.
    pub(crate) lang: RwSignal<Lang>,
    /// Whether the dark theme is on.
    pub(crate) dark: RwSignal<bool>,
    /// Whether this is an embed.
    pub(crate) embed: RwSignal<bool>,
    /// Whether the reader's system chooses the colours, as with high contrast.
    pub(crate) forced_colors: RwSignal<bool>,
    /// Physical pixels per CSS pixel, of the screen on which the window is.
    pub(crate) pixel_ratio: RwSignal<f64>,
}

impl Shell {
    /// The state at the start: what the page decided before the program was there.
    pub(crate) fn new() -> Shell {
        let root = document().document_element();
        let attribute = |name: &str| root.as_ref().and_then(|root| root.get_attribute(name));
        let lang = attribute("lang")
            .and_then(|code| Lang::from_code(&code))
            .unwrap_or_default();
        Shell {
            texts: RwSignal::new(Texts::new(lang)),
            lang: RwSignal::new(lang),
            dark: RwSignal::new(attribute("data-theme").as_deref() == Some("dark")),
            embed: RwSignal::new(attribute("data-embed").is_some()),
            forced_colors: browser::watched_media("(forced-colors: active)"),
            pixel_ratio: RwSignal::new(browser::pixel_ratio()),
        }
    }

    /// The shell of the component that asks.
    pub(crate) fn get() -> Shell {
        expect_context::<Shell>()
    }

    /// A string of the interface that follows the language.
    pub(crate) fn t(self, key: &'static str) -> Signal<String> {
        Signal::derive(move || self.say(key))
    }

    /// A string of the interface; nothing as long as no strings have come at all.
    pub(crate) fn say(self, key: &str) -> String {
        self.texts.with(|texts| match texts.keys().next() {
            Some(_) => texts.get(key),
            None => String::new(),
        })
    }

    /// A sentence with values.
    pub(crate) fn message(self, message: &Message) -> String {
        self.texts.with(|texts| texts.message(message))
    }

    /// A sentence about a number, its `{count}`.
    pub(crate) fn counted(self, key: &str, count: u32) -> String {
        self.message(&Message::new(key).quantity("count", f64::from(count), Unit::Count))
    }

    /// A label.
    pub(crate) fn label(self, label: &Label) -> String {
        self.texts.with(|texts| texts.label(label))
    }

    /// The language that is shown.
    pub(crate) fn shown_lang(self) -> Lang {
        self.texts.with(Texts::lang)
    }

    /// The colours of charts.
    pub(crate) fn theme(self) -> Theme {
        if self.forced_colors.get() {
            if self.dark.get() {
                Theme::FORCED_DARK
            } else {
                Theme::FORCED_LIGHT
            }
        } else if self.dark.get() {
            Theme::DARK
        } else {
            Theme::LIGHT
        }
    }

    /// Switches the language and remembers it.
    pub(crate) fn set_lang(self, lang: Lang) {
        browser::keep("lang", lang.code());
        self.lang.set(lang);
        self.correct_address();
    }

    /// Switches the theme and remembers it.
    pub(crate) fn set_dark(self, dark: bool) {
        browser::keep("theme", if dark { "dark" } else { "light" });
        self.dark.set(dark);
        self.correct_address();
    }

    /// The options of a link, with the language and the theme of the moment where it names one.
    pub(crate) fn present(self, options: Options) -> Options {
        let theme = match self.dark.get_untracked() {
            true => address::Theme::Dark,
            false => address::Theme::Light,
        };
        Options {
            lang: options.lang.and(Some(self.lang.get_untracked())),
            theme: options.theme.and(Some(theme)),
            ..options
        }
    }

    /// An address that names a language or a theme would bring it back at the next load.
    fn correct_address(self) {
        let (mut address, _) = Address::parse(&browser::fragment());
        let options = self.present(address.options.clone());
        if options != address.options {
            address.options = options;
            browser::replace_fragment(&address.to_string());
        }
    }
}
