//! One's own incident while it is being written.

use std::collections::BTreeSet;

use outage_lab::finding::Severity;
use outage_lab::incident::draft::{
    Draft, Edit, MOST_STEPS, TimeForm, blank_event, component, metric, offers, phase, span,
};
use outage_lab::incident::{Incident, MetricValue, check};
use outage_lab::text::Lang;
use serde_json::{Value, json};

use super::{folder, json_files, point, read};

fn set(path: &str, value: impl Into<Value>) -> Edit {
    Edit::Set(path.to_owned(), value.into())
}

/// Adds an event as the editor does.
fn add(draft: &mut Draft, kind: &str, time: &str, title: &str) -> String {
    let id = draft.fresh_id();
    let at = draft.len("events");
    draft.edit(Edit::Insert(
        "events".to_owned(),
        at,
        blank_event(&id, kind, "_1", "own_record"),
    ));
    for lang in draft.langs() {
        draft.edit(set(&format!("events[{at}].title.{}", lang.code()), title));
        draft.edit(set(
            &format!("events[{at}].text.{}", lang.code()),
            format!("{title}."),
        ));
    }
    draft.edit(set(&format!("events[{at}].at.at"), time));
    id
}

fn codes(draft: &Draft) -> Vec<(String, &'static str)> {
    draft
        .resolve()
        .findings
        .into_iter()
        .map(|finding| (finding.path, finding.code))
        .collect()
}

/// A database fills its disk at 09:00, seen at 09:12, known at 09:30, a reader moved at 09:41, back at 10:05.
fn written() -> Draft {
    let mut draft = Draft::new(Lang::En);
    draft.edit(set("title.en", "Disk full on db-3, 1 July 2024"));
    draft.edit(set("summary.en", "The write-ahead log filled the disk."));
    for (kind, time, title) in [
        (
            "trigger",
            "2024-07-01 09:00 Z",
            "The log is no longer archived",
        ),
        ("detection", "2024-07-01 09:12", "An alarm rings"),
        ("diagnosis", "2024-07-01T09:30:00Z", "The disk is full"),
        (
            "mitigation",
            "2024-07-01 11:41 +02:00",
            "Readers go to the replica",
        ),
        ("full_recovery", "2024-07-01 10:05 utc", "Writes work again"),
    ] {
        add(&mut draft, kind, time, title);
    }
    draft
}

#[test]
fn a_new_draft_becomes_a_clean_file_step_by_step() {
    let mut draft = Draft::new(Lang::En);
    assert!(draft.is_empty());
    let found: BTreeSet<&str> = codes(&draft).iter().map(|(_, code)| *code).collect();
    assert_eq!(
        found,
        BTreeSet::from(["source.unused", "text.missing", "trigger.count"])
    );
    draft = written();
    assert_eq!(codes(&draft), []);
    let resolved = draft.resolve();
    assert!(resolved.complete);
    let file = resolved.file();
    let incident = Incident::parse(&file).unwrap();
    assert_eq!(check(&incident), []);
    assert_eq!(Some(&incident), resolved.incident.as_ref());
    assert_eq!(incident.id, "2024-07-disk-full-on-db-3-1-july-2024");
    let ids: Vec<_> = incident
        .events
        .iter()
        .map(|event| event.id.as_str())
        .collect();
    let expected = [
        "the_log_is_no_longer_archived",
        "an_alarm_rings",
        "the_disk_is_full",
        "readers_go_to_the_replica",
        "writes_work_again",
    ];
    assert_eq!(ids, expected);
    assert_eq!(incident.components[0].id, "the_whole_service");
    // The same words in both places, and the mark that says so.
    assert_eq!(incident.title.en, incident.title.zh);
    assert!(
        file.starts_with("{\n  \"format\": 1,\n  \"language\": \"en\",\n  \"id\": "),
        "{file}"
    );
}

