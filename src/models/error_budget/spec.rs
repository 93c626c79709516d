//! What the model takes and gives.

use super::INCIDENT_SOFT_S;
use crate::kernel::availability::calendar::{DAY_S, HOUR_S};
use crate::models::{
    ColumnSpec, Family, FigureSpec, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing,
    TableSpec,
};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "error_budget",
    family: Family::Availability,
    version: 2,
    groups: &[],
    inputs: &[
        InputSpec {
            id: "objective",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.999",
                soft: Range {
                    lo: "0.9",
                    hi: "0.999999",
                },
                spacing: Spacing::Nines,
            },
            when: None,
        },
        InputSpec {
            id: "window_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 30.0 * DAY_S,
                hard: Range { lo: 1.0, hi: 1e12 },
                soft: Range {
                    lo: DAY_S,
                    hi: 365.0 * DAY_S,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "requests",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 1_000_000,
                hard: Range {
                    lo: 1,
                    hi: 1_000_000_000_000_000,
                },
                soft: Range {
                    lo: 1_000,
                    hi: 1_000_000_000_000,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "error_ratio",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.002",
                soft: Range {
                    lo: "0.00001",
                    hi: "1",
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "spent",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0",
                soft: Range { lo: "0", hi: "1" },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "incident_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 52_320.0,
                hard: Range { lo: 0.0, hi: 1e12 },
                soft: INCIDENT_SOFT_S,
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "incident_error_ratio",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "1",
                soft: Range { lo: "0", hi: "1" },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "incident_traffic",
            unit: Unit::One,
            kind: Kind::Real {
                default: 1.0,
                hard: Range { lo: 0.0, hi: 1e6 },
                soft: Range { lo: 0.01, hi: 10.0 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "year",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "365d",
                choices: &["365d", "365.25d"],
            },
            when: None,
        },
        InputSpec {
            id: "alert_spent",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.1",
                soft: Range {
                    lo: "0.01",
                    hi: "1",
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "alert_window_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: HOUR_S,
                hard: Range { lo: 1.0, hi: 1e12 },
                soft: Range {
                    lo: 60.0,
                    hi: 7.0 * DAY_S,
                },
                spacing: Spacing::Log,
            },
            when: None,
        },
    ],
    figures: &[
        FigureSpec {
            id: "budget_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "budget_requests",
            unit: Unit::One,
        },
        FigureSpec {
            id: "burn_rate",
            unit: Unit::One,
        },
        FigureSpec {
            id: "exhaustion_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "incident_windows",
            unit: Unit::One,
        },
        FigureSpec {
            id: "incident_years",
            unit: Unit::Year,
        },
        FigureSpec {
            id: "incident_failed_requests",
            unit: Unit::One,
        },
        FigureSpec {
            id: "incident_windows_by_requests",
            unit: Unit::One,
        },
        FigureSpec {
            id: "error_ratio_by_requests",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "error_ratio_by_time",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "alert_burn_rate",
            unit: Unit::One,
        },
    ],
    tables: &[
        TableSpec {
            id: "alerts",
            columns: &[
                ColumnSpec {
                    id: "severity",
                    unit: Unit::One,
                },
                ColumnSpec {
                    id: "alert_share",
                    unit: Unit::Ratio,
                },
                ColumnSpec {
                    id: "long_window_s",
                    unit: Unit::Second,
                },
                ColumnSpec {
                    id: "short_window_s",
                    unit: Unit::Second,
                },
                ColumnSpec {
                    id: "alert_burn",
                    unit: Unit::One,
                },
                ColumnSpec {
                    id: "alert_error_ratio",
                    unit: Unit::Ratio,
                },
                ColumnSpec {
                    id: "outage_found_s",
                    unit: Unit::Second,
                },
                ColumnSpec {
                    id: "budget_gone_s",
                    unit: Unit::Second,
                },
            ],
        },
        TableSpec {
            id: "objectives",
            columns: &[
                ColumnSpec {
                    id: "objective",
                    unit: Unit::Ratio,
                },
                ColumnSpec {
                    id: "budget_s",
                    unit: Unit::Second,
                },
                ColumnSpec {
                    id: "budget_requests",
                    unit: Unit::One,
                },
                ColumnSpec {
                    id: "incident_windows",
                    unit: Unit::One,
                },
                ColumnSpec {
                    id: "incident_years",
                    unit: Unit::Year,
                },
            ],
        },
    ],
    charts: &["incident", "alerts"],
    presets: &[
        Preset {
            id: "aws_2025",
            set: &[("objective", "99.99%"), ("incident_s", "14 h 32 min")],
        },
        Preset {
            id: "dynamodb_2025",
            set: &[("objective", "99.99%"), ("incident_s", "2 h 52 min")],
        },
        Preset {
            id: "week",
            set: &[("objective", "99.9%"), ("window_s", "7 d")],
        },
        Preset {
            id: "night",
            set: &[
                ("objective", "99.9%"),
                ("incident_s", "1 h"),
                ("incident_traffic", "0.05"),
            ],
        },
    ],
    references: &[
        Reference {
            text: "B. Beyer et al. (eds.): The Site Reliability Workbook, 2018, chapter 5 (alerting on SLOs; table 5-8)",
            url: Some("https://sre.google/workbook/alerting-on-slos/"),
        },
        Reference {
            text: "B. Beyer et al. (eds.): The Site Reliability Workbook, 2018, chapter 2 (implementing SLOs: budgets of time and of requests)",
            url: Some("https://sre.google/workbook/implementing-slos/"),
        },
        Reference {
            text: "AWS: Summary of the Amazon DynamoDB Service Disruption in the Northern Virginia (US-EAST-1) Region, 2025 (durations of the presets)",
            url: Some("https://aws.amazon.com/message/101925/"),
        },
    ],
};
