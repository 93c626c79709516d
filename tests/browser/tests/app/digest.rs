//! The same bits in the browser as on the host.

use browser_tests::{Lab, View};
use outage_lab::models::{self, Budget, Inputs, Progress, digest};

use crate::reader::{attribute, worked_out};

/// The digest of a run on the host.
pub(crate) fn digest_of(model: &str, preset: Option<&str>, values: &[(&str, &str)]) -> String {
    let model = models::find(model).unwrap();
    let mut inputs = Inputs::defaults(model.spec());
    if let Some(preset) = preset {
        inputs.apply(model.spec().preset(preset).unwrap()).unwrap();
    }
    for (name, text) in values {
        inputs.set_text(name, text).unwrap();
    }
    let mut run = model.start(&inputs).unwrap();
    loop {
        if let Progress::Done(output) = run.advance(Budget { steps: 1_000_000 }) {
            return digest(&output);
        }
    }
}

/// Asserts that a model's page gives the host's digest for the same inputs.
fn assert_same(runs: &[(&str, &[(&str, &str)])]) {
    let start = Lab::built().blank();
    let mut seen = Vec::new();
    for (model, values) in runs {
        let parts: Vec<_> = values
            .iter()
            .map(|(name, value)| format!("{model}.{name}={value}"))
            .collect();
        let route = format!("#/m/{model}?{}", parts.join("&"));
        let page = start.beside(&View::default(), &route);
        worked_out(&page);
        let here = attribute(&page, &format!("[data-cell={model}]"), "data-digest");
        assert_eq!(here, digest_of(model, None, values), "{route}");
        assert!(!seen.contains(&here), "{route} gives what another run gave");
        seen.push(here);
    }
}

#[test]
fn logarithms_and_powers_have_the_hosts_bits() {
    assert_same(&[
        ("availability", &[]),
        ("availability", &[("mttf_s", "1e7"), ("mttr_s", "7.77")]),
        (
            "availability",
            &[
                ("target_availability", "0.999999999999"),
                ("year", "365.25d"),
            ],
        ),
        ("availability", &[("mttf_s", "123456.789"), ("mttr_s", "0")]),
        ("fleet_scale", &[]),
        (
            "fleet_scale",
            &[("machines", "98765"), ("unit_mttf_s", "1.1e8")],
        ),
    ]);
}

#[test]
fn exponentials_and_samplers_have_the_hosts_bits() {
    assert_same(&[
        ("availability_years", &[]),
        (
            "availability_years",
            &[("seed", "18446744073709551615"), ("repair_cv", "4")],
        ),
        (
            "availability_years",
            &[("repair", "exponential"), ("mttf_s", "360000")],
        ),
        (
            "availability_years",
            &[("repair", "fixed"), ("mttf_s", "123456"), ("years", "2000")],
        ),
    ]);
}

#[test]
fn every_model_has_the_hosts_bits_as_it_opens() {
    let all: Vec<(&str, &[(&str, &str)])> = models::CATALOGUE
        .iter()
        .map(|model| (model.spec().id, &[][..]))
        .collect();
    assert_same(&all);
}

#[test]
fn a_run_in_slices_of_any_size_has_the_same_bits() {
    let view = View {
        slowdown: 4.0,
        ..View::default()
    };
    let values = [("years", "20000"), ("mttf_s", "1e6")];
    let page = Lab::built().open_as(
        &view,
        "#/m/availability_years?availability_years.years=20000&availability_years.mttf_s=1e6",
    );
    worked_out(&page);
    let here = attribute(&page, "[data-cell=availability_years]", "data-digest");
    assert_eq!(here, digest_of("availability_years", None, &values));
}
