//! Bytes over the wire against the budget.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// What loads before anything works, compressed: wasm, scripts, styles, page. This is the goal.
const CODE_BUDGET: usize = 180_000;

/// What it may not exceed on the way there: a little above the smallest size reached so far. Lower it with every
/// step towards the budget; never raise it.
const CODE_CEILING: usize = 395_000;

/// What a page loads beside that, compressed: its document, its incident and one language.
const DATA_BUDGET: usize = 40_000;

/// Files of the browser's first load.
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
    let code = code(dist)?;
    let data = data(dist)?;
    if code.brotli > CODE_BUDGET {
        println!(
            "code is {} bytes over its budget",
            code.brotli - CODE_BUDGET
        );
    }
    let over: Vec<String> = [
        ("code", code, CODE_CEILING),
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

/// The first load: each file, and the sum.
fn code(dist: &Path) -> Result<Size> {
    let mut sum = Size::default();
    for path in files(dist)? {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if extension.is_some_and(|extension| CODE.contains(&extension)) {
            let size = read(&path)?;
            print(
                size,
                &path
                    .strip_prefix(dist)
                    .unwrap_or(&path)
                    .display()
                    .to_string(),
                None,
            );
            sum.add(size);
        }
    }
    print(sum, "code", Some(CODE_BUDGET));
    Ok(sum)
}

/// The most that one page can load: the biggest notebook, the biggest incident, the biggest language.
fn data(dist: &Path) -> Result<Size> {
    let mut sum = Size::default();
    for folder in ["assets/notebooks", "incidents"] {
        let mut biggest = (Size::default(), String::new());
        for path in files(&dist.join(folder))? {
            let size = read(&path)?;
            if size.brotli > biggest.0.brotli {
                biggest = (
                    size,
                    path.strip_prefix(dist)
                        .unwrap_or(&path)
                        .display()
                        .to_string(),
                );
            }
        }
        print(
            biggest.0,
            &format!("{} (biggest of {folder})", biggest.1),
            None,
        );
        sum.add(biggest.0);
    }
    let locales = dist.join("assets/locales");
    let mut languages: BTreeMap<PathBuf, Size> = BTreeMap::new();
    for path in files(&locales)? {
        let language = path.strip_prefix(&locales)?.iter().take(1).collect();
        languages.entry(language).or_default().add(read(&path)?);
    }
    if let Some((language, size)) = languages.iter().max_by_key(|(_, size)| size.brotli) {
        print(
            *size,
            &format!("assets/locales/{} (biggest language)", language.display()),
            None,
        );
        sum.add(*size);
    }
    print(sum, "data of a page, at most", Some(DATA_BUDGET));
    Ok(sum)
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
            ("app.wasm", noise(CODE_CEILING - 1_000)),
            ("big.png", noise(300_000)),
        ]);
        check(inside.path()).unwrap();
        let over = dist(&[
            ("app.wasm", noise(CODE_CEILING - 1_000)),
            ("app.css", noise(2_000)),
        ]);
        let error = check(over.path()).unwrap_err().to_string();
        assert!(error.contains("code") && !error.contains("data"), "{error}");
    }

    #[test]
    fn a_page_loads_one_document_one_incident_and_one_language() {
        let within = dist(&[
            ("assets/notebooks/a.json", noise(15_000)),
            ("assets/notebooks/b.json", noise(15_000)),
            ("incidents/c.json", noise(10_000)),
            ("assets/locales/en/a.json", noise(12_000)),
            ("assets/locales/zh/a.json", noise(12_000)),
        ]);
        check(within.path()).unwrap();
        let over = dist(&[
            ("assets/notebooks/a.json", noise(15_000)),
            ("assets/locales/zh/a.json", noise(13_000)),
            ("assets/locales/zh/b.json", noise(13_000)),
        ]);
        let error = check(over.path()).unwrap_err().to_string();
        assert!(error.contains("data of a page"), "{error}");
    }
}
