//! The plan as a Markdown text, in the language of the page.

use super::judge::{HYPOTHESIS, Verdict};
use super::{Plan, ROLES};
use crate::models::{TextFile, json::undefined};
use crate::text::format::quantity;
use crate::text::{Lang, Texts, Unit};

impl Plan {
    /// The whole plan with what it lacks, to be put into a repository or a ticket.
    pub(super) fn markdown(&self, texts: &Texts) -> TextFile {
        let own = |rest: &str| texts.get(&format!("drill_plan.{rest}"));
        let space = if texts.lang() == Lang::Zh { "" } else { " " };
        let colon = format!("{}{space}", own("md.colon"));
        let time = |value: f64| quantity(value, Unit::Second, texts.lang());
        let or_missing = |text: &str| {
            if text.is_empty() {
                own("md.missing")
            } else {
                text.replace(['\n', '\r'], " ")
            }
        };
        let mut lines = vec![format!("# {}", own("md.title")), String::new()];
        let duration = if self.duration_s > 0.0 {
            time(self.duration_s)
        } else {
            String::new()
        };
        let level = if self.level == "none" {
            String::new()
        } else {
            own(&format!("choice.level.{}", self.level))
        };
        let roll_back = if self.roll_back.is_empty() {
            String::new()
        } else {
            format!("{} ({})", self.roll_back, time(self.roll_back_s))
        };
        let roles: Vec<String> = ROLES
            .iter()
            .zip(&self.roles)
            .filter(|(_, name)| !name.is_empty())
            .map(|(role, name)| format!("{}{colon}{name}", own(&format!("input.{role}.name"))))
            .collect();
        let answers = [
            self.fault.clone(),
            self.scope.clone(),
            duration,
            self.expectation.clone(),
            self.mechanism.clone(),
            level,
            self.stop.clone(),
            roll_back,
            roles.join("; "),
        ];
        for ((at, part), answer) in self.parts().iter().enumerate().zip(answers) {
            match at {
                0 => lines.push(format!("## {}", own("md.hypothesis"))),
                HYPOTHESIS => lines.extend([String::new(), format!("## {}", own("md.plan"))]),
                _ => {}
            }
            if at == 0 || at == HYPOTHESIS {
                lines.push(String::new());
            }
            if part.verdict == Verdict::NotNeeded && answer.is_empty() {
                continue;
            }
            let done = if part.verdict == Verdict::Good {
                "x"
            } else {
                " "
            };
            let name = own(&format!("word.{}", part.id));
            lines.push(format!(
                "- [{done}] **{name}**{colon}{}",
                or_missing(&answer)
            ));
            if matches!(part.verdict, Verdict::Weak) {
                lines.push(format!("  - {}", own(&format!("word.{}", part.because))));
            }
        }
        lines.extend([
            String::new(),
            format!("## {}", own("md.budget")),
            String::new(),
        ]);
        for figure in self.budget_figures() {
            let value = match figure.value {
                Ok(value) => quantity(value, figure.unit, texts.lang()),
                Err(reason) => texts.message(&undefined(reason)),
            };
            lines.push(format!(
                "- {}{colon}{value}",
                own(&format!("figure.{}.name", figure.id))
            ));
        }
        for note in self.notes() {
            lines.push(format!("- {}", texts.message(&note.message)));
        }
        lines.push(String::new());
        TextFile {
            name: "drill-plan.md".to_owned(),
            media_type: "text/markdown",
            text: lines.join("\n"),
        }
    }
}
