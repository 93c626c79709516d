//! One's own incident: written, kept, taken in, taken away; and what must not lose a letter.

use browser_tests::{Held, Lab, Page, Storage, View};
use outage_lab::incident::{Incident, check};
use serde_json::{Value, json};

use crate::reader::{
    attribute, click, count, drawn, entered, entry, named, value_of, wait_for_text, wait_for_words,
};

const LIST: &str = "#/edit";
const KEPT: &str = "document.querySelector('[data-saved=kept]')";
const CHECKED: &str = "#checks";

/// A new incident on an empty list.
fn new_incident(lab: &Lab) -> Page {
    let page = lab.open(LIST);
    start(&page);
    page
}

fn start(page: &Page) {
    wait_for_words(page, "main button", "New incident");
    click(page, "main button", "New incident");
    page.wait_for("document.getElementById('title.en')");
}

#[track_caller]
fn kept(page: &Page) {
    // The mark that it waits comes with the next frame.
    drawn(page);
    page.wait_for(KEPT);
}

/// Waits until what was typed is saved, and so checked too: nothing moves any more.
#[track_caller]
fn settled(page: &Page) {
    drawn(page);
    page.wait_for(
        "document.querySelector('[data-saved]') && !document.querySelector('[data-saved=waiting]')",
    );
    drawn(page);
}

/// Adds an event with the same words as title and text.
#[track_caller]
fn add_event(page: &Page, time: &str, title: &str) {
    settled(page);
    let at = count(page, ".event-rows > li");
    page.click("#add-events");
    let time_field = format!("events[{at}].at.at");
    page.wait_for(&format!(
        "document.activeElement.id === {}",
        json!(time_field)
    ));
    page.fill(&entry(&time_field), time);
    page.fill(&entry(&format!("events[{at}].title.en")), title);
    page.fill(&entry(&format!("events[{at}].text.en")), title);
}

/// A small incident: fault, alarm, cause, measure, recovery, in 65 minutes.
#[track_caller]
fn write_one(page: &Page) {
    page.fill(&entry("title.en"), "Disk full");
    page.fill(&entry("summary.en"), "The log filled the disk.");
    add_event(page, "2024-07-01 09:00", "Archiving stops");
    add_event(page, "2024-07-01 09:12", "An alarm rings");
    add_event(page, "2024-07-01 09:30", "The disk is full");
    add_event(page, "2024-07-01 09:41", "Readers move");
    add_event(page, "2024-07-01 10:05", "Writes work again");
}

/// The JSON that the editor hands out.
fn exported(page: &Page) -> (String, String) {
    saved_as(page, "JSON")
}

fn saved_as(page: &Page, kind: &str) -> (String, String) {
    let button = named(page, ".exports button", kind);
    let (name, bytes) = page.download(|page| page.click(&button));
    (name, String::from_utf8(bytes).unwrap())
}

/// Gives a file to the file field, as choosing it does.
fn choose_file(page: &Page, name: &str, text: &str) {
    let (name, text) = (json!(name), json!(text));
    page.eval::<Value>(&format!(
        "(() => {{
            const files = new DataTransfer();
            files.items.add(new File([{text}], {name}));
            const input = document.getElementById('import-file');
            input.files = files.files;
            input.dispatchEvent(new Event('change', {{ bubbles: true }}));
            return null;
        }})()"
    ));
}

fn select(page: &Page, id: &str, value: &str) {
    let (id, value) = (json!(id), json!(value));
    page.eval::<Value>(&format!(
        "(() => {{
            const list = document.getElementById({id});
            list.value = {value};
            if (list.value !== {value}) throw new Error('no such choice: ' + {value});
            list.dispatchEvent(new Event('change', {{ bubbles: true }}));
            return null;
        }})()"
    ));
    drawn(page);
}

/// The id of the choice with these words.
fn choice_of(page: &Page, id: &str, words: &str) -> String {
    let (id, words) = (json!(id), json!(words));
    page.eval(&format!(
        "[...document.getElementById({id}).options].find(option => option.text === {words}).value"
    ))
}

