//! The screen and the person in front of it.

use serde_json::json;

use crate::page::Page;

/// Screen, preferences, place and speed.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// Width of the window's inside, in CSS pixels.
    pub width: u32,
    /// Height of the window's inside, in CSS pixels.
    pub height: u32,
    /// Device pixels to a CSS pixel.
    pub scale: f64,
    /// Whether the person prefers dark pages.
    pub dark: bool,
    /// Whether the person wants no motion.
    pub reduced_motion: bool,
    /// Whether colours are forced, as by high contrast settings.
    pub forced_colors: bool,
    /// Whether this is a phone or tablet: touch, and layout by the page's viewport meta tag.
    pub touch: bool,
    /// Language and region, such as `zh-CN`: `navigator.languages` and the formats of `Intl`.
    pub locale: &'static str,
    /// Time zone, such as `Asia/Shanghai`.
    pub time_zone: &'static str,
    /// How many times slower than this machine the processor is.
    pub slowdown: f64,
}

impl Default for View {
    /// A laptop in a light room, in English, at UTC.
    fn default() -> Self {
        Self {
            width: 1280,
            height: 800,
            scale: 1.0,
            dark: false,
            reduced_motion: false,
            forced_colors: false,
            touch: false,
            locale: "en-US",
            time_zone: "UTC",
            slowdown: 1.0,
        }
    }
}

impl View {
    /// A phone, 390 pixels wide.
    pub fn phone() -> Self {
        Self {
            width: 390,
            height: 844,
            scale: 2.0,
            touch: true,
            ..Self::default()
        }
    }

    /// A projector in a lecture hall.
    pub fn projector() -> Self {
        Self {
            width: 1440,
            height: 900,
            ..Self::default()
        }
    }
}

impl Page {
    /// Changes screen and person; the page sees it as it would see a window resized, a setting changed.
    #[track_caller]
    pub fn set_view(&self, view: &View) {
        self.send(
            "Emulation.setDeviceMetricsOverride",
            json!({
                "width": view.width,
                "height": view.height,
                "deviceScaleFactor": view.scale,
                "mobile": view.touch,
            }),
        );
        self.send(
            "Emulation.setTouchEmulationEnabled",
            json!({ "enabled": view.touch, "maxTouchPoints": if view.touch { 5 } else { 1 } }),
        );
        let feature = |name: &str, value: &str| json!({ "name": name, "value": value });
        self.set("Emulation.setEmulatedMedia", json!({ "features": [
            feature("prefers-color-scheme", if view.dark { "dark" } else { "light" }),
            feature("prefers-reduced-motion", if view.reduced_motion { "reduce" } else { "no-preference" }),
            feature("forced-colors", if view.forced_colors { "active" } else { "none" }),
        ]}));
        self.set(
            "Emulation.setLocaleOverride",
            json!({ "locale": view.locale }),
        );
        self.set(
            "Network.setUserAgentOverride",
            json!({ "userAgent": self.user_agent(), "acceptLanguage": view.locale }),
        );
        self.set(
            "Emulation.setTimezoneOverride",
            json!({ "timezoneId": view.time_zone }),
        );
        self.set(
            "Emulation.setCPUThrottlingRate",
            json!({ "rate": view.slowdown }),
        );
    }
}
