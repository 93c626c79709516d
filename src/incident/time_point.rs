//! When something happened, as exactly as it was published and no more.

use serde::{Deserialize, Serialize};

use super::interval::Interval;
use super::time::{CalendarDate, DAY_S, UtcTime};
use super::zone::Zone;
use crate::text::Lang;

/// The largest half-width of an approximate time, in seconds: ten years of 365 days.
pub const MAX_HALF_WIDTH_S: i64 = 315_360_000;

/// The time of an event.
///
/// A published minute is taken as that minute's first second, as operators do when they state a
/// duration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimePoint {
    /// `{"at": "2025-10-20T06:48:00Z"}`: published to the minute or second.
    At(UtcTime),
    /// `{"between": ["…", "…"]}`: two instants between which it happened.
    Between(UtcTime, UtcTime),
    /// `{"about": {"at": "…", "half_width_s": 900}}`: published as "about".
    About(About),
    /// `{"by": {"at": "…", "after": "event id"}}`: only the latest instant is known.
    By(By),
    /// `{"on": "2008-06-04"}`: only the day is known, in the incident's own zone.
    On(CalendarDate),
    /// `{"not_published": {"after": "event id"}}`: no time is known, at best a place in the order.
    NotPublished(NotPublished),
}

/// An instant published as approximate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The published instant.
    pub at: UtcTime,
    /// How far off it may be, in seconds. Nobody published this: it is the file's own reading,
    /// and is labelled so wherever it is printed. From 0 to [`MAX_HALF_WIDTH_S`].
    pub half_width_s: i64,
}

/// An upper bound, with the event that the file is sure came before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct By {
    /// It had happened by then.
    pub at: UtcTime,
    /// An event that it cannot precede: it gives the lower bound. The trigger, unless more is
    /// known; never one that is itself `by` or `not_published`.
    pub after: String,
}

/// Where an event without a time belongs in the list. It gives no bound to any duration.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotPublished {
    /// An event that came before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// An event that came later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

impl TimePoint {
    /// The instants that are possible, in seconds since the epoch, where the time can be read
    /// without other events: `None` for `by`, for `not_published`, and for bounds in the wrong
    /// order.
    pub(crate) fn own_window(&self, zone: &Zone) -> Option<Interval> {
        match self {
            TimePoint::At(at) => Some(Interval::point(at.seconds())),
            TimePoint::Between(from, to) => Interval::new(from.seconds(), to.seconds()),
            TimePoint::About(about) => {
                let (at, width) = (about.at.seconds(), about.half_width_s);
                let sensible = (0..=MAX_HALF_WIDTH_S).contains(&width);
                sensible
                    .then(|| Interval::new(at - width, at + width))
                    .flatten()
            }
            TimePoint::On(date) => {
                let start = zone.midnight_s(*date);
                Interval::new(start, start + DAY_S)
            }
            TimePoint::By(_) | TimePoint::NotPublished(_) => None,
        }
    }

    /// The time in words, in local time with UTC beside it.
    pub fn describe(&self, zone: &Zone, lang: Lang) -> String {
        let stamp = |time: &UtcTime| stamp(*time, zone, lang);
        match (self, lang) {
            (TimePoint::At(at), _) => stamp(at),
            (TimePoint::Between(from, to), Lang::En) => {
                format!("between {} and {}", stamp(from), stamp(to))
            }
            (TimePoint::Between(from, to), Lang::Zh) => {
                format!("{}与{}之间", stamp(from), stamp(to))
            }
            (TimePoint::About(about), Lang::En) => format!(
                "about {}, taken as ±{} (the width is ours)",
                stamp(&about.at),
                width(about.half_width_s, lang)
            ),
            (TimePoint::About(about), Lang::Zh) => format!(
                "约 {}，按 ±{}计（宽度为本文件所定）",
                stamp(&about.at),
                width(about.half_width_s, lang)
            ),
            (TimePoint::By(by), Lang::En) => format!("by {}", stamp(&by.at)),
            (TimePoint::By(by), Lang::Zh) => format!("不晚于 {}", stamp(&by.at)),
            (TimePoint::On(date), Lang::En) => format!("on {date}, hour not published"),
            (TimePoint::On(date), Lang::Zh) => format!("{date}（钟点未公布）"),
            (TimePoint::NotPublished(_), Lang::En) => "time not published".to_owned(),
            (TimePoint::NotPublished(_), Lang::Zh) => "时间未公布".to_owned(),
        }
    }
}

