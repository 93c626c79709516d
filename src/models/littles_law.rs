//! `littles_law`: what slots and the time that each is held let through.

use super::declare::{column, figure, many, part, preset, scaled, table};
use super::grid::{equal_ratios, including};
use super::{
    Family, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Range, Reference, Run,
    Step, Table, finished, significant,
};
use crate::chart::{Axis, ChartSpec, Handle, Layer, Role};
use crate::kernel::quantity::Probability;
use crate::kernel::queueing::{hold_s, in_flight, rate_per_s, slots_needed};
use crate::text::{Arg, Label, Message, Unit};

const HOLD_SOFT: Range<f64> = Range { lo: 1e-3, hi: 10.0 };
const ARRIVAL_SOFT: Range<f64> = Range { lo: 1.0, hi: 1e5 };

static SPEC: ModelSpec = ModelSpec {
    id: "littles_law",
    family: Family::Queueing,
    version: 2,
    groups: &[],
    inputs: &[
        many("slots", 200, 1_000_000_000, 10_000),
        scaled(
            "hold_s",
            Unit::Second,
            0.08,
            (1e-9, 1e9),
            (HOLD_SOFT.lo, HOLD_SOFT.hi),
        ),
        scaled(
            "arrival_per_s",
            Unit::PerSecond,
            1200.0,
            (1e-9, 1e12),
            (ARRIVAL_SOFT.lo, ARRIVAL_SOFT.hi),
        ),
        part("head_room", "0.2"),
    ],
    figures: &[
        figure("rate_limit_per_s", Unit::PerSecond),
        figure("in_flight", Unit::One),
        figure("utilisation", Unit::Ratio),
        figure("slots_needed", Unit::Count),
        figure("hold_limit_s", Unit::Second),
    ],
    tables: &[table(
        "slower",
        &[
            column("factor", Unit::One),
            column("hold_s", Unit::Second),
            column("rate_limit_per_s", Unit::PerSecond),
            column("slots_needed", Unit::Count),
        ],
    )],
    charts: &["plane"],
    presets: &[
        preset("threads", &[("slots", "200"), ("hold_s", "80 ms")]),
        preset("slow_dependency", &[("slots", "200"), ("hold_s", "400 ms")]),
        preset(
            "sizing",
            &[
                ("arrival_per_s", "1200"),
                ("hold_s", "250 ms"),
                ("head_room", "20%"),
            ],
        ),
        preset(
            "load_tester",
            &[
                ("slots", "5"),
                ("hold_s", "0.67 s"),
                ("arrival_per_s", "7.3"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "J. D. C. Little: A proof for the queuing formula L = λW, Operations Research 9, 1961, 383–387",
            url: Some("https://doi.org/10.1287/opre.9.3.383"),
        },
        Reference {
            text: "J. D. C. Little: Little’s law as viewed on its 50th anniversary, Operations Research 59, 2011, 536–549",
            url: Some("https://doi.org/10.1287/opre.1110.0940"),
        },
    ],
};

/// The model.
pub(super) struct LittlesLaw;

impl Model for LittlesLaw {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()?))
    }
}

/// The inputs, typed.
struct Question {
    slots: f64,
    hold_s: f64,
    arrival_per_s: f64,
    head_room: Probability,
}

