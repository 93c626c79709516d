//! `dist/`: the app as any static host serves it, at any address that ends with a slash.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::command::{command, output, run, timed};
use crate::size::files;
use crate::tools::Bundler;
use crate::{place, size, split};

/// Everything that decides what is in `dist/`, relative to the checkout.
const INPUTS: [&str; 8] = [
    "src",
    "assets",
    "incidents",
    "index.html",
    "Trunk.toml",
    "Cargo.toml",
    "Cargo.lock",
    ".cargo/config.toml",
];

/// The page's build id as it stands in the source; the edit loop runs with this one.
const UNBUILT: &str = r#"<meta name="build" content="dev">"#;

/// Builds anew, and holds the result against the size budget.
///
/// # Errors
/// When a tool is missing, the app does not build, or it is too big.
pub fn build() -> Result<()> {
    bundle()?;
    size::check(&place::dist())
}

/// Builds unless `dist/` already is what the sources say.
///
/// # Errors
/// When a tool is missing or the app does not build.
pub fn ensure() -> Result<()> {
    if is_current()? {
        println!("dist/ is current");
        return Ok(());
    }
    bundle()
}

fn bundle() -> Result<()> {
    let bundler = Bundler::ready()?;
    let inputs = inputs_digest()?;
    timed("Building dist/", || {
        let trunk = ["build", "--release", "--features", "split"];
        run(bundler
            .trunk()
            .args(trunk)
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags()))?;
        let dist = place::dist();
        take_apart(&bundler, &dist)?;
        compact_data(&dist)?;
        let id = identify(&dist)?;
        fs::create_dir_all(place::target())?;
        fs::write(record_path(), format!("{inputs} {id}"))?;
        Ok(())
    })
}

/// What the compiler is told beside what `.cargo/config.toml` says.
fn flags() -> String {
    // Where each thing is used stays in the module, for the one that cuts it.
    let relocations = "-Clink-arg=--emit-relocs".to_owned();
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    // The messages of panics name files; where this machine keeps its crates is nobody's business.
    let sources = home.map(|home| {
        format!(
            "--remap-path-prefix={}=",
            home.join("registry/src/").display()
        )
    });
    let flags: Vec<String> = [Some(relocations), sources].into_iter().flatten().collect();
    flags.join(" ")
}

/// Puts the app's modules in the place of the one that trunk made, into a folder that is named by their content: they
/// name each other, so that none can be named by its own.
fn take_apart(bundler: &Bundler, dist: &Path) -> Result<()> {
    let stage = place::target().join("dist-split");
    let needs = split::split(bundler, &split::compiled(&place::target()), &stage)?;
    fs::write(stage.join(size::NEEDS), serde_json::to_string(&needs)?)?;
    let folder = format!("{}-{}", split::APP, digest(&files(&stage)?, &stage)?);
    let (scripts, other): (Vec<_>, Vec<_>) = files(dist)?
        .into_iter()
        .filter(|path| path.parent() == Some(dist) && is_app(path))
        .partition(|path| path.extension().is_some_and(|ending| ending == "js"));
    let page = dist.join("index.html");
    let mut text = fs::read_to_string(&page)?;
    for (made, name) in [(scripts, ".js"), (other, "_bg.wasm")] {
        let [made] = &made[..] else {
            bail!("trunk made {made:?} where one file was expected");
        };
        let old = made.file_name().unwrap_or_default().to_string_lossy();
        ensure!(text.contains(&*old), "index.html does not name {old}");
        text = text.replace(&*old, &format!("{folder}/{}{name}", split::APP));
        fs::remove_file(made)?;
    }
    // Found by the browser at once, not when it has read the app's own script.
    let ahead = format!(
        r#"<link rel="modulepreload" href="./{folder}/{}">"#,
        split::LOADER
    );
    fs::write(
        &page,
        text.replacen("</head>", &format!("{ahead}</head>"), 1),
    )?;
    fs::rename(&stage, dist.join(&folder)).with_context(|| format!("cannot create {folder}"))
}

/// Whether trunk made this file of the app's code.
fn is_app(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(&format!("{}-", split::APP))
}

/// Takes the white space out of the data, which is written to be read.
fn compact_data(dist: &Path) -> Result<()> {
    for path in files(dist)? {
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            let text =
                fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
            fs::write(&path, compact_json(&text))?;
        }
    }
    Ok(())
}

