//! Bytes over the wire against the budget.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::index;
use crate::split::Needs;

/// What a page loads of the app before it works, compressed: wasm, scripts, styles, page. This is the goal for every page.
const CODE_BUDGET: usize = 285_000;

/// A guard against growth that nobody meant, a little above what the page with most takes. Lower it with every step
/// towards the goal.
const PAGE_CEILING: usize = 550_000;

/// The same for all code together, which no page loads. A new model may raise it by what it costs (some 9 kB with its
/// simulator), a new page too; nothing else may.
const CODE_CEILING: usize = 1_100_000;

/// Which modules are needed for what, written by the build into the folder of the modules.
pub(crate) const NEEDS: &str = "needs.json";

/// What a page loads beside that, compressed: its document, its incident and one language.
const DATA_BUDGET: usize = 40_000;

/// The part of the app that reads and shows incidents.
const INCIDENT: &str = "incident_part";

/// Files that hold code.
const CODE: [&str; 4] = ["wasm", "js", "css", "html"];

/// Raw and compressed size.
#[derive(Debug, Default, Clone, Copy)]
struct Size {
    raw: usize,
    brotli: usize,
}

impl Size {
    fn of(bytes: &[u8]) -> Result<Self> {
        Ok(Self {
            raw: bytes.len(),
            brotli: brotli_size(bytes)?,
        })
    }

    fn add(&mut self, other: Self) {
        self.raw += other.raw;
        self.brotli += other.brotli;
    }
}

/// Prints the sizes of a built app.
///
/// # Errors
/// When the code exceeds its ceiling or the data its budget, or a file cannot be read.
pub fn check(dist: &Path) -> Result<()> {
    println!("{:>9} {:>9}", "raw", "brotli");
    let code = Code::read(dist)?;
    let page = code.page(dist)?;
    let data = data(dist)?;
    if page.brotli > CODE_BUDGET {
        println!(
            "code of a page is up to {} bytes over its budget",
            page.brotli - CODE_BUDGET
        );
    }
    let over: Vec<String> = [
        ("all code", code.all(), CODE_CEILING),
        ("code of a page", page, PAGE_CEILING),
        ("data of a page", data, DATA_BUDGET),
    ]
    .into_iter()
    .filter(|(_, size, budget)| size.brotli > *budget)
    .map(|(what, size, budget)| format!("{what}: {} bytes, {budget} allowed", size.brotli))
    .collect();
    if !over.is_empty() {
        bail!("over the size budget: {}", over.join("; "));
    }
    Ok(())
}

/// The code of a built app.
struct Code {
    /// What every page loads.
    base: Size,
    /// The modules that are fetched when a page needs them.
    modules: BTreeMap<String, Size>,
    /// The modules that each model and each part of the app needs.
    needs: Needs,
}

impl Code {
    fn read(dist: &Path) -> Result<Code> {
        let all = files(dist)?;
        let needs = match all.iter().find(|path| path.ends_with(NEEDS)) {
            Some(path) => serde_json::from_value(json(path)?)?,
            None => Needs::default(),
        };
        let modular: BTreeSet<&String> = needs.values().flatten().collect();
        let (mut base, mut modules) = (Size::default(), BTreeMap::new());
        for path in &all {
            let extension = path.extension().and_then(|extension| extension.to_str());
            if !extension.is_some_and(|extension| CODE.contains(&extension)) {
                continue;
            }
            let size = read(path)?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            print(size, &name, None);
            if modular.contains(&name.to_string()) {
                modules.insert(name.into_owned(), size);
            } else {
                base.add(size);
            }
        }
        let code = Code {
            base,
            modules,
            needs,
        };
        print(base, "code of every page", None);
        print(code.all(), "all code", None);
        Ok(code)
    }

    fn all(&self) -> Size {
        let mut all = self.base;
        self.modules.values().for_each(|size| all.add(*size));
        all
    }

