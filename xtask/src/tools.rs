//! The tools that make the app, in the versions that fit: found on PATH, else in the tool cache, else installed there.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::command::{cargo, command, on_path, output, run, timed};
use crate::place;
use crate::wasm_opt::{self, Binaryen};

const WASM: &str = "wasm32-unknown-unknown";

/// The newest trunk that the toolchain here can build.
const TRUNK: &str = "0.21.14";

/// The tools of a bundle, ready to run.
#[derive(Debug)]
pub struct Bundler {
    /// trunk itself.
    trunk: PathBuf,
    /// PATH with the folders of the tools that trunk starts in front.
    path: OsString,
    bindgen: PathBuf,
    binaryen: Binaryen,
}

impl Bundler {
    /// Finds every tool that a bundle needs, and installs the missing ones.
    ///
    /// # Errors
    /// When a tool is missing and cannot be installed.
    pub fn ready() -> Result<Self> {
        wasm_target()?;
        let trunk = from_crates("trunk", "trunk", TRUNK, &["--locked"])?;
        // Its own lock file names a crate version that the registry lacks, hence no --locked.
        let bindgen = from_crates("wasm-bindgen", "wasm-bindgen-cli", &bindgen_version()?, &[])?;
        let binaryen = wasm_opt::ready()?;
        let folders = [&bindgen, &binaryen.optimizer]
            .into_iter()
            .filter_map(|tool| tool.parent());
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = folders.map(Path::to_owned).chain(env::split_paths(&path));
        let path = env::join_paths(folders).context("a tool's folder cannot be part of PATH")?;
        Ok(Self {
            trunk,
            path,
            bindgen,
            binaryen,
        })
    }

    /// A trunk command that finds its tools.
    pub fn trunk(&self) -> Command {
        let mut trunk = command(&self.trunk);
        trunk.env("PATH", &self.path).env("NO_COLOR", "true");
        trunk
    }

    /// A wasm-bindgen command.
    pub(crate) fn bindgen(&self) -> Command {
        command(&self.bindgen)
    }

    /// A wasm-opt command.
    pub(crate) fn wasm_opt(&self) -> Command {
        command(&self.binaryen.optimizer)
    }

    /// A wasm-merge command, where there is one.
    pub(crate) fn wasm_merge(&self) -> Option<Command> {
        self.binaryen.merger.as_ref().map(command)
    }
}

/// Makes sure that the toolchain can compile for the browser.
///
/// # Errors
/// When the target is missing and rustup is not there or fails.
pub fn wasm_target() -> Result<()> {
    let libraries = output(command("rustc").args(["--print", "target-libdir", "--target", WASM]))?;
    if Path::new(libraries.trim()).is_dir() {
        return Ok(());
    }
    if on_path("rustup").is_none() {
        bail!(
            "this Rust toolchain lacks the target {WASM}, and there is no rustup to add it: \
             install Rust by https://rustup.rs or the toolchain's own package for that target"
        );
    }
    timed(&format!("Adding the Rust target {WASM}"), || {
        run(command("rustup").args(["target", "add", WASM]))
    })
}

/// A program of a crate, in exactly this version.
///
/// # Errors
/// When it is missing and `cargo install` fails.
pub(crate) fn from_crates(
    program: &str,
    krate: &str,
    version: &str,
    options: &[&str],
) -> Result<PathBuf> {
    let on_path = on_path(program).filter(|path| prints_version(path, version));
    if let Some(path) = on_path {
        return Ok(path);
    }
    let folder = place::tool(program, version);
    let path = folder
        .join("bin")
        .join(format!("{program}{}", env::consts::EXE_SUFFIX));
    if !path.is_file() {
        install(
            &format!("Compiling {program} {version} (some minutes, once)"),
            &folder,
            |stage| {
                let install = ["install", krate, "--version", version, "--root"];
                run(cargo().args(install).arg(stage).args(options))
            },
        )?;
    }
    Ok(path)
}

/// Fills a tool's folder in one step, so that an interrupted installation leaves nothing that looks whole.
///
/// # Errors
/// Those of the work, or of moving its result into place.
pub(crate) fn install(
    what: &str,
    folder: &Path,
    work: impl FnOnce(&Path) -> Result<()>,
) -> Result<()> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let stage = folder.with_file_name(format!("{name}.part-{}", std::process::id()));
    fs::create_dir_all(&stage).with_context(|| format!("cannot create {}", stage.display()))?;
    let result = timed(what, || work(&stage)).and_then(|()| {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::rename(&stage, folder).with_context(|| format!("cannot create {}", folder.display()))
    });
    if result.is_err() {
        fs::remove_dir_all(&stage).ok();
    }
    result
}

/// The version of wasm-bindgen that the app is compiled with; the program must have the same.
fn bindgen_version() -> Result<String> {
    let lock = place::root().join("Cargo.lock");
    let lock = fs::read_to_string(&lock).with_context(|| format!("reading {}", lock.display()))?;
    locked_version(&lock, "wasm-bindgen").context("Cargo.lock does not list wasm-bindgen")
}

fn locked_version(lock: &str, krate: &str) -> Option<String> {
    let name = format!("name = \"{krate}\"");
    let version = lock.lines().skip_while(|line| *line != name).nth(1)?;
    Some(
        version
            .strip_prefix("version = \"")?
            .strip_suffix('"')?
            .to_owned(),
    )
}

fn prints_version(program: &Path, version: &str) -> bool {
    output(command(program).arg("--version"))
        .is_ok_and(|text| text.split_whitespace().any(|word| word == version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_named_crate() {
        let lock = "[[package]]\nname = \"wasm-bindgen-backend\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\nsource = \"x\"\n";
        assert_eq!(
            locked_version(lock, "wasm-bindgen").as_deref(),
            Some("0.2.130")
        );
        assert_eq!(locked_version(lock, "trunk"), None);
    }

    #[test]
    fn a_failed_installation_leaves_nothing() {
        let cache = tempfile::tempdir().unwrap();
        let folder = cache.path().join("tool-1.2.3");
        let result = install("Testing", &folder, |stage| {
            fs::write(stage.join("half"), "")?;
            bail!("interrupted")
        });
        assert_eq!(result.unwrap_err().to_string(), "interrupted");
        assert_eq!(fs::read_dir(cache.path()).unwrap().count(), 0);

        install("Testing", &folder, |stage| {
            Ok(fs::write(stage.join("whole"), "")?)
        })
        .unwrap();
        assert!(folder.join("whole").is_file());
        assert_eq!(fs::read_dir(cache.path()).unwrap().count(), 1);
    }
}
