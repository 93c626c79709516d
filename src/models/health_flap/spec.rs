//! What the model takes and gives.

use crate::models::declare::{
    column, count_to, figure, part, preset, real, seed, table, time, toggle, words,
};
use crate::models::{Family, InputSpec, ModelSpec, Reference, Spacing};
use crate::text::Unit;

const fn seconds(id: &'static str, default: f64, lo: f64, hi: f64) -> InputSpec {
    time(id, default, (lo, hi), (lo, hi), Spacing::Linear)
}

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "health_flap",
    family: Family::Mechanism,
    version: 2,
    groups: &[],
    inputs: &[
        count_to("targets", 60, (2, 200), 200),
        part("affected_share", "0.4"),
        part("check_failure", "0.5"),
        count_to("fall", 2, (1, 10), 10),
        count_to("rise", 3, (1, 10), 10),
        seconds("check_s", 10.0, 5.0, 300.0),
        real(
            "load",
            Unit::Ratio,
            0.8,
            (0.0, 2.0),
            (0.0, 1.2),
            Spacing::Linear,
        ),
        seconds("late_s", 3_600.0, 0.0, 21_600.0),
        part("removal_limit", "1"),
        seconds("off_after_s", 21_600.0, 0.0, 32_400.0),
        toggle("overload_fails_checks", true),
        seed(),
    ],
    figures: &[
        figure("error_s", Unit::Second),
        figure("lost_share", Unit::Ratio),
        figure("out_share", Unit::Ratio),
        figure("out_formula", Unit::Ratio),
        figure("least_in_service", Unit::Count),
        figure("removals", Unit::Count),
        figure("until_out_s", Unit::Second),
        figure("until_back_s", Unit::Second),
        figure("detect_s", Unit::Second),
    ],
    tables: &[
        table(
            "guards",
            &[
                words("guard"),
                column("error_s", Unit::Second),
                column("lost_share", Unit::Ratio),
                column("removals", Unit::Count),
                column("detect_s", Unit::Second),
            ],
        ),
        table(
            "hysteresis",
            &[
                column("fall", Unit::Count),
                column("until_out_s", Unit::Second),
                column("out_formula", Unit::Ratio),
                column("detect_s", Unit::Second),
            ],
        ),
    ],
    charts: &["service", "hysteresis"],
    presets: &[
        preset(
            "october_2025",
            &[("late_s", "308 min"), ("off_after_s", "248 min")],
        ),
        preset("limit", &[("late_s", "308 min"), ("removal_limit", "0.1")]),
        preset("patient", &[("fall", "8")]),
        preset("no_feedback", &[("overload_fails_checks", "false")]),
    ],
    references: &[
        Reference {
            text: "W. Feller: An Introduction to Probability Theory and Its Applications, volume 1, 3rd edition, Wiley 1968, XIII.7, equation (7.7)",
            url: None,
        },
        Reference {
            text: "AWS: Summary of the Amazon DynamoDB Service Disruption in the Northern Virginia (US-EAST-1) Region, October 2025",
            url: Some("https://aws.amazon.com/message/101925/"),
        },
        Reference {
            text: "D. Yanacek: Implementing health checks. Amazon Builders’ Library, 2019",
            url: Some("https://aws.amazon.com/builders-library/implementing-health-checks/"),
        },
    ],
};