#[test]
fn half_a_time_is_a_finding_at_its_field_and_stays_as_typed() {
    let mut draft = written();
    draft.edit(set("events[1].at.at", "2024-07-01 09:1"));
    let resolved = draft.resolve();
    let found: Vec<_> = resolved
        .findings
        .iter()
        .map(|f| (f.path.as_str(), f.code))
        .collect();
    assert_eq!(found, [("events[1].at", "time.syntax")]);
    assert!(!resolved.complete);
    assert!(resolved.incident.is_some(), "the others are still shown");
    let kept = Draft::from_json(&draft.to_json()).unwrap();
    assert_eq!(kept.text("events[1].at.at"), "2024-07-01 09:1");
    assert_eq!(kept.resolve(), resolved);
    for (typed, code) in [
        ("", "time.empty"),
        ("2024-07-01 09:12 CEST", "time.label"),
        ("2024-02-30 09:12", "time.range"),
    ] {
        draft.edit(set("events[1].at.at", typed));
        assert_eq!(
            codes(&draft),
            [("events[1].at".to_owned(), code)],
            "{typed}"
        );
    }
}

/// 47, 12, 30, 41 and 65 minutes from the times above.
#[test]
fn the_usual_figures_are_offered_and_measured() {
    let mut draft = written();
    let ids = |draft: &Draft| {
        offers(draft)
            .iter()
            .map(|offer| offer.id)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        ids(&draft),
        [
            "detect_s",
            "acknowledge_s",
            "mitigate_s",
            "recover_s",
            "total_s"
        ]
    );
    for offer in offers(&draft) {
        let at = draft.len("metrics");
        draft.edit(Edit::Insert("metrics".to_owned(), at, offer.metric));
    }
    assert_eq!(ids(&draft), ["total_availability", "total_budget_years"]);
    for offer in offers(&draft) {
        let at = draft.len("metrics");
        draft.edit(Edit::Insert("metrics".to_owned(), at, offer.metric));
    }
    assert_eq!(ids(&draft), [""; 0]);
    assert_eq!(codes(&draft), []);
    let incident = draft.resolve().incident.unwrap();
    for (id, minutes) in [
        ("detect_s", 30),
        ("acknowledge_s", 12),
        ("mitigate_s", 41),
        ("recover_s", 65),
        ("total_s", 65),
    ] {
        assert_eq!(point(&incident, id), f64::from(minutes * 60), "{id}");
    }
    // 65 min of 525,600 min, and of the 52.56 min a year that 99.99 % allows.
    assert!((point(&incident, "total_availability") - (1.0 - 65.0 / 525_600.0)).abs() < 1e-12);
    assert!((point(&incident, "total_budget_years") - 65.0 / 52.56).abs() < 1e-9);
}

/// An alarm is not an answer: where somebody of the staff noticed too, that counts.
#[test]
fn acknowledgement_is_by_people_where_they_are_named() {
    let to = |draft: &Draft| {
        let offered = offers(draft);
        let found = offered.iter().find(|offer| offer.id == "acknowledge_s");
        found.unwrap().metric["derive"]["between"]["to"].clone()
    };
    let mut draft = written();
    let alarm = draft.text("events[1].id");
    draft.edit(set("events[1].actor", "system"));
    assert_eq!(to(&draft), alarm.as_str());
    let answered = add(
        &mut draft,
        "detection",
        "2024-07-01T09:15:00Z",
        "The one on call answers",
    );
    assert_eq!(to(&draft), answered.as_str());
}

#[test]
fn without_a_diagnosis_detection_is_measured_and_without_a_trigger_nothing() {
    let mut draft = written();
    draft.edit(Edit::Remove("events".to_owned(), 2));
    let offered = offers(&draft);
    assert_eq!(offered[0].id, "detect_s");
    assert_eq!(offered[0].metric["derive"]["between"]["to"], "_3");
    assert!(offered.iter().all(|offer| offer.id != "acknowledge_s"));
    draft.edit(set("events[0].kind", "impact"));
    assert_eq!(offers(&draft), []);
}

