//! Outputs kept as files: a change shows as a difference to review, and `BLESS=1` rewrites them.

use std::fs;
use std::path::{Path, PathBuf};

/// The golden `tests/golden/<name>`, if there is one.
pub(crate) fn kept(name: &str) -> Option<String> {
    fs::read_to_string(path(name)).ok()
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
}

/// Compares `actual` with the file `tests/golden/<name>`; with `BLESS=1` in the environment it
/// becomes the file.
///
/// # Panics
/// When they differ, naming the first line that does, or when the file cannot be read or written.
pub(crate) fn check(name: &str, actual: &str) {
    let path = path(name);
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        let folder = path.parent().expect("a golden is in a folder");
        fs::create_dir_all(folder).expect("the folder of goldens can be made");
        fs::write(&path, actual).expect("a golden can be written");
        return;
    }
    let expected = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{name}: {error}; BLESS=1 writes it"));
    if expected == actual {
        return;
    }
    let line = expected
        .lines()
        .zip(actual.lines())
        .position(|(one, other)| one != other)
        .unwrap_or_else(|| expected.lines().count().min(actual.lines().count()));
    panic!(
        "{name}, line {}:\n  golden: {}\n  actual: {}\nBLESS=1 takes the actual.",
        line + 1,
        expected.lines().nth(line).unwrap_or("(end)"),
        actual.lines().nth(line).unwrap_or("(end)"),
    );
}
