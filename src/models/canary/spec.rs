//! What the model takes and gives.

use crate::models::{
    ColumnSpec, Family, FigureSpec, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing,
    TableSpec, When,
};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "canary",
    family: Family::Mechanism,
    version: 1,
    groups: &[],
    inputs: &[
        InputSpec {
            id: "stage_1",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.01",
                soft: Range { lo: "0", hi: "1" },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "stage_2",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.05",
                soft: Range { lo: "0", hi: "1" },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "stage_3",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.25",
                soft: Range { lo: "0", hi: "1" },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "hold_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 600.0,
                hard: Range {
                    lo: 1.0,
                    hi: 3600.0,
                },
                soft: Range {
                    lo: 10.0,
                    hi: 3600.0,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "requests_per_s",
            unit: Unit::PerSecond,
            kind: Kind::Real {
                default: 100.0,
                hard: Range {
                    lo: 0.001,
                    hi: 1000.0,
                },
                soft: Range {
                    lo: 0.1,
                    hi: 1000.0,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "old_failure",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.001",
                soft: Range { lo: "0", hi: "0.1" },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "new_failure",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.077",
                soft: Range { lo: "0", hi: "1" },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "false_alarm",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.001",
                soft: Range {
                    lo: "0.000001",
                    hi: "0.1",
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "watch",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "canary",
                choices: &["canary", "whole"],
            },
            when: None,
        },
        InputSpec {
            id: "alarm_limit",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.01",
                soft: Range { lo: "0", hi: "0.2" },
                spacing: Spacing::Linear,
            },
            when: Some(When {
                input: "watch",
                is: &["whole"],
            }),
        },
        InputSpec {
            id: "rollback_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 240.0,
                hard: Range {
                    lo: 0.0,
                    hi: 604800.0,
                },
                soft: Range {
                    lo: 0.0,
                    hi: 3600.0,
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
    ],
    figures: &[
        FigureSpec {
            id: "found_share",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "found_at_share",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "found_after_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "power_1",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "alarm_at_1",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "requests_1",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "whole_failure_1",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "failed",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "full_outage_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "false_alarms",
            unit: Unit::Ratio,
        },
    ],
    tables: &[TableSpec {
        id: "stages",
        columns: &[
            ColumnSpec {
                id: "stage",
                unit: Unit::One,
            },
            ColumnSpec {
                id: "share",
                unit: Unit::Ratio,
            },
            ColumnSpec {
                id: "requests",
                unit: Unit::Count,
            },
            ColumnSpec {
                id: "alarm_at",
                unit: Unit::Count,
            },
            ColumnSpec {
                id: "power",
                unit: Unit::Ratio,
            },
            ColumnSpec {
                id: "reached",
                unit: Unit::Ratio,
            },
            ColumnSpec {
                id: "stopped",
                unit: Unit::Ratio,
            },
            ColumnSpec {
                id: "whole_failure",
                unit: Unit::Ratio,
            },
        ],
    }],
    charts: &["exposure", "power"],
    presets: &[
        Preset {
            id: "lecture",
            set: &[("watch", "whole")],
        },
        Preset {
            id: "tested",
            set: &[],
        },
        Preset {
            id: "all_at_once",
            set: &[("stage_1", "1"), ("stage_2", "1"), ("stage_3", "1")],
        },
        Preset {
            id: "small_fault",
            set: &[("new_failure", "0.15%")],
        },
        Preset {
            id: "rare_requests",
            set: &[("requests_per_s", "1"), ("new_failure", "1%")],
        },
    ],
    references: &[
        Reference {
            text: "B. Beyer, N. R. Murphy, D. K. Rensin, K. Kawahara, S. Thorne (eds.): The Site Reliability Workbook, 2018, chapter 16 (canarying releases)",
            url: Some("https://sre.google/workbook/canarying-releases/"),
        },
        Reference {
            text: "C. J. Clopper, E. S. Pearson: The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial. Biometrika 26(4), 1934 (exact binomial tails)",
            url: Some("https://doi.org/10.1093/biomet/26.4.404"),
        },
    ],
};