#[test]
fn phases_spans_and_durations_name_two_events_and_follow_their_new_ids() {
    let mut draft = written();
    let put = |draft: &mut Draft, list: &str, value: Value| {
        draft.edit(Edit::Insert(list.to_owned(), 9, value))
    };
    put(&mut draft, "phases", phase("_1", "_2", "_4"));
    draft.edit(set("phases[0].title.en", "In the dark"));
    put(&mut draft, "components", component("_2"));
    draft.edit(set("components[1].name.en", "Replica 2"));
    put(&mut draft, "spans", span("_1", "_2", "_2", "_5"));
    draft.edit(set("spans[0].label.en", "No writes"));
    put(&mut draft, "metrics", metric("_1", "_3", "_5"));
    draft.edit(set("metrics[0].name.en", "To relief"));
    draft.edit(set(
        "metrics[0].definition.en",
        "From the alarm to the first relief",
    ));
    put(
        &mut draft,
        "metrics",
        json!({ "id": "_2", "definition": { "en": "Hurt", "zh": "" }, "derive": { "impact": { "components": ["_2"] } } }),
    );
    assert_eq!(codes(&draft), []);
    let incident = draft.resolve().incident.unwrap();
    assert_eq!(incident.phases[0].id, "in_the_dark");
    assert_eq!(
        (
            incident.phases[0].from.as_str(),
            incident.phases[0].to.as_str()
        ),
        ("the_log_is_no_longer_archived", "the_disk_is_full")
    );
    assert_eq!(incident.spans[0].component, "replica_2");
    // 09:12 to 09:41, and 09:00 to 09:41.
    assert_eq!(point(&incident, "to_relief_s"), 29.0 * 60.0);
    assert_eq!(point(&incident, "hurt_s"), 41.0 * 60.0);
    // A phase the wrong way round is told at the phase.
    draft.edit(set("phases[0].from", "_6"));
    assert_eq!(codes(&draft), [("phases[0]".to_owned(), "phase.reversed")]);
    // An event that is gone is told where it was chosen.
    draft.undo();
    draft.edit(Edit::Remove("events".to_owned(), 2));
    let found = codes(&draft);
    assert!(
        found.contains(&("phases[0].to".to_owned(), "reference.unknown")),
        "{found:?}"
    );
}

#[test]
fn every_edit_can_be_taken_back_and_done_again() {
    let mut draft = Draft::new(Lang::Zh);
    let mut states = vec![draft.value().clone()];
    let edits = [
        set("title.zh", "磁盘写满"),
        Edit::Insert(
            "events".to_owned(),
            0,
            blank_event("_1", "trigger", "_1", "own_record"),
        ),
        set(
            "events[0].at",
            TimeForm::About.time(&["2024-07-01 09:00".to_owned(), "5 min".to_owned()], ""),
        ),
        Edit::Insert(
            "events".to_owned(),
            0,
            blank_event("_2", "impact", "_1", "own_record"),
        ),
        draft.with_language(None),
        Edit::Remove("events".to_owned(), 1),
        Edit::All(vec![
            set("tags", json!({ "mode": ["crash"] })),
            Edit::Remove("components".to_owned(), 0),
        ]),
        set("tags", Value::Null),
        Edit::Remove("nowhere".to_owned(), 3),
    ];
    for edit in edits {
        draft.edit(edit);
        states.push(draft.value().clone());
    }
    let last = states.len() - 1;
    for state in states[..last].iter().rev() {
        assert!(draft.can_undo() && draft.undo());
        assert_eq!(draft.value(), state);
    }
    // Where nothing is taken back, nothing is drawn anew.
    let shape = draft.shape();
    assert!(!draft.undo());
    assert_eq!(draft.shape(), shape);
    for state in &states[1..] {
        assert!(draft.can_redo() && draft.redo());
        assert_eq!(draft.value(), state);
    }
    assert!(!draft.redo());
}

#[test]
fn typing_in_one_field_is_one_step_until_a_pause() {
    let mut draft = Draft::new(Lang::En);
    for text in ["D", "Di", "Disk"] {
        draft.edit(set("title.en", text));
    }
    draft.pause();
    draft.edit(set("title.en", "Disk full"));
    draft.edit(set("summary.en", "A"));
    draft.edit(set("title.en", "Disk full!"));
    let back: Vec<String> =
        std::iter::from_fn(|| draft.undo().then(|| draft.text("title.en"))).collect();
    assert_eq!(back, ["Disk full", "Disk full", "Disk", ""]);
    draft.redo();
    draft.edit(set("summary.en", "B"));
    assert!(
        !draft.can_redo(),
        "a new edit ends what could be done again"
    );
}

#[test]
fn the_history_is_bounded() {
    let mut draft = Draft::new(Lang::En);
    for step in 0..2 * MOST_STEPS {
        draft.pause();
        draft.edit(set("title.en", step.to_string()));
    }
    let steps = std::iter::from_fn(|| draft.undo().then_some(())).count();
    assert_eq!(steps, MOST_STEPS);
}

