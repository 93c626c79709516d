//! A ribbon of what was shown and why, and the age of the copy.

use super::{Story, dependency, shown};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Lane, LaneSpan, Layer, Mark, Role};
use crate::kernel::guard::degradation::{Moment, Shown};
use crate::text::{Label, Unit};

/// The word and the role of a moment in a row.
type Look = fn(&Moment) -> (&'static str, Role);
/// Whether a moment is of a kind.
type Is = fn(&Moment) -> bool;

impl Story {
    /// Three rows: the page, the breaker, the dependency; a stretch is so many visits and probes.
    pub(super) fn ribbon(&self) -> ChartSpec {
        let rows: [(&str, Look); 3] = [
            ("page", |moment| {
                let role = match moment.shown {
                    Shown::Fresh => Role::Good,
                    Shown::Stale(_) => Role::Series(0),
                    Shown::LeftOut => Role::Warn,
                    Shown::Refused => Role::Bad,
                    Shown::NoProbe => Role::Quiet,
                };
                (shown(moment), role)
            }),
            ("breaker", |moment| {
                if moment.open {
                    ("open", Role::Bad)
                } else {
                    ("closed", Role::Quiet)
                }
            }),
            ("dependency", |moment| {
                let role = if moment.dependency_ok {
                    Role::Good
                } else {
                    Role::Bad
                };
                (dependency(moment), role)
            }),
        ];
        let mut spans = Vec::new();
        for (lane, (id, of)) in rows.iter().enumerate() {
            let mut from = 0;
            while let Some(first) = self.moments.get(from) {
                let (word, role) = of(first);
                let same = self.moments[from..].iter().take_while(|m| of(m).0 == word);
                let to = from + same.count();
                spans.push(LaneSpan {
                    id: format!("{id}_{}", from + 1),
                    lane,
                    from_s: from as f64 + 0.5,
                    to_s: to as f64 + 0.5,
                    label: Label::key(format!("degradation.word.{word}")),
                    role,
                });
                from = to;
            }
        }
        ChartSpec {
            id: "ribbon",
            title: Label::key("degradation.chart.ribbon.title"),
            x: self.number_axis(),
            y: Axis::linear(Label::key("degradation.chart.axis.row"), Unit::One),
            layers: vec![Layer::Lanes {
                lanes: rows
                    .iter()
                    .map(|(id, _)| Lane {
                        id: (*id).to_owned(),
                        name: Label::key(format!("degradation.chart.ribbon.{id}")),
                    })
                    .collect(),
                spans,
                events: Vec::new(),
            }],
            handle: None,
        }
    }

    /// The age of the copy before each visit, and what became of it.
    pub(super) fn age_chart(&self) -> ChartSpec {
        let max_age_s = self.agreement.max_age_s;
        let numbered = || (1..).map(f64::from).zip(&self.moments);
        let marks = |is: fn(&Moment) -> bool| -> Vec<Mark> {
            numbered()
                .filter(|(_, moment)| is(moment))
                .filter_map(|(number, moment)| {
                    Some(Mark {
                        x: number,
                        y: moment.age_s?,
                        label: None,
                    })
                })
                .collect()
        };
        let ages = numbered().map(|(number, moment)| (number, moment.age_s));
        let highest = self.moments.iter().filter_map(|moment| moment.age_s);
        let most = highest.fold(max_age_s.max(1.0), f64::max);
        let mut layers = vec![
            Layer::Span {
                id: "too_old",
                name: Label::key("degradation.chart.age.too_old"),
                axis: AxisId::Y,
                from: max_age_s,
                to: 1.25 * most,
                role: Role::Bad,
            },
            Layer::rule(
                "max_age",
                Label::key("degradation.input.max_age_s.name"),
                AxisId::Y,
                max_age_s,
                Role::Threshold,
            ),
            Layer::Line {
                id: "age",
                name: Label::key("degradation.chart.age.age"),
                points: ages.collect(),
                role: Role::Quiet,
            },
        ];
        let kinds: [(&'static str, Role, Is); 3] = [
            ("fresh", Role::Good, |m| m.shown == Shown::Fresh),
            ("stale", Role::Series(0), |m| {
                matches!(m.shown, Shown::Stale(_))
            }),
            ("left_out", Role::Warn, |m| m.shown == Shown::LeftOut),
        ];
        for (id, role, is) in kinds {
            let marks = marks(is);
            if !marks.is_empty() {
                layers.push(Layer::Points {
                    id,
                    name: Label::key(format!("degradation.word.{id}")),
                    marks,
                    role,
                });
            }
        }
        let x = self.number_axis();
        ChartSpec {
            id: "age",
            title: Label::key("degradation.chart.age.title"),
            y: Axis::linear(Label::key("degradation.chart.axis.age"), Unit::Second)
                .over((0.0, 1.25 * most))
                .of_input("max_age_s"),
            layers,
            handle: Some(Handle {
                x_input: None,
                y_input: Some("max_age_s"),
                at: (0.5, max_age_s),
                label: Label::key("degradation.input.max_age_s.name"),
            }),
            x,
        }
    }

    fn number_axis(&self) -> Axis {
        Axis::linear(Label::key("degradation.chart.axis.number"), Unit::Count)
            .over((0.5, self.moments.len().max(1) as f64 + 0.5))
    }
}