    /// What a page loads that needs these.
    fn with<'a>(&self, needed: impl Iterator<Item = &'a str>) -> Size {
        let modules: BTreeSet<&String> = needed
            .filter_map(|name| self.needs.get(name))
            .flatten()
            .collect();
        let mut sum = self.base;
        let sizes = modules
            .into_iter()
            .filter_map(|name| self.modules.get(name));
        sizes.for_each(|size| sum.add(*size));
        sum
    }

    /// The most that one page loads, and what home does.
    fn page(&self, dist: &Path) -> Result<Size> {
        let mut biggest = (self.base, "any".to_owned());
        let mut hold = |size: Size, name: String| {
            if size.brotli >= biggest.0.brotli {
                biggest = (size, name);
            }
        };
        let documents = files(&dist.join("assets/notebooks"))?;
        for document in documents
            .iter()
            .filter(|path| !path.ends_with("index.json"))
        {
            let named = Named::of(&json(document)?);
            let incident = (!named.incidents.is_empty()).then_some(INCIDENT);
            let size = self.with(named.models.iter().map(String::as_str).chain(incident));
            if document.ends_with("home.json") {
                print(size, "code of home", Some(CODE_BUDGET));
            }
            hold(
                size,
                document
                    .strip_prefix(dist)
                    .unwrap_or(document)
                    .display()
                    .to_string(),
            );
        }
        // The page of a model, of an incident, of the editor.
        for name in self.needs.keys() {
            hold(self.with(std::iter::once(name.as_str())), name.clone());
        }
        let what = format!("code of a page, at most ({})", biggest.1);
        print(biggest.0, &what, Some(CODE_BUDGET));
        Ok(biggest.0)
    }
}

/// The most that one page loads: a document with the incidents, the words of the models and, on home, the lists that
/// it asks for, in the language that takes most.
fn data(dist: &Path) -> Result<Size> {
    let mut biggest = (Size::default(), "no page".to_owned());
    for folder in ["assets/notebooks", "incidents"] {
        for document in files(&dist.join(folder))? {
            if document.ends_with("index.json") {
                continue;
            }
            let size = page(dist, &document)?;
            if size.brotli > biggest.0.brotli {
                let name = document.strip_prefix(dist).unwrap_or(&document);
                biggest = (size, name.display().to_string());
            }
        }
    }
    let what = format!("data of a page, at most ({})", biggest.1);
    print(biggest.0, &what, Some(DATA_BUDGET));
    Ok(biggest.0)
}

/// What the page of one document loads.
fn page(dist: &Path, document: &Path) -> Result<Size> {
    let named = Named::of(&json(document)?);
    let mut sum = read(document)?;
    for incident in &named.incidents {
        sum.add(read(&dist.join(format!("incidents/{incident}.json")))?);
    }
    if document.ends_with("home.json") {
        for path in files(dist)? {
            if path.ends_with("index.json") {
                sum.add(read(&path)?);
            }
        }
    }
    let mut languages: BTreeMap<PathBuf, Size> = BTreeMap::new();
    let locales = dist.join("assets/locales");
    for path in files(&locales)? {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        // The editor's words come with the editor.
        let common = !index::is_model(&json(&path)?) && stem != "editor";
        if common || named.models.contains(stem.as_ref()) {
            let language = path.strip_prefix(&locales)?.iter().take(1).collect();
            languages.entry(language).or_default().add(read(&path)?);
        }
    }
    if let Some(most) = languages.into_values().max_by_key(|size| size.brotli) {
        sum.add(most);
    }
    Ok(sum)
}

/// The models and incidents that a document names.
#[derive(Default)]
struct Named {
    models: BTreeSet<String>,
    incidents: BTreeSet<String>,
}

impl Named {
    fn of(document: &Value) -> Named {
        let mut named = Named::default();
        named.look(document);
        named
    }

    fn look(&mut self, value: &Value) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| self.look(value)),
            Value::Object(fields) => {
                for (field, value) in fields {
                    match (field.as_str(), value.as_str()) {
                        ("model", Some(id)) => drop(self.models.insert(id.to_owned())),
                        ("incident", Some(id)) => drop(self.incidents.insert(id.to_owned())),
                        ("like", Some(input)) => {
                            let model = input.split('.').next().unwrap_or_default();
                            self.models.insert(model.to_owned());
                        }
                        _ => self.look(value),
                    }
                }
            }
            _ => {}
        }
    }
}

fn json(path: &Path) -> Result<Value> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("in {}", path.display()))
}

fn print(size: Size, what: &str, budget: Option<usize>) {
    let budget = budget.map_or(String::new(), |budget| format!(" (budget {budget})"));
    println!("{:>9} {:>9}  {what}{budget}", size.raw, size.brotli);
}

fn read(path: &Path) -> Result<Size> {
    Size::of(&fs::read(path).with_context(|| format!("reading {}", path.display()))?)
}

