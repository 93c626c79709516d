//! Small models that stand for the real ones: two formulas, a simulation, and one with words.

use std::cell::Cell;

use outage_lab::chart::{Axis, ChartSpec, Handle, Scale};
use outage_lab::kernel::error::{Defined, Undefined};
use outage_lab::models::{
    Budget, Family, Figure, FigureSpec, InputSpec, Inputs, Kind, Model, ModelError, ModelSpec,
    Output, PENDING, Preset, Progress, Range, Run, Spacing, When, finished,
};
use outage_lab::text::{Label, Message, Unit};

pub(crate) static ALL: &[&dyn Model] = &[&Availability, &FleetScale, &Walk, &Hike, &Drill];

thread_local! {
    /// How many runs this test has started.
    static STARTED: Cell<u32> = const { Cell::new(0) };
}

/// The number of runs started since the last call.
pub(crate) fn started() -> u32 {
    STARTED.replace(0)
}

fn count_start() {
    STARTED.set(STARTED.get() + 1);
}

const fn real(id: &'static str, unit: Unit, default: f64, lo: f64, hi: f64) -> InputSpec {
    InputSpec {
        id,
        unit,
        kind: Kind::Real {
            default,
            hard: Range { lo, hi },
            soft: Range { lo, hi },
            spacing: Spacing::Log,
        },
        when: None,
    }
}

const fn count(id: &'static str, default: u64, lo: u64, hi: u64) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::Count,
        kind: Kind::Count {
            default,
            hard: Range { lo, hi },
            soft: Range { lo, hi },
            spacing: Spacing::Log,
        },
        when: None,
    }
}

const fn target() -> InputSpec {
    InputSpec {
        id: "target_availability",
        unit: Unit::Ratio,
        kind: Kind::Probability {
            default: "0.9999",
            soft: Range {
                lo: "0.9",
                hi: "0.999999999",
            },
            spacing: Spacing::Nines,
        },
        when: None,
    }
}

const fn figure(id: &'static str, unit: Unit) -> FigureSpec {
    FigureSpec { id, unit }
}

fn gives(id: &'static str, unit: Unit, value: Defined) -> Figure {
    Figure::new(id, unit, value)
}

/// A = MTTF / (MTTF + MTTR).
struct Availability;

static AVAILABILITY: ModelSpec = ModelSpec {
    id: "availability",
    family: Family::Availability,
    version: 3,
    groups: &[],
    inputs: &[
        real("mttf_s", Unit::Second, 36_000_000.0, 1e-3, 1e12),
        real("mttr_s", Unit::Second, 36_000.0, 0.0, 1e12),
        target(),
        InputSpec {
            id: "year",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "365d",
                choices: &["365d", "365.25d"],
            },
            when: None,
        },
    ],
    figures: &[
        figure("availability", Unit::Ratio),
        figure("downtime_per_year_s", Unit::Second),
        figure("mttr_needed_s", Unit::Second),
    ],
    tables: &[],
    charts: &["plane"],
    presets: &[Preset {
        id: "one_hour",
        set: &[("mttf_s", "36000000"), ("mttr_s", "3600")],
    }],
    references: &[],
};

impl Model for Availability {
    fn spec(&self) -> &'static ModelSpec {
        &AVAILABILITY
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        count_start();
        let (mttf_s, mttr_s) = (inputs.real("mttf_s")?, inputs.real("mttr_s")?);
        let target = inputs.probability("target_availability")?;
        let days = match inputs.choice("year")? {
            "365d" => 365.0,
            _ => 365.25,
        };
        let availability = mttf_s / (mttf_s + mttr_s);
        let down = mttr_s / (mttf_s + mttr_s);
        let needed = mttf_s * target.complement() / target.value();
        let share = Figure {
            complement: Some(down),
            ..Figure::new("availability", Unit::Ratio, Ok(availability))
        };
        Ok(finished(Output {
            figures: vec![
                share,
                gives(
                    "downtime_per_year_s",
                    Unit::Second,
                    Ok(down * days * 86_400.0),
                ),
                gives("mttr_needed_s", Unit::Second, Ok(needed)),
            ],
            charts: vec![plane(mttf_s, mttr_s)],
            ..Output::default()
        }))
    }
}

