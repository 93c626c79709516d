//! What incidents are compared by: the figures that every file may have, with the reason where one has none.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::interval::Interval;
use super::metrics::{MetricValue, metrics};
use super::schema::Incident;
use super::time::UtcTime;
use super::vocabulary::EventKind;
use crate::text::Bilingual;

/// The figures by which incidents are compared, in the order of the columns. All are counted from the trigger;
/// the last is the share of the whole event after its first fault was gone.
pub const COMPARED: [&str; 6] = [
    "detect_s",
    "acknowledge_s",
    "mitigate_s",
    "recover_s",
    "total_s",
    "after_first_fault",
];

/// An incident as comparisons show it; `assets/incidents/comparison.json` is the list of all, made from the files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// Its id.
    pub id: String,
    /// Its heading.
    pub title: Bilingual,
    /// When it began, at the earliest, where any time is known.
    pub began: Option<UtcTime>,
    /// Smallest and largest value by figure: seconds, or a share.
    pub figures: BTreeMap<String, (f64, f64)>,
    /// Why there is no value, by figure.
    pub missing: BTreeMap<String, String>,
}

/// When an incident began: at its trigger, or, where that has no time, at the first event that has one.
#[must_use]
pub fn began(incident: &Incident) -> Option<Interval> {
    let of_trigger = incident
        .events
        .iter()
        .filter(|event| event.kind == EventKind::Trigger);
    of_trigger
        .chain(&incident.events)
        .find_map(|event| incident.window(&event.at))
}

impl Compared {
    /// What `incident` is compared by.
    #[must_use]
    pub fn of(incident: &Incident) -> Compared {
        let known = metrics(incident);
        let mut figures = BTreeMap::new();
        let mut missing = BTreeMap::new();
        for id in COMPARED {
            let metric = known.iter().find(|metric| metric.id == id);
            let value = metric.map_or(MetricValue::Undefined("not_in_file"), |metric| metric.value);
            match value {
                MetricValue::Undefined(reason) => {
                    missing.insert(id.to_owned(), reason.to_owned());
                }
                value => figures.extend(value.extremes().map(|bounds| (id.to_owned(), bounds))),
            }
        }
        let window = began(incident);
        Compared {
            id: incident.id.clone(),
            title: incident.title.clone(),
            began: window.and_then(|window| UtcTime::from_seconds(window.lo())),
            figures,
            missing,
        }
    }

    /// A figure, or the key of the reason why there is none.
    ///
    /// # Errors
    /// The reason, a key of `undefined`.
    pub fn figure(&self, id: &str) -> Result<(f64, f64), &str> {
        let reason = || self.missing.get(id).map_or("not_in_file", String::as_str);
        self.figures.get(id).copied().ok_or_else(reason)
    }

    /// Who and when, for the place beside a mark: what the heading says before its first colon or comma, and the year.
    #[must_use]
    pub fn short_name(&self) -> Bilingual {
        let year: String = self.id.chars().take(4).collect();
        let cut = |text: &str| {
            let who = text
                .split([':', ',', '：', '，'])
                .next()
                .unwrap_or(text)
                .trim();
            format!("{who} {year}")
        };
        Bilingual {
            en: cut(&self.title.en),
            zh: cut(&self.title.zh),
        }
    }
}
