//! From the minute of an incident to the model and back: values with their origin, and decisions put to models.

use browser_tests::{Lab, Page, View};

use crate::reader::{INCIDENT, click, count, wait_for_words, worked_out};

const ANSWER: &str = "document.querySelector('.what-if [data-answer=would]')?.innerText";

/// Chooses the first decision by keyboard and waits for the answer.
fn ask(page: &Page) -> String {
    page.focus(".what-if input[type=radio]");
    page.press(" ");
    page.wait_for(&format!("({ANSWER} ?? '') !== ''"));
    page.eval(ANSWER)
}

#[test]
fn a_decision_is_put_to_a_model_by_keyboard_and_stands_beside_history() {
    let page = Lab::built().open(INCIDENT);
    assert!(count(&page, ".what-if input[type=radio]") >= 2);
    assert_eq!(count(&page, ".answers"), 0, "nothing is worked out unasked");
    let answer = ask(&page);
    assert!(answer.chars().any(|c| c.is_ascii_digit()), "{answer}");
    assert_eq!(page.text(".not-history"), "Model, not history");
    let history = page.text(".what-if [data-answer=history]");
    assert!(!history.is_empty());
    assert_eq!(
        count(&page, ".reach"),
        1,
        "it says whether the model reaches history"
    );
    let words = page.text(".what-if");
    assert!(!words.contains('⟦'), "{words}");
    // The other decisions by arrow key.
    page.press("ArrowDown");
    page.wait_for("document.querySelectorAll('.what-if input[type=radio]')[1].checked");
}

#[test]
fn an_answer_follows_the_language() {
    let page = Lab::built().open(INCIDENT);
    ask(&page);
    assert!(page.text(".answers").contains("History"));
    click(&page, "button", "中文");
    wait_for_words(&page, ".answers", "历史");
    let words = page.text(".answers");
    assert!(
        !words.contains("History") && !words.contains("Model"),
        "{words}"
    );
}

#[test]
fn the_question_survives_a_link() {
    let page = Lab::built().open(INCIDENT);
    let answer = ask(&page);
    assert!(page.fragment().contains("what_if="), "{}", page.fragment());
    page.reload();
    page.wait_for(&format!(
        "({ANSWER} ?? '') === {}",
        serde_json::json!(answer)
    ));
}

#[test]
fn a_phone_in_chinese_shows_the_answer_within_its_width() {
    let page = Lab::built().open_as(&View::phone(), &format!("{INCIDENT}?lang=zh"));
    ask(&page);
    assert_eq!(page.text(".not-history"), "这是模型，不是历史");
    assert!(page.holds("document.documentElement.scrollWidth <= innerWidth"));
    let words = page.text(".what-if");
    assert!(!words.contains('⟦'), "{words}");
}

#[test]
fn the_model_opens_with_what_went_in() {
    let page = Lab::built().open(INCIDENT);
    ask(&page);
    page.eval::<()>("document.querySelector('.what-if details').open = true, null");
    page.click(".what-if details a");
    page.wait_for("location.hash.startsWith('#/m/') && document.querySelector('h1')");
    worked_out(&page);
}

/// Every model that an event opens says which event that was, and marks each value.
#[test]
fn an_opened_model_tells_where_its_values_come_from() {
    let page = Lab::built().open(INCIDENT);
    let events: Vec<String> = page.eval(
        "fetch('incidents/2025-10-aws-dynamodb-dns.json').then(file => file.json()).then(file => \
         file.events.filter(event => event.models?.length).map(event => event.id))",
    );
    assert!(events.len() >= 3, "{events:?}");
    for event in events {
        page.go(&format!("{INCIDENT}?event={event}"));
        let address: String = page.eval("document.querySelector('.event a.button').hash");
        page.go(&address);
        wait_for_words(&page, ".provenance", "·");
        let origins = count(&page, ".provenance .origin");
        assert!(origins >= 1, "{event}");
        let words = page.text(".provenance");
        assert!(
            !words.contains('⟦') && !words.contains("changed by you"),
            "{event}: {words}"
        );
    }
}
