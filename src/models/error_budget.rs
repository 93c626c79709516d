//! `error_budget`: what an objective allows in its window, what incidents take of it, and the alerts that follow from it.

mod charts;
mod spec;

use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Range, Run, Severity, Step,
    Table, finished, significant,
};
use crate::kernel::availability::calendar::HOUR_S;
use crate::kernel::availability::{
    Alert, ErrorBudget, Stretch, Year, error_ratio_by_requests, error_ratio_by_time,
};
use crate::kernel::error::{Defined, Undefined, defined};
use crate::kernel::quantity::Probability;
use crate::text::{Arg, Label, Message, Unit};

/// Share of the budget, long window and what the alert is for: the Workbook's recommendation, with the day that many tools
/// put between 6 hours and 3 days.
const ALERTS: [(f64, f64, &str); 4] = [
    (0.02, HOUR_S, "page"),
    (0.05, 6.0 * HOUR_S, "page"),
    (0.1, 24.0 * HOUR_S, "ticket"),
    (0.1, 72.0 * HOUR_S, "ticket"),
];

const INCIDENT_SOFT_S: Range<f64> = Range { lo: 60.0, hi: 1e6 };

/// The model.
pub(super) struct ErrorBudgetModel;

impl Model for ErrorBudgetModel {
    fn spec(&self) -> &'static ModelSpec {
        &spec::SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()?))
    }
}

