//! The data files of the app.

use leptos::prelude::*;
use serde::Deserialize;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Why a file did not come.
#[derive(Clone, Debug)]
pub(crate) enum FetchError {
    /// No answer: the network is down.
    Offline {
        /// What was wanted.
        path: String,
    },
    /// An answer that is not the file.
    Status {
        /// What was wanted.
        path: String,
        /// The status of the answer.
        status: u16,
    },
    /// A file that cannot be read.
    Unreadable {
        /// What was wanted.
        path: String,
        /// What is wrong with it.
        detail: String,
    },
}

/// One entry of an `index.json`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Entry {
    /// Id, and the file's name without its ending.
    pub(crate) id: String,
    /// Heading.
    pub(crate) title: outage_lab::text::Bilingual,
    /// One sentence.
    #[serde(default)]
    pub(crate) summary: outage_lab::text::Bilingual,
    /// How long a lesson takes.
    #[serde(default)]
    pub(crate) minutes: Option<u32>,
    /// `page` for the app's own pages, which are not listed.
    #[serde(default)]
    pub(crate) kind: Option<String>,
}

/// Fetches a file of this build.
pub(crate) async fn text(path: &str) -> Result<String, FetchError> {
    let offline = |_: JsValue| FetchError::Offline {
        path: path.to_owned(),
    };
    let address = format!("{path}?v={}", build());
    let response = JsFuture::from(window().fetch_with_str(&address))
        .await
        .map_err(offline)?;
    let response: web_sys::Response = response.dyn_into().map_err(offline)?;
    if !response.ok() {
        return Err(FetchError::Status {
            path: path.to_owned(),
            status: response.status(),
        });
    }
    let body = response.text().map_err(offline)?;
    let body = JsFuture::from(body).await.map_err(offline)?;
    Ok(body.as_string().unwrap_or_default())
}

/// Fetches the list of a folder.
pub(crate) async fn index(folder: &str) -> Result<Vec<Entry>, FetchError> {
    let path = format!("{folder}/index.json");
    let json = text(&path).await?;
    serde_json::from_str(&json).map_err(|error| FetchError::Unreadable {
        path,
        detail: error.to_string(),
    })
}

/// The build that the page belongs to, so that a file of another build is never taken from a cache.
fn build() -> String {
    document()
        .query_selector("meta[name=build]")
        .ok()
        .flatten()
        .and_then(|meta| meta.get_attribute("content"))
        .unwrap_or_default()
}
