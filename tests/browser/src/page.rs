//! A tab with the app in it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread::{panicking, sleep};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::console::{Console, Level, Line, exception};
use crate::devtools::{Devtools, Event, Listener, lock};
use crate::lab::Stage;
use crate::requests::{Request, Requests};
use crate::view::View;

/// How long anything may take. Generous, since it only decides when a failure is reported.
const LIMIT: Duration = Duration::from_secs(30);

const POLL: Duration = Duration::from_millis(15);

const READY: &str = "document.documentElement.dataset.ready === '1'";

/// A page, from its first address until it is dropped. See the crate's page for how it fails.
pub struct Page {
    stage: Arc<Stage>,
    target: String,
    session: String,
    heard: Arc<Heard>,
}

/// One global scope of JavaScript: a page's or a frame's. A frame of another site has a session of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct World {
    session: String,
    context: Option<u64>,
}

/// What a page and its frames have said, and what frames to come are to be told.
#[derive(Default)]
struct Heard {
    console: Console,
    requests: Requests,
    worlds: Mutex<Vec<World>>,
    settings: Mutex<BTreeMap<&'static str, Value>>,
}

impl Listener for Heard {
    fn hear(&self, devtools: &Devtools, session: &str, event: &Event) {
        self.console.hear(event);
        self.requests.hear(event);
        match event.method.as_str() {
            "Runtime.executionContextCreated" => lock(&self.worlds).push(World {
                session: session.to_owned(),
                context: event.params["context"]["id"].as_u64(),
            }),
            "Target.attachedToTarget" => {
                let child = event.params["sessionId"].as_str().unwrap_or_default();
                devtools.adopt(session, child);
                for (method, parameters) in lock(&self.settings).iter() {
                    devtools.post(child, method, parameters);
                }
                watch(devtools, child);
            }
            _ => {}
        }
    }
}

/// Has a page or a frame tell everything, its own frames included, before it runs any further.
fn watch(devtools: &Devtools, session: &str) {
    let frames = json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true });
    devtools.post(session, "Runtime.enable", &json!({}));
    devtools.post(session, "Log.enable", &json!({}));
    devtools.post(session, "Network.enable", &json!({}));
    devtools.post(session, "Target.setAutoAttach", &frames);
    devtools.post(session, "Runtime.runIfWaitingForDebugger", &json!({}));
}

impl Page {
    #[track_caller]
    pub(crate) fn new(stage: &Arc<Stage>, view: &View) -> Self {
        let (target, session) = stage
            .browser
            .tab()
            .unwrap_or_else(|trouble| panic!("{trouble}"));
        let page = Self {
            stage: Arc::clone(stage),
            target,
            session,
            heard: Arc::default(),
        };
        page.devtools()
            .listen(&page.session, Arc::clone(&page.heard) as Arc<dyn Listener>);
        watch(page.devtools(), &page.session);
        page.send("Page.enable", json!({}));
        page.send(
            "Emulation.setFocusEmulationEnabled",
            json!({ "enabled": true }),
        );
        page.set_view(view);
        page
    }

    fn devtools(&self) -> &Devtools {
        self.stage.browser.devtools()
    }

    /// Opens a second page of the app in the same browser, with the same storage, and waits until it has drawn.
    #[track_caller]
    pub fn beside(&self, view: &View, route: &str) -> Self {
        let page = self.blank_beside(view);
        page.navigate(&page.address(route));
        page.wait_ready();
        page
    }

    /// Opens a second tab in the same browser, with nothing in it yet.
    #[track_caller]
    pub fn blank_beside(&self, view: &View) -> Self {
        Self::new(&self.stage, view)
    }

    /// The address of a page of the app.
    pub fn address(&self, route: &str) -> String {
        format!("{}{route}", self.stage.app())
    }

    /// Goes to an address, without waiting for anything.
    #[track_caller]
    pub fn navigate(&self, address: &str) {
        self.send("Page.navigate", json!({ "url": address }));
    }