#[test]
fn what_is_written_is_there_after_a_reload_half_a_time_too() {
    let page = new_incident(&Lab::built());
    write_one(&page);
    page.fill(&entry("events[4].at.at"), "2024-07-01 10:0");
    wait_for_words(&page, ".told .error", "not a time such as");
    kept(&page);
    page.reload();
    page.wait_for("document.getElementById('title.en')");
    assert_eq!(entered(&page, "title.en"), "Disk full");
    assert_eq!(count(&page, ".event-rows > li"), 5);
    page.click(&entry("events[4]"));
    drawn(&page);
    assert_eq!(entered(&page, "events[4].at.at"), "2024-07-01 10:0");
    page.go(LIST);
    wait_for_words(&page, ".drafts a", "Disk full");
}

/// The last letters are saved by leaving, not by waiting.
#[test]
fn leaving_at_once_loses_nothing() {
    let page = new_incident(&Lab::built());
    page.fill(&entry("title.en"), "Written in haste");
    page.reload();
    page.wait_for("document.getElementById('title.en')");
    assert_eq!(entered(&page, "title.en"), "Written in haste");
    page.fill(&entry("summary.en"), "And gone");
    page.go(LIST);
    wait_for_words(&page, ".drafts a", "Written in haste");
    click(&page, ".drafts a", "Written in haste");
    page.wait_for("document.getElementById('summary.en')?.value === 'And gone'");
}

#[test]
fn checks_and_figures_follow_and_a_clean_file_comes_out() {
    let page = new_incident(&Lab::built());
    wait_for_words(&page, CHECKED, "Errors:");
    write_one(&page);
    wait_for_words(&page, CHECKED, "Nothing found.");
    for figure in ["detect_s", "mitigate_s", "recover_s", "total_s"] {
        page.click(&format!("[data-offer={figure}]"));
        drawn(&page);
    }
    wait_for_text(&page, ".figures [data-figure=total_s]", "1 h 5 min");
    wait_for_text(&page, ".figures [data-figure=detect_s]", "30 min");
    page.wait_for("document.querySelectorAll('.aside .spot').length === 5");
    let (name, json) = exported(&page);
    assert_eq!(name, "2024-07-disk-full.json");
    let incident = Incident::parse(&json).unwrap();
    assert_eq!(check(&incident), []);
    assert_eq!(incident.events[1].id, "an_alarm_rings");
    assert_eq!(incident.metrics.len(), 4);
}

#[test]
fn a_phase_lies_between_two_chosen_events() {
    let page = new_incident(&Lab::built());
    write_one(&page);
    page.click("#add-phases");
    page.wait_for("document.activeElement.id === 'phases[0].title.en'");
    page.type_text("In the dark");
    let to = choice_of(&page, "phases[0].to", "An alarm rings");
    select(&page, "phases[0].to", &to);
    wait_for_words(&page, CHECKED, "Nothing found.");
    let incident = Incident::parse(&exported(&page).1).unwrap();
    let phase = &incident.phases[0];
    assert_eq!(
        (phase.from.as_str(), phase.to.as_str(), phase.id.as_str()),
        ("archiving_stops", "an_alarm_rings", "in_the_dark")
    );
    // The wrong way round it is told where it is.
    let from = choice_of(&page, "phases[0].from", "Writes work again");
    select(&page, "phases[0].from", &from);
    wait_for_words(&page, "[data-entry='phases[0]'] .told", "before its start");
}

