//! Spreadsheets and TimelineJS, in and out; and what no reader of files expects.

use std::collections::BTreeSet;

use outage_lab::finding::Finding;
use outage_lab::incident::draft::{Draft, Edit};
use outage_lab::incident::exchange::{
    Format, Import, MOST_EVENTS, csv_file, import, timeline_js_file,
};
use outage_lab::incident::{Incident, MAX_BYTES, UtcTime, check};
use outage_lab::kernel::rng::Stream;
use outage_lab::text::Lang;
use serde_json::{Value, json};

use super::{folder, json_files, read};

fn take(text: &str) -> Import {
    import(text, Lang::En, 0).unwrap_or_else(|findings| panic!("{findings:?}"))
}

fn refused(text: &str) -> Vec<&'static str> {
    import(text, Lang::En, 0)
        .unwrap_err()
        .iter()
        .map(|finding| finding.code)
        .collect()
}

fn places(findings: &[Finding]) -> Vec<(&str, &str)> {
    findings
        .iter()
        .map(|finding| (finding.path.as_str(), finding.code))
        .collect()
}

/// The times of the events with their titles.
fn events(imported: &Import) -> Vec<(String, String)> {
    let incident = imported.draft.resolve().incident.unwrap();
    let row = |event: &outage_lab::incident::schema::Event| {
        (json!(event.at).to_string(), event.title.en.clone())
    };
    incident.events.iter().map(row).collect()
}

#[test]
fn a_spreadsheet_of_times_and_words() {
    let csv = "\u{feff}Time,Service,Description\r\n\
        2024-07-01 09:00 +02:00,Orders,\"Writes fail: \"\"disk full\"\". Nobody notices.\"\r\n\
        2024-07-01 09:12 +02:00,,\"An alarm,\nand a page\"\r\n\
        2024-07-01 10:05 +02:00,Orders,'=back to normal\r\n";
    let imported = take(csv);
    assert_eq!(imported.format, Format::Csv);
    assert_eq!(imported.findings, []);
    assert_eq!(
        events(&imported),
        [
            (
                r#"{"at":"2024-07-01T07:00:00Z"}"#.to_owned(),
                "Writes fail: \"disk full\"".to_owned()
            ),
            (
                r#"{"at":"2024-07-01T07:12:00Z"}"#.to_owned(),
                "An alarm,".to_owned()
            ),
            (
                r#"{"at":"2024-07-01T08:05:00Z"}"#.to_owned(),
                "=back to normal".to_owned()
            ),
        ]
    );
    let incident = imported.draft.resolve().incident.unwrap();
    assert_eq!(incident.events[1].text.en, "An alarm,\nand a page");
    assert_eq!(
        incident
            .component(&incident.events[0].component)
            .unwrap()
            .name
            .en,
        "Orders"
    );
    // The clock that the times were written on, and the first row as the trigger.
    assert_eq!(incident.zone.periods()[0].offset_min, 120);
    let found: BTreeSet<_> = check(&incident)
        .iter()
        .map(|finding| finding.code)
        .collect();
    assert_eq!(
        found,
        BTreeSet::from(["text.missing"]),
        "only title and summary are missing"
    );
}

#[test]
fn a_time_without_offset_is_a_finding_with_line_and_column_and_stays() {
    let csv = "text;time\n\
        \"two\nlines\";2024-07-01 09:00 Z\n\
        no offset;2024-07-01 09:12\n\
        no time;\n\
        no clock;2024-07-01\n\
        not one;around nine\n\
        summer label;2024-07-01 09:30 EST\n\
        with parts;2024-07-01T09:40:00.250Z\n";
    let imported = take(csv);
    assert_eq!(
        places(&imported.findings),
        [
            ("line 4, column 2", "time.offset"),
            ("line 5, column 2", "time.empty"),
            ("line 7, column 2", "time.syntax"),
            ("line 8, column 2", "time.offset"),
            ("line 9, column 2", "time.cut"),
        ]
    );
    assert!(imported.findings[0].message.contains("2024-07-01 09:12"));
    assert_eq!(imported.draft.text("events[1].at.at"), "2024-07-01 09:12");
    assert_eq!(imported.draft.text("events[4].at.at"), "around nine");
    assert_eq!(imported.draft.text("events[3].at.on"), "2024-07-01");
    assert_eq!(imported.draft.len("events"), 7);
}

