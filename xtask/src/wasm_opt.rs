//! A wasm-opt that is new enough, and the wasm-merge beside it, from wherever this machine has them.
//!
//! It takes a sixth off what goes over the wire. Of the versions tried on a module of this app's kind, 112, 116, 120 and
//! 132 do that within 0.5 % of each other; 108, which Debian 12 and Ubuntu 24.04 have, reports success and gives a
//! module that fails at its start, because it confuses the table of references with the table of functions.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::command::{apt_install, command, on_path, output, run};
use crate::place;
use crate::tools::{from_crates, install};

/// The oldest version that gives a module which works.
const OLDEST: u32 = 112;

/// npm's binaryen that was tried with this app.
const BINARYEN: &str = "132.0.0";

/// The crate that compiles binaryen from C++.
const CRATE: &str = "0.116.1";

/// What is used of binaryen.
#[derive(Debug)]
pub(crate) struct Binaryen {
    pub(crate) optimizer: PathBuf,
    /// Not from everywhere: the crate has only the optimizer. The app is then made of more and smaller files.
    pub(crate) merger: Option<PathBuf>,
}

/// Finds both, or installs them by the first means that this machine has: the system's packages, npm, Cargo.
///
/// # Errors
/// When there is no wasm-opt and the last means fails as well.
pub(crate) fn ready() -> Result<Binaryen> {
    let optimizer = optimizer()?;
    let beside = optimizer.with_file_name(format!("wasm-merge{}", ending()));
    let merger = Some(beside).filter(|path| path.is_file());
    if merger.is_none() {
        println!(
            "There is no wasm-merge beside {}: the app will have some hundred small files",
            optimizer.display()
        );
    }
    Ok(Binaryen { optimizer, merger })
}

fn optimizer() -> Result<PathBuf> {
    if let Some(path) = on_path("wasm-opt").filter(|path| is_new_enough(path)) {
        return Ok(path);
    }
    let has_npm = on_path("npm").is_some();
    if has_npm && npm_program().is_file() {
        return Ok(npm_program());
    }
    if system_has_new_enough() && apt_install(&["binaryen"])? {
        return on_path("wasm-opt").context("the package binaryen brought no wasm-opt");
    }
    if has_npm {
        return from_npm();
    }
    from_crates("wasm-opt", "wasm-opt", CRATE, &["--locked"])
}

fn is_new_enough(program: &Path) -> bool {
    output(command(program).arg("--version")).is_ok_and(|text| number(&text) >= Some(OLDEST))
}

/// Whether the system's package, if there is one, is worth installing: `Version: 120-4` is.
fn system_has_new_enough() -> bool {
    output(command("apt-cache").args(["show", "--no-all-versions", "binaryen"])).is_ok_and(|text| {
        let version = text.lines().find_map(|line| line.strip_prefix("Version: "));
        version.and_then(number) >= Some(OLDEST)
    })
}

/// The first whole number in a text, such as 132 in `wasm-opt version 132 (version_132)`.
fn number(text: &str) -> Option<u32> {
    let digits = text
        .split(|c: char| !c.is_ascii_digit())
        .find(|word| !word.is_empty())?;
    digits.parse().ok()
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

/// Of the programs that npm installs.
fn ending() -> &'static str {
    if cfg!(windows) { ".cmd" } else { "" }
}

fn npm_program() -> PathBuf {
    let program = format!("wasm-opt{}", ending());
    place::tool("binaryen", BINARYEN)
        .join("node_modules/.bin")
        .join(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_the_programs_and_packages_print_them() {
        assert_eq!(number("wasm-opt version 132 (version_132)"), Some(132));
        assert_eq!(number("wasm-opt version 108\n"), Some(108));
        assert_eq!(number("120-4"), Some(120));
        assert_eq!(number("none"), None);
        assert!(
            None < Some(OLDEST),
            "a version that cannot be read is not new enough"
        );
    }
}
