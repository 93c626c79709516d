//! What the run came to: figures, table, charts, derivation, remarks.

use super::{MEASURES, Moment, Simulation};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Role};
use crate::kernel::error::Undefined;
use crate::models::grid::equal_steps;
use crate::models::{Entry, Figure, Note, Output, Severity, Step, Table, significant};
use crate::text::{Label, Message, Unit};

impl Simulation {
    pub(super) fn output(&self) -> Output {
        let rows = MEASURES.iter().zip(&self.rows).map(|(id, row)| {
            vec![
                Entry::Word(id),
                row.congested.into(),
                row.opened_end_per_s.into(),
            ]
        });
        Output {
            figures: self.figures(),
            tables: vec![Table {
                id: "measures",
                rows: rows.collect(),
            }],
            charts: vec![self.congestion(), self.curve()],
            steps: self.steps(),
            notes: self.notes(),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let network = &self.network;
        let rate = |id, value| Figure::new(id, Unit::PerSecond, value);
        let basis = |key: &str| Message::new(format!("congestion_backoff.basis.{key}"));
        let row = self.rows.get(self.chosen);
        let congested = row.map_or(Err(Undefined("working")), |row| row.congested);
        let opened = row.map_or(0.0, |row| row.opened_end_per_s);
        let waiting = row.map_or(0.0, |row| row.waiting_end.max(0.0).round());
        vec![
            Figure::new("congested_s", Unit::Second, congested).on(basis("after_surge")),
            rate("opened_end_per_s", Ok(opened)).on(basis("at_end")),
            Figure::new("waiting_end", Unit::Count, Ok(waiting)).on(basis("at_end")),
            rate("normal_per_s", Ok(self.normal_per_s())),
            rate("choked_per_s", network.choked_per_s()),
            rate("stuck_tries_per_s", Ok(network.stuck_tries_per_s())),
            Figure::new("defect_limit", Unit::Ratio, network.defect_limit()),
        ]
    }

    fn steps(&self) -> Vec<Step> {
        let network = &self.network;
        let said = |value: f64| significant(value, 6);
        let (clients, capacity) = (said(network.clients), said(network.capacity_per_s));
        let (cost, defect) = (network.failure_cost, network.defect);
        let (first, longest) = (said(network.first_wait_s), said(network.longest_wait_s));
        let slow = network.clients / network.longest_wait_s;
        let fast = network.clients / network.first_wait_s;
        let choked = network.choked_per_s().map_or_else(|_| "∞".to_owned(), said);
        let rate = |id, formula, substitution, value| {
            Step::new(id, formula, substitution, value, Unit::PerSecond)
        };
        vec![
            rate(
                "normal_per_s",
                "N · λ",
                format!("{clients} · {} s⁻¹", said(network.calls_per_s)),
                Ok(self.normal_per_s()),
            ),
            rate(
                "choked_per_s",
                "c / w",
                format!("{capacity} s⁻¹ / {cost}"),
                network.choked_per_s(),
            ),
            rate(
                "stuck_tries_per_s",
                "N · (d/b + (1 − d)/B)",
                format!("{clients} · ({defect} / {first} s + (1 − {defect}) / {longest} s)"),
                Ok(network.stuck_tries_per_s()),
            ),
            Step::new(
                "defect_limit",
                "(c/w − N/B) / (N/b − N/B)",
                format!(
                    "({choked} − {}) / ({} − {})",
                    said(slow),
                    said(fast),
                    said(slow)
                ),
                network.defect_limit(),
                Unit::Ratio,
            ),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        let (severity, key) = match self.rows.get(self.chosen).map(|row| row.congested) {
            Some(Err(Undefined("overloaded_already"))) => (Severity::Warning, "overloaded_already"),
            Some(Err(_)) => (Severity::Warning, "stuck"),
            _ => (Severity::Info, "over"),
        };
        vec![Note::new(
            severity,
            Message::new(format!("congestion_backoff.note.{key}")),
        )]
    }

    fn over_time(&self, pick: impl Fn(&Moment) -> f64) -> Vec<(f64, Option<f64>)> {
        let points = self.moments.iter();
        points
            .map(|moment| (moment.at_s, Some(pick(moment))))
            .collect()
    }

    /// Attempts and connections over time.
    fn congestion(&self) -> ChartSpec {
        let line = |id: &'static str, points, role| Layer::Line {
            id,
            name: Label::key(format!("congestion_backoff.chart.congestion.{id}")),
            points,
            role,
        };
        let mut layers = Vec::new();
        if self.surge_s > 0.0 {
            layers.push(Layer::Span {
                id: "surge",
                name: Label::key("congestion_backoff.chart.congestion.surge"),
                axis: AxisId::X,
                from: 0.0,
                to: self.surge_s,
                role: Role::Warn,
            });
        }
        if self.chosen > 0 {
            let key = format!("word.{}", MEASURES[self.chosen]);
            layers.push(Layer::rule(
                "measure",
                Label::key(format!("congestion_backoff.{key}")),
                AxisId::X,
                self.act_after_s,
                Role::Accent,
            ));
        }
        layers.push(Layer::rule(
            "capacity",
            Label::key("congestion_backoff.input.capacity_per_s.name"),
            AxisId::Y,
            self.network.capacity_per_s,
            Role::Threshold,
        ));
        layers.push(line(
            "tried",
            self.over_time(|moment| moment.tried_per_s),
            Role::Bad,
        ));
        layers.push(line(
            "opened",
            self.over_time(|moment| moment.opened_per_s),
            Role::Good,
        ));
        let at = self
            .moments
            .iter()
            .rfind(|moment| moment.at_s <= self.act_after_s)
            .map_or(0.0, |moment| moment.opened_per_s);
        ChartSpec {
            id: "congestion",
            title: Label::key("congestion_backoff.chart.congestion.title"),
            x: Axis::linear(
                Label::key("congestion_backoff.chart.axis.time"),
                Unit::Second,
            )
            .over((0.0, self.end as f64 * self.step_s))
            .of_input("act_after_s"),
            y: Axis::linear(
                Label::key("congestion_backoff.chart.axis.per_s"),
                Unit::PerSecond,
            ),
            layers,
            handle: Some(Handle {
                x_input: Some("act_after_s"),
                y_input: None,
                at: (self.act_after_s, at),
                label: Label::key("congestion_backoff.chart.congestion.point"),
            }),
        }
    }

    /// What gets through when so much is tried.
    fn curve(&self) -> ChartSpec {
        let network = &self.network;
        let capacity = network.capacity_per_s;
        let stuck = network.stuck_tries_per_s();
        let end = network
            .choked_per_s()
            .unwrap_or(4.0 * capacity)
            .min(10.0 * capacity)
            .max(stuck.min(10.0 * capacity))
            * 1.1;
        let mut points: Vec<(f64, Option<f64>)> = [(0.0, Some(0.0))].into();
        points.extend(
            equal_steps((capacity, end.max(1.1 * capacity)), 60)
                .map(|tried| (tried, Some(network.opened_per_s(tried)))),
        );
        let mut layers = vec![Layer::Line {
            id: "opened",
            name: Label::key("congestion_backoff.chart.curve.opened"),
            points,
            role: Role::Good,
        }];
        if stuck <= end {
            layers.push(Layer::rule(
                "stuck",
                Label::key("congestion_backoff.figure.stuck_tries_per_s.name"),
                AxisId::X,
                stuck,
                Role::Bad,
            ));
        }
        layers.push(Layer::rule(
            "normal",
            Label::key("congestion_backoff.figure.normal_per_s.name"),
            AxisId::Y,
            self.normal_per_s().min(1.1 * capacity),
            Role::Quiet,
        ));
        ChartSpec {
            id: "curve",
            title: Label::key("congestion_backoff.chart.curve.title"),
            x: Axis::linear(
                Label::key("congestion_backoff.chart.axis.tried"),
                Unit::PerSecond,
            )
            .over((0.0, end.max(1.1 * capacity))),
            y: Axis::linear(
                Label::key("congestion_backoff.chart.axis.opened"),
                Unit::PerSecond,
            )
            .over((0.0, 1.2 * capacity))
            .of_input("capacity_per_s"),
            layers,
            handle: Some(Handle {
                x_input: None,
                y_input: Some("capacity_per_s"),
                at: (capacity, capacity),
                label: Label::key("congestion_backoff.chart.curve.point"),
            }),
        }
    }
}
