//! `drill_plan`: a form for a failure drill that says what is missing and writes the plan down.

mod charts;
mod claim;
mod judge;
mod markdown;
mod spec;

use super::lab::said_s;
use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Step, Table, TextFile,
    finished, significant,
};
use crate::kernel::availability::ErrorBudget;
use crate::kernel::error::Defined;
use crate::kernel::quantity::Probability;
use crate::text::{Arg, Message, Texts, Unit};
use claim::{Claim, claims};
use judge::{HYPOTHESIS, Verdict};
use spec::SPEC;

/// Who there must be at a game day; the ids of the inputs that name them.
const ROLES: [&str; 4] = ["commander", "injector", "observer", "scribe"];

/// The model.
pub(super) struct DrillPlan;

impl Model for DrillPlan {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Plan::read(inputs)?.answer()))
    }

    fn file(&self, inputs: &Inputs, texts: &Texts) -> Option<TextFile> {
        Some(Plan::read(inputs).ok()?.markdown(texts))
    }
}

/// The form, filled in.
struct Plan {
    fault: String,
    scope: String,
    duration_s: f64,
    expectation: String,
    claims: Vec<Claim>,
    mechanism: String,
    level: &'static str,
    stop: String,
    stop_claims: Vec<Claim>,
    roll_back: String,
    roll_back_s: f64,
    roles: [String; 4],
    /// The share of requests in scope.
    affected: Probability,
    objective: Probability,
    window_s: f64,
    budget: ErrorBudget,
    stop_budget: Probability,
    stop_within_s: f64,
}

impl Plan {
    fn read(inputs: &Inputs) -> Result<Plan, ModelError> {
        let text = |id| inputs.text(id).map(|text| text.trim().to_owned());
        let [commander, injector, observer, scribe] = ROLES.map(text);
        let (expectation, stop) = (text("expectation")?, text("stop")?);
        let (objective, window_s) = (inputs.probability("objective")?, inputs.real("window_s")?);
        Ok(Plan {
            fault: text("fault")?,
            scope: text("scope")?,
            duration_s: inputs.real("duration_s")?,
            claims: claims(&expectation),
            expectation,
            mechanism: text("mechanism")?,
            level: inputs.choice("level")?,
            stop_claims: claims(&stop),
            stop,
            roll_back: text("roll_back")?,
            roll_back_s: inputs.real("roll_back_s")?,
            roles: [commander?, injector?, observer?, scribe?],
            affected: inputs.probability("affected")?,
            objective,
            window_s,
            budget: ErrorBudget::new(objective, window_s)?,
            stop_budget: inputs.probability("stop_budget")?,
            stop_within_s: inputs.real("stop_within_s")?,
        })
    }

    fn is_in_production(&self) -> bool {
        ["l3", "l4"].contains(&self.level)
    }

