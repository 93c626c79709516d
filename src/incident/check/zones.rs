//! The incident's clock: it covers all events, and its labels are those of its offsets.

use crate::finding::Finding;
use crate::incident::schema::Incident;
use crate::incident::time::UtcTime;
use crate::incident::typed_time::typed_offset_min;
use crate::incident::zone::ZonePeriod;

/// Offsets in use lie between those of Baker Island and Kiribati.
const WESTMOST_MIN: i32 = -12 * 60;
const EASTMOST_MIN: i32 = 14 * 60;

/// When a label is used, where that is the same wherever it is used.
#[derive(Clone, Copy, PartialEq)]
enum Season {
    Any,
    NorthernWinter,
    NorthernSummer,
}

/// Abbreviations with the offsets that they stand for; some stand for several.
const ABBREVIATIONS: &[(&str, &[i32], Season)] = &[
    ("UTC", &[0], Season::Any),
    ("GMT", &[0], Season::NorthernWinter),
    ("BST", &[60, 360], Season::Any),
    ("IST", &[60, 120, 330], Season::Any),
    ("WET", &[0], Season::NorthernWinter),
    ("WEST", &[60], Season::NorthernSummer),
    ("CET", &[60], Season::NorthernWinter),
    ("CEST", &[120], Season::NorthernSummer),
    ("EET", &[120], Season::NorthernWinter),
    ("EEST", &[180], Season::NorthernSummer),
    ("MSK", &[180, 240], Season::Any),
    ("EST", &[-300], Season::NorthernWinter),
    ("EDT", &[-240], Season::NorthernSummer),
    ("CST", &[-360, 480], Season::Any),
    ("CDT", &[-300], Season::NorthernSummer),
    ("MST", &[-420], Season::Any),
    ("MDT", &[-360], Season::NorthernSummer),
    ("PST", &[-480], Season::NorthernWinter),
    ("PDT", &[-420], Season::NorthernSummer),
    ("AKST", &[-540], Season::NorthernWinter),
    ("AKDT", &[-480], Season::NorthernSummer),
    ("HST", &[-600], Season::Any),
    ("BRT", &[-180], Season::Any),
    ("SGT", &[480], Season::Any),
    ("HKT", &[480], Season::Any),
    ("JST", &[540], Season::Any),
    ("KST", &[540], Season::Any),
    ("AEST", &[600], Season::Any),
    ("AEDT", &[660], Season::Any),
    ("NZST", &[720], Season::Any),
    ("NZDT", &[780], Season::Any),
];

pub(super) fn check(incident: &Incident, findings: &mut Vec<Finding>) {
    covers_all_events(incident, findings);
    let periods = incident.zone.periods();
    for (i, pair) in periods.windows(2).enumerate() {
        if let [earlier, later] = pair
            && later.from <= earlier.from
        {
            let path = format!("zone[{}].from", i + 1);
            let message = format!("{} does not follow {}", later.from, earlier.from);
            findings.push(Finding::error(path, "zone.order", message));
        }
    }
    for (i, period) in periods.iter().enumerate() {
        offset(&format!("zone[{i}].offset_min"), period, findings);
        abbreviation(incident, &format!("zone[{i}].abbr"), period, findings);
    }
    labels_in_text(incident, findings);
}

fn covers_all_events(incident: &Incident, findings: &mut Vec<Finding>) {
    if incident.zone.periods().is_empty() {
        let message = "no offset is given; UTC itself is offset 0 from before the first event";
        findings.push(Finding::error("zone", "zone.gap", message));
        return;
    }
    for (i, event) in incident.events.iter().enumerate() {
        let uncovered = start(incident, i).filter(|at| incident.zone.period_at(*at).is_none());
        if let Some(at) = uncovered {
            let path = format!("events[{i}].at");
            let message = format!("\"{}\" at {at} is before the first offset", event.id);
            findings.push(Finding::error(path, "zone.gap", message));
        }
    }
}

/// The earliest instant of an event.
fn start(incident: &Incident, event: usize) -> Option<UtcTime> {
    let window = incident.window(&incident.events.get(event)?.at)?;
    UtcTime::from_seconds(window.lo())
}