#[test]
fn undo_takes_back_by_button_and_by_key() {
    let page = new_incident(&Lab::built());
    page.fill(&entry("title.en"), "Disk full");
    add_event(&page, "2024-07-01 09:00", "Archiving stops");
    click(&page, "main button", "Remove this event");
    page.wait_for("document.querySelectorAll('.event-rows > li').length === 0");
    click(&page, ".editor-tools button", "Undo");
    page.wait_for("document.querySelectorAll('.event-rows > li').length === 1");
    wait_for_words(&page, ".event-row", "Archiving stops");
    // The focus is on a button: Ctrl+Z and Ctrl+Y are the editor's.
    page.focus("#add-events");
    for _ in 0..4 {
        page.press_with("z", &[Held::Ctrl]);
    }
    page.wait_for("document.querySelectorAll('.event-rows > li').length === 0");
    assert_eq!(entered(&page, "title.en"), "Disk full");
    page.press_with("y", &[Held::Ctrl]);
    page.wait_for("document.querySelectorAll('.event-rows > li').length === 1");
    // In a text field they are the field's: nothing else goes.
    page.focus(&entry("summary.en"));
    page.press_with("z", &[Held::Ctrl]);
    drawn(&page);
    assert_eq!(count(&page, ".event-rows > li"), 1);
}

#[test]
fn typing_keeps_the_focus_and_the_place() {
    let page = new_incident(&Lab::built());
    add_event(&page, "2024-07-01 09:00", "Archving stops");
    page.eval::<Value>("(() => { const field = document.getElementById('events[0].title.en'); field.focus(); field.setSelectionRange(4, 4); return null; })()");
    page.type_text("i");
    // Longer than it takes to save and to check.
    kept(&page);
    drawn(&page);
    assert_eq!(
        page.eval::<String>("document.activeElement.id"),
        "events[0].title.en"
    );
    assert_eq!(page.eval::<u32>("document.activeElement.selectionStart"), 5);
    assert_eq!(entered(&page, "events[0].title.en"), "Archiving stops");
}

#[test]
fn files_of_each_kind_come_in() {
    let page = new_incident(&Lab::built());
    write_one(&page);
    kept(&page);
    let ours = exported(&page).1;
    let sheet = saved_as(&page, "CSV").1;
    wait_for_words(&page, ".left-out", "Sources are not in it");
    let slides = saved_as(&page, "TimelineJS").1;
    for (name, text, note) in [
        ("a.json", ours.as_str(), ""),
        ("b.csv", &sheet, ""),
        ("c.json", &slides, "no offset"),
        (
            "d.csv",
            "time,text\n2024-07-01 09:00,no offset\n2024-07-01 10:00 Z,one\n",
            "line 2, column 1",
        ),
    ] {
        page.go(LIST);
        page.wait_for("document.getElementById('import-file')");
        choose_file(&page, name, text);
        page.wait_for("document.querySelectorAll('.event-rows > li').length > 1");
        match note {
            "" => assert_eq!(count(&page, "#import-notes"), 0, "{name}"),
            note => wait_for_words(&page, "#import-notes", note),
        }
        wait_for_words(
            &page,
            ".event-row",
            if name == "d.csv" {
                "no offset"
            } else {
                "Writes work again"
            },
        );
    }
    page.go(LIST);
    page.wait_for("document.querySelectorAll('.drafts li').length === 5");
}

#[test]
fn a_dropped_and_a_pasted_text_come_in() {
    let page = Lab::built().open(LIST);
    page.wait_for("document.getElementById('import-text')");
    page.eval::<Value>(
        "(() => {
            const data = new DataTransfer();
            data.items.add(new File(['time,text\\n2024-07-01 09:00 Z,dropped\\n'], 'x.csv'));
            document.querySelector('.intake').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
            return null;
        })()",
    );
    wait_for_words(&page, ".event-row", "dropped");
    page.go(LIST);
    page.wait_for("document.getElementById('import-text')");
    page.fill(&entry("import-text"), "2024-07-01 09:00 Z,pasted");
    click(&page, "main button", "Take it in");
    wait_for_words(&page, ".event-row", "pasted");
}

#[test]
fn a_broken_file_changes_nothing() {
    let page = new_incident(&Lab::built());
    page.fill(&entry("title.en"), "Disk full");
    kept(&page);
    page.go(LIST);
    page.wait_for("document.getElementById('import-file')");
    page.fill(&entry("import-text"), "half a thought");
    for (text, why) in [
        ("{\"format\": 1,", "EOF"),
        ("a,b\n1,2\n", "no column"),
        ("", "nothing in it"),
        ("{\"format\": 9}", "not known here"),
    ] {
        choose_file(&page, "broken", text);
        wait_for_words(&page, "#import-refused", why);
    }
    assert_eq!(value_of(&page, "#import-text"), "half a thought");
    assert_eq!(count(&page, ".drafts li"), 1);
    click(&page, ".drafts a", "Disk full");
    page.wait_for("document.getElementById('title.en')?.value === 'Disk full'");
}

