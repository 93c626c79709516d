//! `plan_race`: programs that write one record, and every order in which their steps can fall.

mod spec;

use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Severity, Step, Table,
    finished,
};
use crate::chart::{Axis, AxisId, ChartSpec, Handle, Layer, Mark, Role};
use crate::kernel::error::Undefined;
use crate::kernel::mechanism::plan_race::{
    Account, Act, Actor, Count, Guard, Move, Race, interleavings,
};
use crate::text::{Label, Message, Unit};

const ACCOUNTS: [(&str, Account); 2] = [
    ("operator", Account::DeleteEmpties),
    ("course", Account::WriteEmpties),
];
const GUARDS: [(&str, Guard); 4] = [
    ("none", Guard::None),
    ("recheck", Guard::Recheck),
    ("compare_and_swap", Guard::CompareAndSwap),
    ("skip_active", Guard::SkipActive),
];

/// The model.
pub(super) struct PlanRace;

impl Model for PlanRace {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()))
    }
}

/// The race, what came of it, and how far it is walked.
struct Question {
    race: Race,
    plans: u8,
    count: Count,
    shortest: Option<Vec<Move>>,
    walk: Vec<Move>,
    shown: usize,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let small = |id: &'static str| -> Result<u8, ModelError> {
            u8::try_from(inputs.count(id)?).map_err(|_| ModelError::at(id))
        };
        let account = inputs.choice_of("account", &ACCOUNTS)?;
        let guard = inputs.choice_of("guard", &GUARDS)?;
        let plans = small("plans")?;
        let race = Race::new(small("enactors")?, plans, small("kept_plans")?)?
            .told_by(account)
            .refilling(inputs.toggle("repairs_itself")?)
            .guarded_by(guard);
        let shortest = race.shortest_bad();
        let walk = shortest.clone().unwrap_or_else(|| race.one_by_one());
        Ok(Question {
            race,
            plans,
            count: race.count(),
            shown: usize::from(small("step")?).min(walk.len()),
            shortest,
            walk,
        })
    }

    fn answer(&self) -> Output {
        let Count {
            orders,
            empty,
            stale,
            states,
        } = self.count;
        let whole = |id, count: u64| Figure::new(id, Unit::Count, Ok(count as f64));
        let shortest = steps_of(self.shortest.as_ref());
        let share = Ok(empty as f64 / orders as f64);
        let all = self.race.all_steps();
        let steps = self.race.steps();
        let factors: Vec<String> = steps.iter().map(|step| format!("{step}!")).collect();
        let sum: Vec<String> = steps.iter().map(u8::to_string).collect();
        let formula = interleavings(&steps)
            .map_or(Err(Undefined("out_of_range")), |orders| Ok(orders as f64));
        Output {
            figures: vec![
                whole("orders", orders),
                whole("ends_empty", empty),
                whole("ends_stale", stale),
                Figure::new("empty_share", Unit::Ratio, share)
                    .on(Message::new("plan_race.basis.not_a_chance")),
                Figure::new("shortest_bad_steps", Unit::Count, shortest),
                whole("states", states),
            ],
            tables: vec![self.walked(), self.guards()],
            charts: vec![self.chart()],
            steps: vec![
                Step::new(
                    "all_steps",
                    "n = Σ kᵢ",
                    sum.join(" + "),
                    Ok(f64::from(all)),
                    Unit::Count,
                ),
                Step::new(
                    "orders",
                    "n! / Π kᵢ!",
                    format!("{all}! / ({})", factors.join(" · ")),
                    formula,
                    Unit::Count,
                ),
                Step::new(
                    "empty_share",
                    "E / (n! / Π kᵢ!)",
                    format!("{empty} / {orders}"),
                    share,
                    Unit::Ratio,
                ),
            ],
            notes: vec![self.note()],
        }
    }

    fn note(&self) -> Note {
        let (severity, key) = match (self.count.empty, self.count.stale) {
            (0, 0) => (Severity::Info, "always_well"),
            (0, _) => (Severity::Warning, "stale_only"),
            _ => (Severity::Warning, "can_end_empty"),
        };
        Note::new(severity, Message::new(format!("plan_race.note.{key}")))
    }

    /// The walk up to the chosen step, and how things stand before the first.
    fn walked(&self) -> Table {
        let start = vec![
            0.0.into(),
            Entry::Word("planner"),
            Entry::Word("start"),
            0.0.into(),
            0.0.into(),
            0.0.into(),
            1.0.into(),
        ];
        let row = |(number, made): (u32, &Move)| {
            vec![
                f64::from(number).into(),
                Entry::Word(actor(made.actor)),
                Entry::Word(act(made.act)),
                f64::from(made.plan).into(),
                made.record
                    .map(f64::from)
                    .ok_or(Undefined("record_empty"))
                    .into(),
                f64::from(made.newest).into(),
                f64::from(made.existing).into(),
            ]
        };
        let moves = (1..).zip(&self.walk).take(self.shown).map(row);
        Table {
            id: "walk",
            rows: std::iter::once(start).chain(moves).collect(),
        }
    }

    /// The same race under each guard.
    fn guards(&self) -> Table {
        let row = |(id, guard): &(&'static str, Guard)| {
            let race = self.race.guarded_by(*guard);
            let count = race.count();
            vec![
                Entry::Word(id),
                (count.orders as f64).into(),
                (count.empty as f64).into(),
                (count.stale as f64).into(),
                steps_of(race.shortest_bad().as_ref()).into(),
            ]
        };
        Table {
            id: "guards",
            rows: GUARDS.iter().map(row).collect(),
        }
    }

    /// The plan in the record over the steps of the walk.
    fn chart(&self) -> ChartSpec {
        let numbered = || (1..).map(f64::from).zip(&self.walk);
        let over = |id: &'static str, role, pick: &dyn Fn(&Move) -> Option<u8>| Layer::Step {
            id,
            name: Label::key(format!("plan_race.chart.walk.{id}")),
            points: std::iter::once((0.0, Some(0.0)))
                .chain(numbered().map(|(at, made)| (at, pick(made).map(f64::from))))
                .collect(),
            role,
        };
        let marks = numbered()
            .filter(|(_, made)| is_harm(made.act))
            .map(|(x, made)| Mark {
                x,
                y: f64::from(made.record.unwrap_or(0)),
                label: Some(Label::key(format!("plan_race.word.{}", act(made.act)))),
            })
            .collect();
        let end = self.walk.len() as f64;
        let mut layers = vec![
            over("newest", Role::Quiet, &|made| Some(made.newest)),
            over("record", Role::Accent, &|made| made.record),
            Layer::Points {
                id: "harm",
                name: Label::key("plan_race.chart.walk.harm"),
                marks,
                role: Role::Bad,
            },
        ];
        let emptied = numbered().find(|(_, made)| made.record.is_none());
        if let Some((from, _)) = emptied {
            layers.push(Layer::Span {
                id: "empty",
                name: Label::key("plan_race.chart.walk.empty"),
                axis: AxisId::X,
                from,
                to: end + 2.0,
                role: Role::Bad,
            });
        }
        let shown = self.shown.checked_sub(1).and_then(|at| self.walk.get(at));
        let record = shown.map_or(Some(0), |made| made.record).unwrap_or(0);
        let axis = |key: &str, to: f64, input| {
            Axis::linear(
                Label::key(format!("plan_race.chart.axis.{key}")),
                Unit::Count,
            )
            .over((0.0, to))
            .of_input(input)
        };
        ChartSpec {
            id: "walk",
            title: Label::key("plan_race.chart.walk.title"),
            x: axis("step", end + 2.0, Some("step")),
            y: axis("plan", f64::from(self.plans) + 0.5, None),
            layers,
            handle: Some(Handle {
                x_input: Some("step"),
                y_input: None,
                at: (self.shown as f64, f64::from(record)),
                label: Label::key("plan_race.chart.walk.point"),
            }),
        }
    }
}

fn steps_of(walk: Option<&Vec<Move>>) -> Result<f64, Undefined> {
    walk.map(|walk| walk.len() as f64)
        .ok_or(Undefined("no_bad_order"))
}

fn actor(actor: Actor) -> &'static str {
    match actor {
        Actor::Planner => "planner",
        Actor::Enactor(0) => "enactor_1",
        Actor::Enactor(1) => "enactor_2",
        Actor::Enactor(_) => "enactor_3",
    }
}

fn act(act: Act) -> &'static str {
    match act {
        Act::Publish => "publish",
        Act::Take => "take",
        Act::CheckPassed => "check_passed",
        Act::CheckRefused => "check_refused",
        Act::Write => "write",
        Act::WriteOlder => "write_older",
        Act::WriteDeleted => "write_deleted",
        Act::WriteRefused => "write_refused",
        Act::CleanUp => "clean_up",
        Act::CleanUpActive => "clean_up_active",
    }
}

fn is_harm(act: Act) -> bool {
    matches!(
        act,
        Act::WriteOlder | Act::WriteDeleted | Act::CleanUpActive
    )
}
