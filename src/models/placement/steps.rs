//! The derivation, with the numbers of the case.

use super::Question;
use crate::kernel::placement::Spread;
use crate::models::Step;
use crate::text::Unit;

/// Steps for the chances of a given location and of some one.
pub(super) fn steps(question: &Question) -> Vec<Step> {
    let quorum = question.replicas.quorum_lost_at();
    let all = question.replicas.count();
    let step = |id, some, lost| {
        let (formula, numbers) = written(question, some, lost);
        let result = question.chance(some, lost);
        Step::new(id, formula, numbers, result, Unit::Ratio)
    };
    vec![
        step("quorum_loss_exact", false, quorum),
        step("all_loss_exact", false, all),
        step("quorum_loss_some_exact", true, quorum),
    ]
}

/// A chance in symbols and with numbers: n things of which k are drawn, m in a location, L locations, q lost.
fn written(question: &Question, some: bool, q: u64) -> (&'static str, String) {
    let locations = question.topology.locations(question.event);
    let k = question.replicas.count();
    let Ok(placement) = question.placement else {
        return ("–", "–".to_owned());
    };
    match placement.spread(question.event) {
        Spread::Drawn { size: m } if some => (
            "1 − [xᵏ] (Σⱼ C(m, j) xʲ, j < q)ᴸ / C(L·m, k)",
            format!(
                "m = {m}, L = {locations}, k = {k}, q = {q}: C(L·m, k) = C({}, {k})",
                m * locations
            ),
        ),
        Spread::Drawn { size: m } => {
            let n = m * locations;
            let most = k.min(m);
            // A few terms say how it goes on.
            let shown: Vec<String> = (q..=most)
                .take(3)
                .map(|x| format!("C({m}, {x})·C({}, {})", n - m, k - x))
                .collect();
            let sum = match shown.as_slice() {
                [] => "0".to_owned(),
                _ if most >= q + 3 => format!("{} + …", shown.join(" + ")),
                _ => shown.join(" + "),
            };
            (
                "Σₓ C(m, x) · C(n − m, k − x) / C(n, k), x ≥ q",
                format!("({sum}) / C({n}, {k})"),
            )
        }
        Spread::Apart if q > 1 => ("0, q > 1", format!("q = {q}")),
        Spread::Apart if some => ("1, q = 1", format!("q = {q}")),
        Spread::Apart => ("k / L", format!("{k} / {locations}")),
        Spread::Even { .. } | Spread::Run { .. } => {
            let share = placement.given(question.event, q).unwrap_or(0.0);
            let fatal = (share * locations as f64).round();
            if some {
                ("L_q > 0", format!("L_q = {fatal}"))
            } else {
                ("L_q / L", format!("{fatal} / {locations}"))
            }
        }
    }
}