#[test]
fn blocked_storage_is_told_and_the_file_still_comes_out() {
    let page = new_incident(&Lab::built().with_storage(Storage::Blocked));
    wait_for_words(&page, ".saved", "in this tab alone");
    write_one(&page);
    wait_for_words(&page, CHECKED, "Nothing found.");
    // Another page and back: the tab still has it.
    page.go(LIST);
    wait_for_words(&page, ".drafts a", "Disk full");
    click(&page, ".drafts a", "Disk full");
    page.wait_for("document.querySelectorAll('.event-rows > li').length === 5");
    assert_eq!(check(&Incident::parse(&exported(&page).1).unwrap()), []);
}

/// Fills the store to the last letter.
fn fill_store(page: &Page) {
    page.eval::<Value>(
        "(() => {
            let size = 4_000_000, number = 0;
            while (size >= 1) {
                try { localStorage.setItem('filler' + number, 'x'.repeat(size)); number += 1; } catch { size = Math.floor(size / 2); }
            }
            return null;
        })()",
    );
}

#[test]
fn a_full_store_is_told_and_takes_it_as_soon_as_there_is_room() {
    let page = new_incident(&Lab::built());
    page.fill(&entry("title.en"), "Before");
    kept(&page);
    fill_store(&page);
    page.fill(&entry("title.en"), "After, and longer than before");
    wait_for_words(&page, ".saved", "no room left");
    assert!(exported(&page).1.contains("After, and longer"));
    page.go(LIST);
    wait_for_words(&page, ".drafts a", "After, and longer");
    click(&page, ".drafts a", "After, and longer than before");
    page.wait_for("document.getElementById('title.en')?.value === 'After, and longer than before'");
    page.eval::<Value>("(() => { for (const key of Object.keys(localStorage)) if (key.startsWith('filler')) localStorage.removeItem(key); return null; })()");
    page.fill(&entry("summary.en"), "Room again");
    kept(&page);
    page.reload();
    page.wait_for("document.getElementById('title.en')?.value === 'After, and longer than before'");
    assert_eq!(entered(&page, "summary.en"), "Room again");
}

#[test]
fn a_tab_follows_another_and_two_that_write_keep_both() {
    let page = new_incident(&Lab::built());
    page.fill(&entry("title.en"), "One");
    kept(&page);
    let other = page.blank_beside(&View::default());
    other.before_scripts("addEventListener('storage', event => { if (window.deaf) event.stopImmediatePropagation(); }, true)");
    other.navigate(&page.address(&page.fragment()));
    other.wait_ready();
    other.wait_for("document.getElementById('title.en')?.value === 'One'");
    // Only one writes: the other follows.
    page.fill(&entry("title.en"), "One more");
    other.wait_for("document.getElementById('title.en').value === 'One more'");
    // Both write before the second has heard of the first.
    other.eval::<Value>("window.deaf = true, null");
    page.fill(&entry("summary.en"), "written here");
    kept(&page);
    other.fill(&entry("summary.en"), "written there");
    wait_for_words(&other, ".notice[role=alert]", "Both versions are kept");
    kept(&other);
    assert_eq!(count(&page, ".notice[role=alert]"), 0);
    assert_eq!(entered(&page, "summary.en"), "written here");
    assert_eq!(entered(&other, "summary.en"), "written there");
    assert_ne!(page.fragment(), other.fragment());
    let list = page.beside(&View::default(), LIST);
    list.wait_for("document.querySelectorAll('.drafts li').length === 2");
    let texts: String = list.eval("Object.values(localStorage).join()");
    assert!(texts.contains("written here") && texts.contains("written there"));
    // The way from there: the other one goes, this one stays.
    click(&other, "main button", "Delete the other one");
    list.wait_for("document.querySelectorAll('.drafts li').length === 1");
    wait_for_words(&page, ".notice[role=alert]", "deleted in another tab");
    click(&page, "main button", "Keep it after all");
    list.wait_for("document.querySelectorAll('.drafts li').length === 2");
}

