//! `incident`: the durations that follow from a file's events.

use outage_lab::incident::{Incident, MetricReport, metrics};

use super::{Failure, data, print, print_json, read, request::Request};

pub(super) fn run(request: &Request) -> Result<(), Failure> {
    let file = request.operand("file")?;
    let incident =
        Incident::parse(&read(file)?).map_err(|finding| finding.in_file(file).to_string())?;
    let lang = request.lang()?;
    if request.json() {
        let report = serde_json::to_value(MetricReport::new(&incident, lang))
            .map_err(|error| format!("{file}: {error}"))?;
        return print_json(&report);
    }
    let texts = data::texts(lang)?;
    let lines: Vec<String> = metrics(&incident)
        .into_iter()
        .map(|metric| {
            let value = metric.value.shown(metric.unit, &texts);
            format!("{}: {value}\n  {}", metric.id, metric.definition.get(lang))
        })
        .collect();
    print(&lines.join("\n"))
}
