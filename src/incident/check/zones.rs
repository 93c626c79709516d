//! The incident's clock: it covers all events, and its labels are those of its offsets.

use crate::finding::Finding;
use crate::incident::calendar::{Civil, days_from_civil, days_in_month};
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
    Winter(Rule),
    Summer(Rule),
}

/// By whose rule clocks change.
#[derive(Clone, Copy, PartialEq)]
enum Rule {
    America,
    Europe,
}

use Rule::{America, Europe};
use Season::{Any, Summer, Winter};

/// Abbreviations with the offsets that they stand for; some stand for several.
const ABBREVIATIONS: &[(&str, &[i32], Season)] = &[
    ("UTC", &[0], Any),
    ("GMT", &[0], Winter(Europe)),
    ("BST", &[60, 360], Any),
    ("IST", &[60, 120, 330], Any),
    ("WET", &[0], Winter(Europe)),
    ("WEST", &[60], Summer(Europe)),
    ("CET", &[60], Winter(Europe)),
    ("CEST", &[120], Summer(Europe)),
    ("EET", &[120], Winter(Europe)),
    ("EEST", &[180], Summer(Europe)),
    ("MSK", &[180, 240], Any),
    ("EST", &[-300], Winter(America)),
    ("EDT", &[-240], Summer(America)),
    ("CST", &[-360, 480], Any),
    ("CDT", &[-300], Summer(America)),
    ("MST", &[-420], Any),
    ("MDT", &[-360], Summer(America)),
    ("PST", &[-480], Winter(America)),
    ("PDT", &[-420], Summer(America)),
    ("AKST", &[-540], Winter(America)),
    ("AKDT", &[-480], Summer(America)),
    ("HST", &[-600], Any),
    ("BRT", &[-180], Any),
    ("SGT", &[480], Any),
    ("HKT", &[480], Any),
    ("JST", &[540], Any),
    ("KST", &[540], Any),
    ("AEST", &[600], Any),
    ("AEDT", &[660], Any),
    ("NZST", &[720], Any),
    ("NZDT", &[780], Any),
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
        .find(|at| !in_season(*season, at.civil(period.offset_min)));
    if let Some(at) = out_of_season {
        let message = format!(
            "{abbr} at {} looks like the label of the other half of the year",
            at.civil(period.offset_min)
        );
        findings.push(Finding::warning(path, "zone.season", message));
    }
}

/// Whether a label can be right on a day. Both can on the two days of a change.
fn in_season(season: Season, on: Civil) -> bool {
    match season {
        Any => true,
        Winter(rule) => summer_time(rule, on) != Some(true),
        Summer(rule) => summer_time(rule, on) != Some(false),
    }
}

/// Whether the clocks of a rule show summer time on a day; `None` on the days of a change, and from
/// March to November where it is not told.
///
/// America: since 2007 the second Sunday of March to the first of November (Energy Policy Act of
/// 2005), from 1987 the first of April to the last of October. Europe: since 1996 the last Sundays
/// of March and October (directives 94/21/EC, 2000/84/EC). Before that, May to August is summer.
fn summer_time(rule: Rule, on: Civil) -> Option<bool> {
    let (year, nth) = (on.year, nth_sunday);
    let (start, end) = match (rule, year) {
        (America, 2007..) => (nth(year, 3, 2), nth(year, 11, 1)),
        (America, 1987..) => (nth(year, 4, 1), last_sunday(year, 10)),
        (Europe, 1996..) => (last_sunday(year, 3), last_sunday(year, 10)),
        _ => {
            return match on.month {
                5..=8 => Some(true),
                12 | 1 | 2 => Some(false),
                _ => None,
            };
        }
    };
    let day = days_from_civil(year, on.month, on.day);
    let change = day == start || day == end;
    (!change).then_some((start..end).contains(&day))
}

/// Days since 1970-01-01, a Thursday.
fn nth_sunday(year: i64, month: i64, nth: i64) -> i64 {
    let first = days_from_civil(year, month, 1);
    first + (3 - first).rem_euclid(7) + 7 * (nth - 1)
}

