//! What a page asks the network for, and what comes back.

use std::sync::Mutex;

use serde_json::json;

use crate::devtools::{Event, lock};
use crate::page::Page;

/// One request of a page or of a frame in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// What was asked for; also a `data:` or `blob:` address, which the network never sees.
    pub address: String,
    /// The status of the answer, if one has come.
    pub status: Option<u64>,
    id: String,
}

/// The requests of one page so far.
#[derive(Debug, Default)]
pub(crate) struct Requests(Mutex<Vec<Request>>);

impl Requests {
    /// Takes note of an event of the browser, if it is about a request.
    pub(crate) fn hear(&self, event: &Event) {
        let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let id = word(&event.params["requestId"]);
        match event.method.as_str() {
            "Network.requestWillBeSent" => lock(&self.0).push(Request {
                address: word(&event.params["request"]["url"]),
                status: None,
                id,
            }),
            "Network.responseReceived" => {
                let status = event.params["response"]["status"].as_u64();
                let mut requests = lock(&self.0);
                if let Some(request) = requests.iter_mut().rfind(|request| request.id == id) {
                    request.status = status;
                }
            }
            _ => {}
        }
    }

    pub(crate) fn all(&self) -> Vec<Request> {
        lock(&self.0).clone()
    }
}

impl Page {
    /// Lets no request through whose address fits one of the patterns; `*` stands for anything.
    #[track_caller]
    pub fn block(&self, patterns: &[&str]) {
        self.send("Network.setBlockedURLs", json!({ "urls": patterns }));
    }

    /// Runs no script of the page from the next load on, as when a person has turned JavaScript off.
    #[track_caller]
    pub fn disable_scripts(&self) {
        self.send(
            "Emulation.setScriptExecutionDisabled",
            json!({ "value": true }),
        );
    }
}