    fn answer(&self) -> Output {
        Output {
            figures: self.figures(),
            tables: vec![self.parts_table(), self.claims_table()],
            charts: vec![self.parts_chart(), self.budget_chart()],
            steps: self.steps(),
            notes: self.notes(),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let parts = self.parts();
        let needed = parts
            .iter()
            .filter(|part| part.verdict != Verdict::NotNeeded)
            .count();
        let good = parts
            .iter()
            .filter(|part| part.verdict == Verdict::Good)
            .count();
        let of_hypothesis = parts.iter().take(HYPOTHESIS);
        let hypothesis = of_hypothesis
            .filter(|part| part.verdict == Verdict::Good)
            .count();
        let falsifiable = self
            .claims
            .iter()
            .filter(|claim| self.can_be_wrong(claim))
            .count();
        let count = |id, count: usize| Figure::new(id, Unit::Count, Ok(count as f64));
        let mut figures = vec![
            count("missing", needed - good),
            count("hypothesis_parts", hypothesis).on(Message::new("drill_plan.basis.of_five")),
            count("parts_needed", needed),
            count("claims", self.claims.len()),
            count("claims_falsifiable", falsifiable),
        ];
        figures.extend(self.budget_figures());
        figures
    }

    fn can_be_wrong(&self, claim: &Claim) -> bool {
        claim.is_falsifiable() && (claim.has_time || self.duration_s > 0.0)
    }

    fn stop_burn_rate(&self) -> Defined {
        self.budget
            .burn_rate_for(self.stop_budget.value(), self.stop_within_s)
    }

    /// The burn while everything in scope fails.
    fn worst_burn_rate(&self) -> Defined {
        self.budget.burn_rate(self.affected.value())
    }

    /// The share of the budget that is gone after everything in scope has failed for `time_s` seconds.
    fn burned_by(&self, time_s: f64) -> Defined {
        self.worst_burn_rate()
            .map(|burn| burn * time_s / self.window_s)
    }

    /// How long everything in scope must fail until the share of the stop rule is gone.
    fn stop_after_s(&self) -> Defined {
        let all = self
            .budget
            .exhaustion_s(self.affected.value(), Probability::ZERO)?;
        Ok(self.stop_budget.value() * all)
    }

    fn budget_figures(&self) -> [Figure; 5] {
        let burn = self.stop_burn_rate();
        let long_s = self.duration_s + self.roll_back_s;
        let on_window =
            Message::new("drill_plan.basis.window").quantity("window", self.window_s, Unit::Second);
        let with_undoing =
            Message::new("drill_plan.basis.with_undoing").quantity("time", long_s, Unit::Second);
        [
            Figure::new("stop_burn_rate", Unit::One, burn).on(on_window),
            Figure::new(
                "stop_error_ratio",
                Unit::Ratio,
                burn.map(|burn| burn * self.objective.complement()),
            )
            .on(Message::new("drill_plan.basis.objective")
                .with("objective", Arg::Share(self.objective))),
            Figure::new("worst_burn_rate", Unit::One, self.worst_burn_rate()),
            Figure::new("worst_budget_share", Unit::Ratio, self.burned_by(long_s)).on(with_undoing),
            Figure::new("stop_after_s", Unit::Second, self.stop_after_s()),
        ]
    }

    fn parts_table(&self) -> Table {
        let rows = self.parts().map(|part| {
            [part.id, part.verdict.word(), part.because]
                .map(Entry::Word)
                .into()
        });
        Table {
            id: "parts",
            rows: rows.into(),
        }
    }

    fn claims_table(&self) -> Table {
        let yes = |is_so: bool| Entry::Word(if is_so { "yes" } else { "no" });
        let rows = self.claims.iter().map(|claim| {
            let time = match (claim.has_time, self.duration_s > 0.0) {
                (true, _) => "time_own",
                (false, true) => "time_drill",
                (false, false) => "no",
            };
            vec![
                Entry::Name(claim.text.clone()),
                yes(claim.is_measurable),
                yes(claim.is_bounded),
                Entry::Word(time),
                yes(self.can_be_wrong(claim)),
            ]
        });
        Table {
            id: "claims",
            rows: rows.collect(),
        }
    }

    fn steps(&self) -> Vec<Step> {
        let said = |number: f64| significant(number, 6);
        let (spent, burn) = (said(self.stop_budget.value()), self.stop_burn_rate());
        let affected = said(self.affected.value());
        let allowed = said(self.objective.complement());
        let window = said_s(self.window_s);
        vec![
            Step::new(
                "stop_burn_rate",
                "b = s · W / w",
                format!("{spent} · {window} / {}", said_s(self.stop_within_s)),
                burn,
                Unit::One,
            ),
            Step::new(
                "stop_error_ratio",
                "e = b · (1 − SLO)",
                format!("{} · {allowed}", burn.map_or_else(|_| "b".to_owned(), said)),
                burn.map(|burn| burn * self.objective.complement()),
                Unit::Ratio,
            ),
            Step::new(
                "worst_burn_rate",
                "b_max = a / (1 − SLO)",
                format!("{affected} / {allowed}"),
                self.worst_burn_rate(),
                Unit::One,
            ),
            Step::new(
                "worst_budget_share",
                "b_max · (d + u) / W",
                format!(
                    "{affected} / {allowed} · ({} + {}) / {window}",
                    said_s(self.duration_s),
                    said_s(self.roll_back_s)
                ),
                self.burned_by(self.duration_s + self.roll_back_s),
                Unit::Ratio,
            ),
            Step::new(
                "stop_after_s",
                "t = s · W / b_max",
                format!("{spent} · {window} · {allowed} / {affected}"),
                self.stop_after_s(),
                Unit::Second,
            ),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        if let (Ok(worst), Ok(stop)) = (self.worst_burn_rate(), self.stop_burn_rate()) {
            let about = |key: &str| {
                Message::new(format!("drill_plan.note.{key}"))
                    .quantity("worst", worst, Unit::One)
                    .quantity("stop", stop, Unit::One)
            };
            if worst < stop {
                notes.push(Note::warning(about("cannot_fire")));
            } else if let Ok(after_s) = self.stop_after_s()
                && after_s > self.duration_s
            {
                let message = about("fires_too_late").quantity("after", after_s, Unit::Second);
                notes.push(Note::warning(message));
            }
        }
        if self
            .claims
            .iter()
            .any(|claim| claim.is_vague && !claim.is_falsifiable())
        {
            notes.push(Note::warning(Message::new("drill_plan.note.vague")));
        }
        notes
    }
}