/// `2025-10-19 23:48 PDT (2025-10-20 06:48 UTC)`.
fn stamp(time: UtcTime, zone: &Zone, lang: Lang) -> String {
    let local = zone.local(time);
    if local.abbr == "UTC" {
        return local.to_string();
    }
    let utc = time.civil(0);
    match lang {
        Lang::En => format!("{local} ({utc} UTC)"),
        Lang::Zh => format!("{local}（{utc} UTC）"),
    }
}

fn width(seconds: i64, lang: Lang) -> String {
    match (seconds % 60 == 0, lang) {
        (true, Lang::En) => format!("{} min", seconds / 60),
        (true, Lang::Zh) => format!("{} 分钟", seconds / 60),
        (false, Lang::En) => format!("{seconds} s"),
        (false, Lang::Zh) => format!("{seconds} 秒"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::incident::zone::ZonePeriod;

    fn pacific() -> Zone {
        Zone::new(vec![ZonePeriod {
            from: UtcTime::parse("2010-03-14T10:00:00Z").unwrap(),
            offset_min: -420,
            abbr: "PDT".to_owned(),
        }])
    }

    fn read(json: &str) -> TimePoint {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn each_form_is_read_printed_and_bounded() {
        let zone = pacific();
        // 2010-09-23T18:30:00Z is 1,285,266,600 (`date -u +%s`); a PDT day begins at 07:00Z.
        for (json, en, zh, window) in [
            (
                r#"{"at":"2010-09-23T18:30:00Z"}"#,
                "2010-09-23 11:30 PDT (2010-09-23 18:30 UTC)",
                "2010-09-23 11:30 PDT（2010-09-23 18:30 UTC）",
                Some((1_285_266_600, 1_285_266_600)),
            ),
            (
                r#"{"about":{"at":"2010-09-23T18:30:00Z","half_width_s":900}}"#,
                "about 2010-09-23 11:30 PDT (2010-09-23 18:30 UTC), taken as ±15 min (the width is ours)",
                "约 2010-09-23 11:30 PDT（2010-09-23 18:30 UTC），按 ±15 分钟计（宽度为本文件所定）",
                Some((1_285_265_700, 1_285_267_500)),
            ),
            (
                r#"{"on":"2010-09-23"}"#,
                "on 2010-09-23, hour not published",
                "2010-09-23（钟点未公布）",
                Some((1_285_225_200, 1_285_311_600)),
            ),
            (
                r#"{"not_published":{"after":"trigger"}}"#,
                "time not published",
                "时间未公布",
                None,
            ),
        ] {
            let at = read(json);
            assert_eq!(at.describe(&zone, Lang::En), en);
            assert_eq!(at.describe(&zone, Lang::Zh), zh);
            let own = at.own_window(&zone).map(|w| (w.lo(), w.hi()));
            assert_eq!(own, window, "{json}");
            assert_eq!(serde_json::to_string(&at).unwrap(), json);
        }
    }

    #[test]
    fn bounds_in_the_wrong_order_have_no_window() {
        let reversed = read(r#"{"between":["2010-09-23T19:00:00Z","2010-09-23T18:00:00Z"]}"#);
        assert_eq!(reversed.own_window(&pacific()), None);
        let negative = read(r#"{"about":{"at":"2010-09-23T19:00:00Z","half_width_s":-1}}"#);
        assert_eq!(negative.own_window(&pacific()), None);
    }

    #[test]
    fn a_misspelt_field_is_refused() {
        let misspelt = r#"{"about":{"at":"2010-09-23T18:30:00Z","width_s":900}}"#;
        assert!(serde_json::from_str::<TimePoint>(misspelt).is_err());
    }
}
