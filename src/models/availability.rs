//! `availability`: one repairable system, forwards and backwards, and the plane of repair.

mod charts;

use super::declare::{choice, column, figure, nines, one_of, preset, scaled, table};
use super::{
    Family, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Range, Reference, Run,
    Step, Table, finished,
};
use crate::kernel::availability::{
    Month, Repairable, Year, mttf_needed_s, mttr_needed_s, whole_nines,
};
use crate::kernel::error::Defined;
use crate::kernel::quantity::Probability;
use crate::text::format::nines_name;
use crate::text::{Arg, Bilingual, Label, Lang, Message, Unit};

/// Shown durations: from one hour to a million hours of MTTF, one second to a thousand hours of MTTR.
const MTTF_SOFT_S: Range<f64> = Range {
    lo: 3_600.0,
    hi: 3.6e9,
};
const MTTR_SOFT_S: Range<f64> = Range { lo: 1.0, hi: 3.6e6 };
/// Far beyond any system, and far inside what f64 keeps apart.
const LONGEST_S: f64 = 1e15;

static SPEC: ModelSpec = ModelSpec {
    id: "availability",
    family: Family::Availability,
    version: 2,
    groups: &[],
    inputs: &[
        scaled(
            "mttf_s",
            Unit::Second,
            36_000_000.0,
            (1e-6, LONGEST_S),
            (MTTF_SOFT_S.lo, MTTF_SOFT_S.hi),
        ),
        scaled(
            "mttr_s",
            Unit::Second,
            3_600.0,
            (0.0, LONGEST_S),
            (MTTR_SOFT_S.lo, MTTR_SOFT_S.hi),
        ),
        nines("target_availability", "0.99999", ("0.9", "0.99999999")),
        one_of("year", &["365d", "365.25d"]),
        choice("month", "730h", &["30d", "730h", "year/12"]),
    ],
    figures: &[
        figure("availability", Unit::Ratio),
        figure("downtime_per_year_s", Unit::Second),
        figure("downtime_per_month_s", Unit::Second),
        figure("mttf_needed_s", Unit::Second),
        figure("mttr_needed_s", Unit::Second),
        figure("nines", Unit::Nines),
        figure("unavailability", Unit::Ratio),
        figure("mtbf_s", Unit::Second),
        figure("failure_rate_per_s", Unit::PerSecond),
        figure("failures_per_year", Unit::One),
        figure("exchange_rate", Unit::One),
    ],
    tables: &[table(
        "two_paths",
        &[
            column("factor", Unit::One),
            column("mttf_longer_s", Unit::Second),
            column("mttr_shorter_s", Unit::Second),
            column("unavailability", Unit::Ratio),
            column("downtime_per_year_s", Unit::Second),
        ],
    )],
    charts: &["plane", "nines_by_mttr"],
    presets: &[
        preset("slow_repair", &[("mttf_s", "10000 h"), ("mttr_s", "10 h")]),
        preset("fast_repair", &[("mttf_s", "10000 h"), ("mttr_s", "1 h")]),
        preset(
            "rare_failure",
            &[("mttf_s", "100000 h"), ("mttr_s", "10 h")],
        ),
    ],
    references: &[
        Reference {
            text: "A. Avižienis, J.-C. Laprie, B. Randell, C. Landwehr: Basic Concepts and Taxonomy of Dependable and Secure Computing. IEEE TDSC 1(1), 2004, section 2.3",
            url: Some("https://doi.org/10.1109/TDSC.2004.2"),
        },
        Reference {
            text: "D. Patterson et al.: Recovery-Oriented Computing (ROC): Motivation, Definition, Techniques, and Case Studies. UCB//CSD-02-1175, 2002, section 2",
            url: Some("https://www2.eecs.berkeley.edu/Pubs/TechRpts/2002/5574.html"),
        },
        Reference {
            text: "S. M. Ross: Introduction to Probability Models, 11th ed., 2014, section 7.5.1 (alternating renewal processes)",
            url: None,
        },
    ],
};

/// The model.
pub(super) struct Availability;

impl Model for Availability {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()?))
    }
}

