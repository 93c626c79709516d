//! What the model takes and gives.

use crate::models::declare::{column, figure};
use crate::models::{
    Family, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing, TableSpec,
};
use crate::text::Unit;

const fn count(id: &'static str, default: u64, lo: u64, hi: u64) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::Count,
        kind: Kind::Count {
            default,
            hard: Range { lo, hi },
            soft: Range { lo, hi },
            spacing: Spacing::Linear,
        },
        when: None,
    }
}

const fn share(id: &'static str, default: &'static str) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::Ratio,
        kind: Kind::Probability {
            default,
            soft: Range { lo: "0", hi: "1" },
            spacing: Spacing::Linear,
        },
        when: None,
    }
}

const fn seconds(id: &'static str, default: f64, lo: f64, hi: f64) -> InputSpec {
    InputSpec {
        id,
        unit: Unit::Second,
        kind: Kind::Real {
            default,
            hard: Range { lo, hi },
            soft: Range { lo, hi },
            spacing: Spacing::Linear,
        },
        when: None,
    }
}

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "health_flap",
    family: Family::Mechanism,
    version: 1,
    groups: &[],
    inputs: &[
        count("targets", 60, 2, 200),
        share("affected_share", "0.4"),
        share("check_failure", "0.5"),
        count("fall", 2, 1, 10),
        count("rise", 3, 1, 10),
        seconds("check_s", 10.0, 5.0, 300.0),
        InputSpec {
            id: "load",
            unit: Unit::Ratio,
            kind: Kind::Real {
                default: 0.8,
                hard: Range { lo: 0.0, hi: 2.0 },
                soft: Range { lo: 0.0, hi: 1.2 },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        seconds("late_s", 3_600.0, 0.0, 21_600.0),
        share("removal_limit", "1"),
        seconds("off_after_s", 21_600.0, 0.0, 32_400.0),
        InputSpec {
            id: "overload_fails_checks",
            unit: Unit::One,
            kind: Kind::Toggle { default: true },
            when: None,
        },
        InputSpec {
            id: "seed",
            unit: Unit::One,
            kind: Kind::Seed { default: 425 },
            when: None,
        },
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
        TableSpec {
            id: "guards",
            columns: &[
                column("guard", Unit::One),
                column("error_s", Unit::Second),
                column("lost_share", Unit::Ratio),
                column("removals", Unit::Count),
                column("detect_s", Unit::Second),
            ],
        },
        TableSpec {
            id: "hysteresis",
            columns: &[
                column("fall", Unit::Count),
                column("until_out_s", Unit::Second),
                column("out_formula", Unit::Ratio),
                column("detect_s", Unit::Second),
            ],
        },
    ],
    charts: &["service", "hysteresis"],
    presets: &[
        Preset {
            id: "october_2025",
            set: &[("late_s", "308 min"), ("off_after_s", "248 min")],
        },
        Preset {
            id: "limit",
            set: &[("late_s", "308 min"), ("removal_limit", "0.1")],
        },
        Preset {
            id: "patient",
            set: &[("fall", "8")],
        },
        Preset {
            id: "no_feedback",
            set: &[("overload_fails_checks", "false")],
        },
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