    /// Changes the fragment, as a link within the app does, and waits until the app has drawn again.
    #[track_caller]
    pub fn go(&self, fragment: &str) {
        let fragment = json!(fragment);
        self.eval::<Value>(&format!(
            "delete document.documentElement.dataset.ready; location.hash = {fragment}; null"
        ));
        self.wait_ready();
    }

    /// Loads the page anew, and waits until it has drawn.
    #[track_caller]
    pub fn reload(&self) {
        self.eval::<Value>("delete document.documentElement.dataset.ready; null");
        self.send("Page.reload", json!({}));
        self.wait_ready();
    }

    /// The present fragment, with its `#`.
    #[track_caller]
    pub fn fragment(&self) -> String {
        self.eval("location.hash")
    }

    /// Waits until the app says that everything has drawn.
    #[track_caller]
    pub fn wait_ready(&self) {
        self.wait_for(READY);
    }

    /// Waits until a JavaScript expression is true.
    #[track_caller]
    pub fn wait_for(&self, condition: &str) {
        if let Err(trouble) = self.try_wait_for(condition) {
            panic!("{trouble}");
        }
    }

    /// Waits until a JavaScript expression is true, and says what the page looked like when it does not become so.
    ///
    /// # Errors
    /// After the time limit, or as soon as the console has an error that was not announced.
    pub fn try_wait_for(&self, condition: &str) -> Result<(), String> {
        self.wait_in(&self.world(), condition)
    }

    /// [`Page::try_wait_for`] in one world.
    pub(crate) fn wait_in(&self, world: &World, condition: &str) -> Result<(), String> {
        let js = format!("Boolean({condition})");
        let waited = poll(|| match self.evaluate(world, &js) {
            Ok(true) => Attempt::Done,
            _ if self.has_error() => Attempt::Hopeless("there was an error".to_owned()),
            Ok(_) => Attempt::NotYet("it stayed false".to_owned()),
            Err(trouble) => Attempt::NotYet(trouble),
        });
        waited.map_err(|why| {
            let text = "document.body.innerText.slice(0, 500)";
            let text: Result<String, _> = self.evaluate(world, text);
            let text = text.unwrap_or_else(|trouble| trouble);
            let console: Vec<_> = self.lines().iter().map(Line::to_string).collect();
            let console = console.join("\n");
            format!("waited for {condition}: {why}\nthe page: {text}\nits console: {console}")
        })
    }

    /// Waits for the app as [`Page::wait_ready`] does, without panicking.
    ///
    /// # Errors
    /// When it is not ready in time.
    pub fn try_wait_ready(&self) -> Result<(), String> {
        self.try_wait_for(READY)
    }

    /// The value of a JavaScript expression; of its result when it is a promise.
    #[track_caller]
    pub fn eval<T: DeserializeOwned>(&self, js: &str) -> T {
        self.evaluate(&self.world(), js)
            .unwrap_or_else(|trouble| panic!("{trouble}"))
    }

    /// Whether a JavaScript expression, or the result of its promise, is true.
    #[track_caller]
    pub fn holds(&self, js: &str) -> bool {
        self.eval(js)
    }