fn last_sunday(year: i64, month: i64) -> i64 {
    let last = days_from_civil(year, month, days_in_month(year, month));
    last - (last - 3).rem_euclid(7)
}

/// Times in an event's text with a label that the day cannot have: PST where the clock showed PDT,
/// or EST in October.
fn labels_in_text(incident: &Incident, findings: &mut Vec<Finding>) {
    for (i, event) in incident.events.iter().enumerate() {
        let Some(at) = start(incident, i) else {
            continue;
        };
        let Some(period) = incident.zone.period_at(at) else {
            continue;
        };
        let other = other_half_year(&period.abbr);
        for lang in incident.langs() {
            let text = event.text.get(*lang);
            let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
            let on = at.civil(period.offset_min);
            let wrong = words.find(|word| other.as_deref() == Some(*word) || !can_be(word, on));
            if let Some(word) = wrong {
                let path = format!("events[{i}].text.{}", lang.code());
                let abbr = &period.abbr;
                let message = match other.as_deref() == Some(word) {
                    true => format!("the text says {word}, the clock showed {abbr}"),
                    false => format!(
                        "the text says {word}, a label of the other half of the year, at {on} {abbr}"
                    ),
                };
                findings.push(Finding::warning(path, "zone.label", message));
            }
        }
    }
}

/// Labels that prose uses for other things too: GMT for UTC the year round, and two English words
/// (US-WEST-1).
const AMBIGUOUS_IN_PROSE: [&str; 3] = ["GMT", "WET", "WEST"];

/// Whether a word is no label of the other half of the year.
fn can_be(word: &str, on: Civil) -> bool {
    let label = ABBREVIATIONS.iter().find(|(known, ..)| *known == word);
    AMBIGUOUS_IN_PROSE.contains(&word) || label.is_none_or(|(_, _, season)| in_season(*season, on))
}

/// PST for PDT, CEST for CET, and the reverse of each.
fn other_half_year(abbr: &str) -> Option<String> {
    let (_, _, season) = ABBREVIATIONS.iter().find(|(known, ..)| *known == abbr)?;
    let swaps: [(&str, &str); 2] = match season {
        Winter(_) => [("ST", "DT"), ("ET", "EST")],
        Summer(_) => [("DT", "ST"), ("EST", "ET")],
        Any => return None,
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

    fn on(date: &str) -> Civil {
        UtcTime::parse(&format!("{date}T12:00:00Z"))
            .unwrap()
            .civil(0)
    }

    /// Days of change by tzdata (`zdump -v America/New_York Europe/Berlin`): 2010-03-14, 2010-11-07,
    /// 2025-03-09, 2025-11-02, 2006-04-02, 2006-10-29; 2010-03-28, 2010-10-31, 2025-10-26.
    #[test]
    fn clocks_change_on_the_days_of_the_rule() {
        for (rule, before, change, after, starts) in [
            (America, "2010-03-13", "2010-03-14", "2010-03-15", true),
            (America, "2010-11-06", "2010-11-07", "2010-11-08", false),
            (America, "2025-03-08", "2025-03-09", "2025-03-10", true),
            (America, "2025-11-01", "2025-11-02", "2025-11-03", false),
            (America, "2006-04-01", "2006-04-02", "2006-04-03", true),
            (America, "2006-10-28", "2006-10-29", "2006-10-30", false),
            (Europe, "2010-03-27", "2010-03-28", "2010-03-29", true),
            (Europe, "2010-10-30", "2010-10-31", "2010-11-01", false),
            (Europe, "2025-10-25", "2025-10-26", "2025-10-27", false),
        ] {
            assert_eq!(summer_time(rule, on(before)), Some(!starts), "{before}");
            assert_eq!(summer_time(rule, on(change)), None, "{change}");
            assert_eq!(summer_time(rule, on(after)), Some(starts), "{after}");
        }
        assert_eq!(summer_time(America, on("1980-04-15")), None);
        assert_eq!(summer_time(Europe, on("1980-07-01")), Some(true));
    }

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
