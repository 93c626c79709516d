//! A Chromium with an empty profile, ended and cleaned up when it is dropped.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use xtask::{chromium, command};

use crate::devtools::Devtools;

/// Whether pages may keep anything.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Storage {
    /// As in an ordinary profile.
    #[default]
    Allowed,
    /// As when a person blocks all cookies: reading `window.localStorage` throws.
    Blocked,
}

/// A running Chromium.
pub(crate) struct Browser {
    process: Child,
    devtools: Arc<Devtools>,
    user_agent: String,
    profile: TempDir,
}

/// Quiet and self-contained: no start-up traffic, and no slowing of pages in the background.
const ARGUMENTS: [&str; 23] = [
    "--headless",
    "--remote-debugging-pipe",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-features=MediaRouter,OptimizationHints,Translate",
    "--disable-gpu",
    "--disable-hang-monitor",
    "--disable-ipc-flooding-protection",
    "--disable-popup-blocking",
    "--disable-quic",
    "--disable-renderer-backgrounding",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--no-default-browser-check",
    "--no-first-run",
    "--password-store=basic",
];

impl Browser {
    /// Starts one.
    #[track_caller]
    pub(crate) fn launch(storage: Storage) -> Self {
        let executable = chromium::find().unwrap_or_else(|trouble| panic!("{trouble:#}"));
        let profile = tempfile::Builder::new()
            .prefix("outage-lab-chromium-")
            .tempdir()
            .expect("a temporary folder for a browser profile");
        if storage == Storage::Blocked {
            block_storage(&profile);
        }
        // Chromium talks on the file descriptors 3 and 4, which only a shell can set without unsafe code.
        let mut chromium = Command::new("sh");
        chromium
            .args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>&2"#])
            .arg(&executable);
        chromium
            .args(ARGUMENTS)
            .arg(format!("--user-data-dir={}", profile.path().display()));
        // It refuses its sandbox to the superuser, and containers mostly lack what that needs.
        if command::is_root() || std::env::var_os("CI").is_some() {
            chromium.arg("--no-sandbox");
        }
        chromium
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut process = chromium.spawn().expect("a shell to start the browser from");
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (writer, reader) = pipes.expect("both pipes were asked for");
        let devtools = Devtools::connect(writer, reader);
        let version = devtools.call("", "Browser.getVersion", json!({}));
        let version = version.unwrap_or_else(|trouble| {
            panic!(
                "{} does not start as it should: {trouble}",
                executable.display()
            )
        });
        let user_agent = version["userAgent"].as_str().unwrap_or_default().to_owned();
        Self {
            process,
            devtools,
            user_agent,
            profile,
        }
    }

    /// The connection to it.
    pub(crate) fn devtools(&self) -> &Arc<Devtools> {
        &self.devtools
    }

    /// A new tab in a window of its own, since only the front tab of a window draws: its target and its session.
    pub(crate) fn tab(&self) -> Result<(String, String), String> {
        let blank = json!({ "url": "about:blank", "newWindow": true });
        let target = text(&self.devtools.call("", "Target.createTarget", blank)?["targetId"]);
        let attach = json!({ "targetId": target, "flatten": true });
        let session = text(&self.devtools.call("", "Target.attachToTarget", attach)?["sessionId"]);
        Ok((target, session))
    }

    /// How it names itself to servers.
    pub(crate) fn user_agent(&self) -> &str {
        &self.user_agent
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.devtools.post("", "Browser.close", &json!({}));
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(5) {
            let ended = matches!(self.process.try_wait(), Ok(Some(_)));
            // Its child processes may write to the profile for a moment longer.
            if ended && fs::remove_dir_all(self.profile.path()).is_ok() {
                return;
            }
            sleep(Duration::from_millis(5));
        }
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

fn block_storage(profile: &TempDir) {
    /// Chromium's number for "block" in a content setting.
    const BLOCK: u32 = 2;
    let preferences =
        json!({ "profile": { "default_content_setting_values": { "cookies": BLOCK } } });
    let folder = profile.path().join("Default");
    fs::create_dir_all(&folder).expect("a profile folder");
    fs::write(folder.join("Preferences"), preferences.to_string()).expect("a preferences file");
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_browser_leaves_no_profile_behind() {
        let browser = Browser::launch(Storage::Allowed);
        let profile = browser.profile.path().to_owned();
        assert!(profile.is_dir());
        drop(browser);
        assert!(!profile.exists());
    }
}