#[test]
fn a_deleted_draft_comes_back() {
    let page = new_incident(&Lab::built());
    page.fill(&entry("title.en"), "Not so fast");
    kept(&page);
    page.go(LIST);
    wait_for_words(&page, ".drafts a", "Not so fast");
    click(&page, ".drafts button", "Delete: Not so fast");
    page.wait_for("document.querySelectorAll('.drafts li').length === 0");
    page.wait_for("document.activeElement.id === 'undelete'");
    page.press("Enter");
    wait_for_words(&page, ".drafts a", "Not so fast");
    click(&page, ".drafts a", "Not so fast");
    page.wait_for("document.getElementById('title.en')?.value === 'Not so fast'");
}

#[test]
fn a_copy_of_a_shipped_incident_is_edited_whole() {
    let page = Lab::built().open("#/i/2025-10-aws-dynamodb-dns");
    click(&page, "main a", "Edit a copy of this incident");
    page.wait_for("document.querySelectorAll('.event-rows > li').length === 38");
    assert!(page.fragment().starts_with("#/edit/d"));
    wait_for_words(&page, CHECKED, "Nothing found.");
    assert_eq!(
        attribute(&page, "[id='title.zh']", "type"),
        "text",
        "both languages have a field"
    );
    let copy = Incident::parse(&exported(&page).1).unwrap();
    assert_eq!((copy.events.len(), copy.differences.len() > 3), (38, true));
}

#[test]
fn keys_alone_write_an_event() {
    let page = Lab::built().open(LIST);
    wait_for_words(&page, "main button", "New incident");
    page.focus(&named(&page, "main button", "New incident"));
    page.press("Enter");
    page.wait_for("document.getElementById('title.en')");
    page.focus("#add-events");
    page.press("Enter");
    page.wait_for("document.activeElement.id === 'events[0].at.at'");
    page.type_text("2024-07-01 09:00");
    page.press("Tab");
    assert_eq!(
        page.eval::<String>("document.activeElement.id"),
        "events[0].title.en"
    );
    page.type_text("Archiving stops");
    page.press("Tab");
    page.type_text("It stops.");
    wait_for_words(&page, ".event-row", "Archiving stops");
    wait_for_words(&page, ".reading", "2024-07-01 09:00 UTC");
    let nameless: Vec<String> = page.eval(
        "[...document.querySelectorAll('main :is(button, a[href], input, select, textarea)')]
            .filter(element => element.checkVisibility())
            .filter(element => !(element.ariaLabel || element.innerText?.trim() && element.tagName !== 'SELECT'
                || [...(element.labels ?? [])].some(label => label.textContent.trim())))
            .map(element => element.outerHTML.slice(0, 120))",
    );
    assert_eq!(nameless, [""; 0]);
    // Every control of the form shows that it has the focus, and none is a trap.
    for _ in 0..60 {
        page.press("Tab");
    }
    assert_ne!(
        page.eval::<String>("document.activeElement.id"),
        "events[0].text.en"
    );
}

#[test]
fn a_phone_shows_all_of_it() {
    let page = Lab::built().open_as(&View::phone(), LIST);
    start(&page);
    write_one(&page);
    page.click("#add-phases");
    page.click("#add-spans");
    wait_for_words(&page, CHECKED, "Errors:");
    let findings: Vec<String> = page.inspect().iter().map(ToString::to_string).collect();
    assert_eq!(findings, [""; 0]);
    page.go(LIST);
    wait_for_words(&page, ".drafts a", "Disk full");
    let findings: Vec<String> = page.inspect().iter().map(ToString::to_string).collect();
    assert_eq!(findings, [""; 0]);
}

