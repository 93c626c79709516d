//! Who may use whom: the direction of the layers, read from the source.

use std::fs;
use std::path::{Path, PathBuf};

/// A layer, and the parts of the crate that it may use beside itself. The kernel is a package, so the compiler holds it
/// to using none of them.
const LAYERS: [(&str, &[&str]); 9] = [
    ("ordered", &[]),
    ("finding", &[]),
    ("text", &["kernel", "finding"]),
    ("chart", &["kernel", "text"]),
    ("incident", &["kernel", "ordered", "text", "finding"]),
    ("models", &["kernel", "text", "chart"]),
    (
        "notebook",
        &[
            "kernel", "ordered", "text", "chart", "finding", "incident", "models",
        ],
    ),
    (
        "view",
        &[
            "kernel", "ordered", "text", "finding", "incident", "models", "notebook",
        ],
    ),
    ("lib.rs", &[]),
];

/// Parts of a layer that others may not use, with those who may.
const CLOSED: [(&str, &[&str]); 2] = [("chart::layout", &["chart"]), ("chart::draw", &["chart"])];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The layer of a file: its folder in `src`, or the file itself.
fn layer(path: &Path) -> String {
    let inside = path.strip_prefix(root()).unwrap();
    let first = inside.iter().next().unwrap().to_string_lossy();
    first
        .strip_suffix(".rs")
        .filter(|name| *name != "lib")
        .unwrap_or(&first)
        .to_owned()
}

/// What follows `crate::` in a file, without its comments and tests; of a group in braces each member.
fn edges(code: &str) -> Vec<String> {
    let code = code.split("#[cfg(test)]").next().unwrap();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n");
    code.split("crate::").skip(1).flat_map(paths).collect()
}

/// The paths with which a text begins: one, or with a group in braces those of its members.
fn paths(text: &str) -> Vec<String> {
    let end = text.find(|c: char| !c.is_alphanumeric() && !"_:".contains(c));
    let (path, rest) = text.split_at(end.unwrap_or(text.len()));
    let Some(group) = rest.strip_prefix('{') else {
        return vec![path.to_owned()];
    };
    let members = members(group);
    let inside = members.iter().flat_map(|member| paths(member.trim()));
    inside.map(|member| format!("{path}{member}")).collect()
}

/// The members of a group, behind its opening brace.
fn members(group: &str) -> Vec<&str> {
    let (mut members, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                members.push(&group[from..at]);
                from = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    members.retain(|member| !member.trim().is_empty());
    members
}

#[test]
fn layers_use_only_those_below_them() {
    for path in sources(&root()) {
        let from = layer(&path);
        if from == "kernel" {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == from) else {
            assert!(
                ["main", "main.rs", "ui", "cli"].contains(&from.as_str()),
                "{from}: a layer without a rule"
            );
            continue;
        };
        for edge in edges(&fs::read_to_string(&path).unwrap()) {
            let to = edge.split("::").next().unwrap();
            assert!(
                to == from || allowed.contains(&to),
                "{} uses crate::{edge}; {from} may use only {allowed:?}",
                path.display()
            );
            for (closed, openers) in CLOSED {
                let uses = edge == closed || edge.starts_with(&format!("{closed}::"));
                assert!(
                    !uses || openers.contains(&from.as_str()),
                    "{} uses {closed}",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn the_kernel_stands_on_nothing_of_ours_and_has_one_name() {
    let manifest = fs::read_to_string(root().join("kernel/Cargo.toml")).unwrap();
    let dependencies = manifest.split("ependencies]").skip(1);
    let named: Vec<&str> = dependencies
        .flat_map(str::lines)
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('='))
        .map(|(name, _)| name.trim())
        .collect();
    assert_eq!(named, ["libm", "rand_chacha"], "as simple lines");

    // Under its package's name it would slip through the rule above.
    for path in sources(&root()) {
        let code = fs::read_to_string(&path).unwrap();
        let may = ["kernel", "lib.rs"].contains(&layer(&path).as_str());
        assert!(
            may || !code.contains("outage_lab_kernel"),
            "{} says outage_lab_kernel instead of crate::kernel",
            path.display()
        );
    }
}

#[test]
fn only_the_entry_and_the_interface_know_the_target() {
    for path in sources(&root()) {
        let code = fs::read_to_string(&path).unwrap();
        let may = ["main", "main.rs", "ui"].contains(&layer(&path).as_str());
        assert!(
            may || !code.contains("target_arch"),
            "{} asks for the target",
            path.display()
        );
    }
}

#[test]
fn the_kernel_draws_only_by_its_own_mathematics() {
    // The lint bans the methods of f64; crates that sample by them are banned here.
    for path in sources(&root()) {
        let code = fs::read_to_string(&path).unwrap();
        for banned in [
            "rand_distr",
            "statrs",
            "rand::rngs",
            "thread_rng",
            "rand::rng(",
        ] {
            assert!(!code.contains(banned), "{} uses {banned}", path.display());
        }
    }
}

#[test]
fn the_rule_itself_finds_a_wrong_edge() {
    let code = "use crate::models::Inputs;\n// crate::ui is only named here\nfn f() { crate::text::x() }\n#[cfg(test)]\nuse crate::view;";
    assert_eq!(edges(code), ["models::Inputs", "text::x"]);
}

/// A group in braces is the same as its members one by one.
#[test]
fn the_rule_itself_looks_into_groups() {
    for code in [
        "use crate::chart::ChartSpec;\nuse crate::chart::layout::Rect;\nuse crate::text::Lang;",
        "use crate::chart::{ChartSpec, layout::Rect};\nuse crate::text::Lang;",
        "use crate::chart::{\n    ChartSpec,\n    layout::{Rect},\n};\nuse crate::text::{Lang};",
        "use crate::{chart::{ChartSpec, layout::Rect}, text::Lang};",
    ] {
        let expected = ["chart::ChartSpec", "chart::layout::Rect", "text::Lang"];
        assert_eq!(edges(code), expected, "{code}");
    }
    assert_eq!(
        edges("use crate::chart::{self, layout};"),
        ["chart::self", "chart::layout"]
    );
}

/// The page cannot ask the program, which it does not have yet, what words every page needs: the list stands twice.
#[test]
fn the_page_fetches_ahead_the_words_that_every_page_needs() {
    let listed = |file: &str, from: &str, to: &str| -> Vec<String> {
        let text = fs::read_to_string(file).unwrap();
        let (_, behind) = text.split_once(from).unwrap();
        let (list, _) = behind.split_once(to).unwrap();
        let parts = list.split('"').skip(1).step_by(2);
        parts.map(str::to_owned).collect()
    };
    let needed = listed("src/ui/strings.rs", "const COMMON", "];");
    assert!(needed.len() > 3, "{needed:?}");
    assert_eq!(listed("index.html", "var early = [", "]"), needed);
}