impl Question {
    #[expect(
        clippy::cast_precision_loss,
        reason = "the hard range ends far below 2^53"
    )]
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        Ok(Question {
            slots: inputs.count("slots")? as f64,
            hold_s: inputs.real("hold_s")?,
            arrival_per_s: inputs.real("arrival_per_s")?,
            head_room: inputs.probability("head_room")?,
        })
    }

    fn answer(&self) -> Result<Output, ModelError> {
        let limit = rate_per_s(self.slots, self.hold_s)?;
        let busy = in_flight(self.arrival_per_s, self.hold_s)?;
        let share = busy.map(|busy| busy / self.slots);
        let needed = slots_needed(
            self.arrival_per_s,
            self.hold_s,
            1.0 + self.head_room.value(),
        )?;
        let hold_limit = hold_s(self.slots, self.arrival_per_s)?;
        let (slots, hold, arrival) = (
            said(self.slots),
            said(self.hold_s),
            said(self.arrival_per_s),
        );
        let mut notes = Vec::new();
        if let Ok(share) = share
            && share > 1.0
        {
            notes.push(Note::warning(
                Message::new("littles_law.note.too_few_slots")
                    .quantity("slots", self.slots, Unit::Count)
                    .quantity("in_flight", share * self.slots, Unit::One),
            ));
        }
        Ok(Output {
            figures: vec![
                Figure::new("rate_limit_per_s", Unit::PerSecond, limit),
                Figure::new("in_flight", Unit::One, busy),
                Figure::new("utilisation", Unit::Ratio, share),
                Figure::new("slots_needed", Unit::Count, needed)
                    .on(Message::new("littles_law.basis.head_room")
                        .with("head_room", Arg::Share(self.head_room))),
                Figure::new("hold_limit_s", Unit::Second, hold_limit),
            ],
            tables: vec![self.slower()?],
            charts: vec![self.plane()],
            steps: vec![
                Step::new(
                    "rate_limit_per_s",
                    "λ_max = C / W",
                    format!("{slots} / {hold} s"),
                    limit,
                    Unit::PerSecond,
                ),
                Step::new(
                    "in_flight",
                    "L = λ · W",
                    format!("{arrival} · {hold} s"),
                    busy,
                    Unit::One,
                ),
                Step::new(
                    "slots_needed",
                    "C = ⌈λ · W · (1 + h)⌉",
                    format!("⌈{arrival} · {hold} s · (1 + {})⌉", self.head_room),
                    needed,
                    Unit::Count,
                ),
                Step::new(
                    "hold_limit_s",
                    "W_max = C / λ",
                    format!("{slots} / {arrival}"),
                    hold_limit,
                    Unit::Second,
                ),
            ],
            notes,
        })
    }

    /// What a slower dependency leaves.
    fn slower(&self) -> Result<Table, ModelError> {
        let rows = [1.0, 2.0, 5.0, 10.0, 100.0]
            .into_iter()
            .map(|factor| {
                let hold_s = self.hold_s * factor;
                let head_room = 1.0 + self.head_room.value();
                Ok(vec![
                    factor.into(),
                    hold_s.into(),
                    rate_per_s(self.slots, hold_s)?.into(),
                    slots_needed(self.arrival_per_s, hold_s, head_room)?.into(),
                ])
            })
            .collect::<Result<_, ModelError>>()?;
        Ok(Table { id: "slower", rows })
    }

    /// Holding time and arrivals; the slots' limit parts what they can carry from what they cannot.
    fn plane(&self) -> ChartSpec {
        const POINTS: u32 = 24;
        let x = including(HOLD_SOFT, self.hold_s);
        let y = including(ARRIVAL_SOFT, self.arrival_per_s);
        let course: Vec<(f64, f64)> = equal_ratios(x, POINTS)
            .map(|hold_s| (hold_s, self.slots / hold_s))
            .collect();
        ChartSpec {
            id: "plane",
            title: Label::key("littles_law.chart.plane.title"),
            x: Axis::log(Label::key("littles_law.input.hold_s.name"), Unit::Second)
                .over(x)
                .of_input("hold_s"),
            y: Axis::log(
                Label::key("littles_law.input.arrival_per_s.name"),
                Unit::PerSecond,
            )
            .over(y)
            .of_input("arrival_per_s"),
            layers: vec![
                Layer::Band {
                    id: "too_much",
                    name: Label::key("littles_law.chart.plane.too_much"),
                    points: course
                        .iter()
                        .map(|(hold_s, limit)| (*hold_s, limit.min(y.1), y.1))
                        .collect(),
                    role: Role::Bad,
                },
                Layer::Line {
                    id: "limit",
                    name: Label::key("littles_law.chart.plane.limit"),
                    points: course
                        .into_iter()
                        .map(|(hold_s, limit)| (hold_s, Some(limit)))
                        .collect(),
                    role: Role::Threshold,
                },
            ],
            handle: Some(Handle {
                x_input: Some("hold_s"),
                y_input: Some("arrival_per_s"),
                at: (self.hold_s, self.arrival_per_s),
                label: Label::key("littles_law.chart.plane.point"),
            }),
        }
    }
}

fn said(value: f64) -> String {
    significant(value, 6)
}