#[test]
fn in_chinese_everything_is_chinese() {
    let page = Lab::built().open("#/edit?lang=zh");
    wait_for_words(&page, "main button", "新建事故");
    click(&page, "main button", "新建事故");
    page.wait_for("document.getElementById('title.zh')");
    page.fill(&entry("title.zh"), "磁盘写满");
    page.fill(&entry("summary.zh"), "日志写满了磁盘。");
    page.click("#add-events");
    page.wait_for("document.activeElement.id === 'events[0].at.at'");
    page.fill(&entry("events[0].at.at"), "2024年7月1日 9:00");
    page.fill(&entry("events[0].title.zh"), "归档停止");
    page.fill(&entry("events[0].text.zh"), "不再归档。");
    wait_for_words(&page, CHECKED, "没有发现问题");
    wait_for_words(&page, ".reading", "读作 2024-07-01 09:00 UTC");
    page.fill(&entry("events[0].at.at"), "九点");
    wait_for_words(&page, ".told", "不是 2025-10-20 06:48 +00:00 这样的时间");
    let (name, json) = {
        page.fill(&entry("events[0].at.at"), "2024-07-01 09:00");
        exported(&page)
    };
    assert_eq!(name, "2024-07-incident.json");
    let incident = Incident::parse(&json).unwrap();
    assert_eq!(
        (check(&incident).len(), incident.events[0].id.as_str()),
        (0, "trigger")
    );
    let findings: Vec<String> = page.inspect().iter().map(ToString::to_string).collect();
    assert_eq!(findings, [""; 0]);
    click(&page, "button", "EN");
    wait_for_words(&page, "main button", "Add an event");
    assert_eq!(entered(&page, "title.zh"), "磁盘写满");
}

/// With no form open no event is chosen: Play begins at the first one.
#[test]
fn a_draft_is_played_from_its_first_event() {
    let page = new_incident(&Lab::built());
    write_one(&page);
    settled(&page);
    page.wait_for("document.querySelectorAll('.aside .spot').length === 5");
    page.click(&entry("events[4]"));
    drawn(&page);
    assert_eq!(count(&page, ".event-form"), 0);
    assert_eq!(count(&page, ".aside .spot[tabindex='0']"), 1);
    click(&page, ".aside .chart button", "Play");
    wait_for_text(&page, ".play h2", "Archiving stops");
    assert!(page.text(".play-foot").contains("1 / 5"));
    page.press("ArrowRight");
    wait_for_text(&page, ".play h2", "An alarm rings");
    page.press("Escape");
    page.wait_for("!document.querySelector('.play')");
}

#[test]
fn undo_keeps_the_focus_when_there_is_nothing_left() {
    let page = new_incident(&Lab::built());
    page.fill(&entry("title.en"), "Disk full");
    settled(&page);
    let undo = named(&page, ".editor-tools button", "Undo");
    page.focus(&undo);
    for _ in 0..12 {
        page.press("Enter");
    }
    drawn(&page);
    assert_eq!(entered(&page, "title.en"), "");
    assert_eq!(attribute(&page, &undo, "aria-disabled"), "true");
    assert!(page.holds(&format!("document.activeElement.matches(\"{undo}\")")));
}

/// The file of the copy comes when the reader has gone elsewhere.
#[test]
fn a_late_copy_does_not_draw_the_reader_back() {
    let page = Lab::built().blank();
    page.before_scripts(
        "window.wanted = fetch;
         window.fetch = (...asked) => String(asked[0]).includes('incidents/2')
            ? new Promise(done => { window.release = () => done(wanted(...asked)); })
            : wanted(...asked)",
    );
    page.navigate(&page.address("#/edit?copy=2025-10-aws-dynamodb-dns"));
    page.wait_for("window.release !== undefined");
    page.go("#/models");
    assert!(page.holds(
        "(async () => { release(); await (await wanted('incidents/2025-10-aws-dynamodb-dns.json')).text(); return true; })()"
    ));
    drawn(&page);
    assert_eq!(page.fragment(), "#/models");
    assert_eq!(drafts_kept(&page), 0);
}

fn drafts_kept(page: &Page) -> usize {
    page.eval("Object.keys(localStorage).filter(key => key.startsWith('draft.')).length")
}