fn offset(path: &str, period: &ZonePeriod, findings: &mut Vec<Finding>) {
    let minutes = period.offset_min;
    if !(WESTMOST_MIN..=EASTMOST_MIN).contains(&minutes) || minutes % 15 != 0 {
        let message = format!(
            "{minutes} min is no offset in use: {WESTMOST_MIN} to {EASTMOST_MIN}, in quarters of an hour"
        );
        findings.push(Finding::error(path, "zone.offset", message));
    }
}

fn abbreviation(incident: &Incident, path: &str, period: &ZonePeriod, findings: &mut Vec<Finding>) {
    let abbr = &period.abbr;
    // A label that is an offset speaks for itself.
    if abbr.starts_with("UTC") && typed_offset_min(abbr) == Some(period.offset_min) {
        return;
    }
    let Some((_, offsets, season)) = ABBREVIATIONS.iter().find(|(known, ..)| known == abbr) else {
        let message = format!("\"{abbr}\" is not known here, so its offset is not checked");
        findings.push(Finding::warning(path, "zone.unknown", message));
        return;
    };
    if !offsets.contains(&period.offset_min) {
        let message = format!(
            "{abbr} is {} min from UTC, the file says {}",
            offsets
                .iter()
                .map(i32::to_string)
                .collect::<Vec<_>>()
                .join(" or "),
            period.offset_min
        );
        findings.push(Finding::error(path, "zone.abbreviation", message));
        return;
    }
    let out_of_season = (0..incident.events.len())
        .filter_map(|event| start(incident, event))
        .filter(|at| incident.zone.period_at(*at) == Some(period))
        .find(|at| !in_season(*season, at.civil(period.offset_min).month));
    if let Some(at) = out_of_season {
        let message = format!(
            "{abbr} at {} looks like the label of the other half of the year",
            at.civil(period.offset_min)
        );
        findings.push(Finding::warning(path, "zone.season", message));
    }
}

/// Whether a label can be right in a month. Only months in which no northern country with such a
/// label has changed its clock count against it.
fn in_season(season: Season, month: i64) -> bool {
    match season {
        Season::Any => true,
        Season::NorthernWinter => !(5..=8).contains(&month),
        Season::NorthernSummer => !matches!(month, 12 | 1 | 2),
    }
}

/// Times in an event's text that carry the other half-year's label: PST where the clock showed PDT.
fn labels_in_text(incident: &Incident, findings: &mut Vec<Finding>) {
    for (i, event) in incident.events.iter().enumerate() {
        let period = start(incident, i).and_then(|at| incident.zone.period_at(at));
        let Some((abbr, other)) = period.and_then(|p| Some((&p.abbr, other_half_year(&p.abbr)?)))
        else {
            continue;
        };
        for lang in incident.langs() {
            let text = event.text.get(*lang);
            let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
            if words.any(|word| word == other) {
                let path = format!("events[{i}].text.{}", lang.code());
                let message = format!("the text says {other}, the clock showed {abbr}");
                findings.push(Finding::warning(path, "zone.label", message));
            }
        }
    }
}

/// PST for PDT, CEST for CET, and the reverse of each.
fn other_half_year(abbr: &str) -> Option<String> {
    let (_, _, season) = ABBREVIATIONS.iter().find(|(known, ..)| *known == abbr)?;
    let swaps: [(&str, &str); 2] = match season {
        Season::NorthernWinter => [("ST", "DT"), ("ET", "EST")],
        Season::NorthernSummer => [("DT", "ST"), ("EST", "ET")],
        Season::Any => return None,
    };
    let other = swaps
        .iter()
        .find_map(|(end, other)| Some(format!("{}{other}", abbr.strip_suffix(end)?)))?;
    let known = ABBREVIATIONS.iter().any(|(known, ..)| *known == other);
    known.then_some(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_label_of_the_year() {
        for (abbr, other) in [
            ("PDT", Some("PST")),
            ("EST", Some("EDT")),
            ("CET", Some("CEST")),
            ("EEST", Some("EET")),
            ("UTC", None),
            ("GMT", None),
        ] {
            assert_eq!(other_half_year(abbr).as_deref(), other, "{abbr}");
        }
    }
}
