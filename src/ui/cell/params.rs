//! Shared values, one below the other in a card.

use leptos::prelude::*;
use outage_lab::notebook::Cell;

use crate::ui::control::Control;
use crate::ui::live::Live;

/// Neighbouring param cells.
#[component]
pub(crate) fn Params(cells: Vec<usize>) -> impl IntoView {
    let live = Live::get();
    let controls = cells
        .into_iter()
        .filter_map(|at| match live.cell(at)? {
            Cell::Param(param) => Some(view! { <Control address=param.id/> }),
            _ => None,
        })
        .collect_view();
    view! { <div class="card">{controls}</div> }
}
