//! The numbers of a chart as a table.

use leptos::prelude::*;
use outage_lab::chart::{Cell, ChartSpec, DataTable, table};
use outage_lab::text::{Unit, format};

use crate::ui::shell::Shell;

/// The same data as a table.
#[component]
pub(crate) fn ChartTable(chart: ChartSpec) -> impl IntoView {
    let shell = Shell::get();
    let data: DataTable = shell.texts.with(|texts| table(&chart, texts));
    let lang = shell.shown_lang();
    let shown = move |cell: &Cell, unit: Option<Unit>| match cell {
        Cell::Number(value) => format::quantity(*value, unit.unwrap_or(Unit::One), lang),
        Cell::Text(text) => text.clone(),
        Cell::Empty => String::new(),
    };
    view! {
        <div class="scroll">
            <table>
                <thead><tr>{data.columns.iter().map(|column| view! { <th scope="col">{column.title.clone()}</th> }).collect_view()}</tr></thead>
                <tbody>
                    {data.rows.iter().map(|row| view! {
                        <tr>{row.iter().zip(&data.columns).map(|(cell, column)| view! {
                            <td class:words=matches!(cell, Cell::Text(_))>{shown(cell, column.unit)}</td>
                        }).collect_view()}</tr>
                    }).collect_view()}
                </tbody>
            </table>
        </div>
    }
}
