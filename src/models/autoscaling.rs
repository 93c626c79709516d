//! `autoscaling`: a spike of load against the time that new replicas take.

mod spec;

use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Severity, Step, Table,
    finished, significant,
};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Reach, Role};
use crate::kernel::capacity::{Metric, Moments, Scaled, Scaler, Spike};
use crate::kernel::error::Undefined;
use crate::kernel::whole;
use crate::text::{Label, Message, Unit};
use spec::SPEC;

/// The model.
pub(super) struct Autoscaling;

impl Model for Autoscaling {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()))
    }
}

/// The inputs, typed, with what came of them.
struct Question {
    spike: Spike,
    scaler: Scaler,
    scaled: Scaled,
    /// The same without an autoscaler.
    alone: Scaled,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let spike = Spike {
            base_per_s: inputs.real("base_per_s")?,
            spike_per_s: inputs.real("spike_per_s")?,
            spike_s: inputs.real("spike_s")?,
        };
        let scaler = Scaler {
            replicas: inputs.count("replicas")?,
            most_replicas: inputs.count("most_replicas")?,
            replica_per_s: inputs.real("replica_per_s")?,
            metric: inputs.choice_of(
                "metric",
                &[
                    ("offered", Metric::Offered),
                    ("utilisation", Metric::Utilisation),
                ],
            )?,
            target_utilisation: inputs.real("target_utilisation")?,
            tolerance: inputs.real("tolerance")?,
            window_s: inputs.real("window_s")?,
            schedule_s: inputs.real("schedule_s")?,
            start_s: inputs.real("start_s")?,
            connect_s: inputs.real("connect_s")?,
            warm_up_s: inputs.real("warm_up_s")?,
            cold_share: inputs.real("cold_share")?,
            queue_limit: inputs.count("queue_limit")? as f64,
        };
        Ok(Question {
            spike,
            scaler,
            scaled: spike.meet(&scaler)?,
            alone: spike.meet(&Scaler {
                most_replicas: 1,
                ..scaler
            })?,
        })
    }

    fn answer(&self) -> Output {
        let scaled = &self.scaled;
        let moment = |of: fn(&Moments) -> f64| {
            let moments = scaled.moments();
            moments.map(of).ok_or(Undefined("never_scaled"))
        };
        let count = |id, value: f64| Figure::new(id, Unit::Count, Ok(value.round()));
        let seconds = |id, value| Figure::new(id, Unit::Second, value);
        // One millionth of the spike is within what the steps can tell apart.
        let saved = self.alone.lost - scaled.lost;
        let saved = if saved < 1e-6 * scaled.offered {
            0.0
        } else {
            saved
        };
        Output {
            figures: vec![
                count("lost", scaled.lost).on(Message::new("autoscaling.basis.offered").quantity(
                    "offered",
                    scaled.offered.round(),
                    Unit::Count,
                )),
                Figure::new("lost_share", Unit::Ratio, Ok(scaled.lost / scaled.offered)),
                count("lost_without_scaling", self.alone.lost),
                count("saved_by_scaling", saved),
                seconds("short_s", Ok(scaled.short_s)),
                seconds("decided_s", moment(|moments| moments.decided_s)),
                seconds("ready_s", moment(|moments| moments.ready_s)),
                seconds("connected_s", moment(|moments| moments.connected_s)),
                seconds("warm_s", moment(|moments| moments.warm_s)),
                count(
                    "replicas_added",
                    (scaled.replicas - self.scaler.replicas) as f64,
                ),
                count("replicas_beforehand", self.beforehand()),
                seconds("wait_longest_s", Ok(scaled.wait_longest_s)),
            ],
            tables: vec![self.sequence()],
            charts: vec![self.timeline()],
            steps: self.steps(),
            notes: self.notes(saved),
        }
    }

    /// The spike, unless it is a dip.
    fn highest_per_s(&self) -> f64 {
        self.spike.spike_per_s.max(self.spike.base_per_s)
    }

    /// Replicas that would carry the spike from the start.
    fn beforehand(&self) -> f64 {
        whole::up(self.highest_per_s() / self.scaler.replica_per_s)
    }

    fn before_per_s(&self) -> f64 {
        self.scaler.replicas as f64 * self.scaler.replica_per_s
    }

    fn demand_per_s(&self, at_s: f64) -> f64 {
        if at_s < self.spike.spike_s {
            self.spike.spike_per_s
        } else {
            self.spike.base_per_s
        }
    }

    /// What could be served just after `at_s`.
    fn capacity_per_s(&self, at_s: f64) -> f64 {
        self.scaler.capacity_per_s(&self.scaled.batches, at_s)
    }

    fn sequence(&self) -> Table {
        let mut rows: Vec<(f64, &'static str)> =
            vec![(0.0, "spike_begins"), (self.spike.spike_s, "spike_ends")];
        if let Some(moments) = self.scaled.moments() {
            rows.extend([
                (moments.decided_s, "decided"),
                (moments.created_s, "created"),
                (moments.ready_s, "ready"),
                (moments.connected_s, "connected"),
                (moments.warm_s, "warm"),
            ]);
        }
        crate::kernel::order::by_number(&mut rows, |row| row.0);
        let rows = rows
            .into_iter()
            .map(|(at_s, what)| {
                vec![
                    at_s.into(),
                    Entry::Word(what),
                    self.demand_per_s(at_s).into(),
                    self.capacity_per_s(at_s).into(),
                ]
            })
            .collect();
        Table {
            id: "sequence",
            rows,
        }
    }

    fn timeline(&self) -> ChartSpec {
        let (spike, end_s) = (&self.spike, self.scaled.end_s);
        let before_s = -end_s / 12.0;
        let demand = vec![
            (before_s, Some(spike.base_per_s)),
            (0.0, Some(spike.base_per_s)),
            (0.0, Some(spike.spike_per_s)),
            (spike.spike_s, Some(spike.spike_per_s)),
            (spike.spike_s, Some(spike.base_per_s)),
            (end_s, Some(spike.base_per_s)),
        ];
        let mut capacity = vec![(before_s, Some(self.before_per_s()))];
        let mut lost = Vec::new();
        for instant in &self.scaled.instants {
            capacity.push((instant.at_s, Some(instant.capacity_per_s)));
            if instant.lost_per_s > 0.0 {
                let top_per_s = instant.capacity_per_s + instant.lost_per_s;
                lost.push((instant.at_s, instant.capacity_per_s, top_per_s));
            }
        }
        let mut layers = Vec::new();
        if !lost.is_empty() {
            layers.push(Layer::Band {
                id: "lost",
                name: Label::key("autoscaling.chart.timeline.lost"),
                points: lost,
                role: Role::Bad,
            });
        }
        let line = |id, points, role| Layer::Line {
            id,
            name: Label::key(format!("autoscaling.chart.timeline.{id}")),
            points,
            role,
        };
        layers.push(line("capacity", capacity, Role::Good));
        layers.push(line("demand", demand, Role::Series(0)));
        if let Some(moments) = self.scaled.moments() {
            for (id, at) in [
                ("decided", moments.decided_s),
                ("ready", moments.ready_s),
                ("connected", moments.connected_s),
                ("warm", moments.warm_s),
            ] {
                layers.push(Layer::Rule {
                    id: id.to_owned(),
                    name: Label::key(format!("autoscaling.word.{id}")),
                    axis: AxisId::X,
                    at,
                    reach: Reach::Edge,
                    role: Role::Quiet,
                });
            }
        }
        let most_per_s = self
            .scaled
            .instants
            .iter()
            .map(|instant| instant.capacity_per_s)
            .fold(spike.spike_per_s.max(spike.base_per_s), f64::max);
        ChartSpec {
            id: "timeline",
            title: Label::key("autoscaling.chart.timeline.title"),
            x: Axis::linear(Label::key("autoscaling.chart.axis.time"), Unit::Second)
                .over((before_s, end_s))
                .of_input("spike_s"),
            y: Axis::linear(Label::key("autoscaling.chart.axis.rate"), Unit::PerSecond)
                .over((0.0, 1.15 * most_per_s))
                .of_input("spike_per_s"),
            layers,
            handle: Some(Handle {
                x_input: Some("spike_s"),
                y_input: Some("spike_per_s"),
                at: (spike.spike_s, spike.spike_per_s),
                label: Label::key("autoscaling.chart.timeline.point"),
            }),
        }
    }

    fn steps(&self) -> Vec<Step> {
        let number = |value: f64| significant(value, 6);
        let scaler = &self.scaler;
        let mut steps = vec![Step::new(
            "excess",
            "λ − n · μ",
            format!(
                "{} − {} · {}",
                number(self.spike.spike_per_s),
                scaler.replicas,
                number(scaler.replica_per_s)
            ),
            Ok(self.spike.spike_per_s - self.before_per_s()),
            Unit::PerSecond,
        )];
        if let Some(moments) = self.scaled.moments() {
            steps.push(Step::new(
                "connected_s",
                "window + place + start + connect",
                format!(
                    "{} s + {} s + {} s + {} s",
                    number(moments.decided_s),
                    number(scaler.schedule_s),
                    number(scaler.start_s),
                    number(scaler.connect_s)
                ),
                Ok(moments.connected_s),
                Unit::Second,
            ));
        }
        steps.push(Step::new(
            "replicas_beforehand",
            "⌈λ / μ⌉",
            format!(
                "⌈{} / {}⌉",
                number(self.highest_per_s()),
                number(scaler.replica_per_s)
            ),
            Ok(self.beforehand()),
            Unit::Count,
        ));
        steps
    }

    fn notes(&self, saved: f64) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut add = |severity, message| notes.push(Note::new(severity, message));
        match self.scaled.moments() {
            Some(moments) if moments.connected_s >= self.spike.spike_s && saved == 0.0 => add(
                Severity::Warning,
                Message::new("autoscaling.note.too_late")
                    .quantity("spike", self.spike.spike_s, Unit::Second)
                    .quantity("connected", moments.connected_s, Unit::Second),
            ),
            Some(_) if self.scaled.replicas == self.scaler.most_replicas => {
                add(Severity::Warning, Message::new("autoscaling.note.at_most"));
            }
            None if self.scaled.lost > 0.0 => {
                add(Severity::Warning, Message::new("autoscaling.note.never"));
            }
            _ => {}
        }
        if self.spike.base_per_s > self.before_per_s() {
            add(
                Severity::Warning,
                Message::new("autoscaling.note.base_short"),
            );
        }
        if self.scaler.metric == Metric::Utilisation && self.spike.spike_per_s > self.before_per_s()
        {
            add(Severity::Info, Message::new("autoscaling.note.saturated"));
        }
        notes
    }
}
