//! The app's WebAssembly as modules that the browser fetches when a page needs them.
//!
//! The compiler makes one module, in which the functions marked with `wasm_split` are where it may be cut. What only one
//! of them needs goes into a module of its name; what several need goes into shared ones, which are put together here
//! by the kind of what needs them: hundreds of small files would cost more than they save.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use anyhow::{Context, Result, anyhow, ensure};

use crate::command::{run, timed};
use crate::tools::Bundler;

/// The script that fetches modules, beside the app's own.
pub(crate) const LOADER: &str = "split.js";

/// What modules import of the main one, and nothing else.
const SHARED: &str = "__indirect_function_table, __wasm_split_shared0, memory,";

/// WebAssembly 2.0, which every browser of the last years has; the optimizer may use nothing newer.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Modules by the one that needs them: each name with its files, in the order of fetching.
pub(crate) type Needs = BTreeMap<String, Vec<String>>;

/// The name of the app's files.
pub(crate) const APP: &str = "outage-lab";

/// Cuts `wasm`, and writes the scripts and the optimized modules of the app to `out`.
///
/// # Errors
/// When a tool fails, or has changed in a way that this does not know.
pub(crate) fn split(bundler: &Bundler, wasm: &Path, out: &Path) -> Result<Needs> {
    let stage = out.with_extension("stage");
    for folder in [&stage, out] {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
    }
    let main = stage.join(format!("{APP}.wasm"));
    let cut = timed("Cutting the app into modules", || cut(wasm, &stage, &main))?;
    let base = stage.join("base.wat");
    fs::write(&base, base_text(&fs::read(&main)?)?)?;
    let mut bindgen = bundler.bindgen();
    bindgen
        .args(["--target", "web", "--no-typescript", "--keep-lld-exports"])
        .args(["--out-name", APP, "--out-dir"]);
    run(bindgen.arg(out).arg(&main))?;
    let bound = out.join(format!("{APP}_bg.wasm"));
    let mut jobs = vec![(bound.clone(), bound)];
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for (kind, chunks) in together(&cut) {
        match bundler.wasm_merge() {
            Some(merge) => {
                let name = format!("shared-{kind}.wasm");
                let whole = stage.join(&name);
                put_together(merge, &base, &chunks, &whole)?;
                jobs.push((whole, out.join(&name)));
                files.extend(chunks.into_iter().map(|chunk| (chunk, name.clone())));
            }
            None => {
                for chunk in chunks {
                    let name = format!("{chunk}.wasm");
                    jobs.push((stage.join(&name), out.join(&name)));
                    files.insert(chunk, name);
                }
            }
        }
    }
    for split in cut.keys() {
        let file = own_file(split);
        let source = stage.join(format!("{file}.wasm"));
        if source.is_file() {
            let name = format!("{split}.wasm");
            jobs.push((source, out.join(&name)));
            files.insert(file, name);
        }
    }
    timed("Optimizing the modules", || optimize_all(bundler, jobs))?;
    let needs = needs(&cut, &files);
    let written = fs::read_to_string(stage.join(LOADER))?;
    fs::write(out.join(LOADER), loader(&written, &needs)?)?;
    fs::remove_dir_all(&stage)?;
    Ok(needs)
}

/// Cuts the module: the names at which it was cut, each with the stems of the files that it needs.
fn cut(wasm: &Path, stage: &Path, main: &Path) -> Result<Needs> {
    let bytes = fs::read(wasm).with_context(|| format!("reading {}", wasm.display()))?;
    let link = format!("./{LOADER}");
    let script = format!("./{APP}.js");
    let mut options = wasm_split_cli_support::Options::new(&bytes);
    options.output_dir = stage;
    options.main_out_path = main;
    options.link_name = &link;
    options.main_module = &script;
    let cut = wasm_split_cli_support::transform(options)
        .map_err(|error| anyhow!("splitting {}: {error:#}", wasm.display()))?;
    ensure!(
        !cut.prefetch_map.is_empty(),
        "{} is not marked anywhere: was it built with the feature `split`?",
        wasm.display()
    );
    Ok(cut.prefetch_map.into_iter().collect())
}

/// The shared files by the kind of what needs them.
fn together(cut: &Needs) -> BTreeMap<String, Vec<String>> {
    let mut users: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (split, files) in cut {
        let own = own_file(split);
        for file in files.iter().filter(|file| **file != own) {
            users.entry(file).or_default().insert(kind(split));
        }
    }
    let mut together: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, mut kinds) in users {
        // Whoever shows incidents is on most of the pages that have a part at all.
        if kinds.contains("part") {
            kinds.remove("page");
        }
        let kinds: Vec<&str> = kinds.into_iter().collect();
        let shared = together.entry(kinds.join("-")).or_default();
        shared.push(file.to_owned());
    }
    together
}

