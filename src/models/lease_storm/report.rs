//! What the run came to: figures, table, charts, derivation, remarks.

use super::{Moment, Simulation};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Role};
use crate::kernel::error::Undefined;
use crate::models::grid::equal_steps;
use crate::models::{Entry, Figure, Note, Output, Severity, Step, Table, significant};
use crate::text::{Label, Message, Unit};

impl Simulation {
    pub(super) fn output(&self) -> Output {
        let rows = self.rows.iter().map(|row| {
            vec![
                Entry::Word(row.id),
                row.after_s.into(),
                row.recovered.into(),
            ]
        });
        Output {
            figures: self.figures(),
            tables: vec![Table {
                id: "measures",
                rows: rows.collect(),
            }],
            charts: vec![self.leases_chart(), self.work_chart()],
            steps: self.steps(),
            notes: self.notes(),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let leases = &self.leases;
        let seconds = |id, value| Figure::new(id, Unit::Second, value);
        let leased = self.moments.last().map_or(0.0, |moment| moment.leased);
        let basis = |key: &str| Message::new(format!("lease_storm.basis.{key}"));
        vec![
            seconds("recovered_after_s", self.recovered).on(basis("after_outage")),
            Figure::new("leased_end", Unit::Ratio, Ok(leased)).on(basis("at_end")),
            seconds("wait_end_s", Ok(self.queued_end / self.capacity_per_s)).on(basis("at_end")),
            Figure::new(
                "expired",
                Unit::Ratio,
                Ok(leases.expired_share(self.outage_s)),
            ),
            Figure::new("asked_at_once", Unit::Count, Ok(self.asked_at_once())),
            seconds("pass_s", Ok(leases.pass_s())),
            Figure::new("utilisation", Unit::Ratio, Ok(leases.utilisation())),
            Figure::new(
                "stuck_demand_per_s",
                Unit::PerSecond,
                Ok(leases.stuck_demand_per_s()),
            ),
            seconds("outage_survived_s", self.outage_survived_s()).on(basis("simulated")),
            seconds("enough_backoff_s", Ok(leases.enough_backoff_s())),
        ]
    }

    fn asked_at_once(&self) -> f64 {
        (self.leases.hosts() * self.leases.due_share(self.outage_s)).round()
    }

    fn steps(&self) -> Vec<Step> {
        let leases = &self.leases;
        let said = |value: f64| significant(value, 6);
        let (hosts, capacity) = (said(leases.hosts()), said(self.capacity_per_s));
        let (lease, renew, outage) = (said(self.lease_s), said(self.renew_s), said(self.outage_s));
        let (timeout, pass) = (said(self.timeout_s), said(leases.pass_s()));
        let ratio = |id, formula, substitution, value| {
            Step::new(id, formula, substitution, Ok(value), Unit::Ratio)
        };
        let seconds = |id, formula, substitution, value| {
            Step::new(id, formula, substitution, Ok(value), Unit::Second)
        };
        vec![
            seconds(
                "pass_s",
                "H / c",
                format!("{hosts} / {capacity} s⁻¹"),
                leases.pass_s(),
            ),
            ratio(
                "utilisation",
                "ρ = H / (R · c)",
                format!("{hosts} / ({renew} s · {capacity} s⁻¹)"),
                leases.utilisation(),
            ),
            ratio(
                "expired",
                "(o − (L − R)) / R",
                format!("({outage} s − ({lease} s − {renew} s)) / {renew} s"),
                leases.expired_share(self.outage_s),
            ),
            Step::new(
                "stuck_demand_per_s",
                "H / (T + W/2)",
                format!("{hosts} / ({timeout} s + {} s / 2)", said(self.backoff_s)),
                Ok(leases.stuck_demand_per_s()),
                Unit::PerSecond,
            ),
            seconds(
                "outage_formula_s",
                "T / ρ",
                format!("{timeout} s / {}", said(leases.utilisation())),
                self.timeout_s / leases.utilisation(),
            ),
            seconds(
                "enough_backoff_s",
                "2 · (H/c − T)",
                format!("2 · ({pass} s − {timeout} s)"),
                leases.enough_backoff_s(),
            ),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        let (severity, key) = match self.recovered {
            Ok(_) => (Severity::Info, "recovered"),
            Err(Undefined("stuck")) => (Severity::Warning, "stuck"),
            Err(Undefined("overloaded_already")) => (Severity::Warning, "overloaded_already"),
            Err(_) => (Severity::Warning, "not_in_run"),
        };
        vec![Note::new(
            severity,
            Message::new(format!("lease_storm.note.{key}")),
        )]
    }

    fn end_s(&self) -> f64 {
        self.ticks as f64 * self.leases.tick_s()
    }

    fn over_time(&self, pick: impl Fn(&Moment) -> f64) -> Vec<(f64, Option<f64>)> {
        let points = self.moments.iter();
        points
            .map(|moment| (moment.at_s, Some(pick(moment))))
            .collect()
    }

    fn time_axis(&self, from_s: f64) -> Axis {
        Axis::linear(Label::key("lease_storm.chart.axis.time"), Unit::Second)
            .over((from_s, self.end_s()))
            .of_input("act_after_s")
    }

    fn measure_rule(&self) -> Option<Layer> {
        self.has_measure.then(|| {
            Layer::rule(
                "measure",
                Label::key("lease_storm.chart.measure"),
                AxisId::X,
                self.act_after_s,
                Role::Accent,
            )
        })
    }

    /// Who holds a lease, during the outage and after it.
    fn leases_chart(&self) -> ChartSpec {
        let mut points: Vec<(f64, Option<f64>)> = equal_steps((0.0, self.outage_s), 40)
            .map(|at_s| {
                let left = 1.0 - self.leases.expired_share(at_s);
                (at_s - self.outage_s, Some(left))
            })
            .collect();
        points.extend(self.over_time(|moment| moment.leased));
        let mut layers = Vec::new();
        if self.outage_s > 0.0 {
            layers.push(Layer::Span {
                id: "outage",
                name: Label::key("lease_storm.chart.leases.outage"),
                axis: AxisId::X,
                from: -self.outage_s,
                to: 0.0,
                role: Role::Warn,
            });
        }
        layers.extend(self.measure_rule());
        layers.push(Layer::Line {
            id: "leased",
            name: Label::key("lease_storm.chart.leases.leased"),
            points,
            role: Role::Good,
        });
        let at = self
            .moments
            .iter()
            .rfind(|moment| moment.at_s <= self.act_after_s)
            .map_or(0.0, |moment| moment.leased);
        ChartSpec {
            id: "leases",
            title: Label::key("lease_storm.chart.leases.title"),
            x: self.time_axis(-self.outage_s),
            y: Axis::linear(Label::key("lease_storm.chart.axis.leased"), Unit::Ratio)
                .over((0.0, 1.05)),
            layers,
            handle: Some(Handle {
                x_input: Some("act_after_s"),
                y_input: None,
                at: (self.act_after_s, at),
                label: Label::key("lease_storm.chart.leases.point"),
            }),
        }
    }

    /// What the manager's work is for.
    fn work_chart(&self) -> ChartSpec {
        let line = |id: &'static str, points, role| Layer::Line {
            id,
            name: Label::key(format!("lease_storm.chart.work.{id}")),
            points,
            role,
        };
        let mut layers: Vec<Layer> = self.measure_rule().into_iter().collect();
        layers.push(line(
            "wasted",
            self.over_time(|moment| moment.wasted_per_s),
            Role::Bad,
        ));
        layers.push(line(
            "granted",
            self.over_time(|moment| moment.granted_per_s),
            Role::Good,
        ));
        layers.push(Layer::rule(
            "capacity",
            Label::key("lease_storm.input.capacity_per_s.name"),
            AxisId::Y,
            self.capacity_per_s,
            Role::Threshold,
        ));
        ChartSpec {
            id: "work",
            title: Label::key("lease_storm.chart.work.title"),
            x: self.time_axis(0.0),
            y: Axis::linear(Label::key("lease_storm.chart.axis.per_s"), Unit::PerSecond)
                .over((0.0, 1.2 * self.capacity_per_s)),
            layers,
            handle: None,
        }
    }
}
