//! Static files over HTTP, as a static host serves them: under a sub-path, with the right types, and 404 for what
//! is not there.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::http::{Host, Reply};

/// What is served, and how.
#[derive(Debug, Clone)]
pub struct Site {
    /// The folder of the files.
    pub folder: PathBuf,
    /// A folder whose files come before those.
    pub before: Option<PathBuf>,
    /// The path that they appear under: starts and ends with a slash.
    pub base: String,
    /// Whether pages of any origin may read the files, which a frame with an opaque origin needs.
    pub any_origin: bool,
}

/// A running server; dropping it stops it.
pub struct Server {
    host: Host,
    base: String,
}

impl Server {
    /// Serves a site on this machine alone; port 0 takes a free one.
    ///
    /// # Errors
    /// When the base is malformed or the port taken.
    pub fn start(site: Site, port: u16) -> Result<Self> {
        ensure!(
            site.base.starts_with('/') && site.base.ends_with('/'),
            "a base starts and ends with a slash, unlike {:?}",
            site.base
        );
        let base = site.base.clone();
        let host = Host::start(port, move |url| site.reply(url))
            .with_context(|| format!("cannot listen on port {port}"))?;
        Ok(Self { host, base })
    }

    /// The address of the site.
    pub fn url(&self) -> String {
        self.url_on("127.0.0.1")
    }

    /// The address of the site under another name of this machine, which is another origin to a browser.
    pub fn url_on(&self, host: &str) -> String {
        format!("http://{host}:{}{}", self.host.address().port(), self.base)
    }

    /// Serves until the process ends.
    pub fn wait(self) {
        self.host.wait();
    }
}

impl Site {
    fn reply(&self, url: &str) -> Reply {
        let (path, query) = url.split_once('?').unwrap_or((url, ""));
        if path.strip_suffix('/').is_none() && format!("{path}/") == self.base {
            return Reply::redirect(&self.base);
        }
        let Some(file) = path
            .strip_prefix(&self.base)
            .and_then(|path| self.file(path))
        else {
            return Reply::text(404, "not found\n");
        };
        if file.is_dir() {
            return Reply::redirect(&format!("{path}/"));
        }
        let Ok(body) = fs::read(&file) else {
            return Reply::text(404, "not found\n");
        };
        let mut headers = vec![
            ("Content-Type", media_type(&file).to_owned()),
            ("Cache-Control", caching(&file, query)),
        ];
        if self.any_origin {
            headers.push(("Access-Control-Allow-Origin", "*".to_owned()));
        }
        Reply {
            status: 200,
            headers,
            body,
        }
    }

    /// The file of a path below the base; a folder's own page for a path that ends with a slash.
    fn file(&self, path: &str) -> Option<PathBuf> {
        let mut path = PathBuf::from(percent_decoded(path)?);
        if path.as_os_str().is_empty() || path.to_string_lossy().ends_with('/') {
            path.push("index.html");
        }
        let below = path
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        let first = self.before.as_ref().map(|folder| folder.join(&path));
        below.then(|| {
            first
                .filter(|file| file.is_file())
                .unwrap_or_else(|| self.folder.join(path))
        })
    }
}

fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml; charset=utf-8",
        Some("png") => "image/png",
        Some("ico") => "image/vnd.microsoft.icon",
        Some("woff2") => "font/woff2",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        Some("webmanifest") => "application/manifest+json; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A name or address that changes with the content may be kept for ever; all else is asked for again.
fn caching(file: &Path, query: &str) -> String {
    let versioned = query.split('&').any(|part| part.starts_with("v="));
    if versioned || has_hash(file) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    }
    .to_owned()
}

/// Whether the name, or that of the folder, carries a hash as the build writes it: `app-0123456789abcdef.css`,
/// `app-0123456789abcdef/split.js`.
fn has_hash(file: &Path) -> bool {
    let is_hash = |name: &OsStr| {
        let name = name.to_string_lossy();
        let hash = name.rsplit_once('-').map_or("", |(_, hash)| hash);
        hash.len() >= 15 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let folder = file.parent().and_then(Path::file_name);
    file.file_stem().is_some_and(is_hash) || folder.is_some_and(is_hash)
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> (tempfile::TempDir, Site) {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        file("site/index.html", "home");
        file("site/app-0123456789abcdef/app_bg.wasm", "wasm");
        file("site/data/a b.json", "{}");
        file("before/data/more.json", "[]");
        file("secret.txt", "secret");
        let site = Site {
            folder: folder.path().join("site"),
            before: Some(folder.path().join("before")),
            base: "/course/lab/".to_owned(),
            any_origin: false,
        };
        (folder, site)
    }

    fn header<'a>(reply: &'a Reply, name: &str) -> Option<&'a str> {
        let found = reply.headers.iter().find(|(header, _)| *header == name);
        found.map(|(_, value)| value.as_str())
    }

    #[test]
    fn files_have_their_type_and_caching() {
        let (_folder, site) = site();
        for (url, media_type, caching) in [
            ("/course/lab/", "text/html; charset=utf-8", "no-cache"),
            (
                "/course/lab/index.html",
                "text/html; charset=utf-8",
                "no-cache",
            ),
            (
                "/course/lab/app-0123456789abcdef/app_bg.wasm",
                "application/wasm",
                "public, max-age=31536000, immutable",
            ),
            (
                "/course/lab/data/a%20b.json",
                "application/json; charset=utf-8",
                "no-cache",
            ),
            (
                "/course/lab/data/more.json",
                "application/json; charset=utf-8",
                "no-cache",
            ),
            (
                "/course/lab/data/a%20b.json?v=12",
                "application/json; charset=utf-8",
                "public, max-age=31536000, immutable",
            ),
        ] {
            let reply = site.reply(url);
            assert_eq!(reply.status, 200, "{url}");
            assert_eq!(header(&reply, "Content-Type"), Some(media_type), "{url}");
            assert_eq!(header(&reply, "Cache-Control"), Some(caching), "{url}");
        }
    }

    #[test]
    fn what_is_not_there_is_404_and_not_a_page() {
        let (_folder, site) = site();
        for url in [
            "/",
            "/course/",
            "/course/lab/missing.js",
            "/course/lab/data/",
            "/course/lab/../../secret.txt",
            "/course/lab/..%2f..%2fsecret.txt",
            "/course/lab//etc/passwd",
            "/course/lab/%",
        ] {
            assert_eq!(site.reply(url).status, 404, "{url}");
        }
    }

    #[test]
    fn a_folder_without_its_slash_is_sent_there() {
        let (_folder, site) = site();
        for (url, location) in [
            ("/course/lab", "/course/lab/"),
            ("/course/lab/data", "/course/lab/data/"),
        ] {
            let reply = site.reply(url);
            assert_eq!(
                (reply.status, header(&reply, "Location")),
                (301, Some(location))
            );
        }
    }

    #[test]
    fn other_origins_may_read_only_when_asked_for() {
        let (_folder, mut site) = site();
        assert_eq!(
            header(&site.reply("/course/lab/"), "Access-Control-Allow-Origin"),
            None
        );
        site.any_origin = true;
        assert_eq!(
            header(&site.reply("/course/lab/"), "Access-Control-Allow-Origin"),
            Some("*")
        );
    }
}
