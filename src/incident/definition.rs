//! A metric's definition in words, ending in the events that it runs between and their times.

use super::metric_spec::{Derivation, FigureRef, Impact, MetricSpec, Weighted};
use super::schema::{Event, Incident};
use crate::text::{Bilingual, Lang};

/// The definition of the file, completed with events and times, in both languages.
pub(crate) fn definition(incident: &Incident, spec: &MetricSpec) -> Bilingual {
    Bilingual {
        en: Words(incident, Lang::En).definition(spec),
        zh: Words(incident, Lang::Zh).definition(spec),
    }
}

struct Words<'a>(&'a Incident, Lang);

impl Words<'_> {
    fn definition(&self, spec: &MetricSpec) -> String {
        let stated = spec.definition.get(self.1);
        let worked_out = self.derivation(&spec.derive);
        match self.1 {
            Lang::En => format!("{stated} {worked_out}"),
            Lang::Zh => format!("{stated}{worked_out}"),
        }
    }

    fn derivation(&self, derivation: &Derivation) -> String {
        match (derivation, self.1) {
            (
                Derivation::Between(_) | Derivation::Impact(_) | Derivation::Weighted(_),
                Lang::En,
            ) => {
                format!("Measured {}.", self.duration(derivation))
            }
            (
                Derivation::Between(_) | Derivation::Impact(_) | Derivation::Weighted(_),
                Lang::Zh,
            ) => {
                format!("计时：{}。", self.duration(derivation))
            }
            (Derivation::Share(share), Lang::En) => format!(
                "The part runs {}. The whole runs {}.",
                self.named(&share.part),
                self.named(&share.whole)
            ),
            (Derivation::Share(share), Lang::Zh) => format!(
                "部分：{}。整体：{}。",
                self.named(&share.part),
                self.named(&share.whole)
            ),
            (Derivation::Availability(spec), Lang::En) => format!(
                "Down time runs {}. The window is {}.",
                self.named(&spec.down),
                self.days(spec.window_s)
            ),
            (Derivation::Availability(spec), Lang::Zh) => format!(
                "停机时间：{}。统计窗口：{}。",
                self.named(&spec.down),
                self.days(spec.window_s)
            ),
            (Derivation::BudgetYears(spec), Lang::En) => format!(
                "Down time runs {}. Allowed is {} of a year of {}.",
                self.named(&spec.down),
                spec.allowed,
                self.days(spec.year_s)
            ),
            (Derivation::BudgetYears(spec), Lang::Zh) => format!(
                "停机时间：{}。允许的停机比例：一年（{}）的 {}。",
                self.named(&spec.down),
                self.days(spec.year_s),
                spec.allowed
            ),
        }
    }

    fn mean(&self, mean: &Weighted) -> String {
        let parts = mean.parts.iter();
        let parts: Vec<_> = parts
            .map(|part| (self.count(&part.units), self.named(&part.down)))
            .map(|(units, down)| match self.1 {
                Lang::En => format!("{units} {down}"),
                Lang::Zh => format!("{units}{down}"),
            })
            .collect();
        let of = self.count(&mean.of);
        match self.1 {
            Lang::En => format!("on average over {of}: {}, all others 0", parts.join("; ")),
            Lang::Zh => format!("按 {of}平均：{}，其余按 0 计", parts.join("；")),
        }
    }

    /// `9000 (servers stopped)`.
    fn count(&self, figure: &FigureRef) -> String {
        let label = figure.find(self.0).map(|found| found.label.get(self.1));
        let (label, count) = (label.unwrap_or_default(), figure.count(self.0));
        let count = count.map_or_else(String::new, |count| count.to_string());
        match self.1 {
            Lang::En => format!("{count} ({label})"),
            Lang::Zh => format!("{count}（{label}）"),
        }
    }

    fn named(&self, metric: &str) -> String {
        match self.0.metric(metric) {
            Some(spec) => self.duration(&spec.derive),
            None => metric.to_owned(),
        }
    }

    fn duration(&self, derivation: &Derivation) -> String {
        match derivation {
            Derivation::Between(ends) => self.between(&ends.from, &ends.to),
            Derivation::Impact(impact) => self.impact(impact),
            Derivation::Weighted(mean) => self.mean(mean),
            _ => String::new(),
        }
    }

    fn impact(&self, impact: &Impact) -> String {
        let ranges: Vec<_> = impact
            .spans(self.0)
            .map(|span| self.between(&span.from, &span.to))
            .collect();
        match self.1 {
            Lang::En => format!("{}, overlaps counted once", ranges.join("; ")),
            Lang::Zh => format!("{}（重叠部分只计一次）", ranges.join("；")),
        }
    }

    fn between(&self, from: &str, to: &str) -> String {
        match self.1 {
            Lang::En => format!("from {}, to {}", self.event(from), self.event(to)),
            Lang::Zh => format!("从{}，到{}", self.event(from), self.event(to)),
        }
    }

    fn event(&self, id: &str) -> String {
        let Some(Event { title, at, .. }) = self.0.event(id) else {
            return id.to_owned();
        };
        let title = title.get(self.1);
        let time = at.describe(&self.0.zone, self.1);
        match self.1 {
            Lang::En => format!("“{title}”, {time}"),
            Lang::Zh => format!("“{title}”，{time}"),
        }
    }

    fn days(&self, seconds: f64) -> String {
        let days = seconds / super::time::DAY_S as f64;
        match self.1 {
            Lang::En => format!("{days} days"),
            Lang::Zh => format!("{days} 天"),
        }
    }
}
