//! What is served, to what kind of browser.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;
use xtask::place;
use xtask::server::{Server, Site};

use crate::browser::{Browser, Storage};
use crate::page::Page;
use crate::view::View;

/// Where courses put the app: a sub-path, so that nothing may rely on the root.
const BASE: &str = "/course/lab/";

/// The app on a static host, and the browser that is to visit it.
pub struct Lab {
    site: Site,
    storage: Storage,
    /// The folder of files that are served beside the app's own.
    beside: Option<Arc<TempDir>>,
}

/// What must live as long as a page does.
pub(crate) struct Stage {
    pub(crate) browser: Browser,
    app: Server,
    /// A page around the app, only kept alive.
    _outer: Option<(Server, TempDir)>,
    _beside: Option<Arc<TempDir>>,
}

impl Stage {
    /// The address of the app.
    pub(crate) fn app(&self) -> String {
        self.app.url()
    }
}

impl Lab {
    /// The built app: `$OUTAGE_LAB_DIST`, else `dist/`.
    ///
    /// # Panics
    /// When it has not been built.
    #[track_caller]
    pub fn built() -> Self {
        let dist = env::var_os("OUTAGE_LAB_DIST").map_or_else(place::dist, PathBuf::from);
        assert!(
            dist.join("index.html").is_file(),
            "there is no built app in {}: run `cargo xtask build`",
            dist.display()
        );
        Self::of(&dist)
    }

    /// A folder of files.
    pub fn of(folder: &Path) -> Self {
        let site = Site {
            folder: folder.to_owned(),
            before: None,
            base: BASE.to_owned(),
            any_origin: false,
        };
        Self {
            site,
            storage: Storage::Allowed,
            beside: None,
        }
    }

    /// Serves one more file, at a path below the app's address.
    ///
    /// # Panics
    /// When it cannot be written.
    #[must_use]
    #[track_caller]
    pub fn with_file(mut self, path: &str, text: &str) -> Self {
        let folder = self
            .beside
            .take()
            .unwrap_or_else(|| Arc::new(TempDir::new().expect("a temporary folder")));
        let file = folder.path().join(path);
        fs::create_dir_all(file.parent().expect("a file is in a folder")).expect("its folder");
        fs::write(file, text).expect("the file");
        self.site.before = Some(folder.path().to_owned());
        self.beside = Some(folder);
        self
    }

    /// The folder that is served.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.site.folder
    }

    /// Lets pages of any origin read the files, which a sandboxed frame without `allow-same-origin` needs.
    #[must_use]
    pub fn for_any_origin(mut self) -> Self {
        self.site.any_origin = true;
        self
    }

    /// Visits with storage allowed or blocked.
    #[must_use]
    pub fn with_storage(mut self, storage: Storage) -> Self {
        self.storage = storage;
        self
    }

    /// Opens a page of the app on a laptop and waits until it has drawn. The route is what follows the app's
    /// address, such as `#/n/nines-and-repair?lang=zh`.
    #[track_caller]
    pub fn open(&self, route: &str) -> Page {
        self.open_as(&View::default(), route)
    }

    /// Opens a page of the app on another screen, to another person, and waits until it has drawn.
    #[track_caller]
    pub fn open_as(&self, view: &View, route: &str) -> Page {
        let stage = Arc::new(self.stage());
        let page = Page::new(&stage, view);
        page.navigate(&format!("{}{route}", stage.app()));
        page.wait_ready();
        page
    }

    /// Opens a page of another origin, whose HTML has `{app}` where the app's address is to stand.
    ///
    /// It does not wait for anything: [`Page::frame`] does.
    #[track_caller]
    pub fn open_within(&self, view: &View, html: &str) -> Page {
        let mut stage = self.stage();
        let folder = TempDir::new().expect("a temporary folder for the outer page");
        let file = |name: &str, text: &str| fs::write(folder.path().join(name), text);
        file("index.html", &html.replace("{app}", &stage.app())).expect("the outer page's file");
        // Browsers ask for it, and its absence would be a fault of this harness.
        file("favicon.ico", "").expect("an icon's file");
        let site = Site {
            folder: folder.path().to_owned(),
            before: None,
            base: "/".to_owned(),
            any_origin: false,
        };
        let outer = Server::start(site, 0).unwrap_or_else(|trouble| panic!("{trouble:#}"));
        let address = outer.url_on("localhost");
        stage._outer = Some((outer, folder));
        let page = Page::new(&Arc::new(stage), view);
        page.navigate(&address);
        page
    }

    /// A tab with nothing in it yet, to prepare before it goes somewhere, or to open others beside.
    #[track_caller]
    pub fn blank(&self) -> Page {
        Page::new(&Arc::new(self.stage()), &View::default())
    }

    #[track_caller]
    fn stage(&self) -> Stage {
        let app = Server::start(self.site.clone(), 0);
        let app = app.unwrap_or_else(|trouble| panic!("{trouble:#}"));
        Stage {
            browser: Browser::launch(self.storage),
            app,
            _outer: None,
            _beside: self.beside.clone(),
        }
    }
}