    /// The text of the first element that a selector finds, as a reader sees it.
    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        self.eval(&format!("{}.innerText", element(selector)))
    }

    /// Runs a script in every document from now on, before the document's own.
    #[track_caller]
    pub fn before_scripts(&self, js: &str) {
        self.send(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": js }),
        );
    }

    /// Cuts the network, or restores it.
    #[track_caller]
    pub fn set_offline(&self, offline: bool) {
        self.send(
            "Network.emulateNetworkConditions",
            json!({
                "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
            }),
        );
    }

    /// Fetches everything anew at each load.
    #[track_caller]
    pub fn disable_cache(&self) {
        self.send("Network.setCacheDisabled", json!({ "cacheDisabled": true }));
    }

    /// Every console line so far, harmless ones too.
    pub fn lines(&self) -> Vec<Line> {
        self.heard.console.lines()
    }

    /// Warnings and errors so far that were not announced.
    pub fn faults(&self) -> Vec<Line> {
        self.heard.console.faults()
    }

    /// Announces a warning or error whose text contains this, so that it does not fail the test.
    pub fn expect_fault(&self, part: &str) {
        self.heard.console.expect(part);
    }

    /// Every request so far.
    pub fn requests(&self) -> Vec<Request> {
        self.heard.requests.all()
    }

    pub(crate) fn user_agent(&self) -> &str {
        self.stage.browser.user_agent()
    }

    /// Whether something went wrong that no waiting mends.
    pub(crate) fn has_error(&self) -> bool {
        self.faults()
            .iter()
            .any(|fault| fault.level == Level::Error)
    }

    /// The page's own world, whichever document is in it.
    fn world(&self) -> World {
        World {
            session: self.session.clone(),
            context: None,
        }
    }

    /// The worlds of this page and its frames, the newest first; some may be gone.
    pub(crate) fn worlds(&self) -> Vec<World> {
        lock(&self.heard.worlds).iter().rev().cloned().collect()
    }

    /// Evaluates in one world.
    pub(crate) fn evaluate<T: DeserializeOwned>(
        &self,
        world: &World,
        js: &str,
    ) -> Result<T, String> {
        let mut command = json!({
            "expression": js, "returnByValue": true, "awaitPromise": true, "userGesture": true,
        });
        if let Some(context) = world.context {
            command["contextId"] = context.into();
        }
        let mut answer = self
            .devtools()
            .call(&world.session, "Runtime.evaluate", command)?;
        if let Some(details) = answer.get("exceptionDetails") {
            return Err(format!("{} in: {js}", exception(details)));
        }
        let value = answer["result"]["value"].take();
        T::deserialize(&value)
            .map_err(|trouble| format!("{trouble}; the value was {value} in: {js}"))
    }

    /// Sends a command that changes a setting, also to the frames, those to come as well.
    #[track_caller]
    pub(crate) fn set(&self, method: &'static str, parameters: Value) {
        lock(&self.heard.settings).insert(method, parameters.clone());
        for World { session, .. } in self.worlds() {
            if session != self.session {
                self.devtools().post(&session, method, &parameters);
            }
        }
        self.send(method, parameters);
    }

    /// Sends a command of the DevTools protocol, and returns its answer.
    #[track_caller]
    pub(crate) fn send(&self, method: &str, parameters: Value) -> Value {
        match self.devtools().call(&self.session, method, parameters) {
            Ok(answer) => answer,
            Err(trouble) => panic!("{trouble}"),
        }
    }
}

impl Drop for Page {
    /// Fails the test for what the page complained about; when the test has failed already, only adds it.
    fn drop(&mut self) {
        let faults: Vec<_> = self.faults().iter().map(Line::to_string).collect();
        self.devtools().post(
            "",
            "Target.closeTarget",
            &json!({ "targetId": self.target }),
        );
        if faults.is_empty() {
            return;
        }
        let report = format!("the page complained:\n{}", faults.join("\n"));
        if panicking() {
            eprintln!("{report}");
        } else {
            panic!("{report}");
        }
    }
}

/// How one attempt at something went.
pub(crate) enum Attempt {
    /// It worked.
    Done,
    /// It may work later; why it did not now.
    NotYet(String),
    /// It will not work; why.
    Hopeless(String),
}

/// Tries until it works; after the time limit, or when there is no hope, says how the last attempt went.
pub(crate) fn poll(mut attempt: impl FnMut() -> Attempt) -> Result<(), String> {
    let started = Instant::now();
    loop {
        match attempt() {
            Attempt::Done => return Ok(()),
            Attempt::Hopeless(why) => return Err(why),
            Attempt::NotYet(why) if started.elapsed() > LIMIT => return Err(why),
            Attempt::NotYet(_) => sleep(POLL),
        }
    }
}

/// JavaScript for the first element that a selector finds; throws when there is none.
pub(crate) fn element(selector: &str) -> String {
    let selector = json!(selector);
    format!(
        "(() => {{ const found = document.querySelector({selector}); \
         if (!found) throw new Error('no element matches ' + {selector}); return found; }})()"
    )
}
