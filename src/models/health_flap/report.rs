//! What the run came to: figures, tables, charts, derivation, remarks.

use super::{GUARDS, Simulation, Sum};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Mark, Role};
use crate::kernel::error::Defined;
use crate::kernel::mechanism::health_flap::Hysteresis;
use crate::models::{Entry, Figure, Note, Output, Severity, Step, Table, significant};
use crate::text::{Label, Message, Unit};

/// Failures in a row that table and chart go through.
const FALLS: std::ops::RangeInclusive<u32> = 1..=10;

fn over(part: f64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part / whole as f64 }
}

impl Simulation {
    pub(super) fn output(&self) -> Output {
        Output {
            figures: self.figures(),
            tables: vec![self.guards(), self.falls()],
            charts: vec![self.service(), self.hysteresis()],
            steps: self.steps(),
            notes: self.notes(),
        }
    }

    fn chosen(&self) -> Sum {
        self.sums[0]
    }

    fn error_s(&self, sum: &Sum) -> f64 {
        sum.short as f64 * self.flap.check_s
    }

    fn times_check(&self, checks: Defined) -> Defined {
        checks.map(|checks| checks * self.flap.check_s)
    }

    /// The share of all targets that is out in the long run, were there no overload.
    fn out_formula(&self, hysteresis: Hysteresis) -> f64 {
        let affected = f64::from(self.flap.affected) / f64::from(self.flap.targets);
        affected * hysteresis.out_share(self.flap.failing)
    }

    fn figures(&self) -> Vec<Figure> {
        let (sum, flap) = (self.chosen(), &self.flap);
        let seconds = |id, value| Figure::new(id, Unit::Second, value);
        let ratio = |id, value| Figure::new(id, Unit::Ratio, Ok(value));
        let whole = |id, value| Figure::new(id, Unit::Count, Ok(value));
        let basis = |key: &str| Message::new(format!("health_flap.basis.{key}"));
        let (failing, hysteresis) = (flap.failing, flap.hysteresis);
        vec![
            seconds("error_s", Ok(self.error_s(&sum))),
            ratio("lost_share", over(sum.lost, sum.rounds)).on(basis("run")),
            ratio(
                "out_share",
                over(sum.out, sum.late_rounds) / f64::from(flap.targets),
            )
            .on(basis("late")),
            ratio("out_formula", self.out_formula(hysteresis)).on(basis("no_overload")),
            whole("least_in_service", f64::from(sum.least)),
            whole("removals", sum.removals as f64),
            seconds(
                "until_out_s",
                self.times_check(hysteresis.checks_until_out(failing)),
            ),
            seconds(
                "until_back_s",
                self.times_check(hysteresis.checks_until_back(failing)),
            ),
            seconds("detect_s", Ok(f64::from(hysteresis.fall()) * flap.check_s)),
        ]
    }

    fn guards(&self) -> Table {
        let row = |(id, sum): (&&'static str, &Sum)| {
            let fall = self.guarded(id).hysteresis.fall();
            vec![
                Entry::Word(id),
                self.error_s(sum).into(),
                over(sum.lost, sum.rounds).into(),
                (sum.removals as f64).into(),
                (f64::from(fall) * self.flap.check_s).into(),
            ]
        };
        Table {
            id: "guards",
            rows: GUARDS.iter().zip(&self.sums).map(row).collect(),
        }
    }

    /// Each number of failures in a row, with the chosen number of successes.
    fn variants(&self) -> impl Iterator<Item = (u32, Hysteresis)> {
        let rise = self.flap.hysteresis.rise();
        FALLS.filter_map(move |fall| Some((fall, Hysteresis::new(fall, rise).ok()?)))
    }

    fn falls(&self) -> Table {
        let row = |(fall, hysteresis): (u32, Hysteresis)| {
            let until = hysteresis.checks_until_out(self.flap.failing);
            vec![
                f64::from(fall).into(),
                self.times_check(until).into(),
                self.out_formula(hysteresis).into(),
                (f64::from(fall) * self.flap.check_s).into(),
            ]
        };
        Table {
            id: "hysteresis",
            rows: self.variants().map(row).collect(),
        }
    }