#[test]
fn a_draft_can_change_its_language_and_lose_nothing() {
    let mut draft = written();
    draft.edit(draft.with_language(Some(Lang::Zh)));
    assert_eq!(draft.langs(), [Lang::Zh]);
    assert_eq!(draft.text("title.zh"), "Disk full on db-3, 1 July 2024");
    draft.edit(set("title.zh", "db-3 磁盘写满"));
    let incident = draft.resolve().incident.unwrap();
    assert_eq!(incident.title.en, "db-3 磁盘写满");
    assert_eq!(incident.id, "2024-07-db-3");
    draft.edit(draft.with_language(None));
    assert_eq!(draft.text("title.en"), "Disk full on db-3, 1 July 2024");
    // In both languages, a text that is in one only is missing in the other.
    draft.edit(set("summary.zh", ""));
    assert!(codes(&draft).contains(&("summary.zh".to_owned(), "text.missing")));
}

#[test]
fn ids_come_from_titles_without_clashing() {
    let mut draft = written();
    for i in 0..3 {
        draft.edit(set(&format!("events[{i}].title.en"), "磁盘"));
    }
    draft.edit(set(
        "events[3].title.en",
        "3 a.m.: all of it, and then some more that no id has room for",
    ));
    draft.edit(set("events[4].title.en", "Trigger"));
    let incident = draft.resolve().incident.unwrap();
    let ids: Vec<_> = incident
        .events
        .iter()
        .map(|event| event.id.as_str())
        .collect();
    assert_eq!(
        ids,
        [
            "trigger",
            "detection",
            "diagnosis",
            "event_3_a_m_all_of_it_and_then_some_more_that",
            "trigger_2"
        ]
    );
}

#[test]
fn a_clock_that_cannot_be_read_is_told_once() {
    let mut draft = written();
    draft.edit(set("zone[0].offset_min", "-7x"));
    draft.edit(set("zone[0].abbr", "PDT"));
    assert_eq!(
        codes(&draft),
        [("zone[0].offset_min".to_owned(), "zone.unreadable")]
    );
    // "09:12" without an offset is the incident's clock: seven hours later in UTC.
    draft.edit(set("zone[0].offset_min", "-07:00"));
    let incident = draft.resolve().incident.unwrap();
    assert_eq!(
        json!(incident.events[1].at),
        json!({ "at": "2024-07-01T16:12:00Z" })
    );
    assert_eq!(draft.text("zone[0].offset_min"), "-07:00");
    // A winter label in July, as in New York's July "EST".
    draft.edit(set("zone[0].abbr", "EST"));
    draft.edit(set("zone[0].offset_min", "-05:00"));
    let mut found = codes(&draft);
    found.retain(|(path, _)| path.starts_with("zone"));
    assert_eq!(found, [("zone[0].abbr".to_owned(), "zone.season")]);
    draft.edit(set("zone[0].offset_min", "+08:00"));
    draft.edit(set("zone[0].abbr", "UTC+8"));
    assert_eq!(
        codes(&draft)
            .iter()
            .filter(|(path, _)| path.starts_with("zone"))
            .count(),
        0
    );
    draft.edit(set("zone[0].abbr", "UTC+9"));
    assert_eq!(
        codes(&draft)
            .iter()
            .filter(|(path, _)| path.starts_with("zone"))
            .count(),
        1
    );
}

#[test]
fn uncertain_times_are_typed_too() {
    let mut draft = written();
    let about = TimeForm::About.time(&["2024-07-01 10:00".to_owned(), "5 min".to_owned()], "");
    draft.edit(set("events[4].at", about));
    draft.edit(Edit::Insert(
        "metrics".to_owned(),
        0,
        offers(&draft).pop().unwrap().metric,
    ));
    let resolved = draft.resolve();
    assert_eq!(resolved.findings, []);
    let incident = resolved.incident.unwrap();
    assert_eq!(
        super::values(&incident)["total_s"],
        MetricValue::Between(55.0 * 60.0, 65.0 * 60.0)
    );
    draft.edit(set("events[4].at.about.half_width_s", "five"));
    assert_eq!(
        codes(&draft)[0],
        ("events[4].at.about.half_width_s".to_owned(), "time.width")
    );
    // Changing the form keeps what was typed, as far as it has a place.
    let fields = TimeForm::About.fields("events[4].at");
    let typed: Vec<String> = fields.iter().map(|field| draft.text(field)).collect();
    draft.edit(set("events[4].at", TimeForm::By.time(&typed, "_5")));
    assert_eq!(draft.text("events[4].at.by.at"), "2024-07-01 10:00");
    let incident = draft.resolve().incident.unwrap();
    assert_eq!(
        super::values(&incident)["total_s"],
        MetricValue::Between(41.0 * 60.0, 60.0 * 60.0)
    );
}

