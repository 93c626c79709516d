//! Pictures of a page.

use base64::Engine;
use serde_json::json;

use crate::page::Page;

impl Page {
    /// The whole page as PNG, in device pixels, also what lies below the window's lower edge; without
    /// the scroll bar.
    #[track_caller]
    pub fn picture(&self) -> Vec<u8> {
        let (width, height): (f64, f64) = self
            .eval("[document.documentElement.clientWidth, document.documentElement.scrollHeight]");
        let answer = self.send(
            "Page.captureScreenshot",
            json!({
                "format": "png",
                "captureBeyondViewport": true,
                "clip": { "x": 0, "y": 0, "width": width, "height": height, "scale": 1 },
            }),
        );
        let png = base64::engine::general_purpose::STANDARD
            .decode(answer["data"].as_str().unwrap_or_default());
        png.expect("the browser encodes pictures as base64")
    }
}
