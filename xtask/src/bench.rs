//! `xtask bench`: how quick the kernel is on this machine, and how quick the app is in a browser.

use anyhow::Result;

use crate::command::{cargo, run};
use crate::size::files;
use crate::{build, chromium, place};

/// Runs the benches of the host, then measures the built app in a browser against its budgets.
///
/// # Errors
/// When something does not build or run, or a budget of the browser is exceeded.
pub fn bench() -> Result<()> {
    if !files(&place::root().join("benches"))?.is_empty() {
        run(cargo().args(["bench", "--benches"]))?;
    }
    build::ensure()?;
    let browser = chromium::ready()?;
    let pace = [
        "run",
        "--quiet",
        "--package",
        "browser-tests",
        "--bin",
        "pace",
    ];
    run(cargo().args(pace).env("CHROME", browser))
}
