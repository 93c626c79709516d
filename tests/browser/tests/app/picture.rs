//! Pictures that answer: the squares of a grid, a system typed as text.

use browser_tests::Lab;

use crate::reader::{attribute, drawn, enter, entered, entry, figure, worked_out};

/// The square of a number on the grid.
fn square(number: u32) -> String {
    format!(".spot.square:nth-of-type({number})")
}

#[test]
fn a_square_that_is_chosen_is_struck_by_pointer_and_by_key() {
    let page = Lab::built().open("#/m/placement?placement.event=rack");
    worked_out(&page);
    assert_eq!(
        page.eval::<usize>("document.querySelectorAll('.spot.square').length"),
        9
    );
    assert_eq!(entered(&page, "placement.struck"), "1");
    page.click(&square(5));
    drawn(&page);
    assert_eq!(entered(&page, "placement.struck"), "5");
    assert!(page.fragment().contains("struck=5"), "{}", page.fragment());
    assert_eq!(attribute(&page, &square(5), "aria-pressed"), "true");
    assert_eq!(attribute(&page, &square(1), "aria-pressed"), "false");
    page.press("ArrowRight");
    drawn(&page);
    assert_eq!(entered(&page, "placement.struck"), "6");
    page.wait_for("document.activeElement.getAttribute('aria-pressed') === 'true'");
}

#[test]
fn a_system_that_cannot_be_read_stays_in_its_box_with_the_place_of_the_fault() {
    let page = Lab::built().open("#/m/composition");
    worked_out(&page);
    enter(&page, "composition.blocks", "series(web 99.9%, db)");
    page.wait_for("document.querySelector('.notice.error, .control .error')");
    let said = page.text(".notice.error, .control .error");
    assert!(said.contains("db"), "{said}");
    assert_eq!(
        entered(&page, "composition.blocks"),
        "series(web 99.9%, db)"
    );
    // 0.999 and 0.99 in series: 0.98901, shown to four digits.
    enter(&page, "composition.blocks", "series(web 99.9%, db 99%)");
    page.wait_for("!document.querySelector('.notice.error, .control .error')");
    assert_eq!(
        page.text(&figure("composition", "availability")),
        "98.90\u{202f}%"
    );
    assert!(page.holds(&format!(
        "document.querySelector(`{}`) !== null",
        entry("composition.blocks")
    )));
}