#[test]
fn a_copy_of_what_does_not_exist_is_told_until_another_page_is_asked_for() {
    let page = Lab::built().blank();
    page.expect_fault("404");
    page.navigate(&page.address("#/edit?copy=no-such-incident"));
    wait_for_words(&page, ".notice.error", "There is no such page here");
    page.go(LIST);
    wait_for_words(&page, "main button", "New incident");
    assert_eq!(count(&page, ".notice.error"), 0);
}

/// A file of a quarter of a megabyte, which is more than twice as long as a draft: what came in is there after a reload.
#[test]
fn a_long_file_is_there_after_a_reload() {
    let page = Lab::built().open(LIST);
    page.wait_for("document.getElementById('import-file')");
    let row = format!("2024-07-01 09:00 Z,{}\n", "a long log ".repeat(90));
    let rows = row.repeat(300);
    choose_file(&page, "long.csv", &format!("time,text\n{rows}"));
    page.wait_for("document.querySelectorAll('.event-rows > li').length === 300");
    page.reload();
    page.wait_for("document.querySelectorAll('.event-rows > li').length === 300");
}

/// In a full store a change of another tab is told at once, and hidden by nothing.
#[test]
fn a_conflict_in_a_full_store_is_told_when_it_is_heard_of() {
    let page = new_incident(&Lab::built());
    page.fill(
        &entry("title.en"),
        "A title that is much longer than it needs to be",
    );
    kept(&page);
    let other = page.beside(&View::default(), &page.fragment());
    other.wait_for("document.getElementById('title.en')?.value.startsWith('A title')");
    fill_store(&page);
    page.fill(&entry("summary.en"), &"written here ".repeat(20));
    wait_for_words(&page, ".saved", "no room left");
    other.fill(&entry("title.en"), "Short");
    kept(&other);
    wait_for_words(&page, ".notice[role=alert]", "Both versions are kept");
    wait_for_words(&page, ".saved", "no room left");
    page.go(LIST);
    wait_for_words(&page, ".drafts a", "Short");
    click(
        &page,
        ".drafts a",
        "A title that is much longer than it needs to be",
    );
    page.wait_for("document.getElementById('summary.en')?.value.startsWith('written here')");
    page.eval::<Value>("(() => { for (const key of Object.keys(localStorage)) if (key.startsWith('filler')) localStorage.removeItem(key); return null; })()");
    page.fill(&entry("summary.en"), "Room again");
    kept(&page);
    // Nothing is in this tab alone any more.
    page.go(LIST);
    wait_for_words(&page, ".drafts a", "A title that is much longer");
    assert_eq!(count(&page, ".notice.error"), 0);
    assert_eq!(count(&page, ".drafts li"), 2);
}

#[test]
fn going_on_with_a_draft_that_was_deleted_elsewhere_keeps_it() {
    let page = new_incident(&Lab::built());
    page.fill(&entry("title.en"), "Not gone");
    kept(&page);
    let list = page.beside(&View::default(), LIST);
    wait_for_words(&list, ".drafts a", "Not gone");
    click(&list, ".drafts button", "Delete: Not gone");
    wait_for_words(&page, ".notice[role=alert]", "deleted in another tab");
    page.fill(&entry("summary.en"), "It goes on");
    kept(&page);
    assert_eq!(count(&page, ".notice[role=alert]"), 0);
    wait_for_words(&list, ".drafts a", "Not gone");
}

#[test]
fn a_list_says_what_is_wrong_with_its_choice() {
    let page = new_incident(&Lab::built());
    add_event(&page, "2024-07-01 09:00", "Archiving stops");
    settled(&page);
    let list = entry("events[0].sources");
    assert_eq!(attribute(&page, &list, "aria-invalid"), "false");
    page.click(".event-form .chips button");
    page.wait_for(&format!(
        "document.querySelector(\"{list}\").getAttribute('aria-invalid') === 'true'"
    ));
    let told = attribute(&page, &list, "aria-describedby");
    assert!(page.text(&entry(&told)).contains("source"));
}