/// The inputs, typed.
struct Question {
    system: Repairable,
    target: Probability,
    year: Year,
    month: Month,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let year = inputs.choice("year")?;
        let month = inputs.choice("month")?;
        Ok(Question {
            system: Repairable::new(inputs.real("mttf_s")?, inputs.real("mttr_s")?)?,
            target: inputs.probability("target_availability")?,
            year: Year::from_id(year).ok_or_else(|| ModelError::at("year"))?,
            month: Month::from_id(month).ok_or_else(|| ModelError::at("month"))?,
        })
    }

    fn answer(&self) -> Result<Output, ModelError> {
        Ok(Output {
            figures: self.figures()?,
            tables: vec![self.two_paths()?],
            charts: vec![self.plane(), self.nines_by_mttr()?],
            steps: self.steps()?,
            notes: self.notes(),
        })
    }

    fn figures(&self) -> Result<Vec<Figure>, ModelError> {
        let share = self.system.availability();
        let year_s = self.year.seconds();
        let nines_name = match whole_nines(&share) {
            Some(whole) => Label::Both(Bilingual {
                en: nines_name(whole, Lang::En),
                zh: nines_name(whole, Lang::Zh),
            }),
            None => Label::key("availability.basis.never_down"),
        };
        let calendar =
            |input: &str, id: &str| Message::new(format!("availability.choice.{input}.{id}"));
        let target = |key: &str| {
            Message::new(format!("availability.basis.{key}"))
                .with("target", Arg::Share(self.target))
        };
        Ok(vec![
            Figure::share("availability", share).on(nines_name),
            Figure::new(
                "downtime_per_year_s",
                Unit::Second,
                Ok(self.system.downtime_s(year_s)?),
            )
            .on(calendar("year", self.year.id())),
            Figure::new(
                "downtime_per_month_s",
                Unit::Second,
                Ok(self.system.downtime_s(self.month.seconds(self.year))?),
            )
            .on(calendar("month", self.month.id())),
            Figure::new("mttf_needed_s", Unit::Second, self.mttf_needed()?)
                .on(target("mttf_needed")),
            Figure::new("mttr_needed_s", Unit::Second, self.mttr_needed()?)
                .on(target("mttr_needed")),
            Figure::new("nines", Unit::Nines, self.system.nines()),
            // Without its complement: that would have it cut off like an availability, and so understated.
            Figure::new("unavailability", Unit::Ratio, Ok(share.complement())),
            Figure::new("mtbf_s", Unit::Second, Ok(self.system.mtbf_s())),
            Figure::new(
                "failure_rate_per_s",
                Unit::PerSecond,
                Ok(self.system.failure_rate_per_s()),
            ),
            Figure::new(
                "failures_per_year",
                Unit::One,
                Ok(year_s / self.system.mtbf_s()),
            )
            .on(calendar("year", self.year.id())),
            Figure::new("exchange_rate", Unit::One, self.system.exchange_rate()),
        ])
    }

    fn mttf_needed(&self) -> Result<Defined, ModelError> {
        Ok(mttf_needed_s(self.system.mttr_s(), self.target)?)
    }

    fn mttr_needed(&self) -> Result<Defined, ModelError> {
        Ok(mttr_needed_s(self.system.mttf_s(), self.target)?)
    }

    /// The same factor spent on rarer failures and on faster repairs.
    fn two_paths(&self) -> Result<Table, ModelError> {
        let (mttf_s, mttr_s) = (self.system.mttf_s(), self.system.mttr_s());
        let rows = [1.0, 2.0, 4.0, 10.0, 100.0]
            .into_iter()
            .map(|factor| {
                let improved = Repairable::new(mttf_s, mttr_s / factor)?;
                Ok(vec![
                    factor.into(),
                    (mttf_s * factor).into(),
                    (mttr_s / factor).into(),
                    improved.availability().complement().into(),
                    improved.downtime_s(self.year.seconds())?.into(),
                ])
            })
            .collect::<Result<_, ModelError>>()?;
        Ok(Table {
            id: "two_paths",
            rows,
        })
    }

    fn steps(&self) -> Result<Vec<Step>, ModelError> {
        let (mttf_s, mttr_s) = (self.system.mttf_s(), self.system.mttr_s());
        let share = self.system.availability();
        let said = Said::fitting(mttr_s);
        let (mttf, mttr) = (said.amount(mttf_s), said.amount(mttr_s));
        let (a, u) = (self.target.to_string(), self.target.turned().to_string());
        let days = Said::DAYS.amount(self.year.seconds());
        Ok(vec![
            Step::share(
                "availability",
                "A = MTTF / (MTTF + MTTR)",
                format!("{mttf} / ({mttf} + {mttr})"),
                share,
            ),
            Step::new(
                "unavailability",
                "1 − A = MTTR / (MTTF + MTTR)",
                format!("{mttr} / ({mttf} + {mttr})"),
                Ok(share.complement()),
                Unit::Ratio,
            ),
            Step::new(
                "downtime_per_year_s",
                "(1 − A) · T",
                format!("{} · {days}", share.turned()),
                Ok(self.system.downtime_s(self.year.seconds())?),
                Unit::Second,
            ),
            Step::new(
                "mttr_needed_s",
                "MTTR = MTTF · (1 − A*) / A*",
                format!("{mttf} · {u} / {a}"),
                self.mttr_needed()?,
                Unit::Second,
            ),
            Step::new(
                "mttf_needed_s",
                "MTTF = MTTR · A* / (1 − A*)",
                format!("{mttr} · {a} / {u}"),
                self.mttf_needed()?,
                Unit::Second,
            ),
        ])
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        if self.system.mttr_s() > self.system.mttf_s() {
            notes.push(Note::warning(Message::new("availability.note.mostly_down")));
        }
        if self.system.mttr_s() == 0.0 {
            notes.push(Note::info(Message::new("availability.note.never_down")));
        }
        notes
    }
}

/// The unit in which the amounts of one substitution are written.
struct Said {
    symbol: &'static str,
    seconds: f64,
}

impl Said {
    const HOURS: Said = Said {
        symbol: "h",
        seconds: 3_600.0,
    };
    const SECONDS: Said = Said {
        symbol: "s",
        seconds: 1.0,
    };
    const DAYS: Said = Said {
        symbol: "d",
        seconds: 86_400.0,
    };

    /// Hours, unless the shortest amount would then be a long fraction.
    fn fitting(shortest_s: f64) -> Said {
        if shortest_s >= 36.0 {
            Said::HOURS
        } else {
            Said::SECONDS
        }
    }

    fn amount(&self, seconds: f64) -> String {
        format!(
            "{} {}",
            super::significant(seconds / self.seconds, 7),
            self.symbol
        )
    }
}
