//! A wasm-opt, from wherever this machine has one.
//!
//! It takes a sixth off what goes over the wire. The version matters little: on a module of this app's kind Debian's
//! 108 came within 0.3 % of 132, and was five times as quick as npm's build, which is itself WebAssembly.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::command::{apt_install, command, on_path, run};
use crate::place;
use crate::tools::{from_crates, install};

/// npm's binaryen that was tried with this app.
const BINARYEN: &str = "132.0.0";

/// The crate that compiles binaryen from C++.
const CRATE: &str = "0.116.1";

/// Finds a wasm-opt, or installs one by the first means that this machine has: the system's packages, npm, Cargo.
///
/// # Errors
/// When there is none and the last means fails as well.
pub(crate) fn ready() -> Result<PathBuf> {
    if let Some(path) = on_path("wasm-opt") {
        return Ok(path);
    }
    if on_path("npm").is_some() && npm_program().is_file() {
        return Ok(npm_program());
    }
    if apt_install(&["binaryen"]).unwrap_or_else(|trouble| {
        println!("{trouble:#}; trying another way");
        false
    }) {
        return on_path("wasm-opt").context("the package binaryen brought no wasm-opt");
    }
    if on_path("npm").is_some() {
        return from_npm();
    }
    from_crates("wasm-opt", "wasm-opt", CRATE, &["--locked"])
}

fn from_npm() -> Result<PathBuf> {
    let folder = place::tool("binaryen", BINARYEN);
    install(
        &format!("Installing binaryen {BINARYEN} from npm"),
        &folder,
        |stage| {
            let package = format!("binaryen@{BINARYEN}");
            let options = ["install", "--no-audit", "--no-fund", "--silent", "--prefix"];
            run(command(npm()).args(options).arg(stage).arg(package))
        },
    )?;
    Ok(npm_program())
}

/// npm is a batch file on Windows, which must be named in full to be started.
fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

fn npm_program() -> PathBuf {
    let program = format!("wasm-opt{}", if cfg!(windows) { ".cmd" } else { "" });
    place::tool("binaryen", BINARYEN)
        .join("node_modules/.bin")
        .join(program)
}
