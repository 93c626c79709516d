//! `xtask look`: pictures of every page for eyes, and checks of what a machine can see.

use std::ffi::OsString;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::command::{cargo, output, run};
use crate::{build, chromium, index, place};

/// The part of `outage-lab models --json` that names a page.
#[derive(Debug, Deserialize)]
struct Model {
    id: String,
}

/// Shoots the pages whose address contains one of the filters (`home` for the first page); all of them when there is no
/// filter.
///
/// # Errors
/// When the app does not build, there is no browser, or a page has a fault.
pub fn look(filters: &[String]) -> Result<()> {
    build::ensure()?;
    let browser = chromium::ready()?;
    chromium::chinese_font_ready()?;
    let wanted = |page: &String| {
        let name = if page == "#/" { "home" } else { page };
        filters.is_empty() || filters.iter().any(|filter| name.contains(filter))
    };
    let pages: Vec<String> = pages()?.into_iter().filter(wanted).collect();
    ensure!(
        !pages.is_empty(),
        "no page's address contains any of {filters:?}"
    );
    let look = [
        "run",
        "--quiet",
        "--package",
        "browser-tests",
        "--bin",
        "look",
        "--",
    ];
    let out: OsString = place::look().into();
    run(cargo()
        .args(look)
        .arg(out)
        .args(pages)
        .env("CHROME", browser))
}

/// The address of every page: its fragment.
fn pages() -> Result<Vec<String>> {
    let notebooks = index::ids("assets/notebooks")?;
    let embed = notebooks
        .iter()
        .find(|id| *id == "home")
        .map(|id| format!("#/n/{id}?cell=plane&embed=1"));
    let mut pages = vec!["#/".to_owned()];
    pages.extend(notebooks.iter().map(|id| format!("#/n/{id}")));
    pages.extend(
        index::ids("incidents")?
            .iter()
            .map(|id| format!("#/i/{id}")),
    );
    pages.push("#/compare".to_owned());
    // Served by the pictures' own server: an incident with two hundred events.
    pages.push("#/i/2001-01-two-hundred".to_owned());
    // One's own: the list, and the editor with a copy of the largest file.
    pages.push("#/edit".to_owned());
    pages.push("#/edit?copy=2025-10-aws-dynamodb-dns".to_owned());
    pages.extend(models()?.iter().map(|id| format!("#/m/{id}")));
    pages.extend(embed);
    Ok(pages)
}

fn models() -> Result<Vec<String>> {
    let models = [
        "run",
        "--quiet",
        "--bin",
        "outage-lab",
        "--",
        "models",
        "--json",
    ];
    let json = output(cargo().args(models))?;
    let models: Vec<Model> = serde_json::from_str(&json)
        .context("`outage-lab models --json` printed no list of models")?;
    Ok(models.into_iter().map(|model| model.id).collect())
}
