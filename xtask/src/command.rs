//! Child processes that say what they do.

use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::place;

/// A command run from the root of the checkout, without standard input.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(place::root()).stdin(Stdio::null());
    command
}

/// Cargo, the one that runs this.
pub fn cargo() -> Command {
    command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Prints the command, runs it with its output shown, and fails when it fails.
///
/// # Errors
/// When the program cannot be started or ends with another status than 0.
pub fn run(command: &mut Command) -> Result<()> {
    let line = line(command);
    println!("$ {line}");
    let status = command
        .status()
        .with_context(|| format!("cannot start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` ended with {status}");
    }
    Ok(())
}

/// What the command prints on standard output.
///
/// # Errors
/// When the program cannot be started, fails, or prints something other than UTF-8.
pub fn output(command: &mut Command) -> Result<String> {
    let line = line(command);
    let output = command
        .output()
        .with_context(|| format!("cannot start `{line}`"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("`{line}` ended with {}: {}", output.status, errors.trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("output of `{line}`"))
}

/// Announces a piece of work that takes a while, does it, and says how long it took.
///
/// # Errors
/// Those of the work.
pub fn timed<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("{what} …");
    let started = Instant::now();
    let result = work()?;
    println!("{what}: done in {}", seconds(started.elapsed()));
    Ok(result)
}

/// A duration for people: `0.4 s`, `83 s`.
pub fn seconds(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 10.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{seconds:.0} s")
    }
}

/// Where a program is on PATH.
pub fn on_path(program: &str) -> Option<PathBuf> {
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|dir| dir.join(&file))
        .find(|path| path.is_file())
}

/// Installs Debian packages where this process may: on a system with apt-get, as root.
///
/// Returns whether it tried; whether the packages then work is for the caller to see.
///
/// # Errors
/// When apt-get fails.
pub fn apt_install(packages: &[&str]) -> Result<bool> {
    if on_path("apt-get").is_none() || !is_root() {
        return Ok(false);
    }
    timed(
        &format!(
            "Installing {} from the system's packages",
            packages.join(", ")
        ),
        || {
            run(apt_get().args(["update", "-qq"]))?;
            run(apt_get()
                .args(["install", "-y", "-qq", "--no-install-recommends"])
                .args(packages))
        },
    )?;
    Ok(true)
}

fn apt_get() -> Command {
    let mut apt_get = command("apt-get");
    apt_get.env("DEBIAN_FRONTEND", "noninteractive");
    apt_get
}

/// Whether this process is the superuser, to whom Chromium refuses its sandbox.
pub fn is_root() -> bool {
    cfg!(unix) && output(command("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}