#[test]
fn columns_have_many_names_and_words_may_be_wrong() {
    let csv = "事件\t类型\t时间\nA\tTRIGGER\t2024-07-01 09:00 Z\nB\tfull recovery\t2024-07-01 10:00 Z\nC\tboom\t2024-07-01 11:00 Z\tmore\n";
    let imported = import(csv, Lang::Zh, 0).unwrap();
    assert_eq!(
        places(&imported.findings),
        [("line 4", "csv.row"), ("line 4, column 2", "csv.word")]
    );
    let kinds: Vec<String> = (0..3)
        .map(|i| imported.draft.text(&format!("events[{i}].kind")))
        .collect();
    assert_eq!(kinds, ["trigger", "full_recovery", "impact"]);
    assert_eq!(imported.draft.langs(), [Lang::Zh]);
    // No header at all: times first, words second.
    let bare = take("2024-07-01 09:00 Z,down\n2024-07-01 10:00 Z,up\n");
    assert_eq!(events(&bare)[1].1, "up");
}

#[test]
fn what_cannot_be_read_says_why() {
    assert_eq!(refused(""), ["import.empty"]);
    assert_eq!(refused("\u{feff}  \n"), ["import.empty"]);
    assert_eq!(refused("time,text\n"), ["import.empty"]);
    assert_eq!(refused("a,b\n1,2\n"), ["csv.columns"]);
    assert_eq!(
        refused("time,text\n2024-07-01 09:00 Z,\"open\n"),
        ["csv.quote"]
    );
    assert_eq!(refused("{\"format\": 1,"), ["json.syntax"]);
    assert_eq!(refused("{}"), ["import.unknown"]);
    assert_eq!(refused("{\"format\": 2}"), ["import.unknown"]);
    assert_eq!(refused("[1, 2]"), ["import.unknown"]);
    assert_eq!(refused("{\"format\": 1, \"events\": [3]}"), ["schema"]);
    assert_eq!(
        refused("{\"events\": [], \"eras\": []}"),
        ["timeline_js.clock", "import.empty"]
    );
    assert_eq!(refused(&"x".repeat(600 * 1024)), ["json.too_large"]);
    let mut csv = "time,text\n".to_owned();
    for _ in 0..=MOST_EVENTS {
        csv.push_str("2024-07-01 09:00 Z,x\n");
    }
    let many = take(&csv);
    assert_eq!(many.draft.len("events"), MOST_EVENTS);
    assert_eq!(many.findings[0].code, "import.rows");
}

/// What comes in, or is typed, is there again after a reload: a draft may be larger than any file that is read.
#[test]
fn a_large_draft_is_read_back_as_it_was_kept() {
    let row = format!("2024-07-01 09:00 Z,{}\n", "x".repeat(200));
    let mut draft = take(&format!("time,text\n{}", row.repeat(MOST_EVENTS))).draft;
    let kept = draft.to_json();
    assert!(kept.len() > MAX_BYTES, "{}", kept.len());
    let back = Draft::from_json(&kept).unwrap();
    assert_eq!(back.value(), draft.value());
    let long = Value::String("y".repeat(2 * MAX_BYTES));
    draft.edit(Edit::Set("summary.en".to_owned(), long));
    let back = Draft::from_json(&draft.to_json()).unwrap();
    assert_eq!(back.text("summary.en").len(), 2 * MAX_BYTES);
    // 100,000 numbers a hundred lists deep: each is indented by more than 200 spaces.
    let deep = format!(
        "{}{}{}",
        "[".repeat(100),
        vec!["0"; 100_000].join(","),
        "]".repeat(100)
    );
    assert_eq!(
        refused(&format!("{{\"format\": 1, \"x\": {deep}}}")),
        ["json.too_large"]
    );
}

#[test]
fn our_own_files_come_in_whole_also_unfinished_ones() {
    for file in json_files("incidents") {
        let imported = take(&std::fs::read_to_string(&file).unwrap());
        assert_eq!(
            (imported.format, imported.findings.len()),
            (Format::Incident, 0)
        );
        assert_eq!(imported.draft.resolve().incident.unwrap(), read(&file));
    }
    for file in json_files("tests/broken/incidents") {
        let text = std::fs::read_to_string(&file).unwrap();
        let Ok(imported) = import(&text, Lang::En, 0) else {
            continue;
        };
        // A time with an offset, which files may not have, is read and becomes UTC.
        let mended = file.ends_with("offset_instead_of_utc.json");
        let findings = imported.draft.resolve().findings;
        assert_eq!(
            findings.is_empty(),
            mended,
            "{}: {findings:?}",
            file.display()
        );
    }
}