/// JSON without white space between its tokens. Works on the text, so numbers keep every digit.
fn compact_json(text: &str) -> String {
    let mut compact = String::with_capacity(text.len());
    let (mut in_string, mut escaped) = (false, false);
    for c in text.chars() {
        if in_string {
            in_string = escaped || c != '"';
            escaped = c == '\\' && !escaped;
        } else if c.is_ascii_whitespace() {
            continue;
        } else {
            in_string = c == '"';
        }
        compact.push(c);
    }
    compact
}

/// Writes the build id into the page. It follows from the content of every file, so data fetched with `?v=<id>` may
/// be kept for ever.
fn identify(dist: &Path) -> Result<String> {
    let id = digest(&files(dist)?, dist)?;
    let path = dist.join("index.html");
    let page = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    ensure!(
        page.matches(UNBUILT).count() == 1,
        "index.html must hold {UNBUILT} once"
    );
    fs::write(&path, page.replace(UNBUILT, &built(&id)))?;
    Ok(id)
}

fn built(id: &str) -> String {
    UNBUILT.replace("dev", id)
}

/// Whether the last build was of the same sources and is still there.
fn is_current() -> Result<bool> {
    let record = fs::read_to_string(record_path()).unwrap_or_default();
    let Some((inputs, id)) = record.split_once(' ') else {
        return Ok(false);
    };
    let page = fs::read_to_string(place::dist().join("index.html")).unwrap_or_default();
    Ok(page.contains(&built(id)) && inputs == inputs_digest()?)
}

fn record_path() -> PathBuf {
    place::target().join("dist-build")
}

fn inputs_digest() -> Result<String> {
    let mut paths = Vec::new();
    for input in INPUTS {
        let path = place::root().join(input);
        if path.is_dir() {
            paths.extend(files(&path)?)
        } else if path.is_file() {
            paths.push(path)
        }
    }
    let toolchain = output(command("rustc").args(["--version", "--verbose"]))?;
    let mut hash = Fnv::default();
    hash.update(toolchain.as_bytes());
    Ok(digest(&paths, &place::root())? + &hash.hex())
}

/// A digest of files: their names below the root, and their content.
fn digest(paths: &[PathBuf], root: &Path) -> Result<String> {
    let mut hash = Fnv::default();
    for path in paths {
        hash.update(path.strip_prefix(root)?.to_string_lossy().as_bytes());
        hash.update(&fs::read(path).with_context(|| format!("reading {}", path.display()))?);
    }
    Ok(hash.hex())
}

/// FNV-1a with 64 bits: tells builds apart, and need not resist anyone.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn update(&mut self, bytes: &[u8]) {
        // The length keeps ("ab", "c") and ("a", "bc") apart.
        for byte in bytes.len().to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn hex(&self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_keeps_its_strings_and_digits() {
        let text =
            "{\n  \"a b\": \"say \\\"x : y\\\" \\\\\",\n  \"n\": [ 1.10,\t0.999999999999 ]\n}\n";
        let compact = r#"{"a b":"say \"x : y\" \\","n":[1.10,0.999999999999]}"#;
        assert_eq!(compact_json(text), compact);
    }

    #[test]
    fn the_build_id_follows_the_content() {
        let dist = tempfile::tempdir().unwrap();
        let page = dist.path().join("index.html");
        let mut ids = Vec::new();
        for data in ["[1]", "[2]", "[1]"] {
            fs::write(&page, format!("<head>{UNBUILT}</head>")).unwrap();
            fs::write(dist.path().join("data.json"), data).unwrap();
            let id = identify(dist.path()).unwrap();
            let text = fs::read_to_string(&page).unwrap();
            assert_eq!(
                text,
                format!("<head><meta name=\"build\" content=\"{id}\"></head>")
            );
            ids.push(id);
        }
        assert_ne!(ids[0], ids[1]);
        assert_eq!(ids[0], ids[2]);
    }

    #[test]
    fn a_page_without_a_place_for_the_id_is_refused() {
        let dist = tempfile::tempdir().unwrap();
        fs::write(dist.path().join("index.html"), "<head></head>").unwrap();
        assert!(
            identify(dist.path())
                .unwrap_err()
                .to_string()
                .contains("index.html must hold")
        );
    }
}
