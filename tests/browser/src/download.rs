//! Files that a page hands out.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::page::{Attempt, Page, poll};

impl Page {
    /// Does something that starts a download, and returns the file's name and content.
    #[track_caller]
    pub fn download(&self, start: impl FnOnce(&Self)) -> (String, Vec<u8>) {
        let folder = tempfile::tempdir().expect("a temporary folder for a download");
        self.send(
            "Page.setDownloadBehavior",
            json!({ "behavior": "allow", "downloadPath": folder.path() }),
        );
        start(self);
        let mut file = None;
        let waited = poll(|| {
            file = finished(folder.path());
            if file.is_some() {
                Attempt::Done
            } else {
                Attempt::NotYet(String::new())
            }
        });
        match (waited, file) {
            (Ok(()), Some((name, bytes))) => (name, bytes),
            _ => panic!("no file was downloaded"),
        }
    }
}

/// The one file in a folder, unless it is still being written.
fn finished(folder: &Path) -> Option<(String, Vec<u8>)> {
    let paths: Vec<_> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    let [path] = paths.as_slice() else {
        return None;
    };
    let name = path.file_name()?.to_str()?;
    let unfinished = name.ends_with(".crdownload") || name.starts_with(".org.chromium");
    if unfinished {
        None
    } else {
        Some((name.to_owned(), fs::read(path).ok()?))
    }
}
