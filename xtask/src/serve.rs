//! `xtask serve`: builds the app and serves it on this machine.

use anyhow::Result;

use crate::command::{command, on_path, run};
use crate::server::{Server, Site};
use crate::{build, place};

/// Where and how to serve.
#[derive(Debug)]
pub struct Options {
    /// The port; without one 8080, or any free one when that is taken.
    pub port: Option<u16>,
    /// The path that the app appears under.
    pub base: String,
    /// Whether to open a browser.
    pub open: bool,
    /// Whether pages of any origin may read the files.
    pub any_origin: bool,
}

/// Builds where needed, then serves until it is interrupted.
///
/// # Errors
/// When the app does not build or the port is taken.
pub fn serve(options: Options) -> Result<()> {
    build::ensure()?;
    let site = Site {
        folder: place::dist(),
        base: options.base,
        before: None,
        any_origin: options.any_origin,
    };
    let server = match options.port {
        Some(port) => Server::start(site, port)?,
        None => Server::start(site.clone(), 8080).or_else(|_| Server::start(site, 0))?,
    };
    let url = server.url();
    println!("Outage Lab is at {url} (stop with Ctrl+C)");
    if options.open {
        open(&url);
    }
    server.wait();
    Ok(())
}

/// Opens the address in the user's browser, where there is a way to.
fn open(url: &str) {
    let opener = ["xdg-open", "open"]
        .into_iter()
        .find(|opener| on_path(opener).is_some());
    let opened = match opener {
        Some(opener) => run(command(opener).arg(url)),
        None if cfg!(windows) => run(command("cmd").args(["/c", "start", url])),
        None => Ok(()),
    };
    if let Err(trouble) = opened {
        println!("{trouble:#}");
    }
}
