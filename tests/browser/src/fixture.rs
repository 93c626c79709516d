//! An incident with two hundred events, to see how the timeline bears it.

use serde_json::{Value, json};

/// The id of [`many_events`].
pub const MANY_EVENTS: &str = "2001-01-two-hundred";

/// How many events there are.
const EVENTS: u32 = 200;

/// How many components have a lane.
const LANES: u32 = 12;

const KINDS: [&str; 6] = [
    "propagation",
    "impact",
    "detection",
    "mitigation",
    "partial_recovery",
    "aftermath",
];
const ACTORS: [&str; 4] = ["staff", "automation", "system", "customer"];

/// Two hundred events on twelve lanes over two days, half of them in the first hour.
#[must_use]
pub fn many_events() -> String {
    let both = |text: String| json!({ "en": text, "zh": text });
    let components: Vec<Value> = (0..LANES)
        .map(|lane| json!({ "id": format!("part{lane}"), "name": both(format!("Part {lane} · 部件 {lane}")) }))
        .collect();
    let minute = |index: u32| {
        if index < EVENTS / 2 {
            index * 60 / (EVENTS / 2)
        } else {
            60 + (index - EVENTS / 2) * 28
        }
    };
    let events: Vec<Value> = (0..EVENTS)
        .map(|index| {
            let minutes = minute(index);
            let (day, hour) = (10 + minutes / 1440, minutes / 60 % 24);
            let kind = match index {
                0 => "trigger",
                _ => KINDS[index as usize % KINDS.len()],
            };
            json!({
                "id": format!("event{index}"),
                "at": { "at": format!("2001-01-{day}T{hour:02}:{:02}:00Z", minutes % 60) },
                "kind": kind,
                "component": format!("part{}", index * 7 % LANES),
                "actor": ACTORS[index as usize % ACTORS.len()],
                "mechanisms": ["backlog"],
                "title": both(format!("Event {index} · 事件 {index}")),
                "text": both(format!("What happened at minute {minutes}. 第 {minutes} 分钟。")),
                "status": "inferred",
                "sources": ["made"],
            })
        })
        .collect();
    json!({
        "format": 1,
        "id": MANY_EVENTS,
        "title": both("Two hundred events · 两百个事件".to_owned()),
        "summary": both("Made up for a test. 为测试而编。".to_owned()),
        "zone": [{ "from": "2000-01-01T00:00:00Z", "offset_min": -480, "abbr": "PST" }],
        "components": components,
        "phases": [{ "id": "all", "title": both("All · 全程".to_owned()), "from": "event0", "to": "event199" }],
        "spans": (0..LANES).map(|lane| json!({
            "id": format!("span{lane}"), "component": format!("part{lane}"), "kind": "degraded",
            "from": format!("event{}", lane * 5), "to": format!("event{}", 199 - lane),
            "label": both(format!("Span {lane} · 时段 {lane}")),
        })).collect::<Vec<_>>(),
        "events": events,
        "sources": [{
            "id": "made", "kind": "analysis", "title": both("Made up · 编造".to_owned()),
            "read": both("In full. 全文。".to_owned()),
        }],
    })
    .to_string()
}
