//! Incidents: the files themselves, the published figures, and files that are wrong.

mod aws_2025;
mod broken;
mod draft;
mod exchange;
mod files;
mod uncertain;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use outage_lab::incident::{Incident, MetricValue, metrics};

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn json_files(path: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(path)).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| {
        let name = file.file_name().unwrap().to_str().unwrap();
        name.ends_with(".json") && !name.ends_with(".findings.json") && name != "index.json"
    });
    files.sort();
    files
}

fn read(file: &Path) -> Incident {
    Incident::parse(&fs::read_to_string(file).unwrap()).unwrap()
}

fn values(incident: &Incident) -> BTreeMap<String, MetricValue> {
    let all = metrics(incident).into_iter();
    all.map(|metric| (metric.id, metric.value)).collect()
}

fn point(incident: &Incident, id: &str) -> f64 {
    match values(incident)[id] {
        MetricValue::Point(value) => value,
        other => panic!("{id} is {other:?}"),
    }
}
