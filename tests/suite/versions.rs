//! A model's version stands for its results: who kept a digest can tell whether it still holds.

use std::collections::BTreeMap;

use outage_lab::models::{CATALOGUE, digest};

use super::asked::run;
use super::golden;

const GOLDEN: &str = "versions.txt";

/// `model version digest` at the defaults, and for each preset the same with what it sets. The file takes other results
/// (`cargo xtask bless`) only with another version.
#[test]
fn other_results_have_another_version() {
    let mut lines = String::new();
    for model in CATALOGUE {
        let spec = model.spec();
        let presets = spec.presets.iter().map(|preset| preset.set);
        for set in std::iter::once(&[][..]).chain(presets) {
            lines.push_str(spec.id);
            for (id, text) in set {
                lines.push_str(&format!(" {id}={text}").replace('\n', " "));
            }
            let digest = digest(&run(spec.id, set));
            lines.push_str(&format!(" {} {digest}\n", spec.version));
        }
    }
    let kept = golden::kept(GOLDEN).unwrap_or_default();
    let known: BTreeMap<_, _> = kept.lines().filter_map(versioned).collect();
    let changed: Vec<_> = lines
        .lines()
        .filter_map(versioned)
        .filter(|(run, digest)| known.get(run).is_some_and(|known| known != digest))
        .collect();
    assert!(
        changed.is_empty(),
        "results changed: raise the version, then bless: {changed:#?}"
    );
    golden::check(GOLDEN, &lines);
}

/// A run with its version, and its digest.
fn versioned(line: &str) -> Option<(&str, &str)> {
    line.rsplit_once(' ')
}
