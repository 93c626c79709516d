//! Words.

use leptos::prelude::*;
use outage_lab::notebook::Cell;

use crate::ui::live::Live;
use crate::ui::prose::Prose;

/// A text cell.
#[component]
pub(crate) fn TextView(at: usize) -> impl IntoView {
    let body = match Live::get().cell(at) {
        Some(Cell::Text(cell)) => cell.body,
        _ => Default::default(),
    };
    view! { <div class="cell-text"><Prose body=body/></div> }
}