#[test]
fn events_are_put_into_the_order_of_their_times() {
    let mut draft = written();
    let moved = draft.moved("events", 4, 1);
    draft.edit(moved);
    draft.edit(set("events[3].at", json!({ "not_published": {} })));
    assert!(
        codes(&draft)
            .iter()
            .any(|(_, code)| *code == "time.sequence")
    );
    draft.edit(draft.in_order());
    let kinds: Vec<String> = (0..5)
        .map(|i| draft.text(&format!("events[{i}].kind")))
        .collect();
    assert_eq!(
        kinds,
        [
            "trigger",
            "detection",
            "diagnosis",
            "mitigation",
            "full_recovery"
        ]
    );
    assert_eq!(codes(&draft), []);
}

/// Every shipped file is a draft: it resolves to itself, and its copy changes where it is edited and nowhere else.
#[test]
fn a_copy_of_a_shipped_incident_keeps_everything() {
    for file in json_files("incidents") {
        let json = std::fs::read_to_string(&file).unwrap();
        let mut draft = Draft::from_json(&json).unwrap();
        let resolved = draft.resolve();
        assert_eq!(resolved.findings, [], "{}", file.display());
        assert_eq!(resolved.incident.unwrap(), read(&file));
        let written: Value = serde_json::from_str(&draft.to_json()).unwrap();
        assert_eq!(written, serde_json::from_str::<Value>(&json).unwrap());
        draft.edit(set("events[0].title.en", "Another title"));
        let copy = draft.resolve().incident.unwrap();
        let mut expected = read(&file);
        expected.events[0].title.en = "Another title".to_owned();
        assert_eq!(copy, expected);
    }
}

/// The mark is for one's own files: what is shipped is in both languages.
#[test]
fn no_shipped_file_is_in_one_language() {
    for file in json_files("incidents") {
        assert_eq!(read(&file).language, None, "{}", file.display());
    }
    let file = std::fs::read_to_string(folder("incidents/2025-10-aws-dynamodb-dns.json")).unwrap();
    let marked = file.replacen("\"format\": 1,", "\"format\": 1, \"language\": \"en\",", 1);
    let findings = check(&Incident::parse(&marked).unwrap());
    assert!(findings.len() > 100);
    assert!(
        findings
            .iter()
            .all(|f| f.code == "text.language" && f.severity == Severity::Error)
    );
}

/// Whatever is in a draft, reading it ends with findings and not with a panic.
#[test]
fn a_draft_of_anything_is_read() {
    for json in [
        "{}",
        r#"{"events": 3, "zone": {}, "components": null}"#,
        r#"{"events": [null, 7, [], {"at": []}], "zone": [[], {"from": 5, "offset_min": 1e300}], "sources": [{"date": 3}]}"#,
        r#"{"format": 1, "language": "fr", "id": 3, "events": [{"id": "_1", "at": {"between": []}}], "metrics": [{"derive": {"between": 3}}]}"#,
        r#"{"events": [{"at": {"about": {"at": "2024-07-01 09:00 Z", "half_width_s": "1e99 d"}}}]}"#,
    ] {
        let mut draft = Draft::from_json(json).unwrap();
        let resolved = draft.resolve();
        assert!(
            resolved.incident.is_none() && !resolved.findings.is_empty(),
            "{json}"
        );
        draft.edit(set("events[0].title.en", "x"));
        draft.edit(Edit::Insert("events".to_owned(), 99, Value::Null));
        draft.edit(draft.in_order());
        draft.edit(draft.with_language(Some(Lang::Zh)));
        let _ = (
            offers(&draft),
            draft.names("events", Lang::En),
            draft.title(Lang::Zh),
            draft.fresh_id(),
            draft.resolve(),
        );
        while draft.undo() {}
        assert_eq!(draft.to_json(), Draft::from_json(json).unwrap().to_json());
    }
    assert!(Draft::from_json("[]").is_err());
    assert!(Draft::from_json("{").is_err());
}
