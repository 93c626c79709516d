//! What the run came to: figures, table, derivation, remarks.

use super::{EXITS, Simulation};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::mechanism::remirror_storm::Outcome;
use crate::models::{
    Entry, Figure, Note, Output, Severity, Step, Table, rate_at_rest, significant,
};
use crate::text::{Message, Unit};

fn contained_after_s(outcome: &Outcome) -> Defined {
    outcome.contained_after_s.ok_or(Undefined("not_contained"))
}

fn mirrored_after_s(outcome: &Outcome) -> Defined {
    outcome.mirrored_after_s.ok_or(Undefined("no_room_for_all"))
}

impl Simulation {
    pub(super) fn output(&self, outcome: &Outcome) -> Output {
        let row = |(name, outcome): (&&'static str, &Outcome)| {
            vec![
                Entry::Word(name),
                contained_after_s(outcome).into(),
                outcome.peak.into(),
                outcome.last.searching.into(),
                self.searches_end_per_s(outcome).into(),
                mirrored_after_s(outcome).into(),
            ]
        };
        Output {
            figures: self.figures(outcome),
            tables: vec![Table {
                id: "exits",
                rows: EXITS.iter().zip(&self.exits).map(row).collect(),
            }],
            charts: vec![self.volumes(), self.control(), self.room()],
            steps: self.steps(),
            notes: self.notes(outcome),
        }
    }

    fn searches_end_per_s(&self, outcome: &Outcome) -> f64 {
        rate_at_rest(outcome.last.searches_per_s, self.scene.length_s)
    }

    fn doubling_s(&self) -> Defined {
        let doubling_s = self.scene.cluster.doubling_s();
        doubling_s.ok_or(Undefined("crashes_nothing"))
    }

    fn figures(&self, outcome: &Outcome) -> Vec<Figure> {
        let basis = |key: &str| Message::new(format!("remirror_storm.basis.{key}"));
        let cluster = &self.scene.cluster;
        let seconds = |id, value| Figure::new(id, Unit::Second, value);
        let share = |id, value| Figure::new(id, Unit::Ratio, Ok(value));
        vec![
            seconds("contained_after_s", contained_after_s(outcome)).on(basis("well")),
            seconds("unwell_s", Ok(outcome.unwell_s)).on(basis("well")),
            share("stuck_end", outcome.last.searching),
            share("stuck_peak", outcome.peak),
            seconds("mirrored_after_s", mirrored_after_s(outcome)),
            Figure::new(
                "searches_end_per_s",
                Unit::PerSecond,
                Ok(self.searches_end_per_s(outcome)),
            ),
            Figure::new(
                "shortfall",
                Unit::Count,
                Ok((cluster.shortfall() * cluster.volumes).round()),
            )
            .on(basis("formula")),
            seconds("doubling_s", self.doubling_s()).on(basis("formula")),
            share("touched", cluster.touched()),
        ]
    }

    fn steps(&self) -> Vec<Step> {
        let number = |value: f64| significant(value, 6);
        let cluster = &self.scene.cluster;
        let searching = cluster.cut * cluster.volumes;
        vec![
            Step::new(
                "touched",
                "t = ⌈c · n⌉ / n",
                format!(
                    "⌈{} · {}⌉ / {}",
                    number(cluster.cut),
                    number(cluster.cells),
                    number(cluster.cells)
                ),
                Ok(cluster.touched()),
                Unit::Ratio,
            ),
            Step::new(
                "shortfall",
                "V · (c − f · t)",
                format!(
                    "{} · ({} − {} · {})",
                    number(cluster.volumes),
                    number(cluster.cut),
                    number(cluster.free),
                    number(cluster.touched())
                ),
                Ok((cluster.shortfall() * cluster.volumes).round()),
                Unit::Count,
            ),
            Step::new(
                "first_searches_per_s",
                "c · V / d",
                format!("{} / {} s", number(searching), number(cluster.search_s)),
                Ok(searching / cluster.search_s),
                Unit::PerSecond,
            ),
            Step::new(
                "doubling_s",
                "ln 2 · d / (p · m)",
                format!(
                    "0.693147 · {} s / ({} · {})",
                    number(cluster.search_s),
                    number(cluster.crash_chance),
                    number(cluster.volumes_per_node)
                ),
                self.doubling_s(),
                Unit::Second,
            ),
        ]
    }

    fn notes(&self, outcome: &Outcome) -> Vec<Note> {
        let note = |severity, key: &str| {
            Note::new(severity, Message::new(format!("remirror_storm.note.{key}")))
        };
        let mut notes = Vec::new();
        notes.push(match outcome.contained_after_s {
            None => note(Severity::Warning, "not_contained"),
            Some(after_s) if after_s > 0.0 => note(Severity::Info, "contained"),
            Some(_) => note(Severity::Info, "never_unwell"),
        });
        if outcome.last.searching > 0.0 && outcome.mirrored_after_s.is_none() {
            notes.push(note(Severity::Warning, "stuck"));
        }
        if outcome.peak > 1.01 * self.scene.cluster.cut {
            notes.push(note(Severity::Warning, "grew"));
        }
        notes
    }
}