/// What the sheet carries comes back as it was: times, kinds, actors, words, for every shipped incident.
#[test]
fn a_sheet_of_ours_comes_back() {
    for file in json_files("incidents") {
        let incident = read(&file);
        for lang in Lang::ALL {
            let sheet = csv_file(&incident, lang);
            assert!(sheet.left_out.contains(&"other_language") && sheet.left_out.contains(&"head"));
            let back = import(&sheet.text, lang, 0).unwrap();
            assert_eq!(back.findings, [], "{}", file.display());
            let back = back.draft.resolve().incident.unwrap();
            assert_eq!(back.events.len(), incident.events.len());
            for (before, after) in incident.events.iter().zip(&back.events) {
                assert_eq!(before.title.get(lang), after.title.get(lang));
                assert_eq!(before.text.get(lang), after.text.get(lang));
                assert_eq!(
                    (before.kind, before.actor, before.status),
                    (after.kind, after.actor, after.status)
                );
                if !matches!(
                    json!(before.at)
                        .as_object()
                        .unwrap()
                        .keys()
                        .next()
                        .unwrap()
                        .as_str(),
                    "by" | "not_published"
                ) {
                    assert_eq!(before.at, after.at, "{}", before.id);
                }
            }
        }
    }
}

/// The shape of <https://timeline.knightlab.com/docs/json-format.html>.
fn slides() -> Value {
    json!({
        "title": { "text": { "headline": "An <b>outage</b>", "text": "<p>In short.</p>" } },
        "scale": "human",
        "events": [
            { "start_date": { "year": "2024", "month": "7", "day": "1", "hour": "9", "minute": "0" },
              "end_date": { "year": 2024, "month": 7, "day": 1, "hour": 10, "minute": 5, "second": 30 },
              "text": { "headline": "Down", "text": "Disk &amp; log" }, "group": "Store",
              "media": { "url": "https://example.org/disk.jpg" } },
            { "start_date": { "year": 2024, "month": 7, "day": 1, "hour": 9, "minute": 12 },
              "text": { "headline": "", "text": "An alarm rings. Nobody hears it." } },
            { "start_date": { "year": 2024, "month": 7, "day": 2 }, "text": { "headline": "Report" } },
            { "start_date": { "year": 2024, "month": 8, "day": "" }, "text": { "headline": "Talk" } },
            { "start_date": { "year": 2024, "month": 2, "day": 30 }, "text": { "headline": "Never" } },
        ],
        "eras": [
            { "start_date": { "year": 2024, "month": 7, "day": 1, "hour": 9, "minute": 0 },
              "end_date": { "year": 2024, "month": 7, "day": 1, "hour": 9, "minute": 12 }, "text": { "headline": "Unseen" } },
            { "start_date": { "year": 2023 }, "end_date": { "year": 2024 }, "text": { "headline": "Before" } },
        ],
    })
}

