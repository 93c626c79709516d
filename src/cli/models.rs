//! `models`: what there is.

use outage_lab::models::{CATALOGUE, json};
use serde_json::Value as Json;

use super::{Failure, data, print, print_json, request::Request};

pub(super) fn run(request: &Request) -> Result<(), Failure> {
    if request.json() {
        let all = CATALOGUE
            .iter()
            .map(|model| json::description(model.spec()))
            .collect();
        return print_json(&Json::Array(all));
    }
    let texts = data::texts(request.lang()?)?;
    let lines: Vec<String> = CATALOGUE
        .iter()
        .map(|model| {
            let spec = model.spec();
            let inputs: Vec<&str> = spec.inputs.iter().map(|input| input.id).collect();
            format!(
                "{:14} {}\n{:14}   {}",
                spec.id,
                texts.get(&format!("{}.question", spec.id)),
                "",
                inputs.join(" ")
            )
        })
        .collect();
    print(&lines.join("\n"))
}
