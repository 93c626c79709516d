//! Chromium's DevTools protocol over a pair of pipes: JSON messages that end with a zero byte.
//!
//! The crates for it either poll, which makes every call take 100 ms and a drag of twelve moves more than a second, or
//! bring an asynchronous runtime and the whole protocol as types. What is needed here is this file. Pipes instead of a
//! port also mean that the browser ends with this process, however that ends.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// How long an answer may take; only a hung browser needs longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// What hears the events of a page, with the session that they come from.
pub(crate) trait Listener: Send + Sync {
    /// Called for each event, in order; must not wait for an answer of the browser.
    fn hear(&self, devtools: &Devtools, session: &str, event: &Event);
}

/// Something that the browser says unasked.
#[derive(Debug)]
pub(crate) struct Event {
    /// The protocol's name for it, such as `Runtime.consoleAPICalled`.
    pub(crate) method: String,
    /// What it carries.
    pub(crate) params: Value,
}

/// A connection to a browser.
pub(crate) struct Devtools {
    writer: Mutex<Box<dyn Write + Send>>,
    next_id: AtomicU64,
    waiting: Mutex<BTreeMap<u64, Sender<Result<Value, String>>>>,
    listeners: Mutex<BTreeMap<String, Arc<dyn Listener>>>,
}

impl Devtools {
    /// Talks through these pipes until the browser closes them.
    pub(crate) fn connect(
        writer: impl Write + Send + 'static,
        reader: impl Read + Send + 'static,
    ) -> Arc<Self> {
        let devtools = Arc::new(Self {
            writer: Mutex::new(Box::new(writer)),
            next_id: AtomicU64::new(1),
            waiting: Mutex::default(),
            listeners: Mutex::default(),
        });
        let ears = Arc::clone(&devtools);
        thread::spawn(move || {
            for message in BufReader::new(reader).split(0) {
                let Ok(message) = message else { break };
                if let Ok(message) = serde_json::from_slice(&message) {
                    ears.receive(message);
                }
            }
            // Whoever still waits learns that nothing will come.
            lock(&ears.waiting).clear();
        });
        devtools
    }

    /// Sends a command and returns its answer. The session is a page's or a frame's; empty for the browser itself.
    pub(crate) fn call(&self, session: &str, method: &str, params: Value) -> Result<Value, String> {
        let (sender, receiver) = channel();
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        lock(&self.waiting).insert(id, sender);
        self.write(id, session, method, &params);
        match receiver.recv_timeout(PATIENCE) {
            Ok(answer) => answer.map_err(|trouble| format!("{method}: {trouble}")),
            Err(RecvTimeoutError::Timeout) => Err(format!("{method}: the browser does not answer")),
            Err(RecvTimeoutError::Disconnected) => Err(format!("{method}: the browser has ended")),
        }
    }

    /// Sends a command whose answer nobody needs.
    pub(crate) fn post(&self, session: &str, method: &str, params: &Value) {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        self.write(id, session, method, params);
    }

    /// Lets a listener hear the events of a session.
    pub(crate) fn listen(&self, session: &str, listener: Arc<dyn Listener>) {
        lock(&self.listeners).insert(session.to_owned(), listener);
    }

    /// Lets the listener of one session also hear those of a frame in it.
    pub(crate) fn adopt(&self, parent: &str, child: &str) {
        let mut listeners = lock(&self.listeners);
        if let Some(listener) = listeners.get(parent).cloned() {
            listeners.insert(child.to_owned(), listener);
        }
    }

    fn write(&self, id: u64, session: &str, method: &str, params: &Value) {
        let mut message = json!({ "id": id, "method": method, "params": params });
        if !session.is_empty() {
            message["sessionId"] = session.into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        let mut writer = lock(&self.writer);
        if writer
            .write_all(&bytes)
            .and_then(|()| writer.flush())
            .is_err()
        {
            lock(&self.waiting).remove(&id);
        }
    }

    fn receive(&self, mut message: Value) {
        if let Some(id) = message["id"].as_u64() {
            let answer = match message["error"]["message"].as_str() {
                Some(trouble) => Err(trouble.to_owned()),
                None => Ok(message["result"].take()),
            };
            if let Some(sender) = lock(&self.waiting).remove(&id) {
                sender.send(answer).ok();
            }
            return;
        }
        let session = message["sessionId"].as_str().unwrap_or_default().to_owned();
        let listener = lock(&self.listeners).get(&session).cloned();
        if let (Some(listener), Some(method)) = (listener, message["method"].as_str()) {
            let event = Event {
                method: method.to_owned(),
                params: message["params"].take(),
            };
            listener.hear(self, &session, &event);
        }
    }
}

/// A thread that panicked while it held the lock has left a whole value behind.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
