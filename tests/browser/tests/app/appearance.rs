//! Language, theme, motion, width, density.

use browser_tests::{Lab, Page, View};

use crate::reader::{
    HANDLE, INCIDENT, LESSON, YEARS, attribute, click, drawn, enter, entered, named, worked_out,
};

const PAGES: [&str; 7] = [
    "#/",
    LESSON,
    YEARS,
    "#/m/availability",
    "#/m/fleet_scale",
    INCIDENT,
    "#/models",
];

fn chinese() -> View {
    View {
        locale: "zh-CN",
        ..View::default()
    }
}

/// Opens what a reader can open on a page, so that it is looked at too.
fn open_everything(page: &Page) {
    page.eval::<()>(
        "document.querySelectorAll('.question p > button.plain').forEach(reveal => reveal.click()), null",
    );
    worked_out(page);
    page.eval::<()>(
        "document.querySelectorAll('details').forEach(details => { details.open = true; }),
         document.querySelectorAll('main [aria-expanded=false]').forEach(button => button.click()), null",
    );
    drawn(page);
}

#[test]
fn switching_the_language_keeps_state_guesses_and_values() {
    let page = Lab::built().open(LESSON);
    enter(&page, "mttr_s", "10 h");
    let answer = named(&page, ".question button", "Faster repairs");
    page.click(&answer);
    drawn(&page);
    let (fragment, digest) = (
        page.fragment(),
        attribute(&page, "[data-cell=avail]", "data-digest"),
    );
    click(&page, "button", "中文");
    page.wait_for("document.querySelector('h1').innerText === '几个 9 与恢复时间'");
    drawn(&page);
    assert_eq!(attribute(&page, "html", "lang"), "zh-CN");
    assert_eq!(
        page.eval::<String>("document.title"),
        "几个 9 与恢复时间 · Outage Lab"
    );
    assert_eq!(entered(&page, "mttr_s"), "10 小时");
    assert_eq!(attribute(&page, "[data-cell=avail]", "data-digest"), digest);
    assert_eq!(page.fragment(), fragment);
    assert_eq!(attribute(&page, &answer, "aria-pressed"), "true");
    assert_eq!(page.text(&answer), "恢复更快");
    click(&page, "button", "EN");
    page.wait_for("document.querySelector('h1').innerText === 'Nines and repair'");
    assert_eq!(attribute(&page, "html", "lang"), "en");
    assert_eq!(entered(&page, "mttr_s"), "10 h");
}

#[test]
fn no_text_is_missing_even_for_a_moment_while_the_language_changes() {
    let start = Lab::built().blank();
    for route in ["#/", LESSON] {
        let page = start.beside(&View::default(), route);
        page.eval::<()>(
            "window.missing = new Set(),
             new MutationObserver(() => {
                 for (const key of document.body.textContent.match(/⟦[^⟧]*⟧/g) ?? []) missing.add(key);
             }).observe(document.body, { childList: true, subtree: true, characterData: true }), null",
        );
        click(&page, "button", "中文");
        page.wait_for("document.documentElement.lang === 'zh-CN'");
        page.wait_for(
            "[...document.querySelectorAll('.cards h3')].every(title => title.textContent)",
        );
        drawn(&page);
        assert_eq!(page.eval::<Vec<String>>("[...missing]"), [""; 0], "{route}");
    }
}

#[test]
fn language_and_theme_are_remembered() {
    let page = Lab::built().open("");
    click(&page, "button", "中文");
    page.wait_for("document.documentElement.lang === 'zh-CN'");
    click(&page, "button", "深色");
    page.wait_for("document.documentElement.dataset.theme === 'dark'");
    let later = page.beside(&View::default(), LESSON);
    assert_eq!(attribute(&later, "html", "lang"), "zh-CN");
    assert_eq!(attribute(&later, "html", "data-theme"), "dark");
    assert_eq!(later.text("h1"), "几个 9 与恢复时间");
}

