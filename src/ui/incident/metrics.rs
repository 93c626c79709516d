//! An incident's durations and shares, each with how it was measured.

use leptos::prelude::*;
use outage_lab::incident::{Incident, Metric, MetricValue, metrics};

use super::open::Open;
use crate::ui::dynamic::dynamic;
use crate::ui::shell::Shell;

/// The figures that sum an incident up, where its file has them.
const HEADLINES: [&str; 5] = [
    "detect_s",
    "mitigate_s",
    "recover_s",
    "total_s",
    "after_first_fault",
];

/// Figures with how they were measured; on the incident's own page, all of them as a table as well.
#[component]
pub(super) fn Metrics(open: Open, wanted: Vec<String>, all: bool) -> impl IntoView {
    let shell = open.shell;
    let known = open.with(metrics);
    let find = |id: &str| known.iter().find(|metric| metric.id == id).cloned();
    let chosen: Vec<Metric> = if wanted.is_empty() {
        HEADLINES.into_iter().filter_map(find).collect()
    } else {
        wanted.iter().filter_map(|id| find(id)).collect()
    };
    let tile = move |metric: &Metric| {
        let name = open.with(|incident| metric_name(shell, incident, &metric.id));
        view! {
            <div>
                <dt>{name}</dt>
                <dd>
                    <div class="value" class:undefined=matches!(metric.value, MetricValue::Undefined(_)) data-figure=metric.id.clone()>{metric_text(shell, metric)}</div>
                    <details class="basis">
                        <summary>{shell.say("incident.measured")}</summary>
                        {open.say(&metric.definition)}
                    </details>
                </dd>
            </div>
        }
    };
    view! {
        <dl class="figures">{dynamic(move || chosen.iter().map(tile).collect_view())}</dl>
        {all.then(|| view! { <AllMetrics open=open known=known/> })}
    }
}

/// Every figure of the file with its definition.
#[component]
fn AllMetrics(open: Open, known: Vec<Metric>) -> impl IntoView {
    let shell = open.shell;
    let row = move |metric: &Metric| {
        view! {
            <tr>
                <td class="words">{open.with(|incident| metric_name(shell, incident, &metric.id))}</td>
                <td class="number" data-figure=metric.id.clone()>{metric_text(shell, metric)}</td>
                <td class="words">{open.say(&metric.definition)}</td>
            </tr>
        }
    };
    view! {
        <details class="card">
            <summary>{shell.t("incident.all_metrics")}</summary>
            <div class="scroll">
                <table><tbody>{dynamic(move || known.iter().map(row).collect_view())}</tbody></table>
            </div>
        </details>
    }
}

/// The name of a figure: the app's for those that many incidents have, else the file's, else what is measured.
pub(super) fn metric_name(shell: Shell, incident: &Incident, id: &str) -> String {
    let key = format!("incident.metric.{id}");
    let usual = shell
        .texts
        .with(|texts| texts.find(&key).map(str::to_owned));
    usual.unwrap_or_else(|| {
        let spec = incident.metric(id);
        spec.map(|spec| spec.name.as_ref().unwrap_or(&spec.definition))
            .map(|name| name.get(shell.shown_lang()).to_owned())
            .unwrap_or_default()
    })
}

fn metric_text(shell: Shell, metric: &Metric) -> String {
    shell
        .texts
        .with(|texts| metric.value.shown(metric.unit, texts))
}
