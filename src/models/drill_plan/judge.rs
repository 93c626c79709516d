//! What a drill's plan has and what it lacks, part by part.

use super::claim::{Claim, has_quantity};
use super::{Plan, ROLES};

/// A plan for production must be undone within this time, in seconds.
pub(super) const UNDONE_WITHIN_S: f64 = 60.0;

/// What is said of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is there.
    Good,
    /// It is there, and does not do.
    Weak,
    /// It is not there.
    Missing,
    /// This drill does not need it.
    NotNeeded,
}

impl Verdict {
    pub(super) fn word(self) -> &'static str {
        match self {
            Verdict::Good => "good",
            Verdict::Weak => "weak",
            Verdict::Missing => "missing",
            Verdict::NotNeeded => "not_needed",
        }
    }
}

/// A part of the plan: its id, the verdict, and why, as a word.
pub(super) struct Part {
    pub(super) id: &'static str,
    pub(super) verdict: Verdict,
    pub(super) because: &'static str,
}

/// How many of the parts make the hypothesis.
pub(super) const HYPOTHESIS: usize = 5;

impl Plan {
    /// All nine parts, those of the hypothesis first.
    pub(super) fn parts(&self) -> [Part; 9] {
        let said = |id, text: &str| part(id, !text.is_empty(), true, "why_said", "");
        let scope = has_quantity(&self.scope);
        let in_production = self.is_in_production();
        let undone = !in_production || self.roll_back_s <= UNDONE_WITHIN_S;
        let named = self.roles.iter().filter(|name| !name.is_empty()).count();
        let mut names = self.roles.iter().enumerate();
        let differ = names.all(|(at, name)| !self.roles[..at].contains(name));
        let roles = if in_production {
            let each_own = named == ROLES.len() && differ;
            let why = if named == ROLES.len() {
                "why_same_person"
            } else {
                "why_some_roles"
            };
            part("roles", named > 0, each_own, "why_roles", why)
        } else {
            Part {
                id: "roles",
                verdict: Verdict::NotNeeded,
                because: "why_no_roles",
            }
        };
        [
            said("fault", &self.fault),
            part(
                "scope",
                !self.scope.is_empty(),
                scope,
                "why_scope",
                "why_how_much",
            ),
            part("duration", self.duration_s > 0.0, true, "why_said", ""),
            self.expectation_part(),
            said("mechanism", &self.mechanism),
            part("level", self.level != "none", true, "why_said", ""),
            part(
                "stop",
                !self.stop.is_empty(),
                self.stop_claims.iter().any(Claim::is_falsifiable),
                "why_stop",
                "why_no_bound",
            ),
            part(
                "roll_back",
                !self.roll_back.is_empty(),
                undone,
                "why_undone",
                "why_too_slow",
            ),
            roles,
        ]
    }

    fn expectation_part(&self) -> Part {
        let claims = &self.claims;
        let timed = |claim: &Claim| claim.has_time || self.duration_s > 0.0;
        let because = if claims.iter().any(|claim| !claim.is_measurable) {
            "why_not_measurable"
        } else if claims.iter().any(|claim| !claim.is_bounded) {
            "why_no_bound"
        } else {
            "why_no_time"
        };
        let does = claims
            .iter()
            .all(|claim| claim.is_falsifiable() && timed(claim));
        part(
            "expectation",
            !claims.is_empty(),
            does,
            "why_falsifiable",
            because,
        )
    }
}

fn part(
    id: &'static str,
    is_there: bool,
    does: bool,
    good: &'static str,
    weak: &'static str,
) -> Part {
    let (verdict, because) = match (is_there, does) {
        (false, _) => (Verdict::Missing, "why_empty"),
        (true, false) => (Verdict::Weak, weak),
        (true, true) => (Verdict::Good, good),
    };
    Part {
        id,
        verdict,
        because,
    }
}