fn plane(mttf_s: f64, mttr_s: f64) -> ChartSpec {
    let axis = |input| Axis {
        label: Label::plain(input),
        unit: Unit::Second,
        scale: Scale::Log,
        range: Some((1.0, 1e9)),
        input: Some(input),
    };
    ChartSpec {
        id: "plane",
        title: Label::plain("plane"),
        x: axis("mttr_s"),
        y: axis("mttf_s"),
        layers: Vec::new(),
        handle: Some(Handle {
            x_input: Some("mttr_s"),
            y_input: Some("mttf_s"),
            at: (mttr_s, mttf_s),
            label: Label::plain("point"),
        }),
    }
}

/// System MTTF = unit MTTF / n.
struct FleetScale;

static FLEET_SCALE: ModelSpec = ModelSpec {
    id: "fleet_scale",
    family: Family::Availability,
    version: 1,
    groups: &[],
    inputs: &[
        real("unit_mttf_s", Unit::Second, 3.1536e8, 1.0, 1e12),
        count("machines", 120, 1, 1_000_000),
        target(),
    ],
    figures: &[
        figure("system_mttf_s", Unit::Second),
        figure("failures_per_day", Unit::PerDay),
        figure("mttr_needed_s", Unit::Second),
    ],
    tables: &[],
    charts: &[],
    presets: &[],
    references: &[],
};

impl Model for FleetScale {
    fn spec(&self) -> &'static ModelSpec {
        &FLEET_SCALE
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        count_start();
        #[expect(clippy::cast_precision_loss, reason = "at most a million")]
        let machines = inputs.count("machines")? as f64;
        let system_mttf_s = inputs.real("unit_mttf_s")? / machines;
        let target = inputs.probability("target_availability")?;
        let needed = match target.value() {
            share if share > 0.0 => Ok(system_mttf_s * target.complement() / share),
            _ => Err(Undefined("target_zero")),
        };
        Ok(finished(Output {
            figures: vec![
                gives("system_mttf_s", Unit::Second, Ok(system_mttf_s)),
                gives(
                    "failures_per_day",
                    Unit::PerDay,
                    Ok(86_400.0 / system_mttf_s),
                ),
                gives("mttr_needed_s", Unit::Second, needed),
            ],
            ..Output::default()
        }))
    }
}

/// A simulation: adds `stride_s` a step, for so many steps.
struct Walk;

static WALK: ModelSpec = ModelSpec {
    id: "walk",
    family: Family::Availability,
    version: 1,
    groups: &[],
    inputs: &[
        count("steps", 1_000, 1, 1_000_000),
        real("stride_s", Unit::Second, 1.0, 0.0, 1e6),
    ],
    figures: &[figure("distance_s", Unit::Second)],
    tables: &[],
    charts: &[],
    presets: &[],
    references: &[],
};

impl Model for Walk {
    fn spec(&self) -> &'static ModelSpec {
        &WALK
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        count_start();
        Ok(Box::new(Walking {
            steps: inputs.count("steps")?,
            stride_s: inputs.real("stride_s")?,
            done: 0,
            distance_s: 0.0,
        }))
    }
}

struct Walking {
    steps: u64,
    stride_s: f64,
    done: u64,
    distance_s: f64,
}

impl Run for Walking {
    fn advance(&mut self, budget: Budget) -> Progress {
        for _ in 0..budget.steps.min(self.steps - self.done) {
            self.done += 1;
            self.distance_s += self.stride_s;
        }
        if self.done < self.steps {
            #[expect(clippy::cast_precision_loss, reason = "at most a million")]
            return Progress::Working(self.done as f64 / self.steps as f64);
        }
        Progress::Done(Box::new(Output {
            figures: vec![gives("distance_s", Unit::Second, Ok(self.distance_s))],
            ..Output::default()
        }))
    }
}

