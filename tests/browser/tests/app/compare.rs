//! Incidents beside each other.

use browser_tests::Lab;

use crate::reader::{click, count, drawn, wait_for_text};

const PAGE: &str = "#/compare";

#[test]
fn the_table_gives_every_incident_and_says_what_was_not_published() {
    let page = Lab::built().open(PAGE);
    page.wait_for("document.querySelectorAll('.compared tbody tr').length >= 1");
    let row: String = page.eval(
        "[...document.querySelectorAll('.compared tr')].find(row => row.innerHTML.includes('2025-10-aws'))\
         .textContent",
    );
    // The operator's times: 50 min to the cause, 14 h 32 min in all.
    assert!(
        row.contains("50 min") && row.contains("14 h 32 min"),
        "{row}"
    );
    assert_eq!(count(&page, ".compared td[title='']"), 0);
}

#[test]
fn two_incidents_stand_on_one_axis_and_the_link_keeps_them() {
    let page = Lab::built().open(PAGE);
    page.wait_for("document.querySelectorAll('.timeline .spot').length > 10");
    page.eval::<()>(
        "(() => { const choice = document.querySelectorAll('.filter select')[3]; choice.value = 'recover_s'; \
         choice.dispatchEvent(new Event('change', { bubbles: true })); })(), null",
    );
    drawn(&page);
    assert!(
        page.fragment().contains("y=recover_s"),
        "{}",
        page.fragment()
    );
    page.reload();
    page.wait_for("document.querySelectorAll('.timeline .spot').length > 10");
    assert_eq!(
        page.eval::<String>("document.querySelectorAll('.filter select')[3].value"),
        "recover_s"
    );
    page.focus(".timeline .spot[aria-pressed=true]");
    let before = page.text(".event h3");
    page.press("ArrowRight");
    page.wait_for(&format!(
        "document.querySelector('.event h3').innerText !== {}",
        serde_json::json!(before)
    ));
    page.press("ArrowLeft");
    wait_for_text(&page, ".event h3", &before);
}

/// The list is in both languages: it is fetched once, and what was chosen stays.
#[test]
fn a_switch_of_the_language_keeps_what_is_compared() {
    let page = Lab::built().open(PAGE);
    page.wait_for("document.querySelectorAll('.timeline .spot').length > 10");
    let chosen = [(0, "30"), (1, "2"), (3, "recover_s")];
    for (place, value) in chosen {
        page.eval::<()>(&format!(
            "(() => {{ const choice = document.querySelectorAll('.filter select')[{place}]; choice.value = '{value}'; \
             choice.dispatchEvent(new Event('change', {{ bubbles: true }})); }})(), null"
        ));
    }
    drawn(&page);
    let fragment = page.fragment();
    click(&page, "button", "中文");
    wait_for_text(&page, "h1", "对比各起事故");
    drawn(&page);
    for (place, value) in chosen {
        assert_eq!(
            page.eval::<String>(&format!(
                "document.querySelectorAll('.filter select')[{place}].value"
            )),
            value
        );
    }
    assert_eq!(page.fragment(), fragment);
    let row = page.text(".compared tbody tr");
    assert!(row.contains("分") || row.contains("小时"), "{row}");
    let fetched = page.requests();
    let fetched = fetched
        .iter()
        .filter(|request| request.address.contains("comparison.json"));
    assert_eq!(fetched.count(), 1);
}