/// All files below a folder, in a fixed order; none when there is no such folder.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if !folder.is_dir() {
        return Ok(files);
    }
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(self::files(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn brotli_size(bytes: &[u8]) -> Result<usize> {
    /// Quality and window as static hosts compress in advance.
    const QUALITY: u32 = 11;
    const WINDOW_BITS: u32 = 22;
    let mut compressed = brotli::CompressorWriter::new(Vec::new(), 4096, QUALITY, WINDOW_BITS);
    compressed.write_all(bytes)?;
    Ok(compressed.into_inner().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(bytes: usize) -> Vec<u8> {
        let mut state = 1_u64;
        let next = |_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 56) as u8
        };
        (0..bytes).map(next).collect()
    }

    fn dist(files: &[(&str, Vec<u8>)]) -> tempfile::TempDir {
        let dist = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            let path = dist.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        dist
    }

    #[test]
    fn repetition_compresses_and_noise_does_not() {
        assert!(brotli_size(&[b'a'; 100_000]).unwrap() < 100);
        assert!(brotli_size(&noise(10_000)).unwrap() >= 10_000);
    }

    #[test]
    fn code_over_the_ceiling_fails_and_pictures_do_not_count() {
        let inside = dist(&[
            ("app.wasm", noise(PAGE_CEILING - 1_000)),
            ("big.png", noise(300_000)),
        ]);
        check(inside.path()).unwrap();
        let over = dist(&[
            ("app.wasm", noise(PAGE_CEILING - 1_000)),
            ("app.css", noise(2_000)),
        ]);
        let error = check(over.path()).unwrap_err().to_string();
        assert!(error.contains("code") && !error.contains("data"), "{error}");
    }

    #[test]
    fn a_page_loads_the_modules_of_what_it_names_and_each_once() {
        let needs = r#"{"a": ["a.wasm", "both.wasm"], "b": ["b.wasm", "both.wasm"]}"#;
        let lesson = r#"{"cells": [{"model": {"model": "a"}}, {"model": {"model": "b"}}]}"#;
        let with = |both: usize| {
            dist(&[
                ("assets/notebooks/lesson.json", lesson.as_bytes().to_vec()),
                ("app/needs.json", needs.as_bytes().to_vec()),
                ("app/main.wasm", noise(PAGE_CEILING / 2)),
                ("app/a.wasm", noise(PAGE_CEILING / 8)),
                ("app/b.wasm", noise(PAGE_CEILING / 8)),
                ("app/both.wasm", noise(both)),
            ])
        };
        check(with(PAGE_CEILING / 4 - 1_000).path()).unwrap();
        let error = check(with(PAGE_CEILING / 4 + 1_000).path());
        let error = error.unwrap_err().to_string();
        assert!(error.contains("code of a page"), "{error}");
    }

    /// A JSON file that `bytes` of noise swell.
    fn swollen(json: &str, bytes: usize) -> Vec<u8> {
        let noise: String = noise(bytes)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        json.replace("SWOLLEN", &noise).into_bytes()
    }

    #[test]
    fn a_page_loads_what_its_document_names_and_the_words_that_all_need() {
        let lesson = r#"{"cells": [{"model": {"model": "a"}}, {"incident": {"incident": "c"}}]}"#;
        let words = r#"{"title": "", "question": "SWOLLEN"}"#;
        let common = r#"{"lessons": "SWOLLEN"}"#;
        let within = [
            ("assets/notebooks/lesson.json", lesson.as_bytes().to_vec()),
            ("incidents/c.json", swollen(r#"{"id": "SWOLLEN"}"#, 10_000)),
            ("incidents/d.json", swollen(r#"{"id": "SWOLLEN"}"#, 10_000)),
            ("assets/locales/en/a.json", swollen(words, 10_000)),
            ("assets/locales/zh/a.json", swollen(words, 10_000)),
            ("assets/locales/en/b.json", swollen(words, 30_000)),
            ("assets/locales/en/app.json", swollen(common, 10_000)),
        ];
        check(dist(&within).path()).unwrap();
        let mut over = within.to_vec();
        over.push(("assets/locales/en/link.json", swollen(common, 12_000)));
        let error = check(dist(&over).path()).unwrap_err().to_string();
        assert!(error.contains("data of a page"), "{error}");
    }
}