#[test]
fn slides_become_events_ranges_and_phases() {
    let imported = import(&slides().to_string(), Lang::En, 120).unwrap();
    assert_eq!(imported.format, Format::TimelineJs);
    assert_eq!(
        places(&imported.findings),
        [
            ("title.text", "timeline_js.markup"),
            ("events", "timeline_js.clock"),
            ("events[0].media", "timeline_js.media"),
            ("events[0]", "timeline_js.range"),
            ("events[4].start_date", "timeline_js.date"),
            ("eras[1]", "timeline_js.era"),
        ]
    );
    assert!(imported.findings[1].message.contains("UTC+02:00"));
    assert_eq!(
        events(&imported),
        [
            (
                r#"{"at":"2024-07-01T07:00:00Z"}"#.to_owned(),
                "Down".to_owned()
            ),
            (
                r#"{"at":"2024-07-01T07:12:00Z"}"#.to_owned(),
                "An alarm rings".to_owned()
            ),
            (
                r#"{"at":"2024-07-01T08:05:30Z"}"#.to_owned(),
                "End: Down".to_owned()
            ),
            (r#"{"on":"2024-07-02"}"#.to_owned(), "Report".to_owned()),
            (
                r#"{"between":["2024-07-31T22:00:00Z","2024-08-31T21:59:59Z"]}"#.to_owned(),
                "Talk".to_owned()
            ),
            (r#"{"not_published":{}}"#.to_owned(), "Never".to_owned()),
        ]
    );
    let incident = imported.draft.resolve().incident.unwrap();
    assert_eq!(incident.title.en, "An outage");
    assert_eq!(incident.events[0].text.en, "Disk & log");
    assert_eq!(incident.phases.len(), 1);
    assert_eq!(
        (
            incident.phases[0].from.as_str(),
            incident.phases[0].to.as_str()
        ),
        ("down", "an_alarm_rings")
    );
    assert_eq!(
        (
            incident.spans[0].from.as_str(),
            incident.spans[0].to.as_str()
        ),
        ("down", "end_down")
    );
    assert_eq!(
        incident
            .component(&incident.events[0].component)
            .unwrap()
            .name
            .en,
        "Store"
    );
}

/// Out and in again: every exact time, title and lane; phases and spans by their events.
#[test]
fn a_timeline_of_ours_comes_back() {
    let incident = read(&folder("incidents/2025-10-aws-dynamodb-dns.json"));
    for lang in Lang::ALL {
        let out = timeline_js_file(&incident, lang);
        for key in [
            "clock",
            "other_language",
            "untimed",
            "metrics",
            "story",
            "figures",
            "kinds",
        ] {
            assert!(out.left_out.contains(&key), "{key}");
        }
        let json: Value = serde_json::from_str(&out.text).unwrap();
        // 06:48 UTC on 20 October 2025, in the words of the record.
        let trigger = json["events"]
            .as_array()
            .unwrap()
            .iter()
            .find(|slide| slide["unique_id"] == "trigger")
            .unwrap();
        assert_eq!(
            trigger["start_date"],
            json!({ "year": 2025, "month": 10, "day": 20, "hour": 6, "minute": 48, "second": 0 })
        );
        assert!(
            trigger["display_date"]
                .as_str()
                .unwrap()
                .starts_with("2025-10-19 23:48 PDT")
        );
        assert_eq!(
            json["eras"].as_array().unwrap().len(),
            incident.phases.len()
        );
        let back = import(&out.text, lang, 0).unwrap();
        let back = back.draft.resolve().incident.unwrap();
        assert_eq!(back.title.get(lang), incident.title.get(lang));
        assert_eq!(back.spans.len(), incident.spans.len());
        for event in &incident.events {
            let Some(window) = incident.window(&event.at) else {
                continue;
            };
            let start = UtcTime::from_seconds(window.lo()).unwrap();
            let title = event.title.get(lang);
            let found = back.events.iter().any(|other| {
                other.title.get(lang) == title
                    && back.window(&other.at).unwrap().lo() == start.seconds()
            });
            assert!(found, "{title} at {start}");
        }
    }
}

#[test]
fn markup_of_ours_shows_and_does_not_run() {
    let mut incident = read(&folder("incidents/2025-10-aws-dynamodb-dns.json"));
    incident.events[0].title.en = "<img src=x onerror=alert(1)> & co".to_owned();
    incident.events[0].text.en = "</p><script>alert(1)</script>".to_owned();
    let out = timeline_js_file(&incident, Lang::En).text;
    assert!(!out.contains("<img") && !out.contains("<script"));
    let back = take(&out).draft.resolve().incident.unwrap();
    assert!(
        back.events
            .iter()
            .any(|event| event.title.en == "<img src=x onerror=alert(1)> & co")
    );
}

/// Files with bytes changed, cut out, doubled and swapped: whatever is made of them, nothing panics, and what comes in
/// can be read, edited, exported and taken in again.
#[test]
fn files_that_were_hurt_are_read_or_refused() {
    let incident: Incident = read(&folder("incidents/2025-10-aws-dynamodb-dns.json"));
    let small = "time,until,certainty,kind,component,title\n2024-07-01 09:00 Z,,at,trigger,\"a\"\"b\",x\n2024-07-01,,on,impact,c,y\n";
    let originals = [
        std::fs::read_to_string(folder("incidents/2025-10-aws-dynamodb-dns.json")).unwrap(),
        csv_file(&incident, Lang::Zh).text,
        timeline_js_file(&incident, Lang::En).text,
        slides().to_string(),
        small.to_owned(),
    ];
    let mut rng = Stream::new(20_251_020, "files that were hurt");
    let mut read = 0;
    for original in &originals {
        for _ in 0..60 {
            let hurt = hurt(original, &mut rng);
            let Ok(imported) = import(&hurt, Lang::En, 0) else {
                continue;
            };
            read += 1;
            let resolved = imported.draft.resolve();
            let kept = imported.draft.to_json();
            assert!(import(&kept, Lang::En, 0).is_ok());
            if let Some(incident) = resolved.incident {
                let _ = (
                    csv_file(&incident, Lang::En),
                    timeline_js_file(&incident, Lang::Zh),
                );
            }
        }
    }
    assert!(read > 80, "most of them are read: {read}");
}

/// The text after one to eight wounds.
fn hurt(text: &str, rng: &mut Stream) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let signs = [
        '"', ',', '\n', '{', '}', '[', ']', '0', '9', '-', ':', ';', '\'', '<', '\\', '\u{0}',
        '几', '\u{feff}', 'Z', ' ',
    ];
    for _ in 0..=rng.below(8) {
        let length = letters.len() as u64;
        if length < 2 {
            break;
        }
        let at = rng.below(length) as usize;
        let run = (1 + rng.below(12) as usize).min(letters.len() - at);
        match rng.below(5) {
            0 => letters[at] = signs[rng.below(signs.len() as u64) as usize],
            1 => drop(letters.drain(at..at + run)),
            2 => {
                let copy: Vec<char> = letters[at..at + run].to_vec();
                letters.splice(at..at, copy);
            }
            3 => letters.truncate(at.max(1)),
            _ => {
                let other = rng.below(length) as usize;
                letters.swap(at, other);
            }
        }
    }
    letters.into_iter().collect()
}
