//! Where things are.

use std::env;
use std::path::{Path, PathBuf};

/// The root of the checkout: where Cargo runs this from, else where it was compiled.
pub fn root() -> PathBuf {
    let compiled = env!("CARGO_MANIFEST_DIR");
    let member = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| compiled.into(), PathBuf::from);
    let root = member
        .ancestors()
        .find(|folder| folder.join("Trunk.toml").is_file());
    root.map_or_else(|| member.clone(), Path::to_owned)
}

/// The built app: what a static host serves.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// The pictures of `xtask look`.
pub fn look() -> PathBuf {
    root().join("look")
}

/// Cargo's target folder.
pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// The folder of one tool in one version, outside the checkout so that every clone shares it.
pub fn tool(name: &str, version: &str) -> PathBuf {
    cache().join("tools").join(format!("{name}-{version}"))
}

/// `$OUTAGE_LAB_CACHE`, else `$XDG_CACHE_HOME/outage-lab`, else `~/.cache/outage-lab`.
fn cache() -> PathBuf {
    if let Some(dir) = env::var_os("OUTAGE_LAB_CACHE") {
        return dir.into();
    }
    let caches = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let caches = caches.or_else(|| Some(env::home_dir()?.join(".cache")));
    caches.map_or_else(|| target().join("cache"), |dir| dir.join("outage-lab"))
}