#[test]
fn no_page_lacks_a_text_overflows_or_cuts_labels_in_either_language() {
    let start = Lab::built().blank();
    for view in [View::default(), chinese()] {
        for route in PAGES {
            let page = start.beside(&view, route);
            worked_out(&page);
            open_everything(&page);
            assert_eq!(page.inspect(), [], "{route} in {}", view.locale);
        }
    }
}

#[test]
fn a_phone_shows_every_page_without_sideways_scrolling() {
    let start = Lab::built().blank();
    for locale in ["en-US", "zh-CN"] {
        let view = View {
            locale,
            ..View::phone()
        };
        for route in PAGES {
            let page = start.beside(&view, route);
            worked_out(&page);
            open_everything(&page);
            assert_eq!(page.inspect(), [], "{route} in {locale}");
            let width: u32 = page.eval("document.documentElement.scrollWidth");
            assert_eq!(width, 390, "{route} in {locale}");
        }
    }
}

#[test]
fn what_a_finger_is_to_hit_is_large_enough() {
    let page = Lab::built().open_as(&View::phone(), LESSON);
    let (width, height): (f64, f64) = page.eval(
        "(box => [box.width, box.height])(document.querySelector('.handle').getBoundingClientRect())",
    );
    // Success criterion 2.5.5 of the Web Content Accessibility Guidelines 2.1.
    assert!(width >= 44.0 && height >= 44.0, "{width} × {height}");
    // 2.5.8 of 2.2, for what does not stand in a sentence. An event on the picture may be smaller, since it has a button
    // in the list as well.
    let small: Vec<String> = page.eval(
        "[...document.querySelectorAll('button:not(.spot), .bar a, input, select')].filter(element => element.checkVisibility())
            .filter(element => { const box = element.getBoundingClientRect(); return box.width < 24 || box.height < 24; })
            .map(element => element.outerHTML.slice(0, 120))",
    );
    assert_eq!(small, [""; 0]);
}

/// The colour of the page and the mean brightness of the plane, from 0 to 255.
fn brightness(page: &Page) -> (String, f64) {
    page.eval(
        "(() => {
            const canvas = document.querySelector('.plot canvas');
            const shown = document.createElement('canvas');
            [shown.width, shown.height] = [canvas.width, canvas.height];
            const context = shown.getContext('2d');
            context.fillStyle = getComputedStyle(canvas.closest('.card')).backgroundColor;
            context.fillRect(0, 0, shown.width, shown.height);
            context.drawImage(canvas, 0, 0);
            const pixels = context.getImageData(0, 0, shown.width, shown.height).data;
            let sum = 0;
            for (let at = 0; at < pixels.length; at += 4) sum += (pixels[at] + pixels[at + 1] + pixels[at + 2]) / 3;
            return [getComputedStyle(document.body).backgroundColor, sum / (pixels.length / 4)];
        })()",
    )
}

#[test]
fn the_theme_switch_changes_page_and_charts() {
    let page = Lab::built().open(LESSON);
    let (light_page, light_plane) = brightness(&page);
    let switch = named(&page, "button", "Dark");
    assert_eq!(attribute(&page, &switch, "aria-pressed"), "false");
    page.click(&switch);
    drawn(&page);
    assert_eq!(attribute(&page, &switch, "aria-pressed"), "true");
    let (dark_page, dark_plane) = brightness(&page);
    assert_ne!(light_page, dark_page);
    assert!(
        light_plane > 200.0 && dark_plane < 80.0,
        "{light_plane}, then {dark_plane}"
    );
    page.click(&switch);
    drawn(&page);
    assert_eq!(brightness(&page), (light_page, light_plane));
}

#[test]
fn a_reader_who_prefers_dark_pages_gets_one_at_once() {
    let view = View {
        dark: true,
        ..View::default()
    };
    let page = Lab::built().open_as(&view, LESSON);
    assert_eq!(attribute(&page, "html", "data-theme"), "dark");
    assert!(brightness(&page).1 < 80.0);
}

