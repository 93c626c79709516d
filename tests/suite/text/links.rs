//! Links in the notebooks' words lead somewhere, and to the same places in both languages.

use std::collections::BTreeSet;
use std::path::Path;

use outage_lab::models;
use outage_lab::text::prose::{self, Block, Inline};
use outage_lab::text::{Bilingual, Lang};
use outage_lab::view::address::{Address, Route};

use super::documents::{documents, proses};

/// The addresses of a text.
fn addresses(text: &Bilingual, lang: Lang) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for block in prose::parse(text.get(lang)).unwrap() {
        let inlines: Vec<Inline> = match block {
            Block::Heading(inlines) | Block::Paragraph(inlines) => inlines,
            Block::Bullets(items) | Block::Numbers(items) => items.concat(),
            Block::Table(rows) => rows.concat().concat(),
        };
        inlines
            .iter()
            .for_each(|inline| collect(inline, &mut found));
    }
    found
}

fn collect(inline: &Inline, found: &mut BTreeSet<String>) {
    match inline {
        Inline::Link { address, .. } => {
            found.insert(address.clone());
        }
        Inline::Emphasis(inner) | Inline::Strong(inner) => {
            inner.iter().for_each(|inline| collect(inline, found));
        }
        Inline::Text(_) | Inline::Code(_) | Inline::Value { .. } => {}
    }
}

fn exists(folder: &str, id: &str) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join(folder).join(format!("{id}.json")).is_file()
}

#[test]
fn links_lead_to_pages_that_exist() {
    let mut followed = 0;
    for document in documents() {
        for text in proses(&document) {
            let [en, zh] = Lang::ALL.map(|lang| addresses(text, lang));
            assert_eq!(en, zh, "{}: {}", document.id, text.en);
            for address in en.iter().filter(|address| address.starts_with('#')) {
                let (page, notes) = Address::parse(address);
                assert_eq!(notes, [], "{}: {address}", document.id);
                let there = match &page.route {
                    Route::Notebook(id) => exists("assets/notebooks", id),
                    Route::Incident(id) => exists("incidents", id),
                    Route::Model(id) => models::find(id).is_some(),
                    Route::Home
                    | Route::Compare
                    | Route::Lessons
                    | Route::Models
                    | Route::Incidents => true,
                };
                assert!(there, "{}: {address} leads nowhere", document.id);
                followed += 1;
            }
        }
    }
    assert!(followed > 40, "{followed}");
}
