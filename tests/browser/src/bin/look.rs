//! `look OUT ROUTE…`: pictures of pages in every language, theme and width, with checks. Run by `cargo xtask look`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use browser_tests::{Lab, MANY_EVENTS, Page, View, many_events};

const LANGUAGES: [&str; 2] = ["en", "zh"];
const THEMES: [&str; 2] = ["light", "dark"];

/// Width, height and device pixels to a CSS pixel: a projector, a tablet, a phone, a phone as dense as they are.
const SCREENS: [(u32, u32, u32); 4] =
    [(1440, 900, 1), (768, 1024, 1), (390, 844, 1), (390, 844, 2)];

/// Browsers at a time.
const BROWSERS: usize = 2;

/// One picture to take.
struct Shot {
    route: String,
    language: &'static str,
    theme: &'static str,
    screen: (u32, u32, u32),
}

/// A picture taken, and what is wrong with it.
struct Taken {
    file: String,
    findings: Vec<String>,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(out) = arguments.next().map(PathBuf::from) else {
        eprintln!("look OUT ROUTE…");
        return ExitCode::from(2);
    };
    let shots: Vec<Shot> = arguments.flat_map(|route| shots(&route)).collect();
    fs::remove_dir_all(&out).ok();
    fs::create_dir_all(&out).expect("the folder of the pictures");
    let taken = take_all(&shots, &out);
    fs::write(out.join("index.html"), contact_sheet(&taken)).expect("the contact sheet");
    report(&taken, &out)
}

fn shots(route: &str) -> Vec<Shot> {
    let mut shots = Vec::new();
    for screen in SCREENS {
        for language in LANGUAGES {
            for theme in THEMES {
                shots.push(Shot {
                    route: route.to_owned(),
                    language,
                    theme,
                    screen,
                });
            }
        }
    }
    shots
}

/// Takes the pictures, some at a time, and returns them in order.
fn take_all(shots: &[Shot], out: &Path) -> Vec<Taken> {
    let next = AtomicUsize::new(0);
    let taken = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..BROWSERS {
            scope.spawn(|| {
                let start = Lab::built()
                    .with_file(&format!("incidents/{MANY_EVENTS}.json"), &many_events())
                    .blank();
                while let Some((index, shot)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    shots.get(index).map(|shot| (index, shot))
                } {
                    let result = shot.take(&start, out);
                    println!("{}", result.file);
                    taken
                        .lock()
                        .expect("no other thread panicked")
                        .push((index, result));
                }
            });
        }
    });
    let mut taken = taken.into_inner().expect("no thread panicked");
    taken.sort_by_key(|(index, _)| *index);
    taken.into_iter().map(|(_, taken)| taken).collect()
}

impl Shot {
    /// Loads the page anew, so that its first drawing is what is seen.
    fn take(&self, start: &Page, out: &Path) -> Taken {
        let (width, height, scale) = self.screen;
        let locale = if self.language == "zh" {
            "zh-CN"
        } else {
            "en-GB"
        };
        let view = View {
            width,
            height,
            scale: f64::from(scale),
            dark: self.theme == "dark",
            reduced_motion: true,
            // Without touch a window has a scroll bar that takes room, which narrow screens do not have.
            touch: width < 1000,
            locale,
            ..View::default()
        };
        let page = start.blank_beside(&view);
        page.navigate(&page.address(&self.address()));
        // A simulation is looked at when it has its result.
        let drawn = page
            .try_wait_ready()
            .and_then(|()| page.try_wait_for("!document.querySelector('main progress')"));
        // What is below the fold is drawn when it comes into view; a picture shows all of it at once.
        page.eval::<()>("document.head.append(Object.assign(document.createElement('style'), { textContent: '* { content-visibility: visible !important }' })), null");
        let mut findings = match drawn {
            Ok(()) => page.inspect().iter().map(ToString::to_string).collect(),
            Err(trouble) => vec![trouble],
        };
        let file = self.file();
        if let Err(trouble) = fs::write(out.join(&file), page.picture()) {
            findings.push(trouble.to_string());
        }
        // Already among the findings; the page is not to fail for it a second time.
        page.expect_fault("");
        Taken { file, findings }
    }

    fn address(&self) -> String {
        let separator = if self.route.contains('?') { '&' } else { '?' };
        format!(
            "{}{separator}lang={}&theme={}",
            self.route, self.language, self.theme
        )
    }

    /// A name that says what is in the picture: `n-nines-and-repair.zh.dark.390@2x.png`.
    fn file(&self) -> String {
        let words: Vec<_> = self
            .route
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let page = if words.is_empty() {
            "home".to_owned()
        } else {
            words.join("-")
        };
        let (width, _, scale) = self.screen;
        let scale = if scale == 1 {
            String::new()
        } else {
            format!("@{scale}x")
        };
        format!("{page}.{}.{}.{width}{scale}.png", self.language, self.theme)
    }
}

fn contact_sheet(taken: &[Taken]) -> String {
    let mut sheet = "<!doctype html><meta charset=\"utf-8\"><title>Look</title>\n\
        <style>body{font:14px sans-serif;display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}\
        figure{margin:0;width:320px}img{width:100%;border:1px solid #999}li{color:#b00}</style>\n"
        .to_owned();
    for Taken { file, findings } in taken {
        let findings: String = findings
            .iter()
            .map(|finding| format!("<li>{}</li>", escaped(finding)))
            .collect();
        sheet += &format!(
            "<figure><a href=\"{file}\"><img src=\"{file}\" loading=\"lazy\" alt=\"\"></a>\
             <figcaption>{file}<ul>{findings}</ul></figcaption></figure>\n"
        );
    }
    sheet
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn report(taken: &[Taken], out: &Path) -> ExitCode {
    let mut count = 0;
    for Taken { file, findings } in taken.iter().filter(|taken| !taken.findings.is_empty()) {
        println!("\n{file}");
        for finding in findings {
            println!("  {finding}");
            count += 1;
        }
    }
    println!(
        "\n{} pictures, {count} findings: {}",
        taken.len(),
        out.join("index.html").display()
    );
    if count == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