#[test]
fn nothing_moves_by_itself_for_those_who_want_no_motion() {
    let view = View {
        reduced_motion: true,
        ..View::default()
    };
    let start = Lab::built().blank();
    for route in PAGES {
        let page = start.beside(&view, route);
        let moving: Vec<String> = page.eval(
            "[...document.querySelectorAll('*')].filter(element => {
                const style = getComputedStyle(element);
                const lasts = durations => durations.split(',').some(duration => parseFloat(duration) > 0);
                return lasts(style.transitionDuration) || style.animationName !== 'none' || style.scrollBehavior === 'smooth';
            }).map(element => element.outerHTML.slice(0, 80))",
        );
        assert_eq!(moving, [""; 0], "{route}");
    }
}

/// Width and height of each canvas in its own pixels, and in those of the page.
fn canvases(page: &Page) -> Vec<[f64; 4]> {
    page.eval(
        "[...document.querySelectorAll('canvas')].map(canvas => {
            const box = canvas.getBoundingClientRect();
            return [canvas.width, canvas.height, box.width, box.height];
        })",
    )
}

#[track_caller]
fn assert_sharp(page: &Page, scale: f64) {
    let all = canvases(page);
    assert!(!all.is_empty());
    for [width, height, shown_width, shown_height] in all {
        assert!(
            (width - scale * shown_width).abs() <= 1.0
                && (height - scale * shown_height).abs() <= 1.0,
            "{width} × {height} for {shown_width} × {shown_height} at {scale}"
        );
    }
}

#[test]
fn charts_are_as_dense_as_the_screen() {
    let start = Lab::built().blank();
    for scale in [1.0, 1.5, 2.0, 3.0] {
        let view = View {
            scale,
            ..View::default()
        };
        for route in [LESSON, INCIDENT] {
            let page = start.beside(&view, route);
            drawn(&page);
            assert_sharp(&page, scale);
        }
    }
}

#[test]
fn charts_are_drawn_anew_when_the_window_moves_to_a_denser_screen() {
    let page = Lab::built().open(LESSON);
    assert_sharp(&page, 1.0);
    page.set_view(&View {
        scale: 2.0,
        ..View::default()
    });
    page.wait_for("document.querySelector('canvas').width > 1.9 * document.querySelector('canvas').clientWidth");
    assert_sharp(&page, 2.0);
}

#[test]
fn charts_follow_the_width_of_the_window() {
    let page = Lab::built().open(LESSON);
    page.set_view(&View {
        width: 700,
        ..View::default()
    });
    page.wait_for("document.querySelector('.plot').clientWidth === document.querySelector('.plot canvas').clientWidth");
    drawn(&page);
    assert_sharp(&page, 1.0);
    let (handle, plot): ((f64, f64), (f64, f64)) = page.eval(
        "['.handle', '.plot'].map(name => document.querySelector(name).getBoundingClientRect()).map(box => [box.left, box.right])",
    );
    assert!(
        plot.0 < handle.0 && handle.1 < plot.1,
        "{HANDLE} {handle:?} in {plot:?}"
    );
}

#[test]
fn times_do_not_depend_on_the_readers_zone() {
    let start = Lab::built().blank();
    let texts = ["UTC", "Europe/Berlin", "Asia/Shanghai"].map(|time_zone| {
        let view = View {
            time_zone,
            ..View::default()
        };
        let page = start.beside(&view, INCIDENT);
        drawn(&page);
        let told = "document.querySelector('.plot').dispatchEvent(new Event('labels'))";
        assert!(page.holds(told));
        (page.text("main"), attribute(&page, ".plot", "data-labels"))
    });
    assert!(
        texts[0]
            .0
            .contains("2025-10-19 23:48 PDT (2025-10-20 06:48 UTC)")
    );
    assert_eq!(texts[0], texts[1]);
    assert_eq!(texts[0], texts[2]);
}