/// What a name stands for: a whole page, a part of pages, or a model.
fn kind(split: &str) -> &'static str {
    match split.rsplit_once('_') {
        Some((_, "page")) => "page",
        Some((_, "part")) => "part",
        _ => "model",
    }
}

fn own_file(split: &str) -> String {
    format!("split_{split}")
}

/// Each name with the files that it needs, once each.
fn needs(cut: &Needs, files: &BTreeMap<String, String>) -> Needs {
    let of = |stems: &Vec<String>| {
        let named: BTreeSet<&String> = stems.iter().filter_map(|stem| files.get(stem)).collect();
        named.into_iter().cloned().collect()
    };
    cut.iter()
        .map(|(split, stems)| (split.clone(), of(stems)))
        .collect()
}

/// A module that passes what others import on to those that are put together with it. Its memory and its table are as
/// big as those of the main module, which the others count on.
fn base_text(main: &[u8]) -> Result<String> {
    let (mut pages, mut slots) = (None, None);
    for part in wasmparser::Parser::new(0).parse_all(main) {
        match part? {
            wasmparser::Payload::MemorySection(memories) => {
                pages = memories
                    .into_iter()
                    .next()
                    .transpose()?
                    .map(|memory| memory.initial);
            }
            wasmparser::Payload::TableSection(tables) => {
                slots = tables
                    .into_iter()
                    .next()
                    .transpose()?
                    .map(|table| table.ty.initial);
            }
            _ => {}
        }
    }
    let pages = pages.context("the main module has no memory")?;
    let slots = slots.context("the main module has no table")?;
    Ok(format!(
        r#"(module
    (import "main" "memory" (memory {pages}))
    (import "main" "__indirect_function_table" (table {slots} funcref))
    (import "main" "__wasm_split_shared0" (global (mut i32)))
    (export "memory" (memory 0))
    (export "__indirect_function_table" (table 0))
    (export "__wasm_split_shared0" (global 0)))"#
    ))
}

/// Puts modules together that import from the main one only.
fn put_together(mut merge: Command, base: &Path, chunks: &[String], whole: &Path) -> Result<()> {
    // The name under which the others import is that of the base.
    merge.args(FEATURES).arg(base).arg("__wasm_split");
    for chunk in chunks {
        merge.arg(format!("{chunk}.wasm")).arg(chunk);
    }
    let stage = base.parent().context("the base is in no folder")?;
    merge.current_dir(stage).arg("-o").arg(whole);
    quietly(&mut merge)
}

/// Optimizes each module into its place, as many at a time as there are processors.
fn optimize_all(bundler: &Bundler, jobs: Vec<(PathBuf, PathBuf)>) -> Result<()> {
    let left = Mutex::new(jobs.into_iter());
    let work = || {
        loop {
            let next = left.lock().ok().and_then(|mut jobs| jobs.next());
            match next {
                Some((from, to)) => optimize(bundler, &from, &to)?,
                None => return Ok(()),
            }
        }
    };
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker
                .join()
                .map_err(|_| anyhow!("optimizing came to a panic"))?
        })
    })
}

fn optimize(bundler: &Bundler, from: &Path, to: &Path) -> Result<()> {
    let mut optimizer = bundler.wasm_opt();
    optimizer
        .arg("-O3")
        // The stack is at the bottom of the memory, so that no address is near zero.
        .arg("--low-memory-unused")
        .args(FEATURES)
        .arg("--strip-target-features")
        .arg(from)
        .arg("-o")
        .arg(to);
    quietly(&mut optimizer)
}

