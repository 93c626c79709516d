//! A Chromium to drive, and a font that it can draw Chinese with.

use std::env;
use std::path::PathBuf;

use anyhow::{Result, bail, ensure};

use crate::command::{apt_install, command, on_path, output};

/// Names under which systems install Chromium and its relatives, the plainest first.
const NAMES: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
];

/// Where a browser is when its installer leaves PATH alone.
const PLACES: [&str; 4] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
];

/// The browser to test in: `$CHROME`, else the first one found.
///
/// # Errors
/// When `$CHROME` names no file, or no browser is installed.
pub fn find() -> Result<PathBuf> {
    if let Some(chosen) = env::var_os("CHROME").map(PathBuf::from) {
        ensure!(
            chosen.is_file(),
            "CHROME names {}, which is no file",
            chosen.display()
        );
        return Ok(chosen);
    }
    let installed = PLACES.iter().map(PathBuf::from).find(|path| path.is_file());
    match NAMES.iter().find_map(|name| on_path(name)).or(installed) {
        Some(browser) => Ok(browser),
        None => bail!(
            "no Chromium found. Install Chromium or Chrome by your system's means \
             (Debian: apt install chromium fonts-noto-cjk), or name one in CHROME"
        ),
    }
}

/// A browser that is there and starts; installed where this process may do so.
///
/// # Errors
/// When there is none and none can be installed, or when it does not start.
pub fn ready() -> Result<PathBuf> {
    if find().is_err() && env::var_os("CHROME").is_none() {
        apt_install(&["chromium", "fonts-noto-cjk"])?;
    }
    let browser = find()?;
    // Ubuntu's package of that name is an empty shell around a snap, which a container cannot run.
    output(command(&browser).arg("--version"))?;
    Ok(browser)
}

/// Makes sure that Chinese is not drawn as boxes, where fontconfig can tell.
///
/// # Errors
/// When there is no Chinese font and none can be installed.
pub fn chinese_font_ready() -> Result<()> {
    if on_path("fc-list").is_none() || has_chinese_font() {
        return Ok(());
    }
    apt_install(&["fonts-noto-cjk"])?;
    ensure!(
        has_chinese_font(),
        "no font for Chinese found: pictures would show boxes. Install one (Debian: fonts-noto-cjk)"
    );
    Ok(())
}

fn has_chinese_font() -> bool {
    output(command("fc-list").arg(":lang=zh")).is_ok_and(|fonts| !fonts.trim().is_empty())
}