/// A simulation that knows one of its figures at once: the walk with its length planned.
struct Hike;

static HIKE: ModelSpec = ModelSpec {
    id: "hike",
    family: Family::Availability,
    version: 1,
    groups: &[],
    inputs: &[
        count("steps", 1_000, 1, 1_000_000),
        real("stride_s", Unit::Second, 1.0, 0.0, 1e6),
    ],
    figures: &[
        figure("planned_s", Unit::Second),
        figure("distance_s", Unit::Second),
    ],
    tables: &[],
    charts: &[],
    presets: &[],
    references: &[],
};

impl Model for Hike {
    fn spec(&self) -> &'static ModelSpec {
        &HIKE
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        let (steps, stride_s) = (inputs.count("steps")?, inputs.real("stride_s")?);
        #[expect(clippy::cast_precision_loss, reason = "at most a million")]
        let planned_s = steps as f64 * stride_s;
        let walk = Walking {
            steps,
            stride_s,
            done: 0,
            distance_s: 0.0,
        };
        Ok(Box::new(Hiking { planned_s, walk }))
    }
}

struct Hiking {
    planned_s: f64,
    walk: Walking,
}

impl Hiking {
    fn output(&self, distance_s: Defined) -> Output {
        Output {
            figures: vec![
                gives("planned_s", Unit::Second, Ok(self.planned_s)),
                gives("distance_s", Unit::Second, distance_s),
            ],
            ..Output::default()
        }
    }
}

impl Run for Hiking {
    fn advance(&mut self, budget: Budget) -> Progress {
        match self.walk.advance(budget) {
            Progress::Done(done) => Progress::Done(Box::new(self.output(done.figures[0].value))),
            working => working,
        }
    }

    fn preview(&self) -> Option<Output> {
        Some(self.output(Err(PENDING)))
    }
}

/// Words, a toggle, an input that matters only under it, and inputs that do not go together.
struct Drill;

static DRILL: ModelSpec = ModelSpec {
    id: "drill",
    family: Family::Availability,
    version: 1,
    groups: &[],
    inputs: &[
        InputSpec {
            id: "plan",
            unit: Unit::One,
            kind: Kind::Text {
                default: "",
                longest: 20_000,
            },
            when: None,
        },
        InputSpec {
            id: "limited",
            unit: Unit::One,
            kind: Kind::Toggle { default: false },
            when: None,
        },
        InputSpec {
            id: "limit_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 60.0,
                hard: Range {
                    lo: 1.0,
                    hi: 3600.0,
                },
                soft: Range {
                    lo: 1.0,
                    hi: 3600.0,
                },
                spacing: Spacing::Linear,
            },
            when: Some(When {
                input: "limited",
                is: &["true"],
            }),
        },
        InputSpec {
            id: "seed",
            unit: Unit::One,
            kind: Kind::Seed { default: 425 },
            when: None,
        },
    ],
    figures: &[
        figure("letters", Unit::Count),
        figure("limit_s", Unit::Second),
    ],
    tables: &[],
    charts: &[],
    presets: &[],
    references: &[],
};

impl Model for Drill {
    fn spec(&self) -> &'static ModelSpec {
        &DRILL
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        count_start();
        let plan = inputs.text("plan")?;
        inputs.count("seed")?;
        let limit_s = match inputs.toggle("limited")? {
            true => Ok(inputs.real("limit_s")?),
            false => Err(Undefined("no_limit")),
        };
        if plan == "nonsense" {
            return Err(ModelError {
                input: Some("plan"),
                message: Message::new("drill.nonsense"),
            });
        }
        #[expect(clippy::cast_precision_loss, reason = "at most 20,000")]
        let letters = plan.chars().count() as f64;
        Ok(finished(Output {
            figures: vec![
                gives("letters", Unit::Count, Ok(letters)),
                gives("limit_s", Unit::Second, limit_s),
            ],
            ..Output::default()
        }))
    }
}