    fn steps(&self) -> Vec<Step> {
        let flap = &self.flap;
        let said = |value: f64| significant(value, 6);
        let (p, check) = (said(flap.failing.value()), said(flap.check_s));
        let hysteresis = flap.hysteresis;
        let (fall, rise) = (hysteresis.fall(), hysteresis.rise());
        let spare = (1.0 - flap.load).max(0.0);
        vec![
            Step::new(
                "until_out_s",
                "I = t · (1 − pᶠ) / ((1 − p) · pᶠ)",
                format!("{check} s · (1 − {p}^{fall}) / ((1 − {p}) · {p}^{fall})"),
                self.times_check(hysteresis.checks_until_out(flap.failing)),
                Unit::Second,
            ),
            Step::new(
                "until_back_s",
                "O = t · (1 − qʳ) / (p · qʳ), q = 1 − p",
                format!("{check} s · (1 − (1 − {p})^{rise}) / ({p} · (1 − {p})^{rise})"),
                self.times_check(hysteresis.checks_until_back(flap.failing)),
                Unit::Second,
            ),
            Step::new(
                "out_formula",
                "(a / n) · O / (I + O)",
                format!(
                    "({} / {}) · {}",
                    flap.affected,
                    flap.targets,
                    said(hysteresis.out_share(flap.failing))
                ),
                Ok(self.out_formula(hysteresis)),
                Unit::Ratio,
            ),
            Step::new(
                "spare",
                "1 − λ",
                format!("1 − {}", said(flap.load)),
                Ok(spare),
                Unit::Ratio,
            ),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        let sum = self.chosen();
        let last = self.moments.last().map_or(0.0, |(_, inside)| *inside);
        let is_short = last < self.flap.load.min(1.0) * f64::from(self.flap.targets);
        let (severity, key) = if sum.short == 0 {
            (Severity::Info, "enough")
        } else if sum.removals == 0 {
            (Severity::Warning, "too_much")
        } else if is_short {
            (Severity::Warning, "goes_on")
        } else {
            (Severity::Warning, "short")
        };
        vec![Note::new(
            severity,
            Message::new(format!("health_flap.note.{key}")),
        )]
    }

    /// What is in service over time, against the load.
    fn service(&self) -> ChartSpec {
        let flap = &self.flap;
        let targets = f64::from(flap.targets);
        let end_s = (self.rounds as f64 * flap.check_s).max(flap.check_s);
        let mut layers = Vec::new();
        if flap.late_s > 0.0 {
            layers.push(Layer::Span {
                id: "late",
                name: Label::key("health_flap.chart.service.late"),
                axis: AxisId::X,
                from: 0.0,
                to: flap.late_s,
                role: Role::Warn,
            });
        }
        layers.push(Layer::Step {
            id: "in_service",
            name: Label::key("health_flap.chart.service.in_service"),
            points: self
                .moments
                .iter()
                .map(|(at_s, inside)| (*at_s, Some(inside / targets)))
                .collect(),
            role: Role::Series(0),
        });
        layers.push(Layer::rule(
            "load",
            Label::key("health_flap.input.load.name"),
            AxisId::Y,
            flap.load,
            Role::Threshold,
        ));
        let is_off = flap.off_after_s < end_s;
        if is_off {
            layers.push(Layer::rule(
                "off",
                Label::key("health_flap.chart.service.off"),
                AxisId::X,
                flap.off_after_s,
                Role::Accent,
            ));
        }
        ChartSpec {
            id: "service",
            title: Label::key("health_flap.chart.service.title"),
            x: Axis::linear(Label::key("health_flap.chart.axis.time"), Unit::Second)
                .over((0.0, end_s))
                .of_input("off_after_s"),
            y: Axis::linear(Label::key("health_flap.chart.axis.in_service"), Unit::Ratio)
                .over((0.0, 1.05_f64.max(1.05 * flap.load)))
                .of_input("load"),
            layers,
            handle: Some(Handle {
                x_input: Some("off_after_s"),
                y_input: Some("load"),
                at: (flap.off_after_s.min(end_s), flap.load),
                label: Label::key("health_flap.chart.service.point"),
            }),
        }
    }

    /// What patience is worth: the share out against the failures in a row.
    fn hysteresis(&self) -> ChartSpec {
        let flap = &self.flap;
        let marks = self.variants().map(|(fall, hysteresis)| Mark {
            x: f64::from(fall),
            y: self.out_formula(hysteresis),
            label: None,
        });
        let affected = f64::from(flap.affected) / f64::from(flap.targets);
        let spare = (1.0 - flap.load).max(0.0);
        ChartSpec {
            id: "hysteresis",
            title: Label::key("health_flap.chart.hysteresis.title"),
            x: Axis::linear(Label::key("health_flap.input.fall.name"), Unit::Count)
                .over((0.0, f64::from(*FALLS.end()) + 0.5))
                .of_input("fall"),
            y: Axis::linear(
                Label::key("health_flap.figure.out_formula.name"),
                Unit::Ratio,
            )
            .over((0.0, 1.1 * affected.max(spare).max(0.01))),
            layers: vec![
                Layer::Points {
                    id: "out",
                    name: Label::key("health_flap.figure.out_formula.name"),
                    marks: marks.collect(),
                    role: Role::Series(0),
                },
                Layer::rule(
                    "spare",
                    Label::key("health_flap.chart.hysteresis.spare"),
                    AxisId::Y,
                    spare,
                    Role::Threshold,
                ),
            ],
            handle: Some(Handle {
                x_input: Some("fall"),
                y_input: None,
                at: (
                    f64::from(flap.hysteresis.fall()),
                    self.out_formula(flap.hysteresis),
                ),
                label: Label::key("health_flap.chart.hysteresis.point"),
            }),
        }
    }
}
