//! What a reader does on a page and sees there.

use std::collections::BTreeMap;

use browser_tests::Page;
use serde_json::json;

pub(crate) const LESSON: &str = "#/n/nines-and-repair";
pub(crate) const INCIDENT: &str = "#/i/2025-10-aws-dynamodb-dns";
pub(crate) const YEARS: &str = "#/m/availability_years";

/// The lesson's first model with its plane.
pub(crate) const FIRST: &str = "avail";
pub(crate) const HANDLE: &str = ".handle";

/// The selector of a figure of a cell.
pub(crate) fn figure(cell: &str, id: &str) -> String {
    format!("[data-cell={cell}] [data-figure={id}]")
}

/// The selector of the box, or list of choices, of an input.
pub(crate) fn entry(address: &str) -> String {
    format!("[id='{address}']")
}

/// The selector of the slider of an input.
pub(crate) fn slider(address: &str) -> String {
    format!("[data-input='{address}'] [type=range]")
}

/// The selector of the one visible element of a kind whose text, or name for screen readers, is this.
#[track_caller]
pub(crate) fn named(page: &Page, kind: &str, name: &str) -> String {
    let (kind, name) = (json!(kind), json!(name));
    page.eval(&format!(
        "(() => {{
            const says = element => element.textContent.trim() === {name} || element.ariaLabel === {name};
            const found = [...document.querySelectorAll({kind})].filter(says).filter(element => element.checkVisibility());
            if (found.length !== 1) throw new Error(found.length + ' of ' + {kind} + ' say ' + {name});
            window.namedSoFar = (window.namedSoFar ?? 0) + 1;
            found[0].dataset.named = namedSoFar;
            return `[data-named='${{namedSoFar}}']`;
        }})()"
    ))
}

/// Clicks on the one element of a kind that has this text or name.
#[track_caller]
pub(crate) fn click(page: &Page, kind: &str, name: &str) {
    page.click(&named(page, kind, name));
}

/// Types into a box and confirms.
#[track_caller]
pub(crate) fn enter(page: &Page, address: &str, text: &str) {
    page.fill(&entry(address), text);
    page.press("Enter");
    drawn(page);
}

/// What a box holds.
#[track_caller]
pub(crate) fn entered(page: &Page, address: &str) -> String {
    value_of(page, &entry(address))
}

/// What a control of the page holds.
#[track_caller]
pub(crate) fn value_of(page: &Page, selector: &str) -> String {
    page.eval(&format!(
        "document.querySelector({}).value",
        json!(selector)
    ))
}

/// An attribute of an element; empty where it has none.
#[track_caller]
pub(crate) fn attribute(page: &Page, selector: &str, name: &str) -> String {
    let (selector, name) = (json!(selector), json!(name));
    page.eval(&format!(
        "document.querySelector({selector}).getAttribute({name}) ?? ''"
    ))
}

/// How many elements a selector finds.
#[track_caller]
pub(crate) fn count(page: &Page, selector: &str) -> usize {
    page.eval(&format!(
        "document.querySelectorAll({}).length",
        json!(selector)
    ))
}

/// Waits until a change is worked out and drawn: the app works in one frame and is drawn by the next.
#[track_caller]
pub(crate) fn drawn(page: &Page) {
    assert!(page.holds(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))"
    ));
}

/// Waits until an element's text is this.
#[track_caller]
pub(crate) fn wait_for_text(page: &Page, selector: &str, text: &str) {
    let (selector, text) = (json!(selector), json!(text));
    page.wait_for(&format!(
        "document.querySelector({selector})?.innerText.trim() === {text}"
    ));
}

/// Waits until some element's text contains this.
#[track_caller]
pub(crate) fn wait_for_words(page: &Page, selector: &str, words: &str) {
    let (selector, words) = (json!(selector), json!(words));
    page.wait_for(&format!(
        "[...document.querySelectorAll({selector})].some(element => element.innerText.includes({words}))"
    ));
}

/// Waits until no model cell of the page is at work.
#[track_caller]
pub(crate) fn worked_out(page: &Page) {
    page.wait_for(
        "[...document.querySelectorAll('[data-digest]')].every(cell => cell.dataset.digest)",
    );
    drawn(page);
}

/// Everything that a page shows of its state: values of the inputs, figures, digests.
#[track_caller]
pub(crate) fn state(page: &Page) -> BTreeMap<String, String> {
    page.eval(
        "Object.fromEntries([
            ...[...document.querySelectorAll('[data-input] input, [data-input] select')]
                .map(box => [(box.id || box.closest('[data-input]').dataset.input + ' slider'),
                    box.type === 'checkbox' ? String(box.checked) : box.value]),
            ...[...document.querySelectorAll('[data-cell]')].flatMap(cell => [
                ['digest of ' + cell.dataset.cell, cell.dataset.digest],
                ...[...cell.querySelectorAll('[data-figure]')]
                    .map(figure => [cell.dataset.cell + '.' + figure.dataset.figure, figure.innerText]),
            ]),
        ])",
    )
}

/// A value in the address, behind the `?` of the fragment.
#[track_caller]
pub(crate) fn in_address(page: &Page, name: &str) -> Option<f64> {
    let fragment = page.fragment();
    let (_, query) = fragment.split_once('?')?;
    let value = query
        .split('&')
        .find_map(|part| part.strip_prefix(name)?.strip_prefix('='))?;
    Some(value.parse().unwrap())
}

/// The number at the start of a text such as `99.9001 %`, as a share.
pub(crate) fn percent(text: &str) -> f64 {
    let number: String = text
        .chars()
        .take_while(|c| c.is_ascii_digit() || *c == '.')
        .collect();
    number.parse::<f64>().unwrap() / 100.0
}

/// Asserts that a share is shown as this one, to the digits that are shown.
#[track_caller]
pub(crate) fn assert_shows_share(text: &str, share: f64) {
    let decimals = text.split_once('.').map_or(0, |(_, rest)| {
        rest.chars().take_while(char::is_ascii_digit).count()
    });
    let half_unit = 0.5 * 10_f64.powi(-2 - i32::try_from(decimals).unwrap());
    let shown = percent(text);
    assert!(
        (shown - share).abs() <= 1.001 * half_unit,
        "{text} is shown for {share}"
    );
}