/// Runs a tool whose warnings about names, which are taken out anyway, would fill the screen.
fn quietly(command: &mut Command) -> Result<()> {
    let output = command
        .output()
        .with_context(|| format!("cannot start {command:?}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "{:?} ended with {}: {}",
        command.get_program(),
        output.status,
        errors.lines().last().unwrap_or_default()
    );
    Ok(())
}

/// The script that fetches modules: its beginning as it was written for the cut, then what each name needs.
fn loader(written: &str, needs: &Needs) -> Result<String> {
    let beginning = ["/* ", "const __chunk_", "export const "]
        .iter()
        .filter_map(|start| written.find(start))
        .min();
    let beginning = &written[..beginning.context("the script of wasm-split loads nothing")?];
    ensure!(
        beginning.contains(&format!("const {{ {SHARED}"))
            && beginning.contains("function makeLoad("),
        "the script of wasm-split is not the one that is known here: {beginning}"
    );
    let files: BTreeSet<&String> = needs.values().flatten().collect();
    let place = |file: &String| {
        files
            .iter()
            .position(|known| *known == file)
            .unwrap_or_default()
    };
    let mut script = beginning.to_owned();
    script.push_str(FETCH);
    for (at, file) in files.iter().enumerate() {
        script.push_str(&format!(
            "const m{at} = makeLoad(piece(\"./{file}\"), []);\n"
        ));
    }
    for (split, files) in needs {
        let all: Vec<String> = files
            .iter()
            .map(|file| format!("m{}", place(file)))
            .collect();
        let all = all.join(", ");
        script.push_str(&format!(
            "export const __wasm_split_load_{split} = wrapAsyncCb(makeLoad(() => async () => {{}}, [{all}]));\n"
        ));
    }
    Ok(script)
}

/// Fetches a module. Not streamed, as a host may not know the media type; the modules are small.
const FETCH: &str = r"const piece = (file) => () => {
    const fetched = fetch(new URL(file, import.meta.url));
    fetched.catch(() => {});
    return async (imports) => {
        const response = await fetched;
        if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
        const main = imports.__wasm_split;
        return WebAssembly.instantiate(await response.arrayBuffer(), { main, __wasm_split: main });
    };
};
";

/// The module that the compiler made.
pub(crate) fn compiled(target: &Path) -> PathBuf {
    target.join(format!("wasm32-unknown-unknown/web/{APP}.wasm"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut_of(entries: &[(&str, &[&str])]) -> Needs {
        let owned = |files: &[&str]| files.iter().map(|file| (*file).to_owned()).collect();
        entries
            .iter()
            .map(|(split, files)| ((*split).to_owned(), owned(files)))
            .collect()
    }

    #[test]
    fn what_models_share_is_apart_from_what_pages_share() {
        let cut = cut_of(&[
            ("queue", &["chunk_1", "chunk_2", "split_queue"]),
            ("canary", &["chunk_1", "split_canary"]),
            (
                "editor_page",
                &["chunk_2", "chunk_3", "chunk_4", "split_editor_page"],
            ),
            ("compare_page", &["chunk_4"]),
            ("incident_part", &["chunk_3", "split_incident_part"]),
        ]);
        let together = together(&cut);
        let expected = [
            ("model", vec!["chunk_1"]),
            ("model-page", vec!["chunk_2"]),
            ("page", vec!["chunk_4"]),
            ("part", vec!["chunk_3"]),
        ];
        let expected = expected.map(|(kind, files)| {
            let files: Vec<String> = files.into_iter().map(str::to_owned).collect();
            (kind.to_owned(), files)
        });
        assert_eq!(together, BTreeMap::from(expected));
    }

    #[test]
    fn a_file_that_holds_several_is_needed_once() {
        let cut = cut_of(&[("queue", &["chunk_1", "chunk_2", "split_queue"])]);
        let files = [
            ("chunk_1", "shared-model.wasm"),
            ("chunk_2", "shared-model.wasm"),
            ("split_queue", "queue.wasm"),
        ];
        let files = files.map(|(stem, file)| (stem.to_owned(), file.to_owned()));
        assert_eq!(
            needs(&cut, &BTreeMap::from(files)),
            cut_of(&[("queue", &["queue.wasm", "shared-model.wasm"])])
        );
    }

    #[test]
    fn the_loader_loads_what_each_name_needs() {
        let written = format!(
            "const {{ {SHARED}  }} = initSync(undefined, undefined);\nfunction makeLoad(fetcher, deps) {{}}\n\
             /* queue */\nconst __chunk_1 = makeLoad(x, []);\nexport const __wasm_split_load_queue = y;\n"
        );
        let needs = cut_of(&[("queue", &["queue.wasm", "shared-model.wasm"])]);
        let script = loader(&written, &needs).unwrap();
        assert!(!script.contains("__chunk_1"), "{script}");
        assert!(
            script.contains("const m0 = makeLoad(piece(\"./queue.wasm\"), []);"),
            "{script}"
        );
        assert!(
            script.contains("load_queue = wrapAsyncCb(makeLoad(() => async () => {}, [m0, m1]));"),
            "{script}"
        );
    }

    #[test]
    fn another_script_than_the_known_one_is_refused() {
        let error = loader("let a;\nexport const b = 1;", &Needs::new()).unwrap_err();
        assert!(
            error.to_string().contains("not the one that is known"),
            "{error}"
        );
    }
}