/// The inputs, typed.
struct Question {
    objective: Probability,
    window_s: f64,
    requests: f64,
    error_ratio: Probability,
    spent: Probability,
    incident_s: f64,
    incident_error_ratio: Probability,
    incident_traffic: f64,
    year: Year,
    alert_spent: Probability,
    alert_window_s: f64,
    budget: ErrorBudget,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let objective = inputs.probability("objective")?;
        let window_s = inputs.real("window_s")?;
        Ok(Question {
            objective,
            window_s,
            requests: inputs.count("requests")? as f64,
            error_ratio: inputs.probability("error_ratio")?,
            spent: inputs.probability("spent")?,
            incident_s: inputs.real("incident_s")?,
            incident_error_ratio: inputs.probability("incident_error_ratio")?,
            incident_traffic: inputs.real("incident_traffic")?,
            year: Year::from_id(inputs.choice("year")?).ok_or_else(|| ModelError::at("year"))?,
            alert_spent: inputs.probability("alert_spent")?,
            alert_window_s: inputs.real("alert_window_s")?,
            budget: ErrorBudget::new(objective, window_s)?,
        })
    }

    fn answer(&self) -> Result<Output, ModelError> {
        Ok(Output {
            figures: self.figures(),
            tables: vec![self.alerts_table(), self.objectives()?],
            charts: vec![self.incident_chart(), self.alerts_chart()],
            steps: self.steps(),
            notes: self.notes(),
        })
    }

    fn figures(&self) -> Vec<Figure> {
        let basis = |key: &str| Message::new(format!("error_budget.basis.{key}"));
        let window =
            |message: Message| Label::from(message.quantity("window", self.window_s, Unit::Second));
        let stretches = self.stretches();
        let ratio = |of: fn(&[Stretch]) -> Defined| stretches.and_then(|both| of(&both));
        vec![
            Figure::new("budget_s", Unit::Second, Ok(self.budget.time_s()))
                .on(window(basis("time"))),
            Figure::new(
                "budget_requests",
                Unit::One,
                Ok(self.budget.requests(self.requests)),
            )
            .on(window(basis("requests"))),
            Figure::new(
                "burn_rate",
                Unit::One,
                self.budget.burn_rate(self.error_ratio.value()),
            )
            .on(basis("burn")),
            Figure::new("exhaustion_s", Unit::Second, self.exhaustion_s()).on(basis("exhaustion")),
            Figure::new(
                "incident_windows",
                Unit::One,
                self.budget.windows_of_time(self.incident_s),
            )
            .on(basis("by_time")),
            Figure::new(
                "incident_years",
                Unit::Year,
                self.incident_years(self.objective),
            )
            .on(Message::new(format!(
                "error_budget.choice.year.{}",
                self.year.id()
            ))),
            Figure::new(
                "incident_failed_requests",
                Unit::One,
                defined(self.failed_requests()),
            ),
            Figure::new(
                "incident_windows_by_requests",
                Unit::One,
                self.budget
                    .windows_of_requests(self.failed_requests(), self.requests),
            )
            .on(basis("by_requests")),
            Figure::new(
                "error_ratio_by_requests",
                Unit::Ratio,
                ratio(error_ratio_by_requests),
            )
            .on(window(basis("whole_window"))),
            Figure::new(
                "error_ratio_by_time",
                Unit::Ratio,
                ratio(error_ratio_by_time),
            )
            .on(window(basis("whole_window"))),
            Figure::new(
                "alert_burn_rate",
                Unit::One,
                self.budget
                    .burn_rate_for(self.alert_spent.value(), self.alert_window_s),
            )
            .on(basis("alert")
                .with(
                    "share",
                    Arg::Quantity(self.alert_spent.value(), Unit::Ratio),
                )
                .quantity("during", self.alert_window_s, Unit::Second)),
        ]
    }

    fn exhaustion_s(&self) -> Defined {
        self.budget
            .exhaustion_s(self.error_ratio.value(), self.spent)
    }

    /// Requests that failed in the incident, with the window's mean traffic times the incident's.
    fn failed_requests(&self) -> f64 {
        self.requests
            * (self.incident_s / self.window_s)
            * self.incident_traffic
            * self.incident_error_ratio.value()
    }

    /// How many years' budgets of time the incident takes.
    fn incident_years(&self, objective: Probability) -> Defined {
        match ErrorBudget::new(objective, self.year.seconds()) {
            Ok(year) => year.windows_of_time(self.incident_s),
            Err(_) => Err(Undefined("out_of_range")),
        }
    }

    /// The incident, and the rest of the window with the present share of errors.
    fn stretches(&self) -> Result<[Stretch; 2], Undefined> {
        let in_incident = self.requests * (self.incident_s / self.window_s) * self.incident_traffic;
        if self.incident_s > self.window_s || in_incident > self.requests {
            return Err(Undefined("incident_outlasts_window"));
        }
        Ok([
            Stretch {
                duration_s: self.incident_s,
                requests: in_incident,
                error_ratio: self.incident_error_ratio.value(),
            },
            Stretch {
                duration_s: self.window_s - self.incident_s,
                requests: self.requests - in_incident,
                error_ratio: self.error_ratio.value(),
            },
        ])
    }

    fn alerts(&self) -> [(Alert, &'static str); 4] {
        ALERTS.map(|(spent, long_s, severity)| (self.budget.alert(spent, long_s), severity))
    }

    fn alerts_table(&self) -> Table {
        let rows = self
            .alerts()
            .into_iter()
            .map(|(alert, severity)| {
                vec![
                    Entry::Word(severity),
                    alert.spent.into(),
                    alert.long_s.into(),
                    alert.short_s().into(),
                    alert.burn_rate.into(),
                    alert.error_ratio().into(),
                    alert.fires_after_s(1.0).into(),
                    alert.exhausts_after_s().into(),
                ]
            })
            .collect();
        Table { id: "alerts", rows }
    }

    /// The usual objectives, and the one asked for, from the loosest to the tightest.
    fn objectives(&self) -> Result<Table, ModelError> {
        let mut all: Vec<Probability> = ["0.99", "0.995", "0.999", "0.9995", "0.9999", "0.99999"]
            .iter()
            .filter_map(|text| text.parse().ok())
            .filter(|usual| *usual != self.objective)
            .collect();
        all.push(self.objective);
        crate::kernel::order::by_number(&mut all, |objective| -objective.complement());
        let rows = all
            .into_iter()
            .map(|objective| {
                let budget = ErrorBudget::new(objective, self.window_s)?;
                Ok(vec![
                    objective.value().into(),
                    budget.time_s().into(),
                    budget.requests(self.requests).into(),
                    budget.windows_of_time(self.incident_s).into(),
                    self.incident_years(objective).into(),
                ])
            })
            .collect::<Result<_, ModelError>>()?;
        Ok(Table {
            id: "objectives",
            rows,
        })
    }

    fn steps(&self) -> Vec<Step> {
        let allowed = self.objective.turned();
        let hours = |seconds: f64| format!("{} h", significant(seconds / HOUR_S, 7));
        let share = significant(self.error_ratio.value(), 7);
        let mut steps = vec![
            Step::new(
                "budget_s",
                "W · (1 − SLO)",
                format!("{} · {allowed}", hours(self.window_s)),
                Ok(self.budget.time_s()),
                Unit::Second,
            ),
            Step::new(
                "budget_requests",
                "N · (1 − SLO)",
                format!("{} · {allowed}", self.requests),
                Ok(self.budget.requests(self.requests)),
                Unit::One,
            ),
            Step::new(
                "burn_rate",
                "e / (1 − SLO)",
                format!("{share} / {allowed}"),
                self.budget.burn_rate(self.error_ratio.value()),
                Unit::One,
            ),
            Step::new(
                "exhaustion_s",
                "W · (1 − spent) · (1 − SLO) / e",
                format!(
                    "{} · {} · {allowed} / {share}",
                    hours(self.window_s),
                    self.spent.turned()
                ),
                self.exhaustion_s(),
                Unit::Second,
            ),
            Step::new(
                "incident_years",
                "d / (year · (1 − SLO))",
                format!(
                    "{} / ({} · {allowed})",
                    hours(self.incident_s),
                    hours(self.year.seconds())
                ),
                self.incident_years(self.objective),
                Unit::Year,
            ),
            Step::new(
                "incident_failed_requests",
                "N · d / W · traffic · e_incident",
                format!(
                    "{} · {} / {} · {} · {}",
                    self.requests,
                    hours(self.incident_s),
                    hours(self.window_s),
                    significant(self.incident_traffic, 7),
                    significant(self.incident_error_ratio.value(), 7)
                ),
                defined(self.failed_requests()),
                Unit::One,
            ),
        ];
        for (alert, _) in self.alerts().into_iter().take(1) {
            steps.push(Step::new(
                "alert_burn",
                "burn = share · W / w",
                format!(
                    "{} · {} / {}",
                    significant(alert.spent, 7),
                    hours(self.window_s),
                    hours(alert.long_s)
                ),
                alert.burn_rate,
                Unit::One,
            ));
        }
        steps
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut note = |severity, key: &str| {
            notes.push(Note::new(
                severity,
                Message::new(format!("error_budget.note.{key}")),
            ));
        };
        let budget = self.budget.requests(self.requests);
        if budget > 0.0 && budget < 1.0 {
            note(Severity::Warning, "less_than_one_request");
        }
        let alerts = self.alerts();
        if alerts
            .iter()
            .any(|(alert, _)| alert.error_ratio() == Err(Undefined("alert_unreachable")))
        {
            note(Severity::Warning, "alert_unreachable");
        }
        if alerts.iter().any(|(alert, _)| {
            alert.burn_rate.is_ok_and(|burn| burn < 1.0) && alert.error_ratio().is_ok()
        }) {
            note(Severity::Warning, "alert_below_one");
        }
        notes
    }
}
